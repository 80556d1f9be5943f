"""What files in other languages define, according to programs that are not ours.

The truth is a set of (group, name): groups tell types, functions, values and modules apart, names
are bare unless told otherwise. universal-ctags is the truth for most languages, TypeScript's own
parser a second one for JavaScript and TypeScript, PyYAML that for YAML.

ctags errs. A *correction* is a class of its errors that was looked at by hand, told by a rule that
knows nothing of the extractors: wrong names are taken out of the truth, names that ctags cannot
know are taken out of what is found. The raw figures are printed beside the corrected ones.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Name = tuple[str, str]  # group, name

_GROUPS = {
    'type': """
        alias annotation class enum interface object struct structType table talias trait type
        typealias typedef view
    """,
    'function': """
        alias-command func function generator getter macro-function method methodSpec P procedure
        setter singletonMethod
    """,
    'value': """
        D M accessor constant const define enumConstant enumerator field macro member option project
        property target var variable
    """,
    'module': 'module namespace package',
}
_GROUP_OF = {kind: group for group, kinds in _GROUPS.items() for kind in kinds.split()}


class Tag(NamedTuple):
    """What ctags says of a name."""

    name: str
    kind: str
    line: int
    #: what it is in, and of which kind that is
    scope: str
    scope_kind: str


class Text(NamedTuple):
    """A file, with what corrections need to know of it."""

    lines: list[str]
    #: kind of region -> the lines in it
    regions: dict[str, set[int]]


# -- universal-ctags


def tags(language: str, kinds: str, paths: list[Path]) -> dict[Path, list[Tag]]:
    """Ask ctags for the tags of some files."""
    command = [
        'ctags', '--output-format=json', '--fields=+nsZ', '-o', '-', f'--languages={language}',
        f'--language-force={language}', f'--kinds-{language}={kinds}', '-L', '-',
    ]  # fmt: skip
    answer = subprocess.run(
        command, input='\n'.join(map(str, paths)), capture_output=True, check=True, text=True,
        encoding='utf-8', errors='replace',
    )  # fmt: skip
    found = defaultdict(list)
    for line in answer.stdout.split('\n')[:-1]:
        tag = json.loads(line)
        scope = tag.get('scope', ''), tag.get('scopeKind', '')
        found[Path(tag['path'])].append(Tag(tag['name'], tag['kind'], tag['line'], *scope))
    return found


def group_of(language: str, tag: Tag) -> str:
    """Name the group that a tag belongs to; '' if it is none of a definition."""
    if tag.name.startswith(('__anon', 'AnonymousFunction', 'anonymousFunction')):
        return ''
    if language == 'Sh' or (language == 'CMake' and tag.kind in ('function', 'macro')):
        return 'function'
    return _GROUP_OF.get(tag.kind, '')


# -- corrections: tag -> it is wrong


def _is_literal(tag: Tag, _: Text) -> bool:
    """Java: ``boolean a() default false;`` gives ctags a field ``false``."""
    return tag.name in ('false', 'true', 'null')


def _is_array(tag: Tag, _: Text) -> bool:
    """Shell: ``A=()`` gives ctags a function ``A=``, ``-A function --`` one ``--``."""
    return re.fullmatch(r'[\w:.+-]*\w', tag.name) is None


def _is_argument(tag: Tag, text: Text) -> bool:
    """Shell: ``complete -A function group`` gives ctags a function ``group``."""
    return re.match(r'\s*(?:function\s|[^\s()]+\s*\()', text.lines[tag.line - 1]) is None


def _is_local(tag: Tag, text: Text) -> bool:
    """CMake: what is set in a function is a local variable, unless it is cached or its caller's."""
    return tag.kind == 'variable' and tag.line in text.regions['function']


def _is_in_brackets(tag: Tag, text: Text) -> bool:
    """CMake: ctags reads code, and prose, in bracket comments and texts."""
    return tag.line in text.regions['brackets']


def _is_made_up(tag: Tag, _: Text) -> bool:
    """CMake: ``function(${name})`` has no name to find."""
    return not re.fullmatch(r'[A-Za-z_][\w.+:-]*', tag.name)


WRONG: dict[str, list[Callable[[Tag, Text], bool]]] = {
    'Java': [_is_literal],
    'Sh': [_is_array, _is_argument],
    'CMake': [_is_local, _is_in_brackets, _is_made_up],
}


# -- corrections: line of a name that is found -> ctags cannot know it


