"""Scope parser: a walk over braces, semicolons and conditionals with a stack of scopes.

Inside of functions it looks at braces only, so that most of a text is skipped at full speed. No
statement is parsed more than twice, however often braces interrupt it.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.c_family import lexer, statement_parser
from sphinxcontrib_kwindex.extract.c_family.declarations import (
    IMPORTS,
    DeclarationKind,
    Declarations,
    Declarator,
)
from sphinxcontrib_kwindex.extract.c_family.lexer import ELSE, ENDIF, IF, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: a longer statement is data
_LONGEST_STATEMENT: Final = 10_000
#: a longer beginning of a statement does not go on in several branches
_LONGEST_KEPT: Final = 1_000
_BLANKS: Final = f' \t\n\r{IF}{ELSE}{ENDIF}'
#: wider indentation is not read
_WIDEST: Final = 200
#: a longer type within a function is skipped
_LONGEST_TYPE: Final = 1_000
_SPACE = re.compile(rf'[\s{IF}{ELSE}{ENDIF}]*+')
_MARK = re.compile(f'[{IF}{ELSE}{ENDIF}]')
_ENUMERATOR = re.compile(r'(?:^|[,)])\s*+([^\W\d]\w*+)(?!\s*+\()')
_TYPEDEF = re.compile(r'\s*+typedef\b')
_NAME_AFTER = re.compile(r'\s*+([^\W\d]\w*+)\s*+[;,]')
#: these may be local in a fragment of a function
_VALUES: Final = frozenset({DeclarationKind.CONSTANT, DeclarationKind.VARIABLE})
_OUTSIDE = re.compile(f'[{{}};@{IF}{ELSE}{ENDIF}]')
#: all alternatives begin with a literal character: the engine then skips at full speed
_INSIDE = re.compile(rf'\{{|\}}|{IF}|{ELSE}|{ENDIF}|using\b|typedef\b')
_LOCAL_CLASS = re.compile(r'\b(?:class|struct|union|enum)\b')
_SEMICOLON = re.compile(r'\s*+;')
_CLASSES: Final = frozenset(
    {DeclarationKind.CLASS, DeclarationKind.ENUM, DeclarationKind.SCOPED_ENUM}
)


class ScopeKind(Enum):
    """Content of the braces of a scope."""

    NAMESPACE = auto()
    CLASS = auto()
    ENUM = auto()
    #: a function, or anything else that declares nothing for others
    BLOCK = auto()
    #: an interface of Objective-C, up to its ``@end``
    OBJECT = auto()


class Braces(Enum):
    """The last braces within a statement, which goes on after them."""

    NONE = auto()
    #: a value: only the semicolon matters after it
    VALUE = auto()
    #: in brackets that are still open
    IN_BRACKETS = auto()
    #: the value of a member in a constructor: a brace that follows a name is another one
    INITIALISER = auto()
    #: the members of a class
    CLASS = auto()


class Statement(NamedTuple):
    """The statement so far; it may go on after braces or in another branch."""

    #: offset of the part after the braces
    start: int
    #: offset and text of the part before
    origin: int
    kept: str = ''
    braces: Braces = Braces.NONE
    #: how many brackets are open in the part before
    brackets: int = 0

    def open_brackets(self, segment: str) -> int:
        """Return how many brackets are open after a further part."""
        return self.brackets + segment.count('(') - segment.count(')')


class Scope(NamedTuple):
    """A pair of braces."""

    outer: Scope | None
    kind: ScopeKind
    #: the prefix of names in it
    path: str = ''
    #: the class whose members are in it
    owner: str = ''
    #: the statement that goes on after the closing brace
    rest: Statement | None = None
    depth: int = 0
    #: how many declarations were before it
    first_declaration: int = 0
    #: offset of the outermost brace of the function around it
    body: int = -1


class _Conditional(NamedTuple):
    """State at the beginning of a conditional."""

    scope: Scope
    statement: Statement
    at: int
    #: depth at the end of the first branch, if there is another one
    depth: int | None = None


class ScopeParser:
    """Parse the declarations of one text; ``text`` is the code without comments."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text
        self.declarations = Declarations()
        self.scope = Scope(None, ScopeKind.NAMESPACE)
        self.statement = Statement(0, 0)
        self._conditionals: list[_Conditional] = []
        #: conditions whose branches ended at different depths
        self._uneven: set[str] = set()

    def run(self) -> Declarations:
        """Parse the whole text."""
        handlers: dict[str, Callable[[int], None]] = {
            '{': self._open, '}': self._close, ';': self._end, '@': self._object,
            IF: self._if, ELSE: self._else, ENDIF: self._endif,
            'using': self._parse_local_type, 'typedef': self._parse_local_type,
        }  # fmt: skip
        text, at = self.text, 0
        while True:
            pattern = _INSIDE if self.scope.kind is ScopeKind.BLOCK else _OUTSIDE
            match = pattern.search(text, at)
            if not match:
                break
            at = match.end()
            handlers[match[0]](match.start())
        self._parse_rest()
        return self.declarations

    # -- opening braces

    def _open(self, at: int) -> None:
        kind = self.scope.kind
        if kind is ScopeKind.BLOCK:
            self._open_inside(at)
        elif kind is ScopeKind.ENUM:
            self._push_block(at, '', self.statement)
        else:
            self._open_outside(at)

    def _open_inside(self, at: int) -> None:
        start = self.statement.start
        if _LOCAL_CLASS.search(self.text, start, at):
            start = max(start, self.text.rfind(';', start, at) + 1, at - _LONGEST_STATEMENT)
            declarator = statement_parser.parse_opening(self.text[start:at], '', top=False)
            if declarator.kind in _CLASSES:
                self._begin_statement(start)
                self._push_class(declarator, at)
                return
        self._push_block(at, self.scope.path)

    def _open_outside(self, at: int) -> None:
        statement = self.statement
        if statement.braces is Braces.CLASS and '=' not in self.text[statement.start : at]:
            self._begin_statement(statement.start)  # no semicolon after the class
        self._skip_blanks()
        statement = self.statement
        segment = self.text[statement.start : at]
        is_long = len(statement.kept) + len(segment) > _LONGEST_STATEMENT
        brackets, last = statement.open_brackets(segment), segment.rstrip()[-1:]
        if statement.braces is Braces.VALUE or is_long:
            self._push_value(at, Braces.VALUE)
        elif brackets > 0:
            self._push_value(at, Braces.IN_BRACKETS, brackets)
        elif brackets == 0 and statement.braces is not Braces.INITIALISER:
            self._open_declared(at)
        elif brackets == 0 and (last.isalnum() or last in ('_', '>')):
            self._push_value(at, Braces.INITIALISER)
        else:
            self._push_block(at, self.scope.path)

    def _open_declared(self, at: int) -> None:
        scope, head, declarator = self.scope, self._head(at), None
        if scope.kind is ScopeKind.OBJECT:
            declarator = statement_parser.parse_objc_opening(head, scope.owner)
        if not declarator:
            declarator = statement_parser.parse_opening(head, scope.owner, top=scope.outer is None)
        if declarator.kind is DeclarationKind.NAMESPACE:
            path = self._declare(declarator) if declarator.name else scope.path
            self._push(ScopeKind.NAMESPACE, path, at)
        elif declarator.kind in _CLASSES:
            self._push_class(declarator, at)
        elif declarator.kind is DeclarationKind.FUNCTION:
            self._push_function(declarator, at)
        elif declarator.kind is DeclarationKind.VALUE:
            self._push_value(at, Braces.VALUE)
        else:
            if declarator.span.end:
                self.declarations.arguments.append(Span(*map(self._offset, declarator.span)))
            self._push_block(at, scope.path)

    def _push(
        self, kind: ScopeKind, path: str, at: int, *, owner: str = '', rest: Statement | None = None
    ) -> None:
        depth, first = self.scope.depth + 1, len(self.declarations.declarations)
        body = at if kind is ScopeKind.BLOCK and self.scope.body < 0 else self.scope.body
        self.scope = Scope(self.scope, kind, path, owner, rest, depth, first, body)
        self._begin_statement(at + 1)

    def _push_block(self, at: int, path: str, rest: Statement | None = None) -> None:
        self._push(ScopeKind.BLOCK, path, at, rest=rest)

    def _push_value(self, at: int, braces: Braces, brackets: int = 0) -> None:
        statement, kept = self.statement, self.statement.kept
        if len(kept) < _LONGEST_STATEMENT:
            kept = self._head(at) + '{}'
        else:
            braces = Braces.VALUE
        rest = Statement(at, statement.origin, kept, braces, brackets)
        self._push_block(at, self.scope.path, rest)

    def _push_class(self, declarator: Declarator, at: int) -> None:
        path = self._declare(declarator) if declarator.name else self.scope.path
        rest = Statement(at, self.statement.origin, self._head(at) + '{}', Braces.CLASS)
        kind = ScopeKind.CLASS if declarator.kind is DeclarationKind.CLASS else ScopeKind.ENUM
        members = self.scope.path if declarator.kind is DeclarationKind.ENUM else path
        owner = declarator.name.rpartition('::')[2]
        self._push(kind, members, at, owner=owner, rest=rest)

    def _push_function(self, declarator: Declarator, at: int) -> None:
        path = self._declare(declarator)
        self.declarations.owners.append((at, lexer.scope_of(path)))
        if declarator.continues:
            self._push_value(at, Braces.INITIALISER)
        else:
            self._push_block(at, path)

    # -- closing braces

    def _close(self, at: int) -> None:
        scope = self.scope
        if scope.kind is ScopeKind.ENUM:
            self._parse_enumerators(at)
        if not scope.outer:
            self._parse_typedef_end(at)
            self._begin_statement(at + 1)
            return
        self.scope, rest = scope.outer, scope.rest
        if scope.body >= 0 > self.scope.body:
            self.declarations.bodies.append((scope.body, at))
        if self.scope.kind is not ScopeKind.BLOCK and not rest:
            self.declarations.owners.append((at, ''))
        if scope.kind is ScopeKind.CLASS:
            self._qualify_members(scope, at)
        if not rest or (rest.braces is Braces.CLASS and _SEMICOLON.match(self.text, at + 1)):
            self._begin_statement(at + 1)
        elif self.scope.kind is ScopeKind.ENUM:
            self.statement = rest
        else:
            self.statement = rest._replace(start=at + 1)

    # -- semicolons and interfaces

    def _end(self, at: int) -> None:
        if self.scope.kind is not ScopeKind.ENUM:
            self._parse(at)
            self._begin_statement(at + 1)

    def _object(self, at: int) -> None:
        """Enter or leave an interface of Objective-C."""
        match = statement_parser.OBJC_SCOPE.match(self.text, at)
        if not match:
            return
        if self.scope.kind is ScopeKind.OBJECT and self.scope.outer:
            self.scope = self.scope.outer
        self._begin_statement(match.end())
        if name := match[1]:
            self._begin_statement(at)
            span = Span(match.start(1) - at, match.end(1) - at)
            self._declare(Declarator(DeclarationKind.CLASS, name, span))
            self._push(ScopeKind.OBJECT, '', match.end() - 1, owner=name)

    # -- conditionals: each branch begins with the state before the first one

    def _if(self, at: int) -> None:
        self._skip_blanks()
        self._conditionals.append(_Conditional(self.scope, self.statement, at))

    def _else(self, at: int) -> None:
        if self._conditionals:
            before = self._conditionals[-1]
            if before.depth is None:
                self._conditionals[-1] = before._replace(depth=self.scope.depth)
            is_enum = before.scope.kind is ScopeKind.ENUM
            self.scope = before.scope
            self.statement = before.statement if is_enum else self._resumed(before, at + 1)

    def _endif(self, at: int) -> None:
        if not self._conditionals:
            return
        before, depth = self._conditionals.pop(), self.scope.depth
        if before.depth is not None:
            if before.depth != depth:
                self._uneven.add(self._condition(before.at))
        elif before.scope.depth > depth and self._condition(before.at) in self._uneven:
            self.scope = before.scope  # it closes braces that another conditional opens
            self._begin_statement(at + 1)

    def _resumed(self, conditional: _Conditional, start: int) -> Statement:
        """Return the statement before a conditional, to go on in another branch."""
        before, end = conditional.statement, conditional.at
        segment = self.text[before.start : end] if end - before.start < _LONGEST_KEPT else ''
        kept = before.kept + segment
        if not kept.strip(_BLANKS) or len(kept) > _LONGEST_KEPT:
            return Statement(start, start)
        return before._replace(start=start, kept=kept, brackets=before.open_brackets(segment))

    def _condition(self, at: int) -> str:
        end = self.code.find('\n', at, at + 200)
        return ' '.join(self.code[at : end if end >= 0 else at + 200].split())

    # -- the statement so far

    def _begin_statement(self, at: int) -> None:
        """Begin a statement at an offset."""
        self.statement = Statement(at, at)

    def _skip_blanks(self) -> None:
        """Skip white space and marks before a new statement."""
        statement = self.statement
        if not statement.kept and (space := _SPACE.match(self.text, statement.start)):
            self._begin_statement(space.end())

    def _head(self, at: int) -> str:
        """Return the statement up to here, with empty braces."""
        start = self.statement.start
        return self.statement.kept + self.text[start : min(at, start + _LONGEST_STATEMENT)]

    def _offset(self, offset: int) -> int:
        """Return the offset in the code of an offset in the statement."""
        statement = self.statement
        kept = len(statement.kept)
        return statement.origin + offset if offset < kept else statement.start + offset - kept

    def _parse(self, at: int) -> None:
        """Parse a statement that ends here."""
        self._skip_blanks()
        head, scope, where = self._head(at), self.scope, self._where()
        declarators: Iterable[Declarator] = ()
        if scope.kind is ScopeKind.OBJECT and head[:1] in {'-', '+', '@'}:
            declarators = statement_parser.parse_objc_statement(head, scope.owner)
        elif head:
            declarators = statement_parser.parse_statement(head, scope.owner, where)
        for found in declarators:
            if where != 'top' or found.kind not in _VALUES:
                self._record(found)

    def _parse_local_type(self, at: int) -> None:
        """Parse a type within a function; the statement goes on."""
        end = self.text.find(';', at, at + _LONGEST_TYPE)
        if end > 0 and not self.text[at - 1].isidentifier():
            before = self.statement
            self._begin_statement(at)
            for declarator in statement_parser.parse_statement(self.text[at:end], '', 'namespace'):
                self._record(declarator)
            self.statement = before

    def _parse_enumerators(self, at: int) -> None:
        """Parse the content of an enumeration."""
        start = self.statement.start
        body = _MARK.sub(' ', lexer.without_arguments(self.text[start:at]))
        for match in _ENUMERATOR.finditer(body):
            declarator = Declarator(DeclarationKind.ENUMERATOR, match[1], Span(*match.span(1)))
            place = start + match.start(1)
            head = start + match.start() + (match[0][0] in ',)')
            self.declarations.declare(declarator, self.scope.path, place, head, member=False)

    def _parse_rest(self) -> None:
        """Parse the statement at the end of the text."""
        scope, end = self.scope, len(self.text)
        if scope.kind is ScopeKind.ENUM:
            self._parse_enumerators(end)
        elif scope.kind is not ScopeKind.BLOCK:
            self._skip_blanks()
            for declarator in statement_parser.parse_cut_off(self._head(end), scope.owner):
                self._record(declarator)

    def _qualify_members(self, scope: Scope, at: int) -> None:
        """Qualify the members of ``typedef struct { … } Name;`` with the name of the type."""
        if scope.owner or not scope.rest or self.scope.kind is not ScopeKind.NAMESPACE:
            return
        name = _NAME_AFTER.match(self.text, at + 1)
        if name and _TYPEDEF.match(scope.rest.kept):
            self.declarations.add_owner(scope.first_declaration, scope.path, name[1])

    def _parse_typedef_end(self, at: int) -> None:
        """Declare the type of ``} Name;``, the end of a typedef without its beginning."""
        name = _NAME_AFTER.match(self.text, at + 1)
        if name and self.text[at - 1 : at] in {'', '\n'}:
            self.statement = Statement(0, at)
            self._declare(Declarator(DeclarationKind.TYPE, name[1], Span(*name.span(1))))

    def _declare(self, declarator: Declarator) -> str:
        """Record a declaration, and return its qualified name."""
        scope = self.scope
        while declarator.friend and scope.kind is ScopeKind.CLASS and scope.outer:
            scope = scope.outer
        start, origin = self._offset(declarator.span.start), self.statement.origin
        member = scope.kind is ScopeKind.CLASS or '.' in declarator.name
        return self.declarations.declare(declarator, scope.path, start, origin, member=member)

    def _where(self) -> str:
        """Return where a statement stands: ``class``, ``namespace`` or ``top``, maybe anywhere."""
        if self.scope.kind is ScopeKind.CLASS:
            return 'class'
        if self.scope.outer:
            return 'namespace'
        start = self.statement.origin
        before = self.code[max(0, start - _WIDEST) : start].rpartition('\n')[2]
        return 'top' if before.isspace() else 'namespace'

    def _record(self, declarator: Declarator) -> None:
        in_class = self.scope.kind is ScopeKind.CLASS
        if declarator.kind in IMPORTS:
            if not in_class:  # there it makes a member of the base class known
                self.declarations.add_import(declarator, self._offset(declarator.span.start))
            return
        if in_class and declarator.kind is DeclarationKind.VARIABLE:
            declarator = declarator._replace(kind=DeclarationKind.FIELD)
        self._declare(declarator)
