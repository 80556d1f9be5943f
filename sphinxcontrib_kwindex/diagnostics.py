"""Diagnostics across documents: pages in each other's place, directives that show nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.config import root_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.index.conditions import is_shown
from sphinxcontrib_kwindex.pages.context import page_ids
from sphinxcontrib_kwindex.pages.files import FileNames, page_kinds
from sphinxcontrib_kwindex.pages.selection import select

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of documents in the place of generated pages, and of directives that show nothing."""
    if app.builder.format:
        _check_names(app.builder)
        _check_listings(app, env)


def _check_names(builder: Builder) -> None:
    names, root = FileNames(builder), root_of(builder.config)
    documents = set(builder.env.domaindata['kw']['records'])
    for page in page_ids(documents, page_kinds(builder)) if names.may_clash else ():
        if not names.are_free(page):
            docname, name = names.document(page), page.pagename(root)
            found = 'this document' if docname else 'a document or folder'
            warn(
                WarningType.NAME_CLASH,
                f'{found} has the name of the generated page {name!r}, which is left out. '
                'Rename it, or set kwindex_root in conf.py.',
                docname or None,
            )


def _check_listings(app: Sphinx, env: BuildEnvironment) -> None:
    index = KeywordDomain.of(env).context(app.builder).index
    for record in index.documents.values():
        for listing in record.listings:
            *_shown, reason, unknown = select(listing, index)
            messages = [f'kwindex: {error}' for error in unknown]
            messages += [f'kwindex shows nothing: {reason}.'] if reason else []
            if messages and is_shown(app.builder, listing.conditions):
                own = env.doc2path(listing.docname)
                path = Path(env.srcdir, listing.source) if listing.source else own
                for message in messages:
                    warn(WarningType.EMPTY, message, f'{path}:{listing.line}')
