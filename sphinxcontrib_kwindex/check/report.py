"""What is told of findings: on the screen, and in files."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from sphinx.util import logging
from sphinx.util.console import colorize

from sphinxcontrib_kwindex.check.findings import Check
from sphinxcontrib_kwindex.export.files import as_lines, write_if_changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sphinxcontrib_kwindex.check.findings import Finding

_logger = logging.getLogger('sphinxcontrib_kwindex')


def show(findings: Iterable[Finding], *, quiet: bool) -> None:
    """Print findings; where nothing else is printed, as warnings."""
    for one in findings:
        if quiet:
            _logger.warning(one.text, location=one.where, type='kwcheck', subtype=one.check)
        else:
            _logger.info('%s: %s %s', one.where, colorize('red', one.check), one.text)


def write(folder: Path, findings: Sequence[Finding]) -> None:
    """Write ``kwcheck.txt`` for people and ``kwcheck.jsonl`` for programs."""
    lines = (f'{one.where}: [{one.check}] {one.text}\n' for one in findings)
    write_if_changed(folder / 'kwcheck.txt', lines)
    write_if_changed(folder / 'kwcheck.jsonl', as_lines(map(_as_object, findings)))


def _as_object(one: Finding) -> dict[str, Any]:
    return {
        'file': one.file,
        'line': one.line,
        'finding': one.check,
        'name': one.name,
        'message': one.message,
        'document': one.document or None,
        'suggestion': one.suggestion or None,
    }


def counted(findings: Iterable[Finding]) -> str:
    """Say how many findings there are of each sort."""
    counts = Counter(one.check for one in findings)
    parts = ', '.join(f'{counts[check]} {check}' for check in Check if counts[check])
    number = counts.total()
    return f'{number} finding{"" if number == 1 else "s"}' + (f' ({parts})' if parts else '')
