"""Python that parses: one walk over its tree, scope by scope, without recursion.

The statements of a scope are read before the bodies of its functions and classes, and all of them
before the names in it are looked up, so that it is known what each name stands for.
"""

from __future__ import annotations

import ast
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.python import kinds
from sphinxcontrib_kwindex.extract.python.comments import remark
from sphinxcontrib_kwindex.extract.python.scope import LOCAL, Scope, ScopeKind
from sphinxcontrib_kwindex.extract.python.uses import Uses
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinxcontrib_kwindex.extract.ledger import Ledger

    Definition = ast.FunctionDef | ast.AsyncFunctionDef

#: the fields that hold no nodes that matter
_BARREN: Final = frozenset(
    """arg asname attr conversion ctx id is_async kind lineno module n name names op ops rest s simple
    tag type_comment type_ignores""".split()
)
#: class of a node -> the fields that may hold nodes
_FIELDS: Final[dict[type, tuple[str, ...]]] = {
    node: tuple(field for field in node._fields if field not in _BARREN)
    for node in vars(ast).values()
    if isinstance(node, type) and issubclass(node, ast.AST)
}
#: what a module has and the body of a class does not
_TOP: Final = (ast.ClassDef, ast.Import, ast.ImportFrom)
_WRITTEN_OUT: Final = (ast.Constant, ast.Dict, ast.List, ast.Set, ast.Tuple)


