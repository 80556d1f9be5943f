"""Names in the prose of a document: identifiers, acronyms, phrases of headings and of the text."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from sphinx import search

from sphinxcontrib_kwindex.extract.collector import ACRONYM_RECURS
from sphinxcontrib_kwindex.extract.prose import acronyms, expansions, identifiers, standards
from sphinxcontrib_kwindex.extract.prose.phrases import (
    count_phrases,
    heading_phrases,
    is_action,
    marked_phrases,
    proper_names,
    recurring_nouns,
    recurring_phrases,
    shared_phrases,
    tokenize,
)
from sphinxcontrib_kwindex.extract.prose.wordlists import is_generic, is_vague
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinxcontrib_kwindex.collect.walker import Context

#: how often the text must repeat what a heading says: one ordinary word, or a phrase
_WORD_RECURS = 4
_PHRASE_RECURS = 2
#: the same for a phrase that is a whole heading, a whole title, or a title of one word: the section
#: or the document is about it
_TOPIC_RECURS = 4
_TITLE_RECURS = 2
_TITLE_WORD_RECURS = 5

#: what has fewer spaces, and does not end like a sentence, is a label or a value
_SENTENCE = 4

#: in a heading or not
_IDENTIFIERS = {True: Position.HEADING_IDENTIFIER, False: Position.PROSE_IDENTIFIER}

#: positions of phrases that are verbs and objects as often as they are terms
_BELOW_TITLES = frozenset({Position.HEADING_PHRASE, Position.PASSING_PHRASE, Position.TOPIC})

_COORDINATION = re.compile(r'[,;:/&()]|\band\b|\bor\b')


class NameInProse(NamedTuple):
    """A name in a text, as the recorder takes it."""

    name: str
    kind: Kind
    position: Position
    context: Context
    #: what an acronym stands for
    long_form: str = ''


class Prose:
    """All texts of a document, and the names in them."""

    def __init__(self, language: str) -> None:
        self._is_english = language.startswith('en')
        self._stop_words = _stop_words(language)
        #: pieces of text without markup
        self.texts: list[tuple[str, Context]] = []
        #: paragraphs and headings as a whole, without their literals
        self.blocks: list[tuple[str, Context]] = []

    def names(self, marked: Collection[str]) -> Iterator[NameInProse]:
        """Yield every name in the texts; what the author marks anywhere is found in all of them."""
        yield from self._identifiers()
        yield from self._acronyms()
        yield from self._phrases_of_headings()
        yield from self._recurring_phrases(marked)

    def _identifiers(self) -> Iterator[NameInProse]:
        for texts, find, kind in (
            (self.texts, identifiers, Kind.NAME),
            (self.blocks, standards, Kind.TERM),
        ):
            for text, context in texts:
                for name, _offset in find(text):
                    yield NameInProse(name, kind, _IDENTIFIERS[context.heading > 0], context)

    def _acronyms(self) -> Iterator[NameInProse]:
        explained = {
            short: (long_form, context)
            for text, context in reversed(self.blocks)
            for short, long_form in expansions(text)
        }
        found = [
            (name, context) for text, context in self.blocks for name, _offset in acronyms(text)
        ]
        times = Counter(name for name, _context in found)
        listed = {name for name in times if times[name] >= ACRONYM_RECURS or name in explained}
        for name, context in found:
            long_form = ''
            if name in explained and explained[name][1] == context:
                long_form, _context = explained.pop(name)
            position = Position.ACRONYM if name in listed else Position.PASSING_ACRONYM
            yield NameInProse(name, Kind.ACRONYM, position, context, long_form)
        for name, (long_form, context) in sorted(explained.items()):
            yield NameInProse(name, Kind.ACRONYM, Position.ACRONYM, context, long_form)

    def _phrases_of_headings(self) -> Iterator[NameInProse]:
        headings = [(text, context) for text, context in self.blocks if context.heading]
        phrases = [
            (phrase, _is_whole(phrase, text), context)
            for text, context in headings
            for phrase in heading_phrases(text, self._stop_words)
        ]
        shared = [(p, context) for text, context in headings for p in shared_phrases(text)]
        wanted = {phrase for phrase, *_ in phrases} | {phrase for phrase, _context in shared}
        body = [text for text, context in self.texts if not context.heading]
        times = count_phrases(wanted, body)
        for phrase, whole, context in phrases:
            if whole or not is_vague(phrase):
                position = _position(phrase, times[phrase], whole=whole, context=context)
                if position in _BELOW_TITLES and is_action(phrase, body):
                    position = Position.HEADING_WORD
                yield NameInProse(phrase, Kind.TERM, position, context)
        for phrase, context in shared:
            if times[phrase]:
                yield NameInProse(phrase, Kind.TERM, Position.HEADING_PHRASE, context)

    def _recurring_phrases(self, marked: Collection[str]) -> Iterator[NameInProse]:
        body = [
            (text, context)
            for text, context in self.blocks
            if not context.heading and _is_sentence(text)
        ]
        texts = [text for text, _context in body]
        found = list(marked_phrases(texts, marked))
        if self._is_english:
            parsed = tokenize(texts)
            found += recurring_phrases(parsed, self._stop_words)
            found += proper_names(texts)
            found += recurring_nouns(parsed, self._stop_words)
        for phrase, numbers in found:
            for number in numbers:
                context = body[number][1]
                yield NameInProse(phrase, Kind.TERM, Position.RECURRING_PHRASE, context)


def _is_sentence(text: str) -> bool:
    return text.count(' ') >= _SENTENCE or text.rstrip().endswith(('.', '!', '?', ';'))


def _position(phrase: str, times: int, *, whole: bool, context: Context) -> Position:
    """Return the position of a phrase of a heading, by how often the text repeats it."""
    is_more = whole or ' ' in phrase
    is_title = context.heading == 1
    if (
        whole
        and (is_title or ' ' in phrase)
        and times >= _topic_recurs(phrase, is_title=is_title)
        and not is_generic(phrase)
        and not is_vague(phrase)
        and not phrase.partition(' ')[0].endswith('ing')
    ):
        return Position.TOPIC
    if is_title and is_more:
        return Position.TITLE_PHRASE
    is_explained = context.explained and phrase.casefold() in context.explained.names
    if is_generic(phrase) and not is_explained:
        return Position.HEADING_WORD
    if is_explained or times >= (_PHRASE_RECURS if is_more else _WORD_RECURS):
        return Position.HEADING_PHRASE if is_more else Position.PASSING_PHRASE
    if is_more and (times or (whole and ' ' in phrase)):
        return Position.PASSING_PHRASE
    return Position.HEADING_WORD


def _topic_recurs(phrase: str, *, is_title: bool) -> int:
    if ' ' not in phrase:
        return _TITLE_WORD_RECURS
    return _TITLE_RECURS if is_title else _TOPIC_RECURS


def _is_whole(phrase: str, heading: str) -> bool:
    """Return whether a phrase is a heading or one of its coordinated parts."""
    return phrase in map(str.strip, _COORDINATION.split(heading))


@cache
def _stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language, from Sphinx's search."""
    cls = search.languages.get(language, search.languages['en'])
    if isinstance(cls, str):
        module, _dot, name = cls.rpartition('.')
        cls = getattr(import_module(module), name)
    return frozenset(cls.stopwords)
