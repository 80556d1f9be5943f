"""Names that a user means: those that a typed name or pattern matches best."""

from __future__ import annotations

import difflib
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.extract.names import last_component

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

#: "./cats.service", "node:fs": such names are recorded without this
_RELATIVE: Final = re.compile(r'(?:\.\.?/)+|node:')
#: how many similar names a message suggests, and how similar they must be
_SUGGESTIONS: Final = 3
_SIMILARITY: Final = 0.75


class NoMatchError(Exception):
    """No keyword matches; the message suggests similar names."""

    def __init__(self, name: str, names: Iterable[str]) -> None:
        known = sorted(set(names))
        # the last part of a name stands for it, unless another has that very name
        ends = {last_component(full): full for full in known} | {full: full for full in known}
        alike = difflib.get_close_matches(name, ends, _SUGGESTIONS, _SIMILARITY)
        near = dict.fromkeys(ends[end] for end in alike)
        hint = f' Did you mean {" or ".join(near)}?' if near else ''
        super().__init__(f'There is nothing called {name!r}.{hint}')


def best_matches(
    pattern: str,
    candidates: Iterable[tuple[Sequence[str], Any]],
    answer: Callable[[Any], Any] = lambda candidate: candidate,
) -> list[Any]:
    """Return answers made of those candidates, given with their names, that match best."""
    tests = _tests(pattern)
    #: number of the first test that is passed -> answers; the lower, the better the match
    answers: dict[int, list[Any]] = {}
    others: set[str] = set()
    #: "np.arange" is the end of "numpy.arange", if nothing else ends so
    last = last_component(pattern.removesuffix('()'))
    aliased: list[Any] = []
    full: set[str] = set()
    for names, found in candidates:
        passed = [number for number, test in enumerate(tests) if any(map(test, names))]
        if passed:
            answers.setdefault(passed[0], []).append(answer(found))
        elif not answers:
            others.add(names[0])
            if ends := [name for name in names if name.endswith(f'.{last}')]:
                full.update(ends)
                aliased.append(answer(found))
    if answers:
        return answers[min(answers)]
    if len(full) != 1 or last == pattern:
        raise NoMatchError(pattern, others)
    return aliased


def _tests(pattern: str) -> Sequence[Callable[[str], bool]]:
    """Return tests of whether a name is the one that a user typed, the strictest first."""
    if not pattern:
        return []
    name = pattern if pattern.endswith('operator()') else pattern.removesuffix('()') or pattern
    if re.search(r'[*?[]', pattern):
        return [lambda other: other == name, lambda other: fnmatchcase(other, pattern)]
    path = _RELATIVE.sub('', name) or name
    caseless = name.casefold()
    return [
        lambda other: other in (name, path),
        lambda other: other.endswith((f'.{name}', f'::{name}', f' {name}', f'/{path}')),
        lambda other: other.casefold() == caseless,
        lambda other: other.casefold().endswith((f'.{caseless}', f'::{caseless}')),
    ]
