"""What each type of node says of keywords.

Each function handles one type of node, and answers whether the walk goes on inside it.
"""

from __future__ import annotations

import re
from functools import singledispatch
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect import objects
from sphinxcontrib_kwindex.collect.code import block_of
from sphinxcontrib_kwindex.collect.index_entries import belongs_to_object, is_lost, names_of_entry
from sphinxcontrib_kwindex.collect.inline import INLINE, MOST_WORDS
from sphinxcontrib_kwindex.collect.lines import at, at_term, declared_at, described_at
from sphinxcontrib_kwindex.collect.observe import Observer
from sphinxcontrib_kwindex.collect.walk import ByClass, text_of
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped
from sphinxcontrib_kwindex.extract.sentences import first_sentence
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.collect.walk import Context


def observe(document: nodes.document, env: BuildEnvironment, title: str) -> Observer:
    """See every node of a document that a reader may see."""
    observer = Observer(document, env, title)
    for node, context in observer.walk:
        if isinstance(node, nodes.Text):
            observer.read(str(node), context)
        elif _HANDLERS[type(node)](node, observer, context):
            observer.walk.descend(node, context)
    observer.finish()
    return observer


@singledispatch
def see(_node: nodes.Element, _observer: Observer, _context: Context) -> bool:
    """Handle a node that says nothing by itself."""
    return True


for node_class, handler in INLINE.items():
    see.register(node_class, handler)

#: found once for each class of nodes
_HANDLERS = ByClass(see.dispatch)


@see.register(addnodes.desc)
def _desc(node: addnodes.desc, observer: Observer, context: Context) -> bool:
    content = next((c for c in node if isinstance(c, addnodes.desc_content)), None)
    text = _first_paragraph(content)
    for signature in node:
        if isinstance(signature, addnodes.desc_signature):
            context = at(signature, described_at((node, content), context))
            _signature(observer, node, signature, context, text)
    if content is not None:
        observer.walk.descend(content, context)
    return False


def _signature(
    observer: Observer,
    desc: addnodes.desc,
    signature: addnodes.desc_signature,
    context: Context,
    text: str,
) -> None:
    observer.parameters.update(objects.parameters_of(signature))
    for name in objects.names_of(signature, desc, observer.env):
        observer.note(
            name,
            objects.kind_of_object(desc, name),
            Position.OBJECT,
            context,
            anchor=signature['ids'][0],
            definition=(text, 'description'),
        )


@see.register(nodes.target)
def _target(node: nodes.target, observer: Observer, context: Context) -> bool:
    following = node.next_node(descend=False, siblings=True)
    if node.get('ismod') and not isinstance(following, nodes.section):
        before = node.parent[max(0, node.parent.index(node) - 1)]
        _module(node, observer, described_at((before, following), context))
    return False


@see.register(nodes.section)
def _module(node: nodes.Element, observer: Observer, context: Context) -> bool:
    """Note a module; a section that follows its declaration takes over the target."""
    for node_id, name, synopsis in objects.modules_of(node, observer.env):
        observer.note(
            name,
            Kind.MODULE,
            Position.MODULE,
            declared_at(node, node_id, context),
            anchor=node_id,
            definition=(first_sentence(synopsis), 'synopsis'),
        )
    return True


@see.register(nodes.term)
def _term(node: nodes.term, observer: Observer, context: Context) -> bool:
    item = node.parent
    if isinstance(item, nodes.definition_list_item) and _is_of_glossary(item):
        description = next((c for c in item if isinstance(c, nodes.definition)), None)
        observer.note(
            node.astext(),
            Kind.TERM,
            Position.TERM,
            at_term(node, context),
            anchor=node['ids'][0] if node['ids'] else '',
            definition=(_first_paragraph(description), 'glossary'),
        )
        return False
    if not isinstance(node.next_node(descend=True), nodes.literal):
        text = node.astext()
        kind = objects.guess_kind(text) if is_identifier_shaped(text) else Kind.TERM
        if text.count(' ') < MOST_WORDS:
            observer.note(text, kind, Position.DEFINITION_LIST, context)
    return True


def _is_of_glossary(item: nodes.definition_list_item) -> bool:
    terms = item.parent
    return isinstance(terms, nodes.definition_list) and isinstance(terms.parent, addnodes.glossary)


@see.register(addnodes.index)
def _index(node: addnodes.index, observer: Observer, context: Context) -> bool:
    if not belongs_to_object(node):
        for entry_type, value, target, *_rest in node['entries']:
            for name in names_of_entry(entry_type, value):
                kind = Kind.NAME if is_identifier_shaped(name) else Kind.TERM
                anchor = '' if is_lost(target, node) else target
                observer.note(name, kind, Position.INDEX_ENTRY, context, anchor=anchor)
    return False


@see.register(nodes.title)
def _title(node: nodes.title, observer: Observer, context: Context) -> bool:
    if context.heading:
        observer.read_heading(_without_literals(node), context)
    return _paragraph(node, observer, context)


def _without_literals(node: nodes.Element) -> str:
    return ''.join(['…' if _is_code(child) else text_of(child) for child in node.children])


def _is_code(node: nodes.Node) -> bool:
    """Tell whether a node is a literal, or a link that shows one."""
    if isinstance(node, nodes.literal):
        return True
    inside = node.children
    return bool(inside) and all(isinstance(child, nodes.literal) for child in inside)


@see.register(nodes.paragraph)
@see.register(nodes.caption)
def _paragraph(node: nodes.Element, observer: Observer, context: Context) -> bool:
    """Read a block of text as a whole; what stands in literals is not its author's prose."""
    observer.read_block(_without_literals(node), context)
    return True


@see.register(addnodes.highlightlang)
def _highlightlang(node: addnodes.highlightlang, observer: Observer, _context: Context) -> bool:
    observer.language = node['lang']
    return False


@see.register(nodes.literal_block)
@see.register(nodes.doctest_block)
def _code(node: nodes.Element, observer: Observer, context: Context) -> bool:
    block = block_of(node, observer.language, context)
    if block:
        observer.keep_code(block)
    return False


@see.register(nodes.meta)
def _meta(node: nodes.Element, observer: Observer, context: Context) -> bool:
    if node.get('name') == 'keywords':
        note_authors_own(observer, node.get('content', ''), context)
    return False


def note_authors_own(observer: Observer, keywords: str, context: Context) -> None:
    """Note what an author lists as the keywords of a document."""
    for word in re.split(r'[,\n]', keywords.strip().strip('[]')):
        name = word.strip().strip('"\'')
        kind = Kind.NAME if is_identifier_shaped(name) else Kind.TERM
        observer.note(name, kind, Position.AUTHOR, context)


@see.register(nodes.field_name)
def _unnamed(_node: nodes.Node, _observer: Observer, _context: Context) -> bool:
    return False


def _first_paragraph(element: nodes.Element | None) -> str:
    """Give the first sentence of the first paragraph that is a direct child: no admonition's."""
    children: Iterable[nodes.Node] = element.children if element is not None else ()
    for child in children:
        if isinstance(child, nodes.paragraph):
            return first_sentence(child.astext())
    return ''
