"""What both readers of Python find: the one for what parses, the one for what does not."""

import sys

import pytest

from sphinxcontrib_kwindex.extract.python import extract, read_statements, read_tree
from sphinxcontrib_kwindex.model import Kind, Usage

BOTH = pytest.mark.parametrize('read', [read_tree, read_statements])


def listed(found, *usages):
    """List what is found of some usages: ``3 method Shop.sell: Sells a thing.``"""
    return [
        f'{one.line} {one.kind} {one.name}'
        + (f' ×{one.times}' if one.times > 1 else '')
        + (f': {one.definition}' if one.definition else '')
        for one in found
        if one.usage in usages
    ]


def named(found, usage):
    return {one.name for one in found if one.usage == usage}


@BOTH
def test_classes_functions_and_methods(read):
    code = '''\
"""A module."""
@decorated(a=1)
class Shop(Base[int], metaclass=Meta):
    """Sells things, e.g. bread. And more."""
    def sell(self, thing):
        "Sell one thing at a time."
    async def wait(self):
        def inner(): return 1
        class Local:
            def own(self): pass
    @staticmethod
    def open(): ...
    @classmethod
    def make(cls): ...
    class Door:
        def close(self): ...
def outer(a, *b, c=lambda d: d, **e):
    """Go out."""
    def inner(): pass
    def inner(): pass
'''
    assert listed(read(code), 'definition') == [
        '3 class Shop: Sells things, e.g. bread.',
        '5 method Shop.sell: Sell one thing at a time.',
        '7 method Shop.wait',
        '8 function Shop.wait.inner',
        '9 class Shop.wait.Local',
        '10 method Shop.wait.Local.own',
        '12 method Shop.open',
        '14 method Shop.make',
        '15 class Shop.Door',
        '16 method Shop.Door.close',
        '17 function outer: Go out.',
        '19 function outer.inner ×2',
    ]


@BOTH
def test_properties_are_attributes_and_special_names_are_nothing(read):
    code = '''\
__all__ = ['Shop']
class Shop:
    __slots__ = ()
    def __init__(self): self.__dict__ = {}
    @property
    def owner(self):
        """Who owns it."""
    @owner.setter
    def owner(self, value): ...
    @functools.cached_property
    def rent(self): ...
    @lru_cache
    def sum(self): ...
    @setter
    def set(self, value): ...
def __getattr__(name): ...
'''
    assert listed(read(code), 'definition') == [
        '2 class Shop',
        '6 attribute Shop.owner ×2: Who owns it.',
        '11 attribute Shop.rent',
        '13 method Shop.sum',
        '15 method Shop.set',
    ]


@BOTH
def test_assignments(read):
    code = """\
LIMIT = 3
rate: float = 1.5
LOWEST, highest = 1, 2
FIRST = SECOND = 0
LIMIT = 4
total += 1
thing.attribute = 2
if rate:
    DEBUG = True
class Shop:
    name: str
    OPEN = 8
    street, town = 'a', 'b'
    def move(self, to):
        self.street = to
        self.x, self.y = to
        self.deep.value = 1
        self.street += 'b'
        LOCAL = 1
for index in range(3):
    pass
"""
    assert listed(read(code), 'definition') == [
        '1 constant LIMIT ×2',
        '2 variable rate',
        '3 constant LOWEST',
        '3 variable highest',
        '4 constant FIRST',
        '4 constant SECOND',
        '9 constant DEBUG',
        '10 class Shop',
        '11 attribute Shop.name',
        '12 constant Shop.OPEN',
        '13 attribute Shop.street ×2',
        '13 attribute Shop.town',
        '14 method Shop.move',
        '16 attribute Shop.x',
        '16 attribute Shop.y',
    ]


@BOTH
def test_targets_of_every_form(read):
    code = """\
first, *OTHERS = (LAST, rest) = value
__private = trailing__ = 1
import json
json = wrap(json)
class Shop:
    def f(self):
        other.attribute = 1
        self.__dict__ = {}
"""
    assert listed(read(code), 'definition') == [
        '1 variable first',
        '1 constant OTHERS',
        '1 constant LAST',
        '1 variable rest',
        '2 variable __private',
        '2 variable trailing__',
        '4 variable json',
        '5 class Shop',
        '6 method Shop.f',
    ]


