"""Reader of Lua: functions are named after the tables they belong to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.collector import qualified
from sphinxcontrib_kwindex.extract.scripts import ScriptReader, is_word
from sphinxcontrib_kwindex.model import Kind, Usage

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
#: the end of parameters is expected within so many lexemes
_MOST_PARAMETERS: Final = 40


def extract(code: str) -> list[Found]:
    """Return the names in a script."""
    return _LuaReader(code).results()


class _LuaReader(ScriptReader):
    """Reader that knows the open functions and tables."""

    TOKEN = _TOKEN
    COMMENT = '--'

    def __init__(self, code: str) -> None:
        super().__init__(code)
        #: the function around each word that ``end`` closes
        self.open: list[str] = []
        self.function = ''
        #: the name of each open table
        self.tables: list[str] = []
        #: local name -> module that it holds
        self.modules: dict[str, str] = {}

    def symbol(self, symbol: str) -> None:
        """Read the braces of tables."""
        if symbol == '{':
            self.tables.append(self._assigned_to())
        elif symbol == '}' and self.tables:
            self.tables.pop()

    def word(self, word: str) -> None:
        """Read a keyword or a name."""
        if word in _OPENING:
            self.open.append(self.function)
            if word == 'function':
                self._function()
        elif word in ('end', 'until'):
            self.function = self.open.pop() if self.open else ''
        elif word == 'local':
            self._local()
        elif word == 'require':
            self._require()
        elif word not in _RESERVED:
            self._name(word)

    def _function(self) -> None:
        name, opens = self.peek(), self.at + 2
        if not is_word(name):
            name, opens = self._assigned_to(), self.at + 1
            if name and self.tables:
                name = '.'.join(filter(None, (*self.tables, name)))
        if name:
            self._define_function(name.replace(':', '.'))
        if self.lexemes[opens] == '(':
            for lexeme in self.lexemes[opens + 1 : opens + _MOST_PARAMETERS]:
                if lexeme == ')':
                    break
                if lexeme.isidentifier():
                    self.collector.local(lexeme, self.line)

    def _assigned_to(self) -> str:
        """Return the name that the current function or table is assigned to."""
        name = self.peek(-2)
        is_assigned = self.peek(-1) == '=' and name not in _RESERVED and is_word(name)
        return name if is_assigned else ''

    def _define_function(self, name: str) -> None:
        is_local = 'local' in self.lexemes[max(0, self.at - 3) : self.at]
        if is_local:
            name = qualified(self.function, '.', name)
        self.define(name, Kind.METHOD if '.' in name and not is_local else Kind.FUNCTION)
        self.function = name

    def _local(self) -> None:
        """Read ``local a, b = 1``."""
        at = self.at + 1
        while self.lexemes[at].isidentifier() and self.lexemes[at] not in _RESERVED:
            self._variable(*self.lexemes[at : at + 3])
            if self.lexemes[at + 1] != ',':
                break
            at += 2

    def _variable(self, name: str, symbol: str, value: str) -> None:
        if symbol == '=' and value in ('function', 'require'):
            return
        if self.open or not name.isupper() or name.count('_') >= len(name) - 1:
            self.collector.local(name, self.line)
        else:
            self.collector.define(name, Kind.CONSTANT, self.line)

    def _require(self) -> None:
        literal = self.argument()
        if literal[0] in '"\'':
            module = literal.strip(literal[0])
            self.collector.add(module, Kind.MODULE, Usage.IMPORT, self.line)
            if self.peek(-1) == '=':
                self.modules[self.peek(-2)] = module

    def _is_global(self) -> bool:
        """Check whether a statement outside of all functions assigns a value to the name."""
        is_assigned = self.peek() == '=' and self.peek(2) not in ('function', 'require')
        is_first = self.peek(-1) in ('\n', ';', 'end')
        return is_first and is_assigned and not self.open and not self.tables

    def _name(self, word: str) -> None:
        if self.tables and self.peek() == '=' and self.peek(-1) in ('{', ',', ';', '\n'):
            self.collector.add(word, Kind.NAME, Usage.ARGUMENT, self.line)
            return
        is_called = self.peek() in ('(', '{') or self.peek()[0] in '"\''
        if self._is_global():
            kind = Kind.CONSTANT if word.isupper() and len(word) > 1 else Kind.VARIABLE
            self.define(word, Kind.ATTRIBUTE if '.' in word else kind)
        is_defined = self.peek(-1) == 'function' or self.peek() == '='
        if is_defined or not (is_called or '.' in word or ':' in word):
            return
        head, _, rest = word.replace(':', '.').partition('.')
        head = self.modules.get(head, head)
        kind = Kind.FUNCTION if is_called else Kind.NAME
        self.collector.add(f'{head}.{rest}' if rest else head, kind, Usage.USE, self.line)
