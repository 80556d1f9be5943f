"""Collection of keywords from markup: the same from rST and from Markdown."""

import os
import re

import docutils
import pytest
from project import CONF

from sphinxcontrib_kwindex.collect.locations import SourceTable, lines_of, module_path
from sphinxcontrib_kwindex.model import Kind, Position

SYNTAXES = ['rst', 'md']

#: docname -> kind, name and definition of each domain object
OBJECTS = {
    'python': """
        module    pkg                 Everything about it.
        class     pkg.Client          Talks to a server.
        method    pkg.Client.send     Sends data.
        method    pkg.Client.default
        method    pkg.Client.ping
        attribute pkg.Client.timeout
        attribute pkg.Client.closed
        class     pkg.ClientError
        function  pkg.connect         Connects to a server.
        function  pkg.connect_all     Connects to a server.
        function  pkg.retry
        constant  pkg.LIMIT
        type      pkg.Address
    """,
    'javascript': """
        module    net
        class     net.Socket          Talks to a server.
        method    net.Socket.open
        attribute net.Socket.state
        function  net.listen
        constant  net.PORT
    """,
    'c': """
        function  net_open            Opens a socket.
        macro     NET_MAX
        class     net_socket
        attribute net_socket.state
        class     net_value
        enum      net_state
        constant  net_state.NET_OPEN
        type      net_handle
        variable  net_errno
    """,
    'cpp': """
        class     net::io::Socket     Talks to a server.
        method    net::io::Socket::open
        method    net::io::Socket::~Socket
        method    net::io::Socket::operator==
        attribute net::io::Socket::state
        enum      net::io::State
        constant  net::io::State::Open
        type      net::io::Handle
        type      net::io::Readable
        variable  net::io::count
        class     net::io::Value
    """,
    'rst': """
        directive figures             Shows a figure.
        option    width
        role      shout
    """,
    'std': """
        option    -v                  Says more.
        option    --verbose           Says more.
        option    make__-j            Works in parallel.
        option    make__--jobs        Works in parallel.
        option    git__commit__--amend
        environment_variable SOURCE_DATE_EPOCH  The time of the build.
        setting   html_theme          How it looks.
        term      builder             Writes one format.
        term      maker               Writes one format.
        term      document            A page.
    """,
    'own': """
        name      Apple__pie          Bake it.
        name      Third__shelf
    """,
}

#: position -> kind, name and section of what stands there
MARKUP = {
    'INDEX_ENTRY': """
        term execution,__context     Markup
        term loop                    Markup
        term statement               Markup
        term module                  Markup
        term search                  Markup
        term path                    Markup
        term gearbox                 Markup
        term engine                  Markup
        name main_entry              Markup
        term garbage__collection     Markup
        term for                     Markup
    """,
    'LITERAL': """
        function             spam_eggs     Literals
        environment_variable HOME_DIR      Literals
        option               --dry-run     Literals
        file                 setup.cfg     Literals
        constant             MAX_SIZE      Literals
        name                 replaced_name About Client.close and pkg.Client
    """,
    'ROLE_LITERAL': """
        command rsync           Roles
        command ninja           Roles
        file    /etc/user/hosts Roles
    """,
    'ABBREVIATION': """
        acronym LIFO Roles
    """,
    'CROSS_REFERENCE': """
        environment_variable LANG_DIR        Roles
        option               make__-j        Roles
        class                pkg.Client      Links
        method               pkg.Client.send Links
        term                 builder         Links
    """,
    'HEADING_NAME': """
        name  Client.close About Client.close and pkg.Client
        class pkg.Client   About Client.close and pkg.Client
    """,
    'DEFINITION_LIST': """
        name code_term About Client.close and pkg.Client
    """,
}


def table(text):
    """Read a table of kind, name and a rest."""
    for line in text.strip().splitlines():
        kind, name, *rest = line.split(maxsplit=2)
        yield kind.replace('_', ' '), name.replace('__', ' '), *(rest or [''])


def standing(record, *positions):
    """Name the keywords that stand at some positions, with their places there."""
    for keyword in record.keywords:
        if places := [place for place in keyword.places if place.position in positions]:
            yield keyword, places


@pytest.mark.parametrize('syntax', SYNTAXES)
@pytest.mark.parametrize('docname', OBJECTS)
def test_objects_of_every_domain(built, syntax, docname):
    result = built(f'test-domains/{syntax}')
    assert result.warning == ''
    positions = (Position.OBJECT, Position.MODULE, Position.TERM)
    found = [
        (keyword.kind, keyword.name, ''.join(d.text for d in keyword.definitions))
        for keyword, _places in standing(result.record(docname), *positions)
    ]
    assert sorted(found) == sorted(table(OBJECTS[docname]))


