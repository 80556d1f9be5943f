"""Documents that nobody should write: each builder builds them, and loses nothing."""

import html
import json
import os
import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from links import Crawl
from project import CONF, build, write

from sphinxcontrib_kwindex.extract.names import LONGEST, clean

#: the sizes of the issue take minutes, nearly all of them in Sphinx: they are tried on demand
FULL = 'KWINDEX_FULL_SIZE' in os.environ
HEADINGS = 10_000 if FULL else 500
TOKEN = 100_000 if FULL else 2_000
#: the text writer of Sphinx indents until no column is left
DEPTH = 30
LINE = 10_000_000 if FULL else 1_100_000

#: as they are shown
MARKUP = [
    '</script>', '"><img onerror=alert(1) src=x>', '<!--', ']]>', '&amp;', '${alert(1)}',
    '{{ 7*7 }}', '%s', '\\end{document}', '@bye', "'; DROP TABLE a", '__proto__', 'constructor',
    'hasOwnProperty', 'toString', '0', '...', 'CON', 'a/../../b', '漢字', '🎉', 'İi',
]  # fmt: skip
#: what is written -> what is shown
ODD = {
    'esc\x1baped': 'esc\ufffdaped',
    'be\x07ll': 'be\ufffdll',
    'non\uffffcharacter': 'non\ufffdcharacter',
    'rever\u202esed': 'rever⟨U+202E⟩sed',
    'iso\u2067lated': 'iso⟨U+2067⟩lated',
    'a\u202bclosed\u202cname': 'a⟨U+202B⟩closed⟨U+202C⟩name',
}
#: invisible, and no part of a name
INVISIBLE = {'zero\u200bwidth': 'zerowidth', '\ufeffbeginning': 'beginning', 'so\xadft': 'soft'}

DOCNAMES = [
    'with space', 'dots.in.name', 'hash#tag', 'per%20cent', 'größe', '漢', 'CON', 'nul',
    'sub/index', 'kw', 'all', 'glossary', 'doc/index', 'folder/index', '_static-x', '-dash', 'a&b',
    "it's", 'objects', 'searchindex',
]  # fmt: skip


def heading(text, line='='):
    return f'{text}\n{line * (2 * len(text) + 2)}\n\n'


def escaped(name):
    return re.sub(r'([\\*`_|<:])', r'\\\1', name)


def glossary(names):
    terms = ''.join(f'   {escaped(name)}\n      What it is: {escaped(name)}.\n\n' for name in names)
    return f'.. glossary::\n\n{terms}'


def nested(depth):
    return ''.join(f'{"  " * n}* ``level_{n}``\n\n' for n in range(depth))


FILES = {
    'conf.py': CONF
    + 'html_show_sourcelink = False\nauthor = copyright = version = release = "1"\n'
    + 'texinfo_documents = [("index", "p", "P", "A", "p", "D", "M")]\nproject = "P"\n'
    + 'smartquotes = False\n',
    'index.rst': heading('Start')
    + '.. toctree::\n   :glob:\n   :hidden:\n\n   *\n   sub/*\n   doc/*\n   folder/*\n   link/*\n'
    + '   real/*\n   kwindex/index\n\n.. kwindex:: /\n',
    'markup.rst': heading('</script><script>alert(1)</script>')
    + glossary(MARKUP)
    + ' '.join(f'``{name}``' for name in MARKUP)
    + '\n',
    'odd.rst': heading('Odd') + glossary([*ODD, *INVISIBLE]),
    'odd-title.rst': ':orphan:\n\n' + heading('Ti\x1btle \u202e of')
    + '.. code-block:: yaml\n\n   "ke\u202ey": 1\n   "qu\x1boted": 2\n',
    'long.rst': heading('Long')
    + f'{"a_" * TOKEN} ``{"b_" * TOKEN}`` *{"c" * TOKEN}*\n\n.. py:class:: {"D" * TOKEN}\n\n'
    + f'.. code-block:: python\n\n   class {"E" * TOKEN}: pass\n',
    'line.rst': heading('Line') + f'.. code-block:: none\n\n   {"x = 1; " * (LINE // 7)}\n',
    'same.rst': heading('Same') + ''.join(heading('Same', '-') for _ in range(HEADINGS)),
    'headings.rst': heading('Many')
    + ''.join(heading(f'About name_{n}', '-') for n in range(HEADINGS)),
    'deep.rst': heading('Deep') + nested(DEPTH),
    'sections.rst': ''.join(heading(f'Level {n}', sign) for n, sign in enumerate('=-~^"\'+')),
    'untitled.rst': 'Only ``untitled_name``.\n',
    'empty.rst': '',
    'comment.rst': '.. Nothing but a comment.\n',
    'including.rst': heading('Including') + '.. include:: part.txt\n',
    'part.txt': heading('Part', '-') + '.. py:function:: included_function()\n',
    **{
        f'{name}.rst': heading(f'Title {n}') + f'``in_document_{n}``\n'
        for n, name in enumerate(DOCNAMES)
    },
}  # fmt: skip
#: what Sphinx itself says of these documents
OF_SPHINX = r"doesn't have a title|genindex|duplicate term|Duplicate ID|cannot find any image"


