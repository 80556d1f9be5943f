"""Names that source texts define: pure functions of paths and texts, and their sum.

A source is a file of any language, a ``tags`` file, or an ``objects.inv``.
"""

from __future__ import annotations

import posixpath
import re
import zlib
from collections import Counter
from functools import cached_property
from glob import glob
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pygments.lexers import find_lexer_class_for_filename

from sphinxcontrib_kwindex.check.cli_options import METADATA, programs_of
from sphinxcontrib_kwindex.check.python_symbols import (
    Outcome,
    PythonSymbols,
    Scope,
    State,
    module_names,
    scopes_of,
    words_of,
)
from sphinxcontrib_kwindex.extract import extract, find_language
from sphinxcontrib_kwindex.extract.names import (
    ANY_SEPARATOR,
    is_identifier_shaped,
    last_component,
    option_names,
    word_lists,
)
from sphinxcontrib_kwindex.extract.python import parse
from sphinxcontrib_kwindex.model import Found, Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    Extractors = Mapping[str, Callable[[str], list[Found]]]

#: languages of files that Pygments does not know, or takes for others
_LANGUAGES = {
    '.h': 'cpp', '.hpp': 'cpp', '.cu': 'cuda', '.cuh': 'cuda', '.inc': 'c', '.pyi': 'python',
    '.pyx': 'cython', '.pxd': 'cython', '.pxi': 'cython',
}  # fmt: skip
#: files of text for people: their words are no proof that a name exists
_PROSE = frozenset({'restructuredtext', 'markdown', 'text', 'output', 'diff', 'pot', 'changelog'})
_WORD = re.compile(r'[^\W\d]\w*')
#: a string that begins with an option, and is no sentence
_OPTIONS = re.compile(r"""["'](--?\w[^"'\n]{0,80})""")
#: qualified names in strings, such as those of entry points
_NAMED = re.compile(r"""["'](\w+(?:\.\w[\w-]*)+)["']""")
_QUOTED = re.compile(r"""["']([A-Za-z_]\w+)["']""")
#: tables of options in many languages have them without dashes
_WORDS = re.compile(r"""["']([A-Za-z][\w-]+)["']""")
#: scripts have options without quotes, and style sheets have properties that look so
_DASHED = re.compile(r'(?<![\w-])--[a-z][\w-]*')
#: parsers that make an option of each parameter or field
_PARSED_PARAMETERS = re.compile(
    r'\b(?:import|from)\s+(?:argh|cyclopts|defopt|fire|typer|tyro)\b|#\[(?:arg|clap|structopt)\('
)
_PARAMETER = re.compile(r'\b([a-z]\w+)\s*[:=](?![:=])')
#: the name that the parser of a command line is given
_PROGRAM = re.compile(
    r"""\b(?:ArgumentParser|OptionParser|scriptName)\(\s*["'](\w[\w.-]*)["']"""
    r"""|\bprog(?:_name|ram)?\s*=\s*["'](\w[\w.-]*)["']"""
)
_CRATE = re.compile(r'^\[package\][^\[]*^name\s*=\s*"([\w-]+)"', re.MULTILINE)
#: a line of tags(5): name, file, address, kind and scope
_TAG = re.compile(r'^([^!\t\n][^\t\n]*)\t([^\t\n]+)\t(.*)$', re.MULTILINE)
_TAG_SCOPE = re.compile(r'\t(?:class|struct|union|namespace|enum|interface|module):([^\t\n]+)')
_TAG_LINE = re.compile(r'\tline:(\d+)')
_TAG_KINDS = {
    'c': Kind.CLASS, 'class': Kind.CLASS, 's': Kind.CLASS, 'struct': Kind.CLASS,
    'n': Kind.NAMESPACE, 'namespace': Kind.NAMESPACE, 'd': Kind.MACRO, 'macro': Kind.MACRO,
    'f': Kind.FUNCTION, 'function': Kind.FUNCTION, 'p': Kind.FUNCTION, 'm': Kind.ATTRIBUTE,
}  # fmt: skip
_TAG_KIND = re.compile(r';"\t(?:kind:)?(\w+)')
_INVENTORY_TYPE = re.compile(r' (\w+):(\w+) -?\d+ ')
#: domains of inventories whose objects are no names of code
NO_CODE = frozenset({'kw', 'std', 'rst', 'math', 'citation', 'changeset', 'index'})

