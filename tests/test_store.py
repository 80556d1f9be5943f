"""What is stored: plain, compact, each process its own, and of a shape with a version."""

from __future__ import annotations

import hashlib
import json
import os
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import CONF

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex import store
from sphinxcontrib_kwindex.model import (
    Definition,
    DocumentRecord,
    Keyword,
    Kind,
    Listing,
    Place,
    Position,
    Role,
    Section,
)
from sphinxcontrib_kwindex.store import RecordStore, decode, encode

TEXT = st.text(max_size=8)
NUMBER = st.integers(0, 10_000)
PLACES = st.builds(
    Place, NUMBER, NUMBER, st.sampled_from(Position), NUMBER, TEXT, NUMBER, NUMBER
)
DEFINITIONS = st.builds(Definition, TEXT, TEXT, NUMBER, TEXT, NUMBER)
LISTINGS = st.builds(
    Listing,
    TEXT, st.lists(TEXT).map(tuple), TEXT,
    st.lists(st.sampled_from(Kind)).map(tuple), st.lists(st.sampled_from(Role)).map(tuple),
    TEXT, NUMBER, TEXT, NUMBER, NUMBER, TEXT,
)  # fmt: skip
KEYWORDS = st.builds(
    Keyword, TEXT, st.sampled_from(Kind), st.lists(PLACES, max_size=3).map(tuple),
    st.lists(DEFINITIONS, max_size=2).map(tuple),
)  # fmt: skip
RECORDS = st.builds(
    DocumentRecord,
    TEXT,
    st.lists(st.builds(Section, TEXT, TEXT, NUMBER, NUMBER), max_size=3).map(tuple),
    st.lists(KEYWORDS, max_size=3).map(tuple),
    st.lists(st.lists(TEXT).map(tuple), max_size=3).map(tuple),
    st.lists(TEXT).map(tuple),
    st.lists(LISTINGS, max_size=2).map(tuple),
    st.lists(st.tuples(TEXT, TEXT)).map(tuple),
    st.booleans(),
)


@given(RECORDS)
def test_what_is_stored_comes_back(record):
    found = decode(encode(record))
    assert found == record
    assert repr(found) == repr(record)  # an enumeration is not a text


@pytest.mark.parametrize('text', [',1,"",0,0]', ',1,', ',1,"', '",0,0]', ',1,""', '\\'])
def test_texts_that_look_like_the_end_of_a_place_come_back(text):
    place = Place(1, 1, Position.LOCAL, 1, text)
    definition = Definition(text, text, 1, text, 0)
    keywords = (
        Keyword(text, Kind.NAME, (place, place._replace(anchor='')), (definition,)),
        Keyword('n', Kind.NAME, (), (definition._replace(section=1, anchor=''),)),
    )
    found = DocumentRecord(text, (Section(text, text, 1, 0),), keywords, ((), (text,)))
    assert decode(encode(found)) == found


def test_lone_surrogates_come_back():
    record = DocumentRecord('\ud800', ())
    assert decode(encode(record)) == record


def record(title):
    return DocumentRecord(title, (Section('', title, 0),))


def filled(**titles):
    records = RecordStore()
    for docname, title in titles.items():
        records.put(docname, record(title))
    return records


def test_documents_are_listed_in_order():
    assert list(filled(b='B', a='A', c='C')) == ['a', 'b', 'c']


def test_a_document_is_forgotten():
    records = filled(a='A', b='B')
    records.discard('a')
    records.discard('none')
    assert 'a' not in records
    assert list(records) == ['b']
    assert list(pickle.loads(pickle.dumps(records))) == ['b']


def test_only_what_was_read_elsewhere_is_taken():
    ours, theirs = filled(a='A', b='B'), filled(b='new B', c='C', d='D')
    ours.take(['b', 'c', 'none'], theirs)
    assert [(name, ours[name].title) for name in ours] == [
        ('a', 'A'), ('b', 'new B'), ('c', 'C'),
    ]  # fmt: skip


