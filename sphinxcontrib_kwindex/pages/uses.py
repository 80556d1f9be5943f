"""Uses of keywords: the sections in which they stand, without those that define them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.i18n import _
from sphinxcontrib_kwindex.index.entries import LOCAL
from sphinxcontrib_kwindex.index.ranking import digest
from sphinxcontrib_kwindex.model import POSITIONS, Position, Role, Trait
from sphinxcontrib_kwindex.pages.context import is_word
from sphinxcontrib_kwindex.pages.rows import Rows, keyword_link
from sphinxcontrib_kwindex.pages.view import Uses, View

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sphinxcontrib_kwindex.index.entries import Entry
    from sphinxcontrib_kwindex.pages.context import PageContext

#: a local name, an argument or a parameter is something else than the object of that name
_OTHERS: Final = LOCAL | {Position.ARGUMENT, Position.PARAMETER}
#: words of the text, which are no names of code
_OF_TEXT: Final = _OTHERS | {
    Position.TITLE_PHRASE,
    Position.HEADING_PHRASE,
    Position.HEADING_WORD,
    Position.TOPIC,
    Position.PASSING_PHRASE,
    Position.RECURRING_PHRASE,
    Position.MARKED_TERM,
    Position.ACRONYM,
    Position.PASSING_ACRONYM,
}

#: a longer list of sections ends with a link to the entry in the index, which has all of them
_MOST: Final = 50


def using_sections(
    entry: Entry, docnames: Collection[str], roles: Collection[Role] = ()
) -> list[tuple[str, int]]:
    """Return the sections of documents that use or mention a keyword and do not define it.

    Documents are in the order of the toctree. Sections with examples are the first of a document.
    """
    ignored = _OTHERS if is_word(entry.kind) else _OF_TEXT
    defining = set()
    #: (order of the document, docname, section) -> whether code uses it there
    sections: dict[tuple[int, str, int], bool] = {}
    for docname, place, _rank, order in entry.locations:
        role, _weight, traits = POSITIONS[place.position]
        section = order, docname, place.section
        if role is Role.DEFINES:
            defining.add(section)
        elif place.position not in ignored and docname in docnames and (not roles or role in roles):
            sections[section] = sections.get(section, False) or Trait.CODE in traits
    found = sorted(
        (order, not is_code, number, docname)
        for (order, docname, number), is_code in sections.items()
        if (order, docname, number) not in defining
    )
    return [(docname, number) for *_order, number, docname in found]


def uses_of(
    entry: Entry, context: PageContext, docnames: Collection[str], roles: Collection[Role] = ()
) -> Uses:
    """Return the uses of a keyword in documents."""
    rows = Rows(context, with_page=True)
    places = tuple(rows.link((*place, '')) for place in using_sections(entry, docnames, roles))
    keyword = keyword_link(entry, entry.locations[0], context)
    more = len(places) - _MOST
    rest = context.entry_link(entry.name, entry.kind, _('%d more') % more) if more > 0 else None
    return Uses(keyword, places[:_MOST], more, rest) if rest else Uses(keyword, places)


def without_name(uses: Iterable[Uses]) -> tuple[Uses, ...]:
    """Return uses; those of a single keyword without its name, which the title tells."""
    found = tuple(uses)
    return tuple(one._replace(keyword=None) for one in found) if len(found) == 1 else found


def object_view(docname: str, entries: Iterable[Entry], context: PageContext) -> View | None:
    """Return the block at the description of objects, if they have uses."""
    found = (uses_of(entry, context, context.index.documents) for entry in entries)
    uses = without_name(one for one in found if one.places)
    return View('uses', docname, uses=uses) if uses else None


def objects_digest(docname: str, context: PageContext) -> str:
    """Return a digest of the blocks at the objects of a document; empty if there are none."""
    objects = context.objects.get(docname, {})
    shown = [(anchor, object_view(docname, objects[anchor], context)) for anchor in sorted(objects)]
    return digest(shown) if shown else ''
