"""What a statement declares: its head, up to a brace, or all of it, up to a semicolon."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.cfamily import functions
from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, Tokens, is_brackets, is_name
from sphinxcontrib_kwindex.extract.cfamily.values import declarators, is_constant
from sphinxcontrib_kwindex.extract.cfamily.words import (
    ATTRIBUTES,
    CLASS_KEYS,
    KEYWORDS,
    STATEMENTS,
    SUFFIXES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


class What(Enum):
    """What a statement can declare."""

    NAMESPACE = auto()
    ALIAS = auto()
    USING_NAMESPACE = auto()
    USING = auto()
    CLASS = auto()
    ENUM = auto()
    #: its enumerators are not visible outside of it
    SCOPED_ENUM = auto()
    ENUMERATOR = auto()
    FUNCTION = auto()
    PROTOTYPE = auto()
    #: either of the two: the text ends before it can be told
    CUT_OFF = auto()
    TYPE = auto()
    CONSTANT = auto()
    VARIABLE = auto()
    FIELD = auto()
    #: declares nothing: a block, a macro's block
    BLOCK = auto()
    #: braces within a statement that goes on behind them
    VALUE = auto()


class Declared(NamedTuple):
    """One name that a statement declares, or what it is if it declares none."""

    what: What
    name: str = ''
    span: Span = Span(0, 0)
    #: the brace initialises a member, the function's own brace is still to come
    goes_on: bool = False
    #: it belongs to the namespace around the class
    friend: bool = False
    #: of an alias or import: the full name
    target: str = ''


_ACCESS: Final = frozenset(
    ['private', 'protected', 'public', 'signals', 'slots', 'Q_SIGNALS', 'Q_SLOTS', '__published']
)
_BEGIN: Final = frozenset(
    ['class', 'concept', 'enum', 'extern', 'namespace', 'static', 'struct', 'template', 'typedef', 'union', 'using']
) | _ACCESS
_ENUM_MACROS: Final = frozenset(['CF_ENUM', 'CF_OPTIONS', 'NS_CLOSED_ENUM', 'NS_ENUM', 'NS_OPTIONS'])
_BLOCK: Final = Declared(What.BLOCK)
_VALUE: Final = Declared(What.VALUE)
_PLAIN = re.compile(r'[^()[\]]*+')
_POINTERS: Final = frozenset('*&^')
_LAST_NAME = re.compile(r'([^\W\d]\w*+)\s*+\Z')
_INSTANTIATION = re.compile(r'\s*+(?:extern\s++)?template\s++(?!<)')


def opened(statement: str, owner: str, *, top: bool) -> Declared:
    """Say what begins with a brace behind this head; ``owner`` is the class around it."""
    tokens = Tokens(statement)
    words = tokens.words
    start = _beginning(words)
    if start >= len(words) or words[start] in STATEMENTS:
        return _BLOCK
    if '=' in words:
        return _VALUE
    if 'namespace' in words[start : start + 3]:
        return _namespace(tokens, words.index('namespace', start) + 1)
    if words[start] == 'extern' and words[-1] == '"':
        return Declared(What.NAMESPACE)
    for key in CLASS_KEYS:
        if key in words and (found := _class(tokens, words.index(key))):
            return found
    return _function(tokens, start, owner, top=top)


def ended(statement: str, owner: str, where: str) -> Iterator[Declared]:
    """Say what a statement without a block declares; for ``where`` see ``is_declared``."""
    if 'template' in statement and _INSTANTIATION.match(statement):
        return
    tokens = Tokens(statement)
    words = tokens.words
    start = _beginning(words)
    if start + 1 >= len(words) or words[start] in STATEMENTS:
        return
    first = words[start]
    if first == 'using':
        yield from _using(tokens, start + 1)
    elif first == 'typedef':
        yield from _values(tokens, start + 1, What.TYPE)
    elif first == 'namespace':
        yield Declared(What.ALIAS, tokens.text(start + 1), tokens.span(start + 1), target=_target(tokens))
    elif first == 'concept':
        yield _named(What.TYPE, tokens, start + 1)
    elif 'friend' not in words:
        yield from _plain(tokens, start, owner, where)


def cut_off(statement: str, owner: str) -> Iterator[Declared]:
    """Say what a statement declares that the text ends in."""
    tokens = Tokens(statement + ')' * max(0, statement.count('(') - statement.count(')')))
    words = tokens.words
    start = _beginning(words)
    if start + 1 >= len(words) or words[start] in STATEMENTS:
        return
    if words[start] == 'typedef':
        yield from _values(tokens, start + 1, What.TYPE)
    elif words[start] == 'using' and '=' in words:
        yield from _using(tokens, start + 1)
    elif '=' not in words and (function := functions.find(tokens, start)):
        where = '' if functions.is_typed(words[start : function.first]) else 'top'
        if functions.may_be_parameters(
            tokens.arguments(function.brackets), where
        ) and functions.is_declared(tokens, start, function, owner, where):
            yield _named(What.CUT_OFF, tokens, function.first, function.last)


def _named(what: What, tokens: Tokens, first: int, last: int | None = None) -> Declared:
    return Declared(what, tokens.text(first, last), tokens.span(first, last))


def _beginning(words: list[str]) -> int:
    """Skip labels, template heads and macros that need no semicolon."""
    start = 0
    while start < len(words):
        before = start
        if words[start] in _ACCESS and ':' in words[start + 1 : start + 3]:
            start = words.index(':', start) + 1
        elif words[start] == 'template':
            start += 1
        elif words[start] == 'requires':
            start = _behind_constraint(words, start + 1)
        else:
            start = _behind_words(words, _behind_macros(words, start))
        if start == before:
            break
    return start


def _behind_words(words: list[str], start: int) -> int:
    """Skip ``BEGIN_NAMESPACE`` before a word that begins a declaration."""
    at = start
    while at < len(words) and words[at].isupper():
        at += 1
    return at if start < at < len(words) and words[at] in _BEGIN else start


def _behind_constraint(words: list[str], at: int) -> int:
    """Skip ``A && B(…) || (…)``."""
    while at < len(words):
        if words[at] not in {'&', '|', '!'} and not is_brackets(words[at]):
            if words[at - 1] not in {'requires', '&', '|', '!'}:
                break
        at += 1
    return at


def _behind_macros(words: list[str], start: int) -> int:
    """Skip ``MACRO(…)`` without a semicolon before the beginning of a declaration."""
    at = start
    while at + 2 < len(words) and is_brackets(words[at + 1]) and _may_be_macro(words[at]):
        at += 2
    follows = words[at]
    if not is_name(follows) or follows in SUFFIXES or follows.isupper():
        return start
    if at + 1 < len(words) and is_brackets(words[at + 1]):  # EXPORT(type) function(…)
        at -= 2
    return max(at, start)


def _may_be_macro(word: str) -> bool:
    return is_name(word) and (word not in KEYWORDS or word in ATTRIBUTES) and '::' not in word


def _namespace(tokens: Tokens, first: int) -> Declared:
    words = tokens.words
    names = [
        at
        for at in range(first, len(words))
        if is_name(words[at])
        and words[at] != 'inline'
        and not (at + 1 < len(words) and is_brackets(words[at + 1]))
    ]
    if not names:
        return Declared(What.NAMESPACE)
    if '::' in words[first:]:  # a::inline b
        name = '::'.join(words[at] for at in names)
        return Declared(What.NAMESPACE, name, tokens.span(names[0], names[-1]))
    best = next((at for at in names if not words[at].isupper()), names[0])
    return _named(What.NAMESPACE, tokens, best)


def _class(tokens: Tokens, key: int) -> Declared | None:
    """Find the name of a class, past attributes; nothing if a function returns it."""
    words = tokens.words
    what = What.CLASS
    if words[key] == 'enum':
        scoped = words[key + 1 : key + 2] in (['class'], ['struct'])
        what = What.SCOPED_ENUM if scoped else What.ENUM
    end = _end_of_name(words, key)
    if end - 1 <= key or words[end - 1] in CLASS_KEYS:
        return Declared(what)
    rest = words[key + 1 : end]
    if not is_name(rest[-1]) or '*' in rest or '&' in rest:
        return None
    if rest[-1] in KEYWORDS:
        return Declared(what)
    return _named(what, tokens, end - 1)


def _end_of_name(words: list[str], key: int) -> int:
    """Find the end of a class's name: before its bases, ``final``, ``ATTRIBUTE(…)``."""
    end = words.index(':', key) if ':' in words[key:] else len(words)
    while end - 1 > key:
        last = words[end - 1]
        if last in {'final', 'sealed', 'abstract'}:
            end -= 1
        elif is_brackets(last) and (words[end - 2].isupper() or words[end - 2][0] == '_'):
            end -= 2
        else:
            break
    return end


