"""Recorder of the keywords in one document, and the merge of their occurrences."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.collect.code_blocks import (
    Aliases,
    Block,
    Document,
    is_embedded,
    names_file,
    names_in,
)
from sphinxcontrib_kwindex.collect.locations import SourceTable, module_path
from sphinxcontrib_kwindex.collect.prose import Prose
from sphinxcontrib_kwindex.collect.walker import Context, Walker
from sphinxcontrib_kwindex.config import extractors_of
from sphinxcontrib_kwindex.extract.names import LONGEST, clean
from sphinxcontrib_kwindex.extract.prose.sentences import shorten
from sphinxcontrib_kwindex.extract.prose.wordlists import (
    FUNCTION_WORDS,
    LITERAL_NOISE,
    is_noise,
    is_placeholder,
)
from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.index.resolve import key_of
from sphinxcontrib_kwindex.index.traits import PASSING
from sphinxcontrib_kwindex.model import (
    POSITIONS,
    Definition,
    Keyword,
    Kind,
    Place,
    Position,
    Role,
    Trait,
    positions_with,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from docutils import nodes
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.model import Change

#: longer literals and emphasised texts are no names
_LONGEST_MENTION = 80

#: a name there is explained if it is all that its heading, term or cell has
_EXPLAINABLE = (
    frozenset(POSITIONS)
    - positions_with(Trait.CODE | Trait.FULL_NAME)
    - {
        Position.CROSS_REFERENCE,
        Position.TERM,
        Position.INDEX_ENTRY,
    }
)

_KIND_ORDER = list(Kind)
_DEFINING = frozenset(p for p, info in POSITIONS.items() if info.role is Role.DEFINES)
_AS_WRITTEN = positions_with(Trait.AS_WRITTEN)
_IN_CODE = frozenset(
    {
        Position.LOCAL,
        Position.CODE_USE,
        Position.CODE_MENTION,
        Position.CODE_IMPORT,
        Position.EXAMPLE_IMPORT,
        Position.LITERAL,
    }
)
_IN_HEADINGS = frozenset(
    {
        Position.TITLE_PHRASE,
        Position.HEADING_PHRASE,
        Position.PASSING_PHRASE,
        Position.HEADING_WORD,
        Position.TOPIC,
    }
)
_OWN = frozenset({Position.OWN_HEADING})
#: kinds that a heading has if it states none, or for what may be anything: "The build field"
_UNSTATED = frozenset(
    {Kind.NAME, Kind.TERM, Kind.CONSTANT, Kind.FILE, Kind.ATTRIBUTE, Kind.VARIABLE}
)
#: what texts call other things as well: "the ``User`` type", "the ``PORT`` variable"
_VAGUE = {
    Kind.MODULE: Kind.CLASS,
    Kind.TYPE: Kind.CLASS,
    Kind.VARIABLE: Kind.ENVIRONMENT_VARIABLE,
}
#: kinds of a name in capitals that may be an environment variable
_CAPITALS = frozenset({Kind.CONSTANT, Kind.VARIABLE})
_NAMED = frozenset({Position.OWN_HEADING, Position.HEADING_NAME})
#: where names of parameters, noise and placeholders count for little or nothing
_IN_TEXT = frozenset({Position.LITERAL, Position.PROSE_IDENTIFIER})
#: references have the names of objects, however long
_LONG = _DEFINING | {Position.CROSS_REFERENCE, Position.SIGNATURE}
#: "FIFOs"
_ACRONYMS = re.compile(r'[A-Z]{2,6}s')
_ENVIRONMENT = re.compile('environment variable', re.IGNORECASE)
#: "-ENOMSG": what a function returns
_ERROR_CODE = re.compile(r'-E[A-Z\d]{3,}')
_LETTER = re.compile(r'[^\W\d_]')
#: what Sphinx knows of the module at hand, also at each reference
SCOPES = ('py:module', 'js:module')
#: what an author emphasises is looked for in the whole text
_MARKED = frozenset({Position.STRONG, Position.EMPHASIS, Position.LINK_TEXT})


class Occurrence(NamedTuple):
    """A name at one place of a document."""

    name: str
    kind: Kind
    place: Place
    definition: Definition | None = None
    #: the words beside it state the kind
    is_stated: bool = False


class Recorder:
    """Occurrences of keywords in one doctree.

    Visitors of nodes add occurrences, texts and code blocks. ``finish`` adds what is in texts and
    blocks, which depends on the whole document.
    """

    def __init__(self, document: nodes.document, env: BuildEnvironment, title: str) -> None:
        self.env = env
        self.walker = Walker(document, title)
        self.sources = SourceTable(Path(env.srcdir), Path(env.doc2path(env.docname)))
        #: the language of code blocks that state none
        self.language: str = env.config.highlight_language
        self.prose = Prose(env.config.language or 'en')
        self.blocks: list[Block] = []
        self.aliases = Aliases()
        self.occurrences: list[Occurrence] = []
        #: what the document refers to with the roles of our domain: (role, target)
        self.references: set[tuple[str, str]] = set()
        #: the files whose source the document embeds
        self.embedded: set[str] = set()
        #: the names of the parameters of all objects that the document describes
        self.parameters: set[str] = set()
        #: anchor of an object, or number of a section -> changes
        self.changes: dict[str | int, list[Change]] = defaultdict(list)
        #: the modules whose names the document may shorten
        self.scopes: set[str] = set(filter(None, map(env.ref_context.get, SCOPES)))
        #: whether literals may become links
        self.links_literals = 'literals' in env.config.kwindex_links
        self._keep = frozenset(env.config.kwindex_keep)
        self._stop_words = frozenset(env.config.kwindex_stopwords)
        self._project = env.config.project.casefold()

    def add(
        self,
        name: str,
        kind: Kind,
        position: Position,
        context: Context,
        *,
        anchor: str = '',
        definition: tuple[str, str] = ('', ''),
        is_stated: bool = False,
        called: str = '',
    ) -> None:
        """Add an occurrence, unless it is noise. A definition is a text and its origin.

        What a literal that may become a link is ``called`` is part of the place.
        """
        name, length = clean(name), len(name)
        if kind is Kind.TERM and _ACRONYMS.fullmatch(name):
            name, kind = name[:-1], Kind.ACRONYM
        elif kind is Kind.OPTION and _ERROR_CODE.fullmatch(name):
            name, kind = name[1:], Kind.CONSTANT
        explained = context.explained
        if explained and name.casefold() in explained.names and position in _EXPLAINABLE:
            definition = definition if definition[0] else (explained.text, 'text')
            if kind in {Kind.NAME, Kind.TERM}:
                kind = explained.kind or kind
            if not context.heading:
                position = Position.DEFINITION_LIST
            elif kind is not Kind.TERM:
                position = Position.OWN_HEADING
        longest = LONGEST if position in _LONG else _LONGEST_MENTION
        if (
            position in _IN_TEXT
            and name not in self._keep
            and (is_placeholder(name) or self._is_noise(name, position))
        ):
            position = Position.PASSING_NAME
        if name and len(name) <= longest and not self._is_noise(name, position):
            section, condition, line, source = context[:4]
            if length > LONGEST == len(name):
                _warn_of_cut(name, length, f'{source}:{line}')
            number = self.sources.number(source)
            place = Place(section, line, position, 1, anchor, condition, number, called)
            self._append(name, kind, place, *definition, is_stated=is_stated)

    def _append(
        self,
        name: str,
        kind: Kind,
        place: Place,
        text: str,
        origin: str,
        *,
        is_stated: bool = False,
    ) -> None:
        definition = None
        if text:
            definition = Definition(text, origin, place.section, place.anchor, place.condition)
        self.occurrences.append(Occurrence(name, kind, place, definition, is_stated))

    def _is_noise(self, name: str, position: Position) -> bool:
        """Return whether a name says nothing, as the project's own, and is not to be kept."""
        if position in _DEFINING or position in _OWN or name in self._keep:
            return False
        if name in self._stop_words:
            return True
        if position is Position.PASSING_NAME:
            return not (name[1:] and _LETTER.search(name))
        if position is Position.CROSS_REFERENCE or position in _AS_WRITTEN:
            return False  # the project may define what it links to
        if position is Position.LITERAL and name in FUNCTION_WORDS:
            return name in LITERAL_NOISE
        return name.casefold() == self._project or is_noise(name)

    def finish(self) -> None:
        """Add the names in prose and in code blocks, then correct positions and kinds."""
        marked = {o.name for o in self.occurrences if o.place.position in _MARKED}
        for name, kind, position, context, text in self.prose.names(marked):
            self.add(name, kind, position, context, definition=(' '.join(text.split()), 'abbr'))
        self._add_code()
        self._name_command()
        self._correct()

    def _add_code(self) -> None:
        characters = sum(len(text) for text, _context in self.prose.texts)
        characters += sum(len(block.code) for block in self.blocks)
        document = Document(characters, self._is_about_file())
        extractors = extractors_of(self.env.config)
        for block in self.blocks:
            if block.included and is_embedded(block, document):
                self.embedded.add(module_path(block.included, Path(self.env.srcdir)))
            section, condition = block.context.section, block.context.condition
            source = self.sources.number(block.context.source)
            origin = 'docstring' if block.language.startswith('py') else 'comment'
            for found, position, line in names_in(block, document, extractors, self.aliases):
                if found.name in self._stop_words and position not in _DEFINING:
                    continue
                place = Place(section, line, position, found.times, '', condition, source)
                self._append(found.name, found.kind, place, found.definition, origin)

    def _name_command(self) -> None:
        """Rename the title of a page about one command: "init" is "git init"."""
        title = clean(self.walker.sections[1].title) if len(self.walker.sections) > 1 else ''
        times = Counter(
            one.name
            for one in self.occurrences
            if one.kind is Kind.COMMAND and one.name.endswith(f' {title}')
        )
        if not title.islower() or not times:
            return
        name = min(times, key=lambda name: (-times[name], name))
        for number, one in enumerate(self.occurrences):
            place = one.place
            if place.section == 1 and place.position in _IN_HEADINGS | _NAMED and one.name == title:
                place = place._replace(position=Position.OWN_HEADING)
                self.occurrences[number] = one._replace(name=name, kind=Kind.COMMAND, place=place)

    def _has_own_heading(self, one: Occurrence) -> bool:
        """Return whether a phrase of a heading is all that the heading has."""
        is_heading = one.kind is Kind.TERM and one.place.position in _IN_HEADINGS
        return is_heading and clean(self.walker.sections[one.place.section].title) == one.name

    def _is_of_environment(self, one: Occurrence) -> bool:
        """Return whether a text in capitals is in a section about environment variables."""
        sections = self.walker.sections
        titles = sections[0].title, sections[one.place.section].title
        return one.place.position in _EXPLAINABLE and any(map(_ENVIRONMENT.search, titles))

    def _is_about_file(self) -> bool:
        """Return whether the title of the document or ``kwindex_source_path`` names a file."""
        paths = self.env.config.kwindex_source_path
        return names_file(self.walker.sections[0].title) or any(
            re.fullmatch(pattern, self.env.docname) for pattern in paths
        )

    def _correct(self) -> None:
        """Correct occurrences of what signatures declare: parameters, and methods of classes."""
        classes = {
            one.name
            for one in self.occurrences
            if one.kind is Kind.CLASS and one.place.position is Position.OBJECT
        }
        code = {one.name for one in self.occurrences if one.kind is not Kind.TERM}
        for number, one in enumerate(self.occurrences):
            if one.place.position in _IN_TEXT and one.name in self.parameters:
                place = one.place._replace(position=Position.PARAMETER)
                self.occurrences[number] = one._replace(place=place)
            elif one.kind is Kind.FUNCTION and '_' in one.name and _is_macro(one):
                self.occurrences[number] = one._replace(kind=Kind.MACRO)
            elif one.name.isupper() and one.kind in _CAPITALS and self._is_of_environment(one):
                self.occurrences[number] = one._replace(kind=Kind.ENVIRONMENT_VARIABLE)
            elif one.name in code and self._has_own_heading(one):
                place = one.place._replace(position=Position.OWN_HEADING)
                self.occurrences[number] = one._replace(kind=Kind.NAME, place=place)
            elif one.kind is Kind.FUNCTION and one.name.rpartition('::')[0] in classes:
                self.occurrences[number] = one._replace(kind=Kind.METHOD)


