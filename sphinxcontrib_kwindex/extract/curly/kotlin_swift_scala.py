"""Kotlin, Swift and Scala: keywords declare everything."""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import (
    Action,
    Grammar,
    Parser,
    ScopeKind,
    TypePosition,
)
from sphinxcontrib_kwindex.model import Kind

_KOTLIN_MODIFIERS: Final = str.split("""
    abstract actual annotation companion const crossinline data expect external final infix inline
    inner internal lateinit noinline open operator override private protected public reified sealed
    suspend tailrec value vararg
""")

_SCALA_DECLARING: Final = r'(?:class|enum|extension|given|object|package|trait)\b'
_SCALA_HEAD = re.compile(
    rf"""
    [ \t]*+(?:@\w++(?:\([^()\n]*+\))?+[ \t]++|(?!def\b|{_SCALA_DECLARING})[a-z]++[ \t]++)*+
    (?:
        {_SCALA_DECLARING}[^\n]*?(?::|\bwith)
      | extension\b[^\n]*?\)
      | def\b[^\n]*?(?<![=<>!])=
    )(?=[ \t]*+(?://[^\n]*+)?+$)
    """,
    re.VERBOSE,
)
_INDENT = re.compile(r'[ \t]*+(?=[^\s/*]|/(?![/*]))')
#: "$name" and "${name.of()}" of Kotlin and Scala, "\\(name)" of Swift
_DOLLAR = re.compile(r'(?<!\\)\$\{?\s*+([^\W\d][\w.]*+)')
_BACKSLASH = re.compile(r'\\\(\s*+([^\W\d][\w.]*+)')
#: a longer line is no head of a body
_LONGEST: Final = 300


def swift_extension(parser: Parser, i: int) -> int:
    """Parse ``extension Name`` of Swift: the scope of a type that is declared elsewhere."""
    if not parser.words[i + 1][0].isalpha():
        return i + 1
    parser.add_reference(i + 1)
    parser.expect_body(ScopeKind.CLASS, parser.words[i + 1], i + 2)
    return i + 2


def scala_extension(parser: Parser, i: int) -> int:
    """Parse ``extension (name: Type)`` of Scala: the scope of the type of a parameter."""
    k = i + 1
    if parser.words[k] == '[':
        k = parser.past(k)
    after = parser.past(k)
    if parser.words[k] != '(' or parser.words[k + 2] != ':':
        parser.parse_name(i)
        return i + 1
    parser.add_reference(k + 3)
    parser.expect_body(ScopeKind.CLASS, parser.words[k + 3], after)
    return after


def given(parser: Parser, i: int) -> int:
    """Declare a given instance of Scala, if it has a name."""
    after = i + 2
    while parser.words[after] in ('[', '('):  # the parameters of the instance
        after = parser.past(after)
    if parser.is_name(i + 1) and parser.words[after] == ':':
        name = parser.define(i + 1, Kind.VARIABLE)
        parser.expect_body(ScopeKind.CLASS, name, i + 2)
        return i + 2
    parser.expect_body(ScopeKind.FUNCTION, parser.scope.prefix, i + 1)
    return i + 1


def kotlin_object(parser: Parser, i: int) -> int:
    """Declare an object; members of a companion without a name belong to the class around it."""
    if parser.words[i - 1] == 'companion' and parser.words[i + 1] in '{:':
        parser.expect_body(ScopeKind.CLASS, parser.scope.prefix, i + 1)
    return act.CLASS(parser, i)


def special_function(name: str) -> Action:
    """Declare a function that is named by its keyword, such as ``init``."""

    def declare(parser: Parser, i: int) -> int:
        opens = parser.past_angles(i + 1 + (parser.words[i + 1] in ('?', '!')))
        if parser.words[opens] == '(' and parser.at_start(i):
            parser.expect_function(parser.define(i, parser.function_kind(), name), opens)
        return i + 1

    return declare


def equals(parser: Parser, i: int) -> int:
    """Use the value of a function as its body."""
    if parser.expected_body is not None and i >= parser.expected_body[1]:
        body, parser.expected_body = parser.expected_body[0], None
        if parser.words[i + 1] == '{':
            parser.bodies[i + 1] = body
    return i + 1


def swift_import(parser: Parser, i: int) -> int:
    """Parse ``import A``, ``import class A.B``."""
    k = i + 1 + (parser.words[i + 1] in parser.grammar.reserved)
    if k == i + 1 and '.' not in parser.words[k]:
        act.import_module(parser, k, parser.words[k])
        return k + 1
    return act.import_name(parser, k, parser.words[k], '.')


