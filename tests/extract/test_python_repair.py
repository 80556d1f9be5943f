"""Python that does not parse: sessions, fragments, placeholders, other dialects."""

import pytest

from sphinxcontrib_kwindex.extract.python import extract, read_tree


def defined(code):
    return [f'{one.kind} {one.name}' for one in extract(code) if one.usage == 'definition']


def sorted_names(code, usage):
    return [one.name for one in extract(code) if one.usage == usage]


# -- sessions


def test_of_a_session_only_what_was_typed_counts():
    code = '''\

>>> import numpy as np
>>> class Shop:
...     """Sells."""
...     def sell(self):
...         return np.zeros(3)
...
>>> Shop().sell()
array([0., 0.])
... out_put
def no_code(): pass
>>> %timeit Shop()
>>> help_me?
'''
    found = extract(code)
    assert [(one.name, one.line) for one in found if one.usage == 'definition'] == [
        ('Shop', 3),
        ('Shop.sell', 5),
    ]
    told = {one.name for one in found if one.usage != 'alias'}
    assert told == {'numpy', 'Shop', 'Shop.sell', 'numpy.zeros'}


def test_ipython():
    code = """\
In [1]: def f():
   ...:     return g_1()

In [2]: f()
Out[2]: no_name

In [3]: X = 1
"""
    assert {(one.name, one.line) for one in extract(code) if one.usage != 'alias'} == {
        ('f', 1),
        ('g_1', 2),
        ('f', 4),
        ('X', 7),
    }


def test_comments_may_stand_above_a_session():
    assert defined('# This is how:\n\n>>> def f(): pass\nno_output\n') == ['function f']


def test_a_doctest_does_not_make_a_file_a_session():
    code = 'def f():\n    """F.\n\n    >>> f()\n    """\n\nclass A: ...\n'
    assert defined(code) == ['function f', 'class A']


def test_a_session_that_does_not_parse_is_read_all_the_same():
    assert defined('>>> class A(:\n...     def f(self): pass\noutput\n') == [
        'class A',
        'method A.f',
    ]


def test_a_session_in_a_text_of_another_kind_is_code():
    code = '$ python\n>>> def f():\n...     return 1\n>>> import os\n>>> call_me(1)\n100L\n'
    passing = ('alias', 'mention')
    found = [one for one in extract(code) if one.usage not in passing]
    assert {(one.name, one.usage, one.line) for one in found} == {
        ('f', 'definition', 2),
        ('os', 'import', 4),
        ('call_me', 'use', 5),
    }


def test_a_session_in_a_docstring_is_no_code():
    assert defined('def f():\n    """F.\n\n    >>> x = 1\n    """\n    y z\n') == ['function f']


