"""Reader of Python syntax trees, scope by scope, without recursion.

The statements of a scope are read before the bodies of its functions and classes. The names in a
scope are looked up when all of its statements are read, so that it is known what they refer to.
"""

from __future__ import annotations

import ast
import sys
from enum import Enum
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.extract.collector import qualified
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped, word_lists
from sphinxcontrib_kwindex.extract.python import nodes
from sphinxcontrib_kwindex.extract.python.repair import add_text, read_comments
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sphinxcontrib_kwindex.extract.collector import NameCollector
    from sphinxcontrib_kwindex.extract.python.repair import Part


#: target of a variable or parameter of a function
LOCAL: Final = ''

_BUILTINS: Final = word_lists('python_builtins')
_BUILTIN_CLASSES: Final = _BUILTINS['classes']
#: names that the language gives a meaning, which so many classes have that none is about them
_SPECIAL: Final = _BUILTINS['special names']


class ScopeKind(Enum):
    """The kind of statement that opens a scope."""

    MODULE = 'module'
    CLASS = 'class'
    FUNCTION = 'function'


class Scope:
    """The body of a module, a class or a function."""

    def __init__(self, kind: ScopeKind, name: str = '', outer: Scope | None = None) -> None:
        self.kind = kind
        #: the qualified name; '' for the module
        self.name = name
        #: the next scope around this one whose names are visible here
        self.outer: Scope | None = outer.outer if outer and outer.kind is ScopeKind.CLASS else outer
        #: name -> the full name that it refers to, or LOCAL
        self.bound: dict[str, str] = {}
        #: names that an import binds
        self.imported: set[str] = set()
        #: variable -> the class of its object, '' if it may be any
        self.objects: dict[str, str] = {}
        #: the first parameter of the method around
        self.self_name: str = self.outer.self_name if self.outer else ''
        #: the class of that method
        self.owner: str = self.outer.owner if self.outer else ''
        #: the members of an enumeration are assigned here
        self.is_enum = False
        #: a body whose header is not in the text, and what suggests a class (above 0) or a function
        self.is_fragment = False
        self.evidence = 0
        #: the body may be one of a class: its functions may be methods
        self.may_be_class = False
        #: assigned names are not definitions
        self.is_local = kind is ScopeKind.FUNCTION

    def qualified(self, name: str) -> str:
        """Return the full name of a definition in this scope."""
        return qualified(self.name, '.', name)

    def find(self, name: str) -> str | None:
        """Return what a name refers to here; None if it is not bound in the text."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bound:
                return scope.bound[name]
            scope = scope.outer
        return None

    def resolved(self, name: str) -> str:
        """Return the full name of a class, as far as the text has it."""
        root, dot, rest = name.partition('.')
        return f'{self.find(root) or root}{dot}{rest}' if name else ''

    def set_class(self, name: str, cls: str | None) -> None:
        """Record the class of a variable: '' if it may be any, None to leave it open."""
        if cls is not None:
            cls = '' if self.is_object(cls.partition('.')[0]) else self.resolved(cls)
            self.objects[name] = cls if self.objects.get(name, cls) == cls else ''

    def is_object(self, name: str) -> bool:
        """Check whether a name is that of a variable, and is not imported either."""
        scope: Scope | None = self
        while scope is not None and name not in scope.objects:
            if name in scope.bound:
                return False
            scope = scope.outer
        return scope is not None and name not in scope.imported

    def class_of(self, name: str) -> str:
        """Return the class of the object that a variable refers to; '' if it is not evident."""
        scope: Scope | None = self
        while scope is not None and name not in scope.objects:
            if name in scope.bound:
                return ''
            scope = scope.outer
        return scope.objects[name] if scope else ''


class Uses:
    """References to names in one text, counted by name."""

    def __init__(self) -> None:
        #: name -> [first line, times, whether it is ever called]
        self._rows: dict[str, list[int]] = {}

    def add(self, name: str, line: int, called: int) -> None:
        """Add a use."""
        row = self._rows.get(name)
        if row is None:
            self._rows[name] = [line, 1, called]
            return
        row[0] = min(row[0], line)
        row[1] += 1
        row[2] |= called

    def write(self, collector: NameCollector, classes: Mapping[str, str]) -> None:
        """Write all uses into a collector; ``classes`` has those of the attributes of objects."""
        for written, (line, times, called) in self._rows.items():
            owner, _, last = written.rpartition('.')
            cls = classes.get(owner)
            name = f'{cls}.{last}' if cls else written
            collector.add(name, _used_kind(name, called=bool(called)), Usage.USE, line, times)


def _used_kind(name: str, *, called: bool) -> Kind:
    """Return the kind of what is used; nobody looks for a function ``int``."""
    last = name.rpartition('.')[2]
    if nodes.is_camel_case(last) or (called and nodes.is_class_shaped(last)):
        return Kind.CLASS
    return Kind.FUNCTION if called and name not in _BUILTIN_CLASSES else Kind.NAME


class Reader:
    """One pass over the trees of one text."""

    def __init__(self, code: str, collector: NameCollector) -> None:
        self._code = code
        self.collector = collector
        #: line of an assignment -> its description
        self.descriptions = read_comments(code, collector)
        self.scope = Scope(ScopeKind.MODULE)
        #: bodies still to be read
        self.bodies: list[tuple[Scope, list[ast.stmt]]] = []
        #: nodes of this scope still to be read
        self.queue: list[Any] = []
        #: those where every name is a use: annotations, decorators, bases
        self.references: list[Any] = []
        #: (name as written, line, is called, is in a reference) of this scope
        self._names: list[tuple[str, int, bool, bool]] = []
        self._uses = Uses()
        #: its variables are the attributes of all classes
        self.attributes = Scope(ScopeKind.CLASS)

    def read(self, parts: Sequence[Part]) -> None:
        """Add all names in the parts of a text to the collector."""
        modules = _module_scopes(parts)
        self.bodies += modules
        for scope, body in self.bodies:  # which grows meanwhile
            self.scope = scope
            self._read_docstrings(body)
            self.references, self._names = [], []
            self._walk(list(body), is_reference=False)
            self._walk(self.references, is_reference=True)
            self._look_up()
        self._uses.write(self.collector, self.attributes.objects)
        self._add_aliases([scope for scope, _body in modules])

    def _add_aliases(self, modules: list[Scope]) -> None:
        """Add what the names of the module refer to in the texts that follow."""
        for module in modules:
            for name in sorted(module.imported):
                self.collector.alias(name, Kind.IMPORT, module.bound[name])
        scopes = (scope for scope, _body in self.bodies if scope.kind is not ScopeKind.CLASS)
        classes = dict.fromkeys(chain.from_iterable(scope.objects for scope in scopes), '')
        for module in modules:
            classes |= module.objects
        for name, cls in classes.items():
            self.collector.alias(name, Kind.VARIABLE, cls)

    def source(self, node: ast.Constant, text: str) -> str:
        """Return the text of a string with the lines of its source, whatever its escapes."""
        last = node.end_lineno or node.lineno
        if text.count('\n') == last - node.lineno:
            return text
        return '\n'.join(self._lines[node.lineno - 1 : last])

    @cached_property
    def _lines(self) -> list[str]:
        return self._code.split('\n')

    def _read_docstrings(self, body: list[ast.stmt]) -> None:
        """Record the strings below assignments as their descriptions."""
        for above, below in pairwise(body):
            if isinstance(below, ast.Expr) and isinstance(above, ast.Assign | ast.AnnAssign):
                self.descriptions.setdefault(above.lineno, nodes.string(below))

    # -- names

    def bind(self, name: str, line: int, cls: str | None = '') -> None:
        """Add a variable that is no definition, with the class of its object."""
        self.scope.set_class(name, cls)
        if self.scope.bound.setdefault(name, LOCAL) == LOCAL:
            self.collector.local(name, line)

    def define(self, name: str, kind: Kind, line: int, text: str = '') -> None:
        """Add a definition in this scope."""
        qualified = self.scope.qualified(name)
        self.scope.bound[name] = qualified
        if name in _SPECIAL:
            self.collector.add(qualified, kind, Usage.MENTION, line)
        else:
            self.collector.define(qualified, kind, line, text)

    def _define_attribute(self, name: str, line: int) -> None:
        """Add an attribute that a method assigns to its object."""
        if self.scope.owner and name not in _SPECIAL:
            text = self.descriptions.get(line, '')
            self.collector.define(f'{self.scope.owner}.{name}', Kind.ATTRIBUTE, line, text)

    def _look_up(self) -> None:
        """Add those names of a scope that are uses, now that all of its variables are known."""
        scope = self.scope
        targets: dict[str, tuple[str | None, str]] = {}
        for name, line, called, is_reference in self._names:
            root, dot, rest = name.partition('.')
            if dot and (root == scope.self_name or root in nodes.SELF_NAMES):
                owner = scope.owner if root == scope.self_name else ''
                self._uses.add(f'{owner}.{rest}' if owner else rest, line, called)
                continue
            if root not in targets:
                targets[root] = scope.find(root), scope.class_of(root)
            target, cls = targets[root]
            if dot and cls:
                self._uses.add(f'{cls}.{rest}', line, called)
            elif target:
                self._uses.add(f'{target}.{rest}' if dot else target, line, called)
            elif dot or (target is None and (called or is_reference or is_identifier_shaped(name))):
                self._uses.add(name, line, called)
            elif target is None and len(name) > 1:
                self.collector.add(name, Kind.VARIABLE, Usage.MENTION, line)

    # -- expressions

    def _walk(self, queue: list[Any], *, is_reference: bool) -> None:
        self.queue = queue
        names = self._names
        for node in queue:  # which grows meanwhile
            kind = node.__class__
            if kind is ast.Name:
                if node.ctx.__class__ is ast.Load:
                    names.append((node.id, node.lineno, False, is_reference))
                else:
                    self.bind(node.id, node.lineno)
            elif kind is ast.Attribute:
                self._attribute(node, called=False, is_reference=is_reference)
            elif kind is ast.Call:
                self._call(node, is_reference=is_reference)
            elif kind is not ast.Constant:
                _HANDLERS.get(kind, _children)(self, node)

    def _call(self, node: ast.Call, *, is_reference: bool) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            self._names.append((function.id, function.lineno, True, is_reference))
        elif isinstance(function, ast.Attribute):
            self._attribute(function, called=True, is_reference=is_reference)
        else:
            self.queue.append(function)
        self.queue += node.args
        self.queue += self.keyword_values(node.keywords)

    def keyword_values(self, keywords: Sequence[ast.keyword]) -> list[ast.expr]:
        """Record the names of arguments and return their values."""
        for keyword in keywords:
            if keyword.arg and len(keyword.arg) > 1:
                self.collector.add(keyword.arg, Kind.VARIABLE, Usage.ARGUMENT, keyword.lineno)
        return [keyword.value for keyword in keywords]

    def decorate(self, decorators: Sequence[ast.expr]) -> None:
        """Read decorators, which are called without brackets."""
        for node in decorators:
            if isinstance(node, ast.Name):
                self._names.append((node.id, node.lineno, True, True))
            elif isinstance(node, ast.Attribute):
                self._attribute(node, called=True, is_reference=True)
            else:
                self.references.append(node)

    def _attribute(self, node: ast.Attribute, *, called: bool, is_reference: bool) -> None:
        parts = [node.attr]
        value = node.value
        while isinstance(value, ast.Attribute):
            parts.append(value.attr)
            value = value.value
        if not isinstance(value, ast.Name):
            if cls := nodes.constructed_class(value):
                is_method = called and len(parts) == 1
                self._names.append((f'{cls}.{parts[-1]}', node.lineno, is_method, is_reference))
                parts.pop()
            for part in parts:  # members of an object of an unknown class
                kind = Kind.METHOD if called and part == node.attr else Kind.ATTRIBUTE
                self.collector.add(part, kind, Usage.MENTION, node.lineno)
            self.queue.append(value)
        elif (
            isinstance(node.ctx, ast.Store) and len(parts) == 1 and value.id == self.scope.self_name
        ):
            self._define_attribute(parts[0], node.lineno)
        else:
            parts.append(value.id)
            self._names.append(('.'.join(reversed(parts)), node.lineno, called, is_reference))


def _module_scopes(parts: Sequence[Part]) -> list[tuple[Scope, list[ast.stmt]]]:
    """Return a scope for each part of a text; what it binds is visible in those that follow."""
    modules: list[tuple[Scope, list[ast.stmt]]] = []
    for body, is_indented in parts:
        scope = Scope(ScopeKind.MODULE, outer=modules[-1][0] if modules else None)
        is_module = bool(modules) or any(
            isinstance(node, ast.ClassDef | ast.Import | ast.ImportFrom) for node in body
        )
        scope.is_fragment = is_indented
        scope.evidence = sum(map(nodes.evidence, body)) if is_indented else 0
        scope.may_be_class = is_indented or not is_module
        scope.is_local = scope.evidence < 0
        modules.append((scope, body))
    return modules


# -- functions and classes


def _function(reader: Reader, node: nodes.Function) -> None:
    decorators = list(map(nodes.dotted_name, node.decorator_list))
    parameters = nodes.parameters(node.args)
    first = parameters[0].arg if parameters else ''
    kind = _function_kind(reader.scope, decorators, first)
    reader.define(node.name, kind, node.lineno, nodes.string(node.body[0]))
    reader.queue += nodes.defaults(node.args)
    reader.decorate(node.decorator_list)
    reader.references += [part.annotation for part in parameters if part.annotation]
    reader.references += [node.returns] if node.returns else []
    inner = _open(reader, ScopeKind.FUNCTION, node)
    if kind is not Kind.FUNCTION and 'staticmethod' not in decorators:
        inner.self_name, inner.owner = first, reader.scope.name
    elif first == inner.self_name:
        inner.owner = ''  # a function in a method, with a "self" of its own
    for part in parameters:
        inner.bound[part.arg] = LOCAL
        is_single = part not in (node.args.vararg, node.args.kwarg)
        cls = nodes.annotated_class(part.annotation) if is_single else ''
        inner.objects[part.arg] = inner.resolved(cls)
        reader.collector.local(part.arg, part.lineno)


def _function_kind(scope: Scope, decorators: list[str], first: str) -> Kind:
    is_method = scope.kind is ScopeKind.CLASS or (
        scope.may_be_class
        and (
            scope.evidence > 0
            or first == 'self'
            or (scope.is_fragment and first in nodes.SELF_NAMES)
            or not nodes.METHOD_DECORATORS.isdisjoint(decorators)
        )
    )
    if not is_method:
        return Kind.FUNCTION
    return Kind.ATTRIBUTE if any(map(nodes.is_property, decorators)) else Kind.METHOD


def _lambda(reader: Reader, node: ast.Lambda) -> None:
    for name in nodes.parameters(node.args):
        reader.bind(name.arg, name.lineno)
    reader.queue += nodes.defaults(node.args)
    reader.queue.append(node.body)


def _class(reader: Reader, node: ast.ClassDef) -> None:
    reader.define(node.name, Kind.CLASS, node.lineno, nodes.string(node.body[0]))
    reader.decorate(node.decorator_list)
    reader.references += node.bases
    reader.references += reader.keyword_values(node.keywords)
    inner = _open(reader, ScopeKind.CLASS, node)
    inner.is_enum = any(nodes.is_enum(nodes.dotted_name(base)) for base in node.bases)


def _open(reader: Reader, kind: ScopeKind, node: nodes.Function | ast.ClassDef) -> Scope:
    scope = Scope(kind, reader.scope.qualified(node.name), reader.scope)
    reader.references += getattr(node, 'type_params', ())  # since Python 3.12
    reader.bodies.append((scope, node.body))
    return scope


def _type_alias(reader: Reader, node: Any) -> None:  # noqa: ANN401  Python 3.11 has no such class
    name: ast.Name = node.name
    reader.define(name.id, Kind.TYPE, name.lineno, reader.descriptions.get(name.lineno, ''))
    reader.references += [*node.type_params, node.value]


def _type_parameter(reader: Reader, node: Any) -> None:  # noqa: ANN401  likewise
    reader.scope.bound.setdefault(node.name, LOCAL)
    nodes.add_children(node, reader.references)


# -- modules


def _import(reader: Reader, node: ast.Import) -> None:
    for alias in node.names:
        reader.collector.add(alias.name, Kind.MODULE, Usage.IMPORT, alias.lineno)
        root = alias.name.partition('.')[0]
        _bind_import(reader.scope, alias.asname or root, alias.name if alias.asname else root)


def _import_from(reader: Reader, node: ast.ImportFrom) -> None:
    module = node.module or ''
    reader.collector.add(module, Kind.MODULE, Usage.IMPORT, node.lineno)
    for alias in node.names:
        if alias.name != '*':
            name = f'{module}.{alias.name}' if module else alias.name
            reader.collector.add(name, Kind.IMPORT, Usage.IMPORT, alias.lineno)
            _bind_import(reader.scope, alias.asname or alias.name, name)


def _bind_import(scope: Scope, name: str, target: str) -> None:
    scope.bound[name] = target
    scope.imported.add(name)


# -- assignments


def _assign(reader: Reader, node: ast.Assign) -> None:
    cls = nodes.constructed_class(node.value)
    for target in node.targets:
        for part in nodes.unpack_target(target):
            _target(reader, part, node.value, cls if part is target else '')
    reader.queue.append(node.value)


def _assign_annotated(reader: Reader, node: ast.AnnAssign) -> None:
    value = [node.value] if node.value else []
    reader.references.append(node.annotation)
    if isinstance(node.target, ast.Name) and nodes.is_type_alias(node.annotation):
        name, line = node.target.id, node.target.lineno
        reader.define(name, Kind.TYPE, line, reader.descriptions.get(line, ''))
        reader.references += value
    else:
        cls = nodes.annotated_class(node.annotation) or nodes.constructed_class(node.value)
        _target(reader, node.target, node.value, cls)
        reader.queue += value


def _assign_augmented(reader: Reader, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name | ast.Attribute):
        node.target.ctx = ast.Load()
    reader.queue += [node.target, node.value]


def _target(reader: Reader, target: ast.expr, value: ast.expr | None, evident: str) -> None:
    """Read a target of an assignment; ``evident`` is the class of the value."""
    scope = reader.scope
    # None and False leave open what else is assigned
    cls = None if nodes.is_none_or_false(value) and not evident else evident
    if not isinstance(target, ast.Name):
        _set_attribute_class(reader, target, value, cls)
        reader.queue.append(target)
    elif not _is_definition(scope, target.id):
        reader.bind(target.id, target.lineno, cls)
    elif not (nodes.is_none_or_false(value) and target.id in scope.imported):
        scope.set_class(target.id, cls)
        in_class = scope.kind is ScopeKind.CLASS
        if in_class:
            reader.attributes.set_class(scope.qualified(target.id), cls and scope.resolved(cls))
        kind = nodes.factory_kind(target.id, value) or nodes.assigned_kind(
            target.id, in_class=in_class, in_enum=scope.is_enum and value is not None
        )
        text = reader.descriptions.get(target.lineno, '')
        reader.define(target.id, kind, target.lineno, text)


def _set_attribute_class(
    reader: Reader, target: ast.expr, value: ast.expr | None, cls: str | None
) -> None:
    """Record the class of an object that a method assigns to an attribute."""
    scope = reader.scope
    if not isinstance(target, ast.Attribute) or not scope.self_name:
        return
    if nodes.plain_name(target.value) == scope.self_name:
        if isinstance(value, ast.Name) and not cls:
            cls = scope.class_of(value.id)
        reader.attributes.set_class(f'{scope.owner}.{target.attr}', cls and scope.resolved(cls))


def _is_definition(scope: Scope, name: str) -> bool:
    return not scope.is_local and (not scope.is_fragment or nodes.is_fragment_constant(name))


# -- other statements


def _global(reader: Reader, node: ast.Global) -> None:
    reader.scope.bound.update((name, name) for name in node.names)


def _with_item(reader: Reader, node: ast.withitem) -> None:
    reader.queue.append(node.context_expr)
    if isinstance(node.optional_vars, ast.Name):
        cls = nodes.constructed_class(node.context_expr)
        reader.bind(node.optional_vars.id, node.optional_vars.lineno, cls)
    elif node.optional_vars:
        reader.queue.append(node.optional_vars)


def _named(reader: Reader, node: ast.NamedExpr) -> None:
    reader.bind(node.target.id, node.target.lineno, nodes.constructed_class(node.value))
    reader.queue.append(node.value)


def _raise(reader: Reader, node: ast.Raise) -> None:
    reader.references += [part for part in (node.exc, node.cause) if part]


def _handler(reader: Reader, node: ast.ExceptHandler) -> None:
    if node.name:
        reader.bind(node.name, node.lineno)
    reader.references += [node.type] if node.type else []
    reader.queue += node.body


def _capture(reader: Reader, node: ast.MatchAs | ast.MatchStar) -> None:
    if node.name:
        reader.bind(node.name, node.lineno)
    nodes.add_children(node, reader.queue)


def _expression(reader: Reader, node: ast.Expr) -> None:
    value = node.value
    if not isinstance(value, ast.Constant):
        reader.queue.append(value)
    elif isinstance(value.value, str):
        add_text(reader.source(value, value.value), value.lineno, reader.collector)


def _children(reader: Reader, node: ast.AST) -> None:
    nodes.add_children(node, reader.queue)


_HANDLERS: Final[dict[type, Callable[[Reader, Any], None]]] = {
    ast.AnnAssign: _assign_annotated,
    ast.Assign: _assign,
    ast.AsyncFunctionDef: _function,
    ast.AugAssign: _assign_augmented,
    ast.ClassDef: _class,
    ast.ExceptHandler: _handler,
    ast.Expr: _expression,
    ast.FunctionDef: _function,
    ast.Global: _global,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Lambda: _lambda,
    ast.MatchAs: _capture,
    ast.MatchStar: _capture,
    ast.NamedExpr: _named,
    ast.Raise: _raise,
    ast.withitem: _with_item,
}
if sys.version_info >= (3, 12):
    _HANDLERS[ast.TypeAlias] = _type_alias
    for _parameter in (ast.ParamSpec, ast.TypeVar, ast.TypeVarTuple):
        _HANDLERS[_parameter] = _type_parameter
