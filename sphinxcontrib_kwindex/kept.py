"""What is listed of each document, kept from build to build: most edits change one list.

It is in a file beside the doctrees, one for each builder. Each list says what it was derived from,
and is derived anew where that has changed; without the file, all are.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.digest import digest_of_bytes
from sphinxcontrib_kwindex.entries import Entry, Spot
from sphinxcontrib_kwindex.messages import info
from sphinxcontrib_kwindex.model import Definition, Kind, Place, Role
from sphinxcontrib_kwindex.replacing import replace
from sphinxcontrib_kwindex.shared import digest_of_shared
from sphinxcontrib_kwindex.store import place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sphinx.builders import Builder

_KINDS = {kind.value: kind for kind in Kind}
_ROLES = {role.value: role for role in Role}


class Kept(NamedTuple):
    """The list of one document."""

    #: digest of all that it was derived from
    made_from: str
    #: digest of what of it is shown on pages about several documents
    shared: str
    #: digest of what follows
    digest: str
    packed: bytes


class KeptLists:
    """The lists of documents: what they were before, and those that this build has asked for."""

    def __init__(self, before: dict[str, Kept]) -> None:
        self._before = before
        self.asked: dict[str, Kept] = {}

    def have(self, docname: str, made_from: str) -> bool:
        """Tell whether the list of a document is what it was."""
        known = self._before.get(docname)
        return (
            known is not None
            and known.made_from == made_from
            and known.digest == digest_of_bytes(known.packed)
        )

    def take(self, lists: Mapping[str, Kept]) -> None:
        """Take over what another process has derived."""
        self._before.update(lists)

    def list_of(
        self, docname: str, made_from: str, derive: Callable[[str], Sequence[Entry]]
    ) -> Sequence[Entry]:
        """Give the list of a document, derived only if it is not what it was."""
        if self.have(docname, made_from):
            known = self.asked[docname] = self._before[docname]
            return unpack(known.packed, docname)
        entries = derive(docname)
        packed = pack(entries)
        self.asked[docname] = Kept(
            made_from, digest_of_shared(entries), digest_of_bytes(packed), packed
        )
        return entries


def load(builder: Builder) -> KeptLists:
    """Read what was kept when this builder last derived a list."""
    try:
        head, _newline, rest = _path(builder).read_bytes().partition(b'\n')
        maker, table = json.loads(head)
        if maker == _maker():
            return KeptLists(dict(_cut(table, rest)))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass  # never kept, or damaged: all lists are derived anew
    return KeptLists({})


def _cut(table: Iterable[Sequence[Any]], rest: bytes) -> Iterable[tuple[str, Kept]]:
    begin = 0
    for docname, made_from, shared, digest, size in table:
        yield docname, Kept(made_from, shared, digest, rest[begin : begin + size])
        begin += size


def save(builder: Builder, lists: KeptLists) -> None:
    """Keep the lists that were asked for; where that cannot be, the next build takes longer."""
    kept = sorted(lists.asked.items())
    table = [(docname, *one[:3], len(one.packed)) for docname, one in kept]
    head = json.dumps([_maker(), table]).encode()
    try:
        replace(_path(builder), [head, b'\n', *(one.packed for _docname, one in kept)])
    except OSError as error:
        info('kwindex: the next build derives all lists anew, they cannot be kept: %s', error)


def _maker() -> list[Any]:
    """Say what makes lists: they are not read by other code, nor by one that shapes them otherwise.

    Each Python has tables of Unicode of its own.
    """
    shapes = [list(shape._fields) for shape in (Entry, Spot, Place, Definition)]
    return [sphinxcontrib_kwindex.__version__, list(sys.version_info[:2]), shapes]


def pack(entries: Iterable[Entry]) -> bytes:
    """Pack the list of one document, whose name all places have in common."""
    plain = [
        (*entry[:4], [spot.place for spot in entry.spots], [said for _, said in entry.definitions])
        for entry in entries
    ]
    return zlib.compress(json.dumps(plain, separators=(',', ':')).encode(), 1)


def unpack(packed: bytes, docname: str) -> list[Entry]:
    """Unpack the list of a document."""
    return [
        Entry(
            name,
            _KINDS[kind],
            _ROLES[role],
            score,
            tuple([Spot(docname, place_of(*place)) for place in places]),
            tuple([(docname, Definition(*definition)) for definition in definitions]),
        )
        for name, kind, role, score, places, definitions in json.loads(zlib.decompress(packed))
    ]


def _path(builder: Builder) -> Path:
    return Path(builder.doctreedir, f'kwindex-{builder.name}.lists')
