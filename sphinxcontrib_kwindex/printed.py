"""The glossary as the domain's own index, at the end of what is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.domains import Index, IndexEntry

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.subjects import Subject, page_of
from sphinxcontrib_kwindex.view import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.domain import KeywordDomain
    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.index import ProjectIndex


class PrintedIndex(Index):
    """Gives LaTeX and Texinfo each keyword of the glossary with its page number."""

    name = 'index'
    localname = _('Keyword index')

    domain: KeywordDomain

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Give the entries by letter.

        HTML, which asks for no documents in particular, has a page of its own; so has a document
        that includes that page.
        """
        included, site = set(docnames or ()), self.domain.current_site
        if site is None or not included or page_of(Subject('glossary'), site.root) in included:
            return [], False
        groups: dict[str, list[IndexEntry]] = {}
        for entry in site.shelf.entries(Subject('glossary')):
            if printed := _entry(entry, included, site.index):
                letter = site.shelf.order.letter(entry.name)
                groups.setdefault(letter, []).append(printed)
        return list(groups.items()), False


def _entry(entry: Entry, included: set[str], index: ProjectIndex) -> IndexEntry | None:
    """Print the first place that this output has."""
    for docname, place in entry.spots:
        anchor = place.anchor or index.documents[docname].sections[place.section].id
        if docname in included and anchor:
            extra = labels.singular(entry.kind)
            return IndexEntry(shown_name(entry), 0, docname, anchor, extra, '', '')
    return None
