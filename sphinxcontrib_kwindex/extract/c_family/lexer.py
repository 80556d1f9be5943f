"""Lexer: layers of a text, words of the grammar, doc comments, tokens of statements.

Comments, literals and preprocessor lines are cut out before anything else. They leave as many
blanks, so that an offset means the same in the code and in the remaining text. Conditional lines
leave a mark, so that the scope parser can treat their branches.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from operator import itemgetter
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.collector import comment_text


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


#: the order matters: ``enum class`` is an enumeration
CLASS_KEYS: Final = ('enum', 'class', 'struct', 'union')
#: a statement that begins with one of these declares nothing
STATEMENTS: Final = word_set("""
    _Static_assert break case catch co_await co_return co_yield continue default delete do else for
    foreach forever goto if new return static_assert switch throw try while
""")
#: attributes with brackets before a declaration
ATTRIBUTES: Final = word_set(
    '_Alignas __attribute __attribute__ __declspec __launch_bounds__ alignas'
)
#: words that take brackets and are no functions
NOT_FUNCTIONS: Final = ATTRIBUTES | word_set("""
    _Atomic _Generic __asm __asm__ __except __extension__ __typeof__ alignof asm const decltype
    explicit noexcept requires sizeof static_cast typeid typeof volatile
""")
BUILTIN_TYPES: Final = word_set("""
    _Bool auto bool char char16_t char32_t char8_t double float int long short signed unsigned void
    wchar_t
""")
#: types of every program, which are not worth an entry
LIBRARY_TYPES: Final = word_set("""
    BOOL NSInteger NSUInteger int16_t int32_t int64_t int8_t intmax_t intptr_t ptrdiff_t size_t
    ssize_t uint16_t uint32_t uint64_t uint8_t uintmax_t uintptr_t
""")
#: words before a declaration that are no types
SPECIFIERS: Final = word_set("""
    _Noreturn __device__ __forceinline __forceinline__ __global__ __host__ __inline __inline__
    consteval constexpr constinit explicit export extern friend inline static thread_local typename
    virtual
