"""Java, C#, JavaScript, TypeScript, Go, Rust, Kotlin, Swift, PHP, Scala."""

import pytest
from listing import case, listing, names

from sphinxcontrib_kwindex.extract.curly import GRAMMARS, extract
from sphinxcontrib_kwindex.model import Usage


@pytest.mark.parametrize('language', GRAMMARS)
def test_all_of_a_source(language):
    code, expected = case(language)
    assert listing(extract(code, language)) == expected


DEFINITIONS = {
    ('typescript', 'export const enum Side { Left, Right = 2 }'): [
        'enum Side',
        'constant Side.Left',
        'constant Side.Right',
    ],
    # what stands between a class of Kotlin and its fields, and in the type of an added property
    ('kotlin', 'class Two\nclass Shop @Inject() internal constructor(private val till: Till)'): [
        'class Two',
        'class Shop',
        'attribute Shop.till',
    ],
    ('kotlin', 'val <T> List<T>.middle: T get() = this[size / 2]\nval Shop<*>.open get() = true'): [
        'variable List.middle',
        'variable Shop.open',
    ],
    ('kotlin', 'val Shop<*>?.open get() = 1\nvar <T> List<T>?.head: T\nval Till?.cash get() = 2'): [
        'variable Shop.open',
        'variable List.head',
        'variable Till.cash',
    ],
    ('kotlin', 'fun <T> List<T>?.second() {}\nfun Shop<*>?.shut() {}'): [
        'function List.second',
        'function Shop.shut',
    ],
    ('php', "<?php class A { public const string NAME = 'x'; const MOST = 4; const ?int B = 1; }"): [
        'class A',
        'constant A::NAME',
        'constant A::MOST',
        'constant A::B',
    ],
    ('php', '<?php const int|string X = 1, Y_Z = 2; const A&\\b\\B C = D; const (E&F)|null G = H(1);'): [
        'constant X',
        'constant Y_Z',
        'constant C',
        'constant G',
    ],
    # arithmetic, comparisons and choices are no declarations
    ('java', 'class A {\n int sum = a + b, rest = c % d;\n boolean big = size > max;\n'): [
        'class A',
        'attribute A.sum',
        'attribute A.rest',
        'attribute A.big',
    ],
    ('java', 'class A {\n int far = a * b;\n int half = a / b; // c d;\n}'): [
        'class A',
        'attribute A.far',
        'attribute A.half',
    ],
    ('csharp', 'class A {\n int Area => W * H;\n bool Big => W > Max;\n int* At;\n int** To;\n}'): [
        'class A',
        'attribute A.Area',
        'attribute A.Big',
        'attribute A.At',
        'attribute A.To',
    ],
    ('csharp', 'class A {\n string Name => _name ?? other;\n List<(int a, B b)>? Kids;\n}'): [
        'class A',
        'attribute A.Name',
        'attribute A.Kids',
    ],
    ('csharp', 'class A {\n public (int low, int high) Range() => (1, 2);\n}'): [
        'class A',
        'method A.Range',
    ],
    # fragments: the class around them is not there
    ('java', 'void run() {}\n}\nprivate int size = 3;'): ['method run', 'attribute size'],
    ('java', 'Shop(int size) { this.size = size; }'): ['method Shop'],
    ('java', " * Don't say int a(int b);\n * { ever\n */\nString name(int at);"): ['method name'],
    ('java', 'public void run(\n    String name,'): ['method run'],
    ('javascript', 'run(now) {\n  stop(now)\n}\nif (a) {}\n'): ['function run'],
    ('javascript', '},\n\nrun(now) {}'): ['function run'],
    ('typescript', 'run(now: Date): void {\n}\nget size(): number {}'): [
        'function run',
        'function size',
    ],
    ('go', '\tName string\n}\n\nfunc (s *Shop) Run() {\n'): ['method Shop.Run'],
    ('rust', '    }\n\n    pub fn run(&self) {\n'): ['function run'],
    # what looks like a definition
    ('java', 'class A { int x = f(1, b); String s = new String("class B {"); }'): [
        'class A', 'attribute A.x', 'attribute A.s',
    ],
    ('java', 'class A { void f() { throw new B(); return c(d); } }'): [
        'class A', 'method A.f',
    ],
    ('java', 'class A { Map<B, C, D> map, other; int[] a = new int[]{1, b}; }'): [
        'class A', 'attribute A.map', 'attribute A.other', 'attribute A.a',
    ],
    ('javascript', 'function* a() {}'): ['function a'],
    ('php', '<?php function &a() {}'): ['function a'],
    ('java', 'A b(c).d; class E extends F<G> { }'): ['class E'],
    ('csharp', 'class A { B c = delegate { d(e); }; void F() { G h(i); } }'): [
        'class A', 'attribute A.c', 'method A.F',
    ],
    ('go', 'type A = struct {\n\tB c\n\td.E `f`\n\tG `h`\n}'): ['class A', 'attribute A.B'],
    ('javascript', 'class A { b c() {} }; const d = { e: f ? g : h }'): [
        'class A', 'variable d', 'attribute d.e',
    ],
    ('javascript', 'const a = /class B {/, b = c / d / e;'): ['variable a', 'variable b'],
    ('javascript', 'a({ class: 1, function: 2 }); const b = { delete() {}, if: 1 };'): [
        'variable b', 'method b.delete', 'attribute b.if',
    ],
    ('javascript', 'const a = `${`class B {`} }`; const c = 1'): ['variable a', 'variable c'],
    ('javascript', "x = <p>don't {class}</p>\nclass A {}"): ['class A'],
    ('typescript', 'const a: Map<string, () => void> = b; let c = a as const; type D = "x"'): [
        'variable a', 'variable c', 'type D',
    ],
    ('typescript', 'function a(): { b: c } { let d }\nfunction e() {}'): [
        'function a', 'function e',
    ],
    ('typescript', 'type A = { b: 1 } & { c: 2 }; for (const type of x) {}'): ['type A'],
    ('typescript', 'declare global { interface A { b: string } }'): ['class A', 'attribute A.b'],
    ('go', 'func f() interface{} { return a }\nfunc g() {}'): ['function f', 'function g'],
    ('go', 'var a = []struct{ b int }{}\nx := "func h() {"'): ['variable a'],
    ('rust', "fn f<'a>(x: &'a str) -> impl A { let c = '{'; }\nfn g() {}"): [
        'function f', 'function g',
    ],
    ('rust', 'fn f() { let p = x as *const T; }\nconst _: () = ();'): ['function f'],
    ('rust', 'macro_rules! m { () => { fn hidden() {} } }\nfn g() {}'): ['macro m', 'function g'],
    ('php', '<?php $a = "?>"; class A { function f() { return fn($x) => 1; } }'): [
        'variable a', 'class A', 'method A::f',
    ],
    ('csharp', 'class A { public static bool operator ==(A left, A right) { } int b; }'): [
        'class A', 'method A.operator ==', 'attribute A.b',
    ],
    ('csharp', 'class A { static A operator+ (A b, A c) => d(b); static bool operator true(A e); }'): [
        'class A', 'method A.operator +', 'method A.operator true',
    ],
    ('csharp', 'class A { static bool operator <(A b, A c) => 1; static A operator >>>(A d, A e); }'): [
        'class A', 'method A.operator <', 'method A.operator >>>',
    ],
    ('csharp', 'class A { string s = @"a\\"; int P => 1; int this[int i] { get; } }'): [
        'class A', 'attribute A.s', 'attribute A.P',
    ],
    ('kotlin', 'class A\nclass B { fun f() = listOf(1).map { it }\nfun g() {} }'): [
        'class A', 'class B', 'method B.f', 'method B.g',
    ],
    ('swift', 'class A { class func f() {} }\nfunc g(a: A.class) {}'): [
        'class A', 'method A.f', 'function g',
    ],
    ('scala', 'class A { def f = { val x = 1 }; def g: Int = 2; if (a) { val y = 1 } }'): [
        'class A', 'method A.f', 'method A.g',
    ],
    ('rust', '#![a(mod b)]\nlet c = type; struct D;'): ['class D'],
    ('csharp', 'namespace { class A { } }'): ['class A'],
    # constants of enumerations
    ('java', 'enum A { B(C, D) { }, @E F; int G, H; }'): [
        'enum A', 'constant A.B', 'constant A.F', 'attribute A.G', 'attribute A.H',
    ],
    ('rust', 'enum A { #[b] C(D, E), F { g: H }, I = 1 }'): [
        'enum A', 'constant A::C', 'constant A::F', 'attribute A::F::g', 'constant A::I',
    ],
    ('typescript', "enum A { B = c(D, E), F = 'g', H }"): [
        'enum A', 'constant A.B', 'constant A.F', 'constant A.H',
    ],
    ('swift', 'enum A { case b = 1, c = 2, d\ncase e(F, G), h }'): [
        'enum A', 'constant A.b', 'constant A.c', 'constant A.d', 'constant A.e', 'constant A.h',
    ],
    # what is assigned
    ('javascript', 'exports.a = { b: 1 }; C.prototype = { d() {} }; E.f = class { g() {} }'): [
        'variable a', 'attribute a.b', 'method C.d', 'class E.f', 'method E.f.g',
    ],
    ('javascript', 'class A { b() { this.c.d = e; this.f = class { g() {} } } }'): [
        'class A', 'method A.b', 'class A.f', 'method A.f.g',
    ],
    ('javascript', 'const f = ((a) => b), g = (() => 1)(), h = class { i() {} }'): [
        'function f', 'variable g', 'class h', 'method h.i',
    ],
    ('typescript', 'const f: (a: b) => c = (d) => e\nlet g: h\ni = () => j; let k: { l: m } = n'): [
        'function f', 'variable g', 'function i', 'variable k',
    ],
    # commas of types, and of declarations
    ('java', 'class A { int a, b = new M<C, D, E>(1); }'): [
        'class A', 'attribute A.a', 'attribute A.b',
    ],
    ('csharp', 'class A { int a, b = new M<C, D, E>(1); }'): [
        'class A', 'attribute A.a', 'attribute A.b',
    ],
    ('typescript', 'let a: b, c: M<d, e, f>'): ['variable a', 'variable c'],
    ('scala', 'class A(val n: Int): // it\n  def f(x: Int): Int =\n    val y = x\n    y\n\n  val z = 1\nval w = 2'): [
        'class A', 'attribute A.n', 'method A.f', 'attribute A.z', 'variable w',
    ],
    ('scala', 'enum E:\n  case A, B\n\nobject O:\n    trait T\n    private class C:\n        def f = 1\nend O\ndef g = 2'): [
        'enum E', 'constant E.A', 'constant E.B', 'class O', 'class O.T', 'class O.C', 'method O.C.f',
        'function g',
    ],
    ('scala', 'given a: B[C] with\n  def d = 1\n\nextension (s: S)\n  def e = 1\n\ngiven B[D] with\n  def f = 2'): [
        'variable a', 'method a.d', 'method S.e', 'function f',
    ],
    ('scala', 'val a, b = 1; class C { var d, e = 2 }'): [
        'variable a', 'variable b', 'class C', 'attribute C.d', 'attribute C.e',
    ],
    ('swift', 'let a = 1, b = 2; struct C { var d = 1, e = 2 }'): [
        'variable a', 'variable b', 'class C', 'attribute C.d', 'attribute C.e',
    ],
    # where a scope begins
    ('csharp', 'namespace A; class B { }\nint F() { int G() { } }'): [
        'namespace A', 'class B', 'method F', 'method F.G',
    ],
    ('csharp', 'namespace A;\n{ class B { } }'): ['namespace A', 'class B'],
    ('go', 'func f() interface{} { type A int }\nfunc g() struct{ b int } { type C int }'): [
        'function f', 'type f.A', 'function g', 'type g.C',
    ],
    ('go', 'const (A = 1; B = 2)\nvar (\n\tc = 1\n\td, e int\n)'): [
        'constant A', 'constant B', 'variable c', 'variable d', 'variable e',
    ],
    ('kotlin', 'fun f() = a\nval x = run { fun g() {} }'): [
        'function f', 'variable x', 'function g',
    ],
    ('scala', 'def f = a\nval x = run { def g = 1 }'): ['function f', 'variable x', 'function g'],
    ('typescript', 'function f(a: (b: c) => d): e is { g: h } { function i() {} }'): [
        'function f', 'function f.i',
    ],
    # what is chosen, and parameters
    ('csharp', 'var a = b ? Results.Bad() : c;\nRun(async context => 1);'): ['variable a'],
    ('csharp', 'public string Name { get; set; }\nprivate int size;\nint local;'): [
        'attribute Name', 'attribute size', 'variable local',
    ],
    ('rust', '{{#rustdoc_include ../listings/ch01/src/main.rs:here}}\nfn f() {}'): ['function f'],
    ('rust', '# use a::B;\n# fn main() {\nstruct A;\n# }'): ['function main', 'class main::A'],
    ('go', 'func (c fiber.Ctx) Get() error'): ['method Ctx.Get'],
    # where none begins
    ('javascript', 'const f = () => a\nif (b) { function g() {} }'): ['function f', 'function g'],
    ('typescript', 'declare function f(): void; { function g() {} }'): ['function f', 'function g'],
    ('kotlin', 'class A\nclass B { }\nrun { class C }'): ['class A', 'class B', 'class C'],
    ('javascript', 'let a = 1; c(), b = 2'): ['variable a'],
    # modifiers and annotations
    ('javascript', '@a({ b() {} }) class C { @d() e() {} set f(g) {} *h() {} static { i() } }'): [
        'class C', 'method C.e', 'method C.f', 'method C.h',
    ],
    ('typescript', 'class A { accessor b; override c(){} protected d: e; public f(){} *g(){} }'): [
        'class A', 'attribute A.b', 'method A.c', 'attribute A.d', 'method A.f', 'method A.g',
    ],
    ('typescript', 'declare function f(): void\nmodule A.B { const c = 1 }\nmodule = type = 2'): [
        'function f', 'namespace A.B', 'variable A.B.c',
    ],
    ('swift', 'actor A { }; protocol B { associatedtype C; init() }; enum D { case e(D), f }'): [
        'class A', 'class B', 'type B.C', 'method B.init', 'enum D', 'constant D.e', 'constant D.f',
    ],
    ('php', '<?php class A { public readonly B $c; var $d; static $e = [1, 2]; }'): [
        'class A', 'attribute A::c', 'attribute A::d', 'attribute A::e',
    ],
    # brackets that do not match
    ('java', ')]} class A { ( void f() {} } class B {}'): ['class A', 'method A.f', 'class B'],
    ('go', 'func f() { g(\n}\nfunc h() {}'): ['function f', 'function h'],
}  # fmt: skip


