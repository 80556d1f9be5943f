"""Automatic links: which names become links, and that nothing else changes in any builder."""


import re

import pytest
from project import CONF, build_files, digests
from trees import page_of

from sphinxcontrib_kwindex.cli.main import main
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.index.links import Rule, Target, Terms
from sphinxcontrib_kwindex.model import Kind

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
.. confval:: env-updated
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

Text between.

.. thing:: thing_one

More.
"""

#: a section that imports a class, and the next one
IMPORT = 'A\n-\n\n>>> from acme import Client\n\nB\n-\n\n'

#: what a page has, the name in question -> where the first place of it that is code leads
CASES = [
    # the full name of what has a description
    ('``acme.Client``', 'acme.Client', 'api#acme.Client'),
    ('``acme.Client()``', 'acme.Client', 'api#acme.Client'),
    ('``acme.Client.get()``', 'acme.Client.get', 'api#acme.Client.get'),
    ('``acme``', 'acme', Rule.ORDINARY),
    ('``MAX_SIZE``', 'MAX_SIZE', 'other#confval-MAX_SIZE'),
    ('The ``DEBUG`` setting', 'DEBUG', 'other#confval-DEBUG'),
    ('``DEBUG``', 'DEBUG', Rule.ORDINARY),
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
    ('* See ``ac_run``', 'ac_run', 'other#c.ac_run'),
    ('* ``ac_run``: a first item', 'ac_run', Rule.PARAMETER),
    ('* ``ac_run`` (use another)', 'ac_run', Rule.PARAMETER),
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
    ('>>> import acme as ac\n\n``ac.Client``', 'ac.Client', 'api#acme.Client'),
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
        '.. py:class:: L\n\n   .. py:method:: glean\n\nSo\n--\n\n``glean``',
        'glean', Rule.ORDINARY,
    ),
    (
        '.. py:class:: K\n\n   .. py:method:: fetch\n\nSo\n--\n\n``fetch()``',
        'fetch', 'HERE#K.fetch',
    ),
    (
        '.. py:class:: K\n\n   .. py:attribute:: size\n\nSo\n--\n\n``size``',
        'size', Rule.ORDINARY,
    ),
    ('.. py:function:: collect\n\nSo\n--\n\n``collect()``', 'collect', 'HERE#collect'),
    ('.. py:function:: gain\n\nSo\n--\n\n``gain``', 'gain', Rule.ORDINARY),
    ('.. py:function:: lose\n\nSo\n--\n\nThe ``lose`` function', 'lose', 'HERE#lose'),
    ('.. confval:: gather\n\nSo\n--\n\n``gather``', 'gather', 'HERE#confval-gather'),
    ('The variable ``MAX_SIZE``', 'MAX_SIZE', Rule.PARAMETER),
    ('The environment variable ``ACME_HOME``', 'ACME_HOME', 'other#envvar-ACME_HOME'),
    ('The ``ACME_HOME`` environment variable', 'ACME_HOME', 'other#envvar-ACME_HOME'),
    ('``other.deep``', 'other.deep', 'other#module-other.deep'),
    ('.. py:currentmodule:: other\n\n``deep``', 'deep', Rule.ORDINARY),
    ('.. py:module:: my.files\n\nSo\n--\n\n``files``', 'files', Rule.ORDINARY),
    ('``MyList``', 'MyList', Rule.ORDINARY),
    # what the text calls it
    ('The ``plain`` directive', 'plain', Rule.OTHER_KIND),
    ('The ``figures`` directive', 'figures', 'other#directive-figures'),
    ('The ``figures``\nnew directives', 'figures', 'other#directive-figures'),
    ('The directive ``figures``', 'figures', 'other#directive-figures'),
    ('The ``figures``', 'figures', Rule.SEVERAL),
    ('The ``figures`` and\n``other`` directives', 'figures', 'other#directive-figures'),
    ('The ``figures``, ``b`` or ``c`` roles', 'figures', 'other#role-figures'),
    ('The class ``MyList``', 'MyList', Rule.ORDINARY),
    ('``env-updated``', 'env-updated', Rule.ORDINARY),
    ('The ``limit_all``', 'limit_all', Rule.MEMBER),
    ('The ``DEBUG`` environment\nvariable', 'DEBUG', Rule.OTHER_KIND),
    ('The ``thing_one``', 'thing_one', Rule.ORDINARY),
    ('The ``thing_one`` attribute', 'thing_one', Rule.OTHER_KIND),
    ('The ``get_it`` method', 'get_it', 'other#get_it'),
    ('The ``get_it`` class', 'get_it', Rule.OTHER_KIND),
    ('The ``MAX_SIZE`` config value', 'MAX_SIZE', 'other#confval-MAX_SIZE'),
    ('The ``MAX_SIZE`` keyword arguments', 'MAX_SIZE', Rule.PARAMETER),
    ('The parameter ``MAX_SIZE``', 'MAX_SIZE', Rule.PARAMETER),
    # a list explains it
    (
        '.. py:currentmodule:: acme\n\n* ``open_all``\n\n  What an item says of it.\n',
        'open_all', Rule.EXPLAINED,
    ),
    ('* ``acme.open_all``: an item', 'acme.open_all', 'api#acme.open_all'),
    # members of unknown objects
    ('``on_close()``', 'on_close', Rule.MEMBER),
    (
        '.. py:class:: M\n\n   .. py:method:: get_m\n\n.. py:class:: N\n\nSo\n--\n\n``get_m()``',
        'get_m', Rule.MEMBER,
    ),
    (
        '.. py:class:: O\n\n   .. py:method:: get_o\n\nSo\n--\n\n``get_o()``',
        'get_o', 'HERE#O.get_o',
    ),
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
    (
        'So\n--\n\nIs.\n\n.. thing:: thing_two\n\n.. x\n\n.. _lab:\n\nOwn\n---\n\n``thing_two``',
        'thing_two', Rule.OWN_SECTION,
    ),
    ('So\n--\n\nNo.\n\nac_run()\n--------\n\nOf ``ac_run``.', 'ac_run', Rule.OWN_SECTION),
    ('.. py:function:: own_two\n\n``own_two``', 'own_two', Rule.OWN_SECTION),
    ('.. py:function:: own_one\n\nSo\n--\n\n``own_one``', 'own_one', 'HERE#own_one'),
    # patterns
    ('``skip_this``\n\n.. py:function:: skip_this', 'skip_this', Rule.SKIPPED),
    # code
    ('>>> import acme\n>>> acme.open_all()', 'acme.open_all', 'api#acme.open_all'),
    ('>>> from acme import open_all\n>>> open_all()', 'acme.open_all', 'api#acme.open_all'),
    ('>>> open_all()', 'open_all', Rule.SHORT),
    ('>>> from acme import *\n>>> Reader()', 'Reader', 'api#acme.Reader'),
    ('>>> from acme import *\n>>> class Reader: pass\n>>> Reader()', 'Reader', Rule.SHORT),
    ('>>> Reader()', 'Reader', Rule.SHORT),
    ('>>> import acme', 'acme', 'api#module-acme'),
    ('.. code-block:: console\n\n   $ acme -x', 'acme', Rule.OTHER_KIND),
    ('>>> from other import open_all2', 'other.open_all2', 'other#other.pkg.open_all2'),
    ('>>> import other\n>>> other.open_all2()', 'other.open_all2', 'other#other.pkg.open_all2'),
    ('>>> other.open_all2()', 'other.open_all2', Rule.SHORT),
    ('>>> import others\n>>> others.open_all2()', 'others.open_all2', Rule.SHORT),
    ('>>> get_it()', 'get_it', 'other#get_it'),
    ('>>> x = 1', 'x', Rule.LOCAL),
    # code gives the beginning another meaning
    ('>>> acme.open_all()', 'acme.open_all', 'api#acme.open_all'),
    ('>>> def f(acme):\n...     acme.open_all()', 'acme.open_all', Rule.LOCAL),
    ('>>> for acme in zoo:\n...     acme.open_all()', 'acme.open_all', Rule.LOCAL),
    ('>>> acme = object()\n>>> acme.Client()', 'acme.Client', Rule.LOCAL),
    ('>>> class acme: pass\n>>> acme.Client()', 'acme.Client', Rule.LOCAL),
    ('>>> acme = 1\n\nSo\n--\n\n>>> acme.Client()', 'acme.Client', Rule.LOCAL),
    (
        f'{IMPORT}>>> class Client: pass\n>>> Client.get()', 'Client.get', Rule.LOCAL,
    ),
    (
        '>>> import acme\n\nB\n-\n\n>>> f(acme)\n>>> acme.Client()',
        'acme.Client', 'api#acme.Client',
    ),
    (
        'A\n-\n\n>>> import acme\n>>> acme.Client()\n\nB\n-\n\n>>> acme = 1',
        'acme.Client', 'api#acme.Client',
    ),
    (
        '>>> from acme import Client\n>>> x = Client()\n>>> print(x, Client)\n>>> x.get()',
        'acme.Client.get', 'api#acme.Client.get',
    ),
    (
        ".. code-block:: js\n\n   const acme = require('acme');\n   acme.open_all();",
        'acme.open_all', 'api#acme.open_all',
    ),
    # the page imports several things under one name
    (
        f'{IMPORT}>>> from other import Client\n\n``Client``',
        'Client', Rule.SEVERAL,
    ),
    (
        f'{IMPORT}>>> from other import Client\n\n``Client.get()``',
        'Client.get', Rule.SEVERAL,
    ),
    (
        '>>> from acme import Client\n>>> from other import Client\n\n``acme.Client``',
        'acme.Client', 'api#acme.Client',
    ),
]  # fmt: skip


@pytest.fixture(scope='module')
def judged(tmp_path_factory):
    """Build a document for each case; return where each of their places leads."""
    conf = "def setup(app):\n    app.add_crossref_type('thing', 'thing', 'single: %s')\n"
    files = {'index.rst': 'Index\n=====\n', 'api.rst': API, 'other.rst': OTHER}
    files['conf.py'] = CONF + conf
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


def test_a_definition_is_no_link_and_only_the_first_place_in_a_section_is(judged):
    number = next(n for n, case in enumerate(CASES) if '>>> open_all()' in case[0])
    assert [found for keyword, _place, found in judged[number] if keyword.name == CASES[number][1]][
        1:
    ] == [Rule.REPEATED]
    number = next(n for n, case in enumerate(CASES) if case[2] is Rule.OWN_SECTION)
    assert Rule.DEFINITION in [found for _keyword, _place, found in judged[number]]


# -- in all builders

PROJECT = {
    'index.rst': """
