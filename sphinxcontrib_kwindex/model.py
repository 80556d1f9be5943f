"""The plain data that everything else speaks of: kinds, roles, places, keywords, records."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a keyword is; the order is the order in which pages show the kinds."""

    TERM = 'term'
    SETTING = 'setting'
    OPTION = 'option'
    COMMAND = 'command'
    DIRECTIVE = 'directive'
    ROLE = 'role'
    MODULE = 'module'
    NAMESPACE = 'namespace'
    CLASS = 'class'
    FUNCTION = 'function'
    METHOD = 'method'
    ATTRIBUTE = 'attribute'
    CONSTANT = 'constant'
    ENUM = 'enum'
    TYPE = 'type'
    MACRO = 'macro'
    ENVIRONMENT_VARIABLE = 'environment variable'
    FILE = 'file'
    IMPORT = 'import'
    ACRONYM = 'acronym'
    NAME = 'name'
    VARIABLE = 'variable'


class Role(StrEnum):
    """What a place does with a keyword, the strongest first."""

    DEFINES = 'defines'
    USES = 'uses'
    MENTIONS = 'mentions'


class Sort(StrEnum):
    """What an extractor says that a name is doing in the text where it stands."""

    DEFINITION = 'definition'
    IMPORT = 'import'
    USE = 'use'
    MENTION = 'mention'
    LOCAL = 'local'
    #: a name for something else in all that follows: an object of a class, what is imported as …
    ALIAS = 'alias'


class Found(NamedTuple):
    """One name that an extractor found in a text."""

    #: as qualified as the text allows: ``Class.method``, ``ns::Class``, ``package.module.name``
    name: str
    kind: Kind
    sort: Sort
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


class Weight(NamedTuple):
    """What a position says of the keyword that stands there."""

    role: Role
    #: how much it makes the keyword worth listing
    weight: float


#: measured: these weights carry the ranking, document frequency adds nothing
WEIGHTS = {
    Position.OBJECT: Weight(Role.DEFINES, 10),
    Position.TERM: Weight(Role.DEFINES, 10),
    Position.SOURCE_DEFINITION: Weight(Role.DEFINES, 10),
    Position.SOURCE_DETAIL: Weight(Role.DEFINES, 2.5),
    Position.MODULE: Weight(Role.DEFINES, 9),
    Position.HEADING_NAME: Weight(Role.MENTIONS, 7),
    Position.INDEX_ENTRY: Weight(Role.MENTIONS, 6),
    Position.AUTHOR: Weight(Role.MENTIONS, 6),
    Position.ABBREVIATION: Weight(Role.DEFINES, 6),
    Position.HEADING_IDENTIFIER: Weight(Role.MENTIONS, 6),
    Position.TITLE_PHRASE: Weight(Role.MENTIONS, 3.5),
    Position.HEADING_PHRASE: Weight(Role.MENTIONS, 3),
    Position.PASSING_PHRASE: Weight(Role.MENTIONS, 1),
    Position.DEFINITION_LIST: Weight(Role.MENTIONS, 3),
    Position.ROLE_LITERAL: Weight(Role.USES, 3),
    Position.CROSS_REFERENCE: Weight(Role.USES, 3),
    Position.LITERAL: Weight(Role.MENTIONS, 2.2),
    Position.LINK_TEXT: Weight(Role.MENTIONS, 1.6),
    Position.STRONG: Weight(Role.MENTIONS, 1.5),
    Position.CODE_IMPORT: Weight(Role.USES, 1.2),
    Position.PROSE_IDENTIFIER: Weight(Role.MENTIONS, 1.2),
    Position.EXAMPLE_SETTING: Weight(Role.USES, 1),
    Position.EXAMPLE_DEFINITION: Weight(Role.MENTIONS, 1),
    Position.EMPHASIS: Weight(Role.MENTIONS, 1),
    Position.ACRONYM: Weight(Role.MENTIONS, 1),
    Position.MARKED_TERM: Weight(Role.MENTIONS, 1.1),
    Position.RECURRING_PHRASE: Weight(Role.MENTIONS, 0.75),
    Position.HEADING_WORD: Weight(Role.MENTIONS, 0.5),
    Position.CODE_USE: Weight(Role.USES, 0.5),
    Position.EXAMPLE_USE: Weight(Role.USES, 0.4),
    Position.CODE_MENTION: Weight(Role.MENTIONS, 0.4),
    Position.PARAMETER: Weight(Role.MENTIONS, 0.3),
    Position.LOCAL: Weight(Role.USES, 0),
}


#: what an author chooses here is what a document is about, whatever it is
AS_WRITTEN = frozenset({Position.TITLE_PHRASE, Position.INDEX_ENTRY, Position.AUTHOR})


class Section(NamedTuple):
    """A section of a document; the first of a document is its top, with an empty id."""

    id: str
    title: str
    level: int
    #: an index into the conditions of the record
    condition: int = 0


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


class Definition(NamedTuple):
    """What the documentation itself says that a keyword is."""

    text: str
    #: glossary, description, synopsis, abbr, docstring or comment
    source: str
    #: an index into the sections of the record
    section: int
    anchor: str = ''
    #: an index into the conditions of the record
    condition: int = 0


class Keyword(NamedTuple):
    """A name or term of one document, with all places where it stands there."""

    name: str
    kind: Kind
    places: tuple[Place, ...]
    definitions: tuple[Definition, ...] = ()


class Listing(NamedTuple):
    """What a directive or a generated page asks to be shown."""

    #: the document that shows it
    docname: str
    #: whose keywords: patterns of docnames, from the source root
    patterns: tuple[str, ...]
    style: str = 'compact'
    kinds: tuple[Kind, ...] = ()
    roles: tuple[Role, ...] = ()
    sort: str = 'name'
    #: 0: no limit
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


class DocumentRecord(NamedTuple):
    """All that is remembered of a document."""

    title: str
    sections: tuple[Section, ...]
    keywords: tuple[Keyword, ...] = ()
    #: chains of conditions under which places are shown; the first is the empty chain
    conditions: tuple[tuple[str, ...], ...] = ((),)
    #: the files that lines are counted in; the first is the document's own
    sources: tuple[str, ...] = ('',)
    #: what directives on this document show
    listings: tuple[Listing, ...] = ()
    #: what this document refers to with the roles of our domain: (role, target)
    references: tuple[tuple[str, str], ...] = ()
    #: the author wants no index of this document
    skip: bool = False
    #: the files whose source it embeds, from the source directory on, without ``..`` or suffix
    embedded: tuple[str, ...] = ()
