"""Traits and weight of the positions at which a keyword stands."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.model import POSITIONS, Position, Role, Trait, positions_with

_ROLES = list(Role)
_CODE = positions_with(Trait.CODE)
_SOURCE = positions_with(Trait.SOURCE)
_ONLY_USED = positions_with(Trait.USED) | {Position.CODE_MENTION, Position.LOCAL}
_PLAIN = positions_with(Trait.PLAIN)
_NEVER_ALONE = positions_with(Trait.NEVER_ALONE)
_OF_EXAMPLE = positions_with(Trait.OF_EXAMPLE)
_REFERENCE = positions_with(Trait.REFERENCE)

#: how soon repetition stops counting
_SATURATION: Final = 1.2
#: what only examples define is of use nowhere else, also where the text mentions it
_EXAMPLE_FACTOR: Final = 0.3

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
    #: no position is a reason by itself to list it
    is_never_alone: bool
    #: a word at these positions is a name only if the project defines it
    is_reference: bool
    #: it only stands in inline markup that any word may have
    is_plain: bool
    #: the sum of the weights of the positions; repetition counts less and less
    weight: float


@lru_cache(4096)
def traits(times: tuple[tuple[Position, int], ...]) -> PositionTraits:
    """Return what the positions of a keyword say, and how often it stands there."""
    positions = frozenset([position for position, _count in times])
    weight = sum(
        POSITIONS[position].weight * (1 + _SATURATION) * count / (count + _SATURATION)
        for position, count in times
    )
    if Position.EXAMPLE_DEFINITION in positions and positions <= _OF_EXAMPLE:
        weight *= _EXAMPLE_FACTOR
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
        is_never_alone=positions <= _NEVER_ALONE,
        is_reference=positions <= _REFERENCE,
        is_plain=positions <= _PLAIN,
        weight=weight,
    )
