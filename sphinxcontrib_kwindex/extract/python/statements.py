"""What the statements of a tree define and bind, and which of their parts tell of uses."""

from __future__ import annotations

import ast
import sys
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.extract.python import kinds, nodes, objects
from sphinxcontrib_kwindex.extract.python.comments import remark
from sphinxcontrib_kwindex.extract.python.scope import LOCAL, Scope, ScopeKind
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.extract.python.tree import Reader


# -- definitions


def _function(reader: Reader, node: nodes.Function) -> None:
    decorators = list(map(nodes.dotted, node.decorator_list))
    parameters = nodes.parameters(node.args)
    first = parameters[0].arg if parameters else ''
    kind = _function_kind(reader, decorators, first)
    reader.define(node.name, kind, node.lineno, nodes.docstring(node))
    reader.queue += nodes.defaults(node.args)
    reader.telling += node.decorator_list
    reader.telling += [part.annotation for part in parameters if part.annotation]
    reader.telling += [node.returns] if node.returns else []
    inner = _open(reader, ScopeKind.FUNCTION, node)
    if kind is not Kind.FUNCTION and 'staticmethod' not in decorators:
        inner.me, inner.owner = first, reader.scope.name
    elif first == inner.me:
        inner.owner = ''  # a function in a method, with a "self" of its own
    for part in parameters:
        inner.bound[part.arg] = LOCAL
        is_one = part not in (node.args.vararg, node.args.kwarg)
        inner.objects[part.arg] = (
            inner.resolved(objects.declared(part.annotation)) if is_one else ''
        )
        reader.ledger.local(part.arg, part.lineno)


def _function_kind(reader: Reader, decorators: list[str], first: str) -> Kind:
    is_method = reader.scope.kind is ScopeKind.CLASS or (
        reader.scope.may_be_class
        and (
            reader.evidence > 0
            or first == 'self'
            or (reader.cut and first in kinds.SELVES)
            or not kinds.METHOD_MAKERS.isdisjoint(decorators)
        )
    )
    if not is_method:
        return Kind.FUNCTION
    return Kind.ATTRIBUTE if any(map(kinds.makes_property, decorators)) else Kind.METHOD


def _lambda(reader: Reader, node: ast.Lambda) -> None:
    for name in nodes.parameters(node.args):
        reader.bind(name.arg, name.lineno)
    reader.queue += nodes.defaults(node.args)
    reader.queue.append(node.body)


def _class(reader: Reader, node: ast.ClassDef) -> None:
    reader.define(node.name, Kind.CLASS, node.lineno, nodes.docstring(node))
    reader.telling += node.decorator_list
    reader.telling += node.bases
    reader.telling += [keyword.value for keyword in node.keywords]
    inner = _open(reader, ScopeKind.CLASS, node)
    inner.enum = any(kinds.makes_members(nodes.dotted(base)) for base in node.bases)


def _open(reader: Reader, kind: ScopeKind, node: nodes.Function | ast.ClassDef) -> Scope:
    scope = Scope(kind, reader.scope.qualified(node.name), reader.scope)
    reader.telling += getattr(node, 'type_params', ())  # since Python 3.12
    reader.bodies.append((scope, node.body))
    return scope


def _type_alias(reader: Reader, node: Any) -> None:  # noqa: ANN401  Python 3.11 has no such class
    name: ast.Name = node.name
    reader.define(name.id, Kind.TYPE, name.lineno, reader.notes.get(name.lineno, ''))
    reader.telling += [*node.type_params, node.value]


def _type_parameter(reader: Reader, node: Any) -> None:  # noqa: ANN401  likewise
    reader.scope.bound.setdefault(node.name, LOCAL)
    nodes.spread(node, reader.telling)


# -- modules


def _import(reader: Reader, node: ast.Import) -> None:
    for alias in node.names:
        reader.ledger.add(alias.name, Kind.MODULE, Sort.IMPORT, alias.lineno)
        root = alias.name.partition('.')[0]
        _bind_import(reader.scope, alias.asname or root, alias.name if alias.asname else root)


def _import_from(reader: Reader, node: ast.ImportFrom) -> None:
    module = node.module or ''
    reader.ledger.add(module, Kind.MODULE, Sort.IMPORT, node.lineno)
    for alias in node.names:
        if alias.name != '*':
            name = f'{module}.{alias.name}' if module else alias.name
            reader.ledger.add(name, Kind.IMPORT, Sort.IMPORT, alias.lineno)
            _bind_import(reader.scope, alias.asname or alias.name, name)


