"""The context machine: it walks over braces, semicolons and conditionals, with a stack of scopes.

Inside of functions it looks at braces only, so that most of a code is passed over at full speed.
No statement is read more than twice, however often braces interrupt it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily import heads, objective
from sphinxcontrib_kwindex.extract.cfamily.lexical import ELSE, ENDIF, IF
from sphinxcontrib_kwindex.extract.cfamily.state import (
    LONGEST,
    Branches,
    Mode,
    Scope,
    Statement,
    Why,
)
from sphinxcontrib_kwindex.extract.cfamily.statements import Statements
from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, scope_of
from sphinxcontrib_kwindex.extract.cfamily.what import Declared, What

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.extract.cfamily.declarations import Book

_OUTSIDE = re.compile(f'[{{}};@{IF}{ELSE}{ENDIF}]')
#: all alternatives begin with a literal character: the engine then skips at full speed
_INSIDE = re.compile(rf'\{{|\}}|{IF}|{ELSE}|{ENDIF}|using\b|typedef\b')
_LOCAL_CLASS = re.compile(r'\b(?:class|struct|union|enum)\b')
_SEMICOLON = re.compile(r'\s*+;')
_CLASSES: Final = frozenset({What.CLASS, What.ENUM, What.SCOPED_ENUM})


class Machine(Statements):
    """Finds the declarations of one code; `text` is what is left of it without comments."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.branches = Branches(code, text)

    def run(self) -> Book:
        """Walk over the whole code."""
        handlers: dict[str, Callable[[int], None]] = {
            '{': self._open, '}': self._close, ';': self._end, '@': self._object,
            IF: self._if, ELSE: self._else, ENDIF: self._endif,
            'using': self.read_type, 'typedef': self.read_type,
        }  # fmt: skip
        text, at = self.text, 0
        while True:
            pattern = _INSIDE if self.scope.mode is Mode.BLOCK else _OUTSIDE
            match = pattern.search(text, at)
            if not match:
                break
            at = match.end()
            handlers[match[0]](match.start())
        self.read_rest()
        return self.book

    # what begins with a brace

    def _open(self, at: int) -> None:
        mode = self.scope.mode
        if mode is Mode.BLOCK:
            self._open_inside(at)
        elif mode is Mode.ENUM:
            self._push_block(at, '', self.statement)
        else:
            self._open_outside(at)

    def _open_inside(self, at: int) -> None:
        start = self.statement.start
        if _LOCAL_CLASS.search(self.text, start, at):
            start = max(start, self.text.rfind(';', start, at) + 1, at - LONGEST)
            declared = heads.opened(self.text[start:at], '', top=False)
            if declared.what in _CLASSES:
                self.fresh(start)
                self._push_class(declared, at)
                return
        self._push_block(at, self.scope.path)

    def _open_outside(self, at: int) -> None:
        if self.statement.why is Why.CLASS and '=' not in self.text[self.statement.start : at]:
            self.fresh(self.statement.start)  # no semicolon behind the class
        self.trim()
        statement = self.statement
        segment = self.text[statement.start : at]
        brackets = statement.brackets + segment.count('(') - segment.count(')')
        if statement.why is Why.VALUE or len(statement.kept) + len(segment) > LONGEST:
            self._push_value(at, Why.VALUE)
        elif brackets > 0:
            self._push_value(at, Why.BRACKETS, brackets)
        elif brackets < 0:
            self._push_block(at, self.scope.path)
        elif statement.why is Why.INITIALISERS:
            self._initialise(segment.rstrip(), at)
        else:
            self._open_declared(at)

    def _open_declared(self, at: int) -> None:
        scope, head, declared = self.scope, self.head(at), None
        if scope.mode is Mode.OBJECT:
            declared = objective.opened(head, scope.owner)
        if not declared:
            declared = heads.opened(head, scope.owner, top=scope.outer is None)
        if declared.what is What.NAMESPACE:
            path = self.declare(declared) if declared.name else scope.path
            self._push(Mode.NAMESPACE, path, at)
        elif declared.what in _CLASSES:
            self._push_class(declared, at)
        elif declared.what is What.FUNCTION:
            self._push_function(declared, at)
        elif declared.what is What.VALUE:
            self._push_value(at, Why.VALUE)
        else:
            if declared.span.end:
                self.book.arguments.append(Span(*map(self.place, declared.span)))
            self._push_block(at, scope.path)

    def _initialise(self, segment: str, at: int) -> None:
        if segment and (segment[-1].isalnum() or segment[-1] in '_>'):
            self._push_value(at, Why.INITIALISERS)
        else:
            self._push_block(at, self.scope.path)

    def _push(
        self, mode: Mode, path: str, at: int, *, owner: str = '', rest: Statement | None = None
    ) -> None:
        depth, declared = self.scope.depth + 1, len(self.book.declarations)
        body = at if mode is Mode.BLOCK and self.scope.body < 0 else self.scope.body
        self.scope = Scope(self.scope, mode, path, owner, rest, depth, declared, body)
        self.fresh(at + 1)

    def _push_block(self, at: int, path: str, rest: Statement | None = None) -> None:
        self._push(Mode.BLOCK, path, at, rest=rest)

    def _push_value(self, at: int, why: Why, brackets: int = 0) -> None:
        statement, kept = self.statement, self.statement.kept
        if len(kept) < LONGEST:
            kept = self.head(at) + '{}'
        else:
            why = Why.VALUE
        rest = Statement(at, statement.origin, kept, why, brackets)
        self._push_block(at, self.scope.path, rest)

    def _push_class(self, declared: Declared, at: int) -> None:
        path = self.declare(declared) if declared.name else self.scope.path
        rest = Statement(at, self.statement.origin, self.head(at) + '{}', Why.CLASS)
        mode = Mode.CLASS if declared.what is What.CLASS else Mode.ENUM
        members = self.scope.path if declared.what is What.ENUM else path
        owner = declared.name.rpartition('::')[2]
        self._push(mode, members, at, owner=owner, rest=rest)

    def _push_function(self, declared: Declared, at: int) -> None:
        path = self.declare(declared)
        self.book.owners.append((at, scope_of(path)))
        if declared.goes_on:
            self._push_value(at, Why.INITIALISERS)
        else:
            self._push_block(at, path)

    # what ends with a brace

    def _close(self, at: int) -> None:
        scope = self.scope
        if scope.mode is Mode.ENUM:
            self.read_enumerators(at)
        if not scope.outer:
            self.name_type(at)
            self.fresh(at + 1)
            return
        self.scope, rest = scope.outer, scope.rest
        if scope.body >= 0 > self.scope.body:
            self.book.bodies.append((scope.body, at))
        if self.scope.mode is not Mode.BLOCK and not rest:
            self.book.owners.append((at, ''))
        if scope.mode is Mode.CLASS:
            self.name_members(scope, at)
        if not rest or (rest.why is Why.CLASS and _SEMICOLON.match(self.text, at + 1)):
            self.fresh(at + 1)
        elif self.scope.mode is Mode.ENUM:
            self.statement = rest
        else:
            self.statement = rest._replace(start=at + 1)

    # what ends with a semicolon

    def _end(self, at: int) -> None:
        if self.scope.mode is not Mode.ENUM:
            self.read(at)
            self.fresh(at + 1)

    def _object(self, at: int) -> None:
        """Enter or leave an interface of Objective-C."""
        if match := objective.INTERFACE.match(self.text, at):
            self._leave()
            name = match[1]
            self.fresh(at)
            self.declare(Declared(What.CLASS, name, Span(match.start(1) - at, match.end(1) - at)))
            self._push(Mode.OBJECT, '', match.end() - 1, owner=name)
        elif objective.END.match(self.text, at):
            self._leave()
            self.fresh(at + len('@end'))

    def _leave(self) -> None:
        if self.scope.mode is Mode.OBJECT and self.scope.outer:
            self.scope = self.scope.outer

    # conditionals

    def _if(self, at: int) -> None:
        self.trim()
        self.branches.begin(self.scope, self.statement, at)

    def _else(self, at: int) -> None:
        self.scope, self.statement = self.branches.change(self.scope, self.statement, at)

    def _endif(self, at: int) -> None:
        self.scope, self.statement = self.branches.end(self.scope, self.statement, at)
