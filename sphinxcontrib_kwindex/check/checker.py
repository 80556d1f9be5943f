"""Checker of all documents of a project: verdicts and terms become findings."""

from __future__ import annotations

import os
import re
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import NoUri

from sphinxcontrib_kwindex.check.builder import Check, Finding, Level
from sphinxcontrib_kwindex.check.judge import Verdict, verdicts_of
from sphinxcontrib_kwindex.check.known import Known, external_names, nearest
from sphinxcontrib_kwindex.check.mentions import (
    DocumentMentions,
    TextBlock,
    find_lines,
    is_for_contributors,
    mentions_of,
)
from sphinxcontrib_kwindex.check.past import is_changelog
from sphinxcontrib_kwindex.check.python_symbols import State
from sphinxcontrib_kwindex.check.removed import removed_names
from sphinxcontrib_kwindex.check.sources import Sources, files_of, manifests_of, read_files
from sphinxcontrib_kwindex.check.terms import Spellings, UndefinedTerms, UnusedTerms, Use
from sphinxcontrib_kwindex.collect.locations import lines_of
from sphinxcontrib_kwindex.config import extractors_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.i18n import counted
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx import addnodes

    from sphinxcontrib_kwindex.check.builder import CheckBuilder
    from sphinxcontrib_kwindex.check.mentions import Mention
    from sphinxcontrib_kwindex.model import Place


#: positions of keywords that a text is about; those that are only emphasized may be any names
_TOPICS = frozenset(
    {Position.TERM, Position.INDEX_ENTRY, Position.AUTHOR, Position.TITLE_PHRASE,
     Position.TOPIC, Position.HEADING_PHRASE, Position.PASSING_PHRASE}
)  # fmt: skip


#: "namespace po = boost::program_options;"
_ALIAS = re.compile(r'\bnamespace\s+(\w+)\s*=\s*(\w+)\s*;')
#: the folder of a header of C or C++
_INCLUDED = re.compile(r'#\s*include\s*[<"](\w[\w.-]*)/')
#: fewer missing names are no sign that sources are incomplete
FEW = 3
#: so many reasons are printed
SHOWN = 5


class Summary:
    """What could be judged of a project, and what not and why."""

    def __init__(self, sources: int) -> None:
        self.sources = sources
        #: group -> state -> names
        self._groups: dict[str, dict[State, set[str]]] = {}
        #: reason -> names
        self.doubts: dict[str, set[str]] = {}

    def add(self, name: str, verdict: Verdict) -> None:
        """Add the verdict on a name."""
        states = self._groups.setdefault(verdict.group, {})
        states.setdefault(verdict.state, set()).add(verdict.part or name)
        if verdict.state is State.UNSURE:
            self.doubts.setdefault(verdict.message, set()).add(name)

    def doubt(self, group: str) -> str:
        """Return why what is missing of a group may exist: most of the group is missing."""
        states = self._groups.get(group, {})
        missing, found = (len(states.get(s, ())) for s in (State.MISSING, State.EXISTS))
        is_doubted = group and missing >= FEW and missing > 2 * found
        return f'neither are most names of {group}' if is_doubted else ''

    @property
    def checked(self) -> int:
        """The number of names that could be judged."""
        return sum(
            len(names)
            for states in self._groups.values()
            for state, names in states.items()
            if state in {State.MISSING, State.EXISTS}
        )

    def lines(self) -> Iterator[str]:
        """Yield what a user should know, with the reasons that concern most names first."""
        counts = Counter({why: len(names) for why, names in self.doubts.items()})
        names, sources = counted(self.checked, 'name'), counted(self.sources, 'source')
        yield f'Judged: {names}, by {sources}.'
        if counts:
            yield f'Not judged: {counted(counts.total(), "name")}, because:'
        yield from (f'  {number}: {why}' for why, number in counts.most_common(SHOWN))
        if len(counts) > SHOWN:
            rest = sum(number for _why, number in counts.most_common()[SHOWN:])
            yield f'  {rest} for {len(counts) - SHOWN} other reasons'


