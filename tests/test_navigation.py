"""Generated pages in toctrees, and toctrees on generated pages."""

import re
from urllib.parse import urljoin

import pytest
from links import Crawl
from project import CONF
from sphinx.builders.html import StandaloneHTMLBuilder
from trees import page_of

from sphinxcontrib_kwindex.html.page_context import PageContexts

FILES = {
    'conf.py': f"{CONF}html_theme = 'alabaster'\ncopyright = version = '1'\nnitpicky = True\n",
    'index.rst': 'Start\n=====\n\n.. toctree::\n   :caption: All\n   :glob:\n\n   a\n   dir/sub/*\n'
    '   kwindex/index\n   Words <kwindex/glossary>\n   genindex\n',
    'a.rst': 'A\n=\n\n``a_name``\n\n.. toctree::\n   :glob:\n\n   dir/*\n',
    'dir/b.rst': 'B\n=\n\n``b_name``\n',
    'dir/sub/c.rst': 'C\n=\n\n.. py:function:: c_name\n\n   Does it.\n',
}

LISTS = ['kwindex/index', 'kwindex/glossary']


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'epub', 'json'])
def test_index_and_glossary_stand_in_a_toctree(make, builder):
    """As ``genindex`` does: seen with Sphinx 8.1, 8.2 and 9.0, by a table that is private."""
    built = make(FILES, builder)
    assert built.warning == ''
    if builder == 'json':
        return
    start = page_of(built, {'epub': 'index.xhtml'}.get(builder, 'index.html'))
    links = {a.text: a.attrs['href'] for a in start.one(class_='toctree-wrapper').all('a')}
    assert links['Keyword index'] == {
        'html': 'kwindex/index.html', 'dirhtml': 'kwindex/', 'epub': 'kwindex/index.xhtml',
    }[builder]  # fmt: skip
    assert links['Words'].startswith('kwindex/glossary')
    assert Crawl(built.out).broken == []
    if builder == 'epub':
        for file in 'toc.ncx', 'nav.xhtml', 'content.opf':
            assert built.text(file).count('"kwindex/index.xhtml"') >= 1, file
    else:
        page = page_of(built, 'kwindex/index.html')
        assert page.one('a', class_='current', href='#').text == 'Keyword index'


@pytest.mark.parametrize('builder', ['latex', 'man', 'texinfo', 'singlehtml', 'text', 'xml'])
def test_a_toctree_may_name_them_in_other_formats(make, builder):
    files = FILES | {'index.rst': FILES['index.rst'].replace('   genindex\n', '')}
    built = make(files, builder)
    assert built.warning == ''
    assert built.app.env.toctree_includes['index'] == ['a', 'dir/sub/c']


@pytest.mark.parametrize('builder', ['html', 'latex'])
def test_a_toctree_may_name_an_authors_document_in_place_of_a_page(make, builder):
    files = FILES | {'kwindex/index.rst': 'Mine\n====\n\nWhat I wrote.\n'}
    files['index.rst'] = files['index.rst'].replace('   genindex\n', '')
    built = make(files, builder, config={'project': 'p'})
    assert [line for line in built.warning.splitlines() if 'name_clash' not in line] == []
    if builder == 'latex':
        assert 'What I wrote.' in built.text('p.tex')
    else:
        links = page_of(built, 'index.html').one(class_='toctree-wrapper').all('a')
        assert 'Mine' in [a.text for a in links if a.attrs['href'] == 'kwindex/index.html']


@pytest.mark.parametrize('builder', ['html', 'text', 'latex'])
def test_a_toctree_follows_an_author_who_takes_a_name_and_gives_it_back(make, builder):
    start = 'Start\n=====\n\n.. toctree::\n\n   a\n   kwindex/index\n'
    files = {'index.rst': start, 'a.rst': 'A\n=\n\n``alpha_one``\n'}
    mine = files | {'kwindex/index.rst': 'Mine\n====\n\nWhat I wrote.\n'}
    for number, state in enumerate((files, mine, files)):
        result = make(state, builder)
        clean = make(state, builder, out=f'clean{number}', doctrees=f'clean{number}-d')
        names = {name for name in clean.digests if not name.startswith(('_sources', '_static'))}
        assert {n: result.digests[n] for n in names} == {n: clean.digests[n] for n in names}


@pytest.mark.parametrize(
    ('name', 'pages'),
    [
        ('kwindex/index', ['glossary']),
        ('kwindex/glossary', ['index']),
        ('kwindex/doc/a', ['index', 'documents']),
    ],
)
def test_a_page_that_no_toctree_can_have_is_named(make, name, pages):
    files = FILES | {'index.rst': f'Start\n=====\n\n.. toctree::\n   :glob:\n\n   *\n   {name}\n'}
    built = make({**files, 'a.rst': 'A\n=\n'}, config={'kwindex_pages': pages})
    assert f"toctree contains reference to nonexisting document '{name}'" in built.warning


def test_the_names_of_pages_end_with_their_project(make):
    """The table is that of a class, which later builds of this process use."""
    words = 'Start\n=====\n\n.. toctree::\n\n   words/index\n'
    config = {'kwindex_root': 'words'}
    assert make({'index.rst': words}, config=config).warning == ''
    assert 'nonexisting' in make({'index.rst': words}).warning


def test_one_table_is_rendered_for_all_pages(make, monkeypatch):
    made, render = [], StandaloneHTMLBuilder._get_local_toctree
    monkeypatch.setattr(
        StandaloneHTMLBuilder,
        '_get_local_toctree',
        lambda self, name, *more, **options: (
            made.append(name) or render(self, name, *more, **options)
        ),
    )
    built = make(FILES)
    pages = {p.relative_to(built.out).as_posix() for p in (built.out / 'kwindex').rglob('*.html')}
    rendered = [name for name in made if name.startswith('kwindex/')]
    assert len(pages) == 8
    assert len([name for name in rendered if name not in LISTS]) == 1
    assert sorted(name for name in rendered if name in LISTS) == sorted(LISTS)


@pytest.mark.parametrize('builder', ['html', 'dirhtml'])
def test_a_shared_table_is_what_each_page_would_have(make, monkeypatch, builder):
    shared = make(FILES, builder, out='shared', doctrees='one')
    monkeypatch.setattr(PageContexts, '_share_toctree', lambda *_given: None)
    own = make(FILES, builder, out='own', doctrees='two')
    pages = sorted(p.relative_to(own.out).as_posix() for p in own.out.rglob('*.html'))
    assert len(pages) > 10
    for page in pages:
        assert with_whole_addresses(shared, page) == with_whole_addresses(own, page)


def with_whole_addresses(built, page):
    return re.sub(
        r'(?<=internal" href=")[^"]*', lambda found: urljoin(f'/{page}', found[0]), built.text(page)
    )
