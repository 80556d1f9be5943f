"""What Doxygen comments say of the declarations that they stand before, or behind."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import Final

#: a description of one line each is no longer
_MOST_LINES: Final = 40
#: nor is a comment farther away from what it describes
_FARTHEST: Final = 300
_DOXYGEN = re.compile(r'(?://[/!](?!/)|/\*[*!](?![*/]))(<?)')
_SIGNS = re.compile(
    r"""^[ \t]*+(?://[/!]<?|/\*(?:\*++/[ \t]*+$|[*!]<?)|\*+/|\*(?!/))?
      | (?<!\*)\*+/[ \t]*+$""",
    re.MULTILINE | re.VERBOSE,
)
_BRIEF = re.compile(r'[\\@]brief\b')
#: what describes something else than the declaration behind it
_APART = re.compile(
    r'[\\@](?:(?:addtogroup|defgroup|dir|example|file|mainpage|name|page|weakgroup)\b|[{}])'
)
_BEGINNING = re.compile(
    r"""(?:[\s\x01-\x03]*+
        (?:private|protected|public|signals|Q_SIGNALS)(?:\s++(?:slots|Q_SLOTS))?+\s*+:(?!:)
    )*+[\s\x01-\x03]*+""",
    re.VERBOSE,
)


class Comments:
    """The comments of one code."""

    def __init__(self, code: str, text: str, spans: list[tuple[int, int]]) -> None:
        self._code = code
        self._text = text
        self._spans = spans
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def describe(self, head: int, name: int) -> str:
        """Give the comment of a declaration whose statement and whose name begin here."""
        match = _BEGINNING.match(self._text, head)
        return self.before(match.end() if match else head) or self._behind(name)

    def before(self, at: int) -> str:
        """Give the comment that ends where something begins."""
        index = bisect_right(self._ends, at) - 1
        pieces: list[str] = []
        while index >= 0 and len(pieces) < _MOST_LINES:
            start, end = self._spans[index]
            comment = _DOXYGEN.match(self._code, start)
            gap = self._code[end:at] if at - end < _FARTHEST else 'x'
            if not comment or comment[1] or gap.strip() or gap.count('\n') > 1:
                break
            pieces.append(self._code[start:end])
            if self._code.startswith('/*', start):
                break
            at, index = start, index - 1
        return _clean('\n'.join(reversed(pieces)))

    def _behind(self, at: int) -> str:
        """Give the comment ``///< …`` at the end of the line."""
        index = bisect_left(self._starts, at)
        if index == len(self._spans):
            return ''
        start, end = self._spans[index]
        comment = _DOXYGEN.match(self._code, start)
        if not comment or not comment[1] or start - at > _FARTHEST or '\n' in self._code[at:start]:
            return ''
        return _clean(self._code[start:end])


def _clean(comment: str) -> str:
    """Strip the signs of comments, and what is said of other things."""
    if not comment or _APART.search(comment):
        return ''
    text = _SIGNS.sub('', comment)
    brief = _BRIEF.search(text)
    return text[brief.end() :] if brief else text
