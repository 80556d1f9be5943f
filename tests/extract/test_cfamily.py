"""What a code of the C family defines."""

import pytest

from sphinxcontrib_kwindex.extract.cfamily import extract
from sphinxcontrib_kwindex.model import Sort


def definitions(code):
    return [
        f'{found.kind} {found.name}' for found in extract(code) if found.sort is Sort.DEFINITION
    ]


# code -> what it defines, as "kind name", one after the other
CLASSES = {
    'class Foo {};': ['class Foo'],
    'struct Foo : public Bar<int>, private Baz { };': ['class Foo'],
    'union Foo { int a; };': ['class Foo', 'attribute Foo::a'],
    'class MY_API Foo final : Bar { };': ['class Foo'],
    'class __attribute__((packed)) Foo {};': ['class Foo'],
    'struct alignas(16) Foo {};': ['class Foo'],
    'class ALIGNED(8) Foo {};': ['class Foo'],
    'struct [[nodiscard]] Foo {};': ['class Foo'],
    'struct Foo PACKED(1) {};': ['class Foo'],
    'template <class T, class U = std::vector<T>> class Foo {};': ['class Foo'],
    'template <typename T, enable_if_t<(N > 0), int> = 0> struct Foo {};': ['class Foo'],
    'template <> struct std::hash<Foo<int>> { };': ['class std::hash'],
    'template <class T> struct Foo<T, (N >= 3), typename A<T>::type> {};': ['class Foo'],
    'class Foo;': [],
    'friend class Foo;': [],
    'enum class Foo : int;': [],
    'struct Foo f(int a) { }': ['function f'],
    'struct Foo *f(void);': ['function f'],
    'virtual enum Foo f() const { }': ['function f'],
    'class Outer { class Inner { void f(); }; };': [
        'class Outer', 'class Outer::Inner', 'method Outer::Inner::f',
    ],
    'class Outer::Inner {};': ['class Outer::Inner'],
    'void f() { struct Local { void g() {} }; if (x) { } }': [
        'function f', 'class f::Local', 'method f::Local::g',
    ],
    'struct { int a; } x;': ['attribute a', 'variable x'],
    'typedef struct { int a; } Foo;': ['attribute Foo::a', 'type Foo'],
    'typedef struct Foo { int a; } Foo_t, *Foo_p;': [
        'class Foo', 'attribute Foo::a', 'type Foo_t', 'type Foo_p',
    ],
    'class Foo {}  void f() {}': ['class Foo', 'function f'],
    'extern "C" { struct Foo {}; void f(void); }': ['class Foo', 'function f'],
}  # fmt: skip
ENUMS = {
    'enum Foo { A_1, B_1 = 3, C_1 = f(1, 2), };': [
        'enum Foo', 'constant A_1', 'constant B_1', 'constant C_1',
    ],
    'namespace n { enum Foo { AA }; }': ['namespace n', 'enum n::Foo', 'constant n::AA'],
    'enum class Foo : uint8_t { AA };': ['enum Foo', 'constant Foo::AA'],
    'enum { AA };': ['constant AA'],
    'typedef enum { AA } Foo;': ['constant AA', 'type Foo'],
    'enum Foo {\n#if X\n AA,\n#else\n BB,\n#endif\n CC };': [
        'enum Foo', 'constant AA', 'constant BB', 'constant CC',
    ],
    'enum Foo { FORALL(DEFINE) AA, BB };': ['enum Foo', 'constant AA', 'constant BB'],
    'typedef NS_ENUM(NSInteger, Foo) { AA };': ['enum Foo', 'constant AA'],
}  # fmt: skip
FUNCTIONS = {
    'int f(int a, char *b) { return a; }': ['function f'],
    'static inline std::vector<int>& f() { }': ['function f'],
    'void f(void);': ['function f'],
    'auto f() -> decltype(x) { }': ['function f'],
    'void ns::Foo::bar(int) const noexcept { }': ['method ns::Foo::bar'],
    'namespace ns { } void ns::bar() { }': ['namespace ns', 'function ns::bar'],
    'Foo::Foo() : a(1), b{2} { x(); } int y;': ['method Foo::Foo', 'variable y'],
    'Foo::Foo() try : a{1}, b{2} { } catch (...) { }': ['method Foo::Foo'],
    'Foo::~Foo() { }': ['method Foo::~Foo'],
    'template <class T> Foo<T>::Foo(T a) : x(a) { }': ['method Foo::Foo'],
    'template <class T> void Foo<T>::bar() { }': ['method Foo::bar'],
    'bool operator==(const Foo &a, const Foo &b) { }': ['function operator=='],
    'Foo& Foo::operator = (Foo a) { }': ['method Foo::operator='],
    'bool Foo::operator()(int a) const { }': ['method Foo::operator()'],
    'void *Foo::operator new[] (size_t) { }': ['method Foo::operator new[]'],
    'Foo::operator std::string() const { }': ['method Foo::operator std::string'],
    'struct Foo { operator const char *(); };': ['class Foo', 'method Foo::operator const char*'],
    'std::ostream& operator<<(std::ostream& o, Foo f);': ['function operator<<'],
    'void f(T x = {1, 2}, int y = g(3)) { }': ['function f'],
    'void f(void (*g)(int), int (*h)[3]) { }': ['function f'],
    'int (f)(int a);': ['function f'],
    '__global__ void k(float *a) { }': ['function k'],
    '__global__ void __launch_bounds__(256) k(float *a) { }': ['function k'],
    'EXPORT(int) f(int a);': ['function f'],
    'DEFINE_FLAG(a, "b")\nDEFINE_FLAG(c)\nvoid f() { }': ['function f'],
    'BEGIN_NAMESPACE\nstatic void f();': ['function f'],
    'void f(int) PRINTF_LIKE(1, 2);': ['function f'],
    'void f(int) Printf_Like((1, 2));': ['function f'],
    'main() { }': ['function main'],
    'extern template class Foo<int>; template void f<int>(int);': [],
    'void f();\nvoid f() { }\nvoid f(int) { }': ['function f'],
    'int re_operator(int a);': ['function re_operator'],
    # macros and statements are none
    'TEST(Foo, bar) { }': [],
    'REGISTER(Foo, bar);': [],
    'static_assert(sizeof(int) == 4);': [],
    'if (a) { b(c); } else if (d) { } while (e) { } switch (f) { }': [],
    'return f(x);': [],
    'x = f(a);': [],
    'std::cout << f(a);': [],
    'a->b(c);': [],
}  # fmt: skip
METHODS = {
    'class Foo { Foo(); explicit Foo(int a) : x{a} { } ~Foo() = default; };': [
        'class Foo', 'method Foo::Foo', 'method Foo::~Foo',
    ],
    'class Foo { public: void f(Bar); private: virtual int g() = 0; };': [
        'class Foo', 'method Foo::f', 'method Foo::g',
    ],
    'class Foo { Q_OBJECT public slots: void f() override { } };': ['class Foo', 'method Foo::f'],
    'namespace n { class Foo { friend bool operator<(Foo, Foo) { } }; }': [
        'namespace n', 'class n::Foo', 'function n::operator<',
    ],
    'class Foo { friend void f(Foo); };': ['class Foo'],
    'class Foo { using Base::f; };': ['class Foo'],
}  # fmt: skip
VALUES = {
    'int x;': ['variable x'],
    'const int x = 3;': ['constant x'],
    'constexpr auto x = f(1);': ['constant x'],
    'static const char *names[] = { "a", "b" };': ['variable names'],
    'int MAX = 3;': ['constant MAX'],
    'int x = 1, *y = nullptr, z[3];': ['variable x', 'variable y', 'variable z'],
    'std::map<int, int> x{{1, 2}};': ['variable x'],
    'Foo x(1);': ['variable x'],
    'Foo x(bar);': ['variable x'],
    'Foo x("a");': ['variable x'],
    'void (*f)(int) = g;': ['variable f'],
    'auto f = [](int a) { int b; return a; };': ['variable f'],
    'class Foo { int a = 3; static constexpr int b = 4; unsigned c : 3; Bar d{1}; };': [
        'class Foo', 'attribute Foo::a', 'constant Foo::b', 'attribute Foo::c', 'attribute Foo::d',
    ],
    'x = 3;': [],
    'foo;': [],
}  # fmt: skip
TYPES = {
    'typedef unsigned int Foo;': ['type Foo'],
    'typedef unsigned int uint32_t;': ['type uint32_t'],
    'typedef void (*Foo)(int a, int b);': ['type Foo'],
    'typedef int (API *Foo)(void);': ['type Foo'],
    'typedef int (Foo)(void);': ['type Foo'],
    'typedef int Foo(void);': ['type Foo'],
    'typedef int Foo[3], *Bar;': ['type Foo', 'type Bar'],
    'typedef struct Foo Foo;': ['type Foo'],
    'using Foo = std::vector<int>;': ['type Foo'],
    'template <class T> using Foo = Bar<T>;': ['type Foo'],
    'template <class T> concept Foo = sizeof(T) > 3;': ['type Foo'],
    'void f() { using Foo = int; typedef int Bar; reusing x; }': [
        'function f', 'type f::Foo', 'type f::Bar',
    ],
}  # fmt: skip
NAMESPACES = {
    'namespace a { namespace b { int x; } }': ['namespace a', 'namespace a::b', 'variable a::b::x'],
    'namespace a::b { class Foo {}; }': ['namespace a::b', 'class a::b::Foo'],
    'namespace a::inline b { }': ['namespace a::b'],
    'inline namespace a { }': ['namespace a'],
    'namespace { int x; }': ['variable x'],
    'namespace std VISIBILITY(default) { }': ['namespace std'],
    'MACRO(a)\nnamespace b { }': ['namespace b'],
}
MACROS = {
    '#define FOO': ['macro FOO'],
    '#define FOO(a) \\\n  int a; \\\n  class Bar {};\nint x;': ['macro FOO', 'variable x'],
    '#  define FOO 1 // no': ['macro FOO'],
    '#ifndef FOO_H\n#define FOO_H\nint x;\n#endif': ['variable x'],
    '#if !defined(FOO_H)\n#define FOO_H 1\n#include "a"\n#endif': [],
    '#ifndef FOO\n#define FOO 1\n#endif': ['macro FOO'],
    '#ifndef FOO\n#define FOO 2\nint x;\n#endif': ['macro FOO', 'variable x'],
    '#define FOO_H\nint x;\n#endif': ['variable x'],
}
OBJECTIVE = {
    '@interface Foo : Bar <Baz> { int x; }\n- (void)f;\n+ (id)g:(int)a h:(id)b;\n@end\nint y;': [
        'class Foo', 'method Foo.f', 'method Foo.g:h:', 'variable y',
    ],
    '@implementation Foo (Extra)\n- (int)f { return 1; }\nint g(void) { }\n@end': [
        'class Foo', 'method Foo.f', 'function g',
    ],
    '@protocol Foo\n@required\n- (void)f;\n@optional\n@property (copy) id a, *b;\n@end': [
        'class Foo', 'method Foo.f', 'attribute Foo.a', 'attribute Foo.b',
    ],
    '@protocol Foo;\n@class Bar;': [],
}  # fmt: skip
NO_CODE = {
    '// class Foo {};\n/* class Foo {}; */ int x;': ['variable x'],
    'const char *x = "class Foo { // /* \\" {", *y;': ['variable x', 'variable y'],
    "char x = '{', y = '\\'', z = '\"';": ['variable x', 'variable y', 'variable z'],
    'auto x = R"a(class Foo {}; )" )a"; int y;': ['variable x', 'variable y'],
    "int x = 1'000'000; int y;": ['variable x', 'variable y'],
    '// class Foo { \\\n class Bar {};\nint x;': ['variable x'],
    '#if 0\nclass Foo {\n#if 1\n#endif\nint y;\n#else\nint x;\n#endif\nint z;': [
        'variable x', 'variable z',
    ],
    '#error class Foo {};\nint x;': ['variable x'],
}  # fmt: skip
CASES = [
    *CLASSES.items(), *ENUMS.items(), *FUNCTIONS.items(), *METHODS.items(), *VALUES.items(),
    *TYPES.items(), *NAMESPACES.items(), *MACROS.items(), *OBJECTIVE.items(), *NO_CODE.items(),
]  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), CASES)
def test_definitions(code, expected):
    assert sorted(definitions(code)) == sorted(expected)


