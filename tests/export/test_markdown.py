"""``-b kwmarkdown``: pages for a code host, all of whose links lead somewhere."""

import json
import re
import shutil
from pathlib import Path

import project
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_links import PARSER, broken, links, texts

from sphinxcontrib_kwindex.export import markdown
from sphinxcontrib_kwindex.render import code_host
from sphinxcontrib_kwindex.render.code_host import slug, slugs
from sphinxcontrib_kwindex.render.markdown import MARK

ROOT = 'test-export'
SEEDS = project.REPOSITORY.parent / 'shared' / 'seeds'
CONF = "extensions = ['myst_parser', 'sphinxcontrib_kwindex']\nproject = 'P'\n"


@pytest.fixture(scope='module')
def pages(built):
    return built(ROOT, 'kwmarkdown')


def listing(out):
    return sorted(p.relative_to(out).as_posix() for p in out.rglob('*') if p.is_file())


def test_there_is_a_page_for_each_document_folder_and_the_project(pages):
    assert pages.warning == ''
    assert listing(pages.out) == [
        '.kwmarkdown', 'api/client_py_kw.md', 'api/keywords.md', 'glossary_kw.md',
        'guide/deep/keywords.md', 'guide/deep/more_kw.md', 'guide/install_kw.md',
        'guide/keywords.md', 'guide/markdown_kw.md', 'index_kw.md', 'keywords.md',
        'keywords_glossary.md', 'odd names/keywords.md', 'odd names/what? (50% #1)_kw.md',
    ]  # fmt: skip


def test_every_link_leads_to_a_file_and_to_a_heading_of_it(pages):
    followed = 0
    for path in pages.out.rglob('*.md'):
        assert list(broken(path)) == []
        followed += len(links(path))
    assert followed > 100


def fragments(page):
    return {href.partition('#')[2] for href in links(page) if '#' in href}


def test_sections_are_linked_by_the_headings_that_a_code_host_shows(pages):
    assert fragments(pages.out / 'guide' / 'markdown_kw.md') == {
        'markdown--pkgconnect----quoted', 'options', 'options-1', 'options-1-1', 'options-2',
        'a-link-with-snake_case-and-emphasis-and-bold-', 'setext-heading_name', 'pyclasspkgclient',
        '%E4%B8%AD%E6%96%87--heading',
    }  # fmt: skip
    assert fragments(pages.out / 'guide' / 'install_kw.md') == {
        'installing----its-pkgclient', 'options', 'options-1',
        'zw%C3%B6lf-boxk%C3%A4mpfer--%CE%B5%CE%BB%CE%BB%CE%AC%CE%B4%CE%B1-100-',
        'bold-code_name-in-a-link', 'pymethpkgclientsend',
    }  # fmt: skip


def test_what_is_included_from_another_file_is_linked_without_a_fragment(pages):
    page = (pages.out / 'guide' / 'install_kw.md').read_text(encoding='utf-8')
    line = next(line for line in page.splitlines() if 'included_name' in line)
    assert re.search(r'\[Included\]\([^#]*/install\.rst\)', line)


def test_a_page_has_the_layout_of_the_old_ones(pages):
    page = pages.out / 'guide' / 'install_kw.md'
    text = page.read_text(encoding='utf-8')
    found = [line for line in text.splitlines() if line.startswith('#')]
    assert found[:3] == [
        '# Keyword Index: `guide/install.rst`', '## File Information', '## Keywords',
    ]  # fmt: skip
    kinds = ['### Classes', '### Methods', '### Functions', '### Options', '### Names']
    assert [line for line in found if line in kinds] == kinds
    assert found[-2:] == ['## Keyword → Section Map', '## Also on this page']
    assert text.endswith(f'\n---\n\n{MARK}\n')
    facts = [line.partition(':')[0] for line in texts(page)[2:6]]
    assert facts == ['Document', 'Original file', 'Folder', 'See also']


