"""Names of generated pages, and what else has them: documents, files, labels."""

from __future__ import annotations

import os

import pytest
from links import Crawl
from project import CONF, digests

TITLED = '{0}\n{1}\n\n``a_name`` of {0}.\n'


def titled(title, more=''):
    return TITLED.format(title, '=' * len(title)) + more


def test_a_document_that_is_written_where_a_page_would_be_is_kept(make):
    files = {'index.rst': titled('Start', '\n.. toctree::\n\n   kwindex\n')}
    files['kwindex.rst'] = titled('My own guide')
    built = make(files, 'dirhtml')
    assert built.warning.count('[kwindex.name_clash]') == 1
    assert "takes the name of the generated page 'kwindex/index'" in built.warning
    assert '<title>My own guide' in built.text('kwindex/index.html')
    assert Crawl(built.out).broken == []
    assert '<title>Keyword index' in make(files, 'html').text('kwindex/index.html')


def test_two_pages_are_never_written_to_one_file(make):
    files = {
        'index.rst': titled('Start', '\n.. toctree::\n   :glob:\n\n   a/*\n   a/index/*\n'),
        'a/x.rst': titled('X'),
        'a/index/y.rst': titled('Y'),
    }
    built = make(files, 'dirhtml')
    assert Crawl(built.out).broken == []
    assert built.warning.count('[kwindex.name_clash]') == 1
    assert "page 'kwindex/folder/a/index' is left out" in built.warning
    assert '<title>Keywords in a/ ' in built.text('kwindex/folder/a/index.html')


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'text'])
def test_of_names_that_differ_in_case_only_the_page_that_is_left_out_is_named(
    make, builder, tmp_path
):
    if (tmp_path / 'SOURCE').exists():
        pytest.skip('case makes no difference on this disk')
    names = ['foo', 'Foo', 'bar']
    files = {f'{name}.rst': ':orphan:\n\n' + titled(name) for name in names}
    for text in ('Start', 'Start again'):
        built = make(files | {'index.rst': titled(text)}, builder)
        [warning] = built.warning.splitlines()
        assert warning.endswith(
            "source/foo.rst: WARNING: the generated page 'kwindex/doc/foo' is left out, since its "
            "file is also that of 'kwindex/doc/Foo' (case does not count). Rename one of the "
            'documents or folders that they are about. [kwindex.name_clash]'
        )
        assert 'kwindex/doc/Foo' in built.app.env.all_docs
    excluded = make(files, builder, config={'kwindex_exclude': ['foo'], 'root_doc': 'bar'})
    assert excluded.warning == ''


def test_an_old_file_may_take_the_name_of_a_page(make, tmp_path):
    files = {'index.rst': titled('Start'), 'old.rst': ':orphan:\n\n' + titled('Old')}
    make(files)
    taken = tmp_path / 'source/kwindex/index.rst'
    moved = {'index.rst': files['index.rst'], 'kwindex/index.rst': files['old.rst']}
    taken.parent.mkdir()
    taken.write_text(files['old.rst'], encoding='utf-8')
    os.utime(taken, (1, 1))
    built = make(moved)
    assert 'kwindex.name_clash' in built.warning
    assert '<title>Old' in built.text('kwindex/index.html')
    assert 'kwindex/index' in built.records


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_a_name_that_is_given_back_is_a_page_again(make, builder):
    files = {'index.rst': titled('Start'), 'sub/b.rst': ':orphan:\n\n' + titled('B')}
    make(files | {'kwindex/index.rst': ':orphan:\n\n' + titled('Mine')}, builder)
    again = make(files, builder)
    clean = make(files, builder, out='clean', doctrees='clean-doctrees')
    assert again.warning == ''
    assert digests(again.out / 'kwindex') == digests(clean.out / 'kwindex')


@pytest.mark.parametrize('order', [('sphinx.ext.autosummary',), ()])
def test_others_who_look_for_the_files_of_documents_find_none_of_ours(make, order):
    extensions = [*order, 'sphinxcontrib_kwindex', *({'sphinx.ext.autosummary'} - {*order})]
    conf = CONF.replace("['sphinxcontrib_kwindex']", repr(extensions))
    for text in ('Start', 'Start again'):
        built = make({'conf.py': conf, 'index.rst': titled(text)})
        assert built.warning == ''


