"""What the index tells apart: what is explained, what is only in code, and equal section titles."""

import json

import pytest
from trees import page_of

CODE = '.. code-block:: python\n\n   total = first_call(retries=3)\n   total.second_call()\n'
FILES = {
    'index.rst': 'Start\n=====\n\n.. py:class:: Client\n\n   Talks.\n\n'
    f'Some ``word_count`` and ``word_count``.\n\n{CODE}',
    'b.rst': ':orphan:\n\nB\n=\n\n``first_call`` and ``word_count``\n\nThe rest.\n',
}


def test_the_index_has_a_switch_to_what_is_explained(make):
    page = page_of(make(FILES), 'kwindex/index.html')
    label = page.one('label', class_='kwx-only')
    box = label.one('input')
    assert (box.attrs['name'], box.attrs['value']) == ('only', 'explained')
    said = page.all('div', class_='kwx-said')
    assert [row.attrs['id'] for row in said] == ['kw-class-Client']
    assert label.text == 'Only what is explained 1'
    assert 'hidden' in label.attrs  # without a script, the link to the glossary serves
    assert [a.text for a in page.one('dl', class_='kwx-facts').all('a')] == ['Glossary']


@pytest.mark.parametrize('name', ['kwindex/glossary.html', 'kwindex/doc/index.html'])
def test_other_pages_have_none(make, name):
    text = make(FILES).text(name)
    assert 'kwx-only' not in text
    assert 'kwx-said' not in text


def test_where_nothing_or_everything_is_explained_there_is_no_switch(make):
    plain = {'index.rst': 'Start\n=====\n\nSome ``word_count`` and ``word_count``.\n'}
    assert 'word_count' in (text := make(plain).text('kwindex/index.html'))
    assert 'kwx-only' not in text
    config = {'kwindex_kinds': ['class']}
    assert 'Client' in (text := make(FILES, config=config).text('kwindex/index.html'))
    assert 'kwx-only' not in text


def test_what_is_counted(make):
    page = page_of(make(FILES), 'kwindex/index.html')
    rows = page.all('dl', class_='kwx-list')
    names = [row for dl in rows for row in dl.children if row.tag == 'div']
    folded = [r for d in page.all('details') for dl in d.all('dl') for r in dl.children]
    assert folded
    count = page.one('p', class_='kwx-count')
    assert count.text == f'{len(names) - len(folded)} keywords'
    assert count.attrs['data-some'] == f'{{}} of {len(names)}'
    lead = page.one('p', class_='kwx-lead').text
    assert lead.startswith(f'{count.text} on 2 pages of this documentation. ')
    assert lead.endswith(f'{len(folded)} more names stand only in code or in passing.')


def test_the_data_of_a_long_list_know_it_too(make):
    built = make(FILES, config={'kwindex_page_size': 3, 'kwindex_pages': ['index', 'glossary']})
    assert 'kwx-only' in built.text('kwindex/index.html')
    data = next(iter(built.out.glob('_static/kwindex-data-*.js'))).read_text(encoding='utf-8')
    data = json.loads(data.partition('=')[2].rstrip(';\n'))
    known = [data['about'][sort] for sort in data['sorts']]
    found = dict(zip(data['names'].split('\n'), known, strict=True))
    assert found['Client'] == ['class', 2, '#kw-class-', 'class']
    assert found['word_count'][:2] == ['name', 1]
    kind, rank, start, label = found['total.second_call()']
    assert (rank, start, label) == (0, f'#kw-{kind}-', f'{kind} · only in code')


def test_a_page_of_a_document_ends_with_what_is_only_in_code(make):
    page = page_of(make(FILES), 'kwindex/doc/index.html')
    heads = [h2.attrs['id'] for h2 in page.all('h2')]
    assert heads[-2:] == ['map', 'kind-also']
    chips = [a.attrs['href'] for a in page.one('nav', class_='kwx-chips').all('a')]
    assert chips == [f'#{head}' for head in heads]
    [folded] = (d for d in page.all('details') if list(d.all('h2')))
    for row in folded.one('dl').all('div'):  # the name alone links to the first section
        assert len(list(row.all('a'))) == 1
        assert row.one('dd').text == 'Start'


def test_the_markdown_page_ends_with_one_line_of_it(make):
    built = make(FILES, 'kwmarkdown')
    lines = (built.out / 'index_kw.md').read_text(encoding='utf-8').splitlines()
    at = lines.index('## Also on this page')
    assert '[`retries`](../source/index.rst#start)' in lines[at + 2]
    assert lines[at + 2].count('](') > 1
    assert not any(line.startswith('#') for line in lines[at + 1 :])


TWICE = """Doc
===

add
---

Options
~~~~~~~

``first_name`` and ``both_names``

remove
------

Options
~~~~~~~

``second_name`` and ``both_names``

Options
-------

``third_name``

Other
-----

``fourth_name``
"""


def places(built, page, name):
    row = page_of(built, page).one('div', id=f'kw-name-{name}')
    return [a.text for dd in row.all('dd') for a in dd.all('a')]


@pytest.mark.parametrize('page', ['kwindex/doc/index.html', 'kwindex/index.html'])
def test_a_title_that_occurs_twice_stands_after_that_of_its_parent(make, page):
    built = make({'index.rst': TWICE})
    assert places(built, page, 'first_name') == ['add › Options']
    assert places(built, page, 'both_names') == ['add › Options', 'remove › Options']
    assert places(built, page, 'third_name') == ['Options']
    assert places(built, page, 'fourth_name') == ['Other']


@pytest.mark.parametrize('size', [2, 5000])
def test_pages_change_with_the_titles_of_other_sections(make, size):
    once = TWICE.replace(
        'remove\n------\n\nOptions\n~~~~~~~', 'remove\n------\n\nRest of it\n~~~~~~~~~~'
    )
    config = {'kwindex_page_size': size, 'kwindex_pages': ['index', 'documents']}
    for number, text in enumerate(
        [once.replace('Options\n-------', 'More of it\n----------'), TWICE, once]
    ):
        built = make({'index.rst': text}, config=config)
        clean = make(
            {'index.rst': text}, config=config, out=f'clean{number}', doctrees=f'trees{number}'
        )
        pages = [p.relative_to(built.out) for p in (built.out / 'kwindex').rglob('*.html')]
        assert pages
        for path in pages:
            assert built.text(path) == clean.text(path), path


PASSING = """Start
=====

We ask it over TCP, which is *loud*. ``one_name``

Late
----

And so on.
"""


def test_words_in_passing_are_only_on_the_page_of_their_document(make):
    built = make({'index.rst': PASSING}, 'kwindex')
    [document] = built.lines('documents.jsonl')
    unlisted = {k['name']: k['kind'] for k in document['keywords'] if not k['listed']}
    assert unlisted == {'TCP': 'acronym'}
    assert [k['name'] for k in document['not_shown']] == ['Late', 'loud']
    built = make({'index.rst': PASSING})
    page = page_of(built, 'kwindex/doc/index.html')
    [folded] = (d for d in page.all('details') if list(d.all('h2')))
    rows = [row.one('dt').text for row in folded.one('dl').all('div')]
    assert rows == ['TCP acronym']
    assert 'one_name' in (index := built.text('kwindex/index.html'))
    assert not any(name in index for name in unlisted)
