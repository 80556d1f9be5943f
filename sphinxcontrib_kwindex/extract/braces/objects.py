"""Which class a variable is an object of, where its declaration or what it is given says so.

A class is known by its capital. The declaration that comes last before a use counts; those within
brackets, and the parameters of the function that they belong to, are forgotten behind these.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.scopes import Types
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

_LINK: Final = r'(?:\.|::|\\)'
#: but for the letters that stand for any type
_CLASS = re.compile(rf'(?![EKRSTUV](?![\w.:\\]))\\?(?:\w+{_LINK})*_*[A-Z]\w*')
#: "Thing::new": an object by the custom of Rust
_NEW = re.compile(r'(\w*(?:::\w+)*?)::(?:new|default)')
_MEMBER = re.compile(r'[?!]?\.(?!\.)|\??->')
#: what a reference or a lifetime adds to a type
_ASIDE: Final = frozenset(('&', '&&', '*', 'mut', 'ref', 'dyn', 'impl', 'await', 'in', 'inout'))
#: what these hold has their methods
_HOLDERS: Final = (['Arc', '<'], ['Box', '<'], ['Rc', '<'])
_EQUALS: Final = frozenset(('=', ':='))
#: behind a value that is a whole
_UNWRAPPING: Final = frozenset(('.unwrap', '.expect', '.await'))


def class_of(machine: Machine, i: int) -> str:
    """Tell of which class the variable is an object that is declared here."""
    words, types = machine.words, machine.language.types
    if types is Types.BEHIND_COLON and words[i + 1] in ':?':
        k = i + 1 + (words[i + 1] == '?')
        return _type(machine, k + 1) if words[k] == ':' else ''
    if types is Types.BEFORE and (cls := _type_before(machine, i)):
        return cls
    if types is Types.BEHIND and words[i + 1] not in _EQUALS:
        return _type(machine, i + 1)
    return made_of(machine, i + 2) if words[i + 1] in _EQUALS else ''


def _type(machine: Machine, k: int) -> str:
    words = machine.words
    while words[k] in _ASIDE or words[k][0] == "'" or words[k : k + 2] in _HOLDERS:
        k += 1 + (words[k] not in _ASIDE and words[k + 1] == '<')
    behind = words[machine.past_angles(k + 1)]
    return words[k] if behind != '[' and _CLASS.fullmatch(words[k]) else ''


def _type_before(machine: Machine, i: int) -> str:
    """Read the type before a name: ``Map<String, Thing> things``."""
    words, k = machine.words, i - 1
    if words[k] == '?':
        k -= 1
    if words[k] == '>':
        depth, end = 0, max(0, k - AHEAD)
        while k > end:
            depth += (words[k] == '>') - (words[k] == '<')
            k -= 1
            if not depth:
                break
    is_type = k >= 0 and _CLASS.fullmatch(words[k]) and words[k - 1] not in ('new', '.', '@')
    return words[k] if is_type else ''


def made_of(machine: Machine, k: int) -> str:
    """Tell of which class a value is an object: ``new Thing(…)``, ``Thing(…)``, ``Thing {…}``."""
    words = machine.words
    while words[k] in _ASIDE:
        k += 1
    is_new = words[k] == 'new'
    k += is_new
    name, opens = words[k], machine.past_angles(k + 1)
    made = _NEW.fullmatch(name)
    name = made[1] if made else name
    if not _CLASS.fullmatch(name):
        return ''
    makes = '(' if is_new or made else machine.language.makes
    if words[opens] in ('(', '{') and words[opens] in makes:
        return name if _is_whole(machine, machine.past(opens)) else ''
    return name if is_new and words[opens] in ';{[' else ''


def _is_whole(machine: Machine, k: int) -> bool:
    """Tell whether nothing more is asked of an object that is made."""
    words = machine.words
    while words[k] in _UNWRAPPING:
        k = machine.past(k + 1) if words[k + 1] == '(' else k + 1
    return not words[k].startswith(('.', '->', '::', '?->', '?.', '['))


class Objects:
    """The variables that are known to be objects of a class, at one place of a code."""

    def __init__(self, separator: str) -> None:
        self._separator = separator
        #: variable -> class, '' if it is none that is known
        self.known: dict[str, str] = {}
        #: the same of attributes, by their qualified names
        self.attributes: dict[str, str] = {}
        #: those that hold for all that follows, and all others as unknown
        self.lasting: dict[str, str] = {}
        #: what to say again of variables behind the brackets
        self._before: list[tuple[str, str]] = []
        self._marks: list[int] = []
        #: the parameters of a function whose brackets have yet to open
        self._expected: list[tuple[str, str]] = []

    def declare(self, name: str, cls: str) -> None:
        """Note a variable that is declared here."""
        if self._marks:
            self._before.append((name, self.known.get(name, '')))
            self.lasting.setdefault(name, '')
        else:
            self.lasting[name] = cls
        self.known[name] = cls

    def expect(self, parameters: list[tuple[str, str]]) -> None:
        """Note the parameters of the function that follows."""
        self._expected = parameters

    def open(self, *, body: bool) -> None:
        """Enter brackets; those of a body make the parameters known."""
        self._marks.append(len(self._before))
        if body:
            for name, cls in self._expected:
                self.declare(name, cls)
            self._expected = []

    def close(self) -> None:
        """Leave brackets."""
        mark = self._marks.pop()
        while len(self._before) > mark:
            name, cls = self._before.pop()
            self.known[name] = cls

    def member(self, word: str) -> str:
        """Qualify a member of an object with the class of that; nothing if it is not known."""
        link = _MEMBER.search(word, 1)
        cls = self.known.get(word[: link.start()]) if link else ''
        return self._joined(cls, word[link.end() :]) if link and cls else ''

    def member_of_attribute(self, word: str, owner: int) -> str:
        """Qualify a member of an attribute likewise, the name of which begins at an offset."""
        link = _MEMBER.search(word, owner)
        cls = self.attributes.get(word[: link.start()]) if link else ''
        return self._joined(cls, word[link.end() :]) if link and cls else word

    def _joined(self, cls: str, members: str) -> str:
        return f'{cls}{self._separator}{_MEMBER.split(members, maxsplit=1)[0]}'
