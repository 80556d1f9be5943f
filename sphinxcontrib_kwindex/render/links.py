"""Links in texts: from literals, and from terms of the glossary, to their descriptions.

``index/links.py`` decides. This module finds the nodes, and changes nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex.collect.node_visitors import NEVER_LINKED, NO_NAME, linkable_name
from sphinxcontrib_kwindex.collect.walker import (
    condition_of,
    is_conditional,
    is_excluded,
    section_id,
)
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.index.conditions import is_shown
from sphinxcontrib_kwindex.index.resolve import key_of
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.render.html import documents_in_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.index.links import Links, Target

#: the class by which the style sheet knows these links
CLASS = 'kwindex-link'

#: nothing in these becomes a link
_CLOSED = (*NEVER_LINKED, nodes.FixedTextElement)
#: what most texts are in
_OPEN = frozenset(
    {
        addnodes.desc,
        addnodes.desc_content,
        nodes.bullet_list,
        nodes.definition,
        nodes.definition_list,
        nodes.definition_list_item,
        nodes.entry,
        nodes.list_item,
        nodes.paragraph,
        nodes.row,
    }
)
#: classes of words that a reader sees on the screen, or that Sphinx writes
_SAMPLES = frozenset({'guilabel', 'menuselection', 'versionmodified'})


class LinkTransform(SphinxPostTransform):
    """Links of one document, or of all documents that a builder has put into one."""

    default_priority = 5  # before Sphinx resolves references, so that all of them are known

    def run(self, **_options: Any) -> None:  # noqa: ANN401  Sphinx's signature
        """Add the links."""
        domain = KeywordDomain.of(self.env)
        builder = domain.builder
        kinds = {'literals', 'terms'}.intersection(self.config.kwindex_links)
        if not kinds or builder is None or builder.format in {'', 'man'}:
            return  # manual pages print addresses
        links = domain.links(builder)
        in_page = documents_in_page(builder)
        page = Page(builder, links, self.env.docname, in_page)
        waiting: list[tuple[Page, nodes.Element]] = [(page, self.document)]
        while waiting:
            page, element = waiting.pop()
            for node in page.link_section(element):
                if isinstance(node, addnodes.start_of_file):
                    waiting.append((Page(builder, links, node['docname'], in_page), node))
                else:
                    waiting.append((page, node))


class Page:
    """Links of one document."""

    def __init__(
        self, builder: Builder, links: Links, docname: str, in_page: set[str] | None
    ) -> None:
        self._builder = builder
        self._links = links
        self._docname = docname
        #: the documents of an output that is one page
        self._in_page = in_page
        self._literals = links.literals(docname)
        self._terms = links.terms_on(docname)

    def link_section(self, section: nodes.Element) -> Iterator[nodes.Element]:
        """Add the links of a section; yield the sections and documents in it."""
        id_ = section_id(section) if isinstance(section, nodes.section) else ''
        seen: set[object] = set()
        stack = [*reversed(section.children)]
        while stack:
            node = stack.pop()
            if isinstance(node, nodes.Text):
                if self._terms:
                    self._link_terms(node, id_, seen)
            elif isinstance(node, nodes.literal):
                if self._literals:
                    self._link_literal(node, id_, seen)
            elif isinstance(node, (nodes.section, addnodes.start_of_file)):
                yield node
            elif isinstance(node, nodes.Element) and not self._is_closed(node):
                stack += node.children[::-1]

    def _is_closed(self, node: nodes.Element) -> bool:
        if type(node) in _OPEN and not node['classes']:
            return False  # as most are
        if isinstance(node, _CLOSED) or is_excluded(node):
            return True
        if is_conditional(node):
            return not is_shown(self._builder, (condition_of(node),))
        return isinstance(node, nodes.inline) and not _SAMPLES.isdisjoint(node['classes'])

    def _link_literal(self, node: nodes.literal, section: str, seen: set[object]) -> None:
        """Put a link around a literal that is the first of its name in a section."""
        name, called = NO_NAME if is_excluded(node) else linkable_name(node)
        key = (section, key_of(name, Kind.NAME), called)
        if name and key in self._literals and key[:2] not in seen:
            seen.add(key[:2])
            _replace(node, [self._link(self._literals[key], node.deepcopy())])

    def _link_terms(self, text: nodes.Text, section: str, seen: set[object]) -> None:
        """Put links around terms that are the first of their name in a section."""
        said, end = str(text), 0
        parts: list[nodes.Node] = []
        for first, last, term in self._terms.find(said) if self._terms else ():
            is_own = (term.docname, self._links.section(term)) == (self._docname, section)
            if term in seen or is_own or _is_in_glossary(text):
                continue
            seen.add(term)
            words = nodes.Text(said[first:last])
            parts += [*_texts(said[end:first]), self._link(term, words)]
            end = last
        if parts:
            _replace(text, [*parts, *_texts(said[end:])])

    def _link(self, target: Target, shown: nodes.Node) -> nodes.Node:
        """Return a link, or what it shows where this output lacks the target."""
        title = target.name if target.name != shown.astext() else None
        to = target.docname
        if self._in_page is not None:
            if to not in self._in_page:
                return shown
            to = self._docname  # Sphinx 9 gives links to other documents two anchors
        try:
            link = make_refnode(self._builder, self._docname, to, target.anchor, shown, title)
        except NoUri:
            return shown
        link['classes'].append(CLASS)
        return link


def _replace(node: nodes.Node, others: Sequence[nodes.Node]) -> None:
    """Put nodes in the place of another; equal texts are different nodes."""
    siblings = node.parent.children
    at = next(number for number, sibling in enumerate(siblings) if sibling is node)
    node.parent[at : at + 1] = others


def _texts(text: str) -> list[nodes.Text]:
    return [nodes.Text(text)] if text else []


def _is_in_glossary(node: nodes.Node) -> bool:
    while node := node.parent:
        if isinstance(node, addnodes.glossary):
            return True
    return False
