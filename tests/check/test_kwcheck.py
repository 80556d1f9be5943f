"""``-b kwcheck``: what it finds in a small project with sources, and what it passes over."""

import json
import os
import subprocess
import sys
import zlib
from importlib.resources import files
from urllib.parse import quote

import jsonschema
import project
import pytest

from sphinxcontrib_kwindex import config
from sphinxcontrib_kwindex.check import builder
from sphinxcontrib_kwindex.check.builder import Check

CONF = """
extensions = ['sphinxcontrib_kwindex']
kwcheck_sources = ['src/**/*']
exclude_patterns = ['src']
kwcheck_level = 'warning'
"""

SOURCES = {
    'src/acme/__init__.py': """
from .client import Client, connect as join
from .tools import *
import third


def __getattr__(name):
    if name == 'lazy':
        return version('acme')
    raise AttributeError(name)
""",
    'src/acme/client.py': '''
"""The client."""
import third
from .base import Base


class Client(Base):
    """Talks."""

    timeout = 3
    __slots__ = ('slot',)

    def __init__(self):
        self.url = ''

    def send(self, data):
        """Send."""


class Free(third.Anything):
    pass


class Failure(ValueError):
    pass


def connect(host):
    """Connect."""


def main(parser):
    parser.add_argument('-n', '--dry-run')
''',
    'src/acme/base.py': """
class Base:
    def close(self): ...

    class Inner:
        depth = 1
""",
    'src/acme/tools.py': 'def sharpen(): ...\n\ndef _hidden(): ...\n\n'
    'ENTRY = "acme.plugins", "setting_name"\n',
    'src/engine.hpp': """
namespace engine {
class Motor {
public:
  void start();
};
}
""",
    'src/run.sh': 'case $1 in --loud) ;; esac\n',
    'src/cli.js': "option('verbose-output');\nfunction spinUp() {}\n",
}


@pytest.fixture
def check(make):
    """Check documents; give what is found as (file, line, check, name)."""

    def check(files, **options):
        pages = {'conf.py': CONF, **SOURCES, **files}
        result = make({'index.rst': 'Index\n=====\n', **pages}, 'kwcheck', **options)
        result.findings = result.lines('kwcheck.jsonl')
        result.found = [(f['file'], f['line'], f['finding'], f['name']) for f in result.findings]
        return result

    return check


def names(result):
    return [name for _file, _line, _check, name in result.found]


def prose(text):
    return {'index.rst': f'Index\n=====\n\n{text}\n'}


#: names that the sources prove to be missing
PROVEN = [
    '``acme.gone``', '``acme.gone()``', '``acme.client.Client.gone``', '``Client.gone()``',
    '``acme.Client.Inner.gone``', '``acme.base.Gone``', '``acme.tools.Client.gone``',
    '``acme.Failure.gone``', ':py:meth:`.Client.gone`', ':py:class:`~acme.Gone`',
    ':py:attr:`~acme.client.Client.gone`', '``engine::gone``', '``engine::Motor::gone()``',
    '.. py:currentmodule:: acme.client\n\n:py:obj:`gone`',
    '.. py:currentmodule:: acme\n\n:py:class:`acme.Gone`',
    '.. py:module:: acme\n\n.. py:class:: lazy\n\n   :py:class:`Gone`',
    '.. py:class:: acme.client.Client\n\n   :py:meth:`gone`',
    '.. code-block:: python\n\n   import acme\n   acme.gone(1)',
    '.. code-block:: python\n\n   from acme import gone',
    '.. code-block:: python\n\n   import acme\n   print(1, acme.gone(2))',
    '.. code-block:: python\n\n   class Own(acme.Gone): ...',
    '.. code-block:: cpp\n\n   start(*engine::gone());',
    '.. code-block:: python\n\n   import acme\n   acme.gone()\n' + 50 * '   number = 1\n',
    '>>> from acme.client import gone', '.. code-block:: cpp\n\n   engine::gone();',
    '``acme.client.gone__``', '.. py:function:: acme.gone', '.. py:method:: Client.gone',
    '.. cpp:function:: void engine::gone()',
]  # fmt: skip
#: names that may be those of others: no source has them
PERHAPS = [
    '``gone()``', '``gone(...)``', ':py:func:`gone`', ':py:class:`Gone`', '``acme run --gone``',
    '.. code-block:: console\n\n   $ acme run --gone=3',
    '.. code-block:: shell\n\n   DEBUG=1 python -m acme --gone',
    'Call ``acme run``: ``--gone`` is an option.', 'A function. Call ``gone()`` (a method).',
    'As Acme ``gone()``.', "So Client's ``gone()``.",
    'In :ref:`a page <genindex>` with ``acme run``, ``--gone``.',
]  # fmt: skip


