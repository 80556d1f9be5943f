"""A view as HTML. Every text is escaped; every address comes from the builder."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import NoUri

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.view import view_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator

    from sphinxcontrib_kwindex.directive import kwindex_listing
    from sphinxcontrib_kwindex.view import Fact, Group, Link, MapRow, Row, View

#: how many places of a keyword are shown before the rest is folded
PLAIN_PLACES = 2


def visit_listing(translator: HTML5Translator, node: kwindex_listing) -> None:
    """Write a listing in place of its placeholder."""
    builder: StandaloneHTMLBuilder = translator.builder
    site = KeywordDomain.of(builder.env).site(builder)
    renderer = Renderer(builder, view_of(node['listing'], site))
    translator.body.append(renderer.render(node['ids'], node['classes']))
    raise nodes.SkipNode


class Renderer:
    """Writes one view."""

    def __init__(self, builder: StandaloneHTMLBuilder, view: View) -> None:
        self._builder = builder
        self._view = view
        self._uris: dict[str, str] = {}

    def render(self, ids: Sequence[str] = (), classes: Sequence[str] = ()) -> str:
        """Write the whole listing."""
        view = self._view
        is_block = view.style not in {'page', 'glossary'} or bool(view.title)
        attributes = _attributes(
            id=ids[0] if ids else '', class_=' '.join(['kwx', *(['kwx-in'] * is_block), *classes])
        )
        parts = self._block() if is_block else self._page()
        return f'<div{attributes} data-kwx>\n{"".join(parts)}</div>\n'

    def _block(self) -> Iterator[str]:
        view = self._view
        if view.title:
            yield f'<p class="kwx-title">{escape(view.title)}</p>\n'
        if view.style == 'compact':
            yield self._compact(view.groups)
        elif view.style == 'sections':
            yield self._map(view.map)
        else:
            yield from map(self._group, view.groups)
        if view.rest:
            yield f'<p class="kwx-rest">{self._link(view.rest)}</p>\n'

    def _page(self) -> Iterator[str]:
        view = self._view
        if view.lead:
            yield f'<p class="kwx-lead">{escape(view.lead)}</p>\n'
        if view.facts:
            yield f'<dl class="kwx-facts simple">{"".join(map(self._fact, view.facts))}</dl>\n'
        if view.folders:
            yield self._folders(view.folders)
        yield self._jump()
        yield from map(self._group, view.groups)
        if not view.groups:
            yield f'<p class="kwx-none">{escape(_("There are no keywords here."))}</p>\n'
        if view.map:
            yield f'<h2 class="kwx-h" id="kwx-map">{escape(view.map_title)}</h2>\n'
            yield self._map(view.map)

    def _jump(self) -> str:
        """Link to each group of a page."""
        items = [
            f'<li><a href="#{escape(group.anchor)}">{escape(group.title)} '
            f'<span class="kwx-n">{len(group.rows)}</span></a></li>'
            for group in self._view.groups
        ]
        if self._view.map:
            items.append(f'<li><a href="#kwx-map">{escape(self._view.map_title)}</a></li>')
        label = escape(_('Jump to'))
        return f'<nav class="kwx-jump" aria-label="{label}"><ul>{"".join(items)}</ul></nav>\n'

    def _fact(self, fact: Fact) -> str:
        if fact.link:
            value = self._link(fact.link)
        elif fact.url:
            value = f'<a class="reference external" href="{escape(fact.url)}">{_code(fact.text)}</a>'
        else:
            value = _code(fact.text)
        return f'<dt>{escape(fact.label)}</dt><dd>{value}</dd>\n'

    def _folders(self, folders: Iterable[tuple[Link, int]]) -> str:
        items = [
            f'<li>{self._link(link)} <span class="kwx-n">{count}</span></li>'
            for link, count in folders
        ]
        label = escape(_('Folders'))
        return f'<nav class="kwx-folders" aria-label="{label}"><ul>{"".join(items)}</ul></nav>\n'

    def _group(self, group: Group) -> str:
        rows = ''.join(map(self._row, group.rows))
        identity = f' id="{escape(group.anchor)}"' if not self._view.title else ''
        return (
            f'<section class="kwx-sec"><h2 class="kwx-h"{identity}>{escape(group.title)} '
            f'<span class="kwx-n">{len(group.rows)}</span></h2>\n'
            f'<dl class="kwx-list simple">{rows}</dl></section>\n'
        )

    def _row(self, row: Row) -> str:
        attributes = _attributes(class_='kwx-row', id=row.anchor, data_k=row.kind)
        definitions = ''.join(
            f'<dd class="kwx-def">{escape(text)}</dd>' for text, _link in row.definitions
        )
        kind = f'<small class="kwx-kind">{escape(labels.singular(row.kind))}</small>'
        return (
            f'<div{attributes}><dt>{self._link(row.places[0], row.name)}{kind}</dt>'
            f'{definitions}<dd class="kwx-at">{self._places(row.places)}</dd></div>\n'
        )

    def _places(self, places: Sequence[Link]) -> str:
        shown = ', '.join(map(self._place, places[:PLAIN_PLACES]))
        folded = places[PLAIN_PLACES:]
        if not folded:
            return shown
        items = ''.join(f'<li>{self._place(place)}</li>' for place in folded)
        text = escape(_('%d more') % len(folded))
        return f'{shown} <details><summary>{text}</summary><ul>{items}</ul></details>'

    def _place(self, place: Link) -> str:
        text = f'{place.text} · {place.page}' if place.page else place.text
        return f'<a class="reference internal" href="{self._href(place)}">{escape(text)}</a>'

    def _compact(self, groups: Iterable[Group]) -> str:
        items = []
        for group in groups:
            links = ', '.join(self._link(row.places[0], row.name) for row in group.rows)
            more = escape(_('%d more') % group.more) if group.more else ''
            items.append(f'<dt>{escape(group.title)}</dt><dd>{links}{", " + more if more else ""}</dd>\n')
        return f'<dl class="simple">{"".join(items)}</dl>\n'

    def _map(self, rows: Iterable[MapRow]) -> str:
        lines = ''.join(map(self._map_row, rows))
        return f'<table class="kwx-map"><tbody>\n{lines}</tbody></table>\n'

    def _map_row(self, row: MapRow) -> str:
        items = ''.join(f'<li>{self._link(link, name)}</li>' for name, link in row.keywords)
        title = f'<a class="reference internal" href="{self._href(row.target)}">{escape(row.target.text)}</a>'
        return (
            f'<tr data-level="{row.level}"><th scope="row">{title}</th>'
            f'<td>{f"<ul>{items}</ul>" if items else "–"}</td></tr>\n'
        )

    def _link(self, link: Link, name: str = '') -> str:
        text = _code(name) if name else escape(link.text)
        return f'<a class="reference internal" href="{self._href(link)}">{text}</a>'

    def _href(self, link: Link) -> str:
        uri = self._uri(link.docname)
        if link.anchor and '#' not in uri:
            uri += f'#{link.anchor}'
        return escape(uri or '#')

    def _uri(self, docname: str) -> str:
        """Ask the builder once for each page."""
        if docname not in self._uris:
            try:
                self._uris[docname] = self._builder.get_relative_uri(self._view.docname, docname)
            except NoUri:
                self._uris[docname] = ''
        return self._uris[docname]


def _code(text: str) -> str:
    return f'<code>{escape(text)}</code>'


def _attributes(**values: str | Kind) -> str:
    return ''.join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for name, value in values.items()
        if value
    )
