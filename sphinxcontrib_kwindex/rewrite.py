"""Which documents show something else than what this builder wrote last.

The digests of what was written stand beside the doctrees, one file for each builder. They are those
of the last build that was completed; after one that was interrupted, all is written anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.display import progress_message, status_iterator

from sphinxcontrib_kwindex import documents, inputs, kept, sidebar, unfinished
from sphinxcontrib_kwindex.digest import digest
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.model import Listing
from sphinxcontrib_kwindex.outputs import shown, writes_all
from sphinxcontrib_kwindex.parallel import derive_lists
from sphinxcontrib_kwindex.removing import remove
from sphinxcontrib_kwindex.subjects import Subject, page_of, subject_of
from sphinxcontrib_kwindex.summary import counts_of
from sphinxcontrib_kwindex.view import view_of
from sphinxcontrib_kwindex.written import Written, load, save

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.view import Shelf, Site, View


#: so many pages that show something new are not derived again when they are written
_KEPT = 50

_COMPARING = 'comparing keyword pages... '


def documents_to_rewrite(app: Sphinx) -> list[str]:
    """Bring the generated documents up to date, and name what must be written."""
    domain = KeywordDomain.of(app.env)
    domain.forget_site()
    domain.done = set()  # an application may build several times
    documents.purge_what_is_generated_again(app)
    if not app.builder.format:
        skipped = {docname for docname in domain.records if domain.records[docname].skip}
        documents.generate(app, skipped, None)
        return []
    written = load(app.builder)
    domain.is_same = _is_same(app, written)
    if domain.is_same:
        domain.written = written
        return []
    is_anew = documents.project_of(app.env).changed or domain.is_unfinished
    nothing = Written({}, frozenset(), exports=written.exports)
    before = nothing if is_anew else written
    domain.written, domain.pending = _compare(app, domain, before)
    unfinished.begin(app.builder)
    _remove_files(app.builder, written.generated - domain.written.generated)
    ours = domain.written.generated  # so that the next build can remove them, come what may
    save(app.builder, written._replace(generated=ours, project=''))
    return sorted(domain.pending | unfinished.documents(app))


def _is_same(app: Sphinx, written: Written) -> bool:
    """Tell whether all that is shown is made from just what it was made from.

    Another builder, which shows something else, may have cut the lists otherwise in between.
    """
    project = documents.project_of(app.env)
    is_anew = project.changed or KeywordDomain.of(app.env).is_unfinished
    if is_anew or project.ranges != _ranges(written, project.root):
        return False
    if written.project != inputs.project(app, written.conditions):
        return False
    documents.generate(app, written.skipped, None)
    return written.generated == shown(app.env, app.builder)


def _ranges(written: Written, root: str) -> dict[str, tuple[str, ...]]:
    """Tell into which ranges this builder's lists are cut."""
    lists = ((name.partition(' '), labels) for name, _digest, labels in written.lists)
    return {
        page_of(Subject(page, name), root): labels
        for (page, _space, name), labels in lists
        if labels
    }


def _compare(
    app: Sphinx, domain: KeywordDomain, before: Written
) -> tuple[Written, frozenset[str]]:
    """Say what is there when all is written, and what is to be written for that."""
    with progress_message('indexing keywords'):
        shelf = domain.shelf(app.builder)
        derive_lists(app, shelf.index)
        records = shelf.index.documents
        skipped = frozenset(docname for docname, record in records.items() if record.skip)
        contents = inputs.Contents(app, shelf.index)
        ranges = Ranges(shelf, contents, before)
        read = set(documents.generate(app, skipped, ranges.labels))
    site = domain.site(app.builder)
    digests = dict(_pages(app, site, contents, before.digests))
    digests |= dict(_authored(app, domain, site, before.digests))
    conditions = sorted({chain for record in records.values() for chain in record.conditions})
    written = Written(
        digests,
        site.generated,
        inputs.project(app, conditions),
        tuple(conditions),
        skipped,
        tuple((name, *known) for name, known in sorted(ranges.known.items())),
        before.counts if contents.everything == before.everything else counts_of(shelf.index),
        contents.everything,
        before.exports,
    )
    kept.save(app.builder, shelf.index.kept)
    if not app.config.kwindex_json:  # exports look into all records once more
        shelf.index.let_go()
    pending = {d for d in digests if not _shows_same(before.digests.get(d, ''), digests[d])}
    pending.update(digests.keys() & read)  # so that Sphinx saves what was read
    return written, frozenset(pending)


