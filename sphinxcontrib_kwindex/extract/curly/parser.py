"""Parser of the languages with curly braces: one walk over the tokens with a stack of scopes.

The grammar of a language gives the parser an *action* for each keyword that matters and
a *rule* for all other words of a scope. Both are functions of the parser and the index of the
word: they record what is declared, and where braces open the scope of a name. The walk never goes
back, and a look ahead skips whole brackets or is limited to some tokens: the time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.collector import (
    References,
    VariableTypes,
    qualified,
    split_name,
)
from sphinxcontrib_kwindex.extract.curly.lexer import (
    AHEAD,
    PROPERTY,
    DocComments,
    LexerRules,
    Tokens,
)
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.collector import NameCollector

#: a line that ends so goes on in the next one
_CONTINUED: Final = frozenset(str.split('= ( , [ : < => -> * == != >= <= + - / % ^ & && | ||'))

#: types and words of the languages that are no variables
_BUILT_IN: Final = frozenset(
    str.split("""
    any array bool boolean byte bytes callable char complex128 complex64 double error f32 f64
    float float32 float64 i128 i16 i32 i64 i8 int int16 int32 int64 int8 isize iterable long
    mixed never nil number object of rune short str string symbol u128 u16 u32 u64 u8 uint uint16
    uint32 uint64 uint8 uintptr undefined unknown usize
    """)
)


class ScopeKind(Enum):
    """Content of a pair of brackets."""

    MODULE = auto()
    CLASS = auto()
    ENUM = auto()
    #: the fields of a structure
    FIELDS = auto()
    #: an object literal that has a name
    OBJECT = auto()
    #: an object literal in such a one
    NESTED = auto()
    #: an object literal or a class without a name
    ANONYMOUS = auto()
    FUNCTION = auto()
    #: the declarations after one keyword of Go
    CONSTANTS = auto()
    VARIABLES = auto()
    TYPES = auto()


class TypePosition(Enum):
    """Where the type of a variable or a parameter stands."""

    NOWHERE = auto()
    BEFORE = auto()
    AFTER = auto()
    AFTER_COLON = auto()


#: names in these are members
_OWNERS: Final = frozenset(
    {ScopeKind.CLASS, ScopeKind.ENUM, ScopeKind.FIELDS, ScopeKind.OBJECT, ScopeKind.NESTED}
)


class Scope(NamedTuple):
    """A pair of brackets, and the prefix of the names in them."""

    kind: ScopeKind
    prefix: str
    #: the class that ``this`` means
    owner: str = ''
    #: the indices of the brackets
    opens: int = -1
    closes: int = -1
    #: whether commas go on to separate declared names after inner brackets
    in_list: bool = False
    #: how many local variables were declared before
    variables: int = 0


#: gets the index of its keyword, returns the index to go on with
Action = Callable[['Parser', int], int]
#: gets the index of a word, returns whether it has handled the word
Rule = Callable[['Parser', int], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Grammar:
    """Grammar of a language: what each keyword does, and where names stand."""

    lexer_rules: LexerRules
    #: keyword -> action
    actions: Mapping[str, Action]
    #: scope -> rule for all other words
    rules: Mapping[ScopeKind, Rule]
    #: whether a word among the parameters of a function is the name of one
    is_parameter: Rule
    #: keywords that can be names, too
    contextual: str = ''
    separator: str = '.'
    #: how a member of the object itself begins
    this: tuple[str, ...] = ('this.',)
    #: symbols that a name may begin with and that are not part of it
    sigils: str = '#'
    #: the scope that the braces of an enumerator open
    enumerator_scope: ScopeKind = ScopeKind.CLASS
    #: whether functions may be declared in functions
    nested_functions: bool = True
    #: a brace after one of these opens no body
    no_body: frozenset[str] = frozenset()
    type_position: TypePosition = TypePosition.NOWHERE
    #: the brackets after a class that make an object of it
    constructor_brackets: str = ''
    #: what may follow the name of an argument of a call
    argument_signs: str = ''
    #: what follows a field in the braces that make an object: ``Shop { open: 1 }``
    field_sign: str = ''
    #: a name of the code in a literal, and the quotes of such literals
    interpolated: re.Pattern[str] | None = None
    interpolating_quotes: str = '"'
    #: what annotations are, if their names begin with a capital
    annotation_kind: Kind | None = Kind.CLASS
    #: words that are never names
    reserved: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        reserved = frozenset(self.actions) - frozenset(self.contextual.split())
        object.__setattr__(self, 'reserved', reserved)


class Parser:
    """Walk over the tokens of one text."""

    def __init__(self, code: str, grammar: Grammar, collector: NameCollector) -> None:
        self.grammar = grammar
        self.collector = collector
        self.tokens = Tokens(code, grammar.lexer_rules)
        self.words = self.tokens.words
        self.lines = self.tokens.lines
        self.past = self.tokens.past
        self.past_angles = self.tokens.past_angles
        self.references = References()
        #: name in this text -> full name of what is imported
        self.aliases: dict[str, str] = {}
        self.variables = VariableTypes()
        #: qualified name of an attribute -> its class
        self.attribute_types: dict[str, str] = {}
        #: how a member of the object itself begins, here
        self.this = grammar.this
        self.scope = Scope(ScopeKind.MODULE, '', closes=len(self.words))
        self.rule = grammar.rules.get(ScopeKind.MODULE)
        #: where the statement begins, after modifiers and annotations
        self.start = 0
        #: no rule applies before this index
        self.muted_until = 0
        #: whether the words after the commas of this statement are declared, too
        self.in_list = False
        #: opening bracket -> the scope that it opens
        self.bodies: dict[int, Scope] = {}
        #: the scope that a brace opens from some index on, and in how many brackets
        self.expected_body: tuple[Scope, int, int] | None = None
        #: indices of words that are defined where they stand, and so no references
        self._defined: set[int] = set()
        #: names and classes of the parameters of the function whose body is expected
        self._parameters: list[tuple[str, str]] = []
        #: where the parameters of functions stand that are recorded
        self._declared_at: set[int] = set()
        self._outer_scopes: list[Scope] = []
        self._doc_comments = DocComments(self.tokens)

    def run(self) -> None:
        """Parse the whole text, and write everything to the collector."""
        words, get = self.words, self.grammar.actions.get
        i, end = 0, len(words)
        while i < end:
            word = words[i]
            if (action := get(word)) is not None:
                i = action(self, i)
            else:
                if word[0].isalpha() or word[0] in '_$#\\':
                    self.parse_name(i)
                elif word[0] == PROPERTY:
                    self.collector.add(word[1:], Kind.ATTRIBUTE, Usage.MENTION, self.lines[i])
                elif word[0] in '.?!-:' and (word[-1].isalnum() or word[-1] in '_$'):
                    self._add_members(i, word)
                i += 1
        self._write()

    def _write(self) -> None:
        """Write everything that was found to the collector."""
        if (pattern := self.grammar.interpolated) is not None:
            for text, line in self.tokens.literals:
                if text[0] in self.grammar.interpolating_quotes:
                    self._use_interpolated(text, line, pattern)
        self.references.write(self.collector, self._full_name)
        self.variables.write(self.collector, self.aliases, self.grammar.sigils)
        for text, line in self.tokens.literals:
            self.collector.literal(text.strip('"\'`'), line)
        for text, line in self.tokens.comments:
            self.collector.add_comment(text, line)

    # -- names

    def parse_name(self, i: int) -> None:
        """Parse a word that is no keyword."""
        if self.rule is not None and i >= self.muted_until and self.rule(self, i):
            return
        self.use(i)

    def use(self, i: int) -> None:
        """Count a word as a reference, as an argument, or as a variable."""
        word, after = self.words[i], self.words[i + 1]
        if after == '<':
            after = self.words[self.past_angles(i + 1)]
        if word[-1] == '!':
            self.references.add(word[:-1], self.lines[i], kind=Kind.MACRO)
        elif after == '(':
            self.add_reference(i, called=True)
        elif after == '=' and word in self.variables.classes:
            self.declare_variable(word, class_of(self, i))
        elif after in ':=' and (self._is_argument(i) or self._is_field(i)):
            self.references.add(word, self.lines[i], kind=Kind.ATTRIBUTE)
        elif (word.islower() and word.isalnum()) or word[0] in self.grammar.sigils:
            self._use_variable(i)
        else:
            self.add_reference(i)

    def _use_variable(self, i: int) -> None:
        word = self.words[i].lstrip(self.grammar.sigils)
        if word in self.aliases or not (word.isalnum() or word.isidentifier()):
            self.add_reference(i)
        elif word not in _BUILT_IN and i not in self._defined:
            self.references.add_variable(word, self.lines[i])

    def _use_interpolated(self, text: str, line: int, pattern: re.Pattern[str]) -> None:
        """Count the first name of each expression in a literal."""
        done = 0
        for match in pattern.finditer(text):
            line += text.count('\n', done, match.start())
            done = match.start()
            name = match[1].rstrip('.')
            if name.isalnum():
                self.references.add_variable(name, line)
            elif not name.startswith(self.this):
                self.references.add(self._member(name, self.variables.classes, 1)[0], line)

    def _is_argument(self, i: int) -> bool:
        """Check whether a word begins an argument of a call or of an annotation."""
        if self.words[i + 1] not in self.grammar.argument_signs:
            return False
        opens = self._bracket_before(i)
        if opens < 1 or self.words[opens] != '(' or self.collector.has_local(self.words[i]):
            return False
        called = self.words[opens - 1]
        return called == '>' or (
            called[-1].isalnum() and called not in self.grammar.reserved and self.is_name(i)
        )

    def _is_field(self, i: int) -> bool:
        """Check whether a word is a field in the braces that make an object of a class."""
        if self.words[i + 1] != self.grammar.field_sign:
            return False
        opens = self._bracket_before(i)
        if opens < 1 or self.words[opens] != '{' or not self.is_name(i):
            return False
        before = self.words[opens - 1]
        if before == ')':
            before = self.words[self.tokens.opens.get(opens - 1, 1) - 1]
        return before in ('new', '>') or _CLASS.fullmatch(before) is not None

    def _bracket_before(self, i: int) -> int:
        """Return the bracket in which a word stands that begins it or follows a comma."""
        return i - 1 if self.words[i - 1] in '({' else self.tokens.commas.get(i - 1, -1)

    def add_reference(self, i: int, *, called: bool = False, kind: Kind | None = None) -> None:
        """Count a reference, unless the name goes on with another one or is defined here."""
        word = self.words[i]
        if i in self._defined or self.words[i - 1] == '::':
            return
        if self.words[i - 1] == 'new' or (called and self._is_constructed(word)):
            kind = Kind.CLASS
        if 'class' in word and (name := _CLASS_ITSELF.match(word)):
            word, kind = name[1], Kind.CLASS
        rest = ''
        if word.startswith(self.this):
            word, rest = self._member_of_this(word)
        elif '.' in word or '->' in word:
            word, rest = self._member(word, self.variables.classes, 1)
        if rest:
            self._add_members(i, rest)
        self.references.add(word, self.lines[i], called=called and not rest, kind=kind)

    def _is_constructed(self, word: str) -> bool:
        """Check for a call that makes an object, by the capital of the class."""
        if self.grammar.constructor_brackets != '(':
            return False
        last = split_name(word)[2] or word
        return last[0].isupper() and (len(last) == 1 or not last.isupper())

    def _add_members(self, i: int, word: str) -> None:
        """Count the members of an object that has no name, as in ``f().a.b()``."""
        *owners, last = [name.lstrip('#') for name in _MEMBERS.split(word) if name]
        for name in owners:
            self.references.add(name, self.lines[i], kind=Kind.ATTRIBUTE)
        called = self.words[self.past_angles(i + 1)] == '('
        self.references.add(
            last, self.lines[i], called=called, kind=Kind.METHOD if called else Kind.ATTRIBUTE
        )

    def _member_of_this(self, word: str) -> tuple[str, str]:
        own = self.qualify_own(word)
        if not own:
            return '', split_name(word)[2]
        return self._member(own, self.attribute_types, len(own) - len(split_name(word)[2]))

    def _member(self, word: str, classes: Mapping[str, str], start: int) -> tuple[str, str]:
        """Return the member of an object, qualified with its class, and what follows it."""
        name, member, rest = first_member(word, start)
        if member and (cls := classes.get(name)):
            return f'{cls}{self.grammar.separator}{member}', rest
        return word, ''

    def _full_name(self, word: str, calls: int) -> str:
        """Return the full name of a reference; '' for variables."""
        if word in self.aliases:
            return self.aliases[word].lstrip('\\')
        head, link, rest = split_name(word)
        if not link and not calls and (len(word) == 1 or self.collector.has_local(word)):
            return ''
        sigils = self.grammar.sigils
        name = f'{self.aliases.get(head, head.lstrip(sigils))}{link}{rest.lstrip(sigils)}'
        if '->' in name or '?.' in name:
            name = _ARROW.sub('.', name)
        return name.lstrip('\\')

    def qualify_own(self, word: str) -> str:
        """Qualify a member of the object itself with its class; '' outside of classes."""
        owner = self.scope.owner
        if not owner and self.scope.prefix.rpartition('.')[2][:1].isupper():
            owner = self.scope.prefix  # a function that is a class, as in older JavaScript
        return f'{owner}{self.grammar.separator}{split_name(word)[2]}' if owner else ''

    def is_name(self, i: int) -> bool:
        """Check whether a token may be the name of a declaration."""
        word = self.words[i]
        plain_word = word.lstrip('#').replace('$', '_')
        return plain_word.isidentifier() and word not in self.grammar.reserved

    def qualify(self, name: str) -> str:
        """Qualify a name with the scope."""
        return qualified(self.scope.prefix, self.grammar.separator, name)

    def define(self, i: int, kind: Kind, name: str = '', *, qualify: bool = True) -> str:
        """Record the definition of a name and return the qualified name."""
        self._defined.add(i)
        name = name or self.words[i]
        if qualify:
            name = self.qualify(name)
        self.collector.define(name, kind, self.lines[i], self._doc_comments.text_above(i))
        return name

    def function_kind(self) -> Kind:
        """Return the kind of a function in this scope."""
        owned = self.scope.kind in _OWNERS and self.scope.prefix
        return Kind.METHOD if owned else Kind.FUNCTION

    def define_variable(self, i: int, *, constant: bool = False) -> None:
        """Record a variable, a constant or an attribute; in a function, a local variable."""
        name = self.words[i].lstrip(self.grammar.sigils).replace('?', '')
        kind, owned = self.scope.kind, self.scope.kind in _OWNERS
        cls = class_of(self, i)
        if owned:
            self.attribute_types[self.qualify(name)] = cls
        if not owned or self.grammar.sigils != '$':  # PHP tells variables from attributes
            self.declare_variable(self.words[i], cls)
        if kind in (ScopeKind.FUNCTION, ScopeKind.ANONYMOUS):
            self.collector.local(name, self.lines[i])
        elif kind is ScopeKind.NESTED:  # the keys of objects in objects are plain data
            self.references.add(name, self.lines[i], kind=Kind.ATTRIBUTE)
        elif constant or (name.isupper() and len(name) > 1):
            self.define(i, Kind.CONSTANT, name)
        else:
            self.define(i, Kind.ATTRIBUTE if owned else Kind.VARIABLE, name)

    def define_function(self, i: int, kind: Kind, name: str = '') -> str:
        """Record a function, of an object without a name as a detail; return its full name."""
        if self.scope.kind is not ScopeKind.ANONYMOUS:
            return self.define(i, kind, name)
        self._defined.add(i)
        self.collector.add(self.words[i], Kind.METHOD, Usage.LOCAL, self.lines[i])
        return self.scope.prefix

    def declare_variable(self, name: str, cls: str) -> None:
        """Record the class of a variable."""
        self.variables.declare(name, cls, local=bool(self._outer_scopes))

    # -- positions

    def at_start(self, i: int) -> bool:
        """Check whether a statement begins here."""
        return i == self.start or (
            self.lines[i] != self.lines[i - 1] and self.words[i - 1] not in _CONTINUED
        )

    def is_item(self, i: int) -> bool:
        """Check whether this is the first word between two commas of the scope."""
        if self.words[i - 1] == ',':
            return self.tokens.commas.get(i - 1) == self.scope.opens
        return i - 1 == self.scope.opens or i == self.start

    def parameters(self, opens: int) -> list[int]:
        """Return the names of the parameters in the brackets that open here."""
        found, k, end = [], opens + 1, self.tokens.closes.get(opens, opens)
        while k < end:
            if self.words[k] in '{[' and self.words[k - 1] in '(,':
                found += self.names_in_pattern(k)
            elif self.is_name(k) and self.grammar.is_parameter(self, k):
                found.append(k)
            k = self.past(k)
        return found

    def names_in_pattern(self, opens: int) -> list[int]:
        """Return the names that a pattern binds: ``{a, b: c, d = e}``."""
        words = self.words
        return [
            k
            for k in range(opens + 1, min(self.past(opens), opens + AHEAD))
            if words[k + 1] in ',)]}=' and words[k - 1] != '=' and self.is_name(k)
        ]

    # -- scopes

    def declare_local(self, i: int) -> None:
        """Record a local variable that no keyword declares."""
        self.collector.local(self.words[i].lstrip(self.grammar.sigils), self.lines[i])
        self.variables.declare(self.words[i], class_of(self, i), local=True)

    def define_at(self, i: int) -> None:
        """Mark a word as defined where it stands: it is no reference."""
        self._defined.add(i)

    def declare_parameters(self, opens: int) -> None:
        """Record the parameters of a function that has no name, or of a type of functions."""
        if opens in self._declared_at:
            return
        self._declared_at.add(opens)
        end, words = self.tokens.closes.get(opens, opens), self.words
        found: set[int] = set()
        for k in range(opens + 1, min(end, opens + AHEAD)):
            is_plain = words[k - 1] in '(,' and words[k + 1] in ',)=:'
            if self.is_name(k) and (is_plain or self.grammar.is_parameter(self, k)):
                found.add(k)
            elif words[k] in '{[' and words[k - 1] in '(,':
                found.update(self.names_in_pattern(k))
        for k in sorted(found):
            self.declare_local(k)

    def expect_function(
        self, name: str, opens: int, body: int = 0, owner: str | None = None
    ) -> None:
        """Record the parameters of a function, and expect its body at an index or after them."""
        parameters = self.parameters(opens)
        self._declared_at.add(opens)
        self._parameters = [(self.words[k], class_of(self, k)) for k in parameters]
        for k in parameters:
            self.collector.local(self.words[k].lstrip(self.grammar.sigils), self.lines[k])
        self.muted_until = self._past_parameters(opens) if self.words[opens] == '(' else opens
        self.expect_body(ScopeKind.FUNCTION, name, body or self.muted_until, owner)
        if body:
            self.expected_body = None

    def _past_parameters(self, opens: int) -> int:
        """Return the index past a bracket, which a fragment may leave open."""
        if opens in self.tokens.closes:
            return self.past(opens)
        k = opens + 1
        while k < opens + AHEAD and self.words[k] not in '){;\0':
            k += 1
        return k

    def expect_body(self, kind: ScopeKind, prefix: str, i: int, owner: str | None = None) -> None:
        """Expect a brace at this index or after it that opens a scope."""
        if owner is None:
            owner = prefix if kind in _OWNERS else self.scope.owner
        scope = Scope(kind, prefix, owner)
        self.expected_body = None
        if self.words[i] == '{':
            self.bodies[i] = scope
        else:
            self.expected_body = (scope, i, len(self._outer_scopes))

    def open_scope(self, i: int) -> int:
        """Enter a bracket."""
        self.start = max(self.start, i + 1)
        body = self.bodies.pop(i, None)
        if body is None and self.expected_body is not None and self._is_expected(i):
            body, self.expected_body = self.expected_body[0], None
        scope = body or Scope(ScopeKind.FUNCTION, self.scope.prefix, self.scope.owner)
        self._outer_scopes.append(self.scope._replace(in_list=self.in_list))
        closes = self.tokens.closes.get(i, len(self.words))
        self._set_scope(
            scope._replace(opens=i, closes=closes, variables=self.variables.local_count)
        )
        if body:
            for name, cls in self._parameters:
                self.declare_variable(name, cls)
            self._parameters = []
        return i + 1

    def _is_expected(self, i: int) -> bool:
        assert self.expected_body is not None
        _, first, depth = self.expected_body
        fits = i >= first and depth == len(self._outer_scopes)
        return fits and self.words[i - 1] not in self.grammar.no_body

    def close_scope(self, i: int) -> int:
        """Leave a bracket, and all that were left open in it."""
        self.start = max(self.start, i + 1)
        while self.scope.closes <= i and self._outer_scopes:
            self.variables.restore(self.scope.variables)
            self._set_scope(self._outer_scopes.pop())
        return i + 1

    def _set_scope(self, scope: Scope) -> None:
        self.scope = scope
        self.rule = self.grammar.rules.get(scope.kind)
        self.in_list = scope.in_list

    def change_scope(self, kind: ScopeKind) -> None:
        """Treat the rest of these brackets as another kind of scope."""
        self._set_scope(self.scope._replace(kind=kind))

    def end_statement(self, i: int) -> int:
        """Begin a new statement after a semicolon."""
        self.start = i + 1
        self.in_list = False
        if self.expected_body is not None and self.expected_body[2] >= len(self._outer_scopes):
            self.expected_body = None
        return i + 1

    def end_list(self, i: int) -> int:
        """Treat the commas that follow as those of type arguments."""
        self.in_list = False
        return i + 1


# -- types of variables; a class is known by its capital

_LINK: Final = r'(?:\.|::|\\)'
#: a name with a capital; single letters are type parameters
_CLASS = re.compile(rf'(?![EKRSTUV](?![\w.:\\]))\\?(?:\w+{_LINK})*_*[A-Z]\w*')
#: constructors by the custom of Rust: "Thing::new"
_NEW = re.compile(r'(\w*(?:::\w+)*?)::(?:new|default)')
_MEMBER = re.compile(r'[?!]?\.(?!\.)|\??->')
_MEMBERS = re.compile(r'[?!]?\.|\??->|::')
_ARROW = re.compile(r'\??->|\?\.')
#: how the class itself is referred to: ``Shop.class``, ``Shop::class.java``
_CLASS_ITSELF = re.compile(
    r'(\w(?:[\w\\]|\.(?!class\b)|::(?!class\b))*+)(?:\.|::)class(?:\.java)?$'
)
#: symbols and words before a type that do not change its members
_IGNORED: Final = frozenset(('&', '&&', '*', 'mut', 'ref', 'dyn', 'impl', 'await', 'in', 'inout'))
#: the members of these are those of their content
_POINTERS: Final = (['Arc', '<'], ['Box', '<'], ['Rc', '<'])
_EQUALS: Final = frozenset(('=', ':='))
#: after an object, these return the object itself
_UNWRAPPING: Final = frozenset(('.unwrap', '.expect', '.await'))


def class_of(parser: Parser, i: int) -> str:
    """Return the class of the variable that is declared here; '' if it is not known."""
    words, types = parser.words, parser.grammar.type_position
    if types is TypePosition.AFTER_COLON and words[i + 1] in ':?':
        k = i + 1 + (words[i + 1] == '?')
        return _type(parser, k + 1) if words[k] == ':' else ''
    if types is TypePosition.BEFORE and (cls := _type_before(parser, i)):
        return cls
    if types is TypePosition.AFTER and words[i + 1] not in _EQUALS:
        return _type(parser, i + 1)
    return class_of_value(parser, i + 2) if words[i + 1] in _EQUALS else ''


def _type(parser: Parser, k: int) -> str:
    words = parser.words
    while words[k] in _IGNORED or words[k][0] == "'" or words[k : k + 2] in _POINTERS:
        k += 1 + (words[k] not in _IGNORED and words[k + 1] == '<')
    after = words[parser.past_angles(k + 1)]
    return words[k] if after != '[' and _CLASS.fullmatch(words[k]) else ''


def _type_before(parser: Parser, i: int) -> str:
    """Return the type before a name: ``Map<String, Thing> things``."""
    words, k = parser.words, i - 1
    if words[k] == '?':
        k -= 1
    if words[k] == '>':
        k = parser.tokens.before_angles(k)
    is_type = k >= 0 and _CLASS.fullmatch(words[k]) and words[k - 1] not in ('new', '.', '@')
    return words[k] if is_type else ''


def class_of_value(parser: Parser, k: int) -> str:
    """Return the class of a value: ``new Thing(…)``, ``Thing(…)``, ``Thing {…}``."""
    words = parser.words
    while words[k] in _IGNORED:
        k += 1
    is_new = words[k] == 'new'
    k += is_new
    name, opens = words[k], parser.past_angles(k + 1)
    by_custom = _NEW.fullmatch(name)
    name = by_custom[1] if by_custom else name
    if not _CLASS.fullmatch(name):
        return ''
    makes = '(' if is_new or by_custom else parser.grammar.constructor_brackets
    if words[opens] in ('(', '{') and words[opens] in makes:
        return name if _is_whole(parser, parser.past(opens)) else ''
    return name if is_new and words[opens] in ';{[' else ''


def _is_whole(parser: Parser, k: int) -> bool:
    """Check whether the value ends here: no member of the object is used."""
    words = parser.words
    while words[k] in _UNWRAPPING:
        k = parser.past(k + 1) if words[k + 1] == '(' else k + 1
    return not words[k].startswith(('.', '->', '::', '?->', '?.', '['))


def first_member(word: str, start: int) -> tuple[str, str, str]:
    """Split a word into an object, whose name ends after an offset, its first member, the rest."""
    link = _MEMBER.search(word, start)
    if not link:
        return word, '', ''
    member, *rest = _MEMBER.split(word[link.end() :], maxsplit=1)
    return word[: link.start()], member, ''.join(rest)