def _is_constant(line: int, text: Text) -> bool:
    """Rust: ctags has no kind for constants."""
    return re.search(r'\bconst\s+(?:mut\s+)?\w+\s*:', text.lines[line - 1]) is not None


def _is_in_macro(line: int, text: Text) -> bool:
    """Rust: ctags passes over what is in the braces of a macro's call."""
    return line in text.regions['macro']


def _is_in_function(line: int, text: Text) -> bool:
    """Go: ctags passes over the types, with their fields, that functions declare."""
    return line in text.regions['function']


def _is_special(line: int, text: Text) -> bool:
    """CMake: ctags knows neither ``set(ENV{A})`` nor ``add_library(a::b)``, nor what they cache."""
    return re.search(r'\bENV\{|::|\bCACHE\b|\bPARENT_SCOPE\b', text.lines[line - 1]) is not None


UNKNOWN: dict[str, list[Callable[[int, Text], bool]]] = {
    'Rust': [_is_constant, _is_in_macro],
    'Go': [_is_in_function],
    'CMake': [_is_special],
}


# -- regions of a text, by the simplest means


def text_of(language: str, code: str) -> Text:
    """Prepare a file for its corrections."""
    lines = code.split('\n')
    regions = _REGIONS.get(language, lambda _: {})(lines)
    return Text(lines, {kind: set(numbers) for kind, numbers in regions.items()})


def _rust_regions(lines: list[str]) -> dict[str, Iterator[int]]:
    return {'macro': _braced(lines, re.compile(r'^\s*[\w:]+!\s*(?:\w+\s*)?[{(]'))}


def _go_regions(lines: list[str]) -> dict[str, Iterator[int]]:
    return {
        'function': _from_to(lines, re.compile(r'(?:func|var)\b.*[{(]\s*$'), re.compile(r'^[})]'))
    }


def _cmake_regions(lines: list[str]) -> dict[str, Iterator[int]]:
    return {
        'function': _from_to(
            lines,
            re.compile(r'\s*function\s*\(', re.IGNORECASE),
            re.compile(r'^\s*endfunction\s*\(', re.IGNORECASE),
        ),
        'brackets': _from_to(lines, re.compile(r'.*\[=*\['), re.compile(r'\]=*\]')),
    }


_REGIONS = {'Rust': _rust_regions, 'Go': _go_regions, 'CMake': _cmake_regions}


def _braced(lines: list[str], begins: re.Pattern[str]) -> Iterator[int]:
    """Number the lines from one that begins so to the one that closes its brackets."""
    depth = 0
    for number, line in enumerate(lines, 1):
        if depth > 0 or begins.match(line):
            yield number
            depth += len(re.findall('[{(]', line)) - len(re.findall('[})]', line))


def _from_to(lines: list[str], begins: re.Pattern[str], ends: re.Pattern[str]) -> Iterator[int]:
    """Number the lines from one that begins so to one that ends so, or to the same."""
    inside = False
    for number, line in enumerate(lines, 1):
        if inside:
            yield number
            inside = not ends.search(line)
        elif match := begins.match(line):
            yield number
            inside = not ends.search(line, match.end())


# -- other truths


def yaml_keys(code: str) -> set[str]:
    """Return the keys of all documents in a text, qualified; what is repeated stands only once."""
    keys: set[str] = set()
    seen: set[int] = set()

    def walk(node: yaml.Node, parent: str) -> None:
        if id(node) in seen:  # an alias: its keys stand where the anchor is
            return
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            for item in node.value:
                walk(item, parent)
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                is_key = isinstance(key, yaml.ScalarNode)
                name = '.'.join(filter(None, (parent, key.value if is_key else '')))
                if is_key:
                    keys.add(name)
                walk(value, name)

    for document in yaml.compose_all(code, Loader=yaml.SafeLoader):
        if document is not None:
            walk(document, '')
    return keys


def ecma_names(parser: Path, paths: list[Path]) -> dict[Path, set[Name]]:
    """Ask TypeScript's parser what files of JavaScript and TypeScript define, qualified."""
    script = Path(__file__).with_name('ecma_truth.js')
    answer = subprocess.run(
        ['node', script, parser], input='\n'.join(map(str, paths)), capture_output=True,
        check=True, text=True, encoding='utf-8',
    )  # fmt: skip
    found = defaultdict(set)
    for line in answer.stdout.split('\n')[:-1]:
        path, group, name = json.loads(line)
        found[Path(path)].add((group, name))
    return found
