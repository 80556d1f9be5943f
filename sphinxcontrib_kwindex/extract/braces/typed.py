"""Members of languages that put the type before the name: Java and C#."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.extract.braces.tokens import AHEAD, END
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

#: words that no type ends with
_NO_TYPES: Final = frozenset(
    str.split("""
    as await base break by case catch continue default descending do else equals extends finally for
    foreach from goto group if implements import in instanceof into is join let lock namespace
    nameof new not on or orderby out package permits return select sizeof stackalloc switch
    synchronized throw throws try typeof using where while with yield
    """)
)
#: what stands behind the parameters of a method that has a body, or behind a prototype
_BEHIND: Final = frozenset((*str.split('{ ; throws => where : default'), END))
#: what stands behind the name of a field or property
_BEHIND_FIELD: Final = frozenset(str.split('= ; , { =>'))


def member(machine: Machine, i: int) -> bool:
    """Find methods, fields and properties in classes, and what is like them in fragments."""
    following = machine.words[i + 1]
    if following in '(<':
        return _method(machine, i)
    if following == '[':  # "int a[];", but not "new int[]"
        following = machine.words[machine.past(i + 1)]
    return following in _BEHIND_FIELD and _field(machine, i)


def local(machine: Machine, i: int) -> bool:
    """Find local variables, and local functions."""
    following = machine.words[i + 1]
    if following == '(':
        return machine.language.nests and _is_typed(machine, i) and _method(machine, i)
    is_chosen = following == ':' and machine.words[i - 1] == '?'  # "a ? b : c"
    if following in ('=', ';', ':', 'in') and not is_chosen and _is_typed(machine, i):
        machine.variable(i)
        return True
    return False


def parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter, which stands behind its type."""
    return machine.words[i + 1] in '=,)' and machine.words[i - 1] not in '(,='


def delegate(machine: Machine, i: int) -> int:
    """Declare a type of functions."""
    for k in range(i + 1, i + AHEAD):
        if machine.words[k] in ';{\0':
            break
        opens = machine.past_angles(k)
        if machine.words[opens] == '(' and machine.is_name(k - 1):
            machine.define(k - 1, Kind.TYPE)
            return machine.past(opens)
    return i + 1


def _is_typed(machine: Machine, i: int) -> bool:
    before = machine.words[i - 1]
    if before == ')':
        return _is_tuple(machine, i - 1)
    if before == '>':
        return _closes_angles(machine, i - 1)
    if before == '*':  # "int* a;", "int** a;", but not "= a * b;"
        return machine.at_start(i - (3 if machine.words[i - 2] == '*' else 2))
    if before in ']?':
        return machine.words[i - 2] not in ')?'
    is_word = before[0].isalpha() or before[0] in '_$.'
    is_named = machine.is_name(i) or _is_operator(machine.words[i])
    return is_word and before not in _NO_TYPES and is_named


def _closes_angles(machine: Machine, i: int) -> bool:
    """Tell whether this closes type arguments, or compares."""
    depth = 0
    for k in range(i, max(i - AHEAD, -1), -1):
        word = machine.words[k]
        depth += (word == '>') - (word == '<')
        if not depth:
            return True
        if not (word[0].isalpha() or word[0] in '_$.' or word in '<>,?[]()&@*'):
            return False
    return False


def _is_tuple(machine: Machine, i: int) -> bool:
    """Tell whether this closes the type ``(int a, int b)`` at the start of a statement."""
    has_comma = False
    for k in range(i - 1, max(i - AHEAD, -1), -1):
        has_comma |= machine.words[k] == ','
        if machine.tokens.closes.get(k) == i:
            return has_comma and machine.at_start(k)
        if machine.words[k] in ';{}':
            break
    return False


def _is_operator(word: str) -> bool:
    """Tell ``operator ==`` from a name."""
    return word.startswith('operator') and not word.isidentifier()


def _method(machine: Machine, i: int) -> bool:
    opens = machine.past_angles(i + 1)
    if machine.words[opens] != '(':
        return False
    behind = machine.words[machine.past(opens)] if opens in machine.tokens.closes else END
    if behind not in _BEHIND or (behind == ';' and machine.scope.label is Label.FUNCTION):
        return False
    if not _is_typed(machine, i) and not (behind == '{' and _is_constructor(machine, i)):
        return False
    name = machine.words[i]
    if _is_operator(name):
        name = f'operator {name.removeprefix("operator").strip()}'
    machine.callable(machine.define(i, Kind.METHOD, name), opens)
    return True


def _is_constructor(machine: Machine, i: int) -> bool:
    """Tell whether a method has the name of its class; of a fragment, that may be unknown."""
    name, prefix = machine.words[i], machine.scope.prefix
    is_unknown = not prefix and name[0].isupper() and machine.is_name(i)
    return machine.at_start(i) and (is_unknown or name == prefix.rpartition('.')[2])


def _field(machine: Machine, i: int) -> bool:
    listed = machine.listing and machine.words[i - 1] == ',' and machine.is_item(i)
    if not listed and not _is_typed(machine, i):
        return False
    if machine.words[i + 1] == ',' and not machine.is_item(i + 2):
        return False  # "(int a, int b)"
    machine.listing = True
    machine.variable(i, constant=machine.words[i - 2] == 'const')
    return True
