"""The words that a template writes into very many documents, which say nothing of any of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.resolve import key_of
from sphinxcontrib_kwindex.standing import SPOKEN, TEMPLATED, standing_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinxcontrib_kwindex.model import Keyword, Position

#: a word in more than this part of so many documents is the template's
_TOO_OFTEN = 0.2
_MANY = 50
#: what it only stresses it may leave out of most documents
_SPOKEN_TOO_OFTEN = 0.05
_SPOKEN_MANY = 25


class Boilerplate:
    """Counts in how many documents each word stands where a template may have written it."""

    def __init__(self) -> None:
        self._documents = 0
        self._templated: Counter[str] = Counter()
        self._spoken: Counter[str] = Counter()

    def add(self, keywords: Iterable[Keyword]) -> None:
        """Count the words of one more document."""
        self._documents += 1
        templated, spoken = set(), set()
        for keyword in keywords:
            standing = standing_of(keyword.places)
            if standing.is_templated:
                key = key_of(keyword.name, keyword.kind)
                templated.add(key)
                if standing.is_spoken:
                    spoken.add(key)
        self._templated.update(templated)
        self._spoken.update(spoken)

    def words(self) -> Mapping[frozenset[Position], frozenset[str]]:
        """Give the words that stand at some positions in too many documents."""
        if self._documents < _MANY:
            return {}
        most = self._documents * _TOO_OFTEN
        spoken = min(most, max(self._documents * _SPOKEN_TOO_OFTEN, _SPOKEN_MANY))
        return {TEMPLATED: _often(self._templated, most), SPOKEN: _often(self._spoken, spoken)}


def _often(documents: Counter[str], most: float) -> frozenset[str]:
    """Give the words that stand in more documents."""
    return frozenset(word for word, number in documents.items() if number > most)