class Reader:
    """One pass over one tree."""

    def __init__(self, code: str, ledger: Ledger, notes: dict[int, str], *, cut: bool) -> None:
        self._lines = code.split('\n')
        self._ledger = ledger
        #: line of an assignment -> what is said of it
        self._notes = notes
        self._uses = Uses()
        self._scope = Scope(ScopeKind.MODULE)
        #: the text is indented, so that it is not known whose body it is
        self._cut = cut
        #: how much speaks for a class's body then (above 0) or for a function's
        self._evidence = 0
        #: the bodies still to be read
        self._bodies: list[tuple[Scope, list[ast.stmt]]] = []
        #: the nodes of this scope still to be read
        self._queue: list[Any] = []
        #: those among them in which every name is a use: annotations, decorators, bases
        self._telling: list[Any] = []
        #: (name as written, line, called, told) of this scope
        self._loads: list[tuple[str, int, bool, bool]] = []

    def read(self, tree: ast.Module) -> None:
        """Write down everything that the tree holds."""
        self._scope.may_be_class = self._cut or not any(isinstance(part, _TOP) for part in tree.body)
        self._evidence = sum(map(_evidence, tree.body)) if self._cut else 0
        self._scope.is_local = self._evidence < 0
        self._bodies.append((self._scope, tree.body))
        for scope, body in self._bodies:  # which grows meanwhile
            self._scope = scope
            self._note_docstrings(body)
            self._queue, self._telling, self._loads = list(body), [], []
            self._walk(self._queue, told=False)
            self._walk(self._telling, told=True)
            self._look_up()
        self._uses.tell(self._ledger)

    # -- walking

    def _walk(self, queue: list[Any], *, told: bool) -> None:
        self._queue = queue
        loads = self._loads
        for node in queue:  # which grows meanwhile
            kind = node.__class__
            if kind is ast.Name:
                if node.ctx.__class__ is ast.Load:
                    loads.append((node.id, node.lineno, False, told))
                else:
                    self._bind(node.id, node.lineno)
            elif kind is ast.Attribute:
                self._attribute(node, called=False, told=told)
            elif kind is ast.Call:
                self._call(node, told=told)
            elif kind is ast.Constant:
                pass
            elif kind in _HANDLERS:
                _HANDLERS[kind](self, node)
            else:
                _spread(node, queue)

    def _call(self, node: ast.Call, *, told: bool) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            self._loads.append((function.id, function.lineno, True, told))
        elif isinstance(function, ast.Attribute):
            self._attribute(function, called=True, told=told)
        else:
            self._queue.append(function)
        self._queue += node.args
        if node.keywords:
            self._queue += [keyword.value for keyword in node.keywords]

    def _attribute(self, node: ast.Attribute, *, called: bool, told: bool) -> None:
        parts = [node.attr]
        value = node.value
        while isinstance(value, ast.Attribute):
            parts.append(value.attr)
            value = value.value
        if not isinstance(value, ast.Name):
            self._queue.append(value)
            return
        if isinstance(node.ctx, ast.Store) and len(parts) == 1 and value.id == self._scope.me:
            self._define_own(parts[0], node.lineno)
            return
        parts.append(value.id)
        self._loads.append(('.'.join(reversed(parts)), node.lineno, called, told))

    # -- names

    def _bind(self, name: str, line: int) -> None:
        """Note a variable that is no definition."""
        if self._scope.bound.setdefault(name, LOCAL) == LOCAL:
            self._ledger.local(name, line)

    def _define(self, name: str, kind: Kind, line: int, text: str = '') -> None:
        qualified = self._scope.qualified(name)
        self._scope.bound[name] = qualified
        if not kinds.is_dunder(name):
            self._ledger.define(qualified, kind, line, text)

    def _define_own(self, name: str, line: int) -> None:
        """Note an attribute that a method gives its object."""
        if self._scope.owner and not kinds.is_dunder(name):
            text = self._notes.get(line, '')
            self._ledger.define(f'{self._scope.owner}.{name}', Kind.ATTRIBUTE, line, text)

    def _look_up(self) -> None:
        """Count the uses among the names of a scope, now that all of its variables are known."""
        scope = self._scope
        cache: dict[str, str | None] = {}
        for name, line, called, told in self._loads:
            root, dot, rest = name.partition('.')
            if dot and root == scope.me:
                self._uses.add(f'{scope.owner}.{rest}' if scope.owner else rest, line, called)
                continue
            if root in cache:
                target = cache[root]
            else:
                target = cache[root] = scope.find(root)
            if target:
                self._uses.add(f'{target}.{rest}' if dot else target, line, called)
            elif dot or (target is None and (called or told or is_identifier_shaped(name))):
                self._uses.add(name, line, called)

    # -- statements

    def _function(self, node: Definition) -> None:
        decorators = [_dotted(decorator) for decorator in node.decorator_list]
        names = _parameters(node.args)
        first = names[0].arg if names else ''
        kind = self._function_kind(decorators, first)
        self._define(node.name, kind, node.lineno, _docstring(node))
        self._queue += _defaults(node.args)
        self._telling += node.decorator_list
        self._telling += [name.annotation for name in names if name.annotation]
        self._telling += [node.returns] if node.returns else []
        inner = self._open(ScopeKind.FUNCTION, node)
        if kind is not Kind.FUNCTION and 'staticmethod' not in decorators:
            inner.me, inner.owner = first, self._scope.name
        elif first == inner.me:
            inner.owner = ''  # a function in a method, with a "self" of its own
        for name in names:
            inner.bound[name.arg] = LOCAL
            self._ledger.local(name.arg, name.lineno)

    def _function_kind(self, decorators: list[str], first: str) -> Kind:
        if self._scope.kind is ScopeKind.CLASS or (
            self._scope.may_be_class
            and (
                self._evidence > 0
                or first == 'self'
                or (self._cut and first in kinds.SELVES)
                or not kinds.METHOD_MAKERS.isdisjoint(decorators)
            )
        ):
            return Kind.ATTRIBUTE if any(map(kinds.makes_property, decorators)) else Kind.METHOD
        return Kind.FUNCTION

    def _lambda(self, node: ast.Lambda) -> None:
        for name in _parameters(node.args):
            self._bind(name.arg, name.lineno)
        self._queue += _defaults(node.args)
        self._queue.append(node.body)

    def _class(self, node: ast.ClassDef) -> None:
        self._define(node.name, Kind.CLASS, node.lineno, _docstring(node))
        self._telling += node.decorator_list
        self._telling += node.bases
        self._telling += [keyword.value for keyword in node.keywords]
        inner = self._open(ScopeKind.CLASS, node)
        inner.enum = any(kinds.makes_members(_dotted(base)) for base in node.bases)

    def _open(self, kind: ScopeKind, node: Definition | ast.ClassDef) -> Scope:
        scope = Scope(kind, self._scope.qualified(node.name), self._scope)
        self._telling += getattr(node, 'type_params', ())
        self._bodies.append((scope, node.body))
        return scope

    def _import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._ledger.add(alias.name, Kind.MODULE, Sort.IMPORT, alias.lineno)
            bound = alias.asname or alias.name.partition('.')[0]
            self._scope.bound[bound] = alias.name if alias.asname else bound

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ''
        self._ledger.add(module, Kind.MODULE, Sort.IMPORT, node.lineno)
        for alias in node.names:
            if alias.name != '*':
                name = f'{module}.{alias.name}' if module else alias.name
                self._ledger.add(name, Kind.IMPORT, Sort.IMPORT, alias.lineno)
                self._scope.bound[alias.asname or alias.name] = name

    def _assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            for part in _unpacked(target):
                self._target(part, node.value, '')
        self._queue.append(node.value)

    def _assign_annotated(self, node: ast.AnnAssign) -> None:
        self._target(node.target, node.value, _dotted(node.annotation))
        self._telling.append(node.annotation)
        if node.value:
            self._queue.append(node.value)

    def _assign_further(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Attribute):
            node.target.ctx = ast.Load()
        if not isinstance(node.target, ast.Name):
            self._queue.append(node.target)
        self._queue.append(node.value)

    def _target(self, target: ast.expr, value: ast.expr | None, annotation: str) -> None:
        scope = self._scope
        if (
            not isinstance(target, ast.Name)
            or scope.is_local
            or (self._cut and scope.kind is ScopeKind.MODULE and not kinds.is_torn_constant(target.id))
        ):
            self._queue.append(target)
        elif not (_is_nothing(value) and self._is_import(target.id)):
            kind = _made(target.id, value) or kinds.assigned(
                target.id,
                in_class=scope.kind is ScopeKind.CLASS,
                in_enum=scope.enum and value is not None,
                annotation=annotation,
            )
            self._define(target.id, kind, target.lineno, self._notes.get(target.lineno, ''))

    def _is_import(self, name: str) -> bool:
        target = self._scope.bound.get(name)
        return bool(target) and target != self._scope.qualified(name)

    def _type_alias(self, node: Any) -> None:  # noqa: ANN401  Python 3.11 has no such class
        name: ast.Name = node.name
        self._define(name.id, Kind.TYPE, name.lineno, self._notes.get(name.lineno, ''))
        self._telling += [*node.type_params, node.value]

    def _type_parameter(self, node: Any) -> None:  # noqa: ANN401  likewise
        self._scope.bound.setdefault(node.name, LOCAL)
        _spread(node, self._telling)

    def _global(self, node: ast.Global) -> None:
        self._scope.bound.update((name, name) for name in node.names)

    def _raise(self, node: ast.Raise) -> None:
        self._telling += [part for part in (node.exc, node.cause) if part]

    def _handler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._bind(node.name, node.lineno)
        self._telling += [node.type] if node.type else []
        self._queue += node.body

    def _capture(self, node: ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self._bind(node.name, node.lineno)
        _spread(node, self._queue)

    def _expression(self, node: ast.Expr) -> None:
        value = node.value
        if not isinstance(value, ast.Constant):
            self._queue.append(value)
        elif isinstance(value.value, str):
            remark(self._written(value, value.value), value.lineno, self._ledger)

    def _written(self, node: ast.Constant, text: str) -> str:
        """Return a string's text with its lines where they stand, whatever its escapes."""
        last = node.end_lineno or node.lineno
        if text.count('\n') == last - node.lineno:
            return text
        return '\n'.join(self._lines[node.lineno - 1 : last])

    def _note_docstrings(self, body: list[ast.stmt]) -> None:
        """Let the strings below assignments describe them."""
        for above, below in pairwise(body):
            if isinstance(below, ast.Expr) and isinstance(above, ast.Assign | ast.AnnAssign):
                if text := _string(below):
                    self._notes.setdefault(above.lineno, text)


def _spread(node: ast.AST, queue: list[Any]) -> None:
    """Put what a node holds into a queue."""
    for field in _FIELDS.get(node.__class__, ()):
        value = getattr(node, field)
        if value.__class__ is list:
            queue += value
        elif value is not None:
            queue.append(value)


def _parameters(arguments: ast.arguments) -> list[ast.arg]:
    named = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
    return named + [rest for rest in (arguments.vararg, arguments.kwarg) if rest]


def _defaults(arguments: ast.arguments) -> Iterable[ast.expr]:
    return arguments.defaults + [default for default in arguments.kw_defaults if default]


def _unpacked(target: ast.expr) -> list[ast.expr]:
    """Return the single targets of ``a, (b, *c) = …``."""
    targets = [target]
    for part in targets:  # which grows meanwhile
        if isinstance(part, ast.Tuple | ast.List):
            targets += part.elts
        elif isinstance(part, ast.Starred):
            targets.append(part.value)
    return [part for part in targets if not isinstance(part, ast.Tuple | ast.List | ast.Starred)]


def _dotted(node: ast.expr) -> str:
    """Return the name that an expression is; of a call or a subscription, what is called."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id if isinstance(node, ast.Name) else '', *reversed(parts)])


def _docstring(node: Definition | ast.ClassDef) -> str:
    return _string(node.body[0]) if node.body else ''


def _string(statement: ast.stmt) -> str:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else ''
    return ''


def _made(name: str, value: ast.expr | None) -> Kind | None:
    """Tell what ``name = maker('name')`` defines."""
    if isinstance(value, ast.Call) and value.args and isinstance(value.args[0], ast.Constant):
        return kinds.made(name, _dotted(value.func), str(value.args[0].value))
    return None


def _evidence(statement: ast.stmt) -> int:
    """Tell how much a statement speaks for the body of a class (above 0) or of a function."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        names = {name.arg for name in _parameters(statement.args)[:1]}
        names.update(map(_dotted, statement.decorator_list))
        return kinds.OTHER if names.isdisjoint(kinds.SELVES | kinds.METHOD_MAKERS) else kinds.METHOD
    if isinstance(statement, ast.Assign):
        name = _dotted(statement.targets[0])
        if kinds.is_dunder(name):
            return kinds.METHOD
        return 0 if name.isupper() or isinstance(statement.value, _WRITTEN_OUT) else kinds.OTHER
    if isinstance(statement, ast.AnnAssign | ast.ClassDef | ast.Pass) or _string(statement):
        return 0
    return kinds.OTHER


def _is_nothing(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value in (None, False)


_HANDLERS: Final[dict[type, Callable[[Reader, Any], None]]] = {
    ast.AnnAssign: Reader._assign_annotated,
    ast.Assign: Reader._assign,
    ast.AsyncFunctionDef: Reader._function,
    ast.AugAssign: Reader._assign_further,
    ast.ClassDef: Reader._class,
    ast.ExceptHandler: Reader._handler,
    ast.Expr: Reader._expression,
    ast.FunctionDef: Reader._function,
    ast.Global: Reader._global,
    ast.Import: Reader._import,
    ast.ImportFrom: Reader._import_from,
    ast.Lambda: Reader._lambda,
    ast.MatchAs: Reader._capture,
    ast.MatchStar: Reader._capture,
    ast.Raise: Reader._raise,
}
if sys.version_info >= (3, 12):
    _HANDLERS[ast.TypeAlias] = Reader._type_alias
    for _parameter in (ast.ParamSpec, ast.TypeVar, ast.TypeVarTuple):
        _HANDLERS[_parameter] = Reader._type_parameter
