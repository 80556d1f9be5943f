"""What the text explains and what only examples have: glossary, entries and their order."""

import pytest
from project import CONF, build_files, code_block, store_of

from sphinxcontrib_kwindex.collect.code_blocks import names_file
from sphinxcontrib_kwindex.index.project import ProjectIndex
from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Kind, Place, Position, Section

#: heading, what follows it -> what the section explains
HEADINGS = [
    ('``opt_level``', 'The level. More.', 'opt_level, name: The level.'),
    ('opt_level', 'The level. More.', 'opt_level, name: The level.'),
    ('opt-level', 'The level. More.', 'opt-level, name: The level.'),
    ('``--jobs``, ``-j``', 'How many.', '--jobs, option: How many.; -j, option: How many.'),
    ('``talk(host, port=3)``', 'Talks to it.', 'talk, function: Talks to it.'),
    ('talk(host, port=3)', 'Talks to it.', 'talk, function: Talks to it.'),
    ('Parameter(s)', 'All of them.', ''),
    ('The ``build`` command', 'Makes it all.', 'build, command: Makes it all.'),
    ('Class ``Client``', 'Talks to it.', 'Client, class: Talks to it.'),
    ('``Client`` {#client}', 'Talks to it.', 'Client, name: Talks to it.'),
    ('Import ``Client``', 'A ``Client`` is what talks.', 'Client, name: A Client is what talks.'),
    ('Import ``Client``', 'Talk first.', 'Client, name'),
    ('Event loop', 'An event loop is a loop.', 'Event loop, term: An event loop is a loop.'),
    ('Event loop', 'This is how it turns.', ''),
    ('``Client`` and its loop', 'It talks.', ''),
    ('The Visitor trait', 'Any ``Visitor`` visits.', 'Visitor, class: Any Visitor visits.'),
    ('Implementing a Writer', 'Any ``Writer`` writes.', 'Writer, name'),
    ('Lions', 'They stand. A lion is a cat.', 'Lions, term: A lion is a cat.'),
    ('Lions: cats of prey', 'Lions are cats.', 'Lions, term: Lions are cats.'),
    ('``--look[=[host:]port]``', 'Looks at it.', '--look, option: Looks at it.'),
    ('``a_b``', 'Type: End-of-Life\n\nHow large it is.', 'a_b, name: How large it is.'),
    ('``a_b``', 'N/A (see below)', 'a_b, name'),
    ('a_b vs. c_d', 'How large.', 'a_b, name; c_d, name'),
    ('a_b, c_d', 'a_b and c_d go.', 'a_b, name: a_b and c_d go.; c_d, name: a_b and c_d go.'),
    ('a_b', 'This setting is for boxes.', 'a_b, name: This setting is for boxes.'),
    ('a_b', 'This section lists boxes.', 'a_b, name'),
    ('a_b', 'If true, boxes are large.', 'a_b, name: If true, boxes are large.'),
    ('a_b', 'When it runs, you can stop it.', 'a_b, name'),
    ('a_b', 'c.d_e does it all.', 'a_b, name'),
    ('a_b', 'a_b is no longer of use.', 'a_b, name'),
    ('a_b', 'The a_b option has been removed.', 'a_b, name'),
    ('a_b', 'Sent when it is no longer of use.', 'a_b, name: Sent when it is no longer of use.'),
    ('a_b', 'Added in 2.0\n\nHow large it is.', 'a_b, name: How large it is.'),
    ('a_b', 'Default: 3.5, for now\n\nHow large it is.', 'a_b, name: How large it is.'),
    ('a_b', 'Returns 0 on success.\n\nPacks it.', 'a_b, name: Packs it.'),
    ('a_b', '- Type: int The number of boxes to pack.', 'a_b, name: The number of boxes to pack.'),
    ('BoxMaker', 'Parcel supports most of it.', 'BoxMaker, name'),
    ('BoxMaker', 'Makes boxes of it.', 'BoxMaker, name: Makes boxes of it.'),
    ('The ``build`` command', 'Parcel supports it.', 'build, command'),
    ('DESCRIPTION', 'Makes boxes of it.', ''),
    ('v2.6', 'Boxes are smaller.', ''),
    ('Lions', 'Lions are not cats.', ''),
    ('Lions', 'Lions catch mice. Lions follow the mice.', 'Lions, term: Lions follow the mice.'),
    ('Loading: ``load_all``', 'Loads it.', 'load_all, name'),
    ('``a_b``', '*(optional, only for boxes)*\n\nHow large.', 'a_b, name: How large.'),
    ('``a_b``', 'Default: ``fast``. The mode of it.', 'a_b, name: The mode of it.'),
    ('``a_b``', 'Do not set it on Mars.', 'a_b, name'),
    ('``a_b``', 'Do not truncate the output.', 'a_b, name: Do not truncate the output.'),
    ('``a_b``', 'Removed in 2.0.', 'a_b, name'),
    ('``a_b``', 'If it is not given, nothing is sent.', 'a_b, name'),
    ('``a_b``', 'Typically a box like it.', 'a_b, name'),
    ('``a_b``', 'The browser recently added boxes.', 'a_b, name'),
    ('``a_b``', 'Conceptually, each slice has boxes.', 'a_b, name'),
    ('``a_b``', 'In many cases, it stops.', 'a_b, name'),
    ('``a_b``', '~/.foo-bar', 'a_b, name'),
    ('``a_b``', 'Support for large boxes of it has been removed.', 'a_b, name'),
    ('Boxes', 'The Network\nBox (NTB) is old.', 'NTB, acronym: Network Box'),
    ('``a_b``', 'A box that packs one or more of', 'a_b, name'),
    ('``a_b``', "'a' or 'b'", 'a_b, name'),
    ('BX32', 'SD cards support access to it.', 'BX32, name'),
    ('parcel pack', 'Packs all of it.', 'parcel pack, command: Packs all of it.'),
    ('writing it', 'Shows all of it.', ''),
    ('``[box]``', 'How boxes are.', 'box, setting: How boxes are.'),
    ('--size=FILE', 'Reads all of it.', '--size, option: Reads all of it.'),
    ('``a_b`` (integer)', 'How large it is.', 'a_b, name: How large it is.'),
    ('talk(host_a, port=3)', '- ``host_a``: name of the host.', 'talk, function'),
    ('Lion factor', 'A lion factor multiplies the mice.',
     'Lion factor, term: A lion factor multiplies the mice.'),
]
CASES = [(f'{title}\n{"-" * 60}\n\n{text}', '', expected) for title, text, expected in HEADINGS]
#: in reStructuredText, in Markdown if it is written in another way -> what it explains
CASES += [
    (
        '``max_size``\n   How large. More.\n\nlate binding\n   It waits.',
        '``max_size``\n: How large. More.\n\nlate binding\n: It waits.',
        'late binding, term: It waits.; max_size, name: How large.',
    ),
    (
        ('.. csv-table::\n   :header: Name, Type, Text\n\n   ``a_b``, int, How large it is. More.\n'
        '   ``c_d`` of it, int, How small it is.'),
        ('| Name | Type | Text |\n|---|---|---|\n| ``a_b`` | int | How large it is. More. |\n'
        '| ``c_d`` of it | int | How small it is. |'),
        'a_b, name: How large it is.',
    ),
    (
        ('+------+-------+----------------------------+\n'
        '| Name | Value | Text                       |\n'
        '+======+=======+============================+\n'
        '| m_d  | a_b   | Goes slower than the rest. |\n'
        '|      +-------+----------------------------+\n'
        '|      | c_d   | Goes faster than the rest. |\n'
        '+------+-------+----------------------------+'),
        '| Name | Text |\n|---|---|\n| m_d | Goes slower than the rest. |',
        'm_d, name: Goes slower than the rest.',
    ),
    (
        '.. |space| unicode:: 0xA0\n\n|space|\n   A name of nothing.\n\n``b_c``\n   How it waits.',
        '``b_c``\n: How it waits.', 'b_c, name: How it waits.',
    ),
    (
        '.. csv-table::\n   :header: Value, Text\n\n   ``a_b``, How large it is.',
        '| Value | Text |\n|---|---|\n| ``a_b`` | How large it is. |',
        '',
    ),
    (
        ('- ``a_b`` - how large it is.\n- ``c_d``: how small it is. More.\n- **e_f**: even so it.\n'
        '- ``g_h`` and more of it.\n- **Note**: this is no name.'),
        '',
        'a_b, name: how large it is.; c_d, name: how small it is.; e_f, name: even so it.',
    ),
    (
        '.. py:function:: f(a)\n\n   - ``a_b``: how large it is.\n\n   :param a: - ``c_d``: or so.',
        '```{py:function} f(a)\n- ``a_b``: how large it is.\n\n:param a: - ``c_d``: or so.\n```',
        '',
    ),
    ('- ``#define a_b 2``\n\n  How large it is.', '', 'a_b, macro: How large it is.'),
    (
        'It waits. A :dfn:`late thing` waits long. More.',
        'It waits. A {dfn}`late thing` waits long. More.',
        'late thing, term: A late thing waits long.',
    ),
    (
        ('.. py:function:: f(freq_a)\n\n   - *freq_a* is a rate.\n   - *freq_b* is a box.\n\n'
        '   ``freq_a``\n      How fast it is.\n\n   ``freq_c``\n      How slow it is.'),
        ('```{py:function} f(freq_a)\n- *freq_a* is a rate.\n- *freq_b* is a box.\n\n'
        '``freq_a``\n: How fast it is.\n\n``freq_c``\n: How slow it is.\n```'),
        'freq_c, name: How slow it is.',
    ),
    (
        ('.. csv-table::\n   :header: Name, Text\n\n   Writer, A box that writes.\n'
        '   ``port``, Opens it.\n   ``true``, Opens all of it.\n   late one, int'),
        ('| Name | Text |\n|---|---|\n| Writer | A box that writes. |\n'
        '| ``port`` | Opens it. |\n| ``true`` | Opens all of it. |\n| late one | int |'),
        'Writer, term: A box that writes.; port, name: Opens it.',
    ),
    (
        '.. csv-table::\n   :header: Platform, Text\n\n   Writer, A box that writes.',
        '| Platform | Text |\n|---|---|\n| Writer | A box that writes. |',
        '',
    ),
    ('Mac OS X (so)\n   ~/.a-b', 'Mac OS X (so)\n: ~/.a-b', ''),
    ('.. seealso::\n\n   `a_b <https://a.b>`_\n      How large it is.', '- a', ''),
    ('- ``my_file``: how large it is.\n- ``foo_b`` is a box.', '', ''),
    ('- ``"https://a.b"``\n\n  How large it is.', '', ''),
    (
        '``a_b``\n-----------\n\n`Code <https://a.b>`_\n\n.. note:: Old.\n\nHow large it is.',
        '## ``a_b``\n\n[Code](https://a.b)\n\n```{note}\nOld.\n```\n\nHow large it is.',
        'a_b, name: How large it is.',
    ),
    (
        ('a_b(c)\n------\n\n::\n\n   int a_b(c)\n\nHow large it is.\n\n'
         'c_d\n---\n\n::\n\n   x\n\nSmall.'),
        '## a_b(c)\n\n```\nint a_b(c)\n```\n\nHow large it is.\n\n## c_d\n\n```\nx\n```\n\nSmall.',
        'a_b, function: How large it is.; c_d, name',
    ),
    (
        ('pack box\n--------\n\nPacks it all.\n\n::\n\n   pack box --all\n\n'
         'late box\n--------\n\nIt waits.'),
        '## pack box\n\nPacks it all.\n\n```\npack box --all\n```\n\n## late box\n\nIt waits.',
        'pack box, command: Packs it all.',
    ),
    (
        '.. csv-table::\n   :header: Name, Text, Now\n\n   ``a_b``, All the sizes., "``[1, 2]``"',
        '| Name | Text | Now |\n|---|---|---|\n| ``a_b`` | All the sizes. | ``[1, 2]`` |',
        'a_b, name: All the sizes.',
    ),
    ('- ``a_b``: {int} how large it is.', '', 'a_b, name: how large it is.'),
    ('- ``a_b``\n\n  - ``c``, which is an event of it', '', ''),
    ('``a_b`` is now the way.\n\n``time`` holds the way.\n\n``a_b`` means::\n\n   x', '', ''),
    (
        '**Fixture** is what it needs. More.\n\nA *late thing* means waiting.\n\n**So** it was.',
        '',
        'Fixture, term: Fixture is what it needs.; late thing, term: A late thing means waiting.',
    ),
]


