"""Differences as text, as Markdown for a comment, as annotations of GitHub Actions, as JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.export.cli.changes import CHANGES, Change
from sphinxcontrib_kwindex.export.markdown.escape import code, text
from sphinxcontrib_kwindex.export.objects import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

#: how many changes of one sort a comment shows
_MOST: Final = 40
#: code hosts take comments of some 65,000 characters
_ROOM: Final = 50_000
#: these are not what most readers want to see
_FOLDED: Final = frozenset({'mentioned', 'unmentioned'})
_BAD: Final = frozenset({'removed', 'anchors'})


def as_text(found: Sequence[Change], _fatal: AbstractSet[str], _sources: str) -> Iterator[str]:
    """Write lines for a terminal."""
    yield _summary(found)
    for change, group in groupby(found, lambda change: change.change):
        yield ''
        yield f'{CHANGES[change]}:'
        yield from (f'  {_line(one)}' for one in group)


def as_markdown(found: Sequence[Change], fatal: AbstractSet[str], _sources: str) -> Iterator[str]:
    """Write a comment."""
    yield f'### Keyword index: {_summary(found)}'
    groups = [(c, list(group)) for c, group in groupby(found, lambda change: change.change)]
    for change, members in groups:
        title = f'{CHANGES[change].capitalize()}: {len(members)}{_fatal_mark(change, fatal)}'
        yield ''
        yield f'<details><summary>{title}</summary>' if change in _FOLDED else f'**{title}**'
        yield ''
        shown = _within([f'- {_markdown_line(one)}' for one in members[:_MOST]], len(groups))
        yield from shown
        if len(members) > len(shown):
            yield f'- … and {len(members) - len(shown)} more'
        if change in _FOLDED:
            yield ''
            yield '</details>'


def _within(lines: Sequence[str], shares: int) -> Sequence[str]:
    """Give those lines for which there is room, if so many sorts of changes share it."""
    ends = accumulate(len(line) + 1 for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= _ROOM // shares]


def as_github(found: Sequence[Change], fatal: AbstractSet[str], sources: str) -> Iterator[str]:
    """Write annotations, the worst first: only the first ones are shown."""
    for one in sorted(found, key=lambda one: _LEVELS.index(_level(one, fatal))):
        if one.change not in _FOLDED or one.change in fatal:
            properties = {'title': f'Keyword index: {CHANGES[one.change]}'}
            if one.spot.source:
                properties['file'] = '/'.join(filter(None, (sources.rstrip('/'), one.spot.source)))
            if one.spot.source and one.spot.line:
                properties['line'] = str(one.spot.line)
            told = ','.join(f'{key}={_property(value)}' for key, value in properties.items())
            yield f'::{_level(one, fatal)} {told}::{_data(_line(one))}'


def as_json(found: Sequence[Change], _fatal: AbstractSet[str], _sources: str) -> Iterator[str]:
    """Write one object."""
    counts = Counter(change.change for change in found)
    changes = [
        {
            'change': one.change,
            'name': one.name,
            'kind': one.kind or None,
            **one.spot._asdict(),
            'old': one.old or None,
            'new': one.new or None,
        }
        for one in found
    ]
    told = {'schema': SCHEMA, 'counts': {c: counts[c] for c in CHANGES}, 'changes': changes}
    yield json.dumps(told, ensure_ascii=False, indent=1)


def _summary(found: Sequence[Change]) -> str:
    counts = Counter(change.change for change in found)
    told = [f'{counts[change]} {words}' for change, words in CHANGES.items() if counts[change]]
    return ', '.join(told) or 'no change'


def _line(one: Change) -> str:
    kind = f' ({one.kind})' if one.kind else ''
    where = one.spot.source or one.spot.document
    if one.spot.line and one.spot.source:
        where = f'{where}:{one.spot.line}'
    said = {
        'kind': f': {one.old} → {one.new}',
        'moved': f': {one.old} → {one.new}',
        'definition': f': “{one.old}” → “{one.new}”',
        'removed': f', still mentioned in {one.new}' if one.new else '',
        'added': f' – {one.new}' if one.new else '',
    }.get(one.change, '')
    name = one.name if one.change == 'anchors' else f'{one.name}{kind}'
    return f'{name}{said}' if one.change == 'anchors' else f'{name} in {where}{said}'


def _markdown_line(one: Change) -> str:
    rest = _line(one).removeprefix(one.name)
    return f'{code(one.name)}{" " * rest.startswith(" ")}{_unlinked(text(rest))}'


def _unlinked(words: str) -> str:
    """Keep a code host from telling people and issues that a definition has "@name" or "#1"."""
    return re.sub(r'@(?=\w)|\\#(?=\d)', r'\g<0>&#8203;', words)


def _fatal_mark(change: str, fatal: AbstractSet[str]) -> str:
    return ' ❌' if change in fatal else ''


_LEVELS: Final = ('error', 'warning', 'notice')


def _level(one: Change, fatal: AbstractSet[str]) -> str:
    if one.change in fatal:
        return 'error'
    return 'warning' if one.change in _BAD else 'notice'


def _data(words: str) -> str:
    return words.replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A')


def _property(words: str) -> str:
    return _data(words).replace(':', '%3A').replace(',', '%2C')
