"""The scopes of a Python text that parses: what a name stands for, where."""

from __future__ import annotations

from enum import Enum
from typing import Final

from sphinxcontrib_kwindex.extract.ledger import qualified

#: what `Scope.find` says of a name that is a variable or a parameter of a function
LOCAL: Final = ''


class ScopeKind(Enum):
    """Whose body a scope is."""

    MODULE = 'module'
    CLASS = 'class'
    FUNCTION = 'function'


class Scope:
    """The body of a module, a class or a function."""

    def __init__(self, kind: ScopeKind, name: str = '', outer: Scope | None = None) -> None:
        self.kind = kind
        #: the qualified name; '' for the module
        self.name = name
        #: the next scope around this one whose names can be seen from here
        self.outer: Scope | None = outer.outer if outer and outer.kind is ScopeKind.CLASS else outer
        #: name -> what it stands for, LOCAL for variables
        self.bound: dict[str, str] = {}
        #: variable -> the class that it is evidently an object of, '' if it may be anything
        self.objects: dict[str, str] = {}
        #: those of them that an import binds
        self.imported: set[str] = set()
        #: the first parameter of the method that this scope is in
        self.me: str = self.outer.me if self.outer else ''
        #: the class of that method
        self.owner: str = self.outer.owner if self.outer else ''
        #: a class whose attributes are the members of an enumeration
        self.enum = False
        #: not known to be a module: its functions may be methods
        self.may_be_class = False
        #: most of its variables are nobody else's
        self.is_local = kind is ScopeKind.FUNCTION

    def qualified(self, name: str) -> str:
        """Return the name that something defined in this scope has outside of it."""
        return qualified(self.name, '.', name)

    def hold(self, name: str, cls: str | None) -> None:
        """Note what a variable is given; one that is given two different things may be anything."""
        if cls is not None:
            cls = self.resolved(cls)
            self.objects[name] = cls if self.objects.get(name, cls) == cls else ''

    def class_of(self, name: str) -> str:
        """Tell of which class a variable is an object, if the text makes that evident."""
        scope: Scope | None = self
        while scope is not None and name not in scope.objects:
            if name in scope.bound:
                return ''
            scope = scope.outer
        return scope.objects[name] if scope else ''

    def resolved(self, name: str) -> str:
        """Return the name that a class has outside, as far as the text tells."""
        root, dot, rest = name.partition('.')
        return f'{self.find(root) or root}{dot}{rest}' if name else ''

    def find(self, name: str) -> str | None:
        """Tell what a name stands for here; nothing if the text does not say it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bound:
                return scope.bound[name]
            scope = scope.outer
        return None
