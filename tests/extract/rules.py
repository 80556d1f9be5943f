"""What holds of all that is found in any text of any language, and pieces of such texts."""

from sphinxcontrib_kwindex.extract import extract
from sphinxcontrib_kwindex.model import Usage

#: a language of each extractor, with a code that no other one reads so, and what it defines
SPOKEN = {
    'python': ('class A:\n    def f(self): pass', ['class A', 'method A.f']),
    'cpp': (
        'namespace n { class A { void f(); }; }',
        ['namespace n', 'class n::A', 'method n::A::f'],
    ),
    'java': ('class A { void f() {} }', ['class A', 'method A.f']),
    'csharp': ('struct A { int P { get; } }', ['class A', 'attribute A.P']),
    'javascript': ('const f = (x) => x', ['function f']),
    'typescript': ('type A = { b: string }', ['type A', 'attribute A.b']),
    'go': ('func (a *A) F() {}', ['method A.F']),
    'rust': ('impl A { fn f() {} }', ['method A::f']),
    'kotlin': ('class A { fun f() = 1 }', ['class A', 'method A.f']),
    'swift': ('struct A { func f() {} }', ['class A', 'method A.f']),
    'scala': ('trait A { def f = 1 }', ['class A', 'method A.f']),
    'php': ('<?php trait A { function f() {} }', ['class A', 'method A::f']),
    'ruby': ('module A; def f; end; end', ['namespace A', 'method A.f']),
    'gdscript': (
        'class_name A extends B\nconst C_D = 1\nstatic func f(x: int) -> A:\n\tmatch x:\n\t\t1: g()',
        ['class A', 'constant C_D', 'function f'],
    ),
    'lua': ('function a:f() end', ['method a.f']),
    'shell': ('f() { :; }', ['function f']),
    'console': ('f() { :; }\n$ g() { :; }', ['function g']),
    'cmake': ('macro(f)\nendmacro()', ['macro f']),
    'sql': ('CREATE VIEW a AS SELECT b', ['class a']),
    'yaml': ('a:\n  b: c', ['setting a', 'setting a.b']),
    'json': ('{"a": {"b": 1}}', ['setting a', 'setting a.b']),
    'toml': ('[a]\nb = 1', ['setting a', 'setting a.b']),
    'ini': ('[a]\nb = 1', ['setting a', 'setting a.b']),
}
PIECES = [
    *str.split(
        r"""
        { } ( ) < > [ ] ; , = : :: := => -> . ?. ... ~ & * - + @ # #[ $ $( ${ `${ % \ " ' ` / // /*
        */ /** ''' r#" <<A <<<A A $a 0 1.5 a some_name a.b this.a self.b class interface enum struct
        union trait impl for extends new async await const let var val def fn fun func function
        return if else while do end begin module mod namespace package import use using from require
        export default type record object companion case static public private get set init
        macro_rules! where constructor prototype exports. CREATE TABLE set( function( --opt |- ---
        ? {{ }}
        """
    ),
    *('"""', ' ', '\n', '\n  ', '\t', '\r\n', '\x00', '\ud800', 'é', '٣'),
]
#: what no program holds, and documents may
ODD = [*map(chr, (0, 0x1B, 0xAD, 0x200B, 0x202E, 0x2028, 0xD800, 0xFFFF, 0x10FFFF)), '\u0301']

#: what is one of these is not mentioned, too; a local variable may stand for something later on
_STRONG = {Usage.DEFINITION, Usage.IMPORT, Usage.USE}


def check(text, language):
    found = extract(text, language)
    assert found == extract(text, language)
    assert [one.line for one in found] == sorted(one.line for one in found)
    lines = text.count('\n') + 1
    assert all(1 <= one.line <= lines and one.times >= 1 for one in found)
    assert all(0 < len(one.name) <= 256 for one in found)
    assert all(len(one.definition) <= (256 if one.usage is Usage.ALIAS else 160) for one in found)
    assert len({one[:3] for one in found}) == len(found)
    strong = {one.name for one in found if one.usage in _STRONG}
    assert not strong & {one.name for one in found if one.usage in {Usage.MENTION, Usage.LOCAL}}