@BOTH
def test_enumerations_types_and_classes_that_calls_make(read):
    code = """\
class Color(enum.Enum):
    RED = 1
    light_blue = 2
    _ignore_ = []
    hint: int
    typed: int = 3
    def mix(self): ...
class Mode(IntFlag):
    A = 1
T = TypeVar('T')
UserId = typing.NewType('UserId', int)
Vector: TypeAlias = list[float]
Point = namedtuple('Point', 'x y')
Movie = TypedDict('Film', {'year': int})
Size = Enum('Size', 'S M L')
flag = Flag('other')
Other = TypeVar('T')
Made = other('Made')
"""
    assert listed(read(code), 'definition') == [
        '1 class Color',
        '2 constant Color.RED',
        '3 constant Color.light_blue',
        '4 attribute Color._ignore_',
        '5 attribute Color.hint',
        '6 constant Color.typed',
        '7 method Color.mix',
        '8 class Mode',
        '9 constant Mode.A',
        '10 type T',
        '11 type UserId',
        '12 type Vector',
        '13 class Point',
        '14 class Movie',
        '15 class Size',
        '16 variable flag',
        '17 variable Other',
        '18 variable Made',
    ]


def test_type_statements_are_types():
    found = extract('type Vector[T] = list[T]\ntype = 3\n')
    assert listed(found, 'definition') == ['1 type Vector', '2 variable type']


@BOTH
def test_comments_and_strings_describe_assignments(read):
    code = '''\
#: how many there may be,
#: e.g. three. No more.
LIMIT = 3
RATE = 2  #: how fast
# not this one
PLAIN = 1
call()
"""Not this one either."""
STRINGED = 1
"""What it really is. And more."""
class Shop:
    name = ''
    """The name of it."""
    def __init__(self):
        #: where it is
        self.street = None
        self.town = 1  #: the town

        """No description of the town."""
'''
    assert listed(read(code), 'definition') == [
        '3 constant LIMIT: how many there may be, e.g. three.',
        '4 constant RATE: how fast',
        '6 constant PLAIN',
        '9 constant STRINGED: What it really is.',
        '11 class Shop',
        '12 attribute Shop.name: The name of it.',
        '16 attribute Shop.street: where it is',
        '17 attribute Shop.town: the town',
    ]


@BOTH
def test_imports(read):
    code = """\
import os.path, numpy as np
from . import near
from ..far.away import (
    First,  # a comment (with brackets)
    Second as Other,
)
from m import a, \\
    b
from star import *
def f(): import late
try: import json
except ImportError: json = None
fast = None
import fast
fast = False
x = 1; import after
"""
    assert listed(read(code), 'import') == [
        '1 module os.path',
        '1 module numpy',
        '2 import near',
        '3 module far.away',
        '4 import far.away.First',
        '5 import far.away.Second',
        '7 module m',
        '7 import m.a',
        '8 import m.b',
        '9 module star',
        '10 module late',
        '11 module json',
        '14 module fast',
        '16 module after',
    ]
    assert named(read(code), 'definition') == {'f', 'fast', 'x'}


@BOTH
def test_uses_are_resolved(read):
    code = """\
import numpy as np
import os.path
from far.away import Thing as T, helper
LIMIT = 3
class Shop(T):
    def sell(self, thing, count: T = LIMIT) -> np.ndarray:
        self.check(thing)
        self.stock.items()
        np.array(1).sum()
        os.path.join(thing)
        thing.price
        helper(LIMIT)
        def inner(): inner()
        raise ValueError(f'{self.name} {np.pi}')
    @helper
    def own(self):
        return [T, OtherShop, count_up(1), plain]
"""
    found = {one.name: one for one in read(code) if one.usage == 'use'}
    assert {name: (one.kind, one.line, one.times) for name, one in found.items()} == {
        'far.away.Thing': ('class', 5, 3),
        'LIMIT': ('constant', 6, 2),
        'numpy.ndarray': ('name', 6, 1),
        'Shop.check': ('function', 7, 1),
        'Shop.stock.items': ('function', 8, 1),
        'numpy.array': ('function', 9, 1),
        'os.path.join': ('function', 10, 1),
        'thing.price': ('name', 11, 1),
        'far.away.helper': ('function', 12, 2),
        'Shop.sell.inner': ('function', 13, 1),
        'ValueError': ('class', 14, 1),
        'Shop.name': ('name', 14, 1),
        'numpy.pi': ('name', 14, 1),
        'OtherShop': ('class', 17, 1),
        'count_up': ('function', 17, 1),
    }


