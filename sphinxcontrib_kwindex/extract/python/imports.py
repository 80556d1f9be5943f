"""The names of an import statement, out of its text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NAMED: Final = re.compile(r'([^\W\d][\w.]*+)(?:[\s\\]++as[\s\\]++([^\W\d]\w*+))?+[\s\\]*+')
_COMMENT: Final = re.compile(r'#[^\n]*+')


class Imported(NamedTuple):
    """A name, what else it is called from here on, and on which line after the first it stands."""

    name: str
    alias: str
    line: int


def imported(text: str) -> list[Imported]:
    """Read ``a.b as c, d``, also over several lines and with comments; of anything else nothing."""
    names = []
    line = 0
    for part in _COMMENT.sub('', text).split(','):
        stripped = part.lstrip(' \t\n\\')
        if stripped:
            named = _NAMED.fullmatch(stripped)
            if named is None:
                return []
            place = line + part[: len(part) - len(stripped)].count('\n')
            names.append(Imported(named[1], named[2] or '', place))
        line += part.count('\n')
    return names
