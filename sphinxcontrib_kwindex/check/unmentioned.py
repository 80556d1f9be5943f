"""What the sources define for everybody, and the documentation does not mention."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.check.known import SEPARATOR
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.check.sources import Definition, Sources

_KINDS = frozenset(
    {Kind.CLASS, Kind.COMMAND, Kind.CONSTANT, Kind.ENUM, Kind.FUNCTION, Kind.MACRO, Kind.METHOD,
     Kind.NAMESPACE, Kind.TYPE}
)  # fmt: skip
_PRIVATE = re.compile(r'(?:^|\.|::)_')


def unmentioned(sources: Sources, mentioned: AbstractSet[str]) -> Iterator[Definition]:
    """Give what is public, and whose last component stands nowhere in the documentation."""
    inside = {one.name for one in sources.definitions if one.kind in {Kind.FUNCTION, Kind.METHOD}}
    for one in sources.definitions:
        parts = SEPARATOR.split(one.name)
        is_local = any('.'.join(parts[:n]) in inside for n in range(1, len(parts)))
        is_public = one.kind in _KINDS and not is_local and not _PRIVATE.search(one.name)
        if is_public and last_component(one.name) not in mentioned:
            yield one