@pytest.fixture(scope='module', params=['rst', 'md'])
def explained(request, tmp_path_factory):
    """Build a document for each case; return what it explains: name, kind and definition."""
    files = {'index.rst': 'Index\n=====\n'}
    if is_markdown := request.param == 'md':
        files['conf.py'] = CONF.replace("['", "['myst_parser', '")
        files['conf.py'] += "myst_enable_extensions = ['deflist']\n"
    for number, (rst, md, _expected) in enumerate(CASES):
        text = (md or rst) if is_markdown else rst
        files[f'd{number}.{request.param}'] = f'Titled\n======\n\n{text}\n'
    built = build_files(tmp_path_factory.mktemp('explained'), files, 'dummy')
    return [
        '; '.join(
            f'{name}, {kind}' + ''.join(f': {said.text}' for said in definitions)
            for name, kind, places, definitions, *_rest in built.record(f'd{number}').keywords
            if definitions or any(place.position is Position.OWN_HEADING for place in places)
        )
        for number in range(len(CASES))
    ]


@pytest.mark.parametrize('number', range(len(CASES)))
def test_what_the_text_explains(explained, number):
    assert explained[number] == CASES[number][2]


TOPICS = """
Wheel caches
============

A wheel cache turns. A wheel cache stops.

Late binding
------------

The late binding of it. Early or late binding.

Axles
-----

No axle has a late binding. Each late binding waits.
"""


