"""Which comment describes what is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.tokens import plain

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.tokens import Comment, Tokens

#: annotations and modifiers between a comment and what it describes take at most so many lines
_MOST_LINES: Final = 40
_ANNOTATIONS: Final = '@#['
#: these describe what follows them, however far it is; others only what is right below them
_FORMAL: Final = ('/**', '///')


class Descriptions:
    """The comments of a code, each of which describes one thing; asked for from top to bottom."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._next = 0
        self._taken = -1

    def of(self, i: int) -> str:
        """Return what is written above the statement that a token belongs to."""
        described = self._tokens.described
        while self._next < len(described) and described[self._next].before <= i:
            self._next += 1
        latest = self._next - 1
        if latest <= self._taken or not self._is_about(described[latest], i):
            return ''
        self._taken = latest
        return plain(described[latest].text)

    def _is_about(self, comment: Comment, i: int) -> bool:
        line, first = self._tokens.lines[i], self._tokens.lines[comment.before]
        annotated = self._tokens.words[comment.before] in _ANNOTATIONS
        near = first == line or (annotated and line < first + _MOST_LINES)
        return near and (comment.text.startswith(_FORMAL) or comment.last == first - 1)
