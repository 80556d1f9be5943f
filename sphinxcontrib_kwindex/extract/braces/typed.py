"""Members of languages that put the type before the name: Java and C#."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.machine import AHEAD, Label
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

#: words that no type ends with
_NO_TYPES: Final = frozenset(
    ['as', 'await', 'base', 'break', 'by', 'case', 'catch', 'continue', 'default', 'descending', 'do', 'else', 'equals', 'extends', 'finally', 'for', 'foreach', 'from', 'goto', 'group', 'if', 'implements', 'import', 'in', 'instanceof', 'into', 'is', 'join', 'let', 'lock', 'namespace', 'nameof', 'new', 'not', 'on', 'or', 'orderby', 'out', 'package', 'permits', 'return', 'select', 'sizeof', 'stackalloc', 'switch', 'synchronized', 'throw', 'throws', 'try', 'typeof', 'using', 'where', 'while', 'with', 'yield']
)
#: what stands behind the parameters of a method that has a body, or behind a prototype
_BEHIND: Final = frozenset(['{', ';', 'throws', '=>', 'where', ':', 'default'])


def member(machine: Machine, i: int) -> bool:
    """Find methods, fields and properties in classes, and what is like them in fragments."""
    if machine.awaited is not None and not machine.at_start(i):
        return False
    following = machine.words[i + 1]
    if following in '(<':
        return _method(machine, i)
    if following == '[':  # "int a[];", but not "new int[]"
        following = machine.words[machine.past(i + 1)]
    return following in '=;,{=>' and _field(machine, i)


def local(machine: Machine, i: int) -> bool:
    """Find local variables, and local functions."""
    following = machine.words[i + 1]
    if following == '(':
        return bool(machine.language.no_body) and _is_typed(machine, i) and _method(machine, i)
    if following in '=;:' and _is_typed(machine, i):
        machine.variable(i)
        return True
    return False


def parameter(machine: Machine, i: int) -> bool:
    return machine.words[i + 1] in '=,)' and machine.words[i - 1] not in '(,='


def _is_typed(machine: Machine, i: int) -> bool:
    before = machine.words[i - 1]
    if before in '>]?*':
        return machine.words[i - 2] != ')'
    is_word = before[0].isalpha() or before[0] in '_$.'
    return is_word and before not in _NO_TYPES and machine.is_name(i)


def _method(machine: Machine, i: int) -> bool:
    opens = machine.past_angles(i + 1)
    if machine.words[opens] != '(' or not (_is_typed(machine, i) or _is_constructor(machine, i)):
        return False
    behind = machine.words[machine.past(opens)]
    if behind not in _BEHIND or (behind == ';' and machine.scope.label is not Label.CLASS):
        return False
    machine.callable(machine.define(i, Kind.METHOD), opens)
    if behind in (';', '=>'):
        machine.awaited = None
    return True


def _is_constructor(machine: Machine, i: int) -> bool:
    """Tell whether a method has the name of its class."""
    return machine.words[i] == machine.scope.prefix.rpartition('.')[2] and machine.at_start(i)


def _field(machine: Machine, i: int) -> bool:
    typed = _is_typed(machine, i)
    if typed or (machine.listing and machine.words[i - 1] == ',' and machine.is_item(i)):
        machine.listing = True
        machine.variable(i)
        return True
    return False


def delegate(machine: Machine, i: int) -> int:
    """Declare a type of functions."""
    for k in range(i + 2, i + AHEAD):
        if machine.words[k] in ';{\0':
            break
        if machine.words[machine.past_angles(k)] == '(' and machine.is_name(k - 1):
            machine.define(k - 1, Kind.TYPE)
            return machine.past(machine.past_angles(k))
    return i + 1
