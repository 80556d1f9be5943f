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
#: a role around a name, such as that of the copy button
_ROLE: Final = re.compile(r'(?::[\w+-]+)+:`[~!]?([^`]+)`')
#: a pattern with a part before its first separator
_QUALIFIED: Final = re.compile(r'\w+(?:\.|::)')
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
    pattern = _without_markup(pattern)
    tests = _tests(pattern)
    #: number of the first test that is passed -> answers; the lower, the better the match
    answers: dict[int, list[Any]] = {}
    others: set[str] = set()
    #: "np.arange" is "numpy.arange", if nothing else ends so
    short, _dot, last = pattern.removesuffix('()').rpartition('.')
    aliased: list[Any] = []
    full: set[str] = set()
    for names, found in candidates:
        passed = [number for number, test in enumerate(tests) if any(map(test, names))]
        if passed:
            answers.setdefault(passed[0], []).append(answer(found))
        elif not answers:
            others.add(names[0])
            if ends := [name for name in names if name.endswith(f'.{last}') and short]:
                full.update(ends)
                aliased.append(answer(found))
    if answers:
        return answers[min(answers)]
    owners = {last_component(name.removesuffix(f'.{last}')) for name in full}
    if len(full) == 1 and is_short_for(short, owners.pop()):
        return aliased
    raise NoMatchError(pattern, others)


def _without_markup(pattern: str) -> str:
    """Return a name without the role around it: ``:py:func:`~acme.open```."""
    match = _ROLE.fullmatch(pattern.strip())
    return match[1] if match else pattern.strip()


def is_short_for(word: str, name: str) -> bool:
    """Check whether a word has letters of a name in their order, beginning with the first."""
    letters = iter(name.casefold())
    short = word.casefold().replace('_', '')
    return short[:1] == name[:1].casefold() and all(letter in letters for letter in short)


def _tests(pattern: str) -> Sequence[Callable[[str], bool]]:
    """Return tests of whether a name is the one that a user typed, the strictest first."""
    if not pattern:
        return []
    name = pattern if pattern.endswith('operator()') else pattern.removesuffix('()') or pattern
    if re.search(r'[*?[]', pattern):
        # "Client.*" are the members of any "acme.Client"
        ends = (f'*.{pattern}', f'*::{pattern}') if _QUALIFIED.match(pattern) else ()
        globs = (pattern, *ends)
        return [
            lambda other: other == name,
            lambda other: any(fnmatchcase(other, glob) for glob in globs),
        ]
    path = _RELATIVE.sub('', name) or name
    caseless = name.casefold()
    return [
        lambda other: other in (name, path),
        lambda other: other.endswith((f'.{name}', f'::{name}', f' {name}', f'/{path}')),
        lambda other: other.casefold() == caseless,
        lambda other: other.casefold().endswith((f'.{caseless}', f'::{caseless}')),
    ]
