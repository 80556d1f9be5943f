"""What is written down of comments and messages, whatever the language."""

import pytest

from sphinxcontrib_kwindex.extract.ledger import Ledger
from sphinxcontrib_kwindex.model import Found, Kind, Sort


def told(ledger):
    return [(one.name, one.kind, one.sort, one.line, one.times) for one in ledger.found()]


@pytest.fixture
def ledger():
    return Ledger()


def test_an_acronym_counts_from_its_third_place_on(ledger):
    ledger.remark('The LRU of it.\nAnother LRU.', 3)
    assert told(ledger) == []
    ledger.remark('It is an LRU and no MRU in this place.', 9)
    assert told(ledger) == [('LRU', Kind.ACRONYM, Sort.MENTION, 3, 3)]


def test_the_lines_of_a_remark(ledger):
    ledger.remark('first_name and\n\nother_name, first_name', 5)
    assert told(ledger) == [
        ('first_name', Kind.NAME, Sort.MENTION, 5, 2),
        ('other_name', Kind.NAME, Sort.MENTION, 7, 1),
    ]


@pytest.mark.parametrize(
    ('text', 'names'),
    [
        ('log_level', ['log_level']),
        ('level', []),
        ('log_level now', []),
        ('set log_level in your_file first', ['log_level', 'your_file']),
        ('see https://x.org/a_b for more of it', []),
        ('x ' * 300 + 'too_late', []),
    ],
)
def test_a_literal_is_a_name_or_a_message(ledger, text, names):
    ledger.literal(text, 2)
    assert [(one.name, one.line) for one in ledger.found()] == [(name, 2) for name in names]


def test_a_lesser_sort_says_nothing_new(ledger):
    ledger.remark('do_it, do_that', 1)
    ledger.local('do_that', 2)
    ledger.define('do_it', Kind.FUNCTION, 3, 'Does it. And more.')
    ledger.add('do_that', Kind.NAME, Sort.USE, 4)
    assert ledger.found() == [
        Found('do_it', Kind.FUNCTION, Sort.DEFINITION, 3, 1, 'Does it.'),
        Found('do_that', Kind.NAME, Sort.USE, 4),
    ]


def test_an_alias_of_nothing_is_told_of_what_nothing_else_binds(ledger):
    ledger.alias('t', Kind.VARIABLE, '')
    ledger.alias('name', Kind.VARIABLE, '')
    ledger.local('name', 1)
    ledger.alias('box', Kind.VARIABLE, 'a.Box', 2)
    aliases = [(one.name, one.definition) for one in ledger.found() if one.sort is Sort.ALIAS]
    assert aliases == [('t', ''), ('box', 'a.Box')]


def test_an_alias_is_no_longer_than_a_name_and_not_empty(ledger):
    ledger.alias('', Kind.VARIABLE, 'a.Box')
    ledger.alias('n' * 257, Kind.VARIABLE, 'a.Box')
    ledger.alias('n' * 256, Kind.VARIABLE, 'a.Box')
    assert [len(one.name) for one in ledger.found()] == [256]
