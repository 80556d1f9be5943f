"""Readers of INI files, TOML, YAML and JSON in all its dialects.

Each key and each section is a setting. A key is qualified with its parents, whatever their depth;
positions in lists do not count. A value that is the name of something is a mention. The braces and
brackets of YAML are read as JSON.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.collector import NameCollector, qualified
from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.extract.scripts import shell
from sphinxcontrib_kwindex.model import Kind, Usage

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_ESCAPE = re.compile(r'\\(.)')


def unquote(lexeme: str) -> str:
    """Return the text of a quoted or plain word."""
    if lexeme[:1] == '"':
        return sanitize(_ESCAPE.sub(r'\1', lexeme[1:].removesuffix('"')))
    if lexeme[:1] == "'":
        return sanitize(lexeme[1:].removesuffix("'").replace("''", "'"))
    return sanitize(lexeme)


def add_setting(collector: NameCollector, parent: str, key: str, line: int) -> str:
    """Add a setting, unless its key has no letters, and return its qualified name."""
    name = qualified(parent, '.', key)
    if any(map(str.isalpha, name.rpartition('.')[2] or name)):
        collector.define(name, Kind.SETTING, line)
    return name


# -- INI and property files

_SECTION = re.compile(r'\[([^]]*+)\]')
_INI_KEY = re.compile(r'([^=:]*+)[=:][ \t]*+(.*)')
_NO_KEY = 1_000_000
_VARIABLE = re.compile(r'[ \t]*(?:export[ \t]+)?([^\W\d]\w*)[ \t]*=(.*)')


def extract_environment(code: str) -> list[Found]:
    """Return the environment variables that a file sets, one in a line."""
    collector = NameCollector()
    for number, line in enumerate(code.split('\n'), 1):
        if match := _VARIABLE.match(line):
            collector.define(match[1], Kind.ENVIRONMENT_VARIABLE, number)
            collector.literal(match[2].strip('"\' '), number)
        elif line.lstrip()[:1] == '#':
            collector.add_comment(line.strip(), number)
    return collector.results()


def extract_ini(code: str) -> list[Found]:
    """Return the sections, and the keys before an equals sign or a colon."""
    collector, section = NameCollector(), ''
    column = _NO_KEY  # of the latest key: deeper lines continue its value
    for number, line in enumerate(code.split('\n'), 1):
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if text[:1] in ('#', ';', '!'):
            collector.add_comment(text, number)
        elif match := _SECTION.match(text):
            section, column = unquote(match[1].strip()), _NO_KEY
            add_setting(collector, '', section, number)
        elif indent <= column and (match := _INI_KEY.match(text)):
            column = indent
            add_setting(collector, section, unquote(match[1].strip()), number)
            collector.literal(match[2].strip('"\' '), number)
    return collector.results()


# -- TOML

_TOML_TOKEN = re.compile(
    r"""
      \n
    | \#[^\n]*+
    | \"{3}(?>[\s\S]*?(?<!\\)\"{3}|[\s\S]*+) | '{3}(?>[\s\S]*?'{3}|[\s\S]*+)
    | "[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?
    | '[^'\n]*+'?
    | [{}[\],=.]
    | [^\s{}[\],=.\#"']++
    """,
    re.VERBOSE,
)


def extract_toml(code: str) -> list[Found]:
    """Return the tables and keys."""
    reader = _TomlReader()
    reader.read(code)
    return reader.collector.results()


class _TomlReader:
    """Reader of one text, token by token."""

    def __init__(self) -> None:
        self.collector = NameCollector()
        self.line = 1
        self.table = ''
        #: open braces and brackets of a value, each with the parent of the keys around it
        self.open: list[tuple[str, str]] = []
        self.parent = ''
        #: parts of the current name
        self.parts: list[str] = []
        self.in_header = False
        self.in_value = False

    def read(self, code: str) -> None:
        """Read all tokens."""
        for lexeme in _TOML_TOKEN.findall(code):
            if lexeme == '\n':
                self._end_line()
            elif lexeme[0] == '#':
                self.collector.add_comment(lexeme, self.line)
            elif lexeme in '{}[],=':
                self._symbol(lexeme)
            elif self.in_value:
                self.collector.literal(unquote(lexeme), self.line)
            elif lexeme != '.':
                self.parts.append(unquote(lexeme))
            self.line += lexeme.count('\n')

    def _end_line(self) -> None:
        if not self.open:
            self.parts, self.in_value, self.in_header, self.parent = [], False, False, self.table

    def _symbol(self, symbol: str) -> None:
        if symbol == '=':
            self._key()
        elif symbol == ',':
            self.in_value, self.parts = bool(self.open) and self.open[-1][0] == '[', []
        elif not self.in_value and not self.open and symbol in '[]':
            self._header(symbol)
        elif symbol in '{[':
            self._enter(symbol)
        elif self.open:
            self._leave()

    def _header(self, symbol: str) -> None:
        if symbol == '[':
            self.in_header, self.parts = True, []
        elif self.parts and self.in_header:
            self.table = self.parent = '.'.join(self.parts)
            add_setting(self.collector, '', self.table, self.line)
            self.parts = []

    def _key(self) -> None:
        if not self.in_value and self.parts:
            key = '.'.join(self.parts)
            self.parts = [add_setting(self.collector, self.parent, key, self.line)]
        self.in_value = True

    def _enter(self, symbol: str) -> None:
        self.open.append((symbol, self.parent))
        self.parent = self.parts[0] if self.parts else self.parent
        self.parts, self.in_value = [], symbol == '['

    def _leave(self) -> None:
        self.parent = self.open.pop()[1]
        self.parts, self.in_value = [], True


# -- JSON, and the flow style of YAML

_FLOW_TOKEN = re.compile(
    r"""
      \n
    | "[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?
    | '[^'\n]*+(?:''[^'\n]*+)*+'?
    | [{}[\],]
    | (?<![^\s,[\]{}])\#[^\n]*+
    | //[^\n]*+ | /\*(?>[\s\S]*?\*/|[\s\S]*+)
    | :(?=[\s,[\]{}"']|\Z) | (?<=["']):
    | (?:[^\s,[\]{}"':\#/]|[:\#/](?<![\s,[\]{}].)(?=[^\s,[\]{}]))
      (?:[^,[\]{}:\#\n]|:(?![\s,[\]{}]|\Z)|(?<!\s)\#)*+
    """,
    re.VERBOSE,
)


def extract_json(code: str) -> list[Found]:
    """Return the keys of a JSON text."""
    collector = NameCollector()
    _FlowReader(collector, comments=('#', '//', '/*')).read(code, 1)
    return collector.results()


class _FlowReader:
    """Reader of braces and brackets, maybe line by line."""

    def __init__(
        self, collector: NameCollector, parent: str = '', comments: tuple[str, ...] = ('#',)
    ) -> None:
        self.collector = collector
        self.comments = comments
        #: parents of the keys around each open bracket
        self.open: list[str] = []
        self.parent = parent
        #: name of the key whose value is expected
        self.key = ''
        #: the latest word, which may become a key, and its line
        self.word = ''
        self.line = 0

    def read(self, text: str, line: int) -> None:
        """Read a text that begins on some line."""
        for lexeme in _FLOW_TOKEN.findall(text):
            if lexeme == '\n':
                line += 1
            elif lexeme in '{[':
                self._enter()
            elif lexeme in '}]':
                self._leave()
            elif lexeme == ',':
                self._value()
            elif lexeme == ':':
                self._key()
            elif lexeme.startswith(self.comments):
                self.collector.add_comment(lexeme, line)
                line += lexeme.count('\n')
            else:
                self.word, self.line = lexeme.strip(), line

    def _enter(self) -> None:
        self.open.append(self.parent)
        self.parent = self.key or self.parent
        self.key = self.word = ''

    def _leave(self) -> None:
        self._value()
        if self.open:
            self.parent = self.open.pop()

    def _key(self) -> None:
        if self.word and self.open:
            key = unquote(self.word)
            self.key = key and add_setting(self.collector, self.parent, key, self.line)
            self.word = ''

    def _value(self) -> None:
        if self.word:
            self.collector.literal(unquote(self.word), self.line)
        self.key = self.word = ''


# -- YAML

#: the symbols of lists and of explicit keys, which indent the text after them
_MARKS = re.compile(r'[ ]*+(?:[-?](?:[ ]++|\Z))*+')
_PROPERTIES = re.compile(r'\A(?:[&!][^\s,[\]{}]*+[ \t]++)*+')
_YAML_KEY = re.compile(
    r"""
    (?P<key>
        "[^"\\]*+(?:\\.[^"\\]*+)*+"
      | '[^']*+(?:''[^']*+)*+'
      | (?:[^\s\#&*!|>'"%@`{}[\],:?-]|[-?:](?=[^\s]))(?:[^:\#]|:(?![ \t]|\Z)|(?<![ \t])\#)*+
    )
    [ \t]*+:(?:[ \t]++|\Z)
    """,
    re.VERBOSE,
)
#: keys whose values are scripts, in a block, in a list or in the line
_COMMANDS = re.compile(
    r"""
    ^(?P<indent>[ ]*+)(?P<item>-[ ]+)?+(?:(?:before_|after_)?script|run|shell|cmd|command):[ ]*+
    (?: (?:[|>][-+]?+)?+[ ]*+\n(?:[ \t]*+\n)*+
        (?P<block>(?P<inner>(?P=indent)(?(item)[ ]{3,}+|[ ]++))[^\n]++\n?+
        (?:(?P=inner)[^\n]*+\n?+|[ \t]*+\n)*+)
      | (?P<line>[^\s|>\[{"'&*!#][^\n]*+) )
    """,
    re.MULTILINE | re.VERBOSE,
)
_ITEM = re.compile(r'^([ ]*)-[ ]+', re.MULTILINE)
_OF_COMMANDS: Final = frozenset({Usage.USE, Usage.MENTION})
_EXPRESSION = re.compile(r'\{[{%]([^{}]{1,500})[%}]\}')
_NAME = re.compile(r'"[^"]*+"?|\'[^\']*+\'?|([^\W\d]\w*+(?:\.[^\W\d]\w*+)*+)')
_BLOCK = re.compile(r'[|>][-+0-9]*+[ \t]*+(?:\#.*)?\Z')
_COMMENT = re.compile(r'(?:\A|[ \t])\#.*')
_DOCUMENT = re.compile(r'(?:---|\.\.\.)(?:[ \t]|\Z)|%[A-Z]')
_CLOSED: Final = {
    '"': re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"'),
    "'": re.compile(r"[^']*+(?:''[^']*+)*+'"),
}


def extract_yaml(code: str) -> list[Found]:
    """Return the keys of a YAML text, and the names in the expressions of templates."""
    reader = _YamlReader()
    reader.read(code)
    _add_expressions(code, reader.collector)
    _add_commands(code, reader.collector)
    return reader.collector.results()


def _add_commands(code: str, collector: NameCollector) -> None:
    """Add the commands that the text tells a shell to run."""
    for match in _COMMANDS.finditer(code):
        script = _ITEM.sub(r'\1', match['block'] or match['line'])
        above = code.count('\n', 0, match.start('block' if match['block'] else 'line'))
        for name, kind, usage, line, times, _definition in shell.extract(script):
            if usage in _OF_COMMANDS and kind is not Kind.NAME:
                collector.add(name, kind, usage, above + line, times)


def _add_expressions(code: str, collector: NameCollector) -> None:
    """Add the names in ``{{ expressions }}``; those between quotes are texts."""
    line, counted = 1, 0
    for expression in _EXPRESSION.finditer(code):
        line += code.count('\n', counted, expression.start())
        counted = expression.start()
        for name in _NAME.findall(expression[1]):
            if len(name) > 1:
                collector.add(name, Kind.VARIABLE, Usage.MENTION, line)


class _YamlReader:
    """Reader of one text, line by line; it knows the open keys and a value that continues."""

    def __init__(self) -> None:
        self.collector = NameCollector()
        #: open keys, each with its column and its name
        self.open: list[tuple[int, str]] = []
        #: lines after this column continue the value
        self.column = -1
        #: the kind of a value that continues: a block, a quote, braces
        self.block = False
        self.quote = ''
        self.flow: _FlowReader | None = None

    def read(self, code: str) -> None:
        """Read all lines."""
        for number, line in enumerate(code.split('\n'), 1):
            text = line.rstrip()
            if not text or self._continues(text, number):
                continue
            if _DOCUMENT.match(text):
                self.open = []
                text = text[3:] if text[0] == '-' else ''
            self._line(text, number)

    def _continues(self, text: str, number: int) -> bool:
        """Check whether a line belongs to the value before it, and read it if it does."""
        if not (self.block or self.quote or self.flow):
            return False
        indent = len(text) - len(text.lstrip(' '))
        if indent <= self.column and not (self.flow and text[indent] in '}]'):
            self.block, self.quote, self.flow = False, '', None  # the value ends, or is broken
            return False
        if self.quote and _CLOSED[self.quote].match(text):
            self.quote = ''
        if self.flow:
            self._read_flow(self.flow, text, number)
        return True

    def _line(self, text: str, number: int) -> None:
        marks = _MARKS.match(text)
        column = marks.end() if marks else 0
        first = len(text) - len(text.lstrip(' '))
        is_item = column > first
        while self.open and self.open[-1][0] >= (first + 1 if is_item else column):
            self.open.pop()
        self._content(text[column:], column, first if is_item else column, number)

    def _content(self, text: str, column: int, outer: int, number: int) -> None:
        """Read the text after the indentation: a comment, a key or a value."""
        if text[:1] == '#':
            self.collector.add_comment(text, number)
            return
        text = _PROPERTIES.sub('', text)
        parent = self.open[-1][1] if self.open else ''
        if match := _YAML_KEY.match(text):
            name = add_setting(self.collector, parent, unquote(match['key'].rstrip()), number)
            self.open.append((column, name))
            self._value(text[match.end() :], column, name, number)
        else:
            top = -1 if not self.open and outer == column else outer
            self._value(text, top, parent, number)

    def _value(self, text: str, column: int, parent: str, number: int) -> None:
        """Read a value, which lines after a column continue."""
        text = _PROPERTIES.sub('', text)
        self.column = column
        first = text[:1]
        if _BLOCK.match(text):
            self.block = True
        elif first in ('{', '['):
            self._read_flow(_FlowReader(self.collector, parent), text, number)
        elif first in ('"', "'") and not _CLOSED[first].match(text, 1):
            self.quote = first
        else:
            self._plain(text, number)

    def _read_flow(self, flow: _FlowReader, text: str, number: int) -> None:
        flow.read(text, number)
        self.flow = flow if flow.open else None

    def _plain(self, text: str, number: int) -> None:
        comment = _COMMENT.search(text)
        value = text[: comment.start()] if comment else text
        self.collector.literal(unquote(value.strip()), number)
        if comment:
            self.collector.add_comment(comment[0], number)
