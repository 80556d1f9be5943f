"""The plain data that everything else speaks of: kinds, roles, places, keywords, records."""

from __future__ import annotations

from enum import Flag, IntEnum, StrEnum, auto
from typing import NamedTuple


class Kind(StrEnum):
    """What a keyword is. Pages show the kinds in this order; of several, the first is shown."""

    CLASS = 'class'
    ENUM = 'enum'
    TYPE = 'type'
    METHOD = 'method'
    FUNCTION = 'function'
    MACRO = 'macro'
    ENVIRONMENT_VARIABLE = 'environment variable'
    SETTING = 'setting'
    OPTION = 'option'
    DIRECTIVE = 'directive'
    ROLE = 'role'
    CONSTANT = 'constant'
    MODULE = 'module'
    NAMESPACE = 'namespace'
    COMMAND = 'command'
    ATTRIBUTE = 'attribute'
    FILE = 'file'
    IMPORT = 'import'
    ACRONYM = 'acronym'
    VARIABLE = 'variable'
    NAME = 'name'
    TERM = 'term'


#: kinds whose names are words of a language; all others are set as code
WORDS = frozenset({Kind.TERM, Kind.ACRONYM})


class Role(StrEnum):
    """What a place does with a keyword, the strongest first."""

    DEFINES = 'defines'
    USES = 'uses'
    MENTIONS = 'mentions'


class Usage(StrEnum):
    """What an extractor says that a name is doing in the text where it stands."""

    DEFINITION = 'definition'
    IMPORT = 'import'
    USE = 'use'
    MENTION = 'mention'
    #: the name of an argument in a call: ``retries`` in ``connect(retries=3)``
    ARGUMENT = 'argument'
    LOCAL = 'local'
    #: a name for something else in all that follows: an object of a class, what is imported as …
    ALIAS = 'alias'


class Found(NamedTuple):
    """One name that an extractor found in a text."""

    #: as qualified as the text allows: ``Class.method``, ``ns::Class``, ``package.module.name``
    name: str
    kind: Kind
    usage: Usage
    #: the first line it stands on, counted from 1
    line: int
    #: how often it stands there
    times: int = 1
    #: what the text itself says that it is: the first sentence of a docstring or comment;
    #: of an alias, what it stands for, nothing if that is not known
    definition: str = ''


class Position(IntEnum):
    """Where in a document a keyword stands; the numbers are stored, so they never change."""

    OBJECT = 0
    TERM = 1
    SOURCE_DEFINITION = 2
    MODULE = 3
    HEADING_NAME = 4
    INDEX_ENTRY = 5
    AUTHOR = 6
    ABBREVIATION = 7
    HEADING_IDENTIFIER = 8
    TITLE_PHRASE = 9
    HEADING_PHRASE = 10
    DEFINITION_LIST = 11
    ROLE_LITERAL = 12
    CROSS_REFERENCE = 13
    LITERAL = 14
    LINK_TEXT = 15
    STRONG = 16
    CODE_IMPORT = 17
    PROSE_IDENTIFIER = 18
    EXAMPLE_DEFINITION = 19
    EMPHASIS = 20
    ACRONYM = 21
    CODE_USE = 22
    CODE_MENTION = 23
    PARAMETER = 24
    LOCAL = 25
    EXAMPLE_USE = 26
    SOURCE_DETAIL = 27
    PASSING_PHRASE = 28
    RECURRING_PHRASE = 29
    MARKED_TERM = 30
    EXAMPLE_SETTING = 31
    HEADING_WORD = 32
    #: local variables and words in strings of examples, and names that say little
    PASSING_NAME = 33
    #: the heading is the name
    OWN_HEADING = 34
    #: the heading is a phrase that the text comes back to
    TOPIC = 35
    EXAMPLE_IMPORT = 36
    #: the name of an argument in a call
    ARGUMENT = 37
    #: the type of a parameter, or what a function returns
    SIGNATURE = 38
    #: an acronym that the text hardly repeats
    PASSING_ACRONYM = 39


class Trait(Flag):
    """What a position says beyond its role and weight."""

    NONE = 0
    #: in a code block
    CODE = auto()
    #: defined by embedded source
    SOURCE = auto()
    #: used by code
    USED = auto()
    #: the name is full, so that its last part may stand for it in any document
    FULL_NAME = auto()
    #: imported by the document, or what the document is about
    KNOWN = auto()
    #: inline markup that any word may have
    PLAIN = auto()
    #: no reason by itself to list the keyword
    NEVER_ALONE = auto()
    #: a word here is a name only if the project defines it
    REFERENCE = auto()
    #: a template may repeat the word in every document
    TEMPLATED = auto()
    #: the section is about it
    EXPLAINED = auto()
    #: the word is stressed or repeated
    STRESSED = auto()
    #: chosen by the author, whatever the word is
    AS_WRITTEN = auto()


