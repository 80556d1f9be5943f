"""Selection of the keywords that a directive shows, and the view of them."""

from __future__ import annotations

import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.i18n import _
from sphinxcontrib_kwindex.index.entries import alphabetical, best
from sphinxcontrib_kwindex.index.matching import NoMatchError, best_matches
from sphinxcontrib_kwindex.index.ranking import digest
from sphinxcontrib_kwindex.index.versions import matches
from sphinxcontrib_kwindex.pages.context import PageId
from sphinxcontrib_kwindex.pages.generated import from_a_to_z
from sphinxcontrib_kwindex.pages.rows import Rows, section_map
from sphinxcontrib_kwindex.pages.uses import uses_of, using_sections, without_name
from sphinxcontrib_kwindex.pages.view import COMPACT, Link, View
from sphinxcontrib_kwindex.patterns import as_written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxcontrib_kwindex.index.entries import Entry, Key
    from sphinxcontrib_kwindex.index.project import Name, ProjectIndex
    from sphinxcontrib_kwindex.model import Listing
    from sphinxcontrib_kwindex.pages.context import PageContext
    from sphinxcontrib_kwindex.pages.view import Group


class Selection(NamedTuple):
    """The keywords of a listing after each of its filters."""

    docnames: tuple[str, ...]
    entries: tuple[Entry, ...]
    #: why there are no entries: the first filter that left nothing
    reason: str = ''
    #: what is wrong with names that match nothing
    unknown: tuple[str, ...] = ()


def documents_of(listing: Listing, index: ProjectIndex) -> tuple[str, ...]:
    """Return the documents whose keywords a listing shows."""
    if listing.patterns:
        return tuple(index.matching(listing.patterns))
    return tuple(d for d in [listing.docname] if not index.documents[d].skip)


def select(listing: Listing, index: ProjectIndex) -> Selection:
    """Return the keywords of a listing in the order of the alphabet."""
    docnames = documents_of(listing, index)
    entries, unknown = _candidates(listing, docnames, index)
    is_uses = listing.style == 'uses'
    what = ' '.join(map(as_written, listing.patterns))
    no_document = f'no document matches {what!r}' if what else 'its document is skipped'
    filters = [
        ('the documents have no keywords' if docnames else no_document, lambda _entry: True),
        (
            'no keyword is defined or explained (style glossary)',
            lambda entry: listing.style != 'glossary' or entry.is_defined,
        ),
        (
            f'no keyword is of the kinds {", ".join(listing.kinds)}',
            lambda entry: not listing.kinds or entry.kind in listing.kinds,
        ),
        (
            f'no keyword has the roles {", ".join(listing.roles)}',
            lambda entry: is_uses or not listing.roles or entry.role in listing.roles,
        ),
        (
            f'no keyword has {_changes(listing)}',
            lambda entry: (
                not (listing.status or listing.since)
                or matches(entry.changes, listing.status, listing.since)
            ),
        ),
        (
            'the keywords stand only in sections that define them (style uses)',
            lambda entry: not is_uses or using_sections(entry, docnames, listing.roles),
        ),
    ]
    for reason, keeps in filters:
        entries = tuple(filter(keeps, entries))
        if not entries:
            return Selection(docnames, (), '' if unknown else reason, unknown)
    return Selection(docnames, entries, unknown=unknown)


def _changes(listing: Listing) -> str:
    """Return what a listing asks of changes, in words."""
    what = f'the status {", ".join(listing.status)}' if listing.status else 'a change'
    return f'{what} since {listing.since}' if listing.since else what


