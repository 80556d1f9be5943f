"""What the sources define that ``kwcheck_sources`` names, in any language."""

from __future__ import annotations

import os
import re
from functools import reduce
from glob import glob
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pygments.lexers import find_lexer_class_for_filename

from sphinxcontrib_kwindex.check.lookup import Lookup
from sphinxcontrib_kwindex.check.manifests import programs_of
from sphinxcontrib_kwindex.check.outlines import Outlines, outline_of
from sphinxcontrib_kwindex.check.scopes import scopes_of
from sphinxcontrib_kwindex.extract.languages import extract
from sphinxcontrib_kwindex.extract.names import last_component, option_names
from sphinxcontrib_kwindex.model import Found, Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from sphinxcontrib_kwindex.check.outlines import Outline
    from sphinxcontrib_kwindex.check.scopes import Scope

    Extractors = Mapping[str, Callable[[str], list[Found]]]

#: where Pygments is of another opinion, or cannot tell
_LANGUAGES = {
    '.h': 'cpp', '.hpp': 'cpp', '.cu': 'cuda', '.cuh': 'cuda', '.inc': 'c', '.pyi': 'python',
}  # fmt: skip
#: languages that import names from packages which are called by a string
SCRIPTS = frozenset({'javascript', 'js', 'jsx', 'mjs', 'ts', 'tsx', 'typescript'})
#: folders of sources that are no part of the names of the modules in them
_ROOTS = frozenset({'src', 'lib', 'source', 'python', '..', '.', ''})
#: a string that begins with an option, and is no sentence
_OPTIONS = re.compile(r"""["'](--?\w[^"'\n]{0,80})""")
#: what is named in a string exists in some way, as the name of an entry point
_NAMED = re.compile(r"""["'](\w+(?:\.\w+)+)["']""")
_QUOTED = re.compile(r"""["']([A-Za-z_]\w+)["']""")
#: tables of options have them without dashes in many languages
#: scripts have them without quotes, and style sheets have properties that begin so
_DASHED = re.compile(r'(?<![\w-])--[a-z][\w-]*')
#: the name that a parser of a command line is given
_PROGRAM = re.compile(
    r"""\b(?:ArgumentParser|OptionParser|Command::new|scriptName)\(\s*["'](\w[\w.-]*)["']"""
    r"""|\bprog(?:_name|ram)?\s*=\s*["'](\w[\w.-]*)["']"""
)
_CRATE = re.compile(r'^\[package\][^\[]*^name\s*=\s*"([\w-]+)"', re.MULTILINE)
_WORDS = re.compile(r"""["']([A-Za-z][\w-]+)["']""")


class Definition(NamedTuple):
    """Something that is defined in the sources."""

    #: in Python with its module
    name: str
    kind: Kind
    #: from the configuration directory
    file: str
    line: int


class Sources(NamedTuple):
    """All that the sources tell."""

    definitions: tuple[Definition, ...] = ()
    python: Lookup = Lookup({})
    others: Outlines = Outlines()
    #: the last components of all that is defined or comes from elsewhere
    words: frozenset[str] = frozenset()
    #: all options of commands
    options: frozenset[str] = frozenset()
    #: qualified names in strings
    named: frozenset[str] = frozenset()
    #: single names in strings of Python
    quoted: frozenset[str] = frozenset()
    #: what programs call themselves
    programs: frozenset[str] = frozenset()
    #: files of which nobody knows what is in them
    unread: tuple[str, ...] = ()


def files_of(patterns: Iterable[str], root: Path) -> list[str]:
    """Give the files that patterns name, from a directory on; a directory stands for all in it."""
    found: set[str] = set()
    for pattern in patterns:
        for name in glob(pattern, root_dir=root, recursive=True):  # noqa: PTH207  it takes ".."
            if (root / name).is_file():
                found.add(Path(name).as_posix())
            elif not re.search(r'[*?[]', pattern):
                found.update(files_of([f'{name}/**/*'], root))
    return sorted(found)


