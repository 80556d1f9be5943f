"""From records to entries: what a name is across documents, and what is listed of each."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.conditions import visible
from sphinxcontrib_kwindex.digest import digest
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
from sphinxcontrib_kwindex.judge import Choice, Judge
from sphinxcontrib_kwindex.kept import KeptLists
from sphinxcontrib_kwindex.model import Role
from sphinxcontrib_kwindex.patterns import matching
from sphinxcontrib_kwindex.remembered import remembered
from sphinxcontrib_kwindex.shared import is_shared
from sphinxcontrib_kwindex.survey import Survey, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.judge import Verdict
    from sphinxcontrib_kwindex.kept import Kept
    from sphinxcontrib_kwindex.model import DocumentRecord
    from sphinxcontrib_kwindex.store import RecordStore


class ProjectIndex:
    """The keywords of all documents as one builder shows them.

    What is listed of a document is kept, its record is not: there are twice as many keywords in it.
    The store unpacks it for the survey, and again for whoever asks for the list first.
    """

    def __init__(
        self,
        records: RecordStore,
        is_shown: Callable[[tuple[str, ...]], bool],
        choice: Choice = Choice(),  # noqa: B008  it never changes
        kept: KeptLists | None = None,
    ) -> None:
        self._records = records
        self._is_shown = is_shown
        self._choice = choice
        self.kept = kept or KeptLists({})
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

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self._survey.names, self._survey.boilerplate, self._choice)

    def let_go(self) -> None:
        """Free what is needed only to make lists, once most are made; it would be made again."""
        self.__dict__.pop('_survey', None)
        self.__dict__.pop('_judge', None)
        self._ranks.clear()
        self.kept = KeptLists({})

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
            said = self._survey.definitions
            listed = dict(map(keyed, self._own_list(docname)))
            explained = said.keys() & {key for key in listed if not listed[key].definitions}
            listed.update((k, listed[k]._replace(definitions=said[k])) for k in explained)
            self._listed[docname] = listed
        return self._listed[docname]

    def stale(self) -> list[str]:
        """Name the documents whose lists are not kept."""
        return [d for d in self._docnames if not self.kept.have(d, self._made_from(d))]

    def derive(self, docnames: Sequence[str]) -> dict[str, Kept]:
        """Make lists of documents for another process to take over."""
        for docname in docnames:
            self._own_list(docname)
        return {docname: self.kept.asked[docname] for docname in docnames}

    def _own_list(self, docname: str) -> Sequence[Entry]:
        """Give what is listed of a document, with the definitions that it gives itself."""
        return self.kept.list_of(docname, self._made_from(docname), self._derived)

    def _made_from(self, docname: str) -> str:
        """Digest all that a list is derived from."""
        answers = [self._is_shown(chain) for chain in self.documents[docname].conditions]
        return digest(self._records.digest_of(docname), self._judge.digest, answers)

    def _derived(self, docname: str) -> list[Entry]:
        entries = united(map(keyed, self._entries(docname)))
        return sorted(entries.values(), key=alphabetical)

    def digest_of(self, docname: str) -> str:
        """Digest what is listed of a document, but for what others say of it."""
        self._keyed(docname)
        return self.kept.asked[docname].digest

    def digest_of_shared(self, docname: str) -> str:
        """Digest what of that is shown on pages about several documents."""
        self._keyed(docname)
        return self.kept.asked[docname].shared

    def merged(self, docnames: Iterable[str]) -> tuple[Entry, ...]:
        """Give what a page about several documents lists, derived once."""
        return self._merged(tuple(docnames))

    @remembered
    def _merged(self, docnames: tuple[str, ...]) -> tuple[Entry, ...]:
        entries = united(pair for docname in docnames for pair in self.shared(docname).items())
        return tuple(sorted(entries.values(), key=self._rank))

    def shared(self, docname: str) -> dict[Key, Entry]:
        """Give what pages about several documents list of one."""
        if docname not in self._shared:
            self._shared[docname] = {
                key: entry
                for key, entry in self._keyed(docname).items()
                if is_shared(entry)
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
        for keyword, meaning, role, points, reasons, _boilerplate in self.judged(docname):
            if next(reasons, ''):
                name, kind = meaning or (keyword.name, keyword.kind)
                definitions = distinct((docname, said) for said in keyword.definitions)
                spots = [Spot(docname, place) for place in definers_first(keyword.places)]
                yield Entry(name, kind, role, points, tuple(spots), tuple(definitions))

    def judged(self, docname: str) -> Iterator[Verdict]:
        """Judge every keyword of a document."""
        return self._judge.judged(self.record(docname).keywords)


def _grouped(entries: Iterable[Entry], key: Callable[[str], str]) -> Mapping[str, list[Entry]]:
    groups = defaultdict(list)
    for entry in entries:
        groups[key(entry.name)].append(entry)
    return groups
