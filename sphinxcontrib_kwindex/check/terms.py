"""Checks of terms over all documents: undefined, unused, and spelled in several ways."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.names import identity, singular, word_lists
from sphinxcontrib_kwindex.extract.prose import acronyms, expansions
from sphinxcontrib_kwindex.model import POSITIONS, Kind, Position, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.check.mentions import DocumentMentions, TextBlock
    from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Place

#: the number of documents from which on a term should be defined in one
MANY = 5

_KNOWN_ACRONYMS = word_lists('external_names')['acronyms']
#: positions in which authors mark a term
_MARKED = frozenset({Position.INDEX_ENTRY, Position.AUTHOR, Position.ACRONYM})
#: positions that mark a term of several words
_EMPHASIZED = frozenset({Position.EMPHASIS, Position.DEFINITION_LIST})

#: an ordinary word: no part of a file name or an address, no identifier
_WORD = re.compile(
    r'(?<![\w./@#:‐‑-])[^\W\d_][^\W\d_A-Z]*(?:[-‐‑][^\W\d_][^\W\d_A-Z]*)*(?![\w/@‐‑-]|[.:]\w|\()'
)
_LETTERS = re.compile(r'[^\W\d_]+')
_HYPHEN = re.compile('[-‐‑]')
_GAP = re.compile('[- ‐‑]')
_PLAIN = re.compile(r'[^\W\d_]{2,}(?:[- ‐‑][^\W\d_]{2,})?')
#: "set up" is a verb, and "setup" is none
_PARTICLES = frozenset(['by', 'down', 'in', 'off', 'on', 'out', 'over', 'to', 'up'])
#: shorter words have too many others that are spelled almost alike: "in-put"
_SHORTEST = 6


class Use(NamedTuple):
    """The first use of a term, or of a spelling, in a document."""

    name: str
    docname: str
    #: its place in the document's record, or its text
    at: Place | TextBlock


class UndefinedTerms:
    """Terms that many documents use, and none defines."""

    def __init__(self, is_code: Callable[[str], bool]) -> None:
        #: key -> docname -> use
        self._uses: dict[str, dict[str, Use]] = {}
        self._defined: set[str] = set()
        self._is_code = is_code

    def add_definitions(self, record: DocumentRecord, mentions: DocumentMentions) -> None:
        """Add what a document defines or explains."""
        for keyword in record.keywords:
            if keyword.definitions or _is_defined(keyword):
                self.mark_defined(keyword.name)
        for section in record.sections:  # the section is about it
            self._defined.update(_term_key(name) for name, _offset in acronyms(section.title))
        for text in mentions.texts:
            self._defined.update(_term_key(short) for short, _long in expansions(text.text))

    def add_uses(self, docname: str, record: DocumentRecord, mentions: DocumentMentions) -> None:
        """Add what a document uses."""
        for keyword in record.keywords:
            if place := _as_term(keyword):
                self._add(Use(keyword.name, docname, place))
        for text in mentions.texts:
            for name, _offset in acronyms(text.text):
                if not self._is_code(name):
                    self._add(Use(name, docname, text))

    def _add(self, use: Use) -> None:
        if use.name not in _KNOWN_ACRONYMS:
            uses = self._uses.setdefault(_term_key(use.name), {})
            known = uses.get(use.docname)
            if known is None or 0 < use.at.line < known.at.line:
                uses[use.docname] = use

    def mark_defined(self, name: str) -> None:
        """Exclude a term from the findings."""
        self._defined.add(_term_key(name))

    def findings(self) -> Iterator[tuple[Use, int]]:
        """Yield the first use of each undefined term, and the number of documents."""
        for key, uses in sorted(self._uses.items()):
            if len(uses) >= MANY and key not in self._defined:
                yield next(iter(uses.values())), len(uses)


def _term_key(name: str) -> str:
    """Return the key of all spellings of a term; acronyms differ from ordinary words."""
    return name if name.isupper() else _key(name)


def _key(word: str) -> str:
    return identity(word, defined=False)


def _is_defined(keyword: Keyword) -> bool:
    return any(POSITIONS[place.position].role is Role.DEFINES for place in keyword.places)


def _as_term(keyword: Keyword) -> Place | None:
    """Return the first place where a keyword is marked as a term that readers may not know."""
    if keyword.kind not in {Kind.TERM, Kind.ACRONYM}:
        return None
    wanted = _MARKED | _EMPHASIZED if ' ' in keyword.name else _MARKED
    return next((place for place in keyword.places if place.position in wanted), None)


class UnusedTerms:
    """Terms of glossaries that no document uses."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = {_key(term): term for term in terms}

    def add(self, mentions: DocumentMentions) -> None:
        """Remove the terms that a document uses."""
        names = (*(term.text for term in mentions.terms), *(one.name for one in mentions.names))
        for name in names:
            self._terms.pop(_key(name), None)
        for text in mentions.texts if self._terms else ():
            words = f' {_singulars(" ".join(_LETTERS.findall(text.text)))} '
            for key in [key for key in self._terms if f' {_singulars(key)} ' in words]:
                del self._terms[key]

    def findings(self) -> list[str]:
        """Return the terms that are left."""
        return sorted(self._terms.values())


