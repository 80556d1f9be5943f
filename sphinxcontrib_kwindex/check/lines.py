"""On which line of which file something stands; a node knows only where its block begins."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: so far below the first line of its block a name stands mostly; fields have no lines of their own
_LONGEST_BLOCK = 60


def places_of(
    texts: Sequence[str],
    source: str,
    line: int,
    *,
    is_exact: bool = False,
    is_prose: bool = False,
) -> tuple[str, list[int]]:
    """Give the path of a file and the lines on which one of some texts stands, in its paragraph.

    What is marked as code there is preferred to what is not, and an earlier text to a later one.
    If it is in no line of the paragraph, the first one below counts, else the first of the block.
    If the line is exact, it counts if one of the texts is there. Prose may be in capitals, and go
    on in the next line.

    ``source`` is what docutils names it, which may be the docstring of an object.
    """
    file, colon, name = source.removesuffix(':<translated>').partition(':docstring of ')
    lines = _lines(file, _changed(file))
    start = line - 1 if line else 0
    if colon:
        start = _definition(name, lines) + max(line - 1, 0)
    patterns = list(_in_prose(texts) if is_prose else _patterns(texts))
    if is_exact and _matching(patterns, lines[: start + 1], start):
        return file, [start + 1]
    end = _end_of_paragraph(lines, start)
    for part, first in ((end, start), (start + _LONGEST_BLOCK, end), (len(lines), end)):
        if found := _matching(patterns, lines[:part], first):
            return file, found if part == end else found[:1]
    return file, [start + 1 if colon else line]


def _matching(
    patterns: Sequence[re.Pattern[str]], lines: Sequence[str], start: int
) -> list[int]:
    """Give the lines, from one on, in which the first pattern begins that matches any."""
    both = [*lines[start:], '']
    for pattern in patterns:
        found = [
            number + 1
            for number, (line, further) in enumerate(pairwise(both), start)
            if any(match.start() < len(line) for match in pattern.finditer(f'{line}\n{further}'))
        ]
        if found:
            return found
    return []


def _end_of_paragraph(lines: Sequence[str], start: int) -> int:
    return next((n for n in range(start, len(lines)) if not lines[n].strip()), len(lines))


def _patterns(texts: Sequence[str]) -> Iterator[re.Pattern[str]]:
    words = [rf'(?<!\w){re.escape(text)}(?!-?\w)' for text in texts]
    yield from (re.compile(f'`[^`\\n]*{word}[^`\\n]*`') for word in words)
    yield from map(re.compile, words)


def _in_prose(texts: Sequence[str]) -> Iterator[re.Pattern[str]]:
    for text in texts:
        words = r'\s+'.join(map(re.escape, text.split()))
        case = re.NOFLAG if text.isupper() else re.IGNORECASE
        yield re.compile(rf'(?<!\w){words}(?:e?s)?(?!\w)', case)


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