""")
#: words after the parameters of a function
SUFFIXES: Final = word_set(
    '& [ ] __restrict const final mutable noexcept override requires throw try volatile'
)
#: words that are never the name of anything
KEYWORDS: Final = (
    STATEMENTS
    | NOT_FUNCTIONS
    | BUILTIN_TYPES
    | SPECIFIERS
    | SUFFIXES
    | frozenset(CLASS_KEYS)
    | word_set("""
        NO NULL Nil YES and and_eq bitand bitor compl concept const_cast dynamic_cast false
        namespace nil not not_eq nullptr operator or or_eq private protected public register
        reinterpret_cast restrict template this true typedef using xor xor_eq
    """)
)
#: a word after one of these is no variable
NOT_TYPES: Final = (
    STATEMENTS
    | frozenset(CLASS_KEYS)
    | word_set("""
        and bitand bitor compl concept final implementation interface namespace not operator or
        override private property protected protocol public requires sizeof template typedef
        typename using xor
    """)
)


def is_exported(key: str, macro: str, name: str) -> bool:
    """Check for ``class API Foo`` and ``struct API Foo``, not ``struct TYPE variable``."""
    return key in CLASS_KEYS and macro.isupper() and (key == 'class' or name[0].isupper())


#: marks in the text where a conditional begins, changes its branch, ends
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
_NEVER = re.compile(r'(?:0|false)(?=\s*(?:$|&&|/[/*]))')
_NAME = re.compile(r'[^\W\d]\w*')
#: the name of a macro with its parameters
_MACRO = re.compile(r'([^\W\d]\w*+)(?:\([^()]*+\))?+')
_GUARD = re.compile(r'\w+_(?:H|HH|HPP|HXX|H_INCLUDED|INCLUDED)_*')
_NOT_DEFINED = re.compile(r'!\s*defined\s*\(?\s*(\w+)')
#: the beginning of a text that begins inside a comment or a macro
_HEADLESS = re.compile(
    r"""
      (?![ \t]*\#)(?:[^\n]*\\\r?\n)++[^\n]*            # lines that end in backslashes
    | (?:[^/"*]++|/(?![/*])|\*(?!/))*+\*/                # a comment's end before any beginning
    | (?:\s*+\*(?=[\s/])[^\n]*+(?=\n|\Z))++            # lines that begin with stars
    """,
    re.VERBOSE,
)


class Macro(NamedTuple):
    """Definition of a macro, with the offsets of its line, name and body."""

    name: str
    start: int
    at: int
    body: int
    end: int


class Layers(NamedTuple):
    """Layers of a text; all numbers are offsets into it."""

    #: the code itself, everything else blanked
    text: str
    comments: list[tuple[int, int]]
    #: without their quotes
    strings: list[tuple[int, int]]
    #: targets of includes and their offsets
    includes: list[tuple[str, int]]
    macros: list[Macro]
    #: conditions of conditional lines
    conditions: list[tuple[int, int]]


class _LayerSplitter:
    """Split one text into layers."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.layers = Layers('', [], [], [], [], [])
        self.pieces: list[str] = []
        #: everything before this offset is in the pieces
        self.done = 0
        #: how many conditionals are open from an ``#if 0`` on
        self.dead = 0
        #: the name in an ``#ifndef`` on the line before
        self.asked = ''
        #: whether the last macro looks like a header guard so far
        self.is_guard = False

    def split(self) -> Layers:
        code = self.code
        if match := _HEADLESS.match(code):
            self._comment(*match.span())
        for match in _LEXEME.finditer(code, self.done):
            start, end = match.span()
            first = code[start]
            if first == '#':
                self._directive(start, end)
            elif self.dead:
                pass
            elif first == '/':
                self._comment(start, end)
            else:
                self._literal(start, end, match)
        self.pieces.append(' ' * (len(code) - self.done) if self.dead else code[self.done :])
        if self.is_guard:
            self.layers.macros.pop()
        return self.layers._replace(text=''.join(self.pieces))

    def _blank(self, start: int, end: int, mark: str = '') -> None:
        self.pieces += self.code[self.done : start], mark, ' ' * (end - start - len(mark))
        self.done = end

    def _comment(self, start: int, end: int) -> None:
        self._blank(start, end)
        self.layers.comments.append((start, end))

    def _literal(self, start: int, end: int, match: re.Match[str]) -> None:
        quote, delimiter = self.code[start], match['delimiter']
        if quote == '\\' or end == start + 1:
            self._blank(start, end)
            return
        self._blank(start, end - 1, quote)
        self.pieces.append(quote)
        self.done = end
        if quote == '"':
            signs = 1 if delimiter is None else len(delimiter) + 2
            self.layers.strings.append((start + signs, end - signs))

    def _directive(self, start: int, end: int) -> None:
        match = _DIRECTIVE.match(self.code, start, end)
        word, at = (match[1], match.end()) if match else ('', end)
        mark = _MARKS.get(word, '')
        asked, self.asked = self.asked, ''
        if self.is_guard:
            self.is_guard = False
            if mark != ENDIF or self._encloses(start):
                self.layers.macros.pop()
        if self.dead:  # everything is blanked up to its end
            self._dead_directive(mark, start, end)
            return
        self._blank(start, end, mark)
        if word == 'define':
            self._define(start, at, end, asked)
        elif word in _INCLUDES:
            self._include(at, end)
        elif word in _MARKS or word == 'undef':
            self._condition(word, at, end)

    def _include(self, at: int, end: int) -> None:
        if target := _INCLUDED.match(self.code, at, end):
            self.layers.includes.append((target[1].strip(), target.start(1)))

    def _define(self, start: int, at: int, end: int, asked: str) -> None:
        if head := _MACRO.match(self.code, at):
            name, value = head[1], self.code[head.end(1) : end].strip()
            self.layers.macros.append(Macro(name, start, at, head.end(), end))
            self.is_guard = value in {'', '1'} and (name == asked or self._is_headless(name))

    def _encloses(self, at: int) -> bool:
        """Check whether code stands between the last macro and here."""
        return not self.code[self.layers.macros[-1].end : at].isspace()

    def _is_headless(self, name: str) -> bool:
        """Check for a header guard at the top of a text from which its ``#ifndef`` was cut off."""
        is_first = not (self.layers.conditions or self.layers.includes or self.layers.macros[1:])
        return is_first and _GUARD.fullmatch(name) is not None

    def _condition(self, word: str, at: int, end: int) -> None:
        self.layers.conditions.append((at, end))
        if _NEVER.match(self.code, at, end):
            self.dead = 1
        elif word in {'if', 'ifndef'}:
            pattern = _NAME if word == 'ifndef' else _NOT_DEFINED
            if name := pattern.match(self.code, at, end):
                self.asked = name[name.lastindex or 0]

    def _dead_directive(self, mark: str, start: int, end: int) -> None:
        self.dead += (mark == IF) - (mark == ENDIF)
        if not self.dead or (mark == ELSE and self.dead == 1):
            self.dead = 0
            self._blank(self.done, start)
            self._blank(start, end, ENDIF if mark == ENDIF else '')


def split_layers(code: str) -> Layers:
    """Split a text into layers."""
    return _LayerSplitter(code).split()


#: a comment of adjacent lines is no longer
_MOST_LINES: Final = 40
#: a comment is no farther away from its declaration
_FARTHEST: Final = 300
_DOXYGEN = re.compile(r'(?://[/!](?!/)|/\*[*!](?![*/]))(<?)')
_BRIEF = re.compile(r'[\\@]brief\b')
#: commands of a comment that is not about the declaration after it
_DETACHED = re.compile(
    r'[\\@](?:(?:addtogroup|defgroup|dir|example|file|mainpage|name|page|weakgroup)\b|[{}])'
)
_ACCESS_LABELS = re.compile(
    r"""(?:[\s\x01-\x03]*+
        (?:private|protected|public|signals|Q_SIGNALS)(?:\s++(?:slots|Q_SLOTS))?+\s*+:(?!:)
    )*+[\s\x01-\x03]*+""",
    re.VERBOSE,
)


#: a line without words
_SEPARATOR = re.compile(r'^[^\w\n]*(?:\n|$)', re.MULTILINE)
#: code that is commented out, and notes for programmers or for tools
_NO_PROSE = re.compile(
    r"""
      \A\s*(?:NB|Note|NOTE|See|Reference)\b
    | [:;{}(,\\][ \t]*\Z | [;{}\\][ \t]*$ | ^[ \t]*\#[ \t]*\w | [^\s=!<>]=[^\s=]
    | \b(?:FIXME|HACK|NOLINT\w*|TODO|XXX|clang-format|cppcheck|pragma)\b
    """,
    re.VERBOSE | re.MULTILINE,
)
_WORD = re.compile(r'[^\W\d_]+')
#: a shorter plain comment above a declaration, or behind an enumerator, is no description
_FEWEST_ABOVE, _FEWEST_BEHIND = 3, 2
#: what stands between an enumerator and the comment behind it
_VALUE_OF_ENUMERATOR = re.compile(r'[ \t]*+(?:=[^,\n]*+)?,?[ \t]*+')


class DocComments:
    """Comments that describe declarations: in the styles of Doxygen, or plain ones next to them."""

    def __init__(self, code: str, layers: Layers) -> None:
        self._code = code
        self._text = layers.text
        self._spans = layers.comments

    def description(self, head: int, name: int, *, is_plain: bool = True) -> str:
        """Return the comment of a declaration, from the offsets of its statement and name."""
        match = _ACCESS_LABELS.match(self._text, head)
        above = self.text_above(match.end() if match else head, may_be_plain=is_plain)
        return above or self._text_after(name)

    def text_above(self, at: int, *, may_be_plain: bool = True) -> str:
        """Return the comment that ends right above an offset."""
        index = bisect_right(self._spans, at, key=itemgetter(1)) - 1
        pieces: list[str] = []
        is_plain = False
        while index >= 0 and len(pieces) < _MOST_LINES:
            start, end = self._spans[index]
            comment = _DOXYGEN.match(self._code, start)
            gap = self._code[end:at] if at - end < _FARTHEST else 'x'
            if (comment and comment[1]) or gap.strip() or gap.count('\n') > 1:
                break
            if not pieces:
                is_plain = comment is None
            if is_plain and (comment or '\n' not in gap or not self._is_alone(start)):
                break
            if not is_plain and not comment:
                break
            pieces.append(self._code[start:end])
            if self._code.startswith('/*', start):
                break
            at, index = start, index - 1
        text = _clean('\n'.join(reversed(pieces)))
        if is_plain:
            return _prose(text, _FEWEST_ABOVE) if may_be_plain else ''
        return text

    def _is_alone(self, at: int) -> bool:
        """Check whether a line begins with the comment at an offset."""
        line = self._code.rfind('\n', max(0, at - _FARTHEST), at) + 1
        return not self._code[line:at].strip() and (line > 0 or at < _FARTHEST)

    def text_behind(self, end: int) -> str:
        """Return the plain comment behind an enumerator that ends at an offset."""
        index = bisect_left(self._spans, (end,))
        if index == len(self._spans):
            return ''
        start, stop = self._spans[index]
        if start - end > _FARTHEST or not _VALUE_OF_ENUMERATOR.fullmatch(self._code, end, start):
            return ''
        return _prose(_clean(self._code[start:stop]), _FEWEST_BEHIND)

    def _text_after(self, at: int) -> str:
        """Return the comment ``///< …`` at the end of the line."""
        index = bisect_left(self._spans, (at,))
        if index == len(self._spans):
            return ''
        start, end = self._spans[index]
        comment = _DOXYGEN.match(self._code, start)
        if not comment or not comment[1] or start - at > _FARTHEST or '\n' in self._code[at:start]:
            return ''
        return _clean(self._code[start:end])


def _prose(text: str, fewest: int) -> str:
    """Return the text of a plain comment if it is a sentence or has words enough, and no code."""
    text = _SEPARATOR.sub('', text).strip()
    is_short = len(_WORD.findall(text)) < fewest and not text.endswith('.')
    if is_short or not _WORD.search(text) or _NO_PROSE.search(text):
        return ''
    return text


def _clean(comment: str) -> str:
    """Return the text of a comment; of one with ``@brief``, what follows it."""
    if not comment or _DETACHED.search(comment):
        return ''
    text = comment_text(comment)
    brief = _BRIEF.search(text)
    return text[brief.end() :] if brief else text


#: replaces each symbol of the name of an operator, so that the name is one word
_SIGN: Final = '\x05'
#: replaces ``->``
ARROW: Final = '\x06\x06'
#: replaces ``<=`` and ``>=``
_COMPARISON: Final = '\x07\x07'
#: template arguments are not nested deeper
_DEEPEST: Final = 12
_OPERATOR = re.compile(
    r"""\boperator\s*+(?:
        \(\s*+\) | \[\s*+\] | [-+*/%^&|~!=<>,]{1,3} | "\s*+"\s*+\w*+
      | (?:new|delete)\b\s*+(?:\[\s*+\])?+ | co_await\b
    )""",
    re.VERBOSE,
)
_OPERATOR_NAME = re.compile(r'\boperator\b')
_BRACKET = re.compile(r'[()]')
_INNERMOST_ANGLES = re.compile(r'<[^<>]*+>')
_ATTRIBUTE = re.compile(r'\[\s*+\[[^][]*+\]\s*+\]')
_LETTERS = re.compile(r'^[a-z]')
_POINTER_SIGN = re.compile(r' ([*&])')
_TOKEN = re.compile(
    rf"""
      (?:~\s*+)?+[\w{_SIGN}]++(?:\s*+::\s*+~?+[\w{_SIGN}]++)*+   # a name, with its scopes
    | \(\s*+\)
    | {ARROW}
    | ::
    | [^\s{IF}{ELSE}{ENDIF}]
    """,
    re.VERBOSE,
)


class Span(NamedTuple):
    """Range of offsets."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """Return the number of characters."""
        return self.end - self.start


class StatementTokens:
    """Tokens of a statement; brackets with all their content are one token.

    What is left out is blanked, so that a token has the offset of its text in the statement.
    """

    def __init__(self, statement: str) -> None:
        self.statement = statement
        self.skeleton = _skeleton(statement)
        self.words: list[str] = _TOKEN.findall(self.skeleton)

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        return [match.span() for match in _TOKEN.finditer(self.skeleton)]

    def span(self, first: int, last: int | None = None) -> Span:
        """Return the offsets of tokens in the statement."""
        return Span(self._spans[first][0], self._spans[first if last is None else last][1])

    def text(self, first: int, last: int | None = None) -> str:
        """Return tokens as they are written, without white space and template arguments."""
        words = self.words[first : (first if last is None else last) + 1]
        text = _POINTER_SIGN.sub(r'\1', ' '.join([''.join(word.split()) for word in words]))
        if _SIGN in text:
            start, end = self.span(first, last)
            signs = self.statement[self.skeleton.index(_SIGN, start) : end]
            text = text[: text.index(_SIGN)] + _LETTERS.sub(r' \g<0>', ''.join(signs.split()))
        return text

    def arguments(self, index: int) -> str:
        """Return the content of brackets."""
        start, end = self.span(index)
        return self.statement[start + 1 : end - 1]


def is_name(word: str) -> bool:
    """Check whether a token is a name."""
    return word[0].isalpha() or word[0] in '_~'


def is_brackets(word: str) -> bool:
    """Check whether a token is brackets."""
    return word[0] == '('


def scope_of(name: str) -> str:
    """Return the scope of a qualified name: ``A`` for ``A::operator std::string``."""
    if operator := _OPERATOR_NAME.search(name):
        return name[: operator.start()].removesuffix('::')
    return name.rpartition('::')[0]


def without_arguments(text: str) -> str:
    """Return a text with the content of brackets blanked."""
    pieces: list[str] = []
    done = depth = opened = 0
    for match in _BRACKET.finditer(text):
        if match[0] == '(':
            opened = opened if depth else match.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                pieces += text[done:opened], ' ' * (match.start() - opened)
                done = match.start()
    if depth:
        pieces += text[done:opened], ' ' * (len(text) - opened)
        done = len(text)
    return ''.join(pieces) + text[done:]


def _skeleton(text: str) -> str:
    if 'operator' in text:
        text = _OPERATOR.sub(_sign, text)
    if '->' in text:
        text = text.replace('->', ARROW)
    if '(' in text:
        text = without_arguments(text)
    if '[' in text:
        text = _ATTRIBUTE.sub(_blank, text)
    if '<' in text:
        text = _without_angles(text)
    return text


def _blank(match: re.Match[str]) -> str:
    return ' ' * len(match[0])


def _sign(match: re.Match[str]) -> str:
    return 'operator' + _SIGN * (len(match[0]) - len('operator'))


def _without_angles(text: str) -> str:
    text = text.replace('>=', _COMPARISON).replace('<=', _COMPARISON)
    for _ in range(_DEEPEST):
        text, count = _INNERMOST_ANGLES.subn(_blank, text)
        if not count:
            break
    return text
