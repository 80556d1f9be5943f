"""Code blocks: their language, the names in them, and whether they embed a source file."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pygments.lexers import get_all_lexers

from sphinxcontrib_kwindex.collect.locations import lines_of
from sphinxcontrib_kwindex.extract import extract, find_language
from sphinxcontrib_kwindex.extract.names import LONGEST as LONGEST_NAME
from sphinxcontrib_kwindex.extract.names import escape_invisible, last_component, sanitize
from sphinxcontrib_kwindex.extract.prose.sentences import first_sentence
from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.model import Found, Kind, Position, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from docutils import nodes

    from sphinxcontrib_kwindex.collect.walker import Context
    from sphinxcontrib_kwindex.extract import Language

#: longer blocks are left out, since they cost too much time
LONGEST = 1_000_000

#: a block that is so much of its document, and has more than so many lines, is a source file
_LARGE_SHARE, _FEW_LINES = 0.5, 8
#: in a document about a file, so is one of so many lines
_MANY_LINES = 40
#: a literalinclude with so much of its file includes all of it
_WHOLE = 0.9
#: a block begins at most so many lines below its directive
_LINES_TO_CODE = 20

_EMBEDDED = {
    Usage.DEFINITION: Position.SOURCE_DEFINITION,
    Usage.IMPORT: Position.CODE_IMPORT,
    Usage.USE: Position.CODE_USE,
    Usage.MENTION: Position.CODE_MENTION,
    Usage.LOCAL: Position.LOCAL,
    Usage.ARGUMENT: Position.ARGUMENT,
}
_EXAMPLE = {
    Usage.DEFINITION: Position.EXAMPLE_DEFINITION,
    Usage.IMPORT: Position.EXAMPLE_IMPORT,
    Usage.USE: Position.EXAMPLE_USE,
    Usage.MENTION: Position.PASSING_NAME,
    Usage.LOCAL: Position.PASSING_NAME,
    Usage.ARGUMENT: Position.ARGUMENT,
}
_SETTINGS = frozenset({Kind.SETTING, Kind.ENVIRONMENT_VARIABLE})
_DETAILS = frozenset({Kind.ATTRIBUTE, Kind.VARIABLE})
#: kinds of mentions that are arguments, or members of an object of an unknown class
_IN_PASSING = _DETAILS | {Kind.COMMAND, Kind.FILE, Kind.FUNCTION, Kind.METHOD}
_PACKAGES = frozenset({Kind.MODULE, Kind.NAMESPACE})
#: languages whose keys are the data of an example
_DATA = frozenset({'json', 'yaml'})

_FLAGS = re.compile(r'(?<![ \t])[ \t]*+#[ \t]*+doctest:.*')
#: "torch.DeviceType.CUDA" uses DeviceType as well
_OWNER = re.compile(r'((?:\w+(?:\.|::))*_*[A-Z][^\W_]*[a-z][^\W_]*)(?:\.|::)\w+')

#: "acme.cache.MemoryCache", as settings have it in strings
_CLASS_PATH = re.compile(r'(?:[a-z_]\w*\.){2,}[A-Z]\w*[a-z]\w*')

_FIRST_COMPONENT = re.compile(r'(\w+)(\.|::|->|$)')
_ASSIGNING = frozenset({Usage.DEFINITION, Usage.LOCAL})
_BINDING = frozenset({Usage.DEFINITION, Usage.IMPORT, Usage.LOCAL, Usage.ALIAS})


class Block(NamedTuple):
    """A code block of a document."""

    code: str
    language: str
    context: Context
    #: the file that a ``literalinclude`` shows
    included: str


class Document(NamedTuple):
    """What tells the source that a document is about from its examples."""

    #: the length of its texts and code blocks
    characters: int
    #: its title or ``kwindex_source_path`` names a file
    is_about_file: bool


class Aliases:
    """Aliases that the code blocks of a document introduce, for the blocks below them."""

    def __init__(self) -> None:
        #: language -> alias -> what it stands for
        self._known: dict[str, dict[str, Found]] = {}
        #: name -> all that it stands for in the document
        self._targets: dict[str, set[tuple[Kind, str]]] = defaultdict(set)

    def resolve(self, found: Iterable[Found], language: Language) -> Iterator[Found]:
        """Yield the names in a block, with aliases of earlier blocks replaced."""
        known = self._known.setdefault(language.family, {})
        found = list(found)
        bound = {one.name for one in found if one.usage in _BINDING}
        for one in found:
            if known and one.usage is Usage.USE:
                use = _resolve(one, known, bound, language.separator)
                yield use
                if use is not one:  # the alias is a name of this block as well
                    alias = re.split(r'\W', one.name, maxsplit=1)[0]
                    yield one._replace(name=alias, kind=Kind.VARIABLE, usage=Usage.MENTION)
            elif one.usage is not Usage.ALIAS:
                yield one
        for name in bound:
            known.pop(name, None)
        for one in found:
            if one.usage is Usage.ALIAS:
                self._targets[one.name].add((one.kind, one.definition))
        new = [one for one in found if one.usage is Usage.ALIAS and one.definition]
        known.update((one.name, one) for one in new)

    def stated(self, *, imported: bool) -> tuple[tuple[str, str], ...]:
        """Return imported names, or variables, that are one thing in all of the document."""
        return tuple(
            (name, target)
            for name, targets in sorted(self._targets.items())
            for kind, target in targets
            if len(targets) == 1 and target not in {'', name} and (kind is Kind.IMPORT) is imported
        )


def _resolve(use: Found, known: Mapping[str, Found], bound: set[str], separator: str) -> Found:
    first = _FIRST_COMPONENT.match(use.name)
    if first is None or first[1] in bound or first[1] not in known:
        return use
    alias, rest = known[first[1]], use.name[first.end() :]
    if alias.kind is Kind.IMPORT:
        return use._replace(name=f'{alias.definition}{first[2]}{rest}')
    return use._replace(name=f'{alias.definition}{separator}{rest}') if rest else use


def block_of(node: nodes.Element, language: str, context: Context) -> Block | None:
    """Return the code block of a literal block, nothing if it has markup or is too long."""
    code = node.astext()
    if node.rawsource and node.rawsource != code:
        return None
    if len(code) > LONGEST:
        warn(
            WarningType.TOO_LONG,
            f'a code block of {len(code):,} characters is left out of the keyword index '
            f'(the limit is {LONGEST:,}).',
            node,
        )
        return None
    included = node.get('source', '')
    at = context if included else context._replace(line=first_line(code, context))
    return Block(code, node.get('language') or language, at, included)


def first_line(code: str, context: Context) -> int:
    """Return the line on which a block begins. Its node has the line of the directive.

    Sphinx may have removed the flags of doctests.
    """
    start = next(iter(code.lstrip().partition('\n')[0].splitlines()), '')
    first = _FLAGS.sub('', start).rstrip()
    lines = lines_of(context.source)
    for number in range(max(context.line, 1), min(context.line + _LINES_TO_CODE, len(lines) + 1)):
        if _FLAGS.sub('', lines[number - 1]).strip() == first:
            return number
    return context.line


def is_embedded(block: Block, document: Document) -> bool:
    """Return whether a block is the source that a document is about, rather than an example."""
    lines = block.code.count('\n') + 1
    is_whole = bool(block.included) and len(block.code) >= _size(block.included) * _WHOLE
    if len(block.code) >= document.characters * _LARGE_SHARE:
        return is_whole or lines > _FEW_LINES
    return document.is_about_file and (is_whole or lines >= _MANY_LINES)


def names_file(title: str) -> bool:
    """Return whether a title names a source file: "client.py", "Source: a.c", "The src/a.go"."""
    before, _space, last = title.rpartition(' ')
    is_path = '/' in last or not before or before.endswith(':')
    return is_path and '.' in last and _file_names().match(posixpath.basename(last)) is not None


@cache
def _file_names() -> re.Pattern[str]:
    """Return the pattern of the file names that Pygments knows."""
    patterns = (pattern for _name, _aliases, known, _types in get_all_lexers() for pattern in known)
    return re.compile('|'.join(map(fnmatch.translate, patterns)))


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except (OSError, ValueError):  # an extension may set anything
        return 0


def names_in(
    block: Block,
    document: Document,
    extractors: Mapping[str, Callable[[str], list[Found]]],
    aliases: Aliases,
) -> Iterator[tuple[Found, Position, int]]:
    """Yield the names in a block, each with its position and its line in the document."""
    language = find_language(block.language)
    names = list(map(_printable, aliases.resolve(_extract(block, extractors), language)))
    is_source = document.is_about_file or bool(block.included) or _is_reference(names, language)
    positions = _EMBEDDED if is_source and is_embedded(block, document) else _EXAMPLE
    assigned = {one.name for one in names if one.usage in _ASSIGNING and one.kind in _DETAILS}
    for found in names:
        position = _position(found, positions, language)
        line = block.context.line + (0 if block.included else found.line - 1)
        yield found, position, line
        owner = _OWNER.match(found.name) if found.usage is Usage.USE else None
        if owner and owner[1] not in assigned:
            yield found._replace(name=owner[1], kind=Kind.CLASS), position, line


def _is_reference(names: Iterable[Found], language: Language) -> bool:
    """Return whether a block is a listing: it names its package, or documents what it declares."""
    defined = [one for one in names if one.usage is Usage.DEFINITION and not _is_detail(one)]
    documented = sum(bool(one.definition) for one in defined)
    is_package = language.name != 'rust'  # where modules are parts of a file
    has_package = is_package and any(one.kind in _PACKAGES for one in defined[:1])
    return language.name not in _DATA and (has_package or 0 < len(defined) <= 2 * documented)


def _position(found: Found, positions: Mapping[Usage, Position], language: Language) -> Position:
    if found.usage is Usage.MENTION and found.kind in _IN_PASSING:
        return Position.PASSING_NAME
    if found.usage is Usage.MENTION and _CLASS_PATH.fullmatch(found.name):
        return Position.CODE_MENTION
    position = positions[found.usage]
    if position is Position.SOURCE_DEFINITION and _is_detail(found):
        return Position.SOURCE_DETAIL
    if positions is _EXAMPLE and found.kind is Kind.SETTING and language.name in _DATA:
        return Position.EXAMPLE_USE
    if positions is _EXAMPLE and _is_setting(found):
        return Position.EXAMPLE_SETTING
    return position


def _printable(found: Found) -> Found:
    if found.name.isascii() and found.name.isprintable():
        return found
    return found._replace(name=escape_invisible(sanitize(found.name))[:LONGEST_NAME])


def _is_detail(found: Found) -> bool:
    """Return whether a definition is one that readers seldom look for."""
    return found.kind in _DETAILS or last_component(found.name).startswith('_')


def _is_setting(found: Found) -> bool:
    """Return whether an example sets an option or a setting that readers may look up."""
    if found.kind is Kind.OPTION:
        return found.name.startswith('--')
    if found.usage is not Usage.DEFINITION:
        return False
    name = last_component(found.name)
    return found.kind in _SETTINGS and ('_' in name.strip('_') or '-' in name)


def _extract(block: Block, extractors: Mapping[str, Callable[[str], list[Found]]]) -> list[Found]:
    """Return what an extractor finds. If it fails, only the names of this block are lost."""
    own = extractors.get(block.language)
    try:
        return _checked(own(block.code), block.code) if own else extract(block.code, block.language)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  any text may stand in a block
        warn(
            WarningType.EXTRACTOR,
            f'the names in this {block.language} block are left out: '
            f'{type(error).__name__}: {error}',
            f'{block.context.source}:{block.context.line}',
        )
        return []


def _checked(given: Iterable[Found], code: str) -> list[Found]:
    """Check and normalize what an extractor of the project returns."""
    lines = code.count('\n') + 1
    found = [_normalized(Found(*one), lines) for one in given]
    return [one for one in found if 0 < len(one.name) <= LONGEST_NAME]


def _normalized(found: Found, lines: int) -> Found:
    name, kind, usage, line, times, definition = found
    for part, expected in ((name, str), (line, int), (times, int), (definition, str)):
        if not isinstance(part, expected):
            message = f'{part!r} of {found} is no {expected.__name__}'
            raise TypeError(message)
    return Found(
        sanitize(name),
        Kind(kind),
        Usage(usage),
        min(max(line, 1), lines),
        max(times, 1),
        first_sentence(definition),
    )