def _function(tokens: Tokens, start: int, owner: str, *, top: bool) -> Declared:
    words = tokens.words
    function = functions.find(tokens, start)
    if not function:
        if _ENUM_MACROS.intersection(words):
            return _enum_macro(tokens)
        names = sum(map(is_name, words))
        return _VALUE if names > 1 and '(' not in tokens.skeleton else _BLOCK
    if not functions.is_defined(tokens, start, function, owner, top=top):
        return _enum_macro(tokens) if _ENUM_MACROS.intersection(words) else _BLOCK
    return _named(What.FUNCTION, tokens, function.first, function.last)._replace(
        goes_on=_goes_on(words[function.brackets + 1 :]),
        friend='friend' in words[: function.first],
    )


def _enum_macro(tokens: Tokens) -> Declared:
    """Read ``typedef NS_ENUM(NSInteger, Name)``."""
    brackets = next((at for at, word in enumerate(tokens.words) if is_brackets(word)), None)
    if brackets is None:
        return _BLOCK
    name = _LAST_NAME.search(tokens.arguments(brackets)[-300:])
    if not name:
        return Declared(What.ENUM)
    end = tokens.span(brackets).end - 1
    return Declared(What.ENUM, name[1], Span(end - len(name[0]), end))


def _goes_on(words: list[str]) -> bool:
    """Tell whether a brace behind a function's parameters and these words is no body."""
    if ':' not in words:
        return False
    last = words[-1]
    return last != 'try' and (is_name(last) or last == '.')


