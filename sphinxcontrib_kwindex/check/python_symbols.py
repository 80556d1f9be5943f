"""Symbols of Python sources: scopes as their text shows, and names looked up in them.

The extractors find what a source defines; the rest of a scope comes from imports and bases.
"""

from __future__ import annotations

import ast
import builtins
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

#: a class that is imported under the name of its module makes names longer and longer
_LONGEST = 20
#: functions that give a module names which its text does not have
_DYNAMIC = frozenset({'globals', 'vars', 'setattr', 'exec', 'attach', 'attach_stub', 'lazy_import'})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
#: bases without names for the classes that derive from them
_EMPTY = frozenset(
    f'{module}.{name}'
    for module in ('typing', 'typing_extensions')
    for name in ('Generic', 'Protocol')
) | {'abc.ABC', 'abc.ABCMeta', 'builtins.object'}


class Scope(NamedTuple):
    """The names of a module or a class."""

    #: what is defined in it
    names: frozenset[str] = frozenset()
    #: what is imported -> its full name
    links: Mapping[str, str] = {}
    #: modules that are imported whole
    stars: tuple[str, ...] = ()
    #: the full names of its bases
    bases: tuple[str, ...] = ()
    #: it may have any other name
    is_open: bool = False
    is_class: bool = False

    def __or__(self, other: Scope) -> Scope:
        """Merge a stub with the scope that it describes."""
        return Scope(
            self.names | other.names,
            {**self.links, **other.links},
            tuple(dict.fromkeys(self.stars + other.stars)),
            tuple(dict.fromkeys(self.bases + other.bases)),
            self.is_open or other.is_open,
            self.is_class or other.is_class,
        )


_NOTHING = Scope()


class PythonSymbols:
    """All scopes of the sources by their full names."""

    def __init__(self, scopes: Mapping[str, Sequence[Scope]]) -> None:
        """Merge the scopes of each full name."""
        self._scopes = {name: reduce(or_, alike) for name, alike in scopes.items()}
        self.tops = frozenset(name.partition('.')[0] for name in scopes) - {''}
        #: of each module in a package: the package exists
        self._packages = frozenset(
            name[:end] for name in scopes for end, char in enumerate(name) if char == '.'
        )
        modules = [name for name, scope in self._scopes.items() if not scope.is_class]
        #: packages that share their name with those of other projects: they hold only packages
        self._shared = (
            self._packages
            - scopes.keys()
            - {name.rpartition('.')[0] for name in modules if name not in self._packages}
        )
        #: the last part of a name -> all classes of that name
        self.classes: dict[str, list[str]] = {}
        for name, scope in self._scopes.items():
            if scope.is_class:
                self.classes.setdefault(name.rpartition('.')[2], []).append(name)

    def knows(self, name: str) -> bool:
        """Check whether a name begins with a top-level module or a class of these sources."""
        first = name.partition('.')[0]
        return first in self.tops or first in self.classes

    def exists(self, name: str) -> bool:
        """Check whether a name exists, or may exist as far as the sources show."""
        first, *rest = name.split('.')
        starts = [first] if first in self.tops else self.classes.get(first, [])
        return any(self._resolves(start, tuple(rest), set()) for start in starts)

    def is_scope(self, name: str) -> bool:
        """Check whether a full name leads to a module or a class, also through imports."""
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
        """Return the innermost scope that a name begins with, and the rest of the name."""
        parts = name.split('.')
        for end in range(len(parts) - 1, 0, -1):
            if scope := self._scopes.get('.'.join(parts[:end])):
                return scope, parts[end:]
        return _NOTHING, parts

    def _resolves(self, at: str, parts: tuple[str, ...], seen: set[tuple[str, ...]]) -> bool:
        """Check whether parts of a name resolve in a scope; ``seen`` ends cycles."""
        if (at, *parts) in seen or len(parts) > _LONGEST:
            return False
        seen.add((at, *parts))
        if not parts or (parts[0].startswith('__') and parts[0].endswith('__')):
            return True
        inner = f'{at}.{parts[0]}'
        if at in self._shared and inner not in self._packages:
            return True
        is_scope = inner in self._scopes or inner in self._packages
        return (is_scope and self._resolves(inner, parts[1:], seen)) or self._is_bound(
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
            or any(s not in self._scopes or self._resolves(s, parts, seen) for s in scope.stars)
            or any(self._follow(base, parts, seen) for base in scope.bases)
        )

    def _follow(self, name: str, rest: tuple[str, ...], seen: set[tuple[str, ...]]) -> bool:
        """Check whether a name resolves from another scope on; external ones may have any name."""
        if name in _EMPTY and rest:
            return False
        first, *more = name.split('.')
        if first == 'builtins' and rest:
            return hasattr(getattr(builtins, more[0]), rest[0])
        return first not in self.tops or self._resolves(first, (*more, *rest), seen)