def test_a_heading_that_the_text_comes_back_to_is_a_topic(make):
    built = make({'index.rst': TOPICS}, 'kwindex')
    topics = [
        keyword.name
        for keyword in built.record('index').keywords
        if any(place.position is Position.TOPIC for place in keyword.places)
    ]
    assert topics == ['Wheel caches', 'late binding']
    assert {keyword['name'] for keyword in built.lines('keywords.jsonl')} == set(topics)


SOURCE = 'class Box:\n    pass\n'
EXAMPLES = [
    code_block('python', f'{SOURCE}\ndef pack(box):\n    """Pack a box."""\n    BOX_SIZE = 3'),
    code_block('yaml', 'box:\n  box_size: 3\n'),
    code_block('ini', '[box]\nbox_size = 3\n'),
    code_block('console', '$ box --pack --size 3 a/b.txt\n'),
    code_block('c', '#define BOX_SIZE 3\nint pack(struct box *b);\n'),
]


def test_a_comment_in_an_example_makes_no_entry(make):
    example = code_block('go', '// What is packed.\nvar allBoxes embed.FS')
    text = f'Quick start\n===========\n\n{example}\nUse ``allBoxes``, or ``allBoxes``.\n'
    assert make({'index.rst': text}, 'kwindex').lines('keywords.jsonl') == []


