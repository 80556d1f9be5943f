"""What a code of the C family defines."""

import pytest

from sphinxcontrib_kwindex.extract.c_family import extract
from sphinxcontrib_kwindex.model import Usage


def definitions(code):
    return [
        f'{found.kind} {found.name}' for found in extract(code) if found.usage is Usage.DEFINITION
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
    'struct Foo __attribute__((packed)) {};': ['class Foo'],
    'MACRO(a)\nclass Foo {};': ['class Foo'],
    'template <class T> requires A<T> && (B<T> || C<T>) class Foo {};': ['class Foo'],
    'struct A { } x = { 1 };': ['class A', 'variable x'],
    'struct Foo { int a; } PACKED;': ['class Foo', 'attribute Foo::a'],
    'class Foo;': [],
    'friend class Foo;': [],
    'namespace a { class MY_API Foo; }': ['namespace a'],
    'struct API2 Foo;': [],
    'enum class API3 Foo : int;': [],
    'enum API3 Foo : std::uint8_t;': [],
    'struct API2 Foo = {1};': ['variable Foo'],
    'struct NODE foo;': ['variable foo'],
    'struct stat Foo;': ['variable Foo'],
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
    'enum Foo { AA = int{1}, BB };': ['enum Foo', 'constant AA', 'constant BB'],
    'typedef NS_ENUM(NSInteger, Foo) { AA };': ['enum Foo', 'constant AA'],
    'NS_ENUM() { AA };': ['constant AA'],
    'NS_ENUM { AA };': ['constant AA'],
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
    'static f(int a);': [],
    'const f(int a);': [],
    'int x;\n* f(int a);': ['variable x'],
    'f() { }': [],
    'x + f(int a);': [],
    'x + f(int a) { }': [],
    'foo return bar(int a);': [],
    'return a * b;': [],
    'Export(a) bar(int b);': ['function bar'],
    'EXPORT(int) typedef int Foo;': ['type Foo'],
    '__attribute__((x)) typedef int Foo;': ['type Foo'],
    'void BOUNDS(1, 2) f(int a) { }': ['function f'],
    'static Foo BAR(int);': ['function BAR'],
    'void f() const noexcept(true) { }': ['function f'],
    'void f() const __attribute__((x));': ['function f'],
    'void f(int) API { }': ['function f'],
    'void f(foo_t);': ['function f'],
    'void f(_Foo);': ['function f'],
    'ns::Foo::Foo(int a) { }': ['method ns::Foo::Foo'],
    'extern "C" void f() { }': ['function f'],
    'extern int f() { }': ['function f'],
    'auto operator<=>(const Foo& a) const = default;': ['function operator<=>'],
    'template <class T> requires A<T> || B<T> void f() { }': ['function f'],
    'template <class T> requires requires (T t) { t.x; } void f() { }': ['function f'],
    'template <class... T> Foo<T...>::Foo() : T{1}... { x(); } int y;': [
        'method Foo::Foo', 'variable y',
    ],
    'void f() { if (a) { } int g(int a) { } }': ['function f'],
    'class foo { }; void foo::bar() { }': ['class foo', 'method foo::bar'],
    'void foo::bar() { }': ['function foo::bar'],
    'foo::foo() { }': ['method foo::foo'],
    'foo::~foo() { }': ['method foo::~foo'],
    'namespace Foo { } void Foo::bar() { }': ['namespace Foo', 'function Foo::bar'],
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
    'class Foo { Foo(Bar b); ~Foo(); operator int(); };': [
        'class Foo', 'method Foo::Foo', 'method Foo::~Foo', 'method Foo::operator int',
    ],
    'namespace n { struct Foo { Foo() { } ~Foo() { } }; Foo::~Foo() { } }': [
        'namespace n', 'class n::Foo', 'method n::Foo::Foo', 'method n::Foo::~Foo',
    ],
    'class Foo { Foo() noexcept { } int x; };': [
        'class Foo', 'method Foo::Foo', 'attribute Foo::x',
    ],
    'class Foo { Foo() NOEXCEPT { } };': ['class Foo', 'method Foo::Foo'],
    'class Foo { Bar f(baz); };': ['class Foo', 'method Foo::f'],
    'namespace n { Foo() = default; }': ['namespace n', 'function n::Foo'],
    'namespace n { explicit Foo(int a); }': ['namespace n', 'function n::Foo'],
    'namespace n { Foo(int a) : x(a) { } }': ['namespace n', 'function n::Foo'],
    'namespace n { template <class T> foo(T a) { } }': ['namespace n', 'function n::foo'],
    'namespace n { Foo::bar(int a) { } Foo(bar) { } Foo(Bar& a); }': ['namespace n'],
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
    'class Foo { const int a; const Bar& b; static const int c = 1; };': [
        'class Foo', 'attribute Foo::a', 'attribute Foo::b', 'constant Foo::c',
    ],
    'namespace n {\n  int x;\n}': ['namespace n', 'variable n::x'],
    'int Foo::count = 0;': ['attribute Foo::count'],
    'Foo x;': ['variable x'],
    'Foo N;': ['variable N'],
    'Foo x INIT(0);': ['variable x'],
    'Foo x INIT();': ['variable x'],
    'class Foo { Bar x GUARDED_BY(m); };': ['class Foo', 'attribute Foo::x'],
    'AB CD;': ['constant CD'],
    'Foo (*f)(int);': ['variable f'],
    'struct Foo (*f)(int);': ['variable f'],
    'Foo ()(int);': [],
    'Foo (int)(int);': [],
    'Foo (*f)[3], *g;': ['variable f', 'variable g'],
    'decltype(a) x;': ['variable x'],
    'alignas(8) Foo x;': ['variable x'],
    'Foo alignas(8) x;': ['variable x'],
    'MACRO(a) x;': [],
    'int y;\nint \\\n x;': ['variable x', 'variable y'],
    'int x = a, y;': ['variable x', 'variable y'],
    'int x(3), y = 4, z;': ['variable x', 'variable y', 'variable z'],
    'signals x;': ['variable x'],
    'x = 3;': [],
    'x, y = 3;': [],
    'foo;': [],
    'x ? y : z;': [],
}  # fmt: skip
TYPES = {
    'typedef unsigned int Foo;': ['type Foo'],
    'typedef unsigned int uint32_t;': ['type uint32_t'],
    'typedef const Foo Bar;': ['type Bar'],
    'typedef int FOO;': ['type FOO'],
    'typedef struct { int a; } FOO;': ['attribute FOO::a', 'type FOO'],
    'typedef decltype(a) Foo;': ['type Foo'],
    'MACRO(a)\ntypedef int Foo;': ['type Foo'],
    'typedef void (*Foo)(int a, int b);': ['type Foo'],
    'typedef int (API *Foo)(void);': ['type Foo'],
    'typedef int (Foo)(void);': ['type Foo'],
    'typedef int Foo(void);': ['type Foo'],
    'typedef int Foo[3], *Bar;': ['type Foo', 'type Bar'],
    'typedef struct Foo Foo;': ['type Foo'],
    'using Foo = std::vector<int>;': ['type Foo'],
    'template <class T> using Foo = Bar<T>;': ['type Foo'],
    'template <class T> concept Foo = sizeof(T) > 3;': ['type Foo'],
    'void f() { reusing Foo = 3; using Foo = int': ['function f'],
    'void f() { using Foo = int; typedef int Bar; }': [
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
    'namespace Visibility(default) std { }': ['namespace std'],
    'namespace VISIBLE std { }': ['namespace std'],
    'namespace FOO { }': ['namespace FOO'],
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
    '#ifndef FOO\n#define FOO\nint x;': ['variable x'],
    '#define FOO_H\nint x;\n#endif': ['variable x'],
    '#define FOO\nint x;\n#endif': ['macro FOO', 'variable x'],
    '#include "a"\n#define FOO_H\nint x;\n': ['macro FOO_H', 'variable x'],
    '#define BAR\n#define FOO_H\nint x;\n': ['macro BAR', 'macro FOO_H', 'variable x'],
    '#ifdef BAR\n#define FOO_H\nint x;\n': ['macro FOO_H', 'variable x'],
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
    '@interface Foo\n@end\n- (void)f;': ['class Foo'],
    '@interface Foo\nint g(void);\n- ;\n@end': ['class Foo', 'function g'],
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
    '#if 0\n#if 1\n#endif\nint y;\n#endif\nint z;': ['variable z'],
    '#if 0\n#if 1\n#else\nint y;\n#endif\n#endif\nint z;': ['variable z'],
    '#if 0\nclass Foo {};\n': [],
    '#if A\nint x;\n#elif 0\nint y;\n#endif\nint z;': ['variable x', 'variable z'],
    '#error class Foo {};\nint x;': ['variable x'],
}  # fmt: skip
CASES = [
    *CLASSES.items(), *ENUMS.items(), *FUNCTIONS.items(), *METHODS.items(), *VALUES.items(),
    *TYPES.items(), *NAMESPACES.items(), *MACROS.items(), *OBJECTIVE.items(), *NO_CODE.items(),
]  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), CASES)
def test_definitions(code, expected):
    assert sorted(definitions(code)) == sorted(expected)


