"""Words for readers in their language: numbers of things, and the kinds."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.messages import N_, ngettext
from sphinxcontrib_kwindex.messages import _ as translated
from sphinxcontrib_kwindex.model import Kind

_ONE: Final = {
    Kind.TERM: N_('term'),
    Kind.SETTING: N_('setting'),
    Kind.OPTION: N_('option'),
    Kind.COMMAND: N_('command'),
    Kind.DIRECTIVE: N_('directive'),
    Kind.ROLE: N_('role'),
    Kind.MODULE: N_('module'),
    Kind.NAMESPACE: N_('namespace'),
    Kind.CLASS: N_('class'),
    Kind.FUNCTION: N_('function'),
    Kind.METHOD: N_('method'),
    Kind.ATTRIBUTE: N_('attribute'),
    Kind.CONSTANT: N_('constant'),
    Kind.ENUM: N_('enum'),
    Kind.TYPE: N_('type'),
    Kind.MACRO: N_('macro'),
    Kind.ENVIRONMENT_VARIABLE: N_('environment variable'),
    Kind.FILE: N_('file'),
    Kind.IMPORT: N_('import'),
    Kind.ACRONYM: N_('acronym'),
    Kind.NAME: N_('name'),
    Kind.VARIABLE: N_('variable'),
}

_MANY: Final = {
    Kind.TERM: N_('Terms'),
    Kind.SETTING: N_('Settings'),
    Kind.OPTION: N_('Options'),
    Kind.COMMAND: N_('Commands'),
    Kind.DIRECTIVE: N_('Directives'),
    Kind.ROLE: N_('Roles'),
    Kind.MODULE: N_('Modules'),
    Kind.NAMESPACE: N_('Namespaces'),
    Kind.CLASS: N_('Classes'),
    Kind.FUNCTION: N_('Functions'),
    Kind.METHOD: N_('Methods'),
    Kind.ATTRIBUTE: N_('Attributes'),
    Kind.CONSTANT: N_('Constants'),
    Kind.ENUM: N_('Enums'),
    Kind.TYPE: N_('Types'),
    Kind.MACRO: N_('Macros'),
    Kind.ENVIRONMENT_VARIABLE: N_('Environment variables'),
    Kind.FILE: N_('Files'),
    Kind.IMPORT: N_('Imports'),
    Kind.ACRONYM: N_('Acronyms'),
    Kind.NAME: N_('Names'),
    Kind.VARIABLE: N_('Variables'),
}


def number(n: int) -> str:
    """Write a number as ISO 80000 groups it, which no language misreads."""
    return f'{n:,}'.replace(',', '\N{NARROW NO-BREAK SPACE}')


def keywords(n: int) -> str:
    """Count keywords."""
    return ngettext('%s keyword', '%s keywords', n) % number(n)


def in_sections(n: int) -> str:
    """Say in how many sections something is."""
    return ngettext('in %s section', 'in %s sections', n) % number(n)


def in_documents(n: int) -> str:
    """Say in how many documents something is."""
    return ngettext('in %s document', 'in %s documents', n) % number(n)


def on_pages(n: int) -> str:
    """Say on how many pages something is."""
    return ngettext('on %s page', 'on %s pages', n) % number(n)


def singular(kind: Kind) -> str:
    """Say what one keyword is."""
    return translated(_ONE[kind])


def plural(kind: Kind) -> str:
    """Head a list of keywords of one kind."""
    return translated(_MANY[kind])
