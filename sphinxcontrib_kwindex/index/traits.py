"""Traits of the set of positions at which a keyword stands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.model import POSITIONS, Position, Role, Trait, positions_with

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROLES = list(Role)
_CODE = positions_with(Trait.CODE)
_SOURCE = positions_with(Trait.SOURCE)
_ONLY_USED = positions_with(Trait.USED) | {Position.CODE_MENTION, Position.LOCAL}

#: the number of a role in the order of :class:`Role`, by position
ROLE_NUMBERS: Final = {p: _ROLES.index(info.role) for p, info in POSITIONS.items()}


class PositionTraits(NamedTuple):
    """What a set of positions says of a keyword; most keywords have one position only."""

    #: the strongest of the roles
    role: Role
    #: the name is full
    is_full: bool
    #: embedded source defines it
    is_source: bool
    #: the document imports it or is about it
    is_known: bool
    #: code uses it
    is_used: bool
    #: only code names it
    is_in_code: bool
    #: only code and embedded source name it
    is_in_source: bool
    #: it may be a name of anything that the language knows
    is_only_used: bool
    #: the page of the document lists it, whatever its score
    is_always: bool
    #: a template may have written it
    is_templated: bool
    #: it is stressed or repeated somewhere
    is_stressed: bool


@lru_cache(4096)
def traits_of(positions: frozenset[Position]) -> PositionTraits:
    """Return what a set of positions says."""
    found = Trait.NONE
    for position in positions:
        found |= POSITIONS[position].traits
    return PositionTraits(
        role=_ROLES[min(ROLE_NUMBERS[position] for position in positions)],
        is_full=Trait.FULL_NAME in found,
        is_source=Trait.SOURCE in found,
        is_known=Trait.KNOWN in found,
        is_used=Trait.USED in found,
        is_in_code=positions <= _CODE,
        is_in_source=positions <= _CODE | _SOURCE,
        is_only_used=positions <= _ONLY_USED,
        is_always=Trait.ALWAYS in found,
        is_templated=Trait.TEMPLATED in found,
        is_stressed=Trait.STRESSED in found,
    )


_ALONE = {position: traits_of(frozenset({position})) for position in Position}


def traits(times: Sequence[tuple[Position, int]]) -> PositionTraits:
    """Return what the positions of a keyword say."""
    if len(times) == 1:
        return _ALONE[times[0][0]]
    return traits_of(frozenset([position for position, _times in times]))
