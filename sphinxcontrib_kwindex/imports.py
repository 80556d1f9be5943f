"""What a document imports, and what it uses by way of that."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.model import Position
from sphinxcontrib_kwindex.modules import SEPARATOR
from sphinxcontrib_kwindex.standing import standing_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxcontrib_kwindex.model import Keyword

_EXCEPTION = re.compile(r'[A-Z]\w*(?:Error|Exception|Warning|Interrupt)')


class Imports:
    """What a document imports: what it uses of that is worth listing."""

    def __init__(self, keywords: Sequence[Keyword]) -> None:
        #: names and modules that it imports or is about
        self._names: set[str] = set()
        #: modules, and what else holds its objects
        self._modules: set[str] = set()
        for keyword in keywords:
            standing = standing_of(keyword.places)
            if standing.is_known:
                self._names.add(keyword.name)
            if Position.MODULE in standing.positions:
                self._modules.add(keyword.name)
            if Position.OBJECT in standing.positions:
                self._modules.add(_scope(keyword.name))

    def knows(self, name: str) -> bool:
        """Tell whether a document imports a name or its module, or is about its module."""
        scope = _scope(name)
        return name in self._names or scope in self._names or scope in self._modules

    def covers(self, keyword: Keyword) -> bool:
        """Tell whether a keyword is used in code by way of an import.

        What a language raises by itself is imported by nobody, and looked for as often.
        """
        return standing_of(keyword.places).is_used and (
            any(prefix in self._names for prefix in _prefixes(keyword.name))
            or _EXCEPTION.fullmatch(keyword.name) is not None
        )


def _scope(name: str) -> str:
    """Give what a name is in: all but its last part."""
    return name[: -len(last_component(name))].rstrip('.:')


def _prefixes(name: str) -> Iterator[str]:
    yield name
    for separator in SEPARATOR.finditer(name):
        yield name[: separator.start()]
