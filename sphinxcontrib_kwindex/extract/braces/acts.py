"""What declaring words do; the tables of the languages are made of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.objects import class_of
from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine
    from sphinxcontrib_kwindex.extract.braces.scopes import Act

#: words that operate on the name before them
_OPERATORS: Final = frozenset(str.split('as extends in instanceof is of satisfies'))


def nothing(_: Machine, i: int) -> int:
    """Pass over a keyword."""
    return i + 1


def modifier(machine: Machine, i: int) -> int:
    """Let the statement begin behind this word."""
    if machine.at_start(i) or machine.is_item(i):
        machine.start = i + 1
    return i + 1


def contextual(act: Act) -> Act:
    """Let a word act only if another word or a bracket follows it; else it is a name."""

    def act_if_followed(machine: Machine, i: int) -> int:
        if machine.words[i + 1] in '[{*#' or _is_followed(machine, i):
            return act(machine, i)
        machine.name(i)
        return i + 1

    return act_if_followed


def _is_followed(machine: Machine, i: int) -> bool:
    following = machine.words[i + 1]
    if following in _OPERATORS or machine.lines[i] != machine.lines[i + 1]:
        return False
    is_dotted = '.' in following and following[0].isalpha()
    acts = following in machine.language.acts
    return machine.is_name(i + 1) or is_dotted or acts or following in '"\''


def annotation(machine: Machine, i: int) -> int:
    """Pass over ``@Name(…)`` and ``#[…]``; the statement begins behind it."""
    k = i + 1
    if machine.words[i] == '@':
        if machine.words[k] in machine.language.acts:  # "@interface"
            return k
        machine.use(k, called=machine.words[k + 1] == '(')
        k += 1
        bracket = '('
    else:
        k += machine.words[k] == '!'
        bracket = '['
    k = machine.past(k) if machine.words[k] == bracket else k
    if machine.at_start(i) or machine.is_item(i):
        machine.start = k
    return k


# -- what has braces


def scope(kind: Kind, label: Label, fields: tuple[str, ...] | None = None) -> Act:
    """Declare a class or the like; parameters behind one of these words are its fields."""

    def declare_scope(machine: Machine, i: int) -> int:
        if not machine.is_name(i + 1):
            return i + 1
        name = machine.define(i + 1, kind)
        k = _past_type_parameters(machine, i + 2)
        if machine.words[k] == '(':
            if fields is not None:
                declare_fields(machine, name, k, fields)
            k = machine.mute = machine.past(k)
        machine.await_body(label, name, k)
        return i + 2

    return declare_scope


def _past_type_parameters(machine: Machine, i: int) -> int:
    """Return the index past type parameters, and what stands between them and the fields."""
    k = machine.past_angles(i)
    if machine.words[k] == '[' and machine.words[machine.past(k)] in '({':
        return machine.past(k)  # of Scala
    behind = k
    while behind < k + AHEAD:
        word = machine.words[behind]
        if word == 'constructor':  # "@Inject() internal constructor(" of Kotlin
            return behind + 1
        if word != '@' and not machine.is_name(behind):
            break
        behind += 1 + (word == '@')
        if machine.words[behind] == '(':
            behind = machine.past(behind)
    return k


def declare_fields(machine: Machine, owner: str, opens: int, fields: tuple[str, ...]) -> None:
    """Declare the fields of a class that stand among its parameters."""
    for k in machine.parameters(opens):
        if not fields or machine.words[k - 1] in fields:
            name = f'{owner}{machine.language.separator}{machine.words[k]}'
            machine.objects.attributes[name] = class_of(machine, k)
            machine.ledger.define(name, Kind.ATTRIBUTE, machine.lines[k])


def enumeration(machine: Machine, i: int) -> int:
    """Declare an enumeration, also as ``enum class``."""
    if machine.words[i + 1] in ('class', 'struct'):
        i += 1
    return _ENUM(machine, i)


_ENUM: Final = scope(Kind.ENUM, Label.ENUM)


