"""What words of import do: one act for each way of saying it.

A module is an import of kind ``module``, a name out of it one of kind ``import`` under the name
``module.name``. What a name is called here leads to what it is called there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces.scopes import Label
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine

_QUOTES: Final = '"\'`'
#: the name of a file that is imported as a module
_SUFFIX = re.compile(r'\.(?:[cm]?[jt]sx?|json)$')
_RELATIVE = re.compile(r'^(?:\.\.?/)+|^\.\.?$')


def dotted(machine: Machine, i: int) -> int:
    """Java, Kotlin, Scala: ``import a.b.C``, ``import a.b.{C, D => E}``, ``import a.b.*``."""
    k = i + 1 + (machine.words[i + 1] == 'static')
    path = machine.words[k]
    if not path[0].isalpha():
        return k
    behind = machine.words[k + 1]
    if behind == '{':
        module(machine, k, path)
        return _selected(machine, k + 1, path, '.')
    if behind == '*' or path.endswith('._'):
        module(machine, k, path.removesuffix('._'))
        return k + 1
    return _import(machine, k, path, '.')


def using(machine: Machine, i: int) -> int:
    """C#: ``using A.B;``, ``using X = A.B.C;``."""
    k = i + 1 + (machine.words[i + 1] == 'static')
    if machine.words[k + 1] == ';':
        module(machine, k, machine.words[k])
        return k + 1
    if machine.words[k + 1] == '=' and machine.words[k + 3] == ';':
        _name(machine, k + 2, machine.words[k + 2], machine.words[k])
        return k + 3
    return i + 1


def rust(machine: Machine, i: int) -> int:
    """Rust: ``use a::b::{c, d::{e as f}};``."""
    k, prefixes, path = i + 1, [''], ''
    while machine.words[k] in _TREE or machine.is_name(k) or _is_path(machine.words[k]):
        word = machine.words[k]
        if word == '{':
            prefixes.append(path)
        elif word == '}' and len(prefixes) > 1:
            prefixes.pop()
        elif word == 'as':
            machine.uses.aliases[machine.words[k + 1]] = path
            k += 1
        elif word == '*':
            module(machine, k, _from_root(path if machine.words[k - 1] == '::' else prefixes[-1]))
        elif word not in _TREE:
            path = f'{prefixes[-1]}::{word.removeprefix("::")}'.removeprefix('::')
            if machine.words[k + 1] != '::':
                _rust_name(machine, k, path)
        k += 1
    return k


def _is_path(word: str) -> bool:
    return '::' in word or word in ('crate', 'self', 'super')


_TREE: Final = frozenset(('{', '}', ',', '*', '::', 'as'))


def _rust_name(machine: Machine, k: int, path: str) -> None:
    path = _from_root(path)
    parent, _, name = path.rpartition('::')
    if machine.words[k] == 'self' or not parent:
        machine.uses.aliases[name] = module(machine, k, path)
    else:
        module(machine, k, parent)
        _name(machine, k, path, name)


def _from_root(path: str) -> str:
    """Strip from a path what tells where it begins."""
    return re.sub(r'^(?:(?:crate|self|super)(?:::|$))+', '', path).removesuffix('::self')


def crate(machine: Machine, i: int) -> int:
    """Rust: ``extern crate a;``; otherwise it tells how something is linked."""
    if machine.words[i + 1] == 'crate':
        module(machine, i + 2, machine.words[i + 2])
        return i + 3
    return i + 1


def php(machine: Machine, i: int) -> int:
    r"""PHP: ``use A\B as C, D\{E, F};``; in a class, it takes over what another one has."""
    k = i + 1 + (machine.words[i + 1] in ('function', 'const'))
    if machine.scope.label is Label.CLASS or machine.words[k] == '(':
        return i + 1
    while machine.is_name(k) or '\\' in machine.words[k]:
        path = machine.words[k].strip('\\')
        if machine.words[k + 1] == '{':
            module(machine, k, path)
            k = _selected(machine, k + 1, path, '\\')
        else:
            k = _import(machine, k, path, '\\')
        k += machine.words[k] == ','
    return k


def swift(machine: Machine, i: int) -> int:
    """Swift: ``import A``, ``import class A.B``."""
    k = i + 1 + (machine.words[i + 1] in machine.language.reserved)
    if k == i + 1 and '.' not in machine.words[k]:
        module(machine, k, machine.words[k])
        return k + 1
    return _import(machine, k, machine.words[k], '.')


def go(machine: Machine, i: int) -> int:
    """Go: ``import "a/b"``, ``import (c "a/b")``; a package is called by its last part."""
    k = i + 1
    grouped = machine.words[k] == '('
    k += grouped
    while machine.words[k][0] in '"`' or machine.words[k + 1][0] in '"`':
        named = machine.words[k][0] not in '"`'
        path = machine.words[k + named].strip(_QUOTES)
        module(machine, k + named, path)
        if named:
            machine.uses.aliases[machine.words[k]] = path.rpartition('/')[2]
        k += 1 + named
        if not grouped:
            break
    return k


# -- all of them


def module(machine: Machine, i: int, path: str) -> str:
    """Write down a module and return what its names are qualified with."""
    path = _RELATIVE.sub('', path).removeprefix('node:')
    machine.ledger.add(path, Kind.MODULE, Sort.IMPORT, machine.lines[i])
    return _SUFFIX.sub('', path if path.startswith('@') else path.rpartition('/')[2])


def _name(machine: Machine, i: int, path: str, called: str) -> None:
    machine.ledger.add(path, Kind.IMPORT, Sort.IMPORT, machine.lines[i])
    machine.uses.aliases[called] = path


def _import(machine: Machine, i: int, path: str, link: str) -> int:
    """Write down a name with its path, and return the index behind it and what it is called."""
    parent, _, name = path.rpartition(link)
    behind = i + 1
    if machine.words[behind] == 'as':
        name, behind = machine.words[behind + 1], behind + 2
    if parent:
        module(machine, i, parent)
    _name(machine, i, path, name)
    return behind


def _selected(machine: Machine, opens: int, path: str, link: str) -> int:
    """Read the names in brackets behind their common path."""
    path, k = path.rstrip(link), opens + 1
    while machine.words[k] not in ('}', ';', '\0'):
        word = machine.words[k]
        if machine.words[k + 1] in ('=>', 'as'):
            _name(machine, k, f'{path}{link}{word}', machine.words[k + 2])
            k += 2
        elif word[0].isalpha():
            _name(machine, k, f'{path}{link}{word}', word.rpartition(link)[2])
        k += 1
    return k + 1
