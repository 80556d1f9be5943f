"""Readers of shell scripts, of sessions in a shell, and of files that contain commands.

Batch files, PowerShell, Dockerfiles and Makefiles are read as what they would be in a shell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.collector import extract_words
from sphinxcontrib_kwindex.extract.names import HOSTS, OPTION
from sphinxcontrib_kwindex.extract.scripts import ScriptReader
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

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
_SUBCOMMAND = re.compile(r'[a-z]{2,}(?:-[a-z]+)*')
#: a command of PowerShell
_CMDLET = re.compile(r'[A-Z][a-z]+-[A-Z]\w*')
_VARIABLE = re.compile(r'\$\{?[#!]?([A-Za-z_]\w+)|%([A-Za-z_]\w+)%')
_FILE = re.compile(r'(?:[\w~.-]*/)*[\w.-]*\w\.[a-z]\w{0,5}|[\w~.-]*(?:/[\w.-]*\w)+/?')

#: the end of a line whose command continues
_CONTINUATION: Final = '\\\n'
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
#: stands for the assignment of an environment variable in other languages than a shell's
_EXPORT: Final = '@export'
_EXPORTING: Final = frozenset(('export', 'set', 'setenv', 'setx', _EXPORT))
_DECLARING: Final = _EXPORTING | {'declare', 'local', 'readonly', 'typeset'}
#: commands whose first argument is a file or a text, if it is a word
_WITHOUT_SUBCOMMANDS: Final = frozenset(
    str.split("""
    awk cat chmod chown cp curl diff du file find grep head kill less ln ls mkdir mv nano ping ps
    pytest python python3 rm rmdir rsync scp sed sh ssh tail tar tee touch tree vi vim wget which
    """)
)
#: operators of conditions, which look like options
_OPERATORS: Final = frozenset(
    str.split('-and -contains -eq -ge -gt -is -join -le -like -lt -match -ne -not -or -replace')
)
_CONDITIONS: Final = frozenset({'[', '[[', 'test'})
_BUILTIN: Final = frozenset(
    str.split("""
    . : alias break cd continue echo eval exit false getopts hash let popd printf pushd pwd read
    return shift shopt source test trap true type ulimit umask unalias unset wait
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


_DOLLAR = re.compile(r'^[ \t]*\$ +\S', re.MULTILINE)
#: a line of output in a session without prompts
_SENTENCE = re.compile(r'[ \t]*[A-Z][a-z]*+(?![\w=-])')
#: the head of a table that a command prints, which ends with an empty line: "NAME   STATE"
_HEAD = re.compile(r'[ \t]*[A-Z][A-Z\d_%()/]*(?:[ \t]{2,}[A-Z][A-Z\d_%()/ ]*)+')
#: an option with its value: "-j4"
_JOINED = re.compile(r'(-[A-Za-z])\d+')
_SET_ENVIRONMENT = re.compile(r'(?im)^([ \t]*)\$env:(\w+)[ \t]*\+?=[ \t]*')
_SET_VARIABLE = re.compile(r'(?m)^([ \t]*)\$(\w+)[ \t]*=(?!=)[ \t]*')
_ENVIRONMENT = re.compile(r'(?i)\$env:')
_MEMBER = re.compile(r'(?<=[\w)\]}])\.([A-Z]\w+)')
_REMARK = re.compile(r'(?im)^[ \t]*(?:@?rem\b|::)')
_DOCKER_VARIABLE = re.compile(r'(?m)^[ \t]*(?:ENV|ARG)[ \t]+(\w+)(?:[ \t]*=|[ \t]|$)')
_DOCKER_COMMAND = re.compile(r'(?m)^[ \t]*(?:CMD|ENTRYPOINT|RUN)[ \t]+(?!\[)')
#: "CMD ["frobd", "--fast"]"
_DOCKER_JSON = re.compile(r'(?m)^[ \t]*(?:CMD|ENTRYPOINT|RUN)[ \t]+\[(.*)\]')
_DOCKER_OTHER = re.compile(r'(?m)^[ \t]*[A-Z]{3,}[ \t]+')
_MAKE_VARIABLE = re.compile(r'\$[({](\w+)[)}]')
_MAKE_ASSIGNMENT = re.compile(
    r'(?:export[ \t]+|override[ \t]+)?([A-Za-z_][\w.-]*+)[ \t]*(?:[?+!]|:{1,3})?='
)
_MAKE_TARGETS = re.compile(r'([^\s:#=][^:#=]*+):(?![:=])')
_RECIPE = re.compile(r'^[ \t]+[@+-]*')


