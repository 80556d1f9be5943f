"""HTML renderer of views. Every text is escaped; every address comes from the builder."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from docutils import nodes
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.util.osutil import relative_uri

from sphinxcontrib_kwindex import i18n
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.i18n import _, ngettext, number, singular
from sphinxcontrib_kwindex.pages.context import is_word
from sphinxcontrib_kwindex.pages.selection import view_of
from sphinxcontrib_kwindex.pages.view import PLACES, USES, by_page, with_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.writers.html5 import HTML5Translator

    from sphinxcontrib_kwindex.directive import kwindex_listing
    from sphinxcontrib_kwindex.pages.view import (
        Fact,
        Group,
        KeywordLink,
        Link,
        MapRow,
        Row,
        Uses,
        View,
    )

#: names of so many letters fit into their column
_UNBROKEN: Final = 16

#: the same names and titles occur on many pages
_CACHE_SIZE: Final = 50_000

#: so many rows make a chunk, whose height the style sheet estimates
_CHUNK: Final = 25

#: a page with more keywords than this is laid out chunk by chunk, as the reader scrolls
_LAZY: Final = 1000

#: after a separator of a qualified name or path, if another part follows, and before a capital
_JOINT = re.compile(r'(?<=\w[._/])(?=\w)|(?<=\w::)(?=\w)|(?<=[a-z])(?=[A-Z])')


def visit_listing(translator: HTML5Translator, node: kwindex_listing) -> None:
    """Write the listing of a directive."""
    builder: StandaloneHTMLBuilder = translator.builder
    context = KeywordDomain.of(builder.env).context(builder)
    view = node.get('view') or view_of(node['listing'], context)
    translator.body.append(HtmlRenderer(builder, view).render(node['ids'], node['classes']))
    raise nodes.SkipNode


# -- parts


@lru_cache(_CACHE_SIZE)
def text(words: str) -> str:
    """Return a text as it stands between tags."""
    return escape(words, quote=False)


@lru_cache(_CACHE_SIZE)
def breakable(name: str) -> str:
    """Return a keyword; a long one may be broken after each separator."""
    shown = escape(name, quote=False)
    return shown if len(name) <= _UNBROKEN else _JOINT.sub('<wbr/>', shown)


def attributes(**values: object) -> str:
    """Return the attributes that have a value."""
    return ''.join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in values.items()
        if value
    )


def count(n: int) -> str:
    """Return a number, to stand after what it counts."""
    return f'<span class="kwx-n">{number(n)}</span>'


def navigation(class_: str, label: str, links: Iterable[str], head: str = '') -> Iterator[str]:
    """Yield a navigation list, if there are links."""
    if items := ''.join(f'<li>{link}</li>' for link in links):
        yield f'<nav class="{class_}"{attributes(aria_label=label)}><ul>{head}{items}</ul></nav>\n'


class Links:
    """Links from one page."""

    def __init__(self, builder: Builder, docname: str) -> None:
        self._builder = builder
        self._docname = docname
        self._here = documents_in_page(builder)
        #: EPUB ids have no colons
        self._has_colons = not hasattr(builder, 'fix_fragment')
        #: Sphinx itself leaves names of folders as they are
        self._quotes = isinstance(builder, DirectoryHTMLBuilder) and (
            '%' not in builder.get_target_uri('#')
        )
        self._uris: dict[str, str] = {}
        #: docname and id -> start of the tag; most places are linked many times
        self._tags: dict[tuple[str, str], str] = {}

    def to(self, link: Link, html: str = '', here: str = '', *, current: bool = False) -> str:
        """Return a link with its own text or another; ``here`` is a prefix of ids of this page."""
        docname, anchor, words, *_more = link
        is_here = docname == self._docname
        if self._here is not None and docname not in self._here:
            return html or text(words)  # it is in no toctree, hence not in the output
        place = docname, f'{here}{anchor}' if is_here else anchor
        if place not in self._tags:
            self._tags[place] = f'<a href="{escape(self.uri(*place))}"'
        mark = ' aria-current="page"' if current and is_here else ''
        return f'{self._tags[place]}{mark}>{html or text(words)}</a>'

    def file(self, path: str) -> str:
        """Return the address of a file of the output."""
        return relative_uri(self._builder.get_target_uri(self._docname), path)

    def uri(self, docname: str, anchor: str) -> str:
        """Return the address of a place."""
        if docname not in self._uris:
            self._uris[docname] = self._relative(docname)
        uri = self._uris[docname]
        anchor = anchor if self._has_colons else anchor.replace(':', '-')
        return f'{uri}#{anchor}' if anchor and '#' not in uri else uri or '#'

    def _relative(self, docname: str) -> str:
        if docname == self._docname:
            return ''
        if self._here is not None and docname == self._builder.config.root_doc:
            return '#'  # Sphinx makes no anchor for it
        if self._quotes:
            target = self._builder.get_target_uri
            return relative_uri(quote(target(self._docname)), quote(target(docname)))
        return self._builder.get_relative_uri(self._docname, docname)


def documents_in_page(builder: Builder) -> set[str] | None:
    """Return the documents of an output that is one page; None for other outputs."""
    if builder.name != 'singlehtml':
        return None
    includes = builder.env.toctree_includes
    found: set[str] = set()
    new = {builder.config.root_doc}
    while new:
        found |= new
        new = {below for docname in new for below in includes.get(docname, ())} - found
    return found


class HtmlRenderer:
    """Renderer of one view; ``data`` is the file with the names of all parts of a list."""

    def __init__(self, builder: StandaloneHTMLBuilder, view: View, data: str = '') -> None:
        self._view = view
        self._links = Links(builder, view.docname)
        self._data = self._links.file(data) if data else ''
        self._has_filter = view.has_filter and not builder.embedded
        self._is_lazy = view.is_page and sum(len(group.rows) for group in view.groups) > _LAZY
        self._roles = KeywordDomain.of(builder.env).roles_of_objects
        self._kind = cache(singular)
        #: the groups that stand at the end of a page
        self._folded = [group for group in view.groups if group.folded]
        # all documents of this builder are one page
        self._prefix = f'{view.docname.replace("/", "-")}-' if builder.name == 'singlehtml' else ''

    def render(self, ids: Sequence[str] = (), classes: Sequence[str] = ()) -> str:
        """Return the whole listing."""
        view = self._view
        if not view.title:  # the description of an object has it
            return ''.join(part for uses in view.uses for part in self._uses(uses))
        names = ['kwx', 'kwx-page' if view.is_page else 'kwx-in', *classes]
        start = attributes(
            id=ids[0] if ids else '',
            class_=' '.join(names),
            data_kwx='lazy' if self._is_lazy else 'all',
            **(self._of_script() if self._has_filter else {}),
        )
        parts = self._page() if view.is_page else self._block()
        more = ''.join(f'<span{attributes(id=id_)}></span>' for id_ in ids[1:])
        return f'<div{start}>{more}\n{"".join(parts)}</div>\n'

    def _of_script(self) -> dict[str, str]:
        """Return what the script knows: its data, its words, and the roles of references."""
        has_rows = bool(self._view.groups)
        return {
            'data_src': self._data,
            'data_more': _('%d more').replace('%d', '{}'),
            'data_copy': _('Copy reference') if has_rows else '',
            'data_forms': self._roles.forms if has_rows else '',
            'data_refs': self._roles.rules if has_rows else '',
        }

    def _page(self) -> Iterator[str]:
        view, link_to = self._view, self._links.to
        yield f'<p class="kwx-lead">{text(view.lead)}</p>\n'
        if facts := ''.join(map(self._fact, view.facts)):
            yield f'<dl class="kwx-facts simple">{facts}</dl>\n'
        folders = (f'{link_to(link)} {count(size)}' for link, size in view.folders)
        head = f'<li aria-hidden="true"><b>{text(_("Folders"))}</b></li>'
        yield from navigation('kwx-folders', _('Folders'), folders, head)
        if not view.groups and not view.parts:
            yield f'<p>{text(_("There are no keywords here."))}</p>\n'
            return
        if terms := ', '.join(map(self._keyword, view.key_terms)):
            yield f'<p class="kwx-key"><b>{text(_("Key terms"))}</b> {terms}</p>\n'
        parts = (link_to(link, current=True) for link in view.parts)
        yield from navigation('kwx-ranges', _('Pages of this list'), parts)
        yield from self._filter()
        yield from (self._group(group) for group in view.groups if not group.folded)
        yield from self._map()
        yield from map(self._group, self._folded)
        maker = _('Generated by %s.') % 'sphinxcontrib-kwindex'
        yield f'<p class="kwx-maker">{text(maker)}</p>\n'

    def _fact(self, fact: Fact) -> str:
        words = f'<code>{text(fact.text)}</code>' if fact.literal else text(fact.text)
        if fact.link:
            words = self._links.to(fact.link, words)
        elif fact.url:
            words = f'<a{attributes(href=fact.url)}>{words}</a>'
        return f'<div><dt>{text(fact.label)}</dt><dd>{words}</dd></div>'

    def _filter(self) -> Iterator[str]:
        """Yield what finds keywords: bar, links to groups, boxes of kinds."""
        yield self._bar()
        yield from self._chips()
        yield from self._kinds()

    def _bar(self) -> str:
        """Return the bar that stays in sight: filter, number of hits, letters."""
        view = self._view
        if view.parts:  # the filter searches all of them
            some = _('%s found') % '{}'
        else:
            some = _('%(found)s of %(all)s') % {'found': '{}', 'all': number(view.total)}
        start = attributes(class_='kwx-count', role='status', data_some=some)
        links = (self._links.to(link, here=self._prefix) for link in view.letters)
        letters = ''.join(navigation('kwx-letters', _('Letters'), links))
        counted = f'<p{start}>{text(i18n.keywords(view.listed))}</p>\n{letters}'
        if not self._has_filter:
            return counted
        skip = only = ''
        if view.groups:
            start = f'<a class="kwx-skip"{self._href(view.groups[0].anchor)}>'
            skip = f'{start}{text(_("Skip to the keywords"))}</a>\n'
        more = 'autocomplete="off" autocapitalize="none" spellcheck="false"'
        box = f'<input type="search" name="kw" {more}>'
        find = f'<label class="kwx-filter" hidden>{text(_("Filter"))} {box}</label>\n'
        if view.explained >= 0:
            words = _('Only what is explained')
            only = _box('only', 'explained', words, view.explained, ' class="kwx-only" hidden')
        return f'<div class="kwx-bar">{skip}{find}{only}{counted}</div>\n'

    def _chips(self) -> Iterator[str]:
        """Yield links to each kind, unless there are letters, and to the map."""
        view = self._view
        groups = [] if view.letters else [g for g in view.groups if not g.folded]
        items = [(g.anchor, g.title, len(g.rows)) for g in groups]
        if view.map:
            items.append(('map', view.map_title, len(view.map)))
        items += [(g.anchor, g.title, len(g.rows)) for g in self._folded]
        links = (f'<a{self._href(to)}>{text(title)} {count(n)}</a>' for to, title, n in items)
        yield from navigation('kwx-chips', _('Jump to'), links)

    def _kinds(self) -> Iterator[str]:
        """Yield the boxes that limit a list to some kinds, with numbers that are not 0."""
        if self._has_filter and len(self._view.kinds) > 1:
            words = text(_('Limit to kinds'))
            yield f'<details class="kwx-kinds" hidden><summary>{words}</summary>'
            yield f'<div role="group"{attributes(aria_label=_("Kinds"))}>'
            for kind, n in self._view.kinds:
                yield _box('kind', singular(kind), i18n.plural(kind), n)
            yield '</div></details>\n'

    def _group(self, group: Group) -> str:
        head = f'{text(group.title)} {count(len(group.rows)) if group.rows else ""}'
        rows = self._list(group.rows, short=group.folded)
        if group.hidden:
            words = text(_('%s more only in code')) % count(len(group.hidden))
            hidden = self._list(group.hidden, short=True)
            rows += f'<details><summary>{words}</summary>\n{hidden}</details>\n'
        if not self._view.has_filter:
            return f'<p class="kwx-h">{head}</p>\n{rows}'
        return self._section(group.anchor, head, rows, folded=group.folded)

    def _section(self, anchor: str, head: str, content: str, *, folded: bool = False) -> str:
        """Return a section that the bar links to."""
        tag = 'h2' if self._view.is_page else 'p'  # a block adds no headings to its page
        start = attributes(class_='kwx-h', id=f'{self._prefix}{anchor}')
        head = f'<{tag}{start}>{head}</{tag}>'
        if folded:
            head, content = '', f'<details><summary>{head}</summary>\n{content}</details>'
        return f'<section>{head}\n{content}</section>\n'

    def _href(self, anchor: str) -> str:
        return attributes(href=f'#{self._prefix}{anchor}')

    def _map(self) -> Iterator[str]:
        view = self._view
        if lines := ''.join(map(self._map_row, view.map)):
            table = f'<table class="kwx-map"><tbody>\n{lines}</tbody></table>'
            head = f'{text(view.map_title)} {count(len(view.map))}'
            yield self._section('map', head, table) if view.is_page else f'{table}\n'

    def _map_row(self, row: MapRow) -> str:
        links = [self._keyword(keyword) for keyword in row.keywords]
        if row.more and row.page:
            links.append(self._links.to(row.page))
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
        for uses in view.uses:
            yield from self._uses(uses)
        yield from self._map()
        if rest := view.rest:
            words = self._links.to(rest) if rest.docname else text(rest.text)
            yield f'<p class="kwx-rest">{words}</p>\n'

    def _compact(self, group: Group) -> str:
        links = list(map(self._keyword, group.rows))
        if group.rest:
            links.append(self._links.to(group.rest))
        shown = ', '.join(links)
        if group.hidden:
            others = ', '.join(map(self._keyword, group.hidden))
            words = text(_('%d more') % len(group.hidden))
            shown += f' <details><summary>{words}</summary>{others}</details>'
        return f'<dt>{text(group.title)}</dt><dd>{shown}</dd>\n'

    def _uses(self, uses: Uses) -> Iterator[str]:
        """Yield the uses of a keyword: the first, and the others folded."""
        if uses.keyword:
            yield f'<p>{self._keyword(uses.keyword)}</p>\n'
        yield f'<ul class="simple">{self._pages(uses.places[:USES])}</ul>\n'
        if folded := uses.places[USES:]:
            words = text(_('%d more') % (len(folded) + uses.more))
            rest = f'<li>{self._links.to(uses.rest)}</li>' if uses.rest else ''
            items = f'<ul class="simple">{self._pages(folded)}{rest}</ul>'
            yield f'<details class="kwx-uses"><summary>{words}</summary>{items}</details>\n'

    def _pages(self, places: Iterable[Link]) -> str:
        """Return one line for each page: ``Page › Section / Section``."""
        pages = (' / '.join(map(self._links.to, page)) for page in with_pages(places))
        return ''.join(f'<li>{page}</li>' for page in pages)

    # -- rows

    def _list(self, rows: Sequence[Row], *, short: bool) -> str:
        """Return the rows of a group; short ones of names in code, with their kinds."""
        size = _CHUNK if self._is_lazy else max(len(rows), 1)
        lines = [self._row(row, short=short) for row in rows]
        return ''.join(
            f'<dl class="kwx-list simple">\n{"".join(lines[at : at + size])}</dl>\n'
            for at in range(0, len(rows), size)
        )

    def _keyword(self, keyword: Row | KeywordLink) -> str:
        """Return a link from a keyword to its place."""
        tag = 'b' if is_word(keyword.kind) else 'code'
        return self._links.to(keyword.link, f'<{tag}>{breakable(keyword.name)}</{tag}>')

    def _row(self, row: Row, *, short: bool) -> str:
        mark = '' if short else self._view.mark
        beside = mark * row.defined if mark else self._kind(row.kind)
        word = f' <small>{text(beside)}</small>' if beside else ''
        if row.changes:
            word += f' <span class="kwx-n">{text(" · ".join(row.changes))}</span>'
        start = f' id="{row.anchor}"' if row.anchor else ''  # of letters that need no escape
        if self._has_filter:
            start += self._told(row)
        definitions = self._definitions(row) if row.definitions else ''
        places = f'<dd>{self._places(row, short=short)}</dd>'
        return f'<div{start}><dt>{self._keyword(row)}{word}</dt>{definitions}{places}</div>\n'

    def _told(self, row: Row) -> str:
        """Return what the script cannot know by itself of a row."""
        is_switched = self._view.explained >= 0
        is_marked = row.explained and (is_switched or not row.definitions)
        name = row.name.removesuffix('()')
        reference = self._roles.exception(row.link, name, row.kind)
        return (' class="kwx-said"' if is_marked else '') + (
            '' if reference is None else f' data-ref="{escape(reference)}"'
        )

    def _definitions(self, row: Row) -> str:
        """Return the definitions, with their sources where they come from several pages."""
        sources = [link.page or link.text for _words, link in row.definitions]
        is_clear = len(set(sources)) < len(sources) or len(sources) == 1
        return ''.join(
            f'<dd>{text(words)}</dd>'
            if is_clear
            else f'<dd>{text(words)} <small>{self._links.to(link, text(source))}</small></dd>'
            for (words, link), source in zip(row.definitions, sources, strict=True)
        )

    def _places(self, row: Row, *, short: bool) -> str:
        """Return the sections; in a short row, the keyword alone links to the first."""
        most = 1 if short else PLACES
        words = text(row.link.text) if short else ''
        links = [self._place(place, words) for place in row.places[:most]]
        if row.entry:
            links.append(self._links.to(row.entry))
        shown, folded = ' / '.join(links), row.places[most:]
        if not folded:
            return shown
        items = ''.join(map(self._sections, by_page(folded)))
        summary = f'<summary>{text(_more(folded))}</summary>'
        return f'{shown} <details>{summary}<ul>{items}</ul></details>'

    def _place(self, place: Link, words: str = '') -> str:
        page = f' <span>· {text(place.page)}</span>' if place.page else ''
        return f'{words or self._links.to(place)}{page}'

    def _sections(self, links: Sequence[Link]) -> str:
        """Return a page with its sections."""
        head = f'{text(links[0].page)}: ' if links[0].page else ''
        return f'<li>{head}{", ".join(map(self._links.to, links))}</li>'


def _box(name: str, value: str, label: str, n: int, start: str = '') -> str:
    """Return a box to tick, with a number that is not 0."""
    box = f'<input type="checkbox"{attributes(name=name, value=value)}>'
    return f'<label{start}>{box} {text(label)}{f" {count(n)}" if n else ""}</label>\n'


def _more(folded: Sequence[Link]) -> str:
    pages = len({place.docname for place in folded})
    if pages == 1:
        words = ngettext('%s more section', '%s more sections', len(folded))
        return words % number(len(folded))
    values = {'sections': number(len(folded)), 'pages': number(pages)}
    return _('%(sections)s more sections on %(pages)s pages') % values
