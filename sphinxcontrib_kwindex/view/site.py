"""What views must know of the whole project, derived once a build."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.documents import Subject, page_of
from sphinxcontrib_kwindex.view.data import Link
from sphinxcontrib_kwindex.view.order import Order, cuts, labels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinxcontrib_kwindex.index import Entry, ProjectIndex
    from sphinxcontrib_kwindex.model import Kind


#: the bytes of HTML to which a page should be limited
BUDGET = 1_500_000

#: fewer keywords than this never make so much of it
_FEW = 300


class Range(NamedTuple):
    """A page of a list that is too long for one."""

    label: str
    entries: tuple[Entry, ...]


class Shelf:
    """The lists that generated pages show, in their order, cut where they are long."""

    def __init__(self, index: ProjectIndex, size: int = 0, prefixes: Iterable[str] = ()) -> None:
        self.order = Order(prefixes)
        self.index = index
        self._size = size
        self.ranges = cache(self._ranges)
        self.entries = cache(self._entries)
        self._parts = cache(self._number)
        self.letters = cache(self._letters)

    def _entries(self, subject: Subject) -> tuple[Entry, ...]:
        """Give all that a glossary or a folder page shows, with its further ranges."""
        if subject.page == 'glossary':
            return self.order.sorted(self.index.glossary)
        return self.order.sorted(self.index.merged(self.index.matching(subject.patterns)))

    def _ranges(self, subject: Subject) -> tuple[Range, ...]:
        """Give the pages of a list, or nothing if it stands on one page."""
        if not self._is_long(subject):
            return ()
        entries = self.entries(subject)
        spellings = [self.order.spelling(entry.name) for entry in entries]
        sizes = [self._bytes(entry) / BUDGET for entry in entries]
        loads = [max(1 / self._size, size) for size in sizes]
        begins = cuts(spellings, loads, max(len(entries) / self._size, sum(sizes)))
        if len(begins) == 1:
            return ()
        return tuple(
            Range(label, entries[begin:end])
            for label, begin, end in zip(
                labels(spellings, begins), begins, [*begins[1:], len(entries)], strict=True
            )
        )

    def _is_long(self, subject: Subject) -> bool:
        """Rule out most lists without merging them."""
        few = min(self._size, _FEW)
        if not few or subject.page == 'document':
            return False
        if subject.page == 'glossary':
            return len(self.index.glossary) > few
        documents = self.index.matching(subject.patterns)
        return sum(len(self.index.listed(docname)) for docname in documents) > few

    def _bytes(self, entry: Entry) -> int:
        """Guess how much HTML an entry makes."""
        size = 200 + 2 * len(entry.name) + sum(len(d.text) for _, d in entry.definitions[:2])
        for docname, number in {(docname, place.section) for docname, place in entry.spots}:
            section = self.index.documents[docname].sections[number]
            size += 60 + len(docname) + len(section.id) + len(section.title)
        return size

    def _letters(self, subject: Subject) -> dict[str, int]:
        """Tell on which page of a list each letter begins."""
        pages: dict[str, int] = {}
        for number, part in enumerate(self.ranges(subject), 1):
            for entry in part.entries:
                pages.setdefault(self.order.letter(entry.name), number)
        return pages

    def labels(self, subject: Subject) -> tuple[str, ...]:
        """Name the pages of a list."""
        return tuple(part.label for part in self.ranges(subject))

    def part(self, subject: Subject, entry: Entry) -> int:
        """Tell on which page of a list an entry stands."""
        return self._parts(subject).get((entry.name, entry.kind), 1)

    def _number(self, subject: Subject) -> dict[tuple[str, Kind], int]:
        return {
            (entry.name, entry.kind): number
            for number, part in enumerate(self.ranges(subject), 1)
            for entry in part.entries
        }


class Site:
    """The keywords of a project, and where its generated pages are."""

    def __init__(
        self,
        shelf: Shelf,
        root: str,
        generated: frozenset[str],
        original: Callable[[str], tuple[str, str]],
    ) -> None:
        self.shelf = shelf
        self.index = shelf.index
        self.root = root
        self.generated = generated
        #: docname -> path and address of the original file
        self.original = original

    def page(self, subject: Subject, text: str) -> Link | None:
        """Link to a generated page, if it is there."""
        page = page_of(subject, self.root)
        return Link(page, '', text) if page in self.generated else None

    def page_with(self, entry: Entry, subject: Subject, text: str) -> Link | None:
        """Link to the page of a list on which an entry stands."""
        return self.page(subject._replace(part=self.shelf.part(subject, entry)), text)