@pytest.fixture(scope='module')
def project(tmp_path_factory):
    """Read the project once, for all builders."""
    folder = tmp_path_factory.mktemp('hostile')
    source = folder / 'source'
    source.mkdir()
    write(source, FILES)
    (source / 'linked.rst').symlink_to(source / 'untitled.rst')
    (source / 'real').mkdir()
    (source / 'real' / 'inside.rst').write_text(heading('Inside') + '``inside_name``\n', 'utf-8')
    (source / 'link').symlink_to(source / 'real', target_is_directory=True)
    done = {}

    def get(builder):
        if builder not in done:
            if builder != 'dummy':
                get('dummy')  # reads everything, and gives the warnings of reading
            own = '-gettext' if builder == 'gettext' else ''  # it wants all texts to be numbered
            doctrees = folder / f'doctrees{own}'
            done[builder] = build(source, folder / builder, doctrees, builder)
        return done[builder]

    return get


def ours(warning):
    return [line for line in warning.splitlines() if '[kwindex.' in line]


def test_each_oddity_is_one_typed_warning(project):
    lines = [line for line in project('dummy').warning.splitlines() if 'WARNING' in line]
    told = [re.sub(r'^.*/source/', '', line) for line in lines if not re.search(OF_SPHINX, line)]
    print(*told, sep='\n')
    found = Counter(re.sub(r'^([\w-]+).*\[(.*)\]$', r'\1 \2', line) for line in told)
    assert found == {
        'odd kwindex.control_char': len(ODD),
        'odd-title kwindex.control_char': 3,  # two keys and a title
        'long kwindex.too_long': 1,
        'line kwindex.too_long': 1,
    }


BUILDERS = [
    'html', 'dirhtml', 'singlehtml', 'epub', 'latex', 'text', 'man', 'texinfo', 'xml', 'pseudoxml',
    'json', 'pickle', 'gettext', 'changes', 'linkcheck', 'kwindex', 'kwmarkdown',
]  # fmt: skip


@pytest.mark.parametrize('builder', BUILDERS)
def test_every_builder_builds_it(project, builder):
    if FULL and builder in {'text', 'texinfo', 'man'}:
        pytest.skip('Sphinx wraps lines in a time that grows with the square of a word')
    result = project(builder)
    assert result.app.statuscode == 0
    assert bool(ours(result.warning)) is bool(result.read)
    for path in result.out.rglob('*.*'):
        if path.stem in {'odd', 'odd-title', 'genindex', 'output'}:
            continue  # Sphinx writes control characters as they are; a line for each link
        if path.suffix in {'.xml', '.xhtml', '.opf', '.ncx'}:
            ET.parse(path)
        elif path.suffix in {'.json', '.fjson'}:
            json.loads(path.read_text(encoding='utf-8'))
        elif path.suffix == '.jsonl':
            for line in path.read_text(encoding='utf-8').splitlines():
                json.loads(line)


def test_nothing_is_lost(project):
    lines = project('kwindex').text('records.jsonl').splitlines()
    names = {json.loads(line)['name'] for line in lines}
    wanted = [*map(clean, MARKUP), *ODD.values(), *INVISIBLE.values()]
    wanted += ['included_function', 'untitled_name', 'inside_name', 'D' * LONGEST]
    wanted += [f'in_document_{n}' for n in range(len(DOCNAMES))]
    wanted += [f'name_{n}' for n in range(HEADINGS)] + [f'level_{n}' for n in range(DEPTH)]
    assert [name for name in wanted if name not in names] == []


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'singlehtml'])
def test_every_link_of_ours_is_alive(project, builder):
    crawl = Crawl(project(builder).out)
    assert crawl.ours > 500
    # in folders, Sphinx takes what follows "#" for a fragment, also in its own links
    # on a single page, a toctree leads to generated pages that are not there, as to "genindex"
    others = 'hash#tag' if builder == 'dirhtml' else 'index.html: kwindex/index.html'
    assert [link for link in crawl.broken if others not in link] == []
    assert crawl.doubled == []


def test_no_markup_of_a_name_is_markup(project):
    for path in project('html').out.rglob('*.html'):
        text = path.read_text(encoding='utf-8')
        assert '<script>alert' not in text
        assert '<img onerror' not in text
        for script in re.findall(r'(?s)<script[^>]*>(.*?)</script>', text):
            assert 'alert' not in script


def test_a_name_is_shown_as_it_is_written(project):
    page = html.unescape(re.sub('<[^>]*>', '', project('html').text('kwindex/doc/markup.html')))
    assert [name for name in map(clean, MARKUP) if name not in page] == []
