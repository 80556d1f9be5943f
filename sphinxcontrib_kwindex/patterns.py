"""Patterns of docnames."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from sphinx.util.matching import compile_matchers

if TYPE_CHECKING:
    from collections.abc import Sequence

#: the characters with a meaning in a pattern
_GLOB = re.compile(r'[][*?]')

#: ``[[]`` is a set that Python warns of; no name has a NUL
_ESCAPED = {'[': '[\0[]'}


def glob_escape(docname: str) -> str:
    """Return a pattern that matches just this name."""
    return re.sub(r'[*?[]', lambda char: _ESCAPED.get(char[0], f'[{char[0]}]'), docname)


def as_written(pattern: str) -> str:
    """Return an escaped pattern as its author would write it."""
    return pattern.replace(_ESCAPED['['], '[')


def pattern_error(pattern: str) -> str:
    """Return why a pattern, such as ``[z-a]``, is none; nothing if it is one."""
    try:
        compile_matchers([pattern])
    except re.error as error:
        return error.msg
    return ''


def matching(docnames: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """Return those of the sorted docnames that match any of the patterns."""
    if len(patterns) == 1 and patterns[0][-1:] == '/' and not _GLOB.search(patterns[0]):
        return _below(docnames, patterns[0].lstrip('/'))
    matchers = compile_matchers([f'{p}**' if p.endswith('/') else p for p in patterns])
    return [d for d in docnames if any(matches(f'/{d}') for matches in matchers)]


def _below(docnames: Sequence[str], folder: str) -> list[str]:
    """Return the documents in a folder, which are next to each other."""
    first = bisect_left(docnames, folder)
    return list(takewhile(lambda d: d.startswith(folder), islice(docnames, first, None)))
