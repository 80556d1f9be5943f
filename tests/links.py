"""Follows every link of what was built: its file is there, and so is its fragment."""

from __future__ import annotations

import posixpath
from collections import Counter
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Page(HTMLParser):
    """The ids and the links of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.hrefs: list[str] = []
        #: those within listings of the index
        self.ours: list[str] = []
        self._depth = 0
        self.feed(path.read_text(encoding='utf-8'))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or '' for name, value in attrs}
        if tag == 'div' and (self._depth or 'data-kwx' in values):
            self._depth += 1
        if 'id' in values:
            self.ids[values['id']] += 1
        if tag == 'a' and 'href' in values:
            self.hrefs.append(values['href'])
            if self._depth:
                self.ours.append(values['href'])

    def handle_endtag(self, tag: str) -> None:
        if tag == 'div' and self._depth:
            self._depth -= 1


class Crawl:
    """All pages below a directory."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self.pages = {
            path.relative_to(out).as_posix(): Page(path)
            for path in sorted(out.rglob('*'))
            if path.suffix in {'.html', '.xhtml'} and path.is_file()
            if '_static' not in path.parts
        }

    @property
    def ours(self) -> int:
        """How many links there are in our listings."""
        return sum(len(page.ours) for page in self.pages.values())

    @property
    def broken(self) -> list[str]:
        """Which links lead nowhere: those in listings, on our pages, and to our pages."""
        return [f'{name}: {href}' for name, href, ours in self._dead_links() if ours]

    @property
    def broken_of_any(self) -> list[str]:
        """Which links lead nowhere, whoever made them."""
        return [f'{name}: {href}' for name, href, _ours in self._dead_links()]

    @property
    def doubled(self) -> list[str]:
        """Ids of ours that stand more than once on a page."""
        return [
            f'{name}: {identity}'
            for name, page in self.pages.items()
            for identity, times in page.ids.items()
            if times > 1 and identity.startswith('kw')
        ]

    def _dead_links(self) -> Iterator[tuple[str, str, bool]]:
        for name, page in self.pages.items():
            for href in page.hrefs:
                if not self._leads_somewhere(name, href):
                    yield name, href, 'kwindex/' in f'{name} {href}' or href in page.ours

    def _leads_somewhere(self, name: str, href: str) -> bool:
        url = urlsplit(href)
        if url.scheme or url.netloc:
            return True
        target = name
        if url.path:
            target = posixpath.normpath(posixpath.join(name, '..', unquote(url.path)))
            if url.path.endswith('/') or target == '.':
                target = posixpath.normpath(posixpath.join(target, 'index.html'))
        if target not in self.pages:
            return not url.fragment and (self._out / target).is_file()
        # browsers take a fragment as it is first
        spellings = {url.fragment, unquote(url.fragment)}
        return not url.fragment or not spellings.isdisjoint(self.pages[target].ids)