BRANCHES = {
    # each branch begins with what was open at the first
    'class Foo\n#if A\n : Bar {\n#else\n : Baz {\n#endif\n int x; };\nint y;': [
        'class Foo', 'attribute Foo::x', 'variable y',
    ],
    'void f() {\n#if A\n if (a) {\n#else\n if (b) {\n#endif\n } }\nint x;': [
        'function f', 'variable x',
    ],
    'void f(int a,\n#if A\n int b) { c(); \n#else\n int d) {\n#endif\n }\nint x;': [
        'function f', 'variable x',
    ],
    '#ifdef A\nextern "C" {\n#endif\nvoid f();\n#ifdef A\n}\n#endif\nint x;': [
        'function f', 'variable x',
    ],
    # what the first branch opened, and the second did not, a later first branch closes
    'void f() {\n#if A\n if (a) { {\n#else\n b();\n#endif\n c();\n#if A\n } }\n#endif\n}\nint x;': [
        'function f', 'variable x',
    ],
    '#if A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ }\nint x;': ['function f', 'variable x'],
    '#endif\n#else\nint x;': ['variable x'],
}  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), BRANCHES.items())
def test_branches_of_conditionals(code, expected):
    assert sorted(definitions(code)) == sorted(expected)


FRAGMENTS = {
    # cut out of a class
    '  Foo(int a) : x(a) {\n  }\n  void f() override;\n  int y;\n};\nint z;': [
        'function Foo', 'function f', 'variable z',
    ],
    '  Foo(const Bar& a);\n  virtual int f(Bar) = 0;': ['function Foo', 'function f'],
    # cut out of a function
    '  int x = f(1);\n  Foo guard(lock);\n  return x;\n}\nvoid g() { }': ['function g'],
    '    int a,\n    int b) {\n  c();\n}\nvoid g() { }': ['function g'],
    # cut out of a comment, of a macro
    ' * class Foo {\n * text\n */\nint x;': ['variable x'],
    ' no stars { \n*/\nint x;': ['variable x'],
    ' * class Foo {\n * text': [],
    '  class Foo { \\\n  }; \\\n  int y;\nint x;': ['variable x'],
    # cut off
    'void f(\n    int a,\n': ['function f'],
    'void f(int a, std::vector<int> b)\n': ['function f'],
    '  Foo(\n      Bar a,\n': ['function Foo'],
    '  g(\n      a,\n': [],
    '  Foo x(\n      a.b(),\n': [],
    'typedef void (*Foo)(\n  int a': ['type Foo'],
    'using Foo = Bar<\n  int': ['type Foo'],
    'enum Foo {\n  AA,\n  BB': ['enum Foo', 'constant AA', 'constant BB'],
    'class Foo {\n  void f() {\n    g();\n': ['class Foo', 'method Foo::f'],
    '  AA,\n  BB\n} Foo;\nint x;': ['type Foo', 'variable x'],
    '/* class Foo {};': [],
    'f(Type a) {\n}': ['function f'],
    'DEFINE(a)\n\nDEFINE(\n': [],
}  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), FRAGMENTS.items())
def test_fragments(code, expected):
    assert sorted(definitions(code)) == sorted(expected)


def test_overloads_are_one_name_with_its_first_line():
    code = 'void f();\n\nvoid f(int);\nvoid f() { }\n'
    assert [(found.name, found.line, found.times) for found in extract(code)] == [('f', 1, 3)]


def test_lines_are_the_lines_of_the_names():
    code = '/* a\n*/ template <class T>\nstatic\nvoid\nf(int x);\n#define FOO\n#include <a.h>\n'
    lines = {found.name: found.line for found in extract(code) if found.sort is not Sort.LOCAL}
    assert lines == {'f': 5, 'FOO': 6, 'a.h': 7}