@pytest.mark.parametrize('text', PROVEN + PERHAPS)
def test_what_exists_nowhere_is_unknown(check, text):
    result = check(prose(text))
    assert [one['finding'] for one in result.findings] == ['unknown']
    assert 'gone' in result.findings[0]['name'].lower()
    assert result.findings[0]['level'] == ('error' if text in PROVEN else 'warning')
    assert result.app.statuscode == int(text in PROVEN)


@pytest.mark.parametrize(
    'text',
    [
        # defined in the sources, imported, inherited, listed, or nobody can tell
        '``acme.client.Client.send()``', '``acme.Client.url``', '``acme.join()``', '``acme.lazy``',
        '``acme.sharpen``', '``Client.close()``', '``acme.Client.Inner.depth``', '``Client.slot``',
        '``acme.client.Free.anything``',
        '``tools.gone``', '``acme.third.anything``', '``acme.client.Failure.args``',
        '``acme.Client.__doc__``', '``acme.plugins``', '``acme.tools``', '``sharpen()``',
        '``engine::Motor::start()``', '``Motor::start``', '``spinUp()``', '``--dry-run``',
        '``acme --dry-run --help``', '``acme --verbose-output``', '``acme --loud``',
        ':py:func:`acme.tools._hidden`',
        '.. py:class:: acme.client.Client\n\n   :py:meth:`close` of :py:class:`Base`',
        '.. py:class:: acme.client.Free\n\n   :py:class:`Anything`',
        '``acme.prefix_``', '``acme.setting_name``',
        '.. code-block:: ini\n\n   acme.setting_name = 1',
        # no name of the project
        '``gone``', '``other.gone``', '``other.gone()``',
        '``acme.toml``', '``acme.rst``', '``os.gone``',
        ':py:class:`~other.Gone`', ':py:mod:`gone`', '*gone*', '**gone**', 'acme.gone', 'gone()',
        '``.acme.gone``', '.. code-block:: text\n\n   ~/.acme.gone\n   lib/acme.gone',
        'Those like ``one()`` or ``two()``.', "With Redis' ``gone()``.", 'The Redis ``gone()``.',
        '``GONE()``', 'Such as a\n``gone()`` function.', 'Your own ``gone()``.',
        'Our plain ``gone()``.',
        'Some (e.g., ``one()``, ``two()``).', 'A function called ``gone()``.',
        'As you like, for example ``two()``.',
        '``acme run``: `other <https://example.org>`_ has ``--gone``.',
        '``--gone``', '``git push --gone``', '``std::vector``', '``print()``', '``getcwd()``',
        '``my_function()``', '``get_X()``', '``do_gone(1, "x")``', '``x()``',
        ':ref:`gone <genindex>`',
        '.. code-block:: console\n\n   $ git push --gone',
        '.. code-block:: python\n\n   gone(1)',
        '.. code-block:: python\n\n   for acme in things:\n       acme.gone()',
        '.. code-block:: python\n\n   def own(first, acme):\n       acme.gone()',
        '.. code-block:: python\n\n   with started() as acme:\n       acme.gone()',
        'Call :command:`git`, with ``--gone``; ``acme run``.',
        # defined in an example
        '``gone()``\n\n.. code-block:: python\n\n   def gone(): ...',
        '``acme --gone``\n\n.. code-block:: python\n\n   parser.add("--gone")',
        # of the past, or left out
        '.. versionchanged:: 2.0\n   ``acme.gone`` is now ``acme.join``.',
        '.. deprecated:: 2.0\n   ``acme.gone``',
        '``acme.gone`` was removed.', 'There is no ``acme.gone``.',
        'Changes in 2.0\n--------------\n\nUse ``acme.gone``.\n\nMore\n~~~~\n\n``acme.gone``',
        '.. container:: no-kwindex\n\n   ``acme.gone``',
        '.. py:function:: acme.sharpen\n\n``acme.sharpen()`` and :py:func:`acme.sharpen`',
        '.. option:: --documented\n\n:option:`--documented`',
        ':param x: an :class:`Any`\n\n.. py:function:: acme.connect(x)\n\n   :param Gone x: it',
    ],
)  # fmt: skip
def test_what_exists_or_is_not_the_projects_is_no_finding(check, text):
    result = check(prose(text))
    assert result.found == []
    assert result.app.statuscode == 0


PAST = [
    '{} was removed in 2.0.', 'In 2.0, {} got removed.', 'It used to be {}.', 'Deprecated: {}.',
    '{} no longer exists.', 'Before version 2.0, {} did it.',
    'In early versions, {}.', 'In the old {} type.',
    'It was {}, e.g. {} and others, which were renamed.', 'Some text. {} has been renamed. More.',
    'It was removed. This was called {}.', 'Removed {}.', 'Renamed from {}, as of 2.0.',
    'These were removed in 2.0:\n\n* {}\n* one\n\n  * {}', '{} was extracted to another.',
    'There is no {}.', 'In older versions, {}.', 'Previously, {} did it.',
]  # fmt: skip