class PositionInfo(NamedTuple):
    """What a position says of the keyword that stands there."""

    role: Role
    #: how much it makes the keyword worth listing; measured: these weights carry the ranking
    weight: float
    traits: Trait = Trait.NONE


def _positions() -> dict[Position, PositionInfo]:
    defines, uses, mentions = Role
    t, p, info = Trait, Position, PositionInfo
    stressed = t.TEMPLATED | t.STRESSED
    use = t.CODE | t.USED | t.NEVER_ALONE
    return {
        p.OBJECT: info(defines, 10, t.FULL_NAME),
        p.TERM: info(defines, 10),
        p.SOURCE_DEFINITION: info(defines, 10, t.SOURCE),
        p.SOURCE_DETAIL: info(defines, 2.5, t.SOURCE),
        p.MODULE: info(defines, 9, t.FULL_NAME),
        p.OWN_HEADING: info(mentions, 8, t.KNOWN | t.EXPLAINED),
        p.HEADING_NAME: info(mentions, 7, t.KNOWN),
        p.INDEX_ENTRY: info(mentions, 6, t.AS_WRITTEN),
        p.AUTHOR: info(mentions, 6, t.AS_WRITTEN),
        p.ABBREVIATION: info(defines, 6),
        p.HEADING_IDENTIFIER: info(mentions, 6, t.KNOWN | t.TEMPLATED),
        p.TITLE_PHRASE: info(mentions, 3.5, t.TEMPLATED | t.AS_WRITTEN),
        p.TOPIC: info(mentions, 4, t.TEMPLATED | t.EXPLAINED),
        p.HEADING_PHRASE: info(mentions, 3, t.TEMPLATED),
        p.PASSING_PHRASE: info(mentions, 1, t.TEMPLATED | t.PLAIN),
        p.DEFINITION_LIST: info(mentions, 3),
        p.ROLE_LITERAL: info(uses, 3),
        p.CROSS_REFERENCE: info(uses, 3, t.REFERENCE),
        p.LITERAL: info(mentions, 2.2, t.PLAIN | t.REFERENCE),
        p.LINK_TEXT: info(mentions, 0.8, t.PLAIN | t.NEVER_ALONE),
        p.STRONG: info(mentions, 1.5, t.PLAIN | t.NEVER_ALONE | stressed),
        p.CODE_IMPORT: info(uses, 1.2, t.CODE | t.KNOWN),
        p.PROSE_IDENTIFIER: info(mentions, 1.2, t.TEMPLATED),
        p.EXAMPLE_IMPORT: info(uses, 0.5, t.CODE | t.KNOWN),
        p.EXAMPLE_SETTING: info(uses, 0.5),
        p.EXAMPLE_DEFINITION: info(mentions, 1, t.CODE | t.NEVER_ALONE),
        p.EMPHASIS: info(mentions, 1, t.PLAIN | t.NEVER_ALONE | stressed),
        p.ACRONYM: info(mentions, 1, t.TEMPLATED | t.PLAIN),
        p.MARKED_TERM: info(mentions, 1, t.PLAIN | stressed),
        p.RECURRING_PHRASE: info(mentions, 0.65, t.PLAIN | stressed),
        p.HEADING_WORD: info(mentions, 0.5, t.NEVER_ALONE | stressed),
        p.PASSING_ACRONYM: info(mentions, 0.5, t.NEVER_ALONE),
        p.CODE_USE: info(uses, 0.5, use),
        p.EXAMPLE_USE: info(uses, 0.4, use),
        p.SIGNATURE: info(uses, 0.5, use),
        p.CODE_MENTION: info(mentions, 0.4, t.CODE | t.NEVER_ALONE),
        p.PARAMETER: info(mentions, 0.3),
        p.LOCAL: info(uses, 0, t.CODE | t.NEVER_ALONE),
        p.PASSING_NAME: info(mentions, 0, t.CODE | t.NEVER_ALONE),
        p.ARGUMENT: info(mentions, 0, t.CODE | t.NEVER_ALONE),
    }


#: role, weight and traits of each position
POSITIONS = _positions()


def positions_with(traits: Trait) -> frozenset[Position]:
    """Return the positions that have any of these traits."""
    return frozenset(position for position, info in POSITIONS.items() if info.traits & traits)


class Section(NamedTuple):
    """A section of a document; the first of a document is its top, with an empty id."""

    id: str
    title: str
    level: int
    #: an index into the conditions of the record
    condition: int = 0
    #: its other ids that last: labels, and further spellings of options that it describes
    ids: tuple[str, ...] = ()


