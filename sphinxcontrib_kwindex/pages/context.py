"""Names of the generated pages, and what all views need to know of the project."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.i18n import _
from sphinxcontrib_kwindex.index.collation import DIGITS, IDEOGRAPHS, SYMBOLS, Alphabet, letter
from sphinxcontrib_kwindex.index.resolve import key_of
from sphinxcontrib_kwindex.model import WORDS, Kind
from sphinxcontrib_kwindex.pages.pagination import Pagination, Part
from sphinxcontrib_kwindex.pages.view import Link
from sphinxcontrib_kwindex.patterns import glob_escape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.index.entries import Entry, Key
    from sphinxcontrib_kwindex.index.project import Name, ProjectIndex

#: what may not stand in an id of XML
_UNSAFE = re.compile(r'[^A-Za-z0-9._-]')
#: a hyphen before what looks like the code of such a character
_LIKE_CODE = re.compile(r'-(?=x[0-9a-f]+-)')

_CALLED = frozenset({Kind.FUNCTION, Kind.METHOD})
_GROUPS = {DIGITS: 'digits', IDEOGRAPHS: 'ideographs', SYMBOLS: 'symbols'}


class PageId(NamedTuple):
    """What a generated page is about."""

    #: index, glossary, document or folder
    page: str
    #: the docname or the folder; empty for the whole project
    name: str = ''
    #: the part of a list that is too long for one page
    part: Part | None = None

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of the documents whose keywords the page shows."""
        if self.page == 'document':
            return (f'/{glob_escape(self.name)}',)
        return (f'/{glob_escape(self.name)}/' if self.name else '/',)

    def pagename(self, root: str) -> str:
        """Return the name of the page, as docnames are written."""
        part = f'-{self.part.slug}' if self.part else ''
        kind = 'doc' if self.page == 'document' else self.page
        return f'{root}/{kind}{part}/{self.name}' if self.name else f'{root}/{kind}{part}'

    @property
    def ancestors(self) -> list[PageId]:
        """The pages that lead to this one: the index, the folders above, the first page."""
        parts = self.name.split('/')
        found = [PageId('index')] if self[:2] != ('index', '') else []
        found += [PageId('folder', '/'.join(parts[:depth])) for depth in range(1, len(parts))]
        return [*found, self._replace(part=None)] if self.part else found


def page_ids(docnames: AbstractSet[str], kinds: Iterable[str]) -> Iterator[PageId]:
    """Yield the generated pages about these documents, without the parts of long lists."""
    for kind in kinds:
        if kind == 'documents':
            yield from (PageId('document', docname) for docname in sorted(docnames))
        elif kind == 'folders':
            yield from (PageId('folder', folder) for folder in sorted(folders_of(docnames)))
        else:
            yield PageId(kind)