def _is_macro(one: Occurrence) -> bool:
    """Return whether a function has the name of a macro, and nothing describes it as a function."""
    return one.name.isupper() and one.name.isidentifier() and one.place.position not in _DEFINING


def _warn_of_cut(name: str, length: int, location: str) -> None:
    message = f'a name of {length:,} characters is cut in the keyword index: {shorten(name, 40)!r}'
    warn(WarningType.TOO_LONG, message, location)


def merge_occurrences(occurrences: Collection[Occurrence]) -> tuple[Keyword, ...]:
    """Return one keyword for each name, and for each kind if the document defines several.

    Spellings of a term are one name. What is code anywhere has one spelling.
    """
    by_name: dict[str, list[Occurrence]] = defaultdict(list)
    code = {o.name for o in occurrences if o.kind is not Kind.TERM}
    for one in occurrences:
        by_name[key_of(one.name, Kind.NAME if one.name in code else one.kind)].append(one)
    groups = by_name.values()
    merged = [
        Keyword(name, kind, (place,), (definition,) if definition else ())
        for group in groups
        if len(group) == 1  # as nearly all
        for name, kind, place, definition, _is_stated in group
    ]
    merged += [
        _keyword(kind, alike)
        for group in groups
        if len(group) > 1
        for kind, of_kind in _by_kind(group).items()
        for alike in _by_condition(of_kind)
    ]
    return tuple(sorted(merged))


