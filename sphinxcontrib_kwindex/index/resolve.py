"""Resolver of names: which definition of the document, or of the project, a name stands for."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import (
    ANY_SEPARATOR,
    SEPARATOR,
    identity,
    is_identifier_shaped,
    last_component,
    word_lists,
)
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.model import Kind, Meaning, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.index.ranking import Imports
    from sphinxcontrib_kwindex.model import Ranked

BUILTINS = frozenset(chain.from_iterable(word_lists('python_builtins').values()))
_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}

#: an ordinary word in a code block is no name of these: ``sort`` is a shell command as well
_NO_CODE: Final = frozenset({Kind.TERM, Kind.OPTION, Kind.DIRECTIVE, Kind.ROLE, Kind.SETTING})
_PACKAGES: Final = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: members of an object cannot be used without it
_MEMBERS: Final = frozenset({Kind.METHOD, Kind.ATTRIBUTE})
#: members of a module are used by those who import them
_OF_MODULES: Final = frozenset({Kind.FUNCTION, Kind.CLASS})
#: a shell command is none of these
_NO_COMMANDS: Final = _MEMBERS | _OF_MODULES | {Kind.VARIABLE}


#: the same names occur in many documents
_CACHE_SIZE: Final = 20_000


class Definitions:
    """Table of what a set of documents defines."""

    def __init__(self) -> None:
        #: document -> the files whose source it embeds
        self._embedded: dict[str, Sequence[str]] = {}
        #: document -> the packages and namespaces that the source in it says it belongs to
        self._packages: dict[str, set[str]] = defaultdict(set)
        #: key of the name -> meaning -> the documents that define it
        self._exact: dict[str, dict[Meaning, list[str]]] = {}
        #: last part of the name -> meanings
        self._tails: dict[str, set[Meaning]] = defaultdict(set)
        #: meanings whose names are full
        self._full: set[Meaning] = set()
        # caches of queries, which come when all documents are added
        self._unknown: set[tuple[object, ...]] = set()
        self._holders: dict[tuple[str, ...], frozenset[str]] = {}
        self._definers: dict[Meaning, frozenset[str]] = {}

    def add(self, docname: str, keywords: Iterable[Ranked], embedded: Sequence[str] = ()) -> None:
        """Add the definitions of a document."""
        if embedded:
            self._embedded[docname] = embedded
        for keyword in keywords:
            found = traits(keyword.times)
            if found.role is Role.DEFINES:
                meaning = Meaning(keyword.name, keyword.kind)
                meanings = self._exact.setdefault(key_of(*meaning), {})
                meanings.setdefault(meaning, []).append(docname)
                self._tails[_tail(keyword.name)].add(meaning)
                if found.is_full or '::' in keyword.name:
                    self._full.add(meaning)
                if keyword.kind in _PACKAGES and found.is_source:
                    self._packages[docname].add(keyword.name)

    def resolve(self, keyword: Ranked, imports: Imports) -> Meaning | None:
        """Return what a name means that its own document does not define."""
        name, kind = named = keyword[:2]
        if named in self._unknown or traits(keyword.times).is_in_passing:
            return None
        meanings = self._exact.get(key_of(name, kind)) or self._exact.get(name) or self._term(name)
        if meanings and (possible := _possible(keyword, meanings)):
            same = [meaning for meaning in possible if meaning.kind is kind]
            return min(same or possible, key=_by_kind)
        if _tail(name) not in self._tails and '\\' not in name:
            if not meanings:
                self._unknown.add(named)
            return None  # a tail does not end at the separator of PHP
        meaning = self._imported(name) or self.by_tail(name, full=True)
        known = meaning is not None and imports.knows(meaning.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=known) else None

    def _term(self, name: str) -> Iterable[Meaning]:
        """Return the term that is spelled like a name."""
        terms = self._exact.get(key_of(name, Kind.TERM), ())
        return [meaning for meaning in terms if meaning.name == name]

    def ending_in(self, keyword: Ranked) -> Meaning | None:
        """Return the one name of this document that a keyword is the end of."""
        if traits(keyword.times).is_in_passing:
            return None
        meaning = self.by_tail(keyword.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=True) else None

    def described(self, keyword: Ranked) -> Meaning:
        """Return what a definition is of: a page may show the source of what it describes.

        Objects have full names, embedded source the names of its file.
        """
        own = Meaning(keyword.name, keyword.kind)
        if not traits(keyword.times).is_of_source:
            return own
        found = self.by_tail(keyword.name, full=True)
        return found if found and found.kind is keyword.kind else own

    def by_tail(self, name: str, *, full: bool = False) -> Meaning | None:
        """Return the one name that ends in this one; of several, none."""
        alike = self._tails.get(_tail(name))
        if not alike:
            return None
        candidates = [
            meaning
            for meaning in alike
            if meaning.name.endswith((f'.{name}', f'::{name}', f' {name}'))
            and (not full or meaning in self._full)
        ]
        return candidates[0] if len(candidates) == 1 else None

    def _imported(self, name: str) -> Meaning | None:
        """Return what ``package.module.Name`` means if a document about that module defines it."""
        if name.isidentifier():
            return None
        for separator in ANY_SEPARATOR.finditer(name):
            module = tuple(ANY_SEPARATOR.split(name[: separator.start()]))
            rest = name[separator.end() :]
            for meaning, docnames in self._exact.get(rest, {}).items():
                if meaning.name == rest and self._is_of_module(meaning, module, docnames):
                    return meaning
        return None

    def _is_of_module(
        self, meaning: Meaning, module: tuple[str, ...], docnames: Sequence[str]
    ) -> bool:
        """Check whether any of the documents that define a name is about a module.

        Many documents may define it and many use it, each of its own module: both are cached.
        """
        if module not in self._holders:
            near = (self._documents_by_part.get(part, frozenset()) for part in module)
            found = frozenset.intersection(*near)
            self._holders[module] = frozenset(d for d in found if self._holds(d, list(module)))
        if not self._holders[module]:
            return False
        if meaning not in self._definers:
            self._definers[meaning] = frozenset(docnames)
        return not self._holders[module].isdisjoint(self._definers[meaning])

    @cached_property
    def _documents_by_part(self) -> Mapping[str, frozenset[str]]:
        """The documents that may be about a module, by each part of its name."""
        by_part = defaultdict(set)
        meanings = chain.from_iterable(known.values() for known in self._exact.values())
        for docname in set(chain.from_iterable(meanings)):
            paths = (file.split('/') for file in self._embedded.get(docname, ()))
            packages = (ANY_SEPARATOR.split(package) for package in self._packages.get(docname, ()))
            for part in chain(_parts(docname), *paths, *packages):
                by_part[part].add(docname)
        return {part: frozenset(docnames) for part, docnames in by_part.items()}

    def _holds(self, docname: str, module: Sequence[str]) -> bool:
        """Check whether a document shows the source of a module, or is about it."""
        packages = self._packages.get(docname, ())
        if any(ANY_SEPARATOR.split(package) == module for package in packages):
            return True
        files = self._embedded.get(docname, ())
        if any(_is_within(file.split('/'), module) for file in files):
            return True
        path = iter(_parts(docname))
        return all(part in path for part in module)


def key_of(name: str, kind: Kind) -> str:
    """Return what all spellings of a name have in common. Only those of terms differ in case."""
    if kind is Kind.TERM:
        return f' {_identity(name)}'
    return name if name.isidentifier() and name.isascii() else _identity(name, defined=True)


@lru_cache(_CACHE_SIZE)
def _identity(name: str, *, defined: bool = False) -> str:
    return identity(name, defined)


def scope_of(name: str) -> str:
    """Return all but the last part of a qualified name."""
    return name[: -len(last_component(name))].rstrip('.:')


def prefixes(name: str) -> Iterator[str]:
    """Yield a qualified name and the beginnings of it that end before a separator."""
    yield name
    for separator in ANY_SEPARATOR.finditer(name):
        yield name[: separator.start()]


def endings(name: str) -> Iterator[str]:
    """Yield the ends of a qualified name that begin after a separator."""
    for separator in SEPARATOR.finditer(name):
        yield name[separator.end() :]


def _tail(name: str) -> str:
    """Return the last part of a name; of an option, the part behind its program."""
    return name if name.isidentifier() else _tail_of(name)


@lru_cache(_CACHE_SIZE)
def _tail_of(name: str) -> str:
    program, space, option = name.rpartition(' ')
    return option if space and option.startswith('-') and program else last_component(name)


def _is_within(path: Sequence[str], module: Sequence[str]) -> bool:
    """Check whether a file is that of a module, or in its package."""
    length = len(module)
    return any(path[n : n + length] == module for n in range(len(path) - length + 1))


def _parts(docname: str) -> list[str]:
    return re.split(r'[/.]', docname)


def _possible(keyword: Ranked, meanings: Iterable[Meaning]) -> list[Meaning]:
    """Return the meanings that a keyword can have where it stands."""
    possible = [meaning for meaning in meanings if not _is_other_command(keyword.kind, meaning)]
    if traits(keyword.times).is_in_code and not is_identifier_shaped(keyword.name):
        return [meaning for meaning in possible if _can_be_code(keyword.kind, meaning.kind)]
    return possible


def _can_be_code(kind: Kind, meant: Kind) -> bool:
    return meant is kind or (kind is not Kind.SETTING and meant not in _NO_CODE)


def _is_other_command(kind: Kind, meaning: Meaning) -> bool:
    return kind is Kind.COMMAND and meaning.kind in _NO_COMMANDS


def _may_end_in(keyword: Ranked, meaning: Meaning, *, known: bool) -> bool:
    """Check whether code can mean a full name by its end: ``close`` is no ``Client.close``."""
    if _is_other_command(keyword.kind, meaning):
        return False
    if ANY_SEPARATOR.search(keyword.name) or not traits(keyword.times).is_only_used:
        return True
    if meaning.kind in _OF_MODULES:
        return known and keyword.name not in BUILTINS
    return meaning.kind not in _MEMBERS


def _by_kind(meaning: Meaning) -> tuple[int, str]:
    return _KIND_ORDER[meaning.kind], meaning.name
