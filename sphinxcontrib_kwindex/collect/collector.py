"""Environment collector: makes the record of a document when Sphinx has read it.

It alone writes to the record store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.environment.collectors import EnvironmentCollector
from sphinx.errors import ExtensionError
from sphinx.util.matching import patmatch

from sphinxcontrib_kwindex.collect.domain_objects import with_changes
from sphinxcontrib_kwindex.collect.node_visitors import add_author_keywords, visit_document
from sphinxcontrib_kwindex.collect.recorder import merge_occurrences
from sphinxcontrib_kwindex.collect.walker import Context, conditions_above, text_of
from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.extract.names import has_escapes, sanitize
from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.index.ranking import make_header
from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Kind, Section
from sphinxcontrib_kwindex.records import records_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.collect.locations import SourceTable
    from sphinxcontrib_kwindex.model import Definition, Listing, Place

#: by this event a project edits the list of keywords of a document
EVENT = 'kwindex-keywords'


class KeywordCollector(EnvironmentCollector):
    """Collector that keeps the record store in step with the documents."""

    def clear_doc(self, _app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Remove the record of a document that is gone or will be read again."""
        records_of(env).discard(docname)

    def merge_other(
        self,
        _app: Sphinx,
        env: BuildEnvironment,
        docnames: AbstractSet[str],
        other: BuildEnvironment,
    ) -> None:
        """Merge the records of a parallel reader."""
        records_of(env).merge(docnames, records_of(other))

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Store the record of a document that has just been read."""
        env = app.env
        record = edited_record(_safe_record_of(doctree, env), app, env.docname)
        header = make_header(record, frozenset(env.config.kwindex_keep))
        records_of(env).put(env.docname, header, record)


def _safe_record_of(doctree: nodes.document, env: BuildEnvironment) -> DocumentRecord:
    """Return the record of a document, without keywords if anything fails."""
    try:
        return record_of(doctree, env)
    except Exception as error:  # noqa: BLE001  any extension may have put anything there
        what = f'{type(error).__name__}: {error}'
        warn(WarningType.DOCUMENT, f'its keywords are left out of the index: {what}', env.docname)
        title = title_of(env, env.docname)
        return DocumentRecord(title, (Section('', title, 0),))


def record_of(doctree: nodes.document, env: BuildEnvironment) -> DocumentRecord:
    """Return the record of a document."""
    docname = env.docname
    title = title_of(env, docname)
    metadata = env.metadata.get(docname, {})
    path = str(env.doc2path(docname, base=False))
    excluded = is_excluded(docname, path, env.config.kwindex_exclude)
    skip = excluded or metadata.get('kwindex') == 'skip'
    recorder = visit_document(doctree, env, title)
    add_author_keywords(recorder, str(metadata.get('keywords', '')), Context())
    keywords = merge_occurrences(recorder.occurrences)
    record = DocumentRecord(
        title=title,
        sections=tuple(recorder.walker.sections),
        keywords=() if skip else with_changes(keywords, recorder.changes),
        conditions=tuple(recorder.walker.conditions),
        sources=tuple(recorder.sources.names),
        listings=_listings(doctree) if env.new_serialno('kwindex') else (),
        references=tuple(sorted(recorder.references)),
        skip=skip,
        embedded=tuple(sorted(recorder.embedded)),
        aliases=recorder.aliases.stated(imported=True),
        objects=recorder.aliases.stated(imported=False),
        scopes=tuple(sorted(recorder.scopes)),
    )
    warn_of_characters(record, recorder.sources, docname)
    return record


def title_of(env: BuildEnvironment, docname: str) -> str:
    """Return the title of a document; of one without a title, its name."""
    title = sanitize(text_of(env.titles[docname])) if docname in env.titles else ''
    return title if title not in {'', '<no title>'} else sanitize(docname)


def is_excluded(docname: str, path: str, patterns: Iterable[str]) -> bool:
    """Return whether patterns exclude a document by its name, its file, or a folder above."""
    parts = docname.split('/')
    names = [path, *('/'.join(parts[:n]) for n in range(1, len(parts) + 1))]
    return any(patmatch(name, pattern.rstrip('/')) for pattern in patterns for name in names)


def _listings(doctree: nodes.document) -> tuple[Listing, ...]:
    """Return what the directives of a document list. Each has taken a serial number."""
    return tuple(
        node['listing']._replace(conditions=conditions_above(node))
        for node in doctree.findall(kwindex_listing)
    )


def edited_record(record: DocumentRecord, app: Sphinx, docname: str) -> DocumentRecord:
    """Return a record with its keywords as handlers of ``kwindex-keywords`` leave them."""
    if not app.events.listeners.get(EVENT):  # Sphinx would format the whole list for its log
        return record
    given = list(record.keywords)
    app.emit(EVENT, docname, given)
    try:
        keywords = validate_keywords(given, len(record.sections))
    except (TypeError, ValueError, AttributeError) as error:
        message = f'{EVENT}: a handler leaves no valid keywords for {docname!r}: {error}'
        raise ExtensionError(message) from error
    return record._replace(keywords=keywords)


def validate_keywords(given: Iterable[Keyword], sections: int) -> tuple[Keyword, ...]:
    """Return keywords as a record has them: sorted, printable, one of each name and kind."""
    merged: dict[tuple[str, Kind], Keyword] = {}
    for one in given:
        name, kind = sanitize(one.name), Kind(one.kind)
        other = merged.get((name, kind), Keyword(name, kind, ()))
        merged[name, kind] = other._replace(
            places=tuple(sorted({*other.places, *one.places})),
            definitions=tuple(dict.fromkeys((*other.definitions, *one.definitions))),
            changes=tuple(dict.fromkeys((*other.changes, *one.changes))),
        )
        parts: list[Place | Definition] = [*one.places, *one.definitions]
        if not (name and one.places and all(0 <= part.section < sections for part in parts)):
            message = f'{one!r} needs a name, places, and sections of its document'
            raise ValueError(message)
    return tuple(sorted(merged.values()))


def warn_of_characters(record: DocumentRecord, sources: SourceTable, docname: str) -> None:
    """Warn of names and titles with unprintable or deceptive characters, once of each text."""
    for text, location in dict(reversed([*_marked_texts(record, sources, docname)])).items():
        warn(
            WarningType.CONTROL_CHAR,
            f'the keyword index shows {text!r} for a text with characters that cannot be printed, '
            'or that change the order in which it is read.',
            location,
        )


def _marked_texts(
    record: DocumentRecord, sources: SourceTable, docname: str
) -> Iterator[tuple[str, str]]:
    for keyword in record.keywords:
        if has_escapes(keyword.name):
            place = keyword.places[0]
            yield keyword.name, f'{sources.path(place.source)}:{place.line}'
    for section in record.sections if record.keywords else ():
        if has_escapes(section.title):
            yield section.title, docname
