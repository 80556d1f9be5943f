"""C, C++, CUDA and Objective-C.

A code is read in layers. `lexical` cuts out all that is no code; `scopes` walks over what is left
with a stack of braces and asks `heads` what each statement declares; `uses` passes once over all
names. Classes, structures, unions, interfaces and protocols are of the kind class, enumerators and
constants of a namespace of the kind constant, type aliases and concepts of the kind type. Names
are qualified with ``::``, Objective-C methods are ``Class.first:second:``; ``->`` is told as ``.``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.cfamily.lexical import cut
from sphinxcontrib_kwindex.extract.cfamily.reader import Reader
from sphinxcontrib_kwindex.extract.cfamily.scopes import Machine

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.cfamily.declarations import Book
    from sphinxcontrib_kwindex.extract.cfamily.lexical import Lexed
    from sphinxcontrib_kwindex.model import Found

#: the layers mark their places with these
_CONTROLS = re.compile(r'[\x00-\x08]')


def extract(code: str) -> list[Found]:
    """Find the names in a code of the C family."""
    code = _CONTROLS.sub(' ', code)
    lexed, book = survey(code)
    return Reader(code, lexed, book).read()


def survey(code: str) -> tuple[Lexed, Book]:
    """Separate a code into its layers and find what it declares."""
    lexed = cut(code)
    return lexed, Machine(code, lexed.text).run()
