"""Members, assignments and values of JavaScript and TypeScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.braces.acts import declare_fields, destructure, function
from sphinxcontrib_kwindex.extract.braces.machine import AHEAD, Label
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Act, Machine

#: behind one of these, a function is a value, and its name its own affair
_EXPECTS_VALUE: Final = frozenset(['=', '(', ',', ':', '?', '[', '=>', 'return', 'new', 'typeof', 'void', '==', '===', '!=', '!=='])
#: where a type annotation ends without a value
_NO_VALUE: Final = frozenset([';', ',', ')', '}', '{', '\x00'])
#: a parameter of a constructor behind one of these is a field
_FIELDS: Final = ('override', 'private', 'protected', 'public', 'readonly')
_OBJECTS: Final = frozenset({Label.OBJECT, Label.NESTED})
_MEMBERS: Final = _OBJECTS | {Label.CLASS}
_EXPORTS: Final = ('module.exports', 'exports', 'window', 'globalThis', 'global')


class _Value(NamedTuple):
    """What a variable is given, if it has names of its own."""

    label: Label
    #: the bracket of its parameters, or of its members
    opens: int
    #: what comes behind its parameters
    body: int


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
    _declare(machine, i, i + 1)
    return True


def item(machine: Machine, i: int) -> bool:
    """Find the members of an object literal."""
    if not machine.is_item(i):
        return False
    if machine.words[i + 1] == ':':
        _declare(machine, i, i + 1)
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
    if following == '(' and machine.scope.label is Label.MODULE and machine.at_start(i):
        return _method(machine, i)
    if machine.listing and machine.words[i - 1] == ',' and machine.is_item(i):
        if not _is_required(machine, i + 1):
            _declare(machine, i, i + 1)
        return True
    return following == '=' and _assignment(machine, i)


def parameter(machine: Machine, i: int) -> bool:
    return machine.words[i + 1] in '=,):?' and machine.words[i - 1] not in '=:'


# -- acts


def or_member(act: Act) -> Act:
    """Let a keyword be a name where it is one of a member: ``delete() {``."""

    def act_or_member(machine: Machine, i: int) -> int:
        label = machine.scope.label
        if label in _MEMBERS and machine.words[i] != 'new' and machine.words[i + 1] in '(:?=<;' and i >= machine.mute:
            rule = member if label is Label.CLASS else item
            if rule(machine, i):
                return i + 1
        return act(machine, i)

    return act_or_member


def function_statement(machine: Machine, i: int) -> int:
    """Declare a function, if it is one that is declared and not a value."""
    before = machine.words[i - 2 if machine.words[i - 1] == 'async' else i - 1]
    exported = before == '=' and machine.words[i - 2] in ('module.exports', 'exports')
    return i + 1 if before in _EXPECTS_VALUE and not exported else function(machine, i)


def variable_statement(machine: Machine, i: int) -> int:
    """Declare variables, functions that are values, and what is imported by ``require``."""
    k = i + 1
    if machine.words[i - 1] in ('(', '<', ',', 'as'):
        return _loop_variable(machine, k)
    if machine.words[k] in '[{':
        if not _is_required(machine, machine.past(k)):
            destructure(machine, k)
        return k + 1
    if not machine.is_name(k):
        return k
    machine.listing = True
    if not _is_required(machine, k + 1):
        _declare(machine, k, k + 1)
    return k + 1


def _loop_variable(machine: Machine, i: int) -> int:
    """Declare a variable of a loop; ``<const T>`` declares none."""
    if machine.words[i - 2] == '(' and machine.is_name(i):
        machine.ledger.local(machine.words[i], machine.lines[i])
    return i


def _is_required(machine: Machine, i: int) -> bool:
    return machine.words[i] == '=' and machine.words[i + 1] == 'require'


def _declare(machine: Machine, i: int, k: int) -> None:
    """Declare a name by what it is given behind an equals sign, or a colon."""
    value = _value(machine, _value_starts(machine, k))
    if value is None:
        machine.variable(i)
        return
    _declare_valued(machine, i, value, machine.words[i].lstrip('#'))


def _declare_valued(machine: Machine, i: int, value: _Value, name: str) -> None:
    if value.label is Label.OBJECT:
        machine.variable(i)
        if machine.scope.label is not Label.FUNCTION:
            label = Label.OBJECT if machine.scope.label is Label.MODULE else Label.NESTED
            machine.await_body(label, machine.qualified(name), value.opens)
    elif value.label is Label.CLASS:
        machine.await_body(Label.CLASS, machine.define(i, Kind.CLASS, name), value.body)
    else:
        name = machine.define(i, machine.function_kind(), name)
        machine.callable(name, value.opens, value.body)


def _value_starts(machine: Machine, k: int) -> int:
    """Find the value behind a name and its type."""
    if machine.words[k] == '=' or machine.scope.label in _OBJECTS:
        return k + 1
    end = k + AHEAD
    while k < end and machine.words[k] not in _NO_VALUE:
        if machine.words[k] == '=':
            return k + 1
        k = max(machine.past(k), machine.past_angles(k))
        if machine.at_start(k):
            break
    return -1


def _value(machine: Machine, i: int) -> _Value | None:
    """Tell what stands here: a function, a class, an object, or nothing of interest."""
    if i < 0:
        return None
    i += machine.words[i] == 'async'
    word = machine.words[i]
    if word == '{':
        return _Value(Label.OBJECT, i, i)
    if word == 'class':
        return _Value(Label.CLASS, i, i + 1)
    if word == 'function':
        return _function_value(machine, i)
    return _arrow(machine, machine.past_angles(i))


def _function_value(machine: Machine, i: int) -> _Value | None:
    for opens in range(i + 1, i + 4):
        if machine.words[opens] == '(':
            return _Value(Label.FUNCTION, opens, machine.past(opens))
    return None


def _arrow(machine: Machine, i: int) -> _Value | None:
    """Tell whether an arrow function begins here, maybe in brackets of its own."""
    if machine.words[i] == machine.words[i + 1] == '(' != machine.words[machine.past(i)]:
        i += 1  # but it is not called at once
    k = machine.past(i)
    if machine.words[i] == '(' and machine.words[k] == ':':  # the type of what it returns
        end = k + AHEAD
        while k < end and machine.words[k] not in ('=>', ';', '\0'):
            k = machine.past(k)
    if machine.words[k] == '=>' and (machine.words[i] == '(' or machine.is_name(i)):
        return _Value(Label.FUNCTION, i, k + 1)
    return None


def _method(machine: Machine, i: int) -> bool:
    opens = machine.past_angles(i + 1 + (machine.words[i + 1] == '?'))
    if machine.words[opens] != '(':
        return False
    behind = machine.past(opens)
    declared = machine.words[behind] in ':;,}' or machine.at_start(behind)
    if machine.words[behind] != '{' and not (machine.scope.label is Label.CLASS and declared):
        return False
    name = machine.define(i, Kind.METHOD, machine.words[i].lstrip('#'))
    if machine.words[i] == 'constructor':
        declare_fields(machine, machine.scope.prefix, opens, _FIELDS)
    machine.callable(name, opens)
    return True


def _assignment(machine: Machine, i: int) -> bool:
    word = machine.words[i]
    value = _value(machine, i + 2)
    if word.startswith('this.'):
        return _own_attribute(machine, i, value)
    name = _exported(word)
    if value is None or (value.label is Label.OBJECT and name == word):
        return False
    if name:
        _declare_assigned(machine, i, value, name)
    elif value.label is Label.OBJECT:
        machine.await_body(Label.OBJECT, '', value.opens)
    return bool(name)


def _own_attribute(machine: Machine, i: int, value: _Value | None) -> bool:
    """Declare what an object is given by itself."""
    name = machine.own(machine.words[i])
    if not name or name.count('.') != machine.scope.owner.count('.') + 1:
        return False
    if value is None or value.label is Label.OBJECT:
        machine.define(i, Kind.ATTRIBUTE, name, qualify=False)
        if value is not None:
            machine.await_body(Label.NESTED, name, value.opens)
    else:
        _declare_assigned(machine, i, value, name)
    return True


def _declare_assigned(machine: Machine, i: int, value: _Value, name: str) -> None:
    """Declare what is assigned to a name that says itself where it belongs."""
    if value.label is Label.FUNCTION:
        kind = Kind.METHOD if '.' in name else Kind.FUNCTION
        machine.callable(machine.define(i, kind, name, qualify=False), value.opens, value.body)
    elif value.label is Label.CLASS:
        machine.define(i, Kind.CLASS, name, qualify=False)
        machine.await_body(Label.CLASS, name, value.body)
    else:
        if not machine.words[i].endswith('prototype'):
            machine.define(i, Kind.VARIABLE, name, qualify=False)
        machine.await_body(Label.OBJECT, name, value.opens)


def _exported(word: str) -> str:
    """Strip from a name what it is exported by."""
    name = f'{word}.'
    for prefix in _EXPORTS:
        name = name.removeprefix(f'{prefix}.')
    return name.replace('.prototype.', '.').removesuffix('.')