@pytest.mark.parametrize(
    ('pattern', 'left'),
    [
        ('news', {'index', 'newsy', 'b'}),
        ('news/', {'index', 'newsy', 'b'}),
        ('news/*', {'index', 'newsy', 'b'}),
        ('b.rst', {'index', 'newsy', 'news/a', 'news/deep/c'}),
        ('**/c', {'index', 'newsy', 'news/a', 'b'}),
        ('n*', {'index', 'b'}),
    ],
)
def test_exclusion_knows_names_files_and_folders(make, pattern, left):
    docnames = ['index', 'newsy', 'news/a', 'news/deep/c', 'b']
    files = {f'{name}.rst': ':orphan:\n\n' + titled(name) for name in docnames}
    built = make(files, 'text', config={'kwindex_exclude': [pattern]})
    assert {name for name in docnames if not built.record(name).skip} == left


@pytest.mark.parametrize('builder', ['html', 'gettext'])
def test_files_with_the_suffix_of_pages_are_no_documents(make, builder):
    strays = ['index-2', 'notes', 'kwindex/index']
    files = {'index.rst': titled('Start')} | {f'{name}.kwindex': 'x\n' for name in strays}
    for text in ('Start', 'Start again', 'Start again'):
        built = make(files | {'index.rst': titled(text)}, builder)
        assert [line.rpartition('source/')[2] for line in built.warning.splitlines()] == [
            f'{name}.kwindex: this file is no document, since its suffix is that of generated '
            'pages: rename it. [kwindex.name_clash]'
            for name in sorted(strays)
        ]
        assert built.records == ['index']
        assert not built.app.env.all_docs.keys() & {'index-2', 'notes'}
    if builder == 'html':
        assert Crawl(built.out).broken == []
        assert '<title>Keyword index' in built.text('kwindex/index.html')


def test_a_document_is_read_though_a_file_with_the_suffix_of_pages_is_beside_it(make):
    built = make({'index.rst': titled('Start'), 'index.kwindex': 'x\n'})
    assert 'index.kwindex: this file is no document' in built.warning
    assert '<title>Start' in built.text('index.html')


def test_a_file_with_the_suffix_of_pages_that_is_excluded_is_not_named(make):
    files = {'index.rst': titled('Start'), 'notes.kwindex': 'x\n'}
    assert make(files, config={'exclude_patterns': ['notes.*']}).warning == ''


def test_a_generated_page_has_a_file_by_name(make):
    project = make({'index.rst': titled('Start')}).app.project
    for page in project.generated:
        assert project.path2doc(project.doc2path(page, absolute=False)) == page


@pytest.mark.parametrize(
    'suffix',
    [{'.rst': 'restructuredtext', '.kwindex': 'markdown'}, ['.rst', '.kwindex'], '.kwindex'],
)
def test_the_suffix_of_pages_is_nobody_elses(make, suffix):
    files = {'index.rst': titled('Start')}
    files['conf.py'] = f'{CONF}\nsource_suffix = {suffix!r}\n'
    for text in ('Start', 'Start again'):
        built = make(files | {'index.rst': titled(text)})
        assert built.warning == (
            "WARNING: conf.py: source_suffix: '.kwindex' is the suffix of generated pages and is "
            'left out: take another one, and rename the files. [kwindex.name_clash]\n'
        )
        assert '<title>Keyword index' in built.text('kwindex/index.html')
        assert 'a_name' in built.text('kwindex/doc/index.html')


def test_a_listing_that_is_not_shown_need_not_show_anything(make):
    listing = '\n.. only:: latex\n\n   .. envvar:: A_B\n\n   .. kwindex::\n      :kinds: class\n'
    assert make({'index.rst': titled('Start', listing)}).warning == ''
    assert '[kwindex.empty]' in make({'index.rst': titled('Start', listing)}, 'latex').warning


