"""Reader of exports. Errors name the file, the line and the remedy."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.export import DOCUMENTS, KEYWORDS, RECORDS, SCHEMA, SUMMARY
from sphinxcontrib_kwindex.model import Change, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Object = dict[str, Any]

#: file -> the member of the summary that counts its lines
_COUNTS: Final = {DOCUMENTS: 'documents', KEYWORDS: 'defined', RECORDS: 'records'}

#: where exports usually are
_USUAL: Final = (
    '.', '_build/kwindex', 'docs/_build/kwindex', 'doc/_build/kwindex', 'build/kwindex',
    'docs/build/kwindex', 'doc/build/kwindex',
)  # fmt: skip
#: ids that docutils and Sphinx make for titles and terms that they cannot use
NUMBERED: Final = re.compile(r'(id|section|term)-?\d+')
_MAKE: Final = 'Make an export with: kwindex build [DOCS [DIR]]'
_INTERRUPTED: Final = 'Was the build that wrote it interrupted? Build it anew.'


class BadInputError(Exception):
    """Input cannot be read; the message tells where, what, and what to do."""

    def __init__(self, path: Path, what: str, *, line: int = 0, advice: str = '') -> None:
        where = f'{path}:{line}' if line else str(path)
        super().__init__(f'{where}: {what} {advice}'.rstrip())


def find_usual(file: str, folders: Sequence[str], advice: str) -> Path:
    """Return the first of the usual folders that has a file."""
    for folder in folders:
        if Path(folder, file).is_file():
            return Path(folder)
    what = f'there is no {file} here, nor in {", ".join(folders[1:])}.'
    raise BadInputError(Path.cwd(), what, advice=advice)


def find_export(path: Path | None, *, other: str = '') -> Path:
    """Return a directory that has an export; without a path, one of the usual directories.

    The error tells to exchange the arguments if the ``other`` one is a directory.
    """
    if path is None:
        return find_usual(DOCUMENTS, _USUAL, _MAKE)
    if folder := _folder_of(path):
        return folder
    what = 'there is no such directory.'
    if path.exists():
        what = f'there is no {DOCUMENTS} in it.' if path.is_dir() else 'this is no directory.'
    is_exchanged = not path.is_dir() and bool(other) and Path(other).is_dir()
    raise BadInputError(path, what, advice='Write the name first.' if is_exchanged else _MAKE)


def _folder_of(path: Path) -> Path | None:
    """Return the export that a path means: a directory, or a file of an export."""
    folder = path.parent if path.is_file() and path.name in {*_COUNTS, SUMMARY} else path
    return folder if (folder / DOCUMENTS).is_file() else None


def locate(name: str, directory: str | None) -> tuple[str, Path]:
    """Return the name and the export that a command is given, in the older order as well."""
    if directory and not _folder_of(Path(directory)) and (folder := _folder_of(Path(name))):
        return directory, folder
    return name, find_export(Path(directory) if directory else None, other=name)


@contextmanager
def open_objects(path: Path) -> Iterator[Iterator[Object]]:
    """Open a file of objects; errors name the line of which the object was read last."""
    line = 0

    def read() -> Iterator[Object]:
        nonlocal line
        summary = path.with_name(SUMMARY)
        counts = read_summary(path.parent) if path != summary and summary.is_file() else None
        with path.open('rb') as file:
            for line, text in enumerate(file, 1):
                yield _parse(text, path, line)
        if path != summary:
            _check_number(path, line, counts)

    try:
        yield read()
    except OSError as error:
        raise BadInputError(path, f'it cannot be read: {error.strerror or error}.') from error
    except (KeyError, IndexError) as error:
        what = f'{error} is missing.'
        raise BadInputError(path, what, line=line, advice='Is it the right file?') from error
    except (TypeError, AttributeError, ValueError) as error:
        what = f'a value is not of its type: {error}.'
        advice = 'See schema.json in sphinxcontrib_kwindex.export.'
        raise BadInputError(path, what, line=line, advice=advice) from error


def _check_number(path: Path, number: int, counts: Object | None) -> None:
    """Check that no line is missing."""
    if counts:
        expected = counts.get(_COUNTS[path.name], number)
        if expected != number:
            what = f'it has {number} lines, and {SUMMARY} counts {expected}.'
            raise BadInputError(path, what, advice=_INTERRUPTED)
    elif not number:
        what = f'it is empty, and no {SUMMARY} beside it says that it should be.'
        raise BadInputError(path, what, advice=_INTERRUPTED)


def read_summary(folder: Path) -> Object:
    """Return the summary of an export of this schema version."""
    path = folder / SUMMARY
    with open_objects(path) as objects:
        found = list(objects)
    if len(found) != 1:
        what = f'it should have one line, and has {len(found)}.'
        raise BadInputError(path, what, advice=_INTERRUPTED)
    version = found[0].get('schema')
    if version != SCHEMA:
        what = f'it has schema {version}, and this program reads schema {SCHEMA}.'
        advice = 'Use the version of kwindex that wrote it, or build it anew.'
        raise BadInputError(path, what, advice=advice)
    return found[0]


def anchors_of(document: Object) -> frozenset[str]:
    """Return all ids that links into a document lead to; older exports have only its sections."""
    found = {i for one in document['sections'] for i in (one['id'], *one.get('ids', ()))}
    keywords = chain(document['keywords'], document.get('not_shown', ()))
    places = [place for keyword in keywords for place in keyword['places']]
    more = [*document.get('ids', ()), *(i for one in places for i in one.get('anchors', ()))]
    return frozenset(found.union(i for i in more if not NUMBERED.fullmatch(i)))


def changes_of(keyword: Object) -> list[Change]:
    """Return the changes of a keyword in an export; older ones have none."""
    return [
        Change(Status(one['status']), one['version'], one.get('part', ''), one.get('text', ''))
        for one in keyword.get('changes', ())
    ]


def _parse(text: bytes, path: Path, line: int) -> Object:
    try:
        value = json.loads(text.decode())
    except json.JSONDecodeError as error:
        what = f'this is no JSON: {error.msg} (column {error.colno}).'
        raise BadInputError(path, what, line=line, advice=_INTERRUPTED) from error
    except UnicodeDecodeError as error:
        what = f'this is no UTF-8 (byte {error.start + 1} of the line).'
        raise BadInputError(path, what, line=line) from error
    if not isinstance(value, dict):
        raise BadInputError(path, 'an object is expected, and this is none.', line=line)
    return value
