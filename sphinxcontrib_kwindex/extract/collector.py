"""Collector of the names in one text, the common result of all extractors.

References and the classes of variables are written to it at the end, when all imports are known.
"""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import (
    LONGEST,
    is_constant_shaped,
    is_file_name,
    is_identifier_shaped,
    last_component,
)
from sphinxcontrib_kwindex.extract.prose import SHAPE, acronyms, identifiers
from sphinxcontrib_kwindex.extract.prose.sentences import first_sentence
from sphinxcontrib_kwindex.model import Found, Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

#: A mention or a local variable is left out if its name has one of these usages as well.
_STRONG: Final = frozenset({Usage.DEFINITION, Usage.IMPORT, Usage.USE})
#: usages that do not bind a name
_UNBOUND: Final = frozenset({Usage.USE, Usage.MENTION, Usage.ARGUMENT})
_BOUND: Final = frozenset(Usage) - _UNBOUND
#: conventional names of variables, which are no keywords
_MEANINGLESS: Final = frozenset({'_', 'args', 'cls', 'kwargs', 'self', 'this'})
#: members of an object that has no name
_MEMBERS: Final = frozenset({Kind.ATTRIBUTE, Kind.METHOD})
#: how often an acronym must occur that the text does not explain
ACRONYM_RECURS: Final = 3
#: a literal with so many spaces is a message
_SENTENCE: Final = 2
_MESSAGE: Final = 500
#: URLs match as a whole: their parts are no names
_WORD = re.compile(r'\w++(?:://\S*+|(?:(?:\.|::)\w++)*+)')
#: likewise, paths and newlines
_WORD_OR_PATH = re.compile(
    r'\n|[/\\~][\w./\\~-]*+|\w++(?:://\S*+|[/\\][\w./\\-]*+|(?:(?:\.|::)\w++)*+)'
)
_LINK = re.compile(r'[?!]?\.#?|\??->|::|\\')
#: comment markers, also at the beginning of each line
_MARKERS = re.compile(
    r'^[ \t]*(?:/\*[*!]*+<?|///?/?!?<?|\*/|\*(?!\*)|\#+)[ \t]?|(?<!\*)\*+/[ \t]*$', re.MULTILINE
)
#: the markup of doc comments in C#
_XML = re.compile(
    r'</?(?:summary|remarks|para|c)>|<(?:see|paramref)\s+\w+="(?:\w:)?([^"]{0,200})"\s*/>'
)
_LICENCE = re.compile(r'(?:@licen[cs]e|copyright|licensed|spdx|\(c\)|©)', re.IGNORECASE)


# -- kinds that the text around a name shows

#: "os.environ.get('X')", "process.env.X", "getenv("X")", "ENV['X']", "std::env::var("X")"
ENVIRONMENT = re.compile(
    r"""(?:
        (?i:\b(?:\w{1,20}(?:\.|::)){0,2}(?:\w{0,20}getenv|environ(?:\.\w++)?))\s*+[(\[]\s*+["']
      | \bprocess\.env(?:\.|\[["'])
      | (?<!\w)(?:(?:std::)?env::var(?:_os)?\(|(?:option_)?env!\(|ENV(?:\.\w+)?[(\[])\s*["']
    )([A-Za-z_]\w*)""",
    re.VERBOSE,
)
#: "class A extends B implements C", "class A : public B", "class A < B"
_BASES = re.compile(
    r"""\b(?:class|interface|object|protocol|struct)\s+\w[\w.:]*(?:<[\w\s,]*>)?(?:\([^()\n]*\))?
    \s*(?:extends|implements|:(?!:)|<)\s*([^{};\n]*)""",
    re.VERBOSE,
)
#: an element of JSX, an argument of a generic type: "<Layout", "Vec<Item>"
_ELEMENT = re.compile(r'<((?:\w+\.)*[A-Z]\w*[a-z]\w*)(?=[\s/>,<])')
_CLASS_NAME = re.compile(r'(?<![\w(])[A-Z][A-Z\d_]*+[a-z]\w*+')


def with_evident_kinds(found: list[Found], code: str) -> list[Found]:
    """Return names with the kinds that the text around them shows: variables, classes."""
    variables: dict[str, int] = {}
    for match in ENVIRONMENT.finditer(code) if 'env' in code.lower() else ():
        variables.setdefault(match[1], code.count('\n', 0, match.start()) + 1)
    classes = {name.rpartition('.')[2] for name in _ELEMENT.findall(code)}
    for bases in _BASES.findall(code):
        classes.update(_CLASS_NAME.findall(bases))
    classes -= {one.name for one in found if one.usage in _BOUND}
    if classes:
        found = [_as_class(one) if last_component(one.name) in classes else one for one in found]
    if variables:
        kind = Kind.ENVIRONMENT_VARIABLE
        found = [
            one
            for one in found
            if one.usage in _BOUND or last_component(one.name) not in variables
        ]
        found += [Found(name, kind, Usage.USE, line) for name, line in variables.items()]
        found.sort(key=attrgetter('line'))
    return found


