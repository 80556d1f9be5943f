"""Members of objects whose class a code makes evident are uses of those of the class."""

import pytest
from listing import aliases

from sphinxcontrib_kwindex.extract import extract
from sphinxcontrib_kwindex.extract.python import read_statements

#: language, code -> the members that are used of classes, and of what nobody knows
MEMBERS = {
    # what it is made with
    ('python', 't = Box()\nt.open()'): 'Box.open',
    ('python', 'from a import b as c\nt = c.Box(1, f(2))\nt.open()'): 'a.b.Box.open',
    ('python', 't = await Box()\nt.open()'): 'Box.open',
    ('python', 't = make()\nt.open()'): 't.open',
    ('python', 't = Box().lid()\nt.open()'): 'Box.lid t.open',
    ('python', 'Box().open().shut()'): 'Box.open',
    ('python', 'with Box() as t:\n    t.open()'): 'Box.open',
    ('python', 'if t := Box():\n    t.open()'): 'Box.open',
    ('python', 't = Box()\nt = 5\nt.open()'): 't.open',
    ('python', 't = None\nt = Box()\nt.open()'): 'Box.open',
    ('python', 't, u = Box(), Lid()\nt.open()'): 't.open',
    ('python', 'def f():\n    t = Box()\n\ndef g(t):\n    t.open()'): 't.open',
    ('python', 't = Box()\ndef g():\n    t.open()'): 'Box.open',
    # what it is said to be
    ('python', 'def f(t: Box, *u: Lid): t.open(); u.shut()'): 'Box.open u.shut',
    ('python', 'def f(t: "Box", u: Lid | None, v: list[Lid]): t.a(); u.b(); v.c()'):
        'Box.a Lid.b v.c',
    ('python', 'def f(t: Optional[Box], u: Box | Lid): t.a(); u.b()'): 'Box.a u.b',
    ('python', 'class A:\n    t: Box\n    def f(self): self.t.open()'): 'Box.open',
    ('python', ('class A:\n    def __init__(self, u: Lid):\n        self.t = Box()\n'
     '        self.u = u\n        self.v = None\n    def f(self):\n        self.t.open()\n'
     '        self.u.shut()\n        self.v.x()')): 'A.v.x Box.open Lid.shut',
    ('cpp', 'Box t;\nt.open();'): 'Box::open',
    ('cpp', 'Box t(1), u;\nt.open();'): 'Box::open',
    ('cpp', 'Box t{1};\nt.open();'): 'Box::open',
    ('cpp', 'auto t = Box();\nt.open();'): 'Box::open',
    ('cpp', 'auto t = new ns::Box();\nt->open();'): 'ns::Box::open',
    ('cpp', 'auto t = make();\nt.open();'): 't.open',
    ('cpp', 'auto t = std::make_unique<Box>(1);\nt->open();'): 'Box::open',
    ('cpp', 'std::unique_ptr<Box> t;\nt->open();'): 'Box::open',
    ('cpp', 'Map<int, Vec<Lid>> t;\nt.find(1);'): 'Map::find',
    ('cpp', 'int t;\nt.open();'): 't.open',
    ('cpp', 'struct box t;\nt.lid = 1;'): 'box::lid',
    ('cpp', 'void f(const Box& t, Lid *u) { t.a(); u->b(); }\nvoid g() { t.c(); }'):
        'Box::a Lid::b t.c',
    ('cpp', 'void f() { Box t; }\nvoid g() { t.open(); }'): 't.open',
    ('cpp', 'void f() { Box t; int u; u = 1; Lid t2; t.a(); t2.b(); }'): 'Box::a Lid::b',
    ('cpp', 'class A { Box t_; void f() { t_.a(); this->t_.b(); } };'): 'Box::a Box::b',
    ('cpp', 'void f() { for (Box& t : all) t.open(); }'): 'Box::open',
    ('java', 'Box t = new Box();\nt.open();'): 'Box.open',
    ('java', 'var t = new Box<Lid>();\nt.open();'): 'Box.open',
    ('java', 'Map<A, Lid> t = f();\nt.get();'): 'Map.get',
    ('java', ('class A<T> { Box t; void f(Lid u, T v) { t.a(); this.t.b(); u.c(); v.d(); }'
     ' void g() { u.e(); } }')): 'Box.a Box.b Lid.c u.e v.d',
    ('java', 'import a.b.Box;\nclass A { void f() { Box t = new Box(); t.open(); } }'):
        'a.b.Box.open',
    ('csharp', 'var t = new Box();\nt.Open();'): 'Box.Open',
    ('csharp', 'Box? t = null;\nt?.Open();'): 'Box.Open',
    ('javascript', 'const t = new Box();\nt.open();'): 'Box.open',
    ('javascript', 'const t = new Box().lid();\nt.open();'): 't.open',
    ('javascript', 'let t = new Box(); t = make(); t.open();'): 't.open',
    ('javascript', 'function f() { const t = new Box(); }\nt.open();'): 't.open',
    ('javascript', 'class A { constructor() { this.t = new Box(); } f() { this.t.open(); } }'):
        'Box.open',
    ('typescript', 'const t: Box = make();\nt.open();'): 'Box.open',
    ('typescript', 'function f(t: Box, u?: Lid, v: Lid[]) { t.a(); u.b(); v.c(); }'):
        'Box.a Lid.b v.c',
    ('typescript', 'class A { constructor(private t: Box) {} f() { this.t.open(); } }'): 'Box.open',
    ('kotlin', 'val t = Box()\nt.open()'): 'Box.open',
    ('kotlin', 'fun f(t: Box) { t.open() }'): 'Box.open',
    ('swift', 'let t = Box()\nt.open()'): 'Box.open',
    ('scala', 'val t = new Box()\nt.open()'): 'Box.open',
    ('go', 't := Box{}\nt.Open()'): 'Box.Open',
    ('go', 't := &pkg.Box{A: 1}\nt.Open()'): 'pkg.Box.Open',
    ('go', 'var t *Box\nt.Open()'): 'Box.Open',
    ('go', 'func f(t *Box) { t.Open() }\nfunc g() { t.Shut() }'): 'Box.Open t.Shut',
    ('rust', 'let t = Box2::new(1)?;\nt.open();'): 'Box2::open',
    ('rust', 'let t = Lid::new().unwrap();\nt.open();'): 'Lid::open',
    ('rust', 'let t = Lid::new().make();\nt.open();'): 't.open',
    ('rust', 'let t = Lid { a: 1 };\nt.open();'): 'Lid::open',
    ('rust', 'fn f(t: &mut Lid, u: Arc<Lid>, v: Box<dyn Lid>) { t.a(); u.b(); v.c(); }'):
        'Lid::a Lid::b Lid::c',
    ('php', '$t = new Box();\n$t->open();'): 'Box::open',
    ('php', 'use A\\Box;\n$t = new Box;\n$t->open()->shut();'): 'A\\Box::open',
    ('php', 'class A { private Box $t; function f(Lid $u) { $this->t->a(); $t->b(); $u->c(); } }'):
        'Box::a Lid::c t.b',
}  # fmt: skip
_NO_MEMBERS = {'Box', 'Box2', 'Lid', 'make_unique', 'new', 'unique_ptr'}
#: what cannot be told without parsing
_TREE_ONLY = ('with ', 'if t :=', 'await', 'Optional', 'Box().', ' self.t = Box()\n        self.u')


