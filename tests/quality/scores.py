"""What every measurement of the quality harness shares: the corpus, fragments, scores, the table.

A *family* is a module beside this one (``python.py``, ``c_family.py``, ``languages.py``; list it in
``run.py``) with one function and, if it likes, one constant::

    from scores import FRAGMENTS, WHOLE, Scores, Source, fragments

    TARGETS = {  # (row, kind, cut) -> the least (precision, recall); missing it marks the row
        ('C++', 'class', WHOLE): (.98, .97),
    }

    def measure(sources: list[Source], scores: Scores) -> None:
        for source in sources:
            if source.language == 'cpp':
                scores.add('C++', 'class', WHOLE, found={...}, truth={...}, where=source.path)
                for piece in fragments(source):  # 12 lines; piece.first..piece.last, from 1
                    scores.add('C++', 'class', FRAGMENTS, found={...}, truth={...}, where=...)

* ``sources`` are the 500 documents' embedded files (``[]`` where the archive is missing): take
  yours by ``source.language`` (the fence's: python, cpp, c, cuda, bash, markdown, '') or by
  ``source.path``. 28 of them are cut at 50,000 characters (``source.cut``). A family with files of
  its own ignores them.
* ``found`` and ``truth`` are sets of anything hashable that prints: names, or (name, line).
  Use ``score(found, truth)`` for the bare counts.
* The truth never comes from the extractor's own code: `ast`, universal-ctags, PyYAML.
* ``scores.speed(row, 'tokens', characters, seconds)`` adds a line to the table of speeds.
"""

from __future__ import annotations

import random
import re
import tarfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ARCHIVE = Path(__file__).parents[3] / 'shared' / 'corpora' / 'repo-docs-500.tar.xz'
WHOLE = 'whole'
FRAGMENTS = 'fragments'
CUTS = (WHOLE, FRAGMENTS)

_START = re.compile(r'\n## Original Source\n\n```(\w*)\n')
_END = re.compile(r'(?:\n\.\.\. \[truncated: [^\n]*)?\n```\n\n(?:\n\n|\*Note: Content truncated)')
#: the generator of these documents cuts a file's text here
_CUT_AT = 50_000


class Source(NamedTuple):
    """One source file that a document of the corpus embeds."""

    path: str
    language: str
    text: str
    #: the document holds only the beginning of the file, up to anywhere in a line
    cut: bool


class Piece(NamedTuple):
    """A fragment of a source: its lines ``first`` to ``last``, counted from 1."""

    text: str
    first: int
    last: int


class Score(NamedTuple):
    """Counts of names: right ones among the found ones and among the true ones."""

    right: int = 0
    found: int = 0
    truth: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.truth if self.truth else 1.0


def score(found: set, truth: set) -> Score:
    return Score(len(found & truth), len(found), len(truth))


class Scores:
    """The sums of all scores, by row, kind and cut, with some of the misses."""

    def __init__(self) -> None:
        self.sums: dict[tuple[str, str, str], Score] = {}  # (row, kind, cut) -> sum
        self.misses: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        self.speeds: list[tuple[str, str, float]] = []  # (row, way, MB/s)

    def add(
        self, row: str, kind: str, cut: str, *, found: set, truth: set, where: str = ''
    ) -> None:
        key = (row, kind, cut)
        pairs = zip(self.sums.get(key, Score()), score(found, truth), strict=True)
        self.sums[key] = Score(*map(sum, pairs))
        self.misses[key] += [f'{where}: wrong   {name}' for name in sorted(map(str, found - truth))]
        self.misses[key] += [f'{where}: missing {name}' for name in sorted(map(str, truth - found))]

    def speed(self, row: str, way: str, characters: int, seconds: float) -> None:
        self.speeds.append((row, way, characters / seconds / 1e6))


def corpus() -> list[Source]:
    """Read the files that the corpus embeds; nothing where the archive is missing."""
    if not ARCHIVE.exists():
        return []
    with tarfile.open(ARCHIVE) as archive:
        members = sorted(
            (member for member in archive if member.isfile()), key=lambda member: member.name
        )
        return [
            embedded(member.name, archive.extractfile(member).read().decode()) for member in members
        ]


def embedded(name: str, document: str) -> Source:
    """Take the embedded source out of one document."""
    start = _START.search(document)
    end = _END.search(document, start.end() - 1)
    text = document[start.end() : end.start() + 1]
    path = name.removeprefix('./').removesuffix('_docs.md')
    return Source(path, start[1], text, cut=len(text) > _CUT_AT)


def fragments(source: Source, *, lines: int = 12, every: int = 60) -> Iterator[Piece]:
    """Cut a fragment for every so many lines; disjoint, at random, and the same on every run."""
    all_lines = source.text.removesuffix('\n').split('\n')  # not at form feeds: as ast counts
    chance = random.Random(source.path)  # seeded by the text: the same everywhere
    offset = chance.randrange(lines)
    windows = range(offset, len(all_lines) - lines + 1, lines)
    for first in sorted(chance.sample(windows, min(len(windows), max(1, len(all_lines) // every)))):
        piece = '\n'.join(all_lines[first : first + lines])
        yield Piece(f'{piece}\n', first + 1, first + lines)


def table(scores: Scores, targets: dict[tuple[str, str, str], tuple[float, float]]) -> list[str]:
    """Lay the sums out, a line for each row and kind, ``!`` where a target is missed."""
    lines = [f'{"":14}{"":12}' + ''.join(f'{cut + " P":>12}{"R":>7}{"n":>7}  ' for cut in CUTS)]
    for row, kind in dict.fromkeys(key[:2] for key in scores.sums):
        cells = (_cell(scores, targets, (row, kind, cut)) for cut in CUTS)
        lines.append(f'{row:14}{kind:12}' + ''.join(cells))
    lines += [f'{row:14}{way:12}{speed:12.1f} MB/s' for row, way, speed in scores.speeds]
    return lines


def missed(scores: Scores, targets: dict[tuple[str, str, str], tuple[float, float]]) -> list:
    """Name the targets that are not reached."""
    return [
        key
        for key, (precision, recall) in targets.items()
        if (total := scores.sums.get(key))
        and (total.precision < precision or total.recall < recall)
    ]


def _cell(scores: Scores, targets: dict, key: tuple[str, str, str]) -> str:
    total = scores.sums.get(key)
    if total is None:
        return f'{"–":>12}{"–":>7}{"–":>7}  '
    mark = '! ' if key in missed(scores, targets) else '  '
    return f'{total.precision:12.4f}{total.recall:7.4f}{total.truth:7}{mark}'
