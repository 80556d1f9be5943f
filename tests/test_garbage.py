"""What is set aside from the search for garbage in a build, and comes back."""

from __future__ import annotations

import gc
import re
import weakref
from contextlib import nullcontext

import pytest
from docutils.parsers.rst.states import RSTState
from project import CONF, UNSAFE
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace
from sphinx.util.parallel import parallel_available

from sphinxcontrib_kwindex import domain, garbage
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.index import ProjectIndex
from sphinxcontrib_kwindex.view.rows import Rows

needs_processes = pytest.mark.skipif(
    not parallel_available, reason='Sphinx has other processes by forking'
)

#: the pages say how much is set aside while they are written
NOTED = """
import gc

def note(app, pagename, templatename, context, doctree):
    context['title'] = f'set aside: {gc.get_freeze_count()}'

def fail(app, pagename, templatename, context, doctree):
    raise ValueError

def setup(app):
    app.connect('html-page-context', note)
"""

FAILING = NOTED.replace("'html-page-context', note", "'html-page-context', fail")

#: the pages say whether a cycle that went with the first of them is still there
DROPPED = """
from weakref import ref

class Cycle:
    def __init__(self):
        self.itself = self

held = [Cycle()]
reference = ref(held[0])

def note(app, pagename, templatename, context, doctree):
    held.clear()
    context['title'] = f'still there: {reference() is not None}'

def setup(app):
    app.connect('html-page-context', note)
"""

#: the pages say how much was set aside when they were read
READ = """
import gc

def note(app, docname, source):
    source[0] += f'\\n\\nset aside: {gc.get_freeze_count()}.\\n'

def setup(app):
    app.connect('source-read', note)
"""

#: each page says of how many cycles that were dropped when one was read are found to be garbage
DROPPED_IN_READING = """
from weakref import ref

class Cycle:
    def __init__(self):
        self.itself = self

dropped = []

def drop(app, doctree):
    dropped.append(ref(Cycle()))

def found():
    return [reference() is None for reference in dropped].count(True)

def note(app, docname, source):
    source[0] += f'\\n\\nfound: {found()}.\\n'

def show(app, pagename, templatename, context, doctree):
    context['title'] = f'in the end: {before_writing[0]}'

before_writing = []

def look(app, env):
    before_writing.append(found())

def setup(app):
    app.connect('doctree-read', drop)
    app.connect('source-read', note, priority=999)
    app.connect('env-updated', look, priority=999)
    app.connect('html-page-context', show)
"""


#: the pages say after how many objects Python looks for garbage
LOOKED_FOR = NOTED.replace('set aside: {gc.get_freeze_count()}', 'after {gc.get_threshold()}')


#: each page says which process has read it, and how much that had set aside by itself
READ_IN_PARALLEL = """
import gc
import os

before = []

def begin(app, env, docnames):
    before.append(gc.get_freeze_count())

def note(app, docname, source):
    more = gc.get_freeze_count() - before[0]
    source[0] += f'\\n\\nin {os.getpid()}: {more} set aside, after {gc.get_threshold()[0]}.\\n'

def setup(app):
    app.connect('env-before-read-docs', begin, priority=999)
    app.connect('source-read', note, priority=999)
"""

#: whether more is set aside when there are pages that others will write, and anything in the end
HELD = """
import gc

counts = []

def note(app, doctree, docname):
    counts.append(gc.get_freeze_count())

def check(app, exception):
    (app.outdir / 'counts.txt').write_text(f'{max(counts) > counts[0]} {counts[-1] > 1000}')

def setup(app):
    app.connect('doctree-resolved', note, priority=999)
    app.connect('build-finished', check)
"""

#: after how many objects the main process looks for garbage while others read, and then
WAITED = """
import gc

found = []

def note(app, *_):
    found.append(gc.get_threshold()[0])

def finish(app, exception):
    (app.outdir / 'found.txt').write_text(str(found))

def setup(app):
    app.connect('env-merge-info', note)
    app.connect('env-updated', note, priority=999)
    app.connect('build-finished', finish)
"""


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    usual = gc.get_threshold()
    monkeypatch.setattr(garbage, '_MANY', 2)
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)


