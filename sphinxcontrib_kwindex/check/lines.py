"""On which line of which file something stands; a node knows only where its block begins."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: how far below the first line of its block a name may stand
_LONGEST_BLOCK = 60


def places_of(
    texts: Sequence[str], source: str, line: int, *, is_exact: bool = False
) -> tuple[str, list[int]]:
    """Give the path of a file and the lines on which one of some texts stands, in its paragraph.

    What is marked as code there is preferred to what is not, and an earlier text to a later one.
    If it is in no line of the paragraph, the first one below counts, else the first of the block.
    If the line is exact, it counts if one of the texts is there.

    ``source`` is what docutils names it, which may be the docstring of an object.
    """
    file, colon, name = source.removesuffix(':<translated>').partition(':docstring of ')
    lines = _lines(file, _changed(file))
    start = line - 1 if line else 0
    if colon:
        start = _definition(name, lines) + max(line - 1, 0)
    if is_exact and _matching(texts, lines[: start + 1], start):
        return file, [start + 1]
    end = _end_of_paragraph(lines, start)
    below = _matching(texts, lines[: start + _LONGEST_BLOCK], end)[:1]
    return file, _matching(texts, lines[:end], start) or below or [start + 1 if colon else line]


def _matching(texts: Sequence[str], lines: Sequence[str], start: int) -> list[int]:
    """Give the lines, from one on, that match the first pattern that matches any."""
    for pattern in _patterns(texts):
        numbers = range(start, len(lines))
        if found := [number + 1 for number in numbers if pattern.search(lines[number])]:
            return found
    return []


def _end_of_paragraph(lines: Sequence[str], start: int) -> int:
    return next((n for n in range(start, len(lines)) if not lines[n].strip()), len(lines))


def _patterns(texts: Sequence[str]) -> Iterator[re.Pattern[str]]:
    words = [rf'(?<!\w){re.escape(text)}(?!-?\w)' for text in texts]
    yield from (re.compile(f'`[^`]*{word}[^`]*`') for word in words)
    yield from map(re.compile, words)


def _definition(name: str, lines: tuple[str, ...]) -> int:
    """Find the definition of an object by its full name: the last part that is found counts."""
    found = 0
    for part in name.split('.'):
        pattern = re.compile(rf'\s*(?:(?:async\s+)?def|class)\s+{re.escape(part)}\b')
        found = next((n for n in range(found, len(lines)) if pattern.match(lines[n])), found)
    return found


def _changed(path: str) -> int:
    try:
        return Path(path).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=8)
def _lines(path: str, _changed: int) -> tuple[str, ...]:
    try:
        return tuple(Path(path).read_text(encoding='utf-8', errors='replace').splitlines())
    except (OSError, ValueError):
        return ()
