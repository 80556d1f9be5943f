"""Versions, their order, and what changes of an object say of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.model import Status

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sphinxcontrib_kwindex.model import Change

#: the words of messages to maintainers
WORDS: Final = {
    Status.NEW: 'new in',
    Status.CHANGED: 'changed in',
    Status.DEPRECATED: 'deprecated since',
    Status.REMOVAL: 'to be removed in',
    Status.REMOVED: 'removed in',
}
_ORDER: Final = list(Status)
#: of these the last is shown, of others the first
_LAST: Final = frozenset({Status.CHANGED, Status.REMOVAL})

#: "v3.8", "2.0b1", "1.0-rc.2", "2024-05-01"
_VERSION: Final = re.compile(
    r'(?P<numbers>\d+(?:[._-]\d+)*)(?:[._-]?(?P<stage>dev|alpha|a|beta|b|c|rc|pre)[._-]?(?P<n>\d*))?',
    re.IGNORECASE,
)
_STAGES: Final = ('dev', 'a', 'b', 'rc', '')
_SPELLINGS: Final = {'alpha': 'a', 'beta': 'b', 'c': 'rc', 'pre': 'rc'}


@lru_cache(4096)
def version_key(version: str) -> tuple[object, ...]:
    """Return what sorts versions: by numbers, earlier stages first; words such as "next" last."""
    match = _VERSION.search(version)
    if match is None:
        return (1,)
    numbers = [int(number) for number in re.split(r'[._-]', match['numbers'])]
    while numbers and not numbers[-1]:
        numbers.pop()
    stage = (match['stage'] or '').lower()
    return 0, numbers, _STAGES.index(_SPELLINGS.get(stage, stage)), int(match['n'] or 0)


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes by version, each once."""
    return tuple(
        sorted(
            set(changes),
            key=lambda one: (version_key(one.version), _ORDER.index(one.status), one),
        )
    )


def history(changes: Iterable[Change]) -> list[tuple[Status, str]]:
    """Return what changes say of the object itself, by version.

    It is new once. What is new in it later, and what happens to its parts, are changes of it.
    That a part will be removed is not: nothing has changed in that version yet.
    """
    found: list[tuple[Status, str]] = []
    is_new = False
    for one in in_order(changes):
        if one.part and one.status is Status.REMOVAL:
            continue
        is_again = is_new and one.status is Status.NEW
        status = Status.CHANGED if one.part or is_again else one.status
        is_new |= status is Status.NEW
        found.append((status, one.version))
    return found


def shown(changes: Iterable[Change]) -> list[tuple[Status, str]]:
    """Return the version to show for each status: of changes the last, else the first."""
    found: dict[Status, str] = {}
    for status, version in history(changes):
        if status in _LAST or status not in found:
            found[status] = version
    return [(status, found[status]) for status in Status if status in found]


def matches(changes: Iterable[Change], statuses: Collection[Status], since: str) -> bool:
    """Check whether any change has one of the statuses, in a version or later."""
    return any(
        (not statuses or status in statuses)
        and (not since or version_key(version) >= version_key(since))
        for status, version in history(changes)
    )


def in_words(change: Change) -> str:
    """Return a change in words: "deprecated since 3.8 (loop): Pass no loop."."""
    part = f' ({change.part})' if change.part else ''
    text = f': {change.text}' if change.text else ''
    return f'{WORDS[change.status]} {change.version}{part}{text}'
