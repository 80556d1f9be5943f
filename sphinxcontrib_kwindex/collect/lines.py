"""On which line, of which source, something stands whose node does not know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.sources import lines_of, source_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.collect.walk import Context

#: by this the source of a docstring is named
_DOCSTRING = ':docstring of '

#: a module is declared no farther below its heading
_FAR_BELOW = 20


def at_term(term: nodes.term, context: Context) -> Context:
    """Give a term of a glossary its line: rST counts from 0, MyST from 0 at the first term."""
    first = term.parent.parent[0]
    terms = [child for child in first.children if isinstance(child, nodes.term)]
    text = first.next_node(nodes.paragraph)
    if not terms or text is None or not text.line:
        return context
    above = text.line - len(terms) - (terms[0].line or 0)
    return context._replace(line=(term.line or 0) + above)


def declared_at(section: nodes.Element, node_id: str, context: Context) -> Context:
    """Give a module whose section has taken over its target the place of its declaration."""
    for child in section.children:
        if isinstance(child, addnodes.index) and any(
            target == node_id for _type, _value, target, *_rest in child['entries']
        ):
            described = described_at((child,), context)
            name = node_id.removeprefix('module-')
            return described if described != context else _below(name, context)
    return context


def _below(module: str, context: Context) -> Context:
    """Find the declaration of a module below the heading that stands in for it."""
    lines = lines_of(context.source)[context.line : context.line + _FAR_BELOW]
    for number, line in enumerate(lines, context.line + 1):
        if module in line.split() and 'module' in line:
            return context._replace(line=number)
    return context


def described_at(around: Iterable[nodes.Node | None], context: Context) -> Context:
    """Give an object of autodoc its docstring: its signature stands on a line of no file."""
    known = [node for node in around if node is not None]
    sources = [source_of(node) for node in (*known, *(known[-1].children if known else ()))]
    source = next((source for source in sources if _DOCSTRING in source), None)
    return context._replace(line=1, source=source) if source else context


def at(node: nodes.Element, context: Context) -> Context:
    """Stay where the block around is if a node does not know: autodoc's have a line of no file."""
    if not (node.line and node.source):
        return context
    return context._replace(line=node.line, source=source_of(node))
