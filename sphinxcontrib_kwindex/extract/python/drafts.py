"""Definitions that later lines may describe, or prove to be none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.python.kinds import METHOD, is_dunder
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger


class Draft:
    """A definition that is not yet final."""

    __slots__ = ('kind', 'line', 'name', 'text', 'valid')

    def __init__(self, name: str, kind: Kind, line: int) -> None:
        self.name = name
        self.kind = kind
        self.line = line
        self.text = ''
        self.valid = True


class Drafts:
    """All definitions of a text that is read token by token."""

    def __init__(self) -> None:
        self._all: list[Draft] = []
        #: assignments that are arguments if a bracket proves to have been open
        self._doubtful: list[Draft] = []
        #: constants and functions in a body of which it is not known whether it is a class's
        self._torn: list[Draft] = []
        self._evidence = 0
        #: the last statement of that body, if it is a function
        self._last: Draft | None = None

    def add(self, draft: Draft) -> None:
        """Note a definition."""
        self._all.append(draft)

    def names(self) -> set[str]:
        """Return all names defined."""
        return {draft.name for draft in self._all if draft.valid}

    def doubt(self, draft: Draft) -> None:
        """Take a definition for an argument if a bracket proves to be open around it."""
        self._doubtful.append(draft)

    def trust(self) -> None:
        """Keep the doubtful: no bracket is open."""
        self._doubtful.clear()

    def refuse(self) -> None:
        """Drop the doubtful: a bracket was open that the text does not show."""
        self._drop(self._doubtful)
        self._evidence = 0

    def tear(self, draft: Draft) -> None:
        """Let what stands around a definition tell whether it is a class's."""
        self._torn.append(draft)
        self._last = draft if draft.kind is Kind.FUNCTION else None

    def weigh(self, evidence: int) -> None:
        """Count what a statement says: for a function's body (below 0) or for a class's."""
        self._evidence += evidence
        self._last = None

    def settle(self, *, ended: bool = False) -> None:
        """Judge the body that the text began in; ``ended`` if the text shows its end."""
        if ended and self._last:  # a function does not end with another that nothing uses
            self._evidence += METHOD
        for draft in self._torn:
            if draft.kind is Kind.CONSTANT:
                draft.valid &= self._evidence >= 0
            elif self._evidence > 0 or (self._evidence == 0 and draft is self._torn[-1]):
                draft.kind = Kind.METHOD
        self._torn.clear()
        self._evidence = 0
        self._last = None

    def tell(self, ledger: Ledger) -> None:
        """Write the definitions down."""
        for draft in self._all:
            if draft.valid and not is_dunder(draft.name.rpartition('.')[2]):
                ledger.define(draft.name, draft.kind, draft.line, draft.text)

    @staticmethod
    def _drop(drafts: list[Draft]) -> None:
        for draft in drafts:
            draft.valid = False
        drafts.clear()
