"""Store of records in the environment: a compact header and body for each document.

The header is decoded for each index, the body only when places of the document are shown.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.model import (
    Change,
    Definition,
    DocumentHeader,
    DocumentRecord,
    Keyword,
    Kind,
    Listing,
    Meaning,
    Place,
    Position,
    Ranked,
    Role,
    Section,
    Status,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.environment import BuildEnvironment

#: Goes up whenever the stored shape changes, or extraction finds something else: Sphinx discards
#: an environment of another version.
VERSION = 9

_KINDS = list(Kind)
_KIND_NUMBERS = {kind: number for number, kind in enumerate(Kind)}
_POSITIONS = list(Position)

#: how most places end: once, no anchor, no condition, the file of the document, no link
_USUAL_PLACE = ',1,"",0,0,""]'

#: header, body, and the conditions under which something of the document is shown
_Encoded = tuple[bytes, bytes, tuple[tuple[str, ...], ...]]


class RecordStore(Mapping[str, DocumentRecord]):
    """Records by docname. The environment collector is the only writer."""

    def __init__(self) -> None:
        self.__setstate__({})

    def __getstate__(self) -> dict[str, _Encoded]:
        """Pickle all records; in a reading worker, whose environment is sent back, its own."""
        own = self._encoded if os.getpid() == self._process else self._fresh
        return {docname: self._encoded[docname] for docname in own}

    def __setstate__(self, encoded: dict[str, _Encoded]) -> None:
        self._encoded = encoded
        self._fresh: set[str] = set()
        self._process = os.getpid()

    def __contains__(self, docname: object) -> bool:
        return docname in self._encoded

    def __iter__(self) -> Iterator[str]:
        """Yield the docnames in order, whatever the order of reading was."""
        return iter(sorted(self._encoded))

    def __len__(self) -> int:
        return len(self._encoded)

    def __getitem__(self, docname: str) -> DocumentRecord:
        """Return a whole record."""
        outline, keywords, _digests = self.header(docname)
        pairs = zip(keywords, self.places(docname), strict=True)
        whole = tuple(
            [Keyword(k.name, k.kind, places, k.definitions, k.changes) for k, places in pairs]
        )
        return outline._replace(keywords=whole)

    def header(self, docname: str) -> DocumentHeader:
        """Return the header of a document."""
        return _decode_header(self._encoded[docname][0])

    def places(self, docname: str) -> list[tuple[Place, ...]]:
        """Return the places of each keyword in the header of a document."""
        return _decode_places(self._encoded[docname][1])

    def conditions(self) -> list[tuple[str, ...]]:
        """Return all chains of conditions under which something is shown."""
        return sorted({chain for encoded in self._encoded.values() for chain in encoded[2]})

    def digest(self) -> str:
        """Return a digest of all records."""
        total = hashlib.sha256()
        for docname in self:
            header, body, _conditions = self._encoded[docname]
            head = f'{docname}\n{len(header)} {len(body)}\n'
            total.update(head.encode(errors='surrogatepass'))  # file names are any bytes
            total.update(header)
            total.update(body)
        return total.hexdigest()

    def put(self, docname: str, header: DocumentHeader, record: DocumentRecord) -> None:
        """Store the record of a document that has just been read."""
        places = [keyword.places for keyword in record.keywords]
        conditions = tuple(filter(None, record.conditions))
        self._encoded[docname] = _encode_header(header), _encode_places(places), conditions
        self._fresh.add(docname)

    def discard(self, docname: str) -> None:
        """Remove a document."""
        self._encoded.pop(docname, None)
        self._fresh.discard(docname)

    def merge(self, docnames: Iterable[str], other: RecordStore) -> None:
        """Add the records that another process has made."""
        for docname in docnames:
            if docname in other:
                self._encoded[docname] = other._encoded[docname]


def records_of(env: BuildEnvironment) -> RecordStore:
    """Return the records in an environment."""
    records: RecordStore = env.domaindata['kw']['records']
    return records


def _pack(text: str) -> bytes:
    return zlib.compress(text.encode())


def _encode_places(places: list[tuple[Place, ...]]) -> bytes:
    return _pack(json.dumps(places, separators=(',', ':')).replace(_USUAL_PLACE, ']'))


def _decode_places(data: bytes) -> list[tuple[Place, ...]]:
    return [
        tuple([Place(section, line, _POSITIONS[at], *rest) for section, line, at, *rest in places])
        for places in json.loads(zlib.decompress(data))
    ]


def _encode_header(header: DocumentHeader) -> bytes:
    outline, keywords, digests = header
    sections = [section if section.ids else section[:-1] for section in outline.sections]
    shortened = (outline.title, sections, *outline[2:])
    content = [shortened, [_shortened(keyword) for keyword in keywords], digests]
    return _pack(json.dumps(content, separators=(',', ':')))


def _shortened(keyword: Ranked) -> list[Any]:
    """Return the fields of a keyword as numbers, without those at the end that are nothing."""
    name, kind, times, definitions, score, meaning, imported, kept, changes = keyword
    (position, count), *more = times
    own = meaning == (name, kind)
    fields = [
        name,
        _KIND_NUMBERS[kind],
        position if count == 1 and not more else times,
        round(score * 100),
        imported + 2 * kept,
        1 if own else [meaning.name, _KIND_NUMBERS[meaning.kind]] if meaning else 0,
        definitions,
        changes,
    ]
    while not fields[-1]:
        fields.pop()
    return fields


def _decode_header(data: bytes) -> DocumentHeader:
    outline, keywords, digests = json.loads(zlib.decompress(data))
    return DocumentHeader(_outline(*outline), tuple([_ranked(*k) for k in keywords]), digests)


_ONCE = [((position, 1),) for position in Position]


def _ranked(  # noqa: PLR0917  fields of a list
    name: str,
    kind: int = 0,
    times: int | list[list[int]] = 0,
    score: int = 0,
    flags: int = 0,
    meaning: Any = 0,  # noqa: ANN401  nothing, itself, or name and kind
    definitions: Iterable[list[Any]] = (),
    changes: Iterable[list[Any]] = (),
) -> Ranked:
    return Ranked(
        name,
        _KINDS[kind],
        _ONCE[times]
        if isinstance(times, int)
        else tuple([(_POSITIONS[position], count) for position, count in times]),
        tuple([Definition(*definition) for definition in definitions]) if definitions else (),
        score / 100 if score else 0,
        None
        if not meaning
        else Meaning(name, _KINDS[kind])
        if meaning == 1
        else Meaning(meaning[0], _KINDS[meaning[1]]),
        bool(flags & 1),
        bool(flags & 2),
        tuple([Change(Status(status), *rest) for status, *rest in changes]) if changes else (),
    )


def _outline(  # noqa: PLR0917  fields of a list
    title: str,
    sections: list[list[Any]],
    _keywords: list[Any],
    conditions: list[list[str]],
    sources: list[str],
    listings: list[list[Any]],
    references: list[list[str]],
    skip: bool,  # noqa: FBT001  decoded
    embedded: list[str],
    aliases: list[list[str]],
    objects: list[list[str]],
    scopes: list[str],
) -> DocumentRecord:
    return DocumentRecord(
        title,
        tuple([_section(*section) for section in sections]),
        (),
        tuple(map(tuple, conditions)),
        tuple(sources),
        tuple(_listing(*listing) for listing in listings),
        tuple((role, target) for role, target in references),
        skip,
        tuple(embedded),
        tuple((name, target) for name, target in aliases),
        tuple((name, cls) for name, cls in objects),
        tuple(scopes),
    )


def _section(
    ident: str, title: str, level: int, condition: int, ids: Iterable[str] = ()
) -> Section:
    return Section(ident, title, level, condition, tuple(ids))


def _listing(*fields: Any) -> Listing:  # noqa: ANN401  decoded
    listing = Listing(*fields)
    return listing._replace(
        patterns=tuple(listing.patterns),
        kinds=tuple(map(Kind, listing.kinds)),
        roles=tuple(map(Role, listing.roles)),
        conditions=tuple(listing.conditions),
        names=tuple(listing.names),
        status=tuple(map(Status, listing.status)),
    )
