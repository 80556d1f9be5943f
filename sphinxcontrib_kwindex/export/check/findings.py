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


class Finding(NamedTuple):
    """Something that is wrong, and where."""

    #: from the source directory; a source of ``kwcheck_sources``: from the configuration directory
    file: str
    line: int
    check: Check
    name: str
    #: what is wrong, and what is to be done
    message: str
    #: the document in which it was found; empty: in a source
    document: str = ''
    #: the nearest existing name, the usual spelling
    suggestion: str = ''
