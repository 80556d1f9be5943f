"""Measure whether names of a documentation can be found: ``python tests/quality/completeness.py``.

``completeness.py OUT...`` reads directories with ``kwindex``, ``html`` and ``doctrees``: outputs
of ``sphinx-build -b kwindex`` and ``-b html`` with common doctrees. ``--misses 5`` prints names
that are missing. Columns:

* recorded: in ``records.jsonl``, for this document; of these: section: with a place in the section;
  kind: with a kind that the context tells
* page, index, glossary: on this generated page, in full or as the last part of a name
* query: answered, of ``--queries`` seeded names; there: the answer has the document
"""

from __future__ import annotations

import argparse
import html
import json
import pickle
import random
import re
import sys
from collections import Counter, defaultdict
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent))

from explained_names import HEADING, Explained, explained
from sampled_names import CODE, LITERAL, Sample, samples

from sphinxcontrib_kwindex.cli import query

#: sort -> kinds that are right; other sorts have none that the context tells
KINDS = {
    'class': {'class', 'enum', 'type', 'module'},
    'function': {'function', 'method'},
    'call': {'function', 'method', 'class', 'macro', 'command', 'import'},
    'macro': {'macro', 'constant', 'function'},
    'constant': {'constant', 'macro', 'environment variable', 'setting', 'enum', 'option'},
    'option': {'option'},
    'setting': {'setting', 'environment variable', 'option', 'variable', 'constant'},
    'keyword argument': {'setting', 'option', 'attribute', 'variable', 'name'},
    'import': {'import', 'module', 'namespace', 'class', 'function', 'file', 'type', 'constant'},
    'path': {'file'},
    'command': {'command'},
}
COLUMNS = ('recorded', 'section', 'kind', 'page', 'index', 'glossary', 'query', 'there')


class Entry(NamedTuple):
    """An entry of a generated page: its name, and the address of its first link."""

    name: str
    address: str


