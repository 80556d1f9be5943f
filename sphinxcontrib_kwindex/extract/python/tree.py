"""Python that parses: one walk over its tree, scope by scope, without recursion.

The statements of a scope are read before the bodies of its functions and classes, and all of them
before the names in it are looked up, so that it is known what each name stands for.
"""

from __future__ import annotations

import ast
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.python import kinds, nodes, objects
from sphinxcontrib_kwindex.extract.python.scope import LOCAL, Scope, ScopeKind
from sphinxcontrib_kwindex.extract.python.statements import HANDLERS
from sphinxcontrib_kwindex.extract.python.uses import Uses
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger


class Reader:
    """One pass over one tree."""

    def __init__(self, code: str, ledger: Ledger, notes: dict[int, str], *, cut: bool) -> None:
        self._code = code
        self.ledger = ledger
        #: line of an assignment -> what is said of it
        self.notes = notes
        #: the text is indented, so that it is not known whose body it is
        self.cut = cut
        #: how much speaks for a class's body then (above 0) or for a function's
        self.evidence = 0
        self.scope = Scope(ScopeKind.MODULE)
        #: the bodies still to be read
        self.bodies: list[tuple[Scope, list[ast.stmt]]] = []
        #: the nodes of this scope still to be read
        self.queue: list[Any] = []
        #: those among them in which every name is a use: annotations, decorators, bases
        self.telling: list[Any] = []
        #: (name as written, line, called, told) of this scope
        self._loads: list[tuple[str, int, bool, bool]] = []
        self._uses = Uses()
        #: attribute -> the class that it is evidently an object of
        self.members = Scope(ScopeKind.CLASS)

    def read(self, tree: ast.Module) -> None:
        """Write down everything that the tree holds."""
        self._judge(tree.body)
        self.bodies.append((self.scope, tree.body))
        for scope, body in self.bodies:  # which grows meanwhile
            self.scope = scope
            self._note_docstrings(body)
            self.telling, self._loads = [], []
            self._walk(list(body), told=False)
            self._walk(self.telling, told=True)
            self._look_up()
        self._uses.tell(self.ledger, self.members.objects)
        self._share(self.bodies[0][0])

    def _share(self, module: Scope) -> None:
        """Tell what the names of the module mean in what follows it."""
        for name in sorted(module.imported):
            self.ledger.alias(name, Kind.IMPORT, module.bound[name])
        inner = {
            name: ''
            for scope, _body in self.bodies
            for name in (scope.objects if scope.kind is not ScopeKind.CLASS else ())
        }
        for name, cls in (inner | module.objects).items():
            self.ledger.alias(name, Kind.VARIABLE, cls)

    def written(self, node: ast.Constant, text: str) -> str:
        """Return a string's text with its lines where they stand, whatever its escapes."""
        last = node.end_lineno or node.lineno
        if text.count('\n') == last - node.lineno:
            return text
        return '\n'.join(self._lines[node.lineno - 1 : last])

    @cached_property
    def _lines(self) -> list[str]:
        return self._code.split('\n')

    # -- names

    def bind(self, name: str, line: int, cls: str | None = '') -> None:
        """Note a variable that is no definition, and what it is an object of."""
        self.scope.hold(name, cls)
        if self.scope.bound.setdefault(name, LOCAL) == LOCAL:
            self.ledger.local(name, line)

    def define(self, name: str, kind: Kind, line: int, text: str = '') -> None:
        """Note a definition in this scope."""
        qualified = self.scope.qualified(name)
        self.scope.bound[name] = qualified
        if not kinds.is_dunder(name):
            self.ledger.define(qualified, kind, line, text)

    def _define_own(self, name: str, line: int) -> None:
        """Note an attribute that a method gives its object."""
        if self.scope.owner and not kinds.is_dunder(name):
            text = self.notes.get(line, '')
            self.ledger.define(f'{self.scope.owner}.{name}', Kind.ATTRIBUTE, line, text)

    def _look_up(self) -> None:
        """Count the uses among the names of a scope, now that all of its variables are known."""
        scope = self.scope
        targets: dict[str, str | None] = {}
        for name, line, called, told in self._loads:
            root, dot, rest = name.partition('.')
            if dot and (root == scope.me or root in kinds.SELVES):
                owner = scope.owner if root == scope.me else ''
                self._uses.add(f'{owner}.{rest}' if owner else rest, line, called)
                continue
            if root not in targets:
                targets[root] = scope.find(root)
            target = targets[root]
            if dot and (cls := scope.class_of(root)):
                self._uses.add(f'{cls}.{rest}', line, called)
            elif target:
                self._uses.add(f'{target}.{rest}' if dot else target, line, called)
            elif dot or (target is None and (called or told or is_identifier_shaped(name))):
                self._uses.add(name, line, called)

    # -- walking

    def _walk(self, queue: list[Any], *, told: bool) -> None:
        self.queue = queue
        loads = self._loads
        for node in queue:  # which grows meanwhile
            kind = node.__class__
            if kind is ast.Name:
                if node.ctx.__class__ is ast.Load:
                    loads.append((node.id, node.lineno, False, told))
                else:
                    self.bind(node.id, node.lineno)
            elif kind is ast.Attribute:
                self._attribute(node, called=False, told=told)
            elif kind is ast.Call:
                self._call(node, told=told)
            elif kind is not ast.Constant:
                HANDLERS.get(kind, _spread)(self, node)

    def _call(self, node: ast.Call, *, told: bool) -> None:
        function = node.func
        if isinstance(function, ast.Name):
            self._loads.append((function.id, function.lineno, True, told))
        elif isinstance(function, ast.Attribute):
            self._attribute(function, called=True, told=told)
        else:
            self.queue.append(function)
        self.queue += node.args
        self.queue += [keyword.value for keyword in node.keywords]

    def _attribute(self, node: ast.Attribute, *, called: bool, told: bool) -> None:
        parts = [node.attr]
        value = node.value
        while isinstance(value, ast.Attribute):
            parts.append(value.attr)
            value = value.value
        if not isinstance(value, ast.Name):
            if cls := objects.made_of(value):
                is_method = called and len(parts) == 1
                self._loads.append((f'{cls}.{parts[-1]}', node.lineno, is_method, told))
            self.queue.append(value)
        elif isinstance(node.ctx, ast.Store) and len(parts) == 1 and value.id == self.scope.me:
            self._define_own(parts[0], node.lineno)
        else:
            parts.append(value.id)
            self._loads.append(('.'.join(reversed(parts)), node.lineno, called, told))

    # -- bodies

    def _judge(self, body: list[ast.stmt]) -> None:
        """Find out what the text as a whole may be."""
        is_module = any(
            isinstance(part, ast.ClassDef | ast.Import | ast.ImportFrom) for part in body
        )
        self.evidence = sum(map(nodes.evidence, body)) if self.cut else 0
        self.scope.may_be_class = self.cut or not is_module
        self.scope.is_local = self.evidence < 0

    def _note_docstrings(self, body: list[ast.stmt]) -> None:
        """Let the strings below assignments describe them."""
        for above, below in pairwise(body):
            if isinstance(below, ast.Expr) and isinstance(above, ast.Assign | ast.AnnAssign):
                self.notes.setdefault(above.lineno, nodes.string(below))


def _spread(reader: Reader, node: ast.AST) -> None:
    nodes.spread(node, reader.queue)