def language_of(name: str) -> str:
    """Tell the language of a file by its name; the empty one is no code."""
    path = Path(name)
    if language := _LANGUAGES.get(path.suffix.lower()):
        return language
    lexer = find_lexer_class_for_filename(path.name)
    return lexer.aliases[0] if lexer is not None and lexer.aliases else ''


def read(files: Iterable[str], root: Path, extractors: Extractors) -> Sources:
    """Read all files."""
    files = list(files)
    definitions: list[Definition] = []
    scopes: dict[str, list[Scope]] = {}
    words: set[str] = set()
    options: set[str] = set()
    named: set[str] = set()
    quoted: set[str] = set()
    scripts: set[str] = set()
    programs = set(programs_of(files, root))
    unread: dict[str, None] = {}
    outlines: list[Outline] = []
    for file in files:
        language = language_of(file)
        if language and (code := _text(root / file)):
            own = extractors.get(language)
            found = own(code) if own else extract(code, language)
            defined = [one for one in found if one.sort is Sort.DEFINITION]
            words.update(_words_of(found))
            options.update(_options_in(code, language))
            named.update(_NAMED.findall(code))
            if language == 'python':
                quoted.update(_QUOTED.findall(code))
            scripts.update(_script_module(file, language))
            programs.update(''.join(names) for names in _PROGRAM.findall(code))
            modules = _module_names(file, root) if language == 'python' else []
            definitions += _definitions(defined, file, modules)
            if outline := outline_of(code, language, found, _crate(file, language, root)):
                outlines.append(outline)
            for module in modules:
                is_package = Path(file).stem == '__init__'
                for name, scope in scopes_of(
                    module, code, (one.name for one in defined), is_package=is_package
                ):
                    scopes.setdefault(name, []).append(scope)
                    if scope.is_torn:
                        unread[file] = None
    return Sources(
        tuple(definitions),
        Lookup({name: reduce(or_, alike) for name, alike in scopes.items()}),
        Outlines(outlines, scripts),
        words=frozenset(words),
        options=frozenset(options),
        named=frozenset(named),
        quoted=frozenset(quoted),
        programs=frozenset(programs),
        unread=tuple(unread),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding='utf-8-sig', errors='replace')
    except OSError:
        return ''


def _words_of(found: Iterable[Found]) -> Iterator[str]:
    """Give what a file defines or imports, or calls of something that it imports."""
    for one in found:
        if one.sort in {Sort.DEFINITION, Sort.LOCAL}:
            yield last_component(one.name)
        elif one.sort is Sort.IMPORT:
            yield from one.name.split('.')


def _options_in(code: str, language: str) -> Iterator[str]:
    for text in _OPTIONS.findall(code):
        yield from option_names(text)
    if language != 'python':
        yield from (f'--{word}' for word in _WORDS.findall(code))
        yield from _DASHED.findall(code)


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
    return [name for name in found if name] or [(root / path).resolve().parent.name]


def _script_module(file: str, language: str) -> list[str]:
    """Name a module of JavaScript or TypeScript as those do that import it."""
    path = Path(file)
    is_script = language in SCRIPTS
    return [path.parent.name if path.stem == 'index' else path.stem] if is_script else []


def _crate(file: str, language: str, root: Path) -> tuple[str, ...]:
    """Name the crate of a source of Rust; no source tells it."""
    for folder in Path(file).parents if language == 'rust' else ():
        if match := _CRATE.search(_text(root / folder / 'Cargo.toml')):
            return (match[1].replace('-', '_'),)
    return ()


def _definitions(
    defined: Iterable[Found], file: str, modules: list[str]
) -> Iterator[Definition]:
    for one in defined:
        if one.kind is not Kind.MODULE:
            name = f'{modules[0]}.{one.name}' if modules else one.name
            yield Definition(name, one.kind, file, one.line)


def relative(path: str, start: Path) -> str:
    """Name a file from a directory on, which need not hold it."""
    return Path(os.path.relpath(path, start)).as_posix()
