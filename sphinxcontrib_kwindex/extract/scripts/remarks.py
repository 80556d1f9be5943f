"""Comments of lines that stand right above what they describe."""

from __future__ import annotations

import re
from typing import Final

#: what is shorter, or begins otherwise, may be code that is commented out
_WORDS: Final = 3
_SIGNS = re.compile(r'^[ \t]*(?:#+|--+)[:|!]?[ \t]?', re.MULTILINE)
_RULE = re.compile(r'^[^\w\n]*(?:\n|$)', re.MULTILINE)
_NO_PROSE = re.compile(
    r'(?:@licen[cs]e|copyright|licensed|spdx|\(c\)|©|shellcheck\b|vim?:|frozen_string)',
    re.IGNORECASE,
)


class Remarks:
    """The comments of a code, each block of lines with the line below it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._below = -1

    def add(self, text: str, line: int) -> None:
        """Take a comment that stands alone on its lines."""
        if line != self._below:
            self._lines = []
        self._lines.append(text)
        self._below = line + text.count('\n') + 1

    def above(self, line: int, name: str) -> str:
        """Return what the comment says that ends right above a line, if it is prose."""
        if line != self._below:
            return ''
        text = _RULE.sub('', _SIGNS.sub('', '\n'.join(self._lines))).strip()
        is_prose = text[:1].isupper() or text.startswith(name)
        if not is_prose or len(text.split(maxsplit=_WORDS)) < _WORDS or _NO_PROSE.match(text):
            return ''
        return text
