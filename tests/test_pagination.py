"""Pagination of long lists: parts by prefix, links between them, data for the filter."""

import json
import re
from bisect import bisect_right
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from links import Crawl, Page
from project import CONF, build_files
from trees import page_of

from sphinxcontrib_kwindex.index.collation import Alphabet
from sphinxcontrib_kwindex.pages.pagination import Pagination, Part

NAMES = st.lists(st.text('abcdefgxyz._Ω漢09ä', min_size=1, max_size=9), max_size=120, unique=True)
ALPHABET = Alphabet(['x.'])


@given(NAMES, st.integers(1, 40))
def test_parts_hold_everything_once(names, size):
    pagination = Pagination(names, ALPHABET, size)
    if len(names) <= size:
        assert pagination.sizes == {}
        assert [pagination.part_of(name) for name in names] == [None] * len(names)
        return
    assert Counter(map(pagination.part_of, names)) == pagination.sizes
    slugs = [part.slug for part in pagination.sizes]
    assert len({slug.lower() for slug in slugs}) == len(slugs)
    for name in names:
        part, key = pagination.part_of(name), ALPHABET.sort_key(name)
        assert part.letter == key[2]
        assert key[3].startswith(part.prefix)
    for part, number in pagination.sizes.items():  # more only of names with the same letters
        keys = {ALPHABET.sort_key(name)[3] for name in names if pagination.part_of(name) == part}
        assert number <= size or len(keys) == 1


@given(NAMES, st.text('abcxyz', min_size=1, max_size=5), st.integers(1, 20))
def test_another_name_moves_no_name_but_those_of_its_letter(names, new, size):
    before, after = (Pagination(given, ALPHABET, size) for given in (names, [*names, new]))
    if len(names) > size:
        letter = ALPHABET.letter(new)
        others = [name for name in names if ALPHABET.letter(name) != letter]
        assert [before.part_of(name) for name in others] == [after.part_of(n) for n in others]


@pytest.mark.parametrize(
    ('names', 'slugs', 'labels'),
    [
        ('aa ab b c', 'a b c', 'A B C'),
        ('aaaa aaab aabc aac', 'aaa aab aac', 'Aaa Aab Aac'),
        ('Éa eb ec 1 2 # 漢', 'ea eb ec -digits -symbols -ideographs', None),
        ('жа ба юа', '-x431- -x436- -x44e-', 'Б Ж Ю'),
        ('a.b a.c a_d', 'a-x2e- a-x5f-', 'A. A_'),
    ],
)
def test_addresses_and_labels(names, slugs, labels):
    parts = Pagination(names.split(), Alphabet(), 2).sizes
    assert sorted(part.slug for part in parts) == sorted(slugs.split())
    if labels:
        assert [part.label for part in parts] == labels.split()


def test_names_with_the_same_letters_stay_together():
    sizes = Pagination(['Same', 'same', '_same', 'SAME'], Alphabet(), 2).sizes
    assert sizes == {Part('S'): 4}


def test_prefixes_with_few_names_share_the_page_of_their_letter():
    names = [*(f't{n}' for n in 'abc'), *(f'to{n}' for n in range(20))]
    sizes = Pagination(names, Alphabet(), 16).sizes
    assert [(part.slug, number) for part, number in sizes.items()][:2] == [('t', 3), ('to', 9)]


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
    return build_files(tmp_path_factory.mktemp('parts'), FILES)


def pages(result):
    return {
        path.relative_to(result.out / 'kwindex').as_posix().removesuffix('.html')
        for path in (result.out / 'kwindex').rglob('*.html')
        if 'doc' not in path.parts
    }


PARTS = {
    *('index', 'index-a', 'index-b', 'index-c', 'index-d', 'index-p', 'index-s'),
    *('glossary', 'glossary-a', 'glossary-b', 'glossary-c', 'glossary-d'),
    *('folder/dir', *(f'folder-{letter}/dir' for letter in 'abcdp')),
}


def test_a_long_list_has_pages_of_its_own(split):
    assert split.warning == ''
    assert pages(split) == PARTS
    assert Crawl(split.out).broken == []


