"""Store of records: plain, compact, each process its own, and of a shape with a version."""

import hashlib
import os
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import CONF, store_of

from sphinxcontrib_kwindex import domain, records
from sphinxcontrib_kwindex.model import (
    Change,
    Definition,
    DocumentHeader,
    DocumentRecord,
    Keyword,
    Kind,
    Listing,
    Meaning,
    Place,
    Position,
    Ranked,
    Section,
)
from sphinxcontrib_kwindex.records import RecordStore

NAME = st.text(min_size=1, max_size=8)
st.register_type_strategy(str, st.text(max_size=8))
st.register_type_strategy(Keyword, lambda _type: st.builds(Keyword, name=NAME))
st.register_type_strategy(Meaning, lambda _type: st.builds(Meaning, name=NAME))
TIMES = st.dictionaries(st.sampled_from(Position), st.integers(1, 99), min_size=1)
RANKED = st.builds(
    Ranked,
    name=NAME,
    times=TIMES.map(lambda times: tuple(sorted(times.items()))),
    score=st.just(0) | st.integers(1, 9999).map(lambda n: n / 100),
)


def stored(whole):
    """Store a record whose places need be of no sections, and load it."""
    times = ((Position.LOCAL, 1),)
    ranked = [
        Ranked(k.name, k.kind, times, k.definitions, changes=k.changes) for k in whole.keywords
    ]
    store = RecordStore()
    store.put('a', DocumentHeader(whole._replace(keywords=()), tuple(ranked), {}), whole)
    return pickle.loads(pickle.dumps(store))['a']


@given(st.from_type(DocumentRecord))
def test_a_record_comes_back(record):
    found = stored(record)
    assert found == record
    assert repr(found) == repr(record)  # an enumeration is not a text


@given(st.lists(RANKED, max_size=4), st.dictionaries(NAME, NAME))
def test_a_header_comes_back(keywords, digests):
    own = [k._replace(meaning=Meaning(k.name, k.kind)) for k in keywords]
    for some in (keywords, own):
        header = DocumentHeader(record('A'), tuple(some), digests)
        store = RecordStore()
        store.put('a', header, record('A'))
        assert store.header('a') == header
        assert repr(store.header('a')) == repr(header)


@pytest.mark.parametrize('text', [',1,"",0,0]', ',1,', ',1,"', '",0,0]', ',1,""', '\\', '\ud800'])
def test_texts_that_look_like_the_end_of_a_place_come_back(text):
    place = Place(0, 1, Position.LOCAL, 1, text)
    definition = Definition(text, 'comment', 0, text, 0)
    keywords = (
        Keyword(text, Kind.NAME, (place, place._replace(anchor='')), (definition,)),
        Keyword('n', Kind.NAME, (place._replace(section=0),), (definition._replace(anchor=''),)),
    )
    found = DocumentRecord(text, (Section(text, text, 1, 0),), keywords, ((), (text,)))
    assert stored(found) == found


def record(title):
    return DocumentRecord(title, (Section('', title, 0),))


def filled(**titles):
    return store_of((docname, record(title)) for docname, title in titles.items())


def put(store, docname, title):
    store.put(docname, DocumentHeader(record(title), (), {}), record(title))


def test_documents_are_listed_in_order_and_discarded():
    store = filled(b='B', a='A')
    assert list(store) == ['a', 'b']
    store.discard('a')
    store.discard('none')
    assert 'a' not in store
    assert list(store) == ['b']
    assert list(pickle.loads(pickle.dumps(store))) == ['b']


def test_the_digest_is_of_all_records_in_any_order():
    digests = {
        filled(**titles).digest()
        for titles in [{'a': 'A', 'b': 'B'}, {'a': 'B', 'b': 'A'}, {'a': 'A'}, {'b': 'B'}]
    }
    assert len(digests) == 4
    assert filled(b='B', a='A').digest() in digests


def test_only_what_was_read_elsewhere_is_taken():
    ours, theirs = filled(a='A', b='B'), filled(b='new B', c='C', d='D')
    ours.merge(['b', 'c', 'none'], theirs)
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
    store = pickle.loads(pickle.dumps(filled(**{f'd{n}': 'x' * 100 for n in range(50)})))

    def read():
        put(store, 'd1', 'new')
        put(store, 'new', 'new')
        return store

    data = in_another_process(read)
    assert list(pickle.loads(data)) == ['d1', 'new']
    assert len(data) < len(pickle.dumps(store)) / 5
    assert len(store) == 50
    assert list(pickle.loads(in_another_process(lambda: store))) == []


