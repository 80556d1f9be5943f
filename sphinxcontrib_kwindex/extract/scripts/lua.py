"""Lua: functions that are named after the tables they belong to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.ledger import Ledger, qualified
from sphinxcontrib_kwindex.extract.scripts.remarks import Remarks
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_TOKEN = re.compile(
    r"""
      \n
    | (?P<comment>--)?\[(?P<equals>=*+)\[(?>[\s\S]*?\](?P=equals)\]|[\s\S]*+)
    | --[^\n]*+
    | [A-Za-z_]\w*+(?:[.:][A-Za-z_]\w*+)*+
    | "[^"\\\n]*+(?:\\[\s\S][^"\\\n]*+)*+"?
    | '[^'\\\n]*+(?:\\[\s\S][^'\\\n]*+)*+'?
    | \d[\w.]*+
    | [=~<>]=++ | [=(){}[\],;] | [.:]\w++
    """,
    re.VERBOSE,
)
_OPENING: Final = frozenset(str.split('do function if repeat'))
_RESERVED: Final = frozenset(
    str.split("""
    and break do else elseif end false for function goto if in local nil not or repeat return self
    then true until while
    """)
)


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
        self.lexemes = [match[0] for match in _TOKEN.finditer(code)] + ['\n'] * 4
        self.line = 1
        #: of each that is open, the function it is in
        self.open: list[str] = []
        self.function = ''
        #: of each table that is open, the name that it is given to
        self.tables: list[str] = []
        #: local name -> module that it holds
        self.modules: dict[str, str] = {}

    def run(self) -> None:
        """Read all tokens."""
        for at in range(len(self.lexemes) - 4):
            lexeme = self.lexemes[at]
            if lexeme.startswith('--'):
                self._comment(lexeme, at)
            elif lexeme[0] in '"\'':
                self.ledger.literal(lexeme.strip(lexeme[0]), self.line)
            elif lexeme[0].isalpha() or lexeme[0] == '_':
                self._word(lexeme, at)
            elif lexeme == '{':
                self.tables.append(self._assigned_to(at))
            elif lexeme == '}' and self.tables:
                self.tables.pop()
            self.line += lexeme.count('\n')

    def _comment(self, lexeme: str, at: int) -> None:
        self.ledger.remark(lexeme, self.line)
        if at == 0 or self.lexemes[at - 1] == '\n':
            self.remarks.add(lexeme, self.line)

    def _word(self, word: str, at: int) -> None:
        if word in _OPENING:
            self._opening(word, at)
        elif word in ('end', 'until'):
            self.function = self.open.pop() if self.open else ''
        elif word == 'local':
            self._local(at)
        elif word == 'require':
            self._require(at)
        elif word not in _RESERVED:
            self._name(word, at)

    def _opening(self, word: str, at: int) -> None:
        self.open.append(self.function)
        if word == 'function':
            self._function(at)

    def _function(self, at: int) -> None:
        name, opens = self.lexemes[at + 1], at + 2
        if not name[0].isalpha() and name[0] != '_':
            name, opens = self._assigned_to(at), at + 1
            if name and self.tables:
                name = '.'.join(filter(None, (*self.tables, name)))
        if name:
            self._define(name, at)
        self._parameters(opens)

    def _assigned_to(self, at: int) -> str:
        """Return the name that a function without a name is given to."""
        if self.lexemes[at - 1] == '=' and self.lexemes[at - 2] not in _RESERVED:
            name = self.lexemes[at - 2]
            return name if name[0].isalpha() or name[0] == '_' else ''
        return ''

    def _define(self, name: str, at: int) -> None:
        name = name.replace(':', '.')
        is_local = 'local' in self.lexemes[max(0, at - 3) : at]
        if is_local:
            name = qualified(self.function, '.', name)
        kind = Kind.METHOD if '.' in name and not is_local else Kind.FUNCTION
        self.ledger.define(name, kind, self.line, self.remarks.above(self.line, name))
        self.function = name

    def _parameters(self, opens: int) -> None:
        if self.lexemes[opens] == '(':
            for lexeme in self.lexemes[opens + 1 : opens + 40]:
                if lexeme == ')':
                    break
                if lexeme.isidentifier():
                    self.ledger.local(lexeme, self.line)

    def _local(self, at: int) -> None:
        at += 1
        while self.lexemes[at].isidentifier() and self.lexemes[at] not in _RESERVED:
            self._variable(at)
            if self.lexemes[at + 1] != ',':
                break
            at += 2

    def _variable(self, at: int) -> None:
        name, value = self.lexemes[at], self.lexemes[at + 2]
        if self.lexemes[at + 1] == '=' and value in ('function', 'require'):
            return
        if self.open or not name.isupper() or name.count('_') >= len(name) - 1:
            self.ledger.local(name, self.line)
        else:
            self.ledger.define(name, Kind.CONSTANT, self.line)

    def _is_global(self, at: int) -> bool:
        """Tell whether a statement gives a value to a name outside of all functions."""
        is_first = at == 0 or self.lexemes[at - 1] in ('\n', ';', 'end')
        sign, value = self.lexemes[at + 1 : at + 3]
        is_given = sign == '=' and value not in ('function', 'require')
        return is_first and is_given and not self.open and not self.tables

    def _require(self, at: int) -> None:
        literal = self.lexemes[at + 2 if self.lexemes[at + 1] == '(' else at + 1]
        if literal[0] in '"\'':
            module = literal.strip(literal[0])
            self.ledger.add(module, Kind.MODULE, Sort.IMPORT, self.line)
            if self.lexemes[at - 1] == '=':
                self.modules[self.lexemes[at - 2]] = module

    def _name(self, word: str, at: int) -> None:
        called = self.lexemes[at + 1] == '('
        if self._is_global(at):
            kind = Kind.CONSTANT if word.isupper() and len(word) > 1 else Kind.VARIABLE
            kind = Kind.ATTRIBUTE if '.' in word else kind
            self.ledger.define(word, kind, self.line, self.remarks.above(self.line, word))
        defined = self.lexemes[at - 1] == 'function' or self.lexemes[at + 1] == '='
        if defined or not (called or '.' in word or ':' in word):
            return
        head, _, rest = word.replace(':', '.').partition('.')
        head = self.modules.get(head, head)
        kind = Kind.FUNCTION if called else Kind.NAME
        self.ledger.add(f'{head}.{rest}' if rest else head, kind, Sort.USE, self.line)
