"""What words do that declare variables, constants, types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine
    from sphinxcontrib_kwindex.extract.braces.scopes import Act


def variables(*, constant: bool = False) -> Act:
    """Declare variables."""

    def declare_variables(machine: Machine, i: int) -> int:
        k = i + 1
        if i < machine.mute or machine.words[i - 1] == '*':
            return k  # a field that is declared among the parameters; "*const T"
        k += machine.words[k] in ('mut', 'ref')
        k = machine.past_angles(k)  # "val <T> List<T>.size"
        if machine.words[k] in '([{':
            destructure(machine, k)
        elif machine.words[k + 1] in '({' and machine.is_name(k):  # "let Some(x) = …"
            destructure(machine, k + 1)
        elif name := _added_to_type(machine, k):
            machine.define(k, Kind.VARIABLE, name)
        elif machine.is_name(k) or _is_added(machine, k):
            machine.variable(k, constant=constant)
            machine.listing = True
        else:
            return i + 1
        return k + 1

    return declare_variables


def _added_to_type(machine: Machine, i: int) -> str:
    """Name a property that is added to a type with arguments: ``val List<T>.last``."""
    behind = machine.past_angles(i + 1)
    link, member = machine.words[behind][:1], machine.words[behind].lstrip('?.')
    is_added = behind > i + 1 and link in '?.' and member.isidentifier() and machine.is_name(i)
    return f'{machine.words[i]}.{member}' if is_added else ''


def _is_added(machine: Machine, i: int) -> bool:
    """Tell whether this is a property with the type it is added to: ``val String?.size``."""
    first, dot, rest = machine.words[i].replace('?', '').partition('.')
    is_added = bool(dot) and first.isidentifier() and rest.isidentifier()
    return is_added and machine.scope.label is not Label.FUNCTION


def listed(machine: Machine, i: int) -> bool:
    """Find the variables behind the commas of a declaration."""
    if machine.listing and machine.words[i - 1] == ',' and machine.is_item(i):
        machine.variable(i)
        return True
    return False


def destructure(machine: Machine, opens: int) -> None:
    """Declare the names of a pattern."""
    for k in range(opens + 1, min(machine.past(opens), opens + AHEAD)):
        if machine.words[k + 1] in ',)]}=' and machine.is_name(k):
            machine.variable(k)


def alias(machine: Machine, i: int) -> int:
    """Declare a type."""
    if not machine.is_name(i + 1):
        return i + 1
    name = machine.define(i + 1, Kind.TYPE)
    k = machine.past_angles(i + 2)
    members = machine.words[k] == '=' and machine.words[k + 1] == '{'
    if members and machine.words[machine.past(k + 1)] not in ('|', '&'):
        machine.await_body(Label.CLASS, name, k + 1)
    return i + 2


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


def end_enumerators(machine: Machine, i: int) -> int:
    """End a statement; what follows the constants of an enumeration are members."""
    if machine.scope.label is Label.ENUM:
        machine.relabel(Label.CLASS)
    return machine.end_statement(i)


def case(machine: Machine, i: int) -> int:
    """Declare the constants behind ``case`` in an enumeration."""
    k = i + 1
    while machine.scope.label is Label.ENUM and machine.is_name(k):
        machine.define(k, Kind.CONSTANT)
        k = machine.past(k + 1) if machine.words[k + 1] == '(' else k + 1
        if machine.words[k] == '=':
            k += 2
        if machine.words[k] != ',':
            break
        k += 1
    return k


def defined_by_name(machine: Machine, i: int) -> int:
    """Declare the constant that a call of this function defines."""
    literal = machine.words[i + 2]
    if machine.words[i + 1] == '(' and literal[0] in '"\'':
        machine.define(i + 2, Kind.CONSTANT, literal.strip('"\''), qualify=False)
    return i + 1


def named_parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter, which stands before its type."""
    if machine.words[i + 1] == ':':
        return machine.words[i - 1] != ':'
    return machine.words[i + 1] in '=,)' and machine.words[i - 1] in '(,'
