"""What pages about several documents show of the list of one: less than its own page does.

On which line a name stands, and how often in a section, is not shown there: many edits change
nothing else, and then none of these pages is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.digest import digest
from sphinxcontrib_kwindex.entries import is_local, most_important, role_number
from sphinxcontrib_kwindex.model import Position
from sphinxcontrib_kwindex.view.limits import PER_PAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxcontrib_kwindex.entries import Entry


def is_shared(entry: Entry) -> bool:
    """Tell whether any page but that of its document shows an entry."""
    return any(spot.place.position is not Position.LOCAL for spot in entry.spots)


def digest_of_shared(entries: Sequence[Entry]) -> str:
    """Digest what of the list of a document is shown on pages about several."""
    rows = [
        (*entry[:3], _first_in_sections(entry), entry.definitions)
        for entry in entries
        if is_shared(entry)
    ]
    best = most_important(entries, PER_PAGE)
    leading = [(*entry[:2], _first_in_sections(entry)[0]) for entry in best]
    return digest(rows, leading, sum(not is_local(entry) for entry in entries))


def _first_in_sections(entry: Entry) -> list[tuple[int, int, str]]:
    """Give what of the places decides where an entry leads, and in which order."""
    sections: dict[int, tuple[int, int, str]] = {}
    for _docname, place in entry.spots:
        if place.section not in sections:
            sections[place.section] = role_number(place), place.section, place.anchor
    return list(sections.values())
