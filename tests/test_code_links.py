"""Links in highlighted code: which token is the name, and nothing but tags is added."""

import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sphinx.highlighting import PygmentsBridge

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
    assert all(''.join(a.itertext()).strip() for a in tree.iter('a'))
    assert all(linked.count(tag) <= 1 for tag in tags)