KEYWORDS = {
    'java': 'assert catch for if return super switch synchronized this throw try while',
    'csharp': 'catch checked fixed for foreach if lock '
    'nameof return sizeof switch typeof using while',
    'javascript': 'await catch delete for if return super '
    'switch throw typeof void while with yield',
    'typescript': 'await catch delete for if return super '
    'switch throw typeof void while with yield',
    'go': 'case defer for go if interface return select struct switch',
    'rust': 'as await else for if in let loop match move return while',
    'kotlin': 'catch for if return super this throw try when while',
    'swift': 'catch for guard if in repeat return super switch throw while',
    'scala': 'case catch for given if match return super this throw while yield',
    'php': 'and array catch declare die echo elseif empty eval exit for foreach if include isset '
    'list match print require return switch unset while xor',
}


@pytest.mark.parametrize('language', GRAMMARS)
def test_keywords(language):
    for word in KEYWORDS[language].split():
        for code in (f'<?php {word} (some)', f'void {word} (some) {{ }}', f'{word} {{ }}'):
            found = extract(code, language)
            assert not {one for one in found if one.name == word}


@pytest.mark.parametrize(('language', 'code'), DEFINITIONS)
def test_definitions(language, code):
    found = names(extract(code, language), Usage.DEFINITION)
    assert found == DEFINITIONS[language, code]


