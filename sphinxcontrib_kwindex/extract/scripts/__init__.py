"""Readers of Ruby, Lua, shell, CMake and SQL: languages without braces, or without declarations.

Modules of Ruby are namespaces; tables and views of SQL are classes, their columns attributes;
libraries of CMake are modules, its other targets commands, its cached variables and options
settings. A shell's variables are constants if they are written in capitals, environment variables
if they are exported; all others are local.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from sphinxcontrib_kwindex.extract.collector import NameCollector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.model import Found, Kind

#: a reader may look at so many lexemes after the current one
_LOOKAHEAD: Final = 4
#: a shorter description may be code that is commented out
_WORDS: Final = 3
_MARKERS = re.compile(r'^[ \t]*(?:#+|--+)[:|!]?[ \t]?', re.MULTILINE)
_RULE = re.compile(r'^[^\w\n]*(?:\n|$)', re.MULTILINE)
_NO_PROSE = re.compile(
    r'(?:@licen[cs]e|copyright|licensed|spdx|\(c\)|©|shellcheck\b|vim?:|frozen_string)',
    re.IGNORECASE,
)
#: a text that opens so many here documents without their end has none
_MOST_UNCLOSED: Final = 20


class ScriptReader:
    """Reader of one script, lexeme by lexeme; comments right above a definition describe it."""

    TOKEN: ClassVar[re.Pattern[str]]
    #: opening of a here document, with the closing word as group ``word``
    HEREDOC: ClassVar[re.Pattern[str] | None] = None
    COMMENT: ClassVar = '#'

    def __init__(self, code: str) -> None:
        code = without_heredocs(code, self.HEREDOC) if self.HEREDOC else code
        self.collector = NameCollector()
        self.lexemes = [match[0] for match in self.TOKEN.finditer(code)] + ['\n'] * _LOOKAHEAD
        #: index of the current lexeme, and its line
        self.at = 0
        self.line = 1
        #: the latest comments that stand alone on their lines, and the line below them
        self._comments: list[str] = []
        self._below = -1

    def results(self) -> list[Found]:
        """Return all names."""
        self.run()
        return self.collector.results()

    def run(self) -> None:
        """Read all lexemes."""
        while self.at < len(self.lexemes) - _LOOKAHEAD:
            lexeme = self.lexemes[self.at]
            self.read(lexeme)
            self.line += lexeme.count('\n')
            self.at += 1

    def read(self, lexeme: str) -> None:
        """Read the current lexeme."""
        if lexeme.startswith(self.COMMENT):
            self.comment(lexeme, alone=self.peek(-1)[0] == '\n')
        elif lexeme[0] in '"\'':
            self.collector.literal(lexeme.strip(lexeme[0]), self.line)
        elif is_word(lexeme):
            self.word(lexeme)
        else:
            self.symbol(lexeme)

    def word(self, word: str) -> None:
        """Read a keyword or a name."""

    def symbol(self, symbol: str) -> None:
        """Read anything else."""

    def peek(self, offset: int = 1) -> str:
        """Return a lexeme near the current one."""
        return self.lexemes[self.at + offset]

    def argument(self) -> str:
        """Return the first argument of the current word, maybe in brackets."""
        return self.peek(2 if self.peek() == '(' else 1)

    def comment(self, text: str, *, alone: bool = True) -> None:
        """Read a comment, which describes the line below if it stands alone on its lines."""
        self.collector.add_comment(text, self.line)
        if alone:
            if self.line != self._below:
                self._comments = []
            self._comments.append(text)
            self._below = self.line + text.count('\n') + 1

    def define(self, name: str, kind: Kind, written: str = '', line: int = 0) -> None:
        """Add a definition with its description; its name may be written without a prefix."""
        description = self.description(line or self.line, written or name)
        self.collector.define(name, kind, self.line, description)

    def description(self, line: int, name: str) -> str:
        """Return the comment that ends right above a line, if it is prose."""
        if line != self._below:
            return ''
        text = _RULE.sub('', _MARKERS.sub('', '\n'.join(self._comments))).strip()
        is_prose = text[:1].isupper() or text.startswith(name)
        if not is_prose or len(text.split(maxsplit=_WORDS)) < _WORDS or _NO_PROSE.match(text):
            return ''
        return text


def is_word(lexeme: str) -> bool:
    """Check whether a lexeme begins as names do."""
    return lexeme[0].isalpha() or lexeme[0] == '_'


def without_heredocs(code: str, opening: re.Pattern[str]) -> str:
    """Return a text without the contents of here documents, but with their newlines.

    The pattern of an opening has the closing word as its group ``word``.
    """
    pieces, done = [], 0
    for start, end in _heredocs(code, opening):
        pieces += [code[done:start], '\n' * code.count('\n', start, end)]
        done = end
    return ''.join([*pieces, code[done:]]) if pieces else code


def _heredocs(code: str, opening: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of each opening and of its contents."""
    at, unclosed = 0, 0
    while unclosed < _MOST_UNCLOSED and (match := opening.search(code, at)):
        at = match.end()
        start = code.find('\n', at)
        if start < 0:
            break
        closing = re.compile(rf'\n[ \t]*+{re.escape(match["word"])}\b')
        if end := closing.search(code, start):
            yield match.span()
            yield start, end.end()
            at = end.end()
        else:
            unclosed += 1
