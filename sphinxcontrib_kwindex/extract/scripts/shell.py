"""Readers of shell scripts, and of sessions in a shell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.scripts import ScriptReader
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_HEREDOC = re.compile(r'<<-?[ \t]*["\'\\]?(?P<word>[A-Za-z_]\w*+)["\']?')
_TOKEN = re.compile(
    r"""
      \n
    | \\\n
    | (?<![^\s;|&(){}])\#[^\n]*+                              # a comment
    | (?:[^\s;|&(){}<>'"`$\\]|\\.|\$(?!['"(])(?:\{[^{}\n]{0,200}+\})?)++       # a word
    | '[^']*+'?
    | "[^"\\$`]*+(?:(?:\\[\s\S]|\$\([^()"]{0,500}+\)|\$|`)[^"\\$`]*+)*+"?
    | \$?\(\([^\n]{0,300}?\)\)                                 # arithmetic
    | \$\( | ;;&? | && | \|\|? | [;&(){}`]
    """,
    re.VERBOSE,
)
_ASSIGNMENT = re.compile(r'([A-Za-z_]\w*+)(?:\[[^]=]{0,200}\])?\+?=')
_NAME = re.compile(r'[A-Za-z_][\w:.+-]*')
_COMMAND = re.compile(r'(?:[\w.+-]*+[/~])*+(?:(?![A-Za-z])[\w.+-])*+[A-Za-z][\w.+-]*+')
_OPTION = re.compile(r'--[A-Za-z][\w-]*')
_VARIABLE = re.compile(r'\$\{?[#!]?([A-Z_][A-Z0-9_]+)')

#: symbols that a command follows
_BEFORE_COMMANDS: Final = frozenset(
    ('\n', ';', '&', '&&', '||', '|', '(', '$(', '{', '`', ';;', ';&', ';;&')
)
#: symbols that a pattern follows in a case
_PATTERN_NEXT: Final = frozenset({';;', ';&', ';;&'})
_KEYWORDS: Final = frozenset(
    str.split('! [[ [ ]] ] case do done elif else esac fi for if in select then time until while')
)
_BEFORE_MORE: Final = frozenset(str.split('! do elif else if then time until while'))
#: commands whose first argument is a command
_RUNNERS: Final = frozenset(str.split('builtin command env exec nice nohup sudo time xargs'))
_DECLARING: Final = frozenset(str.split('declare export local readonly setenv typeset'))
_BUILTIN: Final = frozenset(
    str.split("""
    . : alias break cd continue echo eval exit false getopts hash let popd printf pushd pwd read
    return set shift shopt source test trap true type ulimit umask unalias unset wait
    """)
)

#: a prompt, with user, host and folder or the name of an environment.
_PROMPT = re.compile(
    r"""
    [ \t]*
    (?:\([\w .-]{1,50}\)[ ]?)?
    (?:\[?[\w.-]{1,50}@[^\n$\#>%]{1,100}|PS[^\n>]{0,100}|[A-Z]:\\[^\n>]{0,100}|~)?
    [$\#>%][ ]+(.*)
    """,
    re.VERBOSE,
)


def extract(code: str) -> list[Found]:
    """Return the names in a script."""
    return _ShellReader(code).results()


def extract_session(code: str) -> list[Found]:
    """Return the names in the commands of a session; its output does not count."""
    lines: list[str] = []
    for line in code.split('\n'):
        typed = _PROMPT.match(line)
        continues = bool(lines) and lines[-1].endswith('\\')
        lines.append(typed[1] if typed else line.removeprefix('>').strip() if continues else '')
    return extract('\n'.join(lines))


class _ShellReader(ScriptReader):
    """Reader that knows whether a command is expected, or a pattern."""

    TOKEN = _TOKEN
    HEREDOC = _HEREDOC

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.expects_command = True
        #: the command that the arguments belong to
        self.command = ''
        #: open braces: whether one holds the body of a function
        self.braces: list[bool] = []
        self.functions = 0
        #: variables that are set outside of functions, and their lines
        self.variables: dict[str, int] = {}
        self.exported: set[str] = set()
        self.backtick = False

    def run(self) -> None:
        """Read all lexemes, then add the variables."""
        super().run()
        for name, line in self.variables.items():
            self._add_variable(name, line)

    def read(self, lexeme: str) -> None:
        """Read the current lexeme."""
        if lexeme[0] == '#':
            self.comment(lexeme, alone=self.peek(-1) == '\n')
        elif lexeme in _BEFORE_COMMANDS or lexeme == '}':
            self._separator(lexeme)
        elif self.command == 'case':
            self._pattern(lexeme)
        elif lexeme == ')':
            self.command, self.expects_command = '', False
        elif self.expects_command:
            self._head(lexeme)
        else:
            self._argument(lexeme)

    # -- structure

    def _separator(self, lexeme: str) -> None:
        if lexeme == '{':
            self.braces.append(self.command == 'function')
            self.functions += self.braces[-1]
        elif lexeme == '}' and self.braces:
            self.functions -= self.braces.pop()
        if lexeme == '(' and self.peek(-1).endswith('='):
            self.command, self.expects_command = 'array', False
        elif lexeme in _PATTERN_NEXT:
            self.command = 'case'
        elif self.command not in ('array', 'case'):
            self.backtick ^= lexeme == '`'
            self.expects_command = lexeme != '}' and (lexeme != '`' or self.backtick)
            if lexeme != '\n' or self.command != 'function':
                self.command = ''

    def _pattern(self, lexeme: str) -> None:
        """Read the patterns of a case, up to the bracket after them."""
        if lexeme == ')':
            self.command, self.expects_command = '', True
        elif lexeme == 'esac':
            self.command, self.expects_command = '', False
        else:
            self._option(lexeme)

    # -- commands

    def _head(self, lexeme: str) -> None:
        """Read the first word of a command."""
        if lexeme[0] in '"\'$-':
            self.expects_command = lexeme[0] == '-' or self.peek(-1).endswith('=')
            self._argument(lexeme)
        elif lexeme in _KEYWORDS:
            self._keyword(lexeme)
        elif lexeme == 'function' or (self.peek(), self.peek(2)) == ('(', ')'):
            self._function()
        elif match := _ASSIGNMENT.match(lexeme):
            self._variable(match[1])
            self._variables_in(lexeme)
        else:
            self._command(lexeme)

    def _keyword(self, lexeme: str) -> None:
        self.expects_command = lexeme in _BEFORE_MORE
        self.command = lexeme if lexeme in ('for', 'select') else ''
        if lexeme == 'case':
            self.command = 'cases'

    def _function(self) -> None:
        self.at += self.peek(0) == 'function'
        name = self.peek(0)
        if _NAME.fullmatch(name):
            self.define(name, Kind.FUNCTION)
            self.command = 'function'
        self.at += 2 * (self.peek() == '(')

    def _command(self, lexeme: str) -> None:
        self.command = lexeme
        self.expects_command = lexeme in _RUNNERS
        self._variables_in(lexeme)
        if lexeme not in _BUILTIN and lexeme not in _DECLARING and _COMMAND.fullmatch(lexeme):
            self.collector.add(lexeme.rpartition('/')[2], Kind.COMMAND, Usage.USE, self.line)

    def _argument(self, lexeme: str) -> None:
        self._variables_in(lexeme)
        self._option(lexeme)
        word = lexeme.strip('"\'')
        if self.command in ('source', '.'):
            self._source(word)
        elif self.command in _DECLARING or self.command == 'alias':
            self._declared(lexeme)
        elif self.command in ('for', 'select'):
            self.collector.local(word, self.line)
            self.command = ''
        elif self.command == 'cases' and lexeme == 'in':
            self.command = 'case'
        elif lexeme[0] in '"\'':
            self.collector.literal(word, self.line)

    def _option(self, lexeme: str) -> None:
        if match := _OPTION.match(lexeme):
            self.collector.add(match[0], Kind.OPTION, Usage.USE, self.line)

    def _source(self, path: str) -> None:
        path = path.rpartition('/')[2] if '$' in path else path.removeprefix('./')
        if path and '$' not in path:
            self.collector.add(path, Kind.FILE, Usage.IMPORT, self.line)
        self.command = ''

    # -- variables

    def _declared(self, word: str) -> None:
        match = _ASSIGNMENT.match(word) or _NAME.fullmatch(word)
        if match is None:
            return
        name = match[0].partition('=')[0].rstrip('+')
        if self.command == 'alias':
            self.collector.define(name, Kind.COMMAND, self.line)
        elif self.command == 'local':
            self.collector.local(name, self.line)
        else:
            self._variable(name)
            if self.command in ('export', 'setenv'):
                self.exported.add(name)

    def _variable(self, name: str) -> None:
        if self.functions:
            self.collector.local(name, self.line)
        else:
            self.variables.setdefault(name, self.line)

    def _variables_in(self, lexeme: str) -> None:
        if '$' in lexeme and lexeme[0] != "'":
            for name in _VARIABLE.findall(lexeme):
                self.collector.add(name, Kind.NAME, Usage.USE, self.line)

    def _add_variable(self, name: str, line: int) -> None:
        if name in self.exported:
            self.collector.define(name, Kind.ENVIRONMENT_VARIABLE, line)
        elif name.isupper() and len(name) > 1:
            self.collector.define(name, Kind.CONSTANT, line)
        else:
            self.collector.local(name, line)