@pytest.mark.parametrize(
    'end', str.split('= y=> y, y[ f( y?z: y< y-> y* y== y!= y>= y<= y+ y- y/ y% y^ y& y&& y| y||')
)
@pytest.mark.parametrize('language', ['java', 'csharp'])
def test_a_line_that_ends_with_an_operator_goes_on(language, end):
    code = f'class A {{\n int x = {end}\n b * c;\n}}'
    assert names(extract(code, language), Usage.DEFINITION) == ['class A', 'attribute A.x']


@pytest.mark.parametrize(
    'code',
    [
        'int y = a ? b : c;',
        'if (g(a, b)) c = 1;',
        'int y = a ?\n  (B) b : c;',
        'return\n  (B) b;',
    ],
)
@pytest.mark.parametrize('language', ['java', 'csharp'])
def test_what_is_chosen_cast_or_tested_is_no_variable(language, code):
    found = extract(f'class A {{ int F() {{ {code} }} }}', language)
    assert not {'b', 'c'} & {one.name for one in found if one.usage in {Usage.LOCAL, Usage.ALIAS}}


DESCRIPTIONS = {
    ('java', '/** Runs it, e.g. now. Later. */\n@A(b = "c")\n@D\npublic\nclass E {}'): [
        ('E', 'Runs it, e.g. now.')
    ],
    ('java', '/**\n * Says what\n * it is.\n * @return x\n */ class A {}'): [
        ('A', 'Says what it is.')
    ],
    ('java', '/** Copyright 2020 by somebody. */\nclass A {}'): [('A', '')],
    ('java', '/* What it is not. */ class A {}'): [('A', '')],
    ('java', 'class A { int a; /** What b is for. */ int b, c; }'): [
        ('A', ''), ('A.a', ''), ('A.b', 'What b is for.'), ('A.c', ''),
    ],
    ('java', '/** What the call is for. */\nfoo();\nclass A {}'): [('A', '')],
    ('csharp', '/// <summary>\n/// What it is.\n/// </summary>\nclass A {}'): [
        ('A', 'What it is.')
    ],
    ('csharp', '/// What it is.\n[A(typeof(B))]\nclass C {}'): [('C', 'What it is.')],
    ('kotlin', '/** What it is. */\n@A(b)\nclass C'): [('C', 'What it is.')],
    ('scala', '/** What it is. */\n@a(b)\nclass C'): [('C', 'What it is.')],
    ('rust', '/// What it is.\n#[derive(B)]\npub struct A;'): [('A', 'What it is.')],
    ('rust', '//// No description.\nstruct A;'): [('A', '')],
    ('go', '// A is a thing.\n// Second.\ntype A int'): [('A', 'A is a thing.')],
    ('go', '// Far from it is this.\n\ntype A int'): [('A', '')],
    ('go', 'x := 1 // Behind something.\ntype A int'): [('A', '')],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), DESCRIPTIONS)
