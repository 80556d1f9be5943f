"""What the context machine writes down: declarations, imports, whose members are meant where."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.cfamily.tokens import scope_of
from sphinxcontrib_kwindex.extract.cfamily.what import Declared, What
from sphinxcontrib_kwindex.extract.names import LONGEST
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.extract.cfamily.tokens import Span

#: a class's values are its attributes
_KINDS = {
    What.NAMESPACE: Kind.NAMESPACE,
    What.ALIAS: Kind.NAMESPACE,
    What.CLASS: Kind.CLASS,
    What.ENUM: Kind.ENUM,
    What.SCOPED_ENUM: Kind.ENUM,
    What.FUNCTION: Kind.FUNCTION,
    What.PROTOTYPE: Kind.FUNCTION,
    What.CUT_OFF: Kind.FUNCTION,
    What.TYPE: Kind.TYPE,
    What.CONSTANT: Kind.CONSTANT,
    What.ENUMERATOR: Kind.CONSTANT,
    What.VARIABLE: Kind.VARIABLE,
    What.FIELD: Kind.ATTRIBUTE,
}
_MEMBERS = frozenset({Kind.ATTRIBUTE, Kind.METHOD})
FUNCTIONS = frozenset({What.FUNCTION, What.PROTOTYPE, What.CUT_OFF})


class Declaration(NamedTuple):
    """One declared name with its place in the code."""

    what: What
    #: qualified
    name: str
    kind: Kind
    start: int
    end: int
    #: where its statement begins
    head: int


class Import(NamedTuple):
    """A name or namespace that the code makes known under a shorter name."""

    name: str
    kind: Kind
    start: int
    end: int


class Book:
    """The declarations of one code, in the order of their places."""

    def __init__(self) -> None:
        self.declarations: list[Declaration] = []
        self.imports: list[Import] = []
        #: short names of imports and of namespaces -> full names
        self.aliases: dict[str, str] = {}
        #: where bodies of methods begin and end, with the class whose ``this`` is meant from there
        self.owners: list[tuple[int, str]] = [(0, '')]
        #: where the bodies of functions begin and end
        self.bodies: list[tuple[int, int]] = []
        #: what stands in the brackets of macros that have a block
        self.arguments: list[Span] = []
        self._namespaces: set[str] = set()
        self._classes: set[str] = set()

    def declare(self, declared: Declared, path: str, start: int, head: int, *, member: bool) -> str:
        """Write down a declaration in the scope of this path, and return its qualified name."""
        what, name = declared.what, declared.name
        kind = _KINDS[what]
        if what in FUNCTIONS and (member or self._is_member(name)):
            kind = Kind.METHOD
        elif what is What.VARIABLE and self._is_member(name):
            kind = Kind.ATTRIBUTE
        qualified = join(path, name)
        if what is What.NAMESPACE:
            self._namespaces.add(name.rpartition('::')[2])
        elif what is What.CLASS:
            self._classes.add(name.rpartition('::')[2])
        end = start + declared.span.end - declared.span.start
        self.declarations.append(Declaration(what, qualified, kind, start, end, head))
        return qualified

    def bring(self, declared: Declared, start: int) -> None:
        """Write down what a ``using`` or an alias of a namespace makes known."""
        full = declared.target or declared.name
        end = start + declared.span.end - declared.span.start
        kind = Kind.IMPORT if declared.what is What.USING else Kind.NAMESPACE
        self.imports.append(Import(full, kind, start, end))
        if declared.what is not What.USING_NAMESPACE:
            self.aliases.setdefault(declared.name.rpartition('::')[2], full)

    def resolved(self, name: str) -> str:
        """Give a name with what an alias at its beginning stands for."""
        first, link, rest = name.partition('::')
        return f'{self.aliases.get(first, first)}{link}{rest}'

    def qualify(self, since: int, path: str, owner: str) -> None:
        """Put a class into the names of the members that were written down since."""
        for at in range(since, len(self.declarations)):
            found = self.declarations[at]
            rest = found.name[len(path) :].removeprefix('::')
            name = join(path, join(owner, rest))
            self.declarations[at] = found._replace(name=name)

    def free_names(self) -> Iterator[str]:
        """Give the names by which a code can mean its declarations without a word before them."""
        for found in self.declarations:
            if found.kind not in _MEMBERS:
                yield found.name.rpartition('::')[2]

    def _is_member(self, name: str) -> bool:
        """Tell ``Class::method`` from ``namespace::function``: classes have capitals, mostly."""
        scope = scope_of(name)
        last = scope.rpartition('::')[2]
        if not last or last in self._namespaces:
            return False
        return last in self._classes or not last.islower() or last in name[len(scope) :]


def join(path: str, name: str) -> str:
    """Qualify a name; what is nested too deep for a name does not grow any more."""
    if len(path) > LONGEST:
        return path
    return f'{path}::{name}' if path and name else path or name
