"""Traits and weight of the positions at which a keyword stands."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.model import POSITIONS, Position, Role, Trait, positions_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_ROLES = list(Role)
_CODE = positions_with(Trait.CODE)
_SOURCE = positions_with(Trait.SOURCE)
_DEFINING = frozenset(p for p, info in POSITIONS.items() if info.role is Role.DEFINES)
PASSING = frozenset({Position.PASSING_NAME, Position.ARGUMENT, Position.PASSING_ACRONYM})
_ONLY_USED = positions_with(Trait.USED) | PASSING | {Position.CODE_MENTION, Position.LOCAL}
_PLAIN = positions_with(Trait.PLAIN)
_NEVER_ALONE = positions_with(Trait.NEVER_ALONE)
_REFERENCE = positions_with(Trait.REFERENCE)

#: how soon repetition stops counting
_SATURATION: Final = 1.2

#: the number of a role in the order of :class:`Role`, by position
ROLE_NUMBERS: Final = {p: _ROLES.index(info.role) for p, info in POSITIONS.items()}


class PositionTraits(NamedTuple):
    """What the positions of a keyword say of it; most keywords have one position only."""

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
    #: embedded source defines it, and nothing else does
    is_of_source: bool
    #: it may be a name of anything that the language knows
    is_only_used: bool
    #: a template may have written it
    is_templated: bool
    #: it is stressed or repeated somewhere
    is_stressed: bool
    #: a section is about it
    is_explained: bool
    #: no position is a reason by itself to list it
    is_never_alone: bool
    #: a word at these positions is a name only if the project defines it
    is_reference: bool
    #: it only stands in inline markup that any word may have
    is_plain: bool
    #: the sum of the weights of the positions; repetition counts less and less
    weight: float
    #: it stands nowhere but in passing: it may be any local name
    is_in_passing: bool


@lru_cache(4096)
def traits(times: tuple[tuple[Position, int], ...]) -> PositionTraits:
    """Return what the positions of a keyword say, and how often it stands there."""
    positions = frozenset([position for position, _count in times])
    weight = sum(
        POSITIONS[position].weight * (1 + _SATURATION) * count / (count + _SATURATION)
        for position, count in times
    )
    found = Trait.NONE
    for position in positions:
        found |= POSITIONS[position].traits
    return PositionTraits(
        role=strongest_role(positions),
        is_full=Trait.FULL_NAME in found,
        is_source=Trait.SOURCE in found,
        is_known=Trait.KNOWN in found,
        is_used=Trait.USED in found,
        is_in_code=positions <= _CODE,
        is_of_source=bool(positions & _SOURCE) and positions.isdisjoint(_DEFINING - _SOURCE),
        is_only_used=positions <= _ONLY_USED,
        is_templated=Trait.TEMPLATED in found,
        is_stressed=Trait.STRESSED in found,
        is_in_passing=positions <= PASSING,
        is_explained=Trait.EXPLAINED in found,
        is_never_alone=positions <= _NEVER_ALONE,
        is_reference=(positions - PASSING or positions) <= _REFERENCE,
        is_plain=(positions - PASSING or positions) <= _PLAIN,
        weight=weight,
    )


def strongest_role(positions: Iterable[Position]) -> Role:
    """Return the strongest role of some positions."""
    return _ROLES[min(ROLE_NUMBERS[position] for position in positions)]
