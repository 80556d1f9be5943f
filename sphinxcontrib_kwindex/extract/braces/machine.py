"""The context machine: it walks over the tokens of a code and knows what they stand in.

What a word does is told by the table of its language (`tables`): an *act* for each declaring word,
a *rule* for all other words of a scope. Both are functions of the machine and the index of the
word; they write down what they find, and tell where braces open the scope of a name. The walk
never goes back, and a look ahead goes over whole brackets or over a limited number of tokens: the
time is linear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.descriptions import Descriptions
from sphinxcontrib_kwindex.extract.braces.objects import Objects, class_of
from sphinxcontrib_kwindex.extract.braces.scopes import OWNERS, Label, Language, Scope
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD, Tokens
from sphinxcontrib_kwindex.extract.braces.uses import Uses, split
from sphinxcontrib_kwindex.extract.ledger import qualified
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

#: a line that ends so goes on in the next one
_GOES_ON: Final = frozenset(str.split('= ( , [ : < => -> * == != >= <= + - / % ^ & && | ||'))


class Machine:
    """Walks over the tokens of one code."""

    def __init__(self, code: str, language: Language, ledger: Ledger) -> None:
        self.language = language
        self.ledger = ledger
        self.tokens = Tokens(code, language.lexis)
        self.words = self.tokens.words
        self.lines = self.tokens.lines
        self.past = self.tokens.past
        self.past_angles = self.tokens.past_angles
        self.uses = Uses()
        self.objects = Objects(language.separator)
        #: what stands for the object itself, with its link
        self.this = language.this
        self.scope = Scope(Label.MODULE, '', closes=len(self.words))
        self.rule = language.rules.get(Label.MODULE)
        #: where the statement begins, past modifiers and annotations
        self.start = 0
        #: up to here, no rule applies
        self.mute = 0
        #: the words behind the commas of this statement are declared too
        self.listing = False
        #: the words that are defined where they stand, and so not used
        self._defined: set[int] = set()
        #: opening bracket -> the scope that it opens
        self.bodies: dict[int, Scope] = {}
        #: the scope that a brace opens from some index on, and how deep
        self.awaited: tuple[Scope, int, int] | None = None
        self._around: list[Scope] = []
        self._descriptions = Descriptions(self.tokens)

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
        self.uses.write(self.ledger, self.language.sigils)
        for name, cls in self.objects.lasting.items():
            head, link, rest = split(cls)
            full = f'{self.uses.aliases.get(head, head)}{link}{rest}'
            self.ledger.alias(name.lstrip(self.language.sigils), Kind.VARIABLE, full)
        for text, line in self.tokens.literals:
            self.ledger.literal(text.strip('"\'`'), line)
        for text, line in self.tokens.comments:
            self.ledger.remark(text, line)

    # -- names

    def name(self, i: int) -> None:
        """Deal with a word that is no keyword."""
        if self.rule is not None and i >= self.mute and self.rule(self, i):
            return
        word = self.words[i]
        if self.words[i + 1] == '(':
            self.use(i, called=True)
        elif word in self.objects.known and self.words[i + 1] == '=':
            self.objects.declare(word, class_of(self, i))
        elif not word.islower() or not word.isalnum():
            self.use(i)

    def use(self, i: int, *, called: bool = False) -> None:
        """Count a use of a name, unless it goes on with another one, or is defined."""
        word = self.words[i]
        if i in self._defined or self.words[i - 1] == '::':
            return
        if word.startswith(self.this):
            own = self.own(word)
            word = self.objects.member_of_attribute(own, len(own) - len(split(word)[2]))
        elif '.' in word or '->' in word:
            word = self.objects.member(word) or word
        self.uses.add(word, self.lines[i], called=called)

    def own(self, word: str) -> str:
        """Qualify what belongs to the object itself; nothing is known of it outside of classes."""
        owner = self.scope.owner
        if not owner and self.scope.prefix.rpartition('.')[2][:1].isupper():
            owner = self.scope.prefix  # a function that is a class, as in older JavaScript
        return f'{owner}{self.language.separator}{split(word)[2]}' if owner else ''

    def is_name(self, i: int) -> bool:
        """Tell whether a token may be the name of something that is declared."""
        word = self.words[i]
        plain_word = word.lstrip('#').replace('$', '_')
        return plain_word.isidentifier() and word not in self.language.reserved

    def qualified(self, name: str) -> str:
        """Qualify a name with where it stands."""
        return qualified(self.scope.prefix, self.language.separator, name)

    def define(self, i: int, kind: Kind, name: str = '', *, qualify: bool = True) -> str:
        """Write down the definition of a name and return it as qualified as it is there."""
        self._defined.add(i)
        name = name or self.words[i]
        if qualify:
            name = self.qualified(name)
        self.ledger.define(name, kind, self.lines[i], self._descriptions.of(i))
        return name

    def function_kind(self) -> Kind:
        """Tell what a function is here."""
        owned = self.scope.label in OWNERS and self.scope.prefix
        return Kind.METHOD if owned else Kind.FUNCTION

    def variable(self, i: int, *, constant: bool = False) -> None:
        """Write down a variable, which is a local one in a function."""
        name = self.words[i].lstrip(self.language.sigils).replace('?', '')
        self._hold(i, name)
        if self.scope.label is Label.FUNCTION:
            self.ledger.local(name, self.lines[i])
        elif self.scope.label is Label.NESTED:
            pass  # the keys of objects in objects are mere data
        elif constant or (name.isupper() and len(name) > 1):
            self.define(i, Kind.CONSTANT, name)
        else:
            owned = self.scope.label in OWNERS
            self.define(i, Kind.ATTRIBUTE if owned else Kind.VARIABLE, name)

    def _hold(self, i: int, name: str) -> None:
        """Note of which class a variable is an object; PHP tells its own from those of classes."""
        cls, owned = class_of(self, i), self.scope.label in OWNERS
        if owned:
            self.objects.attributes[self.qualified(name)] = cls
        if not owned or self.language.sigils != '$':
            self.objects.declare(self.words[i], cls)

    # -- looking around

    def at_start(self, i: int) -> bool:
        """Tell whether a statement begins here."""
        return i == self.start or (
            self.lines[i] != self.lines[i - 1] and self.words[i - 1] not in _GOES_ON
        )

    def is_item(self, i: int) -> bool:
        """Tell whether this is the first word between two commas of the scope."""
        if self.words[i - 1] == ',':
            return self.tokens.commas.get(i - 1) == self.scope.opens
        return i - 1 == self.scope.opens or i == self.start

    def parameters(self, opens: int) -> list[int]:
        """Return the names of the parameters in the brackets that open here."""
        found, k, end = [], opens + 1, self.tokens.closes.get(opens, opens)
        while k < end:
            if self.is_name(k) and self.language.parameter(self, k):
                found.append(k)
            k = self.past(k)
        return found

    # -- scopes

    def callable(self, name: str, opens: int, body: int = 0, owner: str | None = None) -> None:
        """Write down the parameters of a function, and expect its body behind them, or there."""
        parameters = self.parameters(opens)
        self.objects.expect([(self.words[k], class_of(self, k)) for k in parameters])
        for k in parameters:
            self.ledger.local(self.words[k].lstrip(self.language.sigils), self.lines[k])
        self.mute = self._past_parameters(opens) if self.words[opens] == '(' else opens
        self.await_body(Label.FUNCTION, name, body or self.mute, owner)
        if body:
            self.awaited = None

    def _past_parameters(self, opens: int) -> int:
        """Return the index past a bracket, which a fragment may leave open."""
        if opens in self.tokens.closes:
            return self.past(opens)
        k = opens + 1
        while k < opens + AHEAD and self.words[k] not in '){;\0':
            k += 1
        return k

    def await_body(self, label: Label, prefix: str, i: int, owner: str | None = None) -> None:
        """Expect a brace, here or not far from here, that opens a scope."""
        if owner is None:
            owner = prefix if label in OWNERS else self.scope.owner
        scope = Scope(label, prefix, owner)
        self.awaited = None
        if self.words[i] == '{':
            self.bodies[i] = scope
        else:
            self.awaited = (scope, i, len(self._around))

    def open(self, i: int) -> int:
        """Enter a bracket."""
        self.start = i + 1
        scope = self.bodies.pop(i, None)
        if scope is None and self.awaited is not None and self._is_awaited(i):
            scope, self.awaited = self.awaited[0], None
        self.objects.open(body=scope is not None)
        scope = scope or Scope(Label.FUNCTION, self.scope.prefix, self.scope.owner)
        self._around.append(self.scope._replace(listing=self.listing))
        closes = self.tokens.closes.get(i, len(self.words))
        self._enter(scope._replace(opens=i, closes=closes))
        return i + 1

    def _is_awaited(self, i: int) -> bool:
        assert self.awaited is not None
        _, first, depth = self.awaited
        fits = i >= first and depth == len(self._around)
        return fits and self.words[i - 1] not in self.language.no_body

    def close(self, i: int) -> int:
        """Leave a bracket, and all that were left open in it."""
        self.start = i + 1
        while self.scope.closes <= i and self._around:
            self._enter(self._around.pop())
            self.objects.close()
        return i + 1

    def _enter(self, scope: Scope) -> None:
        self.scope = scope
        self.rule = self.language.rules.get(scope.label)
        self.listing = scope.listing

    def relabel(self, label: Label) -> None:
        """Let the rest of these brackets be something else."""
        self._enter(self.scope._replace(label=label))

    def end_statement(self, i: int) -> int:
        """Begin a new statement behind a semicolon."""
        self.start = i + 1
        self.listing = False
        if self.awaited is not None and self.awaited[2] >= len(self._around):
            self.awaited = None
        return i + 1

    def end_list(self, i: int) -> int:
        """Take the commas that follow for those of type arguments."""
        self.listing = False
        return i + 1
