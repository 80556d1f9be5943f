"""Phrases that a text comes back to, and what links, literals and headings say beside names."""

import pytest

from sphinxcontrib_kwindex.extract import prose
from sphinxcontrib_kwindex.extract.prose import phrases
from sphinxcontrib_kwindex.model import Kind

NOTHING = frozenset()


def recurring(*texts):
    return {
        found.phrase: found.texts
        for found in phrases.recurring_phrases(phrases.tokenize(texts), NOTHING)
    }


def test_a_phrase_in_two_sentences_recurs():
    texts = ('The wheel cache is full.', 'Nobody asked.', 'Look into wheel caches again!')
    assert recurring(*texts) == {'wheel cache': (0, 2)}


@pytest.mark.parametrize(
    'text',
    [
        'it makes sure',
        'the following example',
        'we use wheels',
        'an available option',
        "the server's answer",
        'basic usage',
        'cache the wheel',
        'quickly built',
        'one two',
    ],
)
def test_what_is_only_said_twice(text):
    assert recurring(text, f'And {text}.') == {}


def test_one_paragraph_does_not_come_back():
    assert recurring('The wheel cache, and once more: the wheel cache.', 'No more.') == {}


def test_the_longer_phrase_stands_for_its_parts():
    assert recurring(*['A lazy wheel cache.'] * 3) == {'lazy wheel cache': (0, 1, 2)}
    assert set(recurring(*['A lazy wheel cache.'] * 2, *['This wheel cache.'] * 2)) == {
        'lazy wheel cache',
        'wheel cache',
    }


def test_a_long_text_must_say_it_more_often():
    words = ' '.join(f'{letter}{other}' * 9 for letter in 'bcdfg' for other in 'aeiou')
    short = [f'The wheel cache. {words}.', 'A wheel cache.']
    assert set(recurring(*short)) == {'wheel cache'}
    assert set(recurring(*short, 'and ' * 3_000)) == set()
    assert set(recurring(*short, 'and ' * 3_000, 'Our wheel cache.')) == {'wheel cache'}


def test_a_hyphen_is_seldom_chance():
    texts = ('A thread-safe queue.', 'The thread-safe queue.', 'and ' * 3_000)
    assert recurring(*texts) == {'thread-safe queue': (0, 1)}


def topics(*texts):
    return {
        found.phrase: found.texts
        for found in phrases.recurring_nouns(phrases.tokenize(texts), NOTHING)
    }


def test_a_word_that_a_text_comes_back_to_as_to_a_noun():
    texts = ('The wheel is built.', 'Wheels are kept.', 'Nobody asked.', 'It builds a wheel.')
    assert topics(*texts) == {'wheel': (0, 1, 3)}
    assert topics(*texts[:3]) == {}


@pytest.mark.parametrize('word', ['value', 'example', 'run', 'available', 'moved'])
def test_what_any_text_comes_back_to(word):
    assert topics(*[f'The {word} is here.'] * 9) == {}


def test_what_is_no_noun():
    assert topics(*['They widely iterate here.'] * 9) == {}


def test_a_long_text_must_come_back_more_often():
    texts = ['The wheel is built.'] * 3
    assert topics(*texts, 'So. ' * 3_000) == {}
    assert list(topics(*texts, texts[0], 'So. ' * 3_000)) == ['wheel']


def test_stop_words_of_a_language_end_phrases():
    assert (
        list(
            phrases.recurring_phrases(
                phrases.tokenize(['der Wheel cache'] * 3), frozenset({'wheel'})
            )
        )
        == []
    )


def test_what_is_marked_returns():
    texts = ['A frozen object.', 'Frozen objects.', 'Now frozen.', 'The builder pattern.']
    found = {
        f.phrase: f.texts for f in phrases.marked_phrases(texts, {'frozen', 'builder pattern'})
    }
    assert found == {'frozen': (0, 1, 2)}
    texts.append('Any builder patterns?')
    found = {
        f.phrase: f.texts for f in phrases.marked_phrases(texts, {'builder pattern', 'object'})
    }
    assert found == {'builder pattern': (3, 4)}


