"""Checker of all documents of a project, and heuristics for names that do not exist."""

from __future__ import annotations

import os
import re
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import NoUri

from sphinxcontrib_kwindex.check.builder import Check, Finding
from sphinxcontrib_kwindex.check.cli_options import is_long_option, long_options
from sphinxcontrib_kwindex.check.mentions import (
    DocumentMentions,
    Mention,
    TextBlock,
    find_lines,
    mentions_of,
)
from sphinxcontrib_kwindex.check.past import is_changelog
from sphinxcontrib_kwindex.check.removed import removed_names
from sphinxcontrib_kwindex.check.symbol_index import (
    Sources,
    SymbolIndex,
    external_names,
    files_of,
    nearest,
)
from sphinxcontrib_kwindex.check.terms import Spellings, UndefinedTerms, UnusedTerms, Use
from sphinxcontrib_kwindex.config import extractors_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.extract import find_language
from sphinxcontrib_kwindex.extract.literals import guess_kind
from sphinxcontrib_kwindex.extract.names import SEPARATOR, last_component, word_lists
from sphinxcontrib_kwindex.extract.prose.wordlists import is_noise
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx import addnodes

    from sphinxcontrib_kwindex.check.builder import CheckBuilder
    from sphinxcontrib_kwindex.check.mentions import Command
    from sphinxcontrib_kwindex.model import Place


#: positions of keywords that a text is about; those that are only emphasized may be any names
_TOPICS = frozenset(
    {Position.TERM, Position.INDEX_ENTRY, Position.AUTHOR, Position.TITLE_PHRASE,
     Position.TOPIC, Position.HEADING_PHRASE, Position.PASSING_PHRASE}
)  # fmt: skip


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
        self._sources = Sources(files, confdir, self._extractors)
        self._changes = builder.changes
        #: sources that cannot be parsed
        self.unread = self._sources.unread
        self._symbols = SymbolIndex(self._env, self._sources)
        self._nearest = cache(self._symbols.nearest)
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

    def findings(self) -> Iterator[Finding]:
        """Yield all findings, in no order."""
        unused = UnusedTerms(self._terms)
        spellings = Spellings(self._topics(), self._code())
        undefined = UndefinedTerms(self._symbols.is_word)
        calls: list[Finding] = []
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
                removed = set(self._removed(docname, mentions))
                yield from removed
                places = {(one.file, one.line, one.name) for one in removed}
                for one, is_call in self._unknown(docname, mentions):
                    if (one.file, one.line, one.name) in places:
                        continue
                    if is_call:
                        calls.append(one)
                    else:
                        yield one
                for one in self._unknown_terms(docname, mentions):
                    undefined.mark_defined(one.name)
                    yield one
        yield from (one for one in calls if one.name not in defined)
        yield from self._unused(unused)
        yield from self._undefined(undefined)
        yield from self._spelling(spellings)
        yield from self._unmentioned()

    def _mentions(self, docname: str) -> DocumentMentions:
        doctree, language = self._env.get_doctree(docname), self._config.highlight_language
        try:
            return mentions_of(doctree, language, self._extractors)
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
        return external_names().union(map(str.casefold, self._symbols.words))

    def _removed(self, docname: str, mentions: DocumentMentions) -> Iterator[Finding]:
        """Yield names that the sources had before, and do not have now."""
        if self._changes is None or not any(self._changes):
            return
        doctree = self._env.get_doctree(docname)
        message = f'is gone since {self._config.kwcheck_base}'
        for one, now in removed_names(mentions, doctree, self._env, self._changes):
            texts = (one.name, one.text, last_component(one.name))
            path, lines = find_lines(texts, one.source, one.line, is_exact=one.is_code)
            file = self._name(path, one.source, docname)
            for line in lines:
                yield Finding(file, line, Check.REMOVED, one.name, message, docname, now)

    def _unknown(self, docname: str, mentions: DocumentMentions) -> Iterator[tuple[Finding, bool]]:
        """Yield unknown names, and whether each is a call that another document may define."""
        message = 'is not in the documentation' + (', and not in the sources' * bool(self._files))
        for one in unknown_names(
            mentions, self._symbols, lambda node: self._resolves(node, docname)
        ):
            texts = (one.name, one.text, last_component(one.name))
            path, lines = find_lines(texts, one.source, one.line, is_exact=one.is_code)
            if self._files and self._is_external(path, one.source):
                continue
            file, near = self._name(path, one.source, docname), self._nearest(one.name)
            is_call = one.reference is None and one.name.isidentifier()
            for line in lines:
                finding = Finding(file, line, Check.UNKNOWN, one.name, message, docname, near)
                yield finding, is_call

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
            if term.text.casefold() not in self._referable_terms:
                use = Use(term.text, docname, term)
                near = nearest(term.text, self._terms)
                yield self._in_prose(Check.UNDEFINED, use, message, near)

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
        } | set(map(last_component, self._symbols.objects))
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
        return ':docstring of ' in source and Path(file).resolve() not in self._files

    def _name(self, file: str, source: str, docname: str) -> str:
        """Return the name of a file that is the same on every machine."""
        if '<' in Path(file).name and not Path(file).is_file():  # an extension has generated it
            return self._relative(Path(self._env.doc2path(docname)))
        return Path(file).name if self._is_external(file, source) else self._relative(Path(file))

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self._env.srcdir)).as_posix()


