"""PHP: variables with their sign, constants, constructors with fields."""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import Grammar, Parser, ScopeKind, TypePosition
from sphinxcontrib_kwindex.extract.scripts import without_heredocs
from sphinxcontrib_kwindex.model import Kind

_FIELDS: Final = ('private', 'protected', 'public', 'readonly')
_INTERPOLATED = re.compile(r'(?<!\\)\$([^\W\d]\w*+(?:->\w++)*+)')
_HEREDOC = re.compile(r'<<<[ \t]*["\']?(?P<word>[A-Za-z_]\w*+)["\']?[ \t\r]*(?=\n)')


def variable(parser: Parser, i: int) -> bool:
    """Declare the properties of a class; elsewhere, the variables that are assigned."""
    follows = '=;,' if parser.scope.kind is ScopeKind.CLASS else '='
    if parser.words[i][0] == '$' and parser.words[i + 1] in follows and parser.is_name(i):
        parser.define_variable(i)
        return True
    return act.listed(parser, i)


def constants(parser: Parser, i: int) -> int:
    """Declare constants, after a type such as ``(A&B)|null``."""
    k = i + 1
    end = i + lexer.AHEAD
    while k < end and parser.words[parser.past(k)] != '=' and _may_be_type(parser.words[k]):
        k = parser.past(k)
    if not parser.is_name(k):
        return i + 1
    parser.define_variable(k, constant=True)
    parser.in_list = True
    return k + 1


def _may_be_type(word: str) -> bool:
    return word in '?(' or word.replace('\\', '_').isidentifier()


def function_or_constructor(parser: Parser, i: int) -> int:
    """Declare a function; parameters of a constructor may be fields."""
    k = act.function(parser, i)
    if parser.words[i + 1] == '__construct':
        for at in parser.parameters(i + 2):
            if _is_field(parser, at):
                act.declare_field(parser, at, parser.qualify(parser.words[at].lstrip('$')))
    return k


def arrow_function(parser: Parser, i: int) -> int:
    """Record the parameters of ``fn (A $b) => …``."""
    opens = i + 1 + (parser.words[i + 1] == '&')
    if parser.words[opens] == '(':
        parser.declare_parameters(opens)
    return i + 1


def _is_field(parser: Parser, i: int) -> bool:
    """Check whether a parameter has a modifier before its type."""
    while parser.words[i] not in '(,':
        i -= 1
    return parser.words[i + 1] in _FIELDS


def parameter(parser: Parser, i: int) -> bool:
    """Check whether this is a parameter."""
    return parser.words[i][0] == '$' and parser.words[i - 1] != '='


def define(parser: Parser, i: int) -> int:
    """Declare the constant of a call ``define('NAME', …)``."""
    literal = parser.words[i + 2]
    if parser.words[i + 1] == '(' and literal[0] in '"\'':
        parser.define(i + 2, Kind.CONSTANT, literal.strip('"\''), qualify=False)
    return i + 1


def use(parser: Parser, i: int) -> int:
    r"""Parse ``use A\B as C, D\{E, F};``; in a class, ``use`` includes a trait."""
    k = i + 1 + (parser.words[i + 1] in ('function', 'const'))
    if parser.scope.kind is ScopeKind.CLASS or parser.words[k] == '(':
        return i + 1
    while parser.is_name(k) or '\\' in parser.words[k]:
        path = parser.words[k].strip('\\')
        if parser.words[k + 1] == '{':
            act.import_module(parser, k, path)
            k = act.import_names(parser, k + 1, path, '\\')
        else:
            k = act.import_name(parser, k, path, '\\')
        k += parser.words[k] == ','
    return k


def _extract_php(code: str) -> str:
    """Return the code without the text before it and the contents of here documents."""
    before, opening, after = code.partition('<?')
    if opening:
        code = '\n' * before.count('\n') + after.removeprefix('php')
    return without_heredocs(code, _HEREDOC)


PHP: Final = Grammar(
    lexer_rules=lexer.rules(
        lexer.names(r'(?:\??->|::|\\)', r'(?!\d)\$?\w++'),
        r'\#(?!\[)[^\n]*+',
        r'\?>(?>[\s\S]*?<\?(?:php\b|=)?|[\s\S]*+)',
        lexer.DOUBLE_MULTILINE,
        lexer.SINGLE_MULTILINE,
    )._replace(line_comments=('//', '#'), doc_comments=('/**',), preprocess=_extract_php),
    actions=act.table(
        f"""
        {act.CONTROL} and array as callable clone declare die echo elseif empty enddeclare endfor
        endforeach endif endswitch endwhile eval exit extends foreach global goto implements include
        include_once instanceof insteadof isset list match or parent print require require_once self
        unset xor yield
        """,
        'abstract final private protected public readonly static var',
        {
            '#': act.attribute,
            'fn': arrow_function,
            'case': act.case,
            'class': act.CLASS,
            'const': constants,
            'define': define,
            'enum': act.enumeration,
            'function': function_or_constructor,
            'interface': act.CLASS,
            'namespace': act.namespace(Kind.NAMESPACE, qualifies=False),
            'trait': act.CLASS,
            'use': use,
        },
    ),
    rules=dict.fromkeys((ScopeKind.MODULE, ScopeKind.CLASS, ScopeKind.FUNCTION), variable),
    is_parameter=parameter,
    contextual='array define list match parent print self',
    separator='::',
    this=('$this->', 'self::', 'static::'),
    sigils='$',
    argument_signs=':',
    interpolated=_INTERPOLATED,
    type_position=TypePosition.BEFORE,
)
