"""Index of all names that exist: in the documentation, in inventories, in the sources.

Sources are the files of any language that ``kwcheck_sources`` names.

External names are those that documentation uses without their being its project's.
"""

from __future__ import annotations

import builtins
import difflib
import importlib
import keyword
import re
import sys
import warnings
from functools import cache, cached_property
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pygments.lexers import find_lexer_class_for_filename

from sphinxcontrib_kwindex.check.cli_options import installed_programs
from sphinxcontrib_kwindex.check.other_symbols import OtherSymbols
from sphinxcontrib_kwindex.check.python_symbols import PythonSymbols, scopes_of
from sphinxcontrib_kwindex.extract import extract, find_language
from sphinxcontrib_kwindex.extract.names import SEPARATOR, last_component, option_names, word_lists
from sphinxcontrib_kwindex.extract.python import parse
from sphinxcontrib_kwindex.model import Found, Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.check.python_symbols import Scope

    Extractors = Mapping[str, Callable[[str], list[Found]]]

#: domains whose objects are no names of code
_NO_CODE = frozenset({'kw', 'std', 'rst', 'math', 'citation', 'changeset', 'index'})
#: modules and namespaces of languages
_LANGUAGE_MODULES = sys.stdlib_module_names | {'std'}
#: options that every program has
_EVERY_PROGRAM = frozenset({'--help', '--version'})
#: the least similarity of a suggestion from another scope
_NEAR_ELSEWHERE = 0.8


class SymbolIndex:
    """Index of names that exist."""

    def __init__(self, env: BuildEnvironment, sources: Sources) -> None:
        """Collect the names of all domains and inventories of an environment."""
        self.sources = sources
        self._project = env.config.project
        #: object -> its domain
        self._domains = {
            name: domain_name
            for domain_name, domain in env.domains.items()
            if domain_name not in _NO_CODE
            for name, *_rest in domain.get_objects()
        }
        self.objects = self._domains.keys()
        defined = {one.name for one in sources.definitions}
        own = self.objects | defined
        inventory = {
            name
            for kind, names in getattr(env, 'intersphinx_inventory', {}).items()
            if kind.partition(':')[0] not in _NO_CODE
            for name in names
        }
        self._all = own | inventory | sources.named
        self._own = sorted(own)
        #: last component -> the full names that end in it
        self._by_ending: dict[str, list[str]] = {}
        for name in sorted(self._all - sources.named):
            self._by_ending.setdefault(last_component(name), []).append(name)
        options = env.domains.standard_domain.progoptions
        self.programs = {program for program, _name in options if program}
        self.options = sources.options.union(name for _program, name in options)

    @cached_property
    def tops(self) -> AbstractSet[str]:
        """Top-level modules and namespaces of the project.

        Sources are preferred: documentation also has objects of other projects.
        """
        return self._python_tops | self._other_tops

    @cached_property
    def _python_tops(self) -> AbstractSet[str]:
        documented = (name for name, domain in self._domains.items() if domain == 'py')
        return self.sources.python.tops or set(_tops(documented)) - _LANGUAGE_MODULES

    @cached_property
    def _other_tops(self) -> AbstractSet[str]:
        documented = (name for name, domain in self._domains.items() if domain != 'py')
        return set(_tops(documented)) - _LANGUAGE_MODULES

    @cached_property
    def declared_programs(self) -> AbstractSet[str]:
        """Names of programs by documentation and sources, with underscores for hyphens."""
        return {name.replace('-', '_') for name in self.programs | self.sources.programs}

    @cached_property
    def program_names(self) -> AbstractSet[str]:
        """All names by which the project's programs can be called, with underscores for hyphens."""
        names = self.tops | self.sources.others.spaces
        return self.declared_programs | {name.replace('-', '_') for name in names}

    @cached_property
    def own_names(self) -> AbstractSet[str]:
        """Names of the project and its parts in a sentence, in small letters."""
        return {name.casefold() for name in self.words | self.program_names | {self._project}}

    @cached_property
    def has_upper_functions(self) -> bool:
        """Check whether the project has functions or macros in capitals."""
        kinds = {Kind.FUNCTION, Kind.MACRO, Kind.METHOD}
        return any(
            one.kind in kinds and last_component(one.name).isupper()
            for one in self.sources.definitions
        )

    def is_own(self, name: str, *, may_be_python: bool = True) -> bool:
        """Check whether a name begins with a module, a namespace or a class of the project.

        Only a name that may be one of Python can begin with those of its sources.
        """
        first = SEPARATOR.split(name)[0]
        in_python = first in self._python_tops or first in self.sources.python.classes
        if in_python and may_be_python and '::' not in name:
            return True
        return first in self._other_tops or (
            first not in _LANGUAGE_MODULES and self.sources.others.is_own(name)
        )

    def exists(self, name: str) -> bool:
        """Check whether a full name exists, or may exist as far as the sources show."""
        if name in self._all or self._is_ending(name):
            return True
        python, others = self.sources.python, self.sources.others
        in_python = '::' not in name and python.knows(name) and python.exists(name)
        return in_python or (others.is_own(name) and others.exists(name))

    def is_value(self, name: str) -> bool:
        """Check whether a name of the sources is no module and no class, as far as they show."""
        python = self.sources.python
        return python.knows(name) and python.exists(name) and not python.is_scope(name)

    def _is_ending(self, name: str) -> bool:
        """Check whether a longer name ends in this one, or this one in what is documented."""
        return any(
            full.endswith((f'.{name}', f'::{name}'))
            or (full in self.objects and name.endswith((f'.{full}', f'::{full}')))
            for full in self._by_ending.get(last_component(name), ())
        )

    @property
    def words(self) -> AbstractSet[str]:
        """All parts of names, also those of modules and scopes."""
        parts = (part for name in self._all for part in SEPARATOR.split(name))
        return self.sources.words.union(parts)

    def is_word(self, name: str) -> bool:
        """Check whether any name ends in this one."""
        return name in self._by_ending or name in self.sources.words

    def has_option(self, name: str) -> bool:
        """Check whether any program has an option."""
        return name in self.options or name in _EVERY_PROGRAM

    def nearest(self, name: str) -> str:
        """Return the existing name that was probably meant, or the empty string."""
        if name.startswith('-'):
            return nearest(name, self.options)
        tail = last_component(name)
        scope = name[: -len(tail)]
        siblings = {
            full[len(scope) :]: full for full in self._own if scope and full.startswith(scope)
        }
        if near := nearest(tail, siblings):
            return siblings[near]
        near = nearest(tail, self._own_endings, _NEAR_ELSEWHERE)
        return self._own_endings.get(near, '') if scope else near

    @cached_property
    def _own_endings(self) -> dict[str, str]:
        return {last_component(name): name for name in reversed(self._own)}