@pytest.mark.parametrize('syntax', SYNTAXES)
@pytest.mark.parametrize('position', MARKUP)
def test_markup(built, syntax, position):
    result = built(f'test-markup/{syntax}')
    assert result.warning == ''
    record = result.record('index')
    found = [
        (keyword.kind, keyword.name, record.sections[place.section].title)
        for keyword, places in standing(record, Position[position])
        for place in places
    ]
    assert sorted(set(found)) == sorted(table(MARKUP[position]))


@pytest.mark.parametrize('syntax', SYNTAXES)
def test_what_is_no_keyword(built, syntax):
    assert not built(f'test-markup/{syntax}').names() & {
        'commented_name', 'x_1', 'y_1', 'Ctrl+Alt', 'no name at all', 'transmission', 'motor',
        'the-label', 'objects',
    }  # fmt: skip


@pytest.mark.parametrize('syntax', SYNTAXES)
def test_a_substitution_counts_where_it_is_used(built, syntax):
    record = built(f'test-markup/{syntax}').record('index')
    [places] = [p for k, p in standing(record, Position.LITERAL) if k.name == 'replaced_name']
    assert [place.times for place in places] == [2]


#: docutils 0.20 counts the line of a term from 1 where it means 0
OFF_BY = int(docutils.__version_info__ < (0, 21))


@pytest.mark.parametrize('syntax', SYNTAXES)
def test_lines_are_those_of_the_source(built, syntax):
    result = built(f'test-markup/{syntax}')
    record = result.record('index')
    lines = (result.app.srcdir / f'index.{syntax}').read_text(encoding='utf-8').splitlines()
    for keyword, places in standing(record, Position.LITERAL, Position.ROLE_LITERAL):
        first = places[0].line - 1 - OFF_BY  # of terms, in the oldest docutils
        around = ' '.join(lines[first : places[0].line + 2])
        last = keyword.name.rpartition('/')[2]
        assert last in around or keyword.name == 'replaced_name', keyword


@pytest.mark.parametrize('syntax', SYNTAXES)
def test_docstrings(built, syntax):
    result = built(f'test-autodoc/{syntax}')
    assert result.warning == ''
    record = result.record('index')
    found = {
        (k.name, places[0].line, record.sources[places[0].source])
        for k, places in standing(record, Position.LITERAL)
    }
    docstring = 'kwindex_sample.py:docstring of kwindex_sample'
    assert found == {
        ('sample_setting', 3, docstring),
        ('sample_slot', 3, f'{docstring}.Sample'),
        ('sample_value', 3, f'{docstring}.Sample.take'),
    }
    defined = list(standing(record, Position.OBJECT, Position.MODULE))
    assert [(k.kind, k.name, [d.text for d in k.definitions]) for k, _places in defined] == [
        ('module', 'kwindex_sample', []),
        ('constant', 'kwindex_sample.SAMPLE_MAX', ['The most that there can be.']),
        ('class', 'kwindex_sample.Sample', ['Holds a value.']),
        ('method', 'kwindex_sample.Sample.take', ['Takes the value.']),
    ]
    places = {k.name: (p[0].line, record.sources[p[0].source]) for k, p in defined}
    assert places == {
        'kwindex_sample': (1, docstring),
        'kwindex_sample.SAMPLE_MAX': (1, f'{docstring}.SAMPLE_MAX'),
        'kwindex_sample.Sample': (1, f'{docstring}.Sample'),
        'kwindex_sample.Sample.take': (1, f'{docstring}.Sample.take'),
    }


def test_the_line_of_a_module_below_its_heading(make):
    text = 'Titled\n======\n\n.. _label:\n\n.. py:module:: a_module\n\nText.\n'
    record = make({'index.rst': text}).record('index')
    [module] = [k for k in record.keywords if k.kind is Kind.MODULE]
    assert module.places[0].line == 6


#: each name tells its line
EVAL_RST = """# Titled

Before.

```{eval-rst}
Text of ``line_6``.

.. code-block:: python

   line_10.called()

.. option:: --line-12

   Text of ``line_14``.

.. glossary::

   line_18
      A word.
```

:::{note}
```{eval-rst}
.. envvar:: LINE_24
```
:::
"""