def extension(machine: Machine, i: int) -> int:
    """Open the scope of a name that is declared elsewhere."""
    if not machine.words[i + 1][0].isalpha():
        return i + 1
    machine.use(i + 1)
    machine.await_body(Label.CLASS, machine.words[i + 1], i + 2)
    return i + 2


def extension_of_parameter(machine: Machine, i: int) -> int:
    """Open the scope of the type of a parameter: ``extension (name: Type)``."""
    k = i + 1
    if machine.words[k] == '[':
        k = machine.past(k)
    behind = machine.past(k)
    if machine.words[k] != '(' or machine.words[k + 2] != ':':
        machine.name(i)
        return i + 1
    machine.use(k + 3)
    machine.await_body(Label.CLASS, machine.words[k + 3], behind)
    return behind


def given(machine: Machine, i: int) -> int:
    """Declare the instance of a type that Scala has at hand, if it has a name."""
    behind = i + 2
    while machine.words[behind] in ('[', '('):  # the parameters of the instance
        behind = machine.past(behind)
    if machine.is_name(i + 1) and machine.words[behind] == ':':
        name = machine.define(i + 1, Kind.VARIABLE)
        machine.await_body(Label.CLASS, name, i + 2)
        return i + 2
    machine.await_body(Label.FUNCTION, machine.scope.prefix, i + 1)
    return i + 1


def companion(act: Act) -> Act:
    """Let the members of an object without a name belong to what is around it."""

    def declare_companion(machine: Machine, i: int) -> int:
        if machine.words[i - 1] == 'companion' and machine.words[i + 1] in '{:':
            machine.await_body(Label.CLASS, machine.scope.prefix, i + 1)
        return act(machine, i)

    return declare_companion


def namespace(kind: Kind, *, qualifies: bool) -> Act:
    """Declare a package or the like; if it is a file's, its names are used without it."""

    def declare_namespace(machine: Machine, i: int) -> int:
        name = machine.words[i + 1]
        if not name[0].isalpha() and name[0] != '_':
            return i + 1
        full = machine.define(i + 1, kind)
        machine.await_body(Label.MODULE, full if qualifies else machine.scope.prefix, i + 2)
        return i + 2

    return declare_namespace


# -- functions


def function(machine: Machine, i: int) -> int:
    """Declare a function; one without a name declares nothing."""
    k = i + 1
    while machine.words[k] in ('*', '&'):
        k += 1
    k = machine.past_angles(k)
    if not (machine.is_name(k) or _is_received(machine, k)):
        return i + 1
    name = machine.words[k]
    opens = machine.past_angles(k + 1)
    if machine.words[opens].startswith(('.', '?.')):  # what "Map<K, V>?.name" is added to
        name += machine.words[opens]
        opens = machine.past_angles(opens + 1)
    if machine.words[opens] == '[':  # type parameters of Scala
        opens = machine.past(opens)
    name = machine.define(k, machine.function_kind(), name.replace('?', ''))
    machine.callable(name, opens)
    return k + 1


def _is_received(machine: Machine, i: int) -> bool:
    """Tell whether this is a function's name with the type it is added to."""
    word = machine.words[i].replace('?', '')
    return '.' in word and all(map(str.isidentifier, word.split('.')))


def named(name: str) -> Act:
    """Declare a function that is named by its keyword, such as ``init``."""

    def declare_named(machine: Machine, i: int) -> int:
        opens = machine.past_angles(i + 1 + (machine.words[i + 1] in ('?', '!')))
        if machine.words[opens] == '(' and machine.at_start(i):
            machine.callable(machine.define(i, machine.function_kind(), name), opens)
        return i + 1

    return declare_named


def equals(machine: Machine, i: int) -> int:
    """Let the body of a function be what it is equal to."""
    if machine.awaited is not None and i >= machine.awaited[1]:
        body, machine.awaited = machine.awaited[0], None
        if machine.words[i + 1] == '{':
            machine.bodies[i + 1] = body
    return i + 1
