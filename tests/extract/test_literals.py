"""Names in inline literals: what a literal is, and what it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import assert_linear

from sphinxcontrib_kwindex.extract import literals
from sphinxcontrib_kwindex.model import Kind

NAMES = {
    'import numpy as np': ['module numpy'],
    'numpy as np': ['name numpy'],
    'from shop.till import Drawer as D': ['module shop.till', 'import shop.till.Drawer'],
    'export X=5': ['environment variable X'],
    'set PORT_NUMBER=80': ['environment variable PORT_NUMBER'],
    '$env:PORT = 80': ['environment variable PORT'],
    'X=5 make --jobs all': [
        'command make', 'option --jobs', 'command make all', 'environment variable X',
    ],
    'retries = 3': ['name retries'],
    'LAYER_LOCK = yes': ['constant LAYER_LOCK'],
    'DEBUG_LEVEL=1': ['constant DEBUG_LEVEL=1'],
    'hosts: all': ['name hosts'],
    '[project.scripts]': ['setting project.scripts'],
    '[[bin]]': ['setting bin'],
    '#[test]': ['name test'],
    'httpx[cli]': ['name httpx'],
    'environ["PORT"]': ['environment variable PORT'],
    'POST /items/{id}': ['name /items/{id}'],
    '/items/<id>': ['name /items/<id>'],
    'flex_attention.py_kw.md': ['file flex_attention.py_kw.md'],
    'os.path': ['name os.path'],
    'rules.mk': ['file rules.mk'],
    'group_vars/': ['file group_vars/'],
    'fs.open(path, flags)': ['function fs.open(path, flags)'],
    'SIGINT': ['constant SIGINT'],
    'JSON': ['name JSON'],
    '%APP_DATA%': ['environment variable %APP_DATA%'],
    'pip cache purge': ['command pip cache purge'],
    'docker agent serve api': ['command docker agent serve'],
    'is an alias for running': [],
    'a and b': [],
    '[a-z]': [],
    'x > y': [],
}


@pytest.mark.parametrize('literal', NAMES)
def test_what_a_literal_is(literal):
    found = literals.literal_names(literal)
    assert [f'{kind} {name}' for name, kind in found] == NAMES[literal]


@pytest.mark.parametrize(
    ('literal', 'passing'),
    [
        ('connect(path, retries=3)', ['path', 'retries']),
        ('isinstance(value, int)', ['value', 'int']),
        ('x.some_name == y', ['x.some_name', 'y']),
        ('{{ item.name }}', ['item.name']),
        ('some_name is missing in here', ['some_name']),
        ('src/app/main.py', []),
        ('some_name', []),
        ('a ' * 200 + 'some_name', []),
    ],
)
def test_passing_names(literal, passing):
    whole = [name for name, _kind in literals.literal_names(literal)]
    assert list(literals.passing_names(literal, whole)) == passing


@pytest.mark.parametrize(
    ('literal', 'inner'),
    [
        ('@define(eq=False, slots = True)', ['eq', 'slots']),
        ('f(a == b)', []),
        ('f("x=1")', []),
        ('pip install --upgrade pip', ['pip install', '--upgrade']),
        ('coverage run --branch my.py', ['coverage run', '--branch']),
        ('one of these', []),
        ('$XDG_HOME/pip', ['XDG_HOME']),
        ('${XDG_HOME}/pip', ['XDG_HOME']),
        (r'%APPDATA%\pip', ['APPDATA']),
        ('$HOME/.pip', []),
        ('$XDG_HOME', []),
        ('100%', []),
    ],
)
def test_inner_names(literal, inner):
    assert [name for name, _kind in literals.inner_names(literal)] == inner


def test_kinds_of_inner_names():
    assert dict(literals.inner_names('git rm --cached x/y')) == {
        'git rm': Kind.COMMAND,
        '--cached': Kind.OPTION,
    }


@pytest.mark.parametrize(
    'literal',
    [
        '**strong**', '*a*', '``code``', ':index:`x`', 'pkg>=1.0', "['a']", 'a|b', 'x == y', 'f(a, b)',
        'List[int]', '"x"',
    ],
)  # fmt: skip
def test_expressions(literal):
    assert literals.is_expression(literal)


@pytest.mark.parametrize(
    'literal',
    [
        '<div>',
        '<br/>',
        'operator[]',
        'operator()',
        '_{X}_Y',
        '*.py',
        'a/b',
        'a::b',
        ':index:',
        '--a-b',
    ],
)
def test_no_expressions(literal):
    assert not literals.is_expression(literal)


FUNCTIONS = [
    literals.guess_kind,
    literals.is_expression,
    literals.literal_names,
    lambda text: list(literals.inner_names(text)),
    lambda text: list(literals.passing_names(text, [])),
]
PIECES = [
    '(', 'a', '_', 'a(', '::', 'a.', '. ', ' ', '/', '<a>', '-', '--a ', '$A', '%A', 'x=', 'a(x=',
    'a[', '[a', '#[', 'import a, ', 'A=1 ', 'export ', 'a: ', '\x00', '\ud800',
]  # fmt: skip


@pytest.mark.parametrize('piece', PIECES)
@pytest.mark.parametrize('function', FUNCTIONS)
def test_is_linear(function, piece):
    assert_linear(function, piece)


@given(st.text())
def test_never_raises(text):
    for function in FUNCTIONS:
        function(text)