# -- repairs


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        # something is left out
        ('class A:\n    def f(self, ..., b=1): ...\n', ['class A', 'method A.f']),
        ('class A:\n    def f(self, *…):\n', ['class A', 'method A.f']),
        ('class A:\n    x = 1\n...\n    y = 2\n)\n', ['class A', 'attribute A.x', 'attribute A.y']),
        ('...\n    def f(self): pass\n', ['method f']),
        ('x = f(<your key>, ...)\n', ['variable x']),
        ('def f(a, b) -> int\nclass A(B)\n', ['function f', 'class A']),
        ('def f(\n    a,\n    b=[1,\nx = 1\n', ['function f', 'variable x']),
        ('x = f(\n  a,\ny = 1\n', ['variable x', 'variable y']),
        ('X = "open\nY = \'also\nz = 1\n', ['constant X', 'constant Y', 'variable z']),
        ('if x:\nelse:\nfor y in z:\n    A = 1\n', ['constant A']),
        # other Pythons
        ('print "a", f(x)\ndef f(): raise E, "text"\n', ['function f']),
        ('def f[T: (int, str)](x: T): ...\nx y\n', ['function f']),
        ('class A[T](B[T]):\n    x: T = y z\n', ['class A', 'attribute A.x']),
        ('x = t"{a}" + f"{"b"}"\ny = d"""\n  a\n"""\n0 1\n', ['variable x', 'variable y']),
        # what nothing repairs
        ('x = y = a ?? b\nz, X = 1 2\n', ['variable x', 'variable y', 'variable z', 'constant X']),
        (
            'class A:\n    def f(self):\n        self.x = a ?? b\n',
            ['class A', 'method A.f', 'attribute A.x'],
        ),
        (
            'class A:\n    def f(self, def):\n        self.x = 1\n',
            ['class A', 'method A.f', 'attribute A.x'],
        ),
        ('X: dict[str, int] = a b\n', ['constant X']),
    ],
)
def test_what_is_repaired(code, expected):
    assert read_tree(code) is None
    assert defined(code) == expected


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        ('elif first_1():\n    a_1()\nelse:\n    b_1()\n', ['first_1', 'a_1', 'b_1']),
        ('except (Broken, Torn) as e:\n    e.args\n', ['Broken', 'Torn', 'e.args']),
        ('except One, Two:\n    a_1()\n', ['One', 'Two', 'a_1']),
        ('except One, e:\n    a_1(e)\n', ['One', 'a_1']),
        ('finally:\n    a_1()\n', ['a_1']),
        ('case Shop(door=x) if x.is_open:\n    a_1(x)\n', ['x.is_open', 'a_1']),
        ('match x.kind:\nreturn a_1\n', ['x.kind', 'a_1']),
        ('x = a_1 b_1 plain c.d e(f_1=1)\n', ['a_1', 'b_1', 'c.d', 'e']),
        ('@a_1\n@b_1(C_1)\nx y\n', ['b_1', 'a_1', 'C_1']),
    ],
)
def test_uses_where_nothing_parses(code, expected):
    assert read_tree(code) is None
    assert sorted(sorted_names(code, 'use')) == sorted(expected)


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        ('lazy import json\n', ['json']),
        ('from a import ...\nfrom b import (\n', ['a', 'b']),
        ('from a import b,\n    c\n', ['a', 'a.b']),
        ('from <module> import <name>\n', []),
    ],
)
def test_imports_that_are_repaired(code, expected):
    assert read_tree(code) is None
    assert sorted_names(code, 'import') == expected


def test_statements_stand_on_their_lines():
    code = 'def f(\n    a,\n\n    b=1, ...,\n):\n    x = """\n\n"""\n    try:\n        g_1(\n            h_1)\nexcept E as e: i_1()\nx y\n'
    lines = {one.name: one.line for one in extract(code) if one.name[1:] == '_1'}
    assert lines == {'g_1': 10, 'h_1': 11, 'i_1': 12}


def test_imports_hold_below_the_body_that_a_text_begins_in():
    code = ' from a import b\n\ndef f():\n     return b.c\n'
    assert sorted_names(code, 'use') == ['a.b.c']


