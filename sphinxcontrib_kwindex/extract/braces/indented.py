"""Scala 3 without braces: they are put in where its indentation stands for them."""

from __future__ import annotations

import re
from typing import Final

_DECLARING: Final = r'(?:class|enum|extension|given|object|package|trait)\b'
_HEAD = re.compile(
    rf"""
    [ \t]*+(?:@\w++(?:\([^()\n]*+\))?+[ \t]++|(?!def\b|{_DECLARING})[a-z]++[ \t]++)*+
    (?:
        {_DECLARING}[^\n]*?(?::|\bwith)
      | extension\b[^\n]*?\)
      | def\b[^\n]*?(?<![=<>!])=
    )(?=[ \t]*+(?://[^\n]*+)?+$)
    """,
    re.VERBOSE,
)
_WHITE = re.compile(r'[ \t]*+(?=[^\s/*]|/(?![/*]))')
#: a longer line is no head
_LONGEST: Final = 300


def with_braces(code: str) -> str:
    """Write each indented body in braces, all on the lines where they are."""
    lines = code.split('\n')
    indents = [match.end() if (match := _WHITE.match(line)) else -1 for line in lines]
    inner = _next_indents(indents)
    bodies: list[int] = []
    for number, (line, indent) in enumerate(zip(lines, indents, strict=True)):
        if indent < 0:
            continue
        closed = 0
        while bodies and indent <= bodies[-1]:
            bodies.pop()
            closed += 1
        head = _HEAD.match(line) if inner[number] > indent and len(line) < _LONGEST else None
        if head:
            bodies.append(indent)
            lines[number] = f'{head[0].removesuffix(":")} {{{line[head.end() :]}'
        lines[number] = '}' * closed + lines[number]
    return '\n'.join(lines)


def _next_indents(indents: list[int]) -> list[int]:
    """Give for each line the indentation of the next one that has code."""
    following, found = -1, []
    for indent in reversed(indents):
        found.append(following)
        if indent >= 0:
            following = indent
    return found[::-1]
