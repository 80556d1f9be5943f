"""What a name means: which keyword of the document, or of the whole project, stands behind it."""

from __future__ import annotations

import builtins
import re
from collections import defaultdict
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.extract.names import identity, is_identifier_shaped, last_component
from sphinxcontrib_kwindex.model import WEIGHTS, Keyword, Kind, Position, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}

#: these are known by their full names, so a part of one may stand for it in any document
_FULLY_NAMED = frozenset({Position.OBJECT, Position.MODULE})

_EXCEPTION = re.compile(r'[A-Z]\w*(?:Error|Exception|Warning|Interrupt)')

_SEPARATOR = re.compile(r'\.|::|\\')

#: An ordinary word in a code block is no name of these: "sort" is a command of the shell as well.
_NO_CODE = frozenset({Kind.TERM, Kind.OPTION, Kind.DIRECTIVE, Kind.ROLE, Kind.SETTING})
_CODE = frozenset(
    {
        Position.EXAMPLE_DEFINITION,
        Position.EXAMPLE_USE,
        Position.CODE_IMPORT,
        Position.CODE_USE,
        Position.CODE_MENTION,
        Position.LOCAL,
    }
)


#: what stands here is what a document imports or is about
_KNOWN = frozenset({Position.CODE_IMPORT, Position.HEADING_NAME, Position.HEADING_IDENTIFIER})
#: all that embedded source says of a name
_IN_SOURCE = _CODE | {Position.SOURCE_DEFINITION, Position.SOURCE_DETAIL}
_DEFINED_IN_SOURCE = frozenset({Position.SOURCE_DEFINITION, Position.SOURCE_DETAIL})
_PACKAGES = frozenset({Kind.MODULE, Kind.NAMESPACE})
_USED = frozenset({Position.CODE_USE, Position.EXAMPLE_USE})
#: a name that stands only here may be one of anything that the language knows
_ONLY_USED = _USED | {Position.CODE_MENTION, Position.LOCAL}
#: these belong to an object, so nobody can use them without it
_MEMBERS = frozenset({Kind.METHOD, Kind.ATTRIBUTE})
#: these belong to a module, so nobody can use them who does not know it
_OF_MODULES = frozenset({Kind.FUNCTION, Kind.CLASS})
_BUILT_IN = frozenset(dir(builtins))
#: a command of the shell is none of these
_NO_COMMANDS = _MEMBERS | _OF_MODULES | {Kind.VARIABLE}


_DEFINING = frozenset(p for p, weight in WEIGHTS.items() if weight.role is Role.DEFINES)

#: the same names come in many documents; so many of them are remembered
_REMEMBERED = 2_000


class Meaning(NamedTuple):
    """The full name and the kind of what a name stands for."""

    name: str
    kind: Kind