def test_lines_of_rst_in_markdown(make):
    conf = "extensions = ['sphinxcontrib_kwindex', 'myst_parser']\n"
    conf += "myst_enable_extensions = ['colon_fence']\n"
    result = make({'conf.py': conf, 'index.md': EVAL_RST})
    found = {
        k.name: place.line
        for k in result.record('index').keywords
        for place in k.places
        if re.search(r'line.\d', k.name, re.IGNORECASE)
    }
    assert found == {name: int(re.search(r'\d+', name)[0]) for name in found}
    assert len(found) == 6


@pytest.mark.parametrize('syntax', SYNTAXES)
def test_included_files(built, syntax):
    result = built(f'test-include/{syntax}')
    assert result.warning == ''
    found = {}
    for docname in ('index', 'sub/page'):
        record = result.record(docname)
        for k, [place] in standing(record, Position.LITERAL):
            source, section = record.sources[place.source], record.sections[place.section].id
            found[docname, k.name] = (source, place.line, section)
    first, last, within = (8, 14, 6) if syntax == 'rst' else (7, 15, 5)
    assert found == {
        ('index', 'first_name'): ('', first, 'including'),
        ('index', 'part_name'): ('parts/part.txt', 1, 'including'),
        ('index', 'part_section_name'): ('parts/part.txt', within, 'section-of-the-part'),
        ('index', 'very_last_name'): ('parts/last.txt', 3, 'section-of-the-part'),
        ('index', 'last_name'): ('', last, 'section-of-the-part'),
        ('sub/page', 'very_last_name'): ('parts/last.txt', 3, 'sub-page'),
    }


@pytest.mark.parametrize('builder', ['html', 'text', 'kwindex', 'json', 'latex'])
@pytest.mark.parametrize('root', ['test-autodoc/rst', 'test-include/rst', 'test-include/md'])
def test_no_output_names_a_path_of_this_machine(built, root, builder):
    result = built(root, builder)
    absolute = str(result.app.srcdir).encode()
    outputs = [path for path in result.out.rglob('*') if path.is_file()]
    assert outputs
    ours = [path for path in outputs if path.name != 'environment.pickle']
    assert [path.name for path in ours if absolute in path.read_bytes()] == []
    assert all(absolute.decode() not in repr(result.record(d)) for d in result.records)


@pytest.mark.parametrize('syntax', SYNTAXES)
def test_lines_of_objects_and_terms(built, syntax):
    result = built(f'test-domains/{syntax}')
    lines = (result.app.srcdir / f'std.{syntax}').read_text(encoding='utf-8').splitlines()
    for keyword, [place] in standing(result.record('std'), Position.OBJECT, Position.TERM):
        assert keyword.name.rpartition(' ')[2] in lines[place.line - 1]


def test_a_keyword_is_spelled_as_it_is_defined(make):
    said = '*Gadgets* here, **gadgets** there, the ``Gadget`` is another.'
    text = f'{said}\n\n.. glossary::\n\n   gadget\n      A.\n'
    record = make({'index.rst': f'Title\n=====\n\n{text}'}).record('index')
    assert [k.name for k in record.keywords if 'adget' in k.name] == ['Gadget', 'gadget']


def test_an_option_of_a_subcommand_is_one_keyword(make):
    options = '.. program:: zorp run\n.. option:: -v\n\n:option:`-v`, :option:`zorp run -v`.\n'
    used = 'Use\n===\n\n:option:`zorp run -v`, :option:`zorp-run -v`.\n'
    files = {'index.rst': f'Title\n=====\n\n{options}', 'use.rst': f':orphan:\n\n{used}'}
    result = make(files, 'kwindex')
    assert result.warning == ''
    [found] = [k for k in result.record('index').keywords if k.kind is Kind.OPTION]
    assert (found.name, [place.position for place in found.places]) == (
        'zorp run -v',
        [Position.OBJECT, Position.CROSS_REFERENCE],
    )
    keywords = result.lines('keywords.jsonl')
    assert [k['name'] for k in keywords if k['kind'] == 'option'] == ['zorp run -v']


def test_both_spellings_of_an_option_that_can_be_negated(make):
    options = '.. program:: zorp\n.. option:: --[no-]loud\n\n   Be loud.\n\n'
    used = '``--loud`` and ``--no-loud``, :option:`zorp --[no-]loud`.\n'
    result = make({'index.rst': f'Title\n=====\n\n{options}{used}'}, 'kwindex')
    assert result.warning == ''
    keywords = result.lines('keywords.jsonl')
    found = {k['name']: k['documents'][0]['count'] for k in keywords if k['kind'] == 'option'}
    assert found == {'zorp --loud': 3, 'zorp --no-loud': 3}


