"""What a code uses, and what it calls its own variables.

One pass over all names. A name right behind a type is a variable; a name before ``(`` or joined by
``::``, ``.``, ``->`` is used, and so are names that look like those of types and constants.
"""

from __future__ import annotations

import re
from bisect import bisect
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.cfamily.declarations import join
from sphinxcontrib_kwindex.extract.cfamily.words import (
    KEYWORDS,
    LIBRARY_TYPES,
    NOT_TYPES,
    is_exported,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxcontrib_kwindex.extract.cfamily.declarations import Book
    from sphinxcontrib_kwindex.extract.cfamily.objects import Objects

#: a name with all that is joined to it, and the sign behind it
_CHAIN = re.compile(r'\b([^\W\d]\w*+(?:(?:::|\.|->)~?+[^\W\d]\w*+)*+)(?=\s*+([(<=;,){\[:]?))')
#: template arguments and then brackets, or the launch of a CUDA kernel
_CALLED = re.compile(
    r'\s*+(?:<<<|<(?!<)[^<>;(){}]*+(?:<[^<>;(){}]*+>[^<>;(){}]*+)*+>\s*+(?:\(|<<<))'
)
_BINDING = re.compile(r'\s*+&{0,2}\s*+\[([\w\s,]*+)\]')
_NAME = re.compile(r'[^\W\d]\w*+')
#: what may stand between a type and the name of a variable; ``a * b`` is a product
_GAPS: Final = frozenset(
    angles + gap
    for angles in ('', '>', '>>', '>>>', '> >')
    for gap in (' ', '\n', '\t', '& ', ' &', '* ', ' *', '&& ', ' &&', '** ', ' **', '*& ', ' *&')
)
_WIDEST_GAP: Final = max(map(len, _GAPS))
_SHAPE = re.compile(r'[A-Z]\w|k[A-Z]|\w++(?<=_t)$')
_RESERVED: Final = (
    KEYWORDS
    | LIBRARY_TYPES
    | frozenset(['__FILE__', '__LINE__', '__func__', 'defined', 'self', 'super'])
)
_THIS: Final = 'this->'
_FIRST = re.compile(r'\w++')
_OBJECT = re.compile(r'(\w++)(?:\.|->)')


class Use:
    """A used name: where it is first used, how often, whether it is ever called."""

    __slots__ = ('at', 'called', 'times')

    def __init__(self, at: int) -> None:
        self.at = at
        self.times = 0
        self.called = False


class Uses:
    """The names that one code uses, and its local variables with their first places."""

    def __init__(self, book: Book, objects: Objects, macros: Iterable[str] = ()) -> None:
        self.objects = objects
        self.locals: dict[str, int] = {}
        self._uses: dict[str, Use] = {}
        #: bare names -> whether they are known, or look like types or constants
        self._shaped = dict.fromkeys((*book.aliases, *book.free_names(), *macros), True)
        self._aliases = book.aliases
        self._owners = sorted(book.owners)

    def read(self, text: str, offset: int = 0) -> None:
        """Find the uses in a code without comments and literals that stands at this offset."""
        before, last, last_end = '', 'return', 0
        #: those in front of an angle bracket, so far
        openers: list[str] = []
        classes, class_of = self.objects.classes, self.objects.class_of
        for match in _CHAIN.finditer(text):
            name, follows = match.groups()
            at, behind = match.span()
            if name in _RESERVED:
                if name == 'auto':
                    self._bind(text, behind, offset)
            elif (
                follows
                and follows != '<'
                and text[behind] != ':'
                and at - last_end <= _WIDEST_GAP
                and text[last_end:at] in _GAPS
                and last not in NOT_TYPES
                and not (follows in ';:' and is_exported(before, last, name))
            ):
                if name.isidentifier():
                    self.locals.setdefault(name, at + offset)
                    angles = text.count('>', last_end, at) if openers else 0
                    type_ = openers[-angles:][0] if angles else last
                    argument = last if angles == 1 else ''
                    known = type_ in classes
                    cls = classes[type_] if known else class_of(type_, argument, behind)
                    self.objects.declare(name, cls, at + offset, follows)
            elif follows == '(' or (follows == '<' and _CALLED.match(text, behind)):
                if text[at - 1 : at] != '@':
                    self._use(name, at + offset).called = True
            elif self._shaped[name] if name in self._shaped else self._is_shaped(name):
                self._use(name, at + offset)
            if follows == '<':
                openers.append(name)
            before, last, last_end = last, name, behind

    def found(self) -> Iterator[tuple[str, Use]]:
        """Give the used names, imports and aliases resolved."""
        for name, use in self._uses.items():
            if name in self.locals and not use.called:
                continue  # a variable that is called like something else
            dotted = name.replace('->', '.')
            first = _FIRST.match(dotted)
            target = self._aliases.get(first[0]) if first else None
            yield (target + dotted[len(first[0]) :] if first and target else dotted), use

    def _use(self, name: str, at: int) -> Use:
        is_own = name.startswith(_THIS)
        rest = name.removeprefix(_THIS) if is_own else name
        if not rest.isidentifier() and (member := self._member(rest, at)):
            name = member
        elif is_own:
            name = join(self._owners[bisect(self._owners, (at, '')) - 1][1], rest)
        use = self._uses.get(name)
        if not use:
            use = self._uses[name] = Use(at)
        use.times += 1
        return use

    def _member(self, name: str, at: int) -> str:
        """Qualify a member of an object with the class of that."""
        first = _OBJECT.match(name)
        if not first or first[1] not in self.objects.known:
            return ''
        self.objects.leave(at)
        cls = self.objects.known[first[1]]
        return f'{cls}::{name[first.end() :]}' if cls else ''

    def _is_shaped(self, name: str) -> bool:
        shaped = not name.isidentifier() or _SHAPE.match(name) is not None
        self._shaped[name] = shaped
        return shaped

    def _bind(self, text: str, behind: int, offset: int) -> None:
        """Take the variables of ``auto [a, b]``."""
        if binding := _BINDING.match(text, behind):
            for name in _NAME.finditer(text, *binding.span(1)):
                self.locals.setdefault(name[0], name.start() + offset)
