"""Any nodes in any order, as extensions may put them: a document always gets its record.

A few trees in CI, and as many as ``KWINDEX_TREES`` says on demand.
"""

import os

import pytest
from docutils import nodes
from docutils.utils import new_document
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from project import build_files
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.collector import record_of
from sphinxcontrib_kwindex.extract.names import LONGEST, sanitize
from sphinxcontrib_kwindex.index.ranking import make_header
from sphinxcontrib_kwindex.records import RecordStore

TREES = int(os.environ.get('KWINDEX_TREES', '100'))

ABSTRACT = {nodes.Element, nodes.TextElement, nodes.FixedTextElement, nodes.document, nodes.Text}


def classes_of(module):
    """Give all nodes of a module that can be made from a text."""
    found = {value for value in vars(module).values() if isinstance(value, type)}
    return sorted(
        (c for c in found - ABSTRACT if issubclass(c, nodes.Element)), key=lambda c: c.__name__
    )


CLASSES = [*classes_of(nodes), *classes_of(addnodes)]
#: those that say something, more often
TELLING = [
    nodes.section, nodes.title, nodes.paragraph, nodes.literal, nodes.literal_block, nodes.target,
    nodes.term, nodes.definition_list, nodes.definition_list_item, nodes.definition,
    nodes.abbreviation, nodes.reference, nodes.meta, nodes.strong, nodes.emphasis,
    addnodes.glossary, addnodes.desc, addnodes.desc_signature, addnodes.desc_name,
    addnodes.desc_content, addnodes.index, addnodes.only, addnodes.pending_xref,
    addnodes.desc_parameterlist, addnodes.desc_parameter, addnodes.highlightlang,
]  # fmt: skip
WORDS = [
    'word', 'a_name', 'Foo.bar()', '--option', '$HOME', '', ' ',
    'See the API (Application Program)', 'class A:\n    def f(self): pass', '>>> a_b', '漢字',
    '\ud800', '\x1b\u202e', 'x' * 5000, 'a; b', '<html>', 'only', 'py',
    'cpp', 'module-a', 'html and (', 'std', 'option', 'file',
]  # fmt: skip
TEXTS = st.one_of(st.sampled_from(WORDS), st.text(max_size=20))
NAMES = st.lists(TEXTS, max_size=2)
ENTRIES = st.lists(
    st.tuples(st.sampled_from(['single', 'pair', 'see', 'triple']), TEXTS, TEXTS, TEXTS, st.none()),
    max_size=2,
)
VALUES = {
    'ids': NAMES, 'names': NAMES,
    'classes': st.lists(st.sampled_from(['no-kwindex', 'contents', 'x'])),
    'entries': ENTRIES, 'expr': TEXTS, 'reftarget': TEXTS, 'refuri': TEXTS, 'language': TEXTS,
    'role': TEXTS, 'explanation': TEXTS, 'name': TEXTS, 'content': TEXTS,
    'ismod': st.booleans(),
    'refdomain': st.sampled_from(['py', 'std', 'kw', 'c']), 'lang': TEXTS, 'source': TEXTS,
    'reftype': st.sampled_from(['func', 'ref', 'option', 'any', 'doc', 'term']),
    'domain': st.sampled_from(['py', 'std', 'cpp', 'c', 'js', 'rst']),
    'objtype': st.sampled_from(['function', 'class', 'cmdoption', 'envvar', 'module', 'odd']),
    'fullname': TEXTS, 'module': TEXTS, 'class': TEXTS, 'allnames': NAMES,
    'std:program': TEXTS, 'py:module': TEXTS, 'py:class': TEXTS, 'refexplicit': st.booleans(),
}  # fmt: skip
ATTRIBUTES = st.lists(
    st.one_of([st.tuples(st.just(name), values) for name, values in VALUES.items()]), max_size=4
).map(dict)
#: what docutils and Sphinx themselves always give to these
ALWAYS = {
    nodes.system_message: {'source': 'a.rst', 'type': 'INFO', 'level': 1},
    nodes.option_argument: {'delimiter': '='},
    addnodes.index: {'entries': []},
    addnodes.only: {'expr': 'html'},
    addnodes.highlightlang: {'lang': 'python', 'force': False, 'linenothreshold': 9},
    addnodes.desc: {'domain': 'py', 'objtype': 'function'},
    addnodes.pending_xref: {'reftarget': 'a', 'reftype': 'func', 'refdomain': 'py'},
}


@st.composite
def nodes_of(draw, children):
    cls = draw(st.sampled_from(TELLING) | st.sampled_from(CLASSES))
    attributes = {**ALWAYS.get(cls, {}), **draw(ATTRIBUTES)}
    node = nodes.Element.__new__(cls)
    nodes.Element.__init__(node, '', **attributes)
    node.tagname = cls.__name__
    node.line = draw(st.none() | st.integers(-1, 50))
    node += draw(children)
    return node


TREE = st.recursive(
    TEXTS.map(nodes.Text), lambda children: nodes_of(st.lists(children, max_size=5)), max_leaves=30
)


@pytest.fixture(scope='module')
def env(tmp_path_factory):
    """Give a real environment that is about to read a document."""
    files = {'index.rst': 'Title\n=====\n'}
    env = build_files(tmp_path_factory.mktemp('doctrees'), files, 'dummy').app.env
    data = getattr(env, 'current_document', None)
    if data is None:
        env.temp_data['docname'] = 'index'
    else:
        data.docname = 'index'
    return env


def check(doctree, env):
    record = record_of(doctree, env)
    assert record == record_of(doctree, env)
    store = RecordStore()
    store.put('index', make_header(record, ()), record)
    assert store['index'] == record
    sections, conditions = len(record.sections), len(record.conditions)
    for keyword in record.keywords:
        assert 0 < len(keyword.name) <= LONGEST
        assert sanitize(keyword.name) == keyword.name
        for place in keyword.places:
            assert 0 <= place.section < sections
            assert 0 <= place.condition < conditions
            assert 0 <= place.source < len(record.sources)
            assert place.times >= 1
        for definition in keyword.definitions:
            definition.text.encode()
    for section in record.sections:
        section.title.encode()


@given(st.lists(TREE, max_size=6))
@settings(max_examples=TREES, suppress_health_check=list(HealthCheck))
def test_any_tree_has_its_record(env, trees):
    doctree = new_document('index.rst')
    doctree += trees
    check(doctree, env)


def test_a_tree_may_be_deep(env):
    node = inner = nodes.paragraph()
    for depth in range(300):
        child = (nodes.section if depth % 3 else nodes.bullet_list)(ids=[f'i{depth}'])
        inner += child
        inner = child
    inner += nodes.literal('', 'deep_name')
    doctree = new_document('index.rst')
    doctree += node
    assert 'deep_name' in {keyword.name for keyword in record_of(doctree, env).keywords}
