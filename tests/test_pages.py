"""Content of generated pages, word for word, and where their links lead.

``KWINDEX_GOLDENS=write pytest tests/test_pages.py`` writes what is expected anew.
"""

import os
import re

import pytest
from links import Crawl
from project import TESTS
from trees import page_of

GOLDENS = TESTS / 'goldens'

#: the same is expected of both languages
SYNTAXES = ['rst', 'md']

#: pages of each kind, and a document with a directive
PAGES = [
    'index', 'kwindex/index', 'kwindex/glossary', 'kwindex/doc/api/client_py',
    'kwindex/doc/guide/install', 'kwindex/doc/guide/words', 'kwindex/folder/api',
    'kwindex/folder/api/deep',
]  # fmt: skip


@pytest.mark.parametrize('syntax', SYNTAXES)
@pytest.mark.parametrize('page', PAGES)
def test_content(built, syntax, page):
    """A document is compared as text, a generated page by the outline of its HTML."""
    result = built(f'test-pages/{syntax}', 'text' if page == 'index' else 'html')
    assert result.warning == ''
    if page == 'index':
        text = result.text('index.txt')
    else:
        text = page_of(result, f'{page}.html').one('section', id=f'kwindex-{kind(page)}').outline
    text = text.replace(f'.{syntax}\n', '.SUFFIX\n')
    golden = GOLDENS / f'{page.replace("/", "-")}.txt'
    if os.environ.get('KWINDEX_GOLDENS') == 'write' and syntax == 'rst':
        golden.write_text(text, encoding='utf-8')
    assert text == golden.read_text(encoding='utf-8')


def kind(page):
    return {'doc': 'document'}.get(name := page.split('/')[1], name)


@pytest.fixture(params=SYNTAXES)
def links(request, built):
    pages = Crawl(built(f'test-pages/{request.param}').out).pages
    return lambda page: set(pages[f'{page}.html'].ours)


def test_a_section_is_shown_by_its_title(built):
    result = built('test-pages/rst')
    for page in (result.out / 'kwindex').rglob('*.html'):
        assert not re.search(r'>\s*\[?\d+\]?\s*</a>', page.read_text(encoding='utf-8')), page


def test_a_document_page_leads_to_its_document_sections_folder_source_and_objects(links):
    assert links('kwindex/doc/api/client_py') >= {
        '../../../api/client_py.html', '../../../api/client_py.html#api.Client.send',
        '../../folder/api.html', 'https://example.org/src/client.py', '../../index.html',
    }  # fmt: skip
    found = links('kwindex/doc/guide/install')
    document = '../../../guide/install.html'
    sections = {f'{document}#{i}' for i in ('install', 'needs', 'id1', 'empty', 'then')}
    assert {link for link in found if link.startswith(document)} == sections | {document}
    [source] = [link for link in found if 'example' in link]
    assert source in {f'https://example.org/guide/install.{suffix}' for suffix in SYNTAXES}


def test_lists_lead_to_each_other_up_and_down(links):
    assert links('kwindex/folder/api') >= {
        'api/deep.html', '../index.html', '../../api/client_py.html',
    }  # fmt: skip
    assert '../api.html' in links('kwindex/folder/api/deep')
    assert 'glossary.html' in links('kwindex/index')
    assert 'index.html' in links('kwindex/glossary')


def test_a_document_without_title_is_called_by_its_name(built):
    result = built('test-links/rst')
    page = page_of(result, 'kwindex/doc/untitled.html')
    assert page.one('h1').text.rstrip('¶') == 'Keywords in untitled'
    for path in (result.out / 'kwindex').rglob('*.html'):
        assert 'no title' not in path.read_text(encoding='utf-8')


FILES = {
    'index.rst': 'Index\n=====\n\n:ref:`kwindex` ``a_b`` :kw:ref:`A_B`\n\n.. envvar:: A_B\n',
    'dir/a.rst': ':orphan:\n\nA\n=\n\n``a_b``\n',
}


@pytest.mark.parametrize(
    ('pages', 'expected', 'home'),
    [
        (['index'], {'index'}, 'index'),
        (['glossary'], {'glossary'}, 'glossary'),
        (['index', 'glossary'], {'index', 'glossary'}, 'index'),
        (['documents'], {'doc/index', 'doc/dir/a'}, ''),
        (['folders'], {'folder/dir'}, ''),
        ([], set(), ''),
    ],
)
def test_a_project_chooses_kinds_of_pages_and_their_folder(make, pages, expected, home):
    result = make(FILES, config={'kwindex_pages': pages, 'kwindex_root': 'a/b'})
    assert result.warning == ''
    root = result.out / 'a/b'
    found = {path.relative_to(root).with_suffix('').as_posix() for path in root.rglob('*.html')}
    assert found == expected
    assert Crawl(result.out).broken == []
    start = page_of(result, 'index.html')
    hrefs = {a.attrs.get('href') for a in start.one('div', class_='body').all('a')}
    assert (f'a/b/{home}.html' in hrefs) is bool(home)
    assert (f'a/b/{home}.html#kw-environment-variable-A_B' in hrefs) is bool(home)
    assert '#envvar-A_B' in hrefs
    assert len([a for a in start.all('a') if a.text == 'keywords']) == 2 * bool(home)


@pytest.mark.parametrize(
    ('builder', 'expected'),
    [
        ('html', {'index', 'glossary', 'doc/index', 'doc/dir/a', 'folder/dir'}),
        ('json', {'index', 'glossary', 'doc/index', 'doc/dir/a', 'folder/dir'}),
        ('pickle', {'index', 'glossary', 'doc/index', 'doc/dir/a', 'folder/dir'}),
        ('dirhtml', {'index', 'glossary', 'doc', 'doc/dir/a', 'folder/dir'}),
        ('epub', {'index', 'glossary'}), ('singlehtml', set()), ('text', set()), ('xml', set()),
    ],
)  # fmt: skip
def test_builders_choose_kinds_of_pages(make, builder, expected):
    files = FILES | {'index.rst': FILES['index.rst'].replace(':ref:`kwindex`', '')}
    result = make(files, builder, config={'epub_copyright': 'x', 'version': '1'})
    assert result.warning == ''
    root = result.out / 'kwindex'
    found = {p.relative_to(root).with_suffix('').as_posix() for p in root.rglob('*.*')}
    if builder == 'dirhtml':
        found = {name.removesuffix('/index') for name in found}
    assert found == expected
    assert not any(name.startswith('kwindex') for name in result.app.env.all_docs)


def test_a_page_of_an_author_may_be_the_glossary(make):
    listing = '.. kwindex:: /\n   :style: glossary\n   :title: Words\n'
    files = FILES | {'words.rst': f':orphan:\n\nMy words\n========\n\n{listing}'}
    result = make(files, config={'kwindex_pages': []})
    assert result.warning == ''
    page = page_of(result, 'words.html')
    words = page.one(class_='kwx')
    assert [a.attrs['href'] for a in words.one(class_='kwx-letters').all('a')] == [
        '#kwindex1-letter-a'
    ]
    assert words.one(id='kwindex1-letter-a').text == 'A 1'
    assert words.one('dt').one('a').attrs['href'] == 'index.html#envvar-A_B'
    assert words.one('input', type='search')
    assert words.one(class_='kwx-count').text == '1 keyword'
    scripts = [script.attrs.get('src', '') for script in page.all('script')]
    assert sum(src.startswith('_static/kwindex.js') for src in scripts) == 1
    assert '_static/kwindex.css' in result.text('words.html')
    assert Crawl(result.out).broken == []
