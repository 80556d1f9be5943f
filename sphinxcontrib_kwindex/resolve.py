"""What a name means: which keyword of the document, or of the whole project, stands behind it."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.names import identity, is_identifier_shaped, last_component
from sphinxcontrib_kwindex.extract.python import built_in
from sphinxcontrib_kwindex.model import Keyword, Kind
from sphinxcontrib_kwindex.modules import SEPARATOR, is_about, is_within, parts_near, splits
from sphinxcontrib_kwindex.standing import standing_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sphinxcontrib_kwindex.imports import Imports

_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}

#: An ordinary word in a code block is no name of these: "sort" is a command of the shell as well.
_NO_CODE = frozenset({Kind.TERM, Kind.OPTION, Kind.DIRECTIVE, Kind.ROLE, Kind.SETTING})
#: words of a language: their case says nothing
_IN_ANY_CASE = frozenset({Kind.TERM, Kind.NAME})
_PACKAGES = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: these belong to an object, so nobody can use them without it
_MEMBERS = frozenset({Kind.METHOD, Kind.ATTRIBUTE})
#: these belong to a module, so nobody can use them who does not know it
_OF_MODULES = frozenset({Kind.FUNCTION, Kind.CLASS})
#: a command of the shell is none of these
_NO_COMMANDS = _MEMBERS | _OF_MODULES | {Kind.VARIABLE}

#: the same names come in many documents; so many of them are remembered
_REMEMBERED = 2_000


class Meaning(NamedTuple):
    """The full name and the kind of what a name stands for."""

    name: str
    kind: Kind


class Names:
    """What a set of documents defines."""

    def __init__(self) -> None:
        #: document -> the files whose source it embeds
        self._embedded: dict[str, Sequence[str]] = {}
        #: document -> the packages and namespaces that the source in it says it belongs to
        self._packages: dict[str, set[str]] = defaultdict(set)
        #: identity -> meaning -> the documents that define it
        self._exact: dict[str, dict[Meaning, list[str]]] = {}
        self._tails: dict[str, set[Meaning]] = defaultdict(set)
        self._full: set[Meaning] = set()
        #: what was asked for when all documents were added
        self._holders: dict[tuple[str, ...], frozenset[str]] = {}
        self._definers: dict[Meaning, frozenset[str]] = {}

    def add(self, docname: str, keywords: Iterable[Keyword], embedded: Sequence[str] = ()) -> None:
        """Take note of what one more document defines."""
        if embedded:
            self._embedded[docname] = embedded
        for keyword in keywords:
            standing = standing_of(keyword.places)
            if standing.defines:
                meaning = Meaning(keyword.name, keyword.kind)
                meanings = self._exact.setdefault(key_of(*meaning), {})
                meanings.setdefault(meaning, []).append(docname)
                self._tails[_tail(keyword.name)].add(meaning)
                if standing.is_fully_named or '::' in keyword.name:
                    self._full.add(meaning)
                if keyword.kind in _PACKAGES and standing.is_defined_in_source:
                    self._packages[docname].add(keyword.name)

    def parts(self) -> tuple[object, ...]:
        """Give all that answers come from, as plain data."""
        exact = [(key, list(meanings.items())) for key, meanings in self._exact.items()]
        return exact, self._full, self._embedded, self._packages

    def meaning_of(self, keyword: Keyword, imported: Imports) -> Meaning | None:
        """Tell what a keyword means that its own document does not define."""
        name, kind = keyword.name, keyword.kind
        meanings = self._exact.get(key_of(name, kind)) or self._exact.get(name)
        if meanings and (possible := _possible(keyword, meanings)):
            same = [meaning for meaning in possible if meaning.kind is kind]
            return min(same or possible, key=_by_kind)
        if _tail(name) not in self._tails and '\\' not in name:
            return None  # as nearly all; a tail does not end at the separator of PHP
        meaning = self._imported(name) or self.by_tail(name, full=True)
        known = meaning is not None and imported.knows(meaning.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=known) else None

    def ending_in(self, keyword: Keyword) -> Meaning | None:
        """Tell which name of its own document a keyword is the end of."""
        meaning = self.by_tail(keyword.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=True) else None

    def described(self, keyword: Keyword) -> Meaning:
        """Tell what a definition is of: a page may show the source of what it describes.

        Objects are known by their full names, source by those that it has in its file.
        """
        own = Meaning(keyword.name, keyword.kind)
        if not standing_of(keyword.places).is_in_source:
            return own
        found = self.by_tail(keyword.name, full=True)
        return found if found and found.kind is keyword.kind else own

    def by_tail(self, name: str, *, full: bool = False) -> Meaning | None:
        """Find the one name that ends in this one; of several, nobody knows which is meant."""
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
        """Find what ``package.module.Name`` means where a document about that module defines it.

        A part of a name is no word of a text: ``shop.till`` may be a term *till*, but not *Till*,
        though these are one to a reader.
        """
        if name.isidentifier():
            return None  # as nearly all are
        for prefix, rest in splits(name):
            for meaning, docnames in self._exact.get(rest, {}).items():
                if meaning.name == rest and self._are_holding(tuple(prefix), meaning, docnames):
                    return meaning
        return None

    def _are_holding(
        self, module: tuple[str, ...], meaning: Meaning, docnames: Sequence[str]
    ) -> bool:
        """Tell whether any of the documents that define a name holds a module.

        Very many may define it, and as many others use it, each of its own module.
        """
        if module not in self._holders:
            near = (self._near.get(part, frozenset()) for part in module)
            found = frozenset.intersection(*near)
            self._holders[module] = frozenset(d for d in found if self._holds(d, list(module)))
        if not self._holders[module]:
            return False
        if meaning not in self._definers:
            self._definers[meaning] = frozenset(docnames)
        return not self._holders[module].isdisjoint(self._definers[meaning])

    @cached_property
    def _near(self) -> Mapping[str, frozenset[str]]:
        """Give the documents that may hold a module by each part of its name."""
        near = defaultdict(set)
        meanings = chain.from_iterable(known.values() for known in self._exact.values())
        for docname in set(chain.from_iterable(meanings)):
            files, packages = self._embedded.get(docname, ()), self._packages.get(docname, ())
            for part in parts_near(docname, files, packages):
                near[part].add(docname)
        return {part: frozenset(docnames) for part, docnames in near.items()}

    def _holds(self, docname: str, module: Sequence[str]) -> bool:
        """Tell whether a document shows the source of a module, or is about it."""
        packages = self._packages.get(docname, ())
        if any(SEPARATOR.split(package) == module for package in packages):
            return True
        files = self._embedded.get(docname, ())
        return any(is_within(file.split('/'), module) for file in files) or is_about(
            docname, module
        )


def key_of(name: str, kind: Kind) -> str:
    """Give what all spellings of a name have in common."""
    if kind not in _IN_ANY_CASE and name.isidentifier() and name.isascii():
        return name  # as nearly all are
    return _key_of(name, kind)


@lru_cache(_REMEMBERED)
def _key_of(name: str, kind: Kind) -> str:
    return identity(name, kind not in _IN_ANY_CASE or is_identifier_shaped(name))


def _tail(name: str) -> str:
    """Give the last part of a name: of an option, what stands behind its program."""
    return name if name.isidentifier() else _tail_of(name)


@lru_cache(_REMEMBERED)
def _tail_of(name: str) -> str:
    program, space, option = name.rpartition(' ')
    return option if space and option.startswith('-') and program else last_component(name)


def _possible(keyword: Keyword, meanings: Iterable[Meaning]) -> list[Meaning]:
    """Leave out what a keyword cannot mean where it stands."""
    possible = [meaning for meaning in meanings if not _is_called_otherwise(keyword.kind, meaning)]
    if standing_of(keyword.places).is_in_code and not is_identifier_shaped(keyword.name):
        return [meaning for meaning in possible if _can_be_code(keyword.kind, meaning.kind)]
    return possible


def _can_be_code(kind: Kind, meant: Kind) -> bool:
    return meant is kind or (kind is not Kind.SETTING and meant not in _NO_CODE)


def _is_called_otherwise(kind: Kind, meaning: Meaning) -> bool:
    return kind is Kind.COMMAND and meaning.kind in _NO_COMMANDS


def _may_end_in(keyword: Keyword, meaning: Meaning, *, known: bool) -> bool:
    """Tell whether code can mean a full name by its end alone: ``close`` is no ``Client.close``."""
    if _is_called_otherwise(keyword.kind, meaning):
        return False
    if SEPARATOR.search(keyword.name) or not standing_of(keyword.places).is_only_used:
        return True
    if meaning.kind in _OF_MODULES:
        return known and keyword.name not in built_in.NAMES
    return meaning.kind not in _MEMBERS


def _by_kind(meaning: Meaning) -> tuple[int, str]:
    return _KIND_ORDER[meaning.kind], meaning.name
