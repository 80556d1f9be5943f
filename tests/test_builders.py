"""Every builder that Sphinx has: no warning, our pages where they belong, and nothing elsewhere."""

from __future__ import annotations

import json
import re
import zipfile
from importlib.util import find_spec
from xml.etree import ElementTree as ET

import pytest
from project import CONF

#: builder -> how the page of a document is called in its output
PAGES = {
    'html': 'kwindex/doc/{}.html',
    'dirhtml': 'kwindex/doc/{}/index.html',
    'json': 'kwindex/doc/{}.fjson',
}
#: these have a file for each document, and no pages of ours
PLAIN = ['text', 'xml', 'pseudoxml']
#: builder -> the one file that it writes
BOOKS = {
    'singlehtml': 'index.html',
    'latex': 'pages.tex',
    'texinfo': 'pages.texi',
    'man': 'pages.1',
}
#: these show no documents at all
SILENT = ['gettext', 'linkcheck', 'doctest', 'changes', 'dummy', 'coverage', 'kwindex']

BUILDERS = [*PAGES, *PLAIN, *BOOKS, 'epub', *SILENT]

#: one with ``kwindex/index`` in a toctree, and one without
NAMED, UNNAMED = 'test-pages/rst', 'test-no-toctree'

EXTENSIONS = ['sphinx.ext.coverage', 'sphinx.ext.doctest', 'sphinxcontrib_kwindex']
if find_spec('myst_parser'):  # roots in Markdown are skipped without it
    EXTENSIONS = ['myst_parser', *EXTENSIONS]


@pytest.fixture
def book(built, capsys):
    def get(root, builder, parallel=1):
        config = {'extensions': EXTENSIONS}
        result = built(root, builder, config=config, parallel=parallel)
        capsys.readouterr()  # coverage prints its table
        return result

    return get


@pytest.mark.parametrize('parallel', [1, 2])
@pytest.mark.parametrize('root', [NAMED, 'test-pages/md', UNNAMED])
@pytest.mark.parametrize('builder', BUILDERS)
def test_no_builder_warns(book, builder, root, parallel):
    result = book(root, builder, parallel)
    assert result.warning == ''
    assert result.app.statuscode == 0


@pytest.mark.parametrize('builder', BUILDERS)
def test_serial_and_parallel_builds_write_the_same(book, builder):
    serial, parallel = (book(NAMED, builder, n) for n in (1, 2))
    assert serial.digests.keys() == parallel.digests.keys()
    for name in [n for n, digest in serial.digests.items() if parallel.digests[n] != digest]:
        if name.endswith('.fjson'):  # Sphinx itself writes in two ways that there is no metadata
            assert serial.text(name).replace('"meta": null', '"meta": {}') == parallel.text(name)
        else:  # these name the time, and the last one the style of the page written last
            assert name in {'Pages.epub', 'content.opf', 'output.txt', 'globalcontext.json'}


@pytest.mark.parametrize('builder', PAGES)
def test_each_document_has_a_page(book, builder):
    result = book(NAMED, builder)
    for docname in ('index', 'guide/install', 'api/deep/socket'):
        name = PAGES[builder].format(docname).replace('index/index', 'index')
        assert 'Keywords in' in result.text(name)


@pytest.mark.parametrize('builder', ['latex', 'texinfo'])
def test_a_book_prints_the_index_at_its_end(book, builder):
    heading = {'latex': r'\indexname}{Keyword index}', 'texinfo': '@unnumbered Keyword index'}
    text = book(NAMED, builder).text(BOOKS[builder])
    assert 'Client' in text.partition(heading[builder])[2]


@pytest.mark.parametrize('builder', [*BOOKS, *PLAIN])
def test_the_directive_shows_the_keywords_where_there_are_no_pages(book, builder):
    result = book(NAMED, builder)
    suffix = {'text': 'txt', 'xml': 'xml', 'pseudoxml': 'pseudoxml'}.get(builder)
    before, listing = result.text(BOOKS.get(builder, f'index.{suffix}')).split('Everything', 1)
    assert 'Talks to a server.' in re.sub('<[^>]*>', '', listing)
    assert 'Keywords in' not in before + listing
    assert not (result.out / 'kwindex').exists()