def test_descriptions(language, code):
    found = [one for one in extract(code, language) if one.usage is Usage.DEFINITION]
    assert [one[0::5] for one in found] == DESCRIPTIONS[language, code]


USES = {
    # aliases lead to what is imported
    ('javascript', "import * as n from './a/util.js'; n.f()"): ['function util.f'],
    ('javascript', "import React from 'react'; React.memo(x)"): ['function react.memo'],
    ('javascript', "const {f: g, h} = require('m'); g(); h()"): ['function m.f', 'function m.h'],
    ('javascript', "const n = require('m'); n.f()"): ['function m.f'],
    ('javascript', 'export { SomeName, other_name }'): [],
    ('typescript', "import type {A as B} from 'm'; let b: B"): ['name m.A'],
    ('java', 'import a.b.C; import static d.E.f; C.g(); f();'): [
        'function a.b.C.g', 'function d.E.f',
    ],
    ('go', 'import h "net/http"\nfunc f() { h.Get(h.X) }'): ['function http.Get', 'name http.X'],
    ('rust', 'use a::{b as c, self}; fn f() { c::d(); a::e() }'): [
        'function a::b::d', 'function a::e',
    ],
    ('php', '<?php use A\\B as C; C::d(); $x->e(); \\F\\g();'): [
        'function A\\B::d', 'function x.e', 'function F\\g',
    ],
    ('kotlin', 'import a.b as c\nfun f() { c() }'): ['function a.b'],
    ('scala', 'import a.{b => c}\ndef f = c()'): ['function a.b'],
    ('csharp', 'using J = A.B; class C { void F() { J.G(); } }'): ['function A.B.G'],
    # the object itself
    ('java', 'class A { void f() { this.g(); h(this.i); } }'): [
        'function A.g', 'function h', 'name A.i',
    ],
    ('rust', 'impl A { fn f(&self) { self.g(); Self::h() } }'): ['function A::g', 'function A::h'],
    ('go', 'func (s *Shop) f() { s.g(t.h) }\nfunc k() { s.g() }'): [
        'function Shop.g', 'name t.h', 'function s.g',
    ],
    ('scala', 'class A { def f = this.g(1) }'): ['function A.g'],
    ('javascript', 'this.f(this.g)'): ['method f', 'attribute g'],
    # words that are keywords elsewhere
    ('typescript', 'type(a); get(b)'): ['function type', 'function get'],
    # what is no use
    ('java', 'class A { void f(int manyItems) { g(manyItems).h().i; String X = "a"; } }'): [
        'function g', 'method h', 'attribute i', 'name String',
    ],
    # members of what has no name
    ('typescript', 'a?.b?.(c); x[y].Z(); f().g?.h'): [
        'name a.b', 'method Z', 'function f', 'attribute g', 'attribute h',
    ],
    ('php', '<?php $a->b()->c; $this->d->e();'): [
        'function a.b', 'attribute c', 'attribute d', 'method e',
    ],
    ('csharp', 'void F(Shop shop) { shop.Till.Open(); }'): [
        'name Shop', 'method Open', 'name Shop.Till',
    ],
    ('swift', 'sort(by: .name, .custom(1))'): [
        'function sort', 'attribute by', 'attribute name', 'method custom',
    ],
    # arguments that have names
    ('csharp', 'Open(retries: 3, late: a ? b : c)'): [
        'function Open', 'attribute retries', 'attribute late',
    ],
    ('php', '<?php open(retries: 3, late: $a ? B : C);'): [
        'function open', 'attribute retries', 'attribute late',
    ],
    ('kotlin', 'open(retries = 3, late = true)'): [
        'function open', 'attribute retries', 'attribute late',
    ],
    ('scala', 'start(retries = 3)'): ['function start', 'attribute retries'],
    ('swift', 'start(late: false)\nfunc stop(late: Bool) {}'): [
        'function start', 'attribute late', 'name Bool',
    ],
    ('javascript', 'open({ retries: 3, late: { by: 1 }, after() { shut() }, ...more })'): [
        'function open', 'attribute retries', 'attribute late', 'attribute by', 'function shut',
    ],
    ('javascript', 'const plan = { open: { at: 1 } }'): ['attribute at'],
    ('javascript', 'switch (a) { case 1: { if (b) { c() } } default: { if (d) { e() } } }'): [
        'function c', 'function e',
    ],
    # fields of new objects
    ('go', 'x := Till{Name: a, Size: 3}\nif x == Most { goto: b() }'): [
        'name Till', 'attribute Name', 'attribute Size', 'name Most', 'function b',
    ],
    ('rust', 'fn f() { let a = shop::Till { size: 3, name }; }'): [
        'name shop::Till', 'attribute size',
    ],
    ('csharp', 'var a = new Till(1) { Size = 3, Name = b };\nnew() { Top = 2 };'): [
        'class Till', 'attribute Size', 'attribute Name', 'attribute Top',
    ],
    # code in literals
    ('javascript', 'f(`a_b ${shop.name} ${open} ${ Till.at() }`, "${not.this}")'): [
        'function f', 'name shop.name', 'name Till.at',
    ],
    ('kotlin', 'f("$open ${shop.name} \\${not.this}")'): ['function f', 'name shop.name'],
    ('swift', 'f("\\(shop.name) $not.this")'): ['function f', 'name shop.name'],
    ('php', '<?php f("{$shop->name} $open", \'$not->this\');'): ['function f', 'name shop.name'],
    # annotations
    ('java', '@Test(a = B.c) class D extends Base<F> {}'): [
        'class Test', 'attribute a', 'name B.c', 'name Base',
    ],
    ('java', '@Each({"a", some_name}) private int b; @main class C {}'): [
        'class Each', 'name some_name', 'name main',
    ],
    ('csharp', '[Route("a", Name = B.C)] class D {}\nint e = f[G];'): [
        'class Route', 'attribute Name', 'name B.C',
    ],
    ('rust', '#[derive(Ab, Bc)] #[serde(rename = "c")] struct D;'): [
        'function derive', 'class Ab', 'class Bc', 'function serde', 'attribute rename',
    ],
    ('typescript', '@Component({ selector: "a" }) class B {}'): [
        'function Component', 'attribute selector',
    ],
    # classes of new objects, and classes themselves
    ('java', 'var a = new B(); f(Integer.class, new C<D>());'): [
        'class B', 'function f', 'class Integer', 'class C',
    ],
    ('typescript', 'new A(new b.C())'): ['class A', 'class b.C'],
    ('php', '<?php f(A::class, new B);'): ['function f', 'class A', 'class B'],
    ('kotlin', 'f(A::class, B::class.java, C())'): [
        'function f', 'class A', 'class B', 'class C',
    ],
    ('rust', 'fn f() { let a = vec![B]; log::warn!("c"); let Some(d) = e; }'): [
        'macro vec', 'macro log::warn', 'name Some',
    ],
    # an object without a name
    ('java', 'run(new Job() { int n; public void go() { late(); } });'): [
        'function run', 'class Job', 'function late',
    ],
    ('javascript', 'function f() { return { data() { g() }, h: () => i() } }'): [
        'function g', 'attribute h', 'function i',
    ],
    # markup
    ('javascript', 'let a = <b c="d"><Shop e={f_g} big>Some_text {h_i} </Shop>{<j.K/>}</b>'): [
        'name Shop', 'name f_g', 'name h_i', 'name j.K',
    ],
    ('typescript', 'return (\n  <>\n <br>{a_b}</>\n)\nc<d>(e < f_g, h <i_j && k />/)'): [
        'name a_b', 'function c', 'name f_g', 'name i_j',
    ],
    ('javascript', '<A_b>{{ c: 1 }}\n<d>`it</A_b>\nf(1)'): [
        'name A_b', 'attribute c', 'function f',
    ],
    # parameters
    ('php', '<?php f(function (Shop $shop) use ($a) { $shop->open(); });'): [
        'function f', 'name Shop', 'function Shop::open',
    ],
    ('php', '<?php f(fn (Shop $shop) => $shop->open());'): [
        'function f', 'name Shop', 'function Shop::open',
    ],
    ('csharp', 'Run(async context => await Go(context), (nextOne) => nextOne());'): [
        'function Run', 'function Go', 'function nextOne',
    ],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), USES)
