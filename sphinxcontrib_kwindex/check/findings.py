"""What ``kwcheck`` finds, as plain data."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Check(StrEnum):
    """What is looked for."""

    UNKNOWN = 'unknown'
    UNDEFINED = 'undefined'
    UNUSED = 'unused'
    UNMENTIONED = 'unmentioned'
    SPELLING = 'spelling'


#: what is looked for unless told otherwise
DEFAULT = (Check.UNKNOWN, Check.UNDEFINED, Check.UNUSED, Check.SPELLING)


class Finding(NamedTuple):
    """Something that is wrong, and where."""

    #: from the source directory on
    file: str
    #: 0 if it is not known
    line: int
    check: Check
    name: str
    #: what is wrong
    message: str
    #: the document in which it was found; empty: a source
    document: str = ''
    #: what was probably meant
    suggestion: str = ''

    @property
    def text(self) -> str:
        """What is wrong, and what was probably meant."""
        hint = f'; did you mean {self.suggestion!r}?' if self.suggestion else ''
        return f'{self.name!r} {self.message}{hint}'

    @property
    def where(self) -> str:
        """File and line, as editors read them."""
        return f'{self.file}:{self.line}' if self.line else self.file
