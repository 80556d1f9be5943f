"""Uses: at objects, by the directive, and from a keyword on a page to its entry in the index."""

import re

import pytest
from links import Crawl
from trees import page_of

CONF = """
extensions = ['myst_parser', 'sphinxcontrib_kwindex']
html_theme = 'basic'
kwindex_used_in = ['class', 'method', 'function', 'setting', 'option']
"""

INDEX = 'Acme\n====\n\n.. toctree::\n\n   start\n   more\n   api\n'

START = """
Quickstart
==========

The setting ``acme_timeout``, and ``acme.Client``.

Text
----

Say ``acme.Client`` once more, and ``acme.Client.open``.

Example
-------

.. code-block:: python

   from acme import Client

   Client().open('x')
"""

MORE = 'More\n====\n' + ''.join(
    f'\nPart {number}\n------\n\nThe ``acme.Client``.\n' for number in range(6)
)

API = """
API
===

.. py:module:: acme

.. py:class:: Client(timeout)

   A client.

   :param timeout: Seconds.

   .. rubric:: Methods

   .. py:method:: open()

      Opens ``acme_timeout`` for a :py:class:`Client`.

   .. py:method:: never()

Functions
---------

.. py:function:: one()
                 two()

   See :py:class:`Client`, which has ``timeout``.

.. confval:: acme_timeout

.. option:: -v, --verbose
"""

SOURCES = {'index': INDEX, 'start': START, 'more': MORE, 'api': API}


def test_an_argument_is_no_use(make):
    code = '.. code-block:: python\n\n   connect(retries=3)\n'
    text = f'Titled\n======\n\n.. py:function:: retries()\n\nText\n----\n\n{code}'
    assert 'Used in' not in make({'conf.py': CONF, 'index.rst': text}, 'text').text('index.txt')
    called = text.replace('retries=3', 'retries()')
    assert 'Used in' in make({'conf.py': CONF, 'index.rst': called}, 'text').text('index.txt')

PROJECT = {'conf.py': CONF, **{f'{name}.rst': text for name, text in SOURCES.items()}}

#: sections that use ``acme.Client``, by page: the first five, and the others
FIRST = ['Quickstart › Example / Quickstart / Text', 'More › Part 0 / Part 1']
OTHERS = ['More › Part 2 / Part 3 / Part 4 / Part 5', 'API › Functions']


@pytest.fixture
def project(make):
    def build(builder='html', config=None, **files):
        return make({**PROJECT, **files}, builder, config=config)

    return build


def field(result, anchor, name='api.html'):
    """Return the lines of the field at an object; nothing if it has none."""
    page = page_of(result, name)
    description = page.one('dt', id=anchor).parent
    content = description.children[-1]
    lists = [child for child in content.children if child.attrs.get('class') == 'field-list']
    lists = [fields for fields in lists if 'Used in' in fields.text]
    return [li.text for fields in lists for li in fields.all('li')]


def test_an_object_shows_first_five_uses_and_folds_the_others(project):
    result = project()
    assert result.warning == ''
    assert field(result, 'acme.Client') == FIRST + OTHERS
    [folded] = page_of(result, 'api.html').all('details')
    assert folded.one('summary').text == '5 more'
    assert [li.text for li in folded.all('li')] == OTHERS
    links = [link.attrs['href'] for link in folded.all('a')]
    assert links == [*(f'more.html#part-{n}' for n in range(2, 6)), '#functions']


def test_uses_stand_with_other_fields_before_members_and_their_heading(project):
    content = page_of(project(), 'api.html').one('dt', id='acme.Client').parent.children[-1]
    tags = [child.tag for child in content.children]
    assert tags == ['p', 'dl', 'p', 'dl', 'dl']  # text, fields, heading, two methods
    names = [dt.text for dt in content.children[1].children if dt.tag == 'dt']
    assert names == ['Parameters:', 'Used in:']


def test_only_kinds_that_are_asked_for_and_only_what_is_used(project):
    result = project()
    assert field(result, 'acme.Client.open') == ['Quickstart › Example / Text']
    assert field(result, 'confval-acme_timeout') == ['Quickstart', 'API']
    for unused in ('acme.Client.never', 'acme.one', 'cmdoption-v'):
        assert field(result, unused) == []
    result = project(config={'kwindex_used_in': ['setting']})
    assert field(result, 'acme.Client') == []
    assert field(result, 'confval-acme_timeout') == ['Quickstart', 'API']


