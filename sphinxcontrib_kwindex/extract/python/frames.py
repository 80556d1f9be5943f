"""The classes and functions that a line of Python stands in, told by indentation alone."""

from __future__ import annotations

from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.ledger import qualified
from sphinxcontrib_kwindex.extract.python.scope import ScopeKind

_TAB: Final = 8
#: white space beyond this is no indentation
_DEEPEST: Final = 1_000


class Frame(NamedTuple):
    """The body of a class, of a function, or of whatever the text as a whole is."""

    kind: ScopeKind
    #: the qualified name, '' for the text as a whole
    name: str
    #: that of the line which opens it; its body is indented deeper
    indent: int
    #: the class that ``self`` is an object of
    owner: str
    #: a class whose attributes are the members of an enumeration
    enum: bool = False


class Frames:
    """The stack of frames, and what is known of the outermost one."""

    def __init__(self) -> None:
        self._stack = [Frame(ScopeKind.MODULE, '', -1, '')]
        #: the indentation of the current statement
        self.indent = 0
        #: the least indentation that a statement outside of any frame had so far
        self.floor: int | None = None
        #: the text began in a body that is over
        self.began_deeper = False

    @property
    def top(self) -> Frame:
        """The innermost frame."""
        return self._stack[-1]

    @property
    def is_torn(self) -> bool:
        """Whether the statement stands in a body whose head is not part of the text."""
        return len(self._stack) == 1 and bool(self.floor)

    def qualified(self, name: str) -> str:
        """Return the name that something defined here has outside."""
        return qualified(self.top.name, '.', name)

    def is_within(self, name: str) -> bool:
        """Tell whether the frame of this name is around."""
        return self.top.name == name or self.top.name.startswith(f'{name}.')

    def begin(self, white: str) -> bool:
        """Begin a statement; tell whether it ends the body that the text began in."""
        self.indent = indent = len(white[:_DEEPEST].expandtabs(_TAB))
        self.leave()
        if len(self._stack) > 1 or (self.floor is not None and indent >= self.floor):
            return False
        ended = self.floor is not None
        self.began_deeper = ended
        self.floor = indent
        return ended

    def push(self, kind: ScopeKind, name: str, *, enum: bool = False) -> None:
        """Enter the body of a class or a function."""
        full = self.qualified(name)
        owner = full if kind is ScopeKind.CLASS else self.top.owner
        self._stack.append(Frame(kind, full, self.indent, owner, enum))

    def leave(self) -> None:
        """Leave the bodies that the current statement is not in."""
        while self._stack[-1].indent >= self.indent:
            self._stack.pop()
