"""The context machine: it walks over the tokens of a code and knows what they stand in.

What a word does is told by the table of its language (`tables`): an *act* for each declaring word,
a *rule* for all other words of a scope. Both are functions of the machine and the index of the
word; they write down what they find, and tell where braces open the scope of a name. The walk
never goes back, and a look ahead goes over whole brackets or over a limited number of tokens: the
time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.braces.tokens import Lexis, Tokens, plain
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

#: a look ahead over unbracketed tokens ends here
AHEAD: Final = 60
#: annotations and modifiers between a comment and what it describes take at most so many lines
_DESCRIBES: Final = 40
_ANNOTATIONS: Final = '@#['
#: a line that ends so goes on in the next one
_GOES_ON: Final = frozenset(['=', '(', ',', '[', ':', '<', '=>', '->', '?', '*', '@', ':=', '==', '!=', '>=', '<='])
_LINK = re.compile(r'[?!]?\.#?|\??->|::|\\')


class Label(Enum):
    """What a pair of brackets holds."""

    MODULE = auto()
    CLASS = auto()
    ENUM = auto()
    #: the fields of a structure
    FIELDS = auto()
    #: an object literal that has a name
    OBJECT = auto()
    #: an object literal in such a one
    NESTED = auto()
    FUNCTION = auto()
    #: what one declaring word declares: constants, variables, types
    CONSTANTS = auto()
    VARIABLES = auto()
    TYPES = auto()


_OWNERS: Final = frozenset({Label.CLASS, Label.ENUM, Label.FIELDS, Label.OBJECT, Label.NESTED})


class Scope(NamedTuple):
    """A pair of brackets, and what a name in them is qualified with."""

    label: Label
    prefix: str
    #: what the object itself is there
    owner: str = ''
    #: the indices of its brackets
    opens: int = -1
    closes: int = -1
    #: whether commas go on to separate what is declared, when inner brackets are closed
    listing: bool = False


#: gets the index of its word and returns the index to go on with
Act = Callable[['Machine', int], int]
#: gets the index of a word and tells whether it has dealt with it
Rule = Callable[['Machine', int], bool]


class Language(NamedTuple):
    """The table of a language."""

    lexis: Lexis
    #: word -> what it does
    acts: Mapping[str, Act]
    #: label -> what the other words do there
    rules: Mapping[Label, Rule]
    #: tells whether a word in the brackets of a function is the name of a parameter
    parameter: Rule
    #: words that are never names
    reserved: frozenset[str]
    separator: str = '.'
    #: what stands for the object itself, with its link
    this: tuple[str, ...] = ('this.',)
    #: what a name may begin with that is not part of it
    sigils: str = '#'
    #: what the braces of an enumerator hold
    variant: Label = Label.CLASS
    #: a brace behind one of these opens no body
    no_body: frozenset[str] = frozenset()


class Machine:
    """Walks over the tokens of one code."""

    def __init__(self, code: str, language: Language, ledger: Ledger) -> None:
        self.language = language
        self.ledger = ledger
        self.tokens = Tokens(code, language.lexis)
        self.words = self.tokens.words
        self.lines = self.tokens.lines
        self.scopes = [Scope(Label.MODULE, '', closes=len(self.words))]
        self.scope = self.scopes[0]
        self.rule = language.rules.get(Label.MODULE)
        #: where the statement begins, past modifiers and annotations
        self.start = 0
        #: opening bracket -> the scope that it opens
        self.bodies: dict[int, Scope] = {}
        #: the scope that a brace opens from some index on, and how deep
        self.awaited: tuple[Scope, int, int] | None = None
        #: what stands for the object itself, with its link
        self.this = language.this
        #: up to here, no rule applies
        self.mute = 0
        #: the words behind the commas of this statement are declared too
        self.listing = False
        #: local name -> what it is imported as
        self.aliases: dict[str, str] = {}
        #: name -> [first line, times, whether it is called]
        self.uses: dict[str, list[int]] = {}
        self._comment = 0
        self._described = -1

    def run(self) -> None:
        """Walk over all tokens and write down what they tell."""
        words, get = self.words, self.language.acts.get
        i, end = 0, len(words)
        while i < end:
            word = words[i]
            if (act := get(word)) is not None:
                i = act(self, i)
            else:
                if word[0].isalpha() or word[0] in '_$#\\':
                    self.name(i)
                i += 1
        self._write_uses()
        for text, line in self.tokens.comments:
            self.ledger.remark(text, line)
        for text, line in self.tokens.literals:
            self.ledger.literal(text.strip('"\'`'), line)

    # -- what words do

    def name(self, i: int) -> None:
        """Deal with a word that is no keyword."""
        if self.rule is not None and i >= self.mute and self.rule(self, i):
            return
        word = self.words[i]
        if self.words[i + 1] == '(':
            self.use(word, i, called=True)
        elif not word.islower() or not word.isalnum():
            self.use(word, i)

    def use(self, word: str, i: int, *, called: bool = False) -> None:
        """Count a use of a name."""
        if word.startswith(self.this):
            word = self.own(word)
        row = self.uses.get(word)
        if row is None:
            row = self.uses[word] = [self.lines[i], 0, False]
        row[1] += 1
        row[2] |= called

    def own(self, word: str) -> str:
        """Qualify what belongs to the object itself; nothing is known of it outside of classes."""
        rest = _LINK.split(word, maxsplit=1)[1]
        return f'{self.scope.owner}{self.language.separator}{rest}' if self.scope.owner else ''

    # -- what acts and rules need

    def is_name(self, i: int) -> bool:
        """Tell whether a token may be the name of something that is declared."""
        word = self.words[i]
        plain_word = word.lstrip('#').replace('$', '_')
        return plain_word.isidentifier() and word not in self.language.reserved

    def is_constant(self, name: str) -> bool:
        return name.isupper() and len(name) > 1

    def at_start(self, i: int) -> bool:
        """Tell whether a statement begins here."""
        return i == self.start or (
            self.lines[i] != self.lines[i - 1] and self.words[i - 1] not in _GOES_ON
        )

    def is_item(self, i: int) -> bool:
        """Tell whether this is the first word between two commas of the scope."""
        before = self.words[i - 1]
        if before == ',':
            return self.tokens.commas.get(i - 1) == self.scope.opens
        return i - 1 == self.scope.opens or i == self.start

    def past(self, i: int) -> int:
        """Return the index past the bracket that opens here, or past this token."""
        return self.tokens.closes.get(i, i) + 1

    def past_angles(self, i: int) -> int:
        """Return the index past the angle brackets that open here, if they are short."""
        if self.words[i] != '<':
            return i
        depth, k = 0, i
        while k < i + AHEAD:
            word = self.words[k]
            depth += (word == '<') - (word == '>')
            if not depth:
                return k + 1
            if word in ';{\0':
                break
            k = self.past(k)
        return i

    def qualified(self, name: str) -> str:
        prefix = self.scope.prefix
        return f'{prefix}{self.language.separator}{name}' if prefix else name

    def define(self, i: int, kind: Kind, name: str = '', *, qualify: bool = True) -> str:
        """Write down the definition of a name and return it as qualified as it is there."""
        name = name or self.words[i]
        if qualify:
            name = self.qualified(name)
        self.ledger.define(name, kind, self.lines[i], self._description(i))
        return name

    def function_kind(self) -> Kind:
        return Kind.METHOD if self.scope.label in _OWNERS else Kind.FUNCTION

    def variable(self, i: int, *, constant: bool = False) -> None:
        """Write down a variable, which is a local one in a function."""
        name = self.words[i].lstrip(self.language.sigils)
        if self.scope.label is Label.NESTED:
            return
        if self.scope.label is Label.FUNCTION:
            self.ledger.local(name, self.lines[i])
        elif constant or self.is_constant(name):
            self.define(i, Kind.CONSTANT, name)
        else:
            owned = self.scope.label in _OWNERS
            self.define(i, Kind.ATTRIBUTE if owned else Kind.VARIABLE, name)

    def parameters(self, opens: int) -> list[int]:
        """Return the names of the parameters in the brackets that open here."""
        found, k, end = [], opens + 1, self.tokens.closes.get(opens, opens)
        while k < end:
            if self.is_name(k) and self.language.parameter(self, k):
                found.append(k)
            k = self.past(k)
        return found

    def callable(self, name: str, opens: int, body: int = 0, owner: str | None = None) -> None:
        """Write down the parameters of a function, and expect its body behind them, or there."""
        for k in self.parameters(opens):
            self.ledger.local(self.words[k].lstrip(self.language.sigils), self.lines[k])
        self.mute = self.past(opens) if self.words[opens] == '(' else opens
        self.await_body(Label.FUNCTION, name, body or self.mute, owner)
        if body:
            self.awaited = None

    def await_body(self, label: Label, prefix: str, i: int, owner: str | None = None) -> None:
        """Expect a brace, here or not far from here, that opens a scope."""
        if owner is None:
            owner = prefix if label in _OWNERS else self.scope.owner
        scope = Scope(label, prefix, owner)
        self.awaited = None
        if self.words[i] == '{':
            self.bodies[i] = scope
        else:
            self.awaited = (scope, i, len(self.scopes))

    # -- scopes

    def open(self, i: int) -> int:
        """Enter a bracket."""
        self.start = i + 1
        scope = self.bodies.pop(i, None)
        if scope is None and self.awaited is not None and self._is_awaited(i):
            scope, self.awaited = self.awaited[0], None
        scope = scope or Scope(Label.FUNCTION, self.scope.prefix, self.scope.owner)
        closes = self.tokens.closes.get(i, len(self.words))
        self.scopes[-1] = self.scope._replace(listing=self.listing)
        self._enter(scope._replace(opens=i, closes=closes))
        self.scopes.append(self.scope)
        return i + 1

    def _is_awaited(self, i: int) -> bool:
        assert self.awaited is not None
        _, first, depth = self.awaited
        fits = i >= first and depth == len(self.scopes)
        return fits and self.words[i - 1] not in self.language.no_body

    def close(self, i: int) -> int:
        """Leave a bracket, and all that were left open in it."""
        self.start = i + 1
        while self.scope.closes <= i and len(self.scopes) > 1:
            self.scopes.pop()
            self._enter(self.scopes[-1])
        return i + 1

    def _enter(self, scope: Scope) -> None:
        self.scope = scope
        self.rule = self.language.rules.get(scope.label)
        self.listing = scope.listing

    def end_statement(self, i: int) -> int:
        """Begin a new statement behind a semicolon."""
        self.start = i + 1
        self.listing = False
        if self.awaited is not None and self.awaited[2] >= len(self.scopes):
            self.awaited = None
        return i + 1

    def end_list(self, i: int) -> int:
        """Take the commas that follow for those of type arguments."""
        self.listing = False
        return i + 1

    def relabel(self, label: Label) -> None:
        """Let the rest of these brackets be something else."""
        self._enter(self.scope._replace(label=label))
        self.scopes[-1] = self.scope

    # -- the end

    def _description(self, i: int) -> str:
        """Return the comment that describes what is defined here, if there is one."""
        described = self.tokens.described
        while self._comment < len(described) and described[self._comment].before <= i:
            self._comment += 1
        latest = self._comment - 1
        if latest <= self._described:
            return ''
        comment = described[latest]
        first = self.lines[comment.before]
        annotated = self.words[comment.before] in _ANNOTATIONS and self.lines[i] < first + _DESCRIBES
        adjacent = comment.text.startswith(('/**', '///')) or comment.last == first - 1
        if not adjacent or not (annotated or first == self.lines[i]):
            return ''
        self._described = latest
        return plain(comment.text)

    def _write_uses(self) -> None:
        for word, (line, times, called) in self.uses.items():
            head, link, rest = _split(word)
            head = self.aliases.get(head, head)
            name = f'{head}{link}{rest}'.replace('?.', '.').lstrip('$\\')
            if '->' not in name:
                kind = Kind.FUNCTION if called else Kind.NAME
                self.ledger.add(name, kind, Sort.USE, line, times)


def _split(word: str) -> tuple[str, str, str]:
    """Split a name at its first link."""
    if match := _LINK.search(word, 1):
        return word[: match.start()], match[0], word[match.end() :]
    return word, '', ''
