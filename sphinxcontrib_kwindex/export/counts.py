"""How often a keyword stands somewhere: what stands there once may be seen more than once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.model import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.model import Place

#: an author marks a word here
_MARKED: Final = frozenset({Position.STRONG, Position.EMPHASIS, Position.LINK_TEXT})
#: the whole text is read for words, also for those that are marked in it
_READ: Final = (
    Position.PROSE_IDENTIFIER,
    Position.ACRONYM,
    Position.RECURRING_PHRASE,
)


def occurrences(places: Iterable[Place]) -> int:
    """Count what stands in some sections, and nothing twice that is both marked and read."""
    sections: dict[int, Counter[Position]] = {}
    for place in places:
        sections.setdefault(place.section, Counter())[place.position] += place.times
    return sum(map(_in_section, sections.values()))


def _in_section(times: Counter[Position]) -> int:
    marked = max(sum(times[p] for p in _MARKED), times[Position.MARKED_TERM])
    seen = max(marked, *(times[position] for position in _READ))
    passed = _MARKED | {*_READ, Position.MARKED_TERM}
    return seen + sum(number for position, number in times.items() if position not in passed)