def test_names_are_shown_as_they_are(pages):
    shown = texts(pages.out / 'odd names' / 'what? (50% #1)_kw.md')
    assert any('odd.connect()' in line and '**never** _that_ `one`' not in line for line in shown)
    assert any(line.startswith('Document: What? <b>[odd](x)</b> | x') for line in shown)
    assert 'Export [1.0] *all* of `it`' in texts(pages.out / 'keywords.md')[0]
    glossary = next(t for t in texts(pages.out / 'keywords.md') if t.startswith('connector'))
    assert glossary.startswith('connector (term): ')


def test_the_original_file_is_linked_where_it_can_be(built):
    result = built(ROOT, 'kwmarkdown', config={'kwindex_source_url': 'https://example.org/{path}'})
    page = result.out / 'api' / 'client_py_kw.md'
    assert 'https://example.org/../src/client.py' in links(page)


def test_documents_that_are_skipped_have_no_page(pages):
    assert not (pages.out / 'skipped_kw.md').exists()
    assert 'skipped' not in (pages.out / 'keywords.md').read_text(encoding='utf-8')


@pytest.fixture
def folder(make):
    return lambda files: make({'conf.py': CONF, **files}, 'kwmarkdown', out='out')


def snapshot(out):
    return {name: state for name, state in project.snapshot(out).items() if (out / name).is_file()}


def test_only_what_changes_is_written_and_what_is_gone_is_removed(folder):
    files = {
        'index.md': '# I\n\n```{toctree}\na/one\nb/two\n```\n',
        'a/one.md': '# One\n\n`one_name`\n',
        'b/two.md': '# Two\n\n`two_name`\n',
    }
    out = folder(files).out
    before = snapshot(out)
    folder(files)
    assert snapshot(out) == before
    folder(files | {'a/one.md': '# One\n\n`other_name`\n'})
    after = snapshot(out)
    changed = {name for name in before if before[name][2] != after[name][2]}
    lists = {'keywords.md', 'keywords_glossary.md'}  # nothing is explained: both have all names
    assert changed == {'a/keywords.md', 'a/one_kw.md', *lists}
    assert all(before[name] == after[name] for name in before.keys() - changed)
    folder({'index.md': '# I\n'})
    assert listing(out) == ['.kwmarkdown', 'index_kw.md', 'keywords.md', 'keywords_glossary.md']


def test_files_of_others_are_never_touched(folder, tmp_path):
    others = {
        'index_kw.md': 'An author wrote this.\n',
        'a/gone_kw.md': f'Ours, but of another project\n{MARK}\n',
        'a/keywords.md': 'by hand\n',
        'elsewhere.md': f'{MARK}\n',
    }
    project.write(tmp_path / 'out', others)
    (tmp_path / 'victim.md').write_text(MARK)
    (tmp_path / 'out' / '.kwmarkdown').write_text(
        '../victim_kw.md\n../victim.md\n/etc/passwd\nelsewhere.md\na/keywords.md\n\n'
    )
    (tmp_path / 'out' / 'linked_kw.md').symlink_to(tmp_path / 'victim.md')
    files = {'index.md': '# I\n\n```{toctree}\nlinked\n```\n', 'linked.md': '# L\n\n`a_name`\n'}
    result = folder(files)
    assert result.warning.count('which does not end as generated pages do.') == 2
    assert result.warning.count('[kwindex.name_clash]') == 2
    for name, text in others.items():
        assert (tmp_path / 'out' / name).read_text(encoding='utf-8') == text
    assert (tmp_path / 'victim.md').read_text() == MARK
    assert (tmp_path / 'out' / '.kwmarkdown').read_text() == 'keywords.md\nkeywords_glossary.md\n'


def test_a_page_that_lost_its_last_line_is_kept(folder):
    files = {'index.md': '# I\n\n```{toctree}\none\n```\n', 'one.md': '# One\n\n`one_name`\n'}
    page = folder(files).out / 'one_kw.md'
    written = page.read_text(encoding='utf-8')
    changed = f'{written}\nA note of mine.\n'
    page.write_text(changed, encoding='utf-8')
    for _time in range(2):  # the warning is repeated
        result = folder(files)
        assert result.warning.count('one_kw.md is not written: there is another file') == 1
        assert page.read_text(encoding='utf-8') == changed
    assert folder({'index.md': '# I\n'}).warning == ''
    assert page.read_text(encoding='utf-8') == changed
    page.unlink()
    result = folder(files)
    assert (result.warning, page.read_text(encoding='utf-8')) == ('', written)


