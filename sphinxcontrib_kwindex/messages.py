"""All that the extension tells its user: typed warnings, and texts in the user's language."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sphinx.locale import get_translation, get_translator
from sphinx.util import logging

if TYPE_CHECKING:
    from docutils.nodes import Node

CATALOG = 'sphinxcontrib_kwindex'
LOCALE_DIR = Path(__file__).parent / 'locale'

#: for texts that stand in the output
_ = get_translation(CATALOG)


def N_(text: str) -> str:  # noqa: N802  gettext's own name for it
    """Mark a text that is translated where it is used."""
    return text


def ngettext(one: str, many: str, number: int) -> str:
    """Choose and translate a text that depends on a number."""
    return get_translator(CATALOG).ngettext(one, many, number)


_logger = logging.getLogger(__name__)


class Trouble(StrEnum):
    """The types of our warnings; ``suppress_warnings`` takes them as ``kwindex.<type>``."""

    sentence: str

    def __new__(cls, subtype: str, sentence: str) -> Self:
        """Make a member of a word and what it says."""
        trouble = str.__new__(cls, subtype)
        trouble._value_ = subtype
        trouble.sentence = sentence
        return trouble

    BASELINE = (
        'baseline',
        'The {ref}`baseline <baseline>` of accepted findings is missing, or has grown.',
    )
    BAD_CONFIG = (
        'bad_config',
        'A setting has a value that makes no sense, such as an unknown kind of page.',
    )
    BAD_PATTERN = (
        'bad_pattern',
        'A pattern of the directive leads out of the sources, or is none, such as `[z-a]`.',
    )
    CONTROL_CHAR = (
        'control_char',
        'A name or a title has characters that cannot be printed, or that change its direction.',
    )
    DOCUMENT = (
        'document',
        'A document holds what could not be read, and its keywords are left out.',
    )
    EMPTY = (
        'empty',
        'A directive shows nothing; the warning says which filter left nothing.',
    )
    EXTRACTOR = (
        'extractor',
        'An extractor failed at a code block, whose names are left out.',
    )
    NAME_CLASH = (
        'name_clash',
        'A document or a file of yours has the name of a generated one, or its suffix `.kwindex`.',
    )
    PAGE_SIZE = (
        'page_size',
        'A generated page is so long that it loads slowly; the warning says what to set.',
    )
    SOURCE = (
        'source',
        'A source that `kwcheck` reads cannot be parsed; nothing in its module is a finding.',
    )
    TOO_LONG = (
        'too_long',
        'A code block of over a million characters is left out, or a name of over 256 is cut.',
    )
    UNKNOWN_CONFIG = (
        'unknown_config',
        'There is no such setting; the warning names the one that was probably meant.',
    )


def warn(
    subtype: Trouble, message: str, location: Node | tuple[str, int] | str | None = None
) -> None:
    """Warn so that ``suppress_warnings = ['kwindex.<subtype>']`` can silence it."""
    _logger.warning(message, type='kwindex', subtype=subtype, location=location)


def info(message: str, *args: Any) -> None:  # noqa: ANN401  what % takes
    """Say something that is no warning."""
    _logger.info(message, *args)


def detail(message: str, *args: Any) -> None:  # noqa: ANN401  what % takes
    """Say something to those who ask for more, by ``-v``."""
    _logger.verbose(message, *args)
