"""Automatic links: which names become links, and that nothing else changes in any builder."""


import pytest
from project import build_files

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.index.links import Rule, Target

ALL = ['literals', 'code', 'terms']

#: what is described
API = """
API
===

.. py:module:: acme

.. py:class:: Client

   .. py:method:: get()
   .. py:method:: send_all(big_size)
   .. py:attribute:: label
   .. py:method:: _hidden_part()

.. py:function:: open_all()
.. py:function:: dump_all()
.. py:class:: Reader

Old
---

.. py:function:: twice
"""
OTHER = """
Other
=====

.. confval:: MAX_SIZE
.. confval:: DEBUG
.. confval:: secret_key
.. envvar:: ACME_HOME
.. py:function:: acme.twice
.. py:function:: plain
.. py:function:: get_it
.. py:class:: Single
.. py:function:: other.pkg.open_all2
.. js:function:: start
.. program:: acme
.. option:: --verbose
.. c:function:: int ac_run(int ac_flag)
.. cpp:class:: ns::Loop
.. py:data:: limit_all
.. py:method:: on_close
.. rst:directive:: figures
.. rst:role:: figures
.. cpp:class:: MyList
.. py:module:: other.deep
"""

#: what a page has, the name in question -> where the first place of it that is code leads
CASES = [
    # the full name of what has a description
    ('``acme.Client``', 'acme.Client', 'api#acme.Client'),
    ('``acme.Client()``', 'acme.Client', 'api#acme.Client'),
    ('``acme.Client.get()``', 'acme.Client.get', 'api#acme.Client.get'),
    ('``acme``', 'acme', Rule.ORDINARY),
    ('``MAX_SIZE``', 'MAX_SIZE', 'other#confval-MAX_SIZE'),
    ('``DEBUG``', 'DEBUG', 'other#confval-DEBUG'),
    ('``secret_key``', 'secret_key', 'other#confval-secret_key'),
    ('``ACME_HOME``', 'ACME_HOME', 'other#envvar-ACME_HOME'),
    ('``$ACME_HOME``', 'ACME_HOME', 'other#envvar-ACME_HOME'),
    ('``ac_run``', 'ac_run', 'other#c.ac_run'),
    ('``ns::Loop``', 'ns::Loop', 'other#_CPPv4N2ns4LoopE'),
    ('``no_such_name``', 'no_such_name', Rule.UNKNOWN),
    # the whole literal
    ('``ac_run(1)``', 'ac_run', Rule.PART),
    ('``MAX_SIZE = 3``', 'MAX_SIZE', Rule.PART),
    ('ac_run', 'ac_run', Rule.PART),
    ('*ac_run*', 'ac_run', Rule.PART),
    # never in headings, links, terms
    ('``ac_run``\n----------', 'ac_run', Rule.PART),
    ('.. rubric:: ``ac_run``', 'ac_run', Rule.PART),
    ('`ac_run <https://example.org>`_', 'ac_run', Rule.PART),
    ('``ac_run``\n   A term.', 'ac_run', Rule.PART),
    ('**Note** ``ac_run``', 'ac_run', 'other#c.ac_run'),
    ('* ``ac_run`` is a first item', 'ac_run', 'other#c.ac_run'),
    ('* ``ac_run``: a first item', 'ac_run', Rule.PARAMETER),
    # one target
    ('``acme.twice``', 'acme.twice', Rule.SEVERAL),
    # a short name only where the page describes it, imports it, or states its module
    ('``open_all``', 'open_all', Rule.SHORT),
    ('``Client.get()``', 'Client.get', Rule.SHORT),
    ('``--verbose``', '--verbose', Rule.SHORT),
    ('.. py:currentmodule:: acme\n\n``open_all``', 'open_all', 'api#acme.open_all'),
    ('.. py:currentmodule:: acme\n\n``Client.get()``', 'Client.get', 'api#acme.Client.get'),
    ('.. py:currentmodule:: acme\n\n``Client``', 'Client', 'api#acme.Client'),
    ('>>> from acme import Client\n\n``Client``', 'Client', 'api#acme.Client'),
    ('>>> from acme import Client\n\n``Client.get()``', 'Client.get', 'api#acme.Client.get'),
    ('>>> import acme\n\n``Client``', 'Client', Rule.SHORT),
    ('.. py:currentmodule:: acme\n\n``dump_all``', 'dump_all', 'api#acme.dump_all'),
    ('.. py:function:: my.dump_all\n\nSo\n--\n\n``dump_all``', 'dump_all', 'HERE#my.dump_all'),
    (
        '.. py:currentmodule:: acme\n\n.. py:function:: my.dump_all\n\nSo\n--\n\n``dump_all``',
        'dump_all', Rule.SEVERAL,
    ),
    ('.. py:function:: my.get_it\n\nSo\n--\n\n``get_it``', 'get_it', Rule.SEVERAL),
    # words and names of the language
    ('``plain``', 'plain', Rule.ORDINARY),
    ('``Single``', 'Single', Rule.ORDINARY),
    ('``start()``', 'start', Rule.ORDINARY),
    ('.. py:currentmodule:: acme\n\n``get``', 'get', Rule.SHORT),
    (
        '.. py:class:: L\n\n   .. py:method:: gather\n\nSo\n--\n\n``gather``',
        'gather', Rule.ORDINARY,
    ),
    (
        '.. py:class:: K\n\n   .. py:method:: fetch\n\nSo\n--\n\n``fetch()``',
        'fetch', 'HERE#K.fetch',
    ),
    (
        '.. py:class:: K\n\n   .. py:attribute:: size\n\nSo\n--\n\n``size``',
        'size', Rule.ORDINARY,
    ),
    ('.. py:function:: collect\n\nSo\n--\n\n``collect``', 'collect', 'HERE#collect'),
    ('``other.deep``', 'other.deep', 'other#module-other.deep'),
    ('.. py:currentmodule:: other\n\n``deep``', 'deep', Rule.ORDINARY),
    ('``MyList``', 'MyList', Rule.ORDINARY),
    # what the text calls it
    ('The ``plain`` directive', 'plain', Rule.OTHER_KIND),
    ('The ``figures`` directive', 'figures', 'other#directive-figures'),
    ('The ``figures``\nnew directives', 'figures', 'other#directive-figures'),
    ('The directive ``figures``', 'figures', 'other#directive-figures'),
    ('The ``figures``', 'figures', Rule.SEVERAL),
    ('The ``get_it`` method', 'get_it', 'other#get_it'),
    ('The ``get_it`` class', 'get_it', Rule.OTHER_KIND),
    ('The ``MAX_SIZE`` config value', 'MAX_SIZE', 'other#confval-MAX_SIZE'),
    ('The ``MAX_SIZE`` keyword arguments', 'MAX_SIZE', Rule.PARAMETER),
    ('The parameter ``MAX_SIZE``', 'MAX_SIZE', Rule.PARAMETER),
    # a list explains it
    ('.. py:currentmodule:: acme\n\n* ``open_all``\n\n  What an item says of it.\n', 'open_all', Rule.EXPLAINED),
    ('* ``acme.open_all``: an item', 'acme.open_all', 'api#acme.open_all'),
    # members of unknown objects
    ('``on_close()``', 'on_close', Rule.MEMBER),
    # parameters, private and local names
    ('.. py:function:: f(ac_run)\n\nSo\n--\n\n``ac_run``', 'ac_run', Rule.PARAMETER),
    ('``acme.Client._hidden_part``', 'acme.Client._hidden_part', Rule.PRIVATE),
    (
        '>>> from acme import Client\n>>> class Client: pass\n\n``Client``',
        'Client', Rule.LOCAL,
    ),
    # of another kind
    ('``MAX_SIZE()``', 'MAX_SIZE', Rule.OTHER_KIND),
    ('``$MAX_SIZE``', 'MAX_SIZE', Rule.OTHER_KIND),
    # not to its own section
    ('.. py:function:: own_two\n\n``own_two``', 'own_two', Rule.OWN_SECTION),
    ('.. py:function:: own_one\n\nSo\n--\n\n``own_one``', 'own_one', 'HERE#own_one'),
    # patterns
    ('``skip_this``\n\n.. py:function:: skip_this', 'skip_this', Rule.SKIPPED),
    # code
    ('>>> import acme\n>>> acme.open_all()', 'acme.open_all', 'api#acme.open_all'),
    ('>>> from acme import open_all\n>>> open_all()', 'acme.open_all', 'api#acme.open_all'),
    ('>>> open_all()', 'open_all', Rule.SHORT),
    ('>>> get_it()', 'get_it', 'other#get_it'),
    ('>>> x = 1', 'x', Rule.LOCAL),
]  # fmt: skip


