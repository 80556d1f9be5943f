"""What is PHP's own: variables with their sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.acts import function
from sphinxcontrib_kwindex.extract.braces.objects import class_of
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD
from sphinxcontrib_kwindex.extract.braces.variables import listed
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

_FIELDS: Final = ('private', 'protected', 'public', 'readonly')


def property_(machine: Machine, i: int) -> bool:
    """Find the properties of a class."""
    if machine.words[i][0] == '$' and machine.words[i + 1] in '=;,':
        machine.variable(i)
        return True
    return listed(machine, i)


def assignment(machine: Machine, i: int) -> bool:
    """Find the variables that are assigned."""
    if machine.words[i][0] == '$' and machine.words[i + 1] == '=' and machine.is_name(i):
        machine.variable(i)
        return True
    return listed(machine, i)


def constants(machine: Machine, i: int) -> int:
    """Declare constants; a type before the first, as in ``(A&B)|null``, is words and brackets."""
    k = i + 1
    while k < i + AHEAD and machine.words[machine.past(k)] != '=' and _is_of_type(machine.words[k]):
        k = machine.past(k)
    if not machine.is_name(k):
        return i + 1
    machine.variable(k, constant=True)
    machine.listing = True
    return k + 1


def _is_of_type(word: str) -> bool:
    return word in '?(' or word.replace('\\', '_').isidentifier()


def function_or_constructor(machine: Machine, i: int) -> int:
    """Declare a function; parameters of a constructor may be fields."""
    k = function(machine, i)
    if machine.words[i + 1] == '__construct':
        for at in machine.parameters(i + 2):
            if _is_field(machine, at):
                name = machine.qualified(machine.words[at].lstrip('$'))
                machine.objects.attributes[name] = class_of(machine, at)
                machine.ledger.define(name, Kind.ATTRIBUTE, machine.lines[at])
    return k


def _is_field(machine: Machine, i: int) -> bool:
    """Tell whether a parameter has a modifier before its type."""
    while machine.words[i] not in '(,':
        i -= 1
    return machine.words[i + 1] in _FIELDS


def parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter."""
    return machine.words[i][0] == '$' and machine.words[i - 1] != '='
