"""Symbols of sources in other languages than Python: scopes as their text shows, and lookup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract import LANGUAGES, find_language
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped, word_lists
from sphinxcontrib_kwindex.model import Found, Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Parts = tuple[str, ...]

#: names of packages can be those of hosts, and no project has the first part to itself
_HOSTS = frozenset({'ai', 'app', 'com', 'de', 'dev', 'edu', 'eu', 'gov', 'io', 'net', 'org', 'uk'})

_WORDS = word_lists('external_names')
_SEPARATOR = re.compile(r'(\.|::|\\)')
_ANY_SEPARATOR = frozenset({'.', '::', '\\'})
#: a full stop, and a name that begins with a capital: what packages of Go export
_DOT_UPPER = '.A'
#: a renaming import: "use rain::Gauge as Meter"
_RENAMED = re.compile(r'\bas\s+(\w+)')
_QUOTED = re.compile(r"""["']([^\W\d]\w*)["']""")
_PACKAGES = frozenset({Kind.MODULE, Kind.NAMESPACE})
_SCOPES = _PACKAGES | {Kind.CLASS, Kind.ENUM}

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
_WORD = re.compile(r'[A-Za-z_][\w.:\\]*')
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
    r'#\[derive\b[^\]]{0,200}\]\s*(?:#\[[^\]]{0,200}\]\s*){0,9}(?:pub\S{0,20}\s+)?\w+\s+(\w+)'
)
_GO_TYPE = re.compile(
    r'\btype\s+(\w+)(?:\[[^\]]*\])?\s+(?:(?:struct|interface)\s*\{([^{}]*)|(\w+))'
)
_GO_EMBEDDED = re.compile(r'^[ \t]*+\*?([\w.]+)\s*(?:`[^`]*`)?\s*(?://.*)?$', re.MULTILINE)
_GO_KEYWORDS = frozenset({'struct', 'interface', 'func', 'map', 'chan'})
_RUBY_CLASS = re.compile(r'^[ \t]*+class\s+(?:\w+::)*(\w+)[ \t]*<[ \t]*([\w:]+)', re.MULTILINE)
#: objects of JavaScript and Lua that get members from others
_SCRIPT_OBJECT = re.compile(
    r'\bObject\.(?:assign|define\w+)\(\s*(\w+)|\binherits\(\s*(\w+)'
    r'|\b(\w+)\.prototype\s*=\s*(?:new|Object)\b|\b(\w+)\s*=\s*setmetatable\b'
)
#: in a source that has any of these, scopes have members that the text does not name
_DYNAMIC = re.compile(
    r'\b(?:method_missing|define_method|delegate|def_delegators?|setmetatable|__index|__get'
    r'|__call(?:Static)?|include\s+[A-Z]|extend\s+[A-Z]|prepend\s+[A-Z]|[sS]truct\.new|new\s+Proxy)\b'
)


class OtherSymbols:
    """Scopes and names of all sources in other languages than Python."""

    def __init__(self) -> None:
        #: the first parts of packages and namespaces
        self.spaces: set[str] = set()
        #: modules of scripts, which are named after their files
        self._modules: set[str] = set()
        #: the last part of a name -> the names that end in it
        self._by_ending: dict[str, set[Parts]] = {}
        #: the last part of a name -> the scopes of that name
        self._scopes: dict[str, set[Parts]] = {}
        #: scopes that may have any member
        self._open: set[Parts] = set()
        #: a class -> the last parts of the names of its bases
        self._bases: dict[str, set[str]] = {}
        #: what comes from other sources or stands in a string: bindings name members so
        self._elsewhere: set[str] = set()
        #: what a name of the project begins with -> the separators that can follow
        self._tops: dict[Parts, set[str]] = {}

    def add_module(self, name: str) -> None:
        """Add a module of a script by the name under which others import it."""
        self._modules.add(name)

    def add(self, code: str, language: str, found: Iterable[Found], package: Parts) -> None:
        """Add a source, if its language has scopes; its package may be known before."""
        known = find_language(language)
        if known in LANGUAGES and not known.has_scopes:
            return
        found = sorted(found, key=lambda one: one.line)
        self._elsewhere.update(_RENAMED.findall(code), _QUOTED.findall(code))
        for name, base in _bases(code, language):
            last = re.split(r'[.:\\]+', base)[-1] or _ANYTHING
            self._bases.setdefault(name, set()).add(last)
        scopes = set(self._add_definitions(found, language, package))
        scope_names = {scope[-1:] for scope in scopes}
        for parts, usage in ((_parts(one.name), one.usage) for one in found):
            if usage is Usage.IMPORT:
                self._elsewhere.update(parts)
            elif usage is Usage.USE and parts[-2:-1] in scope_names:
                self._by_ending.setdefault(parts[-1], set()).add(parts)
        if _DYNAMIC.search(code):
            self._open |= scopes

    def _add_definitions(
        self, found: Iterable[Found], language: str, package: Parts
    ) -> Iterator[Parts]:
        """Add what a source defines, and yield its scopes."""
        for parts, kind in _definitions(found, language, package):
            self._by_ending.setdefault(parts[-1], set()).add(parts)
            if kind in _PACKAGES:
                self.spaces.add(parts[0])
            if kind in _SCOPES:
                self._scopes.setdefault(parts[-1], set()).add(parts)
                for top, separators in _tops_of(parts, kind, language):
                    self._tops.setdefault(top, set()).update(separators)
                yield parts

    def is_own(self, name: str) -> bool:
        """Check whether a name begins as those of the project do."""
        pieces = _SEPARATOR.split(self._without_module(name))
        for at in range(1, len(pieces), 2):  # of each separator
            allowed = self._tops.get(tuple(pieces[:at:2]), ())
            if pieces[at] in allowed or (_DOT_UPPER in allowed and pieces[at + 1][:1].isupper()):
                return True
        return False

    def _without_module(self, name: str) -> str:
        module, _dot, rest = name.partition('.')
        return rest if module in self._modules and '.' in rest else name

    def exists(self, name: str) -> bool:
        """Check whether a name exists, or may exist as far as the sources show."""
        parts = _parts(self._without_module(name))
        if self._is_defined(parts):
            return True
        ends = (end for end in range(len(parts) - 1, 0, -1) if self._is_defined(parts[:end]))
        innermost = next(ends, 0)
        return innermost > 0 and self._has_member(parts[innermost - 1], parts[innermost], set())

    def _is_defined(self, parts: Parts) -> bool:
        """Check whether a definition ends so; modules in between may be left out."""
        first, *rest = parts
        return any(
            full[-len(parts) :] == parts
            or (full[0] == first and full[-len(rest) :] == tuple(rest) and len(rest) > 0)
            for full in self._by_ending.get(parts[-1], ())
        )

    def _has_member(self, name: str, member: str, seen: set[str]) -> bool:
        """Check whether any scope of a name may have a member, by itself or by a base."""
        scopes = self._scopes.get(name, set())
        if not scopes or not scopes.isdisjoint(self._open):
            return True
        if member in _WORDS['members'] or member in self._elsewhere:
            return True
        if any(parts[-2:] == (name, member) for parts in self._by_ending.get(member, ())):
            return True
        seen.add(name)
        return any(
            base == _ANYTHING or (base not in seen and self._has_member(base, member, seen))
            for base in self._bases.get(name, ())
        )