_EXTERNAL = word_lists('external_names')
#: names of packages can be those of hosts, and no project has the first part to itself
_HOSTS = frozenset({'ai', 'app', 'com', 'de', 'dev', 'edu', 'eu', 'gov', 'io', 'net', 'org', 'uk'})
_ANY = frozenset({'.', '::', '\\'})
#: a full stop, and a name that begins with a capital: what packages of Go export
_DOT_UPPER = '.A'
_PACKAGES = frozenset({Kind.MODULE, Kind.NAMESPACE})
_SCOPES = _PACKAGES | {Kind.CLASS, Kind.ENUM}
_PUBLIC_KINDS = frozenset(
    {Kind.CLASS, Kind.COMMAND, Kind.CONSTANT, Kind.ENUM, Kind.FUNCTION, Kind.MACRO, Kind.METHOD,
     Kind.NAMESPACE, Kind.TYPE}
)  # fmt: skip
_PRIVATE = re.compile(r'(?:^|\.|::)_')
#: so many definitions share a prefix that is the project's: "json_"
_COMMON = 8
#: prefixes of many projects
_ANYBODYS = frozenset(
    str.split('add do from get has init is make my new on os run set std sys test to use with')
)

#: stands for a base that cannot be known
_ANYTHING = '?'
#: the head of a class up to its body: "class A<T>(val x: Int) : public B<T>, C {"
_HEAD = re.compile(
    r"""
    \b(?:class|enum|extension|interface|object|protocol|record|struct|trait|union)\s+
    (?:[A-Z][A-Z\d_]+\s+)?(?P<name>[A-Za-z_]\w*)(?P<rest>[^{};=]{0,200})[{;]
    """,
    re.VERBOSE,
)
_BRACKETS = re.compile(r'<[^<>]*>|\([^()]*\)')
_BASE = re.compile(r'[A-Za-z_][\w.:\\]*')
#: words in a head that are no names
_KEYWORDS = frozenset(
    str.split("""
    abstract class const extends final implements internal open override permits private protected
    public sealed static throws virtual where with
    """)
)
_RUST_IMPL = re.compile(
    r'\bimpl\b(?:<[^{};]{0,200}?>)?\s+([\w:]+)(?:<[^{};]{0,200}?>)?\s+for\s+(\w+)'
)
_RUST_DERIVE = re.compile(
    r'#\[derive\(([^\]]{0,200})\)\]\s*(?:#\[[^\]]{0,200}\]\s*){0,9}(?:pub\S{0,20}\s+)?\w+\s+(\w+)'
)
_GO_TYPE = re.compile(
    r'\btype\s+(\w+)(?:\[[^\]]*\])?\s+(?:(?:struct|interface)\s*\{([^{}]*)|(\w+))'
)
_GO_EMBEDDED = re.compile(r'^[ \t]*+\*?([\w.]+)\s*(?:`[^`]*`)?\s*(?://.*)?$', re.MULTILINE)
_GO_KEYWORDS = frozenset({'struct', 'interface', 'func', 'map', 'chan'})
_RUBY_CLASS = re.compile(r'^[ \t]*+class\s+(?:\w+::)*(\w+)[ \t]*<[ \t]*([\w:]+)', re.MULTILINE)
#: an alias of TypeScript that computes its members: "type State = ReturnType<typeof get>"
_TYPE_ALIAS = re.compile(r'\btype\s+(\w+)\b[^=;{}()]{0,200}=(?!>|\s*\{\s*\w+\??\s*[:(])')
#: objects of JavaScript and Lua that get members from others
_SCRIPT_OBJECT = re.compile(
    r'\bObject\.assign\(\s*(\w+)\.prototype|\binherits\(\s*(\w+)'
    r'|\b(\w+)\.prototype\s*=\s*(?:new|Object)\b|\b(\w+)\s*=\s*setmetatable\b'
)
#: in a source that has any of these, scopes have members that the text does not name
_DYNAMIC = re.compile(
    r'\b(?:method_missing|define_method|delegate|def_delegators?|setmetatable|__index|__get'
    r'|__call(?:Static)?|include\s+[A-Z]|extend\s+[A-Z]|prepend\s+[A-Z]|[sS]truct\.new|new\s+Proxy)\b'
)
#: traits of Rust's library that give a type many members
_RICH_TRAITS = frozenset(
    str.split('BufRead Deref DerefMut Future Iterator Read Seek Stream Write')
)
#: traits of Rust whose members are those of any type
_PLAIN_TRAITS = frozenset(
    str.split("""
    AsRef Borrow Clone Copy Debug Default Display Drop Eq From Hash Into Ord PartialEq PartialOrd
    Send Sized Sync ToString Unpin static
    """)
)

