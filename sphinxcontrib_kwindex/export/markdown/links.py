"""The links of pages: to each other, and to the sections of the sources."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.export.markdown.escape import address, link
from sphinxcontrib_kwindex.export.markdown.headings import fragments, headings_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.index import ProjectIndex


class Sources:
    """The sources of the documents, and the fragments of their sections."""

    def __init__(self, index: ProjectIndex, path_of: Callable[[str], Path]) -> None:
        self._index = index
        self.path_of = path_of
        #: docname -> the fragment of each section, the first being the top of the document
        self._fragments: dict[str, list[str]] = {}

    def fragment(self, docname: str, section: int) -> str:
        """Give the fragment by which a code host knows a section."""
        if docname not in self._fragments:
            titles = [section.title for section in self._index.documents[docname].sections[1:]]
            found = fragments(titles, headings_of(self.path_of(docname)))
            self._fragments[docname] = ['', *found]
        return self._fragments[docname][section]


class Links:
    """Writes the links of one page."""

    def __init__(self, out: Path, page: str, sources: Sources) -> None:
        self._out = out
        self._relative = partial(_relative, start=(out / page).parent)
        self._sources = sources

    def page(self, words: str, page: str) -> str:
        """Link to another page."""
        return link(words, address(self._relative(self._out / page)))

    def file(self, words: str, path: Path) -> str:
        """Link to any file."""
        return link(words, address(self._relative(path)))

    def section(self, words: str, docname: str, section: int = 0) -> str:
        """Link to a section of a document; the first is its top."""
        path = self._relative(self._sources.path_of(docname))
        return link(words, address(path, self._sources.fragment(docname, section)))


def _relative(path: Path, start: Path) -> str:
    relative = Path(os.path.relpath(path, start)).as_posix()
    return relative if relative.startswith('.') else f'./{relative}'