@pytest.fixture(scope='module')
def judged(tmp_path_factory):
    """Build a document for each case; return where each of their places leads."""
    files = {'index.rst': 'Index\n=====\n', 'api.rst': API, 'other.rst': OTHER}
    files |= {f'd{n}.rst': f'Case\n====\n\n{text}\n' for n, (text, *_rest) in enumerate(CASES)}
    config = {'kwindex_links': ALL, 'kwindex_links_skip': ['skip*']}
    found = {}

    def read(app):
        links = KeywordDomain.of(app.env).links(app.builder)
        for number in range(len(CASES)):
            found[number] = list(links.judged(f'd{number}'))

    folder = tmp_path_factory.mktemp('judged')
    build_files(folder, files, 'kwindex', config=config, then=read)
    return found


@pytest.mark.parametrize('number', range(len(CASES)))
def test_each_rule(judged, number):
    _text, name, expected = CASES[number]
    places = [
        f'{found.docname}#{found.anchor}'.replace(f'd{number}#', 'HERE#')
        if isinstance(found, Target)
        else found
        for keyword, _place, found in judged[number]
        if keyword.name == name and found is not Rule.DEFINITION
    ]
    assert expected in places
    if isinstance(expected, Rule):
        assert not [place for place in places if not isinstance(place, Rule)]