def test_a_method_of_a_class_that_is_described_apart(make):
    text = '.. cpp:function:: void Shape::area()\n\n.. cpp:function:: void ns::help()\n\n'
    record = make({'index.rst': f'{text}.. cpp:class:: Shape\n'}).record('index')
    kinds = {k.name: k.kind for k in record.keywords}
    assert kinds == {'Shape': 'class', 'Shape::area': 'method', 'ns::help': 'function'}


TYPES = """
.. c:type:: queue_t

Calls
-----

.. c:function:: int queue_add(queue_t *queue, item_t)

   Adds an item_t to the queue_t.

.. c:type:: item_t

.. py:function:: send(parts: list[Part], *, host: str) -> Reply

.. cpp:function:: net::Frame parse(const net::Buffer &buffer)
"""


def test_types_in_signatures(make):
    record = make({'index.rst': f'Title\n=====\n{TYPES}'}).record('index')
    found = {k.name for k, _places in standing(record, Position.SIGNATURE)}
    assert found == {'queue_t', 'item_t', 'Part', 'Reply', 'net::Buffer', 'net::Frame'}
    [queue, item] = [k for k in record.keywords if k.name in {'queue_t', 'item_t'}][::-1]
    assert [(place.section, place.position) for place in queue.places] == [
        (1, Position.OBJECT), (2, Position.SIGNATURE), (2, Position.PROSE_IDENTIFIER)
    ]  # fmt: skip
    assert Position.PARAMETER not in {place.position for place in item.places}


def test_options_of_a_directive_with_another_name(make):
    setup = 'from sphinx.domains.std import Cmdoption\n'
    setup += "def setup(app):\n    app.add_directive('run-option', Cmdoption)\n"
    text = '.. program:: zorp\n.. run-option:: -v, --verbose\n\n:option:`zorp -v`\n'
    built = make({'conf.py': CONF + setup, 'index.rst': f'Title\n=====\n\n{text}'})
    found = {k.name: k.kind for k, _places in standing(built.record('index'), Position.OBJECT)}
    assert found == {'zorp -v': 'option', 'zorp --verbose': 'option'}


def test_a_reference_to_a_long_name(make):
    name = f'package.{"module" * 20}.name'
    built = make({'index.rst': f'Title\n=====\n\nA :py:func:`{name}`, a ``{name}``.\n'})
    [found] = [k for k in built.record('index').keywords if k.name == name]
    assert [place.position for place in found.places] == [Position.CROSS_REFERENCE]


def test_classes_that_strings_have_by_their_paths(make):
    code = """PARTS = ["acme.cache.MemoryCache", "www.example.com", "acme.Cache", "a.b.C"]"""
    text = f'Title\n=====\n\n.. code-block:: python\n\n   {code}\n'
    record = make({'index.rst': text}).record('index')
    found = {k.name for k, _places in standing(record, Position.CODE_MENTION)}
    assert found == {'acme.cache.MemoryCache'}


PATHS = """
from docutils import nodes
from docutils.parsers.rst import Directive

class Path(Directive):
    def run(self):
        paragraph = nodes.paragraph('', '', nodes.literal('', 'with_path'))
        paragraph.source, paragraph.line = self.state.document.settings.env.doc2path('index'), 5
        return [paragraph]

def setup(app):
    app.add_directive('path', Path)
"""


def test_a_source_may_be_a_path_where_a_text_belongs(make):
    built = make({'conf.py': CONF + PATHS, 'index.rst': 'Title\n=====\n\n.. path::\n'})
    (keyword,) = (k for k in built.record('index').keywords if k.name == 'with_path')
    assert [place.line for place in keyword.places] == [5]


def test_lines_of_a_file_that_changes(tmp_path):
    path = tmp_path / 'index.rst'
    path.write_text('first\nsecond\n', encoding='utf-8')
    assert lines_of(str(path)) == ('first', 'second')
    assert lines_of(str(path)) is lines_of(str(path))
    path.write_text('other\n', encoding='utf-8')
    os.utime(path, ns=(1, 1))
    assert lines_of(str(path)) == ('other',)


def test_lines_of_a_file_in_another_encoding(tmp_path):
    path = tmp_path / 'index.rst'
    path.write_bytes('Café\nname\n'.encode('latin-1'))
    assert lines_of(str(path)) == ('Caf\N{REPLACEMENT CHARACTER}', 'name')


def test_what_is_no_file_has_no_lines(tmp_path):
    for path in ('', 'none.rst', '<generated text>', 'a\0b', str(tmp_path)):
        assert lines_of(path) == ()


