"""The directive ``kwindex``: what it shows and what it complains of, in rST and in Markdown."""

import re

import pytest
from links import Crawl


def source(syntax, argument='', options=''):
    """Write the directive in a language, on line 3."""
    lines = [line.strip() for line in options.strip().splitlines()]
    if syntax == 'rst':
        heading = ['Here', '====', f'.. kwindex:: {argument}']
        return '\n'.join([*heading, *(f'   {line}' for line in lines), ''])
    return '\n'.join(['# Here', '', f'```{{kwindex}} {argument}', *lines, '```', ''])


def py_class(name):
    return f'{name}\n====\n\n.. py:class:: {name}\n'


DOCUMENTS = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   **\n',
    'guide/one.rst': py_class('G1'),
    'guide/two.rst': py_class('G2'),
    'guide/deep/three.rst': py_class('G3'),
    'api/one.rst': py_class('A1'),
    'api/b[1].rst': py_class('A2'),
}

MANY = """
Sundries
========

Set :envvar:`HOME_X`, ``last_literal``, ``mid_literal``, ``mid_literal``.

Section
-------

.. py:class:: Zed

   Does it. All.

.. py:function:: able()

A :py:class:`Zed`.
"""

#: what is shown does not depend on whether pages are generated
CONF = {
    'conf.py': """
extensions = ['myst_parser', 'sphinxcontrib_kwindex']
html_theme = 'basic'
kwindex_pages = ()
"""
}


@pytest.fixture(params=['rst', 'md'])
def show(request, make):
    """Build a document with the directive as text."""

    def show(argument='', options='', builder='text', **files):
        files = {**DOCUMENTS, 'api/many.rst': MANY, **CONF, **files}
        files[f'guide/here.{request.param}'] = source(request.param, argument, options)
        return make(files, builder)

    return show


def names(text):
    return re.findall(r'^\* "?(.+?)"? \(', text, re.MULTILINE)


@pytest.mark.parametrize(
    ('patterns', 'expected'),
    [
        ('one', 'G1'), ('one two', 'G1 G2'), ('two one one', 'G1 G2'), ('./one', 'G1'),
        ('/api/one', 'A1'), ('../api/one', 'A1'), ('*', 'G1 G2'), ('**', 'G1 G2 G3'),
        ('deep/', 'G3'), ('deep/*', 'G3'), ('/*/one', 'A1 G1'), ('/guide/', 'G1 G2 G3'),
        ('/guide/*', 'G1 G2'), ('/guide/**', 'G1 G2 G3'), ('t??', 'G2'), ('t?', ''),
        ('[a-o]*', 'G1'), ('[!o]*', 'G2'), ('/', 'A1 A2 G1 G2 G3 Zed'),
        ('/**', 'A1 A2 G1 G2 G3 Zed'), ('deep', ''), ('/guide', ''), ('ONE', ''),
    ],
)  # fmt: skip
def test_patterns(show, patterns, expected):
    result = show(patterns, ':style: list\n:kinds: class')
    assert names(result.text('guide/here.txt')) == expected.split()
    assert bool(result.warning) is not bool(expected)


def test_without_patterns_it_shows_its_own_document(make):
    for syntax, literal in {'rst': '``own_name``', 'md': '`own_name`'}.items():
        files = {f'index.{syntax}': source(syntax, '', ':style: list') + f'\n{literal}\n'}
        result = make({**CONF, **files}, 'text', out=syntax)
        assert result.warning == ''
        assert 'own_name' in names(result.text('index.txt'))
        assert '-[ Keywords on this page ]-' in result.text('index.txt')


@pytest.mark.parametrize(
    ('options', 'expected'),
    [
        ('', 'Sundries able() Zed HOME_X last_literal mid_literal'), (':kinds: class', 'Zed'),
        (':kinds: function, class', 'Zed able()'), (':kinds: environment variable', 'HOME_X'),
        (':roles: defines', 'Zed able()'), (':roles: uses', 'HOME_X'),
        (':roles: uses, mentions', 'Sundries HOME_X last_literal mid_literal'),
        (':kinds: name\n:roles: mentions', 'last_literal mid_literal'),
        (':limit: 2\n:kinds: class, function, name', 'able() Zed'),
        (':limit: 3', 'Sundries able() Zed'), (':limit: 100\n:kinds: class', 'Zed'),
        (':limit: 1', 'Zed'),
    ],
)  # fmt: skip
def test_filters(show, options, expected):
    result = show('/api/many', f':style: list\n{options}')
    assert result.warning == ''
    assert sorted(names(result.text('guide/here.txt'))) == sorted(expected.split())


STYLES = {
    'list': """
        -[ Keywords ]-
        -[ Classes ]-
        * "Zed" (class): Does it. [Section]
    """,
    'glossary': """
        -[ Keywords ]-
        -[ Z ]-
        * "Zed" (class): Does it. [Section]
    """,
    'sections': """
        -[ Keywords ]-
        * Sundries
        * Section: "Zed"
    """,
}