def _tops(names: Iterable[str]) -> Iterator[str]:
    """Yield the first parts of qualified names."""
    for name in names:
        if (match := SEPARATOR.search(name)) and name[: match.start()].isidentifier():
            yield name[: match.start()]


@cache
def external_names() -> frozenset[str]:
    """Return names of Python and its library, of other languages, and of examples."""
    words = word_lists('external_names')
    found = set(dir(builtins)) | sys.stdlib_module_names | set(keyword.kwlist)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in words['python modules']:
            found |= _names_in(name)
    return words['functions and examples'] | found


def _names_in(name: str) -> set[str]:
    """Return the names in a module of the standard library, and in the classes in it."""
    try:
        module = importlib.import_module(name)
    except ImportError:  # on another system
        return set()
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    return set(dir(module)).union(*map(dir, classes))


def nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the name that is most similar to another one, or the empty string."""
    return next(iter(difflib.get_close_matches(name, sorted(names), 1, cutoff)), '')


# -- sources

#: languages of files that Pygments does not know, or takes for others
_LANGUAGES = {
    '.h': 'cpp', '.hpp': 'cpp', '.cu': 'cuda', '.cuh': 'cuda', '.inc': 'c', '.pyi': 'python',
}  # fmt: skip
#: folders of sources that are no part of the names of the modules in them
_ROOTS = frozenset({'src', 'lib', 'source', 'python', '..', '.', ''})
#: a string that begins with an option, and is no sentence
_OPTIONS = re.compile(r"""["'](--?\w[^"'\n]{0,80})""")
#: qualified names in strings, such as those of entry points
_NAMED = re.compile(r"""["'](\w+(?:\.\w+)+)["']""")
_QUOTED = re.compile(r"""["']([A-Za-z_]\w+)["']""")
#: tables of options in many languages have them without dashes
_WORDS = re.compile(r"""["']([A-Za-z][\w-]+)["']""")
#: scripts have options without quotes, and style sheets have properties that look so
_DASHED = re.compile(r'(?<![\w-])--[a-z][\w-]*')
#: the name that the parser of a command line is given
_PROGRAM = re.compile(
    r"""\b(?:ArgumentParser|OptionParser|Command::new|scriptName)\(\s*["'](\w[\w.-]*)["']"""
    r"""|\bprog(?:_name|ram)?\s*=\s*["'](\w[\w.-]*)["']"""
)
_CRATE = re.compile(r'^\[package\][^\[]*^name\s*=\s*"([\w-]+)"', re.MULTILINE)

_PUBLIC_KINDS = frozenset(
    {Kind.CLASS, Kind.COMMAND, Kind.CONSTANT, Kind.ENUM, Kind.FUNCTION, Kind.MACRO, Kind.METHOD,
     Kind.NAMESPACE, Kind.TYPE}
)  # fmt: skip
_PRIVATE = re.compile(r'(?:^|\.|::)_')


class Definition(NamedTuple):
    """A definition in the sources."""

    #: in Python with its module
    name: str
    kind: Kind
    #: relative to the configuration directory
    file: str
    line: int


class Sources:
    """Names that the sources define, import or have in strings."""

    def __init__(self, files: Iterable[str], root: Path, extractors: Extractors) -> None:
        """Read all files, which are relative to a folder."""
        files = list(files)
        self._root, self._extractors = root, extractors
        self.definitions: list[Definition] = []
        self.others = OtherSymbols()
        #: the last components of definitions and of imported names
        self.words: set[str] = set()
        #: all options of commands
        self.options: set[str] = set()
        #: qualified names in strings
        self.named: set[str] = set()
        #: single names in strings of Python
        self.quoted: set[str] = set()
        #: names of programs
        self.programs = set(installed_programs(files, root))
        #: files of Python that cannot be parsed
        self.unread: list[str] = []
        self._scopes: dict[str, list[Scope]] = {}
        for file in files:
            language = language_of(file)
            if language and (code := _text(root / file)):
                self._read(file, code, language)
        self.python = PythonSymbols(self._scopes)

    def _read(self, file: str, code: str, language: str) -> None:
        own = self._extractors.get(language)
        found = own(code) if own else extract(code, language)
        self.words.update(_words_of(found))
        self.options.update(_options_in(code, language))
        self.named.update(_NAMED.findall(code))
        self.programs.update(''.join(names) for names in _PROGRAM.findall(code))
        module = ''
        if language == 'python':
            self.quoted.update(_QUOTED.findall(code))
            module = self._read_python(file, code, found)
        elif find_language(language).is_script:
            path = Path(file)
            self.others.add_module(path.parent.name if path.stem == 'index' else path.stem)
        self.others.add(code, language, found, _crate(file, language, self._root))
        self.definitions += (
            Definition(f'{module}.{one.name}' if module else one.name, one.kind, file, one.line)
            for one in found
            if one.usage is Usage.DEFINITION and one.kind is not Kind.MODULE
        )

    def _read_python(self, file: str, code: str, found: Iterable[Found]) -> str:
        """Read the scopes of a module, and return its first name."""
        modules = _module_names(file, self._root)
        defined = [one.name for one in found if one.usage is Usage.DEFINITION]
        is_package = Path(file).stem == '__init__'
        tree = parse(code)
        if tree is None:
            self.unread.append(file)
        for module in modules:
            for name, scope in scopes_of(module, tree, defined, is_package=is_package):
                self._scopes.setdefault(name, []).append(scope)
        return modules[0]

    def undocumented(self, mentioned: AbstractSet[str]) -> Iterator[Definition]:
        """Yield public definitions whose last components are not among those that are mentioned."""
        callables = {Kind.FUNCTION, Kind.METHOD}
        inside = {one.name for one in self.definitions if one.kind in callables}
        for one in self.definitions:
            parts = SEPARATOR.split(one.name)
            is_local = any('.'.join(parts[:n]) in inside for n in range(1, len(parts)))
            is_public = one.kind in _PUBLIC_KINDS and not is_local and not _PRIVATE.search(one.name)
            if is_public and last_component(one.name) not in mentioned:
                yield one


def files_of(patterns: Iterable[str], root: Path) -> list[str]:
    """Return the files that patterns name, relative to a folder; a folder stands for its files."""
    found: set[str] = set()
    for pattern in patterns:
        for name in glob(pattern, root_dir=root, recursive=True):  # noqa: PTH207  it takes ".."
            if (root / name).is_file():
                found.add(Path(name).as_posix())
            elif not re.search(r'[*?[]', pattern):
                found.update(files_of([f'{name}/**/*'], root))
    return sorted(found)


def language_of(name: str) -> str:
    """Return the language of a file by its name; the empty string stands for no code."""
    path = Path(name)
    if language := _LANGUAGES.get(path.suffix.lower()):
        return language
    lexer = find_lexer_class_for_filename(path.name)
    return lexer.aliases[0] if lexer is not None and lexer.aliases else ''


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding='utf-8-sig', errors='replace')
    except OSError:
        return ''


def _words_of(found: Iterable[Found]) -> Iterator[str]:
    """Yield what a file defines or imports, or calls of something that it imports."""
    for one in found:
        if one.usage in {Usage.DEFINITION, Usage.LOCAL}:
            yield last_component(one.name)
        elif one.usage is Usage.IMPORT:
            yield from one.name.split('.')


def _options_in(code: str, language: str) -> Iterator[str]:
    for text in _OPTIONS.findall(code):
        yield from option_names(text)
    if language != 'python':
        yield from (f'--{word}' for word in _WORDS.findall(code))
        yield from _DASHED.findall(code)


def _module_names(file: str, root: Path) -> list[str]:
    """Return the names of a module of Python, from the outermost package on.

    Packages without a file of their own can be any of the folders above.
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


def _crate(file: str, language: str, root: Path) -> tuple[str, ...]:
    """Return the name of the crate of a source of Rust, which only its manifest has."""
    for folder in Path(file).parents if language == 'rust' else ():
        if match := _CRATE.search(_text(root / folder / 'Cargo.toml')):
            return (match[1].replace('-', '_'),)
    return ()
