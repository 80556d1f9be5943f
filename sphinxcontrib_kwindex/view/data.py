"""The parts of a view. Texts are in the reader's language, and nothing is escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Kind


class Link(NamedTuple):
    """A target within the documentation, and the words for it."""

    docname: str
    anchor: str
    #: the title of the section, or any other text
    text: str
    #: the title of the page, where it is not clear from what stands around it
    page: str = ''


class KeywordLink(NamedTuple):
    """A keyword that leads to one place."""

    name: str
    kind: Kind
    link: Link


class Row(NamedTuple):
    """One keyword, with all that is known of it."""

    anchor: str
    name: str
    kind: Kind
    #: where it leads: the definition, else the first mention
    places: tuple[Link, ...]
    definitions: tuple[tuple[str, Link], ...] = ()
    #: whether the first place defines it
    defined: bool = False


class Group(NamedTuple):
    """Rows under one heading: a kind or a letter."""

    anchor: str
    title: str
    rows: tuple[Row, ...]
    #: how many more there are than shown
    more: int = 0
    #: those that are not shown at once, where no other page shows them
    hidden: tuple[Row, ...] = ()
    #: where all of them are shown
    rest: Link | None = None
    #: of so little interest that only those who ask for it see it
    folded: bool = False


class MapRow(NamedTuple):
    """One section, or one page, with the keywords that stand in it."""

    level: int
    target: Link
    keywords: tuple[KeywordLink, ...]
    #: how many more there are, and where they are shown
    more: int = 0
    rest: Link | None = None


class Fact(NamedTuple):
    """Something about the subject of a page: a label, and a link or just a text."""

    label: str
    text: str
    link: Link | None = None
    url: str = ''
    #: a path, or something else that is written for machines
    literal: bool = False


class View(NamedTuple):
    """All that one listing shows."""

    style: str
    docname: str
    title: str = ''
    lead: str = ''
    facts: tuple[Fact, ...] = ()
    groups: tuple[Group, ...] = ()
    map_title: str = ''
    map: tuple[MapRow, ...] = ()
    #: pages of the folders below, with the number of their keywords
    folders: tuple[tuple[Link, int], ...] = ()
    #: how many more there are than a limit leaves, and where they are shown
    more: int = 0
    rest: Link | None = None
    #: the most important keywords of a long page
    key_terms: tuple[KeywordLink, ...] = ()
    #: the pages that a long list is cut into
    ranges: tuple[Link, ...] = ()
    #: where each letter begins, on any of these pages
    letters: tuple[Link, ...] = ()
    #: what a reader may limit the list to, with the number of keywords on all of these pages: the
    #: first says it, the others stay what they are when some other page has one more
    kinds: tuple[tuple[Kind, int], ...] = ()
    #: the number of keywords: on the first of these pages that of all, on the others their own
    total: int = 0
    #: whether it is a page of its own, and not a block on an author's page
    is_page: bool = False
    #: what stands beside keywords that are defined in these documents
    mark: str = ''
    #: what made the page
    maker: str = ''
