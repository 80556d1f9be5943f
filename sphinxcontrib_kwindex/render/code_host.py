"""Markdown as code hosts show it: escaping, and the fragments of headings in source files.

It imports no Sphinx: the command line uses it, too.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from markdown_it.token import Token

# -- escaping

_SPECIAL: Final = re.compile(r'[\\`*_{}\[\]<>#|~&!$]')
_LINE_START: Final = re.compile(r'^(\d+(?=[.)](?:\s|$))|(?=[-+=:]))')


def text(words: str) -> str:
    """Return Markdown that shows a text as it is."""
    return _LINE_START.sub(r'\1\\', _SPECIAL.sub(r'\\\g<0>', ' '.join(words.split())))


def code(name: str) -> str:
    """Return Markdown that shows a name as code."""
    name = ' '.join(name.split())
    fence = '`' * (1 + max(map(len, re.findall('`+', name)), default=0))
    padding = ' ' if name[:1] == '`' or name[-1:] == '`' else ''
    return f'{fence}{padding}{name}{padding}{fence}'


def address(path: str, fragment: str = '') -> str:
    """Return a relative address, quoted."""
    target = quote(path, safe='/~', errors='surrogateescape')
    return f'{target}#{quote(fragment, safe="~")}' if fragment else target


# -- fragments

#: categories and their first letters that GitHub keeps: ``[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]``
_KEPT: Final = frozenset({'L', 'M', 'Nd', 'Nl', 'Pc'})
#: similarity from which two titles count as the same
_SIMILAR: Final = 0.7


def slug(heading: str) -> str:
    """Return the fragment that GitHub makes of the text of a heading."""
    return ''.join(filter(_is_kept, heading.lower())).replace(' ', '-')


def _is_kept(character: str) -> bool:
    category = unicodedata.category(character)
    return character in ' -' or category in _KEPT or category[0] in _KEPT


def slugs(headings: Iterable[str]) -> Iterator[str]:
    """Yield the fragment of each heading of a file; repeated ones get numbers."""
    taken: set[str] = set()
    #: slug -> the last number tried
    numbers: dict[str, int] = {}
    for base in map(slug, headings):
        unique = base
        while unique in taken:
            numbers[base] = numbers.get(base, 0) + 1
            unique = f'{base}-{numbers[base]}'
        taken.add(unique)
        yield unique


def fragments(titles: Sequence[str], headings: Sequence[str]) -> list[str]:
    """Return the fragment of each section of a document.

    It is empty for a section that no heading of the file begins, such as an included one.
    """
    found = [''] * len(titles)
    available = list(slugs(headings))
    for section, heading in _align([*map(_letters, titles)], [*map(_letters, headings)]):
        found[section] = available[heading]
    return found


def _align(titles: list[str], headings: list[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of equal titles and headings, and between these, in order, of similar ones."""
    if titles == headings:
        yield from enumerate(range(len(titles)))
        return
    matcher = SequenceMatcher(None, titles, headings, autojunk=False)
    for tag, start, end, other, other_end in matcher.get_opcodes():
        if tag == 'equal':
            yield from zip(range(start, end), range(other, other_end), strict=True)
        for title in range(start, end) if tag == 'replace' else ():
            rest = range(other, other_end)
            similar = (n for n in rest if _is_similar(titles[title], headings[n]))
            if (heading := next(similar, None)) is not None:
                yield title, heading
                other = heading + 1  # noqa: PLW2901  the next titles come after it


def _is_similar(title: str, heading: str) -> bool:
    """Compare a title of Sphinx with a heading, which may show more of its markup."""
    if not title or not heading:
        return False
    inside = title in heading or heading in title
    return inside or SequenceMatcher(None, title, heading).ratio() > _SIMILAR


def _letters(title: str) -> str:
    return ''.join(filter(str.isalnum, title)).casefold()


# -- headings of source files

_FRONT_MATTER: Final = re.compile(r'---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)', re.DOTALL)
_ADORNMENT: Final = re.compile(r'([!-/:-@[-`{-~])\1*')
#: docutils: an underline shorter than this must be as long as the title
_SHORT: Final = 4

#: roles of docutils itself; code hosts show roles of Sphinx as they are written
_ROLES: Final = (
    'abbreviation|ac|acronym|ab|code|emphasis|i|literal|math|strong|b|sub|subscript|sup|superscript'
    '|t|title|title-reference'
)
_MARKUP: Final = re.compile(
    rf"""
      ``(?P<literal>.+?)``
    | (?:(?<!\w):(?:{_ROLES}):|(?<![:\w]))`(?P<text>[^`<]+?)(?:\s*<[^`>]*>)?`_{{0,2}}(?!\w)(?!:\w)
    | \*\*(?P<strong>[^*]+)\*\* | \*(?P<emphasis>[^*]+)\* | \|(?P<substitution>[^|]+)\|_{{0,2}}
    | \b(?P<word>\w+)_{{1,2}}(?!\w)
    | \\(?P<escaped>\W)
    """,
    re.VERBOSE,
)


def headings_of(path: Path) -> list[str]:
    """Return the headings of a source file, none for formats without fragments."""
    read = _READERS.get(path.suffix.lower())
    try:
        return read(path.read_text(encoding='utf-8-sig')) if read else []
    except (OSError, UnicodeError):
        return []


def markdown_headings(source: str) -> list[str]:
    """Return the headings of a Markdown file; projects with such files have the parser."""
    try:
        from markdown_it import MarkdownIt  # noqa: PLC0415  no dependency of this package
    except ImportError:
        return []
    parser = MarkdownIt('commonmark').enable(['table', 'strikethrough'])
    body = _FRONT_MATTER.sub('', source, count=1) if source[:3] == '---' else source
    tokens = pairwise(parser.parse(body))
    return [_shown_text(inline) for opening, inline in tokens if opening.type == 'heading_open']


def _shown_text(inline: Token) -> str:
    """Return the text of a heading without images."""
    children = inline.children or ()
    return ''.join(t.content for t in children if t.type in {'text', 'code_inline', 'text_special'})


def rst_headings(source: str) -> list[str]:
    """Return the headings of a reStructuredText file."""
    lines = ['', *map(str.rstrip, source.split('\n')), '']
    return [
        _MARKUP.sub(lambda match: match[match.lastgroup or 0], title.strip())
        for above, title, below in zip(lines, lines[1:], lines[2:], strict=False)
        if _is_title(above, title, below)
    ]


def _is_title(above: str, title: str, below: str) -> bool:
    """Check that a line is underlined, and that nothing or the overline stands above it."""
    if not title.strip() or not _ADORNMENT.fullmatch(below) or _ADORNMENT.fullmatch(title):
        return False
    if above == below:
        return True
    return not above.strip() and title[0] != ' ' and len(below) >= min(len(title), _SHORT)


_READERS: Final = {
    **dict.fromkeys(('.md', '.markdown', '.mkd'), markdown_headings),
    **dict.fromkeys(('.rst', '.rest'), rst_headings),
}
