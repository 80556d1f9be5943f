"""The definitions in the sources that ``kwcheck_sources`` names, in any language."""

from __future__ import annotations

import re
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pygments.lexers import find_lexer_class_for_filename

from sphinxcontrib_kwindex.export.check.python import Module, Modules, read_module
from sphinxcontrib_kwindex.extract.languages import extract
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.model import Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinxcontrib_kwindex.model import Found

#: where Pygments is of another opinion, or cannot tell
_LANGUAGES = {'.h': 'cpp', '.hpp': 'cpp', '.cu': 'cuda', '.cuh': 'cuda', '.inc': 'c', '.pyi': 'python'}
#: folders of sources that are no part of the names of the modules in them
_ROOTS = frozenset({'src', 'lib', 'source', 'python', '..', '.', ''})
_OPTION = re.compile(r'''["'](--?[A-Za-z][\w-]*)(?=["'=\s,/])|(?<=[\w"'])/(--?[A-Za-z][\w-]*)''')


class Definition(NamedTuple):
    """Something that is defined in the sources."""

    #: as its users call it, as far as is known: with its module in Python
    name: str
    kind: Kind
    #: from the configuration directory
    file: str
    line: int


class Sources(NamedTuple):
    """All that the sources tell."""

    definitions: tuple[Definition, ...]
    #: modules of Python
    modules: Modules
    #: last components of whatever stands in the sources, defined there or used
    words: frozenset[str]
    #: what looks like an option of a command in a string
    options: frozenset[str]


def files_of(patterns: Iterable[str], root: Path) -> list[str]:
    """Give the files that patterns name, from a directory on; a directory stands for all in it."""
    found: set[str] = set()
    for pattern in patterns:
        for name in glob(pattern, root_dir=root, recursive=True):  # noqa: PTH207  it takes ".."
            path = root / name
            if path.is_file():
                found.add(Path(name).as_posix())
            elif not any(char in pattern for char in '*?['):
                found |= {
                    f'{Path(name).as_posix()}/{p.relative_to(path).as_posix()}'
                    for p in path.rglob('*')
                    if p.is_file()
                }
    return sorted(found)


def language_of(name: str) -> str:
    """Tell the language of a file by its name; the empty one is no code."""
    path = Path(name)
    if language := _LANGUAGES.get(path.suffix.lower()):
        return language
    lexer = find_lexer_class_for_filename(path.name)
    return lexer.aliases[0] if lexer is not None and lexer.aliases else ''


def read(files: Iterable[str], root: Path) -> Sources:
    """Read all files."""
    definitions: list[Definition] = []
    modules: list[Module] = []
    words: set[str] = set()
    options: set[str] = set()
    for file in files:
        language = language_of(file)
        if code := _code(root / file) if language else '':
            found = extract(code, language)
            options.update(filter(None, (o for match in _OPTION.findall(code) for o in match)))
            words.update(last_component(one.name) for one in found)
            names = _module_names(file, root) if language == 'python' else ['']
            definitions += _definitions(found, file, names[0])
            if language == 'python':
                is_package = Path(file).stem == '__init__'
                members = _members(found)
                modules += [
                    read_module(name, code, members, is_package=is_package) for name in names
                ]
    return Sources(tuple(definitions), Modules(modules), frozenset(words), frozenset(options))


def _code(path: Path) -> str:
    try:
        return path.read_text(encoding='utf-8', errors='replace')
    except OSError:
        return ''


def _module_names(file: str, root: Path) -> list[str]:
    """Name a module of Python from the outermost package on.

    There are packages without a file of their own: then it may be named from each folder on.
    """
    path = Path(file)
    names = [] if path.stem == '__init__' else [path.stem]
    found = ['.'.join(names)]
    for folder in path.parents:
        if folder.name in _ROOTS or not folder.name.isidentifier():
            break
        names.insert(0, folder.name)
        name = '.'.join(names)
        is_package = any((root / folder / f'__init__.{end}').is_file() for end in ('py', 'pyi'))
        found = [name] if is_package else [*found, name]
    return [name for name in found if name] or [path.parent.name]


def _definitions(found: Iterable[Found], file: str, module: str) -> Iterator[Definition]:
    for one in found:
        if one.sort is Sort.DEFINITION and one.kind is not Kind.MODULE:
            name = f'{module}.{one.name}' if module else one.name
            yield Definition(name, one.kind, file, one.line)


def _members(found: Iterable[Found]) -> dict[str, set[str]]:
    """Give what is defined in each class; the empty name is the module."""
    members: dict[str, set[str]] = {}
    for one in found:
        if one.sort is Sort.DEFINITION:
            scope, _dot, name = one.name.rpartition('.')
            members.setdefault(scope, set()).add(name)
    return members
