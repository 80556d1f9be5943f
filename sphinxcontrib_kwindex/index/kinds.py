"""Kinds of the names in a project: one for each name, whatever its documents guess."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import ANY_SEPARATOR, last_component
from sphinxcontrib_kwindex.index.resolve import prefixes
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.model import WORDS, Kind, Position, Role, Trait, positions_with

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sphinxcontrib_kwindex.model import Ranked

#: where the first word of a command is a program
_OF_PROGRAMS: Final = frozenset(
    {
        Position.OBJECT,
        Position.ROLE_LITERAL,
        Position.CODE_USE,
        Position.EXAMPLE_USE,
        Position.EXAMPLE_SETTING,
    }
)
_RANKS: Final = {kind: number for number, kind in enumerate(Kind)}
_CLASSES: Final = frozenset({Kind.CLASS, Kind.ENUM, Kind.TYPE})
#: kinds that only code has
_OF_CODE: Final = _CLASSES | {Kind.METHOD, Kind.FUNCTION, Kind.MACRO}
#: kinds that say little
_OPEN: Final = frozenset({Kind.NAME, Kind.IMPORT})
#: what is a method or an attribute if its owner is a class
_MEMBERS: Final = {
    Kind.FUNCTION: Kind.METHOD,
    Kind.NAME: Kind.ATTRIBUTE,
    Kind.VARIABLE: Kind.ATTRIBUTE,
}

_UNKNOWN: Final = _OPEN | WORDS
#: kinds that examples give to the same things
#: kinds that a literal has by its shape, and kinds that texts call many things
_VALUES: Final = frozenset({Kind.CONSTANT, Kind.ATTRIBUTE, Kind.VARIABLE})
_VAGUE: Final = _UNKNOWN | _VALUES | {Kind.COMMAND, Kind.FILE}
#: kinds that examples give to the same things
_GROUPS: Final = dict.fromkeys(_OF_CODE, 'code') | dict.fromkeys(_VALUES, 'value')

_GUESSED: Final = _OPEN | _MEMBERS.keys() | {Kind.COMMAND}

#: where examples give a name to something that may have nothing to do with others of this name
_SAMPLES: Final = positions_with(Trait.CODE) | {Position.EXAMPLE_SETTING}
_IN_SAMPLES: Final = 4
_IN_PASSING: Final = 6

_EXCEPTION: Final = re.compile(r'[A-Z]\w*(?:Error|Exception)')
#: two humps: "TensorBox", "HTTPTransport"
_CLASS_SHAPED: Final = re.compile(r'(?:[A-Z][A-Z\d]*[a-z][a-z\d]*){2,}[A-Z]?|[A-Z]{2,}[a-z]\w+')


class Kinds:
    """Table of kinds. All keywords are added before the first query."""

    def __init__(self, given: Mapping[str, Kind]) -> None:
        #: what the configuration says
        self._given = given
        #: name -> its first kind
        self._kinds: dict[str, Kind] = {}
        #: names with several kinds
        self._several: set[str] = set()
        #: names and keywords of one document
        self._added: list[tuple[Sequence[str], Sequence[Ranked]]] = []
        #: the first words of commands in code
        self._programs: set[str] = set()
        #: qualified names that code uses and does not call
        self._used: set[str] = set()
        self._decided: dict[str, Kind] = {}

    def add(self, names: Sequence[str], keywords: Sequence[Ranked]) -> None:
        """Add the keywords of a document with the names that pages show."""
        kinds = self._kinds
        for name, keyword in zip(names, keywords, strict=True):
            kind = keyword.kind
            if kinds.setdefault(name, kind) is not kind:
                self._several.add(name)
            if kind is Kind.NAME and not name.isidentifier() and traits(keyword.times).is_used:
                self._used.add(name)
            if kind is Kind.COMMAND and any(p in _OF_PROGRAMS for p, _count in keyword.times):
                self._programs.add(keyword.name.split()[0])
        self._added.append((names, keywords))

    def choose(self) -> None:
        """Choose one of several kinds: one that is defined, the most specific."""
        several = self._several
        #: name -> level and kind -> number of documents
        found: dict[str, Counter[tuple[int, Kind]]] = defaultdict(Counter)
        for names, keywords in self._added:
            for name, keyword in zip(names, keywords, strict=True):
                if name in several:
                    found[name][_level(keyword), keyword.kind] += 1
        self._added.clear()
        self._kinds |= {name: _likeliest(name, times) for name, times in found.items()}

    def of(self, name: str) -> Kind:
        """Return the kind of a name that was added."""
        if name not in self._decided:
            self._decided[name] = self._decide(name, self._kinds[name])
        return self._decided[name]

    def _decide(self, name: str, kind: Kind) -> Kind:
        if kind not in _GUESSED and not self._given:
            return kind  # as of most names
        last = last_component(name)
        if found := self._given.get(name) or self._given.get(last):
            return found
        if kind in _OPEN and _EXCEPTION.fullmatch(last):
            return Kind.CLASS
        if kind is Kind.IMPORT and _CLASS_SHAPED.fullmatch(last):
            return Kind.CLASS
        is_open = kind is Kind.NAME and name not in self._used
        if kind in _MEMBERS and not is_open and last != name and self._is_member(name, last):
            return _MEMBERS[kind]
        is_command = kind is Kind.COMMAND and ' ' in name
        return Kind.NAME if is_command and name.split(maxsplit=1)[0] not in self._programs else kind

    def _is_member(self, name: str, last: str) -> bool:
        """Check whether the beginning of a name is a class; "Option::None" may be anything."""
        if last[:1].isupper() or not ANY_SEPARATOR.search(name):
            return False
        owners = (owner for owner in prefixes(name) if owner != name)
        return any(self._kinds.get(owner) in _CLASSES for owner in owners)


def _level(keyword: Ranked) -> int:
    """Return what sorts kinds of one name: defined ones, those of code, terms of a glossary.

    What a heading states counts as much as code. What only examples have comes last.
    """
    kind, found = keyword.kind, traits(keyword.times)
    if found.is_in_passing:
        return _IN_PASSING
    if found.role is Role.DEFINES:
        return 2 if kind is Kind.TERM else 0
    if kind is Kind.ENVIRONMENT_VARIABLE and not keyword.name.isupper():
        return _IN_PASSING - 1
    is_class = kind in _CLASSES and last_component(keyword.name)[0].isupper()
    is_sample = all(position in _SAMPLES for position, _count in keyword.times)
    if is_sample and kind not in _UNKNOWN and kind is not Kind.METHOD and not is_class:
        return _IN_SAMPLES
    if kind in _VAGUE:
        return _IN_PASSING - 1
    return 1 if kind in _OF_CODE else 3


def _likeliest(name: str, documents: Mapping[tuple[int, Kind], int]) -> Kind:
    """Return one of several kinds: the most specific, of what most examples have.

    Examples of several documents give a name to different things. Kinds have a level each.
    """

    def order(leveled: tuple[int, Kind]) -> tuple[int, int]:
        level, kind = leveled
        is_variable = kind is Kind.ENVIRONMENT_VARIABLE and not name.isupper()
        return level, _RANKS[Kind.VARIABLE if is_variable else kind]

    if min(documents)[0] == _IN_SAMPLES:
        times: Counter[object] = Counter()
        for (level, kind), number in sorted(documents.items(), key=lambda item: order(item[0])):
            if level in (_IN_SAMPLES, _IN_PASSING):
                times[_GROUPS.get(kind, kind)] += number * (1 + (level == _IN_SAMPLES))
        [(group, _number)] = times.most_common(1)
        documents = {
            (level, kind): 0
            for level, kind in documents
            if kind in _UNKNOWN or _GROUPS.get(kind, kind) == group
        }
    return min(documents, key=order)[1]
