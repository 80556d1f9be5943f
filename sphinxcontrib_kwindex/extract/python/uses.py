"""What a Python text calls, and whose attributes it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.python import built_in
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinxcontrib_kwindex.extract.ledger import Ledger


class Uses:
    """The uses of one text: one row for each name, called or not."""

    def __init__(self) -> None:
        #: name -> [first line, times, whether it is ever called]
        self._rows: dict[str, list[int]] = {}

    def add(self, name: str, line: int, called: int, times: int = 1) -> None:
        """Count a use."""
        row = self._rows.get(name)
        if row is None:
            self._rows[name] = [line, times, called]
            return
        row[0] = min(row[0], line)
        row[1] += times
        row[2] |= called

    def tell(self, ledger: Ledger, members: Mapping[str, str]) -> None:
        """Write the uses down; ``members`` tells of which class an attribute is an object."""
        for written, (line, times, called) in self._rows.items():
            owner, _, last = written.rpartition('.')
            cls = members.get(owner)
            name = f'{cls}.{last}' if cls else written
            # what makes an object is called, but nobody looks for a function of that name
            kind = Kind.FUNCTION if called and name not in built_in.CLASSES else Kind.NAME
            ledger.add(name, kind, Sort.USE, line, times)
