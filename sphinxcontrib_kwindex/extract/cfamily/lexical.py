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
_MARKS: Final = {
    **dict.fromkeys(('if', 'ifdef', 'ifndef'), IF),
    **dict.fromkeys(('elif', 'elifdef', 'elifndef', 'else'), ELSE),
    'endif': ENDIF,
}

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
_INCLUDES: Final = frozenset({'import', 'include', 'include_next'})
_QUOTES: Final = 2
_NEVER = re.compile(r'(?:0|false)(?=\s*(?:$|&&|/[/*]))')
_NAME = re.compile(r'[^\W\d]\w*')
_GUARD = re.compile(r'\w+_(?:H|HH|HPP|HXX|H_INCLUDED|INCLUDED)_*')
_NOT_DEFINED = re.compile(r'!\s*defined\s*\(?\s*(\w+)')
#: a text that begins inside a comment, or inside a macro
_HEADLESS = re.compile(
    r"""
      (?![ \t]*\#)(?:[^\n]*\\\r?\n)++[^\n]*            # lines that end in backslashes
    | (?:[^/"*]++|/(?![/*])|\*(?!/))*+\*/                # a comment's end before any beginning
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
        self.lexed = _empty()
        self.pieces: list[str] = []
        #: all before this offset is in the pieces
        self.done = 0
        #: how many conditionals are open inside an ``#if 0``, itself counted
        self.dead = 0
        #: what was there before it, and where it begins
        self.alive = (self.lexed, self.pieces, 0)
        #: the name that an ``#ifndef`` asks for, directly behind it
        self.guard = ''
        #: the last macro looks like a header guard so far
        self.guarding = False

    def cut(self) -> Lexed:
        code = self.code
        if match := _HEADLESS.match(code):
            self._comment(*match.span())
        for match in _LEXEME.finditer(code, self.done):
            start, end = match.span()
            first = code[start]
            if first == '#':
                self._directive(start, end)
            elif first == '/':
                self._comment(start, end)
            else:
                self._literal(start, end, match)
        self.pieces.append(code[self.done :])
        if self.guarding:
            self.lexed.macros.pop()
        if self.dead:
            self._bury(len(code))
        return self.lexed._replace(text=''.join(self.pieces))

    def _blank(self, start: int, end: int, mark: str = '') -> None:
        self.pieces += self.code[self.done : start], mark, ' ' * (end - start - len(mark))
        self.done = end

    def _comment(self, start: int, end: int) -> None:
        self._blank(start, end)
        self.lexed.comments.append((start, end))

    def _literal(self, start: int, end: int, match: re.Match[str]) -> None:
        quote, delimiter = self.code[start], match['delimiter']
        if quote == '\\' or end - start < _QUOTES:
            self._blank(start, end)
            return
        self._blank(start, end - 1, quote)
        self.pieces.append(quote)
        self.done = end
        if quote == '"':
            signs = 1 if delimiter is None else len(delimiter) + 2
            self.lexed.strings.append((start + signs, end - signs))

    def _directive(self, start: int, end: int) -> None:
        match = _DIRECTIVE.match(self.code, start, end)
        word, at = (match[1], match.end()) if match else ('', end)
        mark = _MARKS.get(word, '')
        asked, self.guard = self.guard, ''
        if self.guarding:
            self.guarding = False
            if mark != ENDIF or self._encloses(start):
                self.lexed.macros.pop()
        if self.dead:
            self._in_dead(mark, start, end)
            return
        self._blank(start, end, mark)
        if word == 'define':
            self._define(Macro('', at, end, start), asked)
        elif word in _INCLUDES:
            self._include(at, end)
        elif word in _MARKS or word == 'undef':
            self._condition(word, at, end)

    def _include(self, at: int, end: int) -> None:
        if target := _INCLUDED.match(self.code, at, end):
            self.lexed.includes.append((target[1].strip(), target.start(1)))

    def _define(self, macro: Macro, asked: str) -> None:
        if name := _NAME.match(self.code, macro.at, macro.end):
            self.lexed.macros.append(macro._replace(name=name[0]))
            body = self.code[name.end() : macro.end].strip()
            self.guarding = body in {'', '1'} and (name[0] == asked or self._is_headless(name[0]))

    def _encloses(self, at: int) -> bool:
        """Tell a header guard from the definition of what is not defined."""
        return not self.code[self.lexed.macros[-1].end : at].isspace()

    def _is_headless(self, name: str) -> bool:
        """Tell a header guard at the top of a text from which its ``#ifndef`` was cut off."""
        first = not (self.lexed.conditions or self.lexed.includes or self.lexed.macros[1:])
        return first and _GUARD.fullmatch(name) is not None

    def _condition(self, word: str, at: int, end: int) -> None:
        self.lexed.conditions.append((at, end))
        if _NEVER.match(self.code, at, end):
            self.dead = 1
            self.alive = (self.lexed, self.pieces, self.done)
            self.lexed, self.pieces = _empty(), []
        elif word in {'if', 'ifndef'}:
            pattern = _NAME if word == 'ifndef' else _NOT_DEFINED
            if name := pattern.match(self.code, at, end):
                self.guard = name[name.lastindex or 0]

    def _in_dead(self, mark: str, start: int, end: int) -> None:
        self.dead += (mark == IF) - (mark == ENDIF)
        if not self.dead or (mark == ELSE and self.dead == 1):
            self._bury(start)
            self._blank(start, end, ENDIF if mark == ENDIF else '')

    def _bury(self, end: int) -> None:
        """Blank all since the ``#if 0`` and forget what was in it."""
        self.dead = 0
        self.lexed, self.pieces, self.done = self.alive
        self._blank(self.done, end)


def _empty() -> Lexed:
    return Lexed('', [], [], [], [], [])


def cut(code: str) -> Lexed:
    """Separate the code from all that is no code."""
    return _Cutter(code).cut()
