"""YAML, line by line: indentation, keys, and values that go on over several lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.data import settings
from sphinxcontrib_kwindex.extract.data.flow import Flow
from sphinxcontrib_kwindex.extract.ledger import Ledger

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

#: the signs of lists and of explicit keys, each of which indents what is behind it
_MARKS = re.compile(r'[ ]*+(?:[-?](?:[ ]++|\Z))*+')
_PROPERTIES = re.compile(r'(?:[&!][^\s,[\]{}]*+[ \t]++)*+')
_KEY = re.compile(
    r"""
    (?P<key>
        "[^"\\]*+(?:\\.[^"\\]*+)*+"
      | '[^']*+(?:''[^']*+)*+'
      | (?:[^\s\#&*!|>'"%@`{}[\],:?-]|[-?:](?=[^\s]))(?:[^:\#]|:(?![ \t]|\Z)|(?<![ \t])\#)*+
    )
    [ \t]*+:(?:[ \t]++|\Z)
    """,
    re.VERBOSE,
)
_BLOCK = re.compile(r'[|>][-+0-9]*+[ \t]*+(?:\#.*)?\Z')
_COMMENT = re.compile(r'(?:\A|[ \t])\#.*')
_DOCUMENT = re.compile(r'(?:---|\.\.\.)(?:[ \t]|\Z)|%[A-Z]')
_CLOSED: Final = {
    '"': re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"'),
    "'": re.compile(r"[^']*+(?:''[^']*+)*+'"),
}


def extract(code: str) -> list[Found]:
    """Find the keys in a YAML text."""
    ledger = Ledger()
    _Text(ledger).read(code)
    return ledger.found()


class _Text:
    """Reads one text; knows the keys that are open, and a value that is not finished."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        #: of each open key, its column and its full name
        self.open: list[tuple[int, str]] = []
        #: the column that what belongs to the unfinished value is behind
        self.column = -1
        #: what kind of value is not finished: a block, a quote, braces
        self.block = False
        self.quote = ''
        self.flow: Flow | None = None

    def read(self, code: str) -> None:
        """Read all lines."""
        for number, line in enumerate(code.split('\n'), 1):
            text = line.rstrip()
            if not text or self._goes_on(text, number):
                continue
            if _DOCUMENT.match(text):
                self.open = []
                text = text[3:] if text[0] == '-' else ''
            self._line(text, number)

    def _goes_on(self, text: str, number: int) -> bool:
        """Tell whether a line belongs to an unfinished value."""
        if not (self.block or self.quote or self.flow):
            return False
        indent = len(text) - len(text.lstrip(' '))
        if indent <= self.column and not (self.flow and text[indent] in '}]'):
            self.block, self.quote, self.flow = False, '', None  # it was none, or it is broken
            return False
        if self.quote and _CLOSED[self.quote].match(text):
            self.quote = ''
        if self.flow:
            self._braces(text, number)
        return True

    def _line(self, text: str, number: int) -> None:
        marks = _MARKS.match(text)
        column = marks.end() if marks else 0
        first = len(text) - len(text.lstrip(' '))
        is_item = column > first
        while self.open and self.open[-1][0] >= (first + 1 if is_item else column):
            self.open.pop()
        self._content(text[column:], column, first if is_item else column, number)

    def _content(self, text: str, column: int, outer: int, number: int) -> None:
        """Read what is behind the indentation: a comment, a key, a value."""
        if text[:1] == '#':
            self.ledger.remark(text, number)
            return
        properties = _PROPERTIES.match(text)
        text = text[properties.end() :] if properties else text
        parent = self.open[-1][1] if self.open else ''
        if match := _KEY.match(text):
            key = settings.unquoted(match['key'].rstrip())
            name = settings.join(parent, key)
            settings.write(self.ledger, name, number)
            self.open.append((column, name))
            self._value(text[match.end() :], column, name, number)
        else:
            top = -1 if not self.open and outer == column else outer
            self._value(text, top, parent, number)

    def _value(self, text: str, column: int, parent: str, number: int) -> None:
        """Read a value, which may go on behind a column."""
        properties = _PROPERTIES.match(text)
        text = text[properties.end() :] if properties else text
        self.column = column
        first = text[:1]
        if _BLOCK.match(text):
            self.block = True
        elif first in ('{', '['):
            self.flow = Flow(self.ledger, parent)
            self._braces(text, number)
        elif first in ('"', "'") and not _CLOSED[first].match(text, 1):
            self.quote = first
        else:
            self._plain(text, number)

    def _braces(self, text: str, number: int) -> None:
        assert self.flow is not None
        self.flow.read(text, number)
        if not self.flow.open:
            self.flow = None

    def _plain(self, text: str, number: int) -> None:
        comment = _COMMENT.search(text)
        value = text[: comment.start()] if comment else text
        self.ledger.literal(settings.unquoted(value.strip()), number)
        if comment:
            self.ledger.remark(comment[0], number)
