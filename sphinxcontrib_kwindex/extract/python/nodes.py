"""Questions to the nodes of a tree, none of which recurses."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.extract.python import kinds

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Kind

Function = ast.FunctionDef | ast.AsyncFunctionDef

#: the fields that hold no nodes, or none that matter
_BARREN: Final = frozenset(
    {
        'arg', 'asname', 'attr', 'conversion', 'ctx', 'id', 'is_async', 'kind', 'level', 'module',
        'name', 'op', 'ops', 'rest', 'simple', 'tag', 'type_comment', 'type_ignores',
    }
)  # fmt: skip
#: class of a node -> the fields that may hold nodes
_FIELDS: Final[dict[type, tuple[str, ...]]] = {
    node: tuple(field for field in node._fields if field not in _BARREN)
    for node in vars(ast).values()
    if isinstance(node, type) and issubclass(node, ast.AST)
}
_WRITTEN_OUT: Final = (ast.Constant, ast.Dict, ast.List, ast.Set, ast.Tuple)


def spread(node: ast.AST, queue: list[Any]) -> None:
    """Put what a node holds into a queue."""
    for field in _FIELDS.get(node.__class__, ()):
        value = getattr(node, field)
        if value.__class__ is list:
            queue += value
        elif value is not None:
            queue.append(value)


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return all parameters, the first one first."""
    named = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
    return named + [rest for rest in (arguments.vararg, arguments.kwarg) if rest]


def defaults(arguments: ast.arguments) -> list[ast.expr]:
    """Return the default values of parameters."""
    return arguments.defaults + [default for default in arguments.kw_defaults if default]


def unpacked(target: ast.expr) -> list[ast.expr]:
    """Return the single targets of ``a, (b, *c) = …``."""
    if isinstance(target, ast.Name):
        return [target]
    parts = [target]
    for part in parts:  # which grows meanwhile
        if isinstance(part, ast.Tuple | ast.List):
            parts += part.elts
        elif isinstance(part, ast.Starred):
            parts.append(part.value)
    return [part for part in parts if not isinstance(part, ast.Tuple | ast.List | ast.Starred)]


def dotted(node: ast.expr) -> str:
    """Return the name that an expression is; of a call or a subscription, what stands before."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id if isinstance(node, ast.Name) else '', *reversed(parts)])


def string(statement: ast.stmt) -> str:
    """Return the string that a statement is, nothing of any other."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else ''
    return ''


def docstring(node: Function | ast.ClassDef) -> str:
    """Return the docstring as it is written."""
    return string(node.body[0])


def made(name: str, value: ast.expr | None) -> Kind | None:
    """Tell what ``name = maker('name', …)`` defines."""
    if isinstance(value, ast.Call) and value.args and isinstance(value.args[0], ast.Constant):
        return kinds.made(name, dotted(value.func), str(value.args[0].value))
    return None


def is_nothing(value: ast.expr | None) -> bool:
    """Tell whether a value stands for an import that failed."""
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


def evidence(statement: ast.stmt) -> int:
    """Tell how much a statement speaks for the body of a class (above 0) or of a function."""
    if isinstance(statement, Function):
        names = {name.arg for name in parameters(statement.args)[:1]}
        names.update(map(dotted, statement.decorator_list))
        return kinds.OTHER if names.isdisjoint(kinds.SELVES | kinds.METHOD_MAKERS) else kinds.METHOD
    if isinstance(statement, ast.Assign):
        name = dotted(statement.targets[0])
        if kinds.is_dunder(name):
            return kinds.METHOD
        return 0 if name.isupper() or isinstance(statement.value, _WRITTEN_OUT) else kinds.OTHER
    if isinstance(statement, ast.AnnAssign | ast.ClassDef | ast.Pass) or string(statement):
        return 0
    return kinds.OTHER