Start
=====

.. toctree::

   use
   api
   words

See ``acme.open_all()``, then ``acme.open_all`` again.

.. only:: html

   In HTML ``acme.Client``.

.. only:: not html

   Elsewhere ``acme.Client``.

About ``acme.Client``
---------------------

``acme.Client`` and `a link ``no`` <https://example.org>`_, `acme.Client`,
:py:class:`acme.Client`, :py:class:`acme.NoSuch`, :kbd:`acme`, **acme.Client**.

.. rst-class:: no-kwindex

A hidden ``acme.open_all``.

.. code-block:: python

   import acme
""",
    'use.md': """
# Use

`acme.Client` is used by a late guard. Late guards are many; LATE GUARDS are not.

## `acme.Client` again

```{py:function} mine(acme.Client)
`acme.open_all` in a *late guard*, a [late guard](https://example.org), the late-guard.
```

`ACME_HOME`
: is explained
""",
    'api.rst': """
API
===

.. py:class:: acme.Client

   See ``acme.Client``, ``acme.open_all`` and a late guard.

.. py:function:: acme.open_all

Values
------

.. envvar:: ACME_HOME
""",
    'words.rst': """
Words
=====

.. glossary::

   late guard
      A late guard is late, and an ordinary word.

   word
      A word.
""",
}
MYST = CONF.replace("['", "['myst_parser', '") + "myst_enable_extensions = ['deflist']\n"
MYST += "suppress_warnings = ['epub', 'app.add_source_parser']\n"
FILES = {**PROJECT, 'conf.py': MYST}
LINKS = {'kwindex_links': ['literals', 'terms'], 'kwindex_pages': []}


def links_of(built, page):
    """Return the section, text and address of each automatic link."""
    found = []
    for a in page_of(built, page).all('a', class_='kwindex-link'):
        section = a
        while section.tag != 'section':
            section = section.parent
        found.append((section.attrs['id'], a.text, a.attrs['href']))
    return found


def test_what_becomes_a_link(make):
    built = make(FILES, config=LINKS)
    assert built.warning == ''
    client, opened, guard = 'api.html#acme.Client', 'api.html#acme.open_all', 'words.html#term-late'
    assert links_of(built, 'index.html') == [
        ('start', 'acme.open_all()', opened),
        ('start', 'acme.Client', client),
        ('about-acme-client', 'acme.Client', client),
    ]
    assert links_of(built, 'use.html') == [
        ('use', 'acme.Client', client),
        ('use', 'late guard', f'{guard}-guard'),
        ('acme-client-again', 'acme.open_all', opened),
        ('acme-client-again', 'late-guard', f'{guard}-guard'),
    ]
    assert links_of(built, 'api.html') == [('api', 'late guard', f'{guard}-guard')]
    assert links_of(built, 'words.html') == []
    assert 'kwindex-links.css' in built.text('use.html')
    assert 'kwindex.css' not in built.text('use.html')


#: raw HTML and what follows it -> the links
RAW = {
    'See <a href="x">`acme.Client`</a>, `acme.open_all`.': ['acme.open_all'],
    '<a href="x">\n\nA paragraph: `acme.Client`.\n\n</a>\n\n`acme.Client`': ['acme.Client'],
    '<H3 class="a>b">\n\n`acme.Client` late guard\n\n</H3>\n\nlate guard': ['late guard'],
    '<button>late guard</button>, late guards': ['late guards'],
    '<abbr>late guard</abbr> <b>`acme.Client`</b>': ['late guard', 'acme.Client'],
    'A <!-- <a> --> `acme.Client`': ['acme.Client'],
    '<a>\n\n```python\nimport acme\nacme.Client()\n```\n\n</a>': [],
    '<a>\n\n### In it\n\n`acme.Client`\n\n### Too\n\n</a>`acme.open_all`': ['acme.open_all'],
}


@pytest.mark.parametrize('builder', ['html', 'singlehtml'])
def test_nothing_within_a_link_or_heading_of_raw_html_is_a_link(make, builder):
    texts = [f'## Case {number}\n\n{text}\n' for number, text in enumerate(RAW)]
    index = PROJECT['index.rst'].replace('   use\n', '   use\n   raw\n')
    files = {**FILES, 'index.rst': index, 'raw.md': '\n'.join(['# Raw', '', *texts])}
    built = make(files, builder, config=LINKS | {'kwindex_links': ALL})
    html = built.text('raw.html' if builder == 'html' else 'index.html')
    cases = re.split(r'<h\d>Case \d', html)[1:]
    cases[-1] = cases[-1].partition('id="document-api')[0]
    found = [re.findall('<a class="kwindex-link[^>]*>(.*?)</a>', case) for case in cases]
    found = [[re.sub('<[^>]*>', '', text) for text in texts] for texts in found]
    assert found == [*RAW.values()]


WITHOUT_LINK = re.compile(r'<a class="kwindex-link[^>]*>(.*?)</a>', re.DOTALL)
LINKED = ['html', 'dirhtml', 'singlehtml', 'epub', 'latex', 'text', 'texinfo', 'xml']


@pytest.mark.parametrize('builder', [*LINKED, 'man', 'gettext', 'linkcheck', 'pseudoxml', 'json'])
def test_nothing_else_changes_in_any_builder(make, builder):
    """Warnings count too: all references must be resolved, none twice."""
    strict = {'nitpicky': True, 'nitpick_ignore': [('py:class', 'acme.NoSuch')]}
    strict |= {'linkcheck_ignore': ['https://.*'], 'kwindex_pages': []}
    one = make(FILES, builder, config=strict, out='off', doctrees='off-d')
    two = make(FILES, builder, config=strict | LINKS, out='on', doctrees='on-d')
    assert one.warning == two.warning
    if builder in {'man', 'gettext', 'linkcheck'}:
        same = digests(two.out)
        assert {name: same[name] for name in digests(one.out)} == same
    elif 'html' in builder or builder == 'epub':
        count = 0
        for path in sorted(one.out.rglob('*html')):
            name = path.relative_to(one.out)
            before, after = path.read_text(encoding='utf-8'), two.text(name)
            plain, number = WITHOUT_LINK.subn(r'\1', after)
            plain = re.sub(r'<link[^>]*kwindex-links.css[^>]*>\s*', '', plain)
            assert plain.split() == before.split()
            count += number
        assert count == 8
    elif builder == 'text':
        assert digests(one.out) == digests(two.out)
    else:
        assert digests(one.out) != digests(two.out)


def test_links_of_one_page_lead_to_what_is_on_it(make):
    """Of a document that no toctree includes, nothing is there."""
    orphan = ':orphan:\n\nOrphan\n======\n\n.. py:function:: acme.of_orphan\n'
    index = PROJECT['index.rst'].replace('See ', 'No ``acme.of_orphan``. See ')
    files = {**FILES, 'orphan.rst': orphan, 'index.rst': index}
    html = make(files, 'singlehtml', config=LINKS).text('index.html')
    links = re.findall('<a class="kwindex-link[^>]*href="#([^"]*)"', html)
    assert len(links) == 8
    assert [link for link in links if f'id="{link}"' not in html] == []
    assert make(files, config=LINKS).text('index.html').count('html#acme.of_orphan') == 1


def test_without_the_setting_nothing_changes(make):
    one = make(FILES, config={'kwindex_links': []}, out='off', doctrees='off-d')
    two = make(FILES, config={'kwindex_links_skip': ['x']}, out='on', doctrees='on-d')
    assert one.digests == two.digests
    assert 'kwindex-link' not in one.text('use.html')


@pytest.mark.parametrize('builder', ['html', 'kwindex'])
def test_processes_give_the_same(make, builder):
    one = make(FILES, builder, config=LINKS, out='one', doctrees='one-d')
    two = make(FILES, builder, config=LINKS, out='two', doctrees='two-d', parallel=2)
    assert one.digests == two.digests


# -- terms

WORDS = ['late guard', 'API key', 'Virtual Environment', 'IO loop', 'builder', 'GIL', 'my_term']


def found_in(text):
    targets = [Target(name, Kind.TERM, 'words', '', 0) for name in WORDS if name != 'builder']
    return [(text[first:last], t.name) for first, last, t in Terms(targets).find(text)]


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        ('A late guard.', {'late guard': 'late guard'}),
        ('Late guards: many.', {'Late guards': 'late guard'}),
        ('the late\nguard’s', {'late\nguard': 'late guard'}),
        ('a late-guard', {'late-guard': 'late guard'}),
        ('two API keys', {'API keys': 'API key'}),
        ('an api key', {}),
        ('virtual environments', {'virtual environments': 'Virtual Environment'}),
        ('the IO loop', {'IO loop': 'IO loop'}),
        ('the io loop', {}),
        ('one GIL', {'GIL': 'GIL'}),
        ('one gil', {}),
        ('late guarding', {}),
        ('late. Guard', {}),
        ('translate guard', {}),
        ('non-late guard', {}),
        ('late guard-like', {}),
        ('a/late guard, late guard/b', {}),
        ('late guard()', {}),
        ('late guards.py', {}),
    ],
)
def test_terms_in_a_sentence(text, expected):
    assert dict(found_in(text)) == expected


def test_ordinary_words_of_a_glossary_stay_text(make):
    words = '\n'.join(f'   {word}\n      What it is.\n' for word in WORDS)
    text = f'Text\n====\n\nNow {", ".join(WORDS)}.\n\n.. glossary::\n\n   twice twice\n      A.'
    files = {
        'index.rst': text,
        'words.rst': f'W\n=\n\n.. glossary::\n\n{words}',
        'more.rst': 'M\n=\n\nSee twice twice.',
        'other.rst': 'O\n=\n\n.. glossary::\n\n   twice twice\n      B.',
    }
    built = make(files, config=LINKS | {'kwindex_links_skip': ['API*']})
    expected = ['late guard', 'Virtual Environment', 'IO loop', 'GIL', 'my_term']
    assert [text for _section, text, _href in links_of(built, 'index.html')] == expected
    assert links_of(built, 'more.html') == []


# -- incremental builds


def test_an_edit_of_a_definition_rewrites_what_links_to_it(make):
    files = {
        **FILES,
        'use.md': '# Use\n\n`acme.late_one`\n',
        'conf.py': MYST + 'html_copy_source = False\n',
    }
    parents = {'index'}  # Sphinx writes what has a toctree with the document
    built = make(files, config=LINKS)
    assert links_of(built, 'use.html') == []
    appeared = {**files, 'api.rst': files['api.rst'] + '\n.. py:function:: acme.late_one\n'}
    built = make(appeared, config=LINKS)
    assert built.written == {'api', 'use', *parents}
    assert links_of(built, 'use.html') == [('use', 'acme.late_one', 'api.html#acme.late_one')]
    moved = {**files, 'words.rst': files['words.rst'] + '\n.. py:function:: acme.late_one\n'}
    built = make(moved, config=LINKS)
    assert built.written == {'api', 'use', 'words', *parents}
    assert links_of(built, 'use.html') == [('use', 'acme.late_one', 'words.html#acme.late_one')]
    built = make(files, config=LINKS)
    assert built.written == {'use', 'words', *parents}
    assert links_of(built, 'use.html') == []
    described = {**files, 'api.rst': files['api.rst'].replace('See ``', 'Look at ``')}
    assert make(described, config=LINKS).written == {'api', *parents}


# -- explained

def test_each_place_is_explained(make, capsys):
    out = make(FILES, 'kwindex', config=LINKS).out
    assert main(['explain', 'acme.Client', str(out), '--document', 'use']) == 0
    shown = capsys.readouterr().out
    assert shown.count('acme.Client (name) in use') == 1
    assert 'weight 3)\n      linked to api#acme.Client (acme.Client)\n' in shown
    assert f'      no link: {Rule.PART}\n' in shown
    assert main(['explain', '--document=api', 'acme.Client', str(out)]) == 0
    assert f'      no link: {Rule.OWN_SECTION}\n' in capsys.readouterr().out
    assert main(['explain', 'acme.Client', str(out), '--document', 'nowhere']) == 2


def test_terms_that_stand_once_are_explained(make, capsys):
    """No record has a phrase that does not recur; the page has the link."""
    files = {**FILES, 'once.rst': ':orphan:\n\nOnce\n====\n\nOne.\n\nNot two late\nguards.\n'}
    out = make(files, 'kwindex', config=LINKS).out
    assert main(['explain', 'late guard', str(out), '--document', 'once']) == 0
    assert capsys.readouterr().out == (
        'late guard (term) in once: links from sentences\n'
        '    once.rst:8  Once\n'
        '      linked to words#term-late-guard (late guard)\n'
    )
    out = make(files, 'kwindex', config={'kwindex_links': ['literals']}).out
    assert main(['explain', 'late guard', str(out), '--document', 'once']) == 1


def test_of_places_in_one_line_the_first_is_linked(make, capsys):
    files = {**FILES, 'twice.rst': ':orphan:\n\nTwice\n=====\n\n``ACME_HOME``, ``ACME_HOME``.\n'}
    out = make(files, 'kwindex', config=LINKS).out
    assert main(['explain', 'ACME_HOME', str(out), '--document', 'twice']) == 0
    shown = capsys.readouterr().out
    assert 'times\n      only the first is linked to api#envvar-ACME_HOME (ACME_HOME)\n' in shown


def test_what_is_switched_off_is_explained(make):
    files = {'index.rst': PROJECT['index.rst'], 'api.rst': PROJECT['api.rst']}
    built = make(files, 'kwindex', config={'kwindex_links': ['terms']})
    rules = {
        place['position']: place.get('rule')
        for record in built.lines('records.jsonl')
        for place in record['places']
        if (record['document'], record['name']) == ('index', 'acme')
    }
    assert rules['example import'] == 'switched off'


def test_the_export_has_no_verdicts_without_links(make):
    built = make(FILES, 'kwindex')
    assert 'rules' not in built.lines('kwindex.json')[0]
    places = [place for record in built.lines('records.jsonl') for place in record['places']]
    assert not [place for place in places if {'link', 'rule'} & place.keys()]
