"""The statement that the context machine is reading, and what it writes down of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily import heads, objective
from sphinxcontrib_kwindex.extract.cfamily.declarations import Book
from sphinxcontrib_kwindex.extract.cfamily.lexical import ELSE, ENDIF, IF
from sphinxcontrib_kwindex.extract.cfamily.state import LONGEST, Mode, Scope, Statement
from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, without_arguments
from sphinxcontrib_kwindex.extract.cfamily.what import Declared, What

if TYPE_CHECKING:
    from collections.abc import Iterable

#: what is indented more is not indented at all
_WIDEST: Final = 200
#: a longer type within a function is passed over
_LONGEST_TYPE: Final = 1_000

_SPACE = re.compile(rf'[\s{IF}{ELSE}{ENDIF}]*+')
_MARK = re.compile(f'[{IF}{ELSE}{ENDIF}]')
_ENUMERATOR = re.compile(r'(?:^|[,)])\s*+([^\W\d]\w*+)(?!\s*+\()')
_TYPEDEF = re.compile(r'\s*+typedef\b')
_NAME_BEHIND = re.compile(r'\s*+([^\W\d]\w*+)\s*+[;,]')

#: in a piece of a function these are local
_VALUES: Final = frozenset({What.CONSTANT, What.VARIABLE})
_IMPORTS: Final = frozenset({What.ALIAS, What.USING, What.USING_NAMESPACE})


class Statements:
    """Reads statements in the scope that is set from outside."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text
        self.book = Book()
        self.scope = Scope(None, Mode.NAMESPACE)
        self.statement = Statement(0, 0)

    def fresh(self, at: int) -> None:
        """Begin a statement."""
        self.statement = Statement(at, at)

    def trim(self) -> None:
        """Let a statement begin with its first word: comments before it may be long."""
        statement = self.statement
        if not statement.kept and (space := _SPACE.match(self.text, statement.start)):
            self.fresh(space.end())

    def head(self, at: int) -> str:
        """Give the statement up to here, but for what braces held."""
        statement = self.statement
        return statement.kept + self.text[statement.start : min(at, statement.start + LONGEST)]

    def place(self, offset: int) -> int:
        """Turn an offset into the statement into one into the code."""
        statement = self.statement
        kept = len(statement.kept)
        return statement.origin + offset if offset < kept else statement.start + offset - kept

    def read(self, at: int) -> None:
        """Read a statement that ends here."""
        self.trim()
        head, scope, where = self.head(at), self.scope, self._where()
        declared: Iterable[Declared] = ()
        if scope.mode is Mode.OBJECT and head[:1] in {'-', '+', '@'}:
            declared = objective.ended(head, scope.owner)
        elif head:
            declared = heads.ended(head, scope.owner, where)
        for found in declared:
            if where != 'top' or found.what not in _VALUES:
                self._take(found)

    def read_type(self, at: int) -> None:
        """Read a type within a function, but leave the statement as it is."""
        end = self.text.find(';', at, at + _LONGEST_TYPE)
        if end > 0 and not self.text[at - 1].isidentifier():
            before = self.statement
            self.fresh(at)
            for declared in heads.ended(self.text[at:end], '', 'namespace'):
                self._take(declared)
            self.statement = before

    def read_enumerators(self, at: int) -> None:
        """Read what is between the braces of an enumeration."""
        start = self.statement.start
        body = _MARK.sub(' ', without_arguments(self.text[start:at]))
        for match in _ENUMERATOR.finditer(body):
            declared = Declared(What.ENUMERATOR, match[1], Span(*match.span(1)))
            place = start + match.start(1)
            head = start + match.start() + (match[0][0] in ',)')
            self.book.declare(declared, self.scope.path, place, head, member=False)

    def read_rest(self) -> None:
        """Read the statement that the text ends in."""
        scope, end = self.scope, len(self.text)
        if scope.mode is Mode.ENUM:
            self.read_enumerators(end)
        elif scope.mode is not Mode.BLOCK:
            self.trim()
            for declared in heads.cut_off(self.head(end), scope.owner):
                self._take(declared)

    def name_members(self, scope: Scope, at: int) -> None:
        """Give the members of ``typedef struct { … } Name;`` the name of the type."""
        if scope.owner or not scope.rest or self.scope.mode is not Mode.NAMESPACE:
            return
        name = _NAME_BEHIND.match(self.text, at + 1)
        if name and _TYPEDEF.match(scope.rest.kept):
            self.book.qualify(scope.declared, scope.path, name[1])

    def name_type(self, at: int) -> None:
        """Take ``} Name;`` for the end of a typedef whose beginning was cut off."""
        name = _NAME_BEHIND.match(self.text, at + 1)
        if name and self.text[at - 1 : at] in {'', '\n'}:
            self.statement = Statement(0, at)
            self.declare(Declared(What.TYPE, name[1], Span(*name.span(1))))

    def declare(self, declared: Declared) -> str:
        """Write down a declaration, and return its qualified name."""
        scope = self.scope
        while declared.friend and scope.mode is Mode.CLASS and scope.outer:
            scope = scope.outer
        start, origin = self.place(declared.span.start), self.statement.origin
        member = scope.mode is Mode.CLASS or '.' in declared.name
        return self.book.declare(declared, scope.path, start, origin, member=member)

    def _where(self) -> str:
        """Say how much is known of where a statement stands; ``top`` may be anywhere."""
        if self.scope.mode is Mode.CLASS:
            return 'class'
        if self.scope.outer:
            return 'namespace'
        start = self.statement.origin
        before = self.code[max(0, start - _WIDEST) : start].rpartition('\n')[2]
        return 'top' if before.isspace() else 'namespace'

    def _take(self, declared: Declared) -> None:
        in_class = self.scope.mode is Mode.CLASS
        if declared.what in _IMPORTS:
            if not in_class:  # there it makes a member of the base class known
                self.book.bring(declared, self.place(declared.span.start))
            return
        if in_class and declared.what is What.VARIABLE:
            declared = declared._replace(what=What.FIELD)
        self.declare(declared)
