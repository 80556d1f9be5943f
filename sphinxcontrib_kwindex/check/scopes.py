"""What is bound in the modules and classes of Python sources, as far as it can be read.

The extractors find what a source defines; what else there is in it comes by imports and bases.
"""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.python import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

#: these give a module names that nobody can read in it
_DYNAMIC = frozenset({'globals', 'vars', 'setattr', 'exec', 'attach', 'attach_stub', 'lazy_import'})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


class Scope(NamedTuple):
    """What is known of a module or a class."""

    #: what is defined in it
    names: frozenset[str] = frozenset()
    #: what is imported -> its full name
    links: Mapping[str, str] = {}
    #: modules that are imported whole
    stars: tuple[str, ...] = ()
    #: the full names of its bases
    bases: tuple[str, ...] = ()
    #: nobody can tell what else there is in it
    is_open: bool = False
    is_class: bool = False
    #: this Python cannot parse it
    is_torn: bool = False

    def __or__(self, other: Scope) -> Scope:
        """Take a stub together with what it is the stub of."""
        return Scope(
            self.names | other.names,
            {**self.links, **other.links},
            tuple(dict.fromkeys(self.stars + other.stars)),
            tuple(dict.fromkeys(self.bases + other.bases)),
            self.is_open or other.is_open,
            self.is_class or other.is_class,
            self.is_torn or other.is_torn,
        )


def scopes_of(
    module: str, code: str, defined: Iterable[str], *, is_package: bool
) -> Iterator[tuple[str, Scope]]:
    """Give the scopes of a module with their full names; what is defined in them is known."""
    names: dict[str, set[str]] = {}
    for name in defined:
        scope, _dot, last = f'{module}.{name}'.rpartition('.')
        names.setdefault(scope, set()).add(last)
    tree = parse(code)
    if tree is None:
        yield module, Scope(frozenset(names.get(module, ())), is_open=True, is_torn=True)
        return
    package = module if is_package else module.rpartition('.')[0]
    links, stars = _imports(tree.body, package)
    own = names.get(module, set())
    if _answers(tree.body):  # what it answers to is written in the module
        own |= set(_strings(tree))
    yield module, Scope(frozenset(own), links, tuple(stars), (), _is_dynamic(tree))
    bound = own | links.keys()
    for full, node in _classes(tree.body, module):
        members = names.get(full, set()) | set(_slots(node))
        inner, _stars = _imports(node.body, package)
        bases = tuple(_full_name(base, module, bound) for base in _bases(node))
        is_open = _answers(node.body) or '' in bases
        yield full, Scope(frozenset(members), inner, (), bases, is_open, is_class=True)


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Give the statements of a scope, also those under conditions."""
    for node in body:
        yield node
        if not isinstance(node, _SCOPES):
            yield from _statements(
                child
                for child in ast.iter_child_nodes(node)
                if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case))
            )


def _imports(body: Iterable[ast.AST], package: str) -> tuple[dict[str, str], list[str]]:
    """Give what is imported with its full name, and the modules that are imported whole."""
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
    """Give the full name of the module that an import is from."""
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
    """Give the full name of a base; the empty one if nobody can tell it."""
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


def _answers(body: Iterable[ast.AST]) -> bool:
    """Tell whether a scope answers to names that are not bound in it."""
    functions = (node for node in _statements(body) if isinstance(node, ast.FunctionDef))
    return any(node.name in {'__getattr__', '__getattribute__'} for node in functions)


def _slots(node: ast.ClassDef) -> Iterator[str]:
    """Give the attributes that a class only lists."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and '__slots__' in map(ast.unparse, statement.targets):
            yield from _strings(statement.value)


def _is_dynamic(tree: ast.Module) -> bool:
    """Tell whether a module makes names of strings, at its top."""
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
