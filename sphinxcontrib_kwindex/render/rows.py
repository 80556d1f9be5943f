"""Rows of keywords as HTML."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.labels import number
from sphinxcontrib_kwindex.messages import _, ngettext
from sphinxcontrib_kwindex.render.markup import breakable, text
from sphinxcontrib_kwindex.view.data import KeywordLink
from sphinxcontrib_kwindex.view.limits import CHUNK, PLACES
from sphinxcontrib_kwindex.view.names import is_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxcontrib_kwindex.render.markup import Links
    from sphinxcontrib_kwindex.view import Link, Row


class RowWriter:
    """Writes rows."""

    def __init__(self, links: Links, *, mark: str, in_chunks: bool) -> None:
        self._links = links
        #: what tells that a keyword is defined here; without it, rows tell their kind
        self._mark = mark
        self._in_chunks = in_chunks
        self._kind = cache(labels.singular)

    def lists(self, rows: Sequence[Row]) -> str:
        """Write the rows of a group."""
        size = CHUNK if self._in_chunks else len(rows)
        return ''.join(
            f'<dl class="kwx-list simple">\n{"".join(map(self._row, rows[at : at + size]))}</dl>\n'
            for at in range(0, len(rows), size)
        )

    def name(self, row: Row) -> str:
        """Link a keyword to where it is defined, else to where it stands first."""
        return self.keyword(KeywordLink(row.name, row.kind, row.places[0]))

    def keyword(self, keyword: KeywordLink) -> str:
        """Link a keyword to any of its places."""
        tag = 'b' if is_word(keyword.kind) else 'code'
        return self._links.to(keyword.link, f'<{tag}>{breakable(keyword.name)}</{tag}>')

    def _row(self, row: Row) -> str:
        beside = self._mark * row.defined if self._mark else self._kind(row.kind)
        word = f' <small>{text(beside)}</small>' if beside else ''
        start = f' id="{row.anchor}"' if row.anchor else ''  # of letters that need no escape
        places = f'<dd>{self._places(row.places)}</dd>'
        head = f'<dt>{self.name(row)}{word}</dt>'
        return f'<div{start}>{head}{self._definitions(row)}{places}</div>\n'

    def _definitions(self, row: Row) -> str:
        """Say what a keyword is, and where that is said if it is said differently."""
        said = row.definitions
        sources = [link.page or link.text for _words, link in said]
        is_clear = len(set(sources)) < len(said) or len(said) == 1
        return ''.join(
            f'<dd>{text(words)}{"" if is_clear else self._source(link)}</dd>'
            for words, link in said
        )

    def _source(self, link: Link) -> str:
        return f' <small>{self._links.to(link, text(link.page or link.text))}</small>'

    def _places(self, places: Sequence[Link]) -> str:
        shown = ' / '.join(map(self._place, places[:PLACES]))
        folded = places[PLACES:]
        if not folded:
            return shown
        items = ''.join(self._by_page(folded))
        summary = f'<summary>{text(_more(folded))}</summary>'
        return f'{shown} <details>{summary}<ul>{items}</ul></details>'

    def _place(self, place: Link) -> str:
        page = f' <span>· {text(place.page)}</span>' if place.page else ''
        return f'{self._links.to(place)}{page}'

    def _by_page(self, places: Sequence[Link]) -> Iterator[str]:
        """Name each page once, with the sections of it."""
        pages: dict[str, list[Link]] = {}
        for place in places:
            pages.setdefault(place.docname, []).append(place)
        for links in pages.values():
            page = next((link.page for link in links if link.page), '')
            sections = [self._links.to(link) for link in links]
            head = f'{text(page)}: ' if page and links[0].page else ''
            yield f'<li>{head}{", ".join(sections)}</li>'


def _more(folded: Sequence[Link]) -> str:
    pages = len({place.docname for place in folded})
    if pages == 1:
        words = ngettext('%s more section', '%s more sections', len(folded))
        return words % number(len(folded))
    values = {'sections': number(len(folded)), 'pages': number(pages)}
    return _('%(sections)s more sections on %(pages)s pages') % values
