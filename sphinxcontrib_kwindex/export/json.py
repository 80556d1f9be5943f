"""``sphinx-build -b kwindex``: the index as JSON Lines; ``schema.json`` describes the objects."""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.builders.dummy import DummyBuilder
from sphinx.locale import __

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.collect.domain_objects import OF_ANCHOR
from sphinxcontrib_kwindex.collect.locations import SourceTable, source_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export import DOCUMENTS, KEYWORDS, RECORDS, SCHEMA, SUMMARY, TAGS
from sphinxcontrib_kwindex.export.tags import tag_lines
from sphinxcontrib_kwindex.incremental import write_if_changed
from sphinxcontrib_kwindex.index.entries import EXPLAINED
from sphinxcontrib_kwindex.index.links import Rule
from sphinxcontrib_kwindex.index.ranking import LISTED, times_of
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.index.versions import in_order
from sphinxcontrib_kwindex.model import POSITIONS, Position, Role
from sphinxcontrib_kwindex.render.links import link_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.index.entries import Entry
    from sphinxcontrib_kwindex.index.links import Links, Target
    from sphinxcontrib_kwindex.index.project import ProjectIndex
    from sphinxcontrib_kwindex.model import Change, Definition, DocumentRecord, Place

    Object = dict[str, Any]

#: positions of markup: what is marked is counted once, although the text around it is read as well
_MARKED: Final = frozenset({Position.STRONG, Position.EMPHASIS, Position.LINK_TEXT})
#: positions of names and phrases that are found in the whole text, marked or not
_READ: Final = (Position.PROSE_IDENTIFIER, Position.ACRONYM, Position.RECURRING_PHRASE)


class WholeBuilder(DummyBuilder):
    """Builder whose ``write_documents`` writes everything in each build."""

    def get_outdated_docs(self) -> str:  # type: ignore[override]
        """Return a description of what is written: everything."""
        return 'all documents'

    def source(self, docname: str) -> str:
        """Return the file of a document, relative to the source directory."""
        return Path(self.env.doc2path(docname, base=False)).as_posix()


