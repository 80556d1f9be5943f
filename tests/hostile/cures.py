"""Take away each cure of a known failure in a copy, and run the tests that hold it: one must fail.

    python tests/hostile/cures.py [MODE ...]

The modes are those of ``tests/README.rst``, which has the same list for readers. Exit status 1: the
tests passed without a cure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).parents[2]
PACKAGE = 'sphinxcontrib_kwindex'


class Cure(NamedTuple):
    """What is done against a failure, and what holds it."""

    mode: str
    #: which module, and what in it becomes what
    file: str
    text: str
    instead: str
    tests: str


_INCREMENTAL = 'tests/test_incremental.py::test_'
_INPUTS = 'tests/hostile/test_inputs.py::test_'
CURES = [
    Cure('A1 what parallel readers read is merged', 'collector.py',
         'KeywordDomain.of(env).records.take(docnames, theirs)', 'pass',
         'tests/test_builders.py::test_serial_and_parallel_builds_write_the_same'),
    Cure('A2 what shows something else is written', 'rewrite.py',
         'return sorted(domain.pending |', 'return sorted(set() &',
         f'{_INCREMENTAL}only_what_moved_is_written'),
    Cure('A2 and nothing else', 'rewrite.py',
         'return sorted(domain.pending |', 'return sorted(domain.written.digests.keys() |',
         f'{_INCREMENTAL}only_what_moved_is_written'),
    Cure('A2 a list is kept while it is derived from the same', 'kept.py',
         'known.made_from == made_from', 'True',
         'tests/test_kept.py::test_an_edit_derives_what_it_may_change'),
    Cure('A3 what is gone is forgotten', 'collector.py',
         'KeywordDomain.of(env).records.discard(docname)', 'pass',
         f'{_INCREMENTAL}add_and_delete_a_document'),
    Cure('A3 and so are its pages', 'removing.py',
         '    path.unlink(missing_ok=True)', '    pass',
         f'{_INCREMENTAL}delete_the_last_document_of_a_folder'),
    Cure('A4 conditions are heeded', 'conditions.py',
         'return all(_holds', 'return True or all(_holds',
         'tests/test_steering.py::test_what_stands_under_a_condition_is_shown_where_it_holds'),
    Cure('A5 ids that last are chosen', 'collect/walk.py',
         "return next((i for i in ids if not _AUTOMATIC_ID.fullmatch(i)), ids[0] if ids else '')",
         "return ids[0] if ids else ''", 'tests/test_links.py::test_a_link_takes_the_id_that_lasts'),
    Cure('A5 headings of a single page have ids of their own', 'render/html.py',
         "if builder.name == 'singlehtml' else ''", "if builder.name == 'none' else ''",
         'tests/test_links.py::test_headings_of_ours_have_ids_of_their_own_on_a_single_page'),
    Cure('A5 definitions of substitutions do not count', 'collect/walk.py',
         '    nodes.substitution_definition,\n', '',
         'tests/test_collect.py::test_a_substitution_counts_where_it_is_used'),
    Cure('A5 sources are named from the source directory', 'collect/sources.py',
         '        file, colon, rest = source', '        return source\n        file, colon, rest = source',
         'tests/test_collect.py'),
    Cure('A6 the document of an author wins', 'project.py',
         'page: taken.clash(page) for page', "page: '' for page",
         'tests/test_sources.py::test_an_authors_document_of_the_same_name_wins'),
    Cure('A6 whatever its case', 'project.py', 'return docname.casefold()', 'return docname',
         'tests/test_sources.py::test_an_authors_document_of_the_same_name_wins'),
    Cure('A6 no page has the name of a folder', 'places.py',
         'if below := self.folders.get(file):', 'if below := None:',
         'tests/test_names.py::test_where_a_page_would_have_the_name_of_a_folder_one_is_left_out'),
    Cure('A7 a translated source is that of the original', 'collect/sources.py',
         "_TRANSLATED.sub('', source)", 'source',
         'tests/test_locale.py::test_a_translated_text_is_of_the_file_of_the_original'),
    Cure('A8 keywords are in order', 'collect/record.py',
         'return tuple(sorted(merged))', 'return tuple(set(merged))', 'tests/test_reproducible.py'),
    Cure('B1 what is outside of a book is named without a link', 'render/nodes.py',
         '        except NoUri:\n            return False', '        except KeyError:\n            return False',
         'tests/test_builders.py::test_a_book_names_what_is_outside_of_it_without_a_link'),
    Cure('B2 our nodes are replaced before writing', '__init__.py',
         "    app.connect('doctree-resolved', expand_listings)\n", '',
         'tests/test_builders.py::test_no_builder_warns'),
    Cure('B3 only plain data is stored', 'domain.py',
         "{'records': RecordStore()}", "{'records': RecordStore(), 'odd': lambda: 0}",
         'tests/test_builders.py::test_no_builder_warns'),
    Cure('B4 what cannot be printed is replaced', 'extract/characters.py',
         "_UNPRINTABLE.sub('\\N{REPLACEMENT CHARACTER}', unicodedata.normalize('NFC', text))",
         "unicodedata.normalize('NFC', text)", _INPUTS + 'every_builder_builds_it'),
    Cure('B4 what deceives is shown', 'extract/characters.py',
         'return name if name.isascii() else _DECEPTIVE.sub(_number, name)', 'return name',
         _INPUTS + 'nothing_is_lost'),
    Cure('B4 and warned of', 'collector.py',
         '    tell(record, observer.sources, docname)\n', '',
         _INPUTS + 'each_oddity_is_one_typed_warning'),
    Cure('B5 what cannot be read costs its document', 'collector.py',
         '    except Exception as error:  # noqa: BLE001  any extension',
         '    except KeyError as error:  # noqa: BLE001  any extension',
         'tests/hostile/test_projects.py::test_a_node_that_breaks_the_rules_costs_its_document_only'),
    Cure('B5 nodes are gone through without recursion', 'collect/walk.py',
         '        while stack:\n', '        while len(stack) < 99 and stack:\n'
         '            "".join(c.astext() for c in stack[-1][0].children for _ in range(9))\n',
         'tests/hostile/test_doctrees.py tests/hostile/test_inputs.py tests/test_rules.py'),
    Cure('B6 a pattern is linear', 'extract/scripts/shell_words.py',
         "re.compile(r'(?:[\\w.+-]*+[/~])*+(?:(?![A-Za-z])[\\w.+-])*+[A-Za-z][\\w.+-]*+')",
         "re.compile(r'[\\w./~+-]*[A-Za-z][\\w.+-]*')", 'tests/hostile/test_patterns.py'),
    Cure('B6 blocks that are too long are left out', 'collect/code.py',
         'LONGEST = 1_000_000', 'LONGEST = 10**12', _INPUTS + 'each_oddity_is_one_typed_warning'),
    Cure('B7 sets are the same in every process', 'validation.py',
         '    for name in sorted(config._raw_config):',
         '    config.kwindex_exclude = list(config.kwindex_exclude)\n'
         '    for name in sorted(config._raw_config):',
         'tests/test_config.py::test_values_are_the_same_under_another_hash_seed'),
    Cure('B7 a misspelt name is told', 'validation.py', 'if name.startswith(_OURS) and', 'if False and',
         'tests/test_config.py::test_a_misspelt_name_is_reported_with_its_meaning'),
    Cure('B8 an environment of another version is read anew', '__init__.py',
         "        'env_version': VERSION,\n", '',
         'tests/test_store.py::test_an_environment_of_another_version_is_read_anew'),
    Cure('B9 we answer to no reference to anything', 'domain.py',
         'know better."""\n        return []',
         'know better."""\n        return [("kw:ref", _arguments[-1])]',
         'tests/test_references.py::test_any_and_unknown_targets_are_left_to_others'),
    Cure('B10 warnings have a type', 'messages.py',
         "type='kwindex', subtype=subtype, ", '', 'tests/test_names.py tests/test_sources.py'),
    Cure('C1 a reading process sends its own', 'store.py',
         'own = self._encoded if os.getpid() == self._process else self._fresh',
         'own = self._encoded',
         'tests/test_store.py::test_a_reading_process_sends_its_own_and_no_more'),
    Cure('C2 a build after no change derives nothing', 'rewrite.py',
         '    domain.is_same = _is_same(app, written)\n', '    domain.is_same = False\n',
         'tests/test_scale.py::test_a_build_after_no_change_decodes_no_record'),
    Cure('C4 what TeX prints stands in no box', 'render/nodes.py',
         "    return nodes.bullet_list('', *lines, bullet='-')",
         "    return nodes.topic('', nodes.title('', 'x'), nodes.bullet_list('', *lines, bullet='-'))",
         'tests/test_printed.py::test_each_entry_is_a_line_and_stands_in_no_box'),
    Cure('C4 nor in one line', 'render/nodes.py',
         "    return nodes.bullet_list('', *lines, bullet='-')",
         "    return nodes.paragraph('', '', *[n for line in lines for n in line[0].children])",
         'tests/test_printed.py::test_each_entry_is_a_line_and_stands_in_no_box'),
    Cure('C4 pdflatex has the spaces', 'render/nodes.py', '.translate(_SPACES)', '',
         'tests/test_printed.py::test_only_spaces_that_pdflatex_has_are_printed'),
    Cure('C5 generated pages are not searched', 'documents.py',
         "for name in ('orphan', 'nosearch'):", "for name in ('orphan',):",
         'tests/test_inventory.py'),
    Cure('D1 texts are escaped', 'render/markup.py',
         'return escape(words, quote=False)', 'return words',
         f'tests/test_html.py::test_hostile_names_are_escaped {_INPUTS}no_markup_of_a_name_is_markup'),
    Cure('D1 attributes are escaped', 'render/markup.py',
         '="{escape(str(value))}"\'', '="{value}"\'', 'tests/test_html.py tests/hostile/test_inputs.py'),
    Cure('D2 no script stands in a page', 'render/html.py',
         'return f\'<div{start}>{more}', 'return f\'<script>1</script><div{start}>{more}',
         'tests/browser/test_safety.py tests/test_html.py'),
    Cure('D3 data are a script', 'filterdata.py', "_START = 'window.kwindexData = '", "_START = ''",
         'tests/test_ranges.py tests/browser/test_long.py'),
    Cure('D4 nothing is removed through a link', 'removing.py',
         ' or path.resolve() != path:', ':',
         'tests/hostile/test_projects.py::test_nothing_is_written_through_a_link'),
    Cure('D5 no pickle is loaded', 'written.py', 'import json\n', 'import json\nimport pickle\n',
         'tests/hostile/test_promises.py::test_no_module_runs_or_loads_what_it_should_not'),
    Cure('E nothing is written among the sources', 'summary.py',
         '    domain = KeywordDomain.of(app.env)\n    counts',
         '    (app.srcdir / "odd.txt").write_text("x")\n'
         '    domain = KeywordDomain.of(app.env)\n    counts',
         'tests/test_sources.py::test_nothing_is_written_outside_of_the_output '
         'tests/hostile/test_promises.py'),
    Cure('E nothing deprecated is used', 'collector.py',
         '        env = app.env\n', '        env = app.env.app.env\n', 'tests/test_collect.py'),
    Cure('what was interrupted is written again', 'unfinished.py',
         'is_unfinished = _path(app.builder).is_file()', 'is_unfinished = False',
         'tests/hostile/test_killed.py'),
    Cure('and noted before anything is read', 'unfinished.py', 'if docnames:', 'if False:',
         'tests/hostile/test_killed.py::test_what_was_read_is_written_though_no_keyword_has_changed'),
    Cure('for each output directory', 'unfinished.py', 'os.fsencode(outdir(builder))', "b''",
         'tests/hostile/test_killed.py::test_a_build_into_another_directory_completes_no_other'),
    Cure('as is one that was killed at no change', 'unfinished.py', '_is_cut(info):', 'False:',
         'tests/hostile/test_killed.py::test_a_build_of_nothing_that_was_killed_is_completed'),
    Cure('what was read and not saved is read again', 'reading.py',
         'return _note(env).is_file()', 'return False',
         'tests/hostile/test_killed.py::test_what_was_read_is_read_again_when_its_source_is_put_back'),
    Cure('and its pages are known', 'rewrite.py', '    ours = domain.written.generated  #',
         '    ours = written.generated  #',
         'tests/hostile/test_killed.py::test_pages_of_a_killed_build_are_removed_with_their_document'),
]  # fmt: skip


