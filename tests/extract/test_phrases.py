"""Phrases that a text comes back to, and what links and headings say beside names."""

import pytest

from sphinxcontrib_kwindex.extract import prose
from sphinxcontrib_kwindex.extract.prose import phrases, wordlists

NOTHING = frozenset()


def recurring(*texts):
    found = phrases.recurring_phrases(phrases.tokenize(texts), NOTHING)
    return {one.phrase: one.texts for one in found}


def test_a_phrase_in_two_sentences_recurs():
    texts = ('The wheel cache is full.', 'Nobody asked.', 'Look into wheel caches again!')
    assert recurring(*texts) == {'wheel cache': (0, 2)}


@pytest.mark.parametrize(
    'text',
    [
        'it makes sure', 'the following example', 'we use wheels', 'an available option',
        "the server's answer", 'basic usage', 'cache the wheel', 'quickly built', 'one two',
    ],
)  # fmt: skip
def test_what_is_only_said_twice(text):
    assert recurring(text, f'And {text}.') == {}


def test_one_paragraph_does_not_come_back():
    assert recurring('The wheel cache, and once more: the wheel cache.', 'No more.') == {}


def test_the_longer_phrase_stands_for_its_parts():
    assert recurring(*['A lazy wheel cache.'] * 3) == {'lazy wheel cache': (0, 1, 2)}
    texts = ['A lazy wheel cache.'] * 2 + ['This wheel cache.'] * 2
    assert set(recurring(*texts)) == {'lazy wheel cache', 'wheel cache'}


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
    found = phrases.recurring_nouns(phrases.tokenize(texts), NOTHING)
    return {one.phrase: one.texts for one in found}


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
    texts = phrases.tokenize(['der Wheel cache'] * 3)
    assert list(phrases.recurring_phrases(texts, frozenset({'wheel'}))) == []


def test_what_is_marked_returns():
    def found(*wanted):
        return {f.phrase: f.texts for f in phrases.marked_phrases(texts, {*wanted})}

    texts = ['A frozen object.', 'Frozen objects.', 'Now frozen.', 'The builder pattern.']
    assert found('frozen', 'builder pattern') == {'frozen': (0, 1, 2)}
    texts.append('Any builder patterns?')
    assert found('builder pattern', 'object') == {'builder pattern': (3, 4)}


def test_proper_names():
    texts = [
        'We ask Redis and UTF-8.',
        'Redis is up. Servers are, too.',
        'With Redis or UTF-8? Servers!',
        'UTF-8. Servers. The Note. A Note. This Note.',
    ]
    assert {f.phrase for f in phrases.proper_names(texts)} == {'Redis', 'UTF-8'}
    assert list(phrases.proper_names([*texts[:3], 'redis is also written small.'])) == []


@pytest.mark.parametrize(
    ('heading', 'shared'),
    [
        ('Temporary directories and files', ['Temporary files']),
        ('How to use temporary directories and files in tests', ['temporary files']),
        ('Directories and files', []),
        ('Temporary directories and how they go', []),
        ('The power of Rust and Go', []),
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
        ('Running handlers when tasks change', ['handlers', 'tasks']),
        ('Which template engines does Nimbus support?', ['template engines', 'Nimbus']),
    ],
)
def test_headings(heading, found):
    assert phrases.heading_phrases(heading, NOTHING) == found


#: what holds of some texts -> those, and others
HOLDS = {
    wordlists.is_noise: (
        ['', *str.split(r"""
        None self int foo x é 0 42 3.11 1e-5 0x1F 10ms 50% +1 ... => {num} {{name}} %(asctime)s
        \udcb1 \n
        """)],
        str.split("""
        Any utf8 2to3 x86 C++ --foo foo_bar os.path <div> UTF-8 HTTP/2 %s.py {a}.{b} *args 3D-plot
        $HOME
        """),
    ),
    prose.is_link_name: (
        ['PEP 681', 'RFC-9106', 'cattrs', 'pytest-xdist', 'token bucket'],
        ['here', 'documentation', 'this post', 'blog post', 'issue tracker', 'a', '', 'was moved'],
    ),
    prose.is_address: (
        ['https://x.org/a', 'me@x.org', '#12', 'a/b#12', 'docs.x.org'],
        ['attrs', 'token bucket', 'Node.js'],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ('holds', 'text', 'expected'),
    [(f, text, n == 0) for f, both in HOLDS.items() for n in (0, 1) for text in both[n]],
)
def test_what_holds_of_a_text(holds, text, expected):
    assert holds(text) is expected


def test_standards():
    found = prose.standards('See RFC 9106, PEP-8; no RFC, no PEP 8a.')
    assert [name for name, _offset in found] == ['RFC 9106', 'PEP 8']


def test_half_of_a_longer_name_is_no_name():
    longer = [f'It is a Redux Toolkit of {n}.' for n in range(4)]
    assert 'Toolkit' not in {found.phrase for found in phrases.proper_names(longer)}
    both = [*longer, 'Then a Toolkit is one.']
    assert 'Toolkit' in {found.phrase for found in phrases.proper_names(both)}


def test_a_verb_with_its_object_is_an_action():
    assert phrases.is_action('Upload files', ['You can upload files.'])
    assert phrases.is_action('Bind Uri', ['This can bind it.'])
    assert not phrases.is_action('Request ID', ['The id of it.'])
    assert not phrases.is_action('Test client', ['The test client is one.'])
    assert not phrases.is_action('Event loop', [])
