"""Pagination of long lists by the first letters of the names.

A page holds all names that begin with the same letters, so its address is stable. A letter with
too many names is divided by the second letter, and so on.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.index.collation import DIGITS, IDEOGRAPHS, SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.index.collation import Alphabet

#: the groups that are no letters, as parts of an address; no prefix is written like these
_GROUPS: Final = {DIGITS: '-digits', IDEOGRAPHS: '-ideographs', SYMBOLS: '-symbols'}

#: prefixes with less than one of so many parts of a full page share a page
_FEW: Final = 8

_UNSAFE = re.compile(r'[^a-z0-9]')


class Part(NamedTuple):
    """A page of a long list."""

    #: the group of the alphabet
    letter: str
    #: the first letters, without case and accents; empty for the whole group
    prefix: str = ''

    @property
    def slug(self) -> str:
        """The part as it stands in an address."""
        if not self.prefix:
            return _GROUPS.get(self.letter) or _slug(self.letter.lower())
        return _slug(self.prefix)

    @property
    def label(self) -> str:
        """The part as readers see it."""
        return self.prefix[:1].upper() + self.prefix[1:] if self.prefix else self.letter


class Pagination:
    """Parts of one list with their sizes; a list that fits on one page has none."""

    def __init__(self, names: Iterable[str], alphabet: Alphabet, size: int) -> None:
        #: name -> the part on which it stands
        self._parts: dict[str, Part] = {}
        keyed = sorted((alphabet.sort_key(name), name) for name in names)
        if size and len(keyed) > size:
            for letter, group in groupby(keyed, key=lambda item: item[0][2]):
                self._divide(Part(letter), [(key[3], name) for key, name in group], size, 1)
        sizes = Counter(self._parts[name] for _key, name in keyed if self._parts)
        letters = list(dict.fromkeys(key[2] for key, _name in keyed))
        #: in the order of the alphabet, the page of a letter before those of its prefixes
        self.sizes = {
            part: sizes[part]
            for part in sorted(sizes, key=lambda part: (letters.index(part.letter), part.prefix))
        }

    def _divide(self, part: Part, names: list[tuple[str, str]], size: int, length: int) -> None:
        """Assign parts to names, given with their keys, that begin with the same letters.

        Prefixes with few names stay together on the page of the letters that they share.
        """
        if len(names) <= size or len({key for key, _name in names}) == 1:
            self._parts |= {name: part for _key, name in names}
            return
        while len({key[:length] for key, _name in names}) == 1:
            length += 1
        groups = {
            prefix: list(group) for prefix, group in groupby(names, key=lambda n: n[0][:length])
        }
        few = {prefix for prefix, group in groups.items() if len(group) <= size // _FEW}
        if sum(len(groups[prefix]) for prefix in few) > size:
            few = set()
        self._parts |= {name: part for prefix in few for _key, name in groups[prefix]}
        for prefix in groups.keys() - few:
            self._divide(part._replace(prefix=prefix), groups[prefix], size, length + 1)

    def part_of(self, name: str) -> Part | None:
        """Return the part on which a name stands; none if the list is not divided."""
        return self._parts.get(name)


def _slug(text: str) -> str:
    return _UNSAFE.sub(lambda match: f'-x{ord(match[0]):x}-', text)