def test_whoever_changes_a_page_and_keeps_its_last_line_is_warned_by_that_line(folder):
    files = {'index.md': '# I\n'}
    page = folder(files).out / 'index_kw.md'
    written = page.read_text(encoding='utf-8')
    page.write_text(f'# Mine\n{written}'.replace('\n', '\r\n'), encoding='utf-8')
    assert folder(files).warning == ''
    assert page.read_text(encoding='utf-8') == written


def test_pages_among_the_sources_are_no_documents(tmp_path):
    files = {
        'index.md': '# I\n\n```{toctree}\na/one\n```\n',
        'a/one.md': '# One\n\n`one_name`\n',
        'a/[x]_kw.md': '---\norphan: true\n---\n\n# By hand\n',
        'keywords.md': '---\norphan: true\n---\n\n# By hand\n',
    }
    source, out = tmp_path / 'source', tmp_path / 'source' / 'pages'
    project.write(source, {'conf.py': CONF, **files})
    for _time in range(2):
        result = project.build(source, out, tmp_path / 'doctrees', 'kwmarkdown')
        assert result.warning == ''
        assert set(result.records) == {'index', 'a/one', 'a/[x]_kw', 'keywords'}
    assert (out / 'a' / 'one_kw.md').is_file()
    html = project.build(source, tmp_path / 'html', tmp_path / 'doctrees-html', 'html')
    assert html.warning == ''
    assert not (tmp_path / 'html' / 'pages' / 'a' / 'one_kw.html').exists()
    for path in out.rglob('*.md'):
        assert list(broken(path)) == []


@pytest.mark.skipif(not SEEDS.is_dir(), reason=f'{SEEDS} is not here')
def test_the_seeds_have_all_that_their_old_pages_have(tmp_path):
    source = tmp_path / 'docs'
    shutil.copytree(SEEDS / 'documents', source)
    expected = json.loads((SEEDS / 'expected.json').read_text(encoding='utf-8'))
    entries = '\n'.join(sorted(expected))
    project.write(
        source,
        {p.relative_to(source).as_posix(): p.read_text('utf-8') for p in source.rglob('*.md')}
        | {'conf.py': f"{CONF}suppress_warnings = ['myst', 'misc.highlighting_failure']\n"}
        | {'index.md': f'# Seeds\n\n```{{toctree}}\n{entries}\n```\n'},
    )
    out = project.build(source, tmp_path / 'out', tmp_path / 'doctrees', 'kwmarkdown').out
    export = project.build(source, tmp_path / 'json', tmp_path / 'doctrees', 'kwindex')
    exported = {d['document']: d for d in export.lines('documents.jsonl')}
    for docname, lists in expected.items():
        page = out / f'{docname}_kw.md'
        text = page.read_text(encoding='utf-8')
        assert text.startswith(f'# Keyword Index: `{docname}.md`\n')
        names = set(re.findall(r'(?m)^- \*\*`([^`]+?)(?:\(\))?`\*\*: \[', text))
        assert names == {k['name'] for k in exported[docname]['keywords'] if k['listed']}
        names |= set(re.findall('`([^`]+)`', text.partition('## Also on this page')[2]))
        tails = names | {re.split(r'\.|::', name)[-1] for name in names}
        assert len(set(lists['must']) & tails) >= 0.8 * len(lists['must'])
        sections = re.findall(r'(?m)^#+ (.*)', Path(source, f'{docname}.md').read_text('utf-8'))
        shown = texts(page)
        for section in ('File Metadata', 'Original Source', 'Dependencies', 'Testing & Usage'):
            assert section in sections
            assert any(line.startswith(section) for line in shown)
    for page in out.rglob('*.md'):
        assert list(broken(page)) == []


# -- pure functions


@pytest.mark.parametrize(
    ('heading', 'expected'),
    [
        ('Hello World', 'hello-world'), ("it's 100 % -- sure", 'its-100-----sure'),
        ('A & B', 'a--b'), ('snake_case.py()', 'snake_casepy'), ('Überblick', 'überblick'),
        ('Ⅷ ² ½ e\u0301', 'ⅷ---e\u0301'), ('padded ', 'padded-'), ('😀', ''),
    ],
)  # fmt: skip
def test_slug(heading, expected):
    assert slug(heading) == expected