def test_the_path_of_a_source_is_quoted(make):
    files = {'index.rst': titled('Start'), 'a b#c?.rst': ':orphan:\n\n' + titled('Odd')}
    built = make(files, config={'kwindex_source_url': 'https://example.org/{path}'})
    assert 'https://example.org/a%20b%23c%3F.rst' in built.text('kwindex/doc/a b#c?.html')


def test_patterns_that_lead_out_show_nothing_and_are_named_once(make):
    built = make({'index.rst': titled('Start', '\n.. kwindex:: ../up\n')}, 'text')
    assert built.warning.count('WARNING') == 1
    assert "the pattern '../up' leads out of the sources: it is left out" in built.warning
    assert 'a_name"' not in built.text('index.txt').partition('of Start')[2]


@pytest.mark.parametrize(('option', 'word'), [('kinds', 'kind'), ('roles', 'role')])
def test_a_filter_without_a_value_is_an_error(make, option, word):
    built = make({'index.rst': titled('Start', f'\n.. kwindex::\n   :{option}:\n')})
    assert f'it names no {word}' in built.warning


@pytest.mark.parametrize('cut', ['a', 'Aa'])
def test_of_a_list_that_is_left_out_every_page_is(make, cut, tmp_path):
    """``cut`` names the folders whose lists are cut."""
    if (tmp_path / 'SOURCE').exists():
        pytest.skip('case makes no difference on this disk')
    files = {'index.rst': titled('Start'), 'conf.py': f'{CONF}\nkwindex_page_size = 20\n'}
    for folder, title in ('A', 'one'), ('a', 'two'):
        many = ''.join(f'\n.. py:function:: {title}{n:02}\n' for n in range(30 * (folder in cut)))
        files[f'{folder}/{title}.rst'] = ':orphan:\n\n' + titled(title, many)
    built = make(files)
    left = [page for page in built.app.project.generated if page.startswith('kwindex/folder')]
    assert {page.rpartition('/')[2] for page in left} == {'A'}
    [warning] = built.warning.splitlines()
    assert "the generated page 'kwindex/folder/a' is left out" in warning
    assert Crawl(built.out).broken == []


#: the endings of folders that are files where pages of others are written, or what was read of them
ENDINGS = [
    ('html', '.html'),
    ('html', '.HTML'),
    ('html', '.doctree'),
    ('dirhtml', '/index.html'),
    ('text', '.txt'),
    ('xml', '.xml'),
    ('latex', '.doctree'),
    ('kwindex', '.doctree'),
]


@pytest.mark.parametrize(('builder', 'ending'), ENDINGS)
def test_where_a_page_would_have_the_name_of_a_folder_one_is_left_out(make, builder, ending):
    start = {'index.rst': titled('Start')}
    plain = {'a/x.rst': ':orphan:\n\n' + titled('X')}
    odd = {f'a{ending}/b/y.rst': ':orphan:\n\n' + titled('Y')}
    what = "the generated page 'kwindex/folder/a' is left out, since its file is also a folder for"
    for files in (plain | odd, plain, plain | odd):
        built = make(start | files, builder)
        warnings = built.warning.splitlines()
        assert len(warnings) == (len(files) > 1 and builder != 'kwindex')
        for warning in warnings:
            assert what in warning
        assert ('kwindex/folder/a' in built.app.env.all_docs) is (len(files) == 1)
        if 'html' in builder:
            assert Crawl(built.out).broken == []


@pytest.mark.parametrize(
    ('taken', 'page'),
    [('kwindex/doc/a', 'kwindex/doc/a.html/b'), ('kwindex/doc/b.html/mine', 'kwindex/doc/b')],
)
def test_a_document_of_an_author_is_kept_beside_folders_too(make, taken, page):
    names = ['a.html/b', 'a.html/c', 'b', taken]
    files = {f'{name}.rst': ':orphan:\n\n' + titled(name) for name in names}
    built = make(files | {'index.rst': titled('Start')})
    [warning] = built.warning.splitlines()
    assert f'{taken}.rst: WARNING: this document takes the name of the generated' in warning
    assert f'page {page!r}, which is left out' in warning
    assert f'<title>{taken}' in built.text(f'{taken}.html')
    assert Crawl(built.out).broken == []
