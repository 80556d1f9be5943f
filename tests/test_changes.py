"""Changes in versions: what they are about, where they are shown, and what finds them."""

import json
from pathlib import Path

import jsonschema
import pytest
from project import CONF, build_files
from trees import page_of

from sphinxcontrib_kwindex import export
from sphinxcontrib_kwindex.cli.main import main
from sphinxcontrib_kwindex.index.versions import history, matches, shown, version_key
from sphinxcontrib_kwindex.model import Change, Status

#: a directive with two versions, as CPython has it
OWN = (
    CONF
    + """
from sphinx.domains.changeset import VersionChange, versionlabel_classes, versionlabels
class Own(VersionChange):
    required_arguments = 2
    def run(self):
        later = self.arguments.pop(1)
        self.arguments[0] = self.arguments[0], later
        versionlabels[self.name] = 'Old since %s, gone in %s'
        versionlabel_classes[self.name] = 'removed' if later < '3' else 'deprecated'
        return super().run()
def setup(app):
    app.add_directive('deprecated-removed', Own)
"""
)

INDEX = 'Index\n=====\n\n.. toctree::\n\n   api\n   use\n'

API = """
acme
====

.. module:: acme

.. versionadded:: 0.5

Text
----

.. versionchanged:: 9.0

.. class:: Client(timeout, retries=3)

   A client.

   .. versionadded:: 1.0

   .. versionchanged:: 1.2
      The optional *timeout* argument. It is in seconds.

   .. versionadded:: 1.4
      The class can be pickled.

   .. deprecated:: 1.3 Use *timeout* with care.

   :param int retries: How often.

      .. deprecated:: 1.9

   * ``fast`` mode

     .. versionadded:: 1.5

   .. method:: open()

      .. deprecated:: 2.0
         Use :meth:`close` instead. Or nothing.

   .. method:: close()
      :no-index:

   .. only:: html

      .. versionchanged:: 3.5

.. function:: one()
              two()

   .. deprecated-removed:: 2.0 3.0

.. function:: gone()

   .. deprecated-removed:: 1.0 2.0

.. function:: again(a)
.. function:: again(a, b)
   :no-index:

   .. versionchanged:: 1.7

.. option:: -v, --verbose

   .. version-added:: next

.. confval:: acme_limit

   .. versionremoved:: 2.1

.. glossary::

   session
      What a client opens.

      .. versionchanged:: 1.1

``load_all``
------------

.. versionadded:: 1.8

It loads all.

- in a list

  .. versionchanged:: 8.0
"""

USE = 'Use\n===\n\nCall :meth:`acme.Client.open` and :func:`acme.two`.\n'

FILES = {'conf.py': OWN, 'index.rst': INDEX, 'api.rst': API, 'use.rst': USE}

EXPECTED = """
acme: new 0.5
acme.Client: new 1.0, changed 1.2 (timeout) The optional timeout argument.,\
 deprecated 1.3 Use timeout with care., new 1.4 The class can be pickled., new 1.5 (fast),\
 deprecated 1.9 (retries)
acme.Client.open: deprecated 2.0 Use close() instead.
acme.one: deprecated 2.0, removal 3.0
acme.two: deprecated 2.0, removal 3.0
acme.gone: deprecated 1.0, removed 2.0
acme.again: changed 1.7
-v: new next
--verbose: new next
acme_limit: removed 2.1
session: changed 1.1
load_all: new 1.8
"""


def described(changes):
    """Return changes of an export as a text."""
    texts = []
    for one in changes:
        part = [f'({one["part"]})'] if 'part' in one else []
        texts.append(' '.join([one['status'], one['version'], *part, *one.get('text', '').split()]))
    return ', '.join(texts)


def test_a_change_belongs_to_the_innermost_object(make):
    result = make(FILES, 'kwindex')
    assert result.warning == ''
    found = {
        one['name']: described(one['changes'])
        for one in result.lines('records.jsonl')
        if 'changes' in one
    }
    lines = [line.split(': ', 1) for line in EXPECTED.strip().splitlines()]
    assert found == dict(lines)


def test_what_is_said_under_a_condition_holds_only_there(make):
    keywords = {keyword.name: keyword for keyword in make(FILES).record('api').keywords}
    assert '3.5' in {change.version for change in keywords['acme.Client'].changes}
    assert rows(page_of(make(FILES), 'kwindex/index.html'))['acme.Client'] == CLIENT
    assert '3.5' not in make(FILES, 'kwindex').text('keywords.jsonl')


MARKDOWN = """
# API

```{py:function} acme.run(timeout)
```{versionadded} 2.5
```
```

```{eval-rst}
.. py:function:: acme.stop(timeout)

   .. deprecated:: 2.6 *timeout* does nothing
```
"""