@BOTH
def test_where_a_plain_name_is_a_use(read):
    code = """\
limit: Given = made(1)
limit += counted(2)
this.total += 3
this.price = lambda: reckon(4)
try:
    raise Wrong from Cause
except (Broken, Torn):
    pass
@marked
class A(Base): ...
@deco
def f(a: Kind, *, b=Default) -> Result: ...
plain
"""
    expected = 'Base Broken Cause Given Kind Result Torn Wrong counted deco limit made marked reckon this.price this.total'
    assert ' '.join(sorted(named(read(code), 'use') - {'Default'})) == expected


@pytest.mark.skipif(sys.version_info < (3, 12), reason='Python 3.11 has no type parameters')
def test_type_parameters_are_local_and_their_bounds_uses():
    found = read_tree(
        'def f[T: Bound](x: T) -> T: ...\nclass A[U: Upper]: ...\ntype B[V: Low] = Of\n'
    )
    assert named(found, 'use') == {'Bound', 'Upper', 'Low', 'Of'}


def test_a_variable_declared_global_is_the_modules():
    code = 'def f():\n    global state_1\n    state_1 = 1\n    state_1.run()\nstate_1 = 0\n'
    assert listed(read_tree(code), 'definition', 'use', 'local') == [
        '1 function f',
        '4 function state_1.run',
        '5 variable state_1',
    ]


@BOTH
def test_names_of_arguments_are_no_uses(read):
    found = read('run_all(first_one=1, second=Given)\nclass A(B, metaclass=Meta): ...\n')
    assert named(found, 'use') == {'run_all', 'B', 'Meta'} | (
        {'Given'} & named(found, 'use')  # a plain word, which may be anything
    )


def test_a_local_variable_is_not_what_it_shadows():
    code = 'def run(): ...\ndef other(run): run(); [run for run in run]\nrun()\n'
    assert listed(read_tree(code), 'use') == ['3 function run']


@BOTH
def test_a_static_method_has_no_self(read):
    code = 'class A:\n    @staticmethod\n    def f(a):\n        a.x = a.y\n'
    assert named(read(code), 'definition') == {'A', 'A.f'}
    assert named(read(code), 'use') == {'staticmethod', 'a.x', 'a.y'}


@BOTH
def test_a_string_describes_what_is_in_the_same_body(read):
    code = 'class Point:\n    place: int\n\n"""No description of a place."""\n'
    assert listed(read(code), 'definition') == ['1 class Point', '2 attribute Point.place']


def test_a_function_in_a_method_may_have_a_self_of_its_own():
    code = 'class A:\n def f(me, x):\n  me.a = me.b\n  def g(self): self.c = me.d\n'
    found = read_tree(code)
    assert named(found, 'definition') == {'A', 'A.f', 'A.a', 'A.f.g'}
    assert named(found, 'use') == {'A.b', 'A.d', 'c'}


@BOTH
def test_mentions(read):
    code = '''\
"""The `load_all()` of self.some_name and cls.another_name, see https://example.org/not_this."""
# calls run_once, ordinary words; a CamelCase  # noqa: F403
names = ['snake_case', "a.dotted.name", 'two words', 'plain', 'with_more: yes']
def load_all(): pass
'''
    assert listed(read(code), 'mention') == [
        '1 name some_name',
        '1 name another_name',
        '2 name run_once',
        '2 name CamelCase',
        '3 name snake_case',
        '3 name a.dotted.name',
    ]


@BOTH
def test_mentions_stand_on_their_lines(read):
    code = 'def f():\n    """A. # noqa: on_two\n\n    On \\n line_four or so.\n    """\n    # then line_six\n'
    assert listed(read(code), 'mention') == [
        '2 name on_two',
        '4 name line_four',
        '6 name line_six',
    ]


@BOTH
def test_lines_are_counted_in_strings_and_behind_backslashes(read):
    code = 'x = """\n\n"""\ny = 1 + \\\n  2\nimport a, \\\n  b\ndef f(): ...\n'
    assert listed(read(code), 'definition') == ['1 variable x', '4 variable y', '8 function f']


@BOTH
def test_a_text_in_quotes_is_a_message_or_nothing(read):
    code = 'x = """see other_name"""\nprint("call other_thing before this", """a_b""")\n'
    assert listed(read(code), 'mention') == ['2 name other_thing']


def test_what_match_captures_is_local():
    code = """\
match given:
    case [first, *others]: pass
    case Shop(door=Door(), name=called): pass
    case {'key': value} | (3 as value): pass
"""
    assert named(read_tree(code), 'local') == {'first', 'others', 'called', 'value'}


