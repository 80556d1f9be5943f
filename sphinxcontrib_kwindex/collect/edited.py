"""What a project makes of the keywords of a document, checked before anything is built on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.errors import ExtensionError

from sphinxcontrib_kwindex.extract.characters import tame
from sphinxcontrib_kwindex.model import Keyword, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable


def edited(given: Iterable[Keyword], sections: int, docname: str) -> tuple[Keyword, ...]:
    """Take a list for what it ought to be, or say what is wrong with it.

    It is the handler's fault, which nothing would tell where the keywords are read.
    """
    by_name: dict[tuple[str, Kind], Keyword] = {}
    for one in given:
        try:
            keyword = _checked(one, sections)
        except (TypeError, ValueError, AttributeError) as error:
            message = f'kwindex-keywords: what a handler gives for {docname!r}: {one!r}: {error}'
            raise ExtensionError(message) from error
        key = (keyword.name, keyword.kind)
        by_name[key] = _joined(by_name[key], keyword) if key in by_name else keyword
    return tuple(sorted(by_name.values()))


def _checked(given: Keyword, sections: int) -> Keyword:
    name, kind, places, definitions = given
    name = tame(name)
    if not name or not places:
        message = 'it has no name' if places else 'it has no places'
        raise ValueError(message)
    stated = [place.section for place in places] + [text.section for text in definitions]
    if not all(0 <= section < sections for section in stated):
        message = 'its section is none of the document'
        raise ValueError(message)
    return Keyword(name, Kind(kind), tuple(places), tuple(definitions))


def _joined(one: Keyword, other: Keyword) -> Keyword:
    """Make one of two keywords that a handler gives the same name."""
    return one._replace(
        places=tuple(sorted({*one.places, *other.places})),
        definitions=tuple(dict.fromkeys((*one.definitions, *other.definitions))),
    )