def test_markdown(make):
    text = MARKDOWN.replace('```{py', '````{py').replace('```\n```\n', '```\n````\n')
    files = {'index.rst': INDEX, 'api.md': text, 'use.rst': USE}
    result = make(files, config={'extensions': ['myst_parser', 'sphinxcontrib_kwindex']})
    found = {k.name: k.changes for k in result.record('api').keywords if k.changes}
    assert found == {
        'acme.run': (Change(Status.NEW, '2.5'),),
        'acme.stop': (Change(Status.DEPRECATED, '2.6', 'timeout', 'timeout does nothing'),),
    }


# -- versions


def test_versions_are_in_order():
    versions = '0.9 0.10 1.0.dev1 1.0a2 1.0b1 1.0-beta.2 1.0rc1 v1.0 1.0.1 2024-05-01 2024.6 next'
    assert ' '.join(sorted(sorted(versions.split()), key=version_key)) == versions
    assert version_key('3') == version_key('3.0') == version_key('v3.0.0')
    assert version_key('unreleased') == version_key('Development version')
    assert version_key('3.14.0a1 (unreleased)') == version_key('3.14a1')


def test_an_object_is_new_once_and_its_parts_are_changes():
    new, changed, deprecated = Status.NEW, Status.CHANGED, Status.DEPRECATED
    changes = [
        Change(new, '10.0'), Change(new, '9.0'), Change(new, '8.0', 'part'),
        Change(deprecated, '9.5', 'part'), Change(deprecated, '11'),
    ]  # fmt: skip
    assert history(changes) == [
        (changed, '8.0'), (new, '9.0'), (changed, '9.5'), (changed, '10.0'), (deprecated, '11'),
    ]  # fmt: skip
    assert shown(changes) == [(new, '9.0'), (changed, '10.0'), (deprecated, '11')]
    assert matches(changes, [deprecated], '11')
    assert not matches(changes, [deprecated], '11.1')
    assert not matches(changes, [new], '10.0')
    assert matches(changes, [], '10')
    assert not matches([], [], '')


# -- pages


def rows(page):
    """Return what stands beside the names of a list, by name."""
    rows = [row for row in page.all('div') if row.children and row.children[0].tag == 'dt']
    return {
        row.children[0].one('a').text: notes[0].text
        for row in rows
        if (notes := [s for s in row.children[0].all('span') if s.attrs['class'] == 'kwx-n'])
    }


OPEN = {'acme.Client.open()': 'Deprecated since version 2.0'}
TWO = {'acme.two()': 'Deprecated since version 2.0 · To be removed in version 3.0'}
CLIENT = 'Added in version 1.0 · Changed in version 3.5 · Deprecated since version 1.3'


def test_pages_show_changes_also_where_a_name_is_used(make):
    result = make(FILES)
    for name in ('index', 'glossary', 'doc/api'):
        found = rows(page_of(result, f'kwindex/{name}.html'))
        assert found.items() >= {**OPEN, **TWO, 'acme.Client': CLIENT}.items(), name
        assert found['--verbose'] == 'Added in version next'
    assert rows(page_of(result, 'kwindex/doc/use.html')) == OPEN | TWO


def test_other_formats_and_languages_show_changes(make):
    shown = {**FILES, 'use.rst': USE + '\n.. kwindex::\n   :style: list\n'}
    text = make(shown, 'text').text('use.txt')
    assert '(method; Deprecated since version 2.0): ' not in text
    assert '(method; Deprecated since version 2.0) [' in text
    page = make(FILES, 'kwmarkdown').text('use_kw.md')
    assert '`acme.Client.open`** (Deprecated since version 2.0)' in page.replace('()', '')
    printed = make(FILES, 'latex', config={'project': 'Acme'}).text('acme.tex')
    assert 'function; Deprecated since version 2.0; To be removed in version 3.0' in printed
    page = page_of(make(FILES, config={'language': 'ja'}), 'kwindex/doc/use.html')
    assert rows(page)['acme.two()'] == 'バージョン 2.0 で非推奨 · バージョン 3.0 で削除予定'


def test_a_change_elsewhere_is_shown_by_an_incremental_build(make):
    make(FILES)
    result = make({**FILES, 'api.rst': API.replace('deprecated:: 2.0', 'deprecated:: 2.2')})
    assert result.read == {'api'}
    page = page_of(result, 'kwindex/doc/use.html')
    assert rows(page)['acme.Client.open()'] == 'Deprecated since version 2.2'
    assert make(FILES | {'api.rst': API.replace('Or nothing', 'Or all')}).read == {'api'}