def test_a_glossary_without_explanations_has_what_is_listed(make):
    built = make({'index.rst': 'Quick start\n===========\n\nUse ``allBoxes``.\n'})
    page = built.text('kwindex/glossary.html')
    assert 'allBoxes' in page
    assert 'There are no keywords' not in page
    assert 'defined or explained' not in page


def test_a_glossary_has_nothing_that_only_examples_have(make):
    text = ''.join(f'{example}\nAnd then more of it.\n\n' for example in EXAMPLES * 3)
    built = make({'index.rst': f'Packing\n=======\n\n{text}'}, 'kwindex')
    assert built.lines('keywords.jsonl') == []
    [document] = built.lines('documents.jsonl')
    assert {'Box', 'pack', 'BOX_SIZE', '--pack', 'a/b.txt'} <= {
        keyword['name'] for keyword in document['keywords'] if not keyword['listed']
    }


#: title, code, text, docname -> whether the document is about the source
EMBEDDED = [
    ('box.py', SOURCE + '\n' * 40, 'Text. ' * 99, 'a', True),
    ('box.py', SOURCE, 'Text. ' * 99, 'b', False),
    ('Boxes', SOURCE + '\n' * 40, 'Text. ' * 99, 'c', False),
    ('Boxes', 'class Box:\n    """A box."""\n' + '#\n' * 40, 'Text.', 'd', True),
    ('Boxes', SOURCE + '#\n' * 40, 'Text.', 'g', False),
    ('Boxes', SOURCE, 'Text.', 'e', False),
    ('Boxes', SOURCE + '\n' * 40, 'Text. ' * 99, 'f_py', True),
]


