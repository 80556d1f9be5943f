"""A keyword index for any Sphinx documentation, without any markup."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = '0.1.0'


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    # imported here, so that the command line does not import Sphinx
    from sphinxcontrib_kwindex import config, diagnostics, domain, i18n
    from sphinxcontrib_kwindex.check.builder import CheckBuilder
    from sphinxcontrib_kwindex.collect.collector import EVENT, KeywordCollector
    from sphinxcontrib_kwindex.directive import (
        KeywordIndexDirective,
        kwindex_listing,
    )
    from sphinxcontrib_kwindex.export.json import KeywordBuilder
    from sphinxcontrib_kwindex.export.markdown import MarkdownBuilder, ignore_pages
    from sphinxcontrib_kwindex.html import page_context
    from sphinxcontrib_kwindex.html.pages import collect_pages
    from sphinxcontrib_kwindex.incremental import Build
    from sphinxcontrib_kwindex.pages import toctrees
    from sphinxcontrib_kwindex.render import code_links
    from sphinxcontrib_kwindex.render.doctree import complete_doctree
    from sphinxcontrib_kwindex.render.html import visit_listing
    from sphinxcontrib_kwindex.render.links import LinkTransform
    from sphinxcontrib_kwindex.suggestions import EVENT as MISSING
    from sphinxcontrib_kwindex.suggestions import Suggester

    app.add_message_catalog(i18n.CATALOG, str(i18n.LOCALE_DIR))
    config.register(app)
    app.add_domain(domain.KeywordDomain)
    app.add_event(EVENT)
    app.add_env_collector(KeywordCollector)
    app.add_directive('kwindex', KeywordIndexDirective)
    app.add_node(kwindex_listing, html=(visit_listing, None))
    app.add_node(code_links.kwindex_code, html=(code_links.visit_code, None))
    app.add_node(code_links.kwindex_doctest, html=(code_links.visit_code, None))
    app.add_post_transform(LinkTransform)
    app.add_post_transform(code_links.CodeTransform)
    app.add_builder(KeywordBuilder)
    app.add_builder(MarkdownBuilder)
    app.add_builder(CheckBuilder)

    build = Build()
    contexts = page_context.PageContexts(build)
    suggester = Suggester()
    app.connect('config-inited', config.check)
    app.connect('config-inited', page_context.add_paths)
    app.connect('env-before-read-docs', toctrees.name_pages)
    # before Sphinx's collector of toctrees
    app.connect('doctree-read', toctrees.complete_toctrees, priority=400)
    app.connect('env-get-outdated', ignore_pages)
    app.connect('env-get-outdated', toctrees.read_toctrees_again)
    # all records are read and merged; what is returned is written
    app.connect('env-get-updated', build.begin)
    app.connect('env-check-consistency', diagnostics.check)
    app.connect('missing-reference', domain.resolve_label)
    app.connect('env-updated', suggester.forget)
    # before Sphinx's own handler for labels
    app.connect(MISSING, suggester.suggest, priority=400)
    app.connect('write-started', contexts.begin)
    app.connect('doctree-resolved', build.note_written)
    app.connect('doctree-resolved', complete_doctree)
    app.connect('html-page-context', contexts.complete)
    app.connect('html-collect-pages', partial(collect_pages, build=build))
    # after the handlers of others, which may fail
    app.connect('build-finished', build.end, priority=900)
    return {
        'version': __version__,
        'parallel_read_safe': True,
        'parallel_write_safe': True,
    }
