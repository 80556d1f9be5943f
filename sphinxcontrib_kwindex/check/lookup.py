"""Whether a qualified name leads anywhere in Python sources."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.check.scopes import Scope

if TYPE_CHECKING:
    from collections.abc import Mapping

_NOTHING = Scope()

#: bases that have no names for those who derive from them
_EMPTY = frozenset(
    f'{module}.{name}'
    for module in ('typing', 'typing_extensions')
    for name in ('Generic', 'Protocol')
) | {'abc.ABC', 'abc.ABCMeta', 'builtins.object'}


class Lookup:
    """All scopes of the sources by their full names."""

    def __init__(self, scopes: Mapping[str, Scope]) -> None:
        self._scopes = scopes
        self.tops = frozenset(name.partition('.')[0] for name in scopes) - {''}
        #: of each module in a package: the package has it
        self._packages = frozenset(
            name[: end] for name in scopes for end, char in enumerate(name) if char == '.'
        )
        #: packages that share their name with those of others: all that is in them are packages
        self._shared = self._packages - scopes.keys() - {
            name.rpartition('.')[0]
            for name, scope in scopes.items()
            if not scope.is_class and name not in self._packages
        }
        #: what a class is called -> all classes of that name
        self.classes: dict[str, list[str]] = {}
        for name, scope in scopes.items():
            if scope.is_class:
                self.classes.setdefault(name.rpartition('.')[2], []).append(name)

    def knows(self, name: str) -> bool:
        """Tell whether it is up to these sources what a name is: it begins in one of them."""
        first = name.partition('.')[0]
        return first in self.tops or first in self.classes

    def exists(self, name: str) -> bool:
        """Tell whether there is something of a name, or whether nobody can tell."""
        first, *rest = name.split('.')
        starts = [first] if first in self.tops else self.classes.get(first, [])
        return any(self._leads(start, tuple(rest), set()) for start in starts)

    def is_scope(self, name: str) -> bool:
        """Tell whether a full name leads to a module or a class, also by way of imports."""
        seen: set[str] = set()
        while name not in self._scopes and name not in seen:
            seen.add(name)
            scope, rest = self._innermost(name)
            first, *more = rest
            if first not in scope.links:
                return False
            name = '.'.join([scope.links[first], *more])
        return name in self._scopes

    def _innermost(self, name: str) -> tuple[Scope, list[str]]:
        """Give the innermost scope that a name begins with, and the rest of the name."""
        parts = name.split('.')
        for end in range(len(parts) - 1, 0, -1):
            if scope := self._scopes.get('.'.join(parts[:end])):
                return scope, parts[end:]
        return _NOTHING, parts

    def _leads(self, at: str, parts: tuple[str, ...], seen: set[tuple[str, ...]]) -> bool:
        """Follow a name from a scope on; whoever comes by a second time goes in a circle."""
        if (at, *parts) in seen:
            return False
        seen.add((at, *parts))
        if not parts or (parts[0].startswith('__') and parts[0].endswith('__')):
            return True
        inner = f'{at}.{parts[0]}'
        if at in self._shared and inner not in self._packages:
            return True
        is_scope = inner in self._scopes or inner in self._packages
        return (is_scope and self._leads(inner, parts[1:], seen)) or self._is_bound(
            self._scopes.get(at, _NOTHING), parts, seen, is_scope=is_scope
        )

    def _is_bound(
        self, scope: Scope, parts: tuple[str, ...], seen: set[tuple[str, ...]], *, is_scope: bool
    ) -> bool:
        first, *rest = parts
        if first in scope.links:
            return self._follow(scope.links[first], tuple(rest), seen)
        if first in scope.names and not is_scope:
            return True
        return (
            scope.is_open
            or any(s not in self._scopes or self._leads(s, parts, seen) for s in scope.stars)
            or any(self._follow(base, parts, seen) for base in scope.bases)
        )

    def _follow(self, name: str, rest: tuple[str, ...], seen: set[tuple[str, ...]]) -> bool:
        """Go on in another scope; what is not in these sources may have anything."""
        if name in _EMPTY and rest:
            return False
        first, *more = name.split('.')
        if first == 'builtins' and rest:
            return hasattr(getattr(builtins, more[0]), rest[0])
        return first not in self.tops or self._leads(first, (*more, *rest), seen)
