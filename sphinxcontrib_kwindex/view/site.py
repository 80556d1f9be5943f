"""What views must know of the whole project."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.subjects import Subject, above, page_of
from sphinxcontrib_kwindex.view.data import Link

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.index import ProjectIndex
    from sphinxcontrib_kwindex.view.data import View
    from sphinxcontrib_kwindex.view.shelf import Shelf


class Toctrees:
    """Tables of contents by the depth of the page beside which they stand, and their options."""

    def __init__(self, *, is_shared: bool) -> None:
        self.is_shared = is_shared
        self._known: dict[str, str] = {}

    def at(self, depth: int, make: Callable[..., str]) -> Callable[..., str]:
        """Give a function that makes a table only if none is known."""

        def toctree(**options: object) -> str:
            key = repr((depth, sorted(options.items())))
            if key not in self._known:
                self._known[key] = make(**options)
            return self._known[key]

        return toctree


class Site:
    """The keywords of a project, and where its generated pages are."""

    def __init__(
        self,
        shelf: Callable[[], Shelf],
        root: str,
        generated: frozenset[str],
        original: Callable[[str], tuple[str, str]],
    ) -> None:
        self._derive = shelf
        self.root = root
        self.generated = generated
        #: docname -> path and address of the original file
        self.original = original
        #: generated page -> digest of what it shows, once that is derived
        self.digests: dict[str, str] = {}
        #: document and number of a listing -> what it shows, if that is known and will be written
        self.views: dict[tuple[str, int], View] = {}
        #: tables of contents that pages share; see the module ``navigation``
        self.toctrees: Toctrees | None = None

    @cached_property
    def shelf(self) -> Shelf:
        """The lists of keywords, derived when they are asked for."""
        return self._derive()

    @property
    def index(self) -> ProjectIndex:
        """The keywords of all documents."""
        return self.shelf.index

    def page(self, subject: Subject, text: str) -> Link | None:
        """Link to a generated page, if it is there."""
        page = page_of(subject, self.root)
        return Link(page, '', text) if page in self.generated else None

    def around(self, subject: Subject) -> list[str]:
        """Name the pages that the breadcrumbs of a page and its links to neighbours lead to."""
        beside = [subject._replace(part=subject.part + offset) for offset in (-1, 1)]
        pages = [page_of(near, self.root) for near in (*above(subject), *beside)]
        return [page for page in pages if page in self.generated]

    def page_with(self, entry: Entry, subject: Subject, text: str) -> Link | None:
        """Link to the page of a list on which an entry stands."""
        return self.page(subject._replace(part=self.shelf.part(subject, entry)), text)
