"""The names in a text that is read token by token, until it is known what they stand for."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.python.uses import Uses
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

KEYWORDS: Final = frozenset(keyword.kwlist)


class Sightings:
    """All names of a text as they are written, and what the text says of them."""

    def __init__(self) -> None:
        #: (name, called, told) -> [first line, times]
        self._rows: dict[tuple[str, bool, bool], list[int]] = {}
        self._uses = Uses()
        #: what an import binds -> the imported name
        self.aliases: dict[str, str] = {}
        #: variables and parameters
        self.locals: set[str] = set()
        #: those and the attributes of ``self`` -> the class that they are objects of, '' if any
        self.objects: dict[str, str] = {}
        #: those of them that are not in a function
        self.shared: set[str] = set()

    def hold(self, name: str, cls: str) -> None:
        """Note what a variable is given; one that is given two different things may be anything."""
        self.objects[name] = cls if self.objects.get(name, cls) == cls else ''

    def see(self, name: str, line: int, *, called: bool, told: bool) -> None:
        """Note that a name is written; ``told`` where every name is a use."""
        row = self._rows.get((name, called, told))
        if row is None:
            self._rows[name, called, told] = [line, 1]
        else:
            row[1] += 1

    def see_own(self, name: str, line: int, *, called: bool) -> None:
        """Note a name of an object's own, which is a use whatever else is called so."""
        self._uses.add(name, line, called)

    def tell(self, ledger: Ledger, defined: set[str]) -> None:
        """Write down those names that are uses."""
        uses = self._uses
        targets = {name: name for name in defined} | self.aliases
        for (name, called, told), (line, times) in self._rows.items():
            root, dot, rest = name.partition('.')
            target = targets.get(root)
            if dot and (cls := self._class(root, targets)):
                uses.add(f'{cls}.{rest}', line, called, times)
            elif target:
                uses.add(f'{target}.{rest}' if dot else target, line, called, times)
            elif root not in KEYWORDS and (dot or self._is_use(name, called=called or told)):
                uses.add(name, line, called, times)
        members = {name: self._class(name, targets) for name in self.objects if '.' in name}
        uses.tell(ledger, members)
        for name, target in self.aliases.items():
            ledger.alias(name, Kind.IMPORT, target)
        for name in self.objects:
            if '.' not in name:
                cls = self._class(name, targets) if name in self.shared else ''
                ledger.alias(name, Kind.VARIABLE, cls)

    def _class(self, name: str, targets: dict[str, str]) -> str:
        root, dot, rest = self.objects.get(name, '').partition('.')
        return f'{targets.get(root, root)}{dot}{rest}'

    def _is_use(self, name: str, *, called: bool) -> bool:
        return name not in self.locals and (called or is_identifier_shaped(name))
