"""What the exports say, as plain objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.export.counts import occurrences
from sphinxcontrib_kwindex.model import WEIGHTS, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.config import Config

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.index import ProjectIndex
    from sphinxcontrib_kwindex.model import Definition, DocumentRecord, Place, Position

#: goes up when a reader of the exports must change
SCHEMA = 1

_ROLES = list(Role)


def summary(config: Config, index: ProjectIndex) -> dict[str, Any]:
    """Describe the whole export."""
    shown = [docname for docname, record in index.documents.items() if not record.skip]
    return {
        'schema': SCHEMA,
        'generator': f'sphinxcontrib-kwindex {sphinxcontrib_kwindex.__version__}',
        'project': config.project,
        'version': config.version,
        'documents': len(shown),
        'keywords': len(index.merged(shown)),
        'defined': len(index.glossary),
        'records': sum(len(index.record(docname).keywords) for docname in shown),
        'listed_from': config.kwindex_threshold,
        'positions': {name_of(position): weight._asdict() for position, weight in WEIGHTS.items()},
    }


def document_object(docname: str, source: str, index: ProjectIndex) -> dict[str, Any]:
    """Describe a document and its keywords."""
    record = index.documents[docname]
    return {
        'document': docname,
        'title': record.title,
        'source': source,
        'sections': [
            {'id': section.id, 'title': section.title, 'level': section.level}
            for section in record.sections[1:]
        ],
        'keywords': [_keyword(entry, record) for entry in index.listed(docname)],
    }


def _keyword(entry: Entry, record: DocumentRecord) -> dict[str, Any]:
    return {
        'name': entry.name,
        'kind': entry.kind,
        'role': entry.role,
        'score': entry.score,
        'definition': entry.definitions[0][1].text if entry.definitions else None,
        'places': _places([spot.place for spot in entry.spots], record),
    }


def _places(places: Iterable[Place], record: DocumentRecord) -> list[dict[str, Any]]:
    """Give one object for each section."""
    by_section: dict[int, list[Place]] = {}
    for place in places:
        by_section.setdefault(place.section, []).append(place)
    return [_section_place(by_section[section], record) for section in sorted(by_section)]


def _section_place(places: list[Place], record: DocumentRecord) -> dict[str, Any]:
    first = min(places, key=_line_to_name)
    return {
        'section': record.sections[first.section].id,
        'line': first.line,
        'count': occurrences(places),
        'role': strongest(WEIGHTS[place.position].role for place in places),
        **file_of(first, record),
    }


def _line_to_name(place: Place) -> tuple[object, ...]:
    """Prefer the line of a definition, the document's own lines, the first line, any to none."""
    defines = WEIGHTS[place.position].role is Role.DEFINES
    return not defines, not place.line, place.source, place.line


def file_of(place: Place, record: DocumentRecord) -> dict[str, str]:
    """Name the file that the line is in, unless it is the document's own."""
    return {'file': record.sources[place.source]} if place.source else {}


def name_of(position: Position) -> str:
    """Write a position in words."""
    return position.name.lower().replace('_', ' ')


def strongest(roles: Iterable[Role]) -> Role:
    """Give the role that counts."""
    return min(roles, key=_ROLES.index)


def keyword_object(entry: Entry, index: ProjectIndex) -> dict[str, Any]:
    """Describe an entry of the glossary."""
    return {
        'name': entry.name,
        'kind': entry.kind,
        'definition': _definition(*entry.definitions[0], index) if entry.definitions else None,
        'documents': list(_documents(entry)),
    }


def _documents(entry: Entry) -> Iterator[dict[str, Any]]:
    by_document: dict[str, list[Place]] = {}
    for docname, place in entry.spots:
        by_document.setdefault(docname, []).append(place)
    for docname, places in sorted(by_document.items()):
        yield {
            'document': docname,
            'role': strongest(WEIGHTS[place.position].role for place in places),
            'count': occurrences(places),
        }


def _definition(docname: str, definition: Definition, index: ProjectIndex) -> dict[str, str]:
    section = index.documents[docname].sections[definition.section]
    return {
        'text': definition.text,
        'source': definition.source,
        'document': docname,
        'section': section.id,
    }
