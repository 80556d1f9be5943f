"""The first sentence of a description, as plain text.

A description is a docstring, a comment without its markers, or a paragraph. It may contain
reStructuredText, Markdown, Doxygen or Javadoc markup. What is no prose (field lists, doctests,
underlines, directives) ends the description or is skipped.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.names import SEPARATOR, sanitize

if TYPE_CHECKING:
    from collections.abc import Iterator

#: maximum length of a definition
LENGTH: Final = 160
#: a shorter sentence ("Note.") says nothing alone: the next one is added
_SHORT: Final = 12
#: No first sentence is longer. The limit keeps every pattern below cheap.
_ENOUGH: Final = 3_000

#: lines of comments that are directives for tools: "go:embed *.html", "type: ignore"
DIRECTIVE: Final = (
    r'(?:[a-z]\w*(?:-\w+)*:[a-z][\w-]*(?![\w:/.])'
    r'|(?:fmt|isort|mypy|pragma|pylint|pyright|ruff|type|yapf):'
    r'|(?:clang-(?:format|tidy)|coverage:|cspell:|eslint(?:-\w+)+|flake8|highlight-\w+|istanbul'
    r'|no(?:inspection|lint|qa|sec)|prettier-ignore|rubocop:|shellcheck\s\w+=|swiftlint:|tslint:'
    r'|ts-(?:check|expect-error|ignore|nocheck)|NOLINT\w*|SPDX-[\w-]+:)(?![\w/]))'
)
#: lines that are no prose, and end the paragraph that they follow
_NO_PROSE = re.compile(
    rf"""\s*(?:
        @?{DIRECTIVE} | \{{@inheritDoc\}}
      | :[^\s:`][^:`]{{0,80}}:(?!`)                  # a field: ":param x: ..."
      | \.\.[ ] | >>>(?:\s|$) | ```|~~~ | \$\$     # directive, doctest, fence, formula
      | [@\\](?!(?:brief|short|details|c|p|a|e|b|em|ref|code|link)\b)[a-z]+\b  # Doxygen: "@param"
      | (?P<rule>[^\w\s])(?P=rule){{2,}}\s*$         # an underline
      | (?:Args?|Arguments|Attributes|Examples?|Keyword[ ]Args|Notes?|Parameters|Raises|References
        |  Returns?|See[ ]Also|Todo|Usage|Warnings?|Yields?):\s*$
      | (?:[-*+•]|\#\.|\d{{1,3}}[.)])\s             # a list item
    )""",
    re.VERBOSE,
)
#: the first line of a docstring of compiled code: "f(x, y=None) -> int"
_SIGNATURE = re.compile(r'[\w.]{1,80}\([^()]{0,300}\)(?:\s*->.{0,80})?')
_RULE = re.compile(r'\s*([^\w\s])\1{2,}\s*')
_DIRECTIVE = re.compile(r'\s*\.\.\s')
_BLANK_LINES = re.compile(r'\n(?:[ \t]*\n)+')
_NOT_WRITTEN = frozenset({'fixme', 'tba', 'tbd', 'todo', 'undocumented', 'xxx'})

_MARKUP = re.compile(
    r"""
      (?::[\w.:+-]{1,60}:|\{[\w.:+-]{1,60}\})?            # a role of rST or of MyST, then its text
      (?<!`)(?P<ticks>`{1,3})(?!`)(?P<text>.{1,300}?)(?<!`)(?P=ticks)(?!`)(?:__?(?!\w))?
    | (?<![\w*\\])(?P<stars>\*{1,3})(?=[^\s*])(?P<strong>[^*]{1,300}?)(?<=\S)(?P=stars)(?![\w*])
    | !?\[(?P<label>[^][]{0,200})\]\([^()\s]{0,300}\)     # a link of Markdown
    | \s?\[(?:\#\w{0,40}|\d{1,4}|\*|[A-Z]\w{1,40})\]_(?!\w)   # a footnote or citation
    | \{@(?:code|link|linkplain|literal)\s(?P<java>[^{}]{1,200})\}
    | (?<!\S)[@\\](?:brief|short|details|c|p|a|e|b|em|ref|code|link)\s+(?=\S)
    | </?(?:a|b|br|code|em|i|p|pre|strong|tt)\b[^<>]{0,200}>
    | \\(?P<escaped>[*`_|\\<>@\#\ ])
    """,
    re.VERBOSE,
)
_TARGET = re.compile(r'(?<!\s)\s*+<[^<>]*>$')

#: brackets and quotes, in which no sentence ends
_ENCLOSED = re.compile(
    r'\((?:[^()]|\([^()]{0,99}\)){0,300}\)|\[[^][]{0,300}\]|\{[^{}]{0,300}\}'
    r'|"[^"]{0,200}"|“[^“”]{0,200}”|«[^«»]{0,200}»|「[^「」]{0,200}」'
    r'|(?<!\w)\'[^\']{0,100}\'(?!\w)|（[^（）]{0,300}）'
)
_STOPS: Final = ('.', '!', '?', '。', '！', '？', ':', ',', ';')
_MASKED: Final = str.maketrans('.!?。！？', '\ue000\ue001\ue002\ue003\ue004\ue005')
_UNMASKED: Final = {new: old for old, new in _MASKED.items()}

_END = re.compile(r'(?<=[^\s.])(?:[.!?](?![.!?])|[!?]{2,4})["\'”’»)\]]{0,3}(?=\s|$)|[。！？]')
#: "e.g.", "w.r.t.": never the end of a sentence
_ABBREVIATION = re.compile(
    r'(?:^|[^\w.])(?:(?:[^\W\d_]\.){1,4}[^\W\d_]|ca|cf|dr|eg|ie|mr|mrs|ms|prof|viz|vs)$',
    re.IGNORECASE,
)
#: "etc.", "approx.": the end of a sentence only if a new one begins after it
_SHORTENED = re.compile(
    r'(?:^|[^\w.])(?:al|approx|avg|eq|etc|excl|fig|inc|incl|max|min|nb|no|nr|resp|sec|st|vol)$',
    re.IGNORECASE,
)


def first_sentence(text: str) -> str:
    """Return the first sentence of a description as plain text, or an empty string."""
    sentence = ''
    for paragraph in _paragraphs(text.lstrip()[:_ENOUGH]):
        plain = _plain(paragraph)
        if sentence:  # "Setup" and "Note." are labels of the text that follows
            sentence += ' ' if sentence.endswith(_STOPS) else ': '
        sentence += plain[: _end(plain, _SHORT - len(sentence))]
        if len(sentence) >= _SHORT or ' ' in sentence:
            break
    sentence = sanitize(sentence.translate(_UNMASKED)).rstrip(' :')
    if not any(map(str.isalpha, sentence)) or sentence.strip('.!').casefold() in _NOT_WRITTEN:
        return ''
    return shorten(sentence)


def shorten(text: str, length: int = LENGTH) -> str:
    """Return a text, cut between words to a length that includes its ellipsis."""
    if len(text) <= length:
        return text
    end = text.rfind(' ', length // 2, length)
    if end < 0:  # no spaces, as in Chinese, or one huge word
        end = length - 1
        while end and unicodedata.combining(text[end]):
            end -= 1
    return text[:end].rstrip(' ,;:.–—-([{') + '…'


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of prose: what is no prose is skipped before them, and ends them.

    A heading is yielded only if nothing follows it.
    """
    heading, has_prose = '', False
    for lines in _blocks(text):
        prose = list(takewhile(lambda line: not _NO_PROSE.match(line), lines))
        rest = lines[len(prose) :]
        if has_prose and not prose:
            return
        if len(prose) == 1 and rest and _RULE.fullmatch(rest[0]):
            heading = heading or prose[0].strip()
        elif prose and (has_prose or not _SIGNATURE.fullmatch(' '.join(lines).strip())):
            yield ' '.join(' '.join(prose).split())
            has_prose = True
            if rest or lines[-1].endswith('::'):
                return
    if not has_prose:
        yield heading


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block between blank lines, without the contents of directives."""
    directive: int | None = None
    for block in _BLANK_LINES.split('\n'.join(text.splitlines())):
        lines = block.splitlines()
        indent = len(block) - len(block.lstrip())
        if directive is None or indent <= directive:
            directive = indent if _DIRECTIVE.match(block) else None
            yield lines


def _plain(paragraph: str) -> str:
    """Return a paragraph without markup; punctuation that ends sentences is masked in literals."""
    return ' '.join(_MARKUP.sub(_unmarked, paragraph).split())


def _unmarked(match: re.Match[str]) -> str:
    """Return the text that a piece of markup shows to a reader."""
    if (text := match['text']) is not None:
        if match['ticks'] == '`':
            text = _TARGET.sub('', text) or text
            text = (SEPARATOR.split(text)[-1] if text[0] == '~' else text).lstrip('~!') or text
        return text.strip().translate(_MASKED)
    return match['strong'] or match['label'] or match['java'] or (match['escaped'] or '').strip()


def _end(plain: str, least: int) -> int:
    """Return the end of the first sentence that has at least so many characters."""
    masked = _ENCLOSED.sub(lambda match: match[0].translate(_MASKED), plain)
    for match in _END.finditer(masked):
        before, after = masked[max(0, match.start() - 12) : match.start()], masked[match.end() :]
        if match[0] == '.' and (_ABBREVIATION.search(before) or _continues(before, after)):
            continue
        if match.end() >= least or ' ' in plain[: match.end()]:
            return match.end()
    return len(plain)


def _continues(before: str, after: str) -> bool:
    """Check whether an abbreviated word with its full stop is not the end of its sentence."""
    return bool(_SHORTENED.search(before)) and not after.lstrip()[:1].isupper()