Parts = tuple[str, ...]


class Definition(NamedTuple):
    """A definition in the sources."""

    #: in Python with its module
    name: str
    kind: Kind
    #: relative to the configuration directory
    file: str
    line: int


class Source(NamedTuple):
    """What one source text has. It depends on nothing but the text, its path and the packages."""

    definitions: tuple[Definition, ...] = ()
    #: all identifiers, also in strings; in other languages than Python, also in comments
    words: frozenset[str] = frozenset()
    #: all options of commands
    options: frozenset[str] = frozenset()
    #: qualified names in strings
    named: frozenset[str] = frozenset()
    #: single names in strings of Python
    quoted: frozenset[str] = frozenset()
    #: names of programs
    programs: frozenset[str] = frozenset()
    #: scopes of Python by their full names
    scopes: tuple[tuple[str, Scope], ...] = ()
    #: what a name of another language begins with, and the separators that can follow
    tops: tuple[tuple[Parts, frozenset[str]], ...] = ()
    #: classes of another language, each with the last part of a base
    bases: tuple[tuple[str, str], ...] = ()
    #: name of the language; empty for a list of names
    language: str = ''
    #: Python cannot parse it
    is_broken: bool = False


def read_source(
    path: str, text: str, extractors: Extractors, manifests: Mapping[str, str] | None = None
) -> Source:
    """Return what a source has, given its path relative to the configuration directory.

    ``manifests`` are the texts of files that belong to others: ``__init__.py``, ``Cargo.toml``.
    """
    manifests = manifests or {}
    if PurePosixPath(path).name == 'tags' or path.endswith(('.tags', '.ctags')):
        return _listed(_tags(path, text))
    if path.endswith('.inv'):
        return _listed(_inventory(path, text))
    language = language_of(path)
    if language in _PROSE or '\0' in text or not (language or PurePosixPath(path).suffix):
        return Source()
    words = frozenset(_WORD.findall(text))
    if not language:
        return Source(words=words)
    own = extractors.get(language)
    found = own(text) if own else extract(text, language)
    known = find_language(language)
    source = Source(
        language=known.name,
        words=words,
        options=frozenset(_options_in(text, language)),
        named=frozenset(name.replace('-', '_') for name in _NAMED.findall(text)),
        programs=frozenset(''.join(names) for names in _PROGRAM.findall(text)),
    )
    module = ''
    if known.name == 'python':
        modules = module_names(path, manifests)
        module = modules[0]
        tree = None if language == 'cython' else parse(text)
        if tree is not None:
            words = frozenset(words_of(tree))
        source = source._replace(
            words=words,
            quoted=frozenset(_QUOTED.findall(text)),
            is_broken=tree is None and language != 'cython',
            scopes=() if path.endswith(('.pxd', '.pxi')) else tuple(
                pair
                for name in modules
                for pair in scopes_of(
                    name, tree, [one.name for one in found if one.usage is Usage.DEFINITION],
                    is_package=PurePosixPath(path).stem == '__init__', words=words,
                )
            ),
        )  # fmt: skip
    elif known.has_scopes:
        tops = tuple(_tops(found, language, _crate(path, manifests)))
        bases = {(name, re.split(r'[.:\\]+', base)[-1]) for name, base in _bases(text, language)}
        if _DYNAMIC.search(text):
            bases |= {(top[-1], _ANYTHING) for top, _separators in tops}
        source = source._replace(tops=tops, bases=tuple(bases))
        if known.is_script:
            stem = PurePosixPath(path).stem
            name = PurePosixPath(path).parent.name if stem == 'index' else stem
            source = source._replace(words=words | {name})
    definitions = tuple(
        Definition(f'{module}.{one.name}' if module else one.name, one.kind, path, one.line)
        for one in found
        if one.usage is Usage.DEFINITION and one.kind is not Kind.MODULE
    )
    return source._replace(definitions=definitions)