def test_uses(language, code):
    assert names(extract(code, language), Usage.USE) == USES[language, code]


IMPORTS = {
    ('java', 'import a.B; import static c.D.e; import f.*;'): [
        'module a', 'import a.B', 'module c.D', 'import c.D.e', 'module f',
    ],
    ('kotlin', 'import a.B as C\nimport d.*'): ['module a', 'import a.B', 'module d'],
    ('scala', 'import a.{B, C => D}, e.f\nimport g._'): [
        'module a', 'import a.B', 'import a.C', 'module g',
    ],
    ('csharp', 'using A.B; using static C; using D = E.F; using (var x = y) {}'): [
        'module A.B', 'module C', 'import E.F',
    ],
    ('javascript', "import a, {b as c, default as d} from 'm'; import 'n'; import('o')"): [
        'module m', 'import m.b', 'import m.default', 'module n',
    ],
    ('javascript', "export {a} from './b.mjs'; export * from 'c'; export { d };"): [
        'module b.mjs', 'import b.a', 'module c',
    ],
    ('typescript', "import a = require('b'); import type C from '../d'"): [
        'module b', 'module d', 'import d.C',
    ],
    ('go', 'import "a/b"\nimport (\n"c"\n_ "d"\n. "e/f"\n)'): [
        'module a/b', 'module c', 'module d', 'module e/f',
    ],
    ('rust', 'use crate::a::B; use super::c::*; extern crate d; extern "C" {} pub use e;'): [
        'module a', 'import a::B', 'module c', 'module d', 'module e',
    ],
    ('php', '<?php use A, B\\{C, D as E}; use function F\\g; class X { use T; }'): [
        'import A', 'module B', 'import B\\C', 'import B\\D', 'module F', 'import F\\g',
    ],
    ('swift', 'import A\nimport struct B.C\n@testable import D'): [
        'module A', 'module B', 'import B.C', 'module D',
    ],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), IMPORTS)
