"""Go and Rust: groups of declarations, receivers, implementations, macros, trees of imports."""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import (
    Action,
    Grammar,
    Parser,
    Scope,
    ScopeKind,
    TypePosition,
    class_of,
)
from sphinxcontrib_kwindex.model import Kind

# -- Go


def open_group(parser: Parser, i: int) -> int:
    """Enter the brackets of grouped declarations."""
    return parser.open_scope(i) if i in parser.bodies else i + 1


def close_group(parser: Parser, i: int) -> int:
    """Leave the brackets of grouped declarations."""
    return parser.close_scope(i) if parser.scope.closes == i else i + 1


def declaration(kind: ScopeKind) -> Action:
    """Declare one name, several names, or a group of declarations in brackets."""

    def declare(parser: Parser, i: int) -> int:
        if parser.words[i + 1] == '(':
            scope = parser.scope
            is_local = scope.kind is ScopeKind.FUNCTION and kind is not ScopeKind.TYPES
            kind_inside = ScopeKind.FUNCTION if is_local else kind
            parser.bodies[i + 1] = Scope(kind_inside, scope.prefix, scope.owner)
        elif kind is ScopeKind.TYPES:
            type_(parser, i + 1)
        else:
            _define_names(parser, i + 1, constant=kind is ScopeKind.CONSTANTS)
        return i + 1

    return declare


def grouped(parser: Parser, i: int) -> bool:
    """Declare the constants or variables of a group."""
    if parser.at_start(i):
        _define_names(parser, i, constant=parser.scope.kind is ScopeKind.CONSTANTS)
    return False


def _define_names(parser: Parser, i: int, *, constant: bool) -> None:
    while parser.is_name(i):
        parser.define_variable(i, constant=constant)
        i += 2
        if parser.words[i - 1] != ',':
            break


def type_(parser: Parser, i: int) -> bool:
    """Declare a type."""
    if not parser.at_start(i) and parser.words[i - 1] != 'type':
        return False
    k = i + 1
    if parser.words[k] == '[' and parser.words[parser.past(k)] in ('struct', 'interface'):
        k = parser.past(k)
    k += parser.words[k] == '='
    if parser.words[k] == 'struct':
        parser.expect_body(ScopeKind.FIELDS, parser.define(i, Kind.CLASS), k + 1)
    elif parser.words[k] == 'interface':
        parser.expect_body(ScopeKind.CLASS, parser.define(i, Kind.CLASS), k + 1)
    elif parser.is_name(i):
        parser.define(i, Kind.TYPE)
    return True


def struct_field(parser: Parser, i: int) -> bool:
    """Declare the fields of a structure; an embedded one has no name of its own."""
    after = parser.words[i + 1]
    if not parser.at_start(i) or parser.lines[i] != parser.lines[i + 1] or after in ';}"`':
        return False
    if '.' in parser.words[i] or after[0] in '"`':
        return False
    _define_names(parser, i, constant=False)
    if after == 'struct':
        parser.expect_body(ScopeKind.FIELDS, parser.qualify(parser.words[i]), i + 2)
    return True


def interface_method(parser: Parser, i: int) -> bool:
    """Declare the methods of an interface."""
    if not parser.at_start(i) or parser.words[i + 1] != '(':
        return False
    parser.expect_function(parser.define(i, Kind.METHOD), i + 1)
    return True


def method(parser: Parser, i: int) -> int:
    """Declare a function, or a method of the type of its receiver."""
    k = parser.past(i + 1)
    if parser.words[i + 1] != '(' or not parser.is_name(k):
        parser.this = ()
        return act.function(parser, i)
    receiver, owner = _receiver(parser, i + 2, k - 1)
    if parser.words[k + 1] in '([' and owner:
        parser.this = (f'{receiver}.',)
        name = parser.define(k, Kind.METHOD, f'{owner}.{parser.words[k]}')
        parameters = parser.past(k + 1) if parser.words[k + 1] == '[' else k + 1
        parser.expect_function(name, parameters, owner=owner)
        return k + 1
    return i + 1


def _receiver(parser: Parser, i: int, end: int) -> tuple[str, str]:
    """Return the name of a receiver and its type."""
    names = []
    while i < end and parser.words[i] != '[':
        if parser.is_name(i):
            names.append(parser.words[i])
            if parser.words[i + 1] not in ',)[]':
                parser.collector.local(parser.words[i], parser.lines[i])
        elif '.' in parser.words[i]:  # a summary may name the package of the type
            parser.add_reference(i)
            names.append(parser.words[i].rpartition('.')[2])
        i += 1
    return (names[0], names[-1]) if names else ('', '')


