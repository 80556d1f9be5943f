"""Links from names to their descriptions: a target for each place, or the rule that keeps it text.

Only records decide. A name that is written as code, and that the documentation describes exactly
once under a name that the page gives reason to mean, is a link where a section first writes it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.names import (
    clean,
    is_identifier_shaped,
    last_component,
    singular,
)
from sphinxcontrib_kwindex.index.resolve import BUILTINS, key_of, scope_of, tail_of
from sphinxcontrib_kwindex.model import (
    POSITIONS,
    Kind,
    Position,
    Role,
    Trait,
    positions_with,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.index.project import ProjectIndex
    from sphinxcontrib_kwindex.model import DocumentHeader, Place, Ranked


class Rule(StrEnum):
    """What keeps a place from being a link."""

    DEFINITION = 'it is defined here'
    SWITCHED_OFF = 'kwindex_links does not have its kind of text'
    PART = 'it is a part of a literal or of a text, or in a heading, a link or a term of a list'
    PRIVATE = 'it is private'
    SKIPPED = 'kwindex_links_skip has it'
    UNKNOWN = 'nothing that is described has this name'
    SHORT = 'it is no full name, and the page neither describes nor imports it or its module'
    SEVERAL = 'several things are described under this name'
    OTHER_KIND = 'what is described under this name is of another kind'
    MEMBER = 'it is a variable or a member, and the page does not tell of which object'
    EXPLAINED = 'the list or table explains it, and it is no qualified name'
    ORDINARY = 'it is an ordinary word or a name of the language'
    PARAMETER = 'it is a parameter, a field or a key'
    LOCAL = 'it is local, or code on this page defines it'
    OWN_SECTION = 'this section describes it'
    REPEATED = 'this section has the link above'


_OFF: Final = Rule.SWITCHED_OFF


class Target(NamedTuple):
    """What a link leads to: an object, a module or a term."""

    name: str
    kind: Kind
    docname: str
    anchor: str
    #: the number of its section
    section: int


class Spot(NamedTuple):
    """A name in a code block that becomes a link."""

    #: the id of the section
    section: str
    #: the file that lines are counted in, and the first line that has the name
    source: str
    line: int
    #: the name as it is recorded: as full as the code tells
    name: str
    target: Target


#: what has a description that links may lead to
_DESCRIBED: Final = frozenset({Position.OBJECT, Position.MODULE})
_DEFINING: Final = frozenset(p for p, info in POSITIONS.items() if info.role is Role.DEFINES)
#: where literals stand; a position in a heading has no literal that may become a link
_LITERAL: Final = frozenset(
    {Position.LITERAL, Position.DEFINITION_LIST, Position.PARAMETER, Position.PASSING_NAME}
)
#: callees, classes and imported names in code
_CODE: Final = frozenset(
    {
        Position.CODE_IMPORT,
        Position.CODE_MENTION,
        Position.CODE_USE,
        Position.EXAMPLE_IMPORT,
        Position.EXAMPLE_USE,
    }
)
_LINKED: Final = _LITERAL | _CODE
_IN_CODE: Final = positions_with(Trait.CODE) | {Position.EXAMPLE_SETTING}
_IMPORTS: Final = frozenset({Position.CODE_IMPORT, Position.EXAMPLE_IMPORT})
#: code on the page gives the name another meaning
_LOCAL: Final = frozenset(
    {
        Position.EXAMPLE_DEFINITION,
        Position.LOCAL,
        Position.SOURCE_DEFINITION,
        Position.SOURCE_DETAIL,
    }
)
#: in code, a separator of the parts of a name
_SEPARATOR = re.compile(r'\.|::|->')
#: where terms of the glossary may stand in a sentence
_PROSE: Final = frozenset({Position.RECURRING_PHRASE, Position.ACRONYM, Position.PROSE_IDENTIFIER})

_MEMBERS: Final = frozenset({Kind.ATTRIBUTE, Kind.METHOD})
_MODULES: Final = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: what is called with brackets
_CALLED: Final = frozenset({Kind.FUNCTION, Kind.METHOD})
#: code assigns these to configure what the page is about
_SETTINGS: Final = frozenset(
    {Kind.CONSTANT, Kind.ENVIRONMENT_VARIABLE, Kind.OPTION, Kind.SETTING}
)
#: kinds whose words are ordinary wherever they are described
_VAGUE: Final = frozenset(
    {Kind.ATTRIBUTE, Kind.COMMAND, Kind.MODULE, Kind.NAME, Kind.NAMESPACE}
)
#: kind of a name as it is written -> the kinds of what it may mean; others may mean anything
_CALLABLE: Final = frozenset(
    {Kind.CLASS, Kind.FUNCTION, Kind.MACRO, Kind.METHOD, Kind.TYPE}
)
_MEANT: Final[Mapping[Kind, frozenset[Kind]]] = {
    Kind.COMMAND: frozenset({Kind.COMMAND}),
    Kind.ENVIRONMENT_VARIABLE: frozenset({Kind.ENVIRONMENT_VARIABLE}),
    Kind.FILE: frozenset({Kind.FILE}),
    Kind.FUNCTION: _CALLABLE,
    Kind.MACRO: _CALLABLE,
    Kind.METHOD: _CALLABLE,
    Kind.OPTION: frozenset({Kind.OPTION}),
}


#: what the text calls a name -> the kinds of what it may mean
_FITTING: Final[Mapping[Kind, frozenset[Kind]]] = {
    Kind.ATTRIBUTE: frozenset({Kind.ATTRIBUTE, Kind.CONSTANT, Kind.VARIABLE}),
    Kind.CLASS: frozenset({Kind.CLASS, Kind.ENUM, Kind.TYPE}),
    Kind.COMMAND: frozenset({Kind.COMMAND}),
    Kind.DIRECTIVE: frozenset({Kind.DIRECTIVE}),
    Kind.ENVIRONMENT_VARIABLE: frozenset({Kind.ENVIRONMENT_VARIABLE}),
    Kind.FUNCTION: _CALLABLE,
    Kind.METHOD: frozenset({Kind.FUNCTION, Kind.METHOD}),
    Kind.MODULE: frozenset({Kind.MODULE, Kind.NAMESPACE}),
    Kind.NAME: frozenset(Kind),
    Kind.ROLE: frozenset({Kind.ROLE}),
    Kind.SETTING: _SETTINGS,
    Kind.VARIABLE: frozenset(Kind),
}
#: a word that the text calls so is no ordinary word
_TELLING: Final = _FITTING.keys() - {
    Kind.ATTRIBUTE,
    Kind.FUNCTION,
    Kind.METHOD,
    Kind.NAME,
    Kind.VARIABLE,
}
#: terms are made of words; a phrase may continue on the next line
_WORD = re.compile(r'\w+')
#: so many letters a word shares with its plural
_LEAD: Final = 3
_WORDS = re.compile(r'\w+(?:(?:\s+|-)\w+)*')
#: names that examples make up: "MyList"
_EXAMPLE = re.compile(r'My(?=[A-Z])|my_')
#: a word next to these is a part of something longer
_BEFORE = re.compile(r'[-/\\@.:$%#&=~+]\Z')
_AFTER = re.compile(r'[-/\\@.:=+][\w/]|\(\w*\)|[/\\]')


class _Page(NamedTuple):
    """What a document says about the names on it."""

    #: last part -> what it describes
    described: Mapping[str, list[Target]]
    #: classes and other objects with members that it describes
    owners: frozenset[str]
    #: the modules whose names it may shorten
    scopes: Sequence[str]
    #: last part or alias -> imported full names
    imports: Mapping[str, set[str]]
    #: what code on it defines, and the parameters of its signatures
    local: frozenset[str]
    parameters: frozenset[str]


class Links:
    """Targets of the names in all documents; ``skip`` are patterns of names that stay text."""

    def __init__(
        self, index: ProjectIndex, kinds: Collection[str], skip: Collection[str] = ()
    ) -> None:
        self._index = index
        #: the members of ``kwindex_links``
        self._kinds = kinds
        self._skip = skip
        #: key of the full name -> what is described under it
        self._exact: dict[str, list[Target]] = defaultdict(list)
        #: last part of the name -> the same
        self._tails: dict[str, list[Target]] = defaultdict(list)
        self._terms: dict[str, list[Target]] = defaultdict(list)
        self._pages: dict[str, _Page] = {}
        self._last: tuple[str, list[tuple[Ranked, Place, Target]]] = '', []
        #: name of something of its own -> the sections of the document at hand whose code binds it
        self._bound: dict[str, set[int]] = {}
        self._known: dict[tuple[str, str, Kind, str], Target | Rule] = {}
        for docname in index.docnames:
            self._add(docname)

    def _add(self, docname: str) -> None:
        """Add what a document describes."""
        header = self._index.header(docname)
        described: dict[str, list[Target]] = defaultdict(list)
        if any(position in _DEFINING for k in header.keywords for position, _count in k.times):
            for keyword, places in zip(header.keywords, self._index.places(docname), strict=True):
                for place in places:
                    target = Target(*keyword[:2], docname, place.anchor, place.section)
                    if place.position is Position.TERM:
                        self._terms[key_of(keyword.name, Kind.TERM)].append(target)
                    elif place.position in _DESCRIBED and place.anchor:
                        described[tail_of(keyword.name)].append(target)
                        self._tails[tail_of(keyword.name)].append(target)
                        self._exact[key_of(*keyword[:2])].append(target)
        self._pages[docname] = _page(header, described)

    # -- decisions

    def targets(self, docname: str) -> Iterator[tuple[str, ...]]:
        """Yield what links on a page depend on: each name with all that it may mean."""
        for name, kind, times, *_rest in self._index.header(docname).keywords:
            if not _LINKED.isdisjoint([position for position, _count in times]):
                imported = filter(None, [self._imported(docname, name)])
                for target in (*self._possible(docname, name, kind)[0], *imported):
                    yield name, *target[:4]
        if self._has('terms'):
            for key, term in sorted(self.terms.items()):
                yield key, *term[:4]

    def literals(self, docname: str) -> dict[tuple[str, str, str], Target]:
        """Return the targets of literals by section, key of the name, and what it is called."""
        found = {}
        for keyword, place, target in self._linked(docname):
            if place.called:
                section = self._index.documents[docname].sections[place.section].id
                found[section, key_of(*keyword[:2]), place.called] = target
        return found

    def code(self, docname: str) -> list[Spot]:
        """Return the names in code blocks that become links, in the order of their lines."""
        sections, sources = self._index.documents[docname][1:5:3]
        return sorted(
            Spot(sections[place.section].id, sources[place.source], place.line, keyword.name, found)
            for keyword, place, found in self._linked(docname)
            if place.position in _CODE
        )

    def _linked(self, docname: str) -> list[tuple[Ranked, Place, Target]]:
        """Return the places of names that become links, cached for the document at hand."""
        if self._last[0] != docname:
            places = self.judged(docname, terms=False)
            found = [(k, place, to) for k, place, to in places if isinstance(to, Target)]
            self._last = docname, found
        return self._last[1]

    def judged(
        self, docname: str, *, terms: bool = True
    ) -> Iterator[tuple[Ranked, Place, Target | Rule]]:
        """Yield each place of a document with where it leads, or why it stays text."""
        if docname not in self._pages:
            return
        keywords = self._index.header(docname).keywords
        pairs = [*zip(keywords, self._index.places(docname), strict=True)]
        self._bound = _bound(pairs)
        for keyword, places in pairs:
            if keyword.kind is Kind.TERM and not terms:
                continue
            seen = set()
            for place in sorted(places, key=lambda place: (place.source, place.line)):
                found = self._judge(docname, keyword, place)
                if isinstance(found, Target):
                    first = (place.section, bool(place.called))
                    found = Rule.REPEATED if first in seen else found
                    seen.add(first)
                yield keyword, place, found

    def _judge(self, docname: str, keyword: Ranked, place: Place) -> Target | Rule:
        position = place.position
        if position in _DEFINING:
            return Rule.DEFINITION
        if position in _PROSE and key_of(keyword.name, Kind.TERM) in self._terms:
            found = self._term(keyword.name)
        elif place.called:
            found = self._literal(docname, keyword, place) if self._has('literals') else _OFF
        elif position in _CODE:
            found = self._in_code(docname, keyword, place) if self._has('code') else _OFF
        else:
            return Rule.LOCAL if position in _IN_CODE else Rule.PART
        return Rule.OWN_SECTION if self._is_own(docname, keyword, place, found) else found

    def _is_own(self, docname: str, keyword: Ranked, place: Place, found: Target | Rule) -> bool:
        """Check whether a section describes a name, or has it as its heading."""
        if isinstance(found, Rule):
            return False
        title = self._index.documents[docname].sections[place.section].title
        is_here = found.docname == docname and found.section == place.section
        return is_here or clean(title) == keyword.name

    def _has(self, kind: str) -> bool:
        return kind in self._kinds

    def _literal(self, docname: str, keyword: Ranked, place: Place) -> Target | Rule:
        name, kind = keyword[:2]
        if place.position is Position.PASSING_NAME:
            return Rule.ORDINARY
        is_bare = name == last_component(name) and not name.startswith('-')
        if is_bare and place.called == Kind.VARIABLE:
            return Rule.PARAMETER
        found = self._decided(docname, name, kind, place.called)
        is_listed = is_bare and place.position is Position.DEFINITION_LIST
        return Rule.EXPLAINED if is_listed and isinstance(found, Target) else found

    def _in_code(self, docname: str, keyword: Ranked, place: Place) -> Target | Rule:
        """Return what a name in code means, maybe by way of an import."""
        name, kind = keyword[:2]
        position = place.position
        if position not in _IMPORTS and self._is_bound(docname, name, place.section):
            return Rule.LOCAL
        found = self._decided(docname, name, kind)
        if found is Rule.ORDINARY and position in _IMPORTS:  # elsewhere, it may be a command
            known = self._exact.get(key_of(name, kind), ())
            modules = [target for target in known if target.kind in _MODULES]
            return modules[0] if len(modules) == 1 else found
        imported = self._imported(docname, name) if found is Rule.SHORT else None
        if imported is None:
            return found
        return Rule.SKIPPED if is_skipped(self._skip, name, imported.name) else imported

    def _is_bound(self, docname: str, name: str, section: int) -> bool:
        """Check whether code gives the beginning of a name another meaning.

        An import on the page holds in all sections that do not define the name themselves.
        """
        imports = self._pages[docname].imports
        first = _SEPARATOR.split(name, maxsplit=1)[0]
        if first != name and first in self._bound and first not in imports:
            return True
        return any(
            section in self._bound[word]
            and ((word == first != name) or any(_is_of(name, full) for full in imports[word]))
            for word in self._bound.keys() & imports.keys()
        )

    def _imported(self, docname: str, name: str) -> Target | None:
        """Return what code imports from a package that does not describe it, or by ``import *``.

        That is the only thing with this name. Of ``import *``, only classes count.
        """
        last, scope, page = last_component(name), scope_of(name), self._pages[docname]
        targets = _distinct(last, self._tails.get(last, ()) if scope or last[:1].isupper() else ())
        if len(targets) != 1 or name in page.local or targets[0].kind in _MEMBERS | _MODULES:
            return None
        module = scope or scope_of(targets[0].name)
        is_known = module in page.imports.get(last_component(module), ())
        is_known |= bool(scope) and name in page.imports.get(last, ())
        return targets[0] if is_known and targets[0].name.startswith(f'{module}.') else None

    def _possible(self, docname: str, name: str, kind: Kind) -> tuple[list[Target], list[Target]]:
        """Return all that a name may mean on a page, and what of it the page speaks of."""
        if tail_of(name) not in self._tails:
            return [], []
        near = [*self._near(name, self._pages[docname])]
        return _distinct(name, [*near, *self._exact.get(key_of(name, kind), ())]), near

    def _decided(
        self, docname: str, name: str, kind: Kind, called: str = ''
    ) -> Target | Rule:
        """Return what a name on a page means; in a literal, the text may tell what it calls it."""
        key = docname, name, kind, called
        if key not in self._known:
            self._known[key] = self._decide(*key)
        return self._known[key]

    def _decide(self, docname: str, name: str, kind: Kind, called: str) -> Target | Rule:
        every, near = self._possible(docname, name, kind)
        fitting = [t for t in every if t.kind in _FITTING[Kind(called or Kind.NAME)]]
        possible = fitting if called in _TELLING and fitting else every
        if len(possible) != 1:
            is_known = tail_of(name) in self._tails
            return Rule.SEVERAL if possible else Rule.SHORT if is_known else Rule.UNKNOWN
        target, page = possible[0], self._pages[docname]
        is_here = target.docname == docname
        is_bare = name == last_component(name)
        is_full = name == target.name and _is_shaped(name)
        is_member = is_bare and target.kind in _MEMBERS
        is_other = target.kind not in _MEANT.get(kind, _FITTING[Kind.NAME])
        is_told = called in _TELLING and name == target.name and not _EXAMPLE.match(name)
        rules = {
            Rule.PRIVATE: _is_private(name),
            Rule.SEVERAL: name != target.name and self._is_imported_twice(name, page),
            Rule.SKIPPED: is_skipped(self._skip, name, target.name),
            Rule.OTHER_KIND: is_other or not fitting or (is_member and not called),
            Rule.PARAMETER: name in page.parameters,
            Rule.LOCAL: name in page.local
            and not (is_here or is_full or target.kind in _SETTINGS),
            Rule.MEMBER: is_bare and self._is_of_unknown(name, target, docname),
            Rule.ORDINARY: is_bare
            and not is_told
            and _may_mean_anything(
                name, called or Kind.FUNCTION, target, docname, is_near=target in near
            ),
        }
        return next((rule for rule, holds in rules.items() if holds), target)

    def _is_imported_twice(self, name: str, page: _Page) -> bool:
        """Check whether a page imports several things under the beginning of a name."""
        imports = page.imports.get(name.partition('.')[0], ())
        known = [self._exact.get(full, ()) for full in imports]
        return len(known) > 1 and (
            not all(known)
            or len({(target.docname, target.anchor) for found in known for target in found}) > 1
        )

    def _is_of_unknown(self, name: str, target: Target, docname: str) -> bool:
        """Check whether a bare name may be a member of another object than the one described."""
        if target.docname != docname:
            return target.kind in _MEMBERS or target.kind is Kind.VARIABLE
        owners = self._pages[docname].owners
        return target.kind in _MEMBERS and name != target.name and len(owners) > 1

    def _near(self, name: str, page: _Page) -> Iterator[Target]:
        """Yield what the page describes, imports, or has in its module, under a name."""
        for target in page.described.get(tail_of(name), ()):
            if target.name == name or target.name.endswith((f'.{name}', f'::{name}', f' {name}')):
                yield target
        for scope in page.scopes:
            for separator in ('.', '::'):
                yield from self._exact.get(f'{scope}{separator}{name}', ())
        first, *rest = name.split('.', 1)
        for imported in page.imports.get(first, ()):
            yield from self._exact.get('.'.join([imported, *rest]), ())

    # -- terms

    @cached_property
    def terms(self) -> dict[str, Target]:
        """The terms that become links in sentences, by the key of their spellings."""
        one = {key: targets[0] for key, targets in self._terms.items() if len(targets) == 1}
        return {key: t for key, t in one.items() if not self._is_left_out(t)}

    def terms_on(self, docname: str) -> Terms | None:
        """Return the terms that become links on a page."""
        is_on = self._has('terms') and docname in self._pages
        return self._matcher if is_on and self.terms else None

    @cached_property
    def _matcher(self) -> Terms:
        return Terms(self.terms.values())

    def section(self, target: Target) -> str:
        """Return the id of the section that a target is in."""
        return self._index.documents[target.docname].sections[target.section].id

    def _is_left_out(self, term: Target) -> bool:
        return _is_word(term.name) or is_skipped(self._skip, term.name)

    def _term(self, name: str) -> Target | Rule:
        """Return the entry of the glossary that a phrase of a sentence leads to."""
        key = key_of(name, Kind.TERM)
        first, *more = self._terms[key]
        rules = {
            Rule.SWITCHED_OFF: not self._has('terms'),
            Rule.SEVERAL: bool(more),
            Rule.ORDINARY: _is_word(first.name),
            Rule.SKIPPED: key not in self.terms,
        }
        return next((rule for rule, holds in rules.items() if holds), first)


class Terms:
    """Search for terms of a glossary in sentences."""

    def __init__(self, terms: Iterable[Target]) -> None:
        #: first word -> all words of a term, the longest terms first
        self._by_first: dict[str, list[tuple[tuple[str, ...], Target]]] = defaultdict(list)
        for term in sorted(terms, key=lambda term: -len(term.name)):
            words = tuple(map(_folded, _WORD.findall(term.name)))
            if words and _WORDS.fullmatch(term.name):
                self._by_first[words[0]].append((words, term))
        leads = {
            _joined(words) for spelled in self._by_first.values() for words, _term in spelled
        }
        #: how terms begin, longer ones with two words; most texts have none of these
        self._lead = re.compile(rf'\b(?:{"|".join(sorted(leads))})', re.IGNORECASE)

    def find(self, text: str) -> Iterator[tuple[int, int, Target]]:
        """Yield beginning, end and target of each term, in the singular or plural."""
        words = list(_WORD.finditer(text)) if self._lead.search(text) else []
        number = 0
        while number < len(words):
            found = self._at(number, words, text)
            if found:
                length, target = found
                yield words[number].start(), words[number + length - 1].end(), target
            number += found[0] if found else 1

    def _at(
        self, number: int, words: Sequence[re.Match[str]], text: str
    ) -> tuple[int, Target] | None:
        first = words[number][0]
        known = self._by_first
        for spelled, target in (*known.get(_folded(first), ()), *known.get(_singular(first), ())):
            length = len(spelled)
            matched = words[number : number + length]
            if len(matched) == length and _are_alike(matched, spelled, text):
                return length, target
        return None


def _joined(words: Sequence[str]) -> str:
    """Return an expression for the beginning of a term: its last word may be in the plural."""
    first, second = words[0], words[1:2]
    return rf'{first}[\s-]+{second[0][:_LEAD]}' if second else first[:_LEAD]


def _are_alike(words: Sequence[re.Match[str]], spelled: Sequence[str], text: str) -> bool:
    """Check whether some words of a text are a term, and no part of something longer."""
    *others, last = words
    return (
        [_folded(word[0]) for word in others] == [*spelled[:-1]]
        and spelled[-1] in {_folded(last[0]), _singular(last[0])}
        and _WORDS.fullmatch(text, words[0].start(), last.end()) is not None
        and _BEFORE.search(text, 0, words[0].start()) is None
        and _AFTER.match(text, last.end()) is None
    )


@lru_cache(10_000)
def _folded(word: str) -> str:
    """Return a word in small letters unless its capitals are its spelling."""
    is_spelled = is_identifier_shaped(word) or (len(word) > 1 and word.isupper())
    return word if is_spelled else word.casefold()


@lru_cache(10_000)
def _singular(word: str) -> str:
    return _folded(singular(word))


def is_skipped(patterns: Iterable[str], *names: str) -> bool:
    """Check whether a pattern matches a name as it is written, or what it means."""
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in names)


def _is_of(name: str, owner: str) -> bool:
    """Check whether a name is that of an object or of a member of it."""
    return name == owner or name.startswith(f'{owner}.')


def _bound(pairs: Iterable[tuple[Ranked, Sequence[Place]]]) -> dict[str, set[int]]:
    """Return the names that code of a document has as its own, and the sections that define them.

    A name in passing may be a parameter, or something imported in another block.
    """
    bound: dict[str, set[int]] = defaultdict(set)
    for (name, kind, *_rest), places in pairs:
        if kind not in _MODULES:
            for place in places:
                if place.position in _LOCAL:
                    bound[name].add(place.section)
                elif kind is Kind.VARIABLE and place.position is Position.PASSING_NAME:
                    bound.setdefault(name, set())
    return bound


def _page(header: DocumentHeader, described: Mapping[str, list[Target]]) -> _Page:
    imports: dict[str, set[str]] = defaultdict(set)
    for alias, target in header.outline.aliases:
        imports[alias].add(target)
    local, parameters = set(), set()
    for keyword in header.keywords:
        positions = {position for position, _count in keyword.times}
        if positions & _IMPORTS:
            imports[last_component(keyword.name)].add(keyword.name)
        if positions & _LOCAL:
            local.add(keyword.name)
        if Position.PARAMETER in positions:
            parameters.add(keyword.name)
    owners = {
        scope_of(target.name) if target.kind in _MEMBERS else target.name
        for targets in described.values()
        for target in targets
        if target.kind in _MEMBERS or target.kind is Kind.CLASS
    }
    scopes = header.outline.scopes
    return _Page(
        described, frozenset(owners), scopes, imports, frozenset(local), frozenset(parameters)
    )


def _distinct(name: str, targets: Iterable[Target]) -> list[Target]:
    """Return targets; several names of one object are one, the exact one if it has it."""
    exact_last = sorted(targets, key=lambda target: target.name == name)
    return list({(target.docname, target.anchor): target for target in exact_last}.values())


def _is_private(name: str) -> bool:
    last = last_component(name)
    return last.startswith('_') and not last.endswith('__')


def _may_mean_anything(
    name: str, called: str, target: Target, docname: str, *, is_near: bool
) -> bool:
    """Check whether a word may mean something else than what is described under this name.

    A word needs its description on the page, and if it is a function the brackets of a call. A
    capitalized word needs its module. What is shaped like an identifier needs nothing, but a known
    kind.
    """
    if target.kind is Kind.OPTION and name.startswith('-'):
        return False
    is_here = target.docname == docname
    if _is_shaped(name):
        is_unknown = target.kind is Kind.NAME and not is_here
        return is_unknown or _EXAMPLE.match(name) is not None
    if target.kind in _VAGUE:
        return True
    if target.kind in _CALLED and called not in _CALLED:
        return True
    is_known = is_near and name[:1].isupper() and name not in BUILTINS
    return not is_here and not is_known


def _is_shaped(name: str) -> bool:
    """Check whether no ordinary word and no name of the language looks like a name."""
    return name not in BUILTINS and is_identifier_shaped(name)


def _is_word(term: str) -> bool:
    """Check whether a term is one word that may mean something else in a sentence."""
    word = term.rpartition('-')[2]
    return ' ' not in term and word == term and not is_identifier_shaped(term) and not (
        len(term) > 1 and singular(term).isupper()
    )
