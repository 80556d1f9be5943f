"""The uses of names: counted while the machine walks, resolved when all imports are known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

_LINK = re.compile(r'[?!]?\.#?|\??->|::|\\')


class Uses:
    """The names that a code uses."""

    def __init__(self) -> None:
        #: local name -> what it is imported as
        self.aliases: dict[str, str] = {}
        #: name -> [first line, times, whether it is called]
        self._rows: dict[str, list[int]] = {}

    def add(self, word: str, line: int, *, called: bool = False) -> None:
        """Count a use of a name."""
        row = self._rows.get(word)
        if row is None:
            row = self._rows[word] = [line, 0, False]
        row[1] += 1
        row[2] |= called

    def write(self, ledger: Ledger, sigils: str) -> None:
        """Write down all uses; those of variables, and members of unknown objects, are none."""
        for word, (line, times, called) in self._rows.items():
            head, link, rest = split(word)
            plain = not link and not called and word not in self.aliases
            if '->' in word or (plain and _is_variable(word, sigils, ledger)):
                continue
            name = f'{self.aliases.get(head, head)}{link}{rest.lstrip(sigils)}'
            kind = Kind.FUNCTION if called else Kind.NAME
            ledger.add(name.replace('?.', '.').lstrip('\\'), kind, Sort.USE, line, times)


def _is_variable(word: str, sigils: str, ledger: Ledger) -> bool:
    return len(word) == 1 or word.startswith(tuple(sigils)) or ledger.has_local(word)


def split(word: str) -> tuple[str, str, str]:
    """Split a name at its first link."""
    if match := _LINK.search(word, 1):
        return word[: match.start()], match[0], word[match.end() :]
    return word, '', ''
