"""Suggestions in Sphinx's warnings about references without a target."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import CONF, write

from sphinxcontrib_kwindex.suggestions import distance

FILES = {
    'index.rst': """
.. _installing-it:

Start
=====

.. toctree::

   guide/page

.. py:module:: lib

.. py:class:: Client

   .. py:method:: put()

.. py:function:: open_it()

.. option:: --verbose

.. program:: acme

.. option:: --output

.. envvar:: ACME_HOME

.. glossary::

   event loop
      A loop.

.. js:class:: Widget
""",
}
CONF += 'nitpicky = True\nshow_warning_types = True\n'

#: what is written -> what Sphinx says, and what is near
NEAR = {
    ':py:class:`lib.Clinet`':
        "py:class reference target not found: lib.Clinet; did you mean 'lib.Client'? [ref.class]",
    ':py:class:`box.Client`':
        "py:class reference target not found: box.Client; did you mean 'lib.Client'? [ref.class]",
    ':py:meth:`Client.PUT`':
        "py:meth reference target not found: Client.PUT; did you mean 'lib.Client.put'? [ref.meth]",
    ':py:class:`lib.CLIENT`':
        "py:class reference target not found: lib.CLIENT; did you mean 'lib.Client'? [ref.class]",
    ':py:class:`Widget`':
        'py:class reference target not found: Widget; did you mean :js:class:`Widget`? [ref.class]',
    ':ref:`instaling-it`':
        "undefined label: 'instaling-it'; did you mean 'installing-it'? [ref.ref]",
    ':ref:`guide-installing-it`':
        "undefined label: 'guide-installing-it'; did you mean 'installing-it'? [ref.ref]",
    ':doc:`pgae`':
        "unknown document: 'pgae'; did you mean '/guide/page'? [ref.doc]",
    ':option:`acme --ouptut`':
        "unknown option: 'acme --ouptut'; did you mean 'acme --output'? [ref.option]",
    ':option:`--verbos`':
        "unknown option: '--verbos'; did you mean '--verbose'? [ref.option]",
    ':term:`event lop`':
        "term not in glossary: 'event lop'; did you mean 'event loop'? [ref.term]",
    ':envvar:`ACME_HOM`':
        "'envvar' reference target not found: ACME_HOM; did you mean 'ACME_HOME'? [ref.envvar]",
    ':kw:ref:`Clinet`':
        "no keyword 'Clinet' is defined or explained in this documentation; "
        'did you mean :py:class:`lib.Client`? [ref.ref]',
    ':any:`opne_it`':
        "'any' reference target not found: opne_it; did you mean :py:func:`lib.open_it`? [ref.any]",
}  # fmt: skip
#: nothing is near
FAR = {
    ':py:class:`Thread`': 'py:class reference target not found: Thread [ref.class]',
    ':ref:`contributing`': "undefined label: 'contributing' [ref.ref]",
    ':doc:`/other`': "unknown document: '/other' [ref.doc]",
    ':py:mod:`page`': 'py:mod reference target not found: page [ref.mod]',
}


def said(make, *references, conf='', **options):
    page = '\n\n'.join(['Page\n====', *references, ''])
    result = make({**FILES, 'guide/page.rst': page, 'conf.py': CONF + conf}, **options)
    return [line.partition('WARNING: ') for line in result.warning.splitlines()]


@pytest.mark.parametrize('builder', ['html', 'dummy'])
def test_what_is_near_stands_in_the_warning(make, builder):
    lines = said(make, *NEAR, *FAR, builder=builder)
    assert [message for *_, message in lines] == [*NEAR.values(), *FAR.values()]
    assert [where.rsplit('/', 1)[1] for where, *_ in lines] == [
        f'page.rst:{line}: ' for line in range(4, 4 + 2 * len(lines), 2)
    ]


def test_what_an_author_silences_stays_silent(make):
    ignored = "nitpick_ignore = [('py:class', 'lib.Clinet')]\n"
    assert said(make, ':py:class:`lib.Clinet`', conf=ignored) == []
    assert said(make, *NEAR, conf="suppress_warnings = ['ref']\n") == []
    lenient = "nitpicky = False\nsuppress_warnings = ['ref.ref']\n"
    assert said(make, ':py:class:`lib.Clinet`', ':ref:`instaling-it`', conf=lenient) == []


@pytest.mark.parametrize(
    ('reference', 'message'),
    [
        (':ref:`instaling-it`', "undefined label: 'instaling-it' [ref.ref]"),
        (':doc:`pgae`', None),
    ],
)
def test_what_another_extension_decides_is_kept(make, reference, message):
    """Sphinx warns of labels whatever an extension returns."""
    conf = """
