"""One walk over a doctree that knows at each node in which section, under which condition it is."""

from __future__ import annotations

import re
from itertools import repeat
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.sources import source_of
from sphinxcontrib_kwindex.extract.names import tame
from sphinxcontrib_kwindex.model import Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_Answer = TypeVar('_Answer')

#: the class by which an author leaves out an element and all that is in it
EXCLUDING_CLASS = 'no-kwindex'

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
    """Where a node stands."""

    section: int = 0
    condition: int = 0
    #: the first line of the block, in its source
    line: int = 0
    source: str = ''
    #: 0: no heading; 1: the title of the document; 2 and more: a heading below it
    heading: int = 0


class ByClass(dict[type, _Answer], Generic[_Answer]):
    """What is asked of each class of nodes once, and not of each node."""

    def __init__(self, ask: Callable[[type], _Answer]) -> None:
        self._ask = ask

    def __missing__(self, cls: type) -> _Answer:
        self[cls] = answer = self._ask(cls)
        return answer


class Walk:
    """The nodes of a document in order, each with its context.

    Nesting costs no recursion. Sections and conditions are numbered as they come by.
    """

    def __init__(self, document: nodes.document, title: str) -> None:
        self.sections = [Section('', title, 0)]
        self.conditions: list[tuple[str, ...]] = [()]
        self._levels = [0]
        self._stack: list[tuple[nodes.Node, Context]] = [(document, Context())]

    def __iter__(self) -> Iterator[tuple[nodes.Element | nodes.Text, Context]]:
        stack = self._stack
        while stack:
            node, context = stack.pop()
            if isinstance(node, nodes.Text):
                yield node, context
            elif isinstance(node, nodes.Element) and not _is_left_out(node):
                yield node, self._enter(node, context)

    def descend(self, node: nodes.Element, context: Context) -> None:
        """Go on with the children of a node."""
        self._stack.extend(zip(reversed(node.children), repeat(context)))

    def _enter(self, node: nodes.Element, context: Context) -> Context:
        if node.line:
            section, condition, _line, source, heading = context
            context = Context(section, condition, node.line, source_of(node) or source, heading)
        if not _CHANGES_CONTEXT[type(node)]:
            return context
        if isinstance(node, nodes.section):
            return self._enter_section(node, context)
        if isinstance(node, (nodes.title, nodes.subtitle)):
            level = self.sections[context.section].level
            is_heading = isinstance(node.parent, nodes.section)
            return context._replace(heading=level if is_heading else 0)
        return context._replace(condition=self._condition(node, context))

    def _enter_section(self, node: nodes.section, context: Context) -> Context:
        titles = (tame(child.astext()) for child in node if isinstance(child, nodes.title))
        level = self.sections[context.section].level + 1
        self.sections.append(Section(section_id(node), next(titles, ''), level, context.condition))
        return context._replace(section=len(self.sections) - 1)

    def _condition(self, node: nodes.Element, context: Context) -> int:
        """Give the number of the chain of conditions down to this node."""
        chain = (*self.conditions[context.condition], condition_of(node))
        if chain not in self.conditions:
            self.conditions.append(chain)
        return self.conditions.index(chain)


def text_of(node: nodes.Node) -> str:
    """Give the text of a node; docutils looks into each for backslashes that hardly any has."""
    if isinstance(node, nodes.Text) and '\0' not in node:
        return str(node)
    return node.astext()


def is_conditional(node: nodes.Element) -> bool:
    """Tell whether a condition decides if what is in this node is shown."""
    return isinstance(node, addnodes.only) or node.tagname == 'ifconfig'


def condition_of(node: nodes.Element) -> str:
    """Write down the condition of a conditional node."""
    return f'{node.tagname}:{node["expr"]}'


def conditions_above(node: nodes.Node) -> tuple[str, ...]:
    """Give the conditions under which a node is shown, the outermost first."""
    chain = []
    while node.parent:
        node = node.parent
        if is_conditional(node):
            chain.append(condition_of(node))
    return tuple(reversed(chain))


def section_id(section: nodes.Element) -> str:
    """Choose the id that lasts: an author's label or a slug rather than a running number."""
    ids = section['ids']
    return next((i for i in ids if not _AUTOMATIC_ID.fullmatch(i)), ids[0] if ids else '')


def _is_left_out(node: nodes.Element) -> bool:
    if _IS_UNSEEN[type(node)]:
        return True
    classes = node.attributes.get('classes')
    if not classes:
        return False
    return EXCLUDING_CLASS in classes or (isinstance(node, nodes.topic) and 'contents' in classes)


def _changes_context(cls: type) -> bool:
    """Tell whether what is inside stands in another section, heading or condition."""
    parts = (nodes.section, nodes.title, nodes.subtitle, addnodes.only)
    return issubclass(cls, parts) or cls.__name__ == 'ifconfig'


_CHANGES_CONTEXT = ByClass(_changes_context)
_IS_UNSEEN = ByClass(lambda cls: issubclass(cls, _UNSEEN))
