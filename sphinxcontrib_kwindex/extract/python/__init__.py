"""Python: `ast` where it parses, tokens in context where it does not.

A text is an interactive session if its first line is a prompt; then only what was typed counts.
Otherwise it is tried as it stands, then dedented; what parses in neither way (fragments, ellipses,
older Python) is read token by token. Whatever the text, nothing is raised and no time is lost.
"""

from __future__ import annotations

import ast
import sys
import textwrap
import warnings
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.extract.python.comments import read_comments
from sphinxcontrib_kwindex.extract.python.machine import Machine
from sphinxcontrib_kwindex.extract.python.sessions import is_session, typed
from sphinxcontrib_kwindex.extract.python.torn import mend
from sphinxcontrib_kwindex.extract.python.tree import Reader

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.model import Found

#: a tree takes a thousand times the memory of its text
_MOST_TO_PARSE: Final = 1_000_000
#: Python 3.11 takes quadratic time for the fields of one f-string
_MOST_BRACES: Final = 5_000


def extract(code: str) -> list[Found]:
    """Find the names in a Python text."""
    code = code.removeprefix('\ufeff').replace('\r\n', '\n').replace('\r', ' ')
    if is_session(code):
        code = typed(code)
    found = read_tree(code)
    return read_tokens(code) if found is None else found


def read_tree(code: str) -> list[Found] | None:
    """Read a text that parses, as it stands or dedented; return nothing of any other."""
    if len(code) > _MOST_TO_PARSE:
        return None
    tree, cut = parse(code), False
    if tree is None and code.lstrip('\n')[:1].isspace():
        tree, cut = parse(textwrap.dedent(code)), True
    if tree is None:
        return None
    ledger = Ledger()
    Reader(code, ledger, read_comments(code, ledger), cut=cut).read(tree)
    return ledger.found()


def read_tokens(code: str) -> list[Found]:
    """Read any text."""
    ledger = Ledger()
    code = mend(code, ledger)
    Machine(code, ledger, read_comments(code, ledger)).run()
    return ledger.found()


def parse(code: str) -> ast.Module | None:
    """Parse a text, if it can be parsed safely."""
    if sys.version_info < (3, 12) and code.count('{') > _MOST_BRACES:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')  # of invalid escapes, which are the text's own business
        try:
            return ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
