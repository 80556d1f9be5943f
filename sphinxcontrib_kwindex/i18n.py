"""Message catalogue, labels in the reader's language, and typed warnings."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.domains.changeset import versionlabels
from sphinx.locale import get_translation, get_translator
from sphinx.util import logging

from sphinxcontrib_kwindex.model import Kind, Status

if TYPE_CHECKING:
    from docutils.nodes import Node

CATALOG = 'sphinxcontrib_kwindex'
LOCALE_DIR = Path(__file__).parent / 'locale'

#: for texts that stand in the output
_ = get_translation(CATALOG)


def N_(text: str) -> str:  # noqa: N802  gettext's own name for it
    """Mark a text for the message catalogue; it is translated where it is used."""
    return text


def ngettext(one: str, many: str, number: int) -> str:
    """Return the translation of a text that depends on a number."""
    return get_translator(CATALOG).ngettext(one, many, number)


#: the words for one keyword of a kind, and for several
_KINDS: Final = {
    Kind.TERM: (N_('term'), N_('Terms')),
    Kind.SETTING: (N_('setting'), N_('Settings')),
    Kind.OPTION: (N_('option'), N_('Options')),
    Kind.COMMAND: (N_('command'), N_('Commands')),
    Kind.DIRECTIVE: (N_('directive'), N_('Directives')),
    Kind.ROLE: (N_('role'), N_('Roles')),
    Kind.MODULE: (N_('module'), N_('Modules')),
    Kind.NAMESPACE: (N_('namespace'), N_('Namespaces')),
    Kind.CLASS: (N_('class'), N_('Classes')),
    Kind.FUNCTION: (N_('function'), N_('Functions')),
    Kind.METHOD: (N_('method'), N_('Methods')),
    Kind.ATTRIBUTE: (N_('attribute'), N_('Attributes')),
    Kind.CONSTANT: (N_('constant'), N_('Constants')),
    Kind.ENUM: (N_('enum'), N_('Enums')),
    Kind.TYPE: (N_('type'), N_('Types')),
    Kind.MACRO: (N_('macro'), N_('Macros')),
    Kind.ENVIRONMENT_VARIABLE: (N_('environment variable'), N_('Environment variables')),
    Kind.FILE: (N_('file'), N_('Files')),
    Kind.IMPORT: (N_('import'), N_('Imports')),
    Kind.ACRONYM: (N_('acronym'), N_('Acronyms')),
    Kind.NAME: (N_('name'), N_('Names')),
    Kind.VARIABLE: (N_('variable'), N_('Variables')),
}


def number(n: int) -> str:
    """Return a number with its digits grouped as in ISO 80000, which no language misreads."""
    return f'{n:,}'.replace(',', '\N{NARROW NO-BREAK SPACE}')


def keywords(n: int) -> str:
    """Return a number of keywords in words."""
    return ngettext('%s keyword', '%s keywords', n) % number(n)


def in_sections(n: int) -> str:
    """Return a number of sections in words."""
    return ngettext('in %s section', 'in %s sections', n) % number(n)


def on_pages(n: int) -> str:
    """Return a number of pages in words."""
    return ngettext('on %s page', 'on %s pages', n) % number(n)


def singular(kind: Kind) -> str:
    """Return the label of one keyword of a kind."""
    return _(_KINDS[kind][0])


def plural(kind: Kind) -> str:
    """Return the heading of a list of keywords of a kind."""
    return _(_KINDS[kind][1])


#: the labels are Sphinx's own, in every language that it knows
_DIRECTIVES: Final = {
    Status.NEW: 'versionadded',
    Status.CHANGED: 'versionchanged',
    Status.DEPRECATED: 'deprecated',
    Status.REMOVED: 'versionremoved',
}


def changed(status: Status, version: str) -> str:
    """Return what happened to an object in a version."""
    if status is Status.REMOVAL:
        return _('To be removed in version %s') % version
    return str(versionlabels[_DIRECTIVES[status]]) % version


_logger = logging.getLogger(__name__)


class WarningType(Enum):
    """The types of our warnings, and what they mean."""

    BASELINE = 'The {ref}`baseline <baseline>` of accepted findings is missing, or has grown.'
    BAD_CONFIG = 'A setting has an invalid value, such as an unknown kind of page.'
    BAD_PATTERN = 'A pattern of the directive is invalid, or leads out of the source directory.'
    CONTROL_CHAR = (
        'A name or a title has unprintable characters, or some that change the direction of text.'
    )
    DOCUMENT = 'A document cannot be analysed. Its keywords are left out.'
    EMPTY = (
        'A directive shows nothing. The warning names the filter that removed the last keyword. Or '
        'one of its names finds nothing. The warning suggests similar names.'
    )
    EXTRACTOR = 'An extractor failed. The names in that code block are left out.'
    NAME_CLASH = (
        'A document or a file of yours has the name of a generated page, which is left out.'
    )
    SOURCE = (
        '`kwcheck` cannot parse a source file, or it can judge no name at all. Of a module that '
        'cannot be parsed, it reports only names that no source has.'
    )
    TOO_LONG = (
        'A code block of over a million characters is left out, or a name of over 256 is cut.'
    )
    UNKNOWN_CONFIG = 'There is no such setting. The warning suggests a similar name.'


def warn(
    kind: WarningType, message: str, location: Node | tuple[str, int] | str | None = None
) -> None:
    """Log a warning that ``suppress_warnings = ['kwindex.<name of its type>']`` silences."""
    _logger.warning(message, type='kwindex', subtype=kind.name.lower(), location=location)


def info(message: str, *args: Any) -> None:  # noqa: ANN401  what % takes
    """Log a message."""
    _logger.info(message, *args)


def counted(n: int, thing: str) -> str:
    """Return a number of things in English, the language of all messages to maintainers."""
    return f'{n:,} {thing}' if n == 1 else f'{n:,} {thing}s'
