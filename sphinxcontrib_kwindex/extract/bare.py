"""Languages that nothing is known of: words that look like identifiers are candidates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.extract.names import LONGEST, is_identifier_shaped
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

#: URLs and paths are taken whole, so that their parts are no names
_WORD = re.compile(r'\n|[/\\~][\w./\\~-]*+|\w++(?:://\S*+|[/\\][\w./\\-]*+|(?:(?:\.|::)\w++)*+)')


def extract(code: str) -> list[Found]:
    """Find the words that look like identifiers."""
    ledger, line, shaped = Ledger(), 1, {}  # word -> whether it is one
    for word in _WORD.findall(code):
        if word == '\n':
            line += 1
            continue
        if word not in shaped:
            shaped[word] = len(word) <= LONGEST and is_identifier_shaped(word)
        if shaped[word]:
            ledger.add(word, Kind.NAME, Sort.USE, line)
    return ledger.found()
