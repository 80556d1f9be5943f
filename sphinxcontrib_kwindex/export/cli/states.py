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

    #: where it is defined; of one that is only explained, where that is, if it is known
    defined: tuple[Spot, ...] = ()
    definition: str = ''
    #: where it stands first
    mention: Spot = Spot()

    @property
    def spot(self) -> Spot:
        """Where to send a reader."""
        return self.defined[0] if self.defined else self.mention


class State:
    """The keywords and the anchors of one build."""

    def __init__(self, *, knows_places: bool) -> None:
        #: it knows more of documents than their names
        self.knows_places = knows_places
        #: name -> kind -> what is known
        self.keywords: dict[str, dict[str, Known]] = {}
        #: docname -> its source
        self.sources: dict[str, str] = {}
        #: docname -> its sections
        self.sections: dict[str, frozenset[str]] = {}

    def defined(self, name: str) -> dict[str, Known]:
        """Give what a name is defined or explained as: kind -> what is known."""
        known = self.keywords.get(name, {})
        return {kind: one for kind, one in known.items() if one.defined or one.definition}

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
    """Read documents; they repeat definitions, and only the file beside them tells their places."""
    state = State(knows_places=True)
    _note_documents(path, state)
    if (keywords := path.with_name(KEYWORDS)).is_file():
        for number, keyword in objects(keywords):
            with reading(keywords, number):
                _note_explained(keyword, state)
    return state


def _note_explained(keyword: dict[str, Any], state: State) -> None:
    """Say where a keyword is explained that is defined nowhere."""
    kinds = state.keywords.get(keyword['name'], {})
    known, definition = kinds.get(keyword['kind']), keyword['definition']
    if known and definition and not known.defined:
        docname, section = definition['document'], definition['section']
        spot = Spot(docname, section, state.sources.get(docname, ''))
        if known.mention[:2] == spot[:2]:  # which knows its line
            spot = known.mention
        kinds[keyword['kind']] = known._replace(defined=(spot,))


def _note_documents(path: Path, state: State) -> None:
    for number, document in objects(path):
        with reading(path, number):
            docname = document['document']
            state.sources[docname] = document['source']
            state.sections[docname] = frozenset(s['id'] for s in document['sections'])
            for keyword in document['keywords']:
                if keyword['kind'] != 'variable' or keyword['role'] == 'defines':
                    known = _known(keyword, docname, document['source'])
                    state.note(keyword['name'], keyword['kind'], known)


def _known(keyword: dict[str, Any], docname: str, source: str) -> Known:
    places = keyword['places']
    spots = [Spot(docname, p['section'], p.get('file', source), p['line']) for p in places]
    defining = (
        spot for spot, place in zip(spots, places, strict=True) if place['role'] == 'defines'
    )
    return Known(tuple(defining), keyword['definition'] or '', spots[0])


def _of_keywords(path: Path) -> State:
    """Read keywords; of most places, this file knows but the documents."""
    state = State(knows_places=False)
    for number, keyword in objects(path):
        with reading(path, number):
            definition = keyword['definition'] or {}
            mention = Spot(keyword['documents'][0]['document'])
            known = Known(tuple(_defining(keyword)), definition.get('text', ''), mention)
            state.note(keyword['name'], keyword['kind'], known)
    return state


def _defining(keyword: dict[str, Any]) -> Iterator[Spot]:
    """Tell where a keyword is defined, else where it is explained."""
    defining = [one['document'] for one in keyword['documents'] if one['role'] == 'defines']
    explained = [keyword['definition']['document']] if keyword['definition'] else []
    yield from map(Spot, defining or explained)
