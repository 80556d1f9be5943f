"""What a statement declares: its head, up to a brace, or all of it, up to a semicolon."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily import functions
from sphinxcontrib_kwindex.extract.cfamily.beginnings import beginning
from sphinxcontrib_kwindex.extract.cfamily.classes import (
    ENUM_MACROS,
    find_class,
    find_enum_macro,
    find_namespace,
)
from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, Tokens, is_brackets, is_name
from sphinxcontrib_kwindex.extract.cfamily.values import declarators, is_constant
from sphinxcontrib_kwindex.extract.cfamily.what import Declared, What, named
from sphinxcontrib_kwindex.extract.cfamily.words import KEYWORDS, STATEMENTS, is_exported

if TYPE_CHECKING:
    from collections.abc import Iterator

_BLOCK: Final = Declared(What.BLOCK)
_VALUE: Final = Declared(What.VALUE)
_INSTANTIATION = re.compile(r'\s*+(?:extern\s++)?template\s++(?!<)')
_BRACKET = re.compile(r'[()[\]]')
_LAST_NAME = re.compile(r'([^\W\d]\w*+)\s*+\Z')
_POINTERS: Final = frozenset({'*', '&', '^'})


def opened(statement: str, owner: str, *, top: bool) -> Declared:
    """Say what begins with a brace behind this head; ``owner`` is the class around it."""
    tokens = Tokens(statement)
    words = tokens.words
    start = beginning(words)
    if start >= len(words) or words[start] in STATEMENTS:
        return _BLOCK
    if '=' in words:
        return _VALUE
    if 'namespace' in words[start : start + 3]:
        return find_namespace(tokens, start)
    if words[start] == 'extern' and words[-1] == '"':
        return Declared(What.NAMESPACE)
    return find_class(tokens) or _function(tokens, start, owner, top=top)


def ended(statement: str, owner: str, where: str) -> Iterator[Declared]:
    """Say what a statement without a block declares; for ``where`` see ``is_declared``."""
    if 'template' in statement and _INSTANTIATION.match(statement):
        return
    tokens = Tokens(statement)
    words = tokens.words
    start = beginning(words)
    if start + 1 >= len(words):
        return
    first = words[start]
    if first == 'using':
        yield from _using(tokens, start + 1)
    elif first == 'typedef':
        yield from _values(tokens, start + 1, What.TYPE)
    elif first == 'namespace':
        span = tokens.span(start + 1, len(words) - 1)
        yield Declared(What.ALIAS, tokens.text(start + 1), span, target=_target(words))
    elif first == 'concept':
        yield named(What.TYPE, tokens, start + 1)
    elif 'friend' not in words and not _is_forward(words, start):
        yield from _plain(tokens, start, owner, where)


def _is_forward(words: list[str], start: int) -> bool:
    """Tell whether ``class API Foo`` or ``enum class API Foo : int`` is all that is said."""
    if words[start] == 'enum' and words[start + 1] in {'class', 'struct'}:
        start += 1
    rest = words[start + 3 :]
    return (
        len(words) >= start + 3
        and is_exported(*words[start : start + 3])
        and rest[:1] in ([], [':'])
        and all(map(is_name, rest[1:]))
    )


def cut_off(statement: str, owner: str) -> Iterator[Declared]:
    """Say what a statement declares that the text ends in."""
    tokens = Tokens(statement + ')' * max(0, statement.count('(') - statement.count(')')))
    words = tokens.words
    start = beginning(words)
    if start + 1 >= len(words):
        return
    if words[start] == 'typedef' and '(' in tokens.skeleton:
        yield from _values(tokens, start + 1, What.TYPE)
    elif words[start] == 'using' and '=' in words:
        yield from _using(tokens, start + 1)
    elif '=' not in words and words[start] not in {'friend', 'typedef'}:
        function = functions.find(tokens, start)
        if function and functions.is_cut_off(tokens, start, function, owner):
            yield named(What.CUT_OFF, tokens, function.first, function.last)
        elif not function and (found := find_class(tokens)) and found.name:
            yield found


def _function(tokens: Tokens, start: int, owner: str, *, top: bool) -> Declared:
    words = tokens.words
    if ENUM_MACROS.intersection(words):
        return find_enum_macro(tokens)
    function = functions.find(tokens, start)
    if not function:
        return _VALUE if '(' not in tokens.skeleton and sum(map(is_name, words)) > 1 else _BLOCK
    if not functions.is_defined(tokens, start, function, owner, top=top):
        return Declared(What.BLOCK, span=tokens.span(function.brackets))
    return named(What.FUNCTION, tokens, function.first, function.last)._replace(
        goes_on=_goes_on(words[function.brackets + 1 :]),
        friend='friend' in words[: function.first],
    )


def _goes_on(words: list[str]) -> bool:
    """Tell whether a brace behind a function's parameters and these words is no body."""
    if ':' not in words:
        return False
    return is_name(words[-1])


def _plain(tokens: Tokens, start: int, owner: str, where: str) -> Iterator[Declared]:
    function = functions.find(tokens, start) if '(' in tokens.skeleton else None
    if function and functions.is_declared(tokens, start, function, owner, where):
        yield named(What.PROTOTYPE, tokens, function.first, function.last)
    elif 'class' not in tokens.words:
        yield from _values(tokens, start, What.VARIABLE, where)


def _using(tokens: Tokens, at: int) -> Iterator[Declared]:
    words = tokens.words
    what = What.USING_NAMESPACE if words[at] == 'namespace' else What.USING
    while words[at] in {'namespace', 'typename', 'enum', '::'} and at + 1 < len(words):
        at += 1
    if is_name(words[at]):
        yield named(What.TYPE if '=' in words else what, tokens, at)


def _target(words: list[str]) -> str:
    """Give the full name of an alias of a namespace."""
    behind = words[words.index('=') + 1 :] if '=' in words else []
    names = [''.join(word.split()) for word in behind if is_name(word)]
    return names[-1] if names else ''


def _values(tokens: Tokens, start: int, what: What, where: str = '') -> Iterator[Declared]:
    words = tokens.words
    is_variable = what is What.VARIABLE
    fixed = is_variable and is_constant(words, where)
    for at in declarators(words, start):
        found = _pointer(tokens, at, what) if is_brackets(words[at]) else named(what, tokens, at)
        is_upper = found.name.isupper() and len(found.name) > 1
        if is_variable and is_upper and '}' in words:
            continue  # an attribute behind a class
        if fixed or (is_variable and is_upper):
            found = found._replace(what=What.CONSTANT)
        if found.name:
            yield found


def _pointer(tokens: Tokens, at: int, what: What) -> Declared:
    """Find the name in brackets before other brackets: of a pointer, or of a function."""
    plain = _BRACKET.split(tokens.arguments(at), maxsplit=1)[0]
    name = _LAST_NAME.search(plain[-300:])
    if not name or name[1] in KEYWORDS:
        return _BLOCK
    if what is What.VARIABLE and not _POINTERS.intersection(plain):
        what = What.PROTOTYPE
    end = tokens.span(at).start + 1 + len(plain) - len(name[0]) + len(name[1])
    return Declared(what, name[1], Span(end - len(name[1]), end))
