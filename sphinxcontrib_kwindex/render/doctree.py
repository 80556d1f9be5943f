"""Docutils renderer of views, for every format without a renderer of its own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.i18n import _, singular
from sphinxcontrib_kwindex.model import Listing
from sphinxcontrib_kwindex.pages.context import is_word
from sphinxcontrib_kwindex.pages.selection import view_of
from sphinxcontrib_kwindex.pages.uses import object_view
from sphinxcontrib_kwindex.pages.view import USES, with_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.pages.view import Group, KeywordLink, Link, MapRow, Row, Uses, View


#: what stands before the description of a member and belongs to it, or is the heading of members
_OF_MEMBERS: Final = (addnodes.index, nodes.rubric)


def complete_doctree(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add uses to descriptions, and replace listings where the translator does not know them."""
    add_uses(app, doctree, docname)
    expand_listings(app, doctree)


def expand_listings(app: Sphinx, doctree: nodes.document) -> None:
    """Replace the placeholders of listings, which only the HTML translator knows."""
    if app.builder.format == 'html':
        return
    for node in list(doctree.findall(kwindex_listing)):
        if app.builder.format:
            context = KeywordDomain.of(app.env).context(app.builder)
            view = node.get('view') or view_of(node['listing'], context)
            expansion = DoctreeRenderer(app.builder, view).render()
            if expansion:
                expansion[0]['ids'] += node['ids']
            node.replace_self(expansion)
        else:
            node.replace_self(nodes.comment())  # keeps ids that somebody refers to


def add_uses(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Add uses to the descriptions of objects, as ``kwindex_used_in`` wants, in a field."""
    if not app.config.kwindex_used_in or not app.builder.format:
        return
    context = KeywordDomain.of(app.env).context(app.builder)
    is_book = app.builder.format != 'html' or app.builder.name == 'singlehtml'
    if not is_book and docname not in context.objects:
        return
    # in a book, all documents are one tree
    files = list(doctree.findall(addnodes.start_of_file)) if is_book else []
    documents = [(docname, doctree), *((file['docname'], file) for file in files)]
    descriptions = {desc: here for here, file in documents for desc in file.findall(addnodes.desc)}
    for desc, here in descriptions.items():
        content = desc.children[-1]
        if not isinstance(content, addnodes.desc_content):
            continue
        signatures = (c for c in desc.children if isinstance(c, addnodes.desc_signature))
        anchors = [signature['ids'][0] for signature in signatures if signature['ids']]
        objects = context.objects.get(here, {})
        entries = {entry.name: entry for at in anchors for entry in objects.get(at, ())}
        if view := object_view(here, entries.values(), context):
            listing = Listing(here, ('/',), view.style, names=tuple(entries))
            body = nodes.field_body('', kwindex_listing(listing=listing, view=view))
            _fields_of(content).append(nodes.field('', nodes.field_name('', _('Used in')), body))


def _fields_of(content: addnodes.desc_content) -> nodes.Element:
    """Return the field list at the end of the text about an object, before its members."""
    members = (n for n, child in enumerate(content) if isinstance(child, addnodes.desc))
    end = next(members, len(content))
    while 0 < end < len(content) and isinstance(content[end - 1], _OF_MEMBERS):
        end -= 1
    if end and isinstance(last := content.children[end - 1], nodes.field_list):
        return last
    fields = nodes.field_list()
    content.insert(end, fields)
    return fields


class DoctreeRenderer:
    """Renderer of one view: headings as rubrics, plain lists, one entry a line."""

    def __init__(self, builder: Builder, view: View) -> None:
        self._builder = builder
        self._view = view
        self._is_here = cache(self._has)

    def render(self) -> list[nodes.Element]:
        """Return all nodes."""
        view = self._view
        result: list[nodes.Element] = [nodes.rubric('', view.title)] if view.title else []
        for group in view.groups:
            result += self._group(group)
        for uses in view.uses:
            result += self._uses(uses)
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
        """Return ``name (kind; changes): definition [Section, Section]``."""
        said = ' / '.join(text for text, _source in row.definitions)
        about = '; '.join((singular(row.kind), *row.changes))
        words = nodes.Text(f' ({about}){": " if said else ""}{said} [')
        places = (
            self._ref(place, nodes.Text(' · '.join(filter(None, (place.text, place.page)))))
            for place in row.places
        )
        return [self._keyword(row), words, *_separated(places), nodes.Text(']')]

    def _uses(self, uses: Uses) -> Iterator[nodes.Element]:
        """Yield the uses of a keyword: the first as a list, the others as one paragraph."""
        if uses.keyword:
            yield nodes.paragraph('', '', self._keyword(uses.keyword))
        first, others = uses.places[:USES], uses.places[USES:]
        yield _bullets(_separated(map(self._ref, page), ' / ') for page in with_pages(first))
        if others:
            words = nodes.Text(_('%d more') % len(others) + ': ')
            links = (self._ref(link) for page in with_pages(others) for link in page)
            yield nodes.paragraph('', '', words, *_separated(links, ' / '))

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


def _separated(items: Iterable[nodes.Node], by: str = ', ') -> list[nodes.Node]:
    return [node for item in items for node in (item, nodes.Text(by))][:-1]


def _bullets(items: Iterable[Sequence[nodes.Node]]) -> nodes.bullet_list:
    lines = [nodes.list_item('', nodes.paragraph('', '', *item)) for item in items]
    return nodes.bullet_list('', *lines, bullet='-')