PRESENT = [
    'A file is removed by {}.', 'Call {} if a file was lost. Another was removed. Do.',
    'The ``--removed`` and ``deprecated`` of {}.', 'Call {}. ``acme.Client`` was renamed.',
    'It was removed in 2.0. Now call {}.', 'What is removed from the list, {} gives.',
    'Rejected requests, renamed files and moved ones: {} tells.', 'Use ``was removed`` and {}.',
    'They were removed. There is left:\n\n* {}', 'They were removed.\n\n* {}',
    'The ``removed in 2.0`` of {}.', ':ref:`what was removed <genindex>` and {}.',
]  # fmt: skip


@pytest.mark.parametrize('text', PAST)
def test_a_sentence_about_the_past_names_what_need_not_exist(check, text):
    assert check(prose(text.replace('{}', '``acme.gone``'))).found == []


@pytest.mark.parametrize('text', PRESENT)
def test_a_word_about_the_past_silences_no_other_sentence_and_none_in_a_literal(check, text):
    assert names(check(prose(text.replace('{}', '``acme.gone``')))) == ['acme.gone']


def test_findings_have_the_line_on_which_the_name_stands(check):
    result = check(
        {
            'index.rst': 'Index\n=====\n\n.. toctree::\n\n   guide\n\nSome words, and\nmore: '
            '``acme.one``,\nthen ``acme.two``.\n\n* item\n* ``acme.three``\n\n'
            '.. include:: part.txt\n',
            'part.txt': 'A part.\n\n.. code-block:: python\n\n   import acme\n   acme.four()\n',
            'guide.md': '# Guide\n\nText\nand `acme.five`.\n\n'
            '```python\nimport acme\n\nacme.six()\n```\n',
            'conf.py': CONF.replace("['sph", "['myst_parser', 'sph"),
        }
    )
    assert result.found == [
        ('guide.md', 4, 'unknown', 'acme.five'), ('guide.md', 9, 'unknown', 'acme.six'),
        ('index.rst', 9, 'unknown', 'acme.one'), ('index.rst', 10, 'unknown', 'acme.two'),
        ('index.rst', 13, 'unknown', 'acme.three'), ('part.txt', 6, 'unknown', 'acme.four'),
    ]  # fmt: skip


ORPHAN = ':orphan:\n\nPage\n====\n\n'
EXAMPLE = {'z.rst': f'{ORPHAN}.. code-block:: python\n\n   def gone(): ...\n'}
#: files, and names that are found in them
PROJECTS = {
    'a file that is shown whole': (
        {'shown.py': 'import acme\n\nacme.join()\nacme.gone()\n'}
        | prose('.. literalinclude:: shown.py\n   :language: python'), 'acme.gone',
    ),
    'a byte order mark in a source': (
        {'src/acme/marked.py': '\ufeffdef one(): ...\n'}
        | prose('``acme.marked.one`` and ``acme.marked.gone``'), 'acme.marked.gone',
    ),
    'what an example of another document defines': (prose('``gone()``') | EXAMPLE, ''),
    'a name of the project that it defines': (prose('``acme.gone()``') | EXAMPLE, 'acme.gone'),
    'a folder with the name of a package of others': (
        {'src/many/one/__init__.py': '', 'src/many/one/tools.py': 'def cut(): ...\n',
         'src/alone/tools.py': 'def cut(): ...\n'}
        | prose('``many.one.tools.cut`` ``many.other.cut`` ``many.one.gone`` ``alone.gone`` '
                '``many.two``'), 'alone.gone many.one.gone',
    ),
    'broken sources': (
        {'src/acme/broken.py': 'def half(:\n  class', 'src/acme/binary.py': '\x00\x01',
         'src/acme/loop.py': 'from .loop import again\nfrom .loop import *\nclass A(A): pass\n'}
        | prose('``acme.broken.half``, ``acme.loop.again``, ``acme.loop.A.gone``'),
        'acme.loop.A.gone',
    ),
    'a class under the name of its module': (
        {'src/acme/shape/__init__.py': 'from .letters import Letters as letters\n',
         'src/acme/shape/letters.py': 'class Base:\n    a = 1\nclass Letters(Base):\n    b = 2\n'}
        | prose('``acme.shape.letters.a``, ``acme.shape.letters.gone``'), 'acme.shape.letters.gone',
    ),
    'names of files': (prose('``acme.gone``, ``acme.inv``, ``acme.jsonl``'), 'acme.gone'),
    'documents about the past, and skipped ones': (
        {'changelog.rst': f'{ORPHAN}``acme.gone``', 'releases/1.2.rst': f'{ORPHAN}``acme.gone``',
         'left.rst': f':kwindex: skip\n{ORPHAN}``acme.gone``'}, '',
    ),
    'a document beside them': ({'now.rst': f'{ORPHAN}``acme.gone``\n'}, 'acme.gone'),
    'what is documented, without sources': (
        {'conf.py': CONF.replace('src/**/*', 'nothing/**')}
        | prose('.. py:function:: acme.connect\n\n``acme.connect``, ``acme.send``, ``gone()``, '
                '``conect()``'), 'acme.send conect',
    ),
    'a term as its glossary spells it': (
        prose('.. glossary::\n\n   flux\n      It.\n\n*Fluxes*, *fluxes*, *fluxes*: :term:`flux`'),
        '',
    ),
}  # fmt: skip