class Ranges:
    """Into which ranges lists are cut: asked only where a list is made from something else."""

    def __init__(self, shelf: Shelf, contents: inputs.Contents, before: Written) -> None:
        self._shelf = shelf
        self._contents = contents
        self._before = {name: (digest, labels) for name, digest, labels in before.lists}
        self.known: dict[str, tuple[str, tuple[str, ...]]] = {}

    def labels(self, subject: Subject) -> tuple[str, ...]:
        """Name the pages of a list, if it has several."""
        if subject.page == 'document':
            return ()
        name, digest = f'{subject.page} {subject.name}', self._contents.of(subject)
        before, labels = self._before.get(name, ('', ()))
        self.known[name] = digest, labels if before == digest else self._shelf.labels(subject)
        return self.known[name][1]


def _pages(
    app: Sphinx, site: Site, contents: inputs.Contents, before: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Digest what each generated page is made from; where that has changed, what it shows.

    What a page shows that has never been digested is digested when it is written.
    """
    pages = sorted(site.generated)
    all_pages = digest(pages)
    for page in status_iterator(pages, _COMPARING, 'brown', len(pages), app.verbosity):
        subject = subject_of(page, site.root)
        made_from = digest(all_pages, contents.of(subject._replace(part=1)))
        known, _space, shown = before.get(page, '').partition(' ')
        if shown and known != made_from:
            style = 'glossary' if subject.page == 'glossary' else 'page'
            view = view_of(Listing(page, subject.patterns, style), site)
            if shown != site.digests[page]:
                _keep(site, page, {0: view})
            shown = site.digests[page]
        yield page, f'{made_from} {shown}'


def _keep(site: Site, docname: str, views: Mapping[int, View]) -> None:
    """Keep what a document shows until it is written, unless that is much."""
    if len(site.views) < _KEPT:
        site.views.update({(docname, serial): view for serial, view in views.items()})


def _shows_same(before: str, now: str) -> bool:
    """Compare digests: what is made from the same shows the same."""
    made_from, _space, shown = now.partition(' ')
    known, _space, showed = before.partition(' ')
    return made_from == known or bool(shown and shown == showed)


def _authored(
    app: Sphinx, domain: KeywordDomain, site: Site, before: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Digest what each document of an author shows of the index."""
    is_beside, is_html = sidebar.is_used(app.builder), app.builder.format == 'html'
    in_bar = is_html and site.page(Subject('glossary'), '')
    for docname, record in site.index.documents.items():
        if record.listings or record.references or is_beside or is_html:
            views = {listing.serial: view_of(listing, site) for listing in record.listings}
            links = [
                domain.link(role, target, docname, app.builder)
                for role, target in record.references
            ]
            beside = is_beside and sidebar.top(docname, site)
            shown = digest(list(views.values()), links, beside, in_bar)
            if shown != before.get(docname):
                _keep(site, docname, views)
            yield docname, shown


def _without(pending: AbstractSet[str], written: Written) -> Written:
    """Leave out what is yet to be written."""
    if not pending:
        return written
    digests = {docname: d for docname, d in written.digests.items() if docname not in pending}
    return written._replace(digests=digests, project='')


def note_written(app: Sphinx, _doctree: nodes.document, docname: str) -> None:
    """Take note of a document that is being written."""
    KeywordDomain.of(app.env).done.add(docname)


def save_written(app: Sphinx, exception: Exception | None) -> None:
    """Remember the digests of what was written, when everything is, data of filters and all."""
    domain = KeywordDomain.of(app.env)
    if exception is None and domain.written and not domain.is_same:
        site = domain.site(app.builder)
        digests = {
            docname: f'{digest}{site.digests.get(docname, "")}' if digest[-1:] == ' ' else digest
            for docname, digest in domain.written.digests.items()
        }
        written = domain.written._replace(digests=digests)
        left = frozenset() if writes_all(app.builder) else domain.pending - domain.done
        save(app.builder, _without(left, written))


def end(app: Sphinx, _exception: Exception | None) -> None:
    """Let go of what was derived: Python need not look through it when it ends."""
    KeywordDomain.of(app.env).forget_site()


def _remove_files(builder: Builder, pages: frozenset[str]) -> None:
    """Delete what we wrote for pages that are no more."""
    for page in sorted(pages):
        if path := output_file(builder, page):
            remove(path, Path(builder.outdir))


def output_file(builder: Builder, docname: str) -> Path | None:
    """Give the file of a document, for builders that write one for each."""
    if hasattr(builder, 'get_outfilename'):
        return Path(builder.get_outfilename(docname))
    suffix = getattr(builder, 'out_suffix', '')
    return Path(builder.outdir, docname + suffix) if suffix else None
