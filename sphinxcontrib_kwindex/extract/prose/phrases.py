"""Phrases of headings, phrases that a text repeats, and names that only a capital marks.

Only the words themselves distinguish a term ("wheel cache") from what is repeated by chance ("make
sure"), so phrases end at function words, at verbs and at words that fit any noun. The word lists
are English; texts in other languages give what their authors mark, and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.extract.prose.wordlists import (
    ANY_FIRST,
    ANY_LAST,
    FUNCTION_WORDS,
    GENERIC,
    HEADS,
    LITERAL_NOISE,
    LONE_HEADS,
    SECTION_TITLES,
    TOPICS,
    TRAILERS,
    VAGUE,
    VERB_FORMS,
    is_vague,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

_CACHED: Final = 20_000

#: identity of a word or phrase that no document defines
_key = partial(identity, defined=False)

# -- headings

#: "I/O" and "TCP/IP" are one word
_END = re.compile(r"[^\w\s'’+#./-]+|(?<![A-Z])/+|/+(?![A-Z])|\.(?=\s|$)|…|(?<!\S)[-–—.]+(?!\S)")
#: followed by a verb: "How to store raw data"
_HOW_TO = re.compile(r'how (?:to|do i|can i|do you) \w+', re.IGNORECASE)
#: "Order of execution", but not "Overview of execution"
_OF = re.compile(
    r'(?!(?:an?|the|use|list|kinds?|types?|overview|examples?|part)\b)[^\W\d_]+ of [^\W\d_]+',
    re.IGNORECASE,
)
#: "temporary directories and files"
_SHARED = re.compile(
    r'(?<![\w-])([\w-]+) [\w-]+ (?:and|or|&) ([\w-]+)(?=\s*$| (?:in|of|for|with) )'
)
#: words after which a heading has a verb: "when tasks change", "which engines does it support"
_CLAUSE: Final = frozenset(str.split('can did do does if should that when which while will'))
_POSSESSIVE = re.compile(r"['’]s?$")
_LONGEST_HEADING: Final = 200
_MOST_IN_PHRASE: Final = 4
_LONGEST_CHARACTERS: Final = 60


def heading_phrases(text: str, stop_words: Collection[str]) -> list[str]:
    """Return the phrases of one to four words that a heading is about, as they are written."""
    phrases: dict[str, str] = {}
    total = sum(any(map(str.isalpha, word)) for word in text.split())
    text = text.strip()
    if _OF.fullmatch(text):
        phrases[_key(text)] = text
    if how_to := _HOW_TO.match(text):
        text = text[how_to.end() :]
    for number, chunk in enumerate(_chunks(text, stop_words)):
        lone = len(chunk) == 1 < total
        if phrase := ' '.join(_trimmed(chunk, lone=lone, first=number == 0)):
            phrases.setdefault(_key(phrase), phrase)
    return [phrase for key, phrase in phrases.items() if _is_phrase(key, phrase)]


def shared_phrases(text: str) -> list[str]:
    """Return the second of two things with common adjectives: "temporary files"."""
    found = _SHARED.search(text[:_LONGEST_HEADING])
    if not found or found[1].casefold() in FUNCTION_WORDS:
        return []  # "the power of Rust and Go"
    return [f'{found[1]} {found[2]}']


def _chunks(text: str, stop_words: Collection[str]) -> list[list[str]]:
    """Return the pieces of a heading between punctuation, function words and numbers."""
    chunks: list[list[str]] = []
    in_clause = False
    for segment in _END.split(text):
        chunks.append([])
        for token in segment.split():
            word = _POSSESSIVE.sub('', token.lstrip("'’-").rstrip(".'’-"))
            folded = word.casefold()
            in_clause = in_clause or folded in _CLAUSE
            is_end = (
                folded in FUNCTION_WORDS
                or folded in stop_words
                or (in_clause and folded in LONE_HEADS)
            )
            if is_end or not any(map(str.isalpha, word)):
                chunks.append([])
            else:
                chunks[-1].append(word)
    return [chunk for chunk in chunks if chunk]


def _trimmed(chunk: list[str], *, lone: bool, first: bool) -> list[str]:
    """Return a phrase without verbs and labels: "Configuring the client", "Routing basics"."""
    folded = [word.casefold() for word in chunk]
    if lone:
        verb = folded[0] in LONE_HEADS and (first or folded[0] not in TOPICS)
        return [] if verb or folded[0] in VAGUE else chunk
    start, end = 0, len(chunk)
    if _key(' '.join(chunk)) not in SECTION_TITLES:
        while start < end - 1 and (folded[start] in HEADS or folded[start] in VAGUE):
            start += 1
        while end > start + 1 and folded[end - 1] in TRAILERS:
            end -= 1
    return chunk[start:end]


def _is_phrase(key: str, phrase: str) -> bool:
    return (
        1 < len(phrase) <= _LONGEST_CHARACTERS
        and phrase.count(' ') < _MOST_IN_PHRASE
        and key not in SECTION_TITLES
    )


#: before a phrase that is no verb with its object: "the upload files", not "to upload files"
_DETERMINER: Final = (
    r'\b(?:an?|the|this|that|these|those|each|every|no|of|in|with|from|as|via|is|are)\s+'
)
#: before a verb
_AUXILIARY: Final = r'\b(?:to|can|could|may|must|not|shall|should|we|will|would|you)\s+'


def is_action(phrase: str, texts: Collection[str]) -> bool:
    """Check whether texts show that a phrase is a verb and its object: "Upload files"."""
    first, _space, rest = phrase.casefold().partition(' ')
    if not rest or first not in LONE_HEADS or first in TOPICS:
        return False
    noun = re.escape(phrase.removesuffix('s'))
    is_noun = re.compile(rf'{_DETERMINER}{noun}s?\b', re.IGNORECASE).search
    is_verb = re.compile(rf'{_AUXILIARY}{first}\b', re.IGNORECASE).search
    return any(map(is_verb, texts)) and not any(map(is_noun, texts))


# -- phrases and nouns of a text

#: How often a phrase must occur that is neither marked nor in a heading. The longer a text is, the
#: more is repeated by chance.
_RECURS: Final = 2
_LONG, _VERY_LONG = 10_000, 50_000
#: the same for phrases with a hyphen or a capital inside: "session-scoped fixture"
_SELDOM_BY_CHANCE: Final = 2
#: single words must be longer than this
_SHORTEST: Final = 2
_NO_TOPICS: Final = GENERIC | ANY_FIRST | SECTION_TITLES
_LONGEST_PHRASE: Final = 3
_LONGEST_WORD: Final = 30

#: punctuation; full stops, slashes and hyphens only at the end of a word or between spaces
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


#: what stands before and after a noun
_BEFORE_NOUN = re.compile(
    r"""\b(?:an?|the|this|that|these|those|each|any|every|all|no|your|its|their|our|my|another|one
    |both|several|multiple|of|for|with|in|into|by|from|as|on|via|through|using|without|like|to
    |between|and|or|per|as|than|new|other|is|are|use|called)\s["“'*(]?$""",
    re.VERBOSE | re.IGNORECASE,
)
_AFTER_NOUN = re.compile(
    r"""["”'’*)]*(?:[.,;:!?()…—–]|$|\s(?:is|are|was|were|will|can|must|may|should|has|have|of|to|in|for
    |on|that|which|and|or|as|with|by|from|when|if|at|does|do|itself|via|into|using|so|but|than|you|we
    |it|they|without|within|before|after|while|where|per|through|\())""",
    re.VERBOSE,
)
_REACH: Final = 24


