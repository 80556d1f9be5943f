"""Which documents show something else than what this builder wrote last.

The digests of what was written stand beside the doctrees, one file for each builder. A document
that will be written anew loses its digest before, and gets its new one after: whenever a build is
interrupted, the next one completes it.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.display import progress_message, status_iterator

from sphinxcontrib_kwindex import documents, sidebar
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.model import Listing
from sphinxcontrib_kwindex.view import view_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.view import Site


_COMPARING = 'comparing keyword pages... '


class Written(NamedTuple):
    """What a builder wrote last."""

    #: docname -> digest of what its listings and references showed
    digests: dict[str, str]
    #: which of them were generated, so that nobody but us misses their files
    generated: frozenset[str]


def documents_to_rewrite(app: Sphinx) -> list[str]:
    """Bring the generated documents up to date, and name what must be written."""
    domain = KeywordDomain.of(app.env)
    domain.forget_site()
    documents.purge_what_is_generated_again(app)
    skipped = {docname for docname in domain.records if domain.records[docname].skip}
    if not app.builder.format:
        documents.generate(app, skipped, None)
        return []
    with progress_message('indexing keywords'):
        shelf = domain.shelf(app.builder)
        documents.generate(app, skipped, shelf.labels)
    site = domain.site(app.builder)
    digests = dict(_digests(app, domain, site))
    written = load(app.builder)
    _remove_files(app.builder, written.generated - site.generated)
    same = {} if documents.project_of(app.env).changed else written.digests
    stale = {d for d, digest in digests.items() if same.get(d) != digest}
    left = {d: digest for d, digest in written.digests.items() if d in digests and d not in stale}
    if left != written.digests:
        save(app.builder, Written(left, site.generated & left.keys()))
    domain.pending = {docname: digests[docname] for docname in stale}
    return sorted(stale)


def note_written(app: Sphinx, _doctree: nodes.document, docname: str) -> None:
    """Take note of a document that is being written."""
    KeywordDomain.of(app.env).done.add(docname)


def save_written(app: Sphinx, exception: Exception | None) -> None:
    """Remember the digests of what was written, when everything is."""
    domain = KeywordDomain.of(app.env)
    new = {d: digest for d, digest in domain.pending.items() if d in domain.done}
    if exception is None and new:
        digests, _generated = load(app.builder)
        digests.update(new)
        save(app.builder, Written(digests, documents.shown(app.env, app.builder) & digests.keys()))


def _digests(app: Sphinx, domain: KeywordDomain, site: Site) -> Iterator[tuple[str, str]]:
    """Digest what each document shows of the index."""
    pages = sorted(site.generated)
    for page in status_iterator(pages, _COMPARING, 'brown', len(pages), app.verbosity):
        subject = documents.subject_of(page, site.root)
        style = 'glossary' if subject.page == 'glossary' else 'page'
        listing = Listing(page, subject.patterns, style)
        yield page, _digest(view_of(listing, site))
    is_beside = sidebar.is_used(app.builder)
    for docname in domain.records:
        record = domain.records[docname]
        if record.listings or record.references or is_beside:
            shown = [view_of(listing, site) for listing in record.listings]
            links = [
                domain.link(role, target, docname, app.builder)
                for role, target in record.references
            ]
            yield docname, _digest((shown, links, is_beside and sidebar.top(docname, site)))


def _digest(shown: object) -> str:
    return hashlib.sha256(repr(shown).encode(errors='backslashreplace')).hexdigest()[:20]


def _path(builder: Builder) -> Path:
    return Path(builder.doctreedir, f'kwindex-{builder.name}.json')


def load(builder: Builder) -> Written:
    """Read what this builder last wrote into this output directory."""
    try:
        saved = json.loads(_path(builder).read_text(encoding='utf-8'))
        if saved['outdir'] == _outdir(builder):
            return Written(saved['digests'], frozenset(saved['generated']))
    except (OSError, ValueError, LookupError, TypeError):
        pass  # never built, or the file was cut short: everything is written anew
    return Written({}, frozenset())


def save(builder: Builder, written: Written) -> None:
    """Remember what this builder wrote."""
    content = {
        'outdir': _outdir(builder),
        'digests': dict(sorted(written.digests.items())),
        'generated': sorted(written.generated),
    }
    new = _path(builder).with_suffix('.new')
    new.write_text(json.dumps(content), encoding='utf-8')
    new.replace(_path(builder))


def _outdir(builder: Builder) -> str:
    return os.path.relpath(builder.outdir, builder.doctreedir)


def _remove_files(builder: Builder, pages: frozenset[str]) -> None:
    """Delete what we wrote for pages that are no more."""
    for page in sorted(pages):
        path = output_file(builder, page)
        if path and path.is_relative_to(builder.outdir) and not path.is_symlink():
            path.unlink(missing_ok=True)


def output_file(builder: Builder, docname: str) -> Path | None:
    """Give the file of a document, for builders that write one for each."""
    if hasattr(builder, 'get_outfilename'):
        return Path(builder.get_outfilename(docname))
    suffix = getattr(builder, 'out_suffix', '')
    return Path(builder.outdir, docname + suffix) if suffix else None