def test_the_whole_store_is_saved_after_a_parallel_build(make):
    files = {f'd{n}.rst': f':orphan:\n\nD\n=\n\n``name_{n}``\n' for n in range(12)}
    files['index.rst'] = 'Index\n=====\n'
    make(files, parallel=2)
    files['d3.rst'] += '\n``more_names``\n'
    assert make(files, parallel=2).read == {'d3'}
    result = make(files, parallel=2)
    assert result.read == set()
    assert len(result.records) == 13
    assert 'more_names' in result.names('d3')


def test_only_plain_data_is_stored(built):
    data = built('test-pages/rst').app.env.domaindata['kw']
    assert data.keys() == {'records', 'version'}
    for header, body, _conditions in data['records']._encoded.values():
        assert (type(header), type(body)) == (bytes, bytes)
    assert 'sphinx.' not in repr(data)


def test_a_record_is_small(built):
    """It is pickled with the environment on every build; places take 15 bytes each, or less."""
    result = built('test-domains/rst')
    store = result.app.env.domaindata['kw']['records']
    keywords = sum(len(result.record(docname).keywords) for docname in result.records)
    assert keywords > 50
    assert len(pickle.dumps(store)) / keywords < 128
    places = tuple(Place(0, n, Position(n % 7)) for n in range(999))
    one = store_of([('a', record('A')._replace(keywords=(Keyword('n', Kind.NAME, places),)))])
    assert len(pickle.dumps(one)) < 15 * len(places)


#: the shape of what is stored -> the version of the store that has it
VERSIONS = {
    'f0f67592b152': 1, '70efdcf27e83': 2, 'ffa0e8b54076': 3, 'c348d3f7dbe9': 4, 'ff591fde7cb5': 5,
    '65582f368c64': 6, '0d2b16af1d23': 7, '7c00b4c3dedd': 8, '7dfbbdbd5d0a': 9,
}  # fmt: skip

#: their numbers are stored: more may follow, but none may go or move
POSITIONS = """
OBJECT TERM SOURCE_DEFINITION MODULE HEADING_NAME INDEX_ENTRY AUTHOR ABBREVIATION HEADING_IDENTIFIER
TITLE_PHRASE HEADING_PHRASE DEFINITION_LIST ROLE_LITERAL CROSS_REFERENCE LITERAL LINK_TEXT STRONG
CODE_IMPORT PROSE_IDENTIFIER EXAMPLE_DEFINITION EMPHASIS ACRONYM CODE_USE CODE_MENTION PARAMETER
LOCAL EXAMPLE_USE SOURCE_DETAIL PASSING_PHRASE RECURRING_PHRASE MARKED_TERM EXAMPLE_SETTING
HEADING_WORD PASSING_NAME OWN_HEADING TOPIC EXAMPLE_IMPORT ARGUMENT SIGNATURE
PASSING_ACRONYM
"""


def shape():
    """Describe all fields and their types."""
    classes = (
        DocumentRecord, Section, Keyword, Place, Definition, Listing, Ranked, Meaning, Change,
    )  # fmt: skip
    fields = [(cls.__name__, list(cls.__annotations__.items())) for cls in classes]
    kinds = [kind.value for kind in Kind]  # stored by number
    return hashlib.sha256(repr([fields, kinds]).encode()).hexdigest()[:12]


def test_another_shape_has_another_version():
    """Raise ``records.VERSION`` when this fails, and note the new shape and its version here."""
    assert VERSIONS.get(shape()) == records.VERSION, shape()
    assert sorted(VERSIONS.values()) == list(range(1, records.VERSION + 1))


def test_positions_keep_their_numbers():
    names = POSITIONS.split()
    assert [position.name for position in Position][: len(names)] == names
    assert [position.value for position in Position] == list(range(len(Position)))


def test_an_environment_of_another_version_is_read_anew(make, monkeypatch):
    files = {'index.rst': 'Index\n=====\n\n``a_b``\n'}
    make(files)
    assert make(files).read == set()
    assert domain.KeywordDomain.data_version == records.VERSION
    monkeypatch.setattr(domain.KeywordDomain, 'data_version', records.VERSION + 1)
    result = make(files)
    assert result.read == {'index'}
    assert result.warning == ''


def test_nothing_stored_names_the_place_of_the_sources(make, tmp_path):
    result = make({'index.rst': 'Index\n=====\n\n``a_b``\n', 'conf.py': CONF})
    stored = repr([result.record(docname) for docname in result.records])
    [state] = (tmp_path / 'doctrees').glob('kwindex-*')
    assert str(tmp_path) not in stored + state.read_text(encoding='utf-8')