# code in a namespace -> what it defines there; if the braces were miscounted, x would be elsewhere
BRANCHES = {
    # each branch begins with what was open at the first
    'class Foo\n#if A\n : Bar {\n#else\n : Baz {\n#endif\n int a; };': ['Foo', 'Foo::a'],
    'class Foo\n#if A\n : Bar\n#else\n : Baz\n#endif\n { int a; };': ['Foo', 'Foo::a'],
    'void f() {\n#if A\n if (a) {\n#else\n if (b) {\n#endif\n } }': ['f'],
    'void f(int a,\n#if A\n int b) { c();\n#else\n int d) {\n#endif\n }': ['f'],
    'void f(int a,\n#if A\n int b\n#elif B\n int c\n#else\n int d\n#endif\n) { }': ['f'],
    'int a;\n#if A\nvoid f() {\n}\n#else\nvoid g() {\n}\n#endif': ['a', 'f', 'g'],
    'enum Foo {\nA1,\n#if A\nB1,\n#else\nC1,\n#endif\nD1 };': ['Foo', 'A1', 'B1', 'C1', 'D1'],
    '#if A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ }': ['f'],
    '#ifdef A\nextern "C" {\n#endif\nvoid f();\n#ifdef A\n}\n#endif': ['f'],
    # what the first branch opened, and the second did not, a later first branch closes
    'void f() {\n#if A\n { {\n#else\n b();\n#endif\n c();\n#if A\n } }\n#endif\n}': ['f'],
    'void f() {\n#if A\n {\n#else\n {\n#endif\n {\n#if A\n }\n#endif\n } }': ['f'],
    'void f() {\n#if A\n {\n#else\n#endif\n#if A\n }\n#endif\n}\n'
    'void g(int a\n#if A\n, int b\n#endif\n) { }': ['f', 'g'],
    # an unused part has no part in it
    '#if A\nvoid f() {\n#if 0\n#endif\n}\n#else\nvoid g() {\n}\n#endif': ['f', 'g'],
    '#endif\n#else\nint a;': ['a'],
}