def _plain(tokens: Tokens, start: int, owner: str, where: str) -> Iterator[Declared]:
    words = tokens.words
    function = functions.find(tokens, start) if '(' in tokens.skeleton else None
    if function and functions.is_declared(tokens, start, function, owner, where):
        yield _named(What.PROTOTYPE, tokens, function.first, function.last)
    elif 'class' not in words:
        yield from _values(tokens, start, What.VARIABLE)


def _target(tokens: Tokens) -> str:
    words = tokens.words
    names = [word for word in words[words.index('=') + 1 :] if is_name(word)] if '=' in words else []
    return ''.join(names[-1].split()) if names else ''


def _using(tokens: Tokens, at: int) -> Iterator[Declared]:
    words = tokens.words
    what = What.USING_NAMESPACE if words[at] == 'namespace' else What.USING
    while words[at] in {'namespace', 'typename', 'enum', '::'} and at + 1 < len(words):
        at += 1
    if is_name(words[at]):
        yield _named(What.TYPE if '=' in words else what, tokens, at)


def _values(tokens: Tokens, start: int, what: What) -> Iterator[Declared]:
    for at in declarators(tokens.words, start):
        if is_brackets(tokens.words[at]):
            yield from _pointer(tokens, at, what)
            continue
        found = _named(what, tokens, at)
        if what is What.VARIABLE and is_constant(tokens.words, found.name):
            found = found._replace(what=What.CONSTANT)
        yield found


def _pointer(tokens: Tokens, at: int, what: What) -> Iterator[Declared]:
    """Find the name in brackets before other brackets: of a pointer, or of a function."""
    start = tokens.span(at).start + 1
    plain = _PLAIN.match(tokens.statement, start)
    name = _LAST_NAME.search(plain[0][-300:]) if plain else None
    if plain and name and name[1] not in KEYWORDS:
        if what is What.VARIABLE and not _POINTERS.intersection(plain[0]):
            what = What.PROTOTYPE
        end = plain.end() - (len(name[0]) - len(name[1]))
        yield Declared(what, name[1], Span(end - len(name[1]), end))
