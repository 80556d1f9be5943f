"""What is Rust's own: implementations, visibility, macros."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD
from sphinxcontrib_kwindex.extract.braces.variables import variables
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

_BEHIND_TYPE: Final = frozenset(('{', '}', ';', 'where', '\0'))


_VARIABLES: Final = variables()


def let(machine: Machine, i: int) -> int:
    """Declare variables, which are local ones also where a fragment shows no function."""
    scope = machine.scope
    machine.scope = scope._replace(label=Label.FUNCTION)
    behind = _VARIABLES(machine, i)
    machine.scope = scope
    return behind


def implementation(machine: Machine, i: int) -> int:
    """Open the scope of the type whose functions follow."""
    if not machine.at_start(i):  # "-> impl Trait"
        return i + 1
    k = machine.past_angles(i + 1)
    path, end = '', k + AHEAD
    while k < end and machine.words[k] not in _BEHIND_TYPE:
        word = machine.words[k]
        if word == 'for':
            path = ''
        elif not path and word[0].isalpha() and word not in machine.language.reserved:
            path = word
        k = max(machine.past(k), machine.past_angles(k))
    machine.await_body(Label.CLASS, path, k)
    return i + 1


def field(machine: Machine, i: int) -> bool:
    """Find the fields of a structure."""
    if machine.words[i + 1] == ':' and machine.is_item(i):
        machine.variable(i)
        return True
    return False


def public(machine: Machine, i: int) -> int:
    """Pass over ``pub`` and ``pub(crate)``."""
    behind = machine.past(i + 1) if machine.words[i + 1] == '(' else i + 1
    if machine.at_start(i) or machine.is_item(i):
        machine.start = behind
    return behind


def macro(machine: Machine, i: int) -> int:
    """Declare a macro; what is in its brackets is a pattern of code, and no code."""
    if not machine.is_name(i + 1):
        return i + 1
    machine.define(i + 1, Kind.MACRO, qualify=False)
    return machine.past(i + 2)