def in_another_process(work):
    """Give what a fork pickles."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        with os.fdopen(writer, 'wb') as file:
            file.write(pickle.dumps(work()))
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, 'rb') as file:
        data = file.read()
    os.wait()
    return data


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='Sphinx reads in parallel by forking')
@pytest.mark.filterwarnings('ignore:.*fork:DeprecationWarning')
def test_a_reading_process_sends_its_own_and_no_more():
    records = pickle.loads(pickle.dumps(filled(**{f'd{n}': 'x' * 100 for n in range(50)})))

    def read():
        records.put('d1', record('new'))
        records.put('new', record('new'))
        return records

    data = in_another_process(read)
    sent = pickle.loads(data)
    assert list(sent) == ['d1', 'new']
    assert len(data) < len(pickle.dumps(records)) / 5
    assert len(records) == 50


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='Sphinx reads in parallel by forking')
@pytest.mark.filterwarnings('ignore:.*fork:DeprecationWarning')
def test_a_process_that_reads_nothing_sends_nothing():
    records = filled(a='A')
    records = pickle.loads(pickle.dumps(records))
    assert list(pickle.loads(in_another_process(lambda: records))) == []


def test_the_whole_store_is_saved_after_a_parallel_build(make):
    files = {f'd{n}.rst': f':orphan:\n\nD\n=\n\n``name_{n}``\n' for n in range(12)}
    files['index.rst'] = 'Index\n=====\n'
    make(files, parallel=2)
    files['d3.rst'] += '\n``more_names``\n'
    assert make(files, parallel=2).read == {'d3'}
    result = make(files, parallel=2)
    assert result.read == set()
    assert len(result.records) == 13
    assert 'more_names' in [keyword.name for keyword in result.record('d3').keywords]


def test_the_merging_is_done_by_the_collector(make, monkeypatch):
    """Without it a parallel build would be silent and empty."""
    taken = []
    take = RecordStore.take
    monkeypatch.setattr(
        RecordStore, 'take', lambda s, names, other: taken.extend(names) or take(s, names, other)
    )
    files = {f'd{n}.rst': f':orphan:\n\nD\n=\n\n``name_{n}``\n' for n in range(4)}
    make({'index.rst': 'Index\n=====\n', **files}, parallel=2)
    assert sorted(taken) == ['d0', 'd1', 'd2', 'd3', 'index']


def test_only_plain_data_is_stored(built):
    data = built('test-pages/rst').app.env.domaindata['kw']
    assert all(isinstance(packed, bytes) for packed in data['records']._encoded.values())
    assert 'sphinx.' not in repr(data)
    json.dumps({key: value for key, value in data.items() if key != 'records'})


def test_a_record_is_small(built):
    """It is pickled with the environment on every build: an eighth of a kilobyte for a keyword."""
    result = built('test-domains/rst')
    packed = pickle.dumps(result.app.env.domaindata['kw']['records'])
    keywords = sum(len(result.record(docname).keywords) for docname in result.records)
    assert keywords > 50
    assert len(packed) / keywords < 128


#: the shape of what is stored -> the version of the store that has it
VERSIONS = {
    'f0f67592b152': 1,
    '70efdcf27e83': 2,
    'ffa0e8b54076': 3,
}

#: their numbers are stored: more may follow, but none may go or move
POSITIONS = """
OBJECT TERM SOURCE_DEFINITION MODULE HEADING_NAME INDEX_ENTRY AUTHOR ABBREVIATION HEADING_IDENTIFIER
TITLE_PHRASE HEADING_PHRASE DEFINITION_LIST ROLE_LITERAL CROSS_REFERENCE LITERAL LINK_TEXT STRONG
CODE_IMPORT PROSE_IDENTIFIER EXAMPLE_DEFINITION EMPHASIS ACRONYM CODE_USE CODE_MENTION PARAMETER
LOCAL
"""


def shape():
    """Describe all fields and their types."""
    records = (DocumentRecord, Section, Keyword, Place, Definition, Listing)
    fields = [(cls.__name__, list(cls.__annotations__.items())) for cls in records]
    return hashlib.sha256(repr(fields).encode()).hexdigest()[:12]


def test_another_shape_has_another_version():
    """Raise ``store.VERSION`` when this fails, and note the new shape and its version here."""
    assert VERSIONS.get(shape()) == store.VERSION, shape()
    assert sorted(VERSIONS.values()) == list(range(1, store.VERSION + 1))


def test_positions_keep_their_numbers():
    names = POSITIONS.split()
    assert [position.name for position in Position][: len(names)] == names
    assert [position.value for position in Position] == list(range(len(Position)))


def test_an_environment_of_another_version_is_read_anew(make, monkeypatch):
    files = {'index.rst': 'Index\n=====\n\n``a_b``\n'}
    make(files)
    assert make(files).read == set()
    monkeypatch.setattr(sphinxcontrib_kwindex, 'VERSION', store.VERSION + 1)
    result = make(files)
    assert result.read == {'index'}
    assert result.warning == ''


def test_what_the_project_keeps_says_nothing_of_the_sources_place(make, tmp_path):
    files = {'index.rst': 'Index\n=====\n\n``a_b``\n', 'conf.py': CONF}
    result = make(files)
    stored = repr([result.record(docname) for docname in result.records])
    state = [p.read_bytes().decode(errors='replace') for p in (tmp_path / 'doctrees').glob('kw*-*')]
    assert len(state) == 2
    assert str(tmp_path) not in stored + ''.join(state)
