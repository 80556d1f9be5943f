"""The names of settings, and how they are written down."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.ledger import qualified
from sphinxcontrib_kwindex.extract.names import LONGEST, tame
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

_ESCAPE = re.compile(r'\\(.)')


def join(parent: str, key: str) -> str:
    """Qualify a key."""
    return qualified(parent, '.', key)


def unquoted(token: str) -> str:
    """Return what a quoted or plain word stands for."""
    if token[:1] == '"':
        return tame(_ESCAPE.sub(r'\1', token[1:].removesuffix('"')))
    if token[:1] == "'":
        return tame(token[1:].removesuffix("'").replace("''", "'"))
    return tame(token)


def write(ledger: Ledger, name: str, line: int) -> None:
    """Write down a setting, unless it is but numbers and signs."""
    if len(name) > LONGEST:
        return
    last = name.rpartition('.')[2]
    if any(map(str.isalpha, last or name)):
        ledger.define(name, Kind.SETTING, line)
