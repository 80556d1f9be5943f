"""What a statement can declare."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from sphinxcontrib_kwindex.extract.cfamily.tokens import Span, Tokens


class What(Enum):
    """What a statement can declare."""

    NAMESPACE = auto()
    ALIAS = auto()
    USING_NAMESPACE = auto()
    USING = auto()
    CLASS = auto()
    ENUM = auto()
    #: its enumerators are not visible outside of it
    SCOPED_ENUM = auto()
    ENUMERATOR = auto()
    FUNCTION = auto()
    PROTOTYPE = auto()
    #: either of the two: the text ends before it can be told
    CUT_OFF = auto()
    TYPE = auto()
    CONSTANT = auto()
    VARIABLE = auto()
    FIELD = auto()
    #: declares nothing: a block, a macro's block
    BLOCK = auto()
    #: braces within a statement that goes on behind them
    VALUE = auto()


class Declared(NamedTuple):
    """One name that a statement declares, or what it is if it declares none."""

    what: What
    name: str = ''
    #: where the name is; of a macro's block where the macro's arguments are
    span: Span = Span(0, 0)
    #: the brace initialises a member, the function's own brace is still to come
    goes_on: bool = False
    #: it belongs to the namespace around the class
    friend: bool = False
    #: of an alias: the full name
    target: str = ''


def named(what: What, tokens: Tokens, first: int, last: int | None = None) -> Declared:
    """Take a name from the tokens of a statement."""
    return Declared(what, tokens.text(first, last), tokens.span(first, last))
