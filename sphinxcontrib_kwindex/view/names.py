"""How keywords are written for readers, and in anchors."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.letters import DIGITS, IDEOGRAPHS, SYMBOLS
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.entries import Entry

#: what may not stand in an id of XML
_UNFIT = re.compile(r'[^A-Za-z0-9._-]')
#: a hyphen before what looks like the code of such a character
_LIKE_CODE = re.compile(r'-(?=x[0-9a-f]+-)')

_CALLED = frozenset({Kind.FUNCTION, Kind.METHOD})

_GROUPS = {DIGITS: 'digits', IDEOGRAPHS: 'ideographs', SYMBOLS: 'symbols'}


def shown_name(entry: Entry) -> str:
    """Write a keyword as readers know it: with parentheses if it is called."""
    return f'{entry.name}()' if called(entry.kind) and entry.name[-1:] != ')' else entry.name


def called(kind: Kind) -> bool:
    """Tell whether names of a kind are written with parentheses."""
    return kind in _CALLED


def is_word(kind: Kind) -> bool:
    """Tell whether names of a kind are words of a language; all others are written as code."""
    return kind in {Kind.TERM, Kind.ACRONYM}


def anchor_of(entry: Entry) -> str:
    """Give the stable anchor of an entry: ``kw-``, its kind, its name.

    Whatever may not stand in an id of XML is written as ``-x``, its code point, ``-``; different
    keywords have different anchors.
    """
    name = entry.name
    if not (name.isidentifier() and name.isascii()):  # nearly all names are fit as they are
        name = _escaped(_LIKE_CODE.sub('-x2d-', name))
    return f'kw-{slug(entry.kind)}-{name}'


def letter_anchor(title: str) -> str:
    """Give the anchor of the group of a letter."""
    return f'letter-{_GROUPS.get(title) or _escaped(title.lower())}'


@cache
def slug(kind: Kind) -> str:
    """Make a part of an anchor of the name of a kind."""
    return kind.replace(' ', '-')


def _escaped(text: str) -> str:
    return _UNFIT.sub(lambda match: f'-x{ord(match[0]):x}-', text)
