"""Take away each cure of a known failure in a copy, and run the tests that hold it: one must fail.

    python tests/hostile/cures.py [MODE ...]

The modes are those of ``tests/README.rst``, which has the same list for readers. Exit status 1: the
tests passed without a cure.
"""

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
    Cure('A1 what parallel readers read is merged', 'collect/collector.py',
         'records_of(env).merge(docnames, records_of(other))', 'pass',
         'tests/test_builders.py::test_serial_and_parallel_builds_write_the_same'),
    Cure('A2 what shows something else is written', 'incremental.py',
         'if self._before.pages.get(name) != page or', 'if',
         f'{_INCREMENTAL}only_what_moved_is_written'),
    Cure('A2 and nothing else', 'incremental.py',
         'if self._before.pages.get(name) != page or', 'if True or',
         f'{_INCREMENTAL}only_what_moved_is_written'),
    Cure('A3 what is gone is forgotten', 'collect/collector.py',
         'records_of(env).discard(docname)', 'pass',
         f'{_INCREMENTAL}add_and_delete_a_document'),
    Cure('A3 and so are its pages', 'incremental.py',
         '    path.unlink()', '    pass',
         f'{_INCREMENTAL}delete_the_last_document_of_a_folder'),
    Cure('A4 conditions are heeded', 'index/conditions.py',
         'return all(_holds', 'return True or all(_holds',
         'tests/test_steering.py::test_what_stands_under_a_condition_is_shown_where_it_holds'),
    Cure('A5 ids that last are chosen', 'collect/walker.py',
         "return next((i for i in ids if not _AUTOMATIC_ID.fullmatch(i)), ids[0] if ids else '')",
         "return ids[0] if ids else ''", 'tests/test_links.py::test_a_link_takes_the_id_that_lasts'),
    Cure('A5 headings of a single page have ids of their own', 'render/html.py',
         "if builder.name == 'singlehtml' else ''", "if builder.name == 'none' else ''",
         'tests/test_links.py::test_headings_of_ours_have_ids_of_their_own_on_a_single_page'),
    Cure('A5 definitions of substitutions do not count', 'collect/walker.py',
         '    nodes.substitution_definition,\n', '',
         'tests/test_collect.py::test_a_substitution_counts_where_it_is_used'),
    Cure('A5 sources are named from the source directory', 'collect/locations.py',
         '        file, colon, rest = source', '        return source\n        file, colon, rest = source',
         'tests/test_collect.py'),
    Cure('A6 the document of an author wins', 'domain.py',
         'is_free=FileNames(builder).are_free', 'is_free=lambda _page: True',
         'tests/test_names.py::test_an_authors_document_of_the_same_name_wins'),
    Cure('A6 no page has the name of a folder', 'pages/files.py',
         'page.name in self._hidden', 'False',
         'tests/test_names.py::test_a_page_with_the_name_of_a_folder_is_left_out'),
    Cure('A7 a translated source is that of the original', 'collect/locations.py',
         "_TRANSLATED.sub('', source)", 'source',
         'tests/test_locale.py::test_a_translated_text_is_of_the_file_of_the_original'),
    Cure('A8 keywords are in order', 'collect/recorder.py',
         'return tuple(sorted(merged))', 'return tuple(set(merged))', 'tests/test_reproducible.py'),
    Cure('B1 what is outside of a book is named without a link', 'render/doctree.py',
         '        except NoUri:\n            return False', '        except KeyError:\n            return False',
         'tests/test_builders.py::test_a_book_names_what_is_outside_of_it_without_a_link'),
    Cure('B2 our nodes are replaced before writing', '__init__.py',
         "    app.connect('doctree-resolved', complete_doctree)\n", '',
         'tests/test_builders.py::test_no_builder_warns'),
    Cure('B3 only plain data is stored', 'domain.py',
         "{'records': RecordStore()}", "{'records': RecordStore(), 'odd': lambda: 0}",
         'tests/test_builders.py::test_no_builder_warns'),
    Cure('B4 what cannot be printed is replaced', 'extract/names.py',
         "_UNPRINTABLE.sub('\\N{REPLACEMENT CHARACTER}', unicodedata.normalize('NFC', text))",
         "unicodedata.normalize('NFC', text)", _INPUTS + 'every_builder_builds_it'),
    Cure('B4 what deceives is shown', 'extract/names.py',
         'return name if name.isascii() else _DECEPTIVE.sub(_escape, name)', 'return name',
         _INPUTS + 'nothing_is_lost'),
    Cure('B4 and warned of', 'collect/collector.py',
         '    warn_of_characters(record, recorder.sources, docname)\n', '',
         _INPUTS + 'each_oddity_is_one_typed_warning'),
    Cure('B5 what cannot be read costs its document', 'collect/collector.py',
         '    except Exception as error:  # noqa: BLE001  any extension', '    except KeyError as error:  # noqa: BLE001  any extension',
         'tests/hostile/test_projects.py::test_a_node_that_breaks_the_rules_costs_its_document_only'),
    Cure('B5 nodes are gone through without recursion', 'collect/walker.py',
         '        while stack:\n', '        while len(stack) < 99 and stack:\n'
         '            "".join(c.astext() for c in stack[-1][0].children for _ in range(9))\n',
         'tests/hostile/test_doctrees.py tests/hostile/test_inputs.py tests/test_rules.py'),
    Cure('B6 a pattern is linear', 'extract/scripts/shell.py',
         "re.compile(r'(?:[\\w.+-]*+[/~])*+(?:(?![A-Za-z])[\\w.+-])*+[A-Za-z][\\w.+-]*+')",
         "re.compile(r'[\\w./~+-]*[A-Za-z][\\w.+-]*')", 'tests/hostile/test_patterns.py'),
    Cure('B6 blocks that are too long are left out', 'collect/code_blocks.py',
         'LONGEST = 1_000_000', 'LONGEST = 10**12', _INPUTS + 'each_oddity_is_one_typed_warning'),
    Cure('B7 sets are the same in every process', 'config.py',
         'items.sort(key=repr)', 'pass',
         'tests/test_config.py::test_values_are_the_same_under_another_hash_seed'),
    Cure('B7 a misspelt name is told', 'config.py',
         'if _PREFIX.match(name) and', 'if False and',
         'tests/test_config.py::test_a_misspelt_name_is_reported_with_its_meaning'),
    Cure('B8 an environment of another version is read anew', 'domain.py',
         '    data_version = VERSION\n', '',
         'tests/test_records.py::test_an_environment_of_another_version_is_read_anew'),
    Cure('B9 we answer to no reference to anything', 'domain.py',
         'without the method MyST warns."""\n        return []', 'without the method MyST warns."""\n        return [("kw:ref", _arguments[-1])]',
         'tests/test_references.py::test_any_and_unknown_targets_are_left_to_others'),
    Cure('B10 warnings have a type', 'i18n.py',
         "type='kwindex', subtype=kind.name.lower(), ", '',
         'tests/test_names.py tests/test_directive.py'),
    Cure('C1 a reading process sends its own', 'records.py',
         'own = self._encoded if os.getpid() == self._process else self._fresh',
         'own = self._encoded',
         'tests/test_records.py::test_a_reading_process_sends_its_own_and_no_more'),
    Cure('C2 a build after no change derives nothing', 'incremental.py',
         'if self._is_unchanged(app):', 'if False:',
         'tests/test_scale.py::test_a_build_after_no_change_decodes_no_record'),
    Cure('C4 what TeX prints stands in no box', 'render/doctree.py',
         "    return nodes.bullet_list('', *lines, bullet='-')",
         "    return nodes.topic('', nodes.title('', 'x'), nodes.bullet_list('', *lines, bullet='-'))",
         'tests/test_builders.py::test_each_entry_is_a_line_and_stands_in_no_box'),
    Cure('C4 nor in one line', 'render/doctree.py',
         "    return nodes.bullet_list('', *lines, bullet='-')",
         "    return nodes.paragraph('', '', *[n for line in lines for n in line[0].children])",
         'tests/test_builders.py::test_each_entry_is_a_line_and_stands_in_no_box'),
    Cure('D1 texts are escaped', 'render/html.py',
         'return escape(words, quote=False)', 'return words',
         f'tests/test_html.py::test_hostile_names_are_escaped {_INPUTS}no_markup_of_a_name_is_markup'),
    Cure('D1 attributes are escaped', 'render/html.py',
         '="{escape(str(value))}"\'', '="{value}"\'', 'tests/test_html.py tests/hostile/test_inputs.py'),
    Cure('D2 no script stands in a page', 'render/html.py',
         'return f\'<div{start}>{more}', 'return f\'<script>1</script><div{start}>{more}',
         'tests/browser/test_safety.py tests/test_html.py'),
    Cure('D3 data are a script', 'html/pages.py',
         'window.kwindexData = ', '',
         'tests/test_pagination.py tests/browser/test_long.py'),
    Cure('D4 nothing is removed through a link', 'incremental.py',
         ' or path.resolve() != path', '',
         'tests/hostile/test_projects.py::test_nothing_is_written_through_a_link'),
    Cure('D5 no pickle is loaded', 'incremental.py',
         'import json\n', 'import json\nimport pickle\n',
         'tests/hostile/test_promises.py::test_no_module_runs_or_loads_what_it_should_not'),
    Cure('E nothing is written among the sources', 'html/pages.py',
         "    info('kwindex: %s'", '    (app.srcdir / "odd.txt").write_text("x")\n    info(\'kwindex: %s\'',
         'tests/hostile/test_promises.py::test_a_build_touches_and_runs_nothing_else'),
    Cure('E nothing deprecated is used', 'collect/collector.py',
         '        env = app.env\n', '        env = app.env.app.env\n', 'tests/test_collect.py'),
    Cure('what was interrupted is written again', 'incremental.py',
         "['', '', page[-1]] if name in pages else page", 'page',
         'tests/hostile/test_killed.py'),
    Cure('and its pages are known', 'incremental.py',
         'for name, page in after.pages.items()\n            },\n            documents',
         'for name, page in ()\n            },\n            documents',
         'tests/hostile/test_killed.py::test_pages_of_a_killed_build_are_removed_with_their_document'),
    Cure('of a file of data, too', 'incremental.py',
         "remove(outdir / f'{file}.part', outdir)", 'pass',
         'tests/hostile/test_killed.py::test_half_a_file_of_a_killed_build_is_removed_though_nobody_wants_it_now'),
    Cure('B8 a state of another shape is none', 'incremental.py', '            state.check()\n', '',
         f'{_INCREMENTAL}a_state_of_another_shape_is_no_state'),
    Cure('B8 nor one that is a folder', 'incremental.py', 'except (OSError, ValueError', 'except (ValueError',
         f'{_INCREMENTAL}a_damaged_state_file_costs_nothing_but_time'),
    Cure('A2 all of ours is written with all documents', 'incremental.py', 'set(self._after.pages) if is_whole else stale', 'stale',
         f'{_INCREMENTAL}all_pages_are_written_where_sphinx_writes_all_documents'),
    Cure('A2 links change with the pages that there are', 'incremental.py', ' context.replaced,', '',
         f'{_INCREMENTAL}breadcrumbs_lead_to_the_folders_that_have_a_page'),
    Cure('A3 suffixes of files are a setting', 'incremental.py', '            if outdir / file not in kept:', '            if False:',
         f'{_INCREMENTAL}no_page_of_ours_stays_when_the_suffix_of_files_changes'),
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
        command = [sys.executable, '-m', 'pytest', '-q', '-x', '-n', '0', '--no-header', '-m', '']
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