@pytest.mark.parametrize('name', PROJECTS)
def test_project(check, name):
    files, expected = PROJECTS[name]
    assert names(check(files)) == expected.split()


def test_what_two_documents_include_is_found_once(check):
    page = f'{ORPHAN}.. include:: part.txt\n'
    result = check({'a.rst': page, 'b.rst': page, 'part.txt': '``acme.gone``\n'})
    assert result.found == [('part.txt', 1, 'unknown', 'acme.gone')]


def test_a_source_that_cannot_be_parsed_is_told(check):
    torn = {'src/acme/torn.py': 'def one():\n    return )\n', **prose('``acme.torn.gone``')}
    result = check(torn | prose('``acme.torn.one`` ``acme.torn.gone``'))
    assert names(result) == ['acme.torn.gone']
    assert 'cannot parse src/acme/torn.py: ' in result.warning
    assert '[kwindex.source]' in result.warning
    assert 'kwindex.source' not in check(prose('``acme.join``')).warning


def test_a_name_is_found_on_each_line_of_a_paragraph(check):
    text = '``acme.gone``, ``acme.gone``\nand\n``acme.gone``.\n\nAgain: ``acme.gone``.'
    assert [line for _file, line, *_rest in check(prose(text)).found] == [4, 6, 8]
    text = 'What is gone is\ngone: ``gone()``\nis gone.'
    assert check(prose(text)).found == [('index.rst', 5, 'unknown', 'gone')]


def test_a_name_in_a_field_is_found_on_its_line(check):
    fields = ''.join(f'   :param x{n}: a number\n' for n in range(80))
    text = f'.. py:function:: acme.connect(x)\n\n   Words.\n\n{fields}   :param y: ``acme.gone``\n'
    assert check(prose(text)).found == [('index.rst', 88, 'unknown', 'acme.gone')]


def test_what_an_extension_generates_is_told_of_its_document(check):
    conf = (
        CONF
        + """
from docutils import nodes
from sphinx.util.docutils import SphinxDirective


class Made(SphinxDirective):
    def run(self):
        made = nodes.paragraph('', '', nodes.literal('', 'acme.gone'))
        made.source, made.line = '<made>', 1
        return [made]


def setup(app):
    app.add_directive('made', Made)
"""
    )
    result = check({'conf.py': conf, **prose('.. made::')})
    assert [found[0] for found in result.found] == ['index.rst']


@pytest.mark.parametrize('folder', ['src', 'lib'])
def test_a_docstring_is_checked_if_its_source_is_of_the_project(check, tmp_path, folder):
    module = f'kwcheck_in_{folder}'
    shown = 'def shown():\n    """Show.\n\n    More, and ``acme.gone``.\n    """\n'
    path = f'import sys\nsys.path.insert(0, {str(tmp_path / "source" / folder)!r})\n'
    conf = path + CONF.replace("['sph", "['sphinx.ext.autodoc', 'sph")
    files = {f'{folder}/{module}.py': f'def other():\n    """Do ``acme.gone``."""\n\n\n{shown}'}
    result = check({'conf.py': conf, **files, **prose(f'.. autofunction:: {module}.shown\n')})
    expected = [(f'src/{module}.py', 8, 'unknown', 'acme.gone')]
    assert result.found == (expected if folder == 'src' else [])


def test_the_name_that_was_probably_meant_is_suggested(check):
    result = check(prose('``acme.client.Client.sent()``, ``acme.conect``, ``acme --dry-ran``'))
    assert [one['suggestion'] for one in result.findings] == [
        '--dry-run', 'acme.client.Client.send', 'acme.client.connect',
    ]  # fmt: skip


