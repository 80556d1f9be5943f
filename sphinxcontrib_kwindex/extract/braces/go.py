"""What is Go's own: declarations in brackets, receivers, short declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.braces.acts import function
from sphinxcontrib_kwindex.extract.braces.objects import class_of
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Scope
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine
    from sphinxcontrib_kwindex.extract.braces.scopes import Act


def opens(machine: Machine, i: int) -> int:
    """Enter brackets that hold declarations."""
    return machine.open(i) if i in machine.bodies else i + 1


def closes(machine: Machine, i: int) -> int:
    """Leave brackets that held declarations."""
    return machine.close(i) if machine.scope.closes == i else i + 1


def declares(label: Label) -> Act:
    """Declare a name, several names, or all names in brackets."""

    def declare(machine: Machine, i: int) -> int:
        if machine.words[i + 1] == '(':
            scope = machine.scope
            label_inside = Label.FUNCTION if _is_local(machine, label) else label
            machine.bodies[i + 1] = Scope(label_inside, scope.prefix, scope.owner)
        elif label is Label.TYPES:
            type_(machine, i + 1)
        else:
            _names(machine, i + 1, constant=label is Label.CONSTANTS)
        return i + 1

    return declare


def _is_local(machine: Machine, label: Label) -> bool:
    return machine.scope.label is Label.FUNCTION and label is not Label.TYPES


def _names(machine: Machine, i: int, *, constant: bool) -> None:
    while machine.is_name(i):
        machine.variable(i, constant=constant)
        i += 2
        if machine.words[i - 1] != ',':
            break


def type_(machine: Machine, i: int) -> bool:
    """Declare a type."""
    if not machine.at_start(i) and machine.words[i - 1] != 'type':
        return False
    k = i + 1
    if machine.words[k] == '[' and machine.words[machine.past(k)] in ('struct', 'interface'):
        k = machine.past(k)
    k += machine.words[k] == '='
    if machine.words[k] == 'struct':
        machine.await_body(Label.FIELDS, machine.define(i, Kind.CLASS), k + 1)
    elif machine.words[k] == 'interface':
        machine.await_body(Label.CLASS, machine.define(i, Kind.CLASS), k + 1)
    elif machine.is_name(i):
        machine.define(i, Kind.TYPE)
    return True


def constants(machine: Machine, i: int) -> bool:
    """Find the constants in brackets."""
    if machine.at_start(i):
        _names(machine, i, constant=True)
    return False


def globals_(machine: Machine, i: int) -> bool:
    """Find the variables in brackets."""
    if machine.at_start(i):
        _names(machine, i, constant=False)
    return False


def field(machine: Machine, i: int) -> bool:
    """Find the fields of a structure; what is embedded has no name of its own."""
    behind = machine.words[i + 1]
    if not machine.at_start(i) or machine.lines[i] != machine.lines[i + 1] or behind in ';}"`':
        return False
    if '.' in machine.words[i] or behind[0] in '"`':
        return False
    _names(machine, i, constant=False)
    if behind == 'struct':
        machine.await_body(Label.FIELDS, machine.qualified(machine.words[i]), i + 2)
    return True


def interface_method(machine: Machine, i: int) -> bool:
    """Find the methods of an interface."""
    if not machine.at_start(i) or machine.words[i + 1] != '(':
        return False
    machine.callable(machine.define(i, Kind.METHOD), i + 1)
    return True


def method(machine: Machine, i: int) -> int:
    """Declare a function, or a method of the type of its receiver."""
    k = machine.past(i + 1)
    if machine.words[i + 1] != '(' or not machine.is_name(k):
        machine.this = ()
        return function(machine, i)
    receiver, owner = _receiver(machine, i + 2, k - 1)
    if machine.words[k + 1] in '([' and owner:
        machine.this = (f'{receiver}.',)
        name = machine.define(k, Kind.METHOD, f'{owner}.{machine.words[k]}')
        parameters = machine.past(k + 1) if machine.words[k + 1] == '[' else k + 1
        machine.callable(name, parameters, owner=owner)
        return k + 1
    return i + 1


def _receiver(machine: Machine, i: int, end: int) -> tuple[str, str]:
    """Return what a method calls its object, and the type of that."""
    names = []
    while i < end and machine.words[i] != '[':
        if machine.is_name(i):
            names.append(machine.words[i])
        i += 1
    return (names[0], names[-1]) if names else ('', '')


def short(machine: Machine, i: int) -> int:
    """Declare the variables to the left of this sign."""
    k = i - 1
    while machine.is_name(k):
        machine.ledger.local(machine.words[k], machine.lines[k])
        machine.objects.declare(machine.words[k], class_of(machine, k))
        k -= 2
        if machine.words[k + 1] != ',':
            break
    return i + 1


def parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter; in ``(a, b int)`` both are."""
    if machine.words[i - 1] not in '(,':
        return False
    behind = machine.words[i + 1]
    if behind == ',':
        return machine.is_name(i + 2) and machine.words[i + 3] not in ',)'
    return behind not in ')=.;\0'