def _parts(name: str) -> Parts:
    return tuple(filter(None, _SEPARATOR.split(name)[::2]))


def _definitions(
    found: Iterable[Found], language: str, package: Parts
) -> Iterator[tuple[Parts, Kind]]:
    """Yield the full name of each definition, and its kind."""
    is_packaged = find_language(language).is_packaged
    if package:
        yield package, Kind.MODULE
    for one in found:
        if one.usage is Usage.DEFINITION:
            parts = _parts(one.name)
            if one.kind in _PACKAGES and is_packaged:
                package = parts
            elif package:
                parts = (*package, *parts)
            yield parts, one.kind


def _tops_of(parts: Parts, kind: Kind, language: str) -> Iterator[tuple[Parts, frozenset[str]]]:
    """Yield what a name begins with that means a scope, with the separators that can follow."""
    if kind in _PACKAGES:
        yield from _tops_of_package(parts, language)
        if language == 'rust' and parts[-1] not in _WORDS['rust modules']:
            yield parts[-1:], frozenset({'::'})
    elif _is_distinctive(parts[-1]):
        yield parts[-1:], _ANY_SEPARATOR
        if len(parts) > 1:
            yield from _tops_of_package(parts[:-1], language)


def _tops_of_package(parts: Parts, language: str) -> Iterator[tuple[Parts, frozenset[str]]]:
    first = parts[:1]
    if language == 'go':
        if parts[-1] not in _WORDS['go packages']:
            yield first, frozenset({_DOT_UPPER})
    elif parts[0] in _HOSTS:
        if len(parts) > 1:
            yield parts[:2], frozenset({'.'})
    elif find_language(language).is_dotted or _is_distinctive(parts[0]):
        yield first, _ANY_SEPARATOR
    else:
        yield first, _ANY_SEPARATOR - {'.'}


def _is_distinctive(name: str) -> bool:
    """Check whether a name before a full stop can be no ordinary word."""
    return (name[:1].isupper() and len(name) > 1) or is_identifier_shaped(name)


def _bases(code: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the classes of a source, each with a base."""
    if language == 'go':
        yield from _go_bases(code)
    elif language in {'ruby', 'rb'}:
        yield from _RUBY_CLASS.findall(code)
    else:
        yield from _bases_in_heads(code)
        yield from ((name, trait) for trait, name in _RUST_IMPL.findall(code))
        yield from ((name, _ANYTHING) for name in _RUST_DERIVE.findall(code))
        yield from ((''.join(names), _ANYTHING) for names in _SCRIPT_OBJECT.findall(code))


def _bases_in_heads(code: str) -> Iterator[tuple[str, str]]:
    for match in _HEAD.finditer(code):
        rest = match['rest']
        while (shorter := _BRACKETS.sub(' ', rest)) != rest:
            rest = shorter
        for word in _WORD.findall(rest):
            if word not in _KEYWORDS:
                yield match['name'], word


def _go_bases(code: str) -> Iterator[tuple[str, str]]:
    for name, body, other in _GO_TYPE.findall(code):
        if other and other not in _GO_KEYWORDS:
            yield name, other
        yield from ((name, inner) for inner in _GO_EMBEDDED.findall(body))
