"""What abbreviations stand for, where a text itself says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_BRACKETED = re.compile(r'\(([^()]{2,120})\)')
_ABBREVIATION = re.compile(r'(?=\w*[A-Z]\w*[A-Z])([A-Z][A-Za-z0-9]{1,9}?)s?')
_BEFORE = re.compile(r'(?<![\w-])([A-Z][A-Za-z0-9]{1,9}) $')
#: an abbreviation is looked for in the words of one phrase
_PHRASE_END = re.compile(r'[.,;:!?()\[\]{}"“”—]')
_PARTS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: they may give a letter ("DoD") and may give none, but no long form begins with one
_SMALL_WORDS: Final = frozenset(str.split('a an and as at by for from in is of on or the to with'))
_REACH: Final = 160
_MOST_WORDS: Final = 12


def expansions(text: str) -> Iterator[tuple[str, str]]:
    """Give each abbreviation with what a text says it stands for.

    It says so as ``Long Form (LF)`` or ``LF (Long Form)``, and each word of the long form must give
    its initial to the short one, in order; small words need not.
    """
    for bracketed in _BRACKETED.finditer(text):
        inside = bracketed[1].strip()
        before = text[max(0, bracketed.start() - _REACH) : bracketed.start()]
        if match := _ABBREVIATION.fullmatch(inside):
            long_form = _long_form(match[1], _PHRASE_END.split(before)[-1])
            if long_form:
                yield match[1], long_form
        elif (match := _BEFORE.search(before)) and _ABBREVIATION.fullmatch(match[1]):
            for long_form in (inside, _PHRASE_END.split(inside)[0].strip()):
                if _stands_for(match[1], long_form):  # "MVC (Model, View, Controller)"
                    yield match[1], long_form
                    break


def _long_form(short: str, before: str) -> str:
    """Find the shortest end of a text that a short form stands for."""
    starts = [match.start() for match in _PARTS.finditer(before)][-_MOST_WORDS:]
    candidates = (before[start:].strip() for start in reversed(starts))
    return next((text for text in candidates if _stands_for(short, text)), '')


def _stands_for(short: str, long_form: str) -> bool:
    parts = [part.lower() for part in _PARTS.findall(long_form)]
    if not 1 < len(parts) <= _MOST_WORDS or parts[0] in _SMALL_WORDS:
        return False
    letters, spelled = short.lower(), {0}
    for word in parts:
        further = {end for start in spelled for end in _spelled(letters, start, word)}
        spelled = further | spelled if word in _SMALL_WORDS else further
    return len(letters) in spelled


def _spelled(letters: str, start: int, word: str) -> Iterator[int]:
    """Give how far a word can spell on: by its initial, then by letters inside ("HyperText")."""
    rest = iter(word.removeprefix('e') if letters[start : start + 1] == 'x' else word)
    for position, letter in enumerate(letters[start:], start):
        if next(rest, '') != letter if position == start else letter not in rest:
            return
        yield position + 1