def test_a_pattern_of_sources_that_matches_nothing_is_a_warning(check):
    result = check({}, config={'kwcheck_sources': ['src/**/*', 'scr/*.py']})
    assert result.warning.count('kwcheck_sources') == 1
    assert "kwcheck_sources: there is no file 'scr/*.py'" in result.warning


def test_what_inventories_have_exists(check, tmp_path):
    inventory = tmp_path / 'objects.inv'
    make_inventory(inventory, 'acme.elsewhere py:function 1 x.html -')
    conf = CONF.replace("['sph", "['sphinx.ext.intersphinx', 'sph") + (
        f'intersphinx_mapping = {{"other": ("https://example.org", {str(inventory)!r})}}\n'
    )
    result = check({'conf.py': conf, **prose('``acme.elsewhere``')})
    assert (result.warning, result.found) == ('', [])


def make_inventory(path, *lines):
    head = '# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# compressed with zlib\n'
    path.write_bytes(head.encode() + zlib.compress('\n'.join([*lines, '']).encode()))


GLOSSARY = '.. glossary::\n\n   flux capacitor\n      Makes time.\n\n   dataset\n      Some data.\n'


def test_terms_that_nobody_uses(check):
    result = check(prose(GLOSSARY + '\nA :term:`flux capacitor`.'))
    assert result.found == [('index.rst', 9, 'unused', 'dataset')]
    assert check(prose(GLOSSARY + '\nFlux-capacitors, and datasets.')).found == []


def test_a_term_that_no_glossary_has(check):
    result = check(prose(GLOSSARY + '\nA dataset; flux capacitor;\na :term:`flux capacitator`.'))
    assert result.found == [('index.rst', 13, 'undefined', 'flux capacitator')]
    assert result.findings[0]['suggestion'] == 'flux capacitor'


MANY = [f'p{n}.rst' for n in range(5)]
MANY_INDEX = {'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   p*\n'}


def test_terms_that_many_documents_use_and_none_defines(check):
    page = 'Page\n====\n\nThe *inner product* of an XQZ. The XQZ is an XQZ in HTML, a *word*.\n'
    pages = MANY_INDEX | dict.fromkeys(MANY, page)
    result = check(pages)
    assert result.found == [
        ('p0.rst', 4, 'undefined', 'XQZ'),
        ('p0.rst', 4, 'undefined', 'inner product'),
    ]
    del pages['p4.rst']
    assert check(pages).found == []
    terms = '.. glossary::\n\n   inner product\n      It.\n\n   XQZ\n      It.\n'
    pages['p4.rst'] = f'{page}\n{terms}'
    assert check(pages).found == []


def test_an_acronym_in_plain_text_that_nobody_expands(check):
    page = 'Page\n====\n\nSome words in a line\nand one XQZ in another. JSON, NOT that.\n'
    pages = MANY_INDEX | dict.fromkeys(MANY, page)
    assert check(pages).found == [('p0.rst', 5, 'undefined', 'XQZ')]
    for explained in [
        'The Xylo Quartz Zoo (XQZ).', 'An XQZ (Xylo Quartz Zoo).', ':abbr:`XQZ (Xylo Quartz Zoo)`',
        '.. glossary::\n\n   XQZ\n      It.', '.. confval:: XQZ',
    ]:  # fmt: skip
        assert check(pages | {'p3.rst': f'{page}\n{explained}\n'}).found == [], explained
        assert check(pages | {'changes.rst': f':orphan:\n\nA\n=\n\n{explained}\n'}).found == []
    assert check(pages | {'p3.rst': 'Page\n====\n\nNo ``XQZ``.\n'}).found == []
    assert check(pages | {'src/acme/xqz.py': 'XQZ = 1\n'}).found == []


def test_an_undefined_term_is_told_once_and_where_it_stands(check):
    page = (
        'Page\n====\n\nFirst some words, and\nthen the *inner\nproduct*; then the XQZ.\n\n'
        '.. index:: XQZ, inner products\n\nXQZ, XQZ.\n\nThe *inner product* and inner-product.\n'
    )
    pages = MANY_INDEX | dict.fromkeys(MANY, page)
    result = check(pages, config={'kwcheck_findings': ['undefined']})
    assert sorted(result.found) == [
        ('p0.rst', 5, 'undefined', 'inner product'), ('p0.rst', 6, 'undefined', 'XQZ'),
    ]  # fmt: skip


def test_a_term_that_no_glossary_has_is_told_only_where_it_is_referred_to(check):
    page = 'Page\n====\n\n.. index:: flux\n\nA line,\nand a :term:`flux`.\n'
    result = check(MANY_INDEX | dict.fromkeys(MANY, page))
    assert sorted(result.found) == [(name, 7, 'undefined', 'flux') for name in MANY]


