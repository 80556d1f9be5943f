"""Rust: implementations, visibility, macros, trees of imports."""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import Grammar, Parser, ScopeKind, TypePosition
from sphinxcontrib_kwindex.model import Kind

_AFTER_TYPE: Final = frozenset(('{', '}', ';', 'where', '\0'))
#: symbols and words in a tree of imports
_TREE: Final = frozenset(('{', '}', ',', '*', '::', 'as'))
#: the beginnings of paths that their users do not write
_ROOT = re.compile(r'^(?:(?:crate|self|super)(?:::|$))+')
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


RUST: Final = Grammar(
    lexer_rules=lexer.rules(
        lexer.names(r'(?:\.|::)', r'(?!\d)\w++', r'\.'),
        r'(?<=r)"[^"]*+"?',
        *(rf'(?<=r{"#" * n})"(?>[\s\S]*?"{"#" * n}|[\s\S]*+)' for n in (1, 2, 3)),
        lexer.DOUBLE_MULTILINE,
        lexer.CHARACTER,
        r"::|'\w++|\$\w++",
    ),
    actions=act.table(
        """
        as await break continue crate dyn else false for if in loop match move mut ref return self
        super true where while yield
        """,
        'async default unsafe',
        {
            '#': act.annotation,
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
    enumerator_scope=ScopeKind.FIELDS,
    type_position=TypePosition.AFTER_COLON,
    constructor_brackets='{',
)
