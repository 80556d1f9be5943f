"""What a name stands for in a document: by its end alone, only what code can use by it."""

import pytest
from project import code_block, listed_in

from sphinxcontrib_kwindex.index.ranking import Imports
from sphinxcontrib_kwindex.index.resolve import Definitions
from sphinxcontrib_kwindex.model import Kind, Position, Ranked

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


@pytest.fixture(scope='module')
def listed(tmp_path_factory):
    files = {'api.rst': API, 'launch.rst': 'L\n=\n\n.. js:function:: launch()\n'}
    for number, (language, code, text, _expected) in enumerate(USES.values()):
        block = code_block(language, code)
        files[f'd{number}.rst'] = f':orphan:\n\nTitled\n======\n\n{text}\n\n{block}'
    return listed_in(tmp_path_factory.mktemp('meanings'), files)


@pytest.mark.parametrize('name', USES)
def test_meaning(listed, name):
    keywords = listed[f'd{[*USES].index(name)}'].items()
    found = {k for k, kind in keywords if k.startswith('pkg') or kind == 'function'}
    assert found == set(filter(None, USES[name][-1].split('; ')))


def test_a_method_of_the_same_document(make):
    code = '.. code-block:: c\n\n   stop(fd);\n'
    result = make({'index.rst': f'Title\n=====\n{OBJECTS}{code}'}, 'kwindex')
    [stop] = [record for record in result.lines('records.jsonl') if record['name'] == 'stop']
    assert (stop['means'], stop['listed']) == (None, False)


INTRODUCED = """
API
===

.. py:class:: pkg.Box

   .. py:method:: open

.. py:class:: pkg.Lid

   .. py:method:: open

.. cpp:class:: ns::Crate

   .. cpp:function:: void lift()
"""
#: language and code of the blocks of a document -> what it uses of the API
BLOCKS = {
    'an object of an earlier block': (
        [('python', 't = Box()'), ('python', 't.open()')], 'pkg.Box.open',
    ),
    'an import of an earlier block': (
        [('python', 'from pkg import Box as B'), ('pycon', '>>> t = B()\n>>> t.open()')],
        'pkg.Box pkg.Box.open',
    ),
    'the latest of several': (
        [('python', 't = Box()'), ('python', 't = Lid()'), ('python', 't.open()')],
        'pkg.Lid.open',
    ),
    'none any more': (
        [('python', 't = Box()'), ('python', 'for t in all: pass'), ('python', 't.open()')],
        '',
    ),
    'another one in a function': (
        [('python', 't = Box()'), ('python', 'def f(t): t.open()')], '',
    ),
    'of another language': ([('python', 't = Box()'), ('java', 't.open();')], ''),
    'of C++': ([('cpp', 'ns::Crate t;'), ('c++', 't.lift();')], 'ns::Crate ns::Crate::lift'),
}  # fmt: skip


@pytest.fixture(scope='module')
def introduced(tmp_path_factory):
    files = {'api.rst': f':orphan:\n{INTRODUCED}'}
    for number, (blocks, _expected) in enumerate(BLOCKS.values()):
        code = '\n'.join(code_block(*block) for block in blocks)
        files[f'd{number}.rst'] = f':orphan:\n\nTitled\n======\n\n{code}'
    return listed_in(tmp_path_factory.mktemp('objects'), files)


@pytest.mark.parametrize('name', BLOCKS)
def test_members_of_what_an_earlier_block_has_introduced(introduced, name):
    found = introduced[f'd{[*BLOCKS].index(name)}']
    assert sorted(k for k in found if k.startswith(('pkg.', 'ns::'))) == BLOCKS[name][1].split()


def keyword(name, kind, position):
    return Ranked(name, kind, ((position, 1),), ())


@pytest.mark.parametrize(('name', 'meant'), [('shop.till', 'till'), ('shop.cash', None)])
@pytest.mark.parametrize('others', [(), ('x.till', 'x.cash')])
def test_a_part_of_a_name_has_its_case_and_number(name, meant, others):
    """What other documents define makes no difference."""
    definitions = Definitions()
    names = ['Till', 'till', 'Cash', 'cashes', 'Cashes']
    definitions.add('pkg/shop', [keyword(name, Kind.CLASS, Position.OBJECT) for name in names])
    definitions.add('y', [keyword(other, Kind.FUNCTION, Position.OBJECT) for other in others])
    meaning = definitions.resolve(keyword(name, Kind.NAME, Position.LITERAL), Imports(()))
    assert (meaning and meaning.name) == meant
