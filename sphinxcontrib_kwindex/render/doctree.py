"""Docutils renderer of views, for every format without a renderer of its own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.i18n import singular
from sphinxcontrib_kwindex.pages.context import is_word
from sphinxcontrib_kwindex.pages.selection import view_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.pages.view import Group, KeywordLink, Link, MapRow, Row, View


def expand_listings(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Replace the placeholders of listings, which only the HTML translator knows."""
    if app.builder.format == 'html':
        return
    for node in list(doctree.findall(kwindex_listing)):
        if app.builder.format:
            view = view_of(node['listing'], KeywordDomain.of(app.env).context(app.builder))
            expansion = DoctreeRenderer(app.builder, view).render()
            if expansion:
                expansion[0]['ids'] += node['ids']
            node.replace_self(expansion)
        else:
            node.replace_self(nodes.comment())  # keeps ids that somebody refers to


class DoctreeRenderer:
    """Renderer of one view: headings as rubrics, plain lists, one entry a line."""

    def __init__(self, builder: Builder, view: View) -> None:
        self._builder = builder
        self._view = view
        self._is_here = cache(self._has)

    def render(self) -> list[nodes.Element]:
        """Return all nodes."""
        view = self._view
        result: list[nodes.Element] = [nodes.rubric('', view.title)]
        for group in view.groups:
            result += self._group(group)
        if view.map:
            result.append(_bullets(self._map_row(row) for row in view.map))
        if view.rest:
            result.append(nodes.paragraph('', '', self._ref(view.rest)))
        return result

    def _group(self, group: Group) -> list[nodes.Element]:
        lines = [self._row(row) for row in (*group.rows, *group.hidden)]
        if group.rest:
            lines.append([self._ref(group.rest)])
        return [nodes.rubric('', group.title), _bullets(lines)]

    def _row(self, row: Row) -> list[nodes.Node]:
        """Return ``name (kind): definition [Section, Section]``."""
        said = ' / '.join(text for text, _source in row.definitions)
        words = nodes.Text(f' ({singular(row.kind)}){": " if said else ""}{said} [')
        places = (
            self._ref(place, nodes.Text(' · '.join(filter(None, (place.text, place.page)))))
            for place in row.places
        )
        return [self._keyword(row), words, *_separated(places), nodes.Text(']')]

    def _keyword(self, keyword: Row | KeywordLink) -> nodes.Node:
        """Return a link from a keyword, which is set as code unless it is a word."""
        name = keyword.name
        shown = nodes.Text(name) if is_word(keyword.kind) else nodes.literal('', name)
        return self._ref(keyword.link, shown)

    def _map_row(self, row: MapRow) -> list[nodes.Node]:
        """Return a section with its keywords; no directive shows a map of pages."""
        keywords = map(self._keyword, row.keywords)
        colon = nodes.Text(': ' if row.keywords else '')
        return [self._ref(row.target), colon, *_separated(keywords)]

    def _has(self, docname: str) -> bool:
        """Check whether this output has a page, and links at all."""
        if not docname or self._builder.format == 'man':  # which prints addresses
            return False
        try:
            self._builder.get_relative_uri(self._view.docname, docname)
        except NoUri:
            return False
        return True

    def _ref(self, link: Link, child: nodes.Node | None = None) -> nodes.Node:
        """Return a link, or the text alone of what is outside of this output."""
        words = child or nodes.Text(sanitize(link.text))
        if not self._is_here(link.docname):
            return words
        return make_refnode(self._builder, self._view.docname, link.docname, link.anchor, words)


def _separated(items: Iterable[nodes.Node]) -> list[nodes.Node]:
    return [node for item in items for node in (item, nodes.Text(', '))][:-1]


def _bullets(items: Iterable[Sequence[nodes.Node]]) -> nodes.bullet_list:
    lines = [nodes.list_item('', nodes.paragraph('', '', *item)) for item in items]
    return nodes.bullet_list('', *lines, bullet='-')