def pages(conf, number=2):
    names = [f'page{n}' for n in range(number - 1)]
    toctree = '.. toctree::\n\n   ' + '\n   '.join(names)
    texts = {f'{name}.rst': f'{name}\n======\n\n``name``\n' for name in names}
    return {'conf.py': CONF + conf, 'index.rst': f'Start\n=====\n\n{toctree}\n', **texts}


def set_aside(built, name):
    return int(re.search(r'set aside: (\d+)', built.text(name))[1])


def is_set_aside(built, name='index.html'):
    return set_aside(built, name) >= garbage._IMMORTAL


@pytest.mark.parametrize('collected', [False, True])
def test_all_is_set_aside_while_pages_are_written(make, collected):
    if collected:  # Python 3.12 has set aside its immortal objects by then
        gc.collect()
    assert is_set_aside(make(pages(NOTED)))
    assert gc.get_freeze_count() < garbage._IMMORTAL


def test_it_comes_back_when_a_build_fails(make):
    with pytest.raises(Exception, match='html-page-context'):
        make(pages(FAILING))
    assert gc.get_freeze_count() < garbage._IMMORTAL


def test_what_a_build_left_that_was_stopped_comes_back_with_the_next(make):
    stopping = FAILING.replace('ValueError', 'KeyboardInterrupt')
    usual = gc.get_threshold()
    with pytest.raises(KeyboardInterrupt):
        make(pages(stopping))
    assert gc.get_freeze_count() >= garbage._IMMORTAL
    assert is_set_aside(make(pages(NOTED)))
    assert (gc.get_freeze_count() < garbage._IMMORTAL, gc.get_threshold()) == (True, usual)


def test_nothing_is_set_aside_for_a_few_documents(make):
    assert not is_set_aside(make(pages(NOTED, 1)))


def test_what_others_have_set_aside_stays_there(make):
    gc.freeze()
    make(pages(NOTED))
    assert gc.get_freeze_count() >= garbage._IMMORTAL


def test_who_looks_for_no_garbage_is_left_alone(make):
    gc.disable()
    try:
        assert not is_set_aside(make(pages(NOTED)))
    finally:
        gc.enable()


def test_what_becomes_garbage_is_found_when_half_is_written(make):
    built = make(pages(DROPPED, 6))
    names = ['index', *(f'page{n}' for n in range(5))]
    found = ['still there: False' in built.text(f'{name}.html') for name in names]
    assert found == [False, False, False, True, True, True]


def test_what_becomes_garbage_is_not_looked_for_where_others_have_read(make):
    make(pages(DROPPED, 4))
    built = make({**pages(DROPPED, 4), 'page0.rst': 'Page\n====\n'}, config={'html_title': 'New'})
    assert built.read == {'page0'}
    assert 'still there: True' in built.text('page2.html')


@pytest.mark.parametrize(('few', 'is_usual'), [(3, True), (1000, False)])
def test_garbage_is_seldom_looked_for_until_some_pages_are_written(
    make, monkeypatch, few, is_usual
):
    monkeypatch.setattr(garbage, '_FEW', few)
    usual = gc.get_threshold()
    seldom = (500_000, *usual[1:])
    built = make(pages(LOOKED_FOR, 4))
    assert f'after {seldom}' in built.text('index.html')
    assert f'after {usual if is_usual else seldom}' in built.text('page2.html')


@pytest.mark.parametrize(('conf', 'fails'), [(LOOKED_FOR, False), (FAILING, True)])
def test_garbage_is_looked_for_as_usual_after_a_build(make, conf, fails):
    usual = gc.get_threshold()
    with pytest.raises(Exception, match='html-page-context') if fails else nullcontext():
        make(pages(conf))
    assert gc.get_threshold() == usual


def test_who_seldom_looks_for_garbage_is_left_alone(make):
    usual = gc.get_threshold()
    gc.set_threshold(10_000_000, *usual[1:])
    try:
        assert 'after (10000000' in make(pages(LOOKED_FOR)).text('index.html')
        assert gc.get_threshold()[0] == 10_000_000
    finally:
        gc.set_threshold(*usual)


