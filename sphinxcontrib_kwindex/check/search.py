"""Goes through all documents, and gathers what is wrong in them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import NoUri

from sphinxcontrib_kwindex.check import foreign, sources
from sphinxcontrib_kwindex.check.findings import Check, Finding
from sphinxcontrib_kwindex.check.history import is_document_of_changes
from sphinxcontrib_kwindex.check.known import known_in
from sphinxcontrib_kwindex.check.lines import places_of
from sphinxcontrib_kwindex.check.occurrences import Page, Text, page_of
from sphinxcontrib_kwindex.check.prose import Prose
from sphinxcontrib_kwindex.check.terms import Terms, nearest_term
from sphinxcontrib_kwindex.check.unknown import unknown
from sphinxcontrib_kwindex.check.unmentioned import unmentioned
from sphinxcontrib_kwindex.config import extractors_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx import addnodes
    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.check.terms import Use
    from sphinxcontrib_kwindex.model import Place


#: here a keyword is what a text is about; what is only emphasised may be any name
_TOPICS = frozenset(
    {Position.TERM, Position.INDEX_ENTRY, Position.AUTHOR, Position.TITLE_PHRASE,
     Position.HEADING_PHRASE, Position.PASSING_PHRASE}
)  # fmt: skip


class Search:
    """All that must be known to find what is wrong."""

    def __init__(self, builder: Builder) -> None:
        self._builder, self._env, self._config = builder, builder.env, builder.config
        self._extractors = extractors_of(self._config)
        index = KeywordDomain.of(self._env).site(builder).index
        self._all = list(index.documents)
        self._records = {d: index.record(d) for d in self._all if not index.documents[d].skip}
        confdir = Path(builder.confdir)
        files = sources.files_of(self._config.kwcheck_sources, confdir)
        self._sources = sources.read(files, confdir, self._extractors)
        self._files = {(confdir / file).resolve() for file in files}
        self._known = known_in(self._env, self._sources)
        self._near: dict[str, str] = {}
        #: documents that hold what could not be read -> what was wrong
        self.left_out: dict[str, str] = {}
        #: of every term of a glossary: where it stands
        self._terms: dict[str, tuple[str, Place]] = {
            keyword.name: (docname, place)
            for docname, record in self._records.items()
            for keyword in record.keywords
            for place in keyword.places
            if place.position is Position.TERM
        }

    @property
    def unread(self) -> tuple[str, ...]:
        """Give the sources of which nobody knows what is in them."""
        return self._sources.unread

    def findings(self) -> Iterator[Finding]:
        """Give everything that is wrong, in no order."""
        prose = Prose(self._terms, self._plain_keywords(), self._is_code)
        terms = Terms(self._known.is_word)
        calls: list[Finding] = []
        defined: set[str] = set()
        for docname in self._all:
            page = self._page(docname)
            defined |= page.defined
            prose.look_for_terms(page)
            if record := self._records.get(docname):
                terms.note_definitions(record, page)
            if record and not is_document_of_changes(docname):
                prose.read(docname, page)
                terms.note_uses(docname, record, page)
                for one, is_call in self._unknown(docname, page):
                    if is_call:
                        calls.append(one)
                    else:
                        yield one
                for one in self._unknown_terms(docname, page):
                    terms.forget(one.name)
                    yield one
        yield from (one for one in calls if one.name not in defined)
        yield from self._unused(prose)
        yield from self._undefined(terms)
        yield from self._spelling(prose)
        yield from self._unmentioned()

    def _page(self, docname: str) -> Page:
        doctree, language = self._env.get_doctree(docname), self._config.highlight_language
        try:
            return page_of(doctree, language, self._extractors)
        except Exception as error:  # noqa: BLE001  any extension may have put anything there
            self.left_out[docname] = f'{type(error).__name__}: {error}'
            return Page([], [], set(), [], [])

    def _plain_keywords(self) -> set[str]:
        return {
            keyword.name
            for docname, record in self._records.items()
            if not is_document_of_changes(docname)
            for keyword in record.keywords
            if keyword.kind is Kind.TERM and any(p.position in _TOPICS for p in keyword.places)
        }

    def _is_code(self, word: str) -> bool:
        """Tell whether a word in small letters is also a name of code, and spelled for itself."""
        return word in self._code or word in foreign.names()

    @cached_property
    def _code(self) -> frozenset[str]:
        return frozenset(map(str.casefold, self._known.words))

    def _unknown(self, docname: str, page: Page) -> Iterator[tuple[Finding, bool]]:
        """Give what is unknown, and whether it is called by its name alone."""
        message = 'is not in the documentation' + (', and not in the sources' * bool(self._files))
        for one in unknown(page, self._known, lambda node: self._resolves(node, docname)):
            texts = (one.name, one.text, last_component(one.name))
            path, lines = places_of(texts, one.source, one.line, is_exact=one.is_code)
            if not self._is_foreign(path, one.source):
                file, near = self._name(path, one.source, docname), self._nearest(one.name)
                for line in lines:
                    finding = Finding(
                        file, line, Check.UNKNOWN, one.name, message, docname, near
                    )
                    yield finding, one.is_call

    def _nearest(self, name: str) -> str:
        if name not in self._near:
            self._near[name] = self._known.nearest(name)
        return self._near[name]

    def _resolves(self, node: addnodes.pending_xref, docname: str) -> bool:
        """Ask the domain of a reference, as Sphinx does when it writes."""
        domain = self._env.domains.get(node['refdomain'] or 'std')
        if domain is None:
            return True
        shown = nodes.inline('', nodes.Text(node.astext()))
        try:
            found = domain.resolve_xref(
                self._env, node.get('refdoc', docname), self._builder, node['reftype'],
                node['reftarget'], node, shown,
            )  # fmt: skip
        except NoUri:
            return True
        return found is not None

    def _unknown_terms(self, docname: str, page: Page) -> Iterator[Finding]:
        """Give the terms that a document refers to, and no glossary has."""
        for text, line, source in page.terms:
            if text.casefold() not in self._named_terms and not self._is_in_inventory(text):
                file, number = self._place_of(text, source, line, docname)
                near = nearest_term(text, self._terms)
                message = 'is referred to as a term, and no glossary has it'
                yield Finding(file, number, Check.UNDEFINED, text, message, docname, near)

    @cached_property
    def _named_terms(self) -> frozenset[str]:
        """All terms as glossaries spell them, which is how references must name them."""
        objects = self._env.domains.standard_domain.get_objects()
        return frozenset(one[0].casefold() for one in objects if one[2] == 'term')

    def _is_in_inventory(self, term: str) -> bool:
        inventory = getattr(self._env, 'intersphinx_inventory', {}).get('std:term', {})
        return term in inventory or term.casefold() in map(str.casefold, inventory)

    def _unused(self, prose: Prose) -> Iterator[Finding]:
        for name in sorted(prose.unused.values()):
            docname, place = self._terms[name]
            message = 'is in the glossary, and is used nowhere'
            yield self._at(docname, place, Check.UNUSED, name, message)

    def _undefined(self, terms: Terms) -> Iterator[Finding]:
        for use, documents in terms.undefined():
            message = f'is used in {documents} documents, and defined in none'
            source, line = self._source_of(use), use.at.line
            file, number = self._place_of(use.name, source, line, use.docname)
            yield Finding(file, number, Check.UNDEFINED, use.name, message, use.docname)

    def _source_of(self, use: Use) -> str:
        """Name a file as docutils does."""
        if isinstance(use.at, Text):
            return use.at.source
        source = self._records[use.docname].sources[use.at.source]
        root = Path(self._env.srcdir)
        return str(root / source) if source else str(self._env.doc2path(use.docname))

    def _spelling(self, prose: Prose) -> Iterator[Finding]:
        for use, usual in prose.variants(self._terms.keys()):
            file, line = self._place_of(
                use.spelling, use.text.source, use.text.line, use.docname
            )
            message = 'is mostly spelled otherwise'
            yield Finding(file, line, Check.SPELLING, use.spelling, message, use.docname, usual)

    def _unmentioned(self) -> Iterator[Finding]:
        if Check.UNMENTIONED not in self._config.kwcheck_findings:
            return
        mentioned = {
            last_component(keyword.name)
            for record in self._records.values()
            for keyword in record.keywords
        } | set(map(last_component, self._known.objects))
        for one in unmentioned(self._sources, mentioned):
            file = self._relative(Path(self._builder.confdir, one.file))
            message = f'is a public {one.kind}, and the documentation does not mention it'
            yield Finding(file, one.line, Check.UNMENTIONED, one.name, message)

    def _at(self, docname: str, place: Place, check: Check, name: str, message: str) -> Finding:
        """Make a finding of what a record has."""
        file = self._records[docname].sources[place.source].partition(':docstring of ')[0]
        file = file or str(self._env.doc2path(docname, base=False))
        return Finding(Path(file).as_posix(), place.line, check, name, message, docname)

    def _place_of(self, text: str, source: str, line: int, docname: str) -> tuple[str, int]:
        path, lines = places_of([text], source, line, is_prose=True)
        return self._name(path, source, docname), lines[0]

    def _is_foreign(self, file: str, source: str) -> bool:
        """Tell whether this is the docstring of somebody else's code."""
        is_docstring = ':docstring of ' in source
        return is_docstring and bool(self._files) and Path(file).resolve() not in self._files

    def _name(self, file: str, source: str, docname: str) -> str:
        """Name a file so that it is the same on every machine; what is generated is in none."""
        if '<' in Path(file).name and not Path(file).is_file():
            return self._relative(Path(self._env.doc2path(docname)))
        if ':docstring of ' in source and Path(file).resolve() not in self._files:
            return Path(file).name
        return self._relative(Path(file))

    def _relative(self, path: Path) -> str:
        return sources.relative(str(path), Path(self._env.srcdir))
