"""From records to entries: what a name is across documents, and what is listed of each."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.boilerplate import boilerplate
from sphinxcontrib_kwindex.conditions import visible
from sphinxcontrib_kwindex.entries import (
    Entry,
    Spot,
    alphabetical,
    definers_first,
    distinct,
    merge,
    shared_key,
    united,
)
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.extract.stopwords import is_noise
from sphinxcontrib_kwindex.model import Kind, Position, Role
from sphinxcontrib_kwindex.resolve import Imports, Meaning, Names, key_of
from sphinxcontrib_kwindex.scoring import LISTED, score
from sphinxcontrib_kwindex.standing import TEMPLATED, standing_of
from sphinxcontrib_kwindex.subjects import matching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.model import Definition, DocumentRecord, Keyword

class Verdict(NamedTuple):
    """What is thought of a keyword of one document."""

    keyword: Keyword
    #: what it stands for, if that is known
    meaning: Meaning | None
    role: Role
    score: float
    #: what speaks for listing it; nothing: it is not listed
    reasons: Iterator[str]
    #: a template writes it everywhere, so that its score is none
    is_boilerplate: bool


class Choice(NamedTuple):
    """What the configuration says of what is listed."""

    #: names that always are
    keep: frozenset[str] = frozenset()
    #: only these kinds are
    kinds: frozenset[str] = frozenset(Kind)
    #: from this score on, any keyword is
    threshold: float = LISTED


class ProjectIndex:
    """The keywords of all documents as one builder shows them."""

    def __init__(
        self,
        records: Iterable[tuple[str, DocumentRecord]],
        is_shown: Callable[[tuple[str, ...]], bool],
        choice: Choice = Choice(),  # noqa: B008  it never changes
    ) -> None:
        self.documents: dict[str, DocumentRecord] = {
            docname: visible(record, is_shown) for docname, record in records
        }
        self._choice = choice
        self._listed: dict[str, tuple[Entry, ...]] = {}
        self._docnames = sorted(self.documents)
        self._keyed: dict[str, list[tuple[tuple[str, Kind], Entry]]] = {}
        self._ranks: dict[tuple[object, ...], tuple[object, ...]] = {}

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """Give the documents that match any of the patterns, in order."""
        return [d for d in matching(self._docnames, patterns) if not self.documents[d].skip]

    def listed(self, docname: str) -> tuple[Entry, ...]:
        """Give what the keyword page of a document lists."""
        if docname not in self._listed:
            self._listed[docname] = merge(self._entries(docname))
        return self._listed[docname]

    def merged(self, docnames: Iterable[str]) -> tuple[Entry, ...]:
        """Give what a page about several documents lists."""
        groups: dict[tuple[str, Kind], list[Entry]] = {}
        for docname in docnames:
            for key, entry in self._shared(docname):
                if key in groups:
                    groups[key].append(entry)
                else:
                    groups[key] = [entry]
        return united(groups.values(), self._rank)

    def _shared(self, docname: str) -> list[tuple[tuple[str, Kind], Entry]]:
        """Give what pages about several documents list of one, by what its spellings share."""
        if docname not in self._keyed:
            self._keyed[docname] = [
                (shared_key(entry), entry)
                for entry in self.listed(docname)
                if any(spot.place.position is not Position.LOCAL for spot in entry.spots)
            ]
        return self._keyed[docname]

    def _rank(self, entry: Entry) -> tuple[object, ...]:
        """Sort entries by the alphabet: the same names come again on the pages of many folders."""
        name = entry[:2]
        if name not in self._ranks:
            self._ranks[name] = alphabetical(entry)
        return self._ranks[name]

    @cached_property
    def everything(self) -> tuple[Entry, ...]:
        """What a page about all documents lists."""
        return self.merged(d for d in self._docnames if not self.documents[d].skip)

    @cached_property
    def glossary(self) -> tuple[Entry, ...]:
        """Every keyword that is defined somewhere or has a definition."""
        return tuple(
            entry
            for entry in self.everything
            if entry.role is Role.DEFINES or entry.definitions
        )

    @cached_property
    def by_name(self) -> Mapping[str, list[Entry]]:
        """The entries of the glossary by name."""
        return _grouped(self.glossary, str)

    @cached_property
    def by_ending(self) -> Mapping[str, list[Entry]]:
        """The entries of the glossary by each ending that only one name has."""
        endings: dict[str, list[Entry]] = defaultdict(list)
        for name, entries in self.by_name.items():
            for match in re.finditer(r'\.|::', name):
                endings[name[match.end() :]].append(entries[0])
        return {ending: entries for ending, entries in endings.items() if len(entries) == 1}

    @cached_property
    def by_caseless_name(self) -> Mapping[str, list[Entry]]:
        """The entries of the glossary by name, whatever its case."""
        return _grouped(self.glossary, str.casefold)

    def _entries(self, docname: str) -> Iterator[Entry]:
        """Give the entries of a document that are worth listing."""
        for keyword, meaning, role, points, reasons, _boilerplate in self.judged(docname):
            if next(reasons, ''):
                name, kind = meaning or (keyword.name, keyword.kind)
                own = tuple(distinct((docname, given) for given in keyword.definitions))
                yield Entry(
                    name,
                    kind,
                    role,
                    points,
                    tuple([Spot(docname, place) for place in definers_first(keyword.places)]),
                    own or self._definitions.get((key_of(name, kind), kind), ()),
                )

    def judged(self, docname: str) -> Iterator[Verdict]:
        """Judge every keyword of a document."""
        keywords = self.documents[docname].keywords
        local = Names((docname, keyword) for keyword in keywords)
        imported = Imports(keywords)
        for recorded in keywords:
            own = self._own(recorded)
            is_boilerplate = not own.places
            keyword = recorded if is_boilerplate else own
            role = standing_of(keyword.places).role
            meaning = local.described(keyword) if role is Role.DEFINES else None
            meaning = meaning or local.ending_in(keyword)
            meaning = meaning or self._names.meaning_of(keyword, imported)
            points = 0 if is_boilerplate or _says_nothing(keyword) else score(keyword)
            reasons = self._reasons(keyword, meaning, points, imported)
            yield Verdict(keyword, meaning, role, points, reasons, is_boilerplate)

    def _reasons(
        self, keyword: Keyword, meaning: Meaning | None, points: float, imported: Imports
    ) -> Iterator[str]:
        """Give all that speaks for listing a keyword."""
        if (meaning or keyword).kind not in self._choice.kinds:
            return
        if meaning:
            yield 'meaning'
        if points >= self._choice.threshold:
            yield 'score'
        if imported.covers(keyword):
            yield 'import'
        if self._is_kept(keyword):
            yield 'kept'

    def _is_kept(self, keyword: Keyword) -> bool:
        if not self._choice.keep.isdisjoint({keyword.name, last_component(keyword.name)}):
            return True
        return standing_of(keyword.places).is_of_source

    def _own(self, keyword: Keyword) -> Keyword:
        """Leave out the places where only the template says a word: all of them, it may be."""
        if standing_of(keyword.places).positions.isdisjoint(TEMPLATED):
            return keyword
        key = key_of(keyword.name, keyword.kind)
        for positions, words in self._boilerplate.items():
            if key in words:
                own = (place for place in keyword.places if place.position not in positions)
                keyword = keyword._replace(places=tuple(own))
        return keyword

    @cached_property
    def _boilerplate(self) -> Mapping[frozenset[Position], frozenset[str]]:
        return boilerplate(self.documents.values())

    @cached_property
    def _definitions(self) -> Mapping[tuple[str, Kind], tuple[tuple[str, Definition], ...]]:
        """What the documentation says that its keywords are, for documents that do not say it."""
        found: dict[tuple[str, Kind], list[tuple[str, Definition]]] = defaultdict(list)
        for docname, record in self.documents.items():
            for keyword in record.keywords:
                if keyword.definitions:
                    known = found[key_of(keyword.name, keyword.kind), keyword.kind]
                    known += [(docname, definition) for definition in keyword.definitions]
        return {key: tuple(distinct(definitions)) for key, definitions in found.items()}

    @cached_property
    def _names(self) -> Names:
        return Names(
            (
                (docname, keyword)
                for docname, record in self.documents.items()
                for keyword in record.keywords
            ),
            {docname: record.embedded for docname, record in self.documents.items()},
        )


def _says_nothing(keyword: Keyword) -> bool:
    """Tell whether a document only speaks of what is a name nowhere but where it is defined."""
    return standing_of(keyword.places).is_only_spoken_of and is_noise(keyword.name)


def _grouped(entries: Iterable[Entry], key: Callable[[str], str]) -> Mapping[str, list[Entry]]:
    groups = defaultdict(list)
    for entry in entries:
        groups[key(entry.name)].append(entry)
    return groups
