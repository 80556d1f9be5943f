"""Which words of a statement are the names of variables, fields and types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily.tokens import is_brackets, is_name
from sphinxcontrib_kwindex.extract.cfamily.words import (
    BUILTIN_TYPES,
    CLASS_KEYS,
    KEYWORDS,
    NOT_FUNCTIONS,
    STATEMENTS,
    word_set,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

#: behind these there is no more of a declarator's name
_ENDS: Final = word_set('= [ { :')
_SIGNS: Final = word_set('* & ::')


def is_constant(words: list[str], where: str) -> bool:
    """Tell the declaration of constants from the one of variables; members may be const, too."""
    if 'constexpr' in words:
        return True
    return 'const' in words and '*' not in words and (where != 'class' or 'static' in words)


def declarators(words: list[str], start: int) -> Iterator[int]:
    """Give the tokens of declared names, or brackets that have the name of a pointer in them.

    The first declarator has a type before it; those behind commas share it.
    """
    reader = _Reader(words, start)
    for at in range(start, len(words)):
        word = words[at]
        if word == ',':
            if reader.typed and reader.name >= 0:
                yield reader.name
            reader.ended, reader.name = not reader.typed, -1
        elif not reader.ended and not reader.read(at, word):
            return
    if reader.typed and reader.name >= 0:
        yield reader.name


class _Reader:
    """Reads one declaration word by word."""

    def __init__(self, words: list[str], start: int) -> None:
        self.words = words
        self.start = start
        #: a type was read
        self.typed = False
        #: the token that is the name so far
        self.name = -1
        #: the name of this declarator is complete
        self.ended = False

    def read(self, at: int, word: str) -> bool:
        """Take a word; tell whether this can still be a declaration."""
        if is_brackets(word):
            self._brackets(at)
        elif word == '{' and self._is_class(at):
            self.typed, self.name = True, -1
        elif word in STATEMENTS:
            return False
        elif word in _ENDS:
            self.ended = True
        elif is_name(word):
            self._word(at, word)
        elif word != '}' or self.words[at - 1] != '{':
            return word in _SIGNS
        return True

    def _word(self, at: int, word: str) -> None:
        behind = self.words[at + 1 : at + 2]
        if word in BUILTIN_TYPES or word == 'decltype':
            self.typed = True
        elif self.typed and self.name >= 0 and word.isupper() and any(map(is_brackets, behind)):
            self.ended = True  # int x MACRO(y)
        elif word not in KEYWORDS:
            self.typed, self.name = self.typed or self.name >= 0, at

    def _brackets(self, at: int) -> None:
        before = self.words[at - 1]
        if before in NOT_FUNCTIONS or (before.isupper() and self.name < 0):
            return  # alignas(8), decltype(x), MACRO(x) before a name
        behind = self.words[at + 1 : at + 2]
        if behind and behind[0][0] in '([':
            self.typed, self.name = self.typed or self.name >= 0, at
        self.ended = True

    def _is_class(self, at: int) -> bool:
        """Tell the braces of a class from those of a value."""
        before = self.words[self.start : at]
        return self.words[at + 1 : at + 2] == ['}'] and any(key in before for key in CLASS_KEYS)
