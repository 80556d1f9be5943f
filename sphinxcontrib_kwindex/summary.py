"""What the maintainer reads at the end of a build: one line, and with ``-v`` how many of a kind."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.messages import detail, info
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.outputs import shown
from sphinxcontrib_kwindex.written import Counts

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinxcontrib_kwindex.index import ProjectIndex


def tell(app: Sphinx, exception: Exception | None) -> None:
    """Sum up what was indexed and written, if this builder had any use for the index."""
    domain = KeywordDomain.of(app.env)
    counts = domain.written and domain.written.counts
    if counts is None and domain.current_site is not None:
        counts = counts_of(domain.current_site.index)
    if exception is None and counts is not None:
        generated = shown(app.env, app.builder)
        info('%s', line(counts, len(generated & domain.done), len(generated)))
        detail('kwindex: %s', by_kind(counts))


def counts_of(index: ProjectIndex) -> Counts:
    """Count what there is."""
    kinds = Counter(entry.kind for entry in index.everything)
    return Counts(
        sum(not record.skip for record in index.documents.values()),
        len(index.glossary),
        tuple((kind.value, kinds[kind]) for kind in Kind if kinds[kind]),
    )


def line(counts: Counts, written: int, pages: int) -> str:
    """Say how much there is."""
    found = counted(sum(number for _kind, number in counts.kinds), 'keyword')
    result = f'kwindex: {found} ({counts.defined:,} defined or explained)'
    result += f' in {counted(counts.documents, "document")}'
    if pages:
        result += f'; {written:,} of {counted(pages, "keyword page")} written'
    return result


def by_kind(counts: Counts) -> str:
    """Say how many there are of each kind."""
    return ', '.join(f'{kind} {number:,}' for kind, number in counts.kinds) or 'no keywords'


def counted(n: int, thing: str) -> str:
    """Count things in English, the language of all messages to maintainers."""
    return f'{n:,} {thing}' if n == 1 else f'{n:,} {thing}s'
