"""Names in prose: identifiers, standards, acronyms, terms of links.

Each function reads one text without its markup: a paragraph, a heading or the text of a link.
Whether a name is listed is decided later, by its positions and how often it occurs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.prose.wordlists import (
    FUNCTION_WORDS,
    GLUED,
    LINK_TEXTS,
    LITERAL_NOISE,
    LONE_HEADS,
    SECTION_TITLES,
    is_vague,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

# -- identifiers

_CHUNK = re.compile(r'\S+')
_PUNCTUATION: Final = '.,;:!?…"\'`“”„‘’«»()[]{}<>*|'
#: a dotted word that is no part of something longer: not "py" of "py3.11"
_NAME = re.compile(r'(?<![\w.:])[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*(?!(?:\.|::)?\w)')
#: versions, cells and coordinates, hashes, Scots
_NO_NAME = re.compile(r'[A-Za-z]\d|(?:v|r|rc|alpha|beta|post|dev)\d+|[0-9a-f]{7,}|Mc[A-Z]\w*|Ph\.D')
#: ":heavy_check_mark:", which no extension replaced
_EMOJI = re.compile(r':\w+:')
_WORD = re.compile(r'\w+')
#: A part of all that is shaped like an identifier. An expression that begins with a character class
#: is searched fast, so this one finds the second character of "a1" and "aA", and looks back.
SHAPE = re.compile(
    r'[_.:\dA-Z](?:(?<=_)|(?<=\.)\w|(?<=:):|(?<=[^\W\d_]\d)|(?<=[a-z][A-Z])|[A-Z][a-z])'
)
#: "RFC 9106", "PEP-8", "CVE-2014-0160"
_STANDARD = re.compile(r'([A-Z](?<![\w-].)[A-Z]{2,3})[ -](\d[\d-]*\d|\d)(?![\w-])')
_SERIES: Final = frozenset(str.split('ANSI BCP CVE ECMA FIPS IEEE ISO PEP RFC'))


def identifiers(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words that look like identifiers, each with its offset in the text."""
    if not SHAPE.search(text):
        return  # most texts end here
    for chunk in _CHUNK.finditer(text):
        core = '' if _EMOJI.fullmatch(chunk[0]) else chunk[0].strip(_PUNCTUATION)
        if core.isalpha() and (core.isupper() or core[1:].islower()):
            continue  # nearly all words end here
        if _may_hold_names(core):
            offset = chunk.start() + chunk[0].index(core)
            for match in _NAME.finditer(core):
                if _is_name(match[0]):
                    yield match[0], offset + match.start()


def standards(text: str) -> Iterator[tuple[str, int]]:
    """Yield the numbered standards in a text, "RFC 9106", each with its offset."""
    for match in _STANDARD.finditer(text):
        if match[1] in _SERIES:
            yield ' '.join(match.groups()), match.start()


def _may_hold_names(core: str) -> bool:
    """Check that a chunk of text is no address, path, option or hyphenated file name."""
    if not core or core[0] in '-+@~' or any(sign in core for sign in ('/', '\\', '@', '://')):
        return False
    return '-' not in core or '.' not in core


def _is_name(word: str) -> bool:
    if not is_identifier_shaped(word) or word in LITERAL_NOISE or _NO_NAME.fullmatch(word):
        return False
    *_, before, last = ('', *word.split('.'))
    if before and last[0].isupper() and last.lower() in FUNCTION_WORDS:
        return False  # no space between two sentences: "done.The"
    glued = next(filter(word.endswith, GLUED), '')
    return not glued or not word[: -len(glued)][-1:].isalpha()


# -- acronyms

_UPPER = re.compile(r"(?<![\w.$%&#\\])(?<!\W-)(?<!^-)([A-Z]{2,6})(?:s|['’]s)?(?![\w'’]|-\d|\.\w)")
_TWO_CAPITALS = re.compile(r'[A-Z]{2}')
_WITH_TWO_CAPITALS = re.compile(r'(?<!\S)\S*?[A-Z]{2}\S*')
_RUN = re.compile(r"[A-Z](?<!\w.)[A-Z'’]{1,50}(?:\s[A-Z][A-Z'’]{1,50})+(?!\w)")
_ROMAN = re.compile(r'X{0,3}(?:IX|IV|V?I{0,3})')
_UNITS_AND_NOTES: Final = frozenset(
    str.split(
        'AKA AM BUG FIXME FYI GB HACK HZ KB MB NB NEW NOLINT OK OLD PB PM PS SKIP TB TBA WIP XXX'
    )
)
_OFTEN_SHOUTED: Final = FUNCTION_WORDS | LONE_HEADS | (SECTION_TITLES - {'api'})
#: a shorter word may be the name of what the acronym means: "the ``url`` is a URL"
_LONG: Final = 5


