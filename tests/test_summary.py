"""What is said while a build goes on, and at its end."""

from __future__ import annotations

import re

import pytest
from project import CONF

FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   dir/a\n',
    'dir/a.rst': 'A\n=\n\n.. py:class:: Client\n\n   Talks.\n\n``name_a`` and :file:`a.cfg`\n',
    'conf.py': CONF,
}


def lines(result):
    return [line for line in result.status.splitlines() if line.startswith('kwindex: ')]


def test_a_build_ends_with_a_line_that_sums_it_up(make):
    first, _kinds = lines(make(FILES))
    words = 'kwindex: 4 keywords (1 defined or explained) in 2 documents'
    assert first == f'{words}; 5 of 5 keyword pages written'
    second, _kinds = lines(make(FILES))
    assert second == f'{words}; 0 of 5 keyword pages written'


def test_those_who_ask_for_more_read_how_many_there_are_of_each_kind(make):
    _sum, kinds = lines(make(FILES))  # which builds with -v
    assert kinds == 'kwindex: term 1, class 1, file 1, name 1'


def test_one_is_one(make):
    files = {'index.rst': 'Start\n=====\n', 'conf.py': CONF}
    line, _kinds = lines(make(files))
    assert line.startswith('kwindex: 1 keyword (0 defined or explained) in 1 document; ')
    line, kinds = lines(make(files, config={'kwindex_exclude': ['**']}))
    assert line.startswith('kwindex: 0 keywords (0 defined or explained) in 0 documents')
    assert kinds == 'kwindex: no keywords'


@pytest.mark.parametrize('builder', ['text', 'latex', 'kwindex'])
def test_other_builders_sum_up_too(make, builder):
    assert len(lines(make(FILES, builder))) == 2


def test_a_builder_that_has_no_use_for_the_index_derives_none(make):
    assert lines(make(FILES, 'dummy')) == []


def test_progress_is_shown_as_sphinx_shows_it(make):
    status = make(FILES).status
    assert 'indexing keywords... done' in status
    assert re.search(r'(?m)^comparing keyword pages\.\.\. \[100%\] kwindex/index$', status)
