"""TOML: tables, keys, inline tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.data import settings
from sphinxcontrib_kwindex.extract.ledger import Ledger

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_TOKEN = re.compile(
    r"""
      \n
    | \#[^\n]*+
    | \"{3}(?>[\s\S]*?(?<!\\)\"{3}|[\s\S]*+) | '{3}(?>[\s\S]*?'{3}|[\s\S]*+)
    | "[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?
    | '[^'\n]*+'?
    | [{}[\],=.]
    | [^\s{}[\],=.\#"']++
    """,
    re.VERBOSE,
)


def extract(code: str) -> list[Found]:
    """Find the tables and keys in a TOML text."""
    ledger = Ledger()
    _Text(ledger).read(code)
    return ledger.found()


class _Text:
    """Reads one text, lexeme by token."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.line = 1
        self.table = ''
        #: each open brace or bracket of a value, and what the keys around it are qualified with
        self.open: list[tuple[str, str]] = []
        self.parent = ''
        #: the parts of a name so far
        self.parts: list[str] = []
        self.in_header = False
        self.in_value = False

    def read(self, code: str) -> None:
        """Read all tokens."""
        for lexeme in _TOKEN.findall(code):
            if lexeme == '\n':
                self._end_line()
            elif lexeme[0] == '#':
                self.ledger.remark(lexeme, self.line)
            elif lexeme in '{}[],=':
                self._sign(lexeme)
            elif self.in_value:
                self.ledger.literal(settings.unquoted(lexeme), self.line)
            elif lexeme != '.':
                self.parts.append(settings.unquoted(lexeme))
            self.line += lexeme.count('\n')

    def _end_line(self) -> None:
        if not self.open:
            self.parts, self.in_value, self.in_header, self.parent = [], False, False, self.table

    def _sign(self, sign: str) -> None:
        if sign == '=':
            self._key()
        elif sign == ',':
            self.in_value, self.parts = bool(self.open) and self.open[-1][0] == '[', []
        elif not self.in_value and not self.open and sign in '[]':
            self._header(sign)
        elif sign in '{[':
            self._enter(sign)
        elif self.open:
            self._leave()

    def _header(self, sign: str) -> None:
        if sign == '[':
            self.in_header, self.parts = True, []
        elif self.parts and self.in_header:
            self.table = self.parent = '.'.join(self.parts)
            settings.write(self.ledger, self.table, self.line)
            self.parts = []

    def _key(self) -> None:
        if not self.in_value and self.parts:
            name = settings.join(self.parent, '.'.join(self.parts))
            settings.write(self.ledger, name, self.line)
            self.parts = [name]
        self.in_value = True

    def _enter(self, sign: str) -> None:
        self.open.append((sign, self.parent))
        self.parent = self.parts[0] if self.parts else self.parent
        self.parts, self.in_value = [], sign == '['

    def _leave(self) -> None:
        self.parent = self.open.pop()[1]
        self.parts, self.in_value = [], True