@pytest.mark.parametrize(('code', 'expected'), BRANCHES.items())
def test_branches_of_conditionals(code, expected):
    found = extract(f'namespace n {{\n{code}\nint x;\n}}\n')
    names = {one.name for one in found if one.usage is Usage.DEFINITION}
    assert names == {'n', 'n::x', *(f'n::{name}' for name in expected)}


# code in a namespace, with braces that are no block -> what it defines there
BRACES = {
    'Foo::Foo() : a{1}, b{2}, c(3), d{4} { x(); }': ['Foo::Foo'],
    'Foo::Foo() : a(1), b{2} { x(); }': ['Foo::Foo'],
    'Foo::Foo() : A<B>{1}, C<D>{2} { x(); }': ['Foo::Foo'],
    'void f(T a = {1}, T b = {2}) { }': ['f'],
    'f({1}, [] { b(); }, {2});': [],
    'T a = {1, {2}}, b = {3};': ['a', 'b'],
    'T a{1}, b{2};': ['a', 'b'],
    'foo {\n}': [],
    'Foo(a) b {\n}': [],
    'MACRO(a) {\n}': [],
    'case AA: {\n  f();\n}': [],
    'void f() { { } if (a) { } else { } do { } while (b); }': ['f'],
}


@pytest.mark.parametrize(('code', 'expected'), BRACES.items())
def test_braces(code, expected):
    found = extract(f'namespace n {{\n{code}\nint x;\n}}\n')
    names = {one.name: one.times for one in found if one.usage is Usage.DEFINITION}
    assert names == dict.fromkeys(['n', 'n::x', *(f'n::{name}' for name in expected)], 1)


