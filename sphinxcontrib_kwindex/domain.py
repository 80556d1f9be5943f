"""The ``kw`` domain: roles, objects, the printed index, and references to the generated pages."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote

from docutils import nodes
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.errors import NoUri
from sphinx.roles import XRefRole
from sphinx.util import docname_join
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex.config import root_of
from sphinxcontrib_kwindex.i18n import _, singular
from sphinxcontrib_kwindex.index.collation import Alphabet
from sphinxcontrib_kwindex.index.conditions import is_shown
from sphinxcontrib_kwindex.index.links import Links
from sphinxcontrib_kwindex.index.project import Choice, ProjectIndex
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.pages.context import (
    PageContext,
    PageId,
    shown_name,
    slug,
)
from sphinxcontrib_kwindex.pages.files import FileNames, page_kinds, page_size
from sphinxcontrib_kwindex.pages.roles import ObjectRoles, comparable, described
from sphinxcontrib_kwindex.pages.rows import changes_in_words
from sphinxcontrib_kwindex.pages.toctrees import documents_in_order, forget_pages
from sphinxcontrib_kwindex.pages.view import Link
from sphinxcontrib_kwindex.records import VERSION, RecordStore, records_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.index.entries import Entry

#: the label of the index, as ``genindex`` is that of the general index
LABEL = 'kwindex'

#: makers of docsets read the end of a type, as in ``rst:directive:option``, and know only types of
#: Sphinx's domains; doc2dash leaves out all others
_SHOWN_AS: Final = {
    Kind.ENUM: 'type',
    Kind.ENVIRONMENT_VARIABLE: 'envvar',
    Kind.NAMESPACE: 'module',
    Kind.IMPORT: 'module',
    Kind.DIRECTIVE: 'term',
    Kind.ROLE: 'term',
    Kind.COMMAND: 'term',
    Kind.FILE: 'term',
    Kind.ACRONYM: 'term',
    Kind.NAME: 'term',
}


class KeywordIndex(Index):
    """The glossary with page numbers, as LaTeX and Texinfo print it."""

    name = 'index'
    localname = _('Keyword index')

    domain: KeywordDomain

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the entries by letter; none for HTML, which has a page of its own."""
        included, context = set(docnames or ()), self.domain.current_context
        if context is None or not included:
            return [], False
        groups: dict[str, list[IndexEntry]] = {}
        for entry in context.alphabetical(context.index.glossary):
            for docname, anchor in _targets(entry, context.index):
                if docname in included and anchor:
                    extra = '; '.join((singular(entry.kind), *changes_in_words(entry.changes)))
                    name = shown_name(entry.name, entry.kind)
                    printed = IndexEntry(name, 0, docname, anchor, extra, '', '')
                    letter = context.alphabet.letter(entry.name)
                    groups.setdefault(letter, []).append(printed)
                    break
        return list(groups.items()), False


def _targets(entry: Entry, index: ProjectIndex) -> Iterator[tuple[str, str]]:
    """Yield document and anchor of each place of an entry, the definition first."""
    for docname, place, *_order in entry.locations:
        yield docname, place.anchor or index.documents[docname].sections[place.section].id


def _object_type(kind: Kind) -> str:
    """Return the type of the keywords of a kind as objects."""
    return ':'.join(filter(None, (slug(kind), _SHOWN_AS.get(kind))))


