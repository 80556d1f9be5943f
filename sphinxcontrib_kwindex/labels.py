"""Words for readers in their language: numbers of things, and the kinds."""

from __future__ import annotations

from sphinxcontrib_kwindex.messages import _, ngettext
from sphinxcontrib_kwindex.model import Kind


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
    return {
        Kind.TERM: _('term'),
        Kind.SETTING: _('setting'),
        Kind.OPTION: _('option'),
        Kind.COMMAND: _('command'),
        Kind.DIRECTIVE: _('directive'),
        Kind.ROLE: _('role'),
        Kind.MODULE: _('module'),
        Kind.NAMESPACE: _('namespace'),
        Kind.CLASS: _('class'),
        Kind.FUNCTION: _('function'),
        Kind.METHOD: _('method'),
        Kind.ATTRIBUTE: _('attribute'),
        Kind.CONSTANT: _('constant'),
        Kind.ENUM: _('enum'),
        Kind.TYPE: _('type'),
        Kind.MACRO: _('macro'),
        Kind.ENVIRONMENT_VARIABLE: _('environment variable'),
        Kind.FILE: _('file'),
        Kind.IMPORT: _('import'),
        Kind.ACRONYM: _('acronym'),
        Kind.NAME: _('name'),
        Kind.VARIABLE: _('variable'),
    }[kind]


def plural(kind: Kind) -> str:
    """Head a list of keywords of one kind."""
    return {
        Kind.TERM: _('Terms'),
        Kind.SETTING: _('Settings'),
        Kind.OPTION: _('Options'),
        Kind.COMMAND: _('Commands'),
        Kind.DIRECTIVE: _('Directives'),
        Kind.ROLE: _('Roles'),
        Kind.MODULE: _('Modules'),
        Kind.NAMESPACE: _('Namespaces'),
        Kind.CLASS: _('Classes'),
        Kind.FUNCTION: _('Functions'),
        Kind.METHOD: _('Methods'),
        Kind.ATTRIBUTE: _('Attributes'),
        Kind.CONSTANT: _('Constants'),
        Kind.ENUM: _('Enums'),
        Kind.TYPE: _('Types'),
        Kind.MACRO: _('Macros'),
        Kind.ENVIRONMENT_VARIABLE: _('Environment variables'),
        Kind.FILE: _('Files'),
        Kind.IMPORT: _('Imports'),
        Kind.ACRONYM: _('Acronyms'),
        Kind.NAME: _('Names'),
        Kind.VARIABLE: _('Variables'),
    }[kind]