def test_several_names_of_one_description_are_told_apart(project):
    uses = '``acme.one()`` ``--verbose``\n\nBoth\n----\n\n``acme.one()`` ``acme.two()``'
    text = f'Use\n===\n\n{uses}\n'
    result = project(**{'start.rst': text, 'more.rst': ':orphan:\n'})
    assert field(result, 'acme.one') == ['Use / Both', 'Use › Both']
    body = page_of(result, 'api.html').one('dt', id='acme.one').parent.children[-1]
    assert [code.text for code in body.all('code')][-2:] == ['acme.one()', 'acme.two()']
    assert field(result, 'cmdoption-v') == ['Use']


REQUEST = """
Requests
========

.. py:class:: Request

   .. py:method:: send

   .. py:method:: send_all

.. confval:: language

.. confval:: send_after

Here
----

A ``send``.
"""

#: what another page says -> whether it is a use of ``Request.send`` or of the setting
SAYINGS = {
    '``send``': False,
    '*send*': False,
    '``send()``': True,
    '``Request.send``': True,
    ':py:meth:`Request.send`': True,
    ':py:meth:`send`': True,
    ':term:`send`': False,
    '``language``': False,
    ':confval:`language`': True,
    ':confval:`language` or ``language``': True,
    '``send_all``': True,
    '``Request``': True,
    '.. py:function:: other(send_after)\n\n   Waits ``send_after`` seconds.': False,
    '.. py:function:: other(send_after)\n\n   :param send_after: Seconds.': False,
    '``send_after``': True,
    '.. code-block:: python\n\n   def other(send):\n       language = send': False,
    '.. code-block:: python\n\n   Request().send()': True,
}


@pytest.mark.parametrize('saying', SAYINGS)
def test_an_ordinary_word_is_no_use_unless_the_page_marks_it(make, saying):
    files = {
        'conf.py': CONF + "suppress_warnings = ['ref']\n",
        'index.rst': 'I\n=\n\n.. toctree::\n\n   requests\n   more\n',
        'requests.rst': REQUEST,
        'more.rst': f'Other\n=====\n\n{saying}\n',
    }
    result = make(files, 'text')
    assert result.warning == ''
    text = result.text('requests.txt')
    assert '* Requests › Here' in text  # its own document means it
    assert ('* Other' in text or '/ Other' in text) is SAYINGS[saying]


def test_words_of_the_text_are_no_uses_of_code(make):
    text = 'I\n=\n\n.. py:attribute:: Category.SQL\n\nHere\n----\n\n'
    sayings = {'Structured query language (SQL) is one. SQL it is.': False, '``SQL``': True}
    for saying, is_use in sayings.items():
        config = {'kwindex_used_in': ['attribute']}
        result = make({'conf.py': CONF, 'index.rst': f'{text}{saying}\n'}, 'text', config=config)
        assert ('Used in' in result.text('index.txt')) is is_use


@pytest.mark.parametrize('builder', ['text', 'latex', 'man', 'texinfo', 'singlehtml', 'epub'])
def test_every_format_has_the_uses_of_objects(project, builder):
    result = project(builder)
    [file] = [
        path
        for path in result.out.glob('*')
        if path.suffix in {'.tex', '.1', '.texi', '.txt', '.html', '.xhtml'}
        if 'A client.' in path.read_text(encoding='utf-8')
    ]
    after = file.read_text(encoding='utf-8').partition('A client.')[2]
    assert after.index('Used in') < after.index('Example') < after.index('Part 1')
    assert after.index('Part 1') < after.index('5 more') < after.index('Part 2')
    assert after.index('Part 5') < after.index('Opens')


def test_a_plain_list(project):
    text = project('text').text('api.txt')
    used = text.partition('Used in:\n')[2].partition('-[ Methods')[0]
    assert ' '.join(used.split()) == (
        '* Quickstart › Example / Quickstart / Text * More › Part 0 / Part 1 '
        '5 more: More › Part 2 / Part 3 / Part 4 / Part 5 / API › Functions'
    )


def test_all_links_lead_somewhere(project):
    for builder in ('html', 'dirhtml', 'epub'):
        assert Crawl(project(builder).out).broken_of_any == []


