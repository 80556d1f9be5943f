"""What a listing shows: a generated page, or the block of a directive."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.digest import digest
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.subjects import Subject, subject_of
from sphinxcontrib_kwindex.view.data import Group, View
from sphinxcontrib_kwindex.view.limits import COMPACT
from sphinxcontrib_kwindex.view.maps import section_map
from sphinxcontrib_kwindex.view.pages import page_view
from sphinxcontrib_kwindex.view.rows import Rows
from sphinxcontrib_kwindex.view.select import select

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxcontrib_kwindex.model import Listing
    from sphinxcontrib_kwindex.view.data import Link
    from sphinxcontrib_kwindex.view.select import Selection
    from sphinxcontrib_kwindex.view.site import Site


def view_of(listing: Listing, site: Site) -> View:
    """Derive what a listing shows."""
    view = site.views.pop((listing.docname, listing.serial), None)
    if listing.serial == 0:
        view = view or page_view(listing.docname, listing.style, site)
        around = site.around(subject_of(listing.docname, site.root))
        site.digests[listing.docname] = digest(view, around)
        return view
    return view or _block(listing, select(listing, site.index), site)


def _block(listing: Listing, selection: Selection, site: Site) -> View:
    entries = selection.entries
    if listing.sort == 'name':
        entries = site.shelf.order.sorted(entries)
    entries = entries[: listing.limit or None]
    title = listing.title or (_('Keywords') if listing.patterns else _('Keywords on this page'))
    view = View(listing.style, listing.docname, title, total=len(entries))
    cut = len(selection.entries) - len(entries)
    if cut:
        view = view._replace(more=cut, rest=_rest(selection.docnames, cut, site))
    if listing.style == 'sections':
        return view._replace(map=tuple(section_map(entries, selection.docnames, site)))
    rows = Rows(site, with_page=len(selection.docnames) > 1, anchored=False)
    groups = rows.by_letter(entries) if listing.style == 'glossary' else rows.by_kind(entries)
    if listing.style == 'compact' and not listing.limit:
        groups = [_compact(group, selection.docnames, site) for group in groups]
    return view._replace(groups=tuple(groups), mark=_mark(listing, selection.docnames))


def _mark(listing: Listing, docnames: Sequence[str]) -> str:
    if listing.style == 'glossary':
        return ''
    return _('defined here') if tuple(docnames) == (listing.docname,) else _('defined')


def _compact(group: Group, docnames: Sequence[str], site: Site) -> Group:
    """Show the first keywords of a kind, and where the others are."""
    more = len(group.rows) - COMPACT
    if more <= 0:
        return group
    rest = _rest(docnames, more, site)
    hidden = () if rest else group.rows[COMPACT:]
    if rest and len(docnames) == 1:
        rest = rest._replace(anchor=group.anchor)
    return group._replace(rows=group.rows[:COMPACT], more=more, hidden=hidden, rest=rest)


def _rest(docnames: Sequence[str], cut: int, site: Site) -> Link | None:
    """Link to a page that shows all of these keywords."""
    text = _('%d more') % cut
    if len(docnames) == 1:
        return site.page(Subject('document', docnames[0]), text)
    folder = posixpath.commonpath([posixpath.dirname(docname) for docname in docnames])
    return site.page(Subject('folder', folder), text)