def short_declaration(parser: Parser, i: int) -> int:
    """Declare the variables to the left of ``:=``."""
    k = i - 1
    while parser.is_name(k):
        parser.collector.local(parser.words[k], parser.lines[k])
        parser.declare_variable(parser.words[k], class_of(parser, k))
        k -= 2
        if parser.words[k + 1] != ',':
            break
    return i + 1


def parameter(parser: Parser, i: int) -> bool:
    """Check whether this is a parameter; in ``(a, b int)`` both are."""
    if parser.words[i - 1] not in '(,':
        return False
    after = parser.words[i + 1]
    if after == ',':
        return parser.is_name(i + 2) and parser.words[i + 3] not in ',)'
    return after not in ')=.;\0'


def import_(parser: Parser, i: int) -> int:
    """Parse ``import "a/b"``, ``import (c "a/b")``; a package is named by its last part."""
    k = i + 1
    is_group = parser.words[k] == '('
    k += is_group
    while parser.words[k][0] in '"`' or parser.words[k + 1][0] in '"`':
        named = parser.words[k][0] not in '"`'
        path = parser.words[k + named].strip('"\'`')
        act.import_module(parser, k + named, path)
        if named:
            parser.aliases[parser.words[k]] = path.rpartition('/')[2]
        k += 1 + named
        if not is_group:
            break
    return k


GO: Final = Grammar(
    lexer_rules=lexer.rules(
        lexer.names(r'\.'), lexer.DOUBLE, lexer.CHARACTER, lexer.BACKTICK, r':='
    )._replace(doc_comments=('//', '/*')),
    actions=act.table(
        """
        break case chan continue default defer else fallthrough false for go goto if interface iota
        map nil range return select struct switch true
        """,
        '',
        {
            '(': open_group,
            ')': close_group,
            ':=': short_declaration,
            'const': declaration(ScopeKind.CONSTANTS),
            'func': method,
            'import': import_,
            'package': act.PACKAGE,
            'type': declaration(ScopeKind.TYPES),
            'var': declaration(ScopeKind.VARIABLES),
        },
    ),
    rules={
        ScopeKind.CLASS: interface_method,
        ScopeKind.FIELDS: struct_field,
        ScopeKind.CONSTANTS: grouped,
        ScopeKind.VARIABLES: grouped,
        ScopeKind.TYPES: type_,
    },
    is_parameter=parameter,
    this=(),
    no_body=frozenset({'interface', 'struct'}),
    type_position=TypePosition.AFTER,
    constructor_brackets='{',
    field_sign=':',
)


# -- Rust

_AFTER_TYPE: Final = frozenset(('{', '}', ';', 'where', '\0'))
#: symbols and words in a tree of imports
_TREE: Final = frozenset(('{', '}', ',', '*', '::', 'as'))
#: the beginnings of paths that their users do not write
_ROOT = re.compile(r'^(?:(?:crate|self|super)(?:::|$))+')
#: after one of these, a bar begins the parameters of a closure
_BEFORE_CLOSURE: Final = frozenset(('(', ',', '=', '{', '}', '=>', ';', 'move', 'return', 'async'))
#: ``{{#include ../listings/src/main.rs:here}}``
_INCLUDE = re.compile(r'\{\{#[^\n}]*+\}\}')
#: the call of a macro; the exclamation mark is part of the token
_MACRO: Final = r'(?<!\w)[^\W\d]\w*+(?:::\w++)*+!(?=[ ]?[(\[{])'
_STRUCTURE: Final = act.scope(Kind.CLASS, ScopeKind.FIELDS)
_VARIABLES: Final = act.variables()


def let(parser: Parser, i: int) -> int:
    """Declare local variables; a fragment may show no function around them."""
    scope = parser.scope
    parser.scope = scope._replace(kind=ScopeKind.FUNCTION)
    after = _VARIABLES(parser, i)
    parser.scope = scope
    return after


def implementation(parser: Parser, i: int) -> int:
    """Expect the scope of the type whose functions follow."""
    if not parser.at_start(i):  # "-> impl Trait"
        return i + 1
    k = parser.past_angles(i + 1)
    path, end = '', k + lexer.AHEAD
    while k < end and parser.words[k] not in _AFTER_TYPE:
        word = parser.words[k]
        if word == 'for':
            path = ''
        elif not path and word[0].isalpha() and word not in parser.grammar.reserved:
            path = word
        k = max(parser.past(k), parser.past_angles(k))
    parser.expect_body(ScopeKind.CLASS, path, k)
    return i + 1


def field(parser: Parser, i: int) -> bool:
    """Declare the fields of a structure."""
    if parser.words[i + 1] == ':' and parser.is_item(i):
        parser.define_variable(i)
        return True
    return False


def public(parser: Parser, i: int) -> int:
    """Skip ``pub`` and ``pub(crate)``."""
    end = parser.past(i + 1) if parser.words[i + 1] == '(' else i + 1
    return act.skip_modifier(parser, i, end)


