"""Entries, and how one is made of all that have the same name and kind. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.letters import sort_key
from sphinxcontrib_kwindex.model import WEIGHTS, Definition, Kind, Place, Position, Role
from sphinxcontrib_kwindex.resolve import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_ROLES = list(Role)
_ROLE_NUMBERS = {p: _ROLES.index(weight.role) for p, weight in WEIGHTS.items()}
_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}
_SOURCES = ('glossary', 'description', 'synopsis', 'abbr', 'docstring', 'comment')


#: what all spellings of a keyword have in common
Key = tuple[str, Kind]


class Spot(NamedTuple):
    """A place, and the document it is in."""

    docname: str
    place: Place


class Entry(NamedTuple):
    """A keyword with everything that is shown of it within some scope."""

    name: str
    kind: Kind
    role: Role
    score: float
    #: where it is defined first, then as the documents have it
    spots: tuple[Spot, ...]
    definitions: tuple[tuple[str, Definition], ...] = ()


def definers_first(places: Sequence[Place]) -> Sequence[Place]:
    """Sort places: where the keyword is defined, where it is used, where it is mentioned."""
    return sorted(places, key=_definer_first) if len(places) > 1 else places


def _definer_first(place: Place) -> tuple[int, Place]:
    return role_number(place), place


def role_number(place: Place) -> int:
    """Sort places by what they do with a keyword: define it, use it, mention it."""
    return _ROLE_NUMBERS[place.position]


def is_local(entry: Entry) -> bool:
    """Tell whether a name is known only within a piece of code."""
    return entry.kind is Kind.VARIABLE and all(
        spot.place.position is Position.LOCAL for spot in entry.spots
    )


def keyed(entry: Entry) -> tuple[Key, Entry]:
    """Give an entry with its key."""
    return (key_of(entry.name, entry.kind), entry.kind), entry


def united(entries: Iterable[tuple[Key, Entry]]) -> dict[Key, Entry]:
    """Make one entry of all that have the same key."""
    result: dict[Key, Entry] = {}
    several: dict[Key, list[Entry]] = {}
    for key, entry in entries:
        first = result.setdefault(key, entry)
        if first is not entry:
            several.setdefault(key, [first]).append(entry)
    return result | {key: _merged(group) for key, group in several.items()}


def alphabetical(entry: Entry) -> tuple[object, ...]:
    """Sort entries by letter, name and kind."""
    return (*sort_key(entry.name), _KIND_ORDER[entry.kind])


def most_important(entries: Iterable[Entry], number: int) -> list[Entry]:
    """Choose the keywords that matter most, the first of them first."""
    known = (entry for entry in entries if not is_local(entry))
    return sorted(known, key=lambda entry: -entry.score)[:number]


def _merged(group: list[Entry]) -> Entry:
    spots = sorted(
        (spot for entry in group for spot in entry.spots),
        key=lambda spot: (role_number(spot.place), spot),
    )
    definitions = [definition for entry in group for definition in entry.definitions]
    return group[0]._replace(
        name=min(entry.name for entry in group),
        role=min((entry.role for entry in group), key=_ROLES.index),
        score=round(sum(entry.score for entry in group), 2),
        spots=tuple(spots),
        definitions=tuple(distinct(definitions)),
    )


def distinct(
    definitions: Iterable[tuple[str, Definition]],
) -> Iterator[tuple[str, Definition]]:
    """Drop definitions that say the same as an earlier one."""
    seen = set()
    for docname, definition in sorted(definitions, key=_best_source_first):
        if definition.text.casefold() not in seen:
            seen.add(definition.text.casefold())
            yield docname, definition


def _best_source_first(item: tuple[str, Definition]) -> tuple[int, str, Definition]:
    return _SOURCES.index(item[1].source), *item
