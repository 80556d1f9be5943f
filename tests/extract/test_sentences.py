import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import assert_linear

from sphinxcontrib_kwindex.extract.prose.sentences import LENGTH, first_sentence, shorten

SENTENCES = {
    # where a sentence ends
    'Opens a file. Then reads it.': 'Opens a file.',
    'Is it open now? It may be.': 'Is it open now?',
    'Opens a file': 'Opens a file',
    'Opens\n   a   file\tfor you. Then': 'Opens a file for you.',
    'Opens files, e.g. logs, i.e. text. Then': 'Opens files, e.g. logs, i.e. text.',
    'Differs from sockets (cf. Unix vs. Windows). Then': (
        'Differs from sockets (cf. Unix vs. Windows).'
    ),
    'Reads files, folders, etc. and more. Then': 'Reads files, folders, etc. and more.',
    'Reads files, folders, etc. Links are not read.': 'Reads files, folders, etc.',
    'Sets the max. size of x. Then': 'Sets the max. size of x.',
    'New since version 1.2.3 of it. Then': 'New since version 1.2.3 of it.',
    'Waits... and then goes on. Then': 'Waits... and then goes on.',
    'Waits (at most 5 s. No more.) for it. Then': 'Waits (at most 5 s. No more.) for it.',
    'Prints "Done. Bye." at the end. Then': 'Prints "Done. Bye." at the end.',
    'Opens the file first. numpy is next.': 'Opens the file first.',
    'Is written in C. Then': 'Is written in C.',
    "It's a user's file. Don't. x": "It's a user's file.",
    'An open (bracket at the end. Then': 'An open (bracket at the end.',
    '打开一个可以被读写的文件。然后关闭它。': '打开一个可以被读写的文件。',
    'ファイルを読み込んで返します！次に': 'ファイルを読み込んで返します！',
    # too short to say anything
    'Note. Opens a file. Then': 'Note. Opens a file.',
    'Setup\n\nConfigures all loggers. Then': 'Setup: Configures all loggers.',
    'Run it.': 'Run it.',
    'Opens a file for you.\n\nCloses it.': 'Opens a file for you.',
    'Setup.\n\n- one\n\nCloses it again.': 'Setup.',
    'Setup.\n\n:param x: a file': 'Setup.',
    # markup
    'Calls :func:`open` on :class:`~a.b.Path`. Then': 'Calls open on Path.',
    'Calls :py:meth:`!close` of :cpp:func:`~ns::f`. Then': 'Calls close of f.',
    'See :ref:`the guide <guide>` or `this <http://a.b>`_. Then': 'See the guide or this.',
    'Takes the value ``a. b`` and `c`. Then': 'Takes the value a. b and c.',
    'Takes the value ``~a <b>`` here. Then': 'Takes the value ~a <b> here.',
    '`<http://a.b>`_ is a link. Then': '<http://a.b> is a link.',
    'Negates with ``!`` or ``~``. Then': 'Negates with ! or ~.',
    'Calls {py:func}`open` from [here](x.md). Then': 'Calls open from here.',
    'Is **very** fast and *small*. Then': 'Is very fast and small.',
    'Takes *args and **kwargs and 2 * 3 * 4. Then': 'Takes *args and **kwargs and 2 * 3 * 4.',
    'Is known [1]_ since long [Knuth]_. Then': 'Is known since long.',
    'Returns {@code null} or {@link Foo}. Then': 'Returns null or Foo.',
    '@brief Opens \\p name with \\c flags. Then': 'Opens name with flags.',
    'A <b>bold</b> vector<int> here.<br/> Then': 'A bold vector<int> here.',
    'The option\\ s of \\*args here. Then': 'The options of *args here.',
    'Use it so::\n\n    x = 1': 'Use it so',
    'Opens __init__ and foo_bar. Then': 'Opens __init__ and foo_bar.',
    # what is no prose
    'open(name, mode="r") -> file\n\nOpens a file.': 'Opens a file.',
    'Opener\n======\n\nOpens a file.': 'Opens a file.',
    'The opener\n==========': 'The opener',
    'The opener\n==========\n\nRun it.': 'Run it.',
    '.. note::\n\n   Beware of this.\n\nOpens a file.': 'Opens a file.',
    'Opens a file\n:param x: a file': 'Opens a file',
    'Opens a file\n@param x a file': 'Opens a file',
    'Opens a file\n:param x: a file\n\nCloses it again.': 'Opens a file',
    'Opens a file for you\n>>> f()': 'Opens a file for you',
    'Opens a file for you:\n\n- one': 'Opens a file for you',
    'Opens a file for you\nArgs:\n  x: a file': 'Opens a file for you',
    # nothing
    '': '',
    '   \n ': '',
    '...': '',
    '-----': '',
    'TODO': '',
    ':param x: a file': '',
    'Args:\n    x: a file': '',
    '>>> f()\n1': '',
    # hostile characters
    'Opens\x00 a\ud800 file\xad. Then': 'Opens\ufffd a\ufffd file.',
    'Cafe\u0301 is open now. Then': 'Caf\u00e9 is open now.',
}


@pytest.mark.parametrize(('text', 'sentence'), SENTENCES.items())
def test_first_sentence(text, sentence):
    assert first_sentence(text) == sentence


def test_is_cut_at_a_word():
    sentence = first_sentence('number ' * 50)
    assert len(sentence) <= LENGTH
    assert sentence.endswith('number…')
    assert shorten('one, two, three', 10) == 'one, two…'
    assert shorten('seven, eight', 8) == 'seven…'


@pytest.mark.parametrize('text', ['x' * 400, '漢' * 400, 'e\u0323\u0301' * 200])
def test_is_cut_anywhere_without_spaces(text):
    sentence = first_sentence(text)
    assert LENGTH - 3 < len(sentence) <= LENGTH
    assert text.startswith(sentence[:-1]) or sentence[0] == '\u1eb9'


def test_is_cut_before_no_accent():
    assert shorten('\u1eb9\u0301' * 100, 10) == '\u1eb9\u0301' * 4 + '…'


def test_keeps_what_has_just_the_length():
    assert shorten('x' * LENGTH) == 'x' * LENGTH


MARKUP = st.lists(
    st.sampled_from(
        [
            '`', '``', ':a:', '*', '**', '(', ')', '"', '.', '. ', '\n', '\n\n', 'ab', ' ', '[',
            ']', '<', '>', '~', '!', '\\', '.. ', ':', '{', '}', '@', '-', 'e.g',
        ]
    )
)  # fmt: skip


@given(st.text() | MARKUP.map(''.join))
def test_never_raises_and_is_plain(text):
    sentence = first_sentence(text)
    assert len(sentence) <= LENGTH
    assert sentence == ' '.join(sentence.split())
    assert '\n' not in sentence
    assert not sentence or any(map(str.isalpha, sentence))


WORDS = st.sampled_from(['file', 'opens', 'reads', 'the', 'slowly'])


@given(st.lists(WORDS, min_size=4, max_size=9))
def test_plain_sentences_stay_as_they_are(words):
    sentence = ' '.join(words).capitalize() + '.'
    assert first_sentence(f'{sentence} It then closes.') == sentence


@pytest.mark.parametrize(
    'piece', ['(', '`', '*', '[', '"', '. ', '\n', 'e.g. ', '::', '\\', '<a ', ' ', '.. \n\n', 'x']
)
def test_is_linear(piece):
    assert_linear(first_sentence, piece, 1_000_000)
