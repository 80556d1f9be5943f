"""INI and property files: sections, and keys before an equals sign or a colon."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.data import settings
from sphinxcontrib_kwindex.extract.ledger import Ledger

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

_SECTION = re.compile(r'\[([^]]*+)\]')
_KEY = re.compile(r'([^=:]*+)[=:][ \t]*+(.*)')


def extract(code: str) -> list[Found]:
    """Find the sections and keys in a text."""
    ledger, section = Ledger(), ''
    column = 1_000_000  # that of the latest key: what is behind it goes on with its value
    for number, line in enumerate(code.split('\n'), 1):
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if text[:1] in ('#', ';', '!'):
            ledger.remark(text, number)
        elif match := _SECTION.match(text):
            section, column = settings.unquoted(match[1].strip()), 1_000_000
            settings.write(ledger, section, number)
        elif indent <= column and (match := _KEY.match(text)):
            column = indent
            settings.write(
                ledger, settings.join(section, settings.unquoted(match[1].strip())), number
            )
            ledger.literal(match[2].strip('"\' '), number)
    return ledger.found()