def _defining(occurrences: Iterable[Occurrence]) -> list[Occurrence]:
    return [one for one in occurrences if one.place.position in _DEFINING]


def _by_kind(group: list[Occurrence]) -> dict[Kind, list[Occurrence]]:
    """Return the occurrences of a name by kind: by its own if the name is defined as that kind."""
    kinds = {o.kind for o in group}
    if len(kinds) > 1:
        kinds = {o.kind for o in _defining(group)} or {_likeliest_kind(group)}
    if len(kinds) == 1:
        return {kinds.pop(): group}
    order = [kind for kind in Kind if kind in kinds]
    result: dict[Kind, list[Occurrence]] = {kind: [] for kind in order}
    for occurrence in group:
        result[occurrence.kind if occurrence.kind in kinds else order[0]].append(occurrence)
    return result


def _likeliest_kind(group: Collection[Occurrence]) -> Kind:
    """Return the kind that the text states, else the most specific; that in passing comes last."""
    times = Counter((_kind_level(one), one.kind) for one in group)
    kind = min(
        times,
        key=lambda key: (key[0], -times[key] if key[0] == 0 else 0, _KIND_ORDER.index(key[1])),
    )[1]
    clear = _VAGUE.get(kind)
    return clear if clear and any(_is_shown_as(clear, one) for one in group) else kind


