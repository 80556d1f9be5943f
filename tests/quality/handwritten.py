"""Compare the keywords of hand-written documents with what a person lists for them.

``python tests/quality/handwritten.py`` downloads the source distributions that
``handwritten.toml`` names, builds the documents it picks with ``-b kwindex`` and prints, for each,
the precision of the first 20 keywords by score, the recall of all that are listed, and the recall
of the page, with what it folds. ``--misses`` prints what is wrong and what is missing. Nothing of
the packages is imported or run: the documents are built with a configuration of our own, in which
a few directives and roles are stand-ins.

An entry of the list is found if a keyword has its identity, or if one of the two is the end of the
other, in whole components: ``caplog.set_level`` is found as ``set_level`` or as
``pytest.caplog.set_level``; ``--log-level`` as ``pytest --log-level``.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from scores import WHOLE, Scores, Source

from sphinxcontrib_kwindex.extract.names import clean, identity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

TRUTH = Path(__file__).with_suffix('.toml')
CACHE = Path(tempfile.gettempdir()) / 'kwindex-handwritten'
FIRST = 20
ROW = 'hand-written'
ROUNDS = (1, 2, 3, 4)
TARGETS = {
    (ROW, 'first 20', WHOLE): (0.75, 0),
    (ROW, 'all', WHOLE): (0, 0.85),
}

# What the documents take from extensions that are not installed here is rendered all the same: tabs
# as their content, command lines as literal blocks.
CONF = """
from docutils import nodes
from docutils.parsers.rst import Directive, directives
from sphinx.directives.code import CodeBlock

project = {package!r}
extensions = ['myst_parser', 'sphinx.ext.doctest', 'sphinx.ext.extlinks', 'sphinxcontrib_kwindex']
myst_enable_extensions = ['colon_fence', 'deflist']
source_suffix = {{'.rst': 'restructuredtext', '.md': 'markdown'}}
include_patterns = {patterns!r}
root_doc = {root!r}
extlinks = {{'issue': ('https://example.org/%s', '#%s'), 'pypi': ('https://example.org/%s', '%s')}}
smartquotes = True


class Tab(Directive):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        node = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


class CommandLine(CodeBlock):
    optional_arguments = 0
    arguments = ['console']

    def run(self):
        self.arguments = ['console']
        return super().run()


def setup(app):
    directives.register_directive('tabs', Tab)
    directives.register_directive('tab', Tab)
    directives.register_directive('group-tab', Tab)
    directives.register_directive('pip-cli', CommandLine)
    for name in ('fixture', 'hook', 'globalvar', 'reqmeta', 'setting', 'sig'):
        app.add_crossref_type(name, name)
