"""What the names of a project begin with, in other languages than Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

Parts = tuple[str, ...]

SPACES = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: a full stop, and a name that begins with a capital: what packages of Go show to others
UPPER = '.A'
_ANY = frozenset({'.', '::', '\\'})
#: their packages are written with full stops
_DOTTED = frozenset({'c#', 'csharp', 'java', 'kotlin', 'scala', 'swift', 'ts', 'typescript'})
#: here, names of packages are those of hosts, and no project has the first part to itself
_HOSTS = frozenset({'ai', 'app', 'com', 'de', 'dev', 'edu', 'eu', 'gov', 'io', 'net', 'org', 'uk'})
#: packages of Go's own library, and of programs
_GO = frozenset(
    str.split("""
    bufio bytes context crypto database embed encoding errors exec filepath flag fmt hash hex html
    http httptest image io ioutil json log main maps math mime net os path rand reflect regexp rpc
    runtime slices slog sort sql strconv strings sync template testing time tls unicode url utf8 xml
    """)
)
_RUST = frozenset(
    str.split("""
    alloc any array ascii borrow boxed cell char clone cmp collections convert core default env
    error f32 f64 ffi fmt fs future hash hint i32 i64 io iter marker mem net num ops option os panic
    path pin prelude primitive process ptr rc result slice str string sync task test tests thread
    time u32 u64 u8 usize vec
    """)
)


class Entry(NamedTuple):
    """Something that a source defines or uses of its own."""

    #: with its package
    parts: Parts
    kind: Kind
    language: str


def tops_of(entry: Entry) -> Iterator[tuple[Parts, frozenset[str]]]:
    """Give what a name begins with that means a scope, with what may come next."""
    parts, kind, language = entry
    if kind in SPACES:
        yield from _tops_of_space(parts, language)
        if language == 'rust' and parts[-1] not in _RUST:
            yield parts[-1:], frozenset({'::'})
    elif _is_telling(parts[-1]):
        yield parts[-1:], _ANY
        if len(parts) > 1:
            yield from _tops_of_space(parts[:-1], language)


def _tops_of_space(parts: Parts, language: str) -> Iterator[tuple[Parts, frozenset[str]]]:
    first = parts[:1]
    if language == 'go':
        if parts[-1] not in _GO:
            yield first, frozenset({UPPER})
    elif parts[0] in _HOSTS:
        if len(parts) > 1:
            yield parts[:2], frozenset({'.'})
    elif language in _DOTTED or _is_telling(parts[0]):
        yield first, _ANY
    else:
        yield first, _ANY - {'.'}


def _is_telling(name: str) -> bool:
    """Tell whether a name with a full stop behind it can be no ordinary word."""
    return (name[:1].isupper() and len(name) > 1) or is_identifier_shaped(name)
