"""From the name of a language to its extractor."""

from __future__ import annotations

from collections.abc import Callable

from sphinxcontrib_kwindex.extract import cfamily
from sphinxcontrib_kwindex.model import Found

#: what an extractor is, also one of ``kwindex_extractors``
Extractor = Callable[[str], list[Found]]


def extract(code: str, language: str) -> list[Found]:
    """Give the names in a text of a language."""
    if language in {'c', 'cpp', 'c++', 'cuda', 'objc'}:
        return cfamily.extract(code)
    return []
