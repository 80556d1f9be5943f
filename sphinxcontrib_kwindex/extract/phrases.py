"""What a text comes back to: phrases of two or three words that stand in its prose again and again.

Nothing but the words themselves tells a term ("wheel cache") from what is only said twice ("make
sure"), so phrases end at function words, at verbs and at words that fit anything. The lists are
English; prose in other languages gives what its author marks, and no more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.headings import occurrences
from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.extract.stopwords import (
    ACTS,
    ANY_FIRST,
    ANY_LAST,
    FUNCTION_WORDS,
    GENERIC,
    LITERAL_NOISE,
    PARTICIPLES,
    SECTION_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

#: How often a phrase must stand somewhere that nobody marks or puts into a heading: the longer a
#: text is, the more is said twice by chance.
_RECURS: Final = 2
_LONG, _VERY_LONG = 10_000, 50_000
#: with a hyphen or a capital inside it is rarely said by chance: "session-scoped fixture"
_SELDOM_BY_CHANCE: Final = 2
#: how often a name must that only its capital tells from a word
_NAME_RECURS: Final = 3
#: how often something must stand somewhere, all in all, that its author marks once
_PHRASE_RETURNS: Final = 2
_WORD_RETURNS: Final = 3
#: in how many texts a single ordinary word must stand, once at least as nothing but a noun can
_TOPIC_RECURS: Final = 3
_SHORTEST: Final = 2
_NO_TOPICS: Final = GENERIC | ANY_FIRST | SECTION_WORDS
_LENGTHS: Final = (2, 3)
_LONGEST_WORD: Final = 30

_SPLIT = re.compile(r'[^\w\s\'’+#./-]+|[./](?=\s|$)|(?<!\S)[-–—./]+(?!\S)')
_TERM = re.compile(r"[^\W\d_][\w'’+#./-]*")
#: a capital that no sentence asks for has a small word before it
_CAPITALISED = re.compile(
    r"(?P<before>(?<=[^\W\d_][,;:] )|(?<=[^\W\d_A-Z] ))?(?<![\w.'’+#/-])"
    r"([A-Z][a-z]{2,}|[A-Z]{2,6}-\d{1,5}|[A-Z][a-z]+-\d{1,3})(?![\w+#/-]|\.\w|['’]\w{2})"
)
_SMALL = re.compile(r'(?<![\w.])[a-z]{3,}(?!\w)')
_NOUN = re.compile(
    r"""(?i:\b(?:an?|the|this|that|each|any|every|no|your|its|another|these|those))\s
    ([^\W\d_]{3,30})
    (?=[.,;:)]|$|\s(?:is|are|was|were|will|can|must|may|should|has|have|of|to|in|for|on|that|which|and
    |or|as|with|by|from|when|if|at|does|do|itself)\b)""",
    re.VERBOSE,
)
_POSSESSIVE = re.compile(r"['’]s?$")


class Recurring(NamedTuple):
    """A phrase, and the texts that it stands in, each as often as it does."""

    phrase: str
    texts: tuple[int, ...]


def recurring(texts: Sequence[str], stop_words: Collection[str]) -> Iterator[Recurring]:
    """Give the phrases that stand in these texts again and again, as they are written."""
    found: dict[tuple[str, ...], list[tuple[int, str]]] = defaultdict(list)
    for number, text in enumerate(texts):
        for chunk in _chunks(text, stop_words):
            for length in _LENGTHS:
                for start in range(len(chunk) - length + 1):
                    _count(found, number, chunk[start : start + length])
    least = _RECURS + _by_length(texts)
    often = {key: spots for key, spots in found.items() if _texts(spots) >= _needed(spots, least)}
    within = _most_within(often)
    for key, spots in often.items():
        is_label = ' '.join(key) in SECTION_WORDS
        if not is_label and (len(spots) > within.get(key, 0) + 1 or key not in within):
            yield Recurring(_spelling(spots), tuple(number for number, _ in spots))


def _by_length(texts: Sequence[str]) -> int:
    characters = sum(map(len, texts))
    return (characters > _LONG) + (characters > _VERY_LONG)


def returning(texts: Sequence[str], phrases: Collection[str]) -> Iterator[Recurring]:
    """Give where each of these phrases stands in the texts."""
    spots: dict[str, list[int]] = defaultdict(list)
    for phrase, number in occurrences(phrases, texts):
        spots[phrase].append(number)
    for phrase, numbers in spots.items():
        if len(set(numbers)) >= (_PHRASE_RETURNS if ' ' in phrase else _WORD_RETURNS):
            yield Recurring(phrase, tuple(numbers))


def proper_names(texts: Sequence[str]) -> Iterator[Recurring]:
    """Give the words that have a capital, or a number, wherever they stand: "Unicode", "UTF-8"."""
    spots: dict[str, list[int]] = defaultdict(list)
    inside: set[str] = set()
    small: set[str] = set()
    for number, text in enumerate(texts):
        for match in _CAPITALISED.finditer(text):
            spots[match[2]].append(number)
            if match['before'] is not None:
                inside.add(match[2])
        small.update(_SMALL.findall(text))
    for name, numbers in spots.items():
        if (
            len(set(numbers)) >= _NAME_RECURS
            and name in inside
            and name.lower() not in small
            and not is_vague(name)
            and not name.endswith('ed')
            and identity(name, defined=False) not in SECTION_WORDS
        ):
            yield Recurring(name, tuple(numbers))


def topics(texts: Sequence[str], stop_words: Collection[str]) -> Iterator[Recurring]:
    """Give the single words that these texts come back to as one does to a noun: "the wheel"."""
    spots: dict[str, list[tuple[int, str]]] = defaultdict(list)
    nouns: Counter[str] = Counter()
    for number, text in enumerate(texts):
        for segment in _SPLIT.split(text):
            for token in segment.split():
                word, key = _word(token)
                if key and word.isalpha() and len(word) > _SHORTEST:
                    spots[key].append((number, word))
        nouns.update(identity(noun, defined=False) for noun in _NOUN.findall(text))
    least = _TOPIC_RECURS + _by_length(texts)
    for key, stands in spots.items():
        if (
            _texts(stands) >= least
            and nouns[key]
            and not (key in stop_words or key in _NO_TOPICS or key.endswith('ed'))
        ):
            yield Recurring(_spelling(stands), tuple(number for number, _ in stands))


def is_generic(word: str) -> bool:
    """Tell whether a word by itself tells no text about software from another one."""
    return identity(word, defined=False) in GENERIC


def is_vague(word: str) -> bool:
    """Tell whether a word is none that a text can be about, however it is marked."""
    folded = word.casefold()
    return (
        folded in FUNCTION_WORDS
        or folded in ACTS
        or folded in ANY_LAST
        or folded in PARTICIPLES
        or folded.endswith('ly')
    )


def _chunks(text: str, stop_words: Collection[str]) -> Iterator[list[tuple[str, str]]]:
    """Cut a text at whatever no term goes over; give each word with its identity."""
    chunk: list[tuple[str, str]] = []
    for segment in _SPLIT.split(text):
        for token in segment.split():
            word, key = _word(token)
            if not key or key in stop_words:
                yield chunk
                chunk = []
            else:
                chunk.append((word, key))
        yield chunk
        chunk = []


@lru_cache(maxsize=50_000)
def _word(token: str) -> tuple[str, str]:
    """Give a word and its identity, which is empty if no term goes over it."""
    word = _POSSESSIVE.sub('', token.strip("'’-./"))
    folded = word.casefold()
    if (
        not 1 < len(word) <= _LONGEST_WORD
        or not _TERM.fullmatch(word)
        or folded in FUNCTION_WORDS
        or folded in ACTS
        or folded.endswith('ly')
        or (word in LITERAL_NOISE and word.islower())
        or word != token.strip("-./'’")  # "pip's cache" is no term
    ):
        return word, ''
    return word, identity(word, defined=False)


def _count(
    found: dict[tuple[str, ...], list[tuple[int, str]]], number: int, words: list[tuple[str, str]]
) -> None:
    first, last = words[0][0].casefold(), words[-1][0].casefold()
    if first in ANY_FIRST or last in ANY_LAST or last.endswith('ed'):
        return
    key = tuple(key for _word, key in words)
    if len(set(key)) == len(key):
        found[key].append((number, ' '.join(word for word, _key in words)))


def _texts(spots: list[tuple[int, str]]) -> int:
    return len({number for number, _spelling in spots})


def _needed(spots: list[tuple[int, str]], least: int) -> int:
    phrase = spots[0][1]
    special = '-' in phrase or any(map(str.isupper, phrase[1:]))
    return _SELDOM_BY_CHANCE if special else least


def _most_within(
    often: dict[tuple[str, ...], list[tuple[int, str]]],
) -> dict[tuple[str, ...], int]:
    """Tell for each phrase that is part of longer ones how often the most frequent one stands."""
    within: dict[tuple[str, ...], int] = {}
    for key, spots in often.items():
        if len(key) == max(_LENGTHS):
            for part in (key[:-1], key[1:]):
                within[part] = max(within.get(part, 0), len(spots))
    return within


def _spelling(spots: list[tuple[int, str]]) -> str:
    times = Counter(spelling for _number, spelling in spots)
    return min(times, key=lambda one: (-times[one], one))

