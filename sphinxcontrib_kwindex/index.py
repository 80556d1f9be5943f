"""From records to entries: what a name is across documents, and what is listed of each."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.conditions import visible
from sphinxcontrib_kwindex.entries import (
    Entry,
    Key,
    Spot,
    alphabetical,
    definers_first,
    distinct,
    keyed,
    united,
)
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.extract.stopwords import is_noise
from sphinxcontrib_kwindex.model import Kind, Position, Role
from sphinxcontrib_kwindex.patterns import matching
from sphinxcontrib_kwindex.resolve import Imports, Meaning, Names, key_of
from sphinxcontrib_kwindex.scoring import LISTED, score
from sphinxcontrib_kwindex.standing import standing_of
from sphinxcontrib_kwindex.survey import Survey, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.model import DocumentRecord, Keyword


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
    """The keywords of all documents as one builder shows them.

    What is listed of a document is kept, its record is not: there are twice as many keywords in it.
    The store unpacks it for the survey, and again for whoever asks for the list first.
    """

    def __init__(
        self,
        records: Mapping[str, DocumentRecord],
        is_shown: Callable[[tuple[str, ...]], bool],
        choice: Choice = Choice(),  # noqa: B008  it never changes
    ) -> None:
        self._records = records
        self._is_shown = is_shown
        self._choice = choice
        #: the records without their keywords
        self.documents = self._survey.outlines
        self._docnames = sorted(self.documents)
        self._listed: dict[str, dict[Key, Entry]] = {}
        self._shared: dict[str, dict[Key, Entry]] = {}
        self._ranks: dict[tuple[object, ...], tuple[object, ...]] = {}

    @cached_property
    def _survey(self) -> Survey:
        """What must be known of all documents to judge one."""
        return survey((docname, self.record(docname)) for docname in self._records)

    def let_go(self) -> None:
        """Free what is needed only to make lists, once most are made; it would be made again."""
        self.__dict__.pop('_survey', None)
        self._ranks.clear()

    def record(self, docname: str) -> DocumentRecord:
        """Give all that is recorded of a document and shown, keywords and all."""
        return visible(self._records[docname], self._is_shown)

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """Give the documents that match any of the patterns, in order."""
        return [d for d in matching(self._docnames, patterns) if not self.documents[d].skip]

    def listed(self, docname: str) -> tuple[Entry, ...]:
        """Give what the keyword page of a document lists."""
        return tuple(self._keyed(docname).values())

    def _keyed(self, docname: str) -> dict[Key, Entry]:
        if docname not in self._listed:
            entries = united(map(keyed, self._entries(docname)))
            order = sorted(entries, key=lambda key: alphabetical(entries[key]))
            self._listed[docname] = {key: entries[key] for key in order}
        return self._listed[docname]

    def merged(self, docnames: Iterable[str]) -> tuple[Entry, ...]:
        """Give what a page about several documents lists."""
        entries = united(pair for docname in docnames for pair in self._shared_by(docname).items())
        return tuple(sorted(entries.values(), key=self._rank))

    def _shared_by(self, docname: str) -> dict[Key, Entry]:
        """Give what pages about several documents list of one."""
        if docname not in self._shared:
            self._shared[docname] = {
                key: entry
                for key, entry in self._keyed(docname).items()
                if any(spot.place.position is not Position.LOCAL for spot in entry.spots)
            }
        return self._shared[docname]

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
        definitions = self._survey.definitions
        for keyword, meaning, role, points, reasons, _boilerplate in self.judged(docname):
            if next(reasons, ''):
                name, kind = meaning or (keyword.name, keyword.kind)
                given = [(docname, definition) for definition in keyword.definitions]
                yield Entry(
                    name,
                    kind,
                    role,
                    points,
                    tuple([Spot(docname, place) for place in definers_first(keyword.places)]),
                    tuple(distinct(given))
                    if given
                    else definitions.get((key_of(name, kind), kind), ()),
                )

    def judged(self, docname: str) -> Iterator[Verdict]:
        """Judge every keyword of a document."""
        keywords = self.record(docname).keywords
        local = Names()
        local.add(docname, keywords)
        imported, names = Imports(keywords), self._survey.names
        for recorded in keywords:
            own = self._own(recorded)
            is_boilerplate = not own.places
            keyword = recorded if is_boilerplate else own
            role = standing_of(keyword.places).role
            meaning = local.described(keyword) if role is Role.DEFINES else None
            meaning = meaning or local.ending_in(keyword)
            meaning = meaning or names.meaning_of(keyword, imported)
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
        if standing_of(keyword.places).is_of_source:
            return True
        keep, name = self._choice.keep, keyword.name
        return bool(keep) and (name in keep or last_component(name) in keep)

    def _own(self, keyword: Keyword) -> Keyword:
        """Leave out the places where only the template says a word: all of them, it may be."""
        if not standing_of(keyword.places).is_templated:
            return keyword
        key = key_of(keyword.name, keyword.kind)
        for positions, words in self._survey.boilerplate.items():
            if key in words:
                own = (place for place in keyword.places if place.position not in positions)
                keyword = keyword._replace(places=tuple(own))
        return keyword


def _says_nothing(keyword: Keyword) -> bool:
    """Tell whether a document only speaks of what is a name nowhere but where it is defined."""
    return standing_of(keyword.places).is_only_spoken_of and is_noise(keyword.name)


def _grouped(entries: Iterable[Entry], key: Callable[[str], str]) -> Mapping[str, list[Entry]]:
    groups = defaultdict(list)
    for entry in entries:
        groups[key(entry.name)].append(entry)
    return groups
