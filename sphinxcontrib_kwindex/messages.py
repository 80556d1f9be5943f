"""All that the extension tells its user: typed warnings, and texts in the user's language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.locale import get_translation
from sphinx.util import logging

if TYPE_CHECKING:
    from docutils.nodes import Node

CATALOG = 'sphinxcontrib_kwindex'
LOCALE_DIR = Path(__file__).parent / 'locale'

#: for texts that stand in the output
_ = get_translation(CATALOG)

_logger = logging.getLogger(__name__)


def warn(subtype: str, message: str, location: Node | tuple[str, int] | str | None = None) -> None:
    """Warn so that ``suppress_warnings = ['kwindex.<subtype>']`` can silence it."""
    _logger.warning(message, type='kwindex', subtype=subtype, location=location)


def info(message: str, *args: Any) -> None:  # noqa: ANN401  what % takes
    """Say something that is no warning."""
    _logger.info(message, *args)
