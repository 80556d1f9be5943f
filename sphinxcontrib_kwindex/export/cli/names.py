"""Which names a question on the command line means."""

from __future__ import annotations

import difflib
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: how many similar names are worth reading
_MOST = 3
_ALIKE = 0.75


class NoAnswerError(Exception):
    """There is nothing of a name; the message says what else may be meant."""

    def __init__(self, name: str, names: Iterable[str]) -> None:
        near = difflib.get_close_matches(name, sorted(set(names)), _MOST, _ALIKE)
        hint = f' Did you mean {" or ".join(near)}?' if near else ''
        super().__init__(f'There is nothing called {name!r}.{hint}')


class Match(NamedTuple):
    """A way in which a name may be meant."""

    #: the lower, the better; only the best matches count
    rank: int
    matches: Callable[[str], bool]


def ways(pattern: str) -> list[Match]:
    """Give what a name or a pattern may mean, the plainest first."""
    if not (name := pattern.removesuffix('()')):
        return []
    caseless = name.casefold()
    found = [
        lambda other: other == name,
        lambda other: other.endswith((f'.{name}', f'::{name}', f' {name}')),
        lambda other: other.casefold() == caseless,
        lambda other: other.casefold().endswith((f'.{caseless}', f'::{caseless}')),
    ]
    if re.search(r'[*?[]', pattern):
        found = [found[0], lambda other: fnmatchcase(other, pattern)]
    return [Match(rank, matches) for rank, matches in enumerate(found)]


def rank_of(name: str, matches: Iterable[Match]) -> int | None:
    """Tell how well a name matches, if it does."""
    return next((match.rank for match in matches if match.matches(name)), None)
