"""What a builder wrote last, in a file beside the doctrees: one for each builder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxcontrib_kwindex.replacing import replace

if TYPE_CHECKING:
    from sphinx.builders import Builder


class Counts(NamedTuple):
    """How much there is in an index."""

    documents: int = 0
    defined: int = 0
    #: of each kind of keyword
    kinds: tuple[tuple[str, int], ...] = ()


class Written(NamedTuple):
    """What a builder wrote last."""

    #: docname -> digest of what its listings and references showed;
    #: of a generated document: of what it is made from, and of what it showed if that is known
    digests: dict[str, str]
    #: which documents were generated, so that nobody but us misses their files
    generated: frozenset[str]
    #: digest of all that anything is made from; empty unless all of it was written
    project: str = ''
    #: the conditions under which something is shown
    conditions: tuple[tuple[str, ...], ...] = ()
    #: the documents of which their authors want no index
    skipped: frozenset[str] = frozenset()
    #: list -> digest of what it is made from, and the names of its ranges
    lists: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    #: how many documents there are, how many keywords are defined, how many there are of each kind
    counts: Counts = Counts()
    #: digest of all that is counted
    everything: str = ''
    #: the folder of the exports beside the pages, from the output directory on, if there are any
    exports: str = ''


def load(builder: Builder) -> Written:
    """Read what this builder last wrote into this output directory."""
    try:
        saved = json.loads(_path(builder).read_text(encoding='utf-8'))
        if saved['outdir'] == outdir(builder):
            return _written(saved)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        pass  # never built, or the file was cut short: everything is written anew
    return Written({}, frozenset())


def _written(saved: dict[str, Any]) -> Written:
    return Written(
        saved['digests'],
        frozenset(saved['generated']),
        saved['project'],
        tuple(map(tuple, saved['conditions'])),
        frozenset(saved['skipped']),
        tuple((name, digest, tuple(ranges)) for name, digest, ranges in saved['lists']),
        Counts(*saved['counts']),
        saved['everything'],
        str(saved['exports']),
    )


def save(builder: Builder, written: Written) -> None:
    """Remember what this builder wrote."""
    content = {'outdir': outdir(builder), **written._asdict()}
    replace(_path(builder), [json.dumps(content, default=sorted, sort_keys=True).encode()])


def _path(builder: Builder) -> Path:
    return Path(builder.doctreedir, f'kwindex-{builder.name}.json')


def outdir(builder: Builder) -> str:
    """Name the output directory so that both may be moved together."""
    return os.path.relpath(builder.outdir, builder.doctreedir)
