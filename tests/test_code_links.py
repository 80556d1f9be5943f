"""Links in highlighted code: which token is the name, and nothing but tags is added."""

import json
import re
import sys
from html import unescape
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from links import Crawl
from project import CONF, digests
from sphinx.highlighting import PygmentsBridge
from trees import page_of

from sphinxcontrib_kwindex.render.code_links import CodeLink, add_links

BRIDGE = PygmentsBridge('html')
TAG = '<a href="{}.html#{}">'

#: language, code with the links in it marked, and the names with their lines
CASES = [
    ('python', 'from «acme» import «Client», open as o', 'acme:1 acme.Client:1'),
    ('python', '«Client»(Client=1)\nClient = «acme.Client»(Client)', 'Client:1 acme.Client:2'),
    ('python', 'def f(x: «acme.Client») -> «Other»: ...', 'acme.Client:1 acme.Other:1'),
    ('python', '@acme.«route»("/x")', 'acme.route:1'),
    ('python', '«acme».«Client».open()', 'acme:1 acme.Client:1'),
    ('python', '«acme.Client».«open»()', 'acme.Client:1 acme.Client.open:1'),
    ('python', 'np.«array»(x)\nnp.«random.rand»(x)', 'numpy.array:1 numpy.random.rand:2'),
    ('python', 'f"acme.open {«acme.open»()} acme.open"  # acme.open', 'acme.open:1'),
    ('python', '"""acme.open\nacme.open"""\nacme.opened, reopen', 'acme.open:1 acme.open:2 open:3'),
    ('python', 'x.open() or open_()\nx.«open»()', 'open:1 Client.open:2'),
    ('python', 's.close()\nx.Session\ns = «Session»(1)', 'acme.Session:1'),
    ('python', 'a.close(); b.close()', 'Client.close:1'),
    ('python', 'a.«close»(); a.close()', 'Client.close:1'),
    ('python', 'import os\n«acme.open»(\n    acme.open)', 'acme.open:7 lib.acme.open:0 open:2'),
    ('pycon', '>>> «Client»()\n... «Client»\nClient\n>>> 1', 'Client:1 Client:2 Client:3'),
    ('console', '$ «acme run --fast» x\nacme', 'acme@run@--fast:1 acme:2'),
    ('console', '$ «acme run» x  # acme', 'acme@run:1 acme:1'),
    ('console', '$ sphinx-build --jobs=1 $BUILD', 'sphinx:1 build:1 jobs:1'),
    ('bash', 'export «ACME_HOME»=1\ncd $«ACME_HOME»', 'ACME_HOME:1 ACME_HOME:2'),
    ('c', '#include <uv.h>\n«uv_loop_t» *l = «uv_init»();', 'uv:1 uv_loop_t:2 uv_init:2'),
    ('c', 'x->open(1); /* uv_run */\n#define A «uv_run»(l)', 'open:1 uv_run:1 uv_run:2'),
    ('c', 'uv_run;\nx->«open»(1);', 'uv_run_t:1 uv.open:2'),
    ('cpp', '«ns::Client»<int> c; c.«open»<T>(x);', 'ns::Client:1 ns::Client::open:1'),
    ('cpp', 'template <class Client, typename Client>\nvoid f(Client x);', 'Client:1'),
    ('cpp', 'class ns::Client;\ntypename «ns::Client»::T x;', 'ns::Client:1 ns::Client:2'),
    ('python', 'class Client(«Client»): ...\ndef open(x): ...', 'acme.Client:1 open:2'),
    ('cpp', 'auto p = make<«ns::Client»>(&«ns::f»);', 'ns::Client:1 ns::f:1'),
    ('rust', 'use a::{«Ser», «de::De»};\n#[derive(«Ser»)]', 'a::Ser:1 a::de::De:1 Ser:2'),
    ('rust', '«json::from»::<T>(&s)?;\n«println!»("{}", x);', 'json::from:1 println!:2'),
    ('go', 'import "net/http"\nr := «http.NewRequest»(x)', 'http.NewRequest:2'),
    ('javascript', 'const { «Client» } = require("Client");', 'acme.Client:1'),
    ('javascript', 'await c?.«open»({ a: b });\n`${«acme.open»()} acme`', 'acme.open:2 C.open:1'),
    ('typescript', 'let x: «Client»<Foo> = f();\n@«Injectable»()', 'acme.Client:1 Injectable:2'),
    ('yaml', 'a:\n  «my_key»: true # my_key', 'a.my_key:2'),
    ('php', '<?php\n$open = «Acme\\Client::open»();', 'Acme\\Client::open:2'),
    ('lua', 'acme.«open»(x)', 'lib.open:1'),
    ('latex', "# a\n«a_b» = 'c'\n«d_e» = {", 'a_b:2 d_e:3'),
    ('text', 'acme.open()', 'acme.open:1'),
]  # fmt: skip