def acronyms(text: str) -> Iterator[tuple[str, int]]:
    """Yield words of two to six capitals, without the s of their plural, each with its offset.

    Emphasis by capitals makes no acronym: function words and their neighbours, longer words that
    also occur in small letters, and anything in a text that is mostly upper case.
    """
    if not (_TWO_CAPITALS.search(text) and _UPPER.search(text)):
        return  # most texts end here
    found = _WORD.findall(text)
    if _is_upper_case(found):
        return
    ordinary = set(filter(str.islower, found))
    for chunk in _WITH_TWO_CAPITALS.finditer(_RUN.sub(_blanked, text)):
        if not _is_address(chunk[0]):
            for match in _UPPER.finditer(chunk[0]):
                if _is_acronym(match[1], ordinary):
                    yield match[1], chunk.start() + match.start()


def _is_upper_case(words: Iterable[str]) -> bool:
    found = [word for word in words if len(word) > 1 and word.isalpha()]
    return sum(map(str.isupper, found)) * 2 > len(found)


def _blanked(run: re.Match[str]) -> str:
    """Blank a run of capitals with a function word in it: "DO NOT EDIT", but not "JSON API"."""
    shouted = any(word.lower() in FUNCTION_WORDS for word in run[0].split())
    return ' ' * len(run[0]) if shouted else run[0]


def _is_address(chunk: str) -> bool:
    return '://' in chunk or '@' in chunk or ('/' in chunk and any(map(str.islower, chunk)))


def _is_acronym(word: str, ordinary: Collection[str]) -> bool:
    if word in _UNITS_AND_NOTES or word in LITERAL_NOISE or _ROMAN.fullmatch(word):
        return False
    lower = word.lower()
    return lower not in _OFTEN_SHOUTED and not (len(word) >= _LONG and lower in ordinary)


# -- abbreviations and their long forms

_BRACKETED = re.compile(r'\(([^()]{2,120})\)')
_ABBREVIATION = re.compile(r'(?=\w*[A-Z]\w*[A-Z])([A-Z][A-Za-z0-9]{1,9}?)s?')
_BEFORE = re.compile(r'(?<![\w-])([A-Z][A-Za-z0-9]{1,9}) $')
#: the long form of an abbreviation is within one phrase
_PHRASE_END = re.compile(r'[.,;:!?()\[\]{}"“”—]')
_PARTS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: they may contribute a letter ("DoD") or none, but no long form begins with one
_SMALL_WORDS: Final = frozenset(str.split('a an and as at by for from in is of on or the to with'))
_REACH: Final = 160
_MOST_WORDS: Final = 12


def expansions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each abbreviation that a text explains, with its long form.

    An explanation is ``Long Form (LF)`` or ``LF (Long Form)``. Each word of the long form must
    contribute its initial to the short form, in order; small words need not.
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
    """Return the shortest end of a text that is the long form of an abbreviation."""
    starts = [match.start() for match in _PARTS.finditer(before)][-_MOST_WORDS:]
    candidates = [before[start:].strip() for start in reversed(starts)]
    found = [text for text in candidates if _stands_for(short, text)]
    initials = (text for text in found if _initials(text) == short.lower())
    return next(initials, found[0] if found else '')


def _initials(text: str) -> str:
    return ''.join(part[0].lower() for part in _PARTS.findall(text))


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
    """Yield the ends of what a word can spell: its initial, then letters inside ("HyperText")."""
    rest = iter(word.removeprefix('e') if letters[start : start + 1] == 'x' else word)
    for position, letter in enumerate(letters[start:], start):
        if next(rest, '') != letter if position == start else letter not in rest:
            return
        yield position + 1


# -- texts of links, emphasised texts

_ADDRESS = re.compile(r'\S*(?:://|@|#\d)\S*|[\w.-]+\.(?:com|dev|edu|gov|io|net|org)(?:/\S*)?')
_STANDARD_LINK = re.compile(r'(?:PEP|RFC)[ -]?\d+')
_WORDS_OF_TERM: Final = 3
_TOKEN = re.compile(r'[^\W\d][\w.+-]*\w')


def is_address(text: str) -> bool:
    """Check whether the text of a link is the link itself, or the number of an issue."""
    return _ADDRESS.fullmatch(text) is not None


def is_link_name(text: str) -> bool:
    """Check whether the text of a link is a term or one name: of a project, a tool, a standard."""
    if _STANDARD_LINK.fullmatch(text):
        return True
    words = text.casefold().split()
    if not words or LINK_TEXTS.intersection((words[0], words[-1])):
        return False
    return is_term(text) if len(words) > 1 else bool(_TOKEN.fullmatch(text)) and not is_vague(text)


def is_term(text: str) -> bool:
    """Check whether a text is two or three words that make a term."""
    words = text.split()
    return (
        1 < len(words) <= _WORDS_OF_TERM
        and all(map(_TOKEN.fullmatch, words))
        and not any(map(is_vague, words))
    )
