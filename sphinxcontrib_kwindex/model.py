"""The plain data that everything else speaks of: kinds, roles, places, keywords, records."""

from __future__ import annotations

from enum import StrEnum
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
    #: what the text itself says that it is: the first sentence of a docstring or comment
    definition: str = ''