def test_every_page_links_all_parts_and_all_letters(split):
    expected = {letter.upper(): f'glossary-{letter}.html' for letter in 'abcd'}
    for name in ['glossary.html', *expected.values()]:
        page = page_of(split, f'kwindex/{name}')
        parts = list(page.one(class_='kwx-ranges').all('a'))
        assert {a.text: a.attrs['href'] for a in parts} == {
            label: '#' if file == name else file for label, file in expected.items()
        }
        [label] = [a.text for a in parts if 'aria-current' in a.attrs] or ['']
        letters = {a.text: a.attrs['href'] for a in page.one(class_='kwx-letters').all('a')}
        assert {k: v.rpartition('#')[0] or name for k, v in letters.items()} == expected
        title = f'Glossary ({label})' if label else 'Glossary'
        assert page.one('h1').text.rstrip('¶') == title
        assert page.one(class_='kwx-count').text == f'{15 if label else 60} keywords'
        assert len(list(page.all('section'))) - 1 == bool(label)


def test_the_first_page_says_how_much_there_is(split):
    first, second = (page_of(split, f'kwindex/index{part}.html') for part in ('', '-b'))
    assert first.one(class_='kwx-lead').text.startswith('68 keywords on 5 pages')
    assert second.one(class_='kwx-lead').text.startswith('16 keywords of a list')


def test_neighbours_are_linked(split):
    page = page_of(split, 'kwindex/glossary-b.html')
    links = {e.attrs.get('rel'): e.attrs['href'] for e in page.all('link') if 'href' in e.attrs}
    assert links['prev'] == 'glossary-a.html'
    assert links['next'] == 'glossary-c.html'
    assert links['up'] == 'glossary.html'


def test_references_lead_to_the_page_of_the_keyword(split):
    hrefs = [a.attrs['href'] for a in page_of(split, 'dir/a.html').all('a', class_='reference')]
    assert '../kwindex/index-a.html#kw-function-a00' in hrefs
    assert '../kwindex/index-d.html#kw-function-d14' in hrefs


def found_by_filter(result, name):
    """Yield each keyword that the filter knows, and whether it stands where its link leads."""
    page = page_of(result, f'kwindex/{name}.html')
    folder = (result.out / 'kwindex' / name).parent
    script = folder / page.one('div', class_='kwx').attrs['data-src']
    text = script.read_text(encoding='utf-8')
    data = json.loads(re.fullmatch(r'window\.kwindexData = (.*);\n', text)[1])
    parts = [folder / a.attrs['href'] for a in page.one(class_='kwx-ranges').all('a')]
    ids = [Page(part).ids for part in parts]
    assert len(parts) == len(data['ends'])
    words = zip(data['names'].split('\n'), data['sorts'], strict=True)
    for number, (word, sort) in enumerate(words):
        anchor = data['ids'].get(str(number), word.removesuffix('()'))
        where = ids[bisect_right(data['ends'], number)]
        yield word, f'{data["about"][sort][2]}{anchor}'[1:] in where


def test_the_filter_knows_all_pages(split):
    words = [f'{x}{n:02}()' for x in 'abcd' for n in range(15)]
    assert list(found_by_filter(split, 'glossary')) == [(word, True) for word in words]
    for page in 'index', 'folder/dir':
        found = dict(found_by_filter(split, page))
        assert found.keys() >= {*words, '--a', 'Page b'}
        assert set(found.values()) == {True}


@pytest.mark.parametrize('builder', ['epub', 'json'])
def test_books_have_one_page(make, builder):
    result = make(FILES, builder, config={'epub_copyright': 'x', 'version': '1'})
    assert result.warning == ''
    assert bool([*result.out.rglob('*index-a*')]) is (builder == 'json')


def test_pages_and_data_come_and_go_with_the_keywords(make):
    small = {**FILES, 'conf.py': f'{CONF}\nkwindex_page_size = 500\n'}
    first = make(FILES)
    cut = first.digests
    assert len(list((first.out / '_static').glob('kwindex-data-*.js'))) == 3
    result = make(small)
    assert pages(result) == {'index', 'glossary', 'folder/dir'}
    assert not list((result.out / '_static').glob('kwindex-data-*.js'))
    assert result.digests == make(small, out='clean', doctrees='other').digests
    assert make(FILES).digests == cut
    again = make(FILES)
    assert 'pages written' not in again.status
    assert again.digests == cut


