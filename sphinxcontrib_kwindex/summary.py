"""What the maintainer reads at the end of a build: one line, and with ``-v`` how many of a kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.documents import Subject
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.messages import detail, info
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinxcontrib_kwindex.view import Site


def tell(app: Sphinx, exception: Exception | None) -> None:
    """Sum up what was indexed and written, if this builder had any use for the index."""
    domain = KeywordDomain.of(app.env)
    site = domain.current_site
    if exception is None and site is not None:
        info('%s', line(site, len(site.generated & domain.done)))
        detail('kwindex: %s', by_kind(site))


def line(site: Site, written: int) -> str:
    """Say how much there is."""
    documents = sum(not record.skip for record in site.index.documents.values())
    found = counted(len(site.shelf.entries(Subject('folder'))), 'keyword')
    result = f'kwindex: {found} ({len(site.index.glossary):,} defined or explained)'
    result += f' in {counted(documents, "document")}'
    if site.generated:
        result += f'; {written:,} of {counted(len(site.generated), "keyword page")} written'
    return result


def by_kind(site: Site) -> str:
    """Say how many there are of each kind."""
    kinds = Counter(entry.kind for entry in site.shelf.entries(Subject('folder')))
    return ', '.join(f'{kind} {kinds[kind]:,}' for kind in Kind if kinds[kind]) or 'no keywords'


def counted(n: int, thing: str) -> str:
    """Count things in English, the language of all messages to maintainers."""
    return f'{n:,} {thing}' if n == 1 else f'{n:,} {thing}s'
