"""What a name in one code block means that an earlier one of the same document has introduced."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.model import Found, Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEAD = re.compile(r'(\w+)(\.|::|->|$)')
#: languages that join the name of a class and its member by other signs than an object and its own
_COLONS = frozenset({'cfamily', 'braces.php', 'braces.rust'})
_BINDING = frozenset({Sort.DEFINITION, Sort.IMPORT, Sort.LOCAL, Sort.ALIAS})


class Aliases:
    """The aliases of one document, by what reads the languages of its blocks."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, Found]] = {}

    def resolved(self, found: Iterable[Found], reader: str) -> Iterator[Found]:
        """Give what is found in a block under the names that earlier blocks tell."""
        known = self._known.setdefault(reader, {})
        found = list(found)
        bound = {one.name for one in found if one.sort in _BINDING}
        separator = '::' if reader in _COLONS else '.'
        for one in found:
            if known and one.sort is Sort.USE:
                yield _resolved(one, known, bound, separator)
            elif one.sort is not Sort.ALIAS:
                yield one
        for name in bound:
            known.pop(name, None)
        known.update((one.name, one) for one in found if one.sort is Sort.ALIAS and one.definition)


def _resolved(use: Found, known: dict[str, Found], bound: set[str], separator: str) -> Found:
    head = _HEAD.match(use.name)
    if head is None or head[1] in bound or head[1] not in known:
        return use
    alias, rest = known[head[1]], use.name[head.end() :]
    if alias.kind is Kind.IMPORT:
        return use._replace(name=f'{alias.definition}{head[2]}{rest}')
    return use._replace(name=f'{alias.definition}{separator}{rest}') if rest else use
