"""Every builder that Sphinx has: no warning, our pages where they belong, a line at the end."""

import json
import re
import zipfile
from importlib.util import find_spec
from xml.etree import ElementTree as ET

import pytest
from project import CONF

#: these have pages of ours
PAGES = ['html', 'dirhtml', 'json']
#: these have a file for each document, and no pages of ours
PLAIN = ['text', 'xml', 'pseudoxml']
#: builder -> the one file that it writes
BOOKS = {
    'singlehtml': 'index.html', 'latex': 'pages.tex', 'texinfo': 'pages.texi', 'man': 'pages.1',
}  # fmt: skip
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
    lines = '\n'.join(map(result.text, catalogs)).splitlines()
    messages = '\n'.join(line for line in lines if not line.startswith('#'))  # no paths of files
    assert 'Keyword' not in messages
    assert 'kwindex' not in messages


@pytest.mark.parametrize('builder', SILENT)
def test_a_builder_that_shows_nothing_writes_nothing_of_ours(book, builder):
    result = book(NAMED, builder)
    assert not list(result.out.rglob('kwindex/*'))
    assert not [name for name in result.written if name.startswith('kwindex/')]
    own = {'kwindex.json'} if builder == 'kwindex' else set()
    assert {path.name for path in result.out.rglob('*') if 'kwindex' in path.name} == own


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


CONF_OF_BOOK = f"{CONF}project = 'Words'\n"
TEXT = 'A\n=\n\n.. py:module:: pkg.alpha\n\n.. py:module:: other\n\n.. py:module:: pkg\n'


def test_a_common_prefix_does_not_count_in_print(make):
    conf = f"{CONF_OF_BOOK}modindex_common_prefix = ['pkg.']\n"
    result = make({'index.rst': TEXT, 'conf.py': conf}, 'latex')
    assert result.warning == ''
    index = result.text('words.tex').partition(r'{Keyword index}')[2].partition(r'\end{')[0]
    found = re.findall(r'\\bigletter\{(.)\}|\\sphinxstyleindexentry\{(.*?)\}', index)
    assert [letter or name for letter, name in found] == [
        'A', 'pkg.alpha', 'O', 'other', 'P', 'pkg',
    ]  # fmt: skip


def environments(tex):
    """Yield each line with the names of the environments that it stands in."""
    within = []
    for line in tex.splitlines():
        for step, name in re.findall(r'\\(begin|end)\{(\w+)\}', line):
            within = [*within, name] if step == 'begin' else within[:-1]
        yield line, within


def test_each_entry_is_a_line_and_stands_in_no_box(make):
    """TeX has no memory for thousands of entries in a box, nor for a line that holds them all."""
    names = [f'name{n}' for n in range(99)]
    functions = ''.join(f'.. py:function:: {name}\n\n   Does it.\n\n' for name in names)
    text = f'A\n=\n\n.. kwindex:: /\n   :style: glossary\n\n{functions}'
    tex = make({'index.rst': text, 'conf.py': CONF_OF_BOOK}, 'latex').text('words.tex')
    entries = [
        (re.findall(r'\{(name\d+)\(\)\}', line), within)
        for line, within in environments(tex)
        if '(function): Does it.' in line
    ]
    assert sorted(entries) == sorted(([name], ['document', 'itemize']) for name in names)
    assert tex.count(r'\index{') == 2 * len(names)  # of Sphinx: none of ours


FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   dir/a\n',
    'dir/a.rst': 'A\n=\n\n.. py:class:: Client\n\n   Talks.\n\n``name_a`` and :file:`a.cfg`\n',
    'b.rst': ':orphan:\n\nB\n=\n',
    'conf.py': CONF,
}
WORDS = 'kwindex: 4 keywords (1 defined or explained) in 3 documents'


def lines(result):
    return [line for line in result.status.splitlines() if line.startswith('kwindex: ')]


def test_a_build_that_writes_pages_ends_with_a_line_that_sums_it_up(make):
    first = make(FILES)
    assert lines(first)[0] == f'{WORDS}, 6 of 6 pages written'
    assert 'indexing keywords... done' in first.status
    assert 'writing keyword pages... [100%] kwindex/index' in first.status
    assert lines(make(FILES)) == []
    changed = FILES | {'dir/a.rst': FILES['dir/a.rst'].replace('name_a', 'name_b')}
    assert lines(make(changed)) == [f'{WORDS}, 3 of 6 pages written']


@pytest.mark.parametrize('builder', ['text', 'latex', 'kwindex', 'dummy'])
def test_a_builder_without_pages_sums_up_none(make, builder):
    assert lines(make(FILES, builder)) == []
