"""A handful of the files that ``tests/quality/run.py`` measures; that command measures them all."""

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.extract import extract

QUALITY = Path(__file__).parents[1] / 'quality'


@pytest.fixture
def harness(monkeypatch):
    """Give access to the modules of the harness by their names."""
    monkeypatch.syspath_prepend(QUALITY)
    before = set(sys.modules)
    yield import_module
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], '__file__', None) or '').startswith(str(QUALITY)):
            del sys.modules[name]


def test_python_reaches_its_targets_on_a_sample(harness):
    scores, python = harness('scores'), harness('python')
    sources = [source for source in scores.corpus() if source.language == 'python'][::15]
    if not sources:
        pytest.skip(f'{scores.ARCHIVE} is missing')
    sums = scores.Scores()
    for source in sources:
        python.compare(sums, source)
    assert sums.sums['Python', 'method', scores.FRAGMENTS].truth > 30
    assert scores.missed(sums, python.TARGETS) == []


def test_the_truth_of_the_harness(harness):
    code = 'class A:\n    X = 1\n    def f(self): pass\nimport a\nx = (\n'
    facts, last = harness('python').truth(code)
    assert last == 4
    assert [fact[:3] for fact in facts] == [
        ('class', 'A', 1), ('constant', 'A.X', 2), ('any def', 'f', 3), ('method', 'A.f', 3),
        ('import', 'a', 4),
    ]  # fmt: skip


def test_fragments_are_pieces_of_their_file(harness):
    scores = harness('scores')
    source = scores.Source('a.py', 'python', '\n'.join(map(str, range(500))), cut=False)
    pieces = list(scores.fragments(source))
    assert len(pieces) == 8
    assert pieces == list(scores.fragments(source))
    for piece in pieces:
        assert piece.text.split() == [str(line - 1) for line in range(piece.first, piece.last + 1)]
        assert piece.last - piece.first == 11


def test_the_scores_of_the_harness(harness):
    scores = harness('scores')
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


PLAY = """
# What a truth of its own reads as well
name: &anchor deploy
on: {push: {branches: [main, 'v*']}, "quoted key": 1}
jobs:
  test:
    steps:
      - uses: some/action
        with: {python-version: "3.x"}
      - run: |
          not: a key
        env:
          KEY: value
    needs: [a, b]
---
second: !tag
  third: value
"""


def test_yaml_against_a_parser(harness):
    pytest.importorskip('yaml', reason='PyYAML is the truth')
    found = {one.name for one in extract(PLAY, 'yaml') if one.usage == 'definition'}
    assert found == harness('truths').yaml_keys(PLAY)


#: a page as people write them; what an index of it should list, written down before it was run
PAGE = """
Key rotation
============

A *key ring* holds the keys of a vault. Each key ring has one **primary key**; the vault signs
with the primary key, and verifies with every key of the key ring. See `RFC 9106
<https://example.org>`_.

Rotating keys
-------------

Call :py:meth:`vault.KeyRing.rotate` or run ``vaultctl rotate --grace-period 2d``. The old primary
key stays valid for the grace period, which ``VAULT_GRACE_PERIOD`` overrides. After the grace period
a token that was signed with it raises ``vault.ExpiredKey``.

.. code-block:: python

   from vault import KeyRing

   ring = KeyRing.load('ring.json')
   ring.rotate()

Message authentication codes
----------------------------

A message authentication code (MAC) needs no certificate. Vaults use HMAC (hash-based message
authentication code) unless ``mac_algorithm`` says otherwise.

.. glossary::

   token
      What a client shows.
"""
ENTRIES = """
key rotation; key ring; primary key; vault.KeyRing.rotate; vault.KeyRing|KeyRing; vaultctl rotate;
--grace-period; grace period; VAULT_GRACE_PERIOD; vault.ExpiredKey; RFC 9106; MAC; HMAC;
mac_algorithm; token; message authentication code|Message authentication codes; vault
"""


def test_a_hand_written_page(harness, make):
    result = make({'index.rst': PAGE}, 'kwindex')
    [record] = [json.loads(line) for line in result.text('documents.jsonl').splitlines()]
    found = sorted(record['keywords'], key=lambda k: (-k['score'], k['name']))
    truth = ' '.join(ENTRIES.split()).split('; ')
    document = harness('handwritten').compare('page', found, truth)
    assert document.precision >= 0.75, [name for name, right in document.found if not right]
    # the keyword page has what it lists, and what it folds
    assert document.on_page >= 0.85, [name for name, listed in document.truth if not listed]
    assert document.recall >= 0.75