def add_scala_braces(code: str) -> str:
    """Return the code of Scala 3 with braces around indented bodies, on the same lines."""
    lines = code.split('\n')
    indents = [match.end() if (match := _INDENT.match(line)) else -1 for line in lines]
    inner = _next_indents(indents)
    bodies: list[int] = []
    for number, (line, indent) in enumerate(zip(lines, indents, strict=True)):
        if indent < 0:
            continue
        closed = 0
        while bodies and indent <= bodies[-1]:
            bodies.pop()
            closed += 1
        head = _SCALA_HEAD.match(line) if inner[number] > indent and len(line) < _LONGEST else None
        if head:
            bodies.append(indent)
            lines[number] = f'{head[0].removesuffix(":")} {{{line[head.end() :]}'
        lines[number] = '}' * closed + lines[number]
    return '\n'.join(lines)


def _next_indents(indents: list[int]) -> list[int]:
    """Return for each line the indentation of the next one that has code."""
    following, found = -1, []
    for indent in reversed(indents):
        found.append(following)
        if indent >= 0:
            following = indent
    return found[::-1]


KOTLIN: Final = Grammar(
    lexer_rules=lexer.rules(
        lexer.names(r'\??(?:\.|::)'), lexer.TRIPLE, lexer.DOUBLE, lexer.CHARACTER, lexer.BACKTICK
    ),
    actions=act.table(
        f'{act.CONTROL} as by get is it out set throw when where',
        '',
        {
            ';': act.end_enumerators,
            '->': act.bound_names,
            '=': equals,
            '@': act.annotation,
            'class': act.scope(Kind.CLASS, ScopeKind.CLASS, fields=('val', 'var')),
            'constructor': special_function('constructor'),
            'fun': act.function,
            'in': act.bound_names,
            'import': act.dotted_import,
            'interface': act.CLASS,
            'object': kotlin_object,
            'package': act.PACKAGE,
            'typealias': act.type_alias,
            'val': act.variables(),
            'var': act.variables(),
        },
        act.contextual(enum=act.enumeration, **dict.fromkeys(_KOTLIN_MODIFIERS, act.modifier)),
    ),
    rules={ScopeKind.ENUM: act.enumerator},
    is_parameter=act.named_parameter,
    contextual=f'by enum get it out set where {" ".join(_KOTLIN_MODIFIERS)}',
    argument_signs='=',
    interpolated=_DOLLAR,
    type_position=TypePosition.AFTER_COLON,
    constructor_brackets='(',
)
SWIFT: Final = Grammar(
    lexer_rules=lexer.rules(lexer.names(r'[?!]?\.'), lexer.TRIPLE, lexer.DOUBLE, lexer.BACKTICK),
    actions=act.table(
        f"""
        {act.CONTROL} Any Self as await defer didSet fallthrough get guard inout is nil repeat
        rethrows self set some throws where willSet
        """,
        """
        convenience dynamic fileprivate final indirect infix internal lazy mutating nonisolated
        nonmutating open optional override postfix prefix private public required static unowned
        weak
        """,
        {
            '@': act.annotation,
            'associatedtype': act.type_alias,
            'case': act.case,
            'class': act.CLASS,
            'enum': act.enumeration,
            'extension': swift_extension,
            'func': act.function,
            'in': act.bound_names,
            'import': swift_import,
            'init': special_function('init'),
            'let': act.variables(),
            'protocol': act.CLASS,
            'struct': act.CLASS,
            'subscript': special_function('subscript'),
            'typealias': act.type_alias,
            'var': act.variables(),
        },
        act.contextual(actor=act.CLASS),
    ),
    rules=dict.fromkeys((ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION), act.listed),
    is_parameter=act.named_parameter,
    argument_signs=':',
    interpolated=_BACKSLASH,
    contextual='actor dynamic get open optional prefix required set some',
    this=('self.', 'Self.'),
    type_position=TypePosition.AFTER_COLON,
    constructor_brackets='(',
)
SCALA: Final = Grammar(
    lexer_rules=lexer.rules(
        lexer.names(r'\.'), lexer.TRIPLE, lexer.DOUBLE, lexer.CHARACTER, lexer.BACKTICK
    )._replace(preprocess=add_scala_braces),
    actions=act.table(
        f'{act.CONTROL} end export extends forSome match then until to with yield',
        """
        abstract final implicit inline lazy open opaque override private protected sealed
        transparent
        """,
        {
            '=': equals,
            '=>': act.arrow_function,
            '@': act.annotation,
            'case': act.case,
            'class': act.scope(Kind.CLASS, ScopeKind.CLASS, fields=('val', 'var')),
            'def': act.function,
            'enum': act.enumeration,
            'extension': scala_extension,
            'given': given,
            'import': act.dotted_import,
            'object': act.CLASS,
            'package': act.PACKAGE,
            'trait': act.CLASS,
            'type': act.type_alias,
            'val': act.variables(),
            'var': act.variables(),
        },
    ),
    rules=dict.fromkeys((ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION), act.listed),
    is_parameter=act.named_parameter,
    argument_signs='=',
    interpolated=_DOLLAR,
    contextual='end extension inline opaque open to transparent until',
    type_position=TypePosition.AFTER_COLON,
    constructor_brackets='(',
)
