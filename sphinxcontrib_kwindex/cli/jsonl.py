"""Reader of exports. Errors name the file, the line and the remedy."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.export import DOCUMENTS, KEYWORDS, RECORDS, SCHEMA, SUMMARY

if TYPE_CHECKING:
    from collections.abc import Iterator

    Object = dict[str, Any]

#: file -> the member of the summary that counts its lines
_COUNTS: Final = {DOCUMENTS: 'documents', KEYWORDS: 'defined', RECORDS: 'records'}

_INTERRUPTED: Final = 'Was the build that wrote it interrupted? Build it anew.'


class BadInputError(Exception):
    """Input cannot be read; the message tells where, what, and what to do."""

    def __init__(self, path: Path, what: str, *, line: int = 0, advice: str = '') -> None:
        where = f'{path}:{line}' if line else str(path)
        super().__init__(f'{where}: {what} {advice}'.rstrip())


def find_export(path: Path, *, other: str = '') -> Path:
    """Check that a directory has an export, and return it.

    If not, the error suggests the ``other`` argument of the command, should that be a directory.
    """
    if (path / DOCUMENTS).is_file():
        return path
    what = 'there is no such directory.'
    if path.exists():
        what = f'there is no {DOCUMENTS} in it.' if path.is_dir() else 'this is no directory.'
    advice = 'Make an export with: sphinx-build -b kwindex SOURCES DIRECTORY'
    if other and Path(other).is_dir():
        advice = f'Did you mean {other} for the directory, and {path} for the name?'
    raise BadInputError(path, what, advice=advice)


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
