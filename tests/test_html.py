"""The HTML of listings: what stands where, what is escaped, what pages need beside it."""

import gzip
import re

import pytest
from project import CONF, REPOSITORY, build_files, store_of
from trees import Tree, page_of

from sphinxcontrib_kwindex.i18n import number
from sphinxcontrib_kwindex.index.project import ProjectIndex
from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Kind, Place, Position, Section
from sphinxcontrib_kwindex.pages.context import PageContext
from sphinxcontrib_kwindex.pages.rows import Rows
from sphinxcontrib_kwindex.render.html import attributes, breakable

PACKAGE = REPOSITORY / 'sphinxcontrib_kwindex'

#: more keywords than a page shows at once, with sections below sections
DOCUMENT = """
Guide
=====

.. py:class:: pkg.Client(name)

   Talks to a *server*.

Calls :py:class:`pkg.Client` with ``retries``.

First
-----

Uses ``retries`` and :py:class:`pkg.Client`.

Below
^^^^^

Uses ``retries`` again, and ``pkg.Client``, and :file:`setup.cfg`.

Second
------

Has ``retries``, too.
"""
FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   kwindex/index\n   dir/guide\n   other\n',
    'dir/guide.rst': DOCUMENT,
    'other.rst': 'Other\n=====\n\n``retries`` ``retries`` :py:class:`pkg.Client`\n\n.. kwindex::\n',
    'conf.py': f"{CONF}\nproject = 'Words'\n",
}


@pytest.fixture(scope='module')
def site(tmp_path_factory):
    return build_files(tmp_path_factory.mktemp('html'), FILES)


def test_a_row_has_keyword_kind_definition_and_places(site):
    assert site.warning == ''
    row = page_of(site, 'kwindex/index.html').one(id='kw-class-pkg.Client')
    assert row.one('dt').text == 'pkg.Client class'
    definition, places = row.all('dd')
    assert definition.text == 'Talks to a server.'
    assert places.one('details').one('summary').text == '2 more sections on 2 pages'
    assert places.text.startswith('Guide / First · Guide 2 more')
    assert [item.text for item in places.all('li')] == ['Other', 'Guide: Below']
    assert row.one('dt').one('a').attrs['href'] == '../dir/guide.html#pkg.Client'


def test_kinds_are_chips_with_counts_and_lead_to_their_rows(site):
    page = page_of(site, 'kwindex/doc/dir/guide.html')
    chips = {chip.text: chip.attrs['href'] for chip in page.one(class_='kwx-chips').all('a')}
    assert chips['Classes 1'] == '#kind-class'
    assert chips['By section 4'] == '#map'
    assert page.one('title').text.startswith('Keywords in Guide')
    (heading,) = page.all('h2', id='kind-class')
    assert heading.text == 'Classes 1'


def test_sections_are_a_table_indented_by_depth(site):
    table = page_of(site, 'kwindex/doc/dir/guide.html').one('table')
    levels = {tr.one('th').text: tr.attrs.get('data-level') for tr in table.all('tr')}
    assert levels == {'Guide': None, 'First': '2', 'Below': '3', 'Second': '2'}
    _guide, _first, below, _second = table.all('td')
    assert [item.text for item in below.all('li')] == ['pkg.Client', 'retries', 'setup.cfg']


def test_letters_lead_to_their_groups(site):
    page = page_of(site, 'kwindex/index.html')
    letters = {link.text: link.attrs['href'] for link in page.one(class_='kwx-letters').all('a')}
    assert letters == {'P': '#letter-p', **letters}
    assert {f'#{h2.attrs["id"]}' for h2 in page.all('h2')} == {*letters.values(), '#map'}


def test_a_directive_leaves_a_block_without_headings(site):
    block = page_of(site, 'other.html').one('div', class_='kwx-in')
    assert block.one('p', class_='kwx-title').text == 'Keywords on this page'
    assert not list(block.all('h2'))
    assert [dt.text for dt in block.all('dt')] == ['Classes', 'Names']


def test_styles_and_scripts_are_only_where_a_listing_is(site):
    counts = {'index': (0, 0), 'dir/guide': (0, 0), 'other': (1, 0), 'kwindex/index': (1, 1)}
    for name, expected in counts.items():
        html = site.text(f'{name}.html')
        assert (html.count('kwindex.css'), html.count('kwindex.js')) == expected, name


HOSTILE = """
<b>&"'
======

.. glossary::

   <script>P=1</script>
      Is <img src=x onerror=P=1>.

``<script>P=1</script>`` and ``"onclick="P=1`` and ``</code></a>``

.. kwindex::
   :title: <script>P=1</script>
"""