class Sources:
    """The sum of all sources of a project."""

    def __init__(
        self, files: Iterable[tuple[str, str]], extractors: Extractors,
        manifests: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Read pairs of paths and texts; ``manifests`` are files that need not be sources."""
        files = list(files)
        manifests = dict(manifests or {}) | {
            path: text for path, text in files if PurePosixPath(path).name in MANIFESTS
        }
        self.count = len(files)
        #: names of the folders of all sources
        self.folders = {part for path, _text in files for part in PurePosixPath(path).parts[:-1]}
        #: other projects have parts of the namespaces
        self.has_siblings = False
        self.definitions: list[Definition] = []
        self.words: set[str] = set()
        self.options: set[str] = set()
        self.named: set[str] = set()
        self.quoted: set[str] = set()
        self.programs = {
            name
            for path, text in manifests.items()
            for name in programs_of(PurePosixPath(path).name, text)
        }
        #: names of languages; the empty one stands for any
        self.languages: set[str] = set()
        #: files of Python that cannot be parsed
        self.unread: list[str] = []
        self._tops: dict[Parts, set[str]] = {}
        #: a class -> the last parts of its bases
        self._bases: dict[str, set[str]] = {}
        scopes: dict[str, list[Scope]] = {}
        for path, text in files:
            one = read_source(path, text, extractors, manifests)
            self.definitions += one.definitions
            self.languages |= {one.language} if one.definitions else set()
            self.words |= one.words
            self.options |= one.options
            self.named |= one.named
            self.quoted |= one.quoted
            self.programs |= one.programs
            self.unread += [path] * one.is_broken
            for name, scope in one.scopes:
                scopes.setdefault(name, []).append(scope)
            for name, base in one.bases:
                self._bases.setdefault(name, set()).add(base)
            for top, separators in one.tops:
                self._tops.setdefault(top, set()).update(separators)
        self.python = PythonSymbols(scopes)
        #: last parts of names that are defined
        self.defined = {last_component(one.name) for one in self.definitions}

    @cached_property
    def spaces(self) -> AbstractSet[str]:
        """The first parts of packages and namespaces of other languages than Python."""
        others = _SCOPES - _PACKAGES
        classes = {last_component(one.name) for one in self.definitions if one.kind in others}
        return {top[0] for top in self._tops} - classes

    def is_own(self, name: str) -> bool:
        """Check whether a name begins as those of the project in other languages than Python."""
        pieces = _PIECES.split(name)
        for at in range(1, len(pieces), 2):  # of each separator
            allowed = self._tops.get(tuple(pieces[:at:2]), ())
            if pieces[at] in allowed or (_DOT_UPPER in allowed and pieces[at + 1][:1].isupper()):
                return True
        return False

    def look_up(self, name: str) -> Outcome:
        """Return whether a name of another language than Python exists.

        A part of it that no source has as a word exists nowhere.
        """
        scope, *parts = _WORD.findall(name)
        for part in parts:
            if part in _EXTERNAL['members']:
                break
            if part not in self.words:
                why = self._foreign_base(scope, set())
                if self.has_siblings and scope in self.spaces:
                    why = f'other projects have parts of {scope}'
                return Outcome(State.UNSURE, why) if why else Outcome(State.MISSING, part)
            if part not in self._scopes and part != parts[-1]:
                return Outcome(State.UNSURE, f'{part} is a value')
            scope = part
        return Outcome(State.EXISTS)

    def _foreign_base(self, scope: str, seen: set[str]) -> str:
        """Return why a scope may have members that no source names, or nothing."""
        seen.add(scope)
        for base in sorted(self._bases.get(scope, ())):
            if base == _ANYTHING:
                return f'{scope} makes names when it runs'
            if base in _PLAIN_TRAITS:
                continue
            if base not in self._scopes:
                return f'{base} is not in the sources'
            if base not in seen and (reason := self._foreign_base(base, seen)):
                return reason
        return ''

    @cached_property
    def _scopes(self) -> AbstractSet[str]:
        """The last parts of the names of all scopes."""
        named = {last_component(one.name) for one in self.definitions if one.kind in _SCOPES}
        return named.union(*self._tops)

    def add_alias(self, name: str, namespace: str) -> None:
        """Add an alias of a namespace of the project; those of others have none."""
        if (namespace,) in self._tops:
            self._tops.setdefault((name,), set()).add('::')

    def share(self, first: str) -> float:
        """Return the share of all definitions whose names begin so."""
        return self._sizes[first] / (self._sizes.total() or 1)

    @cached_property
    def _sizes(self) -> Counter[str]:
        return Counter(ANY_SEPARATOR.split(one.name)[0] for one in self.definitions)

    def prefix(self, name: str) -> str:
        """Return the prefix of a name that many definitions share, such as ``json_``, or nothing.

        Only names of languages without namespaces have one.
        """
        ends = [match.end() for match in re.finditer('_+', name)]
        return next((name[:end] for end in reversed(ends) if name[:end] in self._prefixes), '')

    @cached_property
    def _prefixes(self) -> AbstractSet[str]:
        """Prefixes that a tenth of what headers declare has."""
        names = {
            one.name for one in self.definitions
            if one.kind in _PUBLIC_KINDS and one.name.isidentifier() and _is_header(one.file)
        }  # fmt: skip
        counts = Counter(
            name[: match.end()] for name in names for match in re.finditer('(?<=[^_])_+', name)
        )
        return {
            prefix for prefix, number in counts.items()
            if number >= max(_COMMON, len(names) / 10)
            and prefix.partition('_')[0].casefold() not in _ANYBODYS
        }  # fmt: skip

    def undocumented(self, mentioned: AbstractSet[str]) -> Iterator[Definition]:
        """Yield public definitions whose last components are not among those that are mentioned."""
        callables = {Kind.FUNCTION, Kind.METHOD}
        inside = {one.name for one in self.definitions if one.kind in callables}
        for one in self.definitions:
            parts = ANY_SEPARATOR.split(one.name)
            is_local = any('.'.join(parts[:n]) in inside for n in range(1, len(parts)))
            is_public = one.kind in _PUBLIC_KINDS and not is_local and not _PRIVATE.search(one.name)
            if is_public and last_component(one.name) not in mentioned:
                yield one

_PIECES = re.compile(f'({ANY_SEPARATOR.pattern})')

#: files that say something about the sources beside them
MANIFESTS = frozenset({'__init__.py', '__init__.pyi', *METADATA})
#: how many folders above a source its project's metadata may be
_MAX_ABOVE = 6


# -- files


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


def read_files(names: Iterable[str], root: Path) -> Iterator[tuple[str, str]]:
    """Yield the files with their texts; inventories are unpacked."""
    for name in names:
        try:
            data = (root / name).read_bytes()
        except OSError:
            continue
        if name.endswith('.inv'):
            data = _unpacked(data)
        yield name, data.decode('utf-8-sig', errors='replace')


def manifests_of(names: Iterable[str], root: Path) -> dict[str, str]:
    """Return the manifests in the folders of some files and above, up to that of the project."""
    folders = {PurePosixPath(name).parent for name in names}
    above = {one for folder in folders for one in _chain(folder)}
    wanted = {
        (folder / name).as_posix()
        for folder in above
        for name in MANIFESTS
        if (root / folder / name).is_file()
    }
    projects = {PurePosixPath(one).parent for one in wanted if PurePosixPath(one).name in METADATA}
    inner = {next(filter(projects.__contains__, _chain(folder)), None) for folder in folders}
    return {
        path: text
        for path, text in read_files(sorted(wanted), root)
        if PurePosixPath(path).name not in METADATA or PurePosixPath(path).parent in inner
    }


def _chain(folder: PurePosixPath) -> list[PurePosixPath]:
    paths = (posixpath.normpath(folder / ('../' * number)) for number in range(_MAX_ABOVE))
    return [PurePosixPath(path) for path in paths]


def language_of(name: str) -> str:
    """Return the language of a file by its name; the empty string stands for no code."""
    path = PurePosixPath(name)
    if language := _LANGUAGES.get(path.suffix.lower()):
        return language
    lexer = find_lexer_class_for_filename(path.name)
    return lexer.aliases[0] if lexer is not None and lexer.aliases else ''


def _is_header(file: str) -> bool:
    """Check whether a file declares what C has for others."""
    is_c = find_language(language_of(file)).name == 'c'
    return (is_c and PurePosixPath(file).suffix.startswith('.h')) or file.endswith('tags')


def _options_in(code: str, language: str) -> Iterator[str]:
    for text in _OPTIONS.findall(code):
        yield from option_names(text)
    if _PARSED_PARAMETERS.search(code):
        yield from (f'--{word.replace("_", "-")}' for word in _PARAMETER.findall(code))
    if language != 'python':
        yield from (f'--{word}' for word in _WORDS.findall(code))
        yield from _DASHED.findall(code)


# -- tags and inventories


def _listed(definitions: Iterable[Definition]) -> Source:
    """Return a source of which only its definitions are known."""
    known = tuple(definitions)
    tops: set[tuple[Parts, frozenset[str]]] = set()
    for one in known:
        parts = tuple(filter(None, ANY_SEPARATOR.split(one.name)))
        if len(parts) > 1:
            tops.add((parts[:1], _ANY))
        if one.kind in _SCOPES and _is_distinctive(parts[-1]):
            tops.add((parts[-1:], _ANY))
    words = frozenset(_WORD.findall(' '.join(one.name for one in known)))
    return Source(definitions=known, words=words, tops=tuple(tops))


def _tags(path: str, text: str) -> Iterator[Definition]:
    """Yield the definitions in a file of tags(5), as ctags writes them."""
    for name, file, rest in _TAG.findall(text):
        scope, line, kind = (p.search(rest) for p in (_TAG_SCOPE, _TAG_LINE, _TAG_KIND))
        separator = find_language(language_of(file)).separator
        full = f'{scope[1]}{separator}{name}' if scope else name
        known = _TAG_KINDS.get(kind[1], Kind.NAME) if kind else Kind.NAME
        yield Definition(full, known, path, int(line[1]) if line else 0)


def _inventory(path: str, text: str) -> Iterator[Definition]:
    """Yield the objects of code in an inventory of Sphinx."""
    for line in text.splitlines():
        match = _INVENTORY_TYPE.search(line)
        if match and match[1] not in NO_CODE:
            kind = Kind.CLASS if match[2] in {'class', 'exception'} else Kind.NAME
            yield Definition(line[: match.start()], kind, path, 0)


def _unpacked(data: bytes) -> bytes:
    """Return the lines of an inventory, which are compressed below four lines of text."""
    try:
        return zlib.decompress(data.split(b'\n', 4)[4])
    except (IndexError, zlib.error):
        return b''


# -- modules, packages and namespaces


def _crate(file: str, manifests: Mapping[str, str]) -> Parts:
    """Return the name of the crate of a source of Rust, which only its manifest has."""
    for folder in PurePosixPath(file).parents if file.endswith('.rs') else ():
        if match := _CRATE.search(manifests.get((folder / 'Cargo.toml').as_posix(), '')):
            return (match[1].replace('-', '_'),)
    return ()


def _tops(
    found: Iterable[Found], language: str, package: Parts
) -> Iterator[tuple[Parts, frozenset[str]]]:
    """Yield what names in a source begin with that mean a scope of it."""
    is_packaged = find_language(language).is_packaged
    if package:
        yield from _tops_of(package, Kind.MODULE, language)
    for one in sorted(found, key=lambda one: one.line):
        if one.usage is Usage.DEFINITION:
            parts = tuple(filter(None, ANY_SEPARATOR.split(one.name)))
            if one.kind in _PACKAGES and is_packaged:
                package = parts
            elif package:
                parts = (*package, *parts)
            if one.kind in _SCOPES:
                yield from _tops_of(parts, one.kind, language)


def _tops_of(parts: Parts, kind: Kind, language: str) -> Iterator[tuple[Parts, frozenset[str]]]:
    """Yield what a name begins with that means a scope, with the separators that can follow."""
    if kind in _PACKAGES:
        yield parts, frozenset()
        yield from _tops_of_package(parts, language)
        if language == 'rust' and parts[-1] not in _EXTERNAL['rust modules']:
            yield parts[-1:], frozenset({'::'})
    elif _is_distinctive(parts[-1]):
        yield parts[-1:], _ANY
        if len(parts) > 1:
            yield from _tops_of_package(parts[:-1], language)


def _tops_of_package(parts: Parts, language: str) -> Iterator[tuple[Parts, frozenset[str]]]:
    first = parts[:1]
    if language == 'go':
        if parts[-1] not in _EXTERNAL['go packages']:
            yield first, frozenset({_DOT_UPPER})
    elif parts[0] in _HOSTS:
        if len(parts) > 1:
            yield parts[:2], frozenset({'.'})
    elif find_language(language).is_dotted or _is_distinctive(parts[0]):
        yield first, _ANY
    else:
        yield first, _ANY - {'.'}


def _is_distinctive(name: str) -> bool:
    """Check whether a name before a full stop can be no ordinary word."""
    return (name[:1].isupper() and len(name) > 1) or is_identifier_shaped(name)


def _bases(code: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the classes of a source, each with the last part of a base."""
    if language == 'go':
        yield from _go_bases(code)
    elif language in {'ruby', 'rb'}:
        yield from _RUBY_CLASS.findall(code)
    else:
        yield from _bases_in_heads(code)
        for trait, name in _RUST_IMPL.findall(code):
            if trait.rpartition(':')[2] in _RICH_TRAITS:
                yield name, _ANYTHING
        for traits, name in _RUST_DERIVE.findall(code):
            if not _PLAIN_TRAITS.issuperset(_WORD.findall(traits)):
                yield name, _ANYTHING
        yield from ((''.join(names), _ANYTHING) for names in _SCRIPT_OBJECT.findall(code))
        aliases = _TYPE_ALIAS.findall(code) if language in {'typescript', 'tsx'} else ()
        yield from ((name, _ANYTHING) for name in aliases)


def _bases_in_heads(code: str) -> Iterator[tuple[str, str]]:
    for match in _HEAD.finditer(code):
        rest = match['rest']
        while (shorter := _BRACKETS.sub(' ', rest)) != rest:
            rest = shorter
        for word in _BASE.findall(rest):
            if word not in _KEYWORDS:
                yield match['name'], word


def _go_bases(code: str) -> Iterator[tuple[str, str]]:
    for name, body, other in _GO_TYPE.findall(code):
        if other and other not in _GO_KEYWORDS:
            yield name, other
        yield from ((name, inner) for inner in _GO_EMBEDDED.findall(body))