# -- fragments


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        ('class A:\n    ...\n    def f(self, ...):\n        ...\n', ['class A', 'method A.f']),
        ('def f():\n    print "old"\nclass A: pass\n', ['function f', 'class A']),
        ('def f(\nclass A:\n    def g(self):\n', ['function f', 'class A', 'method A.g']),
        ('x = [1,\ndef f(): pass\n', ['variable x', 'function f']),
        ('    b=1,\n    C=2,\n)\nD = 3\n', ['constant D']),
        ('C: int = 1,\nD: int = 2,\n) -> int:\n', []),
        ('call(a,\n  B=1', []),
        ('x = f(\n  a), b = 1\nC = 2\ny z', ['variable x', 'constant C']),
        ('B = 1\ntry: x\n)\n', ['constant B']),
        ('    if x:\n        C = 3\n    def f(self): 0 1\n', ['method f']),
        ('X: dict[\n    str, int\n] = {}\ny z\n', ['constant X']),
        ('class is a word, def too, and import as well\n', []),
        ('class A\n', ['class A']),
        ('else:\n    x = 1\nNote: here\nx y', ['variable x']),
        ('type X[T] = ...\na b\n', ['type X']),
        ('a b; C = 1\n', ['constant C']),
        ('class A: pass; class B: pass\nx y\n', ['class A', 'class A.B']),
        (
            'class A:\n    Some: words\n    Note: more words here\nx y',
            ['class A', 'attribute A.Some'],
        ),
        ('class A: pass\ndef f(self): x y\n', ['class A', 'function f']),
        ('import a\ndef f(self): x y\n', ['function f']),
        ('def f(self): x y\n', ['method f']),
        ('A = B = 1\na b\n', ['constant A', 'constant B']),
        ('x = (\n  f"""{a}\n""")\nclass A: pass\ny z', ['variable x', 'class A']),
        ('if x:\n# out\n  def f(): pass\n  y z\n', ['function f']),
        ('class A:\n# out\n    def f(self): y z\n', ['class A', 'method A.f']),
        (
            'class A: pass\n\tclass B: pass\n        C = 1\n',
            ['class A', 'class A.B', 'constant A.C'],
        ),
    ],
)
def test_what_is_broken_is_read_as_far_as_it_goes(code, expected):
    assert read_tree(code) is None
    assert defined(code) == expected


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        # a method by its parameter, its decorator or those beside it
        ('        return 1\n    def f(self): pass\n', ['method f']),
        ('        return 1\n    @staticmethod\n    def f(x): pass\n', ['method f']),
        ('        return 1\n    def f(x): pass\n    def g(self): pass\n', ['method f', 'method g']),
        ('    def f(x): ...\n    def g(self): ...\n', ['method f', 'method g']),
        ('    @staticmethod\n    def f(x): ...\n    def g(x): ...\n', ['method f', 'method g']),
        ('def f(self):\n    self.x = 1\n    y z\n', ['method f']),
        ('        return 1\n    @property\n    def f(self): pass\n', ['attribute f']),
        # a function by what is around it
        ('      x\n    y = 1 + a\n    def f(x): pass\n    return f\n', ['function f']),
        ('    call()\n    def f(\n', ['function f']),
        ('      x\n    x\ndef f(self): pass\n', ['function f']),
        ('  x y\n  def f(a):\n    def g(self): pass\n', ['function f', 'function f.g']),
    ],
)
def test_methods_of_a_class_that_is_cut_off(code, expected):
    assert defined(code) == expected


@pytest.mark.parametrize(
    ('code', 'is_constant'),
    [
        ('    LIMIT = 3\n    OTHER = 4\n', True),
        ('    LIMIT = 3\n    size = None\n    def f(self): pass\n', True),
        ('    __slots__ = ()\n    x = y()\n    LIMIT = a\n', True),
        ('    LIMIT = 3\n    call(LIMIT)\n', False),
        ('    LIMIT = 3\n    x = y + 1\n', False),
        ('    LIMIT = 3\n    def f(x): pass\n', False),
        ('    LIMIT = 3\n    return LIMIT\n', False),
        ('    LIMIT = 3\n    if LIMIT: pass\n', False),
        ('    LIMIT = 3\n    while LIMIT: pass\n', False),
        ('    LIMIT = 3\n    """What it is."""\n    size: int = f(x)\n', True),
        ('    LIMIT = 3\n    size = [\n        f(x)\n    ]\n', True),
        (
            '    LIMIT = 3\n    def f(self):\n        x()\n        y()\n        z()\n        return 1\n',
            True,
        ),
        ('    LIMIT = 3\n    for x in LIMIT: pass\n', False),
        ('    LIMIT = 3\n    x[0] = LIMIT\n', False),
    ],
)
@pytest.mark.parametrize('broken', ['', '    "" b\n'])
def test_constants_of_a_body_that_is_cut_off(code, is_constant, broken):
    assert ('constant LIMIT' in defined(code + broken)) is is_constant