def without(cure: Cure) -> tuple[int, str]:
    """Run the tests of a cure in a copy that does not have it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, 'copy')
        copy.mkdir()
        ignored = shutil.ignore_patterns('__pycache__', '.*_cache')
        for name in (PACKAGE, 'tests', 'example'):
            shutil.copytree(REPOSITORY / name, copy / name, ignore=ignored)
        for name in ('pyproject.toml', 'README.rst', 'CHANGES.rst'):
            shutil.copy(REPOSITORY / name, copy)
        file = copy / PACKAGE / cure.file
        text = file.read_text(encoding='utf-8')
        assert text.count(cure.text) >= 1, f'{cure.mode}: not in {cure.file}: {cure.text}'
        file.write_text(text.replace(cure.text, cure.instead), encoding='utf-8')
        command = [sys.executable, '-m', 'pytest', '-q', '-x', '--no-header', '-p', 'no:cacheprovider']
        done = subprocess.run(
            [*command, *cure.tests.split()], cwd=copy, check=False, capture_output=True, text=True,
            env=os.environ | {'PYTHONPATH': str(copy)},
        )  # fmt: skip
        failed = [line for line in done.stdout.splitlines() if line.startswith(('FAILED', 'ERROR'))]
        return done.returncode, failed[0][:90] if failed else done.stdout[-200:]


def main() -> int:
    wanted, missing = sys.argv[1:], 0
    for cure in CURES:
        if not wanted or cure.mode.startswith(tuple(wanted)):
            code, failed = without(cure)
            missing += code != 1
            print('fails' if code == 1 else f'STATUS {code}', cure.mode, failed, sep=' | ', flush=True)
    return int(bool(missing))


if __name__ == '__main__':
    sys.exit(main())
