"""``tags``: the places of all listed keywords for editors, in the format of Universal Ctags.

The line of a tag has its name, its file, a line number, and the fields ``kind``, ``line``,
``section`` and ``roles``. Tags are sorted by the bytes of their names; of one name, definitions are
first, because editors jump to the first tag.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.model import Kind, Role
from sphinxcontrib_kwindex.pages.context import slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    Object = dict[str, Any]
    #: name, kind, document and id of a section that explains the name
    Explained = tuple[str, str, str, str]

#: what roles are called in tags, in the order of tags of one name
_ROLES: Final = {Role.DEFINES: 'def', Role.USES: 'use', Role.MENTIONS: 'mention'}
_RANKS: Final = {role: rank for rank, role in enumerate(_ROLES.values())}
#: control characters and backslashes; what begins like a header, or with a space
_SPECIAL: Final = re.compile(r'[\x00-\x1f\x7f\\]')
_SHORT: Final = {'\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\'}
_HEADER: Final = re.compile(r'^[ !]')


class Tag(NamedTuple):
    """A keyword in one section."""

    name: bytes
    rank: int
    file: str
    line: int
    kind: str
    section: str


def tag_lines(
    documents: Iterable[Object], explained: AbstractSet[Explained], path: Callable[[str], str]
) -> Iterator[str]:
    """Yield the lines of the file, from the objects of ``documents.jsonl``.

    Explanations are definitions. ``path`` returns the path of a source file, relative to the
    directory of the tags.
    """
    yield from (f'!_TAG_{name}\t{value}\t/{text}/\n' for name, value, text in _headers())
    for tag in sorted(_tags(documents, explained, path)):
        role = list(_RANKS)[tag.rank]
        fields = [f'kind:{tag.kind}', *([f'line:{tag.line}'] if tag.line else [])]
        fields += [f'section:{escape(tag.section)}'] if tag.section else []
        address = f'{max(tag.line, 1)};"'
        parts = [tag.name.decode(), escape(tag.file), address, *fields, f'roles:{role}']
        yield '\t'.join(parts) + '\n'


def _headers() -> Iterator[tuple[str, str, str]]:
    yield 'FILE_ENCODING', 'utf-8', ''
    yield 'FILE_FORMAT', '2', 'extended format'
    yield 'FILE_SORTED', '1', '0=unsorted, 1=sorted, 2=foldcase'
    yield 'OUTPUT_FILESEP', 'slash', 'slash or backslash'
    yield 'OUTPUT_MODE', 'u-ctags', 'u-ctags or e-ctags'
    yield 'PROGRAM_NAME', 'sphinxcontrib-kwindex', ''
    yield 'PROGRAM_VERSION', sphinxcontrib_kwindex.__version__, ''


def _tags(
    documents: Iterable[Object],
    explained: AbstractSet[Explained],
    path: Callable[[str], str],
) -> Iterator[Tag]:
    for document in documents:
        for keyword in document['keywords']:
            if not keyword['listed']:
                continue
            name, kind = keyword['name'], keyword['kind']
            for place in keyword['places']:
                found = (name, kind, document['document'], place['section'])
                role = _ROLES[Role.DEFINES if found in explained else Role(place['role'])]
                file, line = place.get('file', document['source']), place['line']
                if ':docstring of ' in file:  # its lines are counted from the docstring
                    file, line = document['source'], 0
                yield Tag(
                    _escaped_name(name).encode(errors='replace'),
                    _RANKS[role],
                    path(file),
                    line,
                    slug(Kind(kind)),
                    place['section'],
                )


def escape(text: str) -> str:
    """Return a text without tabs, ends of lines, and other control characters."""
    return _SPECIAL.sub(lambda found: _SHORT.get(found[0]) or f'\\x{ord(found[0]):02x}', text)


def _escaped_name(name: str) -> str:
    """Return the name of a tag, which must not look like a header."""
    return _HEADER.sub(lambda found: f'\\x{ord(found[0]):02x}', escape(name))
