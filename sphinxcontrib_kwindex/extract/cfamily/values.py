"""Which words of a statement are the names of variables, fields and types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.cfamily.tokens import is_brackets, is_name
from sphinxcontrib_kwindex.extract.cfamily.words import (
    BUILTIN_TYPES,
    CLASS_KEYS,
    KEYWORDS,
    NOT_FUNCTIONS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

#: ends a declarator's name
_ENDS = frozenset(['=', '[', '{', ':'])
_SIGNS = frozenset(['*', '&', '::'])


def declarators(words: list[str], start: int) -> Iterator[int]:
    """Give the tokens of declared names, or brackets that have the name of a pointer in them.

    The first declarator has a type before it; those behind commas share it.
    """
    typed = closed = False
    name = -1
    for at in range(start, len(words) + 1):
        word = words[at] if at < len(words) else ','
        if word == ',':
            if name >= 0 and typed:
                yield name
            if not typed:
                return
            closed, name = False, -1
        elif closed or (word == '}' and words[at - 1] == '{'):
            continue
        elif is_brackets(word):
            if _are_attributes(words, at, name):
                continue
            if words[at + 1 : at + 2] and words[at + 1][0] in '([':
                typed, name = typed or name >= 0, at
            closed = True
        elif word == '{' and _is_class(words, start, at):
            typed, name = True, -1
        elif word in _ENDS:
            closed = True
        elif is_name(word):
            typed, name = _named(word, at, typed=typed, name=name)
        elif word not in _SIGNS:
            return


def _named(word: str, at: int, *, typed: bool, name: int) -> tuple[bool, int]:
    if word in BUILTIN_TYPES or word == 'decltype':
        return True, name
    if word in KEYWORDS:
        return typed, name
    return typed or name >= 0, at


def _are_attributes(words: list[str], at: int, name: int) -> bool:
    """Tell the brackets of ``alignas(8)``, ``decltype(x)``, ``MACRO(x)`` before a name."""
    return words[at - 1] in NOT_FUNCTIONS or (words[at - 1].isupper() and name < 0)


def _is_class(words: list[str], start: int, at: int) -> bool:
    """Tell the braces of a class from those of a value."""
    return words[at + 1 : at + 2] == ['}'] and any(key in words[start:at] for key in CLASS_KEYS)


def is_constant(words: list[str], name: str) -> bool:
    """Tell constants from variables."""
    if 'constexpr' in words or ('const' in words and '*' not in words):
        return True
    return name.isupper() and len(name) > 1
