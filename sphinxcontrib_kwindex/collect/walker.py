"""Walker over a doctree: each node with its section, condition and location."""

from __future__ import annotations

import re
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.util.nodes import clean_astext

from sphinxcontrib_kwindex.collect.locations import source_of
from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.model import Section

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinxcontrib_kwindex.collect.explained import Explanation

#: the class by which an author leaves out an element and all that is in it
_EXCLUDING_CLASS = 'no-kwindex'

#: never shown to a reader, or not the author's words
_UNSEEN = (
    nodes.comment,
    nodes.math,
    nodes.math_block,
    nodes.pending,
    nodes.raw,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.image,
    nodes.footnote_reference,
    nodes.citation_reference,
    addnodes.toctree,
)

_AUTOMATIC_ID = re.compile(r'id\d+')


class Context(NamedTuple):
    """Section, condition and location of a node."""

    section: int = 0
    condition: int = 0
    #: the first line of the block, in its source
    line: int = 0
    source: str = ''
    #: 0: no heading; 1: the title of the document; 2 and more: a heading below it
    heading: int = 0
    #: what the element explains, if it consists of names
    explained: Explanation | None = None


class Walker:
    """Iterator over the nodes of a document in order, each with its context.

    Nesting costs no recursion. Sections and conditions are numbered in the order of the document.
    """

    def __init__(self, document: nodes.document, title: str) -> None:
        self.sections = [Section('', title, 0)]
        self.conditions: list[tuple[str, ...]] = [()]
        self._stack: list[tuple[nodes.Node, Context]] = [(document, Context())]

    def __iter__(self) -> Iterator[tuple[nodes.Element | nodes.Text, Context]]:
        stack = self._stack
        while stack:
            node, context = stack.pop()
            if isinstance(node, nodes.Text):
                yield node, context
            elif isinstance(node, nodes.Element) and not is_excluded(node):
                yield node, self._enter(node, context)

    def descend(
        self, node: nodes.Node, context: Context, explained: Explanation | None = None
    ) -> None:
        """Continue with the children of a node.

        What is ``explained`` is the first of them that is no plain text.
        """
        self._stack.extend(zip(reversed(node.children), repeat(context)))
        marked = (n for n, child in enumerate(node.children) if not isinstance(child, nodes.Text))
        if explained and (number := next(marked, None)) is not None:
            at = len(self._stack) - 1 - number
            self._stack[at] = self._stack[at][0], context._replace(explained=explained)

    def add_ids(self, context: Context, ids: Sequence[str]) -> None:
        """Add the ids that last to the other ids of the section."""
        section = self.sections[context.section]
        own = {section.id, *section.ids}
        more = [i for i in ids if i not in own and not _AUTOMATIC_ID.fullmatch(i)]
        if more:
            self.sections[context.section] = section._replace(ids=(*section.ids, *more))

    def _enter(self, node: nodes.Element, context: Context) -> Context:
        if node.line:
            context = context._replace(line=node.line, source=source_of(node) or context.source)
        if isinstance(node, nodes.section):
            return self._enter_section(node, context)
        if isinstance(node, (nodes.title, nodes.subtitle)):
            level = self.sections[context.section].level
            is_heading = isinstance(node.parent, nodes.section)
            return context._replace(heading=level if is_heading else 0)
        if is_conditional(node):
            return context._replace(condition=self._condition(node, context))
        return context

    def _enter_section(self, node: nodes.section, context: Context) -> Context:
        titles = (text_of(child) for child in node.children if isinstance(child, nodes.title))
        title = sanitize(next(titles, ''))
        level = self.sections[context.section].level + 1
        self.sections.append(Section(section_id(node), title, level, context.condition))
        context = context._replace(section=len(self.sections) - 1)
        self.add_ids(context, node['ids'])
        return context

    def _condition(self, node: nodes.Element, context: Context) -> int:
        """Return the number of the chain of conditions down to this node."""
        chain = (*self.conditions[context.condition], condition_of(node))
        if chain not in self.conditions:
            self.conditions.append(chain)
        return self.conditions.index(chain)


def text_of(title: nodes.Element) -> str:
    """Return the text of a title without raw markup and the texts of images."""
    if any(isinstance(child, (nodes.raw, nodes.image)) for child in title.children):
        return clean_astext(title)
    return title.astext()


def is_conditional(node: nodes.Element) -> bool:
    """Return whether the content of this node is shown only under a condition."""
    return isinstance(node, addnodes.only) or node.tagname == 'ifconfig'


def condition_of(node: nodes.Element) -> str:
    """Return the condition of a conditional node: ``only:html``."""
    return f'{node.tagname}:{node["expr"]}'


def conditions_above(node: nodes.Node) -> tuple[str, ...]:
    """Return the conditions under which a node is shown, the outermost first."""
    chain = []
    while node.parent:
        node = node.parent
        if is_conditional(node):
            chain.append(condition_of(node))
    return tuple(reversed(chain))


def section_id(section: nodes.Element) -> str:
    """Return the id that lasts: an author's label or a slug rather than a running number."""
    ids = section['ids']
    return next((i for i in ids if not _AUTOMATIC_ID.fullmatch(i)), ids[0] if ids else '')


def is_excluded(node: nodes.Element) -> bool:
    """Return whether nothing of an element counts: it is not shown, or excluded by its author."""
    if isinstance(node, _UNSEEN):
        return True
    classes = node.attributes.get('classes')
    if not classes:
        return False
    return _EXCLUDING_CLASS in classes or (isinstance(node, nodes.topic) and 'contents' in classes)