def test_switched_off_everything_is_as_before(project, make):
    off = {'kwindex_used_in': []}
    before = project(config=off).digests
    assert project().digests != before
    assert project(config=off).digests == before
    assert 'Used in' not in project(config=off).text('api.html')


def test_a_long_list_ends_with_the_entry_in_the_index(project):
    parts = [f'\nPart {number}\n-------\n\n``acme.Client``\n' for number in range(80)]
    text = 'Long\n====\n' + ''.join(parts)
    result = project(**{'more.rst': text})
    lines = field(result, 'acme.Client')
    assert lines[-1] == '34 more'
    links = list(page_of(result, 'api.html').one('details').all('a'))
    assert len(links) == 50 - 5 + 1
    assert links[-1].attrs['href'] == 'kwindex/index.html#kw-class-acme.Client'
    assert page_of(result, 'api.html').one('summary').text == '79 more'
    result = project(config={'kwindex_pages': []}, **{'more.rst': text})
    assert len(list(page_of(result, 'api.html').one('details').all('a'))) == 79


# -- incremental builds

OBJECTS = {
    f'{name}.rst': f'{name}\n===\n\n.. py:function:: {name}\n' for name in ('one', 'two', 'three')
}
#: a document of its own
BLOCK = 'Block\n=====\n\n.. kwindex:: /\n   :names: t*\n   :style: uses\n'
TEXT = 'More\n====\n\n``one()`` ``two()`` in text.\n'
USE = '\nNew\n---\n\n``three()``\n'

#: what ``more`` becomes, step by step -> the documents that are written beside it
STEPS = [
    (TEXT.replace('in text', 'in other text'), set()),
    (TEXT + '\n``other_name``\n', set()),
    (TEXT + USE, {'three', 'block'}),
    (TEXT + USE + '\n``three()`` ``acme_timeout``\n', {'api'}),
    (TEXT + USE.replace('New', 'Renamed'), {'three', 'api', 'block'}),
    (TEXT, {'three', 'block'}),
    (TEXT.replace('More\n', 'Else\n'), {'one', 'two', 'block'}),
    ('More\n====\n', {'one', 'two', 'block'}),
]


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_an_edit_writes_the_documents_of_the_objects_whose_uses_change(make, builder):
    toctree = ''.join(f'   {name}\n' for name in ('one', 'two', 'three', 'block'))
    before = {**PROJECT, **OBJECTS, 'block.rst': BLOCK, 'index.rst': INDEX + toctree}
    make({**before, 'more.rst': TEXT}, builder)
    for text, documents in STEPS:
        files = {**before, 'more.rst': text}
        written = make(files, builder).written
        # Sphinx writes a document whose toctree has what is edited
        assert {p for p in written if '/' not in p} - {'index'} == {'more', *documents}
        assert make(files, builder).written == set()
        clean = make(files, builder, out='clean', doctrees='clean-doctrees', fresh=True)
        name = 'three.html' if builder == 'html' else 'three.txt'
        assert (clean.out / name).read_text() == (clean.out.parent / builder / name).read_text()


def test_another_document_with_a_keyword_writes_the_pages_that_link_elsewhere(project):
    only = {'start.rst': 'Start\n=====\n\n``rare_name``\n', 'more.rst': 'More\n====\n'}
    project(**only)
    result = project(**{**only, 'more.rst': 'More\n====\n\n``rare_name``\n'})
    assert 'kwindex/doc/start' in result.written
    assert 'start' not in result.written
    assert 'kwindex/doc/api' not in result.written


# -- the directive


def uses(result, name='here.txt'):
    text = result.text(name)
    return re.sub(r'\s*\n\s*', '\n', text.partition('-[ ')[2]).strip().splitlines()


def names_in(result):
    return [line.strip('"') for line in uses(result) if line[0] == '"']


@pytest.fixture(params=['rst', 'md'])
def show(request, project):
    """Build a document with the directive as text."""

    def show(argument, *options, builder='text', **files):
        lines = ['Here', '====', f'.. kwindex:: {argument}', *(f'   {line}' for line in options)]
        if request.param == 'md':
            lines = ['# Here', '', f'```{{kwindex}} {argument}', *options, '```']
        here = {f'here.{request.param}': '\n'.join([*lines, ''])}
        return project(builder, **{'index.rst': INDEX + '   here\n', **here, **files})

    return show


