"""Classification of syntax tree nodes: what they name, define and make. None of this recurses.

A class is a class whatever it inherits from (``Enum``, ``Protocol``, ``NamedTuple``); the members
of an enumeration are constants. Properties are attributes.

The class of an object is evident from its annotation, or if it is made by calling a name with a
capital: ``t = Thing()`` makes an object, while ``t = thing()`` may return anything.
"""

from __future__ import annotations

import ast
import re
from typing import Any, Final

from sphinxcontrib_kwindex.model import Kind

Function = ast.FunctionDef | ast.AsyncFunctionDef

#: fields that hold no nodes, or none that matter
_IGNORED_FIELDS: Final = frozenset(
    {
        'arg', 'asname', 'attr', 'conversion', 'ctx', 'id', 'is_async', 'kind', 'level', 'module',
        'name', 'op', 'ops', 'rest', 'simple', 'tag', 'type_comment', 'type_ignores',
    }
)  # fmt: skip
#: class of a node -> the fields that may hold nodes
_FIELDS: Final[dict[type, tuple[str, ...]]] = {
    node: tuple(field for field in node._fields if field not in _IGNORED_FIELDS)
    for node in vars(ast).values()
    if isinstance(node, type) and issubclass(node, ast.AST) and node is not ast.Constant
}
_LITERALS: Final = (ast.Constant, ast.Dict, ast.List, ast.Set, ast.Tuple)

_TYPE_FACTORIES: Final = frozenset(
    {'NewType', 'ParamSpec', 'TypeAliasType', 'TypeVar', 'TypeVarTuple'}
)
_CLASS_FACTORIES: Final = frozenset(
    {'NamedTuple', 'TypedDict', 'make_dataclass', 'namedtuple', 'new_class'}
)
_ACCESSORS: Final = frozenset({'deleter', 'getter', 'setter'})
#: decorators of methods only, whatever the first parameter is called
METHOD_DECORATORS: Final = frozenset({'abstractmethod', 'classmethod', 'override', 'staticmethod'})
#: usual names of the first parameter of a method
SELF_NAMES: Final = frozenset({'cls', 'mcs', 'metacls', 'self'})
#: How much a statement suggests that the body it is in is one of a class (above 0) or a function:
#: a method, and a statement that is rare in classes.
_METHOD: Final = 3
_OTHER: Final = -1

_CLASS: Final = re.compile(r'(?:[^\W\d]\w*\.)*_*[A-Z][^\W_]*')
_CAMEL_CASE: Final = re.compile(r'_*[A-Z][A-Z\d]*[a-z][^\W_]*')
#: generic types whose first argument is the class of the object, if there is one
_TRANSPARENT: Final = frozenset({'Optional', 'Final', 'ClassVar', 'Annotated'})
_DOTTED: Final = re.compile(r'[\w.]+')


def add_children(node: ast.AST, queue: list[Any]) -> None:
    """Append the children of a node to a queue."""
    for field in _FIELDS.get(node.__class__, ()):
        value = getattr(node, field)
        if value.__class__ is list:
            queue += value
        elif value is not None:
            queue.append(value)


# -- names


def plain_name(node: ast.expr) -> str:
    """Return the dotted name that an expression consists of; '' of any other."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ''


def dotted_name(node: ast.expr) -> str:
    """Return the dotted name in an expression, also before a call or a subscription."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id if isinstance(node, ast.Name) else '', *reversed(parts)])


def is_dunder(name: str) -> bool:
    """Check whether a name is one that the language gives a meaning."""
    return name.startswith('__') and name.endswith('__')


def is_camel_case(name: str) -> bool:
    """Check whether a name is spelt as classes are: ``Linear``, not ``W_q`` or ``HTTP``."""
    return _CAMEL_CASE.fullmatch(name) is not None


def is_class_shaped(name: str) -> bool:
    """Check whether what is called by a name makes an object: ``Linear()``, ``URL()``."""
    return len(name) > 1 and _CLASS.fullmatch(name) is not None


def is_fragment_constant(name: str) -> bool:
    """Check whether a name may be a constant in a body whose header is not in the text."""
    return name.isupper() and len(name) > 1


