"""What a name in Python leads to: modules, what is bound in them, classes and their bases.

Nothing is imported: what cannot be told by reading is taken to exist.
"""

from __future__ import annotations

import ast
import re
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.python import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_DOT = re.compile(r'\.')

#: these give a module names that nobody can read in it
_DYNAMIC = frozenset({'globals', 'vars', 'setattr', 'exec', 'attach', 'attach_stub', 'lazy_import'})


class Answer(Enum):
    """Whether there is something of a name."""

    YES = 'yes'
    NO = 'no'
    #: nobody can tell who only reads
    PERHAPS = 'perhaps'


class Class(NamedTuple):
    """A class as far as it is known."""

    members: frozenset[str]
    #: as they are written
    bases: tuple[str, ...]
    nested: Mapping[str, Class]


class Module(NamedTuple):
    """What is bound in a module."""

    name: str
    #: names that stand for themselves: functions, variables
    names: frozenset[str]
    classes: Mapping[str, Class]
    #: name -> module and name that it is imported from; an empty name: the module itself
    imports: Mapping[str, tuple[str, str]]
    #: modules all of whose names are imported
    stars: tuple[str, ...]
    #: nobody can tell what else is in it
    is_dynamic: bool


def read_module(name: str, code: str, members: Mapping[str, set[str]], *, is_package: bool) -> Module:
    """Read a module; its members by class are known already, from the extractor."""
    tree = parse(code) or ast.Module([], [])
    names: set[str] = set()
    classes: dict[str, Class] = {}
    imports: dict[str, tuple[str, str]] = {}
    stars: list[str] = []
    for node in _statements(tree.body):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = _read_class(node, node.name, members)
        elif isinstance(node, ast.Import):
            imports.update(_imported_modules(node))
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, name, is_package=is_package)
            for alias in node.names:
                if alias.name == '*':
                    stars.append(origin)
                else:
                    imports[alias.asname or alias.name] = (origin, alias.name)
        else:
            names.update(_bound(node))
    if '__getattr__' in names:  # which gives names that are written in the module
        names |= set(_strings(tree))
    is_dynamic = _is_dynamic(tree) or (not tree.body and bool(code.strip()))
    names |= {n for n in members.get('', ()) if n not in classes}
    return Module(name, frozenset(names), classes, imports, tuple(stars), is_dynamic)


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements of a scope, also those under conditions."""
    stack = [*body][::-1]
    while stack:
        node = stack.pop()
        yield node
        for field in ('body', 'orelse', 'finalbody', 'handlers', 'cases'):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                stack += getattr(node, field, [])


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield node.name
        return
    stack: list[ast.AST] = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        stack += (child for child in ast.iter_child_nodes(part) if isinstance(child, ast.expr))


def _imported_modules(node: ast.Import) -> Iterator[tuple[str, tuple[str, str]]]:
    for alias in node.names:
        first = alias.name.partition('.')[0]
        yield (alias.asname, (alias.name, '')) if alias.asname else (first, (first, ''))


def _origin(node: ast.ImportFrom, name: str, *, is_package: bool) -> str:
    """Give the absolute name of the module that an import is from."""
    if not node.level:
        return node.module or ''
    parts = name.split('.')
    parts = parts[: len(parts) - node.level + is_package]
    return '.'.join([*parts, node.module] if node.module else parts)


def _read_class(node: ast.ClassDef, qualified: str, members: Mapping[str, set[str]]) -> Class:
    statements = list(_statements(node.body))
    bound = {name for statement in statements for name in _bound(statement)}
    imported = {
        alias.asname or alias.name
        for statement in statements
        if isinstance(statement, (ast.Import, ast.ImportFrom))
        for alias in statement.names
    }
    nested = {
        inner.name: _read_class(inner, f'{qualified}.{inner.name}', members)
        for inner in statements
        if isinstance(inner, ast.ClassDef)
    }
    bases = [ast.unparse(_unsubscripted(base)) for base in node.bases]
    bases += ['?' for keyword in node.keywords if keyword.arg == 'metaclass']
    every = bound | imported | members.get(qualified, set()) | nested.keys()
    return Class(frozenset(every), tuple(bases), nested)


def _unsubscripted(base: ast.expr) -> ast.expr:
    """Take ``Generic[T]`` for ``Generic``."""
    return base.value if isinstance(base, ast.Subscript) else base


def _is_dynamic(tree: ast.Module) -> bool:
    """Tell whether a module makes names of strings, at its top."""
    calls = (
        call
        for node in _statements(tree.body)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
    )
    return any(_last_name(call.func) in _DYNAMIC for call in calls)


def _last_name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ''


def _merged(module: Module, other: Module) -> Module:
    """Take what a stub says together with what it is the stub of."""
    classes = dict(other.classes)
    for name, cls in module.classes.items():
        before = classes.get(name, cls)
        classes[name] = Class(
            cls.members | before.members,
            tuple(dict.fromkeys(before.bases + cls.bases)),
            {**before.nested, **cls.nested},
        )
    return Module(
        module.name,
        module.names | other.names,
        classes,
        {**other.imports, **module.imports},
        module.stars + other.stars,
        module.is_dynamic or other.is_dynamic,
    )


class Modules:
    """All modules of the sources."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.modules: dict[str, Module] = {}
        for module in modules:
            other = self.modules.get(module.name)
            self.modules[module.name] = _merged(module, other) if other else module
        self._packages = {name[: m.start()] for name in self.modules for m in _DOT.finditer(name)}
        self.tops = frozenset(name.partition('.')[0] for name in self.modules)
        #: class name -> the modules that have one
        self.classes: dict[str, list[Module]] = {}
        for module in self.modules.values():
            for name in module.classes:
                self.classes.setdefault(name, []).append(module)

    def find(self, name: str) -> Answer:
        """Tell whether there is something of a name that begins with a module or a class."""
        first, *rest = name.split('.')
        return _Search(self).find(first, rest)

    def has_below(self, name: str) -> bool:
        """Tell whether this is a module, or a package without a file of its own."""
        return name in self.modules or name in self._packages