def test_all_is_set_aside_while_many_documents_are_read(make):
    assert is_set_aside(make(pages(READ, 3)))
    assert gc.get_freeze_count() < garbage._IMMORTAL


#: whether much is set aside, whether more than before, and when garbage is looked for
LOADED = """
import gc

counts, found = [1000], []

def note(app, *_):
    counts.append(gc.get_freeze_count())
    found.append((counts[-1] > 1000, counts[-1] > counts[-2], gc.get_threshold()[0]))

def finish(app, exception):
    (app.outdir / 'found.txt').write_text(str(found))

def setup(app):
    app.connect('config-inited', note, priority=999)
    app.connect('builder-inited', note, priority=999)
    app.connect('env-before-read-docs', note, priority=999)
    app.connect('env-updated', note, priority=1)
    app.connect('build-finished', finish)
"""


def test_what_is_loaded_is_set_aside_when_it_is_much(make):
    usual = gc.get_threshold()[0]
    nothing = False, False, usual
    first = make(pages(LOADED, 3))
    reading, read = (True, True, 500_000), (True, False, usual)
    assert first.text('found.txt') == str([nothing, nothing, reading, read])
    built = make({**pages(LOADED, 3), 'page0.rst': 'Page\n====\n'})
    assert built.read == {'page0'}
    loading, set_aside, read = (False, False, 500_000), (True, True, usual), (True, False, usual)
    assert built.text('found.txt') == str([loading, nothing, set_aside, read])
    assert gc.get_freeze_count() < garbage._IMMORTAL


def test_nothing_is_otherwise_after_an_application_that_never_builds(make, tmp_path):
    make(pages('', 3))
    threshold = gc.get_threshold()
    source, out, doctrees = (tmp_path / name for name in ('source', 'html', 'doctrees'))
    with docutils_namespace():
        Sphinx(source, source, out, doctrees, 'html', status=None)
    assert (gc.get_freeze_count() < garbage._IMMORTAL, gc.get_threshold()) == (True, threshold)


def test_what_is_loaded_is_old_before_garbage_is_looked_for(make, monkeypatch):
    found, is_old = [], []
    end_loading = garbage.SetAside.end_loading

    def watch(*collection):
        found.append(collection)

    def watched(set_aside, app):
        gc.callbacks.append(watch)
        end_loading(set_aside, app)
        gc.callbacks.remove(watch)
        is_old.append(any(thing is app.env for thing in gc.get_objects(generation=2)))

    make(pages('', 3))
    monkeypatch.setattr(garbage.SetAside, 'end_loading', watched)
    gc.set_threshold(50)
    assert make({**pages('', 3), 'page0.rst': 'Page\n====\n'}).read == {'page0'}
    assert (found, is_old) == ([], [True])


def test_rows_go_when_their_view_is_made():
    gc.disable()
    try:
        rows = weakref.ref(Rows(None, with_page=True))
        assert rows() is None, 'there is a cycle, which keeps all of its links'
    finally:
        gc.enable()


@pytest.mark.parametrize('builder', ['html', 'text', 'kwindex', 'kwcheck'])
def test_what_is_derived_goes_when_a_build_ends(make, monkeypatch, builder):
    made = []

    class Index(ProjectIndex):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            made.append(weakref.ref(self))

    monkeypatch.setattr(domain, 'ProjectIndex', Index)
    conf = 'kwindex_page_size = 2\nkwindex_json = True\n'  # so that lists are cut
    files = {**pages(conf, 3), 'page1.rst': 'Page\n====\n\n.. kwindex:: /\n'}
    gc.disable()
    try:
        built = make(files, builder=builder)
        assert [index() for index in made] == [None]
    finally:
        gc.enable()
    site = KeywordDomain.of(built.app.env).site(built.app.builder)
    assert 'page0' in site.index.documents  # it is derived again where it is needed


class Forgetful(list):
    """Keeps nothing."""

    def append(self, _parser):
        pass


