"""From code to tokens: words, brackets and operators, with all that is no code set aside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

#: a look ahead over unbracketed tokens ends here
AHEAD: Final = 60
#: stands behind the last token, so that a look ahead needs no care
END: Final = '\0'
#: stands for all numbers
NUMBER: Final = '0'
_PADDING: Final = 4

_OPENERS: Final = {'(': ')', '[': ']', '{': '}'}
_CLOSERS: Final = {')': '(', ']': '[', '}': '{'}
#: the frame of a comment and of each of its lines
_FRAME = re.compile(
    r'^[ \t]*(?:/\*[*!]*+|///?/?!?|\*/|\*(?!\*)|\#+)[ \t]?|(?<!\*)\*+/[ \t]*$', re.MULTILINE
)
#: C# writes its documentation in XML
_XML = re.compile(
    r'</?(?:summary|remarks|para|c)>|<(?:see|paramref)\s+\w+="(?:\w:)?([^"]{0,200})"\s*/>'
)
#: a text that begins inside a comment: its first lines begin with stars
_HEADLESS = re.compile(r'\s*+(?:\*(?=[\s/])(?:[^\n*]|\*(?!/))*+(?:\n[ \t]*+|\Z))*+(?:\*/)?')
_LICENCE = re.compile(r'(?:@licen[cs]e|copyright|licensed|spdx|\(c\)|©)', re.IGNORECASE)


class Lexis(NamedTuple):
    """How the tokens of a language look."""

    pattern: re.Pattern[str]
    #: a comment that begins so describes what follows it
    described: tuple[str, ...] = ('/**', '///')
    #: a line that begins so is a comment
    line_comments: tuple[str, ...] = ('//',)
    #: cuts out what is not code at all and leaves its newlines
    prepare: Callable[[str], str] | None = None


class Comment(NamedTuple):
    """A comment that may describe what follows it."""

    #: the index of the token that follows it
    before: int
    text: str
    first: int
    last: int


class Tokens:
    """The tokens of a code, its brackets matched, its comments and literals aside."""

    def __init__(self, code: str, lexis: Lexis) -> None:
        self.lexis = lexis
        self.words: list[str] = []
        #: token -> its line
        self.lines: list[int] = []
        #: opening bracket -> its closing one, of those that are closed
        self.closes: dict[int, int] = {}
        #: comma -> the bracket that it stands in, -1 outside of all
        self.commas: dict[int, int] = {}
        #: text and line
        self.comments: list[tuple[str, int]] = []
        self.literals: list[tuple[str, int]] = []
        self.described: list[Comment] = []
        self._open: list[int] = []
        self._braces = 0
        self._read(lexis.prepare(code) if lexis.prepare else code)

    def past(self, i: int) -> int:
        """Return the index past the bracket that opens here, or past this token."""
        return self.closes.get(i, i) + 1

    def past_angles(self, i: int) -> int:
        """Return the index past the angle brackets that open here, if they are short."""
        if self.words[i] != '<':
            return i
        depth, k = 0, i
        while k < i + AHEAD and self.words[k] not in ';)]}\0':
            depth += (self.words[k] == '<') - (self.words[k] == '>')
            k = self.past(k)
            if not depth:
                return k
        return i

    def _read(self, code: str) -> None:
        words, lines, line = self.words, self.lines, 1
        if (headless := _HEADLESS.match(code)) and '*' in headless[0]:
            line = self._comment(headless[0], line)
            code = code[headless.end() :]
        for lexeme in self.lexis.pattern.findall(code):
            first = lexeme[0]
            if first == '\n':
                line += 1
            elif (aside := self.ASIDE.get(first)) is None:
                words.append(lexeme)
                lines.append(line)
            else:
                line = aside(self, lexeme, line)
        words += [END] * _PADDING
        lines += [line] * _PADDING

    def _append(self, lexeme: str, line: int) -> int:
        self.words.append(lexeme)
        self.lines.append(line)
        return line

    def _bracket(self, lexeme: str, line: int) -> int:
        """Match a closing bracket; one that has no partner, or is left open, matches nothing."""
        index = len(self.words)
        if lexeme in _OPENERS:
            self._open.append(index)
            self._braces += lexeme == '{'
        elif lexeme == '}':
            while self._braces and self.words[self._open[-1]] != '{':
                self._open.pop()
            if self._braces:
                self._braces -= 1
                self.closes[self._open.pop()] = index
        elif self._open and self.words[self._open[-1]] == _CLOSERS[lexeme]:
            self.closes[self._open.pop()] = index
        return self._append(lexeme, line)

    def _comma(self, lexeme: str, line: int) -> int:
        self.commas[len(self.words)] = self._open[-1] if self._open else -1
        return self._append(lexeme, line)

    def _literal(self, lexeme: str, line: int) -> int:
        self._append(lexeme, line)
        self.literals.append((lexeme, line))
        return line + lexeme.count('\n')

    def _number(self, _: str, line: int) -> int:
        return self._append(NUMBER, line)

    def _slash(self, lexeme: str, line: int) -> int:
        """Set a comment aside; of what is none, operators count, and patterns do not."""
        if lexeme.startswith(('//', '/*')):
            return self._comment(lexeme, line)
        return self._append(lexeme, line) if len(lexeme) == 1 else line

    def _hash(self, lexeme: str, line: int) -> int:
        """Set a comment, a directive or the first line of a script aside."""
        if len(lexeme) > 1 and ('#' in self.lexis.line_comments or lexeme.startswith('#!')):
            return self._comment(lexeme, line)
        return self._append(lexeme, line)

    def _outside(self, lexeme: str, line: int) -> int:
        """Pass over text between pieces of code."""
        if not lexeme.startswith('?>'):
            return self._append(lexeme, line)
        return line + lexeme.count('\n')

    def _comment(self, lexeme: str, line: int) -> int:
        last = line + lexeme.count('\n')
        self.comments.append((lexeme, line))
        if lexeme.startswith(self.lexis.described) and not lexeme.startswith('////'):
            self._describe(lexeme, line, last)
        return last

    def _describe(self, lexeme: str, line: int, last: int) -> None:
        """Keep a comment that stands alone; those of lines that follow each other are one."""
        index = len(self.words)
        is_line = lexeme.startswith(self.lexis.line_comments)
        if is_line and self.lines and self.lines[-1] == line:
            return
        before = self.described[-1] if self.described else None
        if is_line and before and before.before == index and before.last == line - 1:
            self.described[-1] = Comment(index, f'{before.text}\n{lexeme}', before.first, last)
        else:
            self.described.append(Comment(index, lexeme, line, last))

    #: what is not just appended, by its first character
    ASIDE: ClassVar[dict[str, Callable[[Tokens, str, int], int]]] = {
        **dict.fromkeys('()[]{}', _bracket),
        **dict.fromkeys('"\'`', _literal),
        **dict.fromkeys('0123456789', _number),
        ',': _comma,
        '/': _slash,
        '?': _outside,
        '#': _hash,
    }


def plain(comment: str) -> str:
    """Return what a comment says, without the signs that make it one; licences say nothing."""
    text = _XML.sub(r'\1', _FRAME.sub('', comment)).strip()
    return '' if _LICENCE.match(text) else text