def test_sources_are_numbered_by_their_names(tmp_path):
    sources = SourceTable(tmp_path, tmp_path / 'index.rst')
    docstring = f'{tmp_path}/shop.py:docstring of shop.Shop'
    given = ['', f'{tmp_path}/index.rst', docstring, f'{tmp_path}/x/../part.txt', '/else/part.txt']
    assert [sources.number(source) for source in given] == [0, 0, 1, 2, 2]
    assert [sources.number(source) for source in given] == [0, 0, 1, 2, 2]
    assert sources.names == ['', 'shop.py:docstring of shop.Shop', 'part.txt']
    assert sources.path(0) == f'{tmp_path}/index.rst'
    assert sources.path(2) == f'{tmp_path}/part.txt'


def test_the_path_of_a_module(tmp_path):
    srcdir = tmp_path / 'docs'
    paths = {
        f'{srcdir}/shop.py': 'shop',
        f'{tmp_path}/src/acme/__init__.py': 'src/acme',
        f'{tmp_path}/src/acme/shop.py': 'src/acme/shop',
        f'{tmp_path}/../../../other/shop.py': 'shop',
    }
    assert {path: module_path(path, srcdir) for path in paths} == paths


IN_PASSING = """
Title
=====

Use ``str``, ``foo`` and ``5``.

.. code-block:: python

   client = connect(retries=3, url="some_name")
   client.Model.objects
   W_q.weight

.. code-block:: yaml

   gather_facts: no

.. code-block:: console

   shop run -v --all-of-it
"""


def test_names_in_passing_are_recorded_and_are_no_reason_to_list_a_keyword(make):
    built = make({'index.rst': IN_PASSING}, 'kwindex')
    [document] = built.lines('documents.jsonl')
    assert [k['name'] for k in document['keywords'] if k['listed']] == ['Title']
    positions = {k.name: {p.position for p in k.places} for k in built.record('index').keywords}
    passing = {name for name, found in positions.items() if found == {Position.PASSING_NAME}}
    assert passing == {'str', 'foo', 'some_name'}
    assert positions['retries'] == positions['url'] == {Position.ARGUMENT}
    for name in ('gather_facts', 'shop run', '-v', 'connect'):
        assert positions[name] == {Position.EXAMPLE_USE}
    assert 'client.Model' in positions
    assert not {'W_q', '5'} & positions.keys()


def test_a_name_in_passing_says_nothing_of_another(make):
    code = '.. code-block:: python\n\n   client = 1\n'
    text = 'Client\n======\n\nThe ``server`` is here.\n\n'
    record = make({'index.rst': f'{text}{code}   f(server=2)\n'}).record('index')
    kinds = {k.name: k.kind for k in record.keywords}
    assert kinds == {'Client': 'term', 'client': 'variable', 'server': 'name', 'f': 'function'}


def test_a_name_in_passing_is_no_use_of_what_the_documentation_defines(make):
    text = 'Use\n===\n\n.. code-block:: python\n\n   run(device=3)\n'
    objects = 'Title\n=====\n\n.. py:class:: device\n\n.. py:attribute:: Box.device\n'
    built = make({'index.rst': objects, 'use.rst': f':orphan:\n\n{text}'}, 'kwindex')
    documents = built.lines('documents.jsonl')
    [use] = [document for document in documents if document['document'] == 'use']
    assert [k['name'] for k in use['keywords'] if k['listed']] == ['Use']


def test_a_variable_of_an_earlier_block_is_recorded(make):
    code = '.. code-block:: python\n\n   {}\n\n'
    text = f'Title\n=====\n\nFirst\n-----\n\n{code}Second\n------\n\n{code}'
    text = text.format('till = Box()', 'till.open()')
    record = make({'index.rst': text}).record('index')
    found = {k.name: [record.sections[p.section].title for p in k.places] for k in record.keywords}
    assert found['till'] == ['First', 'Second']
    assert found['Box.open'] == ['Second']


def test_the_text_of_a_link_is_read_if_it_is_code(make):
    pytest.importorskip('myst_parser')
    conf = "extensions = ['sphinxcontrib_kwindex', 'myst_parser']\n"
    text = '# A\n\n[`rm`](rm.md), [ls](ls.md)\n'
    files = {'conf.py': conf, 'index.md': text, 'rm.md': '# B\n', 'ls.md': '# C\n'}
    names = {keyword.name for keyword in make(files).record('index').keywords}
    assert 'rm' in names
    assert 'ls' not in names