class Place(NamedTuple):
    """Where a keyword stands: all that is in one section at one position counts as one place."""

    #: an index into the sections of the record
    section: int
    #: the first line it stands on, as Sphinx reports it; 0 if unknown
    line: int
    position: Position
    times: int = 1
    #: the id of the object itself, where it has one of its own
    anchor: str = ''
    #: an index into the conditions of the record
    condition: int = 0
    #: an index into the sources of the record
    source: int = 0
    #: of a literal that is this name and may become a link, the kind that the text tells: "the …
    #: directive"; ``name`` if it tells none
    called: str = ''


class Definition(NamedTuple):
    """What the documentation itself says that a keyword is."""

    text: str
    #: glossary, description, synopsis, abbr, docstring, comment or text
    source: str
    #: an index into the sections of the record
    section: int
    anchor: str = ''
    #: an index into the conditions of the record
    condition: int = 0


class Status(StrEnum):
    """What a version of the project does to an object."""

    NEW = 'new'
    CHANGED = 'changed'
    DEPRECATED = 'deprecated'
    #: it will be removed
    REMOVAL = 'removal'
    REMOVED = 'removed'


class Change(NamedTuple):
    """What a note tells of an object in a version: ``versionadded`` and others."""

    status: Status
    version: str
    #: the parameter or other part of the object that the note is about
    part: str = ''
    #: the first sentence of the note
    text: str = ''
    #: an index into the conditions of the record
    condition: int = 0


class Keyword(NamedTuple):
    """A name or term of one document, with all places where it stands there."""

    name: str
    kind: Kind
    places: tuple[Place, ...]
    definitions: tuple[Definition, ...] = ()
    changes: tuple[Change, ...] = ()


class Listing(NamedTuple):
    """What a directive or a generated page asks to be shown."""

    #: the document that shows it
    docname: str
    #: whose keywords: patterns of docnames, from the source root
    patterns: tuple[str, ...]
    style: str = 'compact'
    kinds: tuple[Kind, ...] = ()
    roles: tuple[Role, ...] = ()
    #: how many keywords, the best by score; 0: no limit
    limit: int = 0
    title: str = ''
    #: numbers the directives of a document; 0 is a generated page
    serial: int = 0
    #: where the directive stands
    line: int = 0
    #: in which file, from the source root on; empty for the document itself
    source: str = ''
    #: under which ``only`` and ``ifconfig`` it stands
    conditions: tuple[str, ...] = ()
    #: names and patterns of names, as a user types them; all keywords if there are none
    names: tuple[str, ...] = ()
    #: only what has such a change
    status: tuple[Status, ...] = ()
    #: in this version or later
    since: str = ''


class Meaning(NamedTuple):
    """The full name and the kind of what a name stands for."""

    name: str
    kind: Kind


class DocumentRecord(NamedTuple):
    """Everything that is recorded of a document."""

    title: str
    sections: tuple[Section, ...]
    keywords: tuple[Keyword, ...] = ()
    #: chains of conditions under which places are shown; the first is the empty chain
    conditions: tuple[tuple[str, ...], ...] = ((),)
    #: the files that lines are counted in; the first is the document's own
    sources: tuple[str, ...] = ('',)
    #: what directives on this document show
    listings: tuple[Listing, ...] = ()
    #: the targets of the roles of our domain on this document: (role, target)
    references: tuple[tuple[str, str], ...] = ()
    #: the author wants no index of this document
    skip: bool = False
    #: the files whose source it embeds, from the source directory on, without ``..`` or suffix
    embedded: tuple[str, ...] = ()
    #: what its imports rename: ``np`` and ``numpy``
    aliases: tuple[tuple[str, str], ...] = ()
    #: the classes of its variables: ``client`` and ``Client``
    objects: tuple[tuple[str, str], ...] = ()
    #: the modules whose names it may shorten: ``currentmodule``
    scopes: tuple[str, ...] = ()


class Ranked(NamedTuple):
    """A keyword of one document with its score, without its places."""

    name: str
    kind: Kind
    #: how often it stands at each position
    times: tuple[tuple[Position, int], ...]
    definitions: tuple[Definition, ...]
    score: float = 0
    #: what it stands for in its own document, if the document tells
    meaning: Meaning | None = None
    #: code uses it by way of an import
    imported: bool = False
    #: it is listed whatever its score
    kept: bool = False
    changes: tuple[Change, ...] = ()


class DocumentHeader(NamedTuple):
    """A record without places: all that is needed of a document until its keywords are shown."""

    #: the record without its keywords
    outline: DocumentRecord
    keywords: tuple[Ranked, ...]
    #: group of the alphabet -> digest of what pages show of the keywords in it
    digests: dict[str, str]
