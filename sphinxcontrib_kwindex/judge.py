"""What is thought of the keywords of a document, in the light of what all documents say."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.digest import digest
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.extract.stopwords import is_noise
from sphinxcontrib_kwindex.imports import Imports
from sphinxcontrib_kwindex.model import Kind, Role
from sphinxcontrib_kwindex.resolve import Meaning, Names, key_of
from sphinxcontrib_kwindex.scoring import LISTED, score
from sphinxcontrib_kwindex.standing import standing_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.model import Keyword, Position


class Verdict(NamedTuple):
    """What is thought of a keyword of one document."""

    keyword: Keyword
    #: what it stands for, if that is known
    meaning: Meaning | None
    role: Role
    score: float
    #: what speaks for listing it; nothing: it is not listed
    reasons: Iterator[str]
    #: a template writes it everywhere, so that its score is none
    is_boilerplate: bool


class Choice(NamedTuple):
    """What the configuration says of what is listed."""

    #: names that always are
    keep: frozenset[str] = frozenset()
    #: only these kinds are
    kinds: frozenset[str] = frozenset(Kind)
    #: from this score on, any keyword is
    threshold: float = LISTED


class Judge:
    """Judges the keywords of any document."""

    def __init__(
        self,
        names: Names,
        boilerplate: Mapping[frozenset[Position], frozenset[str]],
        choice: Choice,
    ) -> None:
        #: what all documents define
        self._names = names
        #: what a template says again and again
        self._boilerplate = boilerplate
        self._choice = choice

    @cached_property
    def digest(self) -> str:
        """Digests all that a judgement depends on, besides the document itself."""
        boilerplate = [(sorted(at), words) for at, words in self._boilerplate.items()]
        return digest(self._names.parts(), boilerplate, self._choice)

    def judged(self, keywords: Sequence[Keyword]) -> Iterator[Verdict]:
        """Judge all keywords of a document."""
        local = Names()
        local.add('', keywords)
        imported = Imports(keywords)
        for recorded in keywords:
            own = self._own(recorded)
            is_boilerplate = not own.places
            keyword = recorded if is_boilerplate else own
            role = standing_of(keyword.places).role
            meaning = local.described(keyword) if role is Role.DEFINES else None
            meaning = meaning or local.ending_in(keyword)
            meaning = meaning or self._names.meaning_of(keyword, imported)
            points = 0 if is_boilerplate or _says_nothing(keyword) else score(keyword)
            reasons = self._reasons(keyword, meaning, points, imported)
            yield Verdict(keyword, meaning, role, points, reasons, is_boilerplate)

    def _reasons(
        self, keyword: Keyword, meaning: Meaning | None, points: float, imported: Imports
    ) -> Iterator[str]:
        """Give all that speaks for listing a keyword."""
        if (meaning or keyword).kind not in self._choice.kinds:
            return
        if meaning:
            yield 'meaning'
        if points >= self._choice.threshold:
            yield 'score'
        if imported.covers(keyword):
            yield 'import'
        if self._is_kept(keyword):
            yield 'kept'

    def _is_kept(self, keyword: Keyword) -> bool:
        if standing_of(keyword.places).is_of_source:
            return True
        keep, name = self._choice.keep, keyword.name
        return bool(keep) and (name in keep or last_component(name) in keep)

    def _own(self, keyword: Keyword) -> Keyword:
        """Leave out the places where only the template says a word: all of them, it may be."""
        if not standing_of(keyword.places).is_templated:
            return keyword
        key = key_of(keyword.name, keyword.kind)
        for positions, words in self._boilerplate.items():
            if key in words:
                own = (place for place in keyword.places if place.position not in positions)
                keyword = keyword._replace(places=tuple(own))
        return keyword


def _says_nothing(keyword: Keyword) -> bool:
    """Tell whether a document only speaks of what is a name nowhere but where it is defined."""
    return standing_of(keyword.places).is_only_spoken_of and is_noise(keyword.name)
