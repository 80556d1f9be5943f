"""``sphinx-build -b kwindex``: the index as JSON Lines; ``schema.json`` describes the objects."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.builders import Builder
from sphinx.locale import __

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export import DOCUMENTS, KEYWORDS, RECORDS, SCHEMA, SUMMARY
from sphinxcontrib_kwindex.incremental import write_if_changed
from sphinxcontrib_kwindex.index.ranking import LISTED
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.model import POSITIONS, Position, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.config import Config

    from sphinxcontrib_kwindex.index.entries import Entry
    from sphinxcontrib_kwindex.index.project import Judged, ProjectIndex
    from sphinxcontrib_kwindex.model import Definition, DocumentRecord, Place

    Object = dict[str, Any]

_ROLES: Final = list(Role)

#: positions of markup: what is marked is counted once, although the text around it is read as well
_MARKED: Final = frozenset({Position.STRONG, Position.EMPHASIS, Position.LINK_TEXT})
#: positions of names and phrases that are found in the whole text, marked or not
_READ: Final = (Position.PROSE_IDENTIFIER, Position.ACRONYM, Position.RECURRING_PHRASE)


class WholeBuilder(Builder):
    """Builder that writes everything in each build, and no document by itself."""

    format = ''
    allow_parallel = True

    def get_outdated_docs(self) -> str:
        """Return a description of what is written: everything."""
        return 'all documents'

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:  # noqa: ARG002  Sphinx's
        """Return the docname: this output has no addresses."""
        return docname

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write nothing: ``write_documents`` writes all files."""


def as_lines(objects: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield objects as JSON Lines."""
    for obj in objects:
        yield json.dumps(obj, ensure_ascii=False) + '\n'


class KeywordBuilder(WholeBuilder):
    """Builder of the exports: sorted, one object per line."""

    name = 'kwindex'
    epilog = __('The keyword index is in %(outdir)s.')

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Write all files that have changed."""
        for name, objects in self._files():
            write_if_changed(Path(self.outdir, name), as_lines(objects))

    def _files(self) -> Iterator[tuple[str, Iterable[Object]]]:
        """Yield (file name, objects); the objects are made one at a time."""
        index = KeywordDomain.of(self.env).context(self).index
        docnames = index.docnames
        documents = (_document(docname, self._source(docname), index) for docname in docnames)
        yield SUMMARY, [_summary(docnames, self.config, index)]
        yield DOCUMENTS, documents
        yield KEYWORDS, (_glossary_keyword(entry, index) for entry in index.glossary)
        yield RECORDS, chain.from_iterable(_records(docname, index) for docname in docnames)

    def _source(self, docname: str) -> str:
        """Return the file of a document, relative to the source directory."""
        return Path(self.env.doc2path(docname, base=False)).as_posix()


def _summary(docnames: list[str], config: Config, index: ProjectIndex) -> Object:
    return {
        'schema': SCHEMA,
        'generator': f'sphinxcontrib-kwindex {sphinxcontrib_kwindex.__version__}',
        'project': config.project,
        'version': config.version,
        'documents': len(docnames),
        'keywords': len(index.everything),
        'defined': len(index.glossary),
        'records': sum(len(index.record(docname).keywords) for docname in docnames),
        'listed_from': LISTED,
        'positions': {
            _position(position): {'role': row.role, 'weight': row.weight}
            for position, row in POSITIONS.items()
        },
    }


# -- documents.jsonl


def _document(docname: str, source: str, index: ProjectIndex) -> Object:
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


def _keyword(entry: Entry, record: DocumentRecord) -> Object:
    by_section: dict[int, list[Place]] = {}
    for _docname, place in entry.locations:
        by_section.setdefault(place.section, []).append(place)
    return {
        'name': entry.name,
        'kind': entry.kind,
        'role': entry.role,
        'score': entry.score,
        'definition': entry.definitions[0][1].text if entry.definitions else None,
        'places': [_section_place(by_section[number], record) for number in sorted(by_section)],
    }


def _section_place(places: list[Place], record: DocumentRecord) -> Object:
    """Return the places of a keyword in one section as one object."""
    first = min(places, key=_line_order)
    return {
        'section': record.sections[first.section].id,
        'line': first.line,
        'count': _count_occurrences(places),
        'role': _strongest_role(places),
        **_file(first, record),
    }


def _line_order(place: Place) -> tuple[object, ...]:
    """Prefer the line of a definition, the document's own lines, the first line, any to none."""
    defines = POSITIONS[place.position].role is Role.DEFINES
    return not defines, not place.line, place.source, place.line


# -- keywords.jsonl


def _glossary_keyword(entry: Entry, index: ProjectIndex) -> Object:
    by_document: dict[str, list[Place]] = {}
    for docname, place in entry.locations:
        by_document.setdefault(docname, []).append(place)
    return {
        'name': entry.name,
        'kind': entry.kind,
        'definition': _definition(*entry.definitions[0], index) if entry.definitions else None,
        'documents': [
            {
                'document': docname,
                'role': _strongest_role(places),
                'count': _count_occurrences(places),
            }
            for docname, places in sorted(by_document.items())
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


# -- records.jsonl


def _records(docname: str, index: ProjectIndex) -> Iterator[Object]:
    """Yield all names of a document, listed or not, sorted by name."""
    record = index.documents[docname]
    for judged in index.judged(docname):
        keyword = judged.keyword
        yield {
            'document': docname,
            'name': keyword.name,
            'kind': keyword.kind,
            'role': traits(keyword.times).role,
            'means': _meaning(judged),
            'listed': bool(judged.reasons),
            'reasons': list(judged.reasons),
            'score': keyword.score,
            **({'boilerplate': True} if judged.is_boilerplate else {}),
            'places': [_recorded_place(place, record) for place in judged.places],
        }


def _meaning(judged: Judged) -> dict[str, str] | None:
    """Return what the keyword stands for, unless that is its own name and kind."""
    if judged.meaning is None or judged.meaning == judged.keyword[:2]:
        return None
    return {'name': judged.meaning.name, 'kind': judged.meaning.kind}


def _recorded_place(place: Place, record: DocumentRecord) -> Object:
    return {
        'section': record.sections[place.section].id,
        'position': _position(place.position),
        'line': place.line,
        'count': place.times,
        **_file(place, record),
        **({'anchor': place.anchor} if place.anchor else {}),
    }


# -- parts of objects


def _file(place: Place, record: DocumentRecord) -> dict[str, str]:
    """Return the file of a line, unless it is the document's own."""
    return {'file': record.sources[place.source]} if place.source else {}


def _position(position: Position) -> str:
    return position.name.lower().replace('_', ' ')


def _strongest_role(places: Iterable[Place]) -> Role:
    return min((POSITIONS[place.position].role for place in places), key=_ROLES.index)


def _count_occurrences(places: Iterable[Place]) -> int:
    """Return how often a keyword occurs; what is both marked and read counts once."""
    sections: dict[int, Counter[Position]] = {}
    for place in places:
        sections.setdefault(place.section, Counter())[place.position] += place.times
    return sum(map(_count_in_section, sections.values()))


def _count_in_section(times: Counter[Position]) -> int:
    marked = max(sum(times[position] for position in _MARKED), times[Position.MARKED_TERM])
    in_text = max(marked, *(times[position] for position in _READ))
    counted = _MARKED | {*_READ, Position.MARKED_TERM}
    return in_text + sum(n for position, n in times.items() if position not in counted)
