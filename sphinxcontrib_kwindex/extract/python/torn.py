"""Texts that begin in the middle of a string, as cut-outs of larger ones do."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.python.comments import remark

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.ledger import Ledger

_QUOTES: Final = re.compile(r'"""|\'\'\'')
#: what stands before an opening quote on its line
_OPENS: Final = re.compile(
    r'(?:^|[-=(,[{+%:|&"\']|\b(?:and|assert|in|is|not|or|return|yield))\s*[bBfFrRuU]{0,2}$'
)
#: the end of a line below which a string opens: "def f():", "call("
_LEADS: Final = re.compile(r'[-=(,[{+%:|&\\]$')
#: a line below which a docstring may open: nothing, a comment, an assignment
_MAY_LEAD: Final = re.compile(r'\s*(?:#|$|[\w.]+\s*(?::[^=]*)?=)')
_WORD: Final = rf'(?!(?:{"|".join(keyword.kwlist)})\b)[^\W\d]\w*'
#: two words that no operator joins, which are no Python; or what docstrings begin with
_PROSE: Final = re.compile(rf'\b{_WORD},? {_WORD}|^\s*(?:>>>|[-*`:])')
#: how much of the text is looked at
_ENOUGH: Final = 1_000
#: what follows a closing quote on its line
_CLOSES: Final = re.compile(r'\s*[])},.%;#+]')
_STATEMENT: Final = re.compile(
    r"""\s*(?:
        @\w | \# | [)\]}]
      | (?:async[ ]+)?def\s+\w+\s*[(\[]
      | class\s+\w+\s*[(:]
      | from\s+[\w.]+\s+import\b
      | import\s+[\w.]+\s*(?:$|,|;|\#|as\b)
      | (?:if|for|while|with|elif)\s+\S.*:\s*(?:\#.*)?$
      | (?:assert|del|global|nonlocal|raise|return|yield)\s+.*[\w)\]"'}(,\[{\\]$
      | (?:try|else|finally|pass|break|continue|return)\b\s*:?\s*$
      | [\w.]+(?:\[[^]]*\]|(?:,\s*[\w.]+)+)?\s*(?::\s*[\w.\[\], ]+)?=(?!=)
      | [\w.]+\(
    )""",
    re.VERBOSE,
)


def mend(code: str, ledger: Ledger) -> str:
    """Take away the rest of a string that was opened before the text begins."""
    quotes = _QUOTES.search(code)
    if quotes is None or not _is_closing(code, quotes.start(), quotes.end()):
        return code
    head = code[: quotes.start()]
    remark(head, 1, ledger)
    return '\n' * head.count('\n') + code[quotes.end() :]


def _is_closing(code: str, start: int, end: int) -> bool:
    """Tell whether the first quotes of a text close a string."""
    above, _, before = code[:start].rpartition('\n')
    after, _, below = code[end:].partition('\n')
    if before.lstrip().startswith('#'):
        return False
    if before.strip(' \tbBfFrRuU'):
        return _OPENS.search(before[-_ENOUGH:]) is None
    if after.strip():
        return _CLOSES.match(after) is not None
    return _is_closing_alone(above[-_ENOUGH:], below[:_ENOUGH])


def _is_closing_alone(above: str, below: str) -> bool:
    """Tell it of quotes alone on their line, by the lines around."""
    lead = above.rstrip().rpartition('\n')[2]
    is_near = '\n' not in above[len(above.rstrip()) :]
    follows = next(filter(str.strip, below.split('\n')), '')
    is_statement = _STATEMENT.match(follows) is not None
    if _LEADS.search(lead) and (is_near or lead[-1] == ':'):
        return is_statement and below.startswith('\n') and lead[-1] != ':'
    if is_statement or not follows:
        return is_statement or not _MAY_LEAD.match(lead)
    return not _MAY_LEAD.match(lead) and not _PROSE.search(follows)