class RecurringPhrase(NamedTuple):
    """A phrase, and the number of the text of each of its occurrences."""

    phrase: str
    texts: tuple[int, ...]


class Token(NamedTuple):
    """A word of a text, and its part in phrases."""

    word: str
    #: identity of the word; empty if no phrase contains it
    key: str
    #: whether a phrase may begin with it, and end
    begins: bool
    ends: bool


#: occurrences of a phrase: the number of the text and the words
Occurrences = list[tuple[int, tuple[Token, ...]]]


class TokenizedTexts(NamedTuple):
    """The texts of a document and their words."""

    texts: Sequence[str]
    #: the words between punctuation, with the number of their text
    segments: Sequence[tuple[int, list[Token]]]
    #: in how many texts a phrase must occur
    least: int


def tokenize(texts: Sequence[str]) -> TokenizedTexts:
    """Return texts with their words."""
    characters = sum(map(len, texts))
    segments = [
        (number, list(map(_token, segment.split())))
        for number, text in enumerate(texts)
        for segment in _SPLIT.split(text)
    ]
    least = _RECURS + (characters > _LONG) + (characters > _VERY_LONG)
    return TokenizedTexts(texts, segments, least)


def recurring_phrases(
    tokenized: TokenizedTexts, stop_words: Collection[str]
) -> Iterator[RecurringPhrase]:
    """Yield the phrases that recur in these texts, as they are written."""
    found = {
        key: occurrences
        for key, occurrences in _phrases(tokenized, stop_words).items()
        if len(occurrences) > 1 and _texts(occurrences) >= _needed(occurrences, tokenized.least)
    }
    longer = _most_in_longer(found)
    for key, occurrences in found.items():
        is_part = key in longer and len(occurrences) <= longer[key] + 1
        uses = ((tokenized.texts[number], _written(words)) for number, words in occurrences)
        is_label = ' '.join(key) in SECTION_TITLES
        if not is_part and not is_label and any(_is_noun_phrase(*use) for use in uses):
            yield _recurring(occurrences)


