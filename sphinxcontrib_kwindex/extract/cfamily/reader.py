"""From the layers of a code and what it declares to the names in it."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.cfamily.comments import Comments
from sphinxcontrib_kwindex.extract.cfamily.objects import Objects
from sphinxcontrib_kwindex.extract.cfamily.uses import Uses
from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.cfamily.declarations import Book
    from sphinxcontrib_kwindex.extract.cfamily.lexical import Lexed
    from sphinxcontrib_kwindex.model import Found

_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"?')
_NAME = re.compile(r'[^\W\d]\w*+')
#: the name of a macro with its parameters
_MACRO = re.compile(r'\w++(?:\([^()]*+\))?+')


class Reader:
    """Writes down the names in one code."""

    def __init__(self, code: str, lexed: Lexed, book: Book) -> None:
        self.code = code
        self.lexed = lexed
        self.book = book
        self.ledger = Ledger()
        self.lines = [match.start() for match in re.finditer('\n', code)]

    def read(self) -> list[Found]:
        """Give the names in the order of their lines."""
        self._definitions()
        self._imports()
        self._uses()
        self._mentions()
        return self.ledger.found()

    def _line(self, at: int) -> int:
        return bisect_left(self.lines, at) + 1

    def _definitions(self) -> None:
        comments = Comments(self.code, self.lexed.text, self.lexed.comments)
        for found in self.book.declarations:
            line = self._line(found.start)
            text = comments.describe(found.head, found.start)
            self.ledger.define(found.name, found.kind, line, text)
        for macro in self.lexed.macros:
            text = comments.before(macro.start)
            self.ledger.define(macro.name, Kind.MACRO, self._line(macro.at), text)

    def _imports(self) -> None:
        for name, at in self.lexed.includes:
            self.ledger.add(name, Kind.FILE, Sort.IMPORT, self._line(at))
        for found in self.book.imports:
            self.ledger.add(found.name, found.kind, Sort.IMPORT, self._line(found.start))

    def _uses(self) -> None:
        objects = Objects(self.book, self.lexed.text)
        uses = Uses(self.book, objects, [macro.name for macro in self.lexed.macros])
        uses.read(self._masked())
        for macro in self.lexed.macros:
            head = _MACRO.match(self.code, macro.at)
            self._read_directive(uses, head.end() if head else macro.at, macro.end)
        for start, end in self.lexed.conditions:
            self._read_directive(uses, start, end)
        for name, use in uses.found():
            kind = Kind.FUNCTION if use.called else Kind.NAME
            self.ledger.add(name, kind, Sort.USE, self._line(use.at), use.times)
        for name, at in uses.locals.items():
            self.ledger.local(name, self._line(at))
        for name, cls in objects.lasting.items():
            self.ledger.alias(name, Kind.VARIABLE, self.book.resolved(cls))

    def _mentions(self) -> None:
        for start, end in self.lexed.comments:
            self.ledger.remark(self.code[start:end], self._line(start))
        for start, end in self.lexed.strings:
            self.ledger.literal(self.code[start:end], self._line(start))
        for start, end in self.book.arguments:
            for word in _NAME.findall(self.lexed.text, start, end):
                self.ledger.literal(word, self._line(start))

    def _read_directive(self, uses: Uses, start: int, end: int) -> None:
        if start < end:
            code = _STRING.sub(lambda match: ' ' * len(match[0]), self.code[start:end])
            uses.read(code, start)

    def _masked(self) -> str:
        """Replace the names that are declared: these places are no uses."""
        places = [(place.start, place.end) for place in self.book.declarations]
        places += [(place.start, place.end) for place in self.book.imports]
        pieces: list[str] = []
        done = 0
        for start, end in sorted(places):
            if start >= done:
                pieces += self.lexed.text[done:start], '0' * (end - start)
                done = end
        return ''.join(pieces) + self.lexed.text[done:]