def test_a_source_is_embedded_where_the_document_is_about_it(make):
    conf = f"{CONF}\nkwindex_source_path = {{r'(.*)_py': r'\\1.py'}}\n"
    files = {'index.rst': 'Index\n=====\n', 'conf.py': conf}
    for title, code, text, docname, _is_embedded in EMBEDDED:
        block = code_block('python', f'{code}Box()')
        files[f'{docname}.rst'] = f':orphan:\n\n{title}\n======\n\n{text}\n\n{block}'
    built = make(files, 'dummy')
    for *_texts, docname, is_embedded in EMBEDDED:
        [box] = [k for k in built.record(docname).keywords if k.name == 'Box']
        position = Position.SOURCE_DEFINITION if is_embedded else Position.EXAMPLE_DEFINITION
        assert position in {place.position for place in box.places}, docname


OBJECTS = {
    'rst': ('.. c:function:: void {}()\n\n   {}\n\n', '.. c:function:: void {}()\n'),
    'md': ('```{{c:function}} void {}()\n{}\n```\n\n', '```{{c:function}} void {}()\n```\n'),
}
#: signature, text -> definition: the text of those that the author wrote together
IN_A_ROW = [
    ('f1', '', 'Makes it.'), ('f2', 'Makes\n   it. More.', 'Makes it.'),
    ('f3', '', ''), ('Title', '', ''), ('f4', 'Ends.', 'Ends.'),
    ('f5', '', ''), ('', '', ''), ('f6', 'Goes on.', 'Goes on.'),
]  # fmt: skip


@pytest.mark.parametrize('markup', OBJECTS)
def test_descriptions_without_blank_lines_between_share_the_text_under_the_last(make, markup):
    texts = {'Title': 'Text.\n\n', '': '\n'}
    text = ''.join(
        texts.get(name) or OBJECTS[markup][not said].format(name, said)
        for name, said, _expected in IN_A_ROW
    )
    conf = CONF.replace("['", "['myst_parser', '")
    files = {'index.rst': 'Index\n=====\n', 'conf.py': conf}
    record = make({**files, f'a.{markup}': f'Title\n=====\n\n{text}'}).record('a')
    said = {k.name: ' '.join(one.text for one in k.definitions) for k in record.keywords}
    assert said == {name: expected for name, _text, expected in IN_A_ROW if name}


def test_overloads_share_the_text_under_the_last(make):
    text = '.. cpp:function:: void g(int)\n\n.. cpp:function:: void g(char)\n\n   Goes on.\n'
    text = f'Title\n=====\n\n{text}\n.. cpp:function:: void h()\n'
    record = make({'index.rst': text}).record('index')
    said = {k.name: [one.text for one in k.definitions] for k in record.keywords}
    assert said['g'] == ['Goes on.'] * 2
    assert said['h'] == []


#: description of an object -> its definition
REMARKS = [
    ('**Note**: boxes only - see it\n\nReads it. More.', 'Reads it.'),
    ('Note: not on Mars.', ''),
    ('See also it.', ''),
    ('Default: 3. The mode of work.', 'The mode of work.'),
    ('*Type: int.* Default 3.2. The size of e.g. it. More.', 'The size of e.g. it.'),
    ('(optional, only for boxes)\n\nThe number.', 'The number.'),
    ('Deprecated since 2.0, use f.', ''),
    ('Types of boxes.', 'Types of boxes.'),
]


def test_remarks_before_a_definition_are_none(make):
    described = ''.join(
        f'.. py:function:: f{number}()\n\n   {text.replace(chr(10), chr(10) + "   ")}\n\n'
        for number, (text, _said) in enumerate(REMARKS)
    )
    record = make({'index.rst': f'Titled\n======\n\n{described}'}).record('index')
    said = {k.name: [one.text for one in k.definitions] for k in record.keywords}
    for number, (_text, expected) in enumerate(REMARKS):
        assert said[f'f{number}'] == ([expected] if expected else []), number


