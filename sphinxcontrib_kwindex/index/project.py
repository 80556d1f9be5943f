"""Index of the project: what is listed of each document, folder and the whole documentation."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.index.collation import letter
from sphinxcontrib_kwindex.index.conditions import visible
from sphinxcontrib_kwindex.index.entries import (
    LOCAL,
    Entry,
    Key,
    Location,
    alphabetical,
    distinct,
    explains,
    key_of_entry,
    merge,
    ranks_of,
)
from sphinxcontrib_kwindex.index.kinds import Kinds
from sphinxcontrib_kwindex.index.ranking import (
    LISTED,
    Boilerplate,
    Imports,
    best_first,
    digest,
    heading_rank,
    make_header,
    names_in_titles,
    without_boilerplate,
)
from sphinxcontrib_kwindex.index.resolve import (
    Definitions,
    FullNames,
    endings,
    key_of,
    may_be_any_word,
)
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.index.versions import in_order
from sphinxcontrib_kwindex.index.versions import shown as shown_changes
from sphinxcontrib_kwindex.model import WORDS, Kind, Meaning, Position, Role
from sphinxcontrib_kwindex.patterns import matching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.model import (
        Change,
        Definition,
        DocumentHeader,
        DocumentRecord,
        Place,
        Ranked,
        Section,
    )
    from sphinxcontrib_kwindex.records import RecordStore

#: so many definitions of a keyword are shown, the best of them
DEFINITIONS: Final = 2


#: group of the alphabet -> entries
_Grouped = dict[str, dict[Key, Entry]]


class Choice(NamedTuple):
    """What the configuration lists: names that always are, and kinds; the kinds of some names."""

    keep: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset(Kind)
    kind_of: Mapping[str, Kind] = MappingProxyType({})


class External(NamedTuple):
    """What all documents together change in the keywords of one, by number of the keyword."""

    #: what names mean that other documents define
    meanings: Mapping[int, Meaning]
    #: keywords as they rank without the words of a template; the last of them have no others
    boilerplate: Mapping[int, Ranked]
    #: what keywords are shown as, where that is not their own name and kind, nor their meaning
    shown: Mapping[int, Meaning]
    #: definitions that other documents give
    explained: Mapping[Key, tuple[tuple[str, Definition], ...]] = MappingProxyType({})

    def shown_as(self, number: int, keyword: Ranked) -> Meaning:
        """Return the name and kind by which pages show a keyword."""
        meaning = self.shown.get(number) or keyword.meaning or self.meanings.get(number)
        return meaning or Meaning(*keyword[:2])


class Name(NamedTuple):
    """A keyword as a page about several documents shows it."""

    name: str
    kind: Kind
    listed: bool


class Judged(NamedTuple):
    """A keyword of one document with everything that decides whether it is listed."""

    keyword: Ranked
    places: Sequence[Place]
    #: what it is shown as
    shown: Meaning
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
        order: Iterable[str] = (),
    ) -> None:
        self._records = records
        self._is_shown = is_shown
        self._choice = choice
        #: docname -> its number in the order of the toctree; others follow by name
        self._order = {
            docname: number
            for number, docname in enumerate(dict.fromkeys([*order, *records]))
            if docname in records
        }
        #: the records without their keywords
        self.documents: dict[str, DocumentRecord] = {}
        #: document -> number of a section -> title with the parent's, where it occurs twice
        self.titles: dict[str, dict[int, str]] = {}
        #: document -> the keywords of it that pages about several documents show
        self._names: dict[str, dict[Key, Name]] = {}
        #: the keywords that the documentation defines or explains, and those with descriptions
        self.defined: set[Key] = set()
        self._described: set[Key] = set()
        self._definitions = Definitions()
        #: what notes tell of keywords in versions
        self._changes: dict[Key, tuple[Change, ...]] = {}
        self._external: dict[str, External] = {}
        #: document -> group of the alphabet -> digest of what pages show
        self._digests: dict[str, dict[str, str]] = {}
        self._whole_digests: dict[str, str] = {}
        #: document -> groups whose entries are derived, None for all, and these entries by group
        self._listed: dict[str, tuple[AbstractSet[str] | None, _Grouped]] = {}
        self._survey()

    def _survey(self) -> None:
        """Read all headers: first what the documents define, then what that changes in each."""
        headers = {docname: self.header(docname) for docname in self._order}
        boilerplate = Boilerplate()
        names = FullNames(self._definitions)
        for docname, (outline, keywords, _digests) in headers.items():
            self.documents[docname] = outline
            self.titles[docname] = _titles_with_parents(outline.sections)
            self._definitions.add(docname, keywords, outline.embedded)
            boilerplate.add(keywords)
            names.add(docname, headers[docname], Imports(keywords))
        self._resolve(headers, names, boilerplate.words())
        explained = self._explained(headers)
        self._changes = self._noted(headers)
        for docname, header in headers.items():
            self._add_names(docname, header.keywords, explained)
            self._digests[docname] = self._digested(docname, header)

    def _explained(
        self, headers: Mapping[str, DocumentHeader]
    ) -> dict[Key, tuple[tuple[str, Definition], ...]]:
        """Return the best definitions of each keyword."""
        said: dict[Key, list[tuple[str, Definition]]] = defaultdict(list)
        ranks: dict[Key, dict[tuple[str, int], int]] = defaultdict(dict)
        for docname, header in headers.items():
            external = self._external[docname]
            titles = names_in_titles(header.outline)
            for number, keyword in enumerate(header.keywords):
                for definition in keyword.definitions:
                    shown = external.shown_as(number, keyword)
                    key, section = key_of(*shown), definition.section
                    said[key].append((docname, definition))
                    names = (shown.name, last_component(shown.name))
                    ranks[key][docname, section] = heading_rank(names, section, titles)
        return {
            key: tuple(distinct(texts, ranks[key]))[:DEFINITIONS]
            for key, texts in said.items()
        }

    def _noted(self, headers: Mapping[str, DocumentHeader]) -> dict[Key, tuple[Change, ...]]:
        """Return the changes of each keyword that has any."""
        found: dict[Key, list[Change]] = defaultdict(list)
        for docname, header in headers.items():
            for number, keyword in enumerate(header.keywords):
                if keyword.changes:
                    key = key_of(*self._external[docname].shown_as(number, keyword))
                    found[key] += [change._replace(condition=0) for change in keyword.changes]
        return {key: in_order(changes) for key, changes in found.items()}

    def _changes_on(self, docname: str) -> Iterator[tuple[Key, tuple[Change, ...]]]:
        """Yield the listed keywords of a document that have changes."""
        names = self._names[docname]
        for key in sorted(names.keys() & self._changes.keys()):
            if names[key].listed:
                yield key, self._changes[key]

    def header(self, docname: str) -> DocumentHeader:
        """Return the header of a document as the builder at hand shows it."""
        header = self._records.header(docname)
        if all(map(self._is_shown, header.outline.conditions)):
            return header
        return make_header(self.record(docname), self._choice.keep)

    def record(self, docname: str) -> DocumentRecord:
        """Return everything that is recorded of a document and shown."""
        return visible(self._records[docname], self._is_shown)

    def _resolve(
        self,
        headers: Mapping[str, DocumentHeader],
        names: FullNames,
        words: Mapping[str, frozenset[Position]],
    ) -> None:
        """Record what all documents change in the keywords of each, but for definitions."""
        kinds = Kinds(self._choice.kind_of)
        #: document -> the names by which pages show its keywords
        shown: dict[str, list[str]] = {}
        for docname, (_outline, keywords, _digests) in headers.items():
            repeated = without_boilerplate(keywords, words, self._choice.keep) if words else {}
            ranked = [repeated.get(n, k) for n, k in enumerate(keywords)] if repeated else keywords
            found = [names.resolve(docname, keyword) for keyword in ranked]
            meanings = {
                number: meaning
                for number, (meaning, _name) in enumerate(found)
                if meaning is not None and ranked[number].meaning is None
            }
            shown[docname] = [name for _meaning, name in found]
            kinds.add(shown[docname], keywords)
            self._external[docname] = External(meanings, repeated, {})
        kinds.choose()
        for docname, (_outline, keywords, _digests) in headers.items():
            external = self._external[docname]
            other = {}
            for number, (name, recorded) in enumerate(zip(shown[docname], keywords, strict=True)):
                keyword = external.boilerplate.get(number, recorded)
                own = keyword.meaning or external.meanings.get(number) or keyword
                kind = kinds.of(name)
                if (name, kind) != own[:2]:
                    other[number] = Meaning(name, kind)
            self._external[docname] = external._replace(shown=other)

    def _add_names(
        self,
        docname: str,
        keywords: Sequence[Ranked],
        explained: Mapping[Key, tuple[tuple[str, Definition], ...]],
    ) -> None:
        """Record the names that are shown of a document, and the definitions that others give."""
        external = self._external[docname]
        #: key -> whether the document itself explains it
        listed: dict[Key, bool] = {}
        names = self._names[docname] = {}
        for number, recorded in enumerate(keywords):
            keyword = external.boilerplate.get(number, recorded)
            meaning = keyword.meaning or external.meanings.get(number)
            name, kind = external.shown_as(number, keyword)
            key = key_of(name, kind)
            is_listed = self._is_listed(keyword, meaning, kind)
            if is_listed:
                listed[key] = listed.get(key, False) or bool(keyword.definitions)
            if (is_listed or self._is_example(kind)) and not _is_local(keyword):
                names[key] = _merged(Name(name, kind, is_listed), names.get(key))
                if not is_listed:
                    continue
                found = traits(keyword.times)
                is_explained = found.role is Role.DEFINES or found.is_explained
                if is_explained or explains(explained.get(key, ())):
                    self.defined.add(key)
                    if found.is_full:
                        self._described.add(key)
        said = sorted(key for key in listed.keys() & explained.keys() if not listed[key])
        definitions = {key: explained[key] for key in said}
        self._external[docname] = external._replace(explained=definitions)

    def _is_example(self, kind: Kind) -> bool:
        """Check whether all pages show names of a kind that are not listed, as words are not."""
        return kind in self._choice.kinds and kind not in WORDS

    def _is_listed(self, keyword: Ranked, meaning: Meaning | None, kind: Kind) -> bool:
        if kind not in self._choice.kinds:
            return False
        has_reason = meaning is not None or keyword.imported or keyword.kept
        return has_reason or keyword.score >= LISTED

    def _digested(self, docname: str, header: DocumentHeader) -> dict[str, str]:
        """Return a digest of what pages show of a document for each group of the alphabet."""
        outline, keywords, digests = header
        meanings, boilerplate, shown, explained = self._external[docname]
        more: dict[str, list[object]] = defaultdict(list)
        for number, meaning in meanings.items():
            name = keywords[number].name
            more[letter(meaning.name)].append((name, meaning, digests[letter(name)]))
        for number, keyword in boilerplate.items():
            known = keyword.meaning or meanings.get(number)
            group = letter(known.name if known else keyword.name)
            more[group].append((*keyword[:3], keyword.score >= LISTED))
        for number, meaning in shown.items():
            keyword = keywords[number]
            known = keyword.meaning or meanings.get(number)
            before = digests.get(letter(known.name if known else keyword.name))
            more[letter(meaning.name)].append((keyword.name, meaning, before))
        for key, said in explained.items():
            texts = [(where, text, *self._linked(where, text)) for where, text in said]
            more[letter(key.lstrip())].append((key, texts))
        for key, changes in self._changes_on(docname):
            more[letter(self._names[docname][key].name)].append((key, shown_changes(changes)))
        titles = list(self.titles[docname].items())
        return {
            group: digest(outline.title, titles, digests.get(group), more.get(group))
            for group in sorted({*digests, *more})
        }

    def _linked(self, docname: str, definition: Definition) -> tuple[object, ...]:
        """Return what a link to a definition shows."""
        record, number = self.documents[docname], definition.section
        return record.title, record.sections[number], self.titles[docname].get(number)

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

    def names(self, docnames: Iterable[str]) -> dict[Key, Name]:
        """Return the names that a page about these documents shows."""
        names: dict[Key, Name] = {}
        for docname in docnames:
            for key, name in self._names[docname].items():
                names[key] = _merged(name, names.get(key))
        return names

    def size(self, docname: str) -> int:
        """Return how many names of a document pages about several documents show."""
        return len(self._names[docname])

    def matching(self, patterns: Sequence[str]) -> list[str]:
        """Return the documents that match any of the patterns, in the order of the toctree."""
        found = matching(self._sorted, patterns)
        ordered = sorted(found, key=self._order.__getitem__)
        return [docname for docname in ordered if not self.documents[docname].skip]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.documents)

    @cached_property
    def docnames(self) -> list[str]:
        """All documents that are not skipped."""
        return [docname for docname, record in self.documents.items() if not record.skip]

    def judged(
        self,
        docname: str,
        is_wanted: Callable[[Ranked, Meaning], bool] = lambda _keyword, _shown: True,
    ) -> Iterator[Judged]:
        """Yield every keyword of a document, or some by what they are shown as, listed or not."""
        external = self._external[docname]
        _outline, keywords, _digests = self.header(docname)
        places = self.places(docname)
        for number, (recorded, found) in enumerate(zip(keywords, places, strict=True)):
            keyword = external.boilerplate.get(number, recorded)
            meaning = keyword.meaning or external.meanings.get(number)
            shown = external.shown_as(number, keyword)
            if not is_wanted(keyword, shown):
                continue
            if keyword is not recorded:
                own = {position for position, _count in keyword.times}
                found = [place for place in found if place.position in own]  # noqa: PLW2901
            is_boilerplate = keyword is not recorded and keyword.times == recorded.times
            reasons = self._reasons(keyword, meaning, shown.kind)
            yield Judged(keyword, found, shown, reasons, is_boilerplate)

    def places(self, docname: str) -> list[Sequence[Place]]:
        """Return the places of each keyword of a document that are shown."""
        if all(map(self._is_shown, self.documents[docname].conditions)):
            return list(self._records.places(docname))
        return [keyword.places for keyword in self.record(docname).keywords]

    def _reasons(self, keyword: Ranked, meaning: Meaning | None, kind: Kind) -> tuple[str, ...]:
        if not self._is_listed(keyword, meaning, kind):
            return ()
        reasons = {
            'meaning': meaning is not None,
            'score': keyword.score >= LISTED,
            'import': keyword.imported,
            'kept': keyword.kept,
        }
        return tuple(reason for reason, holds in reasons.items() if holds)

    def listed(self, docname: str) -> tuple[Entry, ...]:
        """Return the keywords of a document that are worth listing."""
        return tuple([entry for entry in self._recorded(docname) if entry.listed])

    def shown(self, docname: str) -> tuple[Entry, ...]:
        """Return the keywords of a document that its page shows, also those not worth listing."""
        return tuple([entry for entry in self._recorded(docname) if self._is_shown_entry(entry)])

    def not_shown(self, docname: str) -> tuple[Entry, ...]:
        """Return what is recorded of a document and shown nowhere: words that say nothing."""
        return tuple([e for e in self._recorded(docname) if not self._is_shown_entry(e)])

    def _is_shown_entry(self, entry: Entry) -> bool:
        is_word = entry.kind is Kind.TERM and entry.score <= 0
        return entry.listed or (entry.kind in self._choice.kinds and not is_word)

    def _recorded(self, docname: str) -> Iterator[Entry]:
        for entries in self._entries(docname, None).values():
            yield from entries.values()

    def _entries(self, docname: str, groups: AbstractSet[str] | None) -> _Grouped:
        """Return what is listed of a document, at least of some groups of the alphabet.

        An edit changes pages of few groups. Whoever shows more of them shows all.
        """
        derived, entries = self._listed.get(docname, (frozenset(), {}))
        if derived is not None and (groups is None or not groups <= derived):
            groups = None if derived else groups
            entries = self._derived(
                docname, lambda _keyword, shown: groups is None or letter(shown.name) in groups
            )
            self._listed[docname] = groups, entries
        return entries

    def _derived(self, docname: str, is_wanted: Callable[[Ranked, Meaning], bool]) -> _Grouped:
        found = merge((key_of_entry(entry), entry) for entry in self._own(docname, is_wanted))
        for key, said in self._external[docname].explained.items():
            if key in found:
                found[key] = found[key]._replace(definitions=said)
        for key, changes in self._changes_on(docname):
            if key in found:
                found[key] = found[key]._replace(changes=changes)
        entries: _Grouped = defaultdict(dict)
        for key, entry in sorted(found.items(), key=lambda item: alphabetical(item[1])):
            entries[letter(entry.name)][key] = entry
        return entries

    def _own(self, docname: str, is_wanted: Callable[[Ranked, Meaning], bool]) -> Iterator[Entry]:
        """Yield the keywords of a document, with the definitions that it gives itself."""
        titles, order = names_in_titles(self.documents[docname]), self._order[docname]
        for judged in self.judged(docname, is_wanted):
            name, kind = judged.shown
            keyword = judged.keyword
            ranked = best_first(name, judged.places, titles)
            locations = [Location(docname, place, rank, order) for rank, place in ranked]
            said = [(docname, definition) for definition in keyword.definitions]
            yield Entry(
                name,
                kind,
                traits(keyword.times).role,
                keyword.score,
                tuple(locations),
                tuple(distinct(said, ranks_of(locations))) if said else (),
                listed=bool(judged.reasons),
            )

    def merged(
        self, docnames: Iterable[str], groups: AbstractSet[str] | None = None
    ) -> tuple[Entry, ...]:
        """Return what a page about several documents shows, or some groups of the alphabet."""
        entries = merge(
            (key, entry)
            for docname in docnames
            if groups is None or not groups.isdisjoint(self._digests[docname])
            for group, found in self._entries(docname, groups).items()
            if groups is None or group in groups
            for key, entry in found.items()
            if key in self._names[docname]
        )
        return tuple(sorted(entries.values(), key=alphabetical))

    def entries(
        self, keys: AbstractSet[Key], docnames: Iterable[str], *, certain: bool = False
    ) -> dict[Key, Entry]:
        """Return some keywords with their places in documents, and derive nothing else.

        If they are to be certain, without words that may mean something else.
        """

        def is_wanted(keyword: Ranked, shown: Meaning) -> bool:
            key = key_of(*shown)
            if key not in keys or not certain:
                return key in keys
            is_exact = keyword.name == shown.name and key not in self._described
            return is_exact or not may_be_any_word(keyword, shown)

        return merge(
            (key, entry)
            for docname in docnames
            if not keys.isdisjoint(self._names[docname])
            for entries in self._derived(docname, is_wanted).values()
            for key, entry in entries.items()
            if key in self._names[docname]
        )

    def objects(self, kinds: AbstractSet[Kind]) -> dict[str, dict[str, list[Entry]]]:
        """Return the described objects of some kinds: document -> anchor -> entries."""
        keys = {key for key in self._described if self.all_names[key].kind in kinds}
        found: dict[str, dict[str, list[Entry]]] = defaultdict(lambda: defaultdict(list))
        for entry in self.entries(keys, self.docnames, certain=True).values():
            for docname, place, *_order in entry.locations:
                if place.position is Position.OBJECT:
                    found[docname][place.anchor].append(entry)
        return found

    def outside(self, docnames: Iterable[str]) -> Iterator[tuple[Key, Name]]:
        """Yield the listed keywords of documents that other documents have too."""
        docnames = list(docnames)
        inside = Counter(chain.from_iterable(map(self._names.__getitem__, docnames)))
        for key, name in self.names(docnames).items():
            if name.listed and self._document_counts[key] > inside[key]:
                yield key, self.all_names[key]

    @cached_property
    def _document_counts(self) -> Counter[Key]:
        """The number of documents that have a keyword."""
        return Counter(chain.from_iterable(self._names.values()))

    @cached_property
    def all_names(self) -> dict[Key, Name]:
        """The names that a page about all documents shows."""
        return self.names(self.docnames)

    @cached_property
    def everything(self) -> tuple[Entry, ...]:
        """What a page about all documents shows."""
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
            self._defined_names.get(target)
            or self._kinds_by_case.get(target.casefold())
            or self._kinds_by_ending.get(target)
        )

    @cached_property
    def _defined_names(self) -> dict[str, tuple[str, Kind]]:
        """The keywords of the glossary by name."""
        return {self.all_names[key].name: self.all_names[key][:2] for key in sorted(self.defined)}

    @cached_property
    def _kinds_by_case(self) -> dict[str, tuple[str, Kind]]:
        """The keywords that alone have a name in any case."""
        return _unique((name.casefold(), named) for name, named in self._defined_names.items())

    @cached_property
    def _kinds_by_ending(self) -> dict[str, tuple[str, Kind]]:
        """The keywords that alone have an ending."""
        return _unique(
            (ending, named)
            for name, named in self._defined_names.items()
            for ending in endings(name)
        )

    def entry(self, name: str, kind: Kind) -> Entry | None:
        """Return the entry of a keyword of the project."""
        return self._by_key.get(key_of(name, kind))

    @cached_property
    def _by_key(self) -> dict[Key, Entry]:
        return {key_of_entry(entry): entry for entry in self.everything}


def _unique(pairs: Iterable[tuple[str, tuple[str, Kind]]]) -> dict[str, tuple[str, Kind]]:
    """Return a mapping without the keys that several values have."""
    found: dict[str, set[tuple[str, Kind]]] = defaultdict(set)
    for key, value in pairs:
        found[key].add(value)
    return {key: next(iter(values)) for key, values in found.items() if len(values) == 1}


def _titles_with_parents(sections: Sequence[Section]) -> dict[int, str]:
    """Return the titles that several sections of a document have, each after that of its parent."""
    times = Counter(section.title for section in sections)
    titles = {}
    #: the sections around the one at hand, without the document itself
    around: list[Section] = []
    for number, section in enumerate(sections):
        around = [parent for parent in around if parent.level < section.level]
        if times[section.title] > 1 and around:
            titles[number] = f'{around[-1].title} › {section.title}'
        if section.level > 1:
            around.append(section)
    return titles


def _merged(name: Name, other: Name | None) -> Name:
    """Return a name, merged with another of the same key."""
    if other is None:
        return name
    return Name(min(name.name, other.name), other.kind, name.listed or other.listed)


def _is_local(keyword: Ranked) -> bool:
    """Check whether a name is known only within a piece of code."""
    return all(position in LOCAL for position, _count in keyword.times)