def test_imports(language, code):
    assert names(extract(code, language), Usage.IMPORT) == IMPORTS[language, code]


@pytest.mark.parametrize(
    ('language', 'code', 'found'),
    [
        (
            'java',
            'void f(final Map<A, B> many, int... rest) { for (C each : many) {} }',
            'many rest each',
        ),
        (
            'csharp',
            'void F(ref int a1, B b1 = null) { var c1 = 1; foreach (var d1 in c1) {} }',
            'a1 b1 c1 d1',
        ),
        (
            'javascript',
            'function f(aa, {bb}, cc = 1, ...dd) { let ee, ff = 1; var [gg] = aa }',
            'aa bb cc dd ee ff gg',
        ),
        ('typescript', 'function f(aa: A<B, C>, bb?: D) { const cc = (dd: E) => 1; }', 'aa bb dd'),
        ('javascript', 'f((aa, {bb}) => 1, async cc => 2, function dd(ee) {})', 'aa bb cc dd ee'),
        ('java', 'f(aa -> 1, (bb, cc) -> 2); try {} catch (A dd) {}', 'aa bb cc dd'),
        ('csharp', 'F(aa => 1, async (bb, A cc) => 2);', 'aa bb cc'),
        ('go', 'f(func(aa A.B, bb int) error { return nil })', 'aa bb'),
        ('rust', 'fn f() { g(|aa, bb: &C| 1); for (cc, dd) in ee {} }', 'aa bb cc dd'),
        ('kotlin', 'f { aa, bb -> 1 }\nfor ((cc, dd) in ee) {}', 'aa bb cc dd'),
        ('swift', 'f { aa, bb in 1 }\nfor cc in dd {}', 'aa bb cc'),
        ('scala', 'f(aa => 1)', 'aa'),
        ('php', '<?php f(function ($aa) use ($b) {}, fn (A $bb) => 1);', 'aa bb'),
        ('go', 'func f(aa, bb int, _ C) { dd, ee := 1, 2; var ff G }', 'aa bb dd ee ff'),
        ('go', 'func f(int, string) (bool, error) { if bb(); cc := 1 { dd; ee := 2 } }', 'cc ee'),
        (
            'rust',
            'fn f(mut aa: A, (bb, cc): (B, C)) { let (dd, mut ee) = aa; let Some(gg) = hh; }',
            'aa dd ee gg',
        ),
        (
            'kotlin',
            'fun f(aa: A, vararg bb: B) { val cc = 1; val (dd, ee) = cc }',
            'aa bb cc dd ee',
        ),
        ('swift', 'func f(_ aa: A, with bb: B) { let cc = 1, dd = 2 }', 'aa bb cc dd'),
        ('scala', 'def f(aa: A)(bb: B) = { val cc = 1 }', 'aa cc'),
        ('php', '<?php function f($aa, ?B &$bb = null) { $cc = 1; $cc = 2; }', 'aa bb cc'),
    ],
)  # fmt: skip
def test_locals(language, code, found):
    told = names(extract(code, language), Usage.LOCAL)
    assert sorted(told) == [f'variable {name}' for name in sorted(found.split())]