class Checker:
    """Checker of the documents of a builder's environment."""

    def __init__(self, builder: CheckBuilder) -> None:
        self._builder, self._env, self._config = builder, builder.env, builder.config
        self._extractors = extractors_of(self._config)
        index = KeywordDomain.of(self._env).context(builder).index
        self._docnames = list(index.documents)
        self._records = {d: index.record(d) for d in self._docnames if not index.documents[d].skip}
        confdir = Path(builder.confdir)
        files = files_of(self._config.kwcheck_sources, confdir)
        self._files = {(confdir / file).resolve() for file in files}
        self._changes = builder.changes
        texts = read_files(files, confdir)
        self._sources = Sources(texts, self._extractors, manifests_of(files, confdir))
        #: sources that cannot be parsed
        self.unread = self._sources.unread
        for text in map(self._text, self._docnames if self._sources.spaces else ()):
            for alias, namespace in _ALIAS.findall(text):
                self._sources.add_alias(alias, namespace)
            self._sources.has_siblings |= any(map(self._is_sibling, _INCLUDED.findall(text)))
        self._known = Known(self._env, self._sources)
        #: what could be judged, and what not and why
        self.summary = Summary(self._sources.count)
        #: documents that cannot be checked -> the error
        self.left_out: dict[str, str] = {}
        #: the terms of glossaries -> their places
        self._terms: dict[str, tuple[str, Place]] = {
            keyword.name: (docname, place)
            for docname, record in self._records.items()
            for keyword in record.keywords
            for place in keyword.places
            if place.position is Position.TERM
        }

    def _text(self, docname: str) -> str:
        return '\n'.join(lines_of(str(self._env.doc2path(docname))))

    def _is_sibling(self, folder: str) -> bool:
        """Check whether headers in a folder are those of an extension: "rain-python" of "rain"."""
        folders, (first, *rest) = self._sources.folders, re.split('[-_]', folder)
        return bool(rest) and first in folders and folder not in folders

    def findings(self) -> Iterator[Finding]:
        """Yield all findings, in no order."""
        unused = UnusedTerms(self._terms)
        spellings = Spellings(self._topics(), self._code())
        undefined = UndefinedTerms(self._known.is_word)
        judged: list[tuple[str, Mention, Verdict]] = []
        removed: list[Finding] = []
        defined: set[str] = set()
        for docname in self._docnames:
            mentions = self._mentions(docname)
            defined |= mentions.defined
            unused.add(mentions)
            if record := self._records.get(docname):
                undefined.add_definitions(record, mentions)
            if record and not is_changelog(docname):
                spellings.add(docname, mentions)
                undefined.add_uses(docname, record, mentions)
                removed += self._removed(docname, mentions)
                judged += self._judged(docname, mentions)
                for one in self._unknown_terms(docname, mentions):
                    undefined.mark_defined(one.name)
                    yield one
        yield from removed
        places = {(one.file, one.line, one.name) for one in removed}
        for one in self._unknown(judged, defined):
            if (one.file, one.line, one.name) not in places:
                yield one
        yield from self._unused(unused)
        yield from self._undefined(undefined)
        yield from self._spelling(spellings)
        yield from self._unmentioned()

    def _mentions(self, docname: str) -> DocumentMentions:
        doctree, language = self._env.get_doctree(docname), self._config.highlight_language
        try:
            return mentions_of(doctree, language, self._extractors, self._env)
        except Exception as error:  # noqa: BLE001  any extension may have put anything there
            self.left_out[docname] = f'{type(error).__name__}: {error}'
            return DocumentMentions()

    def _topics(self) -> set[str]:
        """Return the keywords whose spellings are checked."""
        return {
            keyword.name
            for docname, record in self._records.items()
            if not is_changelog(docname)
            for keyword in record.keywords
            if keyword.kind is Kind.TERM and any(p.position in _TOPICS for p in keyword.places)
        }

    def _code(self) -> frozenset[str]:
        """Return all names of code; those of the project in small letters."""
        return external_names().union(map(str.casefold, self._known.words))

    def _removed(self, docname: str, mentions: DocumentMentions) -> Iterator[Finding]:
        """Yield names that the sources had before, and do not have now."""
        if self._changes is None or not any(self._changes):
            return
        message = f'is gone since {self._config.kwcheck_base}'
        for one, now in removed_names(mentions, self._changes):
            texts = (one.name, one.text, last_component(one.name))
            is_exact = one.is_code or bool(one.described)
            path, lines = find_lines(texts, one.source, one.line, is_exact=is_exact)
            file = self._name(path, one.source, docname)
            for line in lines[:1] if one.described else lines:
                yield Finding(
                    file, line, Check.REMOVED, one.name, message, docname, now, Level.ERROR
                )

    def _judged(
        self, docname: str, mentions: DocumentMentions
    ) -> Iterator[tuple[str, Mention, Verdict]]:
        """Yield the names of the project in a document."""
        for one, verdict in verdicts_of(
            mentions, self._known, lambda node: self._resolves(node, docname)
        ):
            self.summary.add(one.name, verdict)
            if verdict.state is State.MISSING:
                yield docname, one, verdict

    def _unknown(
        self, judged: list[tuple[str, Mention, Verdict]], defined: set[str]
    ) -> Iterator[Finding]:
        """Yield names that do not exist, at each line of their blocks."""
        for docname, one, verdict in judged:
            if verdict.is_call and one.name in defined:
                continue
            texts = (one.name, one.text, last_component(one.name))
            is_exact = one.is_code or bool(one.described)
            path, lines = find_lines(texts, one.source, one.line, is_exact=is_exact)
            if self._files and self._is_external(path, one.source):
                continue
            level, doubt = verdict.level, self.summary.doubt(verdict.group)
            if is_for_contributors(docname):  # it speaks of what readers may write
                level = Level.WARNING
            message = verdict.message
            if doubt:
                level, message = Level.WARNING, f'{message}, and {doubt}'
            file, near = self._name(path, one.source, docname), self._known.nearest(one.name)
            for line in lines[:1] if one.described else lines:
                yield Finding(file, line, Check.UNKNOWN, one.name, message, docname, near, level)

    def _resolves(self, node: addnodes.pending_xref, docname: str) -> bool:
        """Check whether a reference resolves in its domain, as when Sphinx writes."""
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

    def _unknown_terms(self, docname: str, mentions: DocumentMentions) -> Iterator[Finding]:
        """Yield references to terms that no glossary has."""
        message = 'is referred to as a term, and no glossary has it'
        for term in mentions.terms:
            if term.text.casefold() in self._referable_terms:
                self.summary.add(term.text, Verdict(State.EXISTS))
            elif self._known.unread:
                why = f'the inventory {self._known.unread[0]} could not be read'
                self.summary.add(term.text, Verdict(State.UNSURE, why))
            else:
                use = Use(term.text, docname, term)
                near = nearest(term.text, self._terms)
                found = self._in_prose(Check.UNDEFINED, use, message, near)
                yield found._replace(level=Level.ERROR)

    @cached_property
    def _referable_terms(self) -> frozenset[str]:
        """All terms by which references resolve, in small letters."""
        objects = self._env.domains.standard_domain.get_objects()
        inventory = getattr(self._env, 'intersphinx_inventory', {}).get('std:term', {})
        own = (name for name, _shown, kind, *_rest in objects if kind == 'term')
        return frozenset(map(str.casefold, (*own, *inventory)))

    def _unused(self, unused: UnusedTerms) -> Iterator[Finding]:
        for name in unused.findings():
            docname, place = self._terms[name]
            file = self._records[docname].sources[place.source].partition(':docstring of ')[0]
            file = Path(file or self._env.doc2path(docname, base=False)).as_posix()
            message = 'is in the glossary, and is used nowhere'
            yield Finding(file, place.line, Check.UNUSED, name, message, docname)

    def _undefined(self, undefined: UndefinedTerms) -> Iterator[Finding]:
        for use, documents in undefined.findings():
            message = f'is used in {documents} documents, and defined in none'
            yield self._in_prose(Check.UNDEFINED, use, message)

    def _spelling(self, spellings: Spellings) -> Iterator[Finding]:
        for use, usual in spellings.findings(self._terms.keys()):
            yield self._in_prose(Check.SPELLING, use, 'is mostly spelled otherwise', usual)

    def _unmentioned(self) -> Iterator[Finding]:
        mentioned = {
            last_component(keyword.name)
            for record in self._records.values()
            for keyword in record.keywords
        } | set(map(last_component, self._known.objects))
        for one in self._sources.undocumented(mentioned):
            file = self._relative(Path(self._builder.confdir, one.file))
            message = f'is a public {one.kind}, and the documentation does not mention it'
            yield Finding(file, one.line, Check.UNMENTIONED, one.name, message)

    def _in_prose(self, check: Check, use: Use, message: str, suggestion: str = '') -> Finding:
        """Return a finding at the line of a term."""
        if isinstance(use.at, TextBlock):
            source = use.at.source
        else:
            name = self._records[use.docname].sources[use.at.source]
            source = str(Path(self._env.srcdir, name or self._env.doc2path(use.docname)))
        path, lines = find_lines([use.name], source, use.at.line, is_prose=True)
        file = self._name(path, source, use.docname)
        return Finding(file, lines[0], check, use.name, message, use.docname, suggestion)

    def _is_external(self, file: str, source: str) -> bool:
        """Check whether a source is a docstring of a file that is none of the project's sources."""
        is_docstring = 'docstring of ' in source  # of a compiled module without a file
        return is_docstring and Path(file).resolve() not in self._files

    def _name(self, file: str, source: str, docname: str) -> str:
        """Return the name of a file that is the same on every machine."""
        if '<' in Path(file).name and not Path(file).is_file():  # an extension has generated it
            return self._relative(Path(self._env.doc2path(docname)))
        return Path(file).name if self._is_external(file, source) else self._relative(Path(file))

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self._env.srcdir)).as_posix()
