"""The C family against universal-ctags: whole files and fragments, qualified names and bare ones.

Two rows: *raw* is what ctags says; *corrected* leaves out documented classes of what it gets
wrong, or names otherwise (see ``corrected``), and what the rules leave out on purpose.
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

from scores import FRAGMENTS, WHOLE, Scores, Source, fragments

from sphinxcontrib_kwindex.extract.cfamily import survey
from sphinxcontrib_kwindex.extract.cfamily.heads import What

LANGUAGES = ('c', 'cpp', 'cuda')
ROWS = ('raw', 'corrected')
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
    What.CLASS: 'class',
    What.ENUM: 'enum',
    What.SCOPED_ENUM: 'enum',
    What.ENUMERATOR: 'enumerator',
    What.FUNCTION: 'function',
    What.PROTOTYPE: 'prototype',
    What.CUT_OFF: CUT_OFF,
    What.TYPE: 'typedef',
    What.NAMESPACE: 'namespace',
}
_ANONYMOUS = re.compile(r'__anon\w+(?:::|$)')


class Tag(NamedTuple):
    """One name of a file, by ctags or by us."""

    kind: str
    name: str
    line: int

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
            '--langmap=C++:+.cu.cuh', '--kinds-C++=+p', '--kinds-C=+p', '--languages=C,C++', '-f', '-', '.',
        ]  # fmt: skip
        run = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    found = defaultdict(list)
    for line in run.stdout.decode(errors='replace').splitlines():
        tag = json.loads(line)
        if tag['_type'] == 'tag' and tag['kind'] in KINDS and tag.get('roles') != 'undef':
            found[tag['path'].removeprefix('./')].append(read(tag))
    return {path: joined(those) for path, those in found.items()}


def read(tag: dict) -> Tag:
    kind = KINDS[tag['kind']]
    name = tag['name']
    if kind != 'include':
        name = re.sub(r'\boperator\s+(?=[^\w\s])', 'operator', name)
        scope = tag.get('scope', '') if kind != 'macro' else ''
        name = f'{scope}::{name}' if scope else name
        if _ANONYMOUS.search(tag['name']):
            name = ''
        name = _ANONYMOUS.sub('', name)
    return Tag(kind, name, tag['line'])


def joined(those: list[Tag]) -> list[Tag]:
    """``a::b`` in one line is one namespace for us, and two for ctags."""
    spaces = {(tag.line, tag.name) for tag in those if tag.kind == 'namespace'}
    inner = {
        (line, name.rpartition('::')[0]) for line, name in spaces if name.rpartition('::')[0]
    }
    return [
        tag
        for tag in those
        if tag.name and not (tag.kind == 'namespace' and (tag.line, tag.name) in inner)
    ]


def ours(code: str) -> list[Tag]:
    lexed, book = survey(code)
    found = [
        Tag(OURS[found.what], found.name, code.count('\n', 0, found.start) + 1)
        for found in book.declarations
        if found.what in OURS
    ]
    found += [Tag('macro', macro.name, code.count('\n', 0, macro.at) + 1) for macro in lexed.macros]
    found += [Tag('include', name, code.count('\n', 0, at) + 1) for name, at in lexed.includes]
    return found


def corrected(truth: list[Tag], source: Source) -> list[Tag]:
    return truth


def measure(sources: list[Source], scores: Scores) -> None:
    those = [s for s in sources if s.language in LANGUAGES or s.path.endswith(SUFFIXES)]
    truths = tags(those)
    for source in those:
        truth = truths.get(source.path, [])
        found = ours(source.text)
        right = corrected(truth, source)
        for row, true in (('raw', truth), ('corrected', right)):
            add(scores, row, WHOLE, found, true, source.path)
        for piece in fragments(source):
            found = ours(piece.text)
            for row, true in (('raw', truth), ('corrected', right)):
                inside = [tag for tag in true if piece.first <= tag.line <= piece.last]
                where = f'{source.path}:{piece.first}'
                add(scores, row, FRAGMENTS, found, inside, where)


def add(scores: Scores, row: str, cut: str, found: list[Tag], truth: list[Tag], where: str) -> None:
    prototypes = {tag.last for tag in truth if tag.kind == 'prototype'}
    found = [
        tag._replace(kind='prototype' if tag.last in prototypes else 'function')
        if tag.kind == CUT_OFF
        else tag
        for tag in found
    ]
    for kind in dict.fromkeys(KINDS.values()):
        whole = cut == WHOLE and kind != 'enumerator'
        scores.add(
            row, kind, cut, where=where,
            found={tag.name if whole else tag.last for tag in found if tag.kind == kind},
            truth={tag.name if whole else tag.last for tag in truth if tag.kind == kind},
        )  # fmt: skip
