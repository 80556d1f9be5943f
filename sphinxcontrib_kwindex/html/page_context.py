"""Context of HTML pages: link to the index, keywords for templates, style and script."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.i18n import _, ngettext, singular
from sphinxcontrib_kwindex.incremental import has_data, is_configured, is_of_data
from sphinxcontrib_kwindex.index.entries import best, key_of_entry
from sphinxcontrib_kwindex.pages.context import PageContext, PageId
from sphinxcontrib_kwindex.pages.generated import data_file
from sphinxcontrib_kwindex.pages.rows import keyword_link
from sphinxcontrib_kwindex.pages.view import KEY_TERMS
from sphinxcontrib_kwindex.render.html import Links

if TYPE_CHECKING:
    from collections.abc import Callable

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from sphinxcontrib_kwindex.incremental import Build
    from sphinxcontrib_kwindex.pages.view import Link

_PACKAGE = Path(__file__).parents[1]

#: ``viewcode`` keeps its pages until a module changes, and links on them with these
_KEPT = '_modules/'

#: the address of a link in a table of contents
_ADDRESS = re.compile(r'(?<=reference internal" href=")[^"]*')
#: stands before such an address for the way up to the output directory
_UP = '\0'


def add_paths(_app: Sphinx, config: Config) -> None:
    """Add our static files and templates before those of the project, which win.

    The lists are made anew: their defaults are the same objects in every build of a process.
    """
    config.html_static_path = [str(_PACKAGE / 'static'), *config.html_static_path]
    config.templates_path = [*config.templates_path, str(_PACKAGE / 'templates')]


class PageContexts:
    """Handler of ``html-page-context``."""

    def __init__(self, build: Build) -> None:
        self._build = build
        #: options -> a table of contents
        self._toctrees: dict[str, str] = {}

    def begin(self, _app: Sphinx, _builder: object) -> None:
        """Begin to write: tables of contents of an earlier build are out of date."""
        self._toctrees = {}

    def complete(
        self,
        app: Sphinx,
        pagename: str,
        _template: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Complete the context of a page."""
        domain = KeywordDomain.of(app.env)
        pages = domain.context(app.builder)
        is_kept = doctree is None and pagename.startswith(_KEPT)
        home = None if is_kept else pages.link(pages.home, pages.title(pages.home))
        if home:
            link = (home.docname, home.text, '', _('keywords'))
            links = context.get('rellinks', [])
            context['rellinks'] = [*links[:1], link, *links[1:]]

        def keywords() -> dict[str, Any]:
            self._build.uses_keywords = domain.is_linked = True
            return page_keywords(pagename, pages, app, home)

        context['kwindex'] = keywords() if is_of_data(app.builder) else keywords
        is_ours = context.get('kwindex_page') == pagename
        may_be_in_toctree = {PageId(kind).pagename(pages.root) for kind in ('index', 'glossary')}
        if is_ours and 'toctree' in context and pagename not in may_be_in_toctree:
            self._share_toctree(app, pagename, context)
        if is_of_data(app.builder) or not isinstance(app.builder, StandaloneHTMLBuilder):
            return  # these have no use for style and script
        listings = [] if doctree is None else doctree.findall(kwindex_listing)
        styles = [node['listing'].style for node in listings]
        footer = page_footer(pagename, pages, app.builder) if doctree is not None else ''
        if footer:
            context['body'] += footer
        if doctree is not None and app.config.kwindex_links:
            app.add_css_file('kwindex-links.css')
        if styles or is_ours or footer or is_configured(app.builder):
            app.add_css_file('kwindex.css')
        if is_ours or 'glossary' in styles or is_configured(app.builder):
            app.add_js_file('kwindex.js', loading_method='defer')

    def _share_toctree(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        """Render the table of contents once for all pages.

        Sphinx renders it anew for each page, which costs more than all else on a generated page.
        No toctree leads to these pages, so that no entry is current.
        """
        render: Callable[..., str] = context['toctree']
        here = app.builder.get_target_uri(pagename)

        def toctree(**options: object) -> str:
            name = repr(sorted(options.items()))
            if name not in self._toctrees:
                self._toctrees[name] = _ADDRESS.sub(
                    lambda address: _UP + urljoin(f'/{here}', address[0])[1:], render(**options)
                )
            return self._toctrees[name].replace(_UP, '../' * here.count('/'))

        context['toctree'] = toctree


def page_footer(pagename: str, pages: PageContext, builder: StandaloneHTMLBuilder) -> str:
    """Return the links at the end of a page of an author, if the project wants them."""
    if not builder.config.kwindex_footer or builder.embedded:
        return ''
    own = pages.link(PageId('document', pagename), _('Keywords of this page'))
    home = pages.link(pages.home, pages.title(pages.home))
    links = ' · '.join(map(Links(builder, pagename).to, filter(None, [own, home])))
    return f'<p class="kwx kwx-foot">{links}</p>\n' if links else ''


def page_keywords(
    pagename: str, pages: PageContext, app: Sphinx, home: Link | None
) -> dict[str, Any]:
    """Return what templates know of the keywords of a page: texts and addresses."""
    to = Links(app.builder, pagename)
    has_names = home and has_data(pages.home, pages, app.builder)

    def address(link: Link | None) -> str:
        return to.uri(link.docname, link.anchor) if link else ''

    record = pages.index.documents.get(pagename)
    entries = pages.index.listed(pagename) if record and not record.skip else ()
    words = ngettext('The keyword of this page', 'All %(n)d keywords of this page', len(entries))
    text = words % {'n': len(entries)}
    own = pages.link(PageId('document', pagename), text) if entries else None
    elsewhere = pages.elsewhere(PageId('document', pagename)) if entries else {}
    links = {'page': own, 'index': home}
    texts = {name: link.text if link else '' for name, link in links.items()}
    return {
        'keywords': [
            {
                'name': shown.name,
                'kind': singular(shown.kind),
                'href': address(shown.link),
                'elsewhere': address(elsewhere.get(key_of_entry(entry))),
            }
            for entry in best(entries, KEY_TERMS)
            for shown in [keyword_link(entry, entry.locations[0], pages)]
        ],
        **{name: address(link) for name, link in links.items()},
        'data': to.file(data_file(pages.home, pages)) if has_names else '',
        'labels': {
            'keywords': _('Keywords on this page'),
            'elsewhere': _('elsewhere'),
            'find': _('Find keywords'),
            'found': _('%s found') % '{}',
            'more': _('%d more').replace('%d', '{}'),
            **texts,
        },
    }
