"""Names that a documentation explains: objects, terms, headings, first cells and items of lists."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sampled_names import section_ids
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterator

OBJECT, TERM, HEADING, CELL, ITEM = 'object', 'term', 'heading', 'first cell', 'list item'

#: an option, a dotted name, or a name with underscores or capitals inside
_NAME = re.compile(
    r'--?[A-Za-z][\w-]*|@?[A-Za-z_]\w*(?:(?:\.|::)\w+)+|@?[A-Za-z]\w*[a-z_][A-Z_]\w*|_\w+|[A-Z0-9]+(?:_[A-Z0-9]+)+'
)
_IN_PARENTHESES = re.compile(r'\s*\(.*\)$|\s*[=:]$')


class Explained(NamedTuple):
    """A name with an explanation."""

    document: str
    name: str
    how: str
    text: str
    #: ids of the section
    ids: frozenset[str]


def explained(docname: str, doctree: nodes.document) -> Iterator[Explained]:
    """Yield the names that a document explains with a sentence of at least three words."""
    for how, names, node, text in _candidates(doctree):
        words = ' '.join(text.split())
        if len(words.split()) >= 3:
            ids = section_ids(node)
            yield from (Explained(docname, name, how, words, ids) for name in names)


def _candidates(
    doctree: nodes.document,
) -> Iterator[tuple[str, list[str], nodes.Element, str]]:
    for node in doctree.findall(addnodes.desc):
        signatures = [child for child in node if isinstance(child, addnodes.desc_signature)]
        found = (signature.next_node(addnodes.desc_name) for signature in signatures)
        yield OBJECT, [name.astext() for name in found if name], node, _first(node[-1])
    for node in doctree.findall(nodes.definition_list_item):
        is_glossary = 'glossary' in node.parent.parent.get('classes', ())
        terms = [child for child in node if isinstance(child, nodes.term)]
        names = [term.astext() for term in terms] if is_glossary else _names(*terms)
        yield TERM, names, node, _first(node[-1])
    for node in doctree.findall(nodes.section):
        yield HEADING, _names(node[0]), node, _first(node)
    for node in doctree.findall(nodes.row):
        if not isinstance(node.parent, nodes.thead) and len(node) > 1:
            cells = [' '.join(cell.astext().split()) for cell in node[1:]]
            yield CELL, _names(node[0]), node, max(cells, key=len)
    for node in doctree.findall(nodes.list_item):
        yield ITEM, *_of_item(node)


def _names(*elements: nodes.Element) -> list[str]:
    """Return the name that an element consists of: a literal, or what can be nothing but a name."""
    names = []
    for element in elements:
        if any(link.get('reftype') == 'ref' for link in element.findall(addnodes.pending_xref)):
            continue
        text = _IN_PARENTHESES.sub('', element.astext().strip())
        literals = list(element.findall(nodes.literal))
        whole = len(literals) == 1 and literals[0].astext() == element.astext().strip()
        if re.fullmatch(r'@?[\w.:-]*[A-Za-z]{2}[\w.:-]*', text) and (
            whole or _NAME.fullmatch(text)
        ):
            names.append(text)
    return names


def _of_item(item: nodes.list_item) -> tuple[list[str], nodes.Element, str]:
    """Return what an item of the form "``name``: text" explains."""
    paragraph = item.next_node(nodes.paragraph)
    if paragraph is None or len(paragraph) < 2 or paragraph.parent is not item:
        return [], item, ''
    for first, second in pairwise(paragraph.children[:2]):
        text = second.astext()
        if isinstance(first, (nodes.literal, nodes.strong)) and re.match(r'\s*[:–—-]\s', text):
            rest = ''.join(child.astext() for child in paragraph.children[1:])
            return _names(first), item, rest.lstrip(' :–—-')
    return [], item, ''


def _first(node: nodes.Element) -> str:
    """Return the first paragraph of a node, if nothing but targets stands before it."""
    for child in node.children:
        if isinstance(child, nodes.paragraph):
            return child.astext()
        if isinstance(child, nodes.section):
            return ''
    return ''
