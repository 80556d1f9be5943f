"""Parts of HTML: escaped texts, attributes, links and rows of keywords."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.util.osutil import relative_uri

from sphinxcontrib_kwindex.i18n import _, ngettext, number, singular
from sphinxcontrib_kwindex.pages.context import is_word
from sphinxcontrib_kwindex.pages.view import PLACES, KeywordLink

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.pages.view import Link, Row

#: names of so many letters fit into their column
_UNBROKEN: Final = 16

#: the same titles and names occur again and again
_CACHE_SIZE: Final = 10_000

#: so many rows make a chunk, whose height the style sheet estimates
CHUNK: Final = 25

#: a page with more keywords than this is laid out chunk by chunk, as the reader scrolls
LAZY: Final = 1000

#: after a separator of a qualified name or path, if another part follows
_JOINT = re.compile(r'(?<=\w[._/])(?=\w)|(?<=\w::)(?=\w)')


@lru_cache(_CACHE_SIZE)
def text(words: str) -> str:
    """Return a text as it stands between tags."""
    return escape(words, quote=False)


def breakable(name: str) -> str:
    """Return a keyword; a long one may be broken after each separator."""
    if len(name) <= _UNBROKEN:
        return text(name)
    return _JOINT.sub('<wbr/>', text(name))


def attributes(**values: object) -> str:
    """Return the attributes that have a value."""
    return ''.join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in values.items()
        if value
    )


class Links:
    """Links from one page."""

    def __init__(self, builder: Builder, docname: str) -> None:
        self._builder = builder
        self._docname = docname
        self._uris: dict[str, str] = {}
        #: docname and id -> start of the tag
        self._tags: dict[tuple[str, str], str] = {}
        self._here = documents_in_page(builder)
        #: EPUB ids have no colons
        self._has_colons = not hasattr(builder, 'fix_fragment')
        #: Sphinx itself leaves names of folders as they are
        self._quotes = isinstance(builder, DirectoryHTMLBuilder) and (
            '%' not in builder.get_target_uri('#')
        )

    def to(self, link: Link, html: str = '', here: str = '', *, current: bool = False) -> str:
        """Return a link with its own text or another; ``here`` is a prefix of ids of this page."""
        docname, anchor, words, *_more = link
        is_here = docname == self._docname
        if self._here is not None and docname not in self._here:
            return html or text(words)  # it is in no toctree, hence not in the output
        tag = self._tag(docname, f'{here}{anchor}' if is_here else anchor)
        mark = ' aria-current="page"' if current and is_here else ''
        return f'{tag}{mark}>{html or text(words)}</a>'

    def _tag(self, docname: str, anchor: str) -> str:
        """Return the start of a link; most places are linked many times."""
        key = docname, anchor
        if key not in self._tags:
            self._tags[key] = f'<a href="{escape(self.uri(docname, anchor))}"'
        return self._tags[key]

    def file(self, path: str) -> str:
        """Return the address of a file of the output."""
        return relative_uri(self._builder.get_target_uri(self._docname), path)

    def _relative(self, docname: str) -> str:
        if self._here is not None and docname == self._builder.config.root_doc:
            return '#'  # Sphinx makes no anchor for it
        if self._quotes:
            target = self._builder.get_target_uri
            return relative_uri(quote(target(self._docname)), quote(target(docname)))
        return self._builder.get_relative_uri(self._docname, docname)

    def uri(self, docname: str, anchor: str) -> str:
        """Return the address of a place."""
        if docname not in self._uris:
            self._uris[docname] = '' if docname == self._docname else self._relative(docname)
        uri = self._uris[docname]
        anchor = anchor if self._has_colons else anchor.replace(':', '-')
        return f'{uri}#{anchor}' if anchor and '#' not in uri else uri or '#'


def count(n: int) -> str:
    """Return a number, to stand after what it counts."""
    return f'<span class="kwx-n">{number(n)}</span>'


def navigation(
    class_: str, label: str, links: Iterable[str], *, is_named: bool = False
) -> Iterator[str]:
    """Yield a navigation list, if there are links."""
    items = ''.join(f'<li>{link}</li>' for link in links)
    if items and is_named:
        items = f'<li aria-hidden="true"><b>{text(label)}</b></li>{items}'
    if items:
        yield f'<nav class="{class_}"{attributes(aria_label=label)}><ul>{items}</ul></nav>\n'


class RowWriter:
    """Rows of keywords as HTML."""

    def __init__(self, links: Links, *, mark: str, in_chunks: bool) -> None:
        self._links = links
        #: the label of keywords that are defined here; without it, rows tell their kind
        self._mark = mark
        self._in_chunks = in_chunks
        self._kind = cache(singular)

    def lists(self, rows: Sequence[Row]) -> str:
        """Return the rows of a group."""
        size = CHUNK if self._in_chunks else len(rows)
        return ''.join(
            f'<dl class="kwx-list simple">\n{"".join(map(self._row, rows[at : at + size]))}</dl>\n'
            for at in range(0, len(rows), size)
        )

    def name(self, row: Row) -> str:
        """Return a link from a keyword to its first place."""
        return self.keyword(KeywordLink(row.name, row.kind, row.places[0]))

    def keyword(self, keyword: KeywordLink) -> str:
        """Return a link from a keyword to one of its places."""
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
        """Return the definitions, with their sources where they come from several pages."""
        definitions = row.definitions
        sources = [link.page or link.text for _words, link in definitions]
        is_clear = len(set(sources)) < len(definitions) or len(definitions) == 1
        return ''.join(
            f'<dd>{text(words)}{"" if is_clear else self._source(link)}</dd>'
            for words, link in definitions
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
        """Yield each page once, with its sections."""
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


def documents_in_page(builder: Builder) -> set[str] | None:
    """Return the documents of an output that is one page; None for other outputs."""
    if builder.name != 'singlehtml':
        return None
    return _below(builder.env, builder.config.root_doc)


def _below(env: BuildEnvironment, docname: str) -> set[str]:
    """Return the documents that toctrees lead to."""
    found, new = {docname}, [docname]
    while new:
        reached = set(env.toctree_includes.get(new.pop(), ())) - found
        found |= reached
        new += sorted(reached)
    return found
