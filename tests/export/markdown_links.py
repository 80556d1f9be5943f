"""Follows every link of Markdown pages with parsers of its own: the file is there, and its heading.

The headings of Markdown are those of markdown-it, the headings of reStructuredText those of
docutils without Sphinx, as a code host has it.
"""

import re
from functools import cache
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from docutils import nodes
from docutils.core import publish_doctree
from markdown_it import MarkdownIt

PARSER = MarkdownIt('commonmark').enable('table')


def tokens(path):
    return PARSER.parse(path.read_text(encoding='utf-8'))


def inline(path):
    for token in tokens(path):
        yield from token.children or ()


def links(path):
    """Give every target that a page links to."""
    return [token.attrs['href'] for token in inline(path) if token.type == 'link_open']


def texts(path):
    """Give what a reader sees, line by line."""
    return [
        ''.join(child.content for child in token.children)
        for token in tokens(path)
        if token.type == 'inline'
    ]


@cache
def ids(path):
    """Give the ids of all headings of a file."""
    titles = _markdown_titles(path) if path.suffix == '.md' else _rst_titles(path)
    found = set()
    for title in titles:
        base = re.sub(r'[^\w\- ]', '', title.lower()).replace(' ', '-')
        number, unique = 0, base
        while unique in found:
            number += 1
            unique = f'{base}-{number}'
        found.add(unique)
    return found


def _markdown_titles(path):
    text = re.sub(r'\A---\n.*?\n---\n', '', path.read_text(encoding='utf-8'), flags=re.DOTALL)
    stream = PARSER.parse(text)
    for opening, content in pairwise(stream):
        if opening.type == 'heading_open':
            yield ''.join(
                child.content for child in content.children if child.type in {'text', 'code_inline'}
            )


def _rst_titles(path):
    settings = {'report_level': 5, 'halt_level': 5, 'file_insertion_enabled': False,
                'doctitle_xform': False}  # fmt: skip
    document = publish_doctree(path.read_text(encoding='utf-8'), settings_overrides=settings)
    return [title.astext() for title in document.findall(nodes.title)]


def broken(path):
    """Name the links of a page that lead nowhere."""
    for href in links(path):
        url = urlsplit(href)
        if not url.scheme:
            target = (path.parent / unquote(url.path)).resolve()
            if not target.is_file() or (url.fragment and unquote(url.fragment) not in ids(target)):
                yield href
