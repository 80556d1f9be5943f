"""Symbols of Python sources: scopes as their text shows, and names looked up in them.

The extractors find what a source defines; the rest of a scope comes from imports and bases.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from enum import IntEnum
from functools import reduce
from operator import or_
from pathlib import PurePosixPath
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

#: folders of sources that are no part of the names of the modules in them
_ROOTS = frozenset({'src', 'lib', 'source', 'python', '..', '.', ''})
#: functions that give a module names which its text does not bind
_DYNAMIC = frozenset({'globals', 'vars', 'setattr', 'exec', 'attach', 'attach_stub', 'lazy_import'})
#: modules of Python whose classes projects derive from; they can be imported safely
_SAFE = frozenset(
    str.split("""
    abc argparse array ast asyncio builtins collections collections.abc configparser contextlib
    ctypes dataclasses email enum html http io json logging numbers optparse pathlib pickle queue
    random selectors shelve socket socketserver ssl string subprocess threading types typing
    unittest weakref
    """)
)
#: longer chains of imports lead in circles
_DEEPEST = 40
#: those whose objects have no attributes beside those of their classes
_COMPLETE = frozenset({'abc', 'builtins', 'collections', 'collections.abc', 'enum', 'typing'})
_WORD = re.compile(r'[^\W\d]\w*')
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
#: bases without names for the classes that derive from them
_EMPTY = frozenset(
    f'{module}.{name}'
    for module in ('typing', 'typing_extensions')
    for name in ('Generic', 'Protocol')
) | {'abc.ABC', 'abc.ABCMeta', 'builtins.object'}


class State(IntEnum):
    """What is known of a name; of several scopes that may have it, the highest counts."""

    MISSING = 0
    #: it can only be one of the words in the sources
    IF_WORD = 1
    UNSURE = 2
    EXISTS = 3


class Outcome(NamedTuple):
    """What a lookup has found."""

    state: State
    #: of a name that is missing, the scope; of one that is not sure, the reason
    why: str = ''


_FOUND = Outcome(State.EXISTS)


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
    #: it may have other names, and why
    doubt: Outcome | None = None
    is_class: bool = False

    def __or__(self, other: Scope) -> Scope:
        """Merge a stub with the scope that it describes."""
        return Scope(
            self.names | other.names,
            {**self.links, **other.links},
            tuple(dict.fromkeys(self.stars + other.stars)),
            tuple(dict.fromkeys(self.bases + other.bases)),
            self.doubt or other.doubt,
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
        self.packages = frozenset(
            name[:end] for name in scopes for end, char in enumerate(name) if char == '.'
        )
        modules = [name for name, scope in self._scopes.items() if not scope.is_class]
        #: packages that share their name with those of other projects: they hold only packages
        self._shared = (
            self.packages
            - scopes.keys()
            - {name.rpartition('.')[0] for name in modules if name not in self.packages}
        )
        #: the last part of a name -> all classes and modules of that name
        self._alike: dict[str, list[str]] = {}
        for name in self._scopes:
            self._alike.setdefault(name.rpartition('.')[2], []).append(name)
        #: the last parts of the names of classes
        self._classes = {name.rpartition('.')[2] for name, s in self._scopes.items() if s.is_class}
        #: modules that sources import, and that no source is: compiled or generated
        self._absent = frozenset(
            origin.rpartition('.')[0]
            for scope in self._scopes.values()
            for origin in (*scope.links.values(), *(f'{star}.*' for star in scope.stars))
            if origin.partition('.')[0] in self.tops
        ) - self._scopes.keys() - self.packages  # fmt: skip

    def knows(self, name: str) -> bool:
        """Check whether a name begins with a top-level module or a class of these sources."""
        first = name.partition('.')[0]
        return first in self.tops or first in self._classes

    def look_up(self, name: str) -> Outcome:
        """Return whether a name exists as far as the sources show."""
        first, *rest = name.split('.')
        starts = [first] if first in self.tops else self._alike.get(first, [])
        return max(
            (self._resolve(start, tuple(rest), frozenset()) for start in starts),
            key=_state, default=Outcome(State.MISSING),
        )  # fmt: skip

    def is_module(self, name: str) -> bool:
        """Check whether a source is the module or the package of a full name."""
        return name in self._scopes and not self._scopes[name].is_class

    def is_class(self, name: str) -> bool:
        """Check whether a full name is that of a class in the sources."""
        return self._scopes.get(name, _NOTHING).is_class

    def is_scope(self, name: str) -> bool:
        """Check whether a full name leads to a module or a class, also through imports."""
        seen: set[str] = set()
        while name not in self._scopes and name not in seen and len(seen) < _DEEPEST:
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

    def _resolve(
        self, at: str, parts: tuple[str, ...], seen: frozenset[tuple[str, ...]]
    ) -> Outcome:
        """Look up parts of a name in a scope; ``seen`` ends cycles."""
        if (at, *parts) in seen:
            return Outcome(State.MISSING, at)
        if len(seen) > _DEEPEST:
            return Outcome(State.UNSURE, f'{at} is imported in circles')
        seen |= {(at, *parts)}
        if not parts or (parts[0].startswith('__') and parts[0].endswith('__')):
            return _FOUND
        if at in self._absent:
            return Outcome(State.UNSURE, f'{at} is compiled or generated')
        first, *rest = parts
        inner, scope = f'{at}.{first}', self._scopes.get(at, _NOTHING)
        if at in self._shared and inner not in self.packages:
            return Outcome(State.UNSURE, f'other projects have parts of {at}')
        outcomes = []
        if inner in self._scopes or inner in self.packages or inner in self._absent:
            outcomes = [self._resolve(inner, tuple(rest), seen)]
        if first in scope.links:
            outcomes += [self._follow(scope.links[first], tuple(rest), seen, is_import=True)]
        elif first in scope.names and not self.is_class(inner):
            outcomes += [Outcome(State.UNSURE, f'{inner} is a value') if rest else _FOUND]
        return max(outcomes or self._elsewhere(at, scope, parts, seen), key=_state)

    def _elsewhere(
        self, at: str, scope: Scope, parts: tuple[str, ...], seen: frozenset[tuple[str, ...]]
    ) -> Iterator[Outcome]:
        """Yield what may give a scope a name that is not bound in it."""
        yield Outcome(State.MISSING, at)
        if scope.doubt:
            yield scope.doubt
        for star in scope.stars:
            is_own = star in self._scopes
            yield self._resolve(star, parts, seen) if is_own else self._follow(star, parts, seen)
        for base in scope.bases:
            yield self._follow(base, parts, seen, is_import=True)

    def _follow(
        self, name: str, rest: tuple[str, ...], seen: frozenset[tuple[str, ...]], *,
        is_import: bool = False,
    ) -> Outcome:  # fmt: skip
        """Look up a name from another scope on; external ones may have any name."""
        if not name:
            return Outcome(State.UNSURE, 'a base class is computed')
        parts = name.split('.')
        if parts[0] not in self.tops:
            return _external(name, rest)
        # imports find a module by its full name, whatever its package calls so
        ends = (end for end in range(len(parts), 1, -1) if self.is_module('.'.join(parts[:end])))
        end = next(ends, 1)
        at, more = '.'.join(parts[:end]), parts[end:]
        if not is_import:
            return self._resolve(at, (*more, *rest), seen)
        target = self._resolve(at, tuple(more), seen)
        if target.state is State.MISSING:  # it could not be imported otherwise
            return Outcome(State.UNSURE, f'{name} is compiled or generated')
        return self._resolve(at, (*more, *rest), seen) if rest else target


def _state(outcome: Outcome) -> State:
    return outcome.state


def _external(name: str, rest: tuple[str, ...]) -> Outcome:
    """Look up a name in what another project or Python itself defines."""
    if not rest:
        return _FOUND
    if name in _EMPTY:
        return Outcome(State.MISSING)
    module, _dot, last = name.rpartition('.')
    found: object = None
    if (module or last) in _SAFE:
        found = importlib.import_module(module or last)
        found = getattr(found, last, None) if module else found
    mro = found.__mro__ if isinstance(found, type) else ()
    is_module = isinstance(found, ModuleType)
    if hasattr(found, rest[0]) or any(rest[0] in vars(one) for one in mro):
        return _FOUND
    is_open = any('__getattr__' in vars(one) for one in mro) or not (mro or is_module)
    if is_open or (module or last) not in _COMPLETE:
        return Outcome(State.UNSURE, f'{name} is not in the sources')
    return Outcome(State.MISSING)


def module_names(file: str, files: Collection[str]) -> list[str]:
    """Return the names of a module, from the outermost package of the files on.

    Packages without a file of their own can be any of the folders above.
    """
    path = PurePosixPath(file)
    stem = path.name.partition('.')[0]  # of "gauge.templ.pyx" as well
    names = [] if stem == '__init__' else [stem]
    found = ['.'.join(names)]
    for folder in path.parents:
        if folder.name in _ROOTS or not folder.name.isidentifier():
            break
        names.insert(0, folder.name)
        name = '.'.join(names)
        is_package = any(f'{folder}/__init__.{end}' in files for end in ('py', 'pyi'))
        found = [name] if is_package else [*found, name]
    return [name for name in found if name] or [path.parent.name or stem]


def scopes_of(
    module: str, tree: ast.Module | None, defined: Iterable[str], *,
    is_package: bool, words: frozenset[str],
) -> Iterator[tuple[str, Scope]]:  # fmt: skip
    """Yield the scopes of a module with their full names.

    ``defined`` are the names that it defines. Without a tree, it may have any of its words.
    """
    names: dict[str, set[str]] = {}
    for name in defined:
        scope, _dot, last = f'{module}.{name}'.rpartition('.')
        names.setdefault(scope, set()).add(last)
    own = names.get(module, set())
    if tree is None:
        yield module, Scope(words, doubt=Outcome(State.IF_WORD, f'{module} is not read in full'))
        return
    package = module if is_package else module.rpartition('.')[0]
    links, stars = _imports(tree.body, package)
    has_getattr = _has_getattr(tree.body)
    if has_getattr:  # the names for which it has an answer are strings in the module
        own |= set(_strings(tree))
    doubt = Outcome(State.IF_WORD, f'{module} makes names when it runs')
    is_open = has_getattr or _is_dynamic(tree)
    yield module, Scope(frozenset(own), links, tuple(stars), (), doubt if is_open else None)
    bound = own | links.keys()
    for full, node in _classes(tree.body, module):
        members = names.get(full, set()) | set(_slots(node))
        inner, _stars = _imports(node.body, package)
        bases = tuple(_full_name(base, module, bound, links) for base in _bases(node))
        doubt = Outcome(State.IF_WORD, f'{full} makes names when it runs')
        yield full, Scope(
            frozenset(members), inner, (), bases,
            doubt if _has_getattr(node.body) or node.decorator_list else None, is_class=True,
        )  # fmt: skip


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


def _full_name(base: ast.expr, module: str, bound: set[str], links: Mapping[str, str]) -> str:
    """Return the full name of a base, or the empty string if it is no plain name."""
    name = ast.unparse(base)
    if not all(map(str.isidentifier, name.split('.'))):
        return ''
    first, dot, rest = name.partition('.')
    if first in links:
        return f'{links[first]}{dot}{rest}'
    is_builtin = first not in bound and hasattr(builtins, first)
    return f'builtins.{name}' if is_builtin else f'{module}.{name}'


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def words_of(tree: ast.Module) -> Iterator[str]:
    """Yield all identifiers of a module, also in its strings; docstrings only speak of names."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and id(node) not in prose:
                yield from _WORD.findall(node.value)
            continue
        for field in node._fields:
            if isinstance(value := getattr(node, field), str):
                yield from value.split('.')


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