def test_spellings_that_differ_from_the_usual_one(check):
    text = GLOSSARY + '\nA flux capacitor. A dataset,\na data-set, a data set. Every date.\n'
    result = check(prose(text))
    assert result.found == [('index.rst', 13, 'spelling', 'data-set')]
    assert result.findings[0]['suggestion'] == 'dataset'
    text = 'Data set\n--------\n\nData sets, a data set; the\ndataset is a data set. A re-run.\n'
    assert check(prose(text)).found == [('index.rst', 8, 'spelling', 'dataset')]


def test_what_is_never_spelled_as_the_glossary_has_it(check):
    text = GLOSSARY + '\nA flux capacitor. A data-set,\nanother data-set.\n'
    result = check(prose(text), config={'kwcheck_findings': ['spelling']})
    assert result.found == [('index.rst', 12, 'spelling', 'data-set')]
    assert result.findings[0]['suggestion'] == 'dataset'


def test_verbs_are_no_spellings_of_nouns(check):
    text = 'Setup of *setup*\n----------------\n\nSet up the setup, and set it up; set up.\n'
    assert check(prose(text)).found == []
    text = '.. index:: hand over\n\nThe handover, a handover. Hand over by a handover.\n'
    assert check(prose(text)).found == []


def test_what_is_public_and_not_mentioned_is_found_on_request(check):
    text = 'Index\n=====\n\n' + '``connect`` ``main`` ``Client`` ``Failure`` ``Free`` ``close``\n\n'
    pages = {'index.rst': text + '``send`` ``Motor`` ``start`` ``Base`` ``spinUp``\n'}
    assert check(pages).found == []
    result = check(pages, config={'kwcheck_findings': ['unmentioned']})
    assert result.found == [
        ('src/acme/base.py', 5, 'unmentioned', 'acme.base.Base.Inner'),
        ('src/acme/tools.py', 1, 'unmentioned', 'acme.tools.sharpen'),
        ('src/acme/tools.py', 5, 'unmentioned', 'acme.tools.ENTRY'),
        ('src/engine.hpp', 2, 'unmentioned', 'engine'),
    ]


def test_it_prints_what_it_writes(check):
    result = check(prose('``acme.client.zzz``'))
    line = "'acme.client.zzz' is in no source"
    assert f'index.rst:4: error: unknown {line}' in result.status
    assert result.text('kwcheck.txt') == f'index.rst:4: error: [unknown] {line}\n'
    assert '1 finding (1 unknown)' in result.status


def test_every_line_is_as_the_schema_has_it(check):
    schema = json.loads(files('sphinxcontrib_kwindex.export').joinpath('schema.json').read_text())
    del schema['anyOf']
    validator = jsonschema.Draft202012Validator(schema | {'$ref': '#/$defs/finding'})
    result = check(prose(GLOSSARY + '\n``acme.gone``, ``acme.conect``, :term:`flux`, data-set'))
    assert len(result.findings) == 6
    for line in result.findings:
        validator.validate(line)


def test_only_the_findings_that_are_wanted(check):
    text = GLOSSARY + '\n``acme.gone`` flux capacitor'
    assert names(check(prose(text), config={'kwcheck_findings': ['unused']})) == ['dataset']


def test_an_empty_project_has_no_findings(check):
    result = check({})
    assert (result.found, result.text('kwcheck.txt'), result.app.statuscode) == ([], '', 0)
    assert result.warning == ''


MANIFESTS = {
    'src/pyproject.toml': '[project.scripts]\nsay-it = "acme.client:main"\n',
    'src/setup.cfg': '[options.entry_points]\nconsole_scripts =\n  say-it = acme.client:main\n',
    'src/setup.py': 'setup(entry_points={"console_scripts": ["x=a:b", "say-it=acme.b:main"]})\n',
    'src/package.json': '{"name": "acme", "bin": {"say-it": "cli.js"}}',
    'src/Cargo.toml': '[package]\nname = "acme"\n[[bin]]\nname = "say-it"\n',
}


@pytest.mark.parametrize('file', MANIFESTS)
def test_programs_are_what_is_installed_by_their_name(check, file):
    text = '.. code-block:: shell\n\n   say-it --gone --dry-run\n   say-its --other\n'
    assert names(check({file: MANIFESTS[file], **prose(text)})) == ['--gone']
    text = 'The program ``say-it`` has ``--gone``.'
    assert names(check({file: MANIFESTS[file], **prose(text)})) == ['--gone']
    text = 'The program ``say-its`` has ``--gone``.'
    assert names(check({file: MANIFESTS[file], **prose(text)})) == []


def test_broken_manifests_break_nothing(check):
    for file in MANIFESTS:
        for content in ('{', '[]', '[project]\nscripts = 3\n', '\x00'):
            assert check({file: content}).found == []


