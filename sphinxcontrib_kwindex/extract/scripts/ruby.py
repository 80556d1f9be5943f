"""Ruby: scopes that are closed by ``end``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from sphinxcontrib_kwindex.extract.heredocs import without_heredocs
from sphinxcontrib_kwindex.extract.ledger import Ledger, qualified
from sphinxcontrib_kwindex.extract.scripts.remarks import Remarks
from sphinxcontrib_kwindex.extract.scripts.ruby_words import (
    AHEAD,
    EXPECTS_VALUE,
    HEREDOC,
    LOOPS,
    METHOD,
    MODIFIERS,
    NAME,
    OPENING,
    RESERVED,
    TOKEN,
)
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.model import Found


def extract(code: str) -> list[Found]:
    """Find the names in a script."""
    ledger = Ledger()
    _Script(code, ledger).run()
    return ledger.found()


class _Script:
    """Reads one script, and keeps the words that ``end`` will close."""

    def __init__(self, code: str, ledger: Ledger) -> None:
        self.ledger = ledger
        self.remarks = Remarks()
        self.lexemes: list[str] = [
            *TOKEN.findall(without_heredocs(code, HEREDOC)),
            '\n',
            '\n',
            '\n',
            '\n',
        ]
        self.line = 1
        #: what is open, each with the name of its scope: '' is that of what is around it
        self.open: list[tuple[str, str]] = []
        self.owner = ''
        #: a ``do`` on this line belongs to a loop
        self.loop = False

    def run(self) -> None:
        """Read all tokens."""
        for at in range(len(self.lexemes) - 4):
            lexeme = self.lexemes[at]
            first = lexeme[0]
            if first == '\n':
                self.loop = False
            elif first == '#':
                self._comment(lexeme, at)
            elif first in '"\'':
                self.ledger.literal(lexeme.strip(first), self.line)
            elif first.isalpha() or first == '_':
                self._word(lexeme, at)
            elif lexeme == '|':
                self._block_parameters(at)
            self.line += lexeme.count('\n')

    def _comment(self, lexeme: str, at: int) -> None:
        self.ledger.remark(lexeme, self.line)
        if at == 0 or self.lexemes[at - 1][0] == '\n':
            self.remarks.add(lexeme, self.line)

    def _word(self, word: str, at: int) -> None:
        if word.startswith('def') and word[3:4] in (' ', '\t'):
            self._method(word[3:].strip(), at)
        elif self._is_label(at):
            return
        elif word in OPENING:
            self._opening(word, at)
        elif word == 'end':
            self._close()
        elif act := self.ACTS.get(word):
            act(self, at)
        elif word not in RESERVED and self.lexemes[at - 1] not in ('class', 'module'):
            self._name(word, at)

    def _is_label(self, at: int) -> bool:
        """Tell whether this is a key of a hash: ``if: 1``."""
        return self.lexemes[at + 1] == ':' and self.lexemes[at - 1] in ('{', '(', ',')

    # -- scopes

    def _opening(self, word: str, at: int) -> None:
        if word in MODIFIERS and not self._expects_value(at):
            return
        if word == 'do' and self.loop:
            self.loop = False
            return
        self.loop = word in LOOPS or (self.loop and word != 'do')
        if word in ('class', 'module') and self.lexemes[at + 1][0].isalpha():
            self._scope(word, at)
        else:
            self._push(word, '')

    def _expects_value(self, at: int) -> bool:
        before = self.lexemes[at - 1] if at else '\n'
        return before[0] == '\n' or before in EXPECTS_VALUE

    def _push(self, word: str, name: str) -> None:
        self.open.append((word, self.owner))
        self.owner = name or self.owner

    def _close(self) -> None:
        if self.open:
            self.owner = self.open.pop()[1]

    def _scope(self, word: str, at: int) -> None:
        name = self.lexemes[at + 1]
        if at == 0 or self.lexemes[at - 1] == '\n':  # nothing is around what is not indented
            self.open, self.owner = [], ''
        name = qualified(self.owner, '::', name)
        kind = Kind.CLASS if word == 'class' else Kind.NAMESPACE
        self.ledger.define(name, kind, self.line, self.remarks.above(self.line, name))
        self._push(word, name)

    # -- what is defined

    def _define(self, name: str, kind: Kind) -> None:
        separator = '::' if kind in (Kind.CLASS, Kind.CONSTANT) else '.'
        full = qualified(self.owner, separator, name)
        self.ledger.define(full, kind, self.line, self.remarks.above(self.line, name))

    def _method(self, name: str, at: int) -> None:
        owner, _, name = name.removeprefix('self.').rpartition('.')
        if METHOD.fullmatch(name):
            self._define(name, Kind.METHOD if self.owner or owner else Kind.FUNCTION)
        if not self._parameters(at + 1):
            self._push('def', '')

    def _parameters(self, at: int) -> bool:
        """Read the parameters of a method; tell whether it needs no ``end``."""
        end = at
        if self.lexemes[at] == '(':
            while end < min(at + AHEAD, len(self.lexemes) - 4) and self.lexemes[end] != ')':
                end += 1
                if self.lexemes[end - 1] in ('(', ',', '&') and NAME.fullmatch(self.lexemes[end]):
                    self.ledger.local(self.lexemes[end], self.line)
            end += 1
        return self.lexemes[end] == '='

    def _block_parameters(self, at: int) -> None:
        if self.lexemes[at - 1] in ('{', 'do'):
            for lexeme in self.lexemes[at + 1 : at + 20]:
                if lexeme == '|' or lexeme[0] == '\n':
                    break
                if NAME.fullmatch(lexeme):
                    self.ledger.local(lexeme, self.line)

    def _name(self, word: str, at: int) -> None:
        if self.lexemes[at + 1] == '=' and NAME.fullmatch(word):
            self._assigned(word, at)
        elif self.lexemes[at + 1] == '(':
            self._use(word, Kind.FUNCTION)
        elif word[0].isupper() or not word.isidentifier():
            self._use(word, Kind.NAME)

    def _use(self, word: str, kind: Kind) -> None:
        if word.startswith('self.') and self.owner:
            word = f'{self.owner}{word[4:]}'
        self.ledger.add(word.replace('&.', '.'), kind, Sort.USE, self.line)

    def _assigned(self, word: str, at: int) -> None:
        value = self.lexemes[at + 2]
        if not word[0].isupper() or any(opened == 'def' for opened, _ in self.open[-2:]):
            self.ledger.local(word, self.line)
        elif value in ('Class.new', 'Struct.new', 'Data.define'):
            self._define(word, Kind.CLASS)
        else:
            self._define(word, Kind.CONSTANT)

    def _attributes(self, at: int) -> None:
        """Read ``attr_reader :a, :b``."""
        for symbol in self._symbols(at):
            self._define(symbol, Kind.ATTRIBUTE)

    def _alias(self, at: int) -> None:
        """Read ``alias new old`` and ``alias_method :new, :old``."""
        name = self.lexemes[at + 2 if self.lexemes[at + 1] == '(' else at + 1].strip(':"\'')
        if NAME.fullmatch(name):
            self._define(name, Kind.METHOD)

    def _symbols(self, at: int) -> list[str]:
        symbols = []
        for lexeme in self.lexemes[at + 1 : at + AHEAD]:
            if lexeme[0] == ':' and len(lexeme) > 1:
                symbols.append(lexeme.strip(':"'))
            elif lexeme not in (',', '(') and (lexeme[0] != '\n' or not symbols):
                break
        return symbols

    def _require(self, at: int) -> None:
        path = self.lexemes[at + 2 if self.lexemes[at + 1] == '(' else at + 1]
        if path[0] in '"\'':
            path = re.sub(r'^(?:\.\.?/)+', '', path.strip(path[0]))
            self.ledger.add(path, Kind.MODULE, Sort.IMPORT, self.line)

    #: words of methods that define, and what they do
    ACTS: ClassVar[dict[str, Callable[[_Script, int], None]]] = {
        'alias': _alias,
        'alias_method': _alias,
        'attr': _attributes,
        'attr_accessor': _attributes,
        'attr_reader': _attributes,
        'attr_writer': _attributes,
        'define_method': _alias,
        'require': _require,
        'require_relative': _require,
    }
