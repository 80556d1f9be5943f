"""What a table of a language consists of, and what brackets hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine
    from sphinxcontrib_kwindex.extract.braces.tokens import Lexis


class Label(Enum):
    """What a pair of brackets holds."""

    MODULE = auto()
    CLASS = auto()
    ENUM = auto()
    #: the fields of a structure
    FIELDS = auto()
    #: an object literal that has a name
    OBJECT = auto()
    #: an object literal in such a one
    NESTED = auto()
    FUNCTION = auto()
    #: what one declaring word declares: constants, variables, types
    CONSTANTS = auto()
    VARIABLES = auto()
    TYPES = auto()


#: what is in these belongs to an object
OWNERS: Final = frozenset({Label.CLASS, Label.ENUM, Label.FIELDS, Label.OBJECT, Label.NESTED})


class Scope(NamedTuple):
    """A pair of brackets, and what a name in them is qualified with."""

    label: Label
    prefix: str
    #: what the object itself is there
    owner: str = ''
    #: the indices of its brackets
    opens: int = -1
    closes: int = -1
    #: whether commas go on to separate what is declared, when inner brackets are closed
    listing: bool = False


#: gets the index of its word and returns the index to go on with
Act = Callable[['Machine', int], int]
#: gets the index of a word and tells whether it has dealt with it
Rule = Callable[['Machine', int], bool]


class Types(Enum):
    """Where the type of a variable or a parameter stands."""

    NOWHERE = auto()
    BEFORE = auto()
    BEHIND = auto()
    BEHIND_COLON = auto()


class Language(NamedTuple):
    """The table of a language."""

    lexis: Lexis
    #: word -> what it does
    acts: Mapping[str, Act]
    #: label -> what the other words do there
    rules: Mapping[Label, Rule]
    #: tells whether a word in the brackets of a function is the name of a parameter
    parameter: Rule
    #: words that are never names
    reserved: frozenset[str]
    separator: str = '.'
    #: what stands for the object itself, with its link
    this: tuple[str, ...] = ('this.',)
    #: what a name may begin with that is not part of it
    sigils: str = '#'
    #: what the braces of an enumerator hold
    variant: Label = Label.CLASS
    #: functions may be declared in functions
    nests: bool = True
    #: a brace behind one of these opens no body
    no_body: frozenset[str] = frozenset()
    types: Types = Types.NOWHERE
    #: what makes an object, behind the name of a class
    makes: str = ''