def _is_noun_phrase(text: str, phrase: str) -> bool:
    """Check whether a text uses a phrase as a noun: "the event loop is", not "the loop reads"."""
    start = text.find(phrase)
    while start >= 0:
        if _AFTER_NOUN.match(text, start + len(phrase)) and _BEFORE_NOUN.search(
            text[max(0, start - _REACH) : start]
        ):
            return True
        start = text.find(phrase, start + 1)
    return False


def _phrases(
    tokenized: TokenizedTexts, stop_words: Collection[str]
) -> dict[tuple[str, ...], Occurrences]:
    """Return all phrases of two and of three words with their occurrences."""
    found: dict[tuple[str, ...], Occurrences] = defaultdict(list)
    for number, segment in tokenized.segments:
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


def recurring_nouns(
    tokenized: TokenizedTexts, stop_words: Collection[str]
) -> Iterator[RecurringPhrase]:
    """Yield the single words that recur in these texts and are used as nouns: "the wheel"."""
    words: dict[str, Occurrences] = defaultdict(list)
    for number, segment in tokenized.segments:
        for token in segment:
            if token.key:
                words[token.key].append((number, (token,)))
    candidates = {
        key: plain
        for key, occurrences in words.items()
        if len(occurrences) > tokenized.least
        and not (key in stop_words or key in _NO_TOPICS or key.endswith('ed'))
        and _texts(plain := list(filter(_is_plain, occurrences))) > tokenized.least
    }
    found = {noun for text in tokenized.texts if candidates for noun in _NOUN.findall(text)}
    nouns = set(map(_key, found))
    for key, occurrences in candidates.items():
        if key in nouns:
            yield _recurring(occurrences)


def _is_plain(occurrence: tuple[int, tuple[Token, ...]]) -> bool:
    word = occurrence[1][0].word
    return word.isalpha() and len(word) > _SHORTEST


@lru_cache(_CACHED)
def _token(written: str) -> Token:
    """Return a word without punctuation, and its part in phrases."""
    word = _POSSESSIVE.sub('', written.strip("'’-./"))
    folded = word.casefold()
    if (
        not 1 < len(word) <= _LONGEST_WORD
        or not _TERM.fullmatch(word)
        or folded in FUNCTION_WORDS
        or folded in VERB_FORMS
        or folded.endswith('ly')
        or (word in LITERAL_NOISE and word.islower())
        or word != written.strip("-./'’")  # "pip's cache" is no term
    ):
        return Token(word, '', begins=False, ends=False)
    ends = folded not in ANY_LAST and not folded.endswith('ed')
    return Token(word, _key(word), folded not in ANY_FIRST, ends)


def _texts(occurrences: Occurrences) -> int:
    return len({number for number, _words in occurrences})


def _needed(occurrences: Occurrences, least: int) -> int:
    phrase = _written(occurrences[0][1])
    is_special = '-' in phrase or any(map(str.isupper, phrase[1:]))
    return _SELDOM_BY_CHANCE if is_special else least


def _most_in_longer(found: dict[tuple[str, ...], Occurrences]) -> dict[tuple[str, ...], int]:
    """Return for each part of longer phrases how often the most frequent of these occurs."""
    longer: dict[tuple[str, ...], int] = {}
    for key, occurrences in found.items():
        if len(key) == _LONGEST_PHRASE:
            for part in (key[:-1], key[1:]):
                longer[part] = max(longer.get(part, 0), len(occurrences))
    return longer


def _written(words: tuple[Token, ...]) -> str:
    return ' '.join(token.word for token in words)


