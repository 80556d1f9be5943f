"""What a name stands for in a document: by its end alone, only what code can use by it."""

import pytest
from project import CONF, code_block, listed_in

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
    'what the text calls': ('c', 'int i;', '``close()`` it', 'pkg.Client.close'),
    'a word of the text': ('c', 'int i;', 'It is ``close``. The ``timeout`` is.', ''),
    'a function of its own': ('python', 'def close(): pass\nclose()', '``close()`` it', 'close'),
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


ACME = '.. py:class:: acme.Client\n\n   .. py:method:: get\n\n.. py:function:: numpy.arange\n'
FORM = '.. py:class:: acme.Form\n\n   .. py:method:: label_tag\n   .. py:method:: tag\n'
FORMS = '.. py:class:: acme.Form\n.. py:class:: other.Form\n'
NP, CLIENT = 'import numpy as np', 'from acme import Client\nclient = Client()'
#: description of objects, code of other documents, the document -> what a name in it is shown as
ACROSS = {
    'an alias': ('', [NP], 'np.array(1)', 'np.array', 'numpy.array (function)'),
    'an alias with two meanings': ('', [NP, 'import nope as np'], 'np.array(1)', 'np.array', ''),
    'an alias of its own': ('', [NP], 'np = 1\nnp.array(1)', 'np.array', ''),
    'an alias that everybody knows': (
        ACME, [], 'np.arange(1)', 'np.arange', 'numpy.arange (function)',
    ),
    'the same for what nobody describes': (ACME, [], 'np.array(1)', 'np.array', ''),
    'an object': (ACME, [CLIENT], 'client.get()', 'client.get', 'acme.Client.get (method)'),
    'an object of two classes': (
        ACME, [CLIENT, 'client = Other()'], 'client.get()', 'client.get', '',
    ),
    'an object that is of a class here, of another in a function': (
        ACME, [CLIENT, 'def f(client): client.run()'], 'client.get()', 'client.get', '',
    ),
    'a member that nobody has': (ACME, [CLIENT], 'client.nothing()', 'client.nothing', ''),
    'an object of a class that nobody describes': (
        '', ['t = T()', 'T.get()'], 't.get()', 't.get', '',
    ),
    'a file': (ACME, [CLIENT], '"client.py"', 'client.py', ''),
    'a class': ('', ['import acme\nacme.Client()'], 'Client()', 'Client', 'acme.Client (class)'),
    'a member of a class': (
        '', ['import acme\nacme.Client()'], 'Client.get()', 'Client.get',
        'acme.Client.get (method)',
    ),
    'a class of two modules': (
        '', ['import acme\nacme.Client()', 'from other import Client'], 'Client()', 'Client', '',
    ),
    'a class of an object that no import has': (
        '', ['import acme\nacme.Client()', 'app.Client()'], 'Client()', 'Client', '',
    ),
    'a class of its own': (
        '', ['import acme\nacme.Client()'], 'class Client: pass\nClient()', 'Client', '',
    ),
    'a class of another package than what is described': (
        ACME, [], 'from other import Client\nClient()\n# some_name', 'other.Client', '',
    ),
    'a class that its package imports from a module': (
        '.. py:class:: acme.net.Client\n', [], 'from acme import Client', 'acme.Client',
        'acme.net.Client (class)',
    ),
    'the only member of that name': (
        FORM, [], 'form.label_tag()', 'form.label_tag', 'acme.Form.label_tag (method)',
    ),
    'a word that is the only member of that name': (FORM, [], 'form.tag()', 'form.tag', ''),
    'a member of another package': (
        FORM, [], 'import other\nother.form.label_tag()', 'other.form.label_tag', '',
    ),
    'a class that the document has by its full name': (
        FORMS, ['import other\nother.Form()'], 'import acme\nacme.Form()\nForm()', 'Form',
        'acme.Form (class)',
    ),
    'a class that most documents mean': (
        FORMS, ['import acme\nacme.Form()'] * 3 + ['import other\nother.Form()'], 'Form()', 'Form',
        'acme.Form (class)',
    ),
    'a class that another package imports': (
        '.. py:class:: acme.db.models.Box\n', [], 'from acme.gis.db.models import Box',
        'acme.gis.db.models.Box', 'acme.db.models.Box (class)',
    ),
    'a class of a module with the same name': (
        '.. py:class:: acme.forms.Box\n', [], 'from acme.gis.forms import Box',
        'acme.gis.forms.Box', '',
    ),
    'a class of some module': (
        '.. py:class:: acme.auth.models.User\n', [], 'auth.User()', 'auth.User', '',
    ),
    'a member of a class of its own': (
        ACME, [], 'class Client: pass\nClient().get()', 'Client.get', '',
    ),
    'a class in a class': (
        '.. py:class:: acme.Net.Client\n', [], 'from acme import Client', 'acme.Client', '',
    ),
}  # fmt: skip


