"""Long lists: cut into pages that link each other, found in as a whole, warned of where too big."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from links import Crawl
from project import CONF
from test_incremental import same_as_clean
from trees import page_of

from sphinxcontrib_kwindex.render.weight import advice
from sphinxcontrib_kwindex.view.limits import BUDGET
from sphinxcontrib_kwindex.view.order import Order, cuts, labels

NAMES = st.lists(st.text('abcdefgxyz._Ω漢09', min_size=1, max_size=9), max_size=120, unique=True)


def spellings_of(names):
    order = Order()
    return sorted(order.spelling(name) for name in names)


@given(NAMES, st.integers(5, 40))
def test_ranges_hold_everything_once_and_none_is_too_long(names, size):
    spellings = spellings_of(names)
    begins = cuts(spellings, [1 / size] * len(spellings), len(spellings) / size)
    assert begins == sorted({0, *begins})
    if not spellings:
        return
    ends = [*begins[1:], len(spellings)]
    assert all(end - begin <= size for begin, end in zip(begins, ends, strict=True))
    assert len(begins) == 1 or len(spellings) > size
    assert len(labels(spellings, begins)) == len(begins)


def test_cuts_are_where_labels_are_short():
    names = [f'a{n:03}' for n in range(48)] + [f'b{n:03}' for n in range(52)]
    spellings = spellings_of(names)
    begins = cuts(spellings, [1 / 90] * 100, 100 / 90)
    assert begins == [0, 48]
    assert labels(spellings, begins) == ['A', 'B']


def test_labels_tell_ranges_from_their_neighbours():
    order = Order()
    names = ['alpha', 'beta', 'sand', 'sea', 'send', 'zoo', '0x', '_']
    spellings = [order.spelling(name) for name in names]
    assert labels(spellings, [0, 3, 5]) == ['A–Sa', 'Se', 'Z–#']
    assert labels(spellings, [0, 4]) == ['A–Sea', 'Sen–#']


def test_what_is_heavy_is_cut_sooner():
    spellings = spellings_of([f'n{n:02}' for n in range(40)])
    loads = [0.1 if n < 20 else 0.001 for n in range(40)]
    begins = cuts(spellings, loads, sum(loads))
    assert begins[1] < 20


FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n   :glob:\n\n   kwindex/index\n   dir/*\n',
    'conf.py': f'{CONF}\nkwindex_page_size = 20\n',
    **{
        f'dir/{letter}.rst': f'Page {letter}\n======\n\n'
        + ''.join(
            f'.. py:function:: {name}()\n\n   Makes {name}.\n\n'
            for name in (f'{letter}{n:02}' for n in range(15))
        )
        + f'See :kw:ref:`a00` and :kw:ref:`d14`, ``--{letter}``.\n'
        for letter in 'abcd'
    },
}


@pytest.fixture(scope='module')
def split(tmp_path_factory):
    import project  # noqa: PLC0415  its name is that of a fixture of others

    folder = tmp_path_factory.mktemp('ranges')
    (folder / 'source').mkdir()
    project.write(folder / 'source', FILES)
    return project.build(folder / 'source', folder / 'html', folder / 'doctrees')


def pages(result):
    return sorted(
        path.relative_to(result.out / 'kwindex').as_posix()
        for path in (result.out / 'kwindex').rglob('*.html')
        if 'doc' not in path.parts
    )


def test_a_long_list_has_pages_of_its_own(split):
    assert split.warning == ''
    assert pages(split) == [
        *(f'all-{n}.html' for n in range(2, 6)), 'all.html',
        *(f'folder-{n}/dir.html' for n in range(2, 6)), 'folder/dir.html',
        *(f'index-{n}.html' for n in range(2, 5)), 'index.html',
    ]  # fmt: skip
    assert Crawl(split.out).broken == []


def test_every_page_links_all_others_and_all_letters(split):
    expected = {'A': 'index.html', 'B': 'index-2.html', 'C': 'index-3.html', 'D': 'index-4.html'}
    for label, name in expected.items():
        page = page_of(split, f'kwindex/{name}')
        ranges = list(page.one(class_='kwx-ranges').all('a'))
        letters = {a.text: a.attrs['href'] for a in page.one(class_='kwx-letters').all('a')}
        hrefs = {a.text: '#' if a.text == label else expected[a.text] for a in ranges}
        assert {a.text: a.attrs['href'] for a in ranges} == hrefs
        assert [a.text for a in ranges if 'aria-current' in a.attrs] == [label]
        assert {k: v.rpartition('#')[0] or name for k, v in letters.items()} == expected
        many = 60 if name == 'index.html' else 15
        assert page.one(class_='kwx-count').text == f'{many} keywords'
        title = 'Keyword index' if name == 'index.html' else f'Keyword index ({label})'
        assert page.one('h1').text.startswith(title)


def test_neighbours_are_linked(split):
    page = page_of(split, 'kwindex/index-2.html')
    links = {e.attrs.get('rel'): e.attrs['href'] for e in page.all('link') if 'href' in e.attrs}
    assert links['prev'] == 'index.html'
    assert links['next'] == 'index-3.html'
    assert links['up'] == 'index.html'


def test_references_lead_to_the_page_of_the_keyword(split):
    hrefs = [a.attrs['href'] for a in page_of(split, 'dir/a.html').all('a', class_='reference')]
    assert '../kwindex/index.html#kw-function-a00' in hrefs
    assert '../kwindex/index-4.html#kw-function-d14' in hrefs


def data_of(result, page):
    source = page_of(result, page).one('div', class_='kwx').attrs['data-src']
    name = source.partition('?')[0]
    text = (result.out / page).parent.joinpath(name).read_text(encoding='utf-8')
    return json.loads(re.fullmatch(r'window\.kwindexData = (.*);\n', text)[1])


def test_the_filter_knows_all_pages(split):
    data = data_of(split, 'kwindex/index-3.html')
    assert data['names'].split('\n') == [f'{x}{n:02}()' for x in 'abcd' for n in range(15)]
    assert data['ends'] == [15, 30, 45, 60]
    assert len(data['kinds']) == 60
    assert list(data['words'].values()) == [['function', '#kw-function-']]
    everything = data_of(split, 'kwindex/folder-2/dir.html')
    ids = {int(at): anchor for at, anchor in everything['ids'].items()}
    names = everything['names'].split('\n')
    assert {names[at] for at in ids} <= {f'--{x}' for x in 'abcd'} | {f'Page {x}' for x in 'abcd'}


def test_other_formats_have_one_page(make):
    for builder in ('text', 'singlehtml', 'epub', 'latex'):
        result = make(FILES, builder, config={'epub_copyright': 'x', 'version': '1'})
        assert result.warning == ''
        assert not [p for p in result.out.rglob('*index-2*') if p.suffix != '.doctree'], builder


def test_pages_and_data_come_and_go_with_the_keywords(make):
    small = {**FILES, 'conf.py': f'{CONF}\nkwindex_page_size = 500\n'}
    first = make(FILES)
    cut = first.digests
    assert list((first.out / '_static').glob('kwindex-data-*.js'))
    result = make(small)
    assert pages(result) == ['all.html', 'folder/dir.html', 'index.html']
    assert not list((result.out / '_static').glob('kwindex-data-*.js'))
    assert result.digests == make(small, out='clean', doctrees='other').digests
    assert make(FILES).digests == cut
    again = make(FILES)
    assert again.written == set()
    assert again.digests == cut


def test_a_new_keyword_moves_the_ranges(make):
    make(FILES)
    more = {f'dir/{x}.rst': FILES[f'dir/{x}.rst'].replace('d14', 'bz') for x in 'abcd'}
    more['dir/b.rst'] += ''.join(f'\n.. py:class:: bb{n}\n' for n in range(12))
    incremental = make({**FILES, **more})
    clean = make({**FILES, **more}, out='clean', doctrees='other')
    assert incremental.warning == clean.warning == ''
    assert incremental.digests == clean.digests


def test_two_builders_that_show_something_else_have_ranges_of_their_own(make):
    """They share the doctrees, in which the titles of generated pages stand."""
    only = {
        builder: f'.. only:: builder_{builder}\n\n'
        + ''.join(f'   .. py:function:: {letter}name\n\n' for letter in letters)
        for builder, letters in {'html': 'abcdefgh', 'dirhtml': 'qrstuvwx'}.items()
    }
    conf = f"{CONF}\nkwindex_page_size = 5\ntemplates_path = ['t']\n"
    text = f'Start\n=====\n\n{"".join(only.values())}'
    files = {'conf.py': conf, 'index.rst': text, 't/layout.html': '{{ body }}'}
    for builder in ('html', 'dirhtml', 'html'):
        cut = make(files, builder).digests
    turned = {**files, 't/layout.html': '<!-- new -->{{ body }}'}
    for builder in ('dirhtml', 'html', 'dirhtml', 'html'):
        result = make(turned, builder)
        clean = make(turned, builder, out=f'clean-{builder}', doctrees='other', fresh=True)
        assert result.digests == clean.digests, builder
    assert result.digests.keys() == cut.keys()


def test_a_keyword_is_written_on_the_pages_where_it_stands(make):
    make(FILES)
    more = {**FILES, 'dir/d.rst': FILES['dir/d.rst'].replace('d13', 'd13x')}
    result = make(more)
    shown = {
        page
        for page in pages(result)
        if 'id="kw-function-d13x"' in (result.out / 'kwindex' / page).read_text()
    }
    written = {f'{page}.html' for page in result.written}
    assert {f'kwindex/{page}' for page in pages(result)} & written == {
        f'kwindex/{page}' for page in shown
    }
    assert result.digests == make(more, out='clean', doctrees='other').digests


def test_the_first_page_says_how_much_there_is(split):
    first, second = (page_of(split, f'kwindex/all{part}.html') for part in ('', '-2'))
    assert first.one(class_='kwx-lead').text.startswith('68 keywords on 5 pages')
    assert sum(int(n.text) for n in first.one(class_='kwx-kinds').all(class_='kwx-n')) == 68
    assert second.one(class_='kwx-lead').text.startswith('14 keywords of a list')
    assert not list(second.one(class_='kwx-kinds').all(class_='kwx-n'))


def test_a_list_is_not_cut_where_an_author_has_taken_the_name_of_a_page(make):
    mine = {'kwindex/index-2.rst': ':orphan:\n\nMine\n====\n'}
    result = make({**FILES, **mine})
    assert page_of(result, 'kwindex/index-2.html').one('h1').text.startswith('Mine')
    glossary = page_of(result, 'kwindex/index.html')
    assert glossary.one(class_='kwx-count').text == '60 keywords'
    assert [p for p in pages(result) if p.startswith('index')] == ['index-2.html', 'index.html']
    assert Crawl(result.out).broken == []


def test_a_block_by_letter_keeps_the_order_of_letters(make):
    text = (
        'A\n=\n\n.. py:function:: pkg.zeta\n\n.. py:function:: alpha\n\n'
        '.. py:function:: pkg.beta\n\n.. kwindex::\n   :style: glossary\n\n'
        '.. kwindex::\n   :style: glossary\n   :sort: position\n'
    )
    files = {'index.rst': text, 'conf.py': f"{CONF}\nkwindex_common_prefix = ['pkg.']\n"}
    blocks = page_of(make(files), 'index.html').all('div', class_='kwx-in')
    for block in blocks:
        assert [p.text for p in block.all('p', class_='kwx-h')] == ['A 1', 'B 1', 'Z 1']


def test_a_common_prefix_does_not_count(make):
    text = 'A\n=\n\n.. py:module:: pkg.util\n\n.. py:module:: other\n\n.. py:module:: pkg\n'
    files = {'index.rst': text, 'conf.py': f"{CONF}\nkwindex_common_prefix = ['pkg.']\n"}
    page = page_of(make(files), 'kwindex/index.html')
    groups = {h2.text: h2.parent for h2 in page.all('h2')}
    assert [row.one('a').text for h2 in groups.values() for row in h2.all('dt')] == [
        'other', 'pkg', 'pkg.util',
    ]  # fmt: skip
    assert list(groups) == ['O 1', 'P 1', 'U 1']


def test_a_list_of_many_places_is_cut_by_its_size(make):
    title = 'x' * 400
    names = ' '.join(f'``name_{n}``' for n in range(330))
    files = {f'd{n}.rst': f':orphan:\n\n{title}{n}\n{"=" * 410}\n\n{names}\n' for n in range(12)}
    result = make({'index.rst': 'Start\n=====\n', **files}, config={'suppress_warnings': ['toc']})
    assert result.warning == ''
    assert 'all-2.html' in pages(result)
    sizes = [path.stat().st_size for path in (result.out / 'kwindex').glob('all*.html')]
    assert max(sizes) < BUDGET


def test_a_page_that_is_too_big_is_told_of(make):
    names = ''.join(f'   {"x" * 60}_{n}\n' for n in range(4000))
    # Sphinx's own lists of them would take longest
    text = f'.. py:function::\n{names}   :no-index-entry:\n   :no-contents-entry:\n'
    conf = f"{CONF}\nkwindex_pages = ['documents']\n"
    result = make({'index.rst': f'Big\n===\n\n{text}', 'conf.py': conf})
    expected = r"WARNING: the page 'kwindex/doc/index' has 4001 keywords in [\d.]+ MB of HTML"
    assert re.search(expected, result.warning), result.warning
    assert 'kwindex.page_size' in result.warning
    assert 'Split the document' in result.warning
    assert 'kwindex_page_size' not in result.warning


@pytest.mark.parametrize(
    ('now', 'advised'), [(0, 'kwindex_page_size = 300'), (5000, '= 300'), (300, 'Leave keywords')]
)
def test_a_value_is_advised_only_if_it_is_less(now, advised):
    assert advised in advice('folder', 300, now)


ORPHAN = ':orphan:\n\nMine\n====\n'
FUNCTIONS = {
    'index.rst': 'Start\n=====\n',
    'conf.py': f'{CONF}\nkwindex_page_size = 10\n',
    'a/x.rst': ':orphan:\n\nX\n=\n\n' + ''.join(f'.. py:function:: f{n:02}\n\n' for n in range(30)),
}


@pytest.mark.parametrize('mine', ['kwindex/folder-2/a', 'kwindex/Folder-3/A'])
def test_a_name_that_an_author_takes_or_gives_back_makes_a_list_whole_or_cuts_it(make, mine):
    files = [FUNCTIONS, {**FUNCTIONS, f'{mine}.rst': ORPHAN}, FUNCTIONS]
    for number, now in enumerate(files):
        incremental = make(now)
        clean = make(now, out=f'clean-{number}', doctrees=f'doctrees-{number}')
        assert incremental.warning == clean.warning == ''
        assert {name: incremental.digests.get(name) for name in clean.digests} == clean.digests
        assert Crawl(incremental.out).broken == []
        shown = incremental.text('kwindex/folder/a.html').count('id="kw-function-f')
        assert (shown == 30) == (number == 1)


def test_a_list_is_not_cut_where_the_file_of_a_page_is_taken(make):
    result = make({**FUNCTIONS, 'kwindex/index-2/index.rst': ORPHAN}, 'dirhtml')
    assert result.text('kwindex/index.html').count('id="kw-function-f') == 30
    assert page_of(result, 'kwindex/index-2/index.html').one('h1').text.startswith('Mine')
    assert Crawl(result.out).broken == []


def test_names_that_only_their_page_shows_do_not_make_a_list_long(make, monkeypatch):
    monkeypatch.setattr('sphinxcontrib_kwindex.view.shelf._AIM', 150)
    monkeypatch.setattr('sphinxcontrib_kwindex.view.shelf._FEW', 8)
    code = '.. code-block:: python\n\n   def work():\n{}       return name_a(name_b)\n'
    local = ''.join(f'       local_{n} = name_a({n})\n' for n in range(9))
    conf = f"{CONF}html_copy_source = False\nhtml_theme = 'basic'\n"
    files = {'conf.py': conf, 'index.rst': 'Start\n=====\n\n``name_a`` ``name_b``\n\n'}
    for text in (code.format(''), code.format(local), code.format('')):
        built = make({**files, 'index.rst': files['index.rst'] + text})
        assert not (built.out / 'kwindex/all-2.html').exists()
        same_as_clean(make, {**files, 'index.rst': files['index.rst'] + text})