@pytest.mark.parametrize('language', GRAMMARS)
def test_mentions(language):
    code = 'f("some_name", "two words", "plain") // see other_name and http://a.b/not_this\n'
    code += '/* first\n   deep.name() */'
    found = [one for one in extract(f'<?{code}', language) if one.usage is Usage.MENTION]
    assert [(one.name, one.line) for one in found] == [
        ('some_name', 1), ('other_name', 1), ('deep.name', 3),
    ]  # fmt: skip


def test_properties_of_components_are_mentioned():
    found = extract('f(<Shop late={1} open><p class={2}/></Shop>)', 'javascript')
    assert names(found, Usage.MENTION) == ['attribute late', 'attribute open']


def test_variables_of_other_texts_are_mentioned():
    found = extract('f(count, 1)\nlet own = own', 'javascript')
    assert names(found, Usage.MENTION) == ['variable count']


@pytest.mark.parametrize(
    ('language', 'code'),
    [
        ('java', 'f(new A() { public void go() {} });'),
        ('javascript', 'f({ go() {} })'),
        ('typescript', 'return { async go() {} }'),
    ],
)
def test_methods_of_an_object_without_a_name_are_details(language, code):
    found = extract(code, language)
    assert names(found, Usage.LOCAL) == ['method go']
    assert names(found, Usage.DEFINITION) == []


def test_what_is_local_is_not_used():
    found = extract('void f(int manyItems) { g(manyItems); }', 'java')
    assert 'variable manyItems' in names(found, Usage.LOCAL)
    assert 'name manyItems' not in names(found, Usage.USE)


def test_names_do_not_grow_without_end():
    found = extract('class Abcdefgh {' * 100, 'java')
    assert max(len(one.name) for one in found) <= 256
    assert len(names(found, Usage.DEFINITION)) == 28
