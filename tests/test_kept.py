"""The lists of documents are kept: one edit derives one of them, and every end is a clean build."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import CONF
from test_incremental import same_as_clean
from test_store import DEFINITIONS, PLACES, TEXT

from sphinxcontrib_kwindex import kept, rewrite
from sphinxcontrib_kwindex.entries import Entry, Spot
from sphinxcontrib_kwindex.index import ProjectIndex
from sphinxcontrib_kwindex.model import Kind, Role
from sphinxcontrib_kwindex.remembered import remembered

BARE = f"{CONF}templates_path = ['t']\nhtml_copy_source = False\n"
FILES = {
    'conf.py': BARE,
    't/layout.html': '{{ title }} {{ body }}',
    'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n',
    'a.rst': 'About\n=====\n\n``InB`` and ``name_in_a``. Some prose.\n',
    'b.rst': 'Because\n=======\n\nOne\n---\n\n.. py:class:: InB\n\n   It is new.\n',
    'c.rst': 'Come\n====\n\n.. only:: extra\n\n   ``name_in_c``\n\n``InB``\n',
}
LISTS = 'doctrees/kwindex-html.lists'


#: what is edited -> in which document, from what, to what -> whose lists are derived
EDITS = {
    'a mention': ('a', 'name_in_a', 'other_in_a', 'a'),
    'a line above': ('a', '``InB', 'Before.\n\n``InB', 'a'),
    'a title': ('b', 'Because\n', 'Beacons\n', 'b'),
    'a section above a definition': ('b', 'One\n---', 'Nil\n---\n\nOne\n---', 'b'),
    'what a definition says': ('b', 'is new', 'is old', 'b'),
    'a definition': ('b', 'InB', 'InC', 'abcindex'),
    'one more definition': ('a', ' Some', '\n\n.. py:class:: InA\n\n', 'abcindex'),
}  # fmt: skip


@pytest.mark.parametrize('edit', EDITS)
def test_an_edit_derives_what_it_may_change(make, derived, edit):
    docname, old, new, expected = EDITS[edit]
    make(FILES)
    assert sorted(derived) == ['a', 'b', 'c', 'index']
    derived.clear()
    text = FILES[f'{docname}.rst'].replace(old, new)
    assert text != FILES[f'{docname}.rst']
    files = {**FILES, f'{docname}.rst': text}
    make(files)
    assert ''.join(sorted(derived)) == expected
    same_as_clean(make, files)


@pytest.fixture
def looked_into(monkeypatch):
    """Name what is merged of several documents, and the pages whose views are derived."""
    found = []
    merge, view_of = ProjectIndex._merged.__wrapped__, rewrite.view_of
    monkeypatch.setattr(
        ProjectIndex,
        '_merged',
        remembered(lambda index, names: found.append(names) or merge(index, names)),
    )
    monkeypatch.setattr(
        rewrite, 'view_of', lambda page, site: found.append(page.docname) or view_of(page, site)
    )
    return found


#: what changes no page about several documents
UNSEEN = {
    'the lines': ('``InB``', 'Something.\n\n``InB``'),
    'words that are no keywords': ('Some text', 'Some other words'),
    'how often a name stands there': ('``InB``', '``InB``, ``InB``'),
}


@pytest.mark.parametrize('edit', UNSEEN)
def test_what_only_its_own_page_may_show_costs_no_other(make, looked_into, edit):
    old, new = UNSEEN[edit]
    make(FILES)
    assert ('a', 'b', 'c', 'index') in looked_into
    make({**FILES, 'a.rst': FILES['a.rst'].replace('prose', 'text')})  # now all is digested
    looked_into.clear()
    files = {**FILES, 'a.rst': FILES['a.rst'].replace('prose', 'text').replace(old, new)}
    built = make(files)
    assert built.read == {'a'}
    assert set(looked_into) <= {'kwindex/doc/a'}
    assert re.search(r'kwindex: \d keywords \(1 defined .*?\) in 4 documents', built.status)
    same_as_clean(make, files)


def test_a_name_in_one_more_section_is_seen(make, looked_into):
    make(FILES)
    looked_into.clear()
    files = {**FILES, 'b.rst': f'{FILES["b.rst"]}\nTwo\n---\n\n``InB``\n'}
    make(files)
    assert {('a', 'b', 'c', 'index'), 'kwindex/index', 'kwindex/all'} <= set(looked_into)
    same_as_clean(make, files)


def test_what_others_say_of_a_keyword_is_never_kept(make, derived):
    make(FILES)
    derived.clear()
    again = make({**FILES, 'b.rst': FILES['b.rst'].replace('is new', 'is old')})
    assert derived == ['b']
    assert 'is old' in again.text('kwindex/doc/a.html')


def test_another_condition_derives_what_stands_under_it(make, derived):
    make(FILES)
    derived.clear()
    built = make(FILES, tags=['extra'])
    assert derived == ['c']
    assert 'name_in_c' in built.text('kwindex/doc/c.html')


@pytest.mark.parametrize(
    'config', [{'kwindex_keep': ['prose']}, {'kwindex_kinds': ['name']}, {'kwindex_threshold': 5.0}]
)
def test_another_choice_of_keywords_derives_all(make, derived, config):
    make(FILES)
    derived.clear()
    make(FILES, config=config)
    assert sorted(derived) == ['a', 'b', 'c', 'index']
    same_as_clean(make, FILES, config=config)


CRATE = 'class Crate:\n    def lift(self):\n        pass\n'
INCLUDED = '.. literalinclude:: {}/crate.py\n'
OBJECTS = '\n.. py:class:: Crate\n\n   .. py:method:: lift\n'
SHELF = '.. py:module:: shelf\n\n.. code-block:: go\n\n   {}\n   type Crate struct {{}}\n'
SHELF += '   // …\n' * 9
#: what alone changes -> what one document says; another one, before and after; what the page of
#: the former lists, before and after
PARTS = {
    'which file is embedded': (
        '``box.crate.Crate``', INCLUDED.format('box'), INCLUDED.format('lid'),
        'class-Crate', 'name-box.crate.Crate',
    ),
    'what a source belongs to': (
        '``shelf.Crate``', SHELF.format('// …'), SHELF.format('package shelf'),
        'name-shelf.Crate', 'class-Crate',
    ),
    'which names are full': (
        '``lift``', INCLUDED.format('box'), INCLUDED.format('box') + OBJECTS,
        'name-lift', 'method-Crate.lift',
    ),
}  # fmt: skip


def listed_of_a(built):
    """Give what the page of a document lists."""
    return re.findall(' id="kw-(.+?)"', built.text('kwindex/doc/a.html'))


@pytest.mark.parametrize('part', PARTS)
def test_a_name_may_mean_something_else_where_the_same_is_defined(make, part):
    text, *others, before, after = PARTS[part]
    files = {**FILES, 'box/crate.py': CRATE, 'lid/crate.py': CRATE}
    files['a.rst'] = f'About\n=====\n\n{text}\n'
    for other, expected in zip(others, (before, after), strict=True):
        files['b.rst'] = f'Because\n=======\n\n{other}'
        assert listed_of_a(make(files)) == [expected]
    same_as_clean(make, files)


def test_a_word_that_a_template_writes_into_others_is_listed_no_more(make, monkeypatch):
    monkeypatch.setattr('sphinxcontrib_kwindex.boilerplate._MANY', 4)
    monkeypatch.setattr('sphinxcontrib_kwindex.boilerplate._TOO_OFTEN', 0.5)
    files = {**FILES, 'a.rst': 'Red tape\n========\n', 'b.rst': 'Red tape\n========\n'}
    assert listed_of_a(make(files)) == ['term-Red-x20-tape']
    files['c.rst'] = files['a.rst']
    assert listed_of_a(make(files)) == []
    same_as_clean(make, files)


@pytest.mark.parametrize(
    ('what', 'value'),
    [
        ('sphinxcontrib_kwindex.__version__', '0.0.0'),
        ('sphinxcontrib_kwindex.kept.sys', SimpleNamespace(version_info=(3, 99))),
        ('sphinxcontrib_kwindex.kept.Place', Spot),
    ],
)
def test_another_maker_derives_all(make, derived, monkeypatch, what, value):
    make(FILES)
    derived.clear()
    monkeypatch.setattr(what, value)
    make({**FILES, 'a.rst': FILES['a.rst'] + '\n``more``\n'})
    assert sorted(derived) == ['a', 'b', 'c', 'index']


def maker_of(data):
    """Give what a file says that it is made by."""
    return json.dumps(json.loads(data.partition(b'\n')[0])[0]).encode()


@pytest.mark.parametrize(
    'damaged',
    [
        lambda _data: b'',
        lambda data: data[: len(data) // 4],
        lambda data: data[:-9],
        lambda data: data[:-9] + b'\0' * 9,
        lambda data: data.replace(b'\n', b'\n ', 1),
        lambda data: b'[]' + data,
        lambda data: data.replace(b'[', b'7', 2),
        lambda data: b'[%s, [["a", 1, 2, 3, "x"], ["b"], {}]]\n' % maker_of(data),
        lambda data: b'[%s, [["a", 1, 2, 3, -4], ["b", 1, 2, 3, 4]]]\n' % maker_of(data),
        lambda _data: b'[' * 100_000,
    ],
)  # fmt: skip
def test_a_file_that_is_damaged_costs_nothing_but_time(make, tmp_path, derived, damaged):
    make(FILES)
    derived.clear()
    path = tmp_path / LISTS
    assert damaged(path.read_bytes()) != path.read_bytes()
    path.write_bytes(damaged(path.read_bytes()))
    files = {**FILES, 'a.rst': FILES['a.rst'] + '\n``more``\n'}
    assert make(files).warning == ''
    assert set(derived) > {'a'}
    same_as_clean(make, files)


def test_what_cannot_be_kept_costs_nothing_but_time(make, tmp_path, derived):
    (tmp_path / LISTS).mkdir(parents=True)
    for text in ('', '\n``more``\n'):
        derived.clear()
        built = make({**FILES, 'a.rst': FILES['a.rst'] + text})
        assert built.warning == ''
        assert 'they cannot be kept: ' in built.status
        assert sorted(derived) == ['a', 'b', 'c', 'index']


def test_what_is_gone_is_not_kept(make, tmp_path):
    make(FILES)
    assert b'"c"' in (tmp_path / LISTS).read_bytes()
    make({name: text for name, text in FILES.items() if name != 'c.rst'})
    assert b'"c"' not in (tmp_path / LISTS).read_bytes()


ENTRIES = st.builds(
    lambda name, kind, role, score, places, definitions: Entry(
        name,
        kind,
        role,
        score,
        tuple(Spot('d', place) for place in places),
        tuple(('d', definition) for definition in definitions),
    ),
    TEXT,
    st.sampled_from(Kind),
    st.sampled_from(Role),
    st.floats(0, 100),
    st.lists(PLACES, min_size=1, max_size=3),
    st.lists(DEFINITIONS, max_size=2),
)


@given(st.lists(ENTRIES, max_size=4))
def test_what_is_kept_comes_back(entries):
    unpacked = kept.unpack(kept.pack(entries), 'd')
    assert unpacked == entries
    types = [[type(one) for one in (*entry, entry.spots[0].place.position)] for entry in unpacked]
    assert types == [
        [type(one) for one in (*entry, entry.spots[0].place.position)] for entry in entries
    ]