def setup(app):
    app.connect('warn-missing-reference', lambda app, domain, node: True)
"""
    found = [text.partition('; did')[0] for *_, text in said(make, reference, conf=conf)]
    assert found == ([message.partition(' [')[0]] if message else [])


def test_an_extension_that_decides_nothing_takes_no_suggestion_away(make):
    conf = """
def setup(app):
    for priority in (100, 900):
        app.connect('warn-missing-reference', lambda *arguments: None, priority=priority)
"""
    assert [message for *_, message in said(make, *NEAR, conf=conf)] == list(NEAR.values())


def test_only_roles_that_exist_are_suggested(make):
    objects = ['.. c:type:: loop_t', '.. cpp:type:: Ring = int', '.. c:function:: int go(int deep)']
    references = {':any:`lopp_t`': ':c:type:`loop_t`', ':any:`Rign`': ':cpp:type:`Ring`'}
    lines = said(make, *objects, *references)
    assert [message.partition('did you mean ')[2] for *_, message in lines] == [
        f'{name}? [ref.any]' for name in references.values()
    ]


def test_names_in_a_signature_are_no_references_of_an_author(make):
    objects = ['.. cpp:class:: Ring', '.. cpp:function:: int turn(Rign ring)']
    [(*_, message)] = said(make, *objects)
    assert message == 'cpp:identifier reference target not found: Rign [ref.identifier]'


@pytest.mark.parametrize(('flags', 'status'), [([], 0), (['-W', '--keep-going'], 1)])
def test_the_exit_status_is_that_of_sphinx(tmp_path, flags, status):
    write(tmp_path, {'conf.py': CONF, 'index.rst': 'A\n=\n\n:doc:`idex`\n'})
    command = [sys.executable, '-m', 'sphinx', '-q', *flags, tmp_path, tmp_path / 'out']
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stderr.count('WARNING: ') == 1
    assert "did you mean '/index'?" in done.stderr
    assert done.returncode == status


def test_the_words_of_sphinx_are_translated(make):
    lines = said(make, ':ref:`instaling-it`', ':py:class:`box.Client`', conf="language = 'de'\n")
    plain = said(
        make, ':ref:`instaling-it`', ':py:class:`box.Client`',
        conf="language = 'de'\nextensions = []\n", fresh=True,
    )  # fmt: skip
    assert len(lines) == len(plain) == 2
    for (*place, message), (*plain_place, words) in zip(lines, plain, strict=True):
        text, _, type_ = words.rpartition(' ')
        assert place == plain_place
        assert message.startswith(f'{text}; did you mean ')
        assert message.endswith(type_)


def test_names_of_a_later_build_are_known(make):
    text = {'guide/page.rst': 'Page\n====\n\n:ref:`the-cotton`\n', 'conf.py': CONF}
    assert 'did you mean' not in make({**FILES, **text}).warning
    text['new.rst'] = ':orphan:\n\n.. _the-kotton:\n\nNew\n===\n'
    text['guide/page.rst'] += '\n'
    assert "; did you mean 'the-kotton'? [ref.ref]" in make({**FILES, **text}).warning


def test_names_that_are_equally_near(make):
    """Some are shown; more are no help."""
    objects = '.. py:function:: a{}.send\n\n'
    for number, expected in (2, "; did you mean 'a0.send' or 'a1.send'?"), (9, ''):
        text = ''.join(map(objects.format, range(number))) + ':py:func:`snd`'
        [(*_, message)] = said(make, text)
        assert message == f'py:func reference target not found: snd{expected} [ref.func]'


TEXT = st.text('abc', max_size=6)


@given(TEXT, TEXT)
def test_distance(one, other):
    edits = distance(one, other, 9)
    assert edits == distance(other, one, 9)
    assert (edits == 0) == (one == other)
    assert (edits == 1) == (one != other and (one in edited(other) or other in edited(one)))
    for most in range(4):
        assert min(distance(one, other, most), most + 1) == min(edits, most + 1)


def edited(text):
    """Return what one edit makes of a text, and a letter that is left out."""
    splits = [(text[:i], text[i:]) for i in range(len(text) + 1)]
    return {
        *(a + b[1:] for a, b in splits if b),
        *(a + letter + b[1:] for a, b in splits if b for letter in 'abc'),
        *(a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1),
    }
