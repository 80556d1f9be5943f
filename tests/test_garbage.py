"""What is set aside from the search for garbage while pages are written, and comes back."""

from __future__ import annotations

import gc
import re

import pytest
from project import CONF

from sphinxcontrib_kwindex import garbage

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


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(garbage, '_MANY', 2)
    yield
    gc.unfreeze()


def pages(conf, number=2):
    names = [f'page{n}' for n in range(number - 1)]
    toctree = '.. toctree::\n\n   ' + '\n   '.join(names)
    texts = {f'{name}.rst': f'{name}\n======\n\n``name``\n' for name in names}
    return {'conf.py': CONF + conf, 'index.rst': f'Start\n=====\n\n{toctree}\n', **texts}


def is_set_aside(built):
    count = re.search(r'set aside: (\d+)', built.text('index.html'))[1]
    return int(count) >= garbage._IMMORTAL


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


@pytest.mark.parametrize(('wait', 'is_there'), [(0, False), (1, True)])
def test_what_becomes_garbage_is_found_now_and_then(make, monkeypatch, wait, is_there):
    monkeypatch.setattr(garbage, '_WAIT', wait)
    built = make(pages(DROPPED))
    assert 'still there: True' in built.text('index.html')
    assert f'still there: {is_there}' in built.text('page0.html')