def test_what_earlier_builds_of_a_process_have_left_is_found(make, monkeypatch):
    # docutils keeps a parser for the next text, and with it what it has read
    monkeypatch.setattr(RSTState, 'nested_sm_cache', Forgetful())
    environments = [weakref.ref(make(pages('', 3)).app.env) for _time in range(5)]
    assert [environment() for environment in environments[:3]] == [None] * 3


@pytest.mark.parametrize('number', [1, 3])
def test_a_threshold_that_is_chosen_meanwhile_stays(make, number):
    usual = gc.get_threshold()
    chosen = 'import gc\n\ndef choose(*_):\n    gc.set_threshold(1234, 5, 6)\n\n'
    chosen += "def setup(app):\n    app.connect('config-inited', choose, priority=950)\n"
    make(pages(chosen, number))
    gc.set_threshold(*usual)
    make(pages(chosen, number))
    assert gc.get_threshold()[:2] == (1234, 5)


def test_who_has_switched_collection_off_is_left_alone(make):
    make(pages(LOOKED_FOR))
    usual = gc.get_threshold()
    gc.set_threshold(0)
    try:
        built = make({**pages(LOADED), 'page0.rst': 'Page\n====\n'})
    finally:
        gc.set_threshold(*usual)
    assert built.text('found.txt') == str([(False, False, 0)] * 4)


def test_what_is_loaded_is_not_set_aside_when_it_is_little(make, monkeypatch):
    monkeypatch.setattr(garbage, '_MANY', 4)
    usual = gc.get_threshold()[0]
    make(pages(LOADED, 3))
    built = make({**pages(LOADED, 3), 'page0.rst': 'Page\n====\n'})
    loading, nothing = (False, False, 500_000), (False, False, usual)
    assert built.text('found.txt') == str([loading, nothing, nothing, nothing])


def test_all_is_as_usual_after_a_build_that_has_nothing_to_do(make):
    usual = gc.get_threshold()
    make(pages('', 3))
    assert make(pages('', 3)).read == set()
    assert (gc.get_threshold(), gc.get_freeze_count() < garbage._IMMORTAL) == (usual, True)


#: whether more is set aside when the lists are derived than before, and what garbage was found then
DERIVED = """
import gc

set_aside, found = [], []

def note(app, *_):
    set_aside.append(gc.get_freeze_count())
    return []

def watch(phase, info):
    if len(set_aside) == 1:
        found.append(info['generation'])

def begin(app, env):
    note(app)
    gc.callbacks.append(watch)

def finish(app, exception):
    gc.callbacks.remove(watch)
    (app.outdir / 'found.txt').write_text(f'{set_aside[-1] > set_aside[0]} {found}')

def setup(app):
    app.connect('env-updated', begin, priority=999)
    app.connect('env-get-updated', note, priority=450)
    app.connect('build-finished', finish)
"""


@pytest.mark.parametrize(('number', 'more'), [(1, 'False'), (2, 'True')])
def test_lists_are_set_aside_before_garbage_is_looked_for(make, number, more):
    first = make(pages(DERIVED, number))
    assert first.text('found.txt').startswith('False'), 'much was dropped by parsers'
    built = make({**pages(DERIVED, number), 'index.rst': 'Start\n=====\n\n``new``\n'})
    assert built.read == {'index'}
    assert built.text('found.txt') == f'{more} []'


@pytest.mark.parametrize(('together', 'is_more'), [(1, True), (1000, False)])
@pytest.mark.parametrize('noted', [READ, NOTED], ids=['while reading', 'while writing'])
def test_what_comes_is_set_aside_when_there_is_much_of_it(
    make, monkeypatch, noted, together, is_more
):
    monkeypatch.setattr(garbage, '_TOGETHER', together)
    built = make(pages(noted, 6))
    assert (set_aside(built, 'page1.html') > set_aside(built, 'page0.html')) is is_more


