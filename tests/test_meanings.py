"""What a bare name in code means: by its end alone, only what code can call by it."""

from __future__ import annotations

import json

import pytest
from project import CONF, build, write

from sphinxcontrib_kwindex.imports import Imports
from sphinxcontrib_kwindex.model import Keyword, Kind, Place, Position
from sphinxcontrib_kwindex.resolve import Names

API = """
API
===

.. py:module:: pkg
.. py:class:: Client

   .. py:method:: close
   .. py:attribute:: timeout

.. py:function:: connect
.. py:function:: open
.. py:module:: pkg.io
.. py:function:: retry
"""
OBJECTS = """
.. py:currentmodule:: pkg
.. py:class:: Server

   .. py:method:: stop

"""
#: language, code, what else the document says -> what the document lists of the API
USES = {
    'a method': ('c', 'close(fd);', '', ''),
    'an attribute': ('python', 'print(timeout)', '', ''),
    'a function of nobody knows what': ('c', 'connect(fd);', '', ''),
    'a class of nobody knows what': ('python', 'Client()', '', ''),
    'what is built in': ('python', 'import pkg\nopen("a")', '', 'pkg'),
    'what the module imports': ('python', 'import pkg\nconnect()', '', 'pkg; pkg.connect'),
    'what is imported by name': (
        'python', 'from pkg import Client\nClient()', '', 'pkg; pkg.Client',
    ),
    'of another module': ('python', 'import pkg\nretry()', '', 'pkg'),
    'of the module of what is described': (
        'python', 'connect()', OBJECTS, 'pkg.Server; pkg.Server.stop; pkg.connect',
    ),
    'a full name': ('python', 'pkg.connect()', '', 'pkg.connect'),
    'what the text speaks of': ('c', 'int i;', '``close`` it', 'pkg.Client.close'),
    'a command': ('console', '$ launch now', '', ''),
}  # fmt: skip
NAMES = sorted(USES)


@pytest.fixture(scope='module')
def listed(tmp_path_factory):
    """Build all documents; give what each lists of the API."""
    folder = tmp_path_factory.mktemp('meanings')
    (folder / 'source').mkdir()
    documents = {'api.rst': API, 'launch.rst': 'L\n=\n\n.. js:function:: launch()\n'}
    for number, name in enumerate(NAMES):
        language, code, text, _expected = USES[name]
        block = code.replace('\n', '\n   ')
        documents[f'd{number}.rst'] = (
            f':orphan:\n\nTitled\n======\n\n{text}\n\n.. code-block:: {language}\n\n   {block}\n'
        )
    write(folder / 'source', {'conf.py': CONF, 'index.rst': 'Index\n=====\n', **documents})
    result = build(folder / 'source', folder / 'out', folder / 'doctrees', 'kwindex')
    records = map(json.loads, result.text('documents.jsonl').splitlines())
    return {
        r['document']: {
            k['name']
            for k in r['keywords']
            if k['name'].startswith('pkg') or k['kind'] == 'function'
        }
        for r in records
    }


@pytest.mark.parametrize('name', NAMES)
def test_meaning(listed, name):
    assert listed[f'd{NAMES.index(name)}'] == set(filter(None, USES[name][-1].split('; ')))


def test_a_method_of_the_same_document(make):
    code = '.. code-block:: c\n\n   stop(fd);\n'
    result = make({'index.rst': f'Title\n=====\n{OBJECTS}{code}'}, 'kwindex')
    [stop] = [
        record
        for record in map(json.loads, result.text('records.jsonl').splitlines())
        if record['name'] == 'stop'
    ]
    assert (stop['means'], stop['listed']) == (None, False)


def keyword(name, kind, position):
    return Keyword(name, kind, (Place(0, 0, position),))


@pytest.mark.parametrize(('name', 'meant'), [('shop.till', 'till'), ('shop.cash', None)])
@pytest.mark.parametrize('others', [(), ('x.till', 'x.cash')])
def test_a_part_of_a_name_has_its_case_and_number(name, meant, others):
    """What other documents define makes no difference."""
    names = Names()
    terms = ['Till', 'till', 'Cash', 'cashes', 'Cashes']
    names.add('pkg/shop', [keyword(term, Kind.TERM, Position.TERM) for term in terms])
    names.add('y', [keyword(other, Kind.FUNCTION, Position.OBJECT) for other in others])
    meaning = names.meaning_of(keyword(name, Kind.NAME, Position.LITERAL), Imports(()))
    assert (meaning and meaning.name) == meant