class Output:
    """The outputs of a documentation."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.folder = folder
        self.export = folder / 'kwindex'
        self.documents = lines(self.export / 'documents.jsonl')
        self.glossary = lines(self.export / 'keywords.jsonl')
        #: document -> spelling -> records
        self.records: dict[str, dict[str, list[dict]]] = defaultdict(lambda: defaultdict(list))
        for record in lines(self.export / 'records.jsonl'):
            for form in forms(record['name']):
                self.records[record['document']][form].append(record)
        pages = folder / 'html' / 'kwindex'
        parts = [path for path in sorted(pages.glob('*.html')) if 'glossary' not in path.name]
        self.index = [entry for path in parts for entry in entries(path)]
        self.pages: dict[str, list[Entry]] = {}
        #: document -> spellings on its page, in whatever group
        self.shown: dict[str, set[str]] = {}
        for document in self.documents:
            name = document['document']
            path = pages / 'doc' / f'{name}.html'
            self.pages[name] = entries(path)
            self.shown[name] = spellings(self.pages[name]) | code_in(path)

    def doctrees(self):
        """Yield (name of a document, its doctree)."""
        for document in self.documents:
            path = self.folder / 'doctrees' / f'{document["document"]}.doctree'
            yield document['document'], pickle.loads(path.read_bytes())


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding='utf-8').splitlines()]


def entries(path: Path) -> list[Entry]:
    """Return the entries of a generated page: elements whose ids are those of entries."""
    if not path.exists():
        return []
    parts = re.split(r'<\w+ [^>]*?id="kw-', path.read_text(encoding='utf-8'))[1:]
    return [entry for part in parts if (entry := _entry(part))]


def code_in(path: Path) -> set[str]:
    """Return the spellings of all names that a generated page shows as code."""
    text = path.read_text(encoding='utf-8') if path.exists() else ''
    found = re.findall(r'<code(?: [^>]*)?>(.*?)</code>', text, re.DOTALL)
    return {form for name in found for form in forms(html.unescape(re.sub('<[^>]+>', '', name)))}


def _entry(part: str) -> Entry | None:
    name = re.search(r'<(code|b)(?: [^>]*)?>(.*?)</\1>', part, re.DOTALL)
    address = re.search(r'<a [^>]*href="([^"]*)"', part)
    if not name:
        return None
    text = html.unescape(re.sub(r'<[^>]+>', '', name[2]))
    return Entry(text, html.unescape(address[1]) if address else '')


@cache
def forms(name: str) -> frozenset[str]:
    """Return the spellings under which a reader finds a name: in full, and its last part."""
    plain = re.sub(r'\(.*\)$', '', name.strip()).removeprefix('./').lstrip('@$').rstrip('!')
    last = re.split(r'\.|::|->|#', plain)[-1]
    option = re.search(r'(?:^|\s)(--?[A-Za-z][\w-]*)', plain)
    path = plain.rpartition('/')[2] if '/' in plain else ''
    found = {name.strip(), plain, last, path, option[1] if option else '', plain.rstrip('/')}
    return frozenset(found - {''})


def wanted(name: str) -> frozenset[str]:
    """Return the spellings of a name of the text that are the same name in a listing."""
    plain = name.removeprefix('./').removeprefix('node:').lstrip('@$')
    base = name.rpartition('/')[2] if name.startswith('.') else ''  # a relative import
    last = re.split(r'\.|::|->', plain)[-1]
    dotted = re.fullmatch(r'[\w$]+(?:(?:\.|::|->)[\w$]+)+', plain)
    return frozenset({name, plain, plain.rstrip('/'), base, last if dotted else ''} - {''})


class Table:
    """Counts of names, by documentation, origin and sort."""

    def __init__(self) -> None:
        self.found: Counter = Counter()
        self.asked: Counter = Counter()
        self.misses = defaultdict(list)

    def add(self, column: str, sample: Sample, *, found: bool) -> None:
        for sort in (sample.sort, ''):
            key = sample.origin, sort, column
            self.asked[key] += 1
            self.found[key] += found
        if not found:
            self.misses[sample.origin, sample.sort, column].append(sample)

    def lines(self):
        yield f'{"":27}{"names":>7}' + ''.join(f'{column:>10}' for column in COLUMNS)
        for origin in (LITERAL, CODE):
            sorts = sorted({s for o, s, c in self.asked if o == origin})
            order = sorted(sorts, key=lambda sort: -self.asked[origin, sort, 'recorded'])
            for sort in order:
                cells = ''.join(self._cell(origin, sort, column) for column in COLUMNS)
                title = f'  {sort}' if sort else f'names in {origin}'
                yield f'{title:27}{self.asked[origin, sort, "recorded"]:7}{cells}'

    def _cell(self, *key: str) -> str:
        asked = self.asked[key]
        return f'{self.found[key] / asked:10.1%}' if asked else f'{"–":>10}'


def measure(output: Output, table: Table, options: argparse.Namespace) -> list[str]:
    """Add the names of a documentation to the table; return lines about its listings."""
    found, told = [], []
    for docname, doctree in output.doctrees():
        found += samples(docname, doctree)
        told += explained(docname, doctree)
    places = defaultdict(set)  # a name of a document, once -> its sections
    for sample in found:
        places[sample._replace(section=frozenset())].add(sample.section)
    index = spellings(output.index)
    glossary = {form for keyword in output.glossary for form in forms(keyword['name'])}
    for sample, sections in places.items():
        names = wanted(sample.name)
        records = [r for name in names for r in output.records[sample.document].get(name, ())]
        table.add('recorded', sample, found=bool(records))
        table.add('page', sample, found=bool(names & output.shown[sample.document]))
        table.add('index', sample, found=bool(names & index))
        table.add('glossary', sample, found=bool(names & glossary))
        if records:
            linked = {place['section'] for record in records for place in record['places']}
            for section in sections:
                table.add('section', sample, found=bool(section & linked))
            told_kind = sample.origin == CODE or sample.sort != 'class'
            if told_kind and (kinds := KINDS.get(sample.sort)):
                table.add('kind', sample, found=any(r['kind'] in kinds for r in records))
    ask(output, draw(list(places), options.queries, options), table)
    homes = defaultdict(set)  # (document, name) -> ids of the sections with this heading
    for name in told:
        if name.how == HEADING:
            homes[name.document, name.name] |= name.ids
    drawn = draw(list(homes), 30, options)
    first = sum(is_first(output, *home, homes[home]) for home in drawn)
    return [
        *about_listings(output),
        f'names with an own section that are linked to it first: {first} of {len(drawn)}',
        *about_explained(output, told),
    ]


def draw(items: list, number: int, options: argparse.Namespace) -> list:
    """Return so many items at random, the same in every run."""
    return random.Random(options.seed).sample(items, min(number, len(items)))


def ask(output: Output, asked: list[Sample], table: Table) -> None:
    """Query names in this process, without suggestions of similar names."""
    read = cache(lines)
    with (
        patch.object(query, 'open_objects', lambda path: nullcontext(read(path))),
        patch('difflib.get_close_matches', return_value=[]),
    ):
        for sample in asked:
            try:
                answers = query.find(output.export, sample.name)
            except query.NoMatchError:
                answers = []
            there = {place['document'] for answer in answers for place in answer['places']}
            table.add('query', sample, found=bool(answers))
            table.add('there', sample, found=sample.document in there)


def spellings(listing: list[Entry]) -> set[str]:
    return {form for entry in listing for form in forms(entry.name)}


def about_listings(output: Output) -> list[str]:
    """Return lines about the size of the index and the glossary, and about duplicates."""
    glossary = [Entry(keyword['name'], '') for keyword in output.glossary]
    repeated = {
        'pages': [repetitions(page) for page in output.pages.values()],
        'index': [repetitions(output.index)],
        'glossary': [repetitions(glossary)],
    }
    shares = [
        f'{name} {sum(same for same, _ in pairs) / (sum(n for _, n in pairs) or 1):.1%}'
        for name, pairs in repeated.items()
    ]
    return [
        f'{len(output.documents)} documents, {len(output.index)} entries of the index',
        f'{len(glossary)} entries of the glossary',
        f'entries that share their spelling with another: {", ".join(shares)}',
    ]


def repetitions(listing: list[Entry]) -> tuple[int, int]:
    """Return the number of entries that share their name with another one, and of all."""
    counts = Counter(entry.name for entry in listing)
    return sum(count for count in counts.values() if count > 1), len(listing)


def is_first(output: Output, docname: str, name: str, ids: set[str]) -> bool:
    """Check whether the first link of a name on its keyword page leads to its own section."""
    page = output.pages[docname]
    named = [entry for entry in page if entry.name.removesuffix('()') == name]
    named += [entry for entry in page if name in forms(entry.name)]
    return any(entry.address.partition('#')[2] in ids for entry in named[:1])


def about_explained(output: Output, told: list[Explained]) -> list[str]:
    """Return lines about explained names: whether the glossary has them, and with a definition."""
    with_text = {}  # spelling -> whether an entry with it has a definition
    for keyword in output.glossary:
        for form in forms(keyword['name']):
            with_text[form] = with_text.get(form, False) or bool(keyword['definition'])
    by_how = defaultdict(set)
    for name in told:
        by_how[name.how].add(name.name)
    lines = []
    for how, names in by_how.items():
        inside = [n for name in names if (n := wanted(name) & with_text.keys())]
        defined = sum(any(with_text[form] for form in n) for n in inside)
        lines.append(
            f'explained by {how}: {len(names)} names, {len(inside) / len(names):.1%} in the '
            f'glossary, {defined / len(names):.1%} with a definition'
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('out', type=Path, nargs='+')
    parser.add_argument('--queries', type=int, default=150, help='for each documentation')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--misses', type=int, default=0, help='missing names to print for a cell')
    options = parser.parse_args()
    total = Table()
    for folder in options.out:
        table, output = Table(), Output(folder)
        about = measure(output, table, options)
        print(f'\n{output.name}\n', *table.lines(), *about, sep='\n')
        total.found += table.found
        total.asked += table.asked
        show_misses(table, options)
    if len(options.out) > 1:
        print('\nall\n', *total.lines(), sep='\n')


def show_misses(table: Table, options: argparse.Namespace) -> None:
    for key, missed in sorted(table.misses.items()):
        if key[-1] == 'glossary':
            continue
        for sample in draw(missed, options.misses, options):
            print(f'   {"/".join(key)}: {sample.name} ({sample.language} {sample.document})')


if __name__ == '__main__':
    main()
