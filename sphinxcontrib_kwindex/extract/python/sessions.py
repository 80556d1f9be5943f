"""Interactive sessions: the code between the prompts, each line where it stood."""

from __future__ import annotations

import re
from typing import Final

_PROMPT: Final = re.compile(r'[ \t]*(?:>>>|In \[\d*\]:)(?: |$)')
_CONTINUATION: Final = re.compile(r'[ \t]*(?:\.\.\.|\.{3,}:|…)(?: |$)')
#: commands to IPython or to the shell, no Python
_MAGIC: Final = re.compile(r'[%!?]|.*\?$')


def is_session(code: str) -> bool:
    """Tell whether a text is an interactive session: its first line is a prompt."""
    stripped = code.lstrip()
    return stripped.startswith(('>>>', 'In [')) and _PROMPT.match(stripped.split('\n', 1)[0]) is not None


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
