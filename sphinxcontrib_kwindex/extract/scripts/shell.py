"""Shell scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.heredocs import without_heredocs
from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.extract.scripts.remarks import Remarks
from sphinxcontrib_kwindex.extract.scripts.shell_words import (
    ASSIGNMENT,
    BEFORE_COMMANDS,
    BEFORE_MORE,
    BUILTIN,
    COMMAND,
    DECLARING,
    HEREDOC,
    KEYWORDS,
    NAME,
    OPTION,
    PATTERN_NEXT,
    RUNNERS,
    TOKEN,
    VARIABLE,
)
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found


def extract(code: str) -> list[Found]:
    """Find the names in a script."""
    ledger = Ledger()
    _Script(code, ledger).run()
    return ledger.found()


class _Script:
    """Reads one script, lexeme by token; knows whether a command is expected, or a pattern."""

    def __init__(self, code: str, ledger: Ledger) -> None:
        self.ledger = ledger
        self.remarks = Remarks()
        self.lexemes = TOKEN.findall(without_heredocs(code, HEREDOC)) + ['\n'] * 3
        self.line = 1
        self.expects_command = True
        #: the command that the arguments belong to
        self.command = ''
        #: of each open brace, whether it holds the body of a function
        self.braces: list[bool] = []
        self.functions = 0
        #: variables that are set outside of functions, and where
        self.variables: dict[str, int] = {}
        self.exported: set[str] = set()
        self.backtick = False

    def run(self) -> None:
        """Read all tokens."""
        at, end = 0, len(self.lexemes) - 3
        while at < end:
            lexeme = self.lexemes[at]
            at = self._read(lexeme, at) + 1
            self.line += lexeme.count('\n')
        for name, line in self.variables.items():
            self._write_variable(name, line)

    def _read(self, lexeme: str, at: int) -> int:
        """Read a lexeme and return the index of the last one that is dealt with."""
        if lexeme[0] == '#':
            self._comment(lexeme, at)
        elif lexeme in BEFORE_COMMANDS or lexeme == '}':
            self._separator(lexeme, at)
        elif self.command == 'case':
            self._pattern(lexeme)
        elif lexeme == ')':
            self.command, self.expects_command = '', False
        elif self.expects_command:
            return self._head(lexeme, at)
        else:
            self._argument(lexeme)
        return at

    # -- structure

    def _comment(self, lexeme: str, at: int) -> None:
        self.ledger.remark(lexeme, self.line)
        if at == 0 or self.lexemes[at - 1] == '\n':
            self.remarks.add(lexeme, self.line)

    def _separator(self, lexeme: str, at: int) -> None:
        if lexeme == '{':
            self.braces.append(self.command == 'function')
            self.functions += self.braces[-1]
        elif lexeme == '}' and self.braces:
            self.functions -= self.braces.pop()
        if lexeme == '(' and self.lexemes[at - 1].endswith('='):
            self.command, self.expects_command = 'array', False
        elif lexeme in PATTERN_NEXT:
            self.command = 'case'
        elif self.command not in ('array', 'case'):
            self.backtick ^= lexeme == '`'
            self.expects_command = lexeme != '}' and (lexeme != '`' or self.backtick)
            if lexeme != '\n' or self.command != 'function':
                self.command = ''

    def _pattern(self, lexeme: str) -> None:
        """Read the patterns of a case, up to the bracket behind them."""
        if lexeme == ')':
            self.command, self.expects_command = '', True
        elif lexeme == 'esac':
            self.command, self.expects_command = '', False
        else:
            self._option(lexeme)

    # -- commands

    def _head(self, lexeme: str, at: int) -> int:
        """Read the first word of a command."""
        if lexeme[0] in '"\'$-':
            self.expects_command = lexeme[0] == '-' or self.lexemes[at - 1].endswith('=')
            self._argument(lexeme)
        elif lexeme in KEYWORDS:
            self._keyword(lexeme)
        elif lexeme == 'function' or self.lexemes[at + 1 : at + 3] == ['(', ')']:
            return self._function(at)
        elif match := ASSIGNMENT.match(lexeme):
            self._variable(match[1])
            self._variables_in(lexeme)
        else:
            self._command(lexeme)
        return at

    def _keyword(self, lexeme: str) -> None:
        self.expects_command = lexeme in BEFORE_MORE
        self.command = lexeme if lexeme in ('for', 'select') else ''
        if lexeme == 'case':
            self.command = 'cases'

    def _function(self, at: int) -> int:
        at += self.lexemes[at] == 'function'
        name = self.lexemes[at]
        if NAME.fullmatch(name):
            text = self.remarks.above(self.line, name)
            self.ledger.define(name, Kind.FUNCTION, self.line, text)
            self.command = 'function'
        return at + 2 if self.lexemes[at + 1] == '(' else at

    def _command(self, lexeme: str) -> None:
        self.command = lexeme
        self.expects_command = lexeme in RUNNERS
        self._variables_in(lexeme)
        if lexeme not in BUILTIN and lexeme not in DECLARING and COMMAND.fullmatch(lexeme):
            self.ledger.add(lexeme.rpartition('/')[2], Kind.COMMAND, Sort.USE, self.line)

    def _argument(self, lexeme: str) -> None:
        self._variables_in(lexeme)
        self._option(lexeme)
        word = lexeme.strip('"\'')
        if self.command in ('source', '.'):
            self._source(word)
        elif self.command in DECLARING or self.command == 'alias':
            self._declared(lexeme)
        elif self.command in ('for', 'select'):
            self.ledger.local(word, self.line)
            self.command = ''
        elif self.command == 'cases' and lexeme == 'in':
            self.command = 'case'
        elif lexeme[0] in '"\'':
            self.ledger.literal(word, self.line)

    def _option(self, lexeme: str) -> None:
        if match := OPTION.match(lexeme):
            self.ledger.add(match[0], Kind.OPTION, Sort.USE, self.line)

    def _source(self, path: str) -> None:
        path = path.rpartition('/')[2] if '$' in path else path.removeprefix('./')
        if path and '$' not in path:
            self.ledger.add(path, Kind.FILE, Sort.IMPORT, self.line)
        self.command = ''

    # -- variables

    def _declared(self, word: str) -> None:
        match = ASSIGNMENT.match(word) or NAME.fullmatch(word)
        if match is None:
            return
        name = match[0].partition('=')[0].rstrip('+')
        if self.command == 'alias':
            self.ledger.define(name, Kind.COMMAND, self.line)
        elif self.command == 'local':
            self.ledger.local(name, self.line)
        else:
            self._variable(name)
            if self.command in ('export', 'setenv'):
                self.exported.add(name)

    def _variable(self, name: str) -> None:
        if self.functions:
            self.ledger.local(name, self.line)
        else:
            self.variables.setdefault(name, self.line)

    def _variables_in(self, lexeme: str) -> None:
        if '$' in lexeme and lexeme[0] != "'":
            for name in VARIABLE.findall(lexeme):
                self.ledger.add(name, Kind.NAME, Sort.USE, self.line)

    def _write_variable(self, name: str, line: int) -> None:
        if name in self.exported:
            self.ledger.define(name, Kind.ENVIRONMENT_VARIABLE, line)
        elif name.isupper() and len(name) > 1:
            self.ledger.define(name, Kind.CONSTANT, line)
        else:
            self.ledger.local(name, line)
