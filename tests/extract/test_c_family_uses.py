"""What a code of the C family imports, uses and mentions, and what it says of its names."""

import pytest

from sphinxcontrib_kwindex.extract.c_family import extract
from sphinxcontrib_kwindex.model import Kind, Usage


def names(code, usage):
    return {found.name for found in extract(code) if found.usage is usage}


IMPORTS = {
    '#include <a/b.h>\n#include "c.h" // why\n#import <D/D.h>\n#include_next <e.h>': [
        'file a/b.h', 'file c.h', 'file D/D.h', 'file e.h',
    ],
    '#include MACRO\n': [],
    'using std::vec': [],
    'using std::vector; using namespace a::b;': ['import std::vector', 'namespace a::b'],
    'namespace F = torch::nn;': ['namespace torch::nn'],
}  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), IMPORTS.items())
def test_imports(code, expected):
    found = [f'{found.kind} {found.name}' for found in extract(code) if found.usage is Usage.IMPORT]
    assert found == expected


# code in a function -> what it uses
USES = {
    'f(1);': {'f'},
    'ns::Foo::f(1);': {'ns::Foo::f'},
    'x.size(); y->next->prev = z;': {'x.size', 'y.next.prev'},
    'f(a).g();': {'f', 'g'},
    'std::vector<int> x;': {'std::vector'},
    'f<int, A<B>>(x);': {'f'},
    'k<<<grid, 1>>>(x);': {'k'},
    'k<int><<<grid, 1>>>(x);': {'k'},
    'Foo x; size_t y; uint8x8_t z; int kBar = kFoo + MAX;': {'Foo', 'uint8x8_t', 'kFoo', 'MAX'},
    'if (x) return sizeof(y); else new int(3);': set(),
    'x + y; a < b; c = d;': set(),
    'auto x = (Foo) y;': {'Foo'},
    '// f(x)\n"g(x)"; /* h() */': set(),
    'f(some_cb, &obj);': {'f', 'some_cb'},
    'x = { .size = 3, .cb = on_event }; a[1].b->next;': {'size', 'cb', 'on_event', 'b.next'},
    'const struct device *x; enum mode y; uint8_t * map;': {'device', 'mode'},
    '[NSURL withString:@"a" relativeTo:base];': {'NSURL', 'withString', 'relativeTo'},
}


@pytest.mark.parametrize(('code', 'expected'), USES.items())
def test_uses(code, expected):
    assert names(f'void main() {{ {code} }}', Usage.USE) == expected


def test_what_is_called_is_a_function():
    code = 'void main() { a::f; a::f(); a::f(); a::g; }'
    found = {(f.name, f.kind, f.times) for f in extract(code) if f.usage is Usage.USE}
    assert found == {('a::f', Kind.FUNCTION, 3), ('a::g', Kind.NAME, 1)}


def test_declared_names_are_no_uses_where_they_are_declared():
    code = (
        'class Foo { void bar(); int kBaz; };\nvoid Foo<T>::bar() { bar(); }\n#define MAX f(Foo)\n'
    )
    lines = {
        found.name: (found.line, found.times) for found in extract(code) if found.usage is Usage.USE
    }
    assert lines == {'bar': (2, 1), 'f': (3, 1), 'Foo': (3, 1)}


ALIASED = {
    'namespace F = torch::nn;\nvoid f() { F::relu(x); }': {'torch::nn::relu'},
    'using std::vector;\nvoid f() { vector<int> x; }': {'std::vector'},
    'using a::Foo;\nFoo x;': {'a::Foo'},
    # not an import but a member of the base class
    'class Foo { using Bar::baz; };\nvoid f() { baz(); }': {'baz', 'Bar::baz'},
}


@pytest.mark.parametrize(('code', 'expected'), ALIASED.items())
def test_aliases_are_resolved(code, expected):
    assert names(code, Usage.USE) == expected