def _as_class(one: Found) -> Found:
    is_open = one.kind is Kind.NAME and one.usage is Usage.USE
    return one._replace(kind=Kind.CLASS) if is_open else one


class NameCollector:
    """Names of one text, each with its first line, its count and its description."""

    def __init__(self) -> None:
        #: (name, kind, usage) -> [line, times]
        self._rows: dict[tuple[str, Kind, Usage], list[int]] = {}
        #: the same -> description above the definition
        self._descriptions: dict[tuple[str, Kind, Usage], str] = {}
        #: alias -> kind, target, line
        self._aliases: dict[str, tuple[Kind, str, int]] = {}
        #: acronym in comments -> lines
        self._acronyms: dict[str, list[int]] = {}

    def add(self, name: str, kind: Kind, usage: Usage, line: int, times: int = 1) -> None:
        """Add occurrences of a name; the first line is kept."""
        if not name or len(name) > LONGEST:
            return
        row = self._rows.get((name, kind, usage))
        if row is None:
            self._rows[name, kind, usage] = [line, times]
            return
        row[0] = min(row[0], line)
        row[1] += times

    def define(self, name: str, kind: Kind, line: int, text: str = '') -> None:
        """Add a definition; the first of several descriptions is kept."""
        if name == '_' or name.endswith(('.', '::')):  # but "initWithFrame:" is a selector
            return
        self.add(name, kind, Usage.DEFINITION, line)
        if text:
            self._descriptions.setdefault((name, kind, Usage.DEFINITION), text)

    def local(self, name: str, line: int) -> None:
        """Add a local variable or a parameter, unless its name is a conventional one."""
        if len(name) > 1 and name not in _MEANINGLESS:
            self.add(name, Kind.VARIABLE, Usage.LOCAL, line)

    def alias(self, name: str, kind: Kind, target: str, line: int = 1) -> None:
        """Add the target of an alias for the texts that follow, '' if it is not known."""
        if 0 < len(name) <= LONGEST:
            self._aliases[name] = kind, target if len(target) <= LONGEST else '', line

    def has_local(self, name: str) -> bool:
        """Check whether a local variable has this name."""
        return (name, Kind.VARIABLE, Usage.LOCAL) in self._rows

    def add_comment(self, text: str, line: int) -> None:
        """Add the identifiers in a comment, and its acronyms if they recur."""
        at, below = 0, line
        for name, offset in acronyms(text):
            below += text.count('\n', at, offset)
            at = offset
            self._acronyms.setdefault(name, []).append(below)
        for number, words in enumerate(text.split('\n'), line):
            if not SHAPE.search(words):
                continue  # most lines end here
            for word in _WORD.findall(words):
                if len(word) <= LONGEST and is_identifier_shaped(word):
                    self.add(word, Kind.NAME, Usage.MENTION, number)

    def literal(self, text: str, line: int) -> None:
        """Add a string literal that is a name or a file, or the identifiers in a message."""
        if text.count(' ') >= _SENTENCE:
            for name, _offset in identifiers(text[:_MESSAGE]):
                self.add(name, Kind.NAME, Usage.MENTION, line)
        elif len(text) <= LONGEST and is_file_name(text):
            self.add(text.removeprefix('./'), Kind.FILE, Usage.MENTION, line)
        elif len(text) <= LONGEST and is_identifier_shaped(text):
            self.add(text, Kind.NAME, Usage.MENTION, line)

    def results(self) -> list[Found]:
        """Return all names in the order of their lines, then in the order of their addition."""
        for name, lines in self._acronyms.items():
            if len(lines) >= ACRONYM_RECURS:
                self.add(name, Kind.ACRONYM, Usage.MENTION, min(lines), len(lines))
        return sorted(self._found(), key=attrgetter('line'))

    def _found(self) -> Iterator[Found]:
        strong, bound, declared = self._names_by_usage()
        for key, (line, times) in self._rows.items():
            name, kind, usage = key
            if usage not in _STRONG:
                is_variable = usage is Usage.MENTION and kind is Kind.VARIABLE
                if name in strong or (is_variable and name in declared):
                    continue
            if kind is Kind.NAME and not name[-1].islower() and is_constant_shaped(name):
                kind = Kind.CONSTANT
            text = self._descriptions.get(key)
            yield Found(name, kind, usage, line, times, first_sentence(text) if text else '')
        for name, (kind, target, line) in self._aliases.items():
            if target or name not in bound:  # an alias without a target only marks a name as new
                yield Found(name, kind, Usage.ALIAS, line, 1, target)

    def _names_by_usage(self) -> tuple[set[str], set[str], set[str]]:
        """Return names with strong usages, names that are bound, and last parts of declared ones.

        Local variables are declared, too.
        """
        strong: set[str] = set()
        bound: set[str] = set()
        declared: set[str] = set()
        for name, _, usage in self._rows:
            if usage in _STRONG:
                strong.add(name)
            if usage not in _UNBOUND:
                bound.add(name)
                if usage is not Usage.IMPORT:
                    declared.add(name.replace('::', '.').rpartition('.')[2])
        return strong, bound, declared