@pytest.mark.parametrize('style', ['list', 'glossary', 'sections'])
def test_styles(show, style):
    result = show('/api/many', f':style: {style}\n:kinds: class')
    assert result.warning == ''
    text = result.text('guide/here.txt').partition('****\n')[2]
    assert text.split() == STYLES[style].split()


def test_a_compact_list_names_each_keyword_once_and_says_how_many_more_there_are(show):
    literals = ' '.join(f'``name_{letter}``' for letter in 'abcdefghijklmno')
    pages = CONF['conf.py'].replace('()', '["documents"]')
    files = {'x.rst': f'X\n=\n\n{literals}\n', 'conf.py': pages}
    result = show('/x', builder='html', **files)
    assert result.warning == ''
    listing = result.text('guide/here.html').partition('data-kwx')[2].partition('</div>')[0]
    assert re.findall(r'name_\w', listing) == [f'name_{letter}' for letter in 'abcdefghijkl']
    assert '3 more' in listing
    assert '../kwindex/doc/x.html#kind-name' in Crawl(result.out).pages['guide/here.html'].ours


def test_a_title_and_none(show):
    assert '-[ What there is ]-' in show('one', ':title: What there is').text('guide/here.txt')


def test_class_and_name(show):
    result = show('one', ':class: red green\n:name: My list', builder='html')
    assert result.warning == ''
    [tag] = re.findall(r'<div[^>]+data-kwx[^>]*>', result.text('guide/here.html'))
    assert re.search(r'class="[^"]*\bred green\b', tag)
    assert 'id="my-list"' in tag


def test_a_label_before_it_is_a_target_beside_its_name(make):
    listing = '.. _label:\n\n.. kwindex::\n   :name: name\n\n'
    text = f'Index\n=====\n\n{listing}``a_b`` :ref:`see <label>` and :ref:`see <name>`\n'
    result = make({'index.rst': text})
    assert result.warning == ''
    ids = Crawl(result.out).pages['index.html'].ids
    assert ids['label'] == ids['name'] == 1


def test_a_name_is_a_target_in_every_format(make):
    text = 'Index\n=====\n\n.. kwindex::\n   :name: list\n\n``a_b`` :ref:`see it <list>`\n'
    for builder in ('html', 'epub', 'latex', 'texinfo', 'text', 'man', 'xml', 'singlehtml'):
        result = make({'index.rst': text, **EPUB}, builder)
        assert result.warning == ''
    assert 'href="#list"' in make({'index.rst': text, **EPUB}, 'html').text('index.html')
    assert r'\detokenize{index:list}' in make({'index.rst': text, **EPUB}, 'latex').text('p.tex')


EPUB = {
    'conf.py': """
extensions = ['sphinxcontrib_kwindex']
project = 'P'
html_theme = 'basic'
copyright = version = '1'
"""
}

ERRORS = {
    ':kinds: clas': "there is no kind 'clas'; the kinds are: class, enum,",
    ':kinds: class, Function': "there is no kind 'Function'; the kinds are: class,",
    ':roles: define': "there is no role 'define'; the roles are: defines, uses, mentions",
    ':style: short': '"compact", "list", "sections", "glossary", or "uses"',
    ':limit: -1': 'negative value; must be positive or zero',
    ':limit: many': "invalid literal for int() with base 10: 'many'",
    ':color: red': 'unknown option: "color"',
}


@pytest.mark.parametrize('option', ERRORS)
def test_a_bad_option_is_an_error_that_says_what_is_allowed(show, option):
    result = show('one', option)
    [line] = [line for line in result.warning.splitlines() if 'here.' in line]
    where, _colon, message = line.partition(': ')
    assert re.fullmatch(r'.*/guide/here\.(rst|md):\d+', where)
    if where.endswith('.rst:3'):
        message = result.warning
        assert 'ERROR' in message
        assert ERRORS[option] in message
    else:  # MyST words it, and leaves out what it does not understand
        assert 'WARNING' in message
        assert option.split(': ')[1].split(', ')[-1] in message or 'color' in message


@pytest.mark.parametrize(
    ('argument', 'options', 'reason'),
    [
        ('nowhere/* gone', '', "no document matches '/guide/nowhere/* /guide/gone'"),
        ('/blank', '', 'the documents have no keywords'),
        ('/blank', ':style: glossary', 'the documents have no keywords'),
        ('one', ':kinds: macro, term', 'no keyword is of the kinds term, macro'),
        ('one', ':kinds: class\n:roles: uses, mentions', 'no keyword has the roles uses, mentions'),
    ],
)
def test_a_listing_of_nothing_warns_and_says_why(show, argument, options, reason):
    result = show(argument, options, **{'blank.rst': 'And\n===\n'})
    [warning] = result.warning.splitlines()
    assert re.search(r'/guide/here\.(rst|md):3: WARNING: kwindex shows nothing: ', warning)
    kinds = {'kinds macro, term': 'kinds term, macro'}
    for written, shown in kinds.items():
        warning = warning.replace(written, shown)
    assert reason in warning
    assert warning.endswith('[kwindex.empty]')


