"""The ``kw`` domain: roles, objects, the printed index, and references to the generated pages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import quote

from docutils import nodes
from sphinx.addnodes import toctree
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.domains import Domain, Index, IndexEntry, ObjType
from sphinx.domains.std import StandardDomain
from sphinx.errors import NoUri
from sphinx.roles import XRefRole
from sphinx.util import docname_join
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex.collect.domain_objects import kind_of
from sphinxcontrib_kwindex.config import root_of
from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.i18n import _, singular
from sphinxcontrib_kwindex.index.collation import Alphabet
from sphinxcontrib_kwindex.index.conditions import is_shown
from sphinxcontrib_kwindex.index.links import Links
from sphinxcontrib_kwindex.index.project import Choice, ProjectIndex
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.pages.context import (
    PageContext,
    PageId,
    folders_of,
    shown_name,
    slug,
)
from sphinxcontrib_kwindex.pages.rows import changes_in_words
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

#: types of the standard domain that are no names
_NO_NAMES: Final = frozenset({'doc', 'label'})

#: how ids of objects begin if they do not end with the name
_PREFIX: Final = re.compile(r'_CPPv\d|\w+-|')

#: the pages that Sphinx generates
_SPHINX_PAGES = dict(StandardDomain._virtual_doc_names)  # noqa: SLF001


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


def documents_in_order(env: BuildEnvironment) -> Iterator[str]:
    """Yield the documents that toctrees lead to, in their order."""
    waiting, seen = [env.config.root_doc], set()
    while waiting:
        docname = waiting.pop()
        if docname not in seen:
            seen.add(docname)
            yield docname
            waiting += reversed(env.toctree_includes.get(docname, []))


def _targets(entry: Entry, index: ProjectIndex) -> Iterator[tuple[str, str]]:
    """Yield document and anchor of each place of an entry, the definition first."""
    for docname, place, *_order in entry.locations:
        yield docname, place.anchor or index.documents[docname].sections[place.section].id


class References:
    """Roles that refer to the objects of all domains."""

    def __init__(self, env: BuildEnvironment) -> None:
        #: document and anchor -> role and target
        self._objects: dict[tuple[str, str], tuple[str, str]] = {}
        #: prefix of anchors -> domain -> slug of a kind -> role
        found: dict[str, dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
        sizes: Counter[tuple[str, str]] = Counter()
        for domain in env.domains.sorted():
            for name, _shown, objtype, docname, anchor, _priority in domain.get_objects():
                role = domain.role_for_objtype(objtype)
                if not role or not anchor or objtype in _NO_NAMES or domain.name == 'kw':
                    continue
                role = role if domain.name == 'std' else f'{domain.name}:{role}'
                target = '' if role == 'option' else name
                self._objects.setdefault((docname, anchor), (role, target))
                match = _PREFIX.match(anchor)
                assert match
                prefix = anchor.removesuffix(name) if anchor.endswith(name) else match[0]
                found[prefix][domain.name].setdefault(slug(kind_of(objtype, name)), role)
                sizes[prefix, domain.name] += 1
        self._rules = [
            (kind, prefix, role)
            for prefix, domains in sorted(found.items(), reverse=True)
            for name in [max(sorted(domains), key=lambda name: sizes[prefix, name])]
            for default in ['py:obj' if (prefix, name) == ('', 'py') else '']
            for kind, role in _by_kind(domains[name], default)
        ]
        paths = [str(env.doc2path(docname)) for docname in env.found_docs]
        suffixes = env.config.source_suffix
        parsers = Counter(suffixes.get(Path(path).suffix) for path in paths)
        #: the kinds of markup of this documentation, the most frequent first
        self.forms = ' '.join(
            form
            for parser, _n in parsers.most_common()
            if (form := {'restructuredtext': 'rst', 'markdown': 'md'}.get(parser or ''))
        )

    @property
    def rules(self) -> str:
        """The roles that a script may guess: ``kind|prefix of the anchor|role``, if it fits first.

        Without a prefix, the anchor is the name.
        """
        return sanitize(' '.join(map('|'.join, self._rules)))

    def exception(self, link: Link, name: str, kind: Kind) -> str | None:
        """Return role and target of a link that the rules do not tell; empty if it has none."""
        role, target = self._objects.get((link.docname, link.anchor), ('', ''))
        guess = next((role for role in self._guesses(link.anchor, name, kind)), '')
        if role == guess and target in {'', name}:
            return None
        return sanitize(f'{role} {target or name}') if role else ''

    def _guesses(self, anchor: str, name: str, kind: Kind) -> Iterator[str]:
        for wanted, prefix, role in self._rules:
            if wanted in {'', slug(kind)} and (
                anchor.startswith(prefix) if prefix else anchor == name
            ):
                yield role


def _by_kind(roles: dict[str, str], default: str) -> Iterator[tuple[str, str]]:
    """Yield kinds with their roles, the default last; without kinds if there is one role."""
    if len(set(roles.values())) == 1 and not default:
        yield '', next(iter(roles.values()))
        return
    yield from sorted(roles.items())
    if default:
        yield '', default


class KeywordDomain(Domain):
    """Roles that refer to keywords and keyword pages, and keywords as objects."""

    name = 'kw'
    label = 'Keyword index'
    #: one type for each kind, the most specific first: intersphinx takes the first that it finds
    object_types: ClassVar[dict[str, ObjType]] = {
        slug(kind): ObjType(singular(kind), 'ref') for kind in Kind
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
        self.__dict__.pop('references', None)

    def end(self) -> None:
        """End a build: free what was derived, and the names of pages in toctrees."""
        self._builder = self._context = self._links = self._owners = None
        self.__dict__.pop('references', None)
        StandardDomain._virtual_doc_names = _SPHINX_PAGES  # type: ignore[misc]  # noqa: SLF001

    @property
    def current_context(self) -> PageContext | None:
        """Index and pages, for those who do not know the builder."""
        return self.context(self._builder) if self._builder else None

    @cached_property
    def references(self) -> References:
        """The roles that refer to objects, derived once in a build."""
        return References(self.env)

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
        """Yield the entries of the glossary, if ``kwindex_objects`` is set."""
        if not self.env.config.kwindex_objects:
            return
        if context := self.current_context:
            for entry in context.index.glossary:
                docname, anchor = next(_targets(entry, context.index))
                yield entry.name, entry.name, slug(entry.kind), docname, anchor, 1

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


def page_kinds(builder: Builder) -> list[str]:
    """Return the kinds of pages that a builder generates."""
    kinds = builder.config.kwindex_pages
    if builder.name == 'kwmarkdown':
        return list(kinds)
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name == 'singlehtml':
        return []
    return [kind for kind in kinds if not builder.embedded or kind in {'index', 'glossary'}]


class FileNames:
    """Names of files that generated pages may have."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._root = root = root_of(builder.config)
        near = (d for d in builder.env.found_docs if d == root or d.startswith(f'{root}/'))
        #: the documents of authors in the folder of the generated pages, by output file
        self._documents = {output_file(builder, docname): docname for docname in sorted(near)}
        self._folders = {folder for file in self._documents for folder in file.parents}
        # a page about ``a`` has the name of the folder of pages about what is in ``a.html/``
        ending = str(output_file(builder, 'x')).removeprefix(str(Path(builder.outdir, 'x')))
        folders = folders_of(builder.env.found_docs)
        self._hidden = {f.removesuffix(ending) for f in folders if f.endswith(ending)}

    @property
    def may_clash(self) -> bool:
        """Whether any page may have a name that is not free."""
        return bool(self._documents or self._hidden)

    def are_free(self, page: PageId) -> bool:
        """Check whether no document and no folder has the name of a page."""
        if page.page == 'folder' and page.name in self._hidden:
            return False
        if not self._documents:
            return True
        file = output_file(self._builder, page.pagename(self._root))
        is_taken = file in self._documents or file in self._folders
        return not is_taken and self._documents.keys().isdisjoint(file.parents)

    def document(self, page: PageId) -> str:
        """Return the document that has the name of a page, if one has."""
        file = output_file(self._builder, page.pagename(self._root))
        return self._documents.get(file, '')