def as_lines(objects: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield objects as JSON Lines."""
    for obj in objects:
        yield json.dumps(obj, ensure_ascii=False) + '\n'


class KeywordBuilder(WholeBuilder):
    """Builder of the exports: sorted, one object per line."""

    name = 'kwindex'
    epilog = __('The keyword index is in %(outdir)s.')

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Write all files that have changed; their objects are made one at a time."""
        domain = KeywordDomain.of(self.env)
        index = domain.context(self).index
        links = domain.links(self) if self.config.kwindex_links else None
        docnames = sorted(index.docnames)
        anchors = _anchors_of_labels(self.env)
        files: dict[str, Iterable[Object]] = {
            SUMMARY: [_summary(self.config, index)],
            DOCUMENTS: (
                _document(docname, self.source(docname), index, anchors.get(docname, ()))
                | self._terms(docname, links)
                for docname in docnames
            ),
            KEYWORDS: (_glossary_keyword(entry, index) for entry in index.glossary),
            RECORDS: chain.from_iterable(_records(docname, index, links) for docname in docnames),
        }
        for name, objects in files.items():
            write_if_changed(Path(self.outdir, name), as_lines(objects))
        if self.config.kwindex_tags:
            documents = (_document(docname, self.source(docname), index) for docname in docnames)
            lines = tag_lines(documents, set(_explained(index)), self._path_from_output)
            write_if_changed(Path(self.outdir, TAGS), lines)

    def _path_from_output(self, source: str) -> str:
        path = Path(self.srcdir, source)
        try:
            return Path(os.path.relpath(path, self.outdir)).as_posix()
        except ValueError:  # on another drive
            return path.as_posix()

    def _terms(self, docname: str, links: Links | None) -> Object:
        """Return the links from sentences to terms; records have only terms that recur."""
        if not (links and links.terms_on(docname)):
            return {}
        found = []
        files = SourceTable(Path(self.srcdir), Path(self.env.doc2path(docname)))
        document = self.env.get_doctree(docname)
        for link in link_document(self, links, docname, document):
            node = link.element
            while not node.line and node.parent:
                node = node.parent
            file = files.names[files.number(source_of(node))] if node.line else ''
            place = {'section': link.section, 'line': node.line or 0, **_link(link.target)}
            found.append(place | ({'file': file} if file else {}))
        return {'term_links': found}


def _summary(config: Config, index: ProjectIndex) -> Object:
    return {
        'schema': SCHEMA,
        'generator': f'sphinxcontrib-kwindex {sphinxcontrib_kwindex.__version__}',
        'project': config.project,
        'version': config.version,
        'documents': len(index.docnames),
        'keywords': sum(entry.listed for entry in index.everything),
        'defined': len(index.glossary),
        'records': sum(len(index.record(docname).keywords) for docname in index.docnames),
        'listed_from': LISTED,
        'kind_of': config.kwindex_kind_of,
        'positions': {
            _position(position): {'role': row.role, 'weight': row.weight}
            for position, row in POSITIONS.items()
        },
        **({'rules': {_rule(rule): rule.value for rule in Rule}} if config.kwindex_links else {}),
    }


# -- documents.jsonl


def _document(
    docname: str, source: str, index: ProjectIndex, anchors: Iterable[str] = ()
) -> Object:
    record = index.documents[docname]
    document: Object = {
        'document': docname,
        'title': record.title,
        'source': source,
        'sections': [
            {'id': section.id, 'title': section.title, 'level': section.level}
            | ({'ids': [section.id, *section.ids]} if section.ids else {})
            for section in record.sections[1:]
        ],
        'keywords': [_keyword(entry, record) for entry in index.shown(docname)],
        'not_shown': [_keyword(entry, record) for entry in index.not_shown(docname)],
    }
    return document | _further_ids(document, (*anchors, *record.sections[0].ids))


def _anchors_of_labels(env: BuildEnvironment) -> dict[str, set[str]]:
    """Return the anchors of labels, by docname; what authors leave out may have objects, too."""
    anchors: dict[str, set[str]] = {}
    for *_names, kind, docname, anchor, _priority in env.domains.standard_domain.get_objects():
        if kind == 'label':
            anchors.setdefault(docname, set()).add(anchor)
    return anchors


def _further_ids(document: Object, anchors: Iterable[str]) -> Object:
    """Return the ids of a document that are neither of its sections nor of its keywords."""
    sections, keywords = document['sections'], (*document['keywords'], *document['not_shown'])
    places = chain.from_iterable(keyword['places'] for keyword in keywords)
    known = {'', *(i for one in sections for i in one.get('ids', [one['id']]))}
    known.update(anchor for place in places for anchor in place.get('anchors', ()))
    ids = sorted({*anchors} - known)
    return {'ids': ids} if ids else {}


def _keyword(entry: Entry, record: DocumentRecord) -> Object:
    by_section: dict[int, list[Place]] = {}
    for _docname, place, *_order in entry.locations:
        by_section.setdefault(place.section, []).append(place)
    return {
        'name': entry.name,
        'kind': entry.kind,
        'role': entry.role,
        'listed': entry.listed,
        'score': entry.score,
        'definition': entry.definitions[0][1].text if entry.definitions else None,
        **_changes(entry.changes),
        'places': [_section_place(by_section[number], record) for number in sorted(by_section)],
    }


def _section_place(places: list[Place], record: DocumentRecord) -> Object:
    """Return the places of a keyword in one section as one object."""
    first = min(places, key=_line_order)
    anchors = sorted({one.anchor for one in places if one.position in OF_ANCHOR} - {''})
    return {
        'section': record.sections[first.section].id,
        'line': first.line,
        'count': _count_occurrences(places),
        'role': _strongest_role(places),
        **_file(first, record),
        **({'anchors': anchors} if anchors else {}),
    }


def _line_order(place: Place) -> tuple[object, ...]:
    """Prefer the line of a definition, the document's own lines, the first line, any to none."""
    defines = POSITIONS[place.position].role is Role.DEFINES
    return not defines, not place.line, place.source, place.line


# -- keywords.jsonl


def _glossary_keyword(entry: Entry, index: ProjectIndex) -> Object:
    by_document: dict[str, list[Place]] = {}
    for docname, place, *_order in entry.locations:
        by_document.setdefault(docname, []).append(place)
    return {
        'name': entry.name,
        'kind': entry.kind,
        'definition': _definition(*entry.definitions[0], index) if entry.definitions else None,
        **_changes(entry.changes),
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


def _explained(index: ProjectIndex) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, kind, document and section of each explanation."""
    for entry in index.glossary:
        found = [(docname, one.section) for docname, one in entry.definitions[:1]]
        places = (one for one in entry.locations if one.place.position in EXPLAINED)
        found += [(one.docname, one.place.section) for one in places]
        for docname, number in found:
            yield entry.name, entry.kind, docname, index.documents[docname].sections[number].id


# -- records.jsonl


def _records(docname: str, index: ProjectIndex, links: Links | None) -> Iterator[Object]:
    """Yield all names of a document, listed or not, sorted by name."""
    record = index.documents[docname]
    linked = {
        (*keyword[:2], place): _link(found)
        for keyword, place, found in (links.judged(docname) if links else ())
    }
    for keyword, places, shown, reasons, is_boilerplate in index.judged(docname):
        yield {
            'document': docname,
            'name': keyword.name,
            'kind': keyword.kind,
            'role': traits(keyword.times).role,
            # unless it stands for its own name and kind
            'means': shown._asdict() if shown != keyword[:2] else None,
            'listed': bool(reasons),
            'reasons': list(reasons),
            'score': keyword.score,
            **({'boilerplate': True} if is_boilerplate else {}),
            **_changes(keyword.changes),
            'places': [
                _recorded_place(place, record) | linked.get((*keyword[:2], place), {})
                for place in places
            ],
        }


def _recorded_place(place: Place, record: DocumentRecord) -> Object:
    return {
        'section': record.sections[place.section].id,
        'position': _position(place.position),
        'line': place.line,
        'count': place.times,
        **_file(place, record),
        **({'anchor': place.anchor} if place.anchor else {}),
    }


def _link(found: Target | Rule) -> Object:
    """Return where a place leads, or the rule that keeps it from being a link."""
    if isinstance(found, Rule):
        return {'rule': _rule(found)}
    return {'link': {'name': found.name, 'document': found.docname, 'anchor': found.anchor}}


def _rule(rule: Rule) -> str:
    return rule.name.lower().replace('_', ' ')


# -- parts of objects


def _changes(changes: Iterable[Change]) -> Object:
    """Return the changes of a keyword, if it has any, without what is empty in them."""
    found = [
        {key: value for key, value in zip(one._fields[:4], one, strict=False) if value}
        for one in in_order(changes)
    ]
    return {'changes': found} if found else {}


def _file(place: Place, record: DocumentRecord) -> dict[str, str]:
    """Return the file of a line, unless it is the document's own."""
    return {'file': record.sources[place.source]} if place.source else {}


def _position(position: Position) -> str:
    return position.name.lower().replace('_', ' ')


def _strongest_role(places: Sequence[Place]) -> Role:
    return traits(times_of(places)).role


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
