"""What a heading is about, and how often the text below comes back to it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.extract.stopwords import (
    FUNCTION_WORDS,
    HEADS,
    LONE_HEADS,
    SECTION_WORDS,
    TOPICS,
    TRAILERS,
    VAGUE,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

_WORD = re.compile(r'\w+')
#: "I/O" and "TCP/IP" are one word
_SPLIT = re.compile(r"[^\w\s'’+#./-]+|(?<![A-Z])/+|/+(?![A-Z])|\.(?=\s|$)|…|(?<!\S)[-–—.]+(?!\S)")
#: what stands behind these is a verb: "How to store raw data"
_HOW_TO = re.compile(r'how (?:to|do i|can i|do you) \w+', re.IGNORECASE)
#: "Order of execution": but what an "overview of" or "list of" is about is the rest
_OF = re.compile(r'(?!(?:an?|the|use|list|kinds?|types?|overview|examples?|part)\b)'
                 r'[^\W\d_]+ of [^\W\d_]+', re.IGNORECASE)
#: "temporary directories and files"
_SHARED = re.compile(
    r'(?<![\w-])([\w-]+) [\w-]+ (?:and|or|&) ([\w-]+)(?=\s*$| (?:in|of|for|with) )'
)
_LONGEST_HEADING: Final = 200
_MOST_IN_PHRASE: Final = 4
_LONGEST_PHRASE: Final = 60


def heading_phrases(text: str, stop_words: Collection[str]) -> list[str]:
    """Return the phrases of one to four words that a heading is about, as they are written."""
    phrases: dict[str, str] = {}
    total = sum(any(map(str.isalpha, word)) for word in text.split())
    text = text.strip()
    if _OF.fullmatch(text):
        phrases[identity(text, defined=False)] = text
    if how_to := _HOW_TO.match(text):
        text = text[how_to.end() :]
    for number, chunk in enumerate(_chunks(text, stop_words)):
        lone = len(chunk) == 1 < total
        if phrase := ' '.join(_trimmed(chunk, lone=lone, first=number == 0)):
            phrases.setdefault(identity(phrase, defined=False), phrase)
    return [phrase for key, phrase in phrases.items() if _is_phrase(key, phrase)]


def shared_phrases(text: str) -> list[str]:
    """Return what a heading says of the second of two things that share their adjectives."""
    found = _SHARED.search(text[:_LONGEST_HEADING])
    return [f'{found[1]} {found[2]}'] if found else []


def _chunks(text: str, stop_words: Collection[str]) -> list[list[str]]:
    """Cut a heading at punctuation, function words and numbers."""
    chunks: list[list[str]] = []
    for segment in _SPLIT.split(text):
        chunks.append([])
        for token in segment.split():
            word = re.sub(r"['’]s?$", '', token.lstrip("'’-").rstrip(".'’-"))
            folded = word.casefold()
            if folded in FUNCTION_WORDS or folded in stop_words or not any(map(str.isalpha, word)):
                chunks.append([])
            else:
                chunks[-1].append(word)
    return [chunk for chunk in chunks if chunk]


def _trimmed(chunk: list[str], *, lone: bool, first: bool) -> list[str]:
    """Take from a phrase what it is not about: "Configuring the client", "Routing basics"."""
    folded = [word.casefold() for word in chunk]
    if lone:
        verb = folded[0] in LONE_HEADS and (first or folded[0] not in TOPICS)
        return [] if verb or folded[0] in VAGUE else chunk
    start, end = 0, len(chunk)
    if identity(' '.join(chunk), defined=False) not in SECTION_WORDS:
        while start < end - 1 and (folded[start] in HEADS or folded[start] in VAGUE):
            start += 1
        while end > start + 1 and folded[end - 1] in TRAILERS:
            end -= 1
    return chunk[start:end]


def _is_phrase(key: str, phrase: str) -> bool:
    return (
        1 < len(phrase) <= _LONGEST_PHRASE
        and phrase.count(' ') < _MOST_IN_PHRASE
        and key not in SECTION_WORDS
    )


@lru_cache(maxsize=20_000)
def _word_identity(word: str) -> str:
    return identity(word, defined=False)


def words(text: str) -> list[str]:
    """Return the words of a text, in order, each by its identity."""
    return list(map(_word_identity, _WORD.findall(text)))


def occurrences(phrases: Iterable[str], texts: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Give each phrase with the number of each text it stands in, as often as it does.

    Neither case nor number counts.
    """
    wanted: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for phrase in phrases:
        wanted[tuple(words(phrase))].append(phrase)
    wanted.pop((), None)
    lengths: dict[str, set[int]] = defaultdict(set)
    for key in wanted:
        lengths[key[0]].add(len(key))
    for number, text in enumerate(texts if wanted else ()):
        body = words(text)
        if lengths.keys().isdisjoint(body):
            continue  # as in most
        for position, word in enumerate(body):
            for length in lengths.get(word, ()):
                for phrase in wanted.get(tuple(body[position : position + length]), ()):
                    yield phrase, number


def count(phrases: Iterable[str], texts: Iterable[str]) -> Counter[str]:
    """Count how often phrases stand in texts."""
    return Counter(phrase for phrase, _number in occurrences(phrases, texts))
