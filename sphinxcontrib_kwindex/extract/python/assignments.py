"""The variables, constants and attributes in a text that is read token by token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.python import kinds
from sphinxcontrib_kwindex.extract.python.definitions import Definitions
from sphinxcontrib_kwindex.extract.python.lexical import (
    LITERAL,
    MADE,
    NAMES,
    NOTHING,
    OBJECT,
    PROMISED,
    TYPE,
)
from sphinxcontrib_kwindex.extract.python.scope import ScopeKind
from sphinxcontrib_kwindex.extract.python.sightings import KEYWORDS
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.python.drafts import Draft
    from sphinxcontrib_kwindex.extract.python.lines import Token


class Assignments(Definitions):
    """The layer of the machine for what stands on the left of an equals sign."""

    def target(self, token: Token) -> None:
        """Read the targets of an assignment, or within brackets the name of an argument."""
        self.begin(token)
        if self.depth:
            self._arguments(token)
            return
        annotation = (token['annotation'] or '').strip()
        if annotation:
            self.told = token.end('annotation')
            if not token['valued'] and not self._is_declared(token['target'], annotation):
                return
        for name in NAMES.findall(token['target']):
            if name not in KEYWORDS:
                self._assign(name, token, annotation)

    def parameter(self, name: str, end: int) -> bool:
        """Take a name for a parameter if it stands where one does."""
        if not self.parameters == self.depth == self.item > 0:
            return False
        self.item = 0
        is_rest = self.code[end - len(name) - 1] == '*'
        self.sightings.hold(name, '' if is_rest else self._promised(end))
        self.local(name)
        return True

    def _promised(self, end: int) -> str:
        promised = PROMISED.match(self.code, end)
        return promised['cls'] if promised else ''

    def _hold(self, name: str, token: Token) -> None:
        """Note of which class a variable is an object, by its annotation or its value."""
        cls = ''
        if name == token['target']:
            given = OBJECT.match(self.code, token.end())
            cls = self._promised(token.end()) or (given['cls'] if given else '')
        if cls or not NOTHING.match(self.code, token.end()):
            frame = self.frames.top
            in_class = frame.kind is ScopeKind.CLASS
            self.sightings.hold(f'{frame.name}.{name}' if in_class else name, cls)

    def _arguments(self, token: Token) -> None:
        text = token['target']
        if self.parameters == self.depth == self.item:
            for part in text.split(','):
                self.item = self.depth
                self.parameter(part.partition('=')[0].strip(' \t*()'), token.end('target'))
        closed = text.count(')') + text.count(']') - text.count('(') - text.count('[')
        self.depth = max(0, self.depth - closed)

    def _is_declared(self, name: str, annotation: str) -> bool:
        """Tell a name with an annotation and no value from prose with a colon."""
        is_at_home = name.isupper() or self.frames.top.kind is not ScopeKind.MODULE
        return is_at_home and TYPE.match(annotation) is not None

    def _assign(self, name: str, token: Token, annotation: str) -> None:
        frame = self.frames.top
        if '.' in name:
            self._attribute(name, token)
            return
        self._hold(name, token)
        if frame.kind is ScopeKind.MODULE:
            self.sightings.shared.add(name)
        if frame.kind is ScopeKind.FUNCTION:
            self.local(name)
        elif name in self.sightings.aliases and NOTHING.match(self.code, token.end()):
            pass  # an import that may fail
        elif self.frames.is_torn:
            self._assign_torn(name, token, annotation)
        else:
            in_enum = frame.enum and (not annotation or token['valued'] is not None)
            kind = self._made(name, token) or kinds.assigned(
                name, in_class=frame.kind is ScopeKind.CLASS, in_enum=in_enum, annotation=annotation
            )
            self._note(self.define(name, kind))

    def _attribute(self, name: str, token: Token) -> None:
        root, _, rest = name.partition('.')
        owner = self.frames.top.owner
        if owner and root in kinds.SELVES and '.' not in rest:
            self._note(self.draft(f'{owner}.{rest}', Kind.ATTRIBUTE))
            given = OBJECT.match(self.code, token.end())
            if given or not NOTHING.match(self.code, token.end()):
                self.sightings.hold(f'{owner}.{rest}', given['cls'] if given else '')
        else:
            self.see(name)

    def _assign_torn(self, name: str, token: Token, annotation: str) -> None:
        """Read an assignment in a body of which it is not known whose it is."""
        if kinds.is_torn_constant(name) and self.is_torn():
            draft = self.define(name, Kind.CONSTANT)
            self._note(draft)
            self.drafts.tear(draft)
            return
        if kinds.is_dunder(name):
            self.weigh(kinds.METHOD)
        elif not (annotation or LITERAL.match(self.code, token.end())):
            self.weigh(kinds.OTHER)
        self.local(name)

    def _note(self, draft: Draft) -> None:
        draft.text = self.notes.get(self.line, '')
        self.drafts.doubt(draft)

    def _made(self, name: str, token: Token) -> Kind | None:
        making = MADE.match(self.code, token.end())
        return kinds.made(name, making[1], making[2]) if making else None
