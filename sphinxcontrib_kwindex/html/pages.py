"""Generated pages of the HTML builders, by the event ``html-collect-pages``."""

from __future__ import annotations

import json
from html import escape
from itertools import accumulate
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.addnodes import toctree
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import __
from sphinx.util.display import status_iterator

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.i18n import _, info, singular
from sphinxcontrib_kwindex.incremental import is_configured, theme_texts, write_if_changed
from sphinxcontrib_kwindex.pages.context import id_of, shown_name, slug
from sphinxcontrib_kwindex.pages.generated import data_file, page_view
from sphinxcontrib_kwindex.render.html import HtmlRenderer, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from sphinxcontrib_kwindex.incremental import Build
    from sphinxcontrib_kwindex.model import Kind
    from sphinxcontrib_kwindex.pages.context import PageContext, PageId
    from sphinxcontrib_kwindex.pages.pagination import Part


def collect_pages(app: Sphinx, build: Build) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the generated pages that show something new: name, context, template."""
    builder = app.builder
    stale = build.begin_pages(app)
    if not stale or not isinstance(builder, StandaloneHTMLBuilder):
        return
    context = KeywordDomain.of(app.env).context(builder)
    pages = [page for page in context.all_pages if page.pagename(context.root) in stale]
    shown = ((p.pagename(context.root), _page_context(p, context, builder)) for p in pages)
    new = ((name, data, 'page.html') for name, data in shown if build.is_new(app, name, data))
    message, written = __('writing keyword pages... '), 0
    name_of = itemgetter(0)
    for collected in status_iterator(new, message, 'darkgreen', len(pages), app.verbosity, name_of):
        written += 1
        yield collected
    for page in context.all_pages:
        if not page.part and data_file(page, context) in stale:
            path = Path(builder.outdir, data_file(page, context))
            write_if_changed(path, [filter_data(page, context, builder)])
    info('kwindex: %s', summary(written, context))
    if build.is_whole and (name := _unlinked(app, context)):
        file = builder.get_target_uri(name)
        words = 'add %s to a toctree, or set kwindex_footer = True'
        info(f'kwindex: if the theme does not link to %s, {words}.', file, name)


def summary(written: int, context: PageContext) -> str:
    """Return how much is listed and written."""
    docnames = context.index.docnames
    listed = sum(name.listed for name in context.index.names(docnames).values())
    return (
        f'{_counted(listed, "keyword")} ({len(context.index.defined):,} defined or explained) '
        f'in {_counted(len(docnames), "document")}, '
        f'{written:,} of {_counted(len(context.all_pages), "page")} written'
    )


def _counted(number: int, noun: str) -> str:
    return f'{number:,} {noun}' if number == 1 else f'{number:,} {noun}s'


def _unlinked(app: Sphinx, context: PageContext) -> str:
    """Return the name of the index if no page of an author is known to link to it."""
    config, name = app.config, context.home.pagename(context.root)
    if not context.has(context.home) or config.kwindex_footer or is_configured(app.builder):
        return ''
    if KeywordDomain.of(app.env).is_linked or any(name in text for text in theme_texts(config)):
        return ''
    toctrees = (
        node
        for docname in app.env.toctree_includes
        for node in app.env.tocs[docname].findall(toctree)
    )
    return (
        '' if any(name == entry for node in toctrees for _title, entry in node['entries']) else name
    )


def _page_context(
    page: PageId, context: PageContext, builder: StandaloneHTMLBuilder
) -> dict[str, Any]:
    """Return the context of a page, as themes know it of documents."""
    name = page.pagename(context.root)
    view = page_view(page, context)
    data = data_file(page, context) if context.parts(page) else ''
    html = HtmlRenderer(builder, view, data).render()
    title = text(view.title)
    links = _Neighbours(page, context, builder)
    parents = [links.to(above, _short_title(above, page, context)) for above in page.ancestors]
    up = next(filter(None, reversed(parents)), None)
    return {
        'title': title,
        'body': f'<section id="kwindex-{page.page}">\n<h1>{title}</h1>\n{html}</section>\n',
        'parents': list(filter(None, parents)),
        'prev': links.beside(-1),
        'next': links.beside(1),
        'metatags': f'<link rel="up" title="{up["title"]}" href="{up["link"]}" />\n' if up else '',
        # sphinx_rtd_theme shows a link to the source otherwise
        'display_vcs_links': False,
        'kwindex_page': name,
    }


def _short_title(page: PageId, below: PageId, context: PageContext) -> str:
    """Return the title of a page for the breadcrumbs of another; of a folder, its last part."""
    is_above = page.page == 'folder' and page.name != below.name
    return f'{page.name.rpartition("/")[2]}/' if is_above else context.title(page)


class _Neighbours:
    """Links from a generated page to the pages around it, as themes know them."""

    def __init__(self, page: PageId, context: PageContext, builder: StandaloneHTMLBuilder) -> None:
        self._page = page
        self._context = context
        self._builder = builder

    def to(self, page: PageId, title: str) -> dict[str, str] | None:
        """Return a link to a page, if this output has it."""
        link = self._context.link(page, title)
        if link is None:
            return None
        here = self._page.pagename(self._context.root)
        uri = self._builder.get_relative_uri(here, link.docname)
        return {'link': escape(uri), 'title': text(title)}

    def beside(self, offset: int) -> dict[str, str] | None:
        """Return a link to the part of the list before or after this one."""
        parts = list(self._context.parts(self._page))
        if not self._page.part:
            return None
        number = parts.index(self._page.part) + offset
        if not 0 <= number < len(parts):
            return None
        page = self._page._replace(part=parts[number])
        return self.to(page, self._context.title(page))


def _about(kind: Kind, rank: int) -> tuple[str, int, str, str]:
    """Return what the filter knows of keywords of a kind and rank."""
    label = singular(kind) if rank else f'{singular(kind)} · {_("only in code")}'
    return singular(kind), rank, f'#kw-{slug(kind)}-', label


def filter_data(page: PageId, context: PageContext, builder: StandaloneHTMLBuilder) -> str:
    """Return the script with the names of a list, which its filter and the sidebar search.

    It is a script, since browsers load no other data from a file system. Names and sorts are two
    long texts, which browsers read faster than many short ones.
    """
    pagination, sort_key = context.pagination(page), context.alphabet.sort_key
    parts: list[Part | None] = [*pagination.sizes] or [None]
    order = {part: n for n, part in enumerate(parts)}
    found = [(*name, key in context.index.defined) for key, name in context.names(page).items()]
    found.sort(key=lambda name: (order[pagination.part_of(name[0])], sort_key(name[0]), name[0]))
    sorts = [(kind, listed + explained) for _name, kind, listed, explained in found]
    # one character for each sort; JSON escapes none of them
    letters = {sort: chr(0xB0 + n) for n, sort in enumerate(sorted(set(sorts)))}
    names = [page._replace(part=part).pagename(context.root) for part in parts]
    data = {
        'names': '\n'.join(shown_name(*name[:2]) for name in found),
        'sorts': ''.join(map(letters.__getitem__, sorts)),
        # letter -> kind; 2: explained, 1: listed, 0: only in code; how anchors begin; label
        'about': {letters[sort]: _about(*sort) for sort in letters},
        # anchors that are not just kind and name, without parentheses
        'ids': {n: end for n, (name, *_) in enumerate(found) if (end := id_of(name)) != name},
        # the pages from the output directory, and the number of the first name after each
        'pages': [builder.get_target_uri(name) for name in names],
        'ends': list(accumulate(pagination.sizes.values())) or [len(found)],
    }
    return f'window.kwindexData = {json.dumps(data, ensure_ascii=False, separators=(",", ":"))};\n'
