"""JSON in all its dialects, and what of it stands in YAML: braces, keys and values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.data import settings
from sphinxcontrib_kwindex.extract.ledger import Ledger

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_TOKEN = re.compile(
    r"""
      \n
    | "[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?
    | '[^'\n]*+(?:''[^'\n]*+)*+'?
    | [{}[\],]
    | (?<![^\s,[\]{}])\#[^\n]*+
    | //[^\n]*+ | /\*(?>[\s\S]*?\*/|[\s\S]*+)
    | :(?=[\s,[\]{}"']|\Z) | (?<=["']):
    | (?:[^\s,[\]{}"':\#/]|[:\#/](?<![\s,[\]{}].)(?=[^\s,[\]{}]))
      (?:[^,[\]{}:\#\n]|:(?![\s,[\]{}]|\Z)|(?<!\s)\#)*+
    """,
    re.VERBOSE,
)
_COMMENTS: Final = ('#', '//', '/*')


def extract(code: str) -> list[Found]:
    """Find the keys in a JSON text."""
    ledger = Ledger()
    Flow(ledger, comments=_COMMENTS).read(code, 1)
    return ledger.found()


class Flow:
    """Reads braces, maybe line by line."""

    def __init__(
        self, ledger: Ledger, parent: str = '', comments: tuple[str, ...] = ('#',)
    ) -> None:
        self.ledger = ledger
        self.comments = comments
        #: of each open bracket, what its keys are qualified with
        self.open: list[str] = []
        self.parent = parent
        #: the key whose value is expected
        self.key = ''
        #: the latest word, and its line, as long as it may turn out to be a key
        self.word = ''
        self.line = 0

    def read(self, text: str, line: int) -> None:
        """Read a text that begins on some line."""
        for lexeme in _TOKEN.findall(text):
            if lexeme == '\n':
                line += 1
            elif lexeme in '{[':
                self._enter()
            elif lexeme in '}]':
                self._leave()
            elif lexeme in ',:':
                self._sign(lexeme)
            elif lexeme.startswith(self.comments):
                self.ledger.remark(lexeme, line)
                line += lexeme.count('\n')
            else:
                self.word, self.line = lexeme.strip(), line

    def _enter(self) -> None:
        self.open.append(self.parent)
        self.parent = settings.join(self.parent, self.key) if self.key else self.parent
        self.key = self.word = ''

    def _leave(self) -> None:
        self._value()
        if self.open:
            self.parent = self.open.pop()

    def _sign(self, sign: str) -> None:
        if sign == ',':
            self._value()
        elif self.word and self.open:
            self.key = settings.unquoted(self.word)
            settings.write(self.ledger, settings.join(self.parent, self.key), self.line)
            self.word = ''

    def _value(self) -> None:
        if self.word:
            self.ledger.literal(settings.unquoted(self.word), self.line)
        self.key = self.word = ''