# -- statements


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return all parameters, the first one first."""
    named = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
    return named + [rest for rest in (arguments.vararg, arguments.kwarg) if rest]


def defaults(arguments: ast.arguments) -> list[ast.expr]:
    """Return the default values of parameters."""
    return arguments.defaults + [default for default in arguments.kw_defaults if default]


def unpack_target(target: ast.expr) -> list[ast.expr]:
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


def string(statement: ast.stmt) -> str:
    """Return the text of a statement that is a string; '' of any other."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else ''
    return ''


def evidence(statement: ast.stmt) -> int:
    """Return how much a statement suggests the body of a class (above 0) or of a function."""
    if isinstance(statement, Function):
        names = {name.arg for name in parameters(statement.args)[:1]}
        names.update(map(dotted_name, statement.decorator_list))
        return _OTHER if names.isdisjoint(SELF_NAMES | METHOD_DECORATORS) else _METHOD
    if isinstance(statement, ast.Assign):
        name = dotted_name(statement.targets[0])
        if is_dunder(name):
            return _METHOD
        return 0 if name.isupper() or isinstance(statement.value, _LITERALS) else _OTHER
    if isinstance(statement, ast.Expr):  # docstrings, ellipses, names of what cannot be parsed
        return 0 if isinstance(statement.value, ast.Constant | ast.List) else _OTHER
    return 0 if isinstance(statement, ast.AnnAssign | ast.ClassDef | ast.Pass) else _OTHER


# -- kinds


def is_property(decorator: str) -> bool:
    """Check whether a decorator makes an attribute of a method."""
    name = decorator.rpartition('.')[2]
    return name.endswith('property') or (name in _ACCESSORS and '.' in decorator)


def is_enum(base: str) -> bool:
    """Check whether the class attributes of a class with this base are the members of an enum."""
    return base.endswith(('Enum', 'Flag'))


def is_type_alias(annotation: ast.expr) -> bool:
    """Check whether an annotation declares a type alias; it may be a string."""
    name = annotation.value if isinstance(annotation, ast.Constant) else dotted_name(annotation)
    return isinstance(name, str) and name.rpartition('.')[2] == 'TypeAlias'


def factory_kind(name: str, value: ast.expr | None) -> Kind | None:
    """Return the kind of ``name = factory('name', …)`` if the factory makes classes or types."""
    if not (isinstance(value, ast.Call) and value.args and isinstance(value.args[0], ast.Constant)):
        return None
    factory = dotted_name(value.func).rpartition('.')[2]
    is_named = name == value.args[0].value
    if factory in _CLASS_FACTORIES or (is_named and is_enum(factory)):
        return Kind.CLASS
    return Kind.TYPE if is_named and factory in _TYPE_FACTORIES else None


def assigned_kind(name: str, *, in_class: bool, in_enum: bool) -> Kind:
    """Return the kind of what an assignment defines in a module or a class."""
    if name.isupper() or (in_enum and not (name[0] == name[-1] == '_')):
        return Kind.CONSTANT
    return Kind.ATTRIBUTE if in_class else Kind.VARIABLE


# -- classes of objects


def is_none_or_false(value: ast.expr | None) -> bool:
    """Check whether a value is one that stands for a missing object or import."""
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


def constructed_class(value: ast.expr | None) -> str:
    """Return the class of ``Thing(…)`` or ``await Thing(…)``; '' if it is not evident."""
    if isinstance(value, ast.Await):
        value = value.value
    if not isinstance(value, ast.Call):
        return ''
    name = plain_name(value.func)
    return name if _CLASS.fullmatch(name) else ''


def annotated_class(annotation: ast.expr | None) -> str:
    """Return the class that an annotation names: ``Thing``, ``Thing | None``; '' of several."""
    if isinstance(annotation, ast.Subscript):
        if plain_name(annotation.value).rpartition('.')[2] not in _TRANSPARENT:
            return ''
        annotation = annotation.slice
        if isinstance(annotation, ast.Tuple) and annotation.elts:
            annotation = annotation.elts[0]
    if isinstance(annotation, ast.BinOp):
        sides = [side for side in (annotation.left, annotation.right) if not is_none_or_false(side)]
        annotation = sides[0] if len(sides) == 1 else None
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        text = annotation.value.removesuffix(' | None')
        return text if _DOTTED.fullmatch(text) else ''
    name = plain_name(annotation) if annotation is not None else ''
    return name if name.rpartition('.')[2] != 'Any' else ''