def qualified(prefix: str, separator: str, name: str) -> str:
    """Return a name after its prefix; a prefix that is too long stays as it is."""
    if len(prefix) > LONGEST:
        return prefix
    return f'{prefix}{separator}{name}' if prefix else name


def split_name(name: str) -> tuple[str, str, str]:
    """Split a name at its first link."""
    if match := _LINK.search(name, 1):
        return name[: match.start()], match[0], name[match.end() :]
    return name, '', ''


def resolve_alias(name: str, aliases: Mapping[str, str]) -> str:
    """Return a name with the alias at its beginning replaced by its target."""
    head, link, rest = split_name(name)
    return f'{aliases.get(head, head)}{link}{rest}'


def comment_text(comment: str) -> str:
    """Return the text of a doc comment without comment markers; '' for a licence."""
    text = _XML.sub(r'\1', _MARKERS.sub('', comment)).strip()
    return '' if _LICENCE.match(text) else text


class References:
    """References to names, counted by name."""

    def __init__(self) -> None:
        #: name -> [first place, references, calls among them]
        self._rows: dict[str, list[int]] = {}
        #: name -> what its context says that it is
        self._kinds: dict[str, Kind] = {}
        #: name of a variable that may be declared elsewhere -> [first place, references]
        self._variables: dict[str, list[int]] = {}

    def add(self, name: str, place: int, *, called: bool = False, kind: Kind | None = None) -> None:
        """Count a reference; the first kind that a context tells is kept."""
        row = self._rows.get(name)
        if row is None:
            row = self._rows[name] = [place, 0, 0]
        row[1] += 1
        row[2] += called
        if kind is not None:
            self._kinds.setdefault(name, kind)

    def add_variable(self, name: str, place: int) -> None:
        """Count a reference to a variable, which is mentioned unless the text declares it."""
        if len(name) > 1 and name not in _MEANINGLESS:
            self._variables.setdefault(name, [place, 0])[1] += 1

    def write(
        self,
        collector: NameCollector,
        resolve: Callable[[str, int], str],
        line_of: Callable[[int], int] = int,
    ) -> None:
        """Write all references; ``resolve`` gets a name and its number of calls.

        It returns the full name, '' to leave the name out.
        """
        for name, (place, times, calls) in self._rows.items():
            kind = self._kinds.get(name)
            full = name if kind in _MEMBERS else resolve(name, calls + (kind is not None))
            kind = kind or (Kind.FUNCTION if calls else Kind.NAME)
            collector.add(full, kind, Usage.USE, line_of(place), times)
        for name, (place, times) in self._variables.items():
            collector.add(name, Kind.VARIABLE, Usage.MENTION, line_of(place), times)


class VariableTypes:
    """Classes of variables at one place of a text.

    The latest declaration before a reference counts; those of a scope are dropped at its end.
    """

    def __init__(self) -> None:
        #: variable -> class, '' if it is not known
        self.classes: dict[str, str] = {}
        #: the same for the text that follows, without local variables
        self.exported: dict[str, str] = {}
        #: the classes that variables had outside of the current scopes
        self._shadowed: list[tuple[str, str]] = []

    def declare(self, name: str, cls: str, *, local: bool) -> None:
        """Record the class of a variable that is declared here."""
        if local:
            self._shadowed.append((name, self.classes.get(name, '')))
            self.exported.setdefault(name, '')
        else:
            self.exported[name] = cls
        self.classes[name] = cls

    @property
    def local_count(self) -> int:
        """Return the number of local declarations in effect."""
        return len(self._shadowed)

    def restore(self, count: int = 0) -> None:
        """Drop local declarations until ``count`` of them are left."""
        while len(self._shadowed) > count:
            name, cls = self._shadowed.pop()
            self.classes[name] = cls

    def write(self, collector: NameCollector, aliases: Mapping[str, str], sigils: str = '') -> None:
        """Write the classes of variables for the text that follows."""
        for name, cls in self.exported.items():
            collector.alias(name.lstrip(sigils), Kind.VARIABLE, resolve_alias(cls, aliases))


def extract_words(code: str) -> list[Found]:
    """Return the words of any text that look like identifiers, as used."""
    collector, line = NameCollector(), 1
    for word in _WORD_OR_PATH.findall(code):
        if word == '\n':
            line += 1
        elif len(word) <= LONGEST and is_identifier_shaped(word):
            collector.add(word, Kind.NAME, Usage.USE, line)
    return collector.results()
