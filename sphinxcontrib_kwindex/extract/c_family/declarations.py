"""Declarations of one text, the scopes that references to them need, and heads of functions."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.c_family import lexer
from sphinxcontrib_kwindex.extract.c_family.lexer import (
    Span,
    StatementTokens,
    is_brackets,
    is_name,
    scope_of,
    word_set,
)
from sphinxcontrib_kwindex.extract.collector import qualified
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator


class DeclarationKind(Enum):
    """Kind of a declaration."""

    NAMESPACE = auto()
    #: another name of a namespace
    ALIAS = auto()
    USING_NAMESPACE = auto()
    USING = auto()
    CLASS = auto()
    ENUM = auto()
    #: its enumerators are not visible outside of it
    SCOPED_ENUM = auto()
    ENUMERATOR = auto()
    FUNCTION = auto()
    PROTOTYPE = auto()
    #: a function or a prototype: the text ends before it is known
    CUT_OFF = auto()
    TYPE = auto()
    CONSTANT = auto()
    VARIABLE = auto()
    FIELD = auto()
    #: nothing: a block, also one of a macro
    BLOCK = auto()
    #: nothing: braces within a statement that goes on after them
    VALUE = auto()


FUNCTIONS = frozenset(
    {DeclarationKind.FUNCTION, DeclarationKind.PROTOTYPE, DeclarationKind.CUT_OFF}
)
#: declarations that make a shorter name for another one
IMPORTS = frozenset({DeclarationKind.ALIAS, DeclarationKind.USING, DeclarationKind.USING_NAMESPACE})
#: declared -> kind of its keyword; the names of the others are the same
_KEYWORD_KINDS = {
    DeclarationKind.ALIAS: Kind.NAMESPACE,
    DeclarationKind.USING: Kind.IMPORT,
    DeclarationKind.USING_NAMESPACE: Kind.NAMESPACE,
    DeclarationKind.SCOPED_ENUM: Kind.ENUM,
    DeclarationKind.PROTOTYPE: Kind.FUNCTION,
    DeclarationKind.CUT_OFF: Kind.FUNCTION,
    DeclarationKind.ENUMERATOR: Kind.CONSTANT,
    DeclarationKind.FIELD: Kind.ATTRIBUTE,
}
_MEMBERS = frozenset({Kind.ATTRIBUTE, Kind.METHOD})


class Declarator(NamedTuple):
    """One name that a statement declares, or a statement without a declaration."""

    kind: DeclarationKind
    name: str = ''
    #: the offsets of the name; of the arguments if this is the block of a macro
    span: Span = Span(0, 0)
    #: whether the brace initialises a member, so that the brace of the function follows
    continues: bool = False
    #: whether it belongs to the namespace around the class
    friend: bool = False
    #: the full name of an alias
    target: str = ''

    @classmethod
    def of_token(cls, kind: DeclarationKind, tokens: StatementTokens, index: int) -> Declarator:
        """Return the declarator of a name that is one token."""
        return cls(kind, tokens.text(index), tokens.span(index))


class Declaration(NamedTuple):
    """One declared or imported name with its place in the code."""

    kind: DeclarationKind
    #: qualified
    name: str
    keyword_kind: Kind
    start: int
    end: int
    #: where its statement begins
    head: int


class Declarations:
    """Declarations of one text, in the order of their places."""

    def __init__(self) -> None:
        self.declarations: list[Declaration] = []
        self.imports: list[Declaration] = []
        #: short name of an import or a namespace -> full name
        self.aliases: dict[str, str] = {}
        #: where the bodies of methods begin and end, and the class that ``this`` means from there
        self.owners: list[tuple[int, str]] = [(0, '')]
        #: where the bodies of functions begin and end
        self.bodies: list[tuple[int, int]] = []
        #: the arguments of macros that have a block
        self.arguments: list[Span] = []
        self._namespaces: set[str] = set()
        self._classes: set[str] = set()

    def declare(
        self, declarator: Declarator, path: str, start: int, head: int, *, member: bool
    ) -> str:
        """Record a declaration in the scope of a path, and return its qualified name."""
        kind, name = declarator.kind, declarator.name
        keyword_kind = _keyword_kind(kind)
        if kind in FUNCTIONS and (member or self._is_member(name)):
            keyword_kind = Kind.METHOD
        elif kind is DeclarationKind.VARIABLE and self._is_member(name):
            keyword_kind = Kind.ATTRIBUTE
        if kind is DeclarationKind.NAMESPACE:
            self._namespaces.add(name.rpartition('::')[2])
        elif kind is DeclarationKind.CLASS:
            self._classes.add(name.rpartition('::')[2])
        full = qualified(path, '::', name)
        end = start + declarator.span.length
        self.declarations.append(Declaration(kind, full, keyword_kind, start, end, head))
        return full

    def add_import(self, declarator: Declarator, start: int) -> None:
        """Record the import of a ``using`` or an alias of a namespace."""
        kind, full = declarator.kind, declarator.target or declarator.name
        end = start + declarator.span.length
        self.imports.append(Declaration(kind, full, _keyword_kind(kind), start, end, start))
        if kind is not DeclarationKind.USING_NAMESPACE:
            self.aliases.setdefault(declarator.name.rpartition('::')[2], full)

    def add_owner(self, since: int, path: str, owner: str) -> None:
        """Qualify the declarations from an index on with a class in a scope."""
        for index in range(since, len(self.declarations)):
            found = self.declarations[index]
            rest = found.name[len(path) :].removeprefix('::')
            name = qualified(path, '::', qualified(owner, '::', rest))
            self.declarations[index] = found._replace(name=name)

    def free_names(self) -> Iterator[str]:
        """Yield the names that can refer to a declaration without a qualifier."""
        for found in self.declarations:
            if found.keyword_kind not in _MEMBERS:
                yield found.name.rpartition('::')[2]

    def _is_member(self, name: str) -> bool:
        """Check for ``Class::method``; a namespace mostly has no capitals."""
        scope = scope_of(name)
        last = scope.rpartition('::')[2]
        if not last or last in self._namespaces:
            return False
        return last in self._classes or not last.islower() or last in name[len(scope) :]


def _keyword_kind(kind: DeclarationKind) -> Kind:
    return _KEYWORD_KINDS.get(kind) or Kind[kind.name]


# -- functions

#: symbols that stand before no declared name
_NO_LEAD: Final = word_set('= . , + - / % ! ? | ^ < > ; { } [ ] : @ #') | {lexer.ARROW}
_ENDS_SUFFIX: Final = word_set(': = requires try') | {lexer.ARROW}
#: words only after the parameters of methods
_METHOD: Final = word_set('const default delete noexcept override')
_ASSURED: Final = word_set('default delete override')
#: arguments that cannot be parameters
_ARGUMENTS = re.compile(
    r"""\s*+(?:
        [-"'\d{[!+~&*(] | \.(?!\.) | R"
      | (?:nullptr|true|false|this|new|sizeof|NULL|\w+_cast)\b
      | [\w:]++\s*+(?:\(|\.(?!\.)|->|[-+/|?]|<<|==)
    )""",
    re.VERBOSE,
)
_OPERATOR = re.compile(r'operator(?!\w)')
_LONE_NAME = re.compile(r'\s*+(?:[\w:]*+(?<=:))?+([^\W\d]\w*+)\s*+(?=,|\Z)')
#: a type and a name, or a reference to a type
_PARAMETER = re.compile(
    r"""
    \s*+(?:const\s++)?+[\w:]++(?:<[^()]*?>)?+
    (?:\s++\w | \s*+[&*]++(?=\w) | [&*]++(?=[\s,]|\Z))    # but not "a * b"
    """,
    re.VERBOSE,
)


class FunctionHead:
    """Head of a statement that may declare a function: name, parameters, other words."""

    def __init__(self, tokens: StatementTokens, start: int, first: int, brackets: int) -> None:
        words = tokens.words
        self._tokens = tokens
        self._first = first
        self._brackets = brackets
        #: the words before the declaration, before the name, after the parameters
        self.prefix = words[:start]
        self.lead = words[start:first]
        self.after = words[brackets + 1 :]
        self.name = tokens.text(first, brackets - 1)
        self.arguments = tokens.arguments(brackets)

    def declarator(self, kind: DeclarationKind) -> Declarator:
        """Return the declarator of this function."""
        return Declarator(kind, self.name, self._tokens.span(self._first, self._brackets - 1))

    def block(self) -> Declarator:
        """Return the declarator of a block after this, if it is a macro."""
        return Declarator(DeclarationKind.BLOCK, span=self._tokens.span(self._brackets))

    def is_defined(self, owner: str, *, top: bool) -> bool:
        """Check whether the block after this is the body of the function, not one of a macro.

        At the top of a text, which may be cut out of a class, the class is not known.
        """
        typed = is_typed(self.lead)
        if typed is None:
            return False
        if typed or self._is_special(owner):
            return True
        if self.name.isupper():
            return False
        if self.after[:1] == [':'] or self.name == 'main' or 'template' in self.prefix:
            return True
        return top and (self.name[0].isupper() or has_parameters(self.arguments))

    def is_declared(self, owner: str, where: str) -> bool:
        """Check for a prototype, not a call; ``where`` is ``class``, ``namespace`` or ``top``."""
        if not is_typed(self.lead):
            is_method = self._is_special(owner) or 'explicit' in self.lead
            return is_method or bool(
                _ASSURED.intersection(self.after)
                or (where == 'top' and self.name[0].isupper() and has_parameters(self.arguments))
            )
        if self._is_variable():
            return False
        if where == 'class' or 'virtual' in self.lead or _METHOD.intersection(self.after):
            return True
        return may_be_parameters(self.arguments, where)

    def is_cut_off(self, owner: str) -> bool:
        """Check for a function, not a call, where the text ends, maybe amid the parameters."""
        if any(map(is_brackets, self.lead)) and not has_parameters(self.arguments):
            return False  # two macros
        return self.is_declared(owner, 'namespace' if is_typed(self.lead) else 'top')

    def _is_special(self, owner: str) -> bool:
        """Check for constructors, destructors and conversions, which have no type."""
        scope = scope_of(self.name)
        last = self.name[len(scope) :].removeprefix('::')
        return (
            last == owner
            or last[:1] == '~'
            or scope.rpartition('::')[2] == last
            or _OPERATOR.match(last) is not None
        )

    def _is_variable(self) -> bool:
        """Check for ``Type variable MACRO(…)``."""
        plain = [word for word in self.lead if is_name(word) and word not in lexer.KEYWORDS]
        return self.name.isupper() and sum(not word.isupper() for word in plain) > 1


def find_function(tokens: StatementTokens, start: int) -> FunctionHead | None:
    """Return the head with the name before parameters, but not of a macro or an attribute."""
    words = tokens.words
    if 'operator' in tokens.skeleton and (operator := _operator(words, start)):
        return FunctionHead(tokens, start, *operator)
    for at in range(start + 1, len(words)):
        if is_brackets(words[at]):
            name = words[at - 1]
            if not is_name(name) or name in lexer.KEYWORDS:
                continue
            if _is_suffix(words, at + 1) or (
                _is_attribute(words[at + 1 : at + 4])
                and not name.isupper()
                and is_typed(words[start : at - 1])
            ):
                return FunctionHead(tokens, start, at - 1, at)
    return None


def _operator(words: list[str], start: int) -> tuple[int, int] | None:
    """Return the indices of the name of an operator and its parameters."""
    for at in range(start, len(words)):
        if _OPERATOR.match(words[at].rpartition(':')[2]):
            brackets = range(at + 1, len(words))
            end = next((end for end in brackets if is_brackets(words[end])), None)
            return (at, end) if end else None
    return None


def _is_suffix(words: list[str], at: int) -> bool:
    """Check whether the words after brackets may follow parameters."""
    if at < len(words) and is_brackets(words[at]):
        return False
    for word in words[at:]:
        if word in _ENDS_SUFFIX:
            return True
        if word in lexer.SUFFIXES or is_brackets(word) or word.isupper() or word[:2] == '__':
            continue
        return False
    return True


def _is_attribute(words: list[str]) -> bool:
    """Check for a macro with arguments, and nothing else, after parameters."""
    return [*map(is_brackets, words)] == [False, True] and is_name(words[0])


def is_typed(words: list[str]) -> bool | None:
    """Check for a type among the words before a name; None if no declaration begins so."""
    typed = False
    for word in words:
        if word in _NO_LEAD or word in lexer.STATEMENTS:
            return None
        typed |= is_name(word) and word not in lexer.SPECIFIERS and word not in lexer.NOT_FUNCTIONS
    return typed


def may_be_parameters(arguments: str, where: str) -> bool:
    """Check for parameters; clear values are the arguments of a constructor."""
    if _ARGUMENTS.match(arguments):
        return False
    lone = _LONE_NAME.match(arguments)
    if not lone or lone[1] in lexer.BUILTIN_TYPES or lone[1].endswith('_t'):
        return True
    return lone[1].lstrip('_')[:1].isupper() and where != 'top'


def has_parameters(arguments: str) -> bool:
    """Check whether these are clearly parameters."""
    if arguments.strip() == 'void':
        return True
    return _PARAMETER.match(arguments) is not None and not _ARGUMENTS.match(arguments)