def folders_of(docnames: Iterable[str]) -> set[str]:
    """Return all folders that contain documents, at any depth; the source root is not one."""
    folders = set()
    for docname in docnames:
        folder = docname.rpartition('/')[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition('/')[0]
    return folders


class PageContext:
    """The index, the generated pages of the builder at hand, and how they are divided."""

    def __init__(
        self,
        make_index: Callable[[], ProjectIndex],
        *,
        root: str = 'kwindex',
        kinds: Iterable[str] = (),
        is_free: Callable[[PageId], bool] = lambda _page: True,
        original: Callable[[str], tuple[str, str]] = lambda docname: (docname, ''),
        alphabet: Alphabet | None = None,
        page_size: int = 0,
        used_in: Iterable[Kind] = (),
    ) -> None:
        self._make_index = make_index
        self.root = root
        #: the kinds of pages that the builder generates
        self.kinds = tuple(kinds)
        #: whether no document of an author has the place of a page
        self._is_free = is_free
        #: docname -> path and address of the original file
        self.original = original
        self.alphabet = alphabet or Alphabet()
        self._page_size = page_size
        self._used_in = frozenset(used_in)
        self._paginations: dict[PageId, Pagination] = {}
        self._names: dict[PageId, dict[Key, Name]] = {}
        #: the list that was shown last, or some groups of it, by part
        self._entries: dict[object, dict[Part | None, list[Entry]]] = {}
        #: the links of the page that was asked for last
        self._elsewhere: dict[PageId, dict[Key, Link]] = {}

    @cached_property
    def index(self) -> ProjectIndex:
        """The index, which is made when it is first needed."""
        return self._make_index()

    @cached_property
    def pages(self) -> frozenset[PageId]:
        """The generated pages, without the parts of long lists."""
        return frozenset(filter(self._is_free, self._page_ids()))

    @property
    def replaced(self) -> list[str]:
        """The names of the pages that are left out, since documents have their places."""
        return [page.pagename(self.root) for page in self._page_ids() if page not in self.pages]

    def _page_ids(self) -> Iterator[PageId]:
        return page_ids(set(self.index.docnames), self.kinds)

    def has(self, page: PageId) -> bool:
        """Check whether this output has a page."""
        if page.page in {'index', 'glossary'}:
            return page.page in self.kinds and self._is_free(page)
        return page in self.pages

    def title(self, page: PageId) -> str:
        """Return the title of a generated page."""
        if page.part:
            return f'{self.title(page._replace(part=None))} ({page.part.label})'
        if page.page == 'document':
            return _('Keywords in %s') % self.index.documents[page.name].title
        if page.page == 'folder':
            return _('Keywords in %s') % f'{sanitize(page.name)}/'
        return _('Keyword index') if page.page == 'index' else _('Glossary')

    def link(self, page: PageId, text: str) -> Link | None:
        """Return a link to a generated page, if this output has it."""
        if not self.has(page._replace(part=None)):
            return None
        return Link(page.pagename(self.root), '', text)

    @cached_property
    def home(self) -> PageId:
        """The page with all keywords that can be linked to: the index, else the glossary."""
        index, glossary = PageId('index'), PageId('glossary')
        return glossary if self.has(glossary) and not self.has(index) else index

    def documents(self, page: PageId) -> list[str]:
        """Return the documents that a page is about."""
        return self.index.matching(page.patterns)

    def entries(self, page: PageId) -> list[Entry]:
        """Return what a page of a list shows."""
        groups = self.groups(page.part) if page.part else None
        shown = page._replace(part=None), groups
        if shown not in self._entries:
            by_part: dict[Part | None, list[Entry]] = defaultdict(list)
            pagination = self.pagination(page)
            for entry in self._sorted(page, groups):
                by_part[pagination.part_of(entry.name)].append(entry)
            self._entries = {shown: by_part}
        return self._entries[shown][page.part]

    def groups(self, part: Part) -> frozenset[str]:
        """Return the groups of full names in which the names of a part may stand."""
        return frozenset({part.letter, *map(letter, self.alphabet.prefixes)})

    def _sorted(self, page: PageId, groups: frozenset[str] | None) -> tuple[Entry, ...]:
        if groups is None and page.page in {'index', 'glossary'}:
            found = self.index.everything
        else:
            found = self.index.merged(self.documents(page), groups)
        if page.page == 'glossary':
            explains = bool(self.index.defined)  # else it has all keywords
            found = tuple(e for e in found if (e.is_defined if explains else e.listed))
        return self.alphabetical(found)

    def alphabetical(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Sort entries, which are in the order of their full names."""
        if not self.alphabet.prefixes:
            return entries
        return tuple(sorted(entries, key=self._sort_key))

    def _sort_key(self, entry: Entry) -> tuple[object, ...]:
        return self.alphabet.sort_key(entry.name)

    def parts(self, page: PageId) -> Mapping[Part, int]:
        """Return the parts of a list with their sizes; none if it fits on one page."""
        return self.pagination(page).sizes

    def pagination(self, page: PageId) -> Pagination:
        """Return how a list is divided: not at all if a document has the name of a part."""
        whole = page._replace(part=None)
        if whole not in self._paginations:
            names = self.names(whole).values() if self._may_be_long(whole) else ()
            found = Pagination((name.name for name in names), self.alphabet, self._page_size)
            if not all(self._is_free(whole._replace(part=part)) for part in found.sizes):
                found = Pagination((), self.alphabet, 0)
            self._paginations[whole] = found
        return self._paginations[whole]

    def _may_be_long(self, page: PageId) -> bool:
        """Exclude most lists from counting without merging them."""
        if not self._page_size or page.page == 'document':
            return False
        return sum(map(self.index.size, self.documents(page))) > self._page_size

    def names(self, page: PageId) -> dict[Key, Name]:
        """Return the keywords of a long list."""
        whole = page._replace(part=None)
        if whole not in self._names:
            names = self.index.names(self.documents(whole))
            if page.page == 'glossary':
                names = {key: name for key, name in names.items() if self._is_explained(key, name)}
            self._names[whole] = names
        return self._names[whole]

    def _is_explained(self, key: Key, name: Name) -> bool:
        """Check whether the glossary has a name: any that is listed if nothing is explained."""
        return key in self.index.defined or (name.listed and not self.index.defined)

    def entry_link(self, name: str, kind: Kind, text: str) -> Link | None:
        """Return a link to the entry of a keyword in the index, else in the glossary."""
        if not self._home_parts:
            return None
        key = key_of(name, kind)
        if self.home.page == 'glossary' and not self._is_explained(key, self.index.all_names[key]):
            return None
        page = self._home_parts[self.pagination(self.home).part_of(name)]
        return Link(page, anchor_of(name, kind), text)

    @cached_property
    def _home_parts(self) -> dict[Part | None, str]:
        """The names of the pages of the index, if this output has it."""
        parts = [None, *self.parts(self.home)] if self.has(self.home) else []
        return {part: self.home._replace(part=part).pagename(self.root) for part in parts}

    def elsewhere(self, page: PageId) -> dict[Key, Link]:
        """Return a link to the entry of each listed keyword that other documents have too."""
        whole = page._replace(part=None)
        if whole not in self._elsewhere:
            docnames = [page.name] if page.page == 'document' else self.documents(page)
            found = self.index.outside(docnames) if self._home_parts else ()
            text = _('elsewhere')
            links = ((key, self.entry_link(name.name, name.kind, text)) for key, name in found)
            self._elsewhere = {whole: {key: link for key, link in links if link}}
        return self._elsewhere[whole]

    @cached_property
    def objects(self) -> dict[str, dict[str, list[Entry]]]:
        """The objects whose descriptions show their uses: document -> anchor -> entries."""
        return self.index.objects(self._used_in)

    @cached_property
    def all_pages(self) -> list[PageId]:
        """All generated pages, with the parts of long lists."""
        found = []
        for page in sorted(self.pages):
            found.append(page)
            found += [page._replace(part=part) for part in self.parts(page)]
        return found


def shown_name(name: str, kind: Kind) -> str:
    """Return a keyword as readers know it: with parentheses if it is called."""
    return f'{name}()' if kind in _CALLED and name[-1:] != ')' else name


def is_word(kind: Kind) -> bool:
    """Check whether names of a kind are words of a language; all others are set as code."""
    return kind in WORDS


def anchor_of(name: str, kind: Kind) -> str:
    """Return the stable anchor of an entry: ``kw-``, its kind, its name.

    Characters that may not stand in an id of XML are written as ``-x``, their code point, ``-``;
    different keywords have different anchors.
    """
    return f'kw-{slug(kind)}-{id_of(name)}'


def id_of(name: str) -> str:
    """Return a name as it stands at the end of anchors."""
    if name.isidentifier() and name.isascii():
        return name
    return _escaped(_LIKE_CODE.sub('-x2d-', name))


def letter_anchor(title: str) -> str:
    """Return the anchor of the group of a letter."""
    return f'letter-{_GROUPS.get(title) or _escaped(title.lower())}'


@cache
def slug(kind: Kind) -> str:
    """Return the name of a kind as a part of an anchor."""
    return kind.replace(' ', '-')


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda match: f'-x{ord(match[0]):x}-', text)