def _recurring(occurrences: Occurrences) -> RecurringPhrase:
    """Return a phrase in its most frequent spelling."""
    times = Counter(_written(words) for _number, words in occurrences)
    spelling = min(times, key=lambda one: (-times[one], one))
    return RecurringPhrase(spelling, tuple(number for number, _words in occurrences))


# -- phrases that are given

#: how often a phrase or a word must occur that its author marks once
_PHRASE_RECURS: Final = 2
_WORD_RECURS: Final = 3
_WORD = re.compile(r'\w+')


def words(text: str) -> list[str]:
    """Return the words of a text, in order, each by its identity."""
    return list(map(_key, _WORD.findall(text)))


def _find(phrases: Iterable[str], texts: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield each occurrence of a phrase: the phrase and the number of its text.

    Case, singular and plural make no difference.
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
            continue  # most texts end here
        for position, word in enumerate(body):
            for length in lengths.get(word, ()):
                for phrase in wanted.get(tuple(body[position : position + length]), ()):
                    yield phrase, number


def count_phrases(phrases: Iterable[str], texts: Iterable[str]) -> Counter[str]:
    """Return how often phrases occur in texts."""
    return Counter(phrase for phrase, _number in _find(phrases, texts))


def marked_phrases(texts: Sequence[str], phrases: Collection[str]) -> Iterator[RecurringPhrase]:
    """Yield those of the phrases that an author marks that recur in the texts."""
    found: dict[str, list[int]] = defaultdict(list)
    for phrase, number in _find(phrases, texts):
        found[phrase].append(number)
    for phrase, numbers in found.items():
        if len(set(numbers)) >= (_PHRASE_RECURS if ' ' in phrase else _WORD_RECURS):
            yield RecurringPhrase(phrase, tuple(numbers))


# -- names with a capital

#: how often such a name must occur
_NAME_RECURS: Final = 3

#: A capital inside a sentence has a small word before it. The lookbehinds follow the capital, since
#: an expression that begins with a character class is searched fast.
_CAPITALISED = re.compile(
    r"""
      ([A-Z] (?<![\w.'’+#/-].) (?P<before>(?<=[^\W\d_][,;:][ ].)|(?<=[^\W\d_A-Z][ ].))?
       (?:[a-z]{2,}|[A-Z]{1,5}-\d{1,5}|[a-z]+-\d{1,3}))(?![\w+\#/-]|\.\w|['’]\w{2})
    """,
    re.VERBOSE,
)
_SMALL = re.compile(r'(?<![\w.])[a-z]{3,}(?!\w)')


def proper_names(texts: Sequence[str]) -> Iterator[RecurringPhrase]:
    """Yield words that have a capital or a number wherever they occur: "Unicode", "UTF-8"."""
    candidates = _capitalised(texts)
    for name in [name for name in candidates if _is_half(name, texts)]:
        del candidates[name]
    lower = [name.lower() for name in candidates]
    relevant = (text for text in texts if any(name in text for name in lower))
    small = {word for text in relevant for word in _SMALL.findall(text)}
    for name, numbers in candidates.items():
        if name.lower() not in small and not _is_common(name):
            yield RecurringPhrase(name, tuple(numbers))


def _capitalised(texts: Iterable[str]) -> dict[str, list[int]]:
    """Return words with a capital in enough texts, one of them inside a sentence."""
    found: dict[str, list[int]] = defaultdict(list)
    inside: set[str] = set()
    for number, text in enumerate(texts):
        for match in _CAPITALISED.finditer(text):
            found[match[1]].append(number)
            if match['before'] is not None:
                inside.add(match[1])
    return {n: found[n] for n in found if n in inside and len(set(found[n])) >= _NAME_RECURS}


def _is_half(name: str, texts: Iterable[str]) -> bool:
    """Check whether a name stands only in one that is longer: "Toolkit" in "Redux Toolkit"."""
    beside = re.compile(rf'(?:([A-Z]\w*)\s)?\b{re.escape(name)}\b(?:\s([A-Z]\w*))?')
    found = [match.groups() for text in texts if name in text for match in beside.finditer(text)]
    return any(
        len({pair[side] for pair in found} - {None}) == 1 and all(pair[side] for pair in found)
        for side in (0, 1)
    )


def _is_common(name: str) -> bool:
    is_label = _key(name) in SECTION_TITLES
    return is_label or is_vague(name) or name.endswith('ed')
