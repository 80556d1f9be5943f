"""What JavaScript and TypeScript import, and export out of other modules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.braces.imports import module
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

_QUOTES: Final = '"\'`'
_SYNTAX: Final = frozenset(('{', '}', ',', '*', 'as', 'from', 'type', 'typeof'))


class _Imported(NamedTuple):
    """A name that is imported; the module itself has none."""

    at: int
    name: str
    #: what it is called here
    called: str


def import_(machine: Machine, i: int) -> int:
    """Read ``import a, {b as c} from 'm'`` and ``import * as n from 'm'``."""
    names, k = _names(machine, i + 1)
    if machine.words[k][0] not in _QUOTES or machine.words[i + 1] == '(':
        return i + 1
    path = machine.words[k].strip(_QUOTES)
    parent = module(machine, k, path)
    for imported in names:
        is_default = imported.at == i + 1 and imported.called == imported.name
        if is_default and path[:1] not in ('.', '/'):  # whatever a package is called here
            machine.uses.aliases[imported.called] = parent
        else:
            _import(machine, parent, imported)
    return k + 1


def export(machine: Machine, i: int) -> int:
    """Read ``export {a} from 'm'``; else the statement begins behind ``export default``."""
    behind = machine.words[i + 1]
    if behind in '{*' or behind == 'type':
        k = import_(machine, i)
        if k == i + 1 and behind == '{':
            return machine.past(k)
    else:
        k = i + 1 + (behind == 'default')
    machine.start = k
    return k


def require(machine: Machine, i: int) -> int:
    """Take names out of a module: ``const {a, b: c} = …`` and the call of this function."""
    literal = machine.words[i + 2]
    if machine.words[i + 1] != '(' or literal[0] not in _QUOTES:
        return i + 1
    parent = module(machine, i + 2, literal.strip(_QUOTES))
    if machine.words[i - 1] == '=' and machine.is_name(i - 2):
        machine.uses.aliases[machine.words[i - 2]] = parent
    elif machine.words[i - 1] == '=' and machine.words[i - 2] == '}':
        _take_out(machine, i - 3, parent)
    return i + 3


def is_required(machine: Machine, i: int) -> bool:
    """Tell whether what stands here is the value of a module."""
    return machine.words[i] == '=' and machine.words[i + 1] == 'require'


def _names(machine: Machine, k: int) -> tuple[list[_Imported], int]:
    """Return the names that are imported, and where the module stands."""
    names: list[_Imported] = []
    while (word := machine.words[k]) in _SYNTAX or word == 'default' or machine.is_name(k):
        if word == 'as' and names:
            k += 1
            names[-1] = names[-1]._replace(called=machine.words[k])
        elif word == '*':
            names.append(_Imported(k, '', ''))
        elif word not in _SYNTAX:
            names.append(_Imported(k, word, word))
        k += 1
    return names, k


def _import(machine: Machine, parent: str, imported: _Imported) -> None:
    at, name, called = imported
    full = f'{parent}.{name}' if name else parent
    if name:
        machine.ledger.add(full, Kind.IMPORT, Sort.IMPORT, machine.lines[at])
    if called:
        machine.uses.aliases[called] = full


def _take_out(machine: Machine, k: int, parent: str) -> None:
    """Read what is taken out of a module, from its last name to its first."""
    called = ''
    while machine.words[k] in ',:' or machine.is_name(k):
        word = machine.words[k]
        if word == ':':
            called = machine.words[k + 1]
        elif machine.words[k - 1] in ',{' and word != ',':
            _import(machine, parent, _Imported(k, word, called or word))
            called = ''
        k -= 1
