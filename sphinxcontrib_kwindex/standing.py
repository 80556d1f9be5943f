"""What the positions of a keyword say of it, worked out once for each set of positions.

Most keywords stand at one position only, and there are few sets of several; what is asked of each
keyword in a build is asked of its set.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.model import WEIGHTS, Position, Role

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Place

_ROLES = list(Role)

#: objects are known by their full names, so a part of one may stand for it in any document
_FULLY_NAMED = frozenset({Position.OBJECT, Position.MODULE})
_CODE = frozenset(
    {
        Position.EXAMPLE_DEFINITION,
        Position.EXAMPLE_USE,
        Position.CODE_IMPORT,
        Position.CODE_USE,
        Position.CODE_MENTION,
        Position.LOCAL,
    }
)
_DEFINED_IN_SOURCE = frozenset({Position.SOURCE_DEFINITION, Position.SOURCE_DETAIL})
#: what stands here is what a document imports or is about
_KNOWN = frozenset({Position.CODE_IMPORT, Position.HEADING_NAME, Position.HEADING_IDENTIFIER})
_USED = frozenset({Position.CODE_USE, Position.EXAMPLE_USE})
#: here a word may be the name of what the project defines, and is none otherwise
_SPOKEN_OF = frozenset({Position.CROSS_REFERENCE, Position.LITERAL})

#: what a template writes into every document stands at these positions
TEMPLATED = frozenset(
    {
        Position.TITLE_PHRASE,
        Position.HEADING_PHRASE,
        Position.PASSING_PHRASE,
        Position.RECURRING_PHRASE,
        Position.MARKED_TERM,
        Position.HEADING_WORD,
        Position.HEADING_IDENTIFIER,
        Position.PROSE_IDENTIFIER,
        Position.ACRONYM,
        Position.STRONG,
        Position.EMPHASIS,
    }
)
#: here it is only stressed or said again
SPOKEN = frozenset(
    {
        Position.STRONG,
        Position.EMPHASIS,
        Position.HEADING_WORD,
        Position.MARKED_TERM,
        Position.RECURRING_PHRASE,
    }
)


class Standing(NamedTuple):
    """What a set of positions says."""

    positions: frozenset[Position]
    #: the strongest of what they do with the keyword
    role: Role
    #: some of them define it
    defines: bool
    #: the document has it by its full name
    is_fully_named: bool
    #: embedded source defines it
    is_defined_in_source: bool
    #: the document imports it or is about it
    is_known: bool
    #: code uses it
    is_used: bool
    #: nothing but code names it
    is_in_code: bool
    #: nothing but code and embedded source name it
    is_in_source: bool
    #: it may be a name of anything that the language knows
    is_only_used: bool
    #: the text does no more than speak of it
    is_only_spoken_of: bool
    #: the page of the document shows it, whatever it scores
    is_of_source: bool
    #: no other page shows it
    is_local: bool
    #: a template may have written it
    is_templated: bool
    #: it is stressed or said again somewhere
    is_spoken: bool


@lru_cache(4096)
def _standing(found: frozenset[Position]) -> Standing:
    role = min((WEIGHTS[position].role for position in found), key=_ROLES.index)
    return Standing(
        positions=found,
        role=role,
        defines=role is Role.DEFINES,
        is_fully_named=not found.isdisjoint(_FULLY_NAMED),
        is_defined_in_source=not found.isdisjoint(_DEFINED_IN_SOURCE),
        is_known=not found.isdisjoint(_KNOWN),
        is_used=not found.isdisjoint(_USED),
        is_in_code=found <= _CODE,
        is_in_source=found <= _CODE | _DEFINED_IN_SOURCE,
        is_only_used=found <= _USED | {Position.CODE_MENTION, Position.LOCAL},
        is_only_spoken_of=found <= _SPOKEN_OF,
        is_of_source=not found.isdisjoint({Position.CODE_MENTION, Position.LOCAL}),
        is_local=found <= {Position.LOCAL},
        is_templated=not found.isdisjoint(TEMPLATED),
        is_spoken=not found.isdisjoint(SPOKEN),
    )


_ALONE = {position: _standing(frozenset({position})) for position in Position}


def standing_of(places: tuple[Place, ...]) -> Standing:
    """Tell what the positions of these places say."""
    if len(places) == 1:
        return _ALONE[places[0].position]
    return _standing(frozenset([place.position for place in places]))
