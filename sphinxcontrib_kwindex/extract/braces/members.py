"""Fields, enumerators and the like of languages that declare all else by keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.machine import AHEAD, Label
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine


def enumerator(machine: Machine, i: int) -> bool:
    """Find the constants of an enumeration, which may have a body of their own."""
    if not machine.is_item(i) or machine.words[i + 1] not in '(,;{}=' or not machine.is_name(i):
        return False
    name = machine.define(i, Kind.CONSTANT)
    k = i + 1
    if machine.words[k] == '(':
        machine.mute = k = machine.past(k)
    if machine.words[k] == '{':
        machine.await_body(machine.language.variant, name, k)
    return True


def field(machine: Machine, i: int) -> bool:
    """Find the fields of a structure of Rust."""
    if machine.words[i + 1] == ':' and machine.is_item(i):
        machine.variable(i)
        return True
    return False


def named_parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter, which stands before its type."""
    if machine.words[i + 1] == ':':
        return machine.words[i - 1] != ':'
    return machine.words[i + 1] in '=,)' and machine.words[i - 1] in '(,'


# -- Rust


def implementation(machine: Machine, i: int) -> int:
    """Open the scope of the type whose functions follow."""
    if not machine.at_start(i):  # "-> impl Trait"
        return i + 1
    k = machine.past_angles(i + 1)
    path, end = '', k + AHEAD
    while k < end and machine.words[k] not in _NO_HEAD:
        word = machine.words[k]
        if word == 'for':
            path = ''
        elif not path and word[0].isalpha() and word not in machine.language.reserved:
            path = word
        k = machine.past_angles(k) if word == '<' else machine.past(k)
        k += machine.words[k] == '<' == word  # angles that are not closed
    machine.await_body(Label.CLASS, path, k)
    return i + 1


_NO_HEAD: Final = frozenset(('{', '}', ';', 'where', '\0'))


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


# -- PHP


def php_property(machine: Machine, i: int) -> bool:
    """Find the properties of a class."""
    word = machine.words[i]
    if word[0] == '$' and machine.words[i + 1] in '=;,':
        machine.variable(i)
        return True
    return False


def php_variable(machine: Machine, i: int) -> bool:
    """Find the variables that are assigned."""
    word = machine.words[i]
    if word[0] == '$' and machine.words[i + 1] == '=' and machine.is_name(i):
        machine.variable(i)
        return True
    return False


def php_parameter(machine: Machine, i: int) -> bool:
    return machine.words[i][0] == '$' and machine.words[i - 1] != '='

