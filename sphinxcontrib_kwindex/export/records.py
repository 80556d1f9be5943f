"""All that is recorded, listed or not, as plain objects: where each keyword stands, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.export.objects import file_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.index import ProjectIndex
    from sphinxcontrib_kwindex.judge import Verdict
    from sphinxcontrib_kwindex.model import DocumentRecord, Place


def record_objects(docname: str, index: ProjectIndex) -> Iterator[dict[str, Any]]:
    """Describe every keyword that a document has, in order of name."""
    record = index.documents[docname]
    for verdict in index.judged(docname):
        reasons = list(verdict.reasons)
        yield {
            'document': docname,
            'name': verdict.keyword.name,
            'kind': verdict.keyword.kind,
            'role': verdict.role,
            'means': _meaning(verdict),
            'listed': bool(reasons),
            'reasons': reasons,
            'score': verdict.score,
            **({'boilerplate': True} if verdict.is_boilerplate else {}),
            'places': [_place(place, record) for place in verdict.keyword.places],
        }


def _meaning(verdict: Verdict) -> dict[str, str] | None:
    """Name what the keyword stands for, if its page calls it something else."""
    same = verdict.meaning == verdict.keyword[:2]
    if verdict.meaning is None or same:
        return None
    return {'name': verdict.meaning[0], 'kind': verdict.meaning[1]}


def _place(place: Place, record: DocumentRecord) -> dict[str, Any]:
    return {
        'section': record.sections[place.section].id,
        'position': name_of(place.position),
        'line': place.line,
        'count': place.times,
        **file_of(place, record),
        **({'anchor': place.anchor} if place.anchor else {}),
    }
