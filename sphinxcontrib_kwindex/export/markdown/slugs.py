"""The fragments that a code host gives to headings."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: what a slug keeps: ``[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]``
_CATEGORIES = frozenset({'Nd', 'Nl', 'Pc'})
_CLASSES = frozenset('LM')


def slug(heading: str) -> str:
    """Make a fragment of the text of a heading, as GitHub does."""
    kept = filter(_is_kept, heading.lower())
    return ''.join(kept).replace(' ', '-')


def slugs(headings: Iterable[str]) -> Iterator[str]:
    """Give the fragment of each heading of a page; what is there already gets a number."""
    taken: set[str] = set()
    #: slug -> the last number tried
    numbers: dict[str, int] = {}
    for base in map(slug, headings):
        unique = base
        while unique in taken:
            numbers[base] = numbers.get(base, 0) + 1
            unique = f'{base}-{numbers[base]}'
        taken.add(unique)
        yield unique


def _is_kept(character: str) -> bool:
    if character in ' -':
        return True
    category = unicodedata.category(character)
    return category[0] in _CLASSES or category in _CATEGORIES
