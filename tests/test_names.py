"""Names of generated pages, and what else has them: documents of authors, folders, labels."""

import os

import pytest
from links import Crawl
from project import CONF, digests


def titled(title, more=''):
    return f'{title}\n{"=" * len(title)}\n\n``a_name`` of {title}.\n{more}'


def orphans(*names):
    """Return documents that are in no toctree, and a root document."""
    files = {f'{name}.rst': ':orphan:\n\n' + titled(name) for name in names}
    return {'conf.py': f'{CONF}copyright = version = "1"\n', 'index.rst': titled('Start'), **files}


@pytest.mark.parametrize(
    ('builder', 'own', 'page'),
    [
        ('html', 'kwindex/index', 'kwindex/index'),
        ('html', 'kwindex/glossary', 'kwindex/glossary'),
        ('html', 'kwindex/doc/a', 'kwindex/doc/a'),
        ('html', 'kwindex/folder/dir', 'kwindex/folder/dir'),
        ('dirhtml', 'kwindex', 'kwindex/index'),
        ('dirhtml', 'kwindex/doc/a/index', 'kwindex/doc/a'),
        ('epub', 'kwindex/index', 'kwindex/index'), ('text', 'kwindex/index', ''),
        ('html', 'kwindex/doc/A', ''), ('epub', 'kwindex/doc/a', ''), ('html', 'kwindex', ''),
    ],
)  # fmt: skip
def test_an_authors_document_of_the_same_name_wins(make, tmp_path, builder, own, page):
    if own == 'kwindex/doc/A' and (tmp_path / 'SOURCE').exists():
        pytest.skip('case makes no difference on this disk')
    files = orphans('a', 'dir/b', own)
    files['a.rst'] += ':kw:doc:`index`\n\n.. py:class:: InA\n\n:kw:ref:`InA`\n'
    built = make(files, builder)
    warnings = [line for line in built.warning.splitlines() if 'kw.doc' not in line]
    expected = (
        f'{own}.rst: WARNING: this document has the name of the generated page {page!r}, '
        'which is left out. Rename it, or set kwindex_root in conf.py. [kwindex.name_clash]'
    )
    assert [line.partition('source/')[2] for line in warnings] == [expected] * bool(page)
    suffix = {'text': 'txt', 'epub': 'xhtml'}.get(builder, 'html')
    is_folder = builder == 'dirhtml' and not own.endswith('/index')
    file = f'{own}/index.html' if is_folder else f'{own}.{suffix}'
    assert f'of {own}.' in built.text(file)
    if 'html' in builder:
        assert Crawl(built.out).broken == []
        assert '#InA' in ''.join(p.read_text(encoding='utf-8') for p in built.out.rglob('*.html'))
    assert make(files, builder).written == set()


def test_a_clash_comes_and_goes(make, tmp_path):
    """The document may be older than the page."""
    clear, own = orphans('a'), orphans('a', 'kwindex/doc/a')
    taken = tmp_path / 'source/kwindex/doc/a.rst'
    for number, files in enumerate((clear, own, clear, own)):
        if number == 1:
            taken.parent.mkdir(parents=True)
            taken.write_text(own['kwindex/doc/a.rst'], encoding='utf-8')
            os.utime(taken, (1, 1))
        built = make(files)
        assert ('name_clash' in built.warning) is (files is own)
        assert ('of kwindex/doc/a.' in built.text('kwindex/doc/a.html')) is (files is own)
        assert ('kwx-page' in built.text('kwindex/doc/a.html')) is (files is clear)
        assert Crawl(built.out).broken == []
        assert make(files).written == set()
    clean = make(files, out='clean', doctrees='clean-doctrees')
    assert digests(built.out / 'kwindex') == digests(clean.out / 'kwindex')


def test_another_folder_ends_a_clash(make):
    built = make(orphans('kwindex/index'), config={'kwindex_root': 'keywords'})
    assert built.warning == ''
    assert 'of kwindex/index.' in built.text('kwindex/index.html')
    assert 'kwx-page' in built.text('keywords/index.html')


