"""What a listing shows, as plain data that every renderer reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.documents import Subject, folders_of, page_of, subject_of
from sphinxcontrib_kwindex.index import Entry, ProjectIndex
from sphinxcontrib_kwindex.letters import letter
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.model import Kind, Listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

#: how many keywords of a kind a compact listing shows
COMPACT = 12


class Link(NamedTuple):
    """A target within the documentation, and the words for it."""

    docname: str
    anchor: str
    #: the title of the section, or any other text
    text: str
    #: the title of the page, where it is not clear from what stands around it
    page: str = ''


class Row(NamedTuple):
    """One keyword."""

    anchor: str
    name: str
    kind: Kind
    #: where it leads: the definition, else the first mention
    places: tuple[Link, ...]
    definitions: tuple[tuple[str, Link], ...] = ()


class Group(NamedTuple):
    """Rows under one heading: a kind or a letter."""

    anchor: str
    title: str
    rows: tuple[Row, ...]
    #: how many more there are than shown
    more: int = 0


class MapRow(NamedTuple):
    """One section, or one page, with the keywords that stand in it."""

    level: int
    target: Link
    keywords: tuple[tuple[str, Link], ...]


class Fact(NamedTuple):
    """Something about the subject of a page: a label, and a link or just a text."""

    label: str
    text: str
    link: Link | None = None
    url: str = ''


class View(NamedTuple):
    """All that one listing shows."""

    style: str
    docname: str
    title: str = ''
    lead: str = ''
    facts: tuple[Fact, ...] = ()
    groups: tuple[Group, ...] = ()
    map_title: str = ''
    map: tuple[MapRow, ...] = ()
    #: pages of the folders below, with the number of their keywords
    folders: tuple[tuple[Link, int], ...] = ()
    #: where the rest stands of what a limit cut off
    rest: Link | None = None


class Site(NamedTuple):
    """What the view must know of the project, beside its keywords."""

    index: ProjectIndex
    root: str
    generated: frozenset[str]
    #: docname -> path and address of the original file
    original: Callable[[str], tuple[str, str]]

    def page(self, subject: Subject, text: str) -> Link | None:
        """Link to a generated page, if it is there."""
        page = page_of(subject, self.root)
        return Link(page, '', text) if page in self.generated else None


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
        what = ' '.join(listing.patterns)
        return Selection((), (), f'no document matches {what!r}' if what else 'it is skipped')
    entries = index.listed(docnames[0]) if len(docnames) == 1 else index.merged(docnames)
    if listing.style == 'glossary':
        entries = tuple(entry for entry in entries if entry.role == 'defines' or entry.definitions)
    if not entries:
        return Selection(docnames, (), 'the documents have no keywords')
    if listing.kinds:
        entries = tuple(entry for entry in entries if entry.kind in listing.kinds)
        if not entries:
            return Selection(docnames, (), f'no keyword is of the kinds {", ".join(listing.kinds)}')
    if listing.roles:
        entries = tuple(entry for entry in entries if entry.role in listing.roles)
        if not entries:
            return Selection(docnames, (), f'no keyword has the roles {", ".join(listing.roles)}')
    return Selection(docnames, tuple(_sorted(entries, listing.sort)))


def _sorted(entries: tuple[Entry, ...], sort: str) -> Sequence[Entry]:
    if sort == 'score':
        return sorted(entries, key=lambda entry: -entry.score)
    if sort == 'position':
        return sorted(entries, key=lambda entry: min((s.docname, s.place.line) for s in entry.spots))
    return entries


def view_of(listing: Listing, site: Site) -> View:
    """Derive what a listing shows."""
    selection = select(listing, site.index)
    if listing.serial == 0:
        return _page(listing, selection, site)
    return _block(listing, selection, site)


def _block(listing: Listing, selection: Selection, site: Site) -> View:
    entries = selection.entries[: listing.limit or None]
    cut = len(selection.entries) - len(entries)
    make = _Rows(site, with_page=len(selection.docnames) > 1, anchored=False)
    view = View(listing.style, listing.docname, listing.title or _block_title(listing))
    if listing.style == 'sections':
        return view._replace(map=_map(entries, selection.docnames, site))
    groups = make.by_letter(entries) if listing.style == 'glossary' else make.by_kind(entries)
    if listing.style == 'compact' and not listing.limit:
        groups = [_compact(group) for group in groups]
        cut = sum(group.more for group in groups)
    return view._replace(
        groups=tuple(groups), rest=_rest(selection, site, cut) if cut else None
    )


def _block_title(listing: Listing) -> str:
    return _('Keywords') if listing.patterns else _('Keywords on this page')


def _compact(group: Group) -> Group:
    more = max(len(group.rows) - COMPACT, 0)
    return group._replace(rows=group.rows[: COMPACT if more else None], more=more)


def _rest(selection: Selection, site: Site, cut: int) -> Link | None:
    text = _('%d more') % cut
    if len(selection.docnames) == 1:
        return site.page(Subject('document', selection.docnames[0]), text)
    return site.page(Subject('glossary'), text)


def _page(listing: Listing, selection: Selection, site: Site) -> View:
    subject = subject_of(listing.docname, site.root)
    view = View(listing.style, listing.docname)
    if subject.page == 'glossary':
        rows = _Rows(site, with_page=True, anchored=True).by_letter(selection.entries)
        return view._replace(lead=_glossary_lead(selection), groups=tuple(rows))
    if subject.page == 'document':
        return _document_page(view, subject, selection, site)
    return _folder_page(view, subject, selection, site)


def _glossary_lead(selection: Selection) -> str:
    return _(
        'Every keyword that the %(pages)d pages define or explain, with links to the sections '
        'in which it stands.'
    ) % {'pages': len(selection.docnames)}


def _document_page(view: View, subject: Subject, selection: Selection, site: Site) -> View:
    record = site.index.documents[subject.name]
    path, url = site.original(subject.name)
    folder = subject.name.rpartition('/')[0]
    facts = (
        Fact(_('Document'), record.title, Link(subject.name, '', record.title)),
        Fact(_('Original file'), path, url=url),
        Fact(_('Folder'), f'{folder}/', site.page(Subject('folder', folder), f'{folder}/')),
        Fact(_('Project'), _('Keyword index'), site.page(Subject('glossary'), _('Keyword index'))),
    )
    return view._replace(
        lead=_('%(keywords)d keywords in %(sections)d sections.')
        % {'keywords': len(selection.entries), 'sections': len(record.sections) - 1},
        facts=facts,
        groups=tuple(_Rows(site, with_page=False, anchored=True).by_kind(selection.entries)),
        map_title=_('By section'),
        map=_map(selection.entries, selection.docnames, site),
    )


def _folder_page(view: View, subject: Subject, selection: Selection, site: Site) -> View:
    above = subject.name.rpartition('/')[0] if subject.name else None
    up = site.page(Subject('folder', above), f'{above}/') if above is not None else None
    glossary = site.page(Subject('glossary'), _('Keyword index'))
    facts = [
        Fact(_('Folder above'), f'{above}/', up) if up else None,
        Fact(_('Project'), _('Keyword index'), glossary) if glossary else None,
    ]
    return view._replace(
        lead=_('%(keywords)d keywords on %(pages)d pages.')
        % {'keywords': len(selection.entries), 'pages': len(selection.docnames)},
        facts=tuple(fact for fact in facts if fact),
        groups=tuple(_Rows(site, with_page=True, anchored=True).by_kind(selection.entries)),
        map_title=_('By page'),
        map=_page_map(selection, site),
        folders=tuple(_subfolders(subject.name, selection.docnames, site)),
    )


def _subfolders(
    folder: str, docnames: Sequence[str], site: Site
) -> Iterator[tuple[Link, int]]:
    for below in sorted(folders_of(docnames)):
        if below and below.rpartition('/')[0] == folder and below != folder:
            inside = [docname for docname in docnames if docname.startswith(f'{below}/')]
            link = site.page(Subject('folder', below), f'{below}/')
            if link:
                yield link, len(site.index.merged(inside))


class _Rows(NamedTuple):
    """Makes rows of entries."""

    site: Site
    #: whether to name the page of each place
    with_page: bool
    #: whether rows can be linked to
    anchored: bool

    def by_kind(self, entries: Iterable[Entry]) -> list[Group]:
        """Group by kind, in the useful order of kinds."""
        groups: dict[Kind, list[Row]] = {}
        for entry in entries:
            groups.setdefault(entry.kind, []).append(self.row(entry))
        return [
            Group(f'kind-{slug(kind)}', labels.plural(kind), tuple(groups[kind]))
            for kind in Kind
            if kind in groups
        ]

    def by_letter(self, entries: Iterable[Entry]) -> list[Group]:
        """Group by letter, in the order of the alphabet."""
        groups: dict[str, list[Row]] = {}
        for entry in entries:
            groups.setdefault(letter(entry.name), []).append(self.row(entry))
        return [
            Group(f'letter-{number}', title, tuple(rows))
            for number, (title, rows) in enumerate(groups.items(), 1)
        ]

    def row(self, entry: Entry) -> Row:
        """Show one keyword."""
        return Row(
            anchor_of(entry) if self.anchored else '',
            shown_name(entry),
            entry.kind,
            tuple(self._places(entry)),
            tuple((d.text, self._link(docname, d.section, d.anchor)) for docname, d in entry.definitions),
        )

    def _places(self, entry: Entry) -> Iterator[Link]:
        """Give one link for each section, that of the definition first."""
        seen = set()
        for docname, place in entry.spots:
            if (docname, place.section) not in seen:
                seen.add((docname, place.section))
                yield self._link(docname, place.section, place.anchor)

    def _link(self, docname: str, section: int, anchor: str) -> Link:
        record = self.site.index.documents[docname]
        where = record.sections[section]
        page = record.title if self.with_page else ''
        return Link(docname, anchor or where.id, where.title, page if page != where.title else '')


def _map(entries: Iterable[Entry], docnames: Iterable[str], site: Site) -> tuple[MapRow, ...]:
    """Turn keywords with sections into sections with keywords."""
    standing: dict[tuple[str, int], dict[str, Link]] = {}
    for entry in entries:
        if entry.kind is Kind.VARIABLE:
            continue
        for docname, place in entry.spots:
            where = standing.setdefault((docname, place.section), {})
            anchor = place.anchor or site.index.documents[docname].sections[place.section].id
            where.setdefault(shown_name(entry), Link(docname, anchor, shown_name(entry)))
    return tuple(
        MapRow(section.level, Link(docname, section.id, section.title), tuple(here.items()))
        for docname in docnames
        for number, section in enumerate(site.index.documents[docname].sections)
        if (here := standing.get((docname, number), {})) or number
    )


def _page_map(selection: Selection, site: Site) -> tuple[MapRow, ...]:
    """Turn keywords with pages into pages with the keywords that they define."""
    standing: dict[str, dict[str, Link]] = {docname: {} for docname in selection.docnames}
    for entry in selection.entries:
        for docname, place in entry.spots:
            anchor = place.anchor or site.index.documents[docname].sections[place.section].id
            name = shown_name(entry)
            standing[docname].setdefault(name, Link(docname, anchor, name))
    return tuple(
        MapRow(1, Link(docname, '', site.index.documents[docname].title), tuple(here.items()))
        for docname, here in standing.items()
    )


def shown_name(entry: Entry) -> str:
    """Write a keyword as readers know it: with parentheses if it is called."""
    called = entry.kind in {Kind.FUNCTION, Kind.METHOD} and not entry.name.endswith(')')
    return f'{entry.name}()' if called else entry.name


def slug(text: str) -> str:
    """Make a part of an anchor of the name of a kind."""
    return text.replace(' ', '-')


def anchor_of(entry: Entry) -> str:
    """Give the stable anchor of an entry: ``kw-``, its kind, its name.

    Whatever may not stand in an id of XML is written as ``-x``, its code point, ``-``; different
    keywords have different anchors.
    """
    name = re.sub(r'-(?=x[0-9a-f]+-)', '-x2d-', entry.name)
    escaped = re.sub(r'[^A-Za-z0-9._-]', lambda match: f'-x{ord(match[0]):x}-', name)
    return f'kw-{slug(entry.kind)}-{escaped}'