MEMBERS = {
    'void ns::Foo::f() { this->x = this->g(); }': {'ns::Foo::x', 'ns::Foo::g'},
    'namespace n { class Foo { void f() { this->x; } }; void g() { this->y; } }': {
        'n::Foo::x', 'n::y',
    },
    'Foo::Foo() : a(1) { this->x; }\nint y = this->z;': {'a', 'Foo::x', 'z'},
    'Foo::operator std::string() { this->x; }': {'Foo::x'},
    'void Foo::f() { { } if (a) { } this->x; }': {'Foo::x'},
    'Foo::Foo() : a{this->x} { this->y; }': {'Foo::x', 'Foo::y'},
    'Foo::Foo() : a{1}, b_{2}, c<D>{3} { this->y; }': {'Foo::y'},
}  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), MEMBERS.items())
def test_this(code, expected):
    assert names(code, Usage.USE) >= expected


def test_directives_use_names():
    code = '#define FOO(Arg) bar(Baz, "Not this")\n#if defined(HAVE_X) && VERSION > 3\n#endif\n'
    code += '#undef SOME_NAME\n#define BAR baz(Baz)\n'
    assert names(code, Usage.USE) == {'bar', 'baz', 'Baz', 'HAVE_X', 'VERSION', 'SOME_NAME'}


def test_what_the_code_defines_is_used_also_without_brackets():
    code = 'void compare(int a);\n#define first 1\nvoid f() { sort(compare, first, other); }'
    assert names(code, Usage.USE) == {'compare', 'first', 'sort'}


def test_a_variable_that_is_called_like_a_function_is_no_use():
    code = 'void compare(int a);\nvoid f() { int compare = 3; return compare; }'
    assert names(code, Usage.USE) == set()


LOCALS = {
    'void f(int aa, const Foo& bb, char *cc, ns::Bar<int> dd = 3, Foo* ee) { }': {
        'aa', 'bb', 'cc', 'dd', 'ee',
    },
    'void f() { int aa = 1; Foo bb; std::vector<int> cc(3); Foo* const dd{x}; unsigned ee[3]; }': {
        'aa', 'bb', 'cc', 'dd', 'ee',
    },
    'void f() { for (const auto& aa : xs) { } for (Foo bb : xs) { } if (int cc = 1) { } }': {
        'aa', 'bb', 'cc',
    },
    'void f() { auto [aa, bb] = x; const auto& [cc, dd] = y; }': {'aa', 'bb', 'cc', 'dd'},
    'void f() { g([](int aa, Foo&& bb) { }); try { } catch (const E& cc) { } }': {'aa', 'bb', 'cc'},
    'void f() { aa * bb; cc & dd; return ee; goto ff; delete gg; throw hh; case ii: x; }': set(),
    'void f() { int x; int self; int this_one; }': {'this_one'},
    'class Foo { int aa; };\nint bb;\nenum Baz cc;': set(),
    'void f() { using Foo = int; struct Bar { }; }': set(),
    'class MY_API Foo;\nnamespace a { enum class MY_API Bar : int; struct API2 Baz; }': set(),
    '[self doThis:aa with:bb];': set(),
    '  int aa = f();\n  const int BB = 3;\n': {'aa', 'BB'},  # cut out of a function
}  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), LOCALS.items())
def test_locals(code, expected):
    assert names(code, Usage.LOCAL) == expected


MENTIONS = {
    '// See foo_bar(), `Baz::qux` and an ordinary word.': {'foo_bar', 'Baz::qux'},
    '/* foo_bar\n * some_thing */ int x;': {'foo_bar', 'some_thing'},
    'const char *x = "foo_bar", *y = "a foo_baz", *z = R"(some_name)";': {'foo_bar', 'some_name'},
    'TEST(FooTest, does_things) { }': {'does_things'},
    'MATCHER(FooMatch, plain) { }': {'plain'},
    '#define X(a) f(a) // some other words': set(),
    'struct y { int z; };\nvoid f(int aa) { aa = bb + z; }': {'bb'},
    '// foo_bar\nvoid foo_bar();': set(),
    '#if 0\n// foo_bar\n#endif': set(),
}


@pytest.mark.parametrize(('code', 'expected'), MENTIONS.items())
def test_mentions(code, expected):
    assert names(code, Usage.MENTION) == expected


