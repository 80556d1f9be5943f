"""The C family against universal-ctags: qualified names in whole files, bare ones in fragments.

The rows *raw* are what ctags says. In the rows *corrected* these classes of its answers are left
out or mended, each by a rule of its own that knows nothing of the extractor (see ``corrected``):

* header guards, which the rules leave out on purpose;
* macros taken for functions: ``TEST(A, b) {``, ``TORCH_ARG(int, x);``, ``__launch_bounds__(256)``;
* template arguments taken for classes: ``class A<B, C::type> {`` gives ctags a class ``type``;
* fragments that lie within a comment or a raw string: nothing can tell them from code.

What ctags misses (functions behind a macro without a semicolon, ``~A() override;`` behind some
bases, ``#import``) counts against the extractor in both.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from scores import FRAGMENTS, WHOLE, Piece, Scores, Source, fragments

from sphinxcontrib_kwindex.extract.c_family import extract, parse
from sphinxcontrib_kwindex.extract.c_family.declarations import DeclarationKind

LANGUAGES = ('c', 'cpp', 'cuda')
TARGETS = {
    ('corrected', kind, cut): target
    for cut, target, kinds in (
        (WHOLE, (0.98, 0.97), 'class function macro typedef namespace include'),
        (FRAGMENTS, (0.95, 0.90), 'class function macro typedef namespace include'),
        (WHOLE, (0.95, 0.92), 'enum enumerator prototype'),
    )
    for kind in kinds.split()
}
SUFFIXES = ('.c', '.cc', '.cpp', '.cu', '.cuh', '.cxx', '.h', '.hpp')
#: a function whose head a fragment ends in: right if the truth has a definition or a prototype
CUT_OFF = 'cut off'
KINDS = {
    'class': 'class',
    'struct': 'class',
    'union': 'class',
    'enum': 'enum',
    'enumerator': 'enumerator',
    'function': 'function',
    'prototype': 'prototype',
    'macro': 'macro',
    'typedef': 'typedef',
    'namespace': 'namespace',
    'header': 'include',
}
OURS = {
    DeclarationKind.CLASS: 'class',
    DeclarationKind.ENUM: 'enum',
    DeclarationKind.SCOPED_ENUM: 'enum',
    DeclarationKind.ENUMERATOR: 'enumerator',
    DeclarationKind.FUNCTION: 'function',
    DeclarationKind.PROTOTYPE: 'prototype',
    DeclarationKind.CUT_OFF: CUT_OFF,
    DeclarationKind.TYPE: 'typedef',
    DeclarationKind.NAMESPACE: 'namespace',
}
CALLABLE = ('function', 'prototype')
_GUARD = re.compile(
    r'^[ \t]*#[ \t]*(?:ifndef[ \t]+|if[ \t]+!defined[ (]+)(\w+).*\n(?:[ \t]*(?://.*)?\n)*'
    r'[ \t]*#[ \t]*define[ \t]+\1\b[ \t]*1?[ \t]*(?:/.*)?\n(?!\s*#[ \t]*endif)',
    re.MULTILINE,
)
#: strings first, as they may hold the signs of comments
_HIDING = re.compile(
    r'(?:(?<=R)"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z))', re.DOTALL
)
_ANONYMOUS = re.compile(r'__anon\w+(?:::|$)')


class Tag(NamedTuple):
    """One name of a file, by ctags or by us."""

    kind: str
    name: str
    line: int
    #: ctags knows a return type
    typed: bool = True

    @property
    def last(self) -> str:
        name = self.name
        if 'operator' in name:
            return name[name.rindex('operator') :]
        return name if self.kind == 'include' else name.rpartition('::')[2]


def tags(sources: list[Source]) -> dict[str, list[Tag]]:
    """Run ctags over all files at once."""
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            path = Path(folder, source.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source.text, encoding='utf-8')
        command = [
            'ctags', '-R', '--output-format=json', '--fields=*', '--extras=+r', '--sort=no',
            '--langmap=C++:+.cu.cuh', '--kinds-C++=+p', '--kinds-C=+p', '--languages=C,C++',
            '-f', '-', '.',
        ]  # fmt: skip
        run = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    found = defaultdict(list)
    for line in run.stdout.decode(errors='replace').splitlines():
        tag = json.loads(line)
        if tag['_type'] == 'tag' and tag['kind'] in KINDS and tag.get('roles') != 'undef':
            found[tag['path'].removeprefix('./')].append(read(tag))
    return {path: joined(those) for path, those in found.items()}


def read(tag: dict) -> Tag:
    """Spell a name as we do: without template arguments and anonymous scopes."""
    kind, name = KINDS[tag['kind']], tag['name']
    if kind == 'include':
        return Tag(kind, name, tag['line'])
    if _ANONYMOUS.search(name):
        return Tag(kind, '', tag['line'])
    if kind != 'macro' and 'scope' in tag:
        name = f'{tag["scope"]}::{name}'
    name = re.sub(r'\boperator\s+(?=[^\w\s])', 'operator', _ANONYMOUS.sub('', name)).strip()
    if 'operator ' in name:
        name = re.sub(r'<.*>', '', name)
    return Tag(kind, name, tag['line'], 'typeref' in tag)


def joined(those: list[Tag]) -> list[Tag]:
    """``a::b`` in one line is one namespace for us, and two for ctags."""
    spaces = {(tag.line, tag.name) for tag in those if tag.kind == 'namespace'}
    inner = {(line, name.rpartition('::')[0]) for line, name in spaces if name.rpartition('::')[0]}
    return [
        tag
        for tag in those
        if tag.name and not (tag.kind == 'namespace' and (tag.line, tag.name) in inner)
    ]


def ours(code: str) -> list[Tag]:
    lexed, declarations = parse(code)
    found = [
        Tag(OURS[found.kind], found.name, code.count('\n', 0, found.start) + 1)
        for found in declarations.declarations
        if found.kind in OURS
    ]
    found += [Tag('macro', macro.name, code.count('\n', 0, macro.at) + 1) for macro in lexed.macros]
    found += [Tag('include', name, code.count('\n', 0, at) + 1) for name, at in lexed.includes]
    return found


def corrected(truth: list[Tag], code: str) -> list[Tag]:
    lines = code.split('\n')
    guards = {match[1] for match in _GUARD.finditer(code)}
    wrong = [tag for tag in truth if is_macro(tag) or is_argument(tag, lines)]
    scopes = {tag.last for tag in wrong}
    left_out = {*wrong, *(tag for tag in truth if tag.kind == 'macro' and tag.name in guards)}
    return [without(tag, scopes) for tag in truth if tag not in left_out]


def without(tag: Tag, scopes: set[str]) -> Tag:
    """Take scopes out of a name that are none."""
    if tag.kind in {'include', 'macro'}:
        return tag
    return tag._replace(name='::'.join(part for part in tag.name.split('::') if part not in scopes))


def is_macro(tag: Tag) -> bool:
    """No type before it, and the name of a macro: not even a constructor is called so."""
    owner = tag.name.rpartition('::')[0].rpartition('::')[2]
    is_upper = tag.last.isupper() and tag.last.strip('~') != owner
    looks_so = is_upper or tag.last == '__launch_bounds__'
    return tag.kind in CALLABLE and not tag.typed and looks_so


def is_argument(tag: Tag, lines: list[str]) -> bool:
    """A template argument that is taken for a class."""
    return tag.kind == 'class' and bool(
        re.search(rf'::\s*{re.escape(tag.last)}\s*>', lines[tag.line - 1])
    )


def hidden(code: str) -> set[int]:
    """The lines that begin within a comment or a raw string."""
    found = set()
    for match in _HIDING.finditer(code):
        if not match[0].startswith('"') or match[1] is not None:
            first = code.count('\n', 0, match.start()) + 1
            found.update(range(first + 1, first + match[0].count('\n') + 1))
    return found


def measure(sources: list[Source], scores: Scores) -> None:
    those = [s for s in sources if s.language in LANGUAGES or s.path.endswith(SUFFIXES)]
    truths = tags(those)
    for source in those:
        truth = truths.get(source.path, [])
        right = corrected(truth, source.text)
        found = ours(source.text)
        add(scores, ('raw', WHOLE), found, truth, source.path)
        add(scores, ('corrected', WHOLE), found, right, source.path)
        unseen = hidden(source.text)
        for piece in fragments(source):
            where = f'{source.path}:{piece.first}'
            found = ours(piece.text)
            add(scores, ('raw', FRAGMENTS), found, within(truth, piece), where)
            if piece.first not in unseen:
                add(scores, ('corrected', FRAGMENTS), found, within(right, piece), where)
    speed(those, scores)


def within(truth: list[Tag], piece: Piece) -> list[Tag]:
    return [tag for tag in truth if piece.first <= tag.line <= piece.last]


def speed(sources: list[Source], scores: Scores) -> None:
    extract('int warm;')
    start = time.process_time()
    for source in sources:
        extract(source.text)
    seconds = time.process_time() - start
    scores.speed('C family', 'all', sum(len(source.text) for source in sources), seconds)


def add(
    scores: Scores, cell: tuple[str, str], found: list[Tag], truth: list[Tag], where: str
) -> None:
    row, cut = cell
    prototypes = {tag.last for tag in truth if tag.kind == 'prototype'}
    found = [told(tag, prototypes) for tag in found]
    for kind in dict.fromkeys(KINDS.values()):
        whole = cut == WHOLE and kind != 'enumerator'
        scores.add(
            row, kind, cut, where=where,
            found={tag.name if whole else tag.last for tag in found if tag.kind == kind},
            truth={tag.name if whole else tag.last for tag in truth if tag.kind == kind},
        )  # fmt: skip


def told(tag: Tag, prototypes: set[str]) -> Tag:
    if tag.kind != CUT_OFF:
        return tag
    return tag._replace(kind='prototype' if tag.last in prototypes else 'function')