def extract(code: str) -> list[Found]:
    """Return the names in a script, or in a session if it has prompts."""
    return extract_session(code) if _DOLLAR.search(code) else _read(code)


def _read(code: str) -> list[Found]:
    return _ShellReader(code).results()


def extract_session(code: str) -> list[Found]:
    """Return the names in the commands of a session; its output does not count.

    A session without any prompt consists of commands, except for lines that begin like sentences.
    """
    lines: list[str] = []
    has_prompts, in_table = any(map(_PROMPT.match, code.split('\n'))), False
    for line in code.split('\n'):
        typed = _PROMPT.match(line)
        in_table = bool(line.strip()) and (in_table or _HEAD.fullmatch(line) is not None)
        if typed:
            lines.append(typed[1])
        elif lines and lines[-1].endswith('\\'):
            lines.append(line.removeprefix('>').strip())
        else:
            lines.append('' if has_prompts or in_table or _SENTENCE.match(line) else line)
    return _read(_without_dollars('\n'.join(lines)))


def extract_powershell(code: str) -> list[Found]:
    """Return the names in a script of PowerShell, where ``$env:X`` is an environment variable."""
    reader = _ShellReader(_without_dollars(code))
    for number, line in enumerate(code.split('\n'), 1):
        for member in _MEMBER.findall(line):
            reader.collector.add(member, Kind.ATTRIBUTE, Usage.MENTION, number)
    return reader.results_with_words(code)


def _without_dollars(code: str) -> str:
    """Return a text with the assignments of PowerShell as they are in a shell."""
    if '$' in code:
        code = _SET_ENVIRONMENT.sub(rf'\1{_EXPORT} \2=', code)
        code = _SET_VARIABLE.sub(r'\1\2=; ', code)
        code = _ENVIRONMENT.sub('$', code)
    return code


def extract_batch(code: str) -> list[Found]:
    """Return the names in a batch file."""
    return _ShellReader(_REMARK.sub('#', code)).results_with_words(code)


def extract_docker(code: str) -> list[Found]:
    """Return the names in a Dockerfile: its variables, and the commands that it runs."""
    script = _DOCKER_VARIABLE.sub(rf'{_EXPORT} \1=', code)
    script = _DOCKER_JSON.sub(lambda match: re.sub(r'"\s*,\s*"|"', ' ', match[1]), script)
    script = _DOCKER_OTHER.sub(': ', _DOCKER_COMMAND.sub('', script))
    return _ShellReader(script).results_with_words(code)


def extract_make(code: str) -> list[Found]:
    """Return the variables and targets of a Makefile, and the commands in its recipes."""
    code = _MAKE_VARIABLE.sub(r'${\1}', code)
    reader = _ShellReader('\n'.join(_RECIPE.sub('', line) for line in _recipes(code)))
    for number, line in enumerate(code.split('\n'), 1):
        if match := _MAKE_ASSIGNMENT.match(line):
            reader.collector.define(match[1], Kind.CONSTANT, number)
        elif (match := _MAKE_TARGETS.match(line)) and not line.startswith('.'):
            for target in filter(_NAME.fullmatch, match[1].split()):
                reader.collector.define(target, Kind.COMMAND, number)
    return reader.results_with_words(code)


