"""Code blocks: in which language they are, whether they embed a source file, what is in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.collect.sources import lines_of
from sphinxcontrib_kwindex.extract.languages import extract, reader_of
from sphinxcontrib_kwindex.extract.names import LONGEST as LONGEST_NAME
from sphinxcontrib_kwindex.extract.names import last_component, tame, visible
from sphinxcontrib_kwindex.extract.sentences import first_sentence
from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.model import Found, Kind, Position, Sort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from docutils import nodes

    from sphinxcontrib_kwindex.collect.aliases import Aliases
    from sphinxcontrib_kwindex.collect.walk import Context

#: a block of as many lines is a source file, not an example
_MANY_LINES = 40
#: so is one that makes up so much of its document, unless it is but a few lines
_MOST = 0.5
_FEW_LINES = 8
#: a literalinclude with so much of its file includes all of it
_WHOLE = 0.9

#: longer blocks cost more than anyone reads of them
LONGEST = 1_000_000

#: how far below the line of its directive a block may begin
_OPTIONS = 20

_EMBEDDED = {
    Sort.DEFINITION: Position.SOURCE_DEFINITION,
    Sort.IMPORT: Position.CODE_IMPORT,
    Sort.USE: Position.CODE_USE,
    Sort.MENTION: Position.CODE_MENTION,
    Sort.LOCAL: Position.LOCAL,
}
_EXAMPLE = {
    Sort.DEFINITION: Position.EXAMPLE_DEFINITION,
    Sort.IMPORT: Position.CODE_IMPORT,
    Sort.USE: Position.EXAMPLE_USE,
}

#: "torch.DeviceType.CUDA" uses DeviceType as well
_OWNER = re.compile(r'((?:\w+(?:\.|::))*[A-Z]\w*[a-z]\w*)(?:\.|::)\w+')

_SETTINGS = frozenset({Kind.SETTING, Kind.ENVIRONMENT_VARIABLE})
_DETAILS = frozenset({Kind.ATTRIBUTE, Kind.VARIABLE})


class Block(NamedTuple):
    """A code block of a document."""

    code: str
    language: str
    context: Context
    #: the file that a ``literalinclude`` shows, if it does
    included: str


def block_of(node: nodes.Element, language: str, context: Context) -> Block | None:
    """Take the code of a literal block; with markup inside, it is none."""
    code = node.astext()
    if node.rawsource and node.rawsource != code:
        return None
    if len(code) > LONGEST:
        warn(
            Trouble.TOO_LONG,
            f'a code block of {len(code):,} characters is left out of the keyword index '
            f'(the limit is {LONGEST:,}).',
            node,
        )
        return None
    included = node.get('source', '')
    at = context if included else context._replace(line=_first_line(code, context))
    return Block(code, node.get('language') or language, at, included)


def names_in(
    block: Block,
    characters: int,
    extractors: Mapping[str, Callable[[str], list[Found]]],
    aliases: Aliases,
) -> Iterator[tuple[Found, Position, int]]:
    """Give what is found in a block, with its position and its line in the document."""
    positions = _EMBEDDED if is_embedded(block, characters) else _EXAMPLE
    names = aliases.resolved(_found_in(block, extractors), reader_of(block.language))
    for found in map(_printable, names):
        position = positions.get(found.sort)
        if position is Position.SOURCE_DEFINITION and _is_detail(found):
            position = Position.SOURCE_DETAIL
        if positions is _EXAMPLE and _is_setting(found):
            position = Position.EXAMPLE_SETTING
        if position is not None:
            line = block.context.line + (0 if block.included else found.line - 1)
            yield found, position, line
            if found.sort is Sort.USE and (owner := _OWNER.match(found.name)):
                yield found._replace(name=owner[1], kind=Kind.CLASS), position, line


def _printable(found: Found) -> Found:
    """Give what is found in quotes a name that can be shown."""
    if found.name.isascii() and found.name.isprintable():
        return found
    return found._replace(name=visible(tame(found.name))[:LONGEST_NAME])


def _is_detail(found: Found) -> bool:
    """Tell whether a definition is one that readers of the page seldom look for."""
    return found.kind in _DETAILS or last_component(found.name).startswith('_')


def _is_setting(found: Found) -> bool:
    """Tell whether an example sets something by a name that its reader may look up."""
    if found.kind is Kind.OPTION:
        return found.name.startswith('--')
    name = last_component(found.name)
    return found.kind in _SETTINGS and ('_' in name.strip('_') or '-' in name)


def _found_in(
    block: Block, extractors: Mapping[str, Callable[[str], list[Found]]]
) -> list[Found]:
    """Extract; whatever goes wrong costs the names of this block, and not the build."""
    own = extractors.get(block.language)
    try:
        return _checked(own(block.code), block.code) if own else extract(block.code, block.language)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  any text may stand in a block
        warn(
            Trouble.EXTRACTOR,
            f'the names in this {block.language} block are left out: '
            f'{type(error).__name__}: {error}',
            f'{block.context.source}:{block.context.line}',
        )
        return []


def _checked(given: Iterable[Found], code: str) -> list[Found]:
    """Take what an extractor of the project's own returns for what it ought to be, or raise."""
    lines = code.count('\n') + 1
    found = [_typed(Found(*one), lines) for one in given]
    return [one for one in found if 0 < len(one.name) <= LONGEST_NAME]


def _typed(found: Found, lines: int) -> Found:
    """Check each part of what was found; what is stored must be fit for every page."""
    name, kind, sort, line, times, definition = found
    for part, expected in ((name, str), (line, int), (times, int), (definition, str)):
        if not isinstance(part, expected):
            message = f'{part!r} of {found} is no {expected.__name__}'
            raise TypeError(message)
    return Found(
        tame(name),
        Kind(kind),
        Sort(sort),
        min(max(line, 1), lines),
        max(times, 1),
        first_sentence(definition),
    )


def is_embedded(block: Block, characters: int) -> bool:
    """Tell whether a block is the source of something rather than an example of its use."""
    lines = block.code.count('\n') + 1
    if lines >= _MANY_LINES or (lines > _FEW_LINES and len(block.code) >= characters * _MOST):
        return True
    return bool(block.included) and len(block.code) >= _size(block.included) * _WHOLE


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):  # a name may hold what no file name can
        return 0


def _first_line(code: str, context: Context) -> int:
    """Find the line on which a block begins: its node only knows that of its directive."""
    first = next(iter(code.lstrip().partition('\n')[0].splitlines()), '').rstrip()
    lines = lines_of(context.source)
    for number in range(max(context.line, 1), min(context.line + _OPTIONS, len(lines) + 1)):
        if lines[number - 1].strip() == first:
            return number
    return context.line
