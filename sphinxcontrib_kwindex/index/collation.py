"""Collation: the letter groups of an index, for every script, and the order of names in it.

Sphinx's general index sorts by one key and groups by another, so that it prints some groups twice.
Here the sort key begins with the group. It does not depend on the locale.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

DIGITS: Final = '0–9'
IDEOGRAPHS: Final = '漢字'
SYMBOLS: Final = '#'

#: the same names occur on many pages
_CACHE_SIZE: Final = 50_000

#: They do not count at the beginning of a name: ``_private`` stands under P, ``~Foo`` under F.
_IGNORED: Final = '_-.$@~:/ '

# Latin letters that Unicode does not decompose are named after their base letter ("LATIN SMALL
# LETTER O WITH STROKE"), or have names of their own, which stand here.
_LATIN_NAME = re.compile(r'LATIN (?:\w+ )*?(?:LETTER|LIGATURE) (.*?)(?: WITH .*)?$')
_LATIN_BY_NAME: Final = {
    'AE': 'A', 'DOTLESS I': 'I', 'DOTLESS J': 'J', 'ENG': 'N', 'ESH': 'S', 'ETH': 'D', 'EZH': 'Z',
    'KRA': 'K', 'LONG S': 'S', 'OE': 'O', 'SCHWA': 'E', 'SHARP S': 'S', 'THORN': 'T',
}  # fmt: skip
_LIGATURES: Final = {'Æ': 'AE', 'Œ': 'OE', 'Þ': 'TH'}
_MICRO_SIGN: Final = '\N{MICRO SIGN}'

#: Cyrillic letters that stand elsewhere in their alphabets than in Unicode -> what they follow
_CYRILLIC: Final = {
    'Ә': 'А', 'Ґ': 'Г', 'Ғ': 'Г', 'Ђ': 'Д', 'Є': 'Е', 'Ѕ': 'З', 'І': 'И', 'Ј': 'И', 'Қ': 'К',
    'Љ': 'Л', 'Ң': 'Н', 'Њ': 'Н', 'Ө': 'О', 'Ћ': 'Т', 'Ү': 'У', 'Ұ': 'У', 'Һ': 'Х', 'Џ': 'Ч',
}  # fmt: skip
_AFTER: Final = '\uffff'

#: Combining classes of signs that are no accents: vowel signs and others (0), viramas (9).
_LETTER_SIGNS: Final = (0, 9)

_HANGUL: Final = 'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ'
_LEADING_CONSONANTS: Final = range(0x1100, 0x1113)
_KATAKANA: Final = range(0x30A1, 0x30F7)
_HIRAGANA: Final = range(0x3041, 0x3097)
_KATAKANA_TO_HIRAGANA: Final = 0x60
_SMALL_KANA: Final = str.maketrans('ぁぃぅぇぉっゃゅょゎゕゖ', 'あいうえおつやゆよわかけ')
#: vowels of Thai and Lao that are written before the consonant that a word is sorted by
_WRITTEN_FIRST: Final = 'เแโใไເແໂໃໄ'


def letter(name: str) -> str:
    """Return the group in which a name stands."""
    first = name.lstrip(_IGNORED)[:2]
    if first[:1] in _WRITTEN_FIRST:
        first = first[1:] or first
    return _group(first[:1])


@lru_cache(_CACHE_SIZE)
def sort_key(name: str) -> tuple[int, str, str, str, str]:
    """Return what names are sorted by: first their group, then their letters, then themselves."""
    group = letter(name)
    return *_rank(group), group, _collated(name), name


@lru_cache(maxsize=4096)
def _group(character: str) -> str:
    """Return the group of names that begin with a character."""
    if character == _MICRO_SIGN:
        return 'M'
    for base in unicodedata.normalize('NFKD', character):
        category = unicodedata.category(base)
        if category[0] == 'N':
            return DIGITS
        if category[0] == 'L' and category != 'Lm':
            return _group_of_letter(base, character)
    return SYMBOLS


def _group_of_letter(base: str, character: str) -> str:
    name = unicodedata.name(base, '')
    code = ord(base)
    if match := _LATIN_NAME.match(name):
        return _latin(match[1])
    if name.startswith(('CJK ', 'TANGUT ', 'NUSHU ', 'KHITAN ')):
        return IDEOGRAPHS
    if code in _LEADING_CONSONANTS:
        return _HANGUL[code - _LEADING_CONSONANTS.start]
    if code in _KATAKANA:
        code -= _KATAKANA_TO_HIRAGANA
    if code in _HIRAGANA:
        return chr(code).translate(_SMALL_KANA)
    if name.startswith('CYRILLIC '):  # Й is a letter of its own, and not И with a mark
        base = unicodedata.normalize('NFKC', character)[0]
    if name.startswith(('GEORGIAN LETTER', 'GEORGIAN MTAVRULI')):  # few fonts have the capitals
        return base.lower()
    return base.upper()[0]


def _latin(name: str) -> str:
    if name in _LATIN_BY_NAME:
        return _LATIN_BY_NAME[name]
    words = name.split()
    return next((word for word in words if len(word) == 1), words[-1][0])


def _rank(group: str) -> tuple[int, str]:
    """Return where a group stands: Latin, the other scripts, ideographs, digits, symbols."""
    if group in (IDEOGRAPHS, DIGITS, SYMBOLS):
        return 1 + (IDEOGRAPHS, DIGITS, SYMBOLS).index(group), ''
    return 0, _collated(group)


def _collated(name: str) -> str:
    """Return a name so that comparing characters compares letters, of whatever case."""
    stripped = name.lstrip(_IGNORED)
    if stripped.isascii():
        return stripped.lower()
    composed = unicodedata.normalize('NFC', stripped.upper())
    return ''.join(map(_collated_character, composed)).casefold()


@lru_cache(maxsize=4096)
def _collated_character(character: str) -> str:
    """Return what a capital letter is compared by: its base letter, without accents."""
    decomposed = unicodedata.normalize('NFKD', character)
    base = ''.join(sign for sign in decomposed if unicodedata.combining(sign) in _LETTER_SIGNS)
    if base and unicodedata.name(base[0], '').startswith('CYRILLIC '):
        base = _CYRILLIC.get(base, base)
        return base if base == character else f'{base}{_AFTER}{character}'
    return ''.join(map(_collated_sign, base))


def _collated_sign(sign: str) -> str:
    if ord(sign) in _KATAKANA:
        return chr(ord(sign) - _KATAKANA_TO_HIRAGANA).translate(_SMALL_KANA)
    if not sign.isascii() and unicodedata.name(sign, '').startswith('LATIN '):
        return _LIGATURES.get(sign) or _group(sign)
    return sign.translate(_SMALL_KANA)


class Alphabet:
    """Collation that ignores prefixes of names, as ``modindex_common_prefix`` says."""

    def __init__(self, prefixes: Iterable[str] = ()) -> None:
        #: the prefixes that are ignored, the longest first
        self.prefixes = sorted(filter(None, prefixes), key=len, reverse=True)

    def letter(self, name: str) -> str:
        """Return the group in which a name stands."""
        return letter(self.stripped(name))

    def sort_key(self, name: str) -> tuple[int, str, str, str, str]:
        """Return the sort key of a name."""
        return sort_key(self.stripped(name))

    def stripped(self, name: str) -> str:
        """Return a name without its prefix."""
        for prefix in self.prefixes:
            if name.startswith(prefix) and name != prefix:
                return name[len(prefix) :]
        return name