"""


class Document(NamedTuple):
    """What was found in one document, against what should have been."""

    name: str
    #: the names of the keywords, by falling score, and whether each is a true entry
    found: list[tuple[str, bool]]
    #: the true entries, and whether each is found
    truth: list[tuple[str, bool]]
    #: the share of the true entries that the keyword page has, listed or folded
    on_page: float

    @property
    def precision(self) -> float:
        first = self.found[:FIRST]
        return sum(right for _name, right in first) / (len(first) or 1)

    @property
    def recall(self) -> float:
        return sum(found for _entry, found in self.truth) / (len(self.truth) or 1)


def measure(_sources: list[Source], scores: Scores) -> None:
    """Add the documents to a table, see scores.py: the corpus has no part in it."""
    CACHE.mkdir(parents=True, exist_ok=True)
    for document in documents(CACHE):
        first = document.found[:FIRST]
        for kind, found, truth in (
            ('first 20', {name for name, _ in first}, {name for name, right in first if right}),
            ('all', {e for e, found in document.truth if found}, {e for e, _ in document.truth}),
        ):
            scores.add(ROW, kind, WHOLE, found=found, truth=truth, where=document.name)


def documents(cache: Path, rounds: Collection[int] = ROUNDS) -> Iterator[Document]:
    """Build and compare the documents of the list, of these rounds of writing it."""
    for package in tomllib.loads(TRUTH.read_text(encoding='utf-8'))['package']:
        if package.get('round', 1) not in rounds:
            continue
        keywords = exported(sources(package, cache), package)
        for docname, entries in package['documents'].items():
            yield compare(f'{package["name"]} {docname}', keywords[docname], entries)


def sources(package: dict, cache: Path) -> Path:
    """Download and unpack a source distribution, unless it is there; give its docs folder."""
    name, version = package['name'], package['version']
    target = cache / f'{name}-{version}'
    if not target.is_dir():
        command = [sys.executable, '-m', 'pip', 'download', '--quiet', '--no-deps']
        command += ['--no-binary', name, '--dest', str(cache), f'{name}=={version}']
        subprocess.run(command, check=True)
        with tarfile.open(next(cache.glob(f'{name}-{version}.tar.*'))) as archive:
            archive.extractall(cache, filter='data')
    return target / package['folder']


def exported(source: Path, package: dict) -> dict[str, list[dict]]:
    """Build the picked documents; give the keywords of each, by falling score."""
    picked = sorted(package['documents'])
    patterns = [f'{docname}.{suffix}' for docname in picked for suffix in ('rst', 'md')]
    conf = CONF.format(package=package['name'], patterns=patterns, root=picked[0])
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, 'conf.py').write_text(conf, encoding='utf-8')
        out = Path(folder, 'out')
        command = [sys.executable, '-m', 'sphinx', '-Q', '-b', 'kwindex', '-c', folder]
        subprocess.run([*command, str(source), str(out)], check=True)
        lines = (out / 'documents.jsonl').read_text(encoding='utf-8').splitlines()
    records = (json.loads(line) for line in lines)
    return {
        record['document']: sorted(
            record['keywords'],
            key=lambda k: (-k['score'], k['name']),
        )
        for record in records
    }


def compare(name: str, keywords: list[dict], entries: list[str]) -> Document:
    """Mark which keywords are true entries, and which entries are found."""
    found = [keyword['name'] for keyword in keywords if keyword['listed']]
    shown = [keyword['name'] for keyword in keywords]
    truth = [entry.split('|') for entry in entries]
    return Document(
        name,
        [(word, any(same(word, s) for spellings in truth for s in spellings)) for word in found],
        [(s[0], any(same(word, one) for one in s for word in found)) for s in truth],
        sum(any(same(word, one) for one in s for word in shown) for s in truth) / len(truth),
    )


def same(one: str, other: str) -> bool:
    """Tell whether two names are one entry of an index."""
    return _is_end(_normal(one, defined=False), _normal(other, defined=False)) or _is_end(
        _normal(one, defined=True), _normal(other, defined=True)
    )  # "dumps" is no plural where "Serializer.dumps" is found


def _is_end(*names: str) -> bool:
    shorter, longer = sorted(names, key=len)
    return shorter == longer or bool(
        re.search(r'[.:~]$', longer[: -len(shorter)]) and longer.endswith(shorter)
    )


def _normal(name: str, *, defined: bool) -> str:
    program, space, option = name.rpartition(' ')
    if space and option.startswith('-') and program:
        name = option
    return identity(clean(name), defined=defined).casefold()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--misses', action='store_true', help='print wrong and missing keywords')
    parser.add_argument('--round', type=int, action='append', help='only this round of the list')
    parser.add_argument('--cache', type=Path, default=CACHE, help='where to keep the downloads')
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    done = list(documents(options.cache, options.round or ROUNDS))
    print(f'{"":28}{"keywords":>10}{"P at 20":>9}{"entries":>9}{"recall":>8}{"page":>8}')
    for document in done:
        print(
            f'{document.name:28}{len(document.found):10}{document.precision:9.2f}'
            f'{len(document.truth):9}{document.recall:8.2f}{document.on_page:8.2f}'
        )
        if options.misses:
            wrong = [name for name, right in document.found[:FIRST] if not right]
            print('    wrong:  ', ' · '.join(wrong))
            print('    missing:', ' · '.join(e for e, found in document.truth if not found))
    precision = sum(document.precision for document in done) / len(done)
    recall = sum(document.recall for document in done) / len(done)
    on_page = sum(document.on_page for document in done) / len(done)
    print(f'{"mean":28}{"":10}{precision:9.3f}{"":9}{recall:8.3f}{on_page:8.3f}')
    return int(
        precision < TARGETS[ROW, 'first 20', WHOLE][0] or recall < TARGETS[ROW, 'all', WHOLE][1]
    )


if __name__ == '__main__':
    sys.exit(main())
