"""Feed the readers of code with what a fuzzer makes of tokens, guided by the branches it reaches.

    python tests/fuzz/readers.py [FOLDER] -max_total_time=1800

in an environment with atheris. Each byte of an input stands for a token of a language (or, in one
input of four, for a character), so that mutations keep what a tokeniser takes for words, brackets
and quotes. Whatever comes out: no exception, the same again, lines in order and in the text,
nothing empty, too long or double, and a time that suits the length. FOLDER keeps what reached
something new. The first input that breaks a rule ends the run, and is printed.
"""

import re
import sys
import time
from pathlib import Path

import atheris

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / 'extract'), str(TESTS.parent)]

with atheris.instrument_imports(include=['sphinxcontrib_kwindex.extract']):
    from sphinxcontrib_kwindex import extract

    for language in extract.LANGUAGES:
        language.read('')

from rules import ODD, PIECES, SPOKEN, check  # noqa: E402  after its folder is known

LANGUAGES = sorted([*SPOKEN, 'default', 'unknown', 'objective-c', 'cuda', 'pycon'])
#: so much CPU time is more than any text of some thousand characters may take
SLOW = 1.0


def words_of(language: str) -> list[str]:
    """Take the tokens of the sample of a language, the most frequent ones first."""
    path = TESTS / 'extract' / 'cases' / f'{language}.txt'
    text = path.read_text(encoding='utf-8') if path.is_file() else ''
    tokens = re.findall(r'\w+|[^\w\s]+|\n *', text)
    return sorted(set(tokens), key=tokens.count, reverse=True)


POOLS = {
    language: [*dict.fromkeys([*PIECES, *ODD, *words_of(language)])][:256] for language in LANGUAGES
}


def text_of(data: bytes, language: str) -> str:
    """Make a text of bytes: of tokens with or without spaces between them, or of characters."""
    way, rest = data[0] % 4, data[1:]
    if way == 0:
        return rest.decode('utf-8', 'surrogateescape')
    pool = POOLS[language]
    return ('', '', ' ', '')[way].join(pool[byte % len(pool)] for byte in rest)


def one_input(data: bytes) -> None:
    if len(data) < 2:
        return
    language = LANGUAGES[data[0] % len(LANGUAGES)]
    text = text_of(data[1:], language)
    begin = time.process_time()
    try:
        check(text, language)
    except BaseException:
        print(f'{language}: {text!r}', file=sys.stderr)
        raise
    seconds = time.process_time() - begin
    assert seconds < SLOW, f'{seconds:.1f} s for {len(text)} characters of {language}: {text!r}'


if __name__ == '__main__':
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