def members(found):
    """Name what is used of something else, but for what is made or built in."""
    names = {one.name for one in found if one.usage == 'use'}
    return ' '.join(sorted(name for name in names if _is_member(name)))


def _is_member(name):
    last = name.replace('::', '.').rpartition('.')[2]
    return last != name and last not in _NO_MEMBERS


@pytest.mark.parametrize(('language', 'code'), MEMBERS)
def test_members(language, code):
    assert members(extract(code, language)) == MEMBERS[language, code]


PYTHON = [code for language, code in MEMBERS if language == 'python']


@pytest.mark.parametrize('code', [c for c in PYTHON if not any(part in c for part in _TREE_ONLY)])
def test_members_in_python_that_does_not_parse(code):
    assert members(read_statements(code)) == MEMBERS['python', code]


@pytest.mark.parametrize(
    ('language', 'code', 'expected'),
    [
        ('python', 'import numpy as np\nfrom a import Box', 'Box=a.Box np=numpy'),
        ('python', 'from a import Box\nt = Box()', 'Box=a.Box t=a.Box'),
        ('python', 'def f():\n    t = Box()', 't='),
        ('python', '>>> t = Box()', 't=Box'),
        ('python', 'for t in []: pass', 't='),
        ('cpp', 'Box t;\nvoid f() { Box u; }', 't=Box u='),
        ('java', 'Box t = new Box();\nvoid f() { Box u; }', 't=Box u='),
        ('php', '$t = new Box();', 't=Box'),
    ],
)
def test_what_later_blocks_are_told(language, code, expected):
    told = (alias.replace(' = ', '=') for alias in aliases(extract(code, language)))
    assert ' '.join(sorted(told)) == expected
