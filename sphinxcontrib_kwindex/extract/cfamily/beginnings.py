"""Where a statement really begins: behind labels, template heads and macros."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.cfamily.tokens import is_brackets, is_name
from sphinxcontrib_kwindex.extract.cfamily.words import ATTRIBUTES, KEYWORDS, SUFFIXES, word_set

_ACCESS: Final = word_set('private protected public signals slots Q_SIGNALS Q_SLOTS __published')
_BEGIN: Final = _ACCESS | word_set(
    'class concept enum extern namespace static struct template typedef union using'
)
_AND_OR: Final = word_set('& | !')


def beginning(tokens: list[str]) -> int:
    """Skip labels, template heads and macros that need no semicolon."""
    start = 0
    while start < len(tokens):
        before = start
        if tokens[start] in _ACCESS and ':' in tokens[start + 1 : start + 3]:
            start = tokens.index(':', start) + 1
        elif tokens[start] == 'template':
            start += 1
        elif tokens[start] == 'requires':
            start = _behind_constraint(tokens, start + 1)
        else:
            start = _behind_words(tokens, _behind_macros(tokens, start))
        if start == before:
            break
    return start


def _behind_constraint(tokens: list[str], at: int) -> int:
    """Skip ``A && B(…) || (…)``."""
    while at < len(tokens):
        joined = tokens[at] in _AND_OR or is_brackets(tokens[at])
        if not joined and tokens[at - 1] != 'requires' and tokens[at - 1] not in _AND_OR:
            break
        at += 1
    return at


def _behind_macros(tokens: list[str], start: int) -> int:
    """Skip ``MACRO(…)`` without a semicolon before the beginning of a declaration."""
    at = start
    while at + 2 < len(tokens) and is_brackets(tokens[at + 1]) and _may_be_macro(tokens[at]):
        at += 2
    follows = tokens[at]
    if not is_name(follows) or follows in SUFFIXES or follows.isupper():
        return start
    if at + 1 < len(tokens) and is_brackets(tokens[at + 1]):  # EXPORT(type) function(…)
        at -= 2
    return max(at, start)


def _may_be_macro(word: str) -> bool:
    return is_name(word) and (word not in KEYWORDS or word in ATTRIBUTES)


def _behind_words(tokens: list[str], start: int) -> int:
    """Skip ``BEGIN_NAMESPACE`` before a word that begins a declaration."""
    at = start
    while at < len(tokens) and tokens[at].isupper():
        at += 1
    return at if start < at < len(tokens) and tokens[at] in _BEGIN else start
