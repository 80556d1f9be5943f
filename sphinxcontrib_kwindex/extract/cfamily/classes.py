"""The names of namespaces, classes and enumerations, past attributes and macros."""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, Tokens, is_brackets, is_name
from sphinxcontrib_kwindex.extract.cfamily.what import Declared, What, named
from sphinxcontrib_kwindex.extract.cfamily.words import CLASS_KEYS, KEYWORDS, word_set

#: macros of Objective-C
ENUM_MACROS: Final = word_set('CF_ENUM CF_OPTIONS NS_CLOSED_ENUM NS_ENUM NS_OPTIONS')
_BEHIND_NAME: Final = word_set('abstract final sealed')
_LAST_NAME = re.compile(r'([^\W\d]\w*+)\s*+\Z')


def find_namespace(tokens: Tokens, start: int) -> Declared:
    """Read ``a::inline b`` or ``MACRO a``; an anonymous namespace has no name."""
    words = tokens.words
    first = words.index('namespace', start) + 1
    names = [at for at in range(first, len(words)) if _is_namespace(words, at)]
    if not names:
        return Declared(What.NAMESPACE)
    if any(words[at].endswith('::inline') for at in names):
        name = ' '.join(words[at] for at in names).replace('::inline ', '::')
        return Declared(What.NAMESPACE, name, tokens.span(names[0], names[-1]))
    best = next((at for at in names if not words[at].isupper()), names[0])
    return named(What.NAMESPACE, tokens, best)


def _is_namespace(words: list[str], at: int) -> bool:
    attribute = at + 1 < len(words) and is_brackets(words[at + 1])
    return is_name(words[at]) and not attribute


def find_class(tokens: Tokens) -> Declared | None:
    """Find the name of a class or enumeration; nothing if a function returns it."""
    words = tokens.words
    key = next((words.index(key) for key in CLASS_KEYS if key in words), None)
    if key is None:
        return None
    what = What.CLASS
    if words[key] == 'enum':
        scoped = words[key + 1 : key + 2] in (['class'], ['struct'])
        what = What.SCOPED_ENUM if scoped else What.ENUM
    end = _end_of_name(words, key)
    name = words[end - 1]
    if not is_name(name):
        return None
    if name in KEYWORDS:
        return None if any(map(is_brackets, words[key:end])) else Declared(what)
    return named(what, tokens, end - 1)


def _end_of_name(words: list[str], key: int) -> int:
    """Find the end of a class's name: before its bases, ``final``, ``ATTRIBUTE(…)``."""
    end = words.index(':', key) if ':' in words[key:] else len(words)
    while end - 1 > key:
        last = words[end - 1]
        if last in _BEHIND_NAME:
            end -= 1
        elif is_brackets(last) and (words[end - 2].isupper() or words[end - 2][0] == '_'):
            end -= 2
        else:
            break
    return end


def find_enum_macro(tokens: Tokens) -> Declared:
    """Read ``typedef NS_ENUM(NSInteger, Name)``."""
    brackets = next((at for at, word in enumerate(tokens.words) if is_brackets(word)), None)
    name = _LAST_NAME.search(tokens.arguments(brackets)[-300:]) if brackets is not None else None
    if brackets is None or not name:
        return Declared(What.ENUM)
    end = tokens.span(brackets).end - 1
    return Declared(What.ENUM, name[1], Span(end - len(name[0]), end))
