"""HTML renderer of views. Every text is escaped; every address comes from the builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinxcontrib_kwindex import i18n
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.i18n import _, number
from sphinxcontrib_kwindex.pages.selection import view_of
from sphinxcontrib_kwindex.render.html_parts import (
    LAZY,
    Links,
    RowWriter,
    attributes,
    count,
    navigation,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator

    from sphinxcontrib_kwindex.directive import kwindex_listing
    from sphinxcontrib_kwindex.model import Kind
    from sphinxcontrib_kwindex.pages.view import Fact, Group, MapRow, View

#: the hits of the filter in all parts of a list, and the template of a line
_HITS = (
    '<ol class="kwx-hits"></ol>'
    '<template><li><a><code></code></a> <small></small></li></template>\n'
)


def visit_listing(translator: HTML5Translator, node: kwindex_listing) -> None:
    """Write the listing of a directive."""
    builder: StandaloneHTMLBuilder = translator.builder
    view = view_of(node['listing'], KeywordDomain.of(builder.env).context(builder))
    translator.body.append(HtmlRenderer(builder, view).render(node['ids'], node['classes']))
    raise nodes.SkipNode


class HtmlRenderer:
    """Renderer of one view; ``data`` is the file with the names of all parts of a list."""

    def __init__(self, builder: StandaloneHTMLBuilder, view: View, data: str = '') -> None:
        self._view = view
        self._links = Links(builder, view.docname)
        self._data = self._links.file(data) if data else ''
        self._has_filter = view.has_filter and not builder.embedded
        self._shown = sum(len(group.rows) for group in view.groups)
        self._rows = RowWriter(
            self._links,
            mark=view.mark,
            in_chunks=view.is_page and self._shown > LAZY,
        )
        # all documents of this builder are one page
        self._prefix = f'{view.docname.replace("/", "-")}-' if builder.name == 'singlehtml' else ''

    def render(self, ids: Sequence[str] = (), classes: Sequence[str] = ()) -> str:
        """Return the whole listing."""
        view = self._view
        names = ['kwx', 'kwx-page' if view.is_page else 'kwx-in', *classes]
        start = attributes(
            id=ids[0] if ids else '',
            class_=' '.join(names),
            data_kwx='lazy' if view.is_page and self._shown > LAZY else 'all',
            data_src=self._has_filter and self._data,
        )
        parts = self._page() if view.is_page else self._block()
        more = ''.join(f'<span{attributes(id=id_)}></span>' for id_ in ids[1:])
        return f'<div{start}>{more}\n{"".join(parts)}</div>\n'

    def _page(self) -> Iterator[str]:
        view = self._view
        yield f'<p class="kwx-lead">{text(view.lead)}</p>\n'
        yield from self._facts(view.facts)
        yield from self._folders()
        if not view.groups and not view.parts:
            yield f'<p>{text(_("There are no keywords here."))}</p>\n'
            return
        yield from self._key_terms()
        yield from self._parts()
        yield from self._filter()
        for group in view.groups:
            yield self._group(group)
        yield from self._map()
        yield f'<p class="kwx-maker">{text(view.maker)}</p>\n'

    def _facts(self, facts: Sequence[Fact]) -> Iterator[str]:
        if facts:
            lines = ''.join(
                f'<div><dt>{text(f.label)}</dt><dd>{self._fact(f)}</dd></div>' for f in facts
            )
            yield f'<dl class="kwx-facts simple">{lines}</dl>\n'

    def _fact(self, fact: Fact) -> str:
        words = f'<code>{text(fact.text)}</code>' if fact.literal else text(fact.text)
        if fact.link:
            return self._links.to(fact.link, words)
        return f'<a{attributes(href=fact.url)}>{words}</a>' if fact.url else words

    def _folders(self) -> Iterator[str]:
        links = (f'{self._links.to(link)} {count(size)}' for link, size in self._view.folders)
        yield from navigation('kwx-folders', _('Folders'), links, is_named=True)

    def _key_terms(self) -> Iterator[str]:
        links = [self._rows.keyword(term) for term in self._view.key_terms]
        if links:
            yield f'<p class="kwx-key"><b>{text(_("Key terms"))}</b> {", ".join(links)}</p>\n'

    def _parts(self) -> Iterator[str]:
        links = (self._links.to(link, current=True) for link in self._view.parts)
        yield from navigation('kwx-ranges', _('Pages of this list'), links)

    def _bar(self) -> str:
        """Return the bar that stays in sight: filter, number of hits, letters."""
        view = self._view
        if view.parts:  # the filter searches all of them
            some = _('%s found') % '{}'
        else:
            some = _('%(found)s of %(all)s') % {'found': '{}', 'all': number(view.total)}
        start = attributes(class_='kwx-count', role='status', data_some=some)
        counted = f'<p{start}>{text(i18n.keywords(view.total))}</p>'
        letters = ''.join(self._letters())
        if not self._has_filter:
            return f'{counted}\n{letters}'
        box = '<input type="search" autocomplete="off" autocapitalize="none" spellcheck="false">'
        find = f'<label class="kwx-filter" hidden>{text(_("Filter"))} {box}</label>'
        return f'<div class="kwx-bar">{self._skip()}{find}{counted}\n{letters}</div>\n'

    def _skip(self) -> str:
        if not self._view.groups:
            return ''
        start = f'<a class="kwx-skip"{self._href(self._view.groups[0].anchor)}>'
        return f'{start}{text(_("Skip to the keywords"))}</a>\n'

    def _filter(self) -> Iterator[str]:
        """Yield what finds keywords: bar, links to groups, boxes of kinds."""
        yield self._bar()
        yield from self._chips()
        yield from self._kinds()
        if self._view.parts and self._has_filter:
            yield _HITS

    def _letters(self) -> Iterator[str]:
        links = (self._links.to(link, here=self._prefix) for link in self._view.letters)
        yield from navigation('kwx-letters', _('Letters'), links)

    def _chips(self) -> Iterator[str]:
        """Yield links to each kind, unless there are letters, and to the map."""
        view = self._view
        items = [(g.anchor, g.title, len(g.rows)) for g in view.groups if not view.letters]
        if view.map:
            items.append(('map', view.map_title, len(view.map)))
        links = (f'<a{self._href(to)}>{text(title)} {count(n)}</a>' for to, title, n in items)
        yield from navigation('kwx-chips', _('Jump to'), links)

    def _kinds(self) -> Iterator[str]:
        """Yield the boxes that limit a list to some kinds."""
        if self._has_filter and len(self._view.kinds) > 1:
            boxes = ''.join(limit_to(kind, n) for kind, n in self._view.kinds)
            words = text(_('Limit to kinds'))
            yield f'<details class="kwx-kinds" hidden><summary>{words}</summary>'
            yield f'<div role="group"{attributes(aria_label=_("Kinds"))}>{boxes}</div></details>\n'

    def _group(self, group: Group) -> str:
        head = f'{text(group.title)} {count(len(group.rows))}'
        rows = self._rows.lists(group.rows)
        if not self._view.has_filter:
            return f'<p class="kwx-h">{head}</p>\n{rows}'
        tag = 'h2' if self._view.is_page else 'p'  # a block adds no headings to its page
        head = f'<{tag} class="kwx-h"{self._id(group.anchor)}>{head}</{tag}>'
        if group.folded:
            rows = f'<details><summary>{head}</summary>\n{rows}</details>'
            head = ''
        return f'<section>{head}\n{rows}</section>\n'

    def _id(self, anchor: str) -> str:
        return attributes(id=f'{self._prefix}{anchor}')

    def _href(self, anchor: str) -> str:
        return attributes(href=f'#{self._prefix}{anchor}')

    def _map(self) -> Iterator[str]:
        view = self._view
        if not view.map:
            return
        lines = ''.join(map(self._map_row, view.map))
        table = f'<table class="kwx-map"><tbody>\n{lines}</tbody></table>'
        if view.is_page:
            head = f'{text(view.map_title)} {count(len(view.map))}'
            head = f'<h2 class="kwx-h"{self._id("map")}>{head}</h2>'
            table = f'<section>{head}\n{table}</section>'
        yield f'{table}\n'

    def _map_row(self, row: MapRow) -> str:
        links = [self._rows.keyword(keyword) for keyword in row.keywords]
        if row.rest:
            links.append(self._links.to(row.rest))
        items = ''.join(f'<li>{link}</li>' for link in links)
        level = attributes(data_level=row.level > 1 and str(row.level))
        return (
            f'<tr{level}><th scope="row">{self._links.to(row.target)}</th>'
            f'<td>{f"<ul>{items}</ul>" if items else "–"}</td></tr>\n'
        )

    def _block(self) -> Iterator[str]:
        """Yield the block of a directive on an author's page."""
        view = self._view
        yield f'<p class="kwx-title">{text(view.title)}</p>\n'
        if view.has_filter:
            yield from self._filter()
        if view.style == 'compact':
            yield f'<dl class="simple">{"".join(map(self._compact, view.groups))}</dl>\n'
        else:
            yield from map(self._group, view.groups)
        yield from self._map()
        if view.more:
            words = self._links.to(view.rest) if view.rest else text(_('%d more') % view.more)
            yield f'<p class="kwx-rest">{words}</p>\n'

    def _compact(self, group: Group) -> str:
        links = [self._rows.name(row) for row in group.rows]
        if group.rest:
            links.append(self._links.to(group.rest))
        shown = ', '.join(links)
        if group.hidden:
            others = ', '.join(self._rows.name(row) for row in group.hidden)
            words = text(_('%d more') % len(group.hidden))
            shown += f' <details><summary>{words}</summary>{others}</details>'
        return f'<dt>{text(group.title)}</dt><dd>{shown}</dd>\n'


def limit_to(kind: Kind, n: int) -> str:
    """Return the box that limits a list to a kind; the number is left out where it is 0."""
    box = f'<input type="checkbox"{attributes(value=i18n.singular(kind))}>'
    many = f' {count(n)}' if n else ''
    return f'<label>{box} {text(i18n.plural(kind))}{many}</label>\n'
