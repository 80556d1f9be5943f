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
#: how often something must stand somewhere, all in all, that its author marks once
_PHRASE_RETURNS: Final = 2
_WORD_RETURNS: Final = 3
#: a single word must stand in one text more than a phrase, once as nothing but a noun can
_SHORTEST: Final = 2
_NO_TOPICS: Final = GENERIC | ANY_FIRST | SECTION_WORDS
_LONGEST_PHRASE: Final = 3
_LONGEST_WORD: Final = 30

#: punctuation; full stops, slashes and hyphens only at the end of a word, or where none is
_SPLIT = re.compile(
    r"[^\w\s'’+#](?:(?<=[^./-])[^\w\s'’+#./-]*|(?<=[./])(?=\s|$)|(?<!\S.)[-–—./]*(?!\S))"
)
_TERM = re.compile(r"[^\W\d_][\w'’+#./-]*")
_NOUN = re.compile(
    r"""(?i:\b(?=[aeinty])(?:an?|the|this|that|each|any|every|no|your|its|another|these|those))\s
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


class Token(NamedTuple):
    """A word of a text, and what may be made of it."""

    word: str
    #: what its spellings have in common; empty if no term goes over it
    key: str
    #: whether a phrase may begin with it, and end
    begins: bool
    ends: bool


#: the texts and the words of a phrase, each time it stands somewhere
Spots = list[tuple[int, tuple[Token, ...]]]


class Body(NamedTuple):
    """The texts of a document, cut into words once for all that is looked for in them."""

    texts: Sequence[str]
    #: the words of each text, cut where no phrase goes over its punctuation
    tokens: Sequence[list[list[Token]]]
    #: in how many texts a phrase must stand
    least: int


def body_of(texts: Sequence[str]) -> Body:
    """Read texts; in long ones, more is said twice by chance."""
    characters = sum(map(len, texts))
    least = _RECURS + (characters > _LONG) + (characters > _VERY_LONG)
    return Body(texts, list(map(_tokens, texts)), least)


def _tokens(text: str) -> list[list[Token]]:
    return [list(map(_token, segment.split())) for segment in _SPLIT.split(text)]


def recurring(body: Body, stop_words: Collection[str]) -> Iterator[Recurring]:
    """Give the phrases that stand in these texts again and again, as they are written."""
    often = {
        key: spots
        for key, spots in _phrases(body, stop_words).items()
        if len(spots) > 1 and _texts(spots) >= _needed(spots, body.least)
    }
    within = _most_within(often)
    for key, spots in often.items():
        is_label = ' '.join(key) in SECTION_WORDS
        if not is_label and (len(spots) > within.get(key, 0) + 1 or key not in within):
            yield Recurring(_spelling(spots), tuple(number for number, _ in spots))


def _phrases(body: Body, stop_words: Collection[str]) -> dict[tuple[str, ...], Spots]:
    """Give all phrases of two and of three words, and where they stand."""
    found: dict[tuple[str, ...], Spots] = defaultdict(list)
    for number, segments in enumerate(body.tokens):
        for segment in segments:
            first = second = None
            for token in segment:
                if not token.key or token.key in stop_words:
                    first = second = None
                    continue
                if second and token.ends and second.key != token.key:
                    if second.begins:
                        found[second.key, token.key].append((number, (second, token)))
                    if first and first.begins and first.key not in (second.key, token.key):
                        key = first.key, second.key, token.key
                        found[key].append((number, (first, second, token)))
                first, second = second, token
    return found


def returning(texts: Sequence[str], phrases: Collection[str]) -> Iterator[Recurring]:
    """Give where each of these phrases stands in the texts."""
    spots: dict[str, list[int]] = defaultdict(list)
    for phrase, number in occurrences(phrases, texts):
        spots[phrase].append(number)
    for phrase, numbers in spots.items():
        if len(set(numbers)) >= (_PHRASE_RETURNS if ' ' in phrase else _WORD_RETURNS):
            yield Recurring(phrase, tuple(numbers))


def topics(body: Body, stop_words: Collection[str]) -> Iterator[Recurring]:
    """Give the single words that these texts come back to as one does to a noun: "the wheel"."""
    spots: dict[str, Spots] = defaultdict(list)
    for number, segments in enumerate(body.tokens):
        for segment in segments:
            for token in segment:
                if token.key:
                    spots[token.key].append((number, (token,)))
    candidates = {
        key: words
        for key, stands in spots.items()
        if len(stands) > body.least
        and not (key in stop_words or key in _NO_TOPICS or key.endswith('ed'))
        and _texts(words := [spot for spot in stands if _is_plain(spot[1][0].word)]) > body.least
    }
    found = {noun for text in body.texts if candidates for noun in _NOUN.findall(text)}
    nouns = {identity(noun, defined=False) for noun in found}
    for key, words in candidates.items():
        if key in nouns:
            yield Recurring(_spelling(words), tuple(number for number, _ in words))


def _is_plain(word: str) -> bool:
    return word.isalpha() and len(word) > _SHORTEST


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


@lru_cache(maxsize=20_000)
def _token(written: str) -> Token:
    """Look at a word once: the same come again and again."""
    word = _POSSESSIVE.sub('', written.strip("'’-./"))
    folded = word.casefold()
    if (
        not 1 < len(word) <= _LONGEST_WORD
        or not _TERM.fullmatch(word)
        or folded in FUNCTION_WORDS
        or folded in ACTS
        or folded.endswith('ly')
        or (word in LITERAL_NOISE and word.islower())
        or word != written.strip("-./'’")  # "pip's cache" is no term
    ):
        return Token(word, '', begins=False, ends=False)
    ends = folded not in ANY_LAST and not folded.endswith('ed')
    return Token(word, identity(word, defined=False), folded not in ANY_FIRST, ends)


def _texts(spots: Spots) -> int:
    return len({number for number, _words in spots})


def _needed(spots: Spots, least: int) -> int:
    phrase = _written(spots[0][1])
    special = '-' in phrase or any(map(str.isupper, phrase[1:]))
    return _SELDOM_BY_CHANCE if special else least


def _most_within(often: dict[tuple[str, ...], Spots]) -> dict[tuple[str, ...], int]:
    """Tell for each phrase that is part of longer ones how often the most frequent one stands."""
    within: dict[tuple[str, ...], int] = {}
    for key, spots in often.items():
        if len(key) == _LONGEST_PHRASE:
            for part in (key[:-1], key[1:]):
                within[part] = max(within.get(part, 0), len(spots))
    return within


def _written(words: tuple[Token, ...]) -> str:
    return ' '.join(token.word for token in words)


def _spelling(spots: Spots) -> str:
    times = Counter(_written(words) for _number, words in spots)
    return min(times, key=lambda one: (-times[one], one))
