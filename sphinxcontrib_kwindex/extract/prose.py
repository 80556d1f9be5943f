"""From prose to candidates: identifiers, acronyms, the phrases of headings.

Each function reads one text, as a reader sees it: a paragraph or a heading without its markup.
Whether a candidate is shown is decided elsewhere, by where it stands and how often.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.abbreviations import expansions
from sphinxcontrib_kwindex.extract.headings import (
    count,
    heading_phrases,
    shared_phrases,
    words,
)
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.stopwords import (
    FUNCTION_WORDS,
    GLUED,
    LITERAL_NOISE,
    LONE_HEADS,
    SECTION_WORDS,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

__all__ = [
    'SHAPE', 'acronyms', 'count', 'expansions', 'heading_phrases', 'identifiers', 'shared_phrases',
    'standards', 'words',
]  # fmt: skip

_CHUNK = re.compile(r'\S+')
_PUNCTUATION: Final = '.,;:!?…"\'`“”„‘’«»()[]{}<>*|'
#: a dotted word that neither goes on nor is the tail of something: not "py" of "py3.11"
_NAME = re.compile(r'(?<![\w.:])[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*(?!(?:\.|::)?\w)')
#: versions, cells and coordinates, hashes, Scots
_NO_NAME = re.compile(r'[A-Za-z]\d|(?:v|r|rc|alpha|beta|post|dev)\d+|[0-9a-f]{7,}|Mc[A-Z]\w*|Ph\.D')
_WORD = re.compile(r'\w+')
#: Something of this is in all that is shaped like an identifier. What an expression begins with is
#: looked for at full speed, so it looks for the second character of "a1" and "aA", and then back.
SHAPE = re.compile(
    r'[_.:\dA-Z](?:(?<=_)|(?<=\.)\w|(?<=:):|(?<=[^\W\d_]\d)|(?<=[a-z][A-Z])|[A-Z][a-z])'
)
#: "RFC 9106", "PEP-8", "CVE-2014-0160"
_STANDARD = re.compile(r'([A-Z](?<![\w-].)[A-Z]{2,3})[ -](\d[\d-]*\d|\d)(?![\w-])')
_SERIES: Final = frozenset(str.split('ANSI BCP CVE ECMA FIPS IEEE ISO PEP RFC'))


def identifiers(text: str) -> Iterator[tuple[str, int]]:
    """Give the words that look like identifiers, each with its offset in the text."""
    if not SHAPE.search(text):
        return  # most texts end here
    for chunk in _CHUNK.finditer(text):
        core = chunk[0].strip(_PUNCTUATION)
        if core.isalpha() and (core.isupper() or core[1:].islower()):
            continue  # nearly all words end here
        if _may_hold_names(core):
            offset = chunk.start() + chunk[0].index(core)
            for match in _NAME.finditer(core):
                if _is_name(match[0]):
                    yield match[0], offset + match.start()


def standards(text: str) -> Iterator[tuple[str, int]]:
    """Give the numbered standards that a text speaks of: "RFC 9106", "PEP 8"."""
    for match in _STANDARD.finditer(text):
        if match[1] in _SERIES:
            yield ' '.join(match.groups()), match.start()


def _may_hold_names(core: str) -> bool:
    """Tell whether a chunk of text is no address, path, option or hyphenated file name."""
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
_OFTEN_SHOUTED: Final = FUNCTION_WORDS | LONE_HEADS | (SECTION_WORDS - {'api'})
#: a shorter one may well be the name of what the acronym means: "the ``url`` is a URL"
_LONG: Final = 5


def acronyms(text: str) -> Iterator[tuple[str, int]]:
    """Give words of two to six capitals, without the s of their plural, each with its offset.

    What is only shouted is none: function words and their neighbours, longer words that also stand
    there in small letters, and anything in a text most of which is upper case.
    """
    if not _TWO_CAPITALS.search(text):
        return  # most texts end here
    found = _WORD.findall(text)
    if _is_shouted(found):
        return
    ordinary = set(filter(str.islower, found))
    for chunk in _WITH_TWO_CAPITALS.finditer(_RUN.sub(_hushed, text)):
        if not _is_address(chunk[0]):
            for match in _UPPER.finditer(chunk[0]):
                if _is_acronym(match[1], ordinary):
                    yield match[1], chunk.start() + match.start()


def _is_shouted(words: Iterable[str]) -> bool:
    found = [word for word in words if len(word) > 1 and word.isalpha()]
    return sum(map(str.isupper, found)) * 2 > len(found)


def _hushed(run: re.Match[str]) -> str:
    """Blank capitals that go on over a function word: "DO NOT EDIT", but not "JSON API"."""
    shouted = any(word.lower() in FUNCTION_WORDS for word in run[0].split())
    return ' ' * len(run[0]) if shouted else run[0]


def _is_address(chunk: str) -> bool:
    return '://' in chunk or '@' in chunk or ('/' in chunk and any(map(str.islower, chunk)))


def _is_acronym(word: str, ordinary: Collection[str]) -> bool:
    if word in _UNITS_AND_NOTES or word in LITERAL_NOISE or _ROMAN.fullmatch(word):
        return False
    lower = word.lower()
    return lower not in _OFTEN_SHOUTED and not (len(word) >= _LONG and lower in ordinary)