#: how Sphinx may ask for the same code
STYLES = [
    {},
    {'linenos': 'table'},
    {'linenos': 'inline'},
    {'linenos': 'table', 'linenostart': 98},
    {'hl_lines': [1, 2]},
    {'linenos': 'inline', 'hl_lines': [2], 'linenostart': 9},
]


def links_of(words):
    pairs = [word.replace('@', ' ').rsplit(':', 1) for word in words.split()]
    return [
        CodeLink(name, int(line), TAG.format(number, name))
        for number, (name, line) in enumerate(pairs)
    ]


def without_links(html):
    return re.sub('<a [^>]*>|</a>', '', html)


def marked(html):
    """Return the code with marks around links."""
    html = re.sub('<a [^>]*>', '«', html).replace('</a>', '»')
    html = re.sub(r'<td class="linenos">.*?</td>|<span class="linenos">[ \d]*</span>', '', html,
                  flags=re.DOTALL)  # fmt: skip
    return unescape(re.sub('<[^>]*>', '', html)).strip('\n')


@pytest.mark.parametrize(('language', 'expected', 'links'), CASES)
def test_the_name_is_linked(language, expected, links):
    code = re.sub('[«»]', '', expected)
    for style in STYLES:
        html = BRIDGE.highlight_block(code, language, **style)
        linked = add_links(html, links_of(links))
        assert marked(linked) == expected
        assert without_links(linked) == html
        ET.fromstring(linked)


def test_a_link_to_one_target_is_written_once():
    """The first of several names that lead to one target is linked."""
    html = BRIDGE.highlight_block('import acme\nacme.open()\nacme.open()', 'python')
    links = [CodeLink('acme.open', line, '<a href="#open">') for line in (3, 2, 1)]
    assert marked(add_links(html, links)) == 'import acme\n«acme.open»()\nacme.open()'


def test_what_is_a_link_already_stays():
    html = '<pre><span class="n"><a href="#x">acme</a></span><span class="o">.</span>acme</pre>'
    assert add_links(html, links_of('acme:1')) == html


NAMES = st.sampled_from(['a', 'b', 'acme', 'open', 'lt', 'amp', 'x-y', 'A', 'Äö'])
QUALIFIED = st.lists(NAMES, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(['.', '::', '->']).map(lambda sign: sign.join(parts))
)
WORDS = st.one_of(
    QUALIFIED, st.sampled_from([*' \n\n(){}<>&"\'#;:=@$-', '>>> ', '$ ', '//', '/*', '*/'])
)
LANGUAGES = st.sampled_from(['python', 'pycon', 'c', 'cpp', 'rust', 'js', 'bash', 'console', 'php'])


@given(
    st.lists(WORDS, max_size=25).map(''.join),
    LANGUAGES,
    st.sampled_from(STYLES),
    st.lists(st.tuples(QUALIFIED, st.integers(0, 5)), max_size=8),
)
def test_text_and_structure_stay(code, language, style, names):
    html = BRIDGE.highlight_block(code, language, force=True, **style)
    tags = [TAG.format(n, '') for n in range(len(names))]
    linked = add_links(html, [CodeLink(*name, tag) for name, tag in zip(names, tags, strict=True)])
    assert without_links(linked) == html
    tree = ET.fromstring(linked)
    assert not tree.findall('.//a//a')
    for a in tree.iter('a'):
        name = names[int(re.match(r'\d+', a.attrib['href'])[0])][0]
        assert re.split(r'\.|::|->', name)[-1] == re.split(r'\.|::|->', ''.join(a.itertext()))[-1]
    assert all(linked.count(tag) <= 1 for tag in tags)


# -- in documents

API = """
API
===

.. py:module:: acme

.. py:class:: Client

   .. py:method:: open()

.. py:function:: connect()

   >>> acme.connect(acme.Client)

.. py:function:: shared()

   .. code-block:: python

      acme.shared()

.. c:type:: ac_loop_t
.. c:function:: int ac_run(ac_loop_t *loop)

Values
------

.. envvar:: ACME_HOME
"""
PYTHON = ['import acme', '', 'acme.connect(', '    acme.Client)']
INCLUDED = 'import acme\n\n\ndef f(x):\n    x.connect()\n\n\n' + '\n'.join(PYTHON[2:]) + '\n'