def test_a_listing_of_a_document_that_is_left_out_warns(make):
    result = make({'index.rst': ':kwindex: skip\n\nIndex\n=====\n\n``a_b``\n\n.. kwindex::\n'})
    [warning] = result.warning.splitlines()
    assert 'index.rst:8: WARNING: kwindex shows nothing: its document is skipped' in warning


def test_a_warning_of_an_empty_listing_can_be_silenced(show):
    conf = CONF['conf.py'] + "suppress_warnings = ['kwindex.empty']\n"
    assert show('nowhere', **{'conf.py': conf}).warning == ''


@pytest.mark.parametrize('pattern', ['../../x', '/../x', '../../'])
def test_a_pattern_that_leads_out_of_the_sources_warns(show, pattern):
    result = show(pattern)
    [warning] = result.warning.splitlines()
    said = f'{pattern!r} leads out of the sources: it is left out [kwindex.bad_pattern]'
    assert re.search(r'/guide/here\.(rst|md):3: ', warning)
    assert warning.endswith(said)
    assert names(result.text('guide/here.txt')) == []


@pytest.mark.parametrize('folder', ['[z-a]', '[ab]', '[!a]', '[[x]', 'a*b', 'a?b', 'x['])
def test_the_folder_of_a_document_is_no_pattern(make, folder):
    listing = '.. kwindex:: {}\n   :style: list\n'
    orphan = ':orphan:\n\nTitle\n=====\n\n'
    files = {
        'index.rst': 'Start\n=====\n',
        f'{folder}/one.rst': f'{orphan}{listing.format("t*")}\n{listing.format("none*")}',
        f'{folder}/two.rst': f'{orphan}``near_name``\n',
        'a/two.rst': f'{orphan}``far_name``\n',
        'axb/two.rst': f'{orphan}``far_name``\n',
    }
    result = make(files)
    assert result.warning.count('WARNING: ') == 1
    assert f"no document matches '/{folder}/none*'" in result.warning.replace('[*]', '*').replace(
        '[?]', '?'
    )
    assert 'near_name' in result.text(f'{folder}/one.html')
    assert 'far_name' not in result.text(f'{folder}/one.html')


@pytest.mark.parametrize('pattern', ['[z-a]', '/[z-a]/', '[z-a] /guide/one'])
def test_what_is_no_pattern_warns_and_the_others_are_shown(show, pattern):
    result = show(pattern)
    [warning] = result.warning.splitlines()
    assert re.search(r'/guide/here\.(rst|md):3: WARNING: the pattern ', warning)
    assert warning.endswith(
        f'{pattern.split()[0]!r} matches nothing (bad character range z-a): it is left out '
        '[kwindex.bad_pattern]'
    )


@pytest.mark.parametrize(
    ('part', 'index', 'line'),
    [
        ('A part.\n\n' * 20, '.. include:: part.txt\n\n.. kwindex:: gone\n', 'index.rst:6'),
        ('A part.\n\n.. kwindex:: gone\n', '\n\n\n\n.. include:: part.txt\n', 'part.txt:3'),
    ],
)
def test_the_line_of_a_listing_is_that_of_its_file(make, part, index, line):
    conf = CONF['conf.py'] + "exclude_patterns = ['part.txt']\n"
    index = f'Index\n=====\n\n{index}'
    result = make({'conf.py': conf, 'part.txt': part, 'index.rst': index})
    assert f'{line}: WARNING: kwindex shows nothing' in result.warning


def test_every_format_says_what_it_does_not_show(make):
    literals = ' '.join(f'``name_{letter}``' for letter in 'abcdefghijklmno')
    text = f'Index\n=====\n\n{literals}\n\n.. kwindex::\n\n.. kwindex::\n   :limit: 4\n'
    shown = make({'index.rst': text}, 'text').text('index.txt')
    assert shown.count('"name_o"') == 2
    assert '\n12 more\n' in shown
    book = make({'index.rst': text}, 'latex').text('projectnamenotset.tex')
    assert book.count('name\\_o') == 2, 'there is no page that shows what a compact list does not'
    assert '12 more' in book


def test_a_limit_is_told_where_no_page_shows_the_rest(make):
    text = 'Index\n=====\n\n``name_a`` ``name_b``\n\n.. kwindex::\n   :limit: 1\n'
    shown = make({'index.rst': text}, config={'kwindex_pages': []}).text('index.html')
    assert '<p class="kwx-rest">2 more</p>' in shown