class Spellings:
    """Spellings of the keywords that are written with a hyphen, with a space or as one word."""

    def __init__(self, keywords: Iterable[str], code: AbstractSet[str]) -> None:
        """Collect keywords, without those that are also names of code in small letters."""
        words = {_key(word) for word in keywords if _PLAIN.fullmatch(word)}
        self._pairs = {word for word in words if word.count(' ') == 1}
        joined = {word for word in map(_join, words) if word}
        self._joined = {word for word in joined if code.isdisjoint([word, f'{word}s'])}
        #: joined -> whether it is separated -> uses
        self._uses: dict[str, dict[bool, dict[tuple[str, str], Use]]] = {}
        self._times: Counter[str] = Counter()

    def add(self, docname: str, mentions: DocumentMentions) -> None:
        """Add the spellings in a document."""
        for text in mentions.texts:
            for spelling in self._spellings(text.text):
                is_separated = _GAP.search(spelling) is not None
                uses = self._uses.setdefault(_join(spelling), {}).setdefault(is_separated, {})
                uses.setdefault((docname, spelling), Use(spelling, docname, text))
                self._times[spelling] += 1

    def _spellings(self, text: str) -> Iterator[str]:
        words = [word.casefold() for word in _WORD.findall(text)]
        for word in words:
            if _join(word) in self._joined:
                yield word
        for first, second in pairwise(words):
            if second not in _PARTICLES and f'{first} {singular(second)}' in self._pairs:
                yield f'{first} {second}'

    def findings(self, preferred: AbstractSet[str]) -> Iterator[tuple[Use, str]]:
        """Yield rare spellings, each with the usual one; the glossary's is always right."""
        right = {_singulars(word) for word in preferred}
        joined_right = {_join(w.casefold()): w for w in preferred if _PLAIN.fullmatch(w)}
        for joined, by_form in sorted(self._uses.items()):
            forms = [list(uses.values()) for _is_separated, uses in sorted(by_form.items())]
            if len(forms) > 1:
                usual, seldom = sorted(forms, key=lambda uses: self._rank(uses, right))
                spelling = max(usual, key=lambda use: (self._times[use.name], use.name))
                yield from ((use, spelling.name) for use in seldom)
            elif joined in joined_right and self._rank(forms[0], right)[0]:
                yield from ((use, joined_right[joined]) for use in forms[0])

    def _rank(self, uses: list[Use], right: AbstractSet[str]) -> tuple[bool, int]:
        """Return a sort key: right spellings first, then frequent ones."""
        spellings = {use.name for use in uses}
        is_right = any(_singulars(spelling) in right for spelling in spellings)
        return not is_right, -sum(self._times[spelling] for spelling in spellings)


@lru_cache(maxsize=50_000)
def _join(word: str) -> str:
    """Return a word without hyphens and spaces, in the singular; a short one is left out."""
    joined = _GAP.sub('', word)
    return singular(joined) if len(joined) >= _SHORTEST else ''


def _singulars(words: str) -> str:
    return ' '.join(map(singular, _HYPHEN.sub(' ', words.casefold()).split()))
