"""What variables and members of JavaScript are given: functions, classes, objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

OBJECTS: Final = frozenset({Label.OBJECT, Label.NESTED})
#: where a type annotation ends without a value
_NO_VALUE: Final = frozenset((';', ',', ')', '}', '{', '\0'))


class Value(NamedTuple):
    """A value that has names of its own."""

    label: Label
    #: the bracket of its parameters, or of its members
    opens: int
    #: what comes behind its parameters
    body: int


def declare(machine: Machine, i: int, k: int) -> None:
    """Declare a name by what it is given behind an equals sign, or a colon."""
    value = value_at(machine, _value_starts(machine, k))
    if value is None or value.label is Label.OBJECT:
        machine.variable(i)
        if value is not None and machine.scope.label is not Label.FUNCTION:
            label = Label.OBJECT if machine.scope.label is Label.MODULE else Label.NESTED
            name = machine.words[i].lstrip('#')
            machine.await_body(label, machine.qualified(name), value.opens)
    else:
        declare_valued(machine, i, value, machine.qualified(machine.words[i].lstrip('#')))


def declare_valued(machine: Machine, i: int, value: Value, name: str) -> None:
    """Declare a function or a class that is the value of a name."""
    if value.label is Label.CLASS:
        machine.define(i, Kind.CLASS, name, qualify=False)
        machine.await_body(Label.CLASS, name, value.body)
    else:
        is_method = machine.function_kind() is Kind.METHOD or '.' in machine.words[i]
        kind = Kind.METHOD if is_method and '.' in name else Kind.FUNCTION
        machine.callable(machine.define(i, kind, name, qualify=False), value.opens, value.body)


def value_at(machine: Machine, i: int) -> Value | None:
    """Tell what stands here: a function, a class, an object, or nothing of interest."""
    if i < 0:
        return None
    i += machine.words[i] == 'async'
    word = machine.words[i]
    if word == '{':
        return Value(Label.OBJECT, i, i)
    if word == 'class':
        return Value(Label.CLASS, i, i + 1)
    if word == 'function':
        return _function(machine, i)
    return _arrow(machine, machine.past_angles(i))


def _value_starts(machine: Machine, k: int) -> int:
    """Find the value behind a name and its type."""
    if machine.words[k] == '=' or machine.scope.label in OBJECTS:
        return k + 1
    end = k + AHEAD
    while k < end and machine.words[k] not in _NO_VALUE:
        if machine.words[k] == '=':
            return k + 1
        k = max(machine.past(k), machine.past_angles(k))
        if machine.at_start(k):
            break
    return -1


def _function(machine: Machine, i: int) -> Value | None:
    for opens in range(i + 1, i + 4):
        if machine.words[opens] == '(':
            return Value(Label.FUNCTION, opens, machine.past(opens))
    return None


def _arrow(machine: Machine, i: int) -> Value | None:
    """Tell whether an arrow function begins here, maybe in brackets of its own."""
    if machine.words[i] == machine.words[i + 1] == '(' != machine.words[machine.past(i)]:
        i += 1  # but it is not called at once
    k = machine.past(i)
    if machine.words[i] == '(' and machine.words[k] == ':':  # the type of what it returns
        end = k + AHEAD
        while k < end and machine.words[k] not in ('=>', ';', '\0'):
            k = machine.past(k)
    if machine.words[k] == '=>' and (machine.words[i] == '(' or machine.is_name(i)):
        return Value(Label.FUNCTION, i, k + 1)
    return None