#: language, code, name: a comment that is for a tool defines nothing
DIRECTIVES = [
    ('go', 'package a\n\n//go:embed a/* b/*\nvar Named embed.FS'),
    ('go', 'package a\n\n//nolint:errcheck\nfunc Named() {}'),
    ('java', '/**\n * {@inheritDoc}\n */\npublic class Named {}'),
    ('js', '/* eslint-disable no-console */\nexport function Named() {}'),
    ('c', '/* clang-format off */\nint Named(void);'),
]


def test_comments_for_tools_define_nothing(make):
    files = {'index.rst': 'Index\n=====\n'}
    for number, (language, code) in enumerate(DIRECTIVES):
        files[f'd{number}.rst'] = f'a.{language}\n====\n\n{code_block(language, code)}'
    built = make(files, 'dummy')
    for number in range(len(DIRECTIVES)):
        [named] = [k for k in built.record(f'd{number}').keywords if k.name == 'Named']
        assert not named.definitions, DIRECTIVES[number]


COMMENTED = """
// Packs a   box. Then closes it.
int pack(struct box *b);
// Stops it.
void stop(void);
// of boxes
void count(void);

enum box_color {
  BOX_RED,  // the first color
  /* The second
     one. */
  BOX_BLUE
};
"""


@pytest.mark.parametrize('markup', ['rst', 'md'])
def test_plain_comments_of_c_are_definitions(make, markup):
    block = f'```c{COMMENTED}```\n' if markup == 'md' else code_block('c', COMMENTED.strip())
    conf = CONF.replace("['", "['myst_parser', '")
    files = {'index.rst': 'Index\n=====\n', 'conf.py': conf}
    built = make({**files, f'a.{markup}': f'box.h\n=====\n\n{block}'}, 'kwindex')
    found = {k['name']: (k['definition'] or {}).get('text') for k in built.lines('keywords.jsonl')}
    said = {'pack': 'Packs a box.', 'stop': 'Stops it.', 'count': None}
    said |= {'BOX_RED': 'the first color', 'BOX_BLUE': 'The second one.'}
    assert said.items() <= found.items()


def test_titles_that_name_a_file():
    for title in 'client.py', 'Source: a.c', 'The src/a.go':
        assert names_file(title)
    for title in 'Client', 'Use of client.py', 'Version 2.0', 'A and/or b':
        assert not names_file(title)


#: name -> the kind of its only entry, whatever documents say
ENTRIES = {
    'BOX_HOME': 'environment variable', 'Client': 'class', 'client': 'variable',
    'headers': 'variable', 'Headers': 'name', 'pkg.Socket': 'import', 'retry': 'function',
    'pkg': 'module',
}  # fmt: skip
SPELLINGS = {
    'a.rst': 'Client\n======\n\n``BOX_HOME``, ``headers``, ``Headers``, ``Socket``, ``retry``.\n',
    'b.rst': 'B\n=\n\n.. envvar:: BOX_HOME\n\n.. py:function:: retry\n\n' + code_block(
        'python', 'from pkg import Socket\nclient = Client()\nheaders = 1'),
}  # fmt: skip


def test_a_spelling_is_one_entry_of_its_most_specific_kind(make):
    built = make({'index.rst': 'I\n=\n\n.. toctree::\n\n   a\n   b\n', **SPELLINGS}, 'kwindex')
    found = {
        (keyword['name'], keyword['kind'])
        for document in built.lines('documents.jsonl')
        for keyword in (*document['keywords'], *document['not_shown'])
    }
    assert sorted(found) == sorted(ENTRIES.items())


KINDS = """
Titled
======

Class Shop
----------

It may raise ``TillError`` or ``Till``, or return ``-ENOMSG``.

``Shop.sell()``
---------------

Sells ``Shop.goods``.

The build command
-----------------

Run ``build``.

Environment variables
---------------------

Set ``SHOP_HOME``. See ``FOR_EACH(shop)``.

.. code-block:: python

   from far import Shop, ShopKeeper, URL, mark
   URL()
   def build(): return Shop.total, Shop.LIMIT, Shop.Part
"""


