"""Names in comments and messages, whatever the language."""

import pytest

from sphinxcontrib_kwindex.extract import extract
from sphinxcontrib_kwindex.extract.collector import NameCollector
from sphinxcontrib_kwindex.model import Found, Kind, Usage


def rows(collector):
    return [(one.name, one.kind, one.usage, one.line, one.times) for one in collector.results()]


@pytest.fixture
def collector():
    return NameCollector()


def test_an_acronym_counts_from_its_third_place_on(collector):
    collector.add_comment('The LRU of it.\nAnother LRU.', 3)
    assert rows(collector) == []
    collector.add_comment('It is an LRU and no MRU in this place.', 9)
    assert rows(collector) == [('LRU', Kind.ACRONYM, Usage.MENTION, 3, 3)]


def test_the_lines_of_a_comment(collector):
    collector.add_comment('first_name and\n\nother_name, first_name', 5)
    assert rows(collector) == [
        ('first_name', Kind.NAME, Usage.MENTION, 5, 2),
        ('other_name', Kind.NAME, Usage.MENTION, 7, 1),
    ]


@pytest.mark.parametrize(
    ('text', 'names'),
    [
        ('log_level', ['log_level']), ('level', []), ('log_level now', []),
        ('set log_level in your_file first', ['log_level', 'your_file']),
        ('see https://x.org/a_b for more of it', []), ('x ' * 300 + 'too_late', []),
    ],
)  # fmt: skip
def test_a_literal_is_a_name_or_a_message(collector, text, names):
    collector.literal(text, 2)
    assert [(one.name, one.line) for one in collector.results()] == [(name, 2) for name in names]


def test_a_lesser_sort_says_nothing_new(collector):
    collector.add_comment('do_it, do_that', 1)
    collector.local('do_that', 2)
    collector.define('do_it', Kind.FUNCTION, 3, 'Does it. And more.')
    collector.add('do_that', Kind.NAME, Usage.USE, 4)
    assert collector.results() == [
        Found('do_it', Kind.FUNCTION, Usage.DEFINITION, 3, 1, 'Does it.'),
        Found('do_that', Kind.NAME, Usage.USE, 4),
    ]


def test_an_alias_of_nothing_is_told_of_what_nothing_else_binds(collector):
    collector.alias('t', Kind.VARIABLE, '')
    collector.alias('name', Kind.VARIABLE, '')
    collector.local('name', 1)
    collector.alias('box', Kind.VARIABLE, 'a.Box', 2)
    aliases = [
        (one.name, one.definition) for one in collector.results() if one.usage is Usage.ALIAS
    ]
    assert aliases == [('t', ''), ('box', 'a.Box')]


def test_an_alias_is_no_longer_than_a_name_and_not_empty(collector):
    collector.alias('', Kind.VARIABLE, 'a.Box')
    collector.alias('n' * 257, Kind.VARIABLE, 'a.Box')
    collector.alias('n' * 256, Kind.VARIABLE, 'a.Box')
    assert [len(one.name) for one in collector.results()] == [256]


@pytest.mark.parametrize(
    ('language', 'code'),
    [
        ('python', 'import os\na = os.environ.get("FROB")'),
        ('python', 'import os\na = os.environ["FROB"]'),
        ('python', 'from os import getenv\nFROB = getenv("FROB", "x")'),
        ('js', 'const a = process.env.FROB'),
        ('ts', 'const a = process.env["FROB"]'),
        ('rust', 'let a = std::env::var("FROB")?;'),
        ('ruby', "a = ENV['FROB']"),
        ('ruby', 'a = ENV.fetch("FROB")'),
        ('go', 'a := os.Getenv("FROB")'),
        ('php', "$a = getenv('FROB');"),
        ('c', 'char *a = getenv("FROB");'),
    ],
)
def test_what_code_reads_from_the_environment_is_a_variable_of_it(language, code):
    kinds = {one.kind for one in extract(code, language) if one.name == 'FROB'}
    assert Kind.ENVIRONMENT_VARIABLE in kinds
    assert kinds <= {Kind.ENVIRONMENT_VARIABLE, Kind.CONSTANT}


@pytest.mark.parametrize(
    ('language', 'code'),
    [
        ('jsx', 'const a = <Layout><Row kind="x"/></Layout>'),
        ('js', 'class Job extends Row implements Layout { }'),
        ('java', 'class Job extends Row implements Other<Item>, Layout { }'),
        ('ruby', 'class Job < Layout\nend\nclass Row < Layout\nend'),
        ('cpp', 'class Job : public Layout, Row { };'),
        ('csharp', 'class Job : Layout, Row { }'),
        ('kotlin', 'class Job : Row(), Layout'),
        ('rust', 'let a: Vec<Row> = b::<Layout>();'),
    ],
)
def test_bases_and_elements_are_classes(language, code):
    kinds = {one.name: one.kind for one in extract(code, language)}
    assert kinds['Row'] == kinds['Layout'] == Kind.CLASS
