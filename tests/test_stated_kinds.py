"""Kinds that the words beside a literal state."""

import pytest
from project import CONF

from sphinxcontrib_kwindex.model import Position

#: text -> kinds of its literals, in order
STATED = {
    'The ``frob_it`` function calls the ``frob-cli`` command.': 'function, command',
    'Set the ``FROB_ENV`` environment variable.': 'environment variable',
    'Set the ``frob_level`` setting.': 'setting',
    'The ``Frobbable`` interface, the ``frobize!`` macro.': 'class, macro',
    'The ``FrobState`` enum, the ``count_it`` attribute.': 'enum, attribute',
    'The ``frob.util`` module and the ``send()`` method.': 'module, method',
    'Give the ``strict`` option or the ``frob_t`` type.': 'option, type',
    'Function ``begin`` is first. Use the class ``Drone``.': 'function, class',
    'Set environment variable ``FROB_B`` to 1.': 'environment variable',
    'Constants ``FROB_C`` and\n``FROB_D``; environment variable ``FROB_E``.': (
        'constant, constant, environment variable'
    ),
    'The modules ``m_a``, ``m_b``, and ``m_c``.': 'module, module, module',
    'The ``left`` and ``right`` functions.': 'function, function',
    'The ``depth`` configuration parameter and ``fill`` config option.': 'setting, setting',
    'The ``Fruit`` class method ``peel`` does it.': 'class, method',
    'The ``fork`` function\ntakes none.': 'function',
    # what states nothing
    'A ``bare`` and the ``next_one`` function.': 'name, function',
    'The ``eth`` interface, the ``PATCH`` method.': 'name, constant',
    'The ``btn-large`` class of a ``yaml`` file.': 'name, name',
    'Use ``early``. Functions are late. ``later`` function-like.': 'name, name',
    'The kind of the ``press`` event type ``release``.': 'name, name',
    'The ``--fast`` setting, the ``Frob.Drop`` argument.': 'option, name',
    'The content type ``frob``': 'name',
    'Write a ``blue`` function, an ``async`` method.': 'name, name',
}


def test_the_words_beside_a_literal_state_its_kind(make):
    text = 'Title\n=====\n\n' + '\n\n'.join(STATED)
    built = make(
        {
            'conf.py': CONF.replace("['", "['myst_parser', '"),
            'index.rst': text,
            'md.md': text.replace('``', '`'),
        }
    )
    found = {
        document: {keyword.name: keyword.kind for keyword in built.record(document).keywords}
        for document in ('index', 'md')
    }
    for text, kinds in STATED.items():
        names = [name.removesuffix('()') for name in text.split('``')[1::2]]
        for keywords in found.values():
            assert ', '.join(keywords.get(name, '') for name in names) == kinds, text


def test_a_stated_kind_wins_over_one_that_its_shape_suggests(make):
    text = 'The ``FROB_ENV`` environment variable. See ``FROB_ENV``, ``FROB_ENV``.'
    record = make({'index.rst': f'Title\n=====\n\n{text}'}).record('index')
    [kind] = [keyword.kind for keyword in record.keywords if keyword.name == 'FROB_ENV']
    assert kind == 'environment variable'


def test_a_class_that_an_example_declares_stays_one(make):
    text = 'The ``User`` type and the ``MainModule`` module.\n\n.. code-block:: ts\n\n   '
    text += 'class User {}\n   class MainModule {}'
    record = make({'index.rst': f'Title\n=====\n\n{text}'}).record('index')
    kinds = {keyword.name: keyword.kind for keyword in record.keywords}
    assert kinds['User'] == kinds['MainModule'] == 'class'


#: text -> what is recorded in passing only
PASSING = {
    'The ``mode`` setting may be ``fast_mode``, ``slow_mode`` or ``no_mode``.': (
        'fast_mode slow_mode no_mode'
    ),
    'Set ``level_a`` to one. It is set to ``low_it``. The default is ``high_it``.': (
        'high_it low_it'
    ),
    'Run ``test_read_main`` with ``test_client``.': 'test_read_main',
    'See `guide.rst <https://example.com/guide.rst>`__ of it.': 'guide.rst',
}


@pytest.mark.parametrize('text', PASSING)
def test_values_documents_and_made_up_names_are_recorded_in_passing(make, text):
    record = make({'index.rst': f'Title\n=====\n\n{text}'}).record('index')
    passing = {
        keyword.name
        for keyword in record.keywords
        if {place.position for place in keyword.places} == {Position.PASSING_NAME}
    }
    assert passing == set(PASSING[text].split())


def test_a_verb_and_its_object_in_a_heading_are_no_term(make):
    text = 'Title\n=====\n\nUpload files\n------------\n\nTo upload files, send.\n\n'
    text += 'Test client\n-----------\n\nThe test client tests. Use a test client.'
    [document] = make({'index.rst': text}, builder='kwindex').lines('documents.jsonl')
    listed = {one['name'] for one in document['keywords'] if one['listed']}
    assert 'Test client' in listed
    assert 'Upload files' not in listed
