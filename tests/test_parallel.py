"""Lists that other processes derive: those that are not kept, and the pages are the same."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection

import pytest
from project import UNSAFE
from sphinx.errors import SphinxError
from sphinx.util.parallel import parallel_available
from test_incremental import pages_of, same_as_clean
from test_kept import FILES

from sphinxcontrib_kwindex import parallel
from sphinxcontrib_kwindex.index import ProjectIndex

pytestmark = pytest.mark.skipif(
    not parallel_available, reason='Sphinx has other processes by forking'
)

EDIT = {**FILES, 'a.rst': FILES['a.rst'].replace('name_in_a', 'other_in_a')}
NEW = {**FILES, 'b.rst': FILES['b.rst'].replace('InB', 'InC')}


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(parallel, '_MANY', 1)


@pytest.fixture
def given_away(monkeypatch):
    """Name the documents whose lists other processes derive."""
    names = []
    chunks = parallel.make_chunks
    monkeypatch.setattr(
        parallel, 'make_chunks', lambda docs, number: names.extend(docs) or chunks(docs, number)
    )
    return names


def test_other_processes_derive_all_lists(make, derived, given_away):
    built = make(FILES, parallel=2)
    assert (derived, given_away) == ([], ['a', 'b', 'c', 'index'])
    alone = make(FILES, out='alone', doctrees='alone-doctrees')
    assert sorted(derived) == ['a', 'b', 'c', 'index']
    assert pages_of(built) == pages_of(alone)


def test_a_single_process_derives_its_own(make, derived, given_away):
    make(FILES)
    assert (sorted(derived), given_away) == (['a', 'b', 'c', 'index'], [])


def test_a_few_are_derived_at_once(make, monkeypatch, derived, given_away):
    monkeypatch.setattr(parallel, '_MANY', 5)
    make(FILES, parallel=2)
    assert (sorted(derived), given_away) == (['a', 'b', 'c', 'index'], [])


@pytest.mark.parametrize('declared', ['False', 'None'])
def test_no_process_begins_where_an_extension_is_not_made_for_that(
    make, derived, given_away, declared
):
    unsafe = UNSAFE.replace('SAFE', declared)
    make({**FILES, 'conf.py': FILES['conf.py'] + unsafe}, parallel=2)
    assert (sorted(derived), given_away) == (['a', 'b', 'c', 'index'], [])


@pytest.mark.parametrize(('files', 'expected'), [(FILES, ''), (EDIT, 'a'), (NEW, 'abcindex')])
def test_only_lists_that_are_not_kept_are_derived(make, derived, given_away, files, expected):
    make(FILES, parallel=2)
    given_away.clear()
    make(files, parallel=2)
    assert (derived, ''.join(given_away)) == ([], expected)
    same_as_clean(make, files)


def die(*_):
    os._exit(1)


def die_sending(connection, message):
    """Send no more than the length, and how it begins."""
    os.write(connection.fileno(), len(message).to_bytes(4) + message[:1])
    die()


@pytest.mark.parametrize(('method', 'killing'), [('send', die), ('_send_bytes', die_sending)])
@pytest.mark.parametrize('killed', ['a', 'index'])
def test_what_a_killed_process_was_to_derive_is_derived(
    make, monkeypatch, killed, method, killing
):
    derive, here = ProjectIndex._derived, os.getpid()

    def derived(index, docname):
        if docname == killed and os.getpid() != here:
            setattr(Connection, method, killing)  # of this process
        return derive(index, docname)

    monkeypatch.setattr(ProjectIndex, '_derived', derived)
    built = make(FILES, parallel=2)
    assert pages_of(built) == pages_of(make(FILES, out='alone', doctrees='alone-doctrees'))


@pytest.mark.parametrize('wrong', ['a', 'index'])
def test_what_goes_wrong_in_another_process_is_told(make, monkeypatch, wrong):
    """Sphinx passes over it while more processes are to begin: then it goes wrong here, too."""
    derive = ProjectIndex._derived

    def fail(index, docname):
        if docname == wrong:
            raise LookupError(docname)
        return derive(index, docname)

    monkeypatch.setattr(ProjectIndex, '_derived', fail)
    with pytest.raises(SphinxError) as told:
        make(FILES, parallel=2)
    assert 'LookupError' in f'{told.value} {told.value!r}'
