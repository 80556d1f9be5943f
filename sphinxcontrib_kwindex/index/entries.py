"""Entries: what is shown of a keyword within a document, a folder or the project."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.index.resolve import key_of
from sphinxcontrib_kwindex.model import (
    Definition,
    Kind,
    Place,
    Position,
    Role,
    Trait,
    positions_with,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinxcontrib_kwindex.model import Change

_ROLES = list(Role)
EXPLAINED = positions_with(Trait.EXPLAINED)
#: definitions that make no entry of the glossary: the source that a document is about defines
_OF_CODE = frozenset({'docstring', 'comment'})
#: names that are known within a piece of code only
LOCAL: Final = frozenset({Position.LOCAL, Position.PASSING_NAME})
_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}
_SOURCES = ('glossary', 'description', 'synopsis', 'abbr', 'docstring', 'comment', 'text')

#: what all spellings of a keyword have in common
Key = str


class Location(NamedTuple):
    """A place, the document it is in, and what decides its order among others."""

    docname: str
    place: Place
    rank: int
    #: the number of the document in the order of the toctree
    order: int


class Entry(NamedTuple):
    """A keyword with everything that is shown of it within some scope."""

    name: str
    kind: Kind
    role: Role
    score: float
    #: the section about it first, then definitions, then by weight and document
    locations: tuple[Location, ...]
    #: document and definition, the best source first
    definitions: tuple[tuple[str, Definition], ...] = ()
    #: worth listing; all others are names in code that are shown last
    listed: bool = True
    #: what the documentation says of it in versions
    changes: tuple[Change, ...] = ()

    @property
    def is_defined(self) -> bool:
        """Whether the documentation defines or explains it."""
        return self.listed and (
            self.role is Role.DEFINES
            or explains(self.definitions)
            or any(found.place.position in EXPLAINED for found in self.locations)
        )


def explains(definitions: Iterable[tuple[str, Definition]]) -> bool:
    """Check whether any definition is not only that of an example."""
    return any(said.source not in _OF_CODE for _docname, said in definitions)


def key_of_entry(entry: Entry) -> Key:
    """Return the key of an entry."""
    return key_of(entry.name, entry.kind)


def merge(entries: Iterable[tuple[Key, Entry]]) -> dict[Key, Entry]:
    """Merge entries with the same key."""
    result: dict[Key, Entry] = {}
    several: dict[Key, list[Entry]] = {}
    for key, entry in entries:
        first = result.setdefault(key, entry)
        if first is not entry:
            several.setdefault(key, [first]).append(entry)
    return result | {key: _merged(group) for key, group in several.items()}


def _merged(group: list[Entry]) -> Entry:
    locations = sorted(
        (found for entry in group for found in entry.locations),
        key=lambda found: (found.rank, found.order, found.place),
    )
    definitions = [definition for entry in group for definition in entry.definitions]
    return group[0]._replace(
        name=min(entry.name for entry in group),
        role=min((entry.role for entry in group), key=_ROLES.index),
        score=round(sum(entry.score for entry in group), 2),
        locations=tuple(locations),
        definitions=tuple(distinct(definitions, ranks_of(locations))),
        listed=any(entry.listed for entry in group),
    )


def alphabetical(entry: Entry) -> tuple[object, ...]:
    """Return the key that sorts entries by letter, name and kind."""
    return (*sort_key(entry.name), _KIND_ORDER[entry.kind])


def best(entries: Iterable[Entry], number: int) -> list[Entry]:
    """Return the entries with the highest scores, the best first."""
    listed = (entry for entry in entries if entry.listed)
    return sorted(listed, key=lambda entry: -entry.score)[:number]


def ranks_of(locations: Iterable[Location]) -> dict[tuple[str, int], int]:
    """Return the lowest rank of a place in each section."""
    ranks: dict[tuple[str, int], int] = {}
    for docname, place, rank, _order in locations:
        section = docname, place.section
        ranks[section] = min(rank, ranks.get(section, rank))
    return ranks


def distinct(
    definitions: Iterable[tuple[str, Definition]], ranks: Mapping[tuple[str, int], int]
) -> Iterator[tuple[str, Definition]]:
    """Yield definitions, without those that repeat the text of another.

    The best source comes first, then sections about the name.
    """

    def order(item: tuple[str, Definition]) -> tuple[object, ...]:
        docname, said = item
        rank = min(2, ranks.get((docname, said.section), 2))
        return _SOURCES.index(said.source), rank, *item

    seen = set()
    for docname, definition in sorted(definitions, key=order):
        if definition.text.casefold() not in seen:
            seen.add(definition.text.casefold())
            yield docname, definition
