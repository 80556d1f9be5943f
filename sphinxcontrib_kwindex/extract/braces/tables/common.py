"""What the tables of all languages share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.acts import contextual, modifier, nothing, scope
from sphinxcontrib_kwindex.extract.braces.machine import Machine
from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.tokens import NUMBER
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.scopes import Act

_PUNCTUATION: Final[dict[str, Act]] = {
    '{': Machine.open,
    '}': Machine.close,
    ';': Machine.end_statement,
    NUMBER: nothing,
}

#: keywords of most languages
CONTROL: Final = """
    break case catch continue default do else false finally for if in new null return super switch
    this throw true try while
"""
CLASS: Final = scope(Kind.CLASS, Label.CLASS)
RECORD: Final = scope(Kind.CLASS, Label.CLASS, fields=())


def acts(keywords: str, modifiers: str, *declaring: dict[str, Act]) -> dict[str, Act]:
    """Put a table together: words that do nothing, modifiers, and words that declare."""
    table = {**_PUNCTUATION, **dict.fromkeys(keywords.split(), nothing)}
    table |= dict.fromkeys(modifiers.split(), modifier)
    for more in declaring:
        table |= more
    return table


def contextually(**table: Act) -> dict[str, Act]:
    """Let these words act only where another word follows."""
    return {word: contextual(act) for word, act in table.items()}


def reserved(table: dict[str, Act], free: str = '') -> frozenset[str]:
    """Name the words that are no names: those that act, but for some that can be both."""
    return frozenset(table) - frozenset(free.split())
