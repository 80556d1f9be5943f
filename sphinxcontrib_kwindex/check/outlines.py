"""Whether a qualified name leads anywhere in sources of other languages than Python."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.check.bases import ANYTHING, bases_of, is_dynamic
from sphinxcontrib_kwindex.check.tops import SPACES, UPPER, Entry, tops_of
from sphinxcontrib_kwindex.model import Found, Kind, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.check.tops import Parts

_SEPARATOR = re.compile(r'\.|::|\\')
#: "use rain::Gauge as Meter"
_RENAMED = re.compile(r'\bas\s+(\w+)')
_QUOTED = re.compile(r"""["']([^\W\d]\w*)["']""")
_PIECES = re.compile(r'(\.|::|\\)')
_SCOPES = frozenset({Kind.CLASS, Kind.ENUM, Kind.MODULE, Kind.NAMESPACE})
#: the package of a file is no part of the names in it
_PACKAGED = frozenset({'c#', 'csharp', 'go', 'java', 'kotlin', 'php', 'scala'})
#: these have no scopes of which anyone would write a member
_PLAIN = frozenset(
    {'bash', 'cmake', 'css', 'html', 'ini', 'json', 'make', 'python', 'sql', 'toml', 'xml', 'yaml'}
)
#: members that the languages themselves give to classes, enumerations and objects
_EVERYWHERE = frozenset(
    str.split("""
    Equals GetHashCode GetType ToString allocate apply arguments bind borrow call caller class clone
    component1 component2 constructor copy default eq equals fmt freeze from getClass hasOwnProperty
    hash hashCode init inspect instance_of into length methods name new notify of ordinal prototype
    self send super this to_s toString values valueOf wait
    """)
)


class Outline(NamedTuple):
    """What is to be known of one source."""

    entries: tuple[Entry, ...]
    #: names of classes, each with the name of a base
    bases: frozenset[tuple[str, str]]
    imports: frozenset[str]
    #: members of its scopes that it uses, wherever they are defined
    used: frozenset[Parts]
    #: what stands in quotes: bindings to other languages name members so
    quoted: frozenset[str]
    is_dynamic: bool


def outline_of(code: str, language: str, found: Iterable[Found], package: Parts) -> Outline | None:
    """Read a source, if it is of a language that has scopes; its package may be known before."""
    if language in _PLAIN:
        return None
    entries = [Entry(package, Kind.MODULE, language)] if package else []
    imports = set(_RENAMED.findall(code))
    used: set[Parts] = set()
    for one in sorted(found, key=lambda one: one.line):
        parts = parts_of(one.name)
        if one.sort is Sort.IMPORT:
            imports.update(parts)
        elif one.sort is Sort.USE and len(parts) > 1:
            used.add(parts)
        elif one.sort is Sort.DEFINITION:
            if one.kind in SPACES and language in _PACKAGED:
                package = parts
            elif package:
                parts = (*package, *parts)
            entries.append(Entry(parts, one.kind, language))
    return Outline(
        tuple(entries),
        frozenset(bases_of(code, language)),
        frozenset(imports),
        frozenset(used),
        frozenset(_QUOTED.findall(code)),
        is_dynamic(code),
    )


class Outlines:
    """All sources of other languages than Python."""

    def __init__(self, outlines: Iterable[Outline] = (), modules: Iterable[str] = ()) -> None:
        #: modules of scripts, which are called by their files
        self._modules = frozenset(modules)
        #: the last part of a name -> the names that end in it
        self._ending: dict[str, set[Parts]] = {}
        self._scopes: set[Parts] = set()
        self._spaces: set[Parts] = set()
        self._open: set[Parts] = set()
        self._bases: dict[str, set[str]] = {}
        #: what comes from other sources, or is named in a string
        self._elsewhere: set[str] = set()
        #: what a name begins with that is the project's, and by what it goes on
        self._tops: dict[Parts, set[str]] = {}
        for outline in outlines:
            self._add(outline)

    def _add(self, outline: Outline) -> None:
        self._elsewhere |= outline.imports | outline.quoted
        for name, base in outline.bases:
            self._bases.setdefault(name, set()).add(base)
        scopes = set()
        for entry in outline.entries:
            self._ending.setdefault(entry.parts[-1], set()).add(entry.parts)
            if entry.kind in SPACES:
                self._spaces.add(entry.parts)
            if entry.kind in _SCOPES:
                scopes.add(entry.parts)
                for top, separators in tops_of(entry):
                    self._tops.setdefault(top, set()).update(separators)
        for parts in outline.used:
            if any(scope[-1] == parts[-2] for scope in scopes):
                self._ending.setdefault(parts[-1], set()).add(parts)
        self._scopes |= scopes
        if outline.is_dynamic:
            self._open |= scopes

    @property
    def spaces(self) -> frozenset[str]:
        """The first parts of packages and namespaces."""
        return frozenset(scope[0] for scope in self._spaces)

    def is_own(self, name: str) -> bool:
        """Tell whether a name begins as those of the project do."""
        pieces = _PIECES.split(self._inside(name))  # names and, between them, separators
        for at in range(1, len(pieces), 2):
            allowed = self._tops.get(tuple(pieces[:at:2]), ())
            if pieces[at] in allowed or (UPPER in allowed and pieces[at + 1][:1].isupper()):
                return True
        return False

    def _inside(self, name: str) -> str:
        """Leave out the module of a script that a name begins with."""
        module, _dot, rest = name.partition('.')
        return rest if module in self._modules and '.' in rest else name

    def exists(self, name: str) -> bool:
        """Tell whether there is something of a name, or whether nobody can tell."""
        parts = parts_of(self._inside(name))
        return self._is_defined(parts) or self._may_be(parts)

    def _is_defined(self, parts: Parts) -> bool:
        """Tell whether a definition ends so; modules in between may be left out."""
        first, *rest = parts
        return any(
            full[-len(parts) :] == parts
            or (full[0] == first and full[-len(rest) :] == tuple(rest) and len(rest) > 0)
            for full in self._ending.get(parts[-1], ())
        )

    def _may_be(self, parts: Parts) -> bool:
        """Tell whether the innermost scope of a name may have more than its text tells."""
        for end in range(len(parts) - 1, 0, -1):
            if self._is_defined(parts[:end]):
                scopes = [s for s in self._scopes if s[-1] == parts[end - 1]]
                return not scopes or self._has(scopes, parts[end], set())
        return False

    def _has(self, scopes: Iterable[Parts], member: str, seen: set[str]) -> bool:
        """Tell whether scopes that may be meant have a member, by themselves or by a base."""
        if member in _EVERYWHERE | self._elsewhere or any(scope in self._open for scope in scopes):
            return True
        names = {scope[-1] for scope in scopes} - seen
        if any((name, member) == p[-2:] for name in names for p in self._ending.get(member, ())):
            return True
        seen |= names
        bases = {base for name in names for base in self._bases.get(name, ())}
        return any(self._inherits(base, member, seen) for base in sorted(bases))

    def _inherits(self, base: str, member: str, seen: set[str]) -> bool:
        if base in seen:
            return False
        scopes = [scope for scope in self._scopes if scope[-1] == base]
        return base == ANYTHING or not scopes or self._has(scopes, member, seen)


def parts_of(name: str) -> Parts:
    """Split a name where a scope goes on."""
    return tuple(filter(None, _SEPARATOR.split(name)))