BASELINE = {'kwcheck_baseline': 'accepted.jsonl'}
WRITE = BASELINE | {'kwcheck_write_baseline': True}


def test_what_is_accepted_is_no_finding_until_there_is_more_of_it(check, tmp_path):
    two = prose('``acme.one``\n\n``acme.two``')
    keep = {'accepted.jsonl': ''}
    written = check(two | keep, config=WRITE)
    assert written.warning.count('accepted: ') == 2
    assert written.app.statuscode == 0
    assert '2 findings (2 unknown) accepted, in' in written.status
    text = (tmp_path / 'source' / 'accepted.jsonl').read_text()
    assert [json.loads(line)['name'] for line in text.splitlines()] == ['acme.one', 'acme.two']
    keep = {'accepted.jsonl': text}
    result = check(two | keep, config=BASELINE)
    assert (result.found, result.app.statuscode, result.warning) == ([], 0, '')
    assert 'Nothing is wrong but what is accepted: 2 findings.' in result.status
    text = '``acme.one``\n\nA line.\n\n``acme.two``\n\n``acme.two``'
    more = check(prose(text) | keep, config=BASELINE)
    assert more.found == [('index.rst', 10, 'unknown', 'acme.two')]
    assert more.app.statuscode == 1


def test_a_baseline_shrinks_without_a_message_and_grows_with_one(check, tmp_path):
    line = '{"file": "a", "finding": "unknown", "name": "acme.old", "count": 1}\n'
    keep = {'accepted.jsonl': line}
    less = check(keep, config=BASELINE)
    assert '1 accepted finding is gone' in less.status
    less = check(keep, config=WRITE)
    assert less.warning == ''
    assert (tmp_path / 'source' / 'accepted.jsonl').read_text() == ''
    more = check(prose('``acme.newer``') | {'accepted.jsonl': ''}, config=WRITE)
    assert "accepted: 'acme.newer'" in more.warning


def test_a_baseline_that_is_missing_or_broken_is_said(check):
    result = check({}, config={'kwcheck_baseline': 'none.jsonl'})
    assert "kwcheck_baseline: there is no file 'none.jsonl'" in result.warning
    line = '{"file": "a", "finding": "b", "name": "c", "count": 1}\n'
    with pytest.raises(Exception, match=r'accepted.jsonl:2: this is no accepted finding'):
        check({'accepted.jsonl': f'{line}x\n'}, config=BASELINE)
    with pytest.raises(Exception, match='src is a directory; name a file'):
        check({}, config={'kwcheck_baseline': 'src'})
    with pytest.raises(Exception, match='name the file in kwcheck_baseline'):
        check({}, config={'kwcheck_write_baseline': True})


def test_a_baseline_that_is_broken_may_be_written_anew(check, tmp_path):
    result = check({'accepted.jsonl': '<<<<<<< ours\n', **prose('``acme.newer``')}, config=WRITE)
    assert 'accepted.jsonl:1: this is no accepted finding' in result.warning
    assert json.loads((tmp_path / 'source' / 'accepted.jsonl').read_text())['name'] == 'acme.newer'


#: the members of SARIF that code hosts need
SARIF = {
    'properties': {'version': {'const': '2.1.0'}, 'runs': {'items': {'$ref': '#/$defs/run'}}},
    'required': ['$schema', 'version', 'runs'],
    '$defs': {
        'text': {'properties': {'text': {'type': 'string', 'minLength': 1}}, 'required': ['text']},
        'level': {'enum': ['error', 'warning', 'note']},
        'run': {
            'properties': {
                'tool': {'properties': {'driver': {'properties': {
                    'rules': {'items': {'$ref': '#/$defs/rule'}, 'minItems': len(Check)},
                }, 'required': ['name', 'version', 'rules']}}, 'required': ['driver']},
                'results': {'items': {'$ref': '#/$defs/result'}},
            },
            'required': ['tool', 'results'],
        },
        'rule': {
            'properties': {
                'id': {'enum': list(Check)},
                'shortDescription': {'$ref': '#/$defs/text'},
                'defaultConfiguration': {'properties': {'level': {'$ref': '#/$defs/level'}}},
            },
            'required': ['id', 'shortDescription', 'defaultConfiguration'],
        },
        'result': {
            'properties': {
                'ruleId': {'enum': list(Check)},
                'level': {'$ref': '#/$defs/level'},
                'message': {'$ref': '#/$defs/text'},
                'locations': {'items': {'properties': {'physicalLocation': {'properties': {
                    'artifactLocation': {'required': ['uri']},
                    'region': {'properties': {'startLine': {'type': 'integer', 'minimum': 1}}},
                }, 'required': ['artifactLocation']}}}, 'minItems': 1},
                'partialFingerprints': {'required': ['primaryLocationLineHash']},
            },
            'required': ['ruleId', 'message', 'locations', 'partialFingerprints'],
        },
    },
}  # fmt: skip
ALL_REPORTS = {'kwcheck_format': list(config.FORMATS)}


