"""Lists that are too long for one page: code hosts show no file of more than half a megabyte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: how many bytes the list on one page may have; what is around it has a few more
LARGEST: Final = 400_000

_HEADING: Final = '### '


class Part(NamedTuple):
    """What stands on one page."""

    lines: list[str]
    #: the first and the last heading in it
    first: str
    last: str


def cut(lines: Iterable[str], largest: int = LARGEST) -> list[Part]:
    """Cut a list into parts, each of which begins with the heading that it is under."""
    return [_part(part) for part in _cut(lines, largest)] or [_part([])]


def _cut(lines: Iterable[str], largest: int) -> Iterator[list[str]]:
    part: list[str] = []
    size, heading = 0, ''
    for line in lines:
        if line.startswith(_HEADING):
            heading = line
        size += _bytes(line)
        if size > largest and line.startswith('- ') and part:
            yield part
            part = ['', heading, ''] if heading else []
            size = _bytes(line)
        part.append(line)
    if part:
        yield part


def _bytes(line: str) -> int:
    """Count what a line is written with; a name of a file may be no text."""
    return len(line.encode(errors='backslashreplace')) + 1


def _part(lines: list[str]) -> Part:
    headings = [line.removeprefix(_HEADING) for line in lines if line.startswith(_HEADING)]
    return Part(lines, *(headings[0], headings[-1]) if headings else ('', ''))
