"""What one export says of each keyword, as far as two are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxcontrib_kwindex.export.cli.reading import (
    DOCUMENTS,
    KEYWORDS,
    SUMMARY,
    BadInputError,
    export_at,
    objects,
    reading,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Spot(NamedTuple):
    """Where something is."""

    document: str = ''
    section: str = ''
    source: str = ''
    line: int = 0


class Known(NamedTuple):
    """What is known of a keyword of one kind."""

    #: where it is defined; of one that is only explained, where that is
    defined: tuple[Spot, ...] = ()
    definition: str = ''
    #: where it stands first, if it is not defined
    mention: Spot = Spot()


class State:
    """The keywords and the anchors of one build."""

    def __init__(self) -> None:
        #: name -> kind -> what is known
        self.keywords: dict[str, dict[str, Known]] = {}
        #: docname -> its source
        self.sources: dict[str, str] = {}
        #: docname -> its sections
        self.sections: dict[str, frozenset[str]] = {}

    def defined(self, name: str) -> dict[str, Known]:
        """Give what a name is defined or explained as: kind -> what is known."""
        known = self.keywords.get(name, {})
        return {kind: state for kind, state in known.items() if state.defined}

    def note(self, name: str, kind: str, known: Known) -> None:
        """Add what another document says."""
        kinds = self.keywords.setdefault(name, {})
        before = kinds.get(kind, Known())
        kinds[kind] = Known(
            before.defined + known.defined,
            before.definition or known.definition,
            before.mention if before.mention.document else known.mention,
        )


def load(path: Path) -> State:
    """Read an export: its directory, or one of its files."""
    if path.name == KEYWORDS and path.is_file():
        return _of_keywords(path)
    if path.name == SUMMARY and path.is_file():
        path = path.parent
    if path.is_file():
        if path.name != DOCUMENTS:
            what = f'only {DOCUMENTS} and {KEYWORDS} can be compared.'
            raise BadInputError(path, what, advice='Name one of them, or their directory.')
        return _of_documents(path)
    return _of_documents(export_at(path) / DOCUMENTS)


def _of_documents(path: Path) -> State:
    state = State()
    for number, document in objects(path):
        with reading(path, number):
            docname = document['document']
            state.sources[docname] = document['source']
            state.sections[docname] = frozenset(s['id'] for s in document['sections'])
            for keyword in document['keywords']:
                if keyword['kind'] != 'variable' or keyword['role'] == 'defines':
                    known = _known(keyword, docname, document['source'])
                    state.note(keyword['name'], keyword['kind'], known)
    return state


def _known(keyword: dict[str, Any], docname: str, source: str) -> Known:
    places = keyword['places']
    definition = keyword['definition'] or ''
    defining = [p for p in places if p['role'] == 'defines'] or (places[:1] if definition else [])
    first = places[0]
    return Known(
        tuple(Spot(docname, p['section'], p.get('file', source), p['line']) for p in defining),
        definition,
        Spot(docname, first['section'], first.get('file', source), first['line']),
    )


def _of_keywords(path: Path) -> State:
    state = State()
    for number, keyword in objects(path):
        with reading(path, number):
            definition = keyword['definition'] or {}
            known = Known(
                tuple(_spots(keyword, definition)),
                definition.get('text', ''),
                Spot(keyword['documents'][0]['document']),
            )
            state.note(keyword['name'], keyword['kind'], known)
    return state


def _spots(keyword: dict[str, Any], definition: dict[str, Any]) -> Iterator[Spot]:
    """Tell where a keyword is defined; this file knows a section only of its definition."""
    explained = definition.get('document', '')
    defining = [d['document'] for d in keyword['documents'] if d['role'] == 'defines']
    for docname in defining or [explained]:
        yield Spot(docname, definition['section'] if docname == explained else '')
