"""The words that a template writes into very many documents, which say nothing of any of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.resolve import key_of
from sphinxcontrib_kwindex.standing import SPOKEN, TEMPLATED, standing_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sphinxcontrib_kwindex.model import DocumentRecord, Position

#: a word in more than this part of so many documents is the template's
_TOO_OFTEN = 0.2
_MANY = 50
#: what it only stresses it may leave out of most documents
_SPOKEN_TOO_OFTEN = 0.05
_SPOKEN_MANY = 25


def boilerplate(
    records: Collection[DocumentRecord],
) -> Mapping[frozenset[Position], frozenset[str]]:
    """Give the words that stand at some positions in too many documents."""
    number = len(records)
    if number < _MANY:
        return {}
    most = number * _TOO_OFTEN
    spoken = min(most, max(number * _SPOKEN_TOO_OFTEN, _SPOKEN_MANY))
    return {TEMPLATED: _often(records, TEMPLATED, most), SPOKEN: _often(records, SPOKEN, spoken)}


def _often(
    records: Collection[DocumentRecord], positions: frozenset[Position], most: float
) -> frozenset[str]:
    """Give the words that stand there in more documents."""
    documents = Counter(
        key
        for record in records
        for key in {
            key_of(keyword.name, keyword.kind)
            for keyword in record.keywords
            if not standing_of(keyword.places).positions.isdisjoint(positions)
        }
    )
    return frozenset(key for key, number in documents.items() if number > most)