def test_kinds_that_the_project_tells(make):
    """A heading states it, an owner is a class, an exception has the name of one."""
    [document] = make({'index.rst': KINDS}, 'kwindex').lines('documents.jsonl')
    kinds = {k['name']: k['kind'] for k in document['keywords'] if k['kind'] != 'term'}
    assert kinds == {
        'build': 'command', 'far': 'module', 'far.Shop': 'class',
        'far.Shop.sell': 'method', 'far.Shop.total': 'attribute', 'far.Shop.goods': 'name',
        'far.Shop.LIMIT': 'constant', 'far.Shop.Part': 'class', 'far.ShopKeeper': 'class',
        'far.mark': 'import', 'far.URL': 'class', 'SHOP_HOME': 'environment variable',
        'TillError': 'class', 'Till': 'name', 'FOR_EACH': 'macro', 'shop': 'name',
        'ENOMSG': 'constant',
    }  # fmt: skip


def test_arguments_are_in_the_index_and_local_variables_are_not(make):
    code = '.. code-block:: python\n\n   def f(inner_one): connect(retry_all=inner_one)\n'
    built = make({'index.rst': f'Titled\n======\n\n{code}'})
    assert 'retry_all' in built.text('kwindex/index.html')
    assert 'inner_one' not in built.text('kwindex/index.html')
    assert 'inner_one' in built.text('kwindex/doc/index.html')


def test_a_name_in_passing_decides_no_kind(make):
    block = code_block('python', 'helper(flag_y=3)')
    files = {'index.rst': 'I\n=\n\n.. toctree::\n\n   a\n   b\n', 'a.rst': 'A\n=\n\n``flag_y``\n'}
    documents = make(files | {'b.rst': f'B\n=\n\n{block}'}, 'kwindex').lines('documents.jsonl')
    kinds = [k['kind'] for d in documents for k in d['keywords'] if k['name'] == 'flag_y']
    assert kinds == ['name', 'name']


def test_documents_are_in_another_order_after_an_edit_of_the_toctree(make):
    files = {f'{name}.rst': f'{name}\n=\n\n``pkg_name``\n' for name in 'ab'}
    for order in ('ab', 'ba'):
        toctree = 'I\n=\n\n.. toctree::\n\n' + ''.join(f'   {name}\n' for name in order)
        page = make(files | {'index.rst': toctree}).text('kwindex/index.html')
        entry = page[page.index('id="kw-name-pkg_name"') :]
        assert sorted('ab', key=lambda name: entry.index(f'{name}.html')) == list(order)


def test_places_begin_with_the_section_about_the_name():
    """Then come definitions, then the rest by weight and in the order of the toctree."""
    sections = Section('', 'T', 0), Section('t', 'T', 1), Section('run', 'run()', 2)
    places = {
        'a': [(1, Position.ABBREVIATION), (1, Position.HEADING_NAME), (2, Position.LITERAL)],
        'b': [(1, Position.LITERAL), (1, Position.EXAMPLE_USE)],
        'c': [(1, Position.LITERAL)],
    }
    records = {
        docname: DocumentRecord('T', sections, (
            Keyword('pkg.run', Kind.FUNCTION, tuple(Place(n, 1, where) for n, where in found)),
        ))
        for docname, found in places.items()
    }  # fmt: skip
    index = ProjectIndex(store_of(records.items()), order=['c', 'b', 'a'])
    [entry] = index.everything
    assert [(at.docname, at.place.section, at.place.position) for at in entry.locations] == [
        ('a', 2, Position.LITERAL), ('a', 1, Position.ABBREVIATION),
        ('a', 1, Position.HEADING_NAME), ('c', 1, Position.LITERAL), ('b', 1, Position.LITERAL),
        ('b', 1, Position.EXAMPLE_USE),
    ]  # fmt: skip
    assert index.matching(['**']) == ['c', 'b', 'a']


#: a section of the same heading, then the page of the name
PAGES = {
    'a.rst': 'With types\n==========\n\n``make_box``\n------------\n\nUsing it is trivial.\n',
    'b.rst': '``make_box``\n============\n\nOverview\n--------\n\nMakes boxes of it.\n',
}


def test_the_page_of_a_name_comes_before_a_section_elsewhere(make):
    built = make({'index.rst': 'I\n=\n\n.. toctree::\n\n   a\n   b\n', **PAGES})
    page = built.text('kwindex/index.html')
    entry = page[page.index('id="kw-name-make_box"') :]
    assert entry.index('b.html') < entry.index('a.html')
    glossary = built.text('kwindex/glossary.html')
    assert glossary.index('Makes boxes of it.') < glossary.index('Using it is trivial.')
