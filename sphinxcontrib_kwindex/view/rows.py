"""Entries as rows, in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.entries import is_local
from sphinxcontrib_kwindex.letters import sort_key
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.model import WEIGHTS, Kind, Role
from sphinxcontrib_kwindex.view.data import Group, KeywordLink, Link, Row
from sphinxcontrib_kwindex.view.limits import DEFINITIONS
from sphinxcontrib_kwindex.view.names import anchor_of, letter_anchor, shown_name, slug

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.entries import Entry, Spot
    from sphinxcontrib_kwindex.view.site import Site


class Rows:
    """Makes rows of entries: whether they name the page of each place, and can be linked to."""

    def __init__(self, site: Site, *, with_page: bool, anchored: bool = True) -> None:
        self._site = site
        self._with_page = with_page
        self._anchored = anchored
        #: the links that are made: most sections have several keywords
        self._links: dict[tuple[str, int, str], Link] = {}

    def by_kind(self, entries: Iterable[Entry]) -> list[Group]:
        """Group by kind, in the useful order of kinds; local names of code last."""
        groups: dict[Kind, list[Row]] = {}
        local: list[Row] = []
        for entry in entries:
            place = local if is_local(entry) else groups.setdefault(entry.kind, [])
            place.append(self.row(entry))
        result = [
            Group(kind_anchor(kind), labels.plural(kind), tuple(groups[kind]))
            for kind in Kind
            if kind in groups
        ]
        if local:
            result.append(Group('kind-local', _('Local variables'), tuple(local), folded=True))
        return result

    def by_letter(self, entries: Iterable[Entry]) -> list[Group]:
        """Group by letter, in the order of the alphabet, whatever that of the entries is."""
        groups: dict[str, list[Row]] = {}
        for entry in entries:
            letter = self._site.shelf.order.letter(entry.name)
            groups.setdefault(letter, []).append(self.row(entry))
        titles = sorted(groups, key=sort_key)
        return [Group(letter_anchor(title), title, tuple(groups[title])) for title in titles]

    def row(self, entry: Entry) -> Row:
        """Show one keyword."""
        definitions = [
            (definition.text, self._link((docname, definition.section, definition.anchor)))
            for docname, definition in entry.definitions[:DEFINITIONS]
        ]
        return Row(
            anchor_of(entry) if self._anchored else '',
            shown_name(entry),
            entry.kind,
            tuple([self._link(place) for place in _places(entry)]),
            tuple(definitions),
            WEIGHTS[entry.spots[0].place.position].role is Role.DEFINES,
        )

    def _link(self, place: tuple[str, int, str]) -> Link:
        if place not in self._links:
            docname, section, anchor = place
            record = self._site.index.documents[docname]
            where = record.sections[section]
            page = record.title if self._with_page and record.title != where.title else ''
            self._links[place] = Link(docname, anchor or where.id, where.title, page)
        return self._links[place]


def _places(entry: Entry) -> Iterable[tuple[str, int, str]]:
    """Give one place in each section, that of the definition first: document, section, anchor."""
    places: dict[tuple[str, int], tuple[str, int, str]] = {}
    for docname, place in entry.spots:
        section = docname, place.section
        if section not in places:
            places[section] = *section, place.anchor
    return places.values()


def kind_anchor(kind: Kind) -> str:
    """Give the anchor of the group of a kind."""
    return f'kind-{slug(kind)}'


def keyword_link(entry: Entry, spot: Spot, site: Site) -> KeywordLink:
    """Lead from a keyword to one of its places."""
    docname, place = spot
    section = site.index.documents[docname].sections[place.section]
    link = Link(docname, place.anchor or section.id, shown_name(entry))
    return KeywordLink(link.text, entry.kind, link)
