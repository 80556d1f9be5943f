"""What the context machine knows at one place: the scopes around it, the statement so far."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.cfamily.lexical import ELSE, ENDIF, IF

#: a longer statement is data
LONGEST: Final = 10_000
#: a longer beginning of a statement does not go on in several branches
_LONGEST_KEPT: Final = 1_000
_BLANKS: Final = f' \t\n\r{IF}{ELSE}{ENDIF}'


class Mode(IntEnum):
    """What the braces of a scope hold."""

    NAMESPACE = 0
    CLASS = 1
    ENUM = 2
    #: a function, or anything else that declares nothing for others
    BLOCK = 3
    #: an interface of Objective-C, up to its ``@end``
    OBJECT = 4


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
    #: how many declarations were there before
    declared: int = 0
    #: where the outermost braces of the function begin that this is in
    body: int = -1


class _Condition(NamedTuple):
    """Where a conditional began, and what was open there."""

    scope: Scope
    statement: Statement
    at: int
    #: how deep the first branch ended, if there is another one
    depth: int | None = None


class Branches:
    """The conditionals around a place: each branch begins with what was open at the first."""

    def __init__(self, code: str, text: str) -> None:
        self._code = code
        self._text = text
        self._open: list[_Condition] = []
        #: conditions whose braces were left for those of another branch
        self._denied: set[str] = set()

    def begin(self, scope: Scope, statement: Statement, at: int) -> None:
        """Note what is open at an ``#if``."""
        self._open.append(_Condition(scope, statement, at))

    def change(self, scope: Scope, statement: Statement, at: int) -> tuple[Scope, Statement]:
        """Say what is open behind an ``#else``."""
        if not self._open:
            return scope, statement
        condition = self._open[-1]
        if condition.depth is None:
            self._open[-1] = condition._replace(depth=scope.depth)
        if condition.scope.mode is Mode.ENUM:
            return condition.scope, condition.statement
        return condition.scope, self._resumed(condition, at + 1)

    def end(self, scope: Scope, statement: Statement, at: int) -> tuple[Scope, Statement]:
        """Say what is open behind an ``#endif``."""
        if not self._open:
            return scope, statement
        condition = self._open.pop()
        if condition.depth is not None:
            if condition.depth != scope.depth:
                self._denied.add(self._name(condition.at))
        elif condition.scope.depth > scope.depth and self._name(condition.at) in self._denied:
            return condition.scope, Statement(at + 1, at + 1)  # closes what was not opened
        return scope, statement

    def _resumed(self, condition: _Condition, start: int) -> Statement:
        """Let a statement that was begun before a conditional go on in another branch."""
        before, end = condition.statement, condition.at
        segment = self._text[before.start : end] if end - before.start < _LONGEST_KEPT else ''
        kept = before.kept + segment
        if not kept.strip(_BLANKS) or len(kept) > _LONGEST_KEPT:
            return Statement(start, start)
        brackets = before.brackets + segment.count('(') - segment.count(')')
        return before._replace(start=start, kept=kept, brackets=brackets)

    def _name(self, at: int) -> str:
        end = self._code.find('\n', at, at + 200)
        return ' '.join(self._code[at : end if end >= 0 else at + 200].split())
