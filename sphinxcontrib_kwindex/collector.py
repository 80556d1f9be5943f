"""The life of a record: made when a document is read, merged, purged. The store's only writer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.environment.collectors import EnvironmentCollector
from sphinx.util.matching import patmatch

from sphinxcontrib_kwindex.collect.edited import edited
from sphinxcontrib_kwindex.collect.handlers import note_authors_own, observe
from sphinxcontrib_kwindex.collect.oddities import tell
from sphinxcontrib_kwindex.collect.record import keywords
from sphinxcontrib_kwindex.collect.walk import Context, conditions_above
from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.documents import project_of, title_of_document
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.garbage import no_collection
from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.model import DocumentRecord, Listing, Section
from sphinxcontrib_kwindex.rewrite import documents_to_rewrite

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


#: by this event a project edits the list of keywords of a document
EVENT = 'kwindex-keywords'


class KeywordCollector(EnvironmentCollector):
    """Keeps the record store in step with the documents."""

    def enable(self, app: Sphinx) -> None:
        """Listen to Sphinx; the generated documents must be there when it numbers figures."""
        super().enable(app)
        assert self.listener_ids is not None
        app.disconnect(self.listener_ids['env-get-updated'])
        first = app.connect('env-get-updated', self.get_updated_docs, priority=400)
        self.listener_ids['env-get-updated'] = first

    @no_collection()  # until the record is stored, and nothing is left to be looked at
    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Record a document that has just been read."""
        env = app.env
        if env.docname not in project_of(env).generated:
            record = _record(doctree, env)
            if app.events.listeners.get(EVENT):  # Sphinx would put the whole list into words
                given = list(record.keywords)
                app.emit(EVENT, env.docname, given)
                checked = edited(given, len(record.sections), env.docname)
                record = record._replace(keywords=checked)
            KeywordDomain.of(env).records.put(env.docname, record)

    def clear_doc(self, _app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget a document that is gone or will be read anew."""
        KeywordDomain.of(env).records.discard(docname)

    def merge_other(
        self,
        _app: Sphinx,
        env: BuildEnvironment,
        docnames: AbstractSet[str],
        other: BuildEnvironment,
    ) -> None:
        """Take over what a parallel reader has read."""
        theirs = other.domaindata[KeywordDomain.name]['records']
        KeywordDomain.of(env).records.take(docnames, theirs)

    @no_collection(stays=True)
    def get_updated_docs(self, app: Sphinx, _env: BuildEnvironment) -> list[str]:
        """Name the documents that show something else than in the last build."""
        return documents_to_rewrite(app)


def is_excluded(docname: str, path: str, patterns: Iterable[str]) -> bool:
    """Tell whether patterns leave a document out, by its name, its file, or a folder above."""
    parts = docname.split('/')
    names = [path, *('/'.join(parts[:n]) for n in range(1, len(parts) + 1))]
    return any(patmatch(name, pattern.rstrip('/')) for pattern in patterns for name in names)


def _record(doctree: nodes.document, env: BuildEnvironment) -> DocumentRecord:
    """Make a record; whatever goes wrong costs the keywords of this document, not the build."""
    try:
        return record_of(doctree, env)
    except Exception as error:  # noqa: BLE001  any extension may have put anything there
        what = f'{type(error).__name__}: {error}'
        warn(Trouble.DOCUMENT, f'its keywords are left out of the index: {what}', env.docname)
        title = title_of_document(env, env.docname)
        return DocumentRecord(title, (Section('', title, 0),))


def _listings(doctree: nodes.document) -> tuple[Listing, ...]:
    """Give what the directives of a document ask for; they have taken a number each."""
    return tuple(
        node['listing']._replace(conditions=conditions_above(node))
        for node in doctree.findall(kwindex_listing)
    )


def record_of(doctree: nodes.document, env: BuildEnvironment) -> DocumentRecord:
    """Make the record of a document."""
    docname = env.docname
    title = title_of_document(env, docname)
    metadata = env.metadata.get(docname, {})
    path = env.doc2path(docname, base=False)
    excluded = is_excluded(docname, str(path), env.config.kwindex_exclude)
    skip = excluded or metadata.get('kwindex') == 'skip'
    observer = observe(doctree, env, title)
    note_authors_own(observer, str(metadata.get('keywords', '')), Context())
    record = DocumentRecord(
        title=title,
        sections=tuple(observer.walk.sections),
        keywords=() if skip else keywords(observer.observations),
        conditions=tuple(observer.walk.conditions),
        sources=tuple(observer.sources.names),
        listings=_listings(doctree) if env.new_serialno('kwindex') else (),
        references=tuple(sorted(observer.references)),
        skip=skip,
        embedded=tuple(sorted(observer.embedded)),
    )
    tell(record, observer.sources, docname)
    return record
