"""From observations to the record of a document: one keyword for each name and kind."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.model import WEIGHTS, Keyword, Kind, Place, Position, Role

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from sphinxcontrib_kwindex.collect.observe import Observation

_CODE = frozenset(
    {
        Position.LOCAL,
        Position.CODE_USE,
        Position.CODE_MENTION,
        Position.CODE_IMPORT,
        Position.LITERAL,
    }
)
_DEFINING = frozenset(position for position in WEIGHTS if WEIGHTS[position].role is Role.DEFINES)


def keywords(observations: Collection[Observation]) -> tuple[Keyword, ...]:
    """Merge what was observed: by name, and by kind where the document defines several."""
    by_name: dict[str, list[Observation]] = defaultdict(list)
    defined = {
        o.name
        for o in observations
        if o.place.position in _DEFINING and o.kind is not Kind.TERM
    }
    for observation in observations:
        by_name[identity(observation.name, observation.name in defined)].append(observation)
    merged = [_alone(*group) for group in by_name.values() if len(group) == 1]
    merged += [
        _keyword(kind, alike)
        for group in by_name.values()
        if len(group) > 1
        for kind, of_kind in _by_kind(group).items()
        for alike in _by_condition(of_kind)
    ]
    return tuple(sorted(merged))


def _defines(observation: Observation) -> bool:
    return observation.place.position in _DEFINING


def _by_kind(group: list[Observation]) -> dict[Kind, list[Observation]]:
    """Give each observation to the kind that it says, if the name is defined as that kind."""
    kinds = {o.kind for o in group if _defines(o)} or {_likeliest_kind(group)}
    if len(kinds) == 1:
        return {kinds.pop(): group}
    order = [kind for kind in Kind if kind in kinds]
    result: dict[Kind, list[Observation]] = {kind: [] for kind in order}
    for observation in group:
        result[observation.kind if observation.kind in kinds else order[0]].append(observation)
    return result


def _likeliest_kind(group: Iterable[Observation]) -> Kind:
    """Believe the strongest position that says more than that it is a name."""
    return min(group, key=lambda o: (o.kind is Kind.NAME, -WEIGHTS[o.place.position].weight)).kind


def _by_condition(group: list[Observation]) -> Iterable[list[Observation]]:
    """Keep apart what is spelled otherwise under another condition: it may not be shown."""
    if len({o.name for o in group}) == 1:
        return [group]
    result = defaultdict(list)
    for observation in group:
        result[observation.place.condition].append(observation)
    return result.values()


def _alone(seen: Observation) -> Keyword:
    """Make a keyword of what is seen once, as nearly all are."""
    name, kind, place, definition = seen
    return Keyword(name, kind, (place,), (definition,) if definition else ())


def _keyword(kind: Kind, group: Sequence[Observation]) -> Keyword:
    definitions = dict.fromkeys(o.definition for o in group if o.definition)
    if len(group) == 1:
        return Keyword(group[0].name, kind, (group[0].place,), tuple(definitions))
    places = tuple(sorted(_merged(o.place for o in group)))
    return Keyword(_spelling(group), kind, places, tuple(definitions))


def _spelling(group: Sequence[Observation]) -> str:
    """Choose the most frequent spelling: where it is defined, else of code, else of prose.

    Prose capitalises and makes plurals.
    """
    spellings: dict[str, int] = defaultdict(int)
    defining = [observation for observation in group if _defines(observation)]
    in_code = [observation for observation in group if observation.place.position in _CODE]
    for observation in defining or in_code or group:
        spellings[observation.name] += observation.place.times
    return min(spellings, key=lambda spelling: (-spellings[spelling], spelling))


def _merged(places: Iterable[Place]) -> Iterator[Place]:
    """Make one place of all that differ but in their line, which is the first."""
    alike: dict[tuple[object, ...], list[Place]] = defaultdict(list)
    for place in places:
        alike[place.section, place.position, *place[4:]].append(place)
    for one, *more in alike.values():
        yield _joined([one, *more]) if more else one


def _joined(alike: Sequence[Place]) -> Place:
    first = min(place.line for place in alike)
    return alike[0]._replace(line=first, times=sum(place.times for place in alike))
