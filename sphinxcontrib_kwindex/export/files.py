"""Files that are written line by line, and only if they change."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.replacing import discard_part, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def as_lines(objects: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Write objects as JSON Lines."""
    for obj in objects:
        yield json.dumps(obj, ensure_ascii=False) + '\n'


def write_if_changed(path: Path, lines: Iterable[str]) -> bool:
    """Make a file hold just these lines, and tell whether it did not; they are never all in memory.

    A file that holds them already is only read. Any other is replaced when the new one is complete.
    """
    encoded = (line.encode('utf-8', 'backslashreplace') for line in lines)
    same, other = _compare(path, encoded)
    if other is None:
        discard_part(path)
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, chain(_head(path, same), other, encoded))
    return True


def _compare(path: Path, lines: Iterator[bytes]) -> tuple[int, list[bytes] | None]:
    """Count the bytes that a file and the lines begin with, and give the first line beyond them.

    Give no line if there is nothing beyond them on either side.
    """
    same = 0
    try:
        with path.open('rb') as file:
            for line in lines:
                if file.read(len(line)) != line:
                    return same, [line]
                same += len(line)
            return same, [] if file.read(1) else None
    except FileNotFoundError:
        return 0, []


def _head(path: Path, size: int, step: int = 1 << 20) -> Iterator[bytes]:
    """Give the first bytes of a file."""
    if size:
        with path.open('rb') as file:
            for start in range(0, size, step):
                yield file.read(min(step, size - start))
