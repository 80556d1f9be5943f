"""Count the words that are no keywords among the listed ones of the 500 documents.

The documents are built as a project, and every listed name is held against three lists: function
words of English, literals that say nothing, and the words of the template that all documents come
out of. A name that a document of the project defines is none of them, whatever it is.

The template's words are not known beforehand but found, and not as the extension finds them: its
lines stand in many documents word for word outside their code blocks. The phrases that begin with
a capital in a heading, or that are marked, in more than ``COMMON`` documents are words of the
template.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from scores import ARCHIVE, WHOLE, Scores, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

ROW = 'noise'
KINDS = ('stop words', 'literals', 'template')
#: precision is the part of the listed keywords that is no noise: all of them
TARGETS = {(ROW, kind, WHOLE): (1.0, 0.0) for kind in KINDS}
#: a line in more than this part of the documents is the template's
COMMON = 0.05
#: the section of every document that embeds its source
SOURCE = 'original-source'

CONF = """
project = 'documents'
extensions = ['myst_parser', 'sphinxcontrib_kwindex']
root_doc = 'index'
suppress_warnings = ['myst', 'toc', 'misc.highlighting_failure', 'ref']
"""

#: written down for this measurement, and not taken from the extension
STOP_WORDS = frozenset(
    str.split("""
    a about above after again against all also although always am an and any are as at be because
    been before being below between both but by can cannot could did do does doing done down during
    each either else etc even ever every few first for from further get had has have having he her
    here hers him his how however i if in into is it its itself just last least less let many may me
    might more most much must my neither never next no none nor not nothing now of off often on once
    one only onto or other otherwise our ours out over own per perhaps please rather really same see
    several shall she should since so some something still such than that the their theirs them
    then there therefore these they this those though through thus to together too two under unless
    until up upon us used uses using various very via was we well were what when where whether which
    while who whom whose why will with within without would yes yet you your yours
    """)
)
LITERALS = frozenset(
    str.split("""
    true false none null nil undefined self cls this args kwargs foo bar baz qux spam eggs x y z i j
    k n m a b c d e f g h 0 1 2 True False None NULL nullptr TODO FIXME XXX
    """)
)

_FENCE = re.compile(r'^(`{3,}|~{3,}).*?^\1\s*$', re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r'#+ +(.*)')
_MARKED = re.compile(r'\*\*([^*]+)\*\*')


def measure(_sources: list[Source], scores: Scores) -> None:
    """Add the listed keywords to a table, see scores.py."""
    if not ARCHIVE.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        records, template = built(Path(folder))
    words = dict(zip(KINDS, (STOP_WORDS, LITERALS, template), strict=True))
    defined = {name for record in records for name in defined_in(record)}
    for record in records:
        names = {keyword['name'] for keyword in record['keywords']}
        said = names - defined - set(in_code(record))
        for kind, list_ in words.items():
            noise = {name for name in said if is_in(name, list_, kind)}
            scores.add(
                ROW, kind, WHOLE, found=names, truth=names - noise, where=record['document']
            )


def is_in(name: str, words: frozenset[str], kind: str) -> bool:
    """Tell whether a name is on a list: stop words whatever their case."""
    return (name.casefold() if kind == 'stop words' else name) in words


def built(folder: Path) -> tuple[list[dict], frozenset[str]]:
    """Build the documents; give what each lists, and what the template says."""
    source, out = folder / 'source', folder / 'out'
    source.mkdir()
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(source, filter='data')
    documents = sorted(source.rglob('*.md'))
    entries = ''.join(f'{path.relative_to(source).with_suffix("")}\n' for path in documents)
    (source / 'index.md').write_text(f'# Index\n\n```{{toctree}}\n{entries}```\n', encoding='utf-8')
    (source / 'conf.py').write_text(CONF, encoding='utf-8')
    command = [sys.executable, '-m', 'sphinx', '-Q', '-b', 'kwindex', str(source), str(out)]
    subprocess.run(command, check=True)
    lines = (out / 'documents.jsonl').read_text(encoding='utf-8').splitlines()
    records = [record for record in map(json.loads, lines) if record['document'] != 'index']
    return records, template_words(documents)


def defined_in(record: dict) -> Iterator[str]:
    """Give every name that a document defines."""
    for keyword in record['keywords']:
        if any(place['role'] == 'defines' for place in keyword['places']):
            yield keyword['name']


def in_code(record: dict) -> Iterator[str]:
    """Give every name that stands in the source that a document embeds."""
    for keyword in record['keywords']:
        if any(place['section'] == SOURCE for place in keyword['places']):
            yield keyword['name']


def template_words(documents: list[Path]) -> frozenset[str]:
    """Give the headings and the marked phrases that stand in many documents."""
    texts: Counter[str] = Counter()
    for path in documents:
        prose = _FENCE.sub('', path.read_text(encoding='utf-8'))
        texts.update({*_HEADING.findall(prose), *_MARKED.findall(prose)})
    most = len(documents) * COMMON
    common = {text for text, number in texts.items() if number > most}
    pieces = {piece.strip() for text in common for piece in re.split(r'[&:,/]| and ', text)}
    return frozenset(common | pieces - {''})
