"""View: what a listing shows, as plain data that every renderer reads.

Texts are in the reader's language, and nothing is escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.model import Kind

#: a compact listing shows so many keywords of a kind
COMPACT: Final = 12

#: a page of a document with more keywords than this begins with the most important: so many
LONG: Final = 60
KEY_TERMS: Final = 20

#: a folder shows so many keywords of each page
PER_PAGE: Final = 12

#: a folder with more pages than this lists only those that are in no subfolder
PAGES: Final = 200

#: so many places are shown with a keyword before the rest is folded
PLACES: Final = 2

#: the same for a list of uses
USES: Final = 5


class Link(NamedTuple):
    """A target within the documentation, and its text."""

    docname: str
    anchor: str
    #: the title of the section, or any other text
    text: str
    #: the title of the page, where the context does not tell it
    page: str = ''
    #: the id of the section, if the anchor is that of an object within it
    section: str = ''


class KeywordLink(NamedTuple):
    """A keyword with a link to one place."""

    name: str
    kind: Kind
    link: Link


class Row(NamedTuple):
    """One keyword with its definitions and places."""

    anchor: str
    name: str
    kind: Kind
    #: one place in each section; the name links to the first
    places: tuple[Link, ...]
    definitions: tuple[tuple[str, Link], ...] = ()
    #: whether the first place defines it
    defined: bool = False
    #: whether the documentation defines or explains it
    explained: bool = False
    #: its entry in the index, if other documents have it too
    entry: Link | None = None
    #: what happened to it in versions, in words
    changes: tuple[str, ...] = ()

    @property
    def link(self) -> Link:
        """The place to which the name links."""
        return self.places[0]


class Group(NamedTuple):
    """Rows under one heading: a kind or a letter."""

    anchor: str
    title: str
    rows: tuple[Row, ...]
    #: rows to unfold, where no other page shows them
    hidden: tuple[Row, ...] = ()
    #: else a page that shows all of them
    rest: Link | None = None
    #: the group is closed until the reader opens it
    folded: bool = False


class Uses(NamedTuple):
    """The sections that use a keyword."""

    #: the keyword; None where the block is about it alone
    keyword: KeywordLink | None
    #: sections, those of a page one after the other
    places: tuple[Link, ...]
    #: how many are left out, and the entry in the index, which has all
    more: int = 0
    rest: Link | None = None


def with_pages(places: Iterable[Link]) -> list[list[Link]]:
    """Return links by page; the first of each page tells its title: ``Page › Section``."""
    pages = by_page(places)
    for links in pages:
        if page := links[0].page:
            links[0] = links[0]._replace(text=f'{page} › {links[0].text}')
    return pages


def by_page(places: Iterable[Link]) -> list[list[Link]]:
    """Return links by page."""
    pages: dict[str, list[Link]] = {}
    for place in places:
        pages.setdefault(place.docname, []).append(place)
    return list(pages.values())


class MapRow(NamedTuple):
    """A section or a page with its keywords."""

    level: int
    target: Link
    keywords: tuple[KeywordLink, ...]
    #: how many more there are, in a map of pages
    more: int = 0
    #: the keyword page of the document, which shows them
    page: Link | None = None


class Fact(NamedTuple):
    """A fact about the subject of a page: a label, and a link or a text."""

    label: str
    text: str
    link: Link | None = None
    url: str = ''
    #: a path or other code
    literal: bool = False


class View(NamedTuple):
    """Everything that one listing shows."""

    style: str
    docname: str
    title: str = ''
    lead: str = ''
    facts: tuple[Fact, ...] = ()
    groups: tuple[Group, ...] = ()
    uses: tuple[Uses, ...] = ()
    map_title: str = ''
    map: tuple[MapRow, ...] = ()
    #: pages of the folders below, with the number of their keywords
    folders: tuple[tuple[Link, int], ...] = ()
    #: how many a limit leaves out; a link to a page that shows them, if there is one
    rest: Link | None = None
    #: the most important keywords of a long page
    key_terms: tuple[KeywordLink, ...] = ()
    #: the pages of a long list, by the prefix of the names on them
    parts: tuple[Link, ...] = ()
    #: where each letter begins, on this page or another one
    letters: tuple[Link, ...] = ()
    #: the kinds by which a reader may filter the list, with the number of keywords on this page
    kinds: tuple[tuple[Kind, int], ...] = ()
    #: the number of keywords that are explained, 0 on parts of a list; -1: nothing tells them apart
    explained: int = -1
    #: the number of names on this page, or of the whole list on its first page
    total: int = 0
    #: how many of them are listed; the others are only in code
    listed: int = 0
    #: whether it is a page of its own, and not a block on an author's page
    is_page: bool = False
    #: whether readers can filter it: pages and complete glossaries
    has_filter: bool = False
    #: the label of keywords that are defined in these documents; rows without it tell their kind
    mark: str = ''
