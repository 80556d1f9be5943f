"""Uses of the members of what an earlier block of the same document has introduced."""

import json

import pytest
from project import CONF, build, code_block, write

API = """
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
NAMES = list(BLOCKS)


@pytest.fixture(scope='module')
def listed(tmp_path_factory):
    """Build all of them at once; give what each document lists of the API."""
    folder = tmp_path_factory.mktemp('objects')
    documents = {'api.rst': f':orphan:\n{API}'}
    for number, name in enumerate(NAMES):
        blocks = [code_block(*block) for block in BLOCKS[name][0]]
        documents[f'd{number}.rst'] = '\n'.join([':orphan:\n\nTitled\n======\n', *blocks])
    write(folder / 'source', {'conf.py': CONF, 'index.rst': 'Index\n=====\n', **documents})
    result = build(folder / 'source', folder / 'out', folder / 'doctrees', 'kwindex')
    records = map(json.loads, result.text('documents.jsonl').splitlines())
    return {
        record['document']: [
            k['name'] for k in record['keywords'] if k['name'].startswith(('pkg.', 'ns::'))
        ]
        for record in records
    }


@pytest.mark.parametrize('name', NAMES)
def test_uses(listed, name):
    assert sorted(listed[f'd{NAMES.index(name)}']) == BLOCKS[name][1].split()