def test_hostile_names_are_escaped(make):
    result = make({'index.rst': HOSTILE})
    paths = [result.out / 'index.html', *(result.out / 'kwindex').rglob('*.html')]
    assert len(paths) > 3
    for path in paths:
        tree = Tree(path.read_text(encoding='utf-8')).root
        assert not [e for e in tree.all('script') if 'P=1' in e.text], path
        assert not list(tree.all('img')), path
        assert not [a for e in tree.all() for a in e.attrs if a.startswith('on')], path
        for listing in tree.all('div', class_='kwx'):
            assert not [e for e in listing.all() if 'style' in e.attrs], path


def test_a_book_has_no_filter(make):
    text = make(FILES, 'epub', config={'version': '1'}).text('kwindex/index.xhtml')
    assert 'kwx-filter' not in text
    assert 'data-src' not in text
    assert 'kw-class-pkg.Client' in text


def test_names_that_are_only_in_code_come_last_and_folded():
    record = DocumentRecord(
        'T',
        (Section('', 'T', 0), Section('t', 'T', 1)),
        (
            Keyword('total', Kind.VARIABLE, (Place(1, 1, Position.LOCAL),)),
            Keyword('known', Kind.VARIABLE, (Place(1, 1, Position.OBJECT),)),
            Keyword('name', Kind.NAME, (Place(1, 1, Position.LITERAL, 9),)),
        ),
    )
    index = ProjectIndex(store_of([('t', record)]), lambda _chain: True)
    rows = Rows(PageContext(lambda: index), with_page=False)
    groups = rows.by_kind(index.shown('t'))
    assert [(g.title, g.folded, [row.name for row in g.rows]) for g in groups] == [
        ('Variables', False, ['known']),
        ('Names', False, ['name']),
        ('Also on this page', True, ['total']),
    ]
    letters = rows.by_letter(index.shown('t'))
    assert [(g.title, [r.name for r in g.rows], [r.name for r in g.hidden]) for g in letters] == [
        ('K', ['known'], []), ('N', ['name'], []), ('T', [], ['total']),
    ]  # fmt: skip


def test_a_long_document_begins_with_its_key_terms(make):
    names = ' '.join(f'``name_{n}``' for n in range(70))
    text = f'Long\n====\n\n.. py:function:: main()\n\n{names}\n'
    key = page_of(make({'index.rst': text}), 'kwindex/doc/index.html').one(class_='kwx-key')
    links = [link.text for link in key.all('a')]
    assert links[0] == 'main()'
    assert len(links) == 20


def test_style_and_script_keep_their_budgets():
    style = (PACKAGE / 'static/kwindex.css').read_text(encoding='utf-8')
    script = (PACKAGE / 'static/kwindex.js').read_text(encoding='utf-8')
    links = (PACKAGE / 'static/kwindex-links.css').read_text(encoding='utf-8')
    assert len(style.encode()) <= 8 * 1024
    assert len(links.encode()) <= 1024
    assert len(gzip.compress(script.encode())) <= 4 * 1024
    forbidden = r'innerHTML|outerHTML|insertAdjacentHTML|eval|Function\(|\.style\b'
    assert not re.search(forbidden, script)


def test_small_parts():
    assert number(1234567) == '1\u202f234\u202f567'
    assert number(12) == '12'
    assert breakable('a<b') == 'a&lt;b'
    assert breakable('pkg.words::long_name') == 'pkg.<wbr/>words::<wbr/>long_<wbr/>name'
    assert breakable('a<_long_name_more') == 'a&lt;_long_<wbr/>name_<wbr/>more'
    assert attributes(class_='"', data_x='', id=None) == ' class="&quot;"'


PICTURES = sorted((REPOSITORY / 'example/_static').glob('*.png'))


def test_pictures_are_small_and_each_is_shown_in_light_and_dark():
    texts = [path.read_text(encoding='utf-8') for path in (REPOSITORY / 'example').rglob('*.rst')]
    image = r'image:: (?:\.\./)?_static/([\w-]+\.png)\n +:class: only-(light|dark)\n'
    shown = re.findall(image, '\n'.join(texts))
    assert {name for name, _scheme in shown} == {path.name for path in PICTURES}
    assert {name for name, scheme in shown if scheme == 'dark'} == {
        name.replace('.png', '-dark.png') for name, scheme in shown if scheme == 'light'
    }
    for path in PICTURES:
        assert path.read_bytes().startswith(b'\x89PNG'), path
        assert path.stat().st_size < 80_000, path
