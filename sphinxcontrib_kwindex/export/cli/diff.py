"""``diff``: what has changed from one build to the next."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.export.cli.changes import CHANGES, changes
from sphinxcontrib_kwindex.export.cli.formats import as_github, as_json, as_markdown, as_text
from sphinxcontrib_kwindex.export.cli.reading import BadInputError
from sphinxcontrib_kwindex.export.cli.states import load

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ['CHANGES', 'FORMATS', 'changes_named', 'run']

FORMATS = {'github': as_github, 'json': as_json, 'markdown': as_markdown, 'text': as_text}


def run(options: argparse.Namespace) -> tuple[int, Iterator[str]]:
    """Compare two exports; if there are changes that must not be, the exit status is 1."""
    old, new = load(Path(options.old)), load(Path(options.new))
    if old.knows_places != new.knows_places:
        what = f'it cannot be compared with {options.new}: one has documents, one just keywords.'
        raise BadInputError(Path(options.old), what, advice='Name two directories.')
    found = changes(old, new)
    status = int(any(change.change in options.fail_on for change in found))
    return status, FORMATS[options.format](found, options.fail_on, options.sources)


def changes_named(words: str) -> frozenset[str]:
    """Read the value of ``--fail-on``."""
    named = frozenset(filter(None, (word.strip() for word in words.split(','))))
    if unknown := sorted(named - CHANGES.keys()):
        near = difflib.get_close_matches(unknown[0], CHANGES, 1)
        hint = f' (did you mean {near[0]!r}?)' if near else ''
        message = f'there is no change {unknown[0]!r}{hint}, only {", ".join(CHANGES)}'
        raise argparse.ArgumentTypeError(message)
    return named