class _Search:
    """The search for one name; what is met again leads nowhere."""

    def __init__(self, modules: Modules) -> None:
        self._all = modules
        self._seen: set[tuple[object, ...]] = set()

    def find(self, first: str, rest: Sequence[str]) -> Answer:
        if first in self._all.tops:
            return self._in_module(first, rest)
        modules = self._all.classes.get(first, ())
        answers = [self._in_class(module.classes[first], rest, module) for module in modules]
        return _best(answers) if answers else Answer.PERHAPS

    def _is_seen(self, *key: object) -> bool:
        seen = key in self._seen
        self._seen.add(key)
        return seen

    def _in_module(self, name: str, parts: Sequence[str]) -> Answer:
        if not parts or _is_special(parts[0]):
            return Answer.YES
        if self._is_seen(name, *parts):
            return Answer.NO
        answers = []
        below = f'{name}.{parts[0]}'
        if self._all.has_below(below):
            answers.append(self._in_module(below, parts[1:]))
        if module := self._all.modules.get(name):
            answers.append(self._bound_in(module, parts))
        return _best(answers)

    def _bound_in(self, module: Module, parts: Sequence[str]) -> Answer:
        first, rest = parts[0], parts[1:]
        if first in module.classes:
            return self._in_class(module.classes[first], rest, module)
        if first in module.imports:
            origin, original = module.imports[first]
            return self._in_origin(origin, [original, *rest] if original else rest)
        if first in module.names:
            return Answer.PERHAPS if rest else Answer.YES
        if module.is_dynamic:
            return Answer.PERHAPS
        return _best(self._in_origin(star, parts) for star in module.stars)

    def _in_origin(self, module: str, parts: Sequence[str]) -> Answer:
        """Look into the module of an import; those of others are not known."""
        is_own = module.partition('.')[0] in self._all.tops
        return self._in_module(module, parts) if is_own else Answer.PERHAPS

    def _in_class(self, cls: Class, parts: Sequence[str], module: Module) -> Answer:
        if not parts or _is_special(parts[0]):
            return Answer.YES
        if self._is_seen(id(cls), *parts):
            return Answer.NO
        first, rest = parts[0], parts[1:]
        if first in cls.nested:
            return self._in_class(cls.nested[first], rest, module)
        if first in cls.members:
            return Answer.PERHAPS if rest else Answer.YES
        if not cls.members.isdisjoint(('__getattr__', '__getattribute__')):
            return Answer.PERHAPS
        return _best(self._in_base(base, parts, module) for base in cls.bases)

    def _in_base(self, base: str, parts: Sequence[str], module: Module) -> Answer:
        if not all(map(str.isidentifier, base.split('.'))):
            return Answer.PERHAPS
        if (members := _PLAIN_BASES.get(base.rpartition('.')[2])) is not None:
            return Answer.YES if parts[0] in members else Answer.NO
        first, *rest = base.split('.')
        if first in module.classes or first in module.imports:
            return self._bound_in(module, [first, *rest, *parts])
        return Answer.PERHAPS


#: bases of the standard library whose members are few
_PLAIN_BASES: dict[str, frozenset[str]] = {
    'object': frozenset(),
    'Exception': frozenset({'args', 'with_traceback', 'add_note'}),
    'Generic': frozenset(),
    'Protocol': frozenset(),
    'ABC': frozenset(),
}


def _is_special(name: str) -> bool:
    return name.startswith('__') and name.endswith('__')


def _best(answers: Iterable[Answer]) -> Answer:
    found = set(answers)
    return next((a for a in (Answer.YES, Answer.PERHAPS) if a in found), Answer.NO)