def _is_shown_as(kind: Kind, one: Occurrence) -> bool:
    """Return whether code shows that a name has a kind."""
    is_declared = one.place.position is Position.EXAMPLE_DEFINITION
    return one.kind is kind and (is_declared or kind is Kind.ENVIRONMENT_VARIABLE)


def _kind_level(one: Occurrence) -> int:
    is_stated = one.is_stated or (one.place.position in _OWN and one.kind not in _UNSTATED)
    return 0 if is_stated else 2 if one.place.position in PASSING else 1


def _by_condition(group: list[Occurrence]) -> Iterable[list[Occurrence]]:
    """Return occurrences of several spellings by condition: one may be hidden."""
    if len({o.name for o in group}) == 1:
        return [group]
    result = defaultdict(list)
    for occurrence in group:
        result[occurrence.place.condition].append(occurrence)
    return result.values()


def _keyword(kind: Kind, group: Sequence[Occurrence]) -> Keyword:
    places = tuple(sorted(_merge_places([o.place for o in group])))
    definitions = dict.fromkeys([o.definition for o in group if o.definition])
    if kind is Kind.VARIABLE and not any(o.is_stated or o.place.position in _OWN for o in group):
        definitions = {said: None for said in definitions if said.source != 'text'}
    return Keyword(_spelling(group), kind, places, tuple(definitions))


def _spelling(group: Sequence[Occurrence]) -> str:
    """Return the most frequent spelling of definitions, else of code, else of prose.

    Prose capitalizes names and adds plurals.
    """
    if len({o.name for o in group}) == 1:
        return group[0].name
    defining = _defining(group)
    in_code = [o for o in group if o.place.position in _IN_CODE]
    spellings: dict[str, int] = defaultdict(int)
    for occurrence in defining or in_code or group:
        spellings[occurrence.name] += occurrence.place.times
    return min(spellings, key=lambda spelling: (-spellings[spelling], spelling))


def _merge_places(places: Iterable[Place]) -> Iterable[Place]:
    """Return one place for all that differ in their line only, with the first line."""
    merged: dict[tuple[object, ...], Place] = {}
    for place in places:
        key = place.section, place.position, *place[4:]
        if other := merged.get(key):
            line, times = min(other.line, place.line), other.times + place.times
            merged[key] = other._replace(line=line, times=times)
        else:
            merged[key] = place
    return merged.values()
