"""What generated pages show: word for word as text, and where their links lead.

``KWINDEX_GOLDENS=write pytest tests/test_pages.py`` writes what is expected anew.
"""

from __future__ import annotations

import os
import re

import pytest
from links import Crawl
from project import TESTS

GOLDENS = TESTS / 'goldens'

#: the same is expected of both languages
SYNTAXES = ['rst', 'md']

#: pages of each type, and a document with a directive
PAGES = [
    'index',
    'kwindex/index',
    'kwindex/all',
    'kwindex/doc/api/client_py',
    'kwindex/doc/guide/install',
    'kwindex/doc/guide/words',
    'kwindex/folder/api',
    'kwindex/folder/api/deep',
]


@pytest.mark.parametrize('syntax', SYNTAXES)
@pytest.mark.parametrize('page', PAGES)
def test_text(built, syntax, page):
    result = built(f'test-pages/{syntax}', 'text')
    assert result.warning == ''
    text = result.text(f'{page}.txt').replace(f'.{syntax}\n', '.SUFFIX\n')
    golden = GOLDENS / f'{page.replace("/", "-")}.txt'
    if os.environ.get('KWINDEX_GOLDENS') == 'write' and syntax == 'rst':
        golden.write_text(text, encoding='utf-8')
    assert text == golden.read_text(encoding='utf-8')


def part(text, heading):
    """Give the lines below a heading, up to the next."""
    return text.partition(f'-[ {heading} ]-\n')[2].partition('-[ ')[0]


@pytest.fixture(params=SYNTAXES)
def text(request, built):
    return lambda page: built(f'test-pages/{request.param}', 'text').text(f'{page}.txt')


@pytest.fixture(params=SYNTAXES)
def links(request, built):
    pages = Crawl(built(f'test-pages/{request.param}').out).pages
    return lambda page: set(pages[f'{page}.html'].ours)


def test_a_document_page_has_its_kinds_in_their_order(text):
    headings = re.findall(r'-\[ (.+) \]-', text('kwindex/doc/guide/install'))
    kinds = ['Terms', 'Classes', 'Environment variables', 'Files', 'Names']
    assert headings == [*kinds, 'By section']


def test_names_stand_from_a_to_z_whatever_their_case(text):
    rows = part(text('kwindex/doc/guide/install'), 'Names')
    names = re.findall(r'^\* "(\w+)" ', rows, re.MULTILINE)
    assert names == ['a_name', 'Ab_name', 'b_name']


def test_a_keyword_leads_to_where_it_is_defined_first_then_to_all_else(text):
    [places] = re.findall(
        r'"api.Client" .*?\[(.+?)\]', part(text('kwindex/doc/api/client_py'), 'Classes'), re.DOTALL
    )
    assert ' '.join(places.split()) == 'The class, Client, After'


def test_the_map_has_every_section_in_the_order_of_the_document(text):
    rows = part(text('kwindex/doc/guide/install'), 'By section')
    titles = re.findall(r'^\* (\w+)', rows, re.MULTILINE)
    assert titles == ['Install', 'Needs', 'Needs', 'Empty', 'Then']


def test_a_section_is_shown_by_its_title(built):
    result = built('test-pages/rst')
    for page in (result.out / 'kwindex').rglob('*.html'):
        assert not re.search(r'>\s*\[?\d+\]?\s*</a>', page.read_text(encoding='utf-8')), page


def test_a_document_page_leads_to_its_document_its_folder_its_source_and_the_glossary(links):
    found = links('kwindex/doc/api/client_py')
    assert found >= {
        '../../../api/client_py.html',
        '../../folder/api.html',
        'https://example.org/src/client.py',
        '../../index.html',
    }


def test_the_original_file_is_the_source_unless_a_pattern_says_otherwise(links):
    [source] = [link for link in links('kwindex/doc/guide/install') if 'example' in link]
    assert source in {f'https://example.org/guide/install.{suffix}' for suffix in SYNTAXES}


def test_a_document_page_leads_to_each_section(links):
    found = links('kwindex/doc/guide/install')
    document = '../../../guide/install.html'
    sections = {f'{document}#{i}' for i in ('install', 'needs', 'id1', 'empty', 'then')}
    assert found >= sections
    assert {link for link in found if link.startswith(document)} <= sections | {document}


def test_a_defined_keyword_leads_to_the_object_itself(links):
    assert '../../../api/client_py.html#api.Client.send' in links('kwindex/doc/api/client_py')


def test_a_folder_page_names_the_page_of_each_place(text):
    page = ' '.join(text('kwindex/folder/api').split())
    assert '[The class · Client, Client, After · Client, Socket]' in page


def test_a_folder_page_leads_up_and_down_and_counts(text, links):
    assert '* api/deep/ (3)' in text('kwindex/folder/api')
    assert re.search(r'\* api/ \(6\)\n\n\* guide/ \(10\)', text('kwindex/all'))
    assert links('kwindex/folder/api') >= {'../all.html', 'api/deep.html', '../index.html'}
    assert '../../api/client_py.html' in links('kwindex/folder/api')


def test_the_glossary_has_what_is_defined_or_explained_and_nothing_else(text):
    names = re.findall(r'^\* "?(.+?)"? \(', text('kwindex/index'), re.MULTILINE)
    assert names == [
        'api.Client', 'api.Client.send()', 'api.Client.timeout', 'api.Socket', 'api.Socket.send()',
        'API_HOME', 'client', 'server',
    ]  # fmt: skip


def test_a_document_without_title_is_called_by_its_name(built):
    result = built('test-links/rst', 'text')
    assert result.text('kwindex/doc/untitled.txt').startswith('Keywords in untitled\n')
    assert 'no title' not in ''.join(
        path.read_text(encoding='utf-8') for path in (result.out / 'kwindex').rglob('*.txt')
    )


@pytest.mark.parametrize(
    ('pages', 'expected'),
    [
        (['glossary'], {'kwindex/index'}),
        (['documents'], {'kwindex/doc/index', 'kwindex/doc/dir/a'}),
        (['folders'], {'kwindex/all', 'kwindex/folder/dir'}),
        ([], set()),
    ],
)
def test_a_project_chooses_which_pages_there_are(make, pages, expected):
    source = {'index.rst': 'Index\n=====\n', 'dir/a.rst': ':orphan:\n\nA\n=\n\n``a_b``\n'}
    result = make(source, config={'kwindex_pages': pages, 'kwindex_root': 'kwindex'})
    assert result.warning == ''
    assert {name for name in result.written if name.startswith('kwindex')} == expected
    assert Crawl(result.out).broken == []


def test_a_project_chooses_the_folder_of_the_pages(make):
    result = make({'index.rst': 'Index\n=====\n\n:ref:`kwindex`\n'}, config={'kwindex_root': 'a/b'})
    assert result.warning == ''
    assert result.written == {'index', 'a/b/index', 'a/b/all', 'a/b/doc/index'}
    assert 'href="a/b/index.html"' in result.text('index.html')
