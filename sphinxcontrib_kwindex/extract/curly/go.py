"""Go: declarations in groups, receivers, short variable declarations."""

from __future__ import annotations

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


def field(parser: Parser, i: int) -> bool:
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
        ScopeKind.FIELDS: field,
        ScopeKind.CONSTANTS: grouped,
        ScopeKind.VARIABLES: grouped,
        ScopeKind.TYPES: type_,
    },
    is_parameter=parameter,
    this=(),
    no_body=frozenset({'interface', 'struct'}),
    type_position=TypePosition.AFTER,
    constructor_brackets='{',
)