def block(*options, name='code-block', language='python', lines=PYTHON):
    head = f'.. {name}:: {language}'
    return '\n   '.join([head, *options, '', *lines])


CONNECT = 'acme.connect('
#: what a section has -> the links in its blocks
BLOCKS = {
    'plain': (block(), 'acme acme.connect acme.Client'),
    'numbers': (block(':linenos:'), 'acme acme.connect acme.Client'),
    'first number': (block(':lineno-start: 70'), 'acme acme.connect acme.Client'),
    'emphasized': (block(':emphasize-lines: 1,3'), 'acme acme.connect acme.Client'),
    'caption': (block(':caption: acme.connect()', ':name: one'), 'acme acme.connect acme.Client'),
    'dedent': (block(':dedent: 1', lines=[' acme.connect()']), 'acme.connect'),
    'all': (
        block(':linenos:', ':emphasize-lines: 3-4', ':caption: A', ':force:'),
        'acme acme.connect acme.Client',
    ),
    'in a list': ('* An item::\n\n     acme.connect()\n', 'acme.connect'),
    'in a note': ('.. note::\n\n   A note::\n\n     acme.connect()\n', 'acme.connect'),
    'doctest': ('>>> import acme\n>>> acme.connect()\nacme.Client', 'acme acme.connect'),
    'flags': (
        block(
            language='pycon',
            lines=['>>> 1  # doctest: +SKIP', '<BLANKLINE>', '>>> acme.connect()'],
        ),
        'acme.connect',
    ),
    'session': (
        block(language='console', lines=['$ cd $ACME_HOME', 'ACME_HOME']), 'ACME_HOME',
    ),
    'command': (
        f'{block(lines=["import acme"])}\n\n{block(language="console", lines=["$ acme"])}', 'acme',
    ),
    'command alone': (f'{block(language="console", lines=["$ acme run"])}', ''),
    'c': (block(language='c', lines=['ac_loop_t *x;', 'ac_run(x);']), 'ac_loop_t ac_run'),
    'parsed': ('.. parsed-literal::\n\n   acme.connect(*x*)\n', ''),
    'none': (block(language='none'), ''),
    'text': (block(language='text'), ''),
    'unknown lexer': (block(language='no-such-lexer'), ''),
    'included': (
        '.. literalinclude:: inc.py\n   :language: python\n', 'acme acme.connect acme.Client',
    ),
    'lines': (
        '.. literalinclude:: inc.py\n   :language: python\n   :lines: 7-\n   :linenos:\n',
        'acme.connect acme.Client',
    ),
    'once': (f'{block()}\n\nMore.\n\n{block()}', 'acme acme.connect acme.Client'),
    'below': (f'{block(lines=["acme.Client"])}\n\n{block()}', 'acme.Client acme acme.connect'),
    'text first': (f'First ``acme.connect``.\n\n{block()}', 'acme acme.connect acme.Client'),
    'hidden': (f'.. container:: no-kwindex\n\n{block()}'.replace('\n', '\n   '), ''),
    'only': ('.. only:: not html\n\n   ::\n\n     acme.connect()\n', ''),
    'local': (block(lines=['class Client: ...', 'Client()']), ''),
}  # fmt: skip
TITLES = '\n'.join(f'{title}\n{"-" * 20}\n\n{text}\n' for title, (text, _links) in BLOCKS.items())
FENCED = """
# Fenced

```python
import acme
acme.connect()
```

```{code-block} python
:linenos:
:emphasize-lines: 1
acme.Client
```
"""
LINKS = {'kwindex_links': ['code'], 'kwindex_pages': []}
FILES = {
    'conf.py': CONF + "suppress_warnings = ['epub', 'misc.highlighting_failure']\n",
    'index.rst': f'Start\n=====\n\n.. toctree::\n\n   api\n\n{TITLES}',
    'api.rst': API,
    'inc.py': INCLUDED,
}


def linked(built, page):
    """Return the texts of the links in each section of a page."""
    found = {}
    for a in page_of(built, page).all('a', class_='kwindex-link'):
        section = a
        while section.tag != 'section':
            section = section.parent
        found.setdefault(section.attrs['id'], []).append(a.text)
    return {section: ' '.join(texts) for section, texts in found.items()}


def test_blocks_of_all_sorts(make):
    built = make(FILES, config=LINKS)
    assert built.warning == ''
    found = linked(built, 'index.html')
    assert {title: found.get(title.replace(' ', '-'), '') for title in BLOCKS} == {
        title: links for title, (_text, links) in BLOCKS.items()
    }
    # "shared" and "connect" describe themselves in this section
    assert linked(built, 'api.html') == {}
    page = page_of(built, 'index.html')
    links = [*page.all('a', class_='kwindex-link')]
    connect = {a.attrs['href'] for a in links if a.text.endswith('connect')}
    assert connect == {'api.html#acme.connect'}
    assert {a.attrs['title'] for a in links if a.text.endswith('run')} == {'ac_run'}


