"""C, C++, CUDA and Objective-C.

A text is read in layers. `lexer` blanks everything that is no code; `scopes` walks over the rest
with a stack of braces and parses each statement with `statement_parser`; `ReferenceParser` passes
once over all names. Classes, structures, unions, interfaces and protocols are of the kind class,
enumerators and constants of a namespace of the kind constant, type aliases and concepts of the
kind type. Names are qualified with ``::``, Objective-C methods are ``Class.first:second:``; ``->``
is written as ``.``.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect, bisect_left
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.c_family import lexer
from sphinxcontrib_kwindex.extract.c_family.declarations import DeclarationKind
from sphinxcontrib_kwindex.extract.c_family.lexer import DocComments, split_layers, word_set
from sphinxcontrib_kwindex.extract.c_family.scopes import ScopeParser
from sphinxcontrib_kwindex.extract.collector import (
    NameCollector,
    References,
    VariableTypes,
    qualified,
    resolve_alias,
)
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinxcontrib_kwindex.extract.c_family.declarations import Declarations
    from sphinxcontrib_kwindex.extract.c_family.lexer import Layers
    from sphinxcontrib_kwindex.model import Found

#: the layers use these for their marks
_CONTROLS = re.compile(r'[\x00-\x08]')
_NO_CODE = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|//(?:[^\\\n]|\\[\s\S])*+|/\*(?>[\s\S]*?\*/|[\s\S]*+)')
_NAME = re.compile(r'[^\W\d]\w*+')
_LOWER_NAME = re.compile(r'\b(?![A-Z\d])\w++')


def extract(code: str) -> list[Found]:
    """Return the names in a text of the C family."""
    code = _CONTROLS.sub(' ', code)
    layers, declarations = parse(code)
    collector = NameCollector()
    _Writer(code, layers, declarations, collector).write()
    return collector.results()


def parse(code: str) -> tuple[Layers, Declarations]:
    """Return the layers of a text and its declarations."""
    layers = split_layers(code)
    return layers, ScopeParser(code, layers.text).run()


class _Writer:
    """Write the names of one text to the collector."""

    def __init__(
        self, code: str, layers: Layers, declarations: Declarations, collector: NameCollector
    ) -> None:
        self.code = code
        self.layers = layers
        self.declarations = declarations
        self.collector = collector
        self.newlines = [match.start() for match in re.finditer('\n', code)]

    def write(self) -> None:
        self._definitions()
        self._imports()
        self._references()
        self._mentions()

    def _line(self, at: int) -> int:
        return bisect_left(self.newlines, at) + 1

    def _definitions(self) -> None:
        comments = DocComments(self.code, self.layers)
        for found in self.declarations.declarations:
            is_plain = found.kind is not DeclarationKind.NAMESPACE
            text = comments.description(found.head, found.start, is_plain=is_plain)
            if not text and found.kind is DeclarationKind.ENUMERATOR:
                text = comments.text_behind(found.end)
            self.collector.define(found.name, found.keyword_kind, self._line(found.start), text)
        for macro in self.layers.macros:
            text = comments.text_above(macro.start)
            self.collector.define(macro.name, Kind.MACRO, self._line(macro.at), text)

    def _imports(self) -> None:
        for name, at in self.layers.includes:
            self.collector.add(name, Kind.FILE, Usage.IMPORT, self._line(at))
        for found in self.declarations.imports:
            line = self._line(found.start)
            self.collector.add(found.name, found.keyword_kind, Usage.IMPORT, line)

    def _references(self) -> None:
        macros = self.layers.macros
        names = [macro.name for macro in macros]
        parser = ReferenceParser(self.declarations, self.layers.text, names)
        parser.parse(self._masked())
        bodies = [(macro.body, macro.end) for macro in macros]
        for start, end in bodies + self.layers.conditions:
            if start < end:
                code = _NO_CODE.sub(lambda match: ' ' * len(match[0]), self.code[start:end])
                parser.parse(code, start)
        parser.write(self.collector, self._line)

    def _mentions(self) -> None:
        for start, end in self.layers.comments:
            self.collector.add_comment(self.code[start:end], self._line(start))
        for start, end in self.layers.strings:
            self.collector.literal(self.code[start:end], self._line(start))
        for start, end in self.declarations.arguments:
            for word in _NAME.findall(self.layers.text, start, end):
                kind = Kind.NAME if is_identifier_shaped(word) else Kind.VARIABLE
                self.collector.add(word, kind, Usage.MENTION, self._line(start))

    def _masked(self) -> str:
        """Return the text without names that are declared, and without those of tests."""
        text, done = self.layers.text, 0
        pieces: list[str] = []
        declared = self.declarations.declarations + self.declarations.imports
        names = [
            name.span()
            for span in self.declarations.arguments
            for name in _LOWER_NAME.finditer(text, *span)
        ]
        for start, end in sorted(names + [(found.start, found.end) for found in declared]):
            if start >= done:
                pieces += text[done:start], '0' * (end - start)
                done = end
        return ''.join(pieces) + text[done:]


# -- references and local variables: one pass over all names
#
# A name right after a type is a variable. All others are references; one plain word is a variable
# that may be declared elsewhere.

_CLASS: Final = r'(?:[^\W\d]\w*+::)*+_*+[A-Z]\w*+'
#: the value of ``auto``: ``= Thing(``, ``= new Thing{``, ``= std::make_unique<Thing>(``
_VALUE = re.compile(
    rf'\s*+(?:=\s*+)?[({{]?\s*+(?:new\s++({_CLASS})|(?:std::)?make_(?:unique|shared)<\s*+({_CLASS})>'
    rf'|({_CLASS})(?=\s*+[({{]))'
)
#: the type at the end of a text
_TYPE = re.compile(
    r'([^\W\d]\w*+(?:::[^\W\d]\w*+)*+)(?:<([^<>;(){}]*+)(?:<[^<>;(){}]*+>[^<>;(){}]*+)*+>)?[\s*&]++$'
)
_LONGEST: Final = 300
_POINTERS: Final = word_set('QPointer QSharedPointer auto_ptr shared_ptr unique_ptr')
_NO_CLASSES: Final = lexer.KEYWORDS | lexer.LIBRARY_TYPES
_VARIABLES: Final = frozenset(
    {DeclarationKind.VARIABLE, DeclarationKind.FIELD, DeclarationKind.CONSTANT}
)
#: a parameter stands before one of these
_PARAMETER: Final = frozenset(',)')
_NEVER: Final = sys.maxsize, sys.maxsize
#: a name with its links, and the symbol after it
_CHAIN = re.compile(r'\b([^\W\d]\w*+(?:(?:::|\.|->)~?+[^\W\d]\w*+)*+)(?=\s*+([(<=;,){\[:]?))')
#: template arguments and then brackets, or the launch of a CUDA kernel
_CALLED = re.compile(
    r'\s*+(?:<<<|<(?!<)[^<>;(){}]*+(?:<[^<>;(){}]*+>[^<>;(){}]*+)*+>\s*+(?:\(|<<<))'
)
_BINDING = re.compile(r'\s*+&{0,2}\s*+\[([\w\s,]*+)\]')
#: text between a type and the name of a variable; ``a * b`` is a product
_GAPS: Final = frozenset(
    angles + gap
    for angles in ('', '>', '>>', '>>>', '> >')
    for gap in (' ', '\n', '\t', '& ', ' &', '* ', ' *', '&& ', ' &&', '** ', ' **', '*& ', ' *&')
)
#: ``a * b`` is a declaration after a word that is clearly a type
_WIDE_GAPS: Final = frozenset((' * ', ' ** ', ' & '))
#: keyword of a type -> what the name after it is
_TYPE_KEYS: Final = dict.fromkeys(('class', 'struct', 'union'), Kind.CLASS) | {'enum': Kind.ENUM}
_CLEAR_TYPES: Final = lexer.BUILTIN_TYPES | lexer.LIBRARY_TYPES
_BEFORE_TYPE: Final = frozenset(('const', *lexer.CLASS_KEYS))
_WIDEST_GAP: Final = max(map(len, _GAPS))
_RESERVED: Final = (
    lexer.KEYWORDS
    | lexer.LIBRARY_TYPES
    | frozenset(['__FILE__', '__LINE__', '__func__', 'defined', 'self', 'super'])
)
_THIS: Final = 'this->'
_OBJECT = re.compile(r'(\w++)(?:\.|->)')


def _is_pointer(gap: str, before: str, last: str) -> bool:
    """Check whether a gap with white space on both sides declares a pointer."""
    is_type = last.endswith('_t') or last in _CLEAR_TYPES or before in _BEFORE_TYPE
    return is_type and gap in _WIDE_GAPS


class DeclaredTypes(VariableTypes):
    """Classes of variables by their declarations; the bodies of functions are scopes."""

    def __init__(self, declarations: Declarations, text: str) -> None:
        super().__init__()
        self._text = text
        #: type -> class, '' if it is none; for types that mean the same everywhere
        self.class_of_type: dict[str, str] = {}
        self._bodies = iter(sorted(declarations.bodies))
        #: the body of the function that comes next, or is not over
        self._begin, self._end = next(self._bodies, _NEVER)
        for found in declarations.declarations:
            if found.kind in _VARIABLES:
                name = found.name.rpartition('::')[2]
                cls = self._declared_class(found.head, found.start, found.end)
                self.classes[name] = cls if self.classes.get(name, cls) == cls else ''
        self.exported.update(self.classes)

    def _declared_class(self, head: int, start: int, end: int) -> str:
        """Return the class of a variable from the type before it."""
        match = _TYPE.search(self._text, max(head, start - _LONGEST), start)
        return self.class_of(match[1], match[2] or '', end) if match else ''

    def class_of(self, type_: str, argument: str, end: int) -> str:
        """Return the class of a variable of a type, whose name ends here."""
        if type_ == 'auto':
            value = _VALUE.match(self._text, end)
            return (value[1] or value[2] or value[3]) if value else ''
        if type_.rpartition('::')[2] in _POINTERS:
            return argument.strip()
        self.class_of_type[type_] = cls = '' if type_ in _NO_CLASSES else type_
        return cls

    def declare_at(self, name: str, cls: str, at: int, follows: str) -> None:
        """Record the class of a variable; parameters belong to the function that comes next."""
        self.leave_functions(at)
        self.declare(name, cls, local=at > self._begin or follows in _PARAMETER)

    def leave_functions(self, at: int) -> None:
        """Drop the local variables of functions that end before this place."""
        while at > self._end:
            self._begin, self._end = next(self._bodies, _NEVER)
            self.restore()


class ReferenceParser:
    """References and local variables of one text."""

    def __init__(self, declarations: Declarations, text: str, macros: Iterable[str]) -> None:
        self._references = References()
        self._types = DeclaredTypes(declarations, text)
        #: local variable -> its first place
        self._locals: dict[str, int] = {}
        #: bare name -> whether it is declared here, or no plain word
        self._shaped = dict.fromkeys(
            (*declarations.aliases, *declarations.free_names(), *macros), True
        )
        self._aliases = declarations.aliases
        self._owners = sorted(declarations.owners)

    def parse(self, text: str, offset: int = 0) -> None:
        """Parse a piece of code without comments and literals, which stands at this offset."""
        before, last, last_end = '', 'return', 0
        #: the names in front of angle brackets, so far
        openers: list[str] = []
        known, class_of = self._types.class_of_type, self._types.class_of
        for match in _CHAIN.finditer(text):
            name, follows = match.groups()
            at, after = match.span()
            if name in _RESERVED:
                if name == 'auto':
                    self._bind(text, after, offset)
            elif (
                follows
                and follows != '<'
                and text[after] != ':'
                and at - last_end <= _WIDEST_GAP
                and (text[last_end:at] in _GAPS or _is_pointer(text[last_end:at], before, last))
                and last not in lexer.NOT_TYPES
                and not (follows in ';:' and lexer.is_exported(before, last, name))
            ):
                if name.isidentifier():
                    self._locals.setdefault(name, at + offset)
                    angles = text.count('>', last_end, at) if openers else 0
                    type_ = openers[-angles:][0] if angles else last
                    argument = last if angles == 1 else ''
                    cls = known[type_] if type_ in known else class_of(type_, argument, after)
                    self._types.declare_at(name, cls, at + offset, follows)
            else:
                called = follows == '(' or (follows == '<' and bool(_CALLED.match(text, after)))
                self._refer(name, at + offset, text[last_end:at], last, called=called)
            if follows == '<':
                openers.append(name)
            before, last, last_end = last, name, after

    def write(self, collector: NameCollector, line_of: Callable[[int], int]) -> None:
        """Write everything to the collector."""
        self._references.write(collector, self._full_name, line_of)
        for name, at in self._locals.items():
            collector.local(name, line_of(at))
        self._types.write(collector, self._aliases)

    def _full_name(self, name: str, calls: int) -> str:
        if name in self._locals and not calls:
            return ''  # a variable that has the name of something else
        dotted = name.replace('->', '.')
        return resolve_alias(dotted, self._aliases) if self._aliases else dotted

    def _refer(self, name: str, at: int, gap: str, last: str, *, called: bool) -> None:
        """Count a name after another one and the text between them."""
        if gap.endswith(('.', '->')):
            kind = Kind.METHOD if called else Kind.ATTRIBUTE
            self._references.add(name.replace('->', '.'), at, called=called, kind=kind)
        elif gap.isspace() and last in _TYPE_KEYS and len(name) > 1:
            self._add(name, at, kind=_TYPE_KEYS[last])
        elif called:
            if not gap.endswith('@'):
                self._add(name, at, called=True)
        elif self._shaped[name] if name in self._shaped else self._is_shaped(name):
            self._add(name, at)
        else:
            self._references.add_variable(name, at)

    def _add(self, name: str, at: int, *, called: bool = False, kind: Kind | None = None) -> None:
        if not name.isidentifier():
            rest = name.removeprefix(_THIS)
            if member := self._member(rest, at):
                name = member
            elif rest != name:
                owner = self._owners[bisect(self._owners, (at, '')) - 1][1]
                name = qualified(owner, '::', rest)
        self._references.add(name, at, called=called, kind=kind)

    def _member(self, name: str, at: int) -> str:
        """Return the member of an object, qualified with its class; '' if that is not known."""
        first = _OBJECT.match(name)
        if not first or first[1] not in self._types.classes:
            return ''
        self._types.leave_functions(at)
        cls = self._types.classes[first[1]]
        return f'{cls}::{name[first.end() :]}' if cls else ''

    def _is_shaped(self, name: str) -> bool:
        plain = len(name) == 1 or (name.isalnum() and name.islower())
        shaped = not (name.isidentifier() and plain)
        self._shaped[name] = shaped
        return shaped

    def _bind(self, text: str, after: int, offset: int) -> None:
        """Record the variables of ``auto [a, b]``."""
        if binding := _BINDING.match(text, after):
            for name in _NAME.finditer(text, *binding.span(1)):
                self._locals.setdefault(name[0], name.start() + offset)
