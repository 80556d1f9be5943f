"""The other way round: sections, or pages, with the keywords that stand in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.entries import is_local, most_important
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.subjects import Subject
from sphinxcontrib_kwindex.view.data import KeywordLink, Link, MapRow
from sphinxcontrib_kwindex.view.limits import PAGES, PER_PAGE
from sphinxcontrib_kwindex.view.names import shown_name
from sphinxcontrib_kwindex.view.rows import keyword_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinxcontrib_kwindex.entries import Entry, Spot
    from sphinxcontrib_kwindex.view.site import Site


def section_map(entries: Iterable[Entry], docnames: Iterable[str], site: Site) -> Iterator[MapRow]:
    """Turn keywords with sections into sections with keywords, in the order in which they come."""
    known = (entry for entry in entries if not is_local(entry))
    spots = ((spot, entry) for entry in known for spot in entry.spots)
    standing: dict[tuple[str, int], dict[str, KeywordLink]] = {}
    for spot, entry in sorted(spots, key=_in_order):
        here = standing.setdefault((spot.docname, spot.place.section), {})
        here.setdefault(shown_name(entry), keyword_link(entry, spot, site))
    for docname in docnames:
        for number, section in enumerate(site.index.documents[docname].sections):
            found = standing.get((docname, number), {})
            if found or number:
                target = Link(docname, section.id, section.title)
                yield MapRow(section.level, target, tuple(found.values()))


def _in_order(item: tuple[Spot, Entry]) -> tuple[int, int]:
    place = item[0].place
    return place.source, place.line


def page_map(folder: str, docnames: Sequence[str], site: Site) -> Iterator[MapRow]:
    """Show the most important keywords of each page of a folder."""
    if len(docnames) > PAGES:
        docnames = [docname for docname in docnames if docname.rpartition('/')[0] == folder]
    for docname in docnames:
        entries = [entry for entry in site.index.listed(docname) if not is_local(entry)]
        best = most_important(entries, PER_PAGE)
        keywords = tuple(keyword_link(entry, entry.spots[0], site) for entry in best)
        left = len(entries) - len(best)
        rest = site.page(Subject('document', docname), _('%d more') % left) if left else None
        title = site.index.documents[docname].title
        yield MapRow(1, Link(docname, '', title), keywords, left, rest)
