"""Sessions in a shell: what is typed behind a prompt counts, its output does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.scripts import shell

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

#: A prompt, with user, host and folder or the name of an environment.
_PROMPT = re.compile(
    r"""
    [ \t]*
    (?:\([\w .-]{1,50}\)[ ]?)?
    (?:\[?[\w.-]{1,50}@[^\n$\#>%]{1,100}|PS[^\n>]{0,100}|[A-Z]:\\[^\n>]{0,100}|~)?
    [$\#>%][ ]+(.*)
    """,
    re.VERBOSE,
)


def extract(code: str) -> list[Found]:
    """Find the names in what is typed in a session."""
    lines: list[str] = []
    for line in code.split('\n'):
        typed = _PROMPT.match(line)
        goes_on = bool(lines) and lines[-1].endswith('\\')
        lines.append(typed[1] if typed else line.removeprefix('>').strip() if goes_on else '')
    return shell.extract('\n'.join(lines))