def test_what_comes_is_set_aside_also_when_an_environment_was_loaded(make, monkeypatch):
    monkeypatch.setattr(garbage, '_TOGETHER', 1)
    make(pages(READ, 6))
    texts = {name: f'{text}\nNew.\n' for name, text in pages(READ, 6).items() if 'page' in name}
    built = make({**pages(READ, 6), **texts})
    assert len(built.read) == 5
    assert set_aside(built, 'page1.html') > set_aside(built, 'page0.html')


@pytest.mark.parametrize(('together', 'found'), [(1, 1), (1000, 0)])
def test_what_parsers_drop_is_found_before_the_next_document(make, monkeypatch, together, found):
    monkeypatch.setattr(garbage, '_TOGETHER', together)
    built = make(pages(DROPPED_IN_READING))
    assert f'found: {found}.' in built.text('page0.html')


def test_what_parsers_drop_is_found_before_anything_is_written(make):
    built = make(pages(DROPPED_IN_READING, 3))
    assert 'in the end: 3' in built.text('index.html')


def test_only_documents_of_authors_are_set_aside_as_they_are_read(make, monkeypatch):
    calls = []
    monkeypatch.setattr(garbage, '_TOGETHER', 1)
    monkeypatch.setattr(garbage, '_add', lambda: calls.append('more'))
    monkeypatch.setattr(garbage.SetAside, 'go_on_writing', lambda *_arguments: None)
    make(pages('', 3))
    assert len(calls) == 3 + 1


@needs_processes
def test_a_process_that_reads_for_another_sets_aside_what_it_was_given(make, monkeypatch):
    monkeypatch.setattr(garbage, '_TOGETHER', 1)
    built = make(pages(READ_IN_PARALLEL, 8), parallel=2)
    said = [re.search(r'in (\d+): (\d+) set aside', built.text(f'page{n}.html')) for n in range(7)]
    of_process = {process: [] for process, _more in map(re.Match.groups, said)}
    for process, more in map(re.Match.groups, said):
        of_process[process].append(int(more))
    assert len(of_process) == 2
    assert all(max(found) == found[0] > 0 for found in of_process.values())


@needs_processes
def test_garbage_is_seldom_looked_for_where_others_read(make):
    usual = gc.get_threshold()[0]
    built = make(pages(WAITED, 8), parallel=2)
    assert built.text('found.txt') == str([500_000, 500_000, usual])


@needs_processes
def test_who_reads_for_another_looks_for_garbage_as_usual(make):
    usual = gc.get_threshold()[0]
    built = make(pages(READ_IN_PARALLEL, 8), parallel=2)
    assert all(f'after {usual}.' in built.text(f'page{n}.html') for n in range(7))


@needs_processes
@pytest.mark.parametrize(
    ('parallel', 'read_safe', 'expected'),
    [(1, True, 'True True'), (2, True, 'False True'), (2, False, 'False False')],
)
def test_what_others_write_is_not_set_aside(make, monkeypatch, parallel, read_safe, expected):
    """Who has read it without them looks through all when half is handed over."""
    monkeypatch.setattr(garbage, '_TOGETHER', 1)
    conf = UNSAFE.replace('SAFE', str(read_safe)) + HELD
    built = make(pages(conf, 8), parallel=parallel)
    assert built.text('counts.txt') == expected


STOPPED = """
def stop(*_):
    raise KeyboardInterrupt

def setup(app):
    app.connect('env-updated', stop, priority=1)
"""


@needs_processes
def test_garbage_is_looked_for_as_usual_after_a_build_that_was_stopped_when_others_had_read(make):
    usual = gc.get_threshold()
    with pytest.raises(KeyboardInterrupt):
        make(pages(STOPPED, 8), parallel=2)
    make(pages('', 8))
    assert (gc.get_threshold(), gc.get_freeze_count() < garbage._IMMORTAL) == (usual, True)


AGAIN = """
def begin(app, pagename, templatename, context, doctree):
    if doctree:
        app.emit('write-started', app.builder)

def setup(app):
    app.connect('html-page-context', begin)
"""


def test_a_builder_that_begins_to_write_again_leaves_all_as_usual(make):
    usual = gc.get_threshold()
    make(pages(AGAIN))
    assert gc.get_threshold() == usual