@BOTH
def test_locals(read):
    code = """\
def f(
    self,
    width: int = 1,  # comment
    *args, height=Other(1, 2), **options,
):
    x = total = 1
    for index, (key, value) in enumerate(width): pass
    with open(key) as file: pass
    try: pass
    except OSError as error: pass
    (lambda given: given)(1)
    nested = [each for each in value]
    f = 2
"""
    local = 'each error file given height index key nested options total value width'
    assert ' '.join(sorted(named(read(code), 'local'))) == local


@BOTH
def test_each_name_is_given_once_in_the_order_of_lines(read):
    code = 'b_2()\nb_2\nb_2(b_2)\nfrom x import b_3\nb_3()\n# b_2 b_3 x.b_3\n'
    assert listed(read(code), 'use', 'mention', 'import') == [
        '1 function b_2 ×4',
        '4 module x',
        '4 import x.b_3',
        '5 function x.b_3',
        '6 name b_3',
    ]


@pytest.mark.parametrize(
    'code',
    [
        'def read(self): self.x()\n',
        'def read(self): ...\ndef write(self): ...\n',
        '@classmethod\ndef read(cls): ...\n',
        '    def read(self): ...\n',
        '    """Text."""\n    @staticmethod\n    def read(): ...\n',
    ],
)
def test_a_method_may_be_shown_without_its_class(code):
    assert listed(extract(code), 'definition')[0].endswith('method read')


def test_a_module_has_functions_even_if_they_take_self():
    assert listed(extract('import a\ndef read(self): ...\n'), 'definition') == ['2 function read']
    assert listed(extract('def read(cls): ...\n'), 'definition') == ['1 function read']


@pytest.mark.parametrize('end', ['\n', '\r\n'])
def test_line_ends_do_not_matter(end):
    found = extract(f'\ufeffimport a{end}{end}def f(): ...{end}')
    assert listed(found, 'definition') == ['3 function f']


def mentions(code, *kinds, usage=Usage.MENTION):
    return [
        f'{one.kind} {one.name}'
        for one in extract(code)
        if one.usage is usage and one.kind in kinds
    ]


def test_names_of_arguments():
    code = '@task(retries=3)\nclass Job(Base, frozen=True): ...\nconnect(path, timeout=5, **rest)\n'
    found = mentions(code, Kind.VARIABLE, usage=Usage.ARGUMENT)
    assert found == [f'variable {name}' for name in ('retries', 'frozen', 'timeout')]
    assert mentions(code, Kind.VARIABLE) == ['variable path', 'variable rest']


def test_kinds_of_what_is_used():
    code = (
        'import numpy as np\n@once\n@app.get("/")\nclass Job(far.Base):\n    size: Index = 1\n'
        '    def run(self, x: Any):\n        if x is np.Thing: raise KeyError\n'
        '        return x.any_member, np.float32, W_q, Stray_Q\n'
    )
    assert mentions(code, *Kind, usage=Usage.USE) == [
        'function once', 'function app.get', 'class far.Base', 'class Index', 'class Any',
        'class numpy.Thing', 'class KeyError', 'name x.any_member', 'name numpy.float32',
        'name W_q', 'name Stray_Q',
    ]  # fmt: skip


def test_members_of_unknown_objects():
    code = 'total = open_it().rows.first()\n"".join(parts)\nThing().one.two()\n'
    found = mentions(code, Kind.ATTRIBUTE, Kind.METHOD)
    assert found == ['method first', 'attribute rows', 'method join', 'method two']


def test_special_names_of_a_project_are_methods_and_those_of_python_are_in_passing():
    code = 'class Tensor:\n    def __torch_function__(self): ...\n    def __len__(self): ...\n'
    assert listed(extract(code), 'definition') == ['1 class Tensor', '2 method Tensor.__torch_function__']
    assert mentions(code, Kind.METHOD) == ['method Tensor.__len__']


def test_a_variable_with_a_capital_is_no_class():
    code = 'def f(W_q, X):\n    Y = W_q(X)\n    Z = Linear(Y)\n    return Y.shape, Z.weight\n'
    uses = [f'{one.kind} {one.name}' for one in extract(code) if one.usage is Usage.USE]
    assert uses == ['class Linear', 'name Y.shape', 'name Linear.weight']


def test_an_optional_module_is_no_variable():
    code = 'dot: Any\ntry:\n    import dot\nexcept E:\n    dot = None\n'
    code += 'def f():\n    g = dot.Graph()\n    g.draw()\n'
    assert 'dot.Graph.draw' in named(extract(code), 'use')