# -- names of the project that do not exist

_QUALIFIED = re.compile(r'[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)+')
#: "Gauge#read" in Ruby, "Acme\\Gauge" and "Gauge->level" in PHP
_OTHER_SEPARATORS = re.compile(r'(?<=\w)(?:#|->|\\)(?=[^\W\d])')
_SUFFIXES = word_lists('external_names')['suffixes']
#: roles of references to callables
_CALLABLE_ROLES = frozenset({'func', 'meth', 'function', 'method', 'class', 'exc'})
_CALL = re.compile(r'[\w.:]+\((.*)\)', re.DOTALL)
#: names of this length are similar to many
_SHORT = 4
#: placeholders for any name: "get_X()", "my_func()"
_PLACEHOLDER = re.compile(
    r'(?i:my|your|some|any|foo|bar|custom|example|test)_?\w*|\w+_(?:[A-Z]|xxx|XXX|foo|bar)|X+|xxx'
)
#: text before any function of such a name: "your", "such as a"; \\ufffc stands for code
_EXAMPLE = re.compile(
    r"""
    \b(?:an?|any|custom|called|like|my|named|our|own|some|such\s+as|their|your)\s+
      (?:[a-z-]+\s+)? (?:\ufffc,?\s+(?:and\s+|or\s+)?)*$
    | \b(?:e\.g\.|for\s+(?:example|instance)),?[^()]*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: an owner before a name: "as Postgres' ``f()``"; not at the beginning of a sentence
_OWNER = re.compile(r"\S\s+[\"“(]?([A-Z][\w.-]*)(?:['’]s?)?\s+(?:function\s+|method\s+)?$")


def unknown_names(
    document: DocumentMentions,
    symbols: SymbolIndex,
    resolves: Callable[[addnodes.pending_xref], bool],
) -> Iterator[Mention]:
    """Yield mentions of the project's names and options that do not exist.

    ``resolves`` checks a reference in its domain.
    """
    for one in document.names:
        if one.reference is not None:
            if not resolves(one.reference) and _is_dead(one, one.reference, document, symbols):
                yield one
        elif one.name.startswith('--'):
            if _is_unknown_option(one, document, symbols):
                yield one
        elif _is_unknown(one, document, symbols):
            yield one
    for command in (one for one in document.commands if _is_own(one, symbols)):
        for option, line in long_options(command.words).items():
            if not symbols.has_option(option) and option not in document.defined:
                at = command.line + line
                yield Mention(option, option, at, command.source, is_code=command.is_code)


def _is_own(command: Command, symbols: SymbolIndex) -> bool:
    """Check whether a command runs one of the project's programs."""
    return _is_program(command.words[0].text, symbols)


def _is_program(name: str, symbols: SymbolIndex) -> bool:
    return name.replace('-', '_') in symbols.program_names


def _is_unknown_option(one: Mention, document: DocumentMentions, symbols: SymbolIndex) -> bool:
    """Check whether an option outside of commands is an unknown one of the project's programs.

    It is theirs if the document is about them, and nothing says that it is another program's.
    """
    others = (command for command in document.commands if not _is_own(command, symbols))
    return (
        not one.is_code
        and is_long_option(one.name)
        and not symbols.has_option(one.name)
        and one.name not in document.defined
        and not any(one.name in long_options(command.words) for command in others)
        and all(_is_program(name, symbols) for name in one.programs)
        and not one.is_beside_link
        and (bool(symbols.programs) or _is_about_programs(document, symbols))
    )


def _is_about_programs(document: DocumentMentions, symbols: SymbolIndex) -> bool:
    """Check whether a document runs a program of the project, or names one that is no module."""
    programs = symbols.declared_programs - symbols.tops
    return any(_is_own(command, symbols) for command in document.commands) or any(
        one.name.replace('-', '_') in programs for one in document.names
    )


def _is_unknown(one: Mention, document: DocumentMentions, symbols: SymbolIndex) -> bool:
    """Check whether a name is one of the project's and does not exist."""
    if one.text.startswith('.') and SEPARATOR.split(one.name)[0] in symbols.tops:
        return False  # a hidden file
    name = _OTHER_SEPARATORS.sub('::', one.name.lstrip('\\'))
    if _QUALIFIED.fullmatch(name):
        return (
            _is_project_name(name, symbols, one.language)
            and not _exists(name, one, symbols)
            and SEPARATOR.split(name)[0] not in document.defined
            and not _may_be_setting(name, one, symbols)
        )
    call = _CALL.fullmatch(one.text)
    if call is None or _is_external_call(one, symbols) or not _is_lost(one.name, document, symbols):
        return False
    # where functions are known, an empty call is one of a function as such; any other may be one
    # of an example, unless a similar name exists
    is_bare = bool(symbols.sources.definitions) and call[1].strip() in {'', '...', '…'}
    return is_bare or (len(one.name) > _SHORT and bool(symbols.nearest(one.name)))


def _exists(name: str, one: Mention, symbols: SymbolIndex) -> bool:
    """Check whether a name exists; scripts name what they import after its package."""
    rest = name.partition('.')[2] if find_language(one.language).is_script else ''
    return symbols.exists(name) or (bool(rest) and symbols.exists(rest))


def _is_external_call(one: Mention, symbols: SymbolIndex) -> bool:
    """Check whether a call is none of the project by the text before it or by its shape."""
    owner = _OWNER.search(one.before)
    is_owned = owner is not None and owner[1].casefold() not in symbols.own_names
    is_upper = one.name.isupper() and not symbols.has_upper_functions
    return is_owned or is_upper or _EXAMPLE.search(one.before) is not None


def _may_be_setting(name: str, one: Mention, symbols: SymbolIndex) -> bool:
    """Check whether a name may be a setting, whose last part is quoted in sources, or a prefix."""
    first, *rest = name.split('.')
    return (
        len(rest) == 1
        and first in symbols.tops
        and one.text == name
        and (rest[0] in symbols.sources.quoted or re.search('[^_]_$', name) is not None)
    )


def _is_project_name(name: str, symbols: SymbolIndex, language: str = '') -> bool:
    """Check whether a qualified name is no file and no host, and begins as the project's do."""
    may_be_python = not find_language(language).has_scopes
    first, *_rest, last = SEPARATOR.split(name)
    return (
        symbols.is_own(name, may_be_python=may_be_python)
        and last not in _SUFFIXES
        and guess_kind(name) is not Kind.FILE
        and (first in symbols.tops or not {first, last} <= external_names())
    )


def _is_lost(name: str, document: DocumentMentions, symbols: SymbolIndex) -> bool:
    """Check whether nothing has a plain name, neither here nor elsewhere."""
    return name.isidentifier() and not (
        symbols.is_word(name)
        or name in document.defined
        or is_noise(name)
        or _PLACEHOLDER.fullmatch(name)
        or name in external_names()
    )


def _is_dead(
    one: Mention,
    reference: addnodes.pending_xref,
    document: DocumentMentions,
    symbols: SymbolIndex,
) -> bool:
    """Check whether a reference that does not resolve is to a name of the project."""
    if reference['reftype'] == 'option':
        return ':' not in one.name and not symbols.has_option(one.name.split()[-1])
    is_full = SEPARATOR.split(one.name)[0] in symbols.tops
    scopes = [s for s in _scopes(reference) if not (is_full or symbols.is_value(s))]
    if any(symbols.exists(name) for name in [one.name, *(f'{s}.{one.name}' for s in scopes)]):
        return False
    if _QUALIFIED.fullmatch(one.name) and _is_project_name(one.name, symbols):
        return True
    if 'refdoc' not in reference or reference['reftype'] == 'mod':
        return False  # the type of a parameter, or something that has a full name
    return _is_meant(one.name, reference, symbols) and _is_lost(
        last_component(one.name), document, symbols
    )


def _is_meant(name: str, reference: addnodes.pending_xref, symbols: SymbolIndex) -> bool:
    """Check whether a reference by a part of a name is to the project."""
    scopes = [scope for scope in _scopes(reference) if symbols.is_own(scope)]
    if reference.get('refspecific'):  # it begins with a dot
        return True
    if not _QUALIFIED.fullmatch(name):
        return name.isidentifier() and (reference['reftype'] in _CALLABLE_ROLES or bool(scopes))
    first = SEPARATOR.split(name)[0]
    return first[0].isupper() or any(symbols.exists(f'{scope}.{first}') for scope in scopes)


def _scopes(reference: addnodes.pending_xref) -> Iterator[str]:
    """Yield the scopes that a domain has set for a reference, the innermost first."""
    domain = reference['refdomain']
    module, cls = reference.get(f'{domain}:module') or '', reference.get(f'{domain}:class') or ''
    if cls:
        yield f'{module}.{cls}' if module else cls
    if module:
        yield module