FRAGMENTS = {
    # cut out of a class
    '  Foo(int a) : x(a) {\n  }\n  void f() override;\n  int y;\n};\nint z;': [
        'function Foo', 'function f', 'variable z',
    ],
    '  Foo(const Bar& a);\n  virtual int f(Bar) = 0;': ['function Foo', 'function f'],
    '  Foo(a);\n  Foo(x->y, z);\n  Foo(a * b);\n  foo(Bar& a);': [],
    '  int f(Bar) const;\n  int g(Bar);\n  int h(bar_t);': ['function f', 'function h'],
    # cut out of a function
    '  Foo guard(Lock);\n  const int x = 3;\n': [],
    '  int a;\n  } u;\nint x;': ['variable x'],
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
    'f(a) {\n}': [],
    '  Foo() {\n  }': ['function Foo'],
    '  Foo(new Bar);': [],
    'Foo x = 3 +\n': [],
    'DEFINE(a)\n\nDEFINE(\n': [],
    'EXPORT(int) f(\n': [],
    'EXPORT(int) f(int a,\n': ['function f'],
    '  void f(Bar\n': ['function f'],
    'return f(\n  int a,\n': [],
    'typedef void API\n': [],
    'template <class T>\nclass Foo\n': ['class Foo'],
    'struct Foo : Bar,\n': ['class Foo'],
    'friend class Foo\n': [],
    'typedef struct Foo\n': [],
    'struct Foo x = a +\n': [],
    'struct\n': [],
    'f(void)\n{\n  int a;\n': ['function f'],
}  # fmt: skip


@pytest.mark.parametrize(('code', 'expected'), FRAGMENTS.items())
def test_fragments(code, expected):
    assert sorted(definitions(code)) == sorted(expected)


def test_overloads_are_one_name_with_its_first_line():
    code = 'void f();\n\nvoid f(int);\nvoid f() { }\n'
    assert [(found.name, found.line, found.times) for found in extract(code)] == [('f', 1, 3)]


def test_lines_are_the_lines_of_the_names():
    code = '/* a\n*/ template <class T>\nstatic\nvoid\nf(int x);\n#define FOO\n#include <a.h>\n'
    code += 'typedef struct {\n int a;\n}\n\nBar;\nvoid g(int a = {1},\n int b)\n{ }\n'
    code += 'int\nh(\n{2}\n), i;'
    lines = {
        found.name: found.line
        for found in extract(code)
        if found.usage not in (Usage.LOCAL, Usage.ALIAS)
    }
    assert lines == {
        'f': 5, 'FOO': 6, 'a.h': 7, 'Bar::a': 9, 'Bar': 12, 'g': 13, 'h': 17, 'i': 19,
    }  # fmt: skip