def test_proper_names():
    texts = [
        'We ask Redis and UTF-8.',
        'Redis is up. Servers are, too.',
        'With Redis or UTF-8? Servers!',
        'UTF-8. Servers. The Note. A Note. This Note.',
    ]
    assert {f.phrase for f in phrases.proper_names(texts)} == {'Redis', 'UTF-8'}
    assert list(phrases.proper_names([*texts[:3], 'redis is also written small.'])) == []


@pytest.mark.parametrize('text', ['PEP 681', 'RFC-9106', 'cattrs', 'pytest-xdist', 'token bucket'])
def test_names_of_links(text):
    assert prose.is_link_name(text)


@pytest.mark.parametrize(
    'text',
    ['here', 'documentation', 'this post', 'blog post', 'issue tracker', 'a', '', 'was moved'],
)
def test_no_names_of_links(text):
    assert not prose.is_link_name(text)


@pytest.mark.parametrize('text', ['https://x.org/a', 'me@x.org', '#12', 'a/b#12', 'docs.x.org'])
def test_addresses(text):
    assert prose.is_address(text)


@pytest.mark.parametrize('text', ['attrs', 'token bucket', 'Node.js'])
def test_no_addresses(text):
    assert not prose.is_address(text)


@pytest.mark.parametrize(
    ('literal', 'inner'),
    [
        ('@define(eq=False, slots = True)', ['eq', 'slots']),
        ('f(a == b)', []),
        ('f("x=1")', []),
        ('pip install --upgrade pip', ['pip install', '--upgrade']),
        ('coverage run --branch my.py', ['coverage run', '--branch']),
        ('one of these', []),
        ('$XDG_HOME/pip', ['XDG_HOME']),
        ('${XDG_HOME}/pip', ['XDG_HOME']),
        (r'%APPDATA%\pip', ['APPDATA']),
        ('$HOME/.pip', []),
        ('$XDG_HOME', []),
        ('100%', []),
    ],
)
def test_inner_names(literal, inner):
    assert [name for name, _kind in prose.inner_names(literal)] == inner


def test_kinds_of_inner_names():
    assert dict(prose.inner_names('git rm --cached x/y')) == {
        'git rm': Kind.COMMAND,
        '--cached': Kind.OPTION,
    }


@pytest.mark.parametrize(
    'literal',
    [
        '**strong**', '*a*', '``code``', ':index:`x`', 'pkg>=1.0', "['a']", 'a|b', 'x == y', 'f(a, b)',
        'List[int]', '"x"',
    ],
)  # fmt: skip
def test_expressions(literal):
    assert prose.is_expression(literal)


@pytest.mark.parametrize(
    'literal',
    [
        '<div>',
        '<br/>',
        'operator[]',
        'operator()',
        '_{X}_Y',
        '*.py',
        'a/b',
        'a::b',
        ':index:',
        '--a-b',
    ],
)
def test_no_expressions(literal):
    assert not prose.is_expression(literal)


@pytest.mark.parametrize(
    ('heading', 'shared'),
    [
        ('Temporary directories and files', ['Temporary files']),
        ('How to use temporary directories and files in tests', ['temporary files']),
        ('Directories and files', []),
        ('Temporary directories and how they go', []),
    ],
)
def test_shared_phrases(heading, shared):
    assert phrases.shared_phrases(heading) == shared


@pytest.mark.parametrize(
    ('heading', 'found'),
    [
        ('How to store raw data', ['raw data']),
        ('Order of execution', ['Order of execution', 'Order', 'execution']),
        ('Non-blocking I/O', ['Non-blocking I/O']),
        ('Input/output errors', ['Input', 'output errors']),
        ('The … option', ['option']),
    ],
)
def test_headings(heading, found):
    assert phrases.heading_phrases(heading, NOTHING) == found


def test_standards():
    assert [
        name for name, _offset in prose.standards('See RFC 9106, PEP-8; no RFC, no PEP 8a.')
    ] == [
        'RFC 9106',
        'PEP 8',
    ]