def test_two_pages_are_never_written_to_one_file(make):
    built = make(orphans('a/x', 'a/index/y'), 'dirhtml')
    assert Crawl(built.out).broken == []
    assert built.warning == ''
    assert '<title>Keywords in a/ ' in built.text('kwindex/folder/a/index.html')


@pytest.mark.parametrize('builder', ['html', 'dirhtml'])
def test_documents_whose_names_differ_in_case_both_have_pages(make, builder, tmp_path):
    """As autosummary writes ``acme.Thing`` and ``acme.thing``, and Sphinx writes both."""
    if (tmp_path / 'SOURCE').exists():
        pytest.skip('case makes no difference on this disk')
    built = make(orphans('acme.thing', 'acme.Thing', 'Sub/a', 'sub/b'), builder)
    assert built.warning == ''
    assert Crawl(built.out).broken == []
    for page in 'doc/acme.thing', 'doc/acme.Thing', 'folder/Sub', 'folder/sub':
        file = f'kwindex/{page}.html' if builder == 'html' else f'kwindex/{page}/index.html'
        assert f'Keywords in {page.rpartition("/")[2]}' in built.text(file)


@pytest.mark.parametrize(
    ('builder', 'names', 'page'),
    [
        ('html', ['a/x', 'a.html/b/y'], 'kwindex/folder/a'),
        ('dirhtml', ['a/x', 'a/index.html/b/y'], 'kwindex/folder/a'),
        ('html', ['kwindex/doc/a', 'a.html/b'], 'kwindex/doc/a.html/b'),
        ('html', ['kwindex/doc/b.html/mine', 'b'], 'kwindex/doc/b'),
        ('text', ['a/x', 'a.txt/b/y'], ''),
    ],
)
def test_a_page_with_the_name_of_a_folder_is_left_out(make, builder, names, page):
    for number in 2, 1, 2:
        built = make(orphans(*names[:number]), builder)
        expected = [f'a document or folder has the name of the generated page {page!r}']
        found = [line for line in built.warning.splitlines() if line]
        assert len(found) == (number == 2 and page != '')
        assert all(expected[0] in line for line in found)
        assert Crawl(built.out).broken == []


@pytest.mark.parametrize(
    ('pattern', 'left'),
    [
        ('news', {'index', 'newsy', 'b'}), ('news/', {'index', 'newsy', 'b'}),
        ('news/*', {'index', 'newsy', 'b'}), ('b.rst', {'index', 'newsy', 'news/a', 'news/deep/c'}),
        ('**/c', {'index', 'newsy', 'news/a', 'b'}), ('n*', {'index', 'b'}),
    ],
)  # fmt: skip
def test_exclusion_knows_names_files_and_folders(make, pattern, left):
    docnames = ['newsy', 'news/a', 'news/deep/c', 'b']
    built = make(orphans(*docnames), 'text', config={'kwindex_exclude': [pattern]})
    assert {name for name in ['index', *docnames] if not built.record(name).skip} == left


def test_a_listing_that_is_not_shown_need_not_show_anything(make):
    listing = '\n.. only:: latex\n\n   .. envvar:: A_B\n\n   .. kwindex::\n      :kinds: class\n'
    files = {'index.rst': titled('Start', listing)}
    assert make(files).warning == ''
    assert '[kwindex.empty]' in make(files, 'latex', doctrees='other').warning


def test_the_path_of_a_source_is_quoted(make):
    config = {'kwindex_source_url': 'https://example.org/{path}'}
    built = make(orphans('a b#c?'), config=config)
    assert 'https://example.org/a%20b%23c%3F.rst' in built.text('kwindex/doc/a b#c?.html')


@pytest.mark.parametrize(('option', 'word'), [('kinds', 'kind'), ('roles', 'role')])
def test_a_filter_without_a_value_is_an_error(make, option, word):
    built = make({'index.rst': titled('Start', f'\n.. kwindex::\n   :{option}:\n')})
    assert f'it names no {word}' in built.warning
