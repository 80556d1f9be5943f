"""A handful of the files that ``tests/quality/run.py`` measures; that command measures them all."""

import sys
from pathlib import Path

import pytest

QUALITY = Path(__file__).parents[1] / 'quality'


@pytest.fixture
def quality(monkeypatch):
    """Give access to the modules of the harness."""
    monkeypatch.syspath_prepend(QUALITY)
    yield __import__('scores'), __import__('python')
    for name in ('scores', 'python'):
        sys.modules.pop(name, None)


def test_python_reaches_its_targets_on_a_sample(quality):
    scores, python = quality
    sources = [source for source in scores.corpus() if source.language == 'python'][::15]
    if not sources:
        pytest.skip(f'{scores.ARCHIVE} is missing')
    sums = scores.Scores()
    for source in sources:
        python.compare(sums, source)
    assert sums.sums['Python', 'method', scores.FRAGMENTS].truth > 30
    assert scores.missed(sums, python.TARGETS) == []


def test_the_truth_of_the_harness(quality):
    _, python = quality
    facts, last = python.truth('class A:\n    X = 1\n    def f(self): pass\nimport a\nx = (\n')
    assert last == 4
    assert [fact[:3] for fact in facts] == [
        ('class', 'A', 1),
        ('constant', 'A.X', 2),
        ('any def', 'f', 3),
        ('method', 'A.f', 3),
        ('import', 'a', 4),
    ]


def test_fragments_are_pieces_of_their_file(quality):
    scores, _ = quality
    source = scores.Source('a.py', 'python', '\n'.join(map(str, range(500))), cut=False)
    pieces = list(scores.fragments(source))
    assert len(pieces) == 8
    assert pieces == list(scores.fragments(source))
    for piece in pieces:
        assert piece.text.split() == [str(line - 1) for line in range(piece.first, piece.last + 1)]
        assert piece.last - piece.first == 11


def test_the_scores_of_the_harness(quality):
    scores, _ = quality
    sums = scores.Scores()
    sums.add('row', 'kind', scores.WHOLE, found={'a', 'b'}, truth={'b', 'c', 'd'}, where='file')
    sums.add('row', 'kind', scores.WHOLE, found={'e', 'f'}, truth={'e'})
    total = sums.sums['row', 'kind', scores.WHOLE]
    assert (total.precision, total.recall) == (0.5, 0.5)
    assert sums.misses['row', 'kind', scores.WHOLE][0] == 'file: wrong   a'
    key = ('row', 'kind', scores.WHOLE)
    assert scores.missed(sums, {key: (0.5, 0.5)}) == []
    assert scores.missed(sums, {key: (0.6, 0.5)}) == [key]
    assert scores.missed(sums, {key: (0.5, 0.6)}) == [key]
