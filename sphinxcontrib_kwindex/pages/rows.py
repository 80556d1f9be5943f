"""Rows of keywords, in groups by kind or letter, and maps from sections or pages to keywords."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.i18n import _, changed, plural
from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.index.entries import best, key_of_entry
from sphinxcontrib_kwindex.index.project import DEFINITIONS
from sphinxcontrib_kwindex.index.versions import shown
from sphinxcontrib_kwindex.model import Kind, Role
from sphinxcontrib_kwindex.pages.context import PageId, anchor_of, letter_anchor, shown_name, slug
from sphinxcontrib_kwindex.pages.view import PAGES, PER_PAGE, Group, KeywordLink, Link, MapRow, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.index.entries import Entry, Key, Location
    from sphinxcontrib_kwindex.model import Change
    from sphinxcontrib_kwindex.pages.context import PageContext


class Rows:
    """Factory of rows; ``with_page`` names the page of each place, ``anchored`` adds anchors."""

    def __init__(
        self,
        context: PageContext,
        *,
        with_page: bool,
        anchored: bool = True,
        elsewhere: Mapping[Key, Link] = MappingProxyType({}),
    ) -> None:
        self._context = context
        self._with_page = with_page
        self._anchored = anchored
        #: links to the entries of keywords that other documents have too
        self._elsewhere = elsewhere
        #: (document, section, anchor) -> link; most sections have several keywords
        self._links: dict[tuple[str, int, str], Link] = {}

    def by_kind(self, entries: Iterable[Entry]) -> list[Group]:
        """Return groups by kind, in the order of :class:`Kind`; what is not listed last."""
        groups: dict[Kind, list[Row]] = {}
        others: list[Row] = []
        for entry in entries:
            group = groups.setdefault(entry.kind, []) if entry.listed else others
            group.append(self.row(entry))
        result = [
            Group(f'kind-{slug(kind)}', plural(kind), tuple(groups[kind]))
            for kind in Kind
            if kind in groups
        ]
        if others:
            title = (
                _('Also in the code of these pages')
                if self._with_page
                else _('Also on this page')
            )
            result.append(Group('kind-also', title, tuple(others), folded=True))
        return result

    def by_letter(self, entries: Iterable[Entry]) -> list[Group]:
        """Return groups by letter, in the order of the alphabet."""
        groups: dict[str, tuple[list[Row], list[Row]]] = {}
        for entry in entries:
            letter = self._context.alphabet.letter(entry.name)
            listed, others = groups.setdefault(letter, ([], []))
            (listed if entry.listed else others).append(self.row(entry))
        return [
            Group(
                letter_anchor(title), title, tuple(groups[title][0]), hidden=tuple(groups[title][1])
            )
            for title in sorted(groups, key=sort_key)
        ]

    def row(self, entry: Entry) -> Row:
        """Return the row of a keyword."""
        name, kind, role, _score, locations, said, _listed, changes = entry
        definitions = [
            (definition.text, self.link((docname, definition.section, definition.anchor)))
            for docname, definition in said[:DEFINITIONS]
        ]
        return Row(
            anchor_of(name, kind) if self._anchored else '',
            shown_name(name, kind),
            kind,
            self._places(locations),
            tuple(definitions),
            role is Role.DEFINES,
            entry.is_defined,
            self._elsewhere.get(key_of_entry(entry)) if self._elsewhere else None,
            changes_in_words(changes),
        )

    def _places(self, locations: Iterable[Location]) -> tuple[Link, ...]:
        """Return a link to the first place in each section."""
        links: dict[tuple[str, int], Link] = {}
        for docname, place, _rank, _order in locations:
            section = docname, place.section
            if section not in links:
                links[section] = self.link((*section, place.anchor))
        return tuple(links.values())

    def link(self, place: tuple[str, int, str]) -> Link:
        """Return the link to an anchor in a section of a document, or to the section itself."""
        if place not in self._links:
            docname, number, anchor = place
            record = self._context.index.documents[docname]
            section = record.sections[number]
            title = self._context.index.titles[docname].get(number, section.title)
            page = record.title if self._with_page and record.title != section.title else ''
            target, inside = (anchor, section.id) if anchor else (section.id, '')
            self._links[place] = Link(docname, target, title, page, inside)
        return self._links[place]


def changes_in_words(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return what happened to a keyword in versions, as Sphinx words it."""
    return tuple(changed(status, version) for status, version in shown(changes))


def keyword_link(entry: Entry, location: Location, context: PageContext) -> KeywordLink:
    """Return a link from a keyword to one of its places."""
    docname, place = location[:2]
    section = context.index.documents[docname].sections[place.section]
    link = Link(docname, place.anchor or section.id, shown_name(entry.name, entry.kind))
    return KeywordLink(link.text, entry.kind, link)


def section_map(
    entries: Iterable[Entry], docnames: Iterable[str], context: PageContext
) -> Iterator[MapRow]:
    """Yield the sections of documents with their keywords, in order of line."""
    locations = [
        (found.place.source, found.place.line, found, entry)
        for entry in entries
        if entry.listed
        for found in entry.locations
    ]
    locations.sort(key=lambda item: item[:2])
    sections: dict[tuple[str, int], dict[str, KeywordLink]] = {}
    for _source, _line, found, entry in locations:
        here = sections.setdefault((found.docname, found.place.section), {})
        here.setdefault(shown_name(entry.name, entry.kind), keyword_link(entry, found, context))
    for docname in docnames:
        for number, section in enumerate(context.index.documents[docname].sections):
            keywords = sections.get((docname, number), {})
            if keywords or number:
                target = Link(docname, section.id, section.title)
                yield MapRow(section.level, target, tuple(keywords.values()))


def page_map(folder: str, docnames: Sequence[str], context: PageContext) -> Iterator[MapRow]:
    """Yield the pages of a folder with their best keywords."""
    if len(docnames) > PAGES:
        docnames = [docname for docname in docnames if docname.rpartition('/')[0] == folder]
    for docname in docnames:
        entries = context.index.listed(docname)
        shown = best(entries, PER_PAGE)
        keywords = tuple(keyword_link(entry, entry.locations[0], context) for entry in shown)
        more = len(entries) - len(shown)
        page = context.link(PageId('document', docname), _('%d more') % more)
        title = context.index.documents[docname].title
        yield MapRow(1, Link(docname, '', title), keywords, more, page)
