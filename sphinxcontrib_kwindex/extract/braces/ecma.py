"""Members, statements and assignments of JavaScript and TypeScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.acts import declare_fields, function
from sphinxcontrib_kwindex.extract.braces.ecma_imports import is_required
from sphinxcontrib_kwindex.extract.braces.ecma_values import (
    OBJECTS,
    Value,
    declare,
    declare_valued,
    value_at,
)
from sphinxcontrib_kwindex.extract.braces.objects import made_of
from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.variables import destructure
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine
    from sphinxcontrib_kwindex.extract.braces.scopes import Act

#: behind one of these, a function is a value, and its name its own affair
_EXPECTS_VALUE: Final = frozenset(
    str.split('= ( , : ? [ => && || ?? return new typeof void == === != !==')
)
#: behind one of these, a declaring word declares no variable
_NO_STATEMENT: Final = frozenset(('(', '<', ',', 'as'))
#: a parameter of a constructor behind one of these is a field
_FIELDS: Final = ('override', 'private', 'protected', 'public', 'readonly')
_MEMBERS: Final = OBJECTS | {Label.CLASS}
_EXPORTS: Final = ('module.exports', 'exports', 'window', 'globalThis', 'global')


# -- rules


def member(machine: Machine, i: int) -> bool:
    """Find the members of classes and interfaces."""
    if not machine.at_start(i):
        return False
    following = machine.words[i + 1]
    if following in '(<?!' and _method(machine, i):
        return True
    if following not in '=;:?!}' and machine.lines[i] == machine.lines[i + 1]:
        return False
    declare(machine, i, i + 1)
    return True


def item(machine: Machine, i: int) -> bool:
    """Find the members of an object literal."""
    if not machine.is_item(i):
        return False
    if machine.words[i + 1] == ':':
        declare(machine, i, i + 1)
        return True
    return machine.words[i + 1] == '(' and _method(machine, i)


def enumerator(machine: Machine, i: int) -> bool:
    """Find the constants of an enumeration."""
    if machine.is_item(i) and machine.words[i + 1] in '=,}':
        machine.define(i, Kind.CONSTANT)
        return True
    return False


def statement(machine: Machine, i: int) -> bool:
    """Find assignments of functions and attributes, and methods in fragments of classes."""
    following = machine.words[i + 1]
    if following in '(<' and machine.scope.label is Label.MODULE:
        return (machine.at_start(i) or machine.is_item(i)) and _method(machine, i)
    if machine.listing and machine.words[i - 1] == ',' and machine.is_item(i):
        if not is_required(machine, i + 1):
            declare(machine, i, i + 1)
        return True
    return following == '=' and _assignment(machine, i)


def parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter."""
    return machine.words[i + 1] in '=,):?' and machine.words[i - 1] not in '=:'


# -- acts


def or_member(act: Act) -> Act:
    """Let a keyword be a name where it is one of a member: ``delete() {``."""

    def act_or_member(machine: Machine, i: int) -> int:
        label = machine.scope.label
        if label in _MEMBERS and i >= machine.mute and _may_be_member(machine, i):
            rule = member if label is Label.CLASS else item
            if rule(machine, i):
                return i + 1
        return act(machine, i)

    return act_or_member


def _may_be_member(machine: Machine, i: int) -> bool:
    return machine.words[i] != 'new' and machine.words[i + 1] in '(:?=<;'


def function_statement(machine: Machine, i: int) -> int:
    """Declare a function, if it is one that is declared and not a value."""
    before = machine.words[i - 2 if machine.words[i - 1] == 'async' else i - 1]
    exported = before == '=' and machine.words[i - 2] in ('module.exports', 'exports')
    if before in _EXPECTS_VALUE and not exported:
        return i + 1 + machine.is_name(i + 1)
    return function(machine, i)


def variable_statement(machine: Machine, i: int) -> int:
    """Declare variables, functions that are values, and what is imported by ``require``."""
    k = i + 1
    if machine.words[k] == 'enum' and machine.is_name(k + 1):
        return k  # "const enum Name {"
    if machine.words[i - 1] in _NO_STATEMENT:
        return _loop_variable(machine, k)
    if machine.words[k] in '[{':
        if not is_required(machine, machine.past(k)):
            destructure(machine, k)
        return k + 1
    if not machine.is_name(k):
        return k
    machine.listing = True
    if not is_required(machine, k + 1):
        declare(machine, k, k + 1)
    return k + 1


def _loop_variable(machine: Machine, i: int) -> int:
    """Declare a variable of a loop; ``<const T>`` declares none."""
    if machine.words[i - 2] == '(' and machine.is_name(i):
        machine.ledger.local(machine.words[i], machine.lines[i])
    return i


# -- methods and assignments


def _method(machine: Machine, i: int) -> bool:
    opens = machine.past_angles(i + 1 + (machine.words[i + 1] == '?'))
    if machine.words[opens] != '(' or not _is_declared(machine, machine.past(opens)):
        return False
    name = machine.define(i, machine.function_kind(), machine.words[i].lstrip('#'))
    if machine.words[i] == 'constructor':
        declare_fields(machine, machine.scope.prefix, opens, _FIELDS)
    machine.callable(name, opens)
    return True


def _is_declared(machine: Machine, behind: int) -> bool:
    """Tell by what follows its parameters whether a method is declared, or called."""
    word, label = machine.words[behind], machine.scope.label
    is_typed = word == ':' in machine.language.no_body
    if word == '{' or (is_typed and label is Label.MODULE):
        return True
    return label is Label.CLASS and (word in ':;,}' or machine.at_start(behind))


def _assignment(machine: Machine, i: int) -> bool:
    word = machine.words[i]
    value = value_at(machine, i + 2)
    if word.startswith('this.'):
        return _own_attribute(machine, i, value)
    name = _exported(word)
    is_object = value is not None and value.label is Label.OBJECT
    if value is None or (is_object and name == word):
        return False
    if name and is_object and not word.endswith('.prototype'):
        machine.define(i, Kind.VARIABLE, name, qualify=False)
    if is_object:
        machine.await_body(Label.OBJECT, name, value.opens)
    elif name:
        declare_valued(machine, i, value, name)
    return is_object or bool(name)


def _own_attribute(machine: Machine, i: int, value: Value | None) -> bool:
    """Declare what an object is given by itself."""
    name = machine.own(machine.words[i])
    if not name or machine.words[i].count('.') > 1:
        return False
    machine.objects.attributes[name] = made_of(machine, i + 2)
    if value is not None and value.label is not Label.OBJECT:
        declare_valued(machine, i, value, name)
        return True
    machine.define(i, Kind.ATTRIBUTE, name, qualify=False)
    if value is not None:
        machine.await_body(Label.NESTED, name, value.opens)
    return True


def _exported(word: str) -> str:
    """Strip from a name what it is exported by."""
    name = f'{word}.'
    for prefix in _EXPORTS:
        name = name.removeprefix(f'{prefix}.')
    return name.replace('.prototype.', '.').removesuffix('.')
