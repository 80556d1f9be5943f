"""No text breaks the reading of Python, none makes it slow, and none gets a word said of it."""

import builtins
import gc
import sys
import time
import warnings

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sphinxcontrib_kwindex.extract.names import word_lists
from sphinxcontrib_kwindex.extract.python import extract, read_statements, read_tree

BOTH = pytest.mark.parametrize('read', [extract, read_statements])
WORDS = str.split(
    """
    def class import from as for in lambda async await type match return raise with f self x_1 Name
    ( ) [ ] { } : ; , . = == := -> @ # #: \\ ' " ''' \""" f" >>> ... 0x1 1.5 é \ud800 \x00 \x0c \r
    """
)
PIECES = st.sampled_from([*WORDS, ' ', '    ', '\t', '\n', '\n    ', '\n        '])


@given(st.lists(PIECES, max_size=60).map(''.join) | st.text())
@example('\ud800 = 1')
@example('\x00')
@example('a\x0c\n\x0b\x85\u2028b_1 = 1')
@example('>>> ')
@example('"""')
@example('def f(' * 20)
@example('f"{a')
@example('x = 1\\')
@example('@for a in b: c')
def test_any_text_is_read(code):
    for read in (extract, read_statements):
        found = read(code)
        assert found == read(code)
        assert all(1 <= one.line <= code.count('\n') + 1 for one in found)
        assert all(one.times >= 1 and one.name.strip() == one.name != '' for one in found)
        assert [one.line for one in found] == sorted(one.line for one in found)
        keys = [(one.name, one.kind, one.usage) for one in found]
        assert len(set(keys)) == len(keys)


NAMES = st.from_regex(r'[a-z]{2}_[a-z]{2}', fullmatch=True)


@given(st.lists(NAMES, min_size=2, max_size=2, unique=True), st.booleans())
def test_both_readers_agree(names, method):
    name, other = names
    head = 'class Around:\n    ' if method else 'if other_thing:\n    '
    code = f'{head}def {name}(self, {other}):\n        return self.{other}({name})\n'
    assert sorted(read_tree(code)) == sorted(read_statements(code))


ADVERSARIES = [
    'a;', 'a:b;', ';class A[', 'class A(', 'def f(', 'a = ', 'a, ', 'a.', '_', '"', "'''", '"""a\n',
    '(', ')', '{[(', '\\\n', '\n', '\t', ' ', '#', '#: a_b\n', '# a_b ', '>>> a\n', '... ',
    'import a, ', 'from a import (', 'from ', 'for a, ', 'lambda a, ', 'f"{a}" ', 'x = "a_b"\n',
    'self.a = 1\n', 'not ', '-', 'a(', 'a if b else ', '\n  def f(self):\n', '\n@a.b\n', '0x',
    '\x00', 'A: "', 'A: int\n', '\n"""\n', 'class A:\n "a"\n', '\ud800', '\r', 'a ', '``a_b``', 'https://a',
]  # fmt: skip


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize('unit', ADVERSARIES)
def test_the_time_is_linear(read, unit):
    code = unit * (40_000 // len(unit))
    for _ in range(3):  # other processes may disturb it once
        single, double = seconds(read, code), seconds(read, code * 2)
        if double < 3 * single or double < 0.02:
            return
    pytest.fail(f'{single:.3f} s, then {double:.3f} s for twice as much')


def seconds(read, code):
    gc.disable()
    start = time.process_time()
    read(code)
    passed = time.process_time() - start
    gc.enable()
    return passed


@pytest.mark.slow
@pytest.mark.parametrize(
    'code',
    [
        'f(' * 100_000 + ')' * 100_000,
        '-' * 100_000 + '1',
        'a' + '.b' * 100_000,
        'a' + '()' * 100_000,
        '1 + ' * 100_000 + '1',
        'if a: pass\n' + 'elif a: pass\n' * 100_000,
        ''.join(f'{" " * depth}def f():\n' for depth in range(1_000)),
        ''.join(f'{" " * depth}class A:\n' for depth in range(1_000)),
        'x = "' + 'a' * 10_000_000,
        'x = 1; ' * 150_000,
    ],
    ids=range(10),
)
def test_depth_and_length_are_no_danger(code):
    assert all(len(one.name) <= 256 for one in extract(code))


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason='Python 3.12 reads f-strings in linear time'
)
def test_the_fields_of_one_f_string_are_not_left_to_the_parser():
    assert read_tree('f"' + '{a}' * 6_000 + '"') is None


@pytest.mark.slow
def test_texts_that_are_too_large_for_a_tree_are_read():
    code = 'def f(): pass\n' * 72_000
    assert read_tree(code) is None
    assert extract(code)[0].times == 72_000


def test_no_warning_of_the_parser_is_seen():
    code = "x_1 = '\\d' is 1\nassert (x_1, 'a')\n"
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        found = read_tree(code)
    assert seen == []
    assert {one.name for one in found} == {'x_1'}


def test_warnings_made_errors_do_not_change_what_is_found():
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert read_tree("'\\d'\n") == []


def test_what_python_has_is_known_and_not_asked():
    """Pages do not depend on which Python makes them; what a newer one has belongs into the list."""
    here = {name for name in dir(builtins) if not name.startswith('_')}
    newest = {'PythonFinalizationError'}  # 3.13
    listed = word_lists('python_builtins')
    names = frozenset.union(*listed.values())
    assert here - names == set()
    assert {n for n in names if n[0] != '_'} - here <= newest
    classes = {name for name in here if type(vars(builtins)[name]) is type}
    assert listed['classes'] - classes <= newest
    assert classes - listed['classes'] == set()