@pytest.mark.parametrize('root', [NAMED, UNNAMED])
def test_an_epub_has_index_and_glossary_and_no_page_for_each_document(book, root):
    result = book(root, 'epub')
    [epub] = result.out.glob('*.epub')
    names = zipfile.ZipFile(epub).namelist()
    ours = {name for name in names if name.startswith('kwindex/')}
    assert ours == {'kwindex/index.xhtml', 'kwindex/glossary.xhtml'}
    for manifest in ('content.opf', 'toc.ncx', 'nav.xhtml'):
        assert 'kwindex/doc' not in result.text(manifest)
        assert 'kwindex/folder' not in result.text(manifest)
    assert all(name in result.text('content.opf') for name in ours)
    if root == NAMED:
        assert 'kwindex/index.xhtml' in result.text('toc.ncx')


@pytest.mark.parametrize('root', [NAMED, UNNAMED])
def test_translators_get_no_message_of_ours(book, root):
    result = book(root, 'gettext')
    catalogs = {path.relative_to(result.out).as_posix() for path in result.out.rglob('*.pot')}
    assert catalogs
    assert not [name for name in catalogs if 'kwindex' in name]
    messages = ''.join(map(result.text, catalogs))
    assert 'Keyword' not in messages
    assert 'kwindex' not in messages


@pytest.mark.parametrize('builder', SILENT)
def test_a_builder_that_shows_nothing_writes_nothing_of_ours(book, builder):
    result = book(NAMED, builder)
    assert not list(result.out.rglob('kwindex/*'))
    assert not [name for name in result.written if name.startswith('kwindex/')]
    own = {'kwindex.json'} if builder == 'kwindex' else set()
    assert {path.name for path in result.out.rglob('*') if 'kwindex' in path.name} == own


@pytest.mark.parametrize(('builder', 'suffix'), [('xml', 'xml'), ('epub', 'xhtml')])
@pytest.mark.parametrize('root', [NAMED, 'test-odd-names'])
def test_xml_is_well_formed(book, builder, suffix, root):
    files = list(book(root, builder).out.rglob(f'*.{suffix}'))
    assert files
    for path in files:
        ET.parse(path)


@pytest.mark.parametrize('root', [NAMED, 'test-odd-names'])
def test_json_is_strict(book, root):
    def refuse(constant):
        raise ValueError(constant)

    json_files = list(book(root, 'json').out.rglob('*.fjson'))
    lines = [path.read_text(encoding='utf-8') for path in json_files]
    for path in book(root, 'kwindex').out.rglob('*.json*'):
        lines += path.read_text(encoding='utf-8').splitlines()
    assert len(lines) > len(json_files)
    for line in lines:
        json.loads(line, parse_constant=refuse)


def test_the_relation_bar_leads_to_the_glossary(book):
    for page, link in {
        'index.html': 'kwindex/index.html',
        'guide/install.html': '../kwindex/index.html',
        'kwindex/doc/index.html': '../index.html',
        'genindex.html': 'kwindex/index.html',
    }.items():
        related = book(UNNAMED if page == 'genindex.html' else NAMED, 'html').text(page)
        assert f'<a href="{link}" title="Keyword index"' in related.partition('</ul>')[0]


def test_generated_pages_show_no_source(book):
    result = book(NAMED, 'html')
    assert 'Show Source' in result.text('guide/install.html')
    pages = list((result.out / 'kwindex').rglob('*.html'))
    assert pages
    for page in pages:
        assert 'Show Source' not in page.read_text(encoding='utf-8')
    assert not list((result.out / '_sources').rglob('*kwindex*'))


