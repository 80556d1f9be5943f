"""A keyword index for any Sphinx documentation, without any markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import (
    assets,
    config,
    consistency,
    documents,
    filterdata,
    garbage,
    inventory,
    messages,
    navigation,
    outputs,
    reading,
    rewrite,
    suffix,
    summary,
    terse,
    toctree,
    unfinished,
    validation,
)
from sphinxcontrib_kwindex.check.builder import CheckBuilder
from sphinxcontrib_kwindex.collector import EVENT, KeywordCollector
from sphinxcontrib_kwindex.directive import KeywordIndexDirective, kwindex_listing
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export.builder import KeywordBuilder, write_beside
from sphinxcontrib_kwindex.export.markdown.builder import MarkdownBuilder
from sphinxcontrib_kwindex.render import html
from sphinxcontrib_kwindex.render.nodes import expand_listings
from sphinxcontrib_kwindex.store import VERSION

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = '0.1.0'


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    app.add_message_catalog(messages.CATALOG, str(messages.LOCALE_DIR))
    config.register(app)
    app.add_source_suffix(suffix.SUFFIX, suffix.FILETYPE)
    app.add_source_parser(documents.KeywordParser)
    app.add_domain(KeywordDomain)
    app.add_event(EVENT)
    app.add_env_collector(KeywordCollector)
    app.add_directive('kwindex', KeywordIndexDirective)
    app.add_node(kwindex_listing)
    app.add_builder(KeywordBuilder)
    app.add_builder(MarkdownBuilder)
    app.add_builder(CheckBuilder)
    toctree.register(app)
    garbage.register(app)
    app.connect('config-inited', validation.check)
    app.connect('config-inited', suffix.keep_suffix)
    app.connect('config-inited', assets.add_paths)
    app.connect('builder-inited', documents.install, priority=900)  # others look for files
    app.connect('builder-inited', outputs.leave_out_what_is_not_shown, priority=901)
    app.connect('builder-inited', unfinished.guard_info)
    app.connect('builder-inited', inventory.guard_writers)
    app.connect('builder-inited', html.teach_translators)
    app.connect('builder-inited', terse.shorten_log)
    app.connect('env-get-outdated', documents.taken_over)
    app.connect('env-get-outdated', unfinished.look)
    app.connect('env-before-read-docs', documents.read_them_last)
    app.connect('env-before-read-docs', unfinished.begin_reading)
    app.connect('env-check-consistency', consistency.check)
    app.connect('write-started', outputs.leave_out_what_is_not_shown)
    app.connect('doctree-resolved', expand_listings)
    app.connect('doctree-resolved', unfinished.begin_writing)
    app.connect('doctree-resolved', rewrite.note_written)
    app.connect('html-page-context', assets.add_to_page)
    app.connect('html-page-context', navigation.share_toctree)
    app.connect('build-finished', assets.forget_those_of_a_page)
    app.connect('build-finished', filterdata.write)
    app.connect('build-finished', write_beside)
    app.connect('build-finished', rewrite.save_written)
    app.connect('build-finished', unfinished.end)
    app.connect('build-finished', reading.end)
    app.connect('build-finished', summary.tell)
    app.connect('build-finished', rewrite.end, priority=899)
    return {
        'version': __version__,
        'env_version': VERSION,
        'parallel_read_safe': True,
        'parallel_write_safe': True,
    }
