"""Where names stand in a document that are written as code: one by one, with their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.walk import EXCLUDING_CLASS
from sphinxcontrib_kwindex.export.check.history import is_about_changes, is_past
from sphinxcontrib_kwindex.extract.names import clean

if TYPE_CHECKING:
    from collections.abc import Iterator


class Occurrence(NamedTuple):
    """A name that is written as code."""

    name: str
    #: as the author wrote it
    text: str
    #: the role of a cross-reference; empty: a literal
    role: str
    #: the first line of its block
    line: int
    #: as docutils names it
    source: str
    #: the scopes in which a cross-reference looks for its target, the innermost first
    scopes: tuple[str, ...] = ()
    #: who wrote a type of a parameter may have meant anything
    is_type: bool = False

    @property
    def is_call(self) -> bool:
        """Tell whether it is written with parentheses."""
        return self.text.endswith(')') and '(' in self.text


def occurrences(document: nodes.document) -> Iterator[Occurrence]:
    """Give the literals and the cross-references of a document that are about the present."""
    for node in document.findall(_is_code):
        name = clean(node['reftarget'] if 'reftarget' in node else node.astext())
        if name and not _is_elsewhere(node) and not is_past(node):
            yield _occurrence(node, name)


def _is_code(node: nodes.Node) -> bool:
    if isinstance(node, addnodes.pending_xref):
        return node.get('refdomain') not in {'kw', ''} or node.get('reftype') == 'option'
    return isinstance(node, nodes.literal) and not isinstance(node.parent, addnodes.pending_xref)


def _is_elsewhere(node: nodes.Node) -> bool:
    """Tell whether a node is in a signature, in what an author leaves out, or among old versions."""
    titles = []
    parent = node.parent
    while parent is not None:
        if isinstance(parent, (addnodes.desc_signature, addnodes.toctree, addnodes.index)):
            return True
        if isinstance(parent, nodes.Element) and EXCLUDING_CLASS in parent.get('classes', ()):
            return True
        if isinstance(parent, nodes.section):
            titles.append(parent.next_node(nodes.title))
        parent = parent.parent
    return is_about_changes(title.astext() for title in titles if title is not None)


def _occurrence(node: nodes.Element, name: str) -> Occurrence:
    block: nodes.Node = node
    while not (getattr(block, 'line', None) and getattr(block, 'source', None)) and block.parent:
        block = block.parent
    role, scopes = '', ()
    if isinstance(node, addnodes.pending_xref):
        role = f'{node["refdomain"]}:{node["reftype"]}'
        scopes = tuple(_scopes(node))
    in_field = any(isinstance(p, nodes.field) for p in _parents(node))
    return Occurrence(
        name, node.astext(), role, block.line or 0, block.source or '', scopes, in_field
    )


def _parents(node: nodes.Node) -> Iterator[nodes.Node]:
    while (node := node.parent) is not None:
        yield node


def _scopes(node: nodes.Element) -> Iterator[str]:
    """Give the scopes that a domain sets; of a role, and not of the objects around it."""
    if node['refdomain'] in {'py', 'js'}:
        domain = node['refdomain']
        module, cls = node.get(f'{domain}:module') or '', node.get(f'{domain}:class') or ''
        if cls:
            yield f'{module}.{cls}' if module else cls
        if module:
            yield module
