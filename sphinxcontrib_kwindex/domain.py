"""The ``kw`` domain: how the rest of Sphinx reads the index."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import quote

from docutils import nodes
from sphinx.domains import Domain, Index, ObjType
from sphinx.errors import NoUri
from sphinx.roles import XRefRole
from sphinx.util import docname_join
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex import kept
from sphinxcontrib_kwindex.conditions import is_shown
from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.index import ProjectIndex
from sphinxcontrib_kwindex.judge import Choice
from sphinxcontrib_kwindex.outputs import page_size, shown
from sphinxcontrib_kwindex.printed import PrintedIndex
from sphinxcontrib_kwindex.store import VERSION, RecordStore
from sphinxcontrib_kwindex.subjects import Subject, page_of
from sphinxcontrib_kwindex.view import Link, Shelf, Site, anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from sphinx.addnodes import pending_xref
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.written import Written


class KeywordDomain(Domain):
    """Resolves references to keywords and to keyword pages. The collector writes its records."""

    name = 'kw'
    label = 'Keyword index'
    object_types: ClassVar[dict[str, ObjType]] = {'keyword': ObjType('keyword', 'ref')}
    roles: ClassVar[dict[str, Any]] = {
        'ref': XRefRole(warn_dangling=True),
        'doc': XRefRole(warn_dangling=True, innernodeclass=nodes.inline),
    }
    dangling_warnings: ClassVar[dict[str, str]] = {
        'ref': 'no keyword %(target)r is defined or explained in this documentation',
        'doc': 'no keyword page for a document %(target)r',
    }
    indices: ClassVar[list[type[Index]]] = [PrintedIndex]
    initial_data: ClassVar[dict[str, Any]] = {'records': RecordStore()}
    data_version = VERSION

    _shelf: Shelf | None = None
    _site: Site | None = None

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        #: the documents that this build must write anew; see the module ``rewrite``
        self.pending: frozenset[str] = frozenset()
        #: what there is when it has
        self.written: Written | None = None
        #: whether all that is shown is what it was
        self.is_same = False
        #: whether the build before this one was interrupted; see the module ``unfinished``
        self.is_unfinished = False
        #: the documents that this build has written
        self.done: set[str] = set()
        #: whether templates show keywords, once they are looked into; see the module ``sidebar``
        self.is_in_templates: bool | None = None
        #: whether search and inventory may have our keywords; see the module ``inventory``
        self.offers_objects = False

    @classmethod
    def of(cls, env: BuildEnvironment) -> KeywordDomain:
        """Give the domain of an environment, with its type."""
        domain = env.domains['kw']
        assert isinstance(domain, cls)
        return domain

    @property
    def records(self) -> RecordStore:
        """The record of each document."""
        records: RecordStore = self.data['records']
        return records

    def shelf(self, builder: Builder) -> Shelf:
        """Give the keywords of all documents as this builder shows them, derived once a build."""
        if self._shelf is None:
            config = builder.config
            index = ProjectIndex(
                self.records,
                lambda chain: is_shown(builder, chain),
                Choice(
                    frozenset(config.kwindex_keep),
                    frozenset(config.kwindex_kinds),
                    config.kwindex_threshold,
                ),
                kept.load(builder),
            )
            project = project_of(self.env)
            taken = project.taken(self.records)
            self._shelf = Shelf(
                index,
                page_size(builder),
                config.kwindex_common_prefix,
                lambda subject: bool(taken.clash(page_of(subject, project.root))),
            )
        return self._shelf

    def site(self, builder: Builder) -> Site:
        """Give the keywords, and where their pages are, once these are generated."""
        if self._site is None:
            root = project_of(self.env).root
            pages = shown(self.env, builder)
            self._site = Site(partial(self.shelf, builder), root, pages, self.original)
        return self._site

    @property
    def current_site(self) -> Site | None:
        """What has been derived in this build, for those who do not know the builder."""
        return self._site

    def setup(self) -> None:
        """Make no label for our index, whose HTML is a document: it has a label of its own."""

    def forget_site(self) -> None:
        """Let go of what was found out: what it was found in changes, or nobody needs it more."""
        self._shelf = self._site = self.is_in_templates = None

    def original(self, docname: str) -> tuple[str, str]:
        """Give path and address of the file that a document is about."""
        config = self.env.config
        path = source_path(docname, config) or str(self.env.doc2path(docname, base=False))
        url = config.kwindex_source_url
        quoted = quote(path, errors='surrogateescape')  # a name of a file may be any bytes
        return path, url.replace('{path}', quoted) if url else ''

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Leave the merging to the collector, the only writer."""

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Give the entries of the glossary, if that is wanted."""
        if self._site and self.offers_objects:
            for name, entries in self._site.index.by_name.items():
                link = self._link_to(entries[0], self._site)
                yield name, name, 'keyword', link.docname, link.anchor, 1

    def resolve_xref(  # noqa: PLR0917  Sphinx's signature
        self,
        env: BuildEnvironment,
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
            contnode.clear()  # what stays when there is no link
            contnode += nodes.Text(link.text)
        if link.docname in project_of(env).generated - self.site(builder).generated:
            raise NoUri
        anchor = link.anchor if builder.name != 'singlehtml' else ''  # Sphinx's own have no target
        return make_refnode(builder, fromdocname, link.docname, anchor, contnode)

    def resolve_any_xref(self, *_arguments: Any, **_more: Any) -> list[Any]:  # noqa: ANN401  unused
        """Never compete for ``:any:``: what we know, the other domains know better."""
        return []

    def link(self, role: str, target: str, docname: str, builder: Builder) -> Link | None:
        """Find what a role in a document refers to."""
        if role == 'ref':
            return self._keyword_link(target, builder)
        return self._document_link(target, docname)

    def _keyword_link(self, target: str, builder: Builder) -> Link | None:
        """Find what a name refers to."""
        site = self.site(builder)
        entry = find(site.index, target)
        return self._link_to(entry, site) if entry else None

    def _link_to(self, entry: Entry, site: Site) -> Link:
        """Lead to the glossary's entry of a keyword, or to its definition without a glossary."""
        glossary = site.page_with(entry, Subject('glossary'), entry.name)
        if glossary:
            return glossary._replace(anchor=anchor_of(entry))
        spot = entry.spots[0]
        section = site.index.documents[spot.docname].sections[spot.place.section]
        return Link(spot.docname, spot.place.anchor or section.id, entry.name)

    def _document_link(self, target: str, docname: str) -> Link | None:
        """Find the keyword page of a document, named as in ``:doc:``."""
        project = project_of(self.env)
        page = page_of(Subject('document', docname_join(docname, target)), project.root)
        if page not in project.generated:
            return None
        return Link(page, '', self.env.titles[page].astext())


def find(index: ProjectIndex, target: str) -> Entry | None:
    """Find a keyword of the glossary: its exact name, the only one in any case, or ending so."""
    target = target.removesuffix('()')
    if exact := index.by_name.get(target):
        return exact[0]
    caseless = index.by_caseless_name.get(target.casefold(), [])
    if len({entry.name for entry in caseless}) == 1:
        return caseless[0]
    return next(iter(index.by_ending.get(target, ())), None)


def source_path(docname: str, config: Config) -> str:
    """Apply the first pattern of ``kwindex_source_path`` that matches a docname."""
    for pattern, replacement in config.kwindex_source_path.items():
        if match := re.fullmatch(pattern, docname):
            return match.expand(replacement)
    return ''