def test_fences(make):
    conf = FILES['conf.py'].replace("['", "['myst_parser', '")
    index = '# Start\n\n```{toctree}\nfenced\napi\n```\n'
    files = {'conf.py': conf, 'index.md': index, 'fenced.md': FENCED, 'api.rst': API}
    built = make(files, config=LINKS)
    assert built.warning == ''
    assert linked(built, 'fenced.html') == {'fenced': 'acme acme.connect acme.Client'}


BUILDERS = ['html', 'dirhtml', 'singlehtml', 'epub', 'json', 'text', 'latex']


@pytest.mark.parametrize('builder', BUILDERS)
def test_text_is_the_same_in_all_builders(make, builder):
    config = {'kwindex_pages': [], 'version': '1', 'epub_copyright': 'us'}
    one = make(FILES, builder, config=config, out='off', doctrees='off-d')
    two = make(FILES, builder, config=config | LINKS, out='on', doctrees='on-d')
    assert one.warning == two.warning == ''
    if builder in {'text', 'latex'}:
        assert {k: v for k, v in digests(one.out).items() if k.endswith(('.tex', '.txt'))} == {
            k: v for k, v in digests(two.out).items() if k.endswith(('.tex', '.txt'))
        }
        return
    count = 0
    for path in sorted([*one.out.rglob('*html'), *one.out.rglob('*.fjson')]):
        before, after = path.read_text('utf-8'), two.text(path.relative_to(one.out))
        if path.suffix == '.fjson':
            before, after = (json.loads(text).get('body', '') for text in (before, after))
        plain, number = re.subn(r'<a class="kwindex-link[^>]*>(.*?)</a>', r'\1', after)
        plain = re.sub(r'<link[^>]*kwindex-links.css[^>]*>\s*', '', plain)
        assert plain.split() == before.split()
        count += number
    assert count == sum(len(links.split()) for _text, links in BLOCKS.values())
    if builder not in {'json', 'epub'}:
        assert Crawl(two.out).broken_of_any == Crawl(one.out).broken_of_any


def test_other_visitors_of_blocks_stay(make):
    """An extension that writes code blocks itself does so, and what it writes has links."""
    conf = FILES['conf.py'] + """
from docutils import nodes
def visit(self, node):
    try:
        type(self).visit_literal_block(self, node)
    except nodes.SkipNode:
        self.body[-1] = f'<div class="theirs">{self.body[-1]}</div>'
        raise
def setup(app):
    app.add_node(nodes.literal_block, override=True, html=(visit, None))
"""
    one = make({**FILES, 'conf.py': conf}, out='one', doctrees='one-d')
    two = make({**FILES, 'conf.py': conf}, config=LINKS, out='two', doctrees='two-d')
    assert one.warning == two.warning == ''
    texts = [built.text('index.html') for built in (one, two)]
    assert [text.count('class="theirs"') for text in texts] == 2 * [texts[0].count('theirs')]
    assert 'kwindex-link' in texts[1]


def test_a_block_that_is_not_highlighted_stays(make):
    conf = FILES['conf.py'] + """
from docutils import nodes
def visit(self, node):
    self.body.append('<pre>')
def depart(self, node):
    self.body.append('</pre>')
def setup(app):
    for node in (nodes.literal_block, nodes.doctest_block):
        app.add_node(node, override=True, html=(visit, depart))
"""
    one = make({**FILES, 'conf.py': conf}, out='one', doctrees='one-d')
    two = make({**FILES, 'conf.py': conf}, config=LINKS, out='two', doctrees='two-d')
    body = re.compile('<section.*</section>', re.DOTALL)
    assert body.search(one.text('index.html'))[0] == body.search(two.text('index.html'))[0]


def test_python_is_left_to_codeautolink(make, monkeypatch):
    """It looks for the tokens of Python in files, and warns where it does not find them."""
    theirs = ModuleType('sphinx_codeautolink')
    theirs.setup = lambda _app: {'parallel_read_safe': True}
    monkeypatch.setitem(sys.modules, 'sphinx_codeautolink', theirs)
    conf = f"{FILES['conf.py']}extensions.append('sphinx_codeautolink')\n"
    built = make({**FILES, 'conf.py': conf}, config=LINKS)
    assert linked(built, 'index.html') == {'session': 'ACME_HOME', 'c': 'ac_loop_t ac_run'}
