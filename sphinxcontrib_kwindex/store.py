"""Records in the environment: one compact value for each document, decoded when needed."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.digest import digest_of_bytes
from sphinxcontrib_kwindex.model import (
    Definition,
    DocumentRecord,
    Keyword,
    Kind,
    Listing,
    Place,
    Position,
    Role,
    Section,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Goes up whenever the shape of a record changes: an environment of another version is discarded.
VERSION = 3

_KINDS = {kind.value: kind for kind in Kind}
_POSITIONS = list(Position)

#: how the end of nearly every place is written: once, no anchor, no condition, the document itself;
#: within a text there are no quotation marks without a backslash, so this is nothing else
_USUAL = ',1,"",0,0]'


class RecordStore(Mapping[str, DocumentRecord]):
    """The records by docname. The collector alone writes it."""

    def __init__(self) -> None:
        self.__setstate__({})

    def __getstate__(self) -> dict[str, bytes]:
        """Pickle all; in a reading worker, whose environment goes back whole, only its own."""
        own = self._encoded if os.getpid() == self._process else self._fresh
        return {docname: self._encoded[docname] for docname in own}

    def __setstate__(self, encoded: dict[str, bytes]) -> None:
        self._encoded = encoded
        self._fresh: set[str] = set()
        self._process = os.getpid()

    def __contains__(self, docname: object) -> bool:
        return docname in self._encoded

    def __iter__(self) -> Iterator[str]:
        """Give the docnames in order, whatever the order of reading was."""
        return iter(sorted(self._encoded))

    def __len__(self) -> int:
        return len(self._encoded)

    def __getitem__(self, docname: str) -> DocumentRecord:
        return decode(self._encoded[docname])

    def digest(self) -> str:
        """Digest all records, packed as they are."""
        total = hashlib.sha256()
        for docname in self:
            head = f'{docname}\n{len(self._encoded[docname])}\n'
            total.update(head.encode(errors='surrogatepass'))  # names of files are any bytes
            total.update(self._encoded[docname])
        return total.hexdigest()

    def digest_of(self, docname: str) -> str:
        """Digest the record of a document, packed as it is."""
        return digest_of_bytes(self._encoded[docname])

    def put(self, docname: str, record: DocumentRecord) -> None:
        """Remember the record of a document that has just been read."""
        self._encoded[docname] = encode(record)
        self._fresh.add(docname)

    def discard(self, docname: str) -> None:
        """Forget a document."""
        self._encoded.pop(docname, None)
        self._fresh.discard(docname)

    def take(self, docnames: Iterable[str], other: RecordStore) -> None:
        """Take over what another process has read."""
        for docname in docnames:
            if docname in other:
                self._encoded[docname] = other._encoded[docname]


def encode(record: DocumentRecord) -> bytes:
    """Pack a record: text that packs well, a third of what the tuples pickle to."""
    text = json.dumps(record, separators=(',', ':')).replace(_USUAL, ']')
    return zlib.compress(text.encode(), 1)


def decode(data: bytes) -> DocumentRecord:
    """Unpack a record."""
    title, sections, keywords, conditions, sources, listings, references, skip, embedded = (
        json.loads(zlib.decompress(data))
    )
    return DocumentRecord(
        title,
        tuple([Section(*section) for section in sections]),
        tuple([_keyword(*keyword) for keyword in keywords]),
        tuple(map(tuple, conditions)),
        tuple(sources),
        tuple(_listing(*listing) for listing in listings),
        tuple((role, target) for role, target in references),
        skip,
        tuple(embedded),
    )


def _keyword(name: str, kind: str, places: list[Any], definitions: list[Any]) -> Keyword:
    return Keyword(
        name,
        _KINDS[kind],
        tuple([place_of(*place) for place in places]),
        tuple([Definition(*definition) for definition in definitions]) if definitions else (),
    )


def place_of(section: int, line: int, position: int, *rest: Any) -> Place:  # noqa: ANN401  mixed
    """Make a place of what was written of it."""
    return Place(section, line, _POSITIONS[position], *rest)


def _listing(*fields: Any) -> Listing:  # noqa: ANN401  mixed
    listing = Listing(*fields)
    return listing._replace(
        patterns=tuple(listing.patterns),
        kinds=tuple(map(Kind, listing.kinds)),
        roles=tuple(map(Role, listing.roles)),
        conditions=tuple(listing.conditions),
    )
