"""Where a text that is read token by token stands: its line, its statement, its brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.python import kinds
from sphinxcontrib_kwindex.extract.python.drafts import Drafts
from sphinxcontrib_kwindex.extract.python.frames import Frames
from sphinxcontrib_kwindex.extract.python.sightings import Sightings

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

Token = re.Match[str]


class Lines:
    """What the layers of the machine share."""

    def __init__(self, code: str, ledger: Ledger, notes: dict[int, str]) -> None:
        # every statement follows a line break
        self.code = f'\n{code}'
        self.ledger = ledger
        #: line of an assignment -> what is said of it
        self.notes = notes
        self.frames = Frames()
        self.drafts = Drafts()
        self.sightings = Sightings()
        self.line = 0
        #: how many brackets are open
        self.depth = 0
        #: the number of the current statement, and where it begins if it has no head
        self.statement = 0
        self.start = -1
        #: up to here every name is a use: in a header, a decorator, an annotation
        self.told = 0
        #: the depth at which the current function's parameters stand; 0 none, -1 not yet known
        self.parameters = 0
        #: the depth of the comma or bracket behind which no name has come yet
        self.item = 0

    def begin(self, token: Token, *, is_head: bool = False) -> None:
        """Count a line, and begin a statement unless a bracket is open."""
        white = token['line']
        self.line += white.count('\n')
        end = token.end('line')
        if self.depth or end == len(self.code) or self.code.startswith('#', end):
            return
        if self.code[token.start() - 1] == ',':  # the line before was an argument
            self.drafts.refuse()
        self.statement += 1
        self.start = end
        self.told = 0
        if white[0] != ';':
            self._indent(white.rpartition('\n')[2], is_head=is_head)

    def _indent(self, white: str, *, is_head: bool) -> None:
        ended = self.frames.begin(white)
        if ended and (is_head or not self.frames.floor):
            self.drafts.settle(ended=True)

    def begin_surely(self, token: Token, *, is_head: bool = False) -> None:
        """Begin a statement whose first word cannot stand within brackets."""
        if self.depth:
            self.drafts.trust()
        self.depth = self.parameters = 0
        self.begin(token, is_head=is_head)
        self.drafts.trust()

    def sure(self, token: Token) -> None:
        """Read the first word of a statement."""
        self.begin_surely(token)
        self.weigh(kinds.OTHER)
        if token['sure'] in ('raise', 'except'):
            self.tell_all()

    def flow(self, token: Token) -> None:
        """Read a word that begins a statement, or a line of one."""
        self.begin(token)
        self.weigh(kinds.OTHER)

    def tell_all(self) -> None:
        """Take every name up to the end of the statement for a use."""
        self.told = len(self.code)

    def weigh(self, evidence: int) -> None:
        """Count what a statement says of the body that the text began in."""
        if not self.depth and self.is_torn():
            self.drafts.weigh(evidence)

    def is_torn(self) -> bool:
        """Tell whether the statement stands in a body whose head is not in the text."""
        return self.frames.is_torn and self.frames.indent == self.frames.floor

    # -- brackets

    def opened(self, token: Token) -> None:
        """Read an opening bracket."""
        self.depth += 1
        if self.parameters < 0 and token['open'] == '(':
            self.parameters = self.item = self.depth

    def closed(self, _: Token) -> None:
        """Read a closing bracket."""
        if not self.depth:
            self.drafts.refuse()
            return
        self.depth -= 1
        if self.depth < self.parameters:
            self.parameters = 0

    def comma(self, _: Token) -> None:
        """Read a comma."""
        self.item = self.depth

    def joined(self, _: Token) -> None:
        """Read a line break that ends no line."""
        self.line += 1

    # -- names

    def see(self, name: str, *, called: bool = False, told: bool = False) -> None:
        """Note a name that may be a use; ``told`` where every name is one."""
        if name.startswith(_SELVES):
            rest = name.partition('.')[2]
            owner = self.frames.top.owner
            self.sightings.see_own(f'{owner}.{rest}' if owner else rest, self.line, called=called)
        else:
            self.sightings.see(name, self.line, called=called, told=told)

    def local(self, name: str) -> None:
        """Note a variable or a parameter."""
        self.sightings.locals.add(name)
        self.ledger.local(name, self.line)


_SELVES = tuple(f'{name}.' for name in sorted(kinds.SELVES))