class Names:
    """What a set of documents defines."""

    def __init__(
        self,
        keywords: Iterable[tuple[str, Keyword]],
        embedded: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self._embedded = embedded
        #: document -> the packages and namespaces that the source in it says it belongs to
        self._packages: dict[str, set[str]] = defaultdict(set)
        #: identity -> meaning -> the documents that define it
        self._exact: dict[str, dict[Meaning, list[str]]] = {}
        self._tails: dict[str, set[Meaning]] = defaultdict(set)
        self._full: set[Meaning] = set()
        for docname, keyword in keywords:
            positions = {place.position for place in keyword.places}
            if not positions.isdisjoint(_DEFINING):
                meaning = Meaning(keyword.name, keyword.kind)
                meanings = self._exact.setdefault(key_of(*meaning), {})
                meanings.setdefault(meaning, []).append(docname)
                self._tails[_tail(keyword.name)].add(meaning)
                if positions & _FULLY_NAMED or '::' in keyword.name:
                    self._full.add(meaning)
                if keyword.kind in _PACKAGES and positions & _DEFINED_IN_SOURCE:
                    self._packages[docname].add(keyword.name)

    def meaning_of(self, keyword: Keyword, imported: Imports) -> Meaning | None:
        """Tell what a keyword means that its own document does not define."""
        name, kind = keyword.name, keyword.kind
        meanings = list(self._exact.get(key_of(name, kind)) or self._exact.get(name) or ())
        if not is_identifier_shaped(name) and all(p.position in _CODE for p in keyword.places):
            meanings = [meaning for meaning in meanings if _can_be_code(kind, meaning.kind)]
        meanings = [meaning for meaning in meanings if not _is_called_otherwise(kind, meaning)]
        if not meanings:
            meaning = self._imported(name) or self.by_tail(name, full=True)
            known = meaning is not None and imported.knows(meaning.name)
            return meaning if meaning and _may_end_in(keyword, meaning, known=known) else None
        same = [meaning for meaning in meanings if meaning.kind is kind]
        return min(same or meanings, key=_by_kind)

    def ending_in(self, keyword: Keyword) -> Meaning | None:
        """Tell which name of its own document a keyword is the end of."""
        meaning = self.by_tail(keyword.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=True) else None

    def described(self, keyword: Keyword) -> Meaning:
        """Tell what a definition is of: a page may show the source of what it describes.

        Objects are known by their full names, source by those that it has in its file.
        """
        own = Meaning(keyword.name, keyword.kind)
        if any(place.position not in _IN_SOURCE for place in keyword.places):
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
        """Find what ``package.module.Name`` means where a document about that module defines it."""
        for prefix, rest in _splits(name):
            for meaning, docnames in self._exact.get(rest, {}).items():
                if any(self._holds(docname, prefix) for docname in docnames):
                    return meaning
        return None

    def _holds(self, docname: str, module: Sequence[str]) -> bool:
        """Tell whether a document shows the source of a module, or is about it."""
        packages = self._packages.get(docname, ())
        if any(_SEPARATOR.split(package) == module for package in packages):
            return True
        files = self._embedded.get(docname, ())
        return any(_is_within(file.split('/'), module) for file in files) or _is_about(
            docname, module
        )


class Imports:
    """What a document imports: what it uses of that is worth listing."""

    def __init__(self, keywords: Sequence[Keyword]) -> None:
        self._names = frozenset(_at(keywords, _KNOWN))
        self._modules = frozenset(_at(keywords, {Position.MODULE})) | frozenset(
            map(_scope, _at(keywords, {Position.OBJECT}))
        )

    def knows(self, name: str) -> bool:
        """Tell whether a document imports a name or its module, or is about its module."""
        scope = _scope(name)
        return name in self._names or scope in self._names or scope in self._modules

    def covers(self, keyword: Keyword) -> bool:
        """Tell whether a keyword is used in code by way of an import.

        What a language raises by itself is imported by nobody, and looked for as often.
        """
        return any(place.position in _USED for place in keyword.places) and (
            any(prefix in self._names for prefix in _prefixes(keyword.name))
            or _EXCEPTION.fullmatch(keyword.name) is not None
        )


@lru_cache(_REMEMBERED)
def key_of(name: str, kind: Kind) -> str:
    """Give what all spellings of a name have in common."""
    return identity(name, kind not in {Kind.TERM, Kind.NAME} or is_identifier_shaped(name))


@lru_cache(_REMEMBERED)
def _tail(name: str) -> str:
    """Give the last part of a name: of an option, what stands behind its program."""
    program, space, option = name.rpartition(' ')
    return option if space and option.startswith('-') and program else last_component(name)


def _can_be_code(kind: Kind, meant: Kind) -> bool:
    return meant is kind or (kind is not Kind.SETTING and meant not in _NO_CODE)


def _is_called_otherwise(kind: Kind, meaning: Meaning) -> bool:
    return kind is Kind.COMMAND and meaning.kind in _NO_COMMANDS


def _may_end_in(keyword: Keyword, meaning: Meaning, *, known: bool) -> bool:
    """Tell whether code can mean a full name by its end alone: ``close`` is no ``Client.close``."""
    if _is_called_otherwise(keyword.kind, meaning):
        return False
    if _SEPARATOR.search(keyword.name) or any(p.position not in _ONLY_USED for p in keyword.places):
        return True
    if meaning.kind in _OF_MODULES:
        return known and keyword.name not in _BUILT_IN
    return meaning.kind not in _MEMBERS


def _at(keywords: Iterable[Keyword], positions: AbstractSet[Position]) -> Iterator[str]:
    """Give the names of what stands at one of these positions."""
    for keyword in keywords:
        if any(place.position in positions for place in keyword.places):
            yield keyword.name


def _scope(name: str) -> str:
    """Give what a name is in: all but its last part."""
    return name[: -len(last_component(name))].rstrip('.:')


def _by_kind(meaning: Meaning) -> tuple[int, str]:
    return _KIND_ORDER[meaning.kind], meaning.name


def _prefixes(name: str) -> Iterator[str]:
    yield name
    for separator in _SEPARATOR.finditer(name):
        yield name[: separator.start()]


def _splits(name: str) -> Iterator[tuple[Sequence[str], str]]:
    """Cut a qualified name at each separator, the longest rest first."""
    for separator in _SEPARATOR.finditer(name):
        yield _SEPARATOR.split(name[: separator.start()]), name[separator.end() :]


def _is_within(path: Sequence[str], module: Sequence[str]) -> bool:
    """Tell whether a file is that of a module, or of its package."""
    length = len(module)
    return any(path[n : n + length] == module for n in range(len(path) - length + 1))


def _is_about(docname: str, module: Sequence[str]) -> bool:
    """Tell whether a document is about a module, or one of its package, by its path alone."""
    path = iter(re.split(r'[/.]', docname))
    return all(part in path for part in module)