@pytest.mark.parametrize(
    ('names', 'shown'),
    [
        ('acme.Client', ['Client']), ('Client', ['Client']), ('client', ['Client']),
        ('Client.open()', ['Client.open()']), ('acme.*', ['Client', 'Client.open()']),
        ('acme.C*n', ['Client.open()']), ('OPEN', ['Client.open()']),
        ('Client, open', ['Client', 'Client.open()']), ('acme_timeout', ['acme_timeout']),
    ],
)  # fmt: skip
def test_names_match_as_in_a_query(show, names, shown):
    result = show('/', f':names: {names}', ':style: uses')
    assert result.warning == ''
    assert uses(result)[0] == 'Used in ]-'
    assert names_in(result) == [n if n == 'acme_timeout' else f'acme.{n}' for n in shown]


def test_uses_within_some_documents(show):
    result = show('start', ':names: Client', ':style: uses')
    assert uses(result)[1:] == ['"acme.Client"', '* Quickstart › Example / Quickstart / Text']


def test_a_title_of_ones_own_tells_the_name(show):
    result = show('/', ':names: Client.open', ':style: uses', ':title: Opening')
    assert uses(result) == ['Opening ]-', '* Quickstart › Example / Text']


def test_roles_are_those_of_the_sections(show):
    result = show('/', ':names: Client', ':style: uses', ':roles: uses')
    assert uses(result)[2:] == ['* Quickstart › Example', '* API › Functions']


def test_kinds_and_limit_choose_among_the_names(show):
    result = show('/', ':names: acme*', ':style: uses', ':kinds: method, setting')
    assert names_in(result) == ['acme.Client.open()', 'acme_timeout']
    result = show('/', ':names: acme*', ':style: uses', ':limit: 1')
    assert names_in(result) == ['acme.Client']
    assert uses(result)[-1] == '3 more'


def test_without_names_it_shows_the_uses_of_all_keywords(show):
    result = show('start', ':style: uses', ':kinds: class, method')
    assert names_in(result) == ['acme.Client', 'acme.Client.open()']


def test_names_choose_what_other_styles_show(show):
    result = show('/', ':names: open, acme_*', ':style: list')
    assert result.warning == ''
    names = re.findall(r'\* "(\S+)"', result.text('here.txt'))
    assert names == ['acme.Client.open()', 'acme_timeout']


#: code whose names are not worth listing
CODE = '.. code-block:: python\n\n   def helper():\n       return made_up()\n'


def test_what_is_listed_is_found_first(show):
    functions = '.. py:function:: acme.helper\n\n.. py:function:: other.helper\n'
    files = {'start.rst': f'{START}\n{CODE}', 'more.rst': f'M\n=\n\n{functions}'}
    result = show('/', ':names: helper, made_up', ':style: list', **files)
    assert result.warning == ''
    names = re.findall(r'\* "(\S+)"', result.text('here.txt'))
    assert names == ['acme.helper()', 'other.helper()', 'made_up()']


def test_in_html_it_is_a_block_whose_names_lead_to_their_definitions(show):
    result = show('/', ':names: Client, open', ':style: uses', ':class: mine', builder='html')
    block = page_of(result, 'here.html').one('div', class_='mine')
    assert [p.text for p in block.all('p')] == ['Used in', 'acme.Client', 'acme.Client.open()']
    links = [p.one('a').attrs['href'] for p in list(block.all('p'))[1:]]
    assert links == ['api.html#acme.Client', 'api.html#acme.Client.open']
    assert [li.text for li in block.all('li')] == [*FIRST, *OTHERS, 'Quickstart › Example / Text']


@pytest.mark.parametrize(
    ('options', 'message'),
    [
        ((':names: acme.Cliemt',), "nothing called 'acme.Cliemt'. Did you mean acme.Client"),
        ((':names: Cliemt',), "There is nothing called 'Cliemt'. Did you mean acme.Client?"),
        ((':names: Client, zzz',), "There is nothing called 'zzz'."),
        ((':names: zzz*',), "There is nothing called 'zzz*'."),
        ((':names: never',), 'shows nothing: the keywords stand only in sections that define them'),
        ((':names: open', ':kinds: class'), 'shows nothing: no keyword is of the kinds class.'),
    ],
)  # fmt: skip
def test_a_name_without_a_keyword_warns_with_its_line_and_a_suggestion(show, options, message):
    [line] = show('/', *options, ':style: uses').warning.splitlines()
    assert re.match(r'.*/here\.(rst|md):3: WARNING: kwindex', line)
    assert message in line
    assert line.endswith('[kwindex.empty]')