# code -> what it says of x
DESCRIPTIONS = {
    '/// It does a thing.\nint x;': 'It does a thing.',
    '//! It does a thing.\nvoid x();': 'It does a thing.',
    '/** It does a thing. More of it. */\nvoid x() { }': 'It does a thing.',
    '/*!\n * \\brief It does a thing.\n *\n * More of it.\n */\nclass x {};': 'It does a thing.',
    '/// @brief The `thing`, e.g. this\n/// or that.\n/// @param a no\nint x(int a);': (
        'The thing, e.g. this or that.'
    ),
    '/** It does a thing. */\ntemplate <class T>\nclass x {};': 'It does a thing.',
    '/// It does a thing.\n#define x 1\n': 'It does a thing.',
    'struct Foo {\n public:\n  /// It does a thing.\n  int x;\n};': 'It does a thing.',
    'struct Foo {\n  int x; ///< It does a thing.\n  int y; ///< Another.\n};': 'It does a thing.',
    'enum Foo {\n  /** Another. */\n  y,\n  /** It does a thing. */\n  x };': 'It does a thing.',
    'enum Foo {\n  y, //!< Another.\n  x, //!< It does a thing.\n };': 'It does a thing.',
    'enum Foo {\n  x, /**< It does a thing. */\n y };': 'It does a thing.',
    '/// It does a thing.\nint x;\n/// Another thing is this.\nint y;': 'It does a thing.',
    '/// A remark that is old.\n/** It does a thing. */\nint x;': 'It does a thing.',
    '/** \\ingroup y \\brief It does a thing. */\nint x;': 'It does a thing.',
    '#if A\n/// Another thing is this.\nint y;\n#else\n/// It does a thing.\nint x;\n#endif': (
        'It does a thing.'
    ),
    # these say nothing of it
    '/// Another thing is this.\nint y; int x;': '',
    'int x; // A remark of some sort.': '',
    'int x; /// Another thing is this.': '',
    'int x;\nint y; ///< Another thing is this.': '',
    'int x;' + ' ' * 400 + '///< Another thing is this.': '',
    '/** @file\n *\n * This file is a large one.\n */\nint x;': '',
    '/// @name Things\n///\n/// Some group of things.\n/// @{\nint x;': '',
    # plain comments
    '// It does a thing.\n// More of it.\nvoid x();': 'It does a thing.',
    '/* number of things to do */\n#define x 1': 'number of things to do',
    '// ---------\n// It does a thing.\n// ---------\nint x;': 'It does a thing.',
    'enum Foo {\n  y, // Another.\n  x = 1 << 2, // some thing\n  z };': 'some thing',
    'enum Foo {\n  // It does a thing.\n  x, y, // of no thing\n };': 'It does a thing.',
    '// It does a thing.\n\nint x;': '',
    '// int y = f(3);\nint x;': '',
    '// y = 3 to the end\n// return y;\nint x;': '',
    '// TODO: do this thing later\nint x;': '',
    '// See the note on this\nint x;': '',
    '// the things are as follows:\nint x;': '',
    '// Copyright 2020 by some people\nint x;': '',
    '// =================\nint x;': '',
    '// the end of all includes\nnamespace x { }': '',
    'int y; // Another thing is this.\nint x;': '',
    'enum Foo {\n  y, // Another thing is this.\n  x\n};': '',
    'int f(/* an old thing here */ int x);': '',
    '/// It does a thing.\n\nint x;': '',
    '/// Another.\nint y;\nint x;': '',
    '/** @file\n * This file. */\nint x;': '',
    '/// @{\nint x;': '',
    '//// A line ////\nint x;': '',
    '/***** A line *****/\nint x;': '',
    'int y; ///< Another.\nint x;': '',
}


@pytest.mark.parametrize(('code', 'expected'), DESCRIPTIONS.items())
def test_descriptions(code, expected):
    found = {found.name.rpartition('::')[2]: found.definition for found in extract(code)}
    assert found['x'] == expected


def test_members_and_types_have_a_kind():
    code = 'void main() { f().open(); x = { .size = 3 }; struct device *d; }'
    kinds = {found.name: found.kind for found in extract(code) if found.usage is Usage.USE}
    assert kinds == {
        'f': Kind.FUNCTION, 'open': Kind.METHOD, 'size': Kind.ATTRIBUTE, 'device': Kind.CLASS,
    }  # fmt: skip


def test_first_description_of_overloads_is_taken():
    found = extract('int x();\n/// It does a thing.\nint x(int a);\n/// Another.\nint x(char b);\n')
    assert [f.definition for f in found if f.name == 'x'] == ['It does a thing.']
