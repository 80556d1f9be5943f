"""Messages of a build: how much is listed and written, and progress."""

from __future__ import annotations

import pytest
from project import CONF

FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   dir/a\n',
    'dir/a.rst': 'A\n=\n\n.. py:class:: Client\n\n   Talks.\n\n``name_a`` and :file:`a.cfg`\n',
    'b.rst': ':orphan:\n\nB\n=\n',
    'conf.py': CONF,
}
WORDS = 'kwindex: 4 keywords (1 defined or explained) in 3 documents'


def lines(result):
    return [line for line in result.status.splitlines() if line.startswith('kwindex: ')]


def test_a_build_that_writes_pages_ends_with_a_line_that_sums_it_up(make):
    first = make(FILES)
    assert lines(first) == [f'{WORDS}, 6 of 6 pages written']
    assert 'indexing keywords... done' in first.status
    assert 'writing keyword pages... [100%] kwindex/index' in first.status
    assert lines(make(FILES)) == []
    changed = FILES | {'dir/a.rst': FILES['dir/a.rst'].replace('name_a', 'name_b')}
    assert lines(make(changed)) == [f'{WORDS}, 4 of 6 pages written']


@pytest.mark.parametrize('builder', ['text', 'latex', 'kwindex', 'dummy'])
def test_a_builder_without_pages_sums_up_none(make, builder):
    assert lines(make(FILES, builder)) == []
