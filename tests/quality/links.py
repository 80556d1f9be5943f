"""Automatic links of HTML builds: a sample to judge by reading, and what stays text.

``python tests/quality/links.py OUT... --number 100 --seed 1`` prints links drawn by lot from builds
with ``kwindex_links``, each with page, section, sentence and target. Then it counts the literals
that are the full name of exactly one object of ``objects.inv``, once for each section and outside
of that of the object: so many of them are links. ``--text N`` prints N of the others.

Nothing of the extension is used.
"""

from __future__ import annotations

import argparse
import random
import re
import zlib
from collections import Counter, defaultdict
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urljoin

_BLOCKS = frozenset({'p', 'li', 'dt', 'dd', 'td', 'th', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'})
_VOID = frozenset({'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'source', 'area'})
_SIGNATURE = re.compile(r'\bsig\b')
_NAMES = re.compile(r'(std:doc|std:label|std:term|kw:.*|.*:citation|py:parameter)')
_OBJECT = re.compile(r'(\S(?:.*\S)?) +(\S+:\S+) +(-?\d+) +(\S*) +(.*)')


class Literal(NamedTuple):
    """A literal, or another text that is a link."""

    page: str
    section: str
    title: str
    text: str
    href: str
    sentence: str
    #: it stands in a heading, a signature or a link of the author
    is_closed: bool


class Reader(HTMLParser):
    """Literals and automatic links of one page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: list[list[object]] = []
        self._stack: list[tuple[str, str, str]] = []
        self._section: list[str] = ['']
        self._title = ['']
        self._block: list[str] = []
        self._waiting: list[list[object]] = []
        self._open: list[list[object]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            return
        given = dict(attrs)
        css, ident = given.get('class') or '', given.get('id') or ''
        if tag == 'section':
            self._section.append(ident)
            self._title.append('')
        if tag in _BLOCKS:
            self._flush()
        is_link = tag == 'a' and 'kwindex-link' in css
        if is_link or (tag == 'code' and 'literal' in css and not self._within('kwindex-link')):
            closed = any(
                name in {'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a', 'pre'} or _SIGNATURE.search(cls)
                for name, cls, _ident in self._stack
            )
            href = urljoin(self.page, unquote(given.get('href') or '')) if is_link else ''
            one = [self.page, self._section[-1], self._title[-1], '', href, '', closed]
            self._open.append(one)
            self._waiting.append(one)
            self._block.append('«' if is_link else '`')
            self._stack.append((tag, css, 'literal'))
        else:
            self._stack.append((tag, css, ''))

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, _css, _mark in self._stack):
            return
        while self._stack:
            name, css, mark = self._stack.pop()
            if mark:
                self._block.append('»' if 'kwindex-link' in css else '`')
                self._open.pop()
            if name == 'section':
                self._section.pop()
                self._title.pop()
            if name in _BLOCKS:
                if re.fullmatch('h[1-6]', name) and not self._title[-1]:
                    self._title[-1] = ''.join(self._block).strip(' `¶')
                self._flush()
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        self._block.append(data)
        for one in self._open:
            one[3] = f'{one[3]}{data}'

    def _within(self, css: str) -> bool:
        return any(css in cls for _name, cls, _mark in self._stack)

    def _flush(self) -> None:
        sentence = ' '.join(''.join(self._block).split())
        for one in self._waiting:
            one[5] = sentence
        self.found += self._waiting
        self._block, self._waiting = [], list(self._open)


def literals(folder: Path) -> list[Literal]:
    """Return the literals of all pages of authors."""
    found = []
    for path in sorted(folder.rglob('*.html')):
        page = path.relative_to(folder).as_posix()
        if not page.startswith(('kwindex/', 'genindex', 'search', '_', 'py-modindex')):
            text = path.read_text(encoding='utf-8')
            start = text.find('role="main"')
            reader = Reader(page)
            reader.feed(text[text.rfind('<', 0, start) if start > 0 else 0 :])
            reader.close()
            found += [Literal(*one) for one in reader.found]  # type: ignore[arg-type]
    return found


def objects(folder: Path) -> dict[str, set[str]]:
    """Return the addresses of each name in ``objects.inv``."""
    data = (folder / 'objects.inv').read_bytes().split(b'\n', 4)[4]
    known: dict[str, set[str]] = defaultdict(set)
    for line in zlib.decompress(data).decode().splitlines():
        if (match := _OBJECT.fullmatch(line)) and not _NAMES.fullmatch(match[2]):
            uri = match[4][:-1] + match[1] if match[4].endswith('$') else match[4]
            known[match[1]].add(uri)
    return known


def sections_of_objects(folder: Path) -> dict[str, set[str]]:
    """Return the ids of each section that are around an element with an id: page#id."""
    around: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob('*.html')):
        page = path.relative_to(folder).as_posix()
        current = ''
        for section, ident in re.findall(
            r'<section id="([^"]*)"|<\w+[^>]* id="([^"]*)"', path.read_text(encoding='utf-8')
        ):
            current = section or current
            around[f'{page}#{section or ident}'].add(current)
    return around


def _is_here(one: Literal) -> bool:
    return one.href.startswith(f'{one.page}#')


def report(folder: Path, number: int, seed: int, texts: int) -> None:
    """Print the sample and the counts of one build."""
    found = literals(folder)
    links = [one for one in found if one.href]
    drawn = random.Random(seed).sample(links, min(number, len(links)))
    print(f'== {folder}: {len(links)} links, {len(drawn)} drawn with seed {seed}')
    for count, one in enumerate(sorted(drawn), 1):
        at = one.sentence.find(f'«{"`" * (f"«`{one.text}" in one.sentence)}{one.text}')
        around = one.sentence[max(0, at - 110) : at + len(one.text) + 90]
        print(f'{count} {one.page} | {one.title} | …{around}… -> {one.href}')
    known = objects(folder)
    around = sections_of_objects(folder)
    names: dict[tuple[str, str, str], list[Literal]] = defaultdict(list)
    for one in found:
        name = one.text.removesuffix('()')
        if len(known.get(name, ())) == 1 and not one.is_closed:
            (uri,) = known[name]
            if not (uri.startswith(f'{one.page}#') and one.section in around[uri]):
                names[one.page, one.section, name].append(one)
    linked = [key for key, ones in names.items() if any(one.href for one in ones)]
    bad = [one for one in links if one.is_closed]
    own = [one for one in links if one.section in around[one.href] and _is_here(one)]
    print(f'   full names of one object: {len(names)}, linked: {len(linked)}')
    print(f'   links in headings, signatures, links: {len(bad)}; to the own section: {len(own)}')
    others = sorted(names.keys() - linked)
    common = Counter(name for _page, _section, name in others).most_common(12)
    print(f'   most common text: {common}')
    for key in random.Random(seed).sample(others, min(texts, len(others))):
        print('   text:', *key, '|', names[key][0].sentence[:160])


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folders', nargs='+', type=Path)
    parser.add_argument('--number', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--text', type=int, default=0)
    options = parser.parse_args()
    for given in options.folders:
        report(given, options.number, options.seed, options.text)
