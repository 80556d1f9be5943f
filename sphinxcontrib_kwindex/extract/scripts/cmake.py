"""Reader of CMake: every statement is a command with arguments in brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.scripts import ScriptReader
from sphinxcontrib_kwindex.model import Kind, Usage

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
#: further arguments are data
_MOST_ARGUMENTS: Final = 64
_CONTROL: Final = frozenset(
    str.split("""
    block break continue else elseif endblock endforeach endfunction endif endmacro endwhile if
    message return while
    """)
)
#: commands whose first argument is defined, maybe with a description above
_KINDS: Final = {
    'add_custom_target': Kind.COMMAND,
    'add_executable': Kind.COMMAND,
    'add_library': Kind.MODULE,
    'function': Kind.FUNCTION,
    'macro': Kind.MACRO,
    'project': Kind.MODULE,
}


class _Argument(NamedTuple):
    """An argument of a command."""

    text: str
    line: int
    is_quoted: bool = False


def extract(code: str) -> list[Found]:
    """Return the names in a script."""
    return _CmakeReader(code).results()


class _CmakeReader(ScriptReader):
    """Reader of one script, command by command."""

    TOKEN = _TOKEN

    def __init__(self, code: str) -> None:
        super().__init__(code)
        #: name of the current command, its line, its arguments and the depth of its brackets
        self.name = ''
        self.begins = 0
        self.arguments: list[_Argument] = []
        self.depth = 0
        #: open functions; the variables of macros are those of their callers
        self.functions = 0

    def read(self, lexeme: str) -> None:
        """Read the current lexeme."""
        if lexeme[0] == '#':
            self.comment(lexeme, alone=not _BRACKETED.match(lexeme))
        elif lexeme == '(':
            self.depth += 1
        elif lexeme == ')':
            self.depth = max(0, self.depth - 1)
            if not self.depth and self.name:
                self._command(self.name, self.begins, self.arguments)
                self.name, self.arguments = '', []
        elif lexeme != '\n':
            if self.depth:
                quoted = lexeme[0] == '"'
                self.arguments.append(_Argument(lexeme.strip('"'), self.line, quoted))
            else:
                self.name, self.begins, self.arguments = lexeme.lower(), self.line, []

    def _command(self, name: str, line: int, arguments: list[_Argument]) -> None:
        """Read a command with all its arguments."""
        self.functions += name == 'function'
        self.functions -= name == 'endfunction' and self.functions > 0
        is_defining = name in _KINDS or name in self.HANDLERS
        if is_defining and arguments:
            first, *arguments = arguments
            if name in _KINDS:
                self._define(first, _KINDS[name], self.description(line, first.text))
            else:
                self.HANDLERS[name](self, first, arguments)
        elif not is_defining and name not in _CONTROL and _PLAIN.fullmatch(name):
            self.collector.add(name, Kind.FUNCTION, Usage.USE, line)
        if name in ('function', 'macro'):
            for parameter in arguments:
                self.collector.local(parameter.text, parameter.line)
        for argument in arguments[:_MOST_ARGUMENTS]:
            self._use(argument)

    def _use(self, argument: _Argument) -> None:
        """Add the names in an argument."""
        text, line, is_quoted = argument
        for name in _VARIABLE.findall(text):
            if not self.collector.has_local(name):
                self.collector.add(name, Kind.NAME, Usage.USE, line)
        if is_quoted:
            self.collector.literal(text, line)
        elif _PLAIN.fullmatch(text) and is_identifier_shaped(text):
            self.collector.add(text, Kind.NAME, Usage.USE, line)

    def _define(self, argument: _Argument, kind: Kind, text: str = '') -> None:
        """Add a definition, unless its name contains variables."""
        if _PLAIN.fullmatch(argument.text):
            self.collector.define(argument.text, kind, argument.line, text)

    # -- commands that define or import their first argument

    def _variable(self, first: _Argument, values: list[_Argument]) -> None:
        """Add a variable; a cached one is a setting with its own description."""
        words = [value.text for value in values]
        name = first.text
        if name.startswith('ENV{'):
            variable = first._replace(text=name[4:].removesuffix('}'))
            self._define(variable, Kind.ENVIRONMENT_VARIABLE)
        elif 'CACHE' in words:
            at = words.index('CACHE') + 2
            self._define(first, Kind.SETTING, words[at] if at < len(words) else '')
        elif self.functions and 'PARENT_SCOPE' not in words:
            self.collector.local(name, first.line)
        else:
            is_constant = name.isupper() and len(name) > 1
            self._define(first, Kind.CONSTANT if is_constant else Kind.VARIABLE)

    def _option(self, first: _Argument, values: list[_Argument]) -> None:
        """Add an option of the build."""
        self._define(first, Kind.SETTING, values[0].text if values else '')

    def _package(self, first: _Argument, _: list[_Argument]) -> None:
        """Add an imported module or file."""
        name = first.text
        kind = Kind.FILE if '/' in name or '.' in name else Kind.MODULE
        if '$' in name:
            name = name.rpartition('/')[2]
        if '$' not in name:
            self.collector.add(name, kind, Usage.IMPORT, first.line)

    def _loop(self, first: _Argument, _: list[_Argument]) -> None:
        """Add the variable of a loop."""
        self.collector.local(first.text, first.line)

    HANDLERS: ClassVar[dict[str, Callable[[_CmakeReader, _Argument, list[_Argument]], None]]] = {
        'add_subdirectory': _package,
        'find_package': _package,
        'foreach': _loop,
        'include': _package,
        'option': _option,
        'set': _variable,
    }
