"""What is no code: comments, literals and preprocessor lines are cut out before anything else.

What is cut out leaves as many blanks, so that an offset means the same in the code and in the text
that is left. Of conditional lines a mark is left, so that the context machine can treat branches.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

#: left in the text where a conditional begins, changes its branch, ends
IF: Final = '\x01'
ELSE: Final = '\x02'
ENDIF: Final = '\x03'
_MARKS: Final = dict.fromkeys(
    ('if', 'ifdef', 'ifndef'), IF
) | dict.fromkeys(('else', 'elif', 'elifdef', 'elifndef'), ELSE) | {'endif': ENDIF}  # fmt: skip

#: All alternatives begin with a literal character: the engine then skips code at full speed. What
#: is not closed runs to the end, so that no alternative is ever tried twice over the same text.
_LEXEME = re.compile(
    r"""
      //[^\n\\]*+(?:\\(?:\r\n|.)?[^\n\\]*+)*+
    | /\*(?>.*?\*/|.*)
    | "(?<=R")(?P<delimiter>[^()\\\s"]{0,16}+)\((?>.*?\)(?P=delimiter)"|.*)
    | "[^"\\\n]*+(?:\\(?:\r\n|.)?[^"\\\n]*+)*+"?
    | '(?<![0-9A-Fa-f]')(?:[^'\\\n]|\\.){1,10}'       # but not the one in 1'000'000
    | \#[^\n\\/"]*+(?:(?:\\(?:\r\n|.)?|/(?![/*])|/\*.*?\*/|"[^"\n\\]*+"?)[^\n\\/"]*+)*+
    | \\\r?\n
    """,
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(r'#[ \t]*(\w++)[ \t]*+')
_INCLUDED = re.compile(r'[<"]([^<>"\n]+)[>"]')
_NEVER = re.compile(r'(?:0|false)(?=\s*(?:$|&&|/[/*]))')
_NAME = re.compile(r'[^\W\d]\w*')
_NOT_DEFINED = re.compile(r'!\s*defined\s*\(?\s*(\w+)')
#: a text that begins inside a comment, or inside a macro
_HEADLESS = re.compile(
    r"""
      (?![ \t]*\#)(?:[^\n]*\\\r?\n)++[^\n]*            # lines that end in backslashes
    | (?:[^/"*]|/(?![/*])|\*(?!/))*+\*/                # a comment's end before any beginning
    | (?:\s*+\*(?=[\s/])[^\n]*+(?=\n|\Z))++            # lines that begin with stars
    """,
    re.VERBOSE,
)


class Macro(NamedTuple):
    """A definition of a macro: where its name is, and where its body ends."""

    name: str
    at: int
    end: int
    #: where its line begins
    start: int


class Lexed(NamedTuple):
    """A code in its layers; all numbers are offsets into it."""

    #: the code itself, everything else blanked
    text: str
    comments: list[tuple[int, int]]
    #: without their quotes
    strings: list[tuple[int, int]]
    #: targets of includes, and where they are
    includes: list[tuple[str, int]]
    macros: list[Macro]
    #: conditions of conditional lines
    conditions: list[tuple[int, int]]


class _Cutter:
    """Cuts one code into its layers."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.pieces: list[str] = []
        self.lexed = Lexed('', [], [], [], [], [])
        self.done = 0
        #: how many conditionals are open inside an ``#if 0``, itself counted
        self.dead = 0
        self.dead_since: tuple[int, ...] = ()
        #: the name that an ``#ifndef`` asks for, directly behind it
        self.guard = ''
        #: the last macro looks like a header guard so far
        self.guarding = False

    def cut(self) -> Lexed:
        code = self.code
        if match := _HEADLESS.match(code):
            self._blank(0, match.end())
            self.lexed.comments.append(match.span())
        for match in _LEXEME.finditer(code, self.done):
            start, end = match.span()
            first = code[start]
            if first == '#':
                self._directive(start, end)
            elif first == '/':
                self._blank(start, end)
                self.lexed.comments.append((start, end))
            else:
                self._literal(start, end, first)
        self.pieces.append(code[self.done :])
        if self.dead:
            self._bury(len(code))
        elif self.guarding:
            self.lexed.macros.pop()
        return self.lexed._replace(text=''.join(self.pieces))

    def _blank(self, start: int, end: int, mark: str = '') -> None:
        self.pieces.append(self.code[self.done : start])
        self.pieces.append(mark)
        self.pieces.append(' ' * (end - start - len(mark)))
        self.done = end

    def _literal(self, start: int, end: int, quote: str) -> None:
        if quote == '\\' or end - start < 2:
            self._blank(start, end)
            return
        self._blank(start, end - 1, quote)
        self.pieces.append(quote)
        self.done = end
        if quote == '"':
            self.lexed.strings.append((start + 1, end - 1))

    def _directive(self, start: int, end: int) -> None:
        match = _DIRECTIVE.match(self.code, start, end)
        word, at = (match[1], match.end()) if match else ('', end)
        mark = _MARKS.get(word, '')
        asked, self.guard = self.guard, ''
        if self.guarding:
            self.guarding = False
            if mark != ENDIF:  # a header guard encloses something
                self.lexed.macros.pop()
        if self.dead:
            self._in_dead(mark, start, end)
        elif word == 'if' and _NEVER.match(self.code, at, end):
            self._blank(start, end, mark)
            self.dead = 1
            self.dead_since = (self.done, len(self.pieces), *map(len, self.lexed[1:]))
        else:
            self._blank(start, end, mark)
            self._live(word, at, end, start, asked)

    def _live(self, word: str, at: int, end: int, start: int, asked: str) -> None:
        if word == 'define':
            self._define(at, end, start, asked)
        elif word in {'include', 'import', 'include_next'}:
            if target := _INCLUDED.match(self.code, at, end):
                self.lexed.includes.append((target[1].strip(), target.start(1)))
        elif word in _MARKS or word == 'undef':
            self.lexed.conditions.append((at, end))
            pattern = _NAME if word == 'ifndef' else _NOT_DEFINED
            name = pattern.match(self.code, at, end)
            self.guard = name[name.lastindex or 0] if name and word in {'ifndef', 'if'} else ''

    def _define(self, at: int, end: int, start: int, asked: str) -> None:
        if name := _NAME.match(self.code, at, end):
            self.lexed.macros.append(Macro(name[0], at, end, start))
            body = self.code[name.end() : end].strip()
            self.guarding = name[0] == asked and body in {'', '1'}

    def _in_dead(self, mark: str, start: int, end: int) -> None:
        self.dead += (mark == IF) - (mark == ENDIF)
        if not self.dead or (mark == ELSE and self.dead == 1):
            self._bury(start)
            self.dead = 0
            self._blank(start, end, ENDIF if mark == ENDIF else '')

    def _bury(self, end: int) -> None:
        """Blank all since the ``#if 0`` and forget what was in it."""
        since, pieces, *lengths = self.dead_since
        del self.pieces[pieces:]
        for layer, length in zip(self.lexed[1:], lengths, strict=True):
            del layer[length:]
        self.done = since
        self._blank(since, end)


def cut(code: str) -> Lexed:
    """Separate the code from all that is no code."""
    return _Cutter(code).cut()
