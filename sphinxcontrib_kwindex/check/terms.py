"""Terms that many documents use, and none defines."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.check.acronyms import EVERYBODY_KNOWS
from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.extract.prose import acronyms, expansions
from sphinxcontrib_kwindex.model import WEIGHTS, Kind, Position, Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinxcontrib_kwindex.check.occurrences import Page, Text
    from sphinxcontrib_kwindex.model import DocumentRecord, Keyword, Place

#: in so many documents a term should be defined in one
MANY = 5

#: here authors say that something is a term; of several words, if they only emphasise it
_SAID = frozenset({Position.INDEX_ENTRY, Position.AUTHOR, Position.ACRONYM})
_STRESSED = frozenset({Position.EMPHASIS, Position.DEFINITION_LIST})


class Use(NamedTuple):
    """A document uses a term."""

    name: str
    docname: str
    #: where it does so first: in its record, or in a text
    at: Place | Text


class Terms:
    """Which terms documents use, and which are explained somewhere."""

    def __init__(self, is_code: Callable[[str], bool]) -> None:
        #: key -> docname -> use
        self._used: dict[str, dict[str, Use]] = {}
        self._defined: set[str] = set()
        self._is_code = is_code

    def note_definitions(self, record: DocumentRecord, page: Page) -> None:
        """Take note of what a document explains, also if it is about the past."""
        for keyword in record.keywords:
            if keyword.definitions or _is_defined(keyword):
                self._defined.add(_key(keyword.name))
        for section in record.sections:  # it is what a section is about
            self._defined.update(_key(name) for name, _offset in acronyms(section.title))
        for text in page.texts:
            self._defined.update(_key(short) for short, _long in expansions(text.text))

    def note_uses(self, docname: str, record: DocumentRecord, page: Page) -> None:
        """Take note of what a document uses."""
        for keyword in record.keywords:
            if place := _as_term(keyword):
                self._note(Use(keyword.name, docname, place))
        for text in page.texts:
            for name, _offset in acronyms(text.text):
                if not self._is_code(name):
                    self._note(Use(name, docname, text))

    def _note(self, use: Use) -> None:
        if use.name not in EVERYBODY_KNOWS:
            uses = self._used.setdefault(_key(use.name), {})
            known = uses.get(use.docname)
            if known is None or 0 < use.at.line < known.at.line:
                uses[use.docname] = use

    def forget(self, name: str) -> None:
        """Take it that a term is dealt with."""
        self._defined.add(_key(name))

    def undefined(self) -> Iterator[tuple[Use, int]]:
        """Give the first use of what many documents use and none explains, with their number."""
        for key, uses in sorted(self._used.items()):
            if len(uses) >= MANY and key not in self._defined:
                yield next(iter(uses.values())), len(uses)


def _key(name: str) -> str:
    """Give what all spellings of a term have in common; an acronym is not an ordinary word."""
    return name if name.isupper() else identity(name, defined=False)


def _is_defined(keyword: Keyword) -> bool:
    return any(WEIGHTS[place.position].role is Role.DEFINES for place in keyword.places)


def _as_term(keyword: Keyword) -> Place | None:
    """Give the first place where a keyword is written as a term that readers may not know."""
    if keyword.kind not in {Kind.TERM, Kind.ACRONYM}:
        return None
    wanted = _SAID | _STRESSED if ' ' in keyword.name else _SAID
    return next((place for place in keyword.places if place.position in wanted), None)


def nearest_term(name: str, terms: Iterable[str]) -> str:
    """Give the term that was probably meant."""
    return next(iter(difflib.get_close_matches(name, sorted(terms), 1)), '')
