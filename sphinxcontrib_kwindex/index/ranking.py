"""Ranking of the keywords of a document: score, meaning, and digests of what pages show.

A header depends on one document alone and is made once, when the document is read. Only words that
a template repeats in many documents are ranked again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import clean, is_identifier_shaped, last_component
from sphinxcontrib_kwindex.extract.prose.wordlists import (
    FUNCTION_WORDS,
    LITERAL_NOISE,
    is_generic,
    is_noise,
)
from sphinxcontrib_kwindex.index.collation import letter
from sphinxcontrib_kwindex.index.resolve import Definitions, key_of, prefixes, scope_of
from sphinxcontrib_kwindex.index.traits import ROLE_NUMBERS, traits
from sphinxcontrib_kwindex.model import (
    POSITIONS,
    DocumentHeader,
    Kind,
    Position,
    Ranked,
    Role,
    Trait,
    positions_with,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Meaning, Place

#: a keyword with a lower score is not listed by its score alone
LISTED: Final = 1

#: the key of the digest of what pages show in order of line or score
ORDER: Final = ''

#: so many of the best keywords are shown by themselves
BEST: Final = 20

#: cells, pins and coordinates
_CELL = re.compile(r'[A-Za-z]{1,2}\d{1,2}')
#: a call or a signature says that these are names, whatever the word
_NEVER_GENERIC = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.MACRO, Kind.ENVIRONMENT_VARIABLE})
#: "Content-Type", "http.ssl-version"
_HYPHENATED = re.compile(r'[A-Za-z]\w*(?:[-.][A-Za-z]\w*)+', re.ASCII)
_EXCEPTION = re.compile(r'[A-Z]\w*(?:Error|Exception|Warning|Interrupt)')

#: the order in which the places of a keyword are shown
_RANKS = {
    position: 2 if info.role is Role.DEFINES else 3 + round(10 * (10 - info.weight))
    for position, info in POSITIONS.items()
} | {Position.OWN_HEADING: 1}

_IMPORTS = frozenset({Position.CODE_IMPORT, Position.EXAMPLE_IMPORT})
_TEMPLATED = positions_with(Trait.TEMPLATED)
_STRESSED = positions_with(Trait.STRESSED)
_ONCE_IN_PROSE = ((Position.PROSE_IDENTIFIER, 1),)


def times_of(places: Sequence[Place]) -> tuple[tuple[Position, int], ...]:
    """Count how often a keyword stands at each position."""
    if len(places) == 1:  # as most keywords
        return ((places[0].position, places[0].times),)
    times: dict[Position, int] = {}
    for place in places:
        times[place.position] = times.get(place.position, 0) + place.times
    return tuple(sorted(times.items()))


def without_places(keywords: Iterable[Keyword]) -> tuple[Ranked, ...]:
    """Return keywords with the counts of their positions in place of their places."""
    return tuple(
        [
            Ranked(name, kind, times_of(places), said, changes=changes)
            for name, kind, places, said, changes in keywords
        ]
    )


def rank(keywords: Sequence[Ranked], keep: Collection[str]) -> tuple[Ranked, ...]:
    """Return the keywords of one document with scores and meanings."""
    ranker = Ranker(keywords, keep)
    return tuple([ranker.ranked(keyword) for keyword in keywords])


class Ranker:
    """Ranks keywords of one document; ``keep`` are names that are always listed."""

    def __init__(self, keywords: Sequence[Ranked], keep: Collection[str]) -> None:
        self._keep = keep
        self._local = Definitions()
        self._local.add('', keywords)
        self._imports = Imports(keywords)

    def ranked(self, keyword: Ranked) -> Ranked:
        """Return a keyword with score and meaning."""
        name, kind, times, definitions, *_ = keyword
        return Ranked(
            name,
            kind,
            times,
            definitions,
            score(keyword),
            self._meaning(keyword),
            self._imports.covers(keyword),
            self._is_kept(name),
            keyword.changes,
        )

    def _meaning(self, keyword: Ranked) -> Meaning | None:
        """Return what the name stands for in its own document."""
        if traits(keyword.times).role is Role.DEFINES:
            return self._local.described(keyword)
        return self._local.ending_in(keyword)

    def _is_kept(self, name: str) -> bool:
        keep = self._keep
        return bool(keep) and (name in keep or last_component(name) in keep)


def score(keyword: Ranked) -> float:
    """Return the weight of all positions, less for what may be any word."""
    found = traits(keyword.times)
    if found.is_never_alone:
        return 0
    if keyword.times == _ONCE_IN_PROSE and keyword.name.isalnum():
        return 0
    if found.is_reference and is_noise(keyword.name):
        return 0
    return round(found.weight * (_shape_factor(keyword) if found.is_plain else 1), 2)


def _shape_factor(keyword: Ranked) -> float:
    """Return a factor below 1 for what any text may have, and only stands in plain positions."""
    name, kind = keyword.name, keyword.kind
    if _CELL.fullmatch(name) or (kind not in _NEVER_GENERIC and is_generic(name)):
        return 0.25
    if kind is Kind.COMMAND and _is_phrase(name):
        return 0.25
    if kind is Kind.FILE:
        return 0.45
    if kind is not Kind.NAME or is_identifier_shaped(name):
        return 1
    return 0.5 if _HYPHENATED.fullmatch(name) else 0.4


def _is_phrase(command: str) -> bool:
    """Check whether words are no command: "for every single request", "int index"."""
    words = command.split()
    return words[0] in LITERAL_NOISE or not FUNCTION_WORDS.isdisjoint(words)


class Imports:
    """What a document imports and is about, and what it uses by way of that."""

    def __init__(self, keywords: Iterable[Ranked]) -> None:
        #: names and modules that it imports or is about
        self._names: set[str] = set()
        #: modules, and other scopes of its objects
        self._scopes: set[str] = set()
        #: what imports name
        self.imported: set[str] = set()
        #: those that are modules
        self.modules: set[str] = set()
        ends: dict[str, set[str]] = defaultdict(set)
        for keyword in keywords:
            if traits(keyword.times).is_known:
                self._names.add(keyword.name)
            for position, _count in keyword.times:
                if position in _IMPORTS:
                    self.imported.add(keyword.name)
                    end = last_component(keyword.name)
                    if keyword.kind is Kind.MODULE:
                        self.modules.add(keyword.name)
                    if keyword.kind is not Kind.MODULE or end == keyword.name:
                        ends[end].add(keyword.name)
                elif position is Position.MODULE:
                    self._scopes.add(keyword.name)
                elif position is Position.OBJECT:
                    self._scopes.add(scope_of(keyword.name))
        #: last component -> the only imported name that has it: none after "import a.b"
        self.short_names = {
            end: next(iter(names)) for end, names in ends.items() if len(names) == 1
        }
        #: last components of several imported names
        self.ambiguous = ends.keys() - self.short_names.keys()

    def full_name(self, name: str) -> str:
        """Return the one imported name that ends in a name, if there is one."""
        return self.short_names.get(name, '')

    def knows(self, name: str) -> bool:
        """Check whether a document imports a name or its module, or is about its module."""
        scope = scope_of(name)
        return name in self._names or scope in self._names or scope in self._scopes

    def covers(self, keyword: Ranked) -> bool:
        """Check whether code uses a keyword by way of an import.

        Built-in exceptions need no import, and readers look for them as often.
        """
        is_used = any(position is Position.CODE_USE for position, _count in keyword.times)
        return is_used and (
            not self._names.isdisjoint(prefixes(keyword.name))
            or _EXCEPTION.fullmatch(keyword.name) is not None
        )


def digest(*data: object) -> str:
    """Return a digest of plain data; sets are sorted, enumerations count as their values."""
    text = json.dumps(data, default=sorted, separators=(',', ':'))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def make_header(record: DocumentRecord, keep: Collection[str]) -> DocumentHeader:
    """Return the header of a record; ``keep`` are names that are always listed."""
    keywords = rank(without_places(record.keywords), keep)
    return DocumentHeader(record._replace(keywords=()), keywords, _digests(record, keywords))


def _digests(record: DocumentRecord, keywords: tuple[Ranked, ...]) -> dict[str, str]:
    rows: dict[str, list[object]] = defaultdict(list)
    sections = [(section.id, section.title) for section in record.sections]
    titles = names_in_titles(record)
    for keyword, ranked in zip(record.keywords, keywords, strict=True):
        group = letter(ranked.meaning.name if ranked.meaning else keyword.name)
        _name, _kind, _times, _definitions, score, *reasons, _changes = ranked
        said = [(text, source, sections[n], a) for text, source, n, a, _ in keyword.definitions]
        shown = list(_shown(keyword, sections, titles))
        rows[group].append((keyword.name, keyword.kind, shown, said, score >= LISTED, reasons))
    digests = {group: digest(rows[group])[:8] for group in sorted(rows)}
    digests[ORDER] = digest(_in_order(record.keywords), _best(keywords))[:8]
    return digests


def _shown(
    keyword: Keyword, sections: list[tuple[str, str]], titles: Sequence[str]
) -> list[tuple[int, int, str, str, str]]:
    """Return rank, role, section and anchor of the first place in each section."""
    first: dict[int, tuple[int, Place]] = {}
    for rank_, place in best_first(keyword.name, keyword.places, titles):
        first.setdefault(place.section, (rank_, place))
    return [
        (rank_, ROLE_NUMBERS[place.position], *sections[place.section], place.anchor)
        for rank_, place in first.values()
    ]


def names_in_titles(record: DocumentRecord) -> list[str]:
    """Return the titles of sections as names: "connect()" is "connect"."""
    return [clean(section.title) for section in record.sections]


def best_first(
    name: str, places: Iterable[Place], titles: Sequence[str]
) -> list[tuple[int, Place]]:
    """Return places with their ranks: pages and sections about the name, then by weight."""
    names = (name, last_component(name))
    return sorted(
        [
            (min(heading_rank(names, place.section, titles), _RANKS[place.position]), place)
            for place in places
        ]
    )


def heading_rank(names: Collection[str], section: int, titles: Sequence[str]) -> int:
    """Return 0 for the page whose title is one of some names, 1 for such a section, else 999."""
    if section <= 1 and titles[0] in names:
        return 0
    return 1 if titles[section] in names else 999


def _in_order(keywords: Sequence[Keyword]) -> list[tuple[int, str]]:
    """Return sections with the keywords in them, in order of line."""
    places = [
        (place.source, place.line, number, place.section)
        for number, keyword in enumerate(keywords)
        for place in keyword.places
        if place.position is not Position.LOCAL
    ]
    return [(section, keywords[number].name) for *_, number, section in sorted(places)]


def _best(keywords: Iterable[Ranked]) -> list[str]:
    best = sorted(keywords, key=lambda keyword: -keyword.score)[:BEST]
    return [keyword.name for keyword in best]


class Boilerplate:
    """Counter of the documents in which each word stands where a template may have written it."""

    #: a word in more than this share of many documents is a template's
    _SHARE: Final = 0.2
    _MANY: Final = 50
    #: a word that it only stresses may be left out of most documents
    _STRESSED_SHARE: Final = 0.05
    _STRESSED_MANY: Final = 25

    def __init__(self) -> None:
        self._documents = 0
        self._templated: Counter[str] = Counter()
        self._stressed: Counter[str] = Counter()

    def add(self, keywords: Iterable[Ranked]) -> None:
        """Count the words of a document."""
        self._documents += 1
        templated, stressed = set(), set()
        for keyword in keywords:
            found = traits(keyword.times)
            if found.is_templated:
                key = key_of(keyword.name, keyword.kind)
                templated.add(key)
                if found.is_stressed:
                    stressed.add(key)
        self._templated.update(templated)
        self._stressed.update(stressed)

    def words(self) -> dict[str, frozenset[Position]]:
        """Return the words that stand in too many documents, with the positions to ignore."""
        if self._documents < self._MANY:
            return {}
        most = self._documents * self._SHARE
        stressed = min(most, max(self._documents * self._STRESSED_SHARE, self._STRESSED_MANY))
        words = {word: _STRESSED for word, number in self._stressed.items() if number > stressed}
        return words | {word: _TEMPLATED for word, n in self._templated.items() if n > most}


def without_boilerplate(
    keywords: Sequence[Ranked], words: Mapping[str, frozenset[Position]], keep: frozenset[str]
) -> dict[int, Ranked]:
    """Rank the keywords that a template repeats without the places where it may write them.

    A keyword that has no other places keeps these, with a score of nothing.
    """
    found = {}
    ranker = None
    for number, keyword in enumerate(keywords):
        if not traits(keyword.times).is_templated:
            continue
        ignored = words.get(key_of(keyword.name, keyword.kind), frozenset())
        own = tuple([pair for pair in keyword.times if pair[0] not in ignored])
        if not own:
            found[number] = keyword._replace(score=0)
        elif own != keyword.times:
            ranker = ranker or Ranker(keywords, keep)
            found[number] = ranker.ranked(keyword._replace(times=own))
    return found
