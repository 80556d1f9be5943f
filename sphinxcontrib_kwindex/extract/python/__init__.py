"""Extractor for Python: `ast`, after a repair of texts that it rejects.

Of an interactive session, which begins with a prompt, only what was typed counts. Other texts are
parsed as they are, then without their indentation, then statement by statement.
"""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.collector import NameCollector, extract_words
from sphinxcontrib_kwindex.extract.python.reader import Reader
from sphinxcontrib_kwindex.extract.python.repair import Part, parse, parse_statements
from sphinxcontrib_kwindex.extract.scripts import shell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinxcontrib_kwindex.model import Found

__all__ = ['extract', 'extract_default', 'is_session', 'parse', 'read_statements', 'read_tree']

_PROMPT: Final = re.compile(r'[ \t]*(?:>>>|In \[\d*\]:)(?:[ ]|$)', re.MULTILINE)
_CONTINUATION: Final = re.compile(r'[ \t]*(?:\.\.\.|\.{3,}:|…)(?:[ ]|$)')
#: blank lines and comments above the first prompt
_COMMENTS: Final = re.compile(r'(?:\s*+\n)?+(?:[ \t]*+(?:\#[^\n]*+)?\n)*+')
#: commands to IPython or to the shell
_MAGIC: Final = re.compile(r'[%!?]|.*\?$')


def extract(code: str) -> list[Found]:
    """Return the names in a Python text."""
    code = code.removeprefix('\ufeff').replace('\r\n', '\n').replace('\r', ' ')
    if is_session(code):
        code = typed_lines(code)
    found = read_tree(code)
    return read_statements(code) if found is None else found


def extract_default(code: str) -> list[Found]:
    """Return the names in a block without a language: Python if it can be, as for Sphinx."""
    if is_session(code):
        return extract(code)
    if code.lstrip().startswith('$ '):
        return shell.extract_session(code)
    found = read_tree(code)
    return extract_words(code) if found is None else found


def read_tree(code: str) -> list[Found] | None:
    """Return the names in a text that parses, as it is or without its indentation."""
    tree, is_indented = parse(code), False
    if tree is None and code.lstrip('\n')[:1].isspace():
        tree, is_indented = parse(textwrap.dedent(code)), True
    return None if tree is None else _read(code, [Part(tree.body, is_indented)])


def read_statements(code: str) -> list[Found]:
    """Return the names in any text, parsed statement by statement."""
    parsed = parse_statements(code)
    return _read(parsed.code, parsed.parts)


def _read(code: str, parts: Sequence[Part]) -> list[Found]:
    collector = NameCollector()
    Reader(code, collector).read(parts)
    return collector.results()


# -- interactive sessions


def is_session(code: str) -> bool:
    """Check whether a text is an interactive session: its first line is a prompt."""
    first = _COMMENTS.match(code)
    return first is not None and _PROMPT.match(code, first.end()) is not None


def typed_lines(code: str) -> str:
    """Return a session without its prompts, and with empty lines in place of the output."""
    lines = code.split('\n')
    is_typed = False
    for number, line in enumerate(lines):
        prompt = _PROMPT.match(line) or (_CONTINUATION.match(line) if is_typed else None)
        is_typed = prompt is not None
        text = line[prompt.end() :] if prompt else ''
        lines[number] = '' if _MAGIC.match(text) else text
    return '\n'.join(lines)
