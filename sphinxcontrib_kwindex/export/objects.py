"""What the exports say, as plain objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.model import WEIGHTS, Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.config import Config

    from sphinxcontrib_kwindex.index import Entry, ProjectIndex, Spot
    from sphinxcontrib_kwindex.model import Definition

#: goes up when a reader of the exports must change
SCHEMA = 1


def summary(config: Config, documents: int, index: ProjectIndex) -> dict[str, Any]:
    """Describe the whole export."""
    everything = index.merged(docname for docname, r in index.documents.items() if not r.skip)
    return {
        'schema': SCHEMA,
        'generator': f'sphinxcontrib-kwindex {sphinxcontrib_kwindex.__version__}',
        'project': config.project,
        'version': config.version,
        'documents': documents,
        'keywords': len(everything),
        'defined': len(index.glossary),
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
        'keywords': [_keyword(docname, entry, index) for entry in index.listed(docname)],
    }


def _keyword(docname: str, entry: Entry, index: ProjectIndex) -> dict[str, Any]:
    return {
        'name': entry.name,
        'kind': entry.kind,
        'role': entry.role,
        'score': entry.score,
        'definition': entry.definitions[0][1].text if entry.definitions else None,
        'places': _places(docname, entry.spots, index),
    }


def _places(docname: str, spots: Iterable[Spot], index: ProjectIndex) -> list[dict[str, Any]]:
    """Give one object for each section, with the first line there."""
    sections = index.documents[docname].sections
    lines: dict[int, int] = {}
    times: dict[int, int] = {}
    for _docname, place in spots:
        lines[place.section] = min(place.line, lines.get(place.section, place.line))
        times[place.section] = times.get(place.section, 0) + place.times
    return [
        {'section': sections[section].id, 'line': lines[section], 'count': times[section]}
        for section in sorted(lines)
    ]


def keyword_object(entry: Entry, index: ProjectIndex) -> dict[str, Any]:
    """Describe an entry of the glossary."""
    roles: dict[str, Role] = {}
    times: dict[str, int] = {}
    for docname, place in entry.spots:
        role = WEIGHTS[place.position].role
        roles[docname] = min(role, roles.get(docname, role), key=list(Role).index)
        times[docname] = times.get(docname, 0) + place.times
    return {
        'name': entry.name,
        'kind': entry.kind,
        'definition': _definition(*entry.definitions[0], index) if entry.definitions else None,
        'documents': [
            {'document': docname, 'role': roles[docname], 'count': times[docname]}
            for docname in sorted(roles)
        ],
    }


def _definition(docname: str, definition: Definition, index: ProjectIndex) -> dict[str, str]:
    section = index.documents[docname].sections[definition.section]
    return {
        'text': definition.text,
        'source': definition.source,
        'document': docname,
        'section': section.id,
    }
