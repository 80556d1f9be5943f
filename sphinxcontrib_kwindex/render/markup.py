"""The smallest parts of HTML: escaped texts, attributes, links."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.util.osutil import relative_uri

from sphinxcontrib_kwindex.labels import number
from sphinxcontrib_kwindex.outputs import in_one_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.view import Link


#: names of so many letters fit into their column
_UNBROKEN: Final = 16


#: titles and names come again and again; so many of them are remembered
_REMEMBERED: Final = 10_000

#: behind what joins the parts of a name, if another part follows
_JOINT = re.compile(r'(?<=\w[._/])(?=\w)|(?<=\w::)(?=\w)')


@lru_cache(_REMEMBERED)
def text(words: str) -> str:
    """Write a text between tags."""
    return escape(words, quote=False)


def breakable(name: str) -> str:
    """Write a keyword; a long one may be broken after what joins its parts, before the next."""
    if len(name) <= _UNBROKEN:
        return text(name)
    return _JOINT.sub('<wbr/>', text(name))


def attributes(**values: object) -> str:
    """Write those attributes that have a value."""
    return ''.join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in values.items()
        if value
    )


class Links:
    """Writes links from one page."""

    def __init__(self, builder: Builder, docname: str) -> None:
        self._builder = builder
        self._docname = docname
        self._uris: dict[str, str] = {}
        #: docname and id -> how the tag that leads there begins
        self._tags: dict[tuple[str, str], str] = {}
        self._here = in_one_page(builder)
        #: Sphinx itself leaves names of folders as they are
        self._quotes = isinstance(builder, DirectoryHTMLBuilder) and (
            '%' not in builder.get_target_uri('#')
        )

    def to(self, link: Link, html: str = '', here: str = '', *, current: bool = False) -> str:
        """Link to a place, by its own words or by others; ``here`` begins ids of this page."""
        docname, anchor, words, _page = link
        is_here = docname == self._docname
        if self._here is not None and docname not in self._here:
            return html or text(words)  # it is in no toctree, hence not in the output
        tag = self._tag(docname, f'{here}{anchor}' if is_here else anchor)
        mark = ' aria-current="page"' if current and is_here else ''
        return f'{tag}{mark}>{html or text(words)}</a>'

    def _tag(self, docname: str, anchor: str) -> str:
        """Begin a link; most places are linked to again and again."""
        key = docname, anchor
        if key not in self._tags:
            self._tags[key] = f'<a href="{escape(self.uri(docname, anchor))}"'
        return self._tags[key]

    def static(self, name: str) -> str:
        """Give the address of a static file."""
        return relative_uri(self._builder.get_target_uri(self._docname), f'_static/{name}')

    def _relative(self, docname: str) -> str:
        if self._here is not None and docname == self._builder.config.root_doc:
            return '#'  # Sphinx makes no anchor for it
        if self._quotes:
            target = self._builder.get_target_uri
            return relative_uri(quote(target(self._docname)), quote(target(docname)))
        return self._builder.get_relative_uri(self._docname, docname)

    def uri(self, docname: str, anchor: str) -> str:
        """Give the address of a place; the builder is asked once for each page."""
        if docname not in self._uris:
            self._uris[docname] = '' if docname == self._docname else self._relative(docname)
        uri = self._uris[docname]
        return f'{uri}#{anchor}' if anchor and '#' not in uri else uri or '#'


def count(n: int) -> str:
    """Write how many there are."""
    return f'<span class="kwx-n">{number(n)}</span>'


def navigation(
    class_: str, label: str, links: Iterable[str], *, is_named: bool = False
) -> Iterator[str]:
    """Write a list of links that lead around, if there are any."""
    items = ''.join(f'<li>{link}</li>' for link in links)
    if items and is_named:
        items = f'<li aria-hidden="true"><b>{text(label)}</b></li>{items}'
    if items:
        yield f'<nav class="{class_}"{attributes(aria_label=label)}><ul>{items}</ul></nav>\n'
