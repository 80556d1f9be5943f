"""What an extractor writes down while it reads, and how that becomes its answer."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import LONGEST, is_identifier_shaped
from sphinxcontrib_kwindex.extract.prose import SHAPE, acronyms, identifiers
from sphinxcontrib_kwindex.extract.sentences import first_sentence
from sphinxcontrib_kwindex.model import Found, Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Iterator

#: a lesser sort says nothing new of a name that has a greater one
_GREATER: Final = frozenset({Sort.DEFINITION, Sort.IMPORT, Sort.USE})
#: what a text does that gives a name no new meaning
_UNBOUND: Final = frozenset({Sort.USE, Sort.MENTION})
#: variables that say nothing to a reader
_DULL: Final = frozenset({'_', 'args', 'cls', 'kwargs', 'self', 'this'})
#: how often an acronym must stand somewhere that nobody explains
ACRONYM_RECURS: Final = 3
#: a literal of so many spaces is a message to somebody, of which no more is read than this
_SENTENCE: Final = 2
_MESSAGE: Final = 500
#: URLs are taken whole, so that their parts are no names
_WORD = re.compile(r'\w++(?:://\S*+|(?:(?:\.|::)\w++)*+)')


class Ledger:
    """The names of one text, each with its first line, its count and its description."""

    def __init__(self) -> None:
        #: (name, kind, sort) -> [line, times]
        self._rows: dict[tuple[str, Kind, Sort], list[int]] = {}
        #: the same -> what is written above the definition
        self._texts: dict[tuple[str, Kind, Sort], str] = {}
        #: alias -> kind, what it stands for, line
        self._aliases: dict[str, tuple[Kind, str, int]] = {}
        #: acronym in comments -> lines
        self._acronyms: dict[str, list[int]] = {}
        #: word -> whether it is worth a mention
        self._shaped: dict[str, bool] = {}

    def add(self, name: str, kind: Kind, sort: Sort, line: int, times: int = 1) -> None:
        """Count a name; the first line is kept."""
        if not name or len(name) > LONGEST:
            return
        row = self._rows.get((name, kind, sort))
        if row is None:
            self._rows[name, kind, sort] = [line, times]
            return
        row[0] = min(row[0], line)
        row[1] += times

    def define(self, name: str, kind: Kind, line: int, text: str = '') -> None:
        """Count a definition; of several descriptions the first is kept."""
        if name == '_' or name.endswith(('.', '::')):  # but "initWithFrame:" is a selector
            return
        self.add(name, kind, Sort.DEFINITION, line)
        if text:
            self._texts.setdefault((name, kind, Sort.DEFINITION), text)

    def local(self, name: str, line: int) -> None:
        """Count a local variable or a parameter, unless its name says nothing."""
        if len(name) > 1 and name not in _DULL:
            self.add(name, Kind.VARIABLE, Sort.LOCAL, line)

    def alias(self, name: str, kind: Kind, target: str, line: int = 1) -> None:
        """Tell what a name stands for in what follows this text, '' if that is not known."""
        if 0 < len(name) <= LONGEST:
            self._aliases[name] = kind, target if len(target) <= LONGEST else '', line

    def has_local(self, name: str) -> bool:
        """Tell whether a name is one of a local variable."""
        return (name, Kind.VARIABLE, Sort.LOCAL) in self._rows

    def remark(self, text: str, line: int) -> None:
        """Count the identifiers in a comment."""
        shaped = self._shaped
        at, below = 0, line
        for name, offset in acronyms(text):
            below += text.count('\n', at, offset)
            at = offset
            self._acronyms.setdefault(name, []).append(below)
        for number, words in enumerate(text.split('\n'), line):
            if not SHAPE.search(words):
                continue  # as in most lines
            for word in _WORD.findall(words):
                if word not in shaped:
                    shaped[word] = len(word) <= LONGEST and is_identifier_shaped(word)
                if shaped[word]:
                    self.add(word, Kind.NAME, Sort.MENTION, number)

    def literal(self, text: str, line: int) -> None:
        """Count a string literal if the whole of it is an identifier; in a message, each one."""
        if text.count(' ') >= _SENTENCE:
            for name, _offset in identifiers(text[:_MESSAGE]):
                self.add(name, Kind.NAME, Sort.MENTION, line)
        elif len(text) <= LONGEST and is_identifier_shaped(text):
            self.add(text, Kind.NAME, Sort.MENTION, line)

    def found(self) -> list[Found]:
        """Give everything in the order of its lines, what was written down first, first."""
        for name, lines in self._acronyms.items():
            if len(lines) >= ACRONYM_RECURS:
                self.add(name, Kind.ACRONYM, Sort.MENTION, min(lines), len(lines))
        return sorted(self._told(), key=attrgetter('line'))

    def _told(self) -> Iterator[Found]:
        known = {name for name, _, sort in self._rows if sort in _GREATER}
        bound = {name for name, _, sort in self._rows if sort not in _UNBOUND}
        for key, (line, times) in self._rows.items():
            name, kind, sort = key
            if sort in _GREATER or name not in known:
                text = self._texts.get(key)
                yield Found(name, kind, sort, line, times, first_sentence(text) if text else '')
        for name, (kind, target, line) in self._aliases.items():
            if target or name not in bound:  # else that says that it is new
                yield Found(name, kind, Sort.ALIAS, line, 1, target)


def qualified(prefix: str, separator: str, name: str) -> str:
    """Qualify a name; what is too long for one does not grow any more."""
    if len(prefix) > LONGEST:
        return prefix
    return f'{prefix}{separator}{name}' if prefix else name