def macro(parser: Parser, i: int) -> int:
    """Declare a macro, and skip its brackets: they hold patterns of code, and no code."""
    if not parser.is_name(i + 1):
        return i + 1
    parser.define(i + 1, Kind.MACRO, qualify=False)
    return parser.past(i + 2)


def use(parser: Parser, i: int) -> int:
    """Parse ``use a::b::{c, d::{e as f}};``."""
    k, prefixes, path = i + 1, [''], ''
    while parser.words[k] in _TREE or parser.is_name(k) or _is_path(parser.words[k]):
        word = parser.words[k]
        if word == '{':
            prefixes.append(path)
        elif word == '}' and len(prefixes) > 1:
            prefixes.pop()
        elif word == 'as':
            parser.aliases[parser.words[k + 1]] = path
            k += 1
        elif word == '*':
            module = path if parser.words[k - 1] == '::' else prefixes[-1]
            act.import_module(parser, k, _without_root(module))
        elif word not in _TREE:
            path = f'{prefixes[-1]}::{word.removeprefix("::")}'.removeprefix('::')
            if parser.words[k + 1] != '::':
                _import(parser, k, path)
        k += 1
    return k


def attribute(parser: Parser, i: int) -> int:
    """Parse ``#[name(…)]``; ``derive`` names traits."""
    after = act.attribute(parser, i)
    if parser.words[after - 1] != 'derive':
        return after
    end = parser.past(after)
    for k in range(after + 1, end - 1):
        if parser.is_name(k) or _is_path(parser.words[k]):
            parser.add_reference(k, kind=Kind.CLASS)
    return end


def closure(parser: Parser, i: int) -> int:
    """Record the parameters of a closure: ``|a, (b, c)| …``."""
    if parser.words[i - 1] not in _BEFORE_CLOSURE:
        return i + 1
    end = i + lexer.AHEAD
    k = i + 1
    while k < end and parser.words[k] not in ('|', ';', lexer.END):
        word, after = parser.words[k : k + 2]
        if word.islower() and after in ',|):' and parser.is_name(k):
            parser.declare_local(k)
        k += 1
    return i + 1


def _is_path(word: str) -> bool:
    return '::' in word or word in ('crate', 'self', 'super')


def _import(parser: Parser, k: int, path: str) -> None:
    path = _without_root(path)
    parent, _, name = path.rpartition('::')
    if parser.words[k] == 'self' or not parent:
        parser.aliases[name] = act.import_module(parser, k, path)
    else:
        act.import_module(parser, k, parent)
        act.add_import(parser, k, path, name)


def _without_root(path: str) -> str:
    return _ROOT.sub('', path).removesuffix('::self')


def extern(parser: Parser, i: int) -> int:
    """Parse ``extern crate a;``; otherwise ``extern`` is a modifier of linking."""
    if parser.words[i + 1] == 'crate':
        act.import_module(parser, i + 2, parser.words[i + 2])
        return i + 3
    return i + 1


def _blank_includes(code: str) -> str:
    """Return the code without the lines that mdBook replaces by other files."""
    return _INCLUDE.sub('', code)


RUST: Final = Grammar(
    lexer_rules=lexer.rules(
        _MACRO + '|' + lexer.names(r'(?:\.|::)', r'(?!\d)\w++', r'\.'),
        r'(?<=r)"[^"]*+"?',
        *(rf'(?<=r{"#" * n})"(?>[\s\S]*?"{"#" * n}|[\s\S]*+)' for n in (1, 2, 3)),
        lexer.DOUBLE_MULTILINE,
        lexer.CHARACTER,
        r"::|'\w++|\$\w++|\|\|?",
    )._replace(preprocess=_blank_includes),
    actions=act.table(
        """
        as await break continue crate dyn else false for if loop match move mut ref return self
        super true where while yield
        """,
        'async default unsafe',
        {
            '#': attribute,
            'in': act.bound_names,
            '|': closure,
            'const': act.variables(constant=True),
            'enum': act.enumeration,
            'extern': extern,
            'fn': act.function,
            'impl': implementation,
            'let': let,
            'mod': act.namespace(Kind.MODULE, qualifies=True),
            'pub': public,
            'static': act.variables(),
            'struct': _STRUCTURE,
            'trait': act.CLASS,
            'type': act.type_alias,
            'use': use,
        },
        act.contextual(macro_rules=macro, union=_STRUCTURE),
    ),
    rules={ScopeKind.ENUM: act.enumerator, ScopeKind.FIELDS: field},
    is_parameter=act.named_parameter,
    contextual='default macro_rules union',
    separator='::',
    this=('self.', 'Self::'),
    argument_signs='=',
    enumerator_scope=ScopeKind.FIELDS,
    type_position=TypePosition.AFTER_COLON,
    constructor_brackets='{',
    field_sign=':',
)
