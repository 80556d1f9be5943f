"""Reads exports, line by line; whatever is wrong with one is said with its file and line."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.export.objects import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator

SUMMARY: Final = 'kwindex.json'
DOCUMENTS: Final = 'documents.jsonl'
KEYWORDS: Final = 'keywords.jsonl'
RECORDS: Final = 'records.jsonl'

#: what the summary calls the number of lines of a file
_COUNTS: Final = {DOCUMENTS: 'documents', KEYWORDS: 'defined', RECORDS: 'records'}

_INTERRUPTED: Final = 'Was the build that wrote it interrupted? Build it anew.'

_OTHER_VERSION: Final = 'Use the version of kwindex that wrote it, or build it anew.'

#: where HTML has the exports that ``kwindex_json`` writes
_BESIDE_HTML: Final = 'kwindex'


class BadInputError(Exception):
    """Something cannot be read; the message says where, what, and what to do."""

    def __init__(self, path: Path, what: str, *, line: int = 0, advice: str = '') -> None:
        where = f'{path}:{line}' if line else str(path)
        super().__init__(f'{where}: {what} {advice}'.rstrip())


def export_at(path: Path, *, other: str = '') -> Path:
    """Find the directory of an export: the one that is named, or that of the pages in it.

    ``other`` is what else was said, in case that one is the directory.
    """
    for folder in (path, path / _BESIDE_HTML):
        if (folder / DOCUMENTS).is_file():
            return folder
    what = 'there is no such directory.'
    if path.exists():
        what = f'there is no {DOCUMENTS} in it.' if path.is_dir() else 'this is no directory.'
    advice = 'Make an export with: sphinx-build -b kwindex SOURCES DIRECTORY'
    if other and Path(other).is_dir():
        advice = f'Did you mean {other} for the directory, and {path} for the name?'
    raise BadInputError(path, what, advice=advice)


def objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the objects of a file, each with its line; in the end, tell whether it was all of it."""
    summary = path.with_name(SUMMARY)
    counts = summary_of(path.parent) if path != summary and summary.is_file() else None
    number = 0
    try:
        with path.open('rb') as file:
            for number, line in enumerate(file, 1):
                yield number, _object(line, path, number)
    except OSError as error:
        raise BadInputError(path, f'it cannot be read: {error.strerror or error}.') from error
    if counts:
        _check_number(path, number, counts)
    elif not number and path != summary:
        what = f'it is empty, and no {SUMMARY} beside it says that it should be.'
        raise BadInputError(path, what, advice=_INTERRUPTED)


def _check_number(path: Path, number: int, counts: dict[str, Any]) -> None:
    """Compare the lines of a file with what the summary beside it counts."""
    expected = counts.get(_COUNTS[path.name], number)
    if expected != number:
        what = f'it has {number} lines, and {SUMMARY} counts {expected}.'
        raise BadInputError(path, what, advice=_INTERRUPTED)


def summary_of(folder: Path) -> dict[str, Any]:
    """Read the summary of an export."""
    path = folder / SUMMARY
    found = [summary for _line, summary in objects(path)]
    if len(found) != 1:
        what = f'it should have one line, and has {len(found)}.'
        raise BadInputError(path, what, advice=_INTERRUPTED)
    version = found[0].get('schema')
    if version != SCHEMA:
        what = f'it has schema {version}, and this program reads schema {SCHEMA}.'
        raise BadInputError(path, what, advice=_OTHER_VERSION)
    return found[0]


def _object(text: bytes, path: Path, line: int) -> dict[str, Any]:
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


@contextmanager
def reading(path: Path, line: int) -> Iterator[None]:
    """Say which line it was that has not what it should have."""
    try:
        yield
    except (KeyError, IndexError) as error:
        what = f'{error} is missing.'
        raise BadInputError(path, what, line=line, advice='Is it the right file?') from error
    except (TypeError, AttributeError, ValueError) as error:
        what = f'a value is not of its type: {error}.'
        advice = 'See schema.json in sphinxcontrib_kwindex.export.'
        raise BadInputError(path, what, line=line, advice=advice) from error
