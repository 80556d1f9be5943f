"""The order of keywords on a page, and how a long list of them is cut into ranges. Pure."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxcontrib_kwindex.letters import letter, sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.entries import Entry

#: how far from where it would divide the list evenly a cut may be, for a shorter label
_PLAY = 0.1

#: no label of a range is longer on either side
_LABEL = 16


class Spelling(NamedTuple):
    """What of a name counts when it is sorted."""

    #: under which it stands
    group: str
    #: what it is sorted by: no case, no accents
    collated: str
    #: the same as it is written, if that is as long
    shown: str


class Order:
    """The alphabet, passing over what the names of a project begin with."""

    def __init__(self, prefixes: Iterable[str] = ()) -> None:
        self._prefixes = sorted(filter(None, prefixes), key=len, reverse=True)

    def sorted(self, entries: Iterable[Entry]) -> tuple[Entry, ...]:
        """Sort entries that already are in the order of their full names."""
        if not self._prefixes:
            return tuple(entries)
        return tuple(sorted(entries, key=lambda entry: sort_key(self._stripped(entry.name))))

    def letter(self, name: str) -> str:
        """Say under which letter a name stands."""
        return letter(self._stripped(name))

    def spelling(self, name: str) -> Spelling:
        """Tell how a name is sorted, and how that is written."""
        stripped = self._stripped(name)
        _rank, _script, group, collated, _name = sort_key(stripped)
        shown = stripped[len(stripped) - len(collated) :]
        return Spelling(group, collated, shown if shown.lower() == collated else collated)

    def _stripped(self, name: str) -> str:
        for prefix in self._prefixes:
            if name.startswith(prefix) and name != prefix:
                return name[len(prefix) :]
        return name


class Spellings(Sequence[Spelling]):
    """The spellings of names: most of a long list are never asked for."""

    def __init__(self, names: Sequence[str], order: Order) -> None:
        self._names = names
        self._spelling = order.spelling

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401  as a sequence has it
        return self._spelling(self._names[place])


def cuts(spellings: Sequence[Spelling], loads: Sequence[float], pages: float) -> list[int]:
    """Say where ranges begin, so that all have about the same load.

    ``pages`` is the number of full pages that would do.
    """
    if pages <= 1:
        return [0]
    number = math.ceil(pages * (1 + 2 * _PLAY))
    play = int(len(spellings) / number * _PLAY)
    total = list(accumulate(loads))
    begins = {0}
    for n in range(1, number):
        ideal = bisect(total, total[-1] * n / number)
        near = range(max(1, ideal - play), min(len(spellings), ideal + play + 1))
        begins |= {min(near, key=_Cost(spellings, ideal))} if near else set()
    return sorted(begins)


class _Cost:
    """How bad it is to cut at a place: the length of the label, then the distance."""

    def __init__(self, spellings: Sequence[Spelling], ideal: int) -> None:
        self._spellings = spellings
        self._ideal = ideal

    def __call__(self, place: int) -> tuple[int, int]:
        return _shared(self._spellings[place - 1], self._spellings[place]), abs(place - self._ideal)


def labels(spellings: Sequence[Spelling], begins: Sequence[int]) -> list[str]:
    """Name ranges by their first and last names, as short as tells them from their neighbours."""
    ends = [*begins[1:], len(spellings)]
    result = []
    for begin, end in zip(begins, ends, strict=True):
        first, last = spellings[begin], spellings[end - 1]
        before = _shared(first, spellings[begin - 1]) if begin else 0
        after = _shared(last, spellings[end]) if end < len(spellings) else 0
        if first.group == last.group:
            before = after = max(before, after)
        begins_with, ends_with = _short(first, before), _short(last, after)
        same = begins_with.casefold() == ends_with.casefold()
        result.append(begins_with if same else f'{begins_with}–{ends_with}')
    return result


def _short(spelling: Spelling, length: int) -> str:
    """Write as much of a name as it has in common with its neighbour, and one letter more."""
    text = spelling.shown[: min(length + 1, _LABEL)] if length else spelling.group
    return text[:1].upper() + text[1:]


def _shared(one: Spelling, other: Spelling) -> int:
    """Count the letters that two names have in common."""
    if one.group != other.group:
        return 0
    pairs = zip(one.collated, other.collated, strict=False)
    same = takewhile(lambda pair: pair[0] == pair[1], pairs)
    return max(1, sum(1 for _pair in same))
