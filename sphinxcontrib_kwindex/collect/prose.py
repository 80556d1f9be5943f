"""Texts: the identifiers and acronyms in them, and the phrases that headings are about."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from sphinx import search

from sphinxcontrib_kwindex.extract.capitals import proper_names
from sphinxcontrib_kwindex.extract.ledger import ACRONYM_RECURS
from sphinxcontrib_kwindex.extract.phrases import (
    body_of,
    is_generic,
    is_vague,
    recurring,
    returning,
    topics,
)
from sphinxcontrib_kwindex.extract.prose import (
    acronyms,
    count,
    expansions,
    heading_phrases,
    identifiers,
    shared_phrases,
    standards,
)
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sphinxcontrib_kwindex.collect.walk import Context

#: how often the text must come back to what a heading says: one ordinary word, or a phrase
_WORD_RECURS = 4
_PHRASE_RECURS = 2


#: what has fewer spaces, and does not end like a sentence, is a label or a value
_SENTENCE = 4


class Prose:
    """All texts of a document, and what is in them."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._stop_words = stop_words(language)
        self._texts: list[tuple[str, Context]] = []
        self._blocks: list[tuple[str, Context]] = []
        self._headings: list[tuple[str, Context]] = []

    def add(self, text: str, context: Context) -> None:
        """Remember a piece of text without markup."""
        self._texts.append((text, context))

    def add_block(self, text: str, context: Context) -> None:
        """Remember a paragraph or heading as a whole, without its literals."""
        self._blocks.append((text, context))

    def add_heading(self, text: str, context: Context) -> None:
        """Remember a heading, as its reader sees it."""
        self._headings.append((text, context))

    def names(
        self, marked: Collection[str]
    ) -> Iterator[tuple[str, Kind, Position, Context, str]]:
        """Give every keyword in the texts: name, kind, position, context, definition.

        What the author marks somewhere is looked for in all of them.
        """
        yield from self._identifiers()
        yield from self._acronyms()
        yield from self._phrases()
        yield from self._recurring(marked)

    def _identifiers(self) -> Iterator[tuple[str, Kind, Position, Context, str]]:
        for text, context in self._texts:
            where = Position.HEADING_IDENTIFIER if context.heading else Position.PROSE_IDENTIFIER
            for name, _offset in identifiers(text):
                yield name, Kind.NAME, where, context, ''
        for text, context in self._blocks:
            where = Position.HEADING_IDENTIFIER if context.heading else Position.PROSE_IDENTIFIER
            for name, _offset in standards(text):
                yield name, Kind.TERM, where, context, ''

    def _acronyms(self) -> Iterator[tuple[str, Kind, Position, Context, str]]:
        explained = {
            short: (long_form, context)
            for text, context in reversed(self._blocks)
            for short, long_form in expansions(text)
        }
        found = [
            (name, context) for text, context in self._blocks for name, _offset in acronyms(text)
        ]
        times = Counter(name for name, _context in found)
        listed = {name for name in times if times[name] >= ACRONYM_RECURS or name in explained}
        for name, context in found:
            if name in listed:
                long_form = ''
                if name in explained and explained[name][1] == context:
                    long_form, _where = explained.pop(name)
                yield name, Kind.ACRONYM, Position.ACRONYM, context, long_form
        for name, (long_form, context) in sorted(explained.items()):
            yield name, Kind.ACRONYM, Position.ACRONYM, context, long_form

    def _phrases(self) -> Iterator[tuple[str, Kind, Position, Context, str]]:
        phrases = [
            (phrase, _is_whole(phrase, text), context)
            for text, context in self._headings
            for phrase in _phrases_of(text, self._stop_words)
        ]
        shared = [(p, context) for text, context in self._headings for p in shared_phrases(text)]
        wanted = {phrase for phrase, *_ in phrases} | {phrase for phrase, _context in shared}
        recurs = count(wanted, _bodies(self._texts))
        for phrase, whole, context in phrases:
            if whole or not is_vague(phrase):
                position = _position(phrase, recurs[phrase], whole=whole, heading=context.heading)
                yield phrase, Kind.TERM, position, context, ''
        for phrase, context in shared:
            if recurs[phrase]:
                yield phrase, Kind.TERM, Position.HEADING_PHRASE, context, ''

    def _recurring(
        self, marked: Collection[str]
    ) -> Iterator[tuple[str, Kind, Position, Context, str]]:
        body = [
            (text, context)
            for text, context in self._blocks
            if not context.heading and _is_sentence(text)
        ]
        texts = [text for text, _context in body]
        found = list(returning(texts, marked))
        if self._language.startswith('en'):
            read = body_of(texts)
            found += recurring(read, self._stop_words)
            found += proper_names(texts)
            found += topics(read, self._stop_words)
        for phrase, numbers in found:
            for number in numbers:
                yield phrase, Kind.TERM, Position.RECURRING_PHRASE, body[number][1], ''


def _is_sentence(text: str) -> bool:
    return text.count(' ') >= _SENTENCE or text.rstrip().endswith(('.', '!', '?', ';'))


def _position(phrase: str, times: int, *, whole: bool, heading: int) -> Position:
    """Tell what the phrase of a heading counts for, by how often the text comes back to it."""
    is_more = whole or ' ' in phrase
    if heading == 1 and is_more:
        return Position.TITLE_PHRASE
    if times >= (_PHRASE_RECURS if is_more else _WORD_RECURS):
        return Position.HEADING_PHRASE if is_more else Position.PASSING_PHRASE
    if ' ' in phrase or (whole and times and not is_generic(phrase)):
        return Position.PASSING_PHRASE
    return Position.HEADING_WORD


def _is_whole(phrase: str, heading: str) -> bool:
    """Tell whether a heading says nothing but this, or this and something else with equal right."""
    return phrase in re.split(r'\s*(?:[,;:/&()]|\band\b|\bor\b)\s*', heading.strip())


def _bodies(texts: Sequence[tuple[str, Context]]) -> list[str]:
    return [text for text, context in texts if not context.heading]


@lru_cache(maxsize=10_000)
def _phrases_of(heading: str, stop_words: frozenset[str]) -> list[str]:
    """Cut a heading once: those of generated documents are the same again and again."""
    return heading_phrases(heading, stop_words)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Give the function words of a language, which Sphinx has for its search."""
    cls = search.languages.get(language, search.languages['en'])
    if isinstance(cls, str):
        module, _dot, name = cls.rpartition('.')
        cls = getattr(import_module(module), name)
    return frozenset(cls.stopwords)
