"""What the prose of all documents says of terms: which are used, and how they are spelled."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.names import identity, singular

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.check.occurrences import Page, Text

#: an ordinary word: no part of a file name or an address, no identifier
_WORD = re.compile(
    r'(?<![\w./@#:‐‑-])[^\W\d_][^\W\d_A-Z]*(?:[-‐‑][^\W\d_][^\W\d_A-Z]*)*(?![\w/@‐‑-]|[.:]\w|\()'
)
_LETTERS = re.compile(r'[^\W\d_]+')
_HYPHEN = re.compile('[-‐‑]')
#: "set up" is a verb, and "setup" is none
_PARTICLES = frozenset(['by', 'down', 'in', 'off', 'on', 'out', 'over', 'to', 'up'])
#: shorter words have too many others that are spelled almost alike: "in-put"
_SHORTEST = 6


class Use(NamedTuple):
    """A spelling in a document."""

    spelling: str
    docname: str
    #: where it stands first
    text: Text


class Prose:
    """What is remembered of all texts."""

    def __init__(
        self, terms: Iterable[str], keywords: Iterable[str], is_code: Callable[[str], bool]
    ) -> None:
        """Look for terms of glossaries, and for other spellings of keywords."""
        self.unused = {_key(term): term for term in terms}
        words = {_key(word) for word in keywords if _is_plain(word)}
        self._pairs = {word for word in words if word.count(' ') == 1}
        joined = {word for word in map(_join, words) if word}
        self._joined = {word for word in joined if not (is_code(word) or is_code(f'{word}s'))}
        #: joined -> whether it is separated -> uses
        self._uses: dict[str, dict[bool, dict[tuple[str, str], Use]]] = {}
        self._times: Counter[str] = Counter()

    def look_for_terms(self, page: Page) -> None:
        """Forget the terms that a document uses."""
        for name in (*(term.text for term in page.terms), *(one.name for one in page.written)):
            self.unused.pop(_key(name), None)
        for text in page.texts if self.unused else ():
            said = f' {_singulars(" ".join(_LETTERS.findall(text.text)))} '
            for key in [key for key in self.unused if f' {_singulars(key)} ' in said]:
                del self.unused[key]

    def read(self, docname: str, page: Page) -> None:
        """Note how a document spells keywords."""
        for text in page.texts:
            for spelling in self._spellings(_words(text)):
                self._note(spelling, docname, text)

    def _spellings(self, words: list[str]) -> Iterator[str]:
        for word in words:
            if _join(word) in self._joined:
                yield word
        for first, second in pairwise(words):
            if second not in _PARTICLES and f'{first} {singular(second)}' in self._pairs:
                yield f'{first} {second}'

    def _note(self, spelling: str, docname: str, text: Text) -> None:
        separated = re.search(r'[- ‐‑]', spelling) is not None
        uses = self._uses.setdefault(_join(spelling), {}).setdefault(separated, {})
        uses.setdefault((docname, spelling), Use(spelling, docname, text))
        self._times[spelling] += 1

    def variants(self, preferred: AbstractSet[str]) -> Iterator[tuple[Use, str]]:
        """Give what is seldom spelled so, and how it usually is; a glossary is always right."""
        right = {_singulars(word) for word in preferred}
        joined_right = {_join(word.casefold()): word for word in preferred if _is_plain(word)}
        for joined, by_form in sorted(self._uses.items()):
            if len(by_form) > 1:
                forms = [list(uses.values()) for _separated, uses in sorted(by_form.items())]
                usual, seldom = sorted(forms, key=lambda uses: self._rank(uses, right))
                spelling = max(usual, key=lambda use: (self._times[use.spelling], use.spelling))
                for use in seldom:
                    yield use, spelling.spelling
            elif term := joined_right.get(joined):
                uses = [use for uses in by_form.values() for use in uses.values()]
                if self._rank(uses, right)[0]:  # no use is as the glossary has it
                    yield from ((use, term) for use in uses)

    def _rank(self, uses: list[Use], right: AbstractSet[str]) -> tuple[bool, int]:
        spellings = {use.spelling for use in uses}
        is_right = any(_singulars(spelling) in right for spelling in spellings)
        return not is_right, -sum(self._times[spelling] for spelling in spellings)


def _words(text: Text) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text.text)]


@lru_cache(maxsize=50_000)
def _join(word: str) -> str:
    """Write a word without hyphens and spaces, in the singular."""
    joined = re.sub(r'[- ‐‑]', '', word)
    return singular(joined) if len(joined) >= _SHORTEST else ''


def _singulars(words: str) -> str:
    return ' '.join(map(singular, _HYPHEN.sub(' ', words.casefold()).split()))


def _key(word: str) -> str:
    return identity(word, defined=False)


def _is_plain(word: str) -> bool:
    return re.fullmatch(r'[^\W\d_]{2,}(?:[- ‐‑][^\W\d_]{2,})?', word) is not None
