"""Here documents: text in the middle of code, up to a line with a word that is told before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

#: a code that opens so many that it never closes does not mean here documents
_PATIENCE: Final = 20


def without_heredocs(code: str, opening: re.Pattern[str]) -> str:
    """Cut out the contents of here documents, and leave their newlines.

    The pattern of what opens one has the closing word as its group ``word``.
    """
    pieces, done = [], 0
    for start, end in _heredocs(code, opening):
        pieces += [code[done:start], '\n' * code.count('\n', start, end)]
        done = end
    return ''.join([*pieces, code[done:]]) if pieces else code


def _heredocs(code: str, opening: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Give where each is opened, and where its contents begin and end."""
    at, unclosed = 0, 0
    while unclosed < _PATIENCE and (match := opening.search(code, at)):
        at = match.end()
        start = code.find('\n', at)
        if start < 0:
            break
        closing = re.compile(rf'\n[ \t]*+{re.escape(match["word"])}\b')
        if end := closing.search(code, start):
            yield match.span()
            yield start, end.end()
            at = end.end()
        else:
            unclosed += 1
