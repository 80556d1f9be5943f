"""Which keywords a listing asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.model import Role
from sphinxcontrib_kwindex.patterns import as_written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.index import ProjectIndex
    from sphinxcontrib_kwindex.model import Listing


class Selection(NamedTuple):
    """The keywords of a listing, after each of its filters."""

    docnames: tuple[str, ...]
    entries: tuple[Entry, ...]
    #: names the first filter that left nothing
    emptied_by: str = ''


def select(listing: Listing, index: ProjectIndex) -> Selection:
    """Choose the keywords that a listing asks for."""
    if listing.patterns:
        docnames = tuple(index.matching(listing.patterns))
    else:
        docnames = tuple(d for d in [listing.docname] if not index.documents[d].skip)
    if not docnames:
        what = ' '.join(map(as_written, listing.patterns))
        reason = f'no document matches {what!r}' if what else 'its document is skipped'
        return Selection((), (), reason)
    entries = entries_of(docnames, index)
    if not entries:
        return Selection(docnames, (), 'the documents have no keywords')
    if listing.style == 'glossary':
        entries = tuple(e for e in entries if e.role is Role.DEFINES or e.definitions)
        if not entries:
            return Selection(docnames, (), 'no keyword is defined or explained (style glossary)')
    if listing.kinds:
        entries = tuple(entry for entry in entries if entry.kind in listing.kinds)
        if not entries:
            return Selection(docnames, (), f'no keyword is of the kinds {", ".join(listing.kinds)}')
    if listing.roles:
        entries = tuple(entry for entry in entries if entry.role in listing.roles)
        if not entries:
            return Selection(docnames, (), f'no keyword has the roles {", ".join(listing.roles)}')
    return Selection(docnames, tuple(_sorted(entries, listing.sort)))


def entries_of(docnames: Sequence[str], index: ProjectIndex) -> tuple[Entry, ...]:
    """Give what a page about these documents lists."""
    return index.listed(docnames[0]) if len(docnames) == 1 else index.merged(docnames)


def _sorted(entries: tuple[Entry, ...], sort: str) -> Sequence[Entry]:
    if sort == 'score':
        return sorted(entries, key=lambda entry: -entry.score)
    if sort == 'position':
        return sorted(entries, key=_position)
    return entries


def _position(entry: Entry) -> tuple[str, int]:
    return min((docname, place.line) for docname, place in entry.spots)
