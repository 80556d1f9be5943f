"""From the text of one statement to its tokens, with all that is in brackets left out.

Left out means blanked, so that a token's place in the statement is its place in the code.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.cfamily.lexical import ELSE, ENDIF, IF

#: stands for each sign of an operator's name, so that the name is one word
_SIGN: Final = '\x05'
#: stands for ``->``
ARROW: Final = '\x06\x06'
#: stands for each half of ``<=`` and ``>=``
_COMPARISON: Final = '\x07\x07'
#: template arguments are nested no deeper than this
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
    """From an offset to an offset."""

    start: int
    end: int


class Tokens:
    """The tokens of a statement."""

    def __init__(self, statement: str) -> None:
        self.statement = statement
        self.skeleton = _skeleton(statement)
        self.words: list[str] = _TOKEN.findall(self.skeleton)
        self._places: list[tuple[int, int]] = []

    def span(self, first: int, last: int | None = None) -> Span:
        """Say where tokens stand in the statement."""
        if not self._places:
            self._places = [match.span() for match in _TOKEN.finditer(self.skeleton)]
        return Span(self._places[first][0], self._places[first if last is None else last][1])

    def text(self, first: int, last: int | None = None) -> str:
        """Give tokens as they are written, but without white space and template arguments."""
        words = self.words[first : (first if last is None else last) + 1]
        text = _POINTER_SIGN.sub(r'\1', ' '.join([''.join(word.split()) for word in words]))
        if _SIGN in text:
            start, end = self.span(first, last)
            signs = self.statement[self.skeleton.index(_SIGN, start) : end]
            text = text[: text.index(_SIGN)] + _LETTERS.sub(r' \g<0>', ''.join(signs.split()))
        return text

    def arguments(self, index: int) -> str:
        """Give what is in the brackets that are one token."""
        start, end = self.span(index)
        return self.statement[start + 1 : end - 1]


def is_name(word: str) -> bool:
    """Tell a name from a sign, a number, brackets."""
    return word[0].isalpha() or word[0] in '_~'


def is_brackets(word: str) -> bool:
    """Tell brackets from everything else."""
    return word[0] == '('


def scope_of(name: str) -> str:
    """Give what a qualified name stands in; ``A::operator std::string`` stands in ``A``."""
    if operator := _OPERATOR_NAME.search(name):
        return name[: operator.start()].removesuffix('::')
    return name.rpartition('::')[0]


def without_arguments(text: str) -> str:
    """Blank what is in brackets."""
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