def _candidates(
    listing: Listing, docnames: tuple[str, ...], index: ProjectIndex
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the keywords that the names of a listing mean, and what is wrong with the names.

    Uses are those of all documents, so that the sections that define a keyword are known.
    """
    if not listing.names and listing.style != 'uses':
        shown = index.shown(docnames[0]) if len(docnames) == 1 else index.merged(docnames)
        return tuple(entry for entry in shown if entry.listed), ()
    names = index.names(docnames)
    keys = {key for key, name in names.items() if name.listed and not listing.names}
    unknown = []
    for pattern in listing.names:
        try:
            keys.update(_named(pattern, names))
        except NoMatchError as error:
            unknown.append(str(error))
    if listing.style == 'uses':
        docnames = tuple(index.docnames)
    found = index.entries(keys, docnames, certain=listing.style == 'uses')
    return tuple(sorted(found.values(), key=alphabetical)), tuple(unknown)


def _named(pattern: str, names: dict[Key, Name]) -> list[Key]:
    """Return the keywords that match a name or a pattern best; if any is listed, only such."""
    candidates = [((name.name,), key) for key, name in names.items()]
    with suppress(NoMatchError):
        listed = [candidate for candidate in candidates if names[candidate[1]].listed]
        return best_matches(pattern, listed)
    return best_matches(pattern, candidates)


def digest_of(listing: Listing, context: PageContext) -> str:
    """Return a digest of what a listing shows."""
    index = context.index
    if listing.style == 'uses':
        return digest(listing, view_of(listing, context))
    docnames = documents_of(listing, index)
    shown = [(docname, index.digest_of(docname)) for docname in docnames]
    scores = listing.limit and [
        (entry[:2], entry.score) for entry in select(listing, index).entries
    ]
    return digest(listing, shown, scores)


def view_of(listing: Listing, context: PageContext) -> View:
    """Return the view of the block that a directive shows."""
    docnames, entries, *_reasons = select(listing, context.index)
    total = len(entries)
    if listing.limit:
        kept = {entry[:2] for entry in best(entries, listing.limit)}
        entries = tuple(entry for entry in entries if entry[:2] in kept)
    entries = context.alphabetical(entries)
    title = listing.title or _title(listing)
    view = View(listing.style, listing.docname, title, total=len(entries))
    if more := total - len(entries):
        rest = _rest(docnames, more, context) or Link('', '', _('%d more') % more)
        view = view._replace(rest=rest)
    if listing.style == 'uses':
        found = (uses_of(entry, context, docnames, listing.roles) for entry in entries)
        uses = without_name(found) if listing.title else tuple(found)
        return view._replace(uses=uses)
    if listing.style == 'sections':
        return view._replace(map=tuple(section_map(entries, docnames, context)))
    rows = Rows(context, with_page=len(docnames) > 1, anchored=False)
    if listing.style == 'glossary':
        # a page may have several listings
        groups = [
            group._replace(anchor=f'kwindex{listing.serial}-{group.anchor}')
            for group in rows.by_letter(entries)
        ]
        return from_a_to_z(view, groups, entries)
    groups = rows.by_kind(entries)
    if listing.style == 'compact' and not listing.limit:
        groups = [_compact(group, docnames, context) for group in groups]
    is_own = docnames == (listing.docname,)
    mark = _('defined here') if is_own else _('defined')
    return view._replace(groups=tuple(groups), mark=mark)


def _title(listing: Listing) -> str:
    if listing.style == 'uses':
        return _('Used in')
    return _('Keywords') if listing.patterns else _('Keywords on this page')


def _compact(group: Group, docnames: Sequence[str], context: PageContext) -> Group:
    """Return the first keywords of a kind, and a link to the others."""
    more = len(group.rows) - COMPACT
    if more <= 0:
        return group
    rest = _rest(docnames, more, context)
    hidden = () if rest else group.rows[COMPACT:]
    if rest and len(docnames) == 1:
        rest = rest._replace(anchor=group.anchor)
    return group._replace(rows=group.rows[:COMPACT], hidden=hidden, rest=rest)


def _rest(docnames: Sequence[str], more: int, context: PageContext) -> Link | None:
    """Return a link to a page that shows all keywords of these documents."""
    text = _('%d more') % more
    if len(docnames) == 1:
        return context.link(PageId('document', docnames[0]), text)
    folder = posixpath.commonpath([posixpath.dirname(docname) for docname in docnames])
    page = PageId('folder', folder) if folder else PageId('index')
    return context.link(page, text)
