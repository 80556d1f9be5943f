"""Interactive sessions: the code between the prompts, each line where it stood."""

from __future__ import annotations

import re
from typing import Final

_PROMPT: Final = re.compile(r'[ \t]*(?:>>>|In \[\d*\]:)(?:[ ]|$)', re.MULTILINE)
_CONTINUATION: Final = re.compile(r'[ \t]*(?:\.\.\.|\.{3,}:|…)(?:[ ]|$)')
#: blank lines and comments above the first prompt
_COMMENTS: Final = re.compile(r'(?:\s*+\n)?+(?:[ \t]*+(?:\#[^\n]*+)?\n)*+')
_CLOSING: Final = re.compile(r'^[ \t]*+(?:"""|\'\'\')[ \t]*+$', re.MULTILINE)
#: commands to IPython or to the shell, no Python
_MAGIC: Final = re.compile(r'[%!?]|.*\?$')


def is_session(code: str) -> bool:
    """Tell whether a text is an interactive session: its first line is a prompt.

    A docstring of which the beginning is cut off is none, though it may begin with a prompt.
    """
    first = _COMMENTS.match(code)
    begins = first is not None and _PROMPT.match(code, first.end()) is not None
    return begins and _CLOSING.search(code) is None


def typed(code: str) -> str:
    """Keep what was typed at the prompts, and empty every other line."""
    lines = code.split('\n')
    entered = False
    for number, line in enumerate(lines):
        prompt = _PROMPT.match(line) or (_CONTINUATION.match(line) if entered else None)
        entered = prompt is not None
        lines[number] = _statement(line[prompt.end() :]) if prompt else ''
    return '\n'.join(lines)


def _statement(line: str) -> str:
    return '' if _MAGIC.match(line) else line