def _bind_import(scope: Scope, name: str, target: str) -> None:
    scope.bound[name] = target
    scope.imported.add(name)


# -- assignments


def _assign(reader: Reader, node: ast.Assign) -> None:
    cls = objects.made_of(node.value)
    for target in node.targets:
        for part in nodes.unpacked(target):
            _target(reader, part, node.value, cls=cls if part is target else '')
    reader.queue.append(node.value)


def _assign_annotated(reader: Reader, node: ast.AnnAssign) -> None:
    cls = objects.declared(node.annotation) or objects.made_of(node.value)
    _target(reader, node.target, node.value, nodes.dotted(node.annotation), cls=cls)
    reader.telling.append(node.annotation)
    reader.queue += [node.value] if node.value else []


def _assign_further(reader: Reader, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name | ast.Attribute):
        node.target.ctx = ast.Load()
    reader.queue += [node.target, node.value]


def _target(
    reader: Reader, target: ast.expr, value: ast.expr | None, annotation: str = '', *, cls: str = ''
) -> None:
    scope = reader.scope
    held = None if nodes.is_nothing(value) and not cls else cls  # None, until it is something
    if not isinstance(target, ast.Name):
        _member(reader, target, value, held)
        reader.queue.append(target)
    elif not _is_definition(reader, target.id):
        reader.bind(target.id, target.lineno, held)
    elif not (nodes.is_nothing(value) and target.id in scope.imported):
        scope.hold(target.id, held)
        kind = nodes.made(target.id, value) or kinds.assigned(
            target.id,
            in_class=scope.kind is ScopeKind.CLASS,
            in_enum=scope.enum and value is not None,
            annotation=annotation,
        )
        if scope.kind is ScopeKind.CLASS:
            reader.members.hold(scope.qualified(target.id), held and scope.resolved(held))
        reader.define(target.id, kind, target.lineno, reader.notes.get(target.lineno, ''))


def _member(
    reader: Reader, target: ast.expr, value: ast.expr | None, cls: str | None
) -> None:
    """Note of which class the attribute is an object that a method gives its own."""
    scope = reader.scope
    if isinstance(target, ast.Attribute) and objects.plain(target.value) == scope.me != '':
        if isinstance(value, ast.Name) and not cls:
            cls = scope.class_of(value.id)
        reader.members.hold(f'{scope.owner}.{target.attr}', cls and scope.resolved(cls))


def _is_definition(reader: Reader, name: str) -> bool:
    scope = reader.scope
    if reader.cut and scope.kind is ScopeKind.MODULE:
        return kinds.is_torn_constant(name) and not scope.is_local
    return not scope.is_local


# -- the rest


def _global(reader: Reader, node: ast.Global) -> None:
    reader.scope.bound.update((name, name) for name in node.names)


def _with_item(reader: Reader, node: ast.withitem) -> None:
    reader.queue.append(node.context_expr)
    if isinstance(node.optional_vars, ast.Name):
        cls = objects.made_of(node.context_expr)
        reader.bind(node.optional_vars.id, node.optional_vars.lineno, cls)
    elif node.optional_vars:
        reader.queue.append(node.optional_vars)


def _named(reader: Reader, node: ast.NamedExpr) -> None:
    reader.bind(node.target.id, node.target.lineno, objects.made_of(node.value))
    reader.queue.append(node.value)


def _raise(reader: Reader, node: ast.Raise) -> None:
    reader.telling += [part for part in (node.exc, node.cause) if part]


def _handler(reader: Reader, node: ast.ExceptHandler) -> None:
    if node.name:
        reader.bind(node.name, node.lineno)
    reader.telling += [node.type] if node.type else []
    reader.queue += node.body


def _capture(reader: Reader, node: ast.MatchAs | ast.MatchStar) -> None:
    if node.name:
        reader.bind(node.name, node.lineno)
    nodes.spread(node, reader.queue)


def _expression(reader: Reader, node: ast.Expr) -> None:
    value = node.value
    if not isinstance(value, ast.Constant):
        reader.queue.append(value)
    elif isinstance(value.value, str):
        remark(reader.written(value, value.value), value.lineno, reader.ledger)


HANDLERS: Final[dict[type, Callable[[Reader, Any], None]]] = {
    ast.AnnAssign: _assign_annotated,
    ast.Assign: _assign,
    ast.AsyncFunctionDef: _function,
    ast.AugAssign: _assign_further,
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
    HANDLERS[ast.TypeAlias] = _type_alias
    for _parameter in (ast.ParamSpec, ast.TypeVar, ast.TypeVarTuple):
        HANDLERS[_parameter] = _type_parameter