class KeywordDomain(Domain):
    """Roles that refer to keywords and keyword pages, and keywords as objects."""

    name = 'kw'
    label = 'Keyword index'
    #: one type for each kind, the most specific first: intersphinx takes the first that it finds
    object_types: ClassVar[dict[str, ObjType]] = {
        _object_type(kind): ObjType(singular(kind), 'ref') for kind in Kind
    }
    roles: ClassVar[dict[str, Any]] = {
        'ref': XRefRole(warn_dangling=True),
        'doc': XRefRole(warn_dangling=True, innernodeclass=nodes.inline),
    }
    dangling_warnings: ClassVar[dict[str, str]] = {
        'ref': 'no keyword %(target)r is defined or explained in this documentation',
        'doc': 'no keyword page for a document %(target)r',
    }
    indices: ClassVar[list[type[Index]]] = [KeywordIndex]
    initial_data: ClassVar[dict[str, Any]] = {'records': RecordStore()}
    data_version = VERSION

    #: the builder at hand, and what is derived of the records for it
    _builder: Builder | None = None
    _context: PageContext | None = None
    _links: Links | None = None
    _owners: dict[tuple[str, str], str] | None = None
    #: whether this build has written a link to the index on a page of an author
    is_linked = False

    @classmethod
    def of(cls, env: BuildEnvironment) -> KeywordDomain:
        """Return the domain of an environment."""
        domain = env.domains['kw']
        assert isinstance(domain, cls)
        return domain

    @property
    def records(self) -> RecordStore:
        """The record of each document."""
        return records_of(self.env)

    def setup(self) -> None:
        """Add no label for the printed index: ``missing-reference`` resolves ``kwindex``."""

    def start(self, builder: Builder) -> None:
        """Begin a build: what was derived for an earlier one is out of date."""
        self._builder, self.is_linked = builder, False
        self._context = self._links = self._owners = None
        self.__dict__.pop('roles_of_objects', None)

    def end(self) -> None:
        """End a build: free what was derived, and the names of pages in toctrees."""
        self._builder = self._context = self._links = self._owners = None
        self.__dict__.pop('roles_of_objects', None)
        forget_pages()

    @property
    def current_context(self) -> PageContext | None:
        """Index and pages, for those who do not know the builder."""
        return self.context(self._builder) if self._builder else None

    @cached_property
    def roles_of_objects(self) -> ObjectRoles:
        """The roles that refer to objects, derived once in a build."""
        return ObjectRoles(self.env)

    @property
    def builder(self) -> Builder | None:
        """The builder at hand."""
        return self._builder

    def context(self, builder: Builder) -> PageContext:
        """Return index and pages as a builder shows them, derived once in a build."""
        if self._context is None or builder is not self._builder:
            self._builder, self._links = builder, None
            self._context = PageContext(
                lambda: self._index(builder),
                root=root_of(builder.config),
                kinds=page_kinds(builder),
                is_free=FileNames(builder).are_free,
                original=self.original,
                alphabet=Alphabet(builder.config.modindex_common_prefix),
                page_size=page_size(builder),
                used_in=map(Kind, builder.config.kwindex_used_in),
            )
        return self._context

    def _index(self, builder: Builder) -> ProjectIndex:
        config = builder.config
        choice = Choice(
            frozenset(config.kwindex_keep),
            frozenset(config.kwindex_kinds),
            {name: Kind(kind) for name, kind in config.kwindex_kind_of.items()},
        )
        order = documents_in_order(builder.env)
        return ProjectIndex(self.records, lambda chain: is_shown(builder, chain), choice, order)

    def links(self, builder: Builder) -> Links:
        """Return the automatic links of all documents, derived once in a build."""
        context = self.context(builder)
        if self._links is None:
            config = builder.config
            self._links = Links(context.index, config.kwindex_links, config.kwindex_links_skip)
        return self._links

    def owners(self, domains: Iterable[str]) -> dict[tuple[str, str], str]:
        """Return the domain of each object of some domains, by document and anchor."""
        if self._owners is None:
            self._owners = {
                (docname, anchor): name
                for name in domains
                for *_names, docname, anchor, _priority in self.env.get_domain(name).get_objects()
            }
        return self._owners

    def original(self, docname: str) -> tuple[str, str]:
        """Return path and address of the file that a document is about."""
        config = self.env.config
        path = str(self.env.doc2path(docname, base=False))
        for pattern, replacement in config.kwindex_source_path.items():
            if match := re.fullmatch(pattern, docname):
                path = match.expand(replacement)
                break
        url = config.kwindex_source_url
        quoted = quote(path, errors='surrogateescape')  # a file name may be any bytes
        return path, url.replace('{path}', quoted) if url else ''

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Do nothing: the environment collector merges the records."""

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield the entries of the glossary, if ``kwindex_objects`` is set.

        The inventory has all for ``:kw:ref:``; Sphinx's search only what no other domain describes.
        """
        if not self.env.config.kwindex_objects:
            return
        if context := self.current_context:
            names = described(self.env)
            for entry in context.index.glossary:
                docname, anchor = next(_targets(entry, context.index))
                priority = -1 if comparable(entry.name) in names.get((docname, anchor), ()) else 1
                yield entry.name, entry.name, _object_type(entry.kind), docname, anchor, priority

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: A002, ARG002, FBT001, FBT002  Sphinx's signature
        """Return the label of an object in Sphinx's search: that of its kind."""
        return type.lname

    def resolve_xref(  # noqa: PLR0917  Sphinx's signature
        self,
        env: BuildEnvironment,  # noqa: ARG002
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Resolve ``:kw:ref:`` and ``:kw:doc:``."""
        link = self.link(typ, target, node.get('refdoc', fromdocname), builder)
        if link is None:
            return None
        if typ == 'doc' and not node.get('refexplicit'):
            contnode.clear()
            contnode += nodes.Text(link.text)
        if not link.docname:
            raise NoUri
        self.is_linked |= typ == 'ref'
        anchor = link.anchor if builder.name != 'singlehtml' else ''  # Sphinx's own have no target
        return make_refnode(builder, fromdocname, link.docname, anchor, contnode)

    def resolve_any_xref(self, *_arguments: Any, **_more: Any) -> list[Any]:  # noqa: ANN401  unused
        """Return nothing: matches make ``:any:`` ambiguous, and without the method MyST warns."""
        return []

    def link(self, role: str, target: str, docname: str, builder: Builder) -> Link | None:
        """Return what a role in a document refers to; no document if this output lacks it."""
        context = self.context(builder)
        if role == 'ref':
            return _keyword_link(target, context)
        page = PageId('document', docname_join(docname, target))
        is_configured = 'documents' in builder.config.kwindex_pages
        if page.name not in context.index.docnames or not is_configured:
            return None
        title = context.title(page)
        return context.link(page, title) or Link('', '', title)


def _keyword_link(target: str, context: PageContext) -> Link | None:
    """Return a link to the entry of a keyword, or to its definition where no page has it."""
    found = context.index.find(target)
    if found is None:
        return None
    name, kind = found
    if link := context.entry_link(name, kind, name):
        return link
    entry = context.index.entry(name, kind)
    assert entry is not None
    return Link(*next(_targets(entry, context.index)), name)


def resolve_label(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.reference | None:
    """Resolve ``:ref:`kwindex```, unless an author has such a label."""
    if node.get('reftype') != 'ref' or node.get('reftarget') != LABEL:
        return None
    domain = KeywordDomain.of(env)
    context = domain.context(app.builder)
    title = context.title(context.home)
    if not node.get('refexplicit'):
        contnode.clear()
        contnode += nodes.Text(title)
    if link := context.link(context.home, title):
        domain.is_linked = True
        return make_refnode(app.builder, node['refdoc'], link.docname, '', contnode)
    raise NoUri