def _recipes(code: str) -> Iterator[str]:
    """Yield the lines of a Makefile, empty ones in place of all but commands and comments."""
    for line in code.split('\n'):
        yield line if line.startswith(('\t', ' ', '#')) else ''


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
        #: variables that are set before a command, for it alone
        self.prefixes: list[str] = []
        self.backtick = False

    def results_with_words(self, code: str) -> list[Found]:
        """Return all names, also the words of the original text that look like identifiers."""
        for found in extract_words(code):
            if not _FILE.fullmatch(found.name):
                self.collector.add(*found[:5])
        return self.results()

    def run(self) -> None:
        """Read all lexemes, then add the variables."""
        super().run()
        for name, line in self.variables.items():
            self._add_variable(name, line)

    def read(self, lexeme: str) -> None:
        """Read the current lexeme."""
        if lexeme == _CONTINUATION:
            return
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
        self.prefixes = []
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
            self.prefixes.append(match[1])
            self._variables_in(lexeme)
        else:
            self._command(lexeme)

    def _keyword(self, lexeme: str) -> None:
        self.expects_command = lexeme in _BEFORE_MORE
        self.command = lexeme if lexeme in ('for', 'select', '[', '[[') else ''
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
        self.exported.update(self.prefixes)
        if not _COMMAND.fullmatch(lexeme):
            return
        name = lexeme.rpartition('/')[2]
        if lexeme in _BUILTIN or lexeme in _DECLARING:
            self.collector.add(name, Kind.COMMAND, Usage.MENTION, self.line)
            return
        self.collector.add(name, Kind.COMMAND, Usage.USE, self.line)
        has_subcommand = name not in _WITHOUT_SUBCOMMANDS and not self.expects_command
        if has_subcommand and _SUBCOMMAND.fullmatch(self.peek()):
            name = f'{name} {self.peek()}'
            self.collector.add(name, Kind.COMMAND, Usage.USE, self.line)
            if _SUBCOMMAND.fullmatch(self.peek(2)):  # or an argument
                name = f'{name} {self.peek(2)}'
                self.collector.add(name, Kind.COMMAND, Usage.MENTION, self.line)

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
        elif (match := _ASSIGNMENT.match(lexeme)) and match[1].isupper():  # "make DESTDIR=/tmp"
            self.collector.add(match[1], Kind.CONSTANT, Usage.USE, self.line)
        elif self.command == 'make' and _SUBCOMMAND.fullmatch(word):
            self.collector.add(f'make {word}', Kind.COMMAND, Usage.USE, self.line)
        elif lexeme[0] in '"\'':
            self.collector.literal(word, self.line)
        elif _FILE.fullmatch(word) and word.rpartition('.')[2] not in HOSTS:
            self.collector.add(word.removeprefix('./'), Kind.FILE, Usage.MENTION, self.line)
        elif _CMDLET.fullmatch(word):
            self.collector.add(word, Kind.COMMAND, Usage.USE, self.line)

    def _option(self, lexeme: str) -> None:
        match = OPTION.match(lexeme)
        if match and self.command not in _CONDITIONS and match[0] not in _OPERATORS:
            joined = _JOINED.fullmatch(match[0])
            self.collector.add(joined[1] if joined else match[0], Kind.OPTION, Usage.USE, self.line)
            if joined:
                self.collector.add(match[0], Kind.OPTION, Usage.MENTION, self.line)

    def _source(self, path: str) -> None:
        path = path.rpartition('/')[2] if '$' in path else path.removeprefix('./')
        if path and '$' not in path:
            self.collector.add(path, Kind.FILE, Usage.IMPORT, self.line)
        self.command = ''

    # -- variables

    def _declared(self, word: str) -> None:
        if self.command == 'set':
            match = _ASSIGNMENT.match(word.strip('"'))
        else:
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
            if self.command in _EXPORTING:
                self.exported.add(name)

    def _variable(self, name: str) -> None:
        if self.functions:
            self.collector.local(name, self.line)
        else:
            self.variables.setdefault(name, self.line)

    def _variables_in(self, lexeme: str) -> None:
        if lexeme[0] == "'" or not ('$' in lexeme or '%' in lexeme):
            return
        for match in _VARIABLE.finditer(lexeme):
            name = match[1] or match[2]
            if name.isupper():
                self.collector.add(name, Kind.NAME, Usage.USE, self.line)
            else:
                self.collector.add(name, Kind.VARIABLE, Usage.MENTION, self.line)

    def _add_variable(self, name: str, line: int) -> None:
        if name in self.exported:
            self.collector.define(name, Kind.ENVIRONMENT_VARIABLE, line)
        elif name.isupper() and len(name) > 1:
            self.collector.define(name, Kind.CONSTANT, line)
        else:
            self.collector.local(name, line)
