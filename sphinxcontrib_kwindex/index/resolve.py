"""Resolver of names: the definition that a name stands for."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.names import (
    ANY_SEPARATOR,
    SEPARATOR,
    identity,
    is_file_name,
    is_identifier_shaped,
    last_component,
    word_lists,
)
from sphinxcontrib_kwindex.index.traits import traits
from sphinxcontrib_kwindex.model import (
    WORDS,
    Kind,
    Meaning,
    Position,
    Role,
    Trait,
    positions_with,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sphinxcontrib_kwindex.index.ranking import Imports
    from sphinxcontrib_kwindex.model import DocumentHeader, Ranked

BUILTINS = frozenset(chain.from_iterable(word_lists('python_builtins').values()))
_KIND_ORDER = {kind: number for number, kind in enumerate(Kind)}

#: an ordinary word in a code block is no name of these: ``sort`` is a shell command as well
_NO_CODE: Final = frozenset({Kind.TERM, Kind.OPTION, Kind.DIRECTIVE, Kind.ROLE, Kind.SETTING})
_PACKAGES: Final = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: members of an object cannot be used without it
_MEMBERS: Final = frozenset({Kind.METHOD, Kind.ATTRIBUTE})
#: members of a module are used by those who import them
_OF_MODULES: Final = frozenset({Kind.FUNCTION, Kind.CLASS})
_CALLABLE: Final = frozenset({Kind.CLASS, Kind.FUNCTION, Kind.MACRO, Kind.METHOD})
#: a shell command is none of these
_NO_COMMANDS: Final = _MEMBERS | _OF_MODULES | {Kind.VARIABLE}

#: names of these kinds are not short for others
_NO_JOIN: Final = WORDS | {
    Kind.COMMAND,
    Kind.DIRECTIVE,
    Kind.FILE,
    Kind.MODULE,
    Kind.OPTION,
    Kind.ROLE,
    Kind.SETTING,
    Kind.VARIABLE,
}
#: where a document gives a name to something of its own
_BINDING: Final = frozenset(
    {
        Position.SOURCE_DEFINITION,
        Position.SOURCE_DETAIL,
        Position.EXAMPLE_DEFINITION,
        Position.LOCAL,
    }
)
#: where an author writes a name as code
_AS_CODE: Final = positions_with(Trait.USED | Trait.KNOWN) | {
    Position.LITERAL,
    Position.CROSS_REFERENCE,
}
#: a class that has so many times the documents of others of its name is meant by it
_MOST: Final = 2
#: what code reads settings from
_READERS: Final = frozenset({'settings', 'config', 'conf'})
#: what everybody knows, for documentations that never state it
_USUAL_ALIASES: Final = {
    'np': 'numpy',
    'pd': 'pandas',
    'plt': 'matplotlib.pyplot',
    'sns': 'seaborn',
    'tf': 'tensorflow',
}

#: an ordinary word may be one of these if it is written with parentheses or a capital letter
_CALLED: Final = frozenset({Kind.METHOD, Kind.FUNCTION})
_TYPES: Final = frozenset({Kind.CLASS, Kind.ENUM, Kind.TYPE, Kind.TERM})
#: what code says that a word is, and where markup says it
_MARKED: Final = _PACKAGES | {Kind.COMMAND, Kind.ENVIRONMENT_VARIABLE}
_REFERENCES: Final = frozenset({Position.CROSS_REFERENCE, Position.ROLE_LITERAL})


class Definitions:
    """Table of what a set of documents defines."""

    def __init__(self) -> None:
        #: document -> the files whose source it embeds
        self._embedded: dict[str, Sequence[str]] = {}
        #: document -> the packages and namespaces that the source in it says it belongs to
        self._packages: dict[str, set[str]] = defaultdict(set)
        #: key of the name -> meaning -> the documents that define it
        self._exact: dict[str, dict[Meaning, list[str]]] = {}
        #: last part of the name -> meanings
        self._tails: dict[str, set[Meaning]] = defaultdict(set)
        #: meanings whose names are full
        self._full: set[Meaning] = set()
        #: terms as they are spelled
        self._terms: set[str] = set()
        # caches of queries, which come when all documents are added
        self._unknown: set[tuple[object, ...]] = set()
        self._holders: dict[tuple[str, ...], frozenset[str]] = {}
        self._definers: dict[Meaning, frozenset[str]] = {}

    def add(self, docname: str, keywords: Iterable[Ranked], embedded: Sequence[str] = ()) -> None:
        """Add the definitions of a document."""
        if embedded:
            self._embedded[docname] = embedded
        for keyword in keywords:
            found = traits(keyword.times)
            if found.role is Role.DEFINES:
                meaning = Meaning(keyword.name, keyword.kind)
                meanings = self._exact.setdefault(key_of(*meaning), {})
                meanings.setdefault(meaning, []).append(docname)
                self._tails[tail_of(keyword.name)].add(meaning)
                if found.is_full or '::' in keyword.name:
                    self._full.add(meaning)
                if keyword.kind is Kind.TERM:
                    self._terms.add(keyword.name)
                if keyword.kind in _PACKAGES and found.is_source:
                    self._packages[docname].add(keyword.name)

    def resolve(self, keyword: Ranked, imports: Imports) -> Meaning | None:
        """Return what a name means that its own document does not define."""
        name, kind = named = keyword[:2]
        if named in self._unknown or traits(keyword.times).is_in_passing:
            return None
        meanings: Iterable[Meaning] | None = self._exact.get(key_of(name, kind))
        meanings = meanings or self._exact.get(name)
        if not meanings and name in self._terms:
            meanings = [Meaning(name, Kind.TERM)]
        if meanings and (possible := _possible(keyword, meanings)):
            same = [meaning for meaning in possible if meaning.kind is kind]
            return min(same or possible, key=_by_kind)
        if tail_of(name) not in self._tails and '\\' not in name:
            if not meanings:
                self._unknown.add(named)
            return None  # a tail does not end at the separator of PHP
        meaning = (
            self._imported(name)
            or self.by_tail(name, full=True)
            or self._class_of_package(keyword)
            or self._setting_read(name)
        )
        known = meaning is not None and imports.knows(meaning.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=known) else None

    def ending_in(self, keyword: Ranked) -> Meaning | None:
        """Return the one name of this document that a keyword is the end of."""
        if traits(keyword.times).is_in_passing:
            return None
        meaning = self.by_tail(keyword.name)
        return meaning if meaning and _may_end_in(keyword, meaning, known=True) else None

    def described(self, keyword: Ranked) -> Meaning:
        """Return what a definition is of: a page may show the source of what it describes.

        Objects have full names, embedded source the names of its file.
        """
        own = Meaning(keyword.name, keyword.kind)
        if not traits(keyword.times).is_of_source:
            return own
        found = self.by_tail(keyword.name, full=True)
        return found if found and found.kind is keyword.kind else own

    def by_tail(self, name: str, *, full: bool = False) -> Meaning | None:
        """Return the one name that ends in this one; of several, none."""
        alike = self._tails.get(tail_of(name))
        if not alike:
            return None
        candidates = [
            meaning
            for meaning in alike
            if meaning.name.endswith((f'.{name}', f'::{name}', f' {name}'))
            and (not full or meaning in self._full)
        ]
        return candidates[0] if len(candidates) == 1 else None

    def method(self, last: str) -> str:
        """Return the only full name of what can be called with this end, if it is a method."""
        found = [m for m in self._tails.get(last, ()) if m in self._full and m.kind in _CALLABLE]
        return found[0].name if len(found) == 1 and found[0].kind is Kind.METHOD else ''

    def defines(self, name: str) -> bool:
        """Check whether any document defines a name."""
        return name in self._exact

    def _class_of_package(self, keyword: Ranked) -> Meaning | None:
        """Return the one class that a package has in its modules, or from another package.

        "acme.net.Client" is "acme.Client" too, in texts "net.Client", and "acme.extra.net.Client"
        if that package imports it. In code, "net" may be any module.
        """
        scope, last = scope_of(keyword.name), tail_of(keyword.name)
        if not scope or not last[:1].isupper():
            return None
        is_of_text = not traits(keyword.times).is_only_used
        found = [
            meaning
            for meaning in self._tails.get(last, ())
            if meaning.kind is Kind.CLASS
            and meaning in self._full
            and (own := scope_of(meaning.name)).islower()
            and _is_same_package(scope, own, is_of_text=is_of_text)
        ]
        return found[0] if len(found) == 1 else None

    def _setting_read(self, name: str) -> Meaning | None:
        """Return the setting that code reads by way of all settings: ``settings.DEBUG``."""
        if not name.rpartition('.')[2].isupper() or last_component(scope_of(name)) not in _READERS:
            return None
        meanings = self._exact.get(last_component(name), ())
        return next((meaning for meaning in meanings if meaning.kind is Kind.SETTING), None)

    def _imported(self, name: str) -> Meaning | None:
        """Return what ``package.module.Name`` means if a document about that module defines it."""
        if name.isidentifier():
            return None
        for separator in ANY_SEPARATOR.finditer(name):
            module = tuple(ANY_SEPARATOR.split(name[: separator.start()]))
            rest = name[separator.end() :]
            for meaning, docnames in self._exact.get(rest, {}).items():
                if meaning.name == rest and self._is_of_module(meaning, module, docnames):
                    return meaning
        return None

    def _is_of_module(
        self, meaning: Meaning, module: tuple[str, ...], docnames: Sequence[str]
    ) -> bool:
        """Check whether any of the documents that define a name is about a module.

        Many documents may define it and many use it, each of its own module: both are cached.
        """
        if module not in self._holders:
            near = (self._documents_by_part.get(part, frozenset()) for part in module)
            found = frozenset.intersection(*near)
            self._holders[module] = frozenset(d for d in found if self._holds(d, list(module)))
        if not self._holders[module]:
            return False
        if meaning not in self._definers:
            self._definers[meaning] = frozenset(docnames)
        return not self._holders[module].isdisjoint(self._definers[meaning])

    @cached_property
    def _documents_by_part(self) -> Mapping[str, frozenset[str]]:
        """The documents that may be about a module, by each part of its name."""
        by_part = defaultdict(set)
        meanings = chain.from_iterable(known.values() for known in self._exact.values())
        for docname in set(chain.from_iterable(meanings)):
            paths = (file.split('/') for file in self._embedded.get(docname, ()))
            packages = (ANY_SEPARATOR.split(package) for package in self._packages.get(docname, ()))
            for part in chain(_parts(docname), *paths, *packages):
                by_part[part].add(docname)
        return {part: frozenset(docnames) for part, docnames in by_part.items()}

    def _holds(self, docname: str, module: Sequence[str]) -> bool:
        """Check whether a document shows the source of a module, or is about it."""
        packages = self._packages.get(docname, ())
        if any(ANY_SEPARATOR.split(package) == module for package in packages):
            return True
        files = self._embedded.get(docname, ())
        if any(_is_within(file.split('/'), module) for file in files):
            return True
        path = iter(_parts(docname))
        return all(part in path for part in module)


class FullNames:
    """Full names of short ones, from the imports and objects that the documents state.

    What a document states holds in it. In other documents, a short name stands for a full one that
    is the only one in the documentation.
    """

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._documents: dict[str, _Stated] = {}
        #: what any document imports, and the first parts of that
        self._imported: set[str] = set()
        self._packages: set[str] = set()
        #: names in documents, without those of files and words: single ones, and qualified ones
        self._single: set[str] = set()
        self._qualified: set[str] = set()
        #: qualified names that some text explains as they are: "app.get()"
        self._explained: set[str] = set()

    def add(self, docname: str, header: DocumentHeader, imports: Imports) -> None:
        """Add what a document imports, what its variables are, and what it names itself."""
        outline, keywords, _digests = header
        short_names = {**imports.short_names, **dict(outline.aliases)}
        stated = _Stated(
            imports=imports,
            short_names=short_names,
            objects=dict(outline.objects),
            own=set(imports.ambiguous),
            used=set(),
            full=defaultdict(set),
            scopes=outline.scopes,
        )
        self._documents[docname] = stated
        self._imported |= imports.imported
        self._packages.update(_split_root(name)[0] for name in imports.imported)
        for name, kind, times, *_ in keywords:
            if not name.isidentifier():
                if kind not in _NO_JOIN:
                    self._qualified.add(name)
                    stated.full[tail_of(name)].add(name)
                    found = traits(times)
                    if found.is_explained:
                        self._explained.add(name)
                    if found.is_used and _is_of_module(name, imports):
                        stated.used.add(name)
                continue
            if kind not in WORDS:
                self._single.add(name)
            if name not in short_names and name not in stated.objects and _is_own(kind, times):
                stated.own.add(name)

    def resolve(self, docname: str, keyword: Ranked) -> tuple[Meaning | None, str]:
        """Return what a keyword means that some document defines, and its full name."""
        name = keyword.name
        if keyword.meaning:
            return keyword.meaning, keyword.meaning.name
        document, resolve = self._documents[docname], self._definitions.resolve
        is_name = keyword.kind not in _NO_JOIN or (
            keyword.kind is Kind.TERM and self._is_code(document, name)
        )
        stated = self._stated_in(document, keyword) if is_name else ''
        if stated:
            meaning = resolve(keyword._replace(name=stated), document.imports)
            meaning = meaning or resolve(keyword, document.imports)
            if meaning and _may_be_same(meaning.name, stated):
                return meaning, meaning.name
            return None, stated
        meaning = resolve(keyword, document.imports)
        if meaning and (
            document.own.isdisjoint(prefixes(name)) or key_of(*meaning) == key_of(*keyword[:2])
        ):
            return meaning, meaning.name
        full = self._joined(document, keyword) if is_name else ''
        if not full:
            return None, self._only_member(document, keyword) or name
        meaning = resolve(keyword._replace(name=full), document.imports)
        # a word that only code has is a place of the entry, but no reason to list it
        is_reason = not (name.isidentifier() and traits(keyword.times).is_only_used)
        return meaning if is_reason else None, meaning.name if meaning else full

    def _only_member(self, document: _Stated, keyword: Ranked) -> str:
        """Return the only described member with this end: ``form.label_tag``, ``order_by()``.

        Nothing tells the class of the object. It may have inherited the member.
        """
        root, rest = _split_root(keyword.name)
        if not rest:
            is_called = keyword.kind is Kind.FUNCTION and root not in document.own
            is_called = is_called and any(p is Position.LITERAL for p, _count in keyword.times)
            return self._definitions.method(last_component(root)) if is_called else ''
        last = last_component(keyword.name)
        if (
            root in self._packages
            or root in document.short_names
            or not is_identifier_shaped(last)
            or not (traits(keyword.times).is_only_used or root.islower())
        ):
            return ''
        meaning = self._definitions.by_tail(last, full=True)
        return meaning.name if meaning and meaning.kind in _MEMBERS else ''

    def _is_code(self, document: _Stated, name: str) -> bool:
        """Check whether a term is spelled like a name of code: "Request", not "request"."""
        return name in self._single or (name in document.short_names and name[0].isupper())

    def _stated_in(self, document: _Stated, keyword: Ranked) -> str:
        """Return the full name that a document itself gives to a short one."""
        name = keyword.name
        if name.isidentifier():
            if name in document.own:
                return ''
            full = document.imports.full_name(name) or self._described_in(document, keyword)
            return full if full != name else ''
        root, rest = _split_root(name)
        if not rest or root in self._packages or is_file_name(name):
            return ''
        if target := document.short_names.get(root):
            return _member_of(target, rest)
        return self._member(document.objects.get(root), rest, name)

    def _described_in(self, document: _Stated, keyword: Ranked) -> str:
        """Return the one described object that a document shortens, or also has in full.

        A class is one of its modules. Other names may be any words, unless they are references.
        """
        name, defines = keyword.name, self._definitions.defines
        if defines(name):
            return ''
        is_class = name[0].isupper()
        if not is_class and not any(p is Position.CROSS_REFERENCE for p, _count in keyword.times):
            return ''
        found = [full for scope in document.scopes if defines(full := f'{scope}.{name}')]
        if is_class and not found:
            packages = {scope_of(scope) for scope in document.scopes} - {''}
            found = [full for scope in packages if defines(full := f'{scope}.{name}')]
        if is_class and not found:
            found = [full for full in document.full.get(name, ()) if defines(full)]
        return found[0] if len(found) == 1 else ''

    def _joined(self, document: _Stated, keyword: Ranked) -> str:
        """Return the full name that the other documents give to a short one."""
        name = keyword.name
        if name.isidentifier():
            is_code = any(position in _AS_CODE for position, _count in keyword.times)
            full = self._known.get(name) or (is_code and self._usual.get(name)) or name
            if full == name or name in document.own or tail_of(full) != name:
                return ''
            return full if name[0].isupper() or is_identifier_shaped(name) else ''
        root, rest = _split_root(name)
        if not rest or root in document.own or root in self._packages or is_file_name(name):
            return ''
        if target := self._known.get(root):
            return _member_of(target, rest)
        if target := self._objects.get(root):
            return self._member(target, rest, name)
        usual = _member_of(_USUAL_ALIASES.get(root, ''), rest)
        return usual if self._definitions.defines(usual) else ''

    def _member(self, cls: str | None, rest: str, name: str) -> str:
        """Return a member of an object by the name of its class, if the documentation has it."""
        full = _member_of(cls, rest) if cls and name not in self._explained else ''
        is_known = full in self._qualified or self._definitions.defines(full)
        return full if is_known else ''

    @cached_property
    def _known(self) -> Mapping[str, str]:
        """The short names that have one full name in all documents, and seldom another meaning."""
        full: dict[str, set[str]] = defaultdict(set)
        balance: Counter[str] = Counter()
        for document in self._documents.values():
            used = {tail_of(name): name for name in document.used}
            balance.update({*document.short_names, *used})
            balance.subtract(document.own)
            for short, name in chain(document.short_names.items(), used.items()):
                full[short].add(name)
        for name in self._qualified:
            last = tail_of(name)
            if last[:1].isupper() and last in full and scope_of(name).islower():
                full[last].add(name)
        return {
            short: next(iter(names))
            for short, names in full.items()
            if len(names) == 1 and balance[short] >= 0
        }

    @cached_property
    def _usual(self) -> Mapping[str, str]:
        """The classes that most documents mean by a name of several, and that one describes."""
        documents: dict[str, Counter[str]] = defaultdict(Counter)
        for document in self._documents.values():
            for short, names in document.full.items():
                if short[0].isupper():
                    documents[short].update(filter(self._is_known, names))
        return {
            short: full
            for short, times in documents.items()
            for full, number in times.most_common(1)
            if len(times) > 1
            and number >= _MOST * (times.total() - number)
            and self._definitions.defines(full)
        }

    def _is_known(self, name: str) -> bool:
        """Check whether a name is imported or described, and not itself short for another."""
        is_imported = name in self._imported or scope_of(name) in self._imported
        return is_imported or self._definitions.defines(name)

    @cached_property
    def _objects(self) -> Mapping[str, str]:
        """The variables that are of one class in all documents, which is imported or described."""
        classes: dict[str, set[str]] = defaultdict(set)
        for document in self._documents.values():
            for name, cls in document.objects.items():
                classes[name].add(self._known.get(cls, cls))
            for name in document.own:
                classes[name].add('')
        return {
            name: next(iter(found))
            for name, found in classes.items()
            if len(found) == 1
            and name not in self._known
            and (found <= self._imported or any(map(self._definitions.defines, found)))
        }


class _Stated(NamedTuple):
    """What the code of a document states of its names."""

    imports: Imports
    #: short name -> the full name that an import gives it
    short_names: Mapping[str, str]
    #: variable -> class
    objects: Mapping[str, str]
    #: names of something else
    own: set[str]
    #: full names that code uses by way of an import
    used: set[str]
    #: last part -> qualified names
    full: dict[str, set[str]]
    #: modules whose names it may shorten
    scopes: Sequence[str]


def _is_of_module(name: str, imports: Imports) -> bool:
    """Check whether a name is one of an imported module, or a class in a package of it."""
    scope = scope_of(name)
    is_class = _split_root(name)[0] in imports.modules and tail_of(name)[:1].isupper()
    return scope.islower() and (is_class or scope in imports.modules)


def _split_root(name: str) -> tuple[str, str]:
    """Return the first part of a qualified name, and the rest with its separator."""
    match = None if name.isidentifier() else SEPARATOR.search(name, 1)
    return (name[: match.start()], name[match.start() :]) if match else (name, '')


def _member_of(target: str, rest: str) -> str:
    """Return a member of a target; '' for one of another language."""
    if not target or ('.' in target and rest[0] == ':'):
        return ''
    return f'{target}::{rest[1:]}' if '::' in target and rest[0] == '.' else f'{target}{rest}'


def _is_own(kind: Kind, times: Iterable[tuple[Position, int]]) -> bool:
    """Check whether a document has a name for something of its own."""
    return any(
        position in _BINDING or (kind is Kind.VARIABLE and position is Position.PASSING_NAME)
        for position, _count in times
    )


def _may_be_same(name: str, stated: str) -> bool:
    """Check whether a name may be that of an import: both are of one package."""
    return stated.endswith(name) or _split_root(name)[0] == _split_root(stated)[0]


def key_of(name: str, kind: Kind) -> str:
    """Return what all spellings of a name have in common. Only those of terms differ in case."""
    if kind is Kind.TERM:
        return f' {identity(name, defined=False)}'
    return name if name.isidentifier() and name.isascii() else identity(name, defined=True)


def scope_of(name: str) -> str:
    """Return all but the last part of a qualified name."""
    return name[: -len(last_component(name))].rstrip('.:')


def prefixes(name: str) -> Iterator[str]:
    """Yield a qualified name and the beginnings of it that end before a separator."""
    yield name
    for separator in ANY_SEPARATOR.finditer(name):
        yield name[: separator.start()]


def endings(name: str) -> Iterator[str]:
    """Yield the ends of a qualified name that begin after a separator."""
    for separator in SEPARATOR.finditer(name):
        yield name[separator.end() :]


def tail_of(name: str) -> str:
    """Return the last part of a name; of an option, the part behind its program."""
    program, space, option = name.rpartition(' ')
    return option if space and option.startswith('-') and program else last_component(name)


def _is_same_package(scope: str, own: str, *, is_of_text: bool) -> bool:
    """Check whether a class of one package may be called by another scope."""
    written, full = ANY_SEPARATOR.split(scope), ANY_SEPARATOR.split(own)
    if is_of_text and _has_in_order(full, written):
        return True
    if written == full[: len(written)]:
        return True
    is_alike = written[0] == full[0] and written[-2:] == full[-2:]
    return is_alike and _has_in_order(written, full)


def _has_in_order(parts: Sequence[str], some: Sequence[str]) -> bool:
    others = iter(parts)
    return all(part in others for part in some)


def _is_within(path: Sequence[str], module: Sequence[str]) -> bool:
    """Check whether a file is that of a module, or in its package."""
    length = len(module)
    return any(path[n : n + length] == module for n in range(len(path) - length + 1))


def _parts(docname: str) -> list[str]:
    return re.split(r'[/.]', docname)


def _possible(keyword: Ranked, meanings: Iterable[Meaning]) -> list[Meaning]:
    """Return the meanings that a keyword can have where it stands."""
    possible = [meaning for meaning in meanings if not _is_other_command(keyword.kind, meaning)]
    if traits(keyword.times).is_in_code and not is_identifier_shaped(keyword.name):
        return [meaning for meaning in possible if _can_be_code(keyword.kind, meaning.kind)]
    return possible


def _can_be_code(kind: Kind, meant: Kind) -> bool:
    return meant is kind or (kind is not Kind.SETTING and meant not in _NO_CODE)


def _is_other_command(kind: Kind, meaning: Meaning) -> bool:
    return kind is Kind.COMMAND and meaning.kind in _NO_COMMANDS


def _may_end_in(keyword: Ranked, meaning: Meaning, *, known: bool) -> bool:
    """Check whether a full name can be meant by its end: ``close`` is no ``Client.close``."""
    if _is_other_command(keyword.kind, meaning):
        return False
    if ANY_SEPARATOR.search(keyword.name):
        return True
    if not traits(keyword.times).is_only_used:
        return known or not may_be_any_word(keyword, meaning)
    if meaning.kind in _OF_MODULES:
        return known and keyword.name not in BUILTINS
    return meaning.kind not in _MEMBERS


def may_be_any_word(keyword: Ranked, shown: Meaning) -> bool:
    """Check whether a word of a document may be no name of an object that others describe.

    ``request`` may be any request. A reference to an object of this kind, parentheses, or a name
    that looks like one leave no doubt.
    """
    name, kind, times = keyword[:3]
    is_marked = kind in _MARKED or any(position in _REFERENCES for position, _count in times)
    return (
        keyword.meaning is None
        and kind not in _CALLED
        and not (shown.kind in _TYPES and name[0].isupper())
        and name.isalpha()
        and not is_identifier_shaped(name)
        and not (is_marked and kind is shown.kind)
    )


def _by_kind(meaning: Meaning) -> tuple[int, str]:
    return _KIND_ORDER[meaning.kind], meaning.name


# Names that a user types
