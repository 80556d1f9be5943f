"""The lists that generated pages show, in their order, cut where they are too long for one page."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.remembered import remembered
from sphinxcontrib_kwindex.view.limits import BUDGET, DEFINITIONS, PAGES, PER_PAGE, PLACES
from sphinxcontrib_kwindex.view.order import Order, Spellings, cuts, labels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.index import ProjectIndex
    from sphinxcontrib_kwindex.model import DocumentRecord
    from sphinxcontrib_kwindex.subjects import Subject

#: what pages are cut to, since their sizes are guessed
_AIM = BUDGET - 50_000

#: fewer keywords than this never make so much
_FEW = 300


class Range(NamedTuple):
    """A page of a list that is too long for one."""

    label: str
    entries: tuple[Entry, ...]


class _LinkBytes(dict[tuple[str, int], int]):
    """Guesses how much HTML a link to a section of a document makes."""

    def __init__(self, documents: Mapping[str, DocumentRecord]) -> None:
        super().__init__()
        self._documents = documents

    def __missing__(self, where: tuple[str, int]) -> int:
        docname, number = where
        record = self._documents[docname]
        section = record.sections[number]
        page = record.title if section.title != record.title else ''
        size = 35 + len(docname) + len(section.id) + len(section.title) + len(page)
        return self.setdefault(where, size)


class Shelf:
    """The glossary and the lists of all folders.

    ``size`` limits the keywords of a page; ``is_taken`` tells whether an author has its file.
    """

    def __init__(
        self,
        index: ProjectIndex,
        size: int = 0,
        prefixes: Iterable[str] = (),
        is_taken: Callable[[Subject], bool] = lambda _page: False,
    ) -> None:
        self.index = index
        self.order = Order(prefixes)
        self._size = size
        self._is_taken = is_taken
        self._link_bytes = _LinkBytes(index.documents)

    def labels(self, subject: Subject) -> tuple[str, ...]:
        """Name the pages of a list, if it has several."""
        return tuple(part.label for part in self.ranges(subject))

    def part(self, subject: Subject, entry: Entry) -> int:
        """Tell on which page of a list an entry stands."""
        return self._parts(subject).get((entry.name, entry.kind), 1)

    @remembered
    def entries(self, subject: Subject) -> tuple[Entry, ...]:
        """Give all that a list shows, on all of its pages."""
        if subject.page == 'glossary':
            return self.order.sorted(self.index.glossary)
        if not subject.name:
            return self.order.sorted(self.index.everything)
        return self.order.sorted(self.index.merged(self.index.matching(subject.patterns)))

    @remembered
    def ranges(self, subject: Subject) -> tuple[Range, ...]:
        """Give the pages of a list, or nothing if it stands on one page."""
        if not self._may_be_long(subject):
            return ()
        entries = self.entries(subject)
        spellings = Spellings([entry.name for entry in entries], self.order)
        sizes = [self._row_bytes(entry) / _AIM for entry in entries]
        loads = [max(1 / self._size, size) for size in sizes]
        size = sum(sizes) + self._map_bytes(subject) / _AIM
        begins = cuts(spellings, loads, max(len(entries) / self._size, size))
        if len(begins) == 1 or self._is_one_taken(subject, len(begins)):
            return ()
        ends = [*begins[1:], len(entries)]
        parts = zip(labels(spellings, begins), begins, ends, strict=True)
        return tuple(Range(label, entries[begin:end]) for label, begin, end in parts)

    def _is_one_taken(self, subject: Subject, pages: int) -> bool:
        """Tell whether an author's document has the file of a page; then the list is not cut."""
        return any(self._is_taken(subject._replace(part=part)) for part in range(2, pages + 1))

    def _may_be_long(self, subject: Subject) -> bool:
        """Rule out most lists without merging them."""
        few = min(self._size, _FEW)
        if not few or subject.page == 'document':
            return False
        if subject.page == 'glossary':
            return len(self.index.glossary) > few
        documents = self.index.matching(subject.patterns)
        return sum(len(self.index.shared(docname)) for docname in documents) > few

    def _map_bytes(self, subject: Subject) -> int:
        """Guess how much HTML the pages of a folder with their keywords make."""
        if subject.page == 'glossary':
            return 0
        return min(len(self.index.matching(subject.patterns)), PAGES) * PER_PAGE * 110

    @remembered
    def letters(self, subject: Subject) -> dict[str, int]:
        """Tell on which page of a list each letter begins."""
        pages: dict[str, int] = {}
        for number, part in enumerate(self.ranges(subject), 1):
            for entry in part.entries:
                pages.setdefault(self.order.letter(entry.name), number)
        return pages

    @remembered
    def kinds(self, subject: Subject) -> dict[Kind, int]:
        """Count the entries of each kind on all pages of a list."""
        found = Counter(entry.kind for entry in self.entries(subject))
        return {kind: found[kind] for kind in Kind if found[kind]}

    @remembered
    def _parts(self, subject: Subject) -> dict[tuple[str, Kind], int]:
        """Tell on which page of a list each entry stands."""
        return {
            (entry.name, entry.kind): number
            for number, part in enumerate(self.ranges(subject), 1)
            for entry in part.entries
        }

    def _row_bytes(self, entry: Entry) -> int:
        """Guess how much HTML a row makes."""
        docname, place = entry.spots[0]
        size = 104 + len(entry.kind) + 2 * len(entry.name) + len(docname) + len(place.anchor)
        size += sum(9 + len(definition.text) for _, definition in entry.definitions[:DEFINITIONS])
        sections = {(docname, place.section) for docname, place in entry.spots}
        size += 90 if len(sections) > PLACES else 0
        return size + sum(map(self._link_bytes.__getitem__, sections))
