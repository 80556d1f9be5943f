"""C, C++, CUDA and Objective-C.

A code is read in layers. `lexical` cuts out all that is no code; `scopes` walks over what is left
with a stack of braces and asks `heads` what each statement declares; `uses` passes once over all
names. Classes, structures, unions, interfaces and protocols are of the kind class, enumerators and
constants of a namespace of the kind constant, type aliases and concepts of the kind type. Names
are qualified with ``::``, Objective-C methods are ``Class.first:second:``; ``->`` is told as ``.``.
"""

from __future__ import annotations

import re
from bisect import bisect
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily.comments import Comments
from sphinxcontrib_kwindex.extract.cfamily.lexical import cut
from sphinxcontrib_kwindex.extract.cfamily.scopes import Machine
from sphinxcontrib_kwindex.extract.cfamily.uses import Uses
from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.cfamily.declarations import Book
    from sphinxcontrib_kwindex.extract.cfamily.lexical import Lexed
    from sphinxcontrib_kwindex.model import Found

#: the layers mark their places with these
_CONTROLS = re.compile(r'[\x00-\x08]')
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"')
_PARAMETERS = re.compile(r'\w*+(?:\([^()]*+\))?+')


def extract(code: str) -> list[Found]:
    """Find the names in a code of the C family."""
    code = _CONTROLS.sub(' ', code)
    lexed, book = survey(code)
    return _Reader(code, lexed, book).read()


def survey(code: str) -> tuple[Lexed, Book]:
    """Separate a code into its layers and find what it declares."""
    lexed = cut(code)
    return lexed, Machine(code, lexed.text).run()


class _Reader:
    """Turns the layers of one code into names."""

    def __init__(self, code: str, lexed: Lexed, book: Book) -> None:
        self.code = code
        self.lexed = lexed
        self.book = book
        self.ledger = Ledger()
        self.lines = [match.start() for match in re.finditer('\n', code)]

    def read(self) -> list[Found]:
        self._definitions()
        self._imports()
        self._uses()
        for start, end in self.lexed.comments:
            self.ledger.remark(self.code[start:end], self._line(start))
        for start, end in self.lexed.strings:
            if end > start:
                self.ledger.literal(self.code[start:end], self._line(start))
        return self.ledger.found()

    def _line(self, at: int) -> int:
        return bisect(self.lines, at - 1) + 1

    def _definitions(self) -> None:
        comments = Comments(self.code, self.lexed.text, self.lexed.comments)
        for found in self.book.declarations:
            text = comments.describe(found.head, found.start)
            self.ledger.define(found.name, found.kind, self._line(found.start), text)
        for macro in self.lexed.macros:
            text = comments.before(macro.start)
            self.ledger.define(macro.name, Kind.MACRO, self._line(macro.at), text)

    def _imports(self) -> None:
        for name, at in self.lexed.includes:
            self.ledger.add(name, Kind.FILE, Sort.IMPORT, self._line(at))
        for found in self.book.imports:
            self.ledger.add(found.name, found.kind, Sort.IMPORT, self._line(found.start))

    def _uses(self) -> None:
        uses = Uses(self.book)
        uses.read(self._masked())
        for macro in self.lexed.macros:
            self._read_directive(uses, _PARAMETERS.match(self.code, macro.at).end(), macro.end)
        for start, end in self.lexed.conditions:
            self._read_directive(uses, start, end)
        for name, use in uses.found():
            kind = Kind.FUNCTION if use.called else Kind.NAME
            self.ledger.add(name, kind, Sort.USE, self._line(use.at), use.times)
        for name, at in uses.locals.items():
            self.ledger.local(name, self._line(at))

    def _read_directive(self, uses: Uses, start: int, end: int) -> None:
        if start < end:
            code = _STRING.sub(lambda match: ' ' * len(match[0]), self.code[start:end])
            uses.read(code, start)

    def _masked(self) -> str:
        """Replace the names that are declared: these places are no uses."""
        pieces = []
        done = 0
        places = [*self.book.declarations, *self.book.imports]
        for start, end in sorted((place.start, place.end) for place in places):
            if start >= done:
                pieces += self.lexed.text[done:start], '0' * (end - start)
                done = end
        return ''.join(pieces) + self.lexed.text[done:]
