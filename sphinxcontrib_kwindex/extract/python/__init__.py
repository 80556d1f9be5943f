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

#: what GDScript writes in another way than Python
_GDSCRIPT: Final = tuple(
    (re.compile(pattern, re.MULTILINE), replacement)
    for pattern, replacement in (
        (r'^([ \t]*)(?:@\w+(?:\([^()\n]*\))?[ \t]+)*(?:static )?func\b[ \t]*(?!\()', r'\1def '),
        (r'^([ \t]*)(?:(?:@\w+(?:\([^()\n]*\))?|static)[ \t]+)*(?:var|const) ', r'\1'),
        (r'^class_name (\w+)(?:[ \t]+extends (\w+))?.*', r'class \1(\2): pass'),
        (r'^([ \t]*)signal (\w+)(\(.*\))?.*', r'\1def \2(): pass'),
        (r'^([ \t]*)enum (\w+)', r'\1\2 = '),
        (r'^extends (\w+)', r'class _(\1): pass'),
        (r':=', '='),
        (r'\bfunc[ \t]*(\([^()\n]*\))[^:\n]*:', r'lambda: '),
        (r'&&', ' and '),
        (r'\|\|', ' or '),
        (r'!(?!=)', ' not '),
        (r'[$%]"[^"\n]*"|\$[\w/]+|(?<![\w)\] ])%\w+|\^"', 'None'),
        (r'\bmatch ([^\n:]+):', r'if \1:'),
    )
)


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


def extract_gdscript(code: str) -> list[Found]:
    """Return the names in a text of GDScript, read as the Python that it would be."""
    for pattern, replacement in _GDSCRIPT:
        code = pattern.sub(replacement, code)
    return extract(code)


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
