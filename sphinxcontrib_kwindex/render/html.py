"""A view as HTML. Every text is escaped; every address comes from the builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.filterdata import data_file
from sphinxcontrib_kwindex.labels import number
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.render.markup import Links, attributes, count, navigation, text
from sphinxcontrib_kwindex.render.rows import RowWriter
from sphinxcontrib_kwindex.render.weight import weigh
from sphinxcontrib_kwindex.view import view_of
from sphinxcontrib_kwindex.view.limits import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator

    from sphinxcontrib_kwindex.model import Kind
    from sphinxcontrib_kwindex.view import Fact, Group, MapRow, View

#: what the filter finds in all ranges of a list, and how a line of it looks
_HITS = (
    '<ol class="kwx-hits"></ol>'
    '<template><li><a><code></code></a> <small></small></li></template>\n'
)


def teach_translators(app: Sphinx) -> None:
    """Let the class of translators write listings.

    ``add_node`` would give each translator a method bound to itself: a cycle, which keeps all
    HTML of its page, be it ours or not, until Python looks for garbage.
    """
    if app.builder.format == 'html':
        translators = app.builder.get_translator_class()
        setattr(translators, f'visit_{kwindex_listing.__name__}', visit_listing)


def visit_listing(translator: HTML5Translator, node: kwindex_listing) -> None:
    """Write a listing in place of its placeholder."""
    builder: StandaloneHTMLBuilder = translator.builder
    site = KeywordDomain.of(builder.env).site(builder)
    view = view_of(node['listing'], site)
    html = Renderer(builder, view).render(node['ids'], node['classes'])
    translator.body.append(html)
    if view.is_page:
        weigh(html, view, builder)
    raise nodes.SkipNode


class Renderer:
    """Writes one view."""

    def __init__(self, builder: StandaloneHTMLBuilder, view: View) -> None:
        self._view = view
        self._links = Links(builder, view.docname)
        self._is_interactive = view.is_page and not builder.embedded
        self._shown = sum(len(group.rows) for group in view.groups)
        self._rows = RowWriter(
            self._links,
            mark=view.mark,
            in_chunks=view.is_page and self._shown > PLAIN,
        )
        #: all pages of this builder are one: their headings must not have the same ids
        self._prefix = f'{view.docname.replace("/", "-")}-' if builder.name == 'singlehtml' else ''

    def render(self, ids: Sequence[str] = (), classes: Sequence[str] = ()) -> str:
        """Write the whole listing."""
        view = self._view
        names = ['kwx', 'kwx-page' if view.is_page else 'kwx-in', *classes]
        start = attributes(
            id=ids[0] if ids else '',
            class_=' '.join(names),
            data_kwx='lazy' if view.is_page and self._shown > PLAIN else 'all',
            data_src=self._is_interactive and self._data(),
        )
        parts = self._page() if view.is_page else self._block()
        more = ''.join(f'<span{attributes(id=id_)}></span>' for id_ in ids[1:])
        return f'<div{start}>{more}\n{"".join(parts)}</div>\n'

    def _data(self) -> str:
        """Give the address of what the filter knows of other ranges."""
        ranges = self._view.ranges
        return self._links.static(data_file(ranges[0].docname)) if ranges else ''

    def _page(self) -> Iterator[str]:
        view = self._view
        yield f'<p class="kwx-lead">{text(view.lead)}</p>\n'
        yield from self._facts(view.facts)
        yield from self._folders()
        if not view.groups:
            yield f'<p>{text(_("There are no keywords here."))}</p>\n'
            return
        yield from self._key_terms()
        yield from self._ranges()
        yield self._bar()
        yield from self._chips()
        yield from self._kinds()
        if view.ranges and self._is_interactive:
            yield _HITS
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

    def _ranges(self) -> Iterator[str]:
        links = (self._links.to(link, current=True) for link in self._view.ranges)
        yield from navigation('kwx-ranges', _('Pages of this list'), links)

    def _bar(self) -> str:
        """Write what stays in sight: the filter, the number of hits, where to jump to."""
        view = self._view
        skip = f' class="kwx-skip"{self._href(view.groups[0].anchor)}'
        if view.ranges:  # the filter finds what is on all of them
            some = _('%s found') % '{}'
        else:
            some = _('%(found)s of %(all)s') % {'found': '{}', 'all': number(view.total)}
        start = attributes(class_='kwx-count', role='status', data_some=some)
        counted = f'<p{start}>{text(labels.keywords(view.total))}</p>'
        letters = ''.join(self._letters())
        if not self._is_interactive:
            return f'{counted}\n{letters}'
        box = '<input type="search" autocomplete="off" autocapitalize="none" spellcheck="false">'
        find = f'<label class="kwx-filter" hidden>{text(_("Filter"))} {box}</label>'
        start = f'<a{skip}>{text(_("Skip to the keywords"))}</a>'
        return f'<div class="kwx-bar">{start}\n{find}{counted}\n{letters}</div>\n'

    def _letters(self) -> Iterator[str]:
        links = (self._links.to(link, here=self._prefix) for link in self._view.letters)
        yield from navigation('kwx-letters', _('Letters'), links)

    def _chips(self) -> Iterator[str]:
        """Link to each kind of a page, unless there are letters, and to its map."""
        view = self._view
        items = [(g.anchor, g.title, len(g.rows)) for g in view.groups if not view.letters]
        if view.map:
            items.append(('map', view.map_title, len(view.map)))
        links = (f'<a{self._href(to)}>{text(title)} {count(n)}</a>' for to, title, n in items)
        yield from navigation('kwx-chips', _('Jump to'), links)

    def _kinds(self) -> Iterator[str]:
        """Let readers limit a list to some kinds."""
        if self._is_interactive and len(self._view.kinds) > 1:
            boxes = ''.join(limit_to(kind, n) for kind, n in self._view.kinds)
            words = text(_('Limit to kinds'))
            yield f'<details class="kwx-kinds" hidden><summary>{words}</summary>'
            yield f'<div role="group"{attributes(aria_label=_("Kinds"))}>{boxes}</div></details>\n'

    def _group(self, group: Group) -> str:
        head = f'{text(group.title)} {count(len(group.rows))}'
        rows = self._rows.lists(group.rows)
        if not self._view.is_page:
            return f'<p class="kwx-h">{head}</p>\n{rows}'
        head = f'<h2 class="kwx-h"{self._id(group.anchor)}>{head}</h2>'
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
        """Write what a directive shows on an author's page."""
        view = self._view
        yield f'<p class="kwx-title">{text(view.title)}</p>\n'
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
    """Write the box by which readers limit a list to a kind; 0: another page says how many."""
    box = f'<input type="checkbox"{attributes(value=labels.singular(kind))}>'
    many = f' {count(n)}' if n else ''
    return f'<label>{box} {text(labels.plural(kind))}{many}</label>\n'