def test_slugs_that_are_taken_get_numbers():
    assert list(slugs(['A', 'a', 'A 1', 'a', 'b', 'A'])) == ['a', 'a-1', 'a-1-1', 'a-2', 'b', 'a-3']


@given(st.lists(st.text('aA 1-_ä!')))
def test_no_two_slugs_are_the_same(titles):
    found = list(slugs(titles))
    assert len(set(found)) == len(titles)


@given(st.text())
def test_text_is_shown_as_it_is(words):
    words = ''.join(c for c in words if c.isprintable())
    shown = PARSER.parse(f'- x: {code_host.text(words)}')
    inline = next(token for token in shown if token.type == 'inline')
    assert {child.type for child in inline.children} <= {'text', 'text_special'}
    content = ''.join(child.content for child in inline.children)
    assert content == f'x: {" ".join(words.split())}'.strip()


@given(st.text('1234567890.)-+=:*_`[]()#>|\\ ab&;<!~$'))
def test_text_at_the_start_of_a_line_is_shown_as_it_is(words):
    shown = PARSER.parse(code_host.text(words))
    assert [t.type for t in shown] in ([], ['paragraph_open', 'inline', 'paragraph_close'])


@given(st.text('`a \\*_<é', min_size=1).filter(str.strip))
def test_code_is_shown_as_it_is(name):
    inline = MarkdownIt('commonmark').parseInline(f'x {code_host.code(name)} y')[0]
    assert [child.content for child in inline.children] == ['x ', ' '.join(name.split()), ' y']


def test_headings_that_are_only_alike_are_paired():
    titles = ['One', 'foo()', 'Included', 'Two']
    assert code_host.fragments(titles, ['One', 'func foo', 'Two']) == ['one', 'func-foo', '', 'two']
    titles = ['One', 'foo()', 'Two']
    assert code_host.fragments(titles, ['One', 'func foo', 'Two']) == ['one', 'func-foo', 'two']
    titles = ['One', 'Other', 'Two']
    assert code_host.fragments(titles, ['One', 'Else', 'Two']) == ['one', '', 'two']


def test_headings_of_rst():
    text = """
====
Over
====

Under
=====
text that is long
---

Two\\* *words* of ``code`` and `a link <x>`_ and :func:`f` and :code:`c` and word_
===================================================================================
::

    Not
    ===

- - -
x
--
"""
    two = 'Two* words of code and a link and :func:`f` and c and word'
    assert code_host.rst_headings(text) == ['Over', 'Under', two]


def test_a_list_that_is_too_long_goes_on_on_another_page(make, monkeypatch):
    monkeypatch.setattr(markdown, 'PAGE_SIZE', 15)
    names = ' '.join(f'``name_{number}``' for number in range(40))
    files = {'index.rst': f'I\n=\n\n{names}\n\n.. toctree::\n\n   a/one\n',
             'a/one.rst': f'One\n===\n\n{names}\n'}  # fmt: skip
    out = make(files, 'kwmarkdown').out
    parts = sorted(path.name for path in (out / 'a').glob('keywords-*.md'))
    assert len(parts) > 2
    assert f'a/{parts[0]}\n' in (out / '.kwmarkdown').read_text()
    assert sum((out / 'a' / part).read_text().count('- **`name_') for part in parts) == 40
    for page in out.rglob('*.md'):
        assert list(broken(page)) == []
    make(files | {'a/one.rst': 'One\n===\n\n``a_name``\n'}, 'kwmarkdown')
    assert not list((out / 'a').glob('keywords-*.md'))


@pytest.mark.parametrize('original', ['b' * 5000, 'a\0b', 'a/' * 5000])
def test_an_original_that_no_disk_can_have_is_not_looked_into(make, original):
    config = {'kwindex_source_path': {'.*': original}}
    result = make({'index.rst': 'Start\n=====\n\n``a_name``\n'}, 'kwmarkdown', config=config)
    assert result.warning == ''
    assert any('a_name' in page.read_text('utf-8') for page in result.out.rglob('*.md'))
