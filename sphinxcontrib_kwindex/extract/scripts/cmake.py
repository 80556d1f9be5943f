"""CMake: every statement is a command with arguments in brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.scripts.remarks import Remarks
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.model import Found

_TOKEN = re.compile(
    r"""
      \n
    | \#?\[(?P<equals>=*+)\[(?>[\s\S]*?\](?P=equals)\]|[\s\S]*+)     # a comment or text in brackets
    | \#[^\n]*+
    | "[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?
    | [()]
    | (?:[^\s()"\#\\]|\\.)++
    """,
    re.VERBOSE,
)
_BRACKETED = re.compile(r'#\[=*\[')
_VARIABLE = re.compile(r'\$\{([A-Za-z_][\w.+-]*)\}')
_PLAIN = re.compile(r'[A-Za-z_][\w.+:-]*')
#: arguments of more are data
_ENOUGH: Final = 64
_CONTROL: Final = frozenset(
    str.split("""
    block break continue else elseif endblock endforeach endfunction endif endmacro endwhile if
    message return while
    """)
)


class _Argument:
    """An argument of a command."""

    __slots__ = ('line', 'quoted', 'text')

    def __init__(self, lexeme: str, line: int) -> None:
        self.quoted = lexeme[0] == '"'
        self.text = lexeme.strip('"')
        self.line = line


def extract(code: str) -> list[Found]:
    """Find the names in a script."""
    ledger = Ledger()
    _Script(code, ledger).run()
    return ledger.found()


class _Script:
    """Reads one script, command by command."""

    def __init__(self, code: str, ledger: Ledger) -> None:
        self.ledger = ledger
        self.remarks = Remarks()
        self.lexemes = (match[0] for match in _TOKEN.finditer(code))
        self.line = 1
        #: functions that are open; the variables of macros are those of their callers
        self.functions = 0

    def run(self) -> None:
        """Read all commands."""
        name, name_line, depth = '', 0, 0
        arguments: list[_Argument] = []
        for lexeme in self.lexemes:
            if lexeme[0] == '#':
                self._comment(lexeme)
            elif lexeme == '(':
                depth += 1
            elif lexeme == ')':
                depth = max(0, depth - 1)
                if not depth and name:
                    self._command(name, name_line, arguments)
                    name, arguments = '', []
            elif not depth and lexeme != '\n':
                name, name_line, arguments = lexeme.lower(), self.line, []
            elif lexeme != '\n':
                arguments.append(_Argument(lexeme, self.line))
            self.line += lexeme.count('\n')

    def _comment(self, lexeme: str) -> None:
        self.ledger.remark(lexeme, self.line)
        if not _BRACKETED.match(lexeme):  # that hides what is in it, code or text
            self.remarks.add(lexeme, self.line)

    def _command(self, name: str, line: int, arguments: list[_Argument]) -> None:
        """Read a command with all its arguments."""
        self.functions += name == 'function'
        self.functions -= name == 'endfunction' and self.functions > 0
        if name not in _CONTROL and name not in _DEFINING and _PLAIN.fullmatch(name):
            self.ledger.add(name, Kind.FUNCTION, Sort.USE, line)
        defined = bool(arguments) and name in _DEFINING
        if defined:
            _DEFINING[name](self, arguments, line)
        for argument in arguments[defined:_ENOUGH]:
            self._use(argument)

    def _use(self, argument: _Argument) -> None:
        """Count the names in an argument."""
        for name in _VARIABLE.findall(argument.text):
            if not self.ledger.has_local(name):
                self.ledger.add(name, Kind.NAME, Sort.USE, argument.line)
        if argument.quoted:
            self.ledger.literal(argument.text, argument.line)
        elif _PLAIN.fullmatch(argument.text) and is_identifier_shaped(argument.text):
            self.ledger.add(argument.text, Kind.NAME, Sort.USE, argument.line)

    def define(self, argument: _Argument, kind: Kind, text: str = '') -> None:
        """Write down a definition, unless its name is made up of variables."""
        if _PLAIN.fullmatch(argument.text):
            self.ledger.define(argument.text, kind, argument.line, text)

    # -- commands that define

    def callable(self, arguments: list[_Argument], line: int) -> None:
        """Write down a function with its parameters."""
        self._callable(arguments, line, Kind.FUNCTION)

    def macro(self, arguments: list[_Argument], line: int) -> None:
        """Write down a macro with its parameters."""
        self._callable(arguments, line, Kind.MACRO)

    def _callable(self, arguments: list[_Argument], line: int, kind: Kind) -> None:
        first, *parameters = arguments
        self.define(first, kind, self.remarks.above(line, first.text))
        for parameter in parameters:
            self.ledger.local(parameter.text, parameter.line)

    def variable(self, arguments: list[_Argument], _: int) -> None:
        """Write down a variable; what is cached is a setting, with its own description."""
        first, *values = arguments
        words = [value.text for value in values]
        if first.text.startswith('ENV{'):
            first.text = first.text[4:].removesuffix('}')
            self.define(first, Kind.ENVIRONMENT_VARIABLE)
        elif 'CACHE' in words:
            at = words.index('CACHE') + 2
            self.define(first, Kind.SETTING, words[at] if at < len(words) else '')
        elif self.functions and 'PARENT_SCOPE' not in words:
            self.ledger.local(first.text, first.line)
        else:
            constant = first.text.isupper() and len(first.text) > 1
            self.define(first, Kind.CONSTANT if constant else Kind.VARIABLE)

    def option(self, arguments: list[_Argument], _: int) -> None:
        """Write down an option of the build."""
        self.define(arguments[0], Kind.SETTING, arguments[1].text if len(arguments) > 1 else '')

    def module(self, arguments: list[_Argument], line: int) -> None:
        """Write down a project or a library."""
        self.define(arguments[0], Kind.MODULE, self.remarks.above(line, arguments[0].text))

    def program(self, arguments: list[_Argument], line: int) -> None:
        """Write down a program, or something else that one can ask the build for."""
        self.define(arguments[0], Kind.COMMAND, self.remarks.above(line, arguments[0].text))

    def package(self, arguments: list[_Argument], _: int) -> None:
        """Write down what is imported."""
        name = arguments[0].text
        kind = Kind.FILE if '/' in name or '.' in name else Kind.MODULE
        if '$' in name:
            name = name.rpartition('/')[2]
        if '$' not in name:
            self.ledger.add(name, kind, Sort.IMPORT, arguments[0].line)

    def loop(self, arguments: list[_Argument], _: int) -> None:
        """Write down the variable of a loop."""
        self.ledger.local(arguments[0].text, arguments[0].line)


_DEFINING: Final[dict[str, Callable[[_Script, list[_Argument], int], None]]] = {
    'add_custom_target': _Script.program,
    'add_executable': _Script.program,
    'add_library': _Script.module,
    'add_subdirectory': _Script.package,
    'find_package': _Script.package,
    'foreach': _Script.loop,
    'function': _Script.callable,
    'include': _Script.package,
    'macro': _Script.macro,
    'option': _Script.option,
    'project': _Script.module,
    'set': _Script.variable,
}