@pytest.mark.parametrize('names', ['', ',', ' , '])
def test_names_without_a_name_are_an_error(show, names):
    assert 'it has no name' in show('/', f':names: {names}').warning


# -- from a keyword to all its places


def rows(result, page):
    """Return the rows of a keyword page by name."""
    page = page_of(result, f'kwindex/{page}.html')
    return {
        row.one('dt').children[0].text: row
        for block in page.all('dl', class_='kwx-list')
        for row in block.children
    }


def link_elsewhere(row):
    return [a.attrs['href'] for a in row.all('a') if a.text == 'elsewhere']


def test_pages_of_documents_link_to_the_entries_of_keywords_that_others_have(project):
    result = project()
    found = rows(result, 'doc/api')
    assert link_elsewhere(found['acme.Client']) == ['../index.html#kw-class-acme.Client']
    assert link_elsewhere(found['acme.Client.never()']) == []
    assert Crawl(result.out).broken == []


def test_what_is_only_in_code_has_no_such_link(project):
    result = project(**{'start.rst': f'{START}\n{CODE}', 'more.rst': f'{MORE}\n{CODE}'})
    found = rows(result, 'doc/start')
    assert link_elsewhere(found['acme.Client'])
    assert link_elsewhere(found['helper()']) == []


def test_pages_of_folders_link_to_what_other_folders_have(project):
    text = 'A\n=\n\n``acme.Client``, ``only_here``\n'
    files = {'dir/a.rst': text, 'dir/b.rst': text, 'index.rst': INDEX + '   dir/a\n   dir/b\n'}
    result = project(**files)
    found = rows(result, 'folder/dir')
    assert link_elsewhere(found['acme.Client']) == ['../index.html#kw-class-acme.Client']
    assert link_elsewhere(found['only_here']) == []
    # the page of a document sees the other document of the folder
    assert link_elsewhere(rows(result, 'doc/dir/a')['only_here'])


def test_the_link_leads_to_the_part_of_a_divided_index(project):
    result = project(config={'kwindex_page_size': 3})
    row = rows(result, 'doc/api')['acme.Client']
    [href] = link_elsewhere(row)
    assert re.fullmatch(r'\.\./index-[\w-]+\.html#kw-class-acme\.Client', href)
    assert Crawl(result.out).broken == []


def test_without_an_index_it_leads_to_the_glossary_if_that_has_it(project):
    config = {'kwindex_pages': ['glossary', 'documents']}
    word = '\n``plain_name``\n'
    files = {'more.rst': MORE + word, 'start.rst': START + word}
    found = rows(project(config=config, **files), 'doc/start')
    assert link_elsewhere(found['acme.Client']) == ['../glossary.html#kw-class-acme.Client']
    assert link_elsewhere(found['plain_name']) == []
    found = rows(project(config={'kwindex_pages': ['documents']}), 'doc/start')
    assert link_elsewhere(found['acme.Client']) == []


def test_the_sidebar_links_to_all_places_of_a_keyword(project):
    config = {'html_sidebars': {'**': ['kwindex.html']}}
    side = page_of(project(config=config), 'api.html').one('div', class_='kwx-side')
    items = {li.children[0].text: link_elsewhere(li) for li in side.one('ul').all('li')}
    assert items['acme.Client'] == ['kwindex/index.html#kw-class-acme.Client']
    assert items['acme.Client.never()'] == []


def test_a_sidebar_is_written_when_another_document_has_the_keyword(project):
    config = {'html_sidebars': {'**': ['kwindex.html']}}
    files = {'start.rst': 'Start\n=====\n\n``rare_name``\n', 'more.rst': 'More\n====\n'}
    project(config=config, **files)
    result = project(config=config, **{**files, 'more.rst': 'More\n====\n\n``rare_name``\n'})
    assert 'start' in result.written
    assert 'kw-name-rare_name' in result.text('start.html')
    assert 'api' not in result.written
