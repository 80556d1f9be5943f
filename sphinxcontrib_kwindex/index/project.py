"""Index of the project: what is listed of each document, folder and the whole documentation."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.index.collation import letter
from sphinxcontrib_kwindex.index.conditions import visible
from sphinxcontrib_kwindex.index.entries import (
    Entry,
    Key,
    Location,
    alphabetical,
    distinct,
    key_of_entry,
    merge,
)
from sphinxcontrib_kwindex.index.ranking import (
    LISTED,
    Boilerplate,
    Imports,
    definitions_first,
    digest,
    make_header,
    without_boilerplate,
)
from sphinxcontrib_kwindex.index.resolve import Definitions, endings, key_of
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.model import Kind, Position, Role
from sphinxcontrib_kwindex.patterns import matching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.model import (
        Definition,
        DocumentHeader,
        DocumentRecord,
        Meaning,
        Place,
        Ranked,
    )
    from sphinxcontrib_kwindex.records import RecordStore

#: so many definitions of a keyword are shown, the best of them
DEFINITIONS: Final = 2

_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}


#: group of the alphabet -> entries
_Grouped = dict[str, dict[Key, Entry]]


class Choice(NamedTuple):
    """What the configuration lists: names that always are, and kinds."""

    keep: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset(Kind)


class External(NamedTuple):
    """What all documents together change in the keywords of one, by number of the keyword."""

    #: what names mean that other documents define
    meanings: Mapping[int, Meaning]
    #: keywords as they rank without the words of a template; the last of them have no others
    boilerplate: Mapping[int, Ranked]
    #: definitions that other documents give
    explained: Mapping[Key, tuple[tuple[str, Definition], ...]]


class Judged(NamedTuple):
    """A keyword of one document with everything that decides whether it is listed."""

    keyword: Ranked
    places: Sequence[Place]
    meaning: Meaning | None
    #: why it is listed; empty if it is not
    reasons: tuple[str, ...]
    #: it stands only where a template writes it
    is_boilerplate: bool


class ProjectIndex:
    """The keywords of all documents as one builder shows them.

    Headers are read when the index is made; places are decoded for what is shown.
    """

    def __init__(
        self,
        records: RecordStore,
        is_shown: Callable[[tuple[str, ...]], bool] = lambda _chain: True,
        choice: Choice = Choice(),  # noqa: B008  it never changes
    ) -> None:
        self._records = records
        self._is_shown = is_shown
        self._choice = choice
        #: the records without their keywords
        self.documents: dict[str, DocumentRecord] = {}
        #: document -> the keywords of it that pages about several documents list
        self._names: dict[str, dict[Key, str]] = {}
        #: the keywords that the documentation defines or explains
        self.defined: set[Key] = set()
        self._definitions = Definitions()
        self._external: dict[str, External] = {}
        #: document -> group of the alphabet -> digest of what pages show
        self._digests: dict[str, dict[str, str]] = {}
        self._whole_digests: dict[str, str] = {}
        #: document -> groups whose entries are derived, None for all, and these entries by group
        self._listed: dict[str, tuple[AbstractSet[str] | None, _Grouped]] = {}
        self._survey()

    def _survey(self) -> None:
        """Read all headers: first what the documents define, then what that changes in each."""
        headers = {docname: self._header(docname) for docname in self._records}
        boilerplate = Boilerplate()
        said: dict[Key, list[tuple[str, Definition]]] = defaultdict(list)
        for docname, (outline, keywords, _digests) in headers.items():
            self.documents[docname] = outline
            self._definitions.add(docname, keywords, outline.embedded)
            boilerplate.add(keywords)
            for keyword in keywords:
                if keyword.definitions:
                    known = said[key_of(keyword.name, keyword.kind), keyword.kind]
                    known += [(docname, definition) for definition in keyword.definitions]
        words = boilerplate.words()
        explained = {key: tuple(distinct(texts))[:DEFINITIONS] for key, texts in said.items()}
        for docname, header in headers.items():
            self._external[docname] = self._changes(docname, header.keywords, words, explained)
            self._digests[docname] = self._digested(docname, header)

    def _header(self, docname: str) -> DocumentHeader:
        """Return the header of a document as the builder at hand shows it."""
        header = self._records.header(docname)
        if all(map(self._is_shown, header.outline.conditions)):
            return header
        return make_header(self.record(docname), self._choice.keep)

    def record(self, docname: str) -> DocumentRecord:
        """Return everything that is recorded of a document and shown."""
        return visible(self._records[docname], self._is_shown)

    def _changes(
        self,
        docname: str,
        keywords: Sequence[Ranked],
        words: Mapping[str, frozenset[Position]],
        explained: Mapping[Key, tuple[tuple[str, Definition], ...]],
    ) -> External:
        """Return what all documents change in one, and record the names that are listed of it."""
        boilerplate = without_boilerplate(keywords, words, self._choice.keep) if words else {}
        imports = Imports(keywords)
        meanings: dict[int, Meaning] = {}
        #: key -> whether the document itself explains it
        listed: dict[Key, bool] = {}
        names: dict[Key, str] = {}
        for number, recorded in enumerate(keywords):
            keyword = boilerplate.get(number, recorded)
            meaning = keyword.meaning or self._definitions.resolve(keyword, imports)
            if meaning is not None and keyword.meaning is None:
                meanings[number] = meaning
            if self._is_listed(keyword, meaning):
                name, kind = meaning or keyword[:2]
                key = key_of(name, kind), kind
                listed[key] = listed.get(key, False) or bool(keyword.definitions)
                if not _is_local(keyword):
                    names[key] = min(names.get(key, name), name)
                    if traits(keyword.times).role is Role.DEFINES or key in explained:
                        self.defined.add(key)
        self._names[docname] = names
        found = sorted(key for key in listed.keys() & explained.keys() if not listed[key])
        return External(meanings, boilerplate, {key: explained[key] for key in found})

    def _is_listed(self, keyword: Ranked, meaning: Meaning | None) -> bool:
        if (meaning or keyword).kind not in self._choice.kinds:
            return False
        has_reason = meaning is not None or keyword.imported or keyword.kept
        return has_reason or keyword.score >= LISTED

    def _digested(self, docname: str, header: DocumentHeader) -> dict[str, str]:
        """Return a digest of what pages show of a document for each group of the alphabet."""
        outline, keywords, digests = header
        meanings, boilerplate, explained = self._external[docname]
        more: dict[str, list[object]] = defaultdict(list)
        for number, meaning in meanings.items():
            name = keywords[number].name
            more[letter(meaning.name)].append((name, meaning, digests[letter(name)]))
        for number, keyword in boilerplate.items():
            known = keyword.meaning or meanings.get(number)
            group = letter(known.name if known else keyword.name)
            more[group].append((*keyword[:3], keyword.score >= LISTED))
        for key, said in explained.items():
            texts = [(where, text, *self._linked(where, text)) for where, text in said]
            more[letter(key[0])].append((key, texts))
        return {
            group: digest(outline.title, digests.get(group), more.get(group))
            for group in sorted({*digests, *more})
        }

    def _linked(self, docname: str, definition: Definition) -> tuple[object, ...]:
        """Return what a link to a definition shows."""
        record = self.documents[docname]
        return record.title, record.sections[definition.section]

    def digest_of(self, docname: str) -> str:
        """Return a digest of what pages show of a document."""
        if docname not in self._whole_digests:
            sections = [section[:3] for section in self.documents[docname].sections]
            self._whole_digests[docname] = digest(self._digests[docname], sections)
        return self._whole_digests[docname]

    def digests_of(self, docname: str, groups: Iterable[str]) -> list[str | None]:
        """Return digests of what pages show of some groups of the keywords of a document."""
        known = self._digests[docname]
        return [known.get(group) for group in groups]

    def names(self, docnames: Iterable[str]) -> dict[Key, str]:
        """Return the names that a page about these documents lists."""
        names: dict[Key, str] = {}
        for docname in docnames:
            for key, name in self._names[docname].items():
                names[key] = min(names.get(key, name), name)
        return names

    def size(self, docname: str) -> int:
        """Return how many names of a document pages about several documents list."""
        return len(self._names[docname])

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """Return the documents that match any of the patterns, in order."""
        return [d for d in matching(list(self.documents), patterns) if not self.documents[d].skip]

    @cached_property
    def docnames(self) -> list[str]:
        """All documents that are not skipped."""
        return [docname for docname, record in self.documents.items() if not record.skip]

    def judged(self, docname: str, groups: AbstractSet[str] | None = None) -> Iterator[Judged]:
        """Yield every keyword of a document, or of some groups of the alphabet, listed or not."""
        meanings, boilerplate, _explained = self._external[docname]
        outline, keywords, _digests = self._header(docname)
        places = self._places(docname, outline)
        for number, (recorded, found) in enumerate(zip(keywords, places, strict=True)):
            keyword = boilerplate.get(number, recorded)
            meaning = keyword.meaning or meanings.get(number)
            if groups is not None and letter((meaning or keyword).name) not in groups:
                continue
            if keyword is not recorded:
                own = {position for position, _count in keyword.times}
                found = [place for place in found if place.position in own]  # noqa: PLW2901
            is_boilerplate = keyword is not recorded and keyword.times == recorded.times
            yield Judged(keyword, found, meaning, self._reasons(keyword, meaning), is_boilerplate)

    def _places(self, docname: str, outline: DocumentRecord) -> list[Sequence[Place]]:
        if all(map(self._is_shown, outline.conditions)):
            return list(self._records.places(docname))
        return [keyword.places for keyword in self.record(docname).keywords]

    def _reasons(self, keyword: Ranked, meaning: Meaning | None) -> tuple[str, ...]:
        if not self._is_listed(keyword, meaning):
            return ()
        reasons = {
            'meaning': meaning is not None,
            'score': keyword.score >= LISTED,
            'import': keyword.imported,
            'kept': keyword.kept,
        }
        return tuple(reason for reason, holds in reasons.items() if holds)

    def listed(self, docname: str) -> tuple[Entry, ...]:
        """Return what the keyword page of a document lists."""
        groups = self._entries(docname, None).values()
        return tuple([entry for entries in groups for entry in entries.values()])

    def _entries(self, docname: str, groups: AbstractSet[str] | None) -> _Grouped:
        """Return what is listed of a document, at least of some groups of the alphabet.

        An edit changes pages of few groups. Whoever shows more of them shows all.
        """
        derived, entries = self._listed.get(docname, (frozenset(), {}))
        if derived is not None and (groups is None or not groups <= derived):
            derived = None if derived else groups
            entries = self._derived(docname, derived)
            self._listed[docname] = derived, entries
        return entries

    def _derived(self, docname: str, groups: AbstractSet[str] | None) -> _Grouped:
        found = merge((key_of_entry(entry), entry) for entry in self._own(docname, groups))
        for key, said in self._external[docname].explained.items():
            if key in found:
                found[key] = found[key]._replace(definitions=said)
        entries: _Grouped = defaultdict(dict)
        for key, entry in sorted(found.items(), key=lambda item: alphabetical(item[1])):
            entries[letter(entry.name)][key] = entry
        return entries

    def _own(self, docname: str, groups: AbstractSet[str] | None) -> Iterator[Entry]:
        """Yield the listed keywords of a document, with the definitions that it gives itself."""
        for keyword, places, meaning, reasons, _is_boilerplate in self.judged(docname, groups):
            if reasons:
                name, kind = meaning or keyword[:2]
                yield Entry(
                    name,
                    kind,
                    traits(keyword.times).role,
                    keyword.score,
                    tuple([Location(docname, place) for place in definitions_first(places)]),
                    tuple(distinct((docname, said) for said in keyword.definitions))
                    if keyword.definitions
                    else (),
                )

    def merged(
        self, docnames: Iterable[str], groups: AbstractSet[str] | None = None
    ) -> tuple[Entry, ...]:
        """Return what a page about several documents lists, or some groups of the alphabet."""
        entries = merge(
            (key, entry)
            for docname in docnames
            if groups is None or not groups.isdisjoint(self._digests[docname])
            for group, found in self._entries(docname, groups).items()
            if groups is None or group in groups
            for key, entry in found.items()
            if entry.is_shared
        )
        return tuple(sorted(entries.values(), key=alphabetical))

    @cached_property
    def everything(self) -> tuple[Entry, ...]:
        """What a page about all documents lists."""
        return self.merged(self.docnames)

    @cached_property
    def glossary(self) -> tuple[Entry, ...]:
        """Every keyword that is defined or explained somewhere."""
        return tuple(entry for entry in self.everything if entry.is_defined)

    def find(self, target: str) -> tuple[str, Kind] | None:
        """Return the keyword of the glossary that a name given by a person means.

        That is its exact name, else the only one in another case, else the only one that ends so.
        """
        target = target.removesuffix('()')
        return (
            self._kinds.get(target)
            or self._kinds_by_case.get(target.casefold())
            or self._kinds_by_ending.get(target)
        )

    @cached_property
    def _kinds(self) -> dict[str, tuple[str, Kind]]:
        """The keywords of the glossary by name; of several kinds, the first."""
        found: dict[str, tuple[str, Kind]] = {}
        names = self.names(self.docnames)
        for key in sorted(self.defined, key=lambda key: _KIND_ORDER[key[1]]):
            found.setdefault(names[key], (names[key], key[1]))
        return found

    @cached_property
    def _kinds_by_case(self) -> dict[str, tuple[str, Kind]]:
        """The keywords that alone have a name in any case."""
        return _unique((name.casefold(), named) for name, named in self._kinds.items())

    @cached_property
    def _kinds_by_ending(self) -> dict[str, tuple[str, Kind]]:
        """The keywords that alone have an ending."""
        return _unique(
            (ending, named)
            for name, named in self._kinds.items()
            for ending in endings(name)
        )

    def entry(self, name: str, kind: Kind) -> Entry | None:
        """Return the entry of a keyword of the project."""
        return self._by_key.get((key_of(name, kind), kind))

    @cached_property
    def _by_key(self) -> dict[Key, Entry]:
        return {key_of_entry(entry): entry for entry in self.everything}


def _unique(pairs: Iterable[tuple[str, tuple[str, Kind]]]) -> dict[str, tuple[str, Kind]]:
    """Return a mapping without the keys that several values have."""
    found: dict[str, set[tuple[str, Kind]]] = defaultdict(set)
    for key, value in pairs:
        found[key].add(value)
    return {key: next(iter(values)) for key, values in found.items() if len(values) == 1}


def _is_local(keyword: Ranked) -> bool:
    """Check whether a name is known only within a piece of code."""
    return len(keyword.times) == 1 and keyword.times[0][0] is Position.LOCAL
