"""How much a keyword matters on its page: its positions alone decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.model import WEIGHTS, Kind, Position
from sphinxcontrib_kwindex.standing import standing_of

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Keyword

#: what scores less is no keyword of its document
LISTED = 1.0

#: how soon repetition stops counting
_SATURATION = 1.2

_PLAIN = frozenset({Position.LITERAL, Position.STRONG, Position.EMPHASIS, Position.LINK_TEXT})

#: these only strengthen what is a keyword for another reason
_NEVER_ALONE = frozenset(
    {
        Position.STRONG,
        Position.EMPHASIS,
        Position.LINK_TEXT,
        Position.HEADING_WORD,
        Position.EXAMPLE_DEFINITION,
        Position.EXAMPLE_USE,
        Position.CODE_USE,
        Position.CODE_MENTION,
    }
)

#: what only examples define is of use nowhere else, also where the text speaks of them
_OF_EXAMPLES = _PLAIN | _NEVER_ALONE | {Position.PROSE_IDENTIFIER, Position.RECURRING_PHRASE}
_EXAMPLES_OWN = 0.3


def score(keyword: Keyword) -> float:
    """Add up the weights of all positions, each less and less for each repetition."""
    if standing_of(keyword.places).positions <= _NEVER_ALONE:
        return 0
    times: dict[Position, int] = {}
    for place in keyword.places:
        times[place.position] = times.get(place.position, 0) + place.times
    if times == {Position.PROSE_IDENTIFIER: 1} and keyword.name.isalnum():
        return 0
    total = sum(
        WEIGHTS[position].weight * (1 + _SATURATION) * tf / (tf + _SATURATION)
        for position, tf in times.items()
    )
    if times.keys() <= _PLAIN:
        total *= _shape_factor(keyword)
    if Position.EXAMPLE_DEFINITION in times and times.keys() <= _OF_EXAMPLES:
        total *= _EXAMPLES_OWN
    return round(total, 2)


def _shape_factor(keyword: Keyword) -> float:
    """Doubt what only stands in literals and looks like any word."""
    if keyword.kind is Kind.CONSTANT:
        return 0.9
    if keyword.kind is Kind.FILE:
        return 0.8
    if is_identifier_shaped(keyword.name) or keyword.kind is not Kind.NAME:
        return 1
    return 0.55 if keyword.name.isalpha() else 0.5
