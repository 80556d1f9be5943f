"""The headings of a source file as a code host shows them, and which section each begins."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.export.markdown.slugs import slugs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r'---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)', re.DOTALL)

_ADORNMENT = re.compile(r'([!-/:-@[-`{-~])\1*')
#: a shorter line below a text underlines it only if it is as long as the text
_SHORT = 4
#: titles that have so much in common are one title
_ALIKE = 0.7

#: roles that docutils itself has; a code host shows those of Sphinx as they are written
_ROLES = (
    'abbreviation|ac|acronym|ab|code|emphasis|i|literal|math|strong|b|sub|subscript|sup|superscript'
    '|t|title|title-reference'
)
_MARKUP = re.compile(
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
    """Give the headings of a file, if it is of a format in which they can be linked to."""
    read = _READERS.get(path.suffix.lower())
    try:
        return read(path.read_text(encoding='utf-8-sig')) if read else []
    except (OSError, UnicodeError):
        return []


def markdown_headings(text: str) -> list[str]:
    """Give the headings of a Markdown file; whoever writes Markdown for Sphinx has the parser."""
    try:
        from markdown_it import MarkdownIt  # noqa: PLC0415  no dependency of ours
    except ImportError:
        return []
    parser = MarkdownIt('commonmark').enable(['table', 'strikethrough'])
    tokens = parser.parse(_FRONT_MATTER.sub('', text, count=1) if text[:3] == '---' else text)
    return [_shown_text(inline) for head, inline in pairwise(tokens) if head.type == 'heading_open']


def _shown_text(inline: Token) -> str:
    """Give what a reader sees of a heading, apart from images."""
    children = inline.children or ()
    return ''.join(t.content for t in children if t.type in {'text', 'code_inline', 'text_special'})


def rst_headings(text: str) -> list[str]:
    """Give the headings of a reStructuredText file."""
    lines = ['', *map(str.rstrip, text.split('\n')), '']
    return [
        _without_markup(title.strip())
        for above, title, below in zip(lines, lines[1:], lines[2:], strict=False)
        if _is_title(above, title, below)
    ]


def _is_title(above: str, title: str, below: str) -> bool:
    """Tell whether a line is underlined, and stands alone or below the same line."""
    if not title.strip() or not _ADORNMENT.fullmatch(below) or _ADORNMENT.fullmatch(title):
        return False
    if above == below:
        return True
    return not above.strip() and title[0] != ' ' and len(below) >= min(len(title), _SHORT)


def _without_markup(title: str) -> str:
    return _MARKUP.sub(lambda match: match[match.lastgroup or 0], title)


def fragments(titles: Sequence[str], headings: Sequence[str]) -> list[str]:
    """Give the fragment of each section; it is empty where no heading of the file begins it."""
    found = [''] * len(titles)
    available = list(slugs(headings))
    for section, heading in _aligned([*map(_letters, titles)], [*map(_letters, headings)]):
        found[section] = available[heading]
    return found


def _aligned(titles: list[str], headings: list[str]) -> Iterator[tuple[int, int]]:
    """Pair titles with headings: equal ones, and between these, in order, those that are alike."""
    if titles == headings:
        yield from enumerate(range(len(titles)))
        return
    matcher = SequenceMatcher(None, titles, headings, autojunk=False)
    for tag, start, end, other, other_end in matcher.get_opcodes():
        if tag == 'equal':
            yield from zip(range(start, end), range(other, other_end), strict=True)
        for title in range(start, end) if tag == 'replace' else ():
            alike = (n for n in range(other, other_end) if _are_alike(titles[title], headings[n]))
            if (heading := next(alike, None)) is not None:
                yield title, heading
                other = heading + 1  # noqa: PLW2901  the others come after it


def _are_alike(title: str, heading: str) -> bool:
    """Compare what Sphinx and the code host show of a heading: one may show more of its markup."""
    if not title or not heading:
        return False
    inside = title in heading or heading in title
    return inside or SequenceMatcher(None, title, heading).ratio() > _ALIKE


def _letters(title: str) -> str:
    return ''.join(filter(str.isalnum, title)).casefold()


_READERS: dict[str, Callable[[str], list[str]]] = {
    '.md': markdown_headings,
    '.markdown': markdown_headings,
    '.mkd': markdown_headings,
    '.rst': rst_headings,
    '.rest': rst_headings,
}
