"""The classes, functions and types in a text that is read token by token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.python import kinds
from sphinxcontrib_kwindex.extract.python.drafts import Draft
from sphinxcontrib_kwindex.extract.python.lexical import (
    BASES,
    CUT_HEAD,
    NAMES,
    SELF,
    SELF_ALONE,
)
from sphinxcontrib_kwindex.extract.python.lines import Lines, Token
from sphinxcontrib_kwindex.extract.python.scope import ScopeKind
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger


class Definitions(Lines):
    """The layer of the machine for statements with a body."""

    def __init__(self, code: str, ledger: Ledger, notes: dict[int, str]) -> None:
        super().__init__(code, ledger, notes)
        #: the last definition, and the statement that may describe it: its number, its frame
        self._described: tuple[int, str, Draft | None] = (0, '', None)
        self._decorators: list[str] = []
        #: something defined in a function -> the function, the last of several
        self._nested: dict[str, str] = {}
        self._has_classes = False

    def decorator(self, token: Token) -> None:
        """Read the name of a decorator."""
        self.begin(token, is_head=True)
        name = token['decorator']
        self.see(name, called=self.code.startswith('(', token.end()), told=True)
        if not self.depth:
            self._decorators.append(name)
            self.tell_all()

    def function(self, token: Token) -> None:
        """Read the head of a function as far as its name."""
        self._begin_head(token)
        kind = self._function_kind(token)
        draft = self.define(token['function'], kind)
        if kind is Kind.FUNCTION and self.is_torn():
            # the text may end within the head; what is above may be the end of another method
            if self.statement == 1 or not CUT_HEAD.match(self.code, token.end()):
                self.drafts.weigh(kinds.OTHER)
            self.drafts.tear(draft)
        self._enter(ScopeKind.FUNCTION, token['function'], draft)
        self.parameters = -1

    def klass(self, token: Token) -> None:
        """Read the head of a class as far as its name."""
        self._begin_head(token)
        bases = BASES.match(self.code, token.end())
        parents = NAMES.findall(bases[1]) if bases else ()
        draft = self.define(token['klass'], Kind.CLASS)
        is_enum = any(map(kinds.makes_members, parents))
        self._enter(ScopeKind.CLASS, token['klass'], draft, enum=is_enum)
        self._has_classes = True

    def type_alias(self, token: Token) -> None:
        """Read a ``type`` statement as far as its name."""
        self.begin(token)
        if not self.depth:
            self.define(token['alias'], Kind.TYPE)
            self.tell_all()

    def define(self, name: str, kind: Kind) -> Draft:
        """Note a definition in the current frame."""
        frame = self.frames.top
        if frame.kind is ScopeKind.FUNCTION:
            self._nested[name] = frame.name
        return self.draft(self.frames.qualified(name), kind)

    def draft(self, name: str, kind: Kind) -> Draft:
        """Note a definition of any name."""
        draft = Draft(name, kind, self.line)
        self.drafts.add(draft)
        self._expect_docstring(draft)
        return draft

    def describe(self, text: str) -> None:
        """Take a string that is a statement for a description of what is above."""
        statement, frame, draft = self._described
        if draft and statement == self.statement and frame == self.frames.top.name:
            draft.text = draft.text or text

    def see(self, name: str, *, called: bool = False, told: bool = False) -> None:
        """Note a name that may be a use, also of what a function around defines."""
        if name in self._nested and self.frames.is_within(self._nested[name]):
            name = f'{self._nested[name]}.{name}'
        super().see(name, called=called, told=told)

    def _begin_head(self, token: Token) -> None:
        self.begin_surely(token, is_head=True)
        self.frames.leave()  # of another on the same line, which is no Python

    def _enter(self, kind: ScopeKind, name: str, draft: Draft, *, enum: bool = False) -> None:
        self.frames.push(kind, name, enum=enum)
        self._expect_docstring(draft)
        self._decorators = []
        self.tell_all()

    def _expect_docstring(self, draft: Draft) -> None:
        self._described = (self.statement + 1, self.frames.top.name, draft)

    def _function_kind(self, token: Token) -> Kind:
        if self.frames.top.kind is not ScopeKind.CLASS:
            if not (self._may_be_class() and self._takes_self(token)):
                return Kind.FUNCTION
            self.weigh(kinds.METHOD)
        is_property = any(map(kinds.makes_property, self._decorators))
        return Kind.ATTRIBUTE if is_property else Kind.METHOD

    def _may_be_class(self) -> bool:
        """Tell whether a function here may be a method, though no class is around it."""
        frames = self.frames
        if frames.top.kind is not ScopeKind.MODULE:
            return False
        is_module = frames.began_deeper or self._has_classes or self.sightings.aliases
        return frames.is_torn or not is_module

    def _takes_self(self, token: Token) -> bool:
        own = SELF if self.frames.is_torn else SELF_ALONE
        return own.match(self.code, token.end()) is not None or any(
            decorator in kinds.METHOD_MAKERS for decorator in self._decorators
        )