def test_the_members_of_a_class_in_a_body_that_is_cut_off():
    assert defined('    class A:\n        size = 1\n') == ['class A', 'attribute A.size']


def test_a_constant_of_a_body_that_is_cut_off_is_described():
    found = extract('    LIMIT = 3  #: how many there may be\n    "" b\n')
    assert [one.definition for one in found] == ['how many there may be']


def test_an_assignment_behind_a_colon_is_no_use():
    assert sorted_names('if a: plain = 3\nx y\n', 'use') == []
    assert sorted_names('if a: plain.size = 3\nx y\n', 'use') == ['plain.size']


def test_the_value_of_a_type_is_a_use():
    assert sorted_names('type Size = Used | other\nx y\n', 'use') == ['Used', 'other']


def test_variables_are_no_uses():
    code = 'def f[T](call_1):\n    call_1()\n    x y\n'
    assert sorted_names(code, 'use') == []
    assert sorted_names(code, 'local') == ['call_1']
    assert sorted_names('    size = f(x)\n    "" b\n', 'local') == ['size']


def test_single_letters_are_local_in_a_body_that_is_cut_off():
    assert defined('    N = 3\n') == []


# -- strings that were opened above


@pytest.mark.parametrize(
    'head',
    [
        '    and so on, def no(x): class No: pass\n    """\n',
        'the end."""\n',
        '    a list,\n\n    """\n',
        '    a list,\n    """\n\n',
        '"""\n',
    ],
)
def test_the_rest_of_a_string_is_no_code(head):
    assert defined(f'{head}import a\nclass A:\n    y z\n') == ['class A']


@pytest.mark.parametrize(
    'head',
    [
        '"""A docstring.\n\nclass No: pass\n"""\n',
        '# comment\n"""\nA docstring of words.\n"""\n',
        'import os\n\n"""\nA docstring of words.\n"""\n',
        'X = 1\n"""\nSome words here.\n"""\n',
        'def f():\n    """\n    import no\n    """\n',
        'call("""\nclass No: pass\n""")\n',
        'x = [\'"""\']\n',
        '# ends."""\n',
        'call(\n    a,\n    """\n    import no\n    """)\n',
        'def f():\n\n    """\n\n    import no\n    """\n',
    ],
)
def test_a_string_that_opens_is_one(head):
    assert 'class A' in defined(f'{head}class A:\n    y z\n')
    assert 'class No' not in defined(f'{head}class A:\n    y z\n')


def test_the_rest_of_a_string_mentions():
    assert sorted_names('as with some_name.\n"""\nx = 1\ny z', 'mention') == ['some_name']


def test_an_unclosed_string_ends_with_the_text():
    assert defined('class A:\n    """Text\n    class No: pass\n') == ['class A']


# -- uses, imports and locals where nothing parses


def test_uses_in_a_broken_text():
    code = 'import numpy as np\nx y\nnp.zeros(helper(1), key_word=2)\nself.run_it()\n@deco.rate\n'
    assert sorted_names(code, 'use') == ['numpy.zeros', 'helper', 'run_it', 'deco.rate']


@pytest.mark.parametrize(
    ('code', 'expected'),
    [
        ('from a import (b,\n   c as d', ['a', 'a.b', 'a.c']),
        ('from a import (', ['a']),
        ('from a import b c', []),
        ('from . import (b,', ['b']),
        ('import the thing\n', []),
        ('import a, b as c  # why\nx y', ['a', 'b']),
        ('import a, \\\n   b\nx y', ['a', 'b']),
        ('x = [\nimport a\n', ['a']),
    ],
)
def test_imports_in_a_broken_text(code, expected):
    assert sorted_names(code, 'import') == expected


def test_a_name_in_a_function_is_known_within_it_only():
    code = 'def f():\n    def g_1():\n        0 1\n    g_1()\ndef h():\n    g_1()\n'
    assert sorted_names(code, 'use') == ['f.g_1', 'g_1']
