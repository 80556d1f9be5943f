"""Tokenizer of the languages with curly braces, and their doc comments.

Each language has one regular expression for all its tokens, every one of them linear: what is not
closed runs to the end of its line or of the code, so that no character is read twice; where an
alternative can fail late, its length is limited. Operators that have no meaning here are left out:
the expression passes over them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from sphinxcontrib_kwindex.extract.collector import comment_text

if TYPE_CHECKING:
    from collections.abc import Callable

#: a look ahead over unbracketed tokens ends here
AHEAD: Final = 60
#: the tokens after the last one, so that a look ahead needs no check
END: Final = '\0'
#: the token of all numbers
NUMBER: Final = '0'
#: marks the name of a property in markup
PROPERTY: Final = '\x01'
_PADDING: Final = 4
#: closing bracket -> opening bracket
_BRACKETS: Final = {')': '(', ']': '[', '}': '{'}
#: the beginning of a text that begins inside a comment: lines with stars
_HEADLESS = re.compile(r'\s*+(?:\*(?=[\s/])(?:[^\n*]|\*(?!/))*+(?:\n[ \t]*+|\Z))*+(?:\*/)?')

_DIGITS: Final = r'\d[\w.]*+'
_COMMENT: Final = r'//[^\n]*+|/\*(?>[\s\S]*?\*/|[\s\S]*+)|\A\#![^\[\n][^\n]*+'
_OPERATORS: Final = r'\n|[=!<>]=++|[-=]>|[{}()\[\];,=:<>@#*?]'

DOUBLE: Final = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
SINGLE: Final = r"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?"
DOUBLE_MULTILINE: Final = r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?'
SINGLE_MULTILINE: Final = r"'[^'\\]*+(?:\\[\s\S][^'\\]*+)*+'?"
TRIPLE: Final = r'"""(?>[\s\S]*?"""|[\s\S]*+)'
BACKTICK: Final = r'`[^`]*+`?'
#: a character, but not the lifetime of Rust nor the symbol of Scala
CHARACTER: Final = r"'(?:\\[^\n]{1,10}?|[^\\'\n])'"
#: operators that matter where types stand before names: "a + b" must not look like a declaration
ARITHMETIC: Final = r'[-+](?!>)[-+]?|[&|]++|[/%^]|!(?!=)'


def names(link: str, head: str = r'(?!\d)[\w$]++', lead: str = '') -> str:
    """Return the expression of names with links: ``a.b.c``, or ``.b`` after a bracket."""
    return rf'{head}(?:{link}{head})*+|{lead or link}{head}(?:{link}{head})*+'


class LexerRules(NamedTuple):
    """Rules to find the tokens of a language."""

    pattern: re.Pattern[str]
    #: a comment that begins so describes what follows it
    doc_comments: tuple[str, ...] = ('/**', '///')
    #: a line that begins so is a comment
    line_comments: tuple[str, ...] = ('//',)
    #: replaces what is no code by its newlines
    preprocess: Callable[[str], str] | None = None


def rules(names: str, *literals: str) -> LexerRules:
    """Return the rules of a language from the expressions of its names and literals."""
    parts = (names, _COMMENT, *literals, _DIGITS, _OPERATORS)
    return LexerRules(re.compile('|'.join(parts)))


class Comment(NamedTuple):
    """A comment that may describe what follows it."""

    #: the index of the token after it
    next_token: int
    text: str
    last_line: int


class Tokens:
    """Tokens of a text with matched brackets; comments and literals apart."""

    def __init__(self, code: str, rules: LexerRules) -> None:
        self._rules = rules
        self.words: list[str] = []
        #: token -> its line
        self.lines: list[int] = []
        #: opening bracket -> its closing one, of those that are closed
        self.closes: dict[int, int] = {}
        #: closing bracket -> its opening one
        self.opens: dict[int, int] = {}
        #: comma -> the bracket that it stands in, -1 outside of all
        self.commas: dict[int, int] = {}
        #: text and line
        self.comments: list[tuple[str, int]] = []
        self.literals: list[tuple[str, int]] = []
        self.doc_comments: list[Comment] = []
        self._open: list[int] = []
        self._braces = 0
        self._read(rules.preprocess(code) if rules.preprocess else code)

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

    def before_angles(self, i: int) -> int:
        """Return the index before the type arguments that close here; -1 if they compare."""
        depth = 0
        for k in range(i, max(i - AHEAD, -1), -1):
            word = self.words[k]
            depth += (word == '>') - (word == '<')
            if not depth:
                return k - 1
            if not (word[0].isalpha() or word[0] in '_$.' or word in '<>,?[]()&@*'):
                break
        return -1

    def _read(self, code: str) -> None:
        words, lines, line = self.words, self.lines, 1
        if (headless := _HEADLESS.match(code)) and '*' in headless[0]:
            line = self._comment(headless[0], line)
            code = code[headless.end() :]
        for lexeme in self._rules.pattern.findall(code):
            first = lexeme[0]
            if first == '\n':
                line += 1
            elif (handler := self._SPECIAL.get(first)) is None:
                words.append(lexeme)
                lines.append(line)
            else:
                line = handler(self, lexeme, line)
        words += [END] * _PADDING
        lines += [line] * _PADDING

    def _append(self, lexeme: str, line: int) -> int:
        self.words.append(lexeme)
        self.lines.append(line)
        return line

    def _bracket(self, lexeme: str, line: int) -> int:
        """Match a closing bracket; one without a partner matches nothing."""
        index = len(self.words)
        if lexeme in '([{':
            self._open.append(index)
            self._braces += lexeme == '{'
        elif lexeme == '}':
            while self._braces and self.words[self._open[-1]] != '{':
                self._open.pop()
            if self._braces:
                self._braces -= 1
                self._close(index)
        elif self._open and self.words[self._open[-1]] == _BRACKETS[lexeme]:
            self._close(index)
        self.words.append(lexeme)
        self.lines.append(line)
        return line

    def _close(self, index: int) -> None:
        opens = self._open.pop()
        self.closes[opens] = index
        self.opens[index] = opens

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
        """Read a comment or an operator; skip a regular expression."""
        if lexeme.startswith(('//', '/*')):
            return self._comment(lexeme, line)
        return self._append(lexeme, line) if len(lexeme) == 1 else line

    def _hash(self, lexeme: str, line: int) -> int:
        """Read a comment, a directive or the first line of a script."""
        if len(lexeme) > 1 and ('#' in self._rules.line_comments or lexeme.startswith('#!')):
            return self._comment(lexeme, line)
        return self._append(lexeme, line)

    def _outside(self, lexeme: str, line: int) -> int:
        """Skip text between pieces of code."""
        if not lexeme.startswith('?>'):
            return self._append(lexeme, line)
        return line + lexeme.count('\n')

    def _comment(self, lexeme: str, line: int) -> int:
        last = line + lexeme.count('\n')
        self.comments.append((lexeme, line))
        if lexeme.startswith(self._rules.doc_comments) and not lexeme.startswith('////'):
            self._doc_comment(lexeme, line, last)
        return last

    def _doc_comment(self, lexeme: str, line: int, last: int) -> None:
        """Keep a comment that stands alone; adjacent comments of one line each are one."""
        index = len(self.words)
        is_line = lexeme.startswith(self._rules.line_comments)
        if is_line and self.lines and self.lines[-1] == line:
            return
        before = self.doc_comments[-1] if self.doc_comments else None
        if is_line and before and before.next_token == index and before.last_line == line - 1:
            self.doc_comments[-1] = Comment(index, f'{before.text}\n{lexeme}', last)
        else:
            self.doc_comments.append(Comment(index, lexeme, last))

    #: first character -> handler of a token that is not just appended
    _SPECIAL: ClassVar[dict[str, Callable[[Tokens, str, int], int]]] = {
        **dict.fromkeys('()[]{}', _bracket),
        **dict.fromkeys('"\'`', _literal),
        **dict.fromkeys('0123456789', _number),
        ',': _comma,
        '/': _slash,
        '?': _outside,
        '#': _hash,
    }


#: annotations between a comment and a declaration take at most so many lines
_MOST_LINES: Final = 40
_ANNOTATIONS: Final = '@#['
#: these describe the next declaration, however far; others only one right below them
_FORMAL: Final = ('/**', '///')


class DocComments:
    """Assignment of doc comments to declarations, from top to bottom."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._next = 0
        self._used = -1

    def text_above(self, i: int) -> str:
        """Return the unused comment above the statement of a token."""
        comments = self._tokens.doc_comments
        while self._next < len(comments) and comments[self._next].next_token <= i:
            self._next += 1
        latest = self._next - 1
        if latest <= self._used or not self._is_about(comments[latest], i):
            return ''
        self._used = latest
        return comment_text(comments[latest].text)

    def _is_about(self, comment: Comment, i: int) -> bool:
        line, first = self._tokens.lines[i], self._tokens.lines[comment.next_token]
        is_annotated = self._tokens.words[comment.next_token] in _ANNOTATIONS
        is_near = first == line or (is_annotated and line < first + _MOST_LINES)
        return is_near and (comment.text.startswith(_FORMAL) or comment.last_line == first - 1)
