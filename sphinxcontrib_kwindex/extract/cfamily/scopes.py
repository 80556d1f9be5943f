"""The context machine: it walks over braces, semicolons and conditionals, with a stack of scopes.

Inside of functions it looks at braces only, so that most of a code is passed over at full speed.
No statement is read more than twice, however often braces interrupt it.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.cfamily import heads
from sphinxcontrib_kwindex.extract.cfamily.declarations import Book
from sphinxcontrib_kwindex.extract.cfamily.heads import Declared, What
from sphinxcontrib_kwindex.extract.cfamily.lexical import ELSE, ENDIF, IF
from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, without_arguments

if TYPE_CHECKING:
    from collections.abc import Callable

#: a longer statement is data
LONGEST: Final = 10_000
#: a longer type within a function is passed over
_LONGEST_TYPE: Final = 1_000

_OUTSIDE = re.compile(f'[{{}};{IF}{ELSE}{ENDIF}]')
#: all alternatives begin with a literal character: the engine then skips at full speed
_INSIDE = re.compile(rf'\{{|\}}|{IF}|{ELSE}|{ENDIF}|using\b|typedef\b')
_LOCAL_CLASS = re.compile(r'\b(?:class|struct|union|enum)\b')
_ENUMERATOR = re.compile(r'(?:^|[,)])\s*+([^\W\d]\w*+)(?!\s*+\()')
_SPACE = re.compile(rf'[\s{IF}{ELSE}{ENDIF}]*+')
_MARK = re.compile(f'[{IF}{ELSE}{ENDIF}]')
_SEMICOLON = re.compile(r'\s*+;')
_CLASSES: Final = frozenset({What.CLASS, What.ENUM, What.SCOPED_ENUM})
#: in a piece of a function these are local
_VALUES: Final = frozenset({What.CONSTANT, What.VARIABLE})
_IMPORTS: Final = frozenset({What.ALIAS, What.USING, What.USING_NAMESPACE})


class Mode(IntEnum):
    """What the braces of a scope hold."""

    NAMESPACE = 0
    CLASS = 1
    ENUM = 2
    #: a function, or anything else that declares nothing for others
    BLOCK = 3


class Why(IntEnum):
    """Why a statement goes on behind braces."""

    PLAIN = 0
    #: they are a value: nothing but the semicolon matters any more
    VALUE = 1
    #: they are in brackets that are still open
    BRACKETS = 2
    #: they initialise a member: a brace that follows a name does so, too
    INITIALISERS = 3
    #: they hold the members of a class
    CLASS = 4


class Statement(NamedTuple):
    """A statement so far: what is kept of it from before ``start``, and where that was."""

    start: int
    origin: int
    kept: str = ''
    why: Why = Why.PLAIN
    #: how many brackets are open in what is kept
    brackets: int = 0


class Scope(NamedTuple):
    """What is inside of a pair of braces."""

    outer: Scope | None
    mode: Mode
    #: the qualified name of what is declared here
    path: str = ''
    #: the class whose members are in these braces
    owner: str = ''
    #: what goes on behind the closing brace
    rest: Statement | None = None
    depth: int = 0


class Condition(NamedTuple):
    """Where a conditional began, and what was open there."""

    scope: Scope
    statement: Statement
    at: int
    #: how deep the first branch ended, if there is another one
    depth: int | None = None


class Machine:
    """Finds the declarations of one code."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text
        self.book = Book()
        self.scope = Scope(None, Mode.NAMESPACE)
        self.statement = Statement(0, 0)
        self.conditions: list[Condition] = []
        #: conditions whose braces were left for those of the other branch
        self.denied: set[str] = set()

    def run(self) -> Book:
        handlers: dict[str, Callable[[int], None]] = {
            '{': self._open, '}': self._close, ';': self._end,
            IF: self._if, ELSE: self._else, ENDIF: self._endif,
            'using': self._local_type, 'typedef': self._local_type,
        }  # fmt: skip
        text, at = self.text, 0
        while True:
            pattern = _INSIDE if self.scope.mode is Mode.BLOCK else _OUTSIDE
            match = pattern.search(text, at)
            if not match:
                break
            at = match.end()
            handlers[match[0]](match.start())
        self._finish()
        return self.book

    def _fresh(self, at: int) -> None:
        self.statement = Statement(at, at)

    def _trim(self) -> None:
        """Let a statement begin with its first word: comments before it may be long."""
        statement = self.statement
        if not statement.kept and (space := _SPACE.match(self.text, statement.start)):
            self._fresh(space.end())

    def _head(self, at: int) -> str:
        statement = self.statement
        return statement.kept + self.text[statement.start : min(at, statement.start + LONGEST)]

    def _place(self, offset: int) -> int:
        """Turn an offset into the statement into one into the code."""
        statement = self.statement
        kept = len(statement.kept)
        return statement.origin + offset if offset < kept else statement.start + offset - kept

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
                self._fresh(start)
                self._push_class(declared, at)
                return
        self._push_block(at, self.scope.path)

    def _open_outside(self, at: int) -> None:
        self._trim()
        statement = self.statement
        if statement.why is Why.CLASS and '=' not in self.text[statement.start : at]:
            self._fresh(statement.start)  # no semicolon behind the class
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
            self._initialise(segment, at)
        else:
            self._open_declared(at)

    def _open_declared(self, at: int) -> None:
        scope = self.scope
        declared = heads.opened(self._head(at), scope.owner, top=scope.outer is None)
        if declared.what is What.NAMESPACE:
            path = self._declare(declared) if declared.name else scope.path
            self._push(Mode.NAMESPACE, path, at)
        elif declared.what in _CLASSES:
            self._push_class(declared, at)
        elif declared.what is What.FUNCTION:
            self._push_function(declared, at)
        elif declared.what is What.VALUE:
            self._push_value(at, Why.VALUE)
        else:
            self._push_block(at, scope.path)

    def _initialise(self, segment: str, at: int) -> None:
        stripped = segment.rstrip()
        if stripped and (stripped[-1].isalnum() or stripped[-1] in '_>.'):
            self._push_value(at, Why.INITIALISERS)
        else:
            self._push_block(at, self.scope.path)

    def _push(
        self, mode: Mode, path: str, at: int, *, owner: str = '', rest: Statement | None = None
    ) -> None:
        self.scope = Scope(self.scope, mode, path, owner, rest, self.scope.depth + 1)
        self._fresh(at + 1)

    def _push_block(self, at: int, path: str, rest: Statement | None = None) -> None:
        self._push(Mode.BLOCK, path, at, rest=rest)

    def _push_value(self, at: int, why: Why, brackets: int = 0) -> None:
        statement, kept = self.statement, self.statement.kept
        if len(kept) < LONGEST:
            kept = self._head(at) + '{}'
        else:
            why = Why.VALUE
        rest = Statement(at, statement.origin, kept, why, brackets)
        self._push_block(at, self.scope.path, rest)

    def _push_class(self, declared: Declared, at: int) -> None:
        path = self._declare(declared) if declared.name else self.scope.path
        rest = Statement(at, self.statement.origin, self._head(at) + '{}', Why.CLASS)
        mode = Mode.CLASS if declared.what is What.CLASS else Mode.ENUM
        members = self.scope.path if declared.what is What.ENUM else path
        owner = declared.name.rpartition('::')[2]
        self._push(mode, members, at, owner=owner, rest=rest)

    def _push_function(self, declared: Declared, at: int) -> None:
        path = self._declare(declared)
        self.book.owners.append((at, path.rpartition('::')[0]))
        if declared.goes_on:
            self._push_value(at, Why.INITIALISERS)
        else:
            self._push_block(at, path)

    # what ends

    def _close(self, at: int) -> None:
        scope = self.scope
        if scope.mode is Mode.ENUM:
            self._enumerators(at)
        if not scope.outer:
            self._fresh(at + 1)
            return
        self.scope = scope.outer
        rest = scope.rest
        if scope.mode is Mode.BLOCK and self.scope.mode is not Mode.BLOCK and not rest:
            self.book.owners.append((at, ''))
        if not rest or (rest.why is Why.CLASS and _SEMICOLON.match(self.text, at + 1)):
            self._fresh(at + 1)
        else:
            self.statement = rest._replace(start=at + 1)

    def _enumerators(self, at: int) -> None:
        start = self.statement.start
        body = _MARK.sub(' ', without_arguments(self.text[start:at]))
        for match in _ENUMERATOR.finditer(body):
            declared = Declared(What.ENUMERATOR, match[1], Span(*match.span(1)))
            place = start + match.start(1)
            head = start + match.start() + (match[0][0] in ',)')
            self.book.declare(declared, self.scope.path, place, head, member=False)

    def _end(self, at: int) -> None:
        scope = self.scope
        if scope.mode is not Mode.ENUM:
            self._trim()
            head = self._head(at)
            if head:
                where = self._where()
                for declared in heads.ended(head, scope.owner, where):
                    if where != 'top' or declared.what not in _VALUES:
                        self._take(declared)
            self._fresh(at + 1)

    def _where(self) -> str:
        if self.scope.mode is Mode.CLASS:
            return 'class'
        return 'top' if not self.scope.outer and self._is_indented() else 'namespace'

    def _is_indented(self) -> bool:
        """Tell a piece of something else from the top of a file."""
        start = self.statement.origin
        return self.text[start - 1 : start] not in {'', '\n'}

    def _local_type(self, at: int) -> None:
        """Read a type within a function, but leave the statement as it is."""
        end = self.text.find(';', at, at + _LONGEST_TYPE)
        if end > 0 and not self.text[at - 1].isidentifier():
            before = self.statement
            self._fresh(at)
            for declared in heads.ended(self.text[at:end], '', 'namespace'):
                self._take(declared)
            self.statement = before

    def _take(self, declared: Declared) -> None:
        in_class = self.scope.mode is Mode.CLASS
        if declared.what in _IMPORTS:
            if not in_class:  # there it makes a member of the base class known
                self.book.bring(declared, self._place(declared.span.start))
            return
        if in_class and declared.what is What.VARIABLE:
            declared = declared._replace(what=What.FIELD)
        self._declare(declared)

    def _declare(self, declared: Declared) -> str:
        scope = self.scope
        while declared.friend and scope.mode is Mode.CLASS and scope.outer:
            scope = scope.outer
        start = self._place(declared.span.start)
        in_class = scope.mode is Mode.CLASS
        return self.book.declare(
            declared, scope.path, start, self.statement.origin, member=in_class
        )

    def _finish(self) -> None:
        scope, end = self.scope, len(self.text)
        if scope.mode is Mode.ENUM:
            self._enumerators(end)
        elif scope.mode is not Mode.BLOCK:
            self._trim()
            for declared in heads.cut_off(self._head(end), scope.owner):
                self._take(declared)

    # conditionals: each branch begins with what was open at the first

    def _if(self, at: int) -> None:
        self.conditions.append(Condition(self.scope, self.statement, at))

    def _else(self, at: int) -> None:
        if not self.conditions:
            return
        condition = self.conditions[-1]
        scope, statement, since, depth = condition
        if depth is None:
            self.conditions[-1] = condition._replace(depth=self.scope.depth)
        if self.statement.start <= since and self.scope is scope:
            return  # nothing ended in the other branch: the statement goes on
        self.scope = scope
        if scope.mode is Mode.ENUM:
            self.statement = statement
            return
        segment = self.text[statement.start : min(since, statement.start + LONGEST)]
        brackets = statement.brackets + segment.count('(') - segment.count(')')
        self.statement = statement._replace(
            start=at + 1, kept=statement.kept + segment, brackets=brackets
        )

    def _endif(self, at: int) -> None:
        if not self.conditions:
            return
        scope, _, since, depth = self.conditions.pop()
        if depth is not None:
            if depth != self.scope.depth:
                self.denied.add(self._condition(since))
        elif scope.depth > self.scope.depth and self._condition(since) in self.denied:
            self.scope = scope  # closes what was not opened
            self._fresh(at + 1)

    def _condition(self, at: int) -> str:
        return ' '.join(self.code[at : self.code.find('\n', at)][:200].split())
