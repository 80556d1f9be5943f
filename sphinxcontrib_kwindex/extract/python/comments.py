"""Comments and string literals of a Python text, for either reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

#: the body of a string literal, by its quotes; an unclosed one ends with the line or with the text
STRING = r"""
    \"""(?:[^"\\]++|\\.|"(?!""))*+(?:\"""|\\?\Z)
  | '''(?:[^'\\]++|\\.|'(?!''))*+(?:'''|\\?\Z)
  | "(?:[^"\\\n]++|\\.)*+"?
  | '(?:[^'\\\n]++|\\.)*+'?
"""
#: each alternative begins with a literal character: the engine then skips at full speed
_TOKEN = re.compile(
    rf"""
      \#(?P<comment>[^\n]*+)
    | "(?P<word>[^\W\d][\w.]*+)"(?!")
    | '(?P<name>[^\W\d][\w.]*+)'(?!')
    | {STRING}
    """,
    re.VERBOSE | re.DOTALL,
)
#: what follows is said to a tool, not to a reader
_DIRECTIVE = re.compile(
    r'#\s*(?:noqa|type:|pragma:|pylint:|mypy:|ruff:|isort:|fmt:|pyright:|flake8:|yapf:|nosec)'
)
#: more of a comment than anybody needs for its first sentence
_ENOUGH = 1_000
_TRIPLE = ('"""', "'''")
_SELF = re.compile(r'\b(?:self|cls)\.')


def read_comments(code: str, ledger: Ledger) -> dict[int, str]:
    """Write down what comments and literals mention; return the text of ``#:`` comments by line.

    The line is that of the assignment which such a comment describes, above or beside.
    """
    notes: dict[int, str] = {}
    line, counted = 1, 0
    for token in _TOKEN.finditer(code):
        is_literal = token.lastgroup is None
        if is_literal and (token[0].startswith(_TRIPLE) or ' ' not in token[0]):
            continue  # docstrings are read where they belong
        line += code.count('\n', counted, token.start())
        counted = token.start()
        if token.lastgroup != 'comment':
            ledger.literal(token[0].strip('"\''), line)
        else:
            remark(token[0], line, ledger)
            if token[0].startswith('#:'):
                _note(notes, token, line)
    return notes


def remark(text: str, line: int, ledger: Ledger) -> None:
    """Write down what a comment or a docstring mentions."""
    if text.startswith('#') and (directive := _DIRECTIVE.search(text)):
        text = text[: directive.start()]
    if 'self.' in text or 'cls.' in text:
        text = _SELF.sub('', text)
    ledger.remark(text, line)


def _note(notes: dict[int, str], token: re.Match[str], line: int) -> None:
    text = token[0][2:].strip()
    above = token.string[token.string.rfind('\n', 0, token.start()) + 1 : token.start()]
    if above.strip():
        notes[line] = text
    else:  # a block of comments waits for the line below it
        before = notes.pop(line, '')
        notes[line + 1] = before if len(before) > _ENOUGH else f'{before} {text}'.strip()