HOSTILE = """\
Ti\x1btle \x07 \uffff
====================

.. toctree::

   kwindex/index

``es\x1bcaped_name``, :abbr:`AB\x1bC (a\x1b b c)`, :index:`i\x1bndex`

.. py:class:: Cl

   De\x07scribed \ufffe so.

.. glossary::

   te\x1brm
      De\x0cfined.

Sec\x08tion
--------------------

``section_name``
"""
CONTROL = re.compile('[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]')


@pytest.mark.parametrize('builder', ['html', 'epub', 'json', 'kwindex'])
def test_no_document_spoils_a_page_of_ours_with_control_characters(make, builder):
    conf = "extensions = ['sphinxcontrib_kwindex']\ncopyright = version = '1'\n"
    result = make({'conf.py': conf + "html_theme = 'basic'\n", 'index.rst': HOSTILE}, builder)
    lines = [line for line in result.warning.splitlines() if not line.endswith('[docutils]')]
    assert lines  # old versions of docutils end a line at a form feed
    assert all(line.endswith('[kwindex.control_char]') for line in lines)
    pages = list((result.out / 'kwindex').rglob('*.*')) or list(result.out.glob('*.json*'))
    assert pages
    for path in pages:
        text = path.read_text(encoding='utf-8')
        if path.suffix == '.xhtml':
            ET.fromstring(text)
        _theme, listing, ours = text.partition('data-kwx')
        assert not CONTROL.search(ours.partition('sphinxsidebar')[0] if listing else text), path


def test_a_project_may_leave_out_the_index_at_the_end(make):
    files = {'index.rst': 'Start\n=====\n\n.. py:class:: Client\n\n   Talks.\n'}
    heading = r'\renewcommand{\indexname}{Keyword index}'
    assert heading in make(files, 'latex').text('projectnamenotset.tex')
    for value in ('False', "['py-modindex']"):
        conf = f'{CONF}latex_domain_indices = {value}\n'
        result = make({**files, 'conf.py': conf}, 'latex')
        assert heading not in result.text('projectnamenotset.tex')


def test_a_manual_page_has_no_addresses(make):
    listing = '.. kwindex:: /\n   :style: glossary\n'
    source = f'Start\n=====\n\n.. py:class:: Client\n\n   Talks.\n\n{listing}'
    page = make({'index.rst': source}, 'man').text('projectnamenotset.1')
    assert r'\fBClient\fP (class): Talks. [Start]' in page
    assert '<' not in page


def test_web_pages_have_no_second_index(make):
    result = make({'index.rst': 'Start\n=====\n\n.. py:class:: Client\n\n   Talks.\n'})
    assert not (result.out / 'kw-index.html').exists()


@pytest.mark.parametrize('builder', ['latex', 'texinfo', 'man', 'epub'])
def test_a_book_names_what_is_outside_of_it_without_a_link(make, builder):
    conf = f'{CONF}author = copyright = version = "1"\nexclude_patterns = []\n'
    start = 'Start\n=====\n\n.. kwindex:: /\n   :style: list\n\n:kw:ref:`OUTSIDE`\n'
    outside = ':orphan:\n\nOutside\n=======\n\n.. envvar:: OUTSIDE\n'
    result = make({'conf.py': conf, 'index.rst': start, 'outside.rst': outside}, builder)
    assert result.warning == ''
    suffixes = {'.tex', '.texi', '.1', '.xhtml'}
    texts = [p.read_text(encoding='utf-8') for p in result.out.iterdir() if p.suffix in suffixes]
    assert any('OUTSIDE' in text for text in texts)


@pytest.mark.parametrize(
    ('builder', 'page'), [('html', 'kwindex/index.html'), ('text', 'index.txt')]
)
def test_two_definitions_stand_beside_a_keyword(make, builder, page):
    said = ['Extra Large Top', 'Exact List Tool', 'Each Last Turn']
    texts = {f'd{n}.rst': f'D{n}\n==\n\n:abbr:`XLT ({words})`\n' for n, words in enumerate(said)}
    listing = '.. kwindex:: /\n   :style: glossary\n'
    text = make({'index.rst': f'Start\n=====\n\n{listing}', **texts}, builder).text(page)
    assert [words in text for words in said] == [True, True, False]
