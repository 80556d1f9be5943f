"""Views of the generated pages: index, glossary, one page per document and per folder."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import i18n
from sphinxcontrib_kwindex.i18n import _, number
from sphinxcontrib_kwindex.index.entries import best
from sphinxcontrib_kwindex.index.ranking import digest
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.pages.context import PageId, folders_of, letter_anchor
from sphinxcontrib_kwindex.pages.rows import Rows, keyword_link, page_map, section_map
from sphinxcontrib_kwindex.pages.view import KEY_TERMS, LONG, Fact, Group, Link, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxcontrib_kwindex.index.entries import Entry
    from sphinxcontrib_kwindex.pages.context import PageContext
    from sphinxcontrib_kwindex.pages.pagination import Part


def page_digest(page: PageId, context: PageContext) -> str:
    """Return a digest of what a generated page shows."""
    index = context.index
    docnames = [page.name] if page.page == 'document' else context.documents(page)
    shown: list[object]
    if page.part:
        groups = sorted(context.groups(page.part))
        shown = [(docname, index.digests_of(docname, groups)) for docname in docnames]
    else:
        shown = [(docname, index.digest_of(docname)) for docname in docnames]
    originals = context.original(page.name) if page.page == 'document' else ()
    parts = [(part.slug, number) for part, number in context.parts(page).items()]
    around = [part for part, _number in parts] if page.part else parts
    elsewhere = context.elsewhere(page) if page.page in {'document', 'folder'} else {}
    return digest(page, shown, originals, around, list(elsewhere.items()))


def data_file(page: PageId, context: PageContext) -> str:
    """Return the name of the script with the names of a long list, for the filter."""
    name = page._replace(part=None).pagename(context.root)
    short = sha256(name.encode(errors='surrogateescape')).hexdigest()[:8]
    return f'_static/kwindex-data-{short}.js'


def page_view(page: PageId, context: PageContext) -> View:
    """Return the view of a generated page."""
    view = View(
        'page' if page.page in {'document', 'folder'} else 'glossary',
        page.pagename(context.root),
        context.title(page),
        is_page=True,
        has_filter=True,
        explained=0 if page.page == 'index' else -1,
    )
    if page.part:
        return _part(view, page, context)
    if page.page == 'document':
        return _document(view, page, context)
    view = view._replace(
        lead=_lead(page, context),
        facts=tuple(_facts(page, context)),
    )
    if page.page != 'glossary':
        docnames = context.documents(page)
        view = view._replace(
            folders=tuple(_subfolders(page.name, docnames, context)),
            map_title=_('By page'),
            map=tuple(page_map(page.name, docnames, context)),
        )
    if context.parts(page):
        return _divided(view, page, context)
    entries = context.entries(page)
    if page.page == 'folder':
        rows = Rows(context, with_page=True, elsewhere=context.elsewhere(page))
        groups = tuple(rows.by_kind(entries))
        view = view._replace(groups=groups, total=len(entries), mark=_('defined'))
        return view._replace(listed=sum(entry.listed for entry in entries))
    rows = Rows(context, with_page=True)
    if page.page == 'index':
        explained = sum(entry.is_defined for entry in entries)
        view = view._replace(explained=explained if 0 < explained < len(entries) else -1)
    return from_a_to_z(view, rows.by_letter(entries), entries)


def from_a_to_z(view: View, groups: Sequence[Group], entries: Sequence[Entry]) -> View:
    """Return a view with groups by letter, links to them, and kinds to filter by."""
    kinds = Counter(entry.kind for entry in entries)
    return view._replace(
        groups=tuple(groups),
        letters=tuple(Link(view.docname, group.anchor, group.title) for group in groups),
        kinds=tuple((kind, kinds[kind]) for kind in Kind if kinds[kind]),
        total=len(entries),
        listed=sum(entry.listed for entry in entries),
        has_filter=True,
    )


def _divided(view: View, page: PageId, context: PageContext) -> View:
    """Return the first page of a long list, which links to all parts and shows no keyword."""
    names = context.names(page).values()
    kinds = {name.kind for name in names}
    return view._replace(
        parts=tuple(_part_links(page, context)),
        letters=tuple(_letters(page, context)),
        kinds=tuple((kind, 0) for kind in Kind if kind in kinds),
        total=len(names),
        listed=sum(name.listed for name in names),
    )


def _part(view: View, page: PageId, context: PageContext) -> View:
    """Return a part of a long list."""
    shown = context.entries(page)
    elsewhere = context.elsewhere(page) if page.page == 'folder' else {}
    rows = Rows(context, with_page=True, elsewhere=elsewhere)
    view = from_a_to_z(view, rows.by_letter(shown), shown)
    lead = _('%s of a list that is too long for one page.') % i18n.keywords(view.listed)
    return view._replace(
        lead=' '.join([lead, *_in_passing(view.total - view.listed)]),
        parts=tuple(_part_links(page, context)),
        letters=tuple(_letters(page, context)),
        kinds=tuple((kind, 0) for kind, _number in view.kinds),
    )


def _part_links(page: PageId, context: PageContext) -> Iterator[Link]:
    for part in context.parts(page):
        name = page._replace(part=part).pagename(context.root)
        yield Link(name, '', part.label)


def _letters(page: PageId, context: PageContext) -> Iterator[Link]:
    """Yield a link to each letter on the first page that has it."""
    firsts: dict[str, Part] = {}
    for part in context.parts(page):
        firsts.setdefault(part.letter, part)
    for title, part in firsts.items():
        name = page._replace(part=part).pagename(context.root)
        yield Link(name, letter_anchor(title), title)


def _lead(page: PageId, context: PageContext) -> str:
    lead = {
        'index': _('%(keywords)s %(on_pages)s of this documentation.'),
        'folder': _('%(keywords)s %(on_pages)s in this folder or below it.'),
        'glossary': _(
            '%(keywords)s: everything that is defined or explained %(on_pages)s of this '
            'documentation, with links to all sections in which it stands.'
        ),
    }[page.page if context.index.defined or page.page == 'folder' else 'index']
    shown = context.names(page).values() if context.parts(page) else context.entries(page)
    listed = sum(one.listed for one in shown)
    words = {
        'keywords': i18n.keywords(listed),
        'on_pages': i18n.on_pages(len(context.documents(page))),
    }
    return ' '.join([lead % words, *_in_passing(len(shown) - listed)])


def _in_passing(names: int) -> Iterator[str]:
    """Yield how many names are shown last, if there are any."""
    if names:
        yield _('%s more names stand only in code or in passing.') % number(names)


def _facts(page: PageId, context: PageContext) -> Iterator[Fact]:
    """Yield links to the pages around a list."""
    index, glossary = PageId('index'), PageId('glossary')
    if page.page == 'folder':
        yield from _links_up(page.name.rpartition('/')[0], _('Folder above'), context)
    elif page.page == 'index' and (link := context.link(glossary, context.title(glossary))):
        yield Fact(_('Only what is defined or explained'), link.text, link)
    elif page.page == 'glossary' and (link := context.link(index, context.title(index))):
        yield Fact(_('Also what is only mentioned'), link.text, link)


def _links_up(folder: str, label: str, context: PageContext) -> Iterator[Fact]:
    """Yield links to the page of a folder, and to the index."""
    if folder and (page := context.link(PageId('folder', folder), f'{folder}/')):
        yield Fact(label, page.text, page)
    if home := context.link(context.home, context.title(context.home)):
        yield Fact(_('See also'), home.text, home)


def _document(view: View, page: PageId, context: PageContext) -> View:
    entries = context.alphabetical(context.index.shown(page.name))
    listed = [entry for entry in entries if entry.listed]
    rows = Rows(context, with_page=False, elsewhere=context.elsewhere(page))
    sections = len(context.index.documents[page.name].sections) - 1
    lead = [_document_lead(len(listed), sections), *_in_passing(len(entries) - len(listed))]
    return view._replace(
        lead=' '.join(lead),
        facts=tuple(_document_facts(page.name, context)),
        groups=tuple(rows.by_kind(entries)),
        key_terms=tuple(
            keyword_link(entry, entry.locations[0], context)
            for entry in best(entries, KEY_TERMS)
            if len(listed) > LONG
        ),
        map_title=_('By section'),
        map=tuple(section_map(entries, [page.name], context)),
        total=len(entries),
        listed=len(listed),
        mark=_('defined here'),
    )


def _document_lead(keywords: int, sections: int) -> str:
    words = i18n.keywords(keywords)
    if sections < 1:
        return _('%s of this document, by kind.') % words
    return _('%(keywords)s %(in_sections)s of this document, by kind.') % {
        'keywords': words,
        'in_sections': i18n.in_sections(sections),
    }


def _document_facts(docname: str, context: PageContext) -> Iterator[Fact]:
    title = context.index.documents[docname].title
    path, url = context.original(docname)
    yield Fact(_('Document'), title, Link(docname, '', title))
    yield Fact(_('Original file'), path, url=url, literal=True)
    yield from _links_up(docname.rpartition('/')[0], _('Folder'), context)


def _subfolders(
    folder: str, docnames: Sequence[str], context: PageContext
) -> Iterator[tuple[Link, int]]:
    for below in sorted(folders_of(docnames)):
        if below.rpartition('/')[0] == folder and below != folder:
            page = PageId('folder', below)
            if link := context.link(page, f'{below}/'):
                yield link, len(context.documents(page))
