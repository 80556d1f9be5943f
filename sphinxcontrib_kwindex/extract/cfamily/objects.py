"""Which class a variable is an object of, where its declaration says it.

The declaration that comes last before a use counts; those in a function, and its parameters, are
forgotten at its end.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily.what import What
from sphinxcontrib_kwindex.extract.cfamily.words import KEYWORDS, LIBRARY_TYPES, word_set

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.cfamily.declarations import Book

_CLASS: Final = r'(?:[^\W\d]\w*+::)*+_*+[A-Z]\w*+'
#: what ``auto`` is given: ``= Thing(``, ``= new Thing{``, ``= std::make_unique<Thing>(``
_GIVEN = re.compile(
    rf'\s*+(?:=\s*+)?[({{]?\s*+(?:new\s++({_CLASS})|(?:std::)?make_(?:unique|shared)<\s*+({_CLASS})>'
    rf'|({_CLASS})(?=\s*+[({{]))'
)
#: the type at the end of the beginning of a declaration
_TYPE = re.compile(
    r'([^\W\d]\w*+(?:::[^\W\d]\w*+)*+)(?:<([^<>;(){}]*+)(?:<[^<>;(){}]*+>[^<>;(){}]*+)*+>)?[\s*&]++$'
)
_LONGEST: Final = 300
_POINTERS: Final = word_set('QPointer QSharedPointer auto_ptr shared_ptr unique_ptr')
_NO_CLASSES: Final = KEYWORDS | LIBRARY_TYPES
_DECLARING: Final = frozenset({What.VARIABLE, What.FIELD, What.CONSTANT})
#: a parameter stands before one of these
_PARAMETER: Final = frozenset(',)')
_NEVER: Final = sys.maxsize, sys.maxsize


class Objects:
    """The variables that are known to be objects of a class, at one place of a code."""

    def __init__(self, book: Book, text: str) -> None:
        self._text = text
        #: variable -> class, '' if it is none that is known
        self.known: dict[str, str] = {}
        #: type -> class, '' if it is none; for those types that always are the same
        self.classes: dict[str, str] = {}
        #: those that hold for all that follows, and all others as unknown
        self.lasting: dict[str, str] = {}
        self._bodies = iter(sorted(book.bodies))
        #: the function that comes next, or is not over
        self._begin, self._end = next(self._bodies, _NEVER)
        #: what to say again of variables at the end of the function
        self._before: dict[str, str | None] = {}
        for found in book.declarations:
            if found.what in _DECLARING:
                name = found.name.rpartition('::')[2]
                cls = self._of_declaration(found.head, found.start, found.end)
                self.known[name] = cls if self.known.get(name, cls) == cls else ''
        self.lasting.update(self.known)

    def _of_declaration(self, head: int, start: int, end: int) -> str:
        """Read the type in front of a variable that is declared for others."""
        match = _TYPE.search(self._text, max(head, start - _LONGEST), start)
        return self.class_of(match[1], match[2] or '', end) if match else ''

    def class_of(self, type_: str, argument: str, end: int) -> str:
        """Tell of which class a variable of a type is, whose name ends here."""
        if type_ == 'auto':
            given = _GIVEN.match(self._text, end)
            return (given[1] or given[2] or given[3]) if given else ''
        if type_.rpartition('::')[2] in _POINTERS:
            return argument.strip()
        self.classes[type_] = cls = '' if type_ in _NO_CLASSES else type_
        return cls

    def declare(self, name: str, cls: str, at: int, follows: str) -> None:
        """Note a variable that is declared here."""
        if at > self._end:
            self.leave(at)
        if at > self._begin or follows in _PARAMETER:
            self._before.setdefault(name, self.known.get(name))
            self.lasting.setdefault(name, '')
        else:
            self.lasting[name] = cls
        self.known[name] = cls

    def leave(self, at: int) -> None:
        """Forget what functions declare that end before this place."""
        while at > self._end:
            self._begin, self._end = next(self._bodies, _NEVER)
            for name, cls in self._before.items():
                self.known[name] = cls or ''
            self._before.clear()