def scopes_of(
    module: str, tree: ast.Module | None, defined: Iterable[str], *, is_package: bool
) -> Iterator[tuple[str, Scope]]:
    """Yield the scopes of a module with their full names.

    ``defined`` are the names that it defines. Without a tree, its module may have any name.
    """
    names: dict[str, set[str]] = {}
    for name in defined:
        scope, _dot, last = f'{module}.{name}'.rpartition('.')
        names.setdefault(scope, set()).add(last)
    own = names.get(module, set())
    if tree is None:
        yield module, Scope(frozenset(own), is_open=True)
        return
    package = module if is_package else module.rpartition('.')[0]
    links, stars = _imports(tree.body, package)
    if _has_getattr(tree.body):  # the names for which it has an answer are strings in the module
        own |= set(_strings(tree))
    yield module, Scope(frozenset(own), links, tuple(stars), (), _is_dynamic(tree))
    bound = own | links.keys()
    for full, node in _classes(tree.body, module):
        members = names.get(full, set()) | set(_slots(node))
        inner, _stars = _imports(node.body, package)
        bases = tuple(_full_name(base, module, bound) for base in _bases(node))
        is_open = _has_getattr(node.body) or '' in bases
        yield full, Scope(frozenset(members), inner, (), bases, is_open, is_class=True)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the statements of a scope, also those under conditions."""
    for node in body:
        yield node
        if not isinstance(node, _SCOPES):
            yield from _statements(
                child
                for child in ast.iter_child_nodes(node)
                if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case))
            )


def _imports(body: Iterable[ast.AST], package: str) -> tuple[dict[str, str], list[str]]:
    """Return imported name -> its full name, and the modules that are imported whole."""
    links: dict[str, str] = {}
    stars: list[str] = []
    for node in _statements(body):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition('.')[0]
                links[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, package)
            for alias in node.names:
                if alias.name == '*':
                    stars.append(origin)
                else:
                    links[alias.asname or alias.name] = f'{origin}.{alias.name}'
    return links, stars


def _origin(node: ast.ImportFrom, package: str) -> str:
    """Return the full name of the module from which a statement imports."""
    if not node.level:
        return node.module or ''
    parts = package.split('.')
    parts = parts[: len(parts) - node.level + 1]
    return '.'.join([*parts, node.module] if node.module else parts)


def _classes(body: Iterable[ast.AST], prefix: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for node in _statements(body):
        if isinstance(node, ast.ClassDef):
            full = f'{prefix}.{node.name}'
            yield full, node
            yield from _classes(node.body, full)


def _bases(node: ast.ClassDef) -> Iterator[ast.expr]:
    for base in node.bases:
        yield base.value if isinstance(base, ast.Subscript) else base
    yield from (keyword.value for keyword in node.keywords if keyword.arg == 'metaclass')


def _full_name(base: ast.expr, module: str, bound: set[str]) -> str:
    """Return the full name of a base, or the empty string if it is no plain name."""
    name = ast.unparse(base)
    if not all(map(str.isidentifier, name.split('.'))):
        return ''
    first = name.partition('.')[0]
    is_builtin = first not in bound and hasattr(builtins, first)
    return f'builtins.{name}' if is_builtin else f'{module}.{name}'


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _has_getattr(body: Iterable[ast.AST]) -> bool:
    """Check whether a scope computes attributes that are not bound in it."""
    functions = (node for node in _statements(body) if isinstance(node, ast.FunctionDef))
    return any(node.name in {'__getattr__', '__getattribute__'} for node in functions)


def _slots(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if isinstance(statement, ast.Assign) and '__slots__' in map(ast.unparse, statement.targets):
            yield from _strings(statement.value)


def _is_dynamic(tree: ast.Module) -> bool:
    """Check whether a module makes names from strings at its top level."""
    return any(
        isinstance(call, ast.Call) and _last_name(call.func) in _DYNAMIC
        for node in _statements(tree.body)
        if not isinstance(node, _SCOPES)
        for call in ast.walk(node)
    )


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ''