def test_notes_of_a_translated_documentation(make, tmp_path):
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    po += 'msgid "Use :meth:`close` instead. Or nothing."\nmsgstr "Nimm ``schließe``. Nichts."\n'
    files = {**FILES, 'locale/de/LC_MESSAGES/api.po': po}
    config = {'language': 'de', 'locale_dirs': ['locale']}
    result = make(files, config=config)
    changes = {keyword.name: keyword.changes for keyword in result.record('api').keywords}
    assert changes['acme.Client.open'] == (
        Change(Status.DEPRECATED, '2.0', '', 'Nimm schließe.'),
    )
    page = page_of(result, 'kwindex/doc/use.html')
    assert rows(page)['acme.Client.open()'] == 'Veraltet ab Version 2.0'


# -- the directive


@pytest.mark.parametrize(
    ('options', 'names'),
    {
        ':status: deprecated': 'acme.Client acme.Client.open acme.gone acme.one acme.two',
        ':status: removal': 'acme.one acme.two',
        ':status: removed, new\n   :since: 1.5': '--verbose -v acme.gone acme_limit load_all',
        ':status: new\n   :since: 1.0': '--verbose -v acme.Client load_all',
        ':since: 2\n   :kinds: class, method, setting': 'acme.Client acme.Client.open acme_limit',
        ':since: 3.0b1\n   :kinds: function': 'acme.one acme.two',
    }.items(),
    ids=str,
)
def test_status_and_since(make, options, names):
    listing = f'\n.. kwindex:: /\n   :style: list\n   {options}\n'
    result = make({**FILES, 'use.rst': f'Use\n===\n{listing}'})
    assert result.warning == ''
    block = next(div for div in page_of(result, 'use.html').all('div')
                 if 'kwx-in' in div.attrs.get('class', ''))  # fmt: skip
    found = [dt.one('a').text for dt in block.all('dt')]
    assert sorted(name.removesuffix('()') for name in found) == names.split()


@pytest.mark.parametrize(
    ('options', 'message'),
    {
        ':status: old': "there is no status 'old'; the statuses are: new, changed, deprecated,",
        ':since:': 'it has no version',
        ':since: 9.1\n   :status: deprecated': 'no keyword has the status deprecated since 9.1.',
        ':since: 9.1\n   :kinds: class': 'no keyword has a change since 9.1.',
    }.items(),
    ids=str,
)
def test_messages(make, options, message):
    result = make({**FILES, 'use.rst': f'Use\n===\n\n.. kwindex:: /api\n   {options}\n'})
    assert message in result.warning


# -- exports


@pytest.fixture(scope='module')
def exports(tmp_path_factory):
    folder = tmp_path_factory.mktemp('exports')
    old = API.replace('.. deprecated:: 2.0', '.. versionchanged:: 2.0').replace('1.8', '1.7')
    for name, text in {'old': old, 'new': API}.items():
        build_files(folder / f'{name}-project', {**FILES, 'api.rst': text}, 'kwindex',
                    out=folder / name)  # fmt: skip
    return folder


def lines(capsys, *arguments):
    main(list(map(str, arguments)))
    return capsys.readouterr().out.splitlines()


def test_query_and_explain_show_changes(exports, capsys):
    out = lines(capsys, 'query', 'acme.Client', exports / 'new')
    assert out[:4] == [
        'acme.Client (class)',
        '  A client.',
        '  new in 1.0',
        '  changed in 1.2 (timeout): The optional timeout argument.',
    ]
    [answer] = map(json.loads, lines(capsys, 'query', '--json', 'acme.two', exports / 'new'))
    assert answer['changes'] == [
        {'status': 'deprecated', 'version': '2.0'},
        {'status': 'removal', 'version': '3.0'},
    ]
    out = lines(capsys, 'explain', 'acme.two', exports / 'new')
    assert out[1:4] == [
        '  role defines, score 10',
        '  deprecated since 2.0',
        '  to be removed in 3.0',
    ]


@pytest.mark.parametrize('file', ['', 'keywords.jsonl'])
def test_diff_finds_changes(exports, capsys, file):
    out = lines(capsys, 'diff', exports / 'old' / file, exports / 'new' / file)
    assert out[0] == '1 deprecated or removed, 1 new or changed in a version'
    deprecated, new = out[3], out[6]
    assert deprecated.startswith('  acme.Client.open (method) in api')
    assert deprecated.endswith(': deprecated since 2.0: Use close() instead.')
    assert new.startswith('  load_all (name) in api')
    assert new.endswith(': new in 1.8')
    arguments = ['diff', str(exports / 'old'), str(exports / 'new'), '--fail-on', 'deprecated']
    assert main(arguments) == 1


def test_exports_have_the_shape_of_their_schema(exports):
    schema = json.loads(Path(export.__file__).with_name('schema.json').read_text(encoding='utf-8'))
    for name in ('document', 'keyword', 'record'):
        text = Path(exports, 'new', f'{name}s.jsonl').read_text(encoding='utf-8')
        assert '"changes": [{"status"' in text
        one = {**schema, 'anyOf': [{'$ref': f'#/$defs/{name}'}]}
        for line in text.splitlines():
            jsonschema.validate(json.loads(line), one)
