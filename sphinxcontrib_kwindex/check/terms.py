"""Terms that many documents use, and none defines."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.check.acronyms import EVERYBODY_KNOWS
from sphinxcontrib_kwindex.check.history import is_document_of_changes
from sphinxcontrib_kwindex.model import WEIGHTS, Kind, Position, Role
from sphinxcontrib_kwindex.resolve import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Place

#: in so many documents a term should be defined in one
MANY = 5

#: here authors say that something is a term; of several words, if they only emphasise it
_SAID = frozenset({Position.INDEX_ENTRY, Position.AUTHOR, Position.ACRONYM})
_STRESSED = frozenset({Position.EMPHASIS, Position.DEFINITION_LIST})


class Undefined(NamedTuple):
    """A term that is defined nowhere."""

    name: str
    #: how many documents use it
    documents: int
    docname: str
    place: Place


def undefined(records: Mapping[str, DocumentRecord]) -> Iterator[Undefined]:
    """Give the terms that many documents use, each with the first place, and none defines."""
    defined = {
        key_of(keyword.name, keyword.kind)
        for record in records.values()
        for keyword in record.keywords
        if keyword.definitions or _is_defined(keyword)
    }
    used: dict[str, list[Undefined]] = {}
    for docname, record in records.items():
        for keyword in () if is_document_of_changes(docname) else record.keywords:
            key = key_of(keyword.name, keyword.kind)
            if key not in defined and (place := _as_term(keyword)):
                used.setdefault(key, []).append(Undefined(keyword.name, 0, docname, place))
    for _key, uses in sorted(used.items()):
        documents = len({use.docname for use in uses})
        if documents >= MANY:
            yield uses[0]._replace(documents=documents)


def _is_defined(keyword: Keyword) -> bool:
    return any(WEIGHTS[place.position].role is Role.DEFINES for place in keyword.places)


def _as_term(keyword: Keyword) -> Place | None:
    """Give the first place where a keyword is written as a term that readers may not know."""
    if keyword.kind not in {Kind.TERM, Kind.ACRONYM} or keyword.name in EVERYBODY_KNOWS:
        return None
    wanted = _SAID | _STRESSED if ' ' in keyword.name else _SAID
    return next((place for place in keyword.places if place.position in wanted), None)


def nearest_term(name: str, terms: Iterable[str]) -> str:
    """Give the term that was probably meant."""
    return next(iter(difflib.get_close_matches(name, sorted(terms), 1)), '')