CALLS = """
.. py:class:: acme.Query

   .. py:method:: distinct

.. py:class:: acme.Count

   .. py:attribute:: distinct

.. py:class:: acme.auth.models.User
"""
#: text -> the name in it, and what it means
TEXTS = {
    '``distinct()``': ('distinct', 'acme.Query.distinct'),
    '``distinct``': ('distinct', None),
    '``Query.distinct().order(1)``': ('Query.distinct', 'acme.Query.distinct'),
    'An ``auth.User``.': ('auth.User', 'acme.auth.models.User'),
}


@pytest.mark.parametrize('text', TEXTS)
def test_texts(make, text):
    name, expected = TEXTS[text]
    files = {'index.rst': f'Titled\n======\n\n{text}\n', 'api.rst': f':orphan:\n{CALLS}'}
    records = make(files, 'kwindex').lines('records.jsonl')
    [found] = [one for one in records if (one['document'], one['name']) == ('index', name)]
    assert (found['means'] and found['means']['name']) == expected


def test_names_that_a_module_shortens(make):
    api = f'{FORMS}\n.. py:function:: acme.tag\n.. py:function:: other.tag\n'
    text = '.. py:currentmodule:: acme\n\nA :py:class:`Form`, a :py:func:`tag`.\n'
    other = '.. py:currentmodule:: acme\n\nA ``Form``, a ``tag``, :py:class:`other.Form`.\n'
    files = {'api.rst': f':orphan:\n\n{api}', 'other.rst': f':orphan:\n\n{other}'}
    built = make(files | {'index.rst': f'Titled\n======\n\n{text}'}, 'kwindex')
    found = {
        (one['document'], one['name'], one['means'] and one['means']['name'])
        for one in built.lines('records.jsonl')
        if one['document'] != 'api' and one['name'] in {'Form', 'tag'}
    }
    assert found == {
        ('index', 'Form', 'acme.Form'),
        ('index', 'tag', 'acme.tag'),
        ('other', 'Form', 'acme.Form'),
        ('other', 'tag', None),
    }


def test_a_setting_that_code_reads(make):
    conf = CONF + "def setup(app):\n    app.add_object_type('setting', 'setting')\n"
    code = code_block('python', 'settings.MAX_SIZE\nboxes.MIN_SIZE\nother.conf.settings.MIN_SIZE')
    text = f'Titled\n======\n\n{code}\n'
    api = ':orphan:\n\n.. setting:: MAX_SIZE\n.. setting:: MIN_SIZE\n'
    built = make({'conf.py': conf, 'index.rst': text, 'api.rst': api}, 'kwindex')
    records = {
        record['name']: record['means'] and record['means']['name']
        for record in built.lines('records.jsonl')
        if record['document'] == 'index' and record['name'].endswith('SIZE')
    }
    assert records == {
        'settings.MAX_SIZE': 'MAX_SIZE',
        'boxes.MIN_SIZE': None,
        'other.conf.settings.MIN_SIZE': 'MIN_SIZE',
    }


@pytest.mark.parametrize(
    ('imports', 'names'),
    [
        (['@kit/core'], {'@kit/core.makeStore'}),
        (['@kit/core', 'other'], {'@kit/core.makeStore', 'other.makeStore', 'makeStore'}),
    ],
)
def test_names_of_packages_with_a_scope(make, imports, names):
    blocks = (code_block('ts', f"import {{ makeStore }} from '{name}'") for name in imports)
    built = make({'index.rst': f'Titled\n======\n\n``makeStore``\n\n{"".join(blocks)}'}, 'kwindex')
    [document] = built.lines('documents.jsonl')
    found = {k['name'] for k in document['keywords']}
    assert {name for name in found if name.endswith('makeStore')} == names


def test_a_member_that_a_heading_names_as_it_is(make):
    files = {'index.rst': 'Titled\n======\n\n``client.get()``\n-----------------\n\nGets.\n'}
    files |= {'a.rst': ACME + code_block('python', CLIENT)}
    built = make(files, 'kwindex')
    assert 'client.get' in {one['name'] for one in built.lines('keywords.jsonl')}


@pytest.mark.parametrize('name', ACROSS)
def test_what_other_documents_state(make, name):
    described, others, code, keyword_name, expected = ACROSS[name]
    files = {'index.rst': f'Titled\n======\n\n{code_block("python", code)}', 'api.rst': described}
    files |= {f'd{n}.rst': code_block('python', other) for n, other in enumerate(others)}
    orphans = {path: f':orphan:\n\n{text}' for path, text in files.items()}
    built = make(orphans | {'index.rst': files['index.rst']}, 'kwindex')
    [record] = [
        record
        for record in built.lines('records.jsonl')
        if (record['document'], record['name']) == ('index', keyword_name)
    ]
    means = record['means'] or {'name': keyword_name, 'kind': record['kind']}
    shown = f'{means["name"]} ({means["kind"]})'
    assert (shown if means['name'] != keyword_name else '') == expected