def output_file(builder: Builder, pagename: str) -> Path:
    """Return the file of a page; by its name where a builder has no such method."""
    path_of = getattr(builder, 'get_output_path', None) or getattr(builder, 'get_outfilename', None)
    return Path(path_of(pagename)) if path_of else Path(builder.outdir, pagename)


def page_size(builder: Builder) -> int:
    """Return the number of keywords on a page of a long list; 0 for books, which divide none."""
    return 0 if getattr(builder, 'embedded', False) else int(builder.config.kwindex_page_size)


def name_pages(_app: Sphinx, env: BuildEnvironment, _docnames: list[str]) -> None:
    """Allow index and glossary in toctrees, as Sphinx allows ``genindex``.

    The table has no public name. Seen in Sphinx 8.1 to 9.0; without it, a toctree warns of these
    pages. It can go when an extension may name pages that it generates.
    """
    titles = {'index': _('Keyword index'), 'glossary': _('Glossary')}
    root = root_of(env.config)
    kinds = [kind for kind in titles if kind in env.config.kwindex_pages]
    names = {PageId(kind).pagename(root): titles[kind] for kind in kinds}
    StandardDomain._virtual_doc_names = {  # type: ignore[misc]  # noqa: SLF001
        **_SPHINX_PAGES,
        # a document of an author has precedence
        **{name: (name, title) for name, title in names.items() if name not in env.found_docs},
    }


def read_toctrees_again(
    _app: Sphinx, env: BuildEnvironment, added: set[str], _changed: set[str], removed: set[str]
) -> set[str]:
    """Return all documents if one has taken the name of index or glossary, or given it back.

    Toctrees with that name have another entry then.
    """
    root = root_of(env.config)
    names = {PageId(kind).pagename(root) for kind in ('index', 'glossary')}
    return set() if names.isdisjoint(added | removed) else set(env.found_docs)


def complete_toctrees(app: Sphinx, doctree: nodes.document) -> None:
    """Add the titles of index and glossary to toctrees, and keep these pages out of books.

    Some themes look up the title of each entry, and builders of one document insert the included
    files. These pages are no documents.
    """
    pages = StandardDomain._virtual_doc_names  # noqa: SLF001
    names = pages.keys() - _SPHINX_PAGES.keys() - app.env.found_docs
    ours = {name: str(pages[name][1]) for name in names}
    for node in doctree.findall(toctree):
        node['entries'] = [(title or ours.get(name), name) for title, name in node['entries']]
        node['includefiles'] = [name for name in node['includefiles'] if name not in ours]


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