def reports(result):
    """Return the findings of SARIF and of GitLab: (file, line, check, fingerprint)."""
    log = json.loads(result.text('kwcheck.sarif'))
    jsonschema.validate(log, SARIF)
    places = [(one, one['locations'][0]['physicalLocation']) for one in log['runs'][0]['results']]
    sarif = [
        (place['artifactLocation']['uri'], place.get('region', {}).get('startLine', 1),
         one['ruleId'], one['partialFingerprints']['primaryLocationLineHash'])
        for one, place in places
    ]  # fmt: skip
    gitlab = [
        (one['location']['path'], one['location']['lines']['begin'], one['check_name'],
         one['fingerprint'])
        for one in json.loads(result.text('kwcheck-gitlab.json'))
    ]  # fmt: skip
    assert sarif == [(quote(path), *rest) for path, *rest in gitlab]
    return gitlab


def test_fingerprints_are_the_keys_of_the_baseline(make, tmp_path):
    (tmp_path / '.git').touch()
    pages = {'conf.py': CONF, **SOURCES}
    files = {'index.rst': 'I\n=\n\n``acme.one`` ``acme.two``\n\n``acme.one``\n',
             'ä b.rst': ':orphan:\n\nB\n=\n\n``acme.one``\n'}  # fmt: skip
    found = reports(make(pages | files, 'kwcheck', config=ALL_REPORTS))
    assert [(path, line, check) for path, line, check, _fingerprint in found] == [
        ('source/index.rst', 4, 'unknown'), ('source/index.rst', 4, 'unknown'),
        ('source/index.rst', 6, 'unknown'), ('source/ä b.rst', 6, 'unknown'),
    ]  # fmt: skip
    prints = [fingerprint for *_place, fingerprint in found]
    assert prints[0].removesuffix(':1') == prints[2].removesuffix(':2')
    assert len({one.partition(':')[0] for one in prints}) == 3
    assert len(set(prints)) == 4
    files['index.rst'] = 'I\n=\n\nA line.\n\n``acme.two``\n\n``acme.one``\n\n``acme.one``\n'
    again = reports(make(pages | files, 'kwcheck', out='again', config=ALL_REPORTS))
    assert sorted(fingerprint for *_place, fingerprint in again) == sorted(prints)


def test_what_is_accepted_is_in_no_report(check):
    text = prose('``acme.one``')
    check(text, config=WRITE)
    line = '{"file": "index.rst", "finding": "unknown", "name": "acme.one", "count": 1}\n'
    result = check(text | {'accepted.jsonl': line}, config=BASELINE | ALL_REPORTS)
    assert reports(result) == result.findings == []


def test_every_format_of_reports_can_be_set():
    assert tuple(builder.REPORTS) == config.FORMATS
    assert set(builder.RULES) == set(Check)


def test_the_exit_status_and_the_output_are_those_of_any_build(tmp_path):
    files = {'conf.py': CONF, **SOURCES, 'index.rst': 'Index\n=====\n'}
    files |= {f'p{n}.rst': f'{ORPHAN}``acme.gone{n}()`` data-set *dataset*\n' for n in range(12)}
    known = ['Client', 'join', 'sharpen', 'client', 'tools', 'base', 'lazy']
    files['names.rst'] = ORPHAN + ' '.join(f'``acme.{name}``' for name in known)
    project.write(tmp_path / 'source', files)
    command = [sys.executable, '-m', 'sphinx', '-q', '-b', 'kwcheck', tmp_path / 'source']
    outputs = []
    for name, seed, more in [('a', '0', []), ('b', '1', ['-j', '3']), ('a', '2', [])]:
        done = subprocess.run(
            [*command, tmp_path / name, *more],
            capture_output=True, text=True, check=False, env=os.environ | {'PYTHONHASHSEED': seed},
        )  # fmt: skip
        assert done.returncode == 1
        assert done.stderr.count('[kwcheck.unknown]') == 12
        written = [tmp_path / name / file for file in ('kwcheck.txt', 'kwcheck.jsonl')]
        outputs.append([path.read_bytes() for path in written])
    assert outputs[0] == outputs[1] == outputs[2]
    project.write(tmp_path / 'source', files | {'p3.rst': ORPHAN})
    subprocess.run([*command, tmp_path / 'a'], capture_output=True, check=False)
    assert b'gone3' not in (tmp_path / 'a' / 'kwcheck.txt').read_bytes()
    assert b'gone4' in (tmp_path / 'a' / 'kwcheck.txt').read_bytes()
