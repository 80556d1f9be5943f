"""What each type of node says of keywords."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect import objects
from sphinxcontrib_kwindex.collect.walk import Context, Walk
from sphinxcontrib_kwindex.extract.names import clean, is_identifier_shaped
from sphinxcontrib_kwindex.extract.sentences import first_sentence
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.environment import BuildEnvironment

#: longer literals, terms and emphasised texts are no names
_LONGEST = 80


class Observation(NamedTuple):
    """A keyword seen once, with all that was to be seen there."""

    name: str
    kind: Kind
    position: Position
    context: Context
    anchor: str = ''
    times: int = 1
    #: text and source of a definition given here
    definition: tuple[str, str] = ('', '')


class Observer:
    """Goes through one doctree and notes every keyword in it."""

    def __init__(self, document: nodes.document, env: BuildEnvironment, title: str) -> None:
        self.env = env
        self.walk = Walk(document, title)
        self.observations: list[Observation] = []
        self.references: set[tuple[str, str]] = set()

    def run(self) -> None:
        """See every node that a reader may see."""
        for node, context in self.walk:
            handler = _handler(type(node))
            if handler is None or handler(self, node, context):
                if isinstance(node, nodes.Element):
                    self.walk.descend(node, context)

    def note(  # noqa: D102  see Observation
        self,
        name: str,
        kind: Kind,
        position: Position,
        context: Context,
        *,
        anchor: str = '',
        definition: tuple[str, str] = ('', ''),
    ) -> None:
        name = clean(name)
        if name and len(name) <= _LONGEST:
            self.observations.append(
                Observation(name, kind, position, context, anchor, 1, definition)
            )


# A handler answers whether the walk goes on inside its node.
_Handler = 'Callable[[Observer, nodes.Node, Context], bool]'


def _desc(observer: Observer, node: addnodes.desc, context: Context) -> bool:
    content = next((c for c in node if isinstance(c, addnodes.desc_content)), None)
    text = _first_paragraph(content)
    for signature in node:
        if isinstance(signature, addnodes.desc_signature) and signature['ids']:
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
    objtype = desc.get('objtype', '')
    for name in objects.names_of(signature, desc.get('domain', ''), objtype, observer.env):
        observer.note(
            name,
            objects.kind_of(objtype, name),
            Position.OBJECT,
            _at(signature, context),
            anchor=signature['ids'][0],
            definition=(text, 'description'),
        )


def _target(observer: Observer, node: nodes.target, context: Context) -> bool:
    module = objects.module_of(node, observer.env) if node.get('ismod') else None
    if module:
        name, synopsis = module
        observer.note(
            name,
            Kind.MODULE,
            Position.MODULE,
            context,
            anchor=node['ids'][0],
            definition=(first_sentence(synopsis), 'synopsis'),
        )
    return False


def _term(observer: Observer, node: nodes.term, context: Context) -> bool:
    item = node.parent
    if isinstance(item.parent.parent, addnodes.glossary):
        description = next((c for c in item if isinstance(c, nodes.definition)), None)
        observer.note(
            node.astext(),
            Kind.TERM,
            Position.TERM,
            context,
            anchor=node['ids'][0] if node['ids'] else '',
            definition=(_first_paragraph(description), 'glossary'),
        )
        return False
    if not isinstance(node.next_node(descend=True), nodes.literal):
        text = node.astext()
        kind = objects.guess_kind(text) if is_identifier_shaped(text) else Kind.TERM
        observer.note(text, kind, Position.DEFINITION_LIST, context)
    return True


def _index(observer: Observer, node: addnodes.index, context: Context) -> bool:
    if not _belongs_to_object(node):
        for entry_type, value, target, *_rest in node['entries']:
            for name in _index_names(entry_type, value):
                kind = Kind.NAME if is_identifier_shaped(name) else Kind.TERM
                observer.note(name, kind, Position.INDEX_ENTRY, context, anchor=target)
    return False


def _belongs_to_object(index: addnodes.index) -> bool:
    """Tell whether a directive wrote this entry for an object that is noted by itself."""
    if isinstance(index.parent, nodes.term):
        return True
    following = index.next_node(descend=False, siblings=True)
    while isinstance(following, addnodes.index):
        following = following.next_node(descend=False, siblings=True)
    return isinstance(following, addnodes.desc) or (
        isinstance(following, nodes.target) and bool(following.get('ismod'))
    )


def _index_names(entry_type: str, value: str) -> list[str]:
    parts = [part.strip() for part in value.split(';')]
    if entry_type == 'single':
        return [', '.join(parts)]
    if entry_type in {'see', 'seealso'}:
        return parts[:1]
    return parts


def _pending_xref(observer: Observer, node: addnodes.pending_xref, context: Context) -> bool:
    domain, reftype = node.get('refdomain', ''), node.get('reftype', '')
    if domain == 'kw':
        observer.references.add((reftype, node['reftarget']))
        return False
    if reftype in objects.NO_NAMES:
        return False
    name = node.get('reftarget', '')
    if reftype == 'option' and node.get('std:program'):
        name = f'{node["std:program"]} {name}'
    position = Position.HEADING_NAME if context.heading else Position.CROSS_REFERENCE
    observer.note(name, objects.kind_of(reftype, name), position, context)
    return False


def _literal(observer: Observer, node: nodes.literal, context: Context) -> bool:
    text = node.astext().strip()
    role = node.get('role', '')
    if role == 'file':
        observer.note(text, Kind.FILE, Position.ROLE_LITERAL, context)
    elif text and not re.search(r'\s', text):
        position = Position.HEADING_NAME if context.heading else Position.LITERAL
        observer.note(text, objects.guess_kind(text), position, context)
    return False


def _strong(observer: Observer, node: nodes.strong, context: Context) -> bool:
    if {'command', 'program'} & set(node['classes']):
        observer.note(node.astext(), Kind.COMMAND, Position.ROLE_LITERAL, context)
        return False
    return True


def _abbreviation(observer: Observer, node: nodes.abbreviation, context: Context) -> bool:
    if explanation := node.get('explanation'):
        observer.note(
            node.astext(),
            Kind.ACRONYM,
            Position.ABBREVIATION,
            context,
            definition=(first_sentence(explanation), 'abbr'),
        )
    return False


def _meta(observer: Observer, node: nodes.Element, context: Context) -> bool:
    if node.get('name') == 'keywords':
        note_authors_own(observer, node.get('content', ''), context)
    return False


def note_authors_own(observer: Observer, keywords: str, context: Context) -> None:
    """Note what an author lists as the keywords of a document."""
    for word in re.split(r'[,\n]', keywords.strip().strip('[]')):
        name = word.strip().strip('"\'')
        kind = Kind.NAME if is_identifier_shaped(name) else Kind.TERM
        observer.note(name, kind, Position.AUTHOR, context)


def _unnamed(_observer: Observer, _node: nodes.Node, _context: Context) -> bool:
    return False


_HANDLERS: dict[type, Callable[[Observer, nodes.Node, Context], bool]] = {
    addnodes.desc: _desc,
    addnodes.index: _index,
    addnodes.pending_xref: _pending_xref,
    nodes.abbreviation: _abbreviation,
    nodes.literal: _literal,
    nodes.literal_block: _unnamed,
    nodes.doctest_block: _unnamed,
    nodes.meta: _meta,
    nodes.strong: _strong,
    nodes.target: _target,
    nodes.term: _term,
}


def _handler(
    node_type: type, found: dict[type, Callable[..., bool] | None] = {}  # noqa: B006  a cache
) -> Callable[[Observer, nodes.Node, Context], bool] | None:
    if node_type not in found:
        found[node_type] = next((_HANDLERS[c] for c in node_type.__mro__ if c in _HANDLERS), None)
    return found[node_type]


def _first_paragraph(element: nodes.Element | None) -> str:
    """Give the first sentence of the first paragraph that is a direct child: no admonition's."""
    children: Iterable[nodes.Node] = element.children if element is not None else ()
    for child in children:
        if isinstance(child, nodes.paragraph):
            return first_sentence(child.astext())
    return ''


def _at(node: nodes.Element, context: Context) -> Context:
    return context._replace(line=node.line) if node.line else context