def test_a_new_keyword_divides_a_letter(make):
    make(FILES)
    more = {**FILES, 'dir/b.rst': FILES['dir/b.rst'].replace('b14', 'bz')}
    more['dir/b.rst'] += ''.join(f'\n.. py:class:: bb{n}\n' for n in range(12))
    incremental = make(more)
    clean = make(more, out='clean', doctrees='other')
    assert {'index-b', 'index-b0', 'index-bb', 'index-a', 'index-c'} <= pages(incremental)
    assert all(is_there for _word, is_there in found_by_filter(incremental, 'index'))
    assert incremental.warning == clean.warning == ''
    assert incremental.digests == clean.digests


def test_two_builders_that_show_something_else_have_parts_of_their_own(make):
    """They share the doctrees."""
    only = {
        builder: f'.. only:: builder_{builder}\n\n'
        + ''.join(f'   .. py:function:: {letter}name\n\n' for letter in letters)
        for builder, letters in {'html': 'abcdefgh', 'dirhtml': 'qrstuvwx'}.items()
    }
    conf = f'{CONF}\nkwindex_page_size = 5\n'
    files = {'conf.py': conf, 'index.rst': f'Start\n=====\n\n{"".join(only.values())}'}
    for builder in ('html', 'dirhtml', 'html', 'dirhtml'):
        result = make(files, builder)
        clean = make(files, builder, out=f'clean-{builder}', doctrees='other', fresh=True)
        assert result.digests == clean.digests, builder
        assert (result.out / 'kwindex').joinpath('index-a.html').is_file() is (builder == 'html')


def test_only_the_parts_that_show_a_change_are_written(make):
    make(FILES)
    more = {**FILES, 'dir/d.rst': FILES['dir/d.rst'].replace('d13', 'd13x')}
    result = make(more)
    shown = re.findall(r'writing keyword pages\.\.\. \[.*\] kwindex/(\S+)', result.status)
    assert set(shown) - PARTS == {'doc/dir/d'}
    assert {page for page in shown if '-' in page} == {'index-d', 'glossary-d', 'folder-d/dir'}
    assert result.digests == make(more, out='clean', doctrees='other').digests


@pytest.mark.parametrize(('builder', 'file'), [('html', 'index-b'), ('dirhtml', 'index-b/index')])
def test_an_author_may_take_the_name_of_a_part(make, builder, file):
    mine = {f'kwindex/{file}.rst': ':orphan:\n\nMine\n====\n'}
    for files in (FILES, {**FILES, **mine}, FILES):
        result = make(files, builder)
        clean = make(files, builder, out='clean', doctrees='other')
        assert {name: result.digests.get(name) for name in clean.digests} == clean.digests
        found = page_of(result, f'kwindex/{file}.html').one('h1').text
        assert found.startswith('Mine') is (files is not FILES)
        whole = page_of(result, 'kwindex/index.html')
        assert bool([*whole.all(id='kw-function-a00')]) is (files is not FILES)
        assert Crawl(result.out).broken == []


def test_a_common_prefix_does_not_count(make):
    text = (
        'A\n=\n\n.. py:module:: pkg.util\n\n.. py:module:: other\n\n.. py:module:: pkg\n\n'
        '.. kwindex::\n   :style: glossary\n'
    )
    files = {'index.rst': text, 'conf.py': f"{CONF}\nmodindex_common_prefix = ['pkg.']\n"}
    built = make(files)
    for page, tag in ('kwindex/glossary', 'h2'), ('index', 'p'):
        sections = page_of(built, f'{page}.html').one(class_='kwx').all('section')
        groups = {s.one(tag, class_='kwx-h').text: s.one('dt').one('a').text for s in sections}
        assert list(groups.items()) == [('O 1', 'other'), ('P 1', 'pkg'), ('U 1', 'pkg.util')]
