"""What markup within a text says of keywords: literals, links, emphasis, abbreviations.

Each function handles one type of node, and answers whether the walk goes on inside it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect import objects
from sphinxcontrib_kwindex.extract.links import is_address, is_link_name, is_term
from sphinxcontrib_kwindex.extract.literals import inner_names, is_expression
from sphinxcontrib_kwindex.extract.names import clean, is_identifier_shaped
from sphinxcontrib_kwindex.extract.phrases import is_vague
from sphinxcontrib_kwindex.extract.sentences import first_sentence
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.collect.observe import Observer
    from sphinxcontrib_kwindex.collect.walk import Context

#: what is marked and has more words is no name
MOST_WORDS = 4

#: roles and classes of literals that are keys and samples, not names
_SAYS_NOTHING = frozenset({'kbd', 'samp', 'regexp', 'mimetype', 'guilabel', 'menuselection'})

#: "pip cache purge"
_COMMAND = re.compile(r'[a-z][a-z0-9-]+(?: [a-z][a-z-]+){1,2}')

#: what is no identifier, and yet is marked because it is no ordinary word: "Content-Type"
_MARKED = re.compile(r'[A-Za-z]\w*(?:[-/.]\w+)+|[a-z]\w+')


def _pending_xref(node: addnodes.pending_xref, observer: Observer, context: Context) -> bool:
    domain, reftype = node.get('refdomain', ''), node.get('reftype', '')
    if domain == 'kw':
        observer.references.add((reftype, node['reftarget']))
        return False
    if reftype in objects.NO_NAMES and not objects.is_name(node):
        return objects.is_worded(node)
    name = node.get('reftarget', '')
    if reftype == 'option' and node.get('std:program') and ' ' not in name:
        name = f'{node["std:program"]} {name}'
    position = Position.HEADING_NAME if context.heading else Position.CROSS_REFERENCE
    for spelling in objects.spellings(name) if reftype == 'option' else (name,):
        observer.note(spelling, objects.kind_of(reftype, spelling), position, context)
    return False


def _literal(node: nodes.literal, observer: Observer, context: Context) -> bool:
    text = node.astext().strip()
    role = node.get('role', '')
    if role == 'file':
        observer.note(text, Kind.FILE, Position.ROLE_LITERAL, context)
    elif text and not (_SAYS_NOTHING & {role, *node['classes']} or is_expression(clean(text))):
        position = Position.HEADING_NAME if context.heading else Position.LITERAL
        if _COMMAND.fullmatch(text):
            observer.note(text, Kind.COMMAND, position, context)
        elif not re.search(r'\s', clean(text)):
            observer.note(text, objects.guess_kind(text), position, context)
    for name, kind in inner_names(text):
        observer.note(name, kind, Position.LITERAL, context)
    return False


def _strong(node: nodes.strong, observer: Observer, context: Context) -> bool:
    if {'command', 'program'} & set(node['classes']):
        observer.note(node.astext(), Kind.COMMAND, Position.ROLE_LITERAL, context)
        return False
    return _emphasised(observer, node, context, Position.STRONG)


def _emphasis(node: nodes.emphasis, observer: Observer, context: Context) -> bool:
    return _emphasised(observer, node, context, Position.EMPHASIS)


def _is_plain(text: str) -> bool:
    return is_identifier_shaped(text) or is_vague(text)


def _emphasised(
    observer: Observer, node: nodes.Element, context: Context, position: Position
) -> bool:
    text = node.astext().strip()
    if text[:1].isalnum() and text.count(' ') < MOST_WORDS and not _is_plain(text):
        observer.note(text, Kind.TERM, position, context)
        if position is Position.EMPHASIS and is_term(text):
            observer.note(text, Kind.TERM, Position.MARKED_TERM, context)
    return True


def _title_reference(node: nodes.title_reference, observer: Observer, context: Context) -> bool:
    """Take the default role for code if what it marks looks like it."""
    text = clean(node.astext())
    if not (is_identifier_shaped(text) or _MARKED.fullmatch(text)) or is_vague(text):
        return True
    observer.note(text, objects.guess_kind(text), Position.LITERAL, context)
    return False


def _reference(node: nodes.reference, observer: Observer, context: Context) -> bool:
    text = node.astext().strip()
    if node.get('refuri') and text.count(' ') < MOST_WORDS and not is_address(text):
        kind = Kind.NAME if is_identifier_shaped(text) else Kind.TERM
        observer.note(text, kind, Position.LINK_TEXT, context)
        if is_link_name(text):
            observer.note(text, kind, Position.MARKED_TERM, context)
    return any(isinstance(child, nodes.literal) for child in node)


def _abbreviation(node: nodes.abbreviation, observer: Observer, context: Context) -> bool:
    explanation = node.get('explanation') or ''
    observer.note(
        node.astext(),
        Kind.ACRONYM,
        Position.ABBREVIATION if explanation else Position.ACRONYM,
        context,
        definition=(first_sentence(explanation), 'abbr'),
    )
    return False


#: type of node -> what handles it
INLINE: Final[dict[type[nodes.Node], Callable[[Any, Observer, Context], bool]]] = {
    addnodes.pending_xref: _pending_xref,
    nodes.literal: _literal,
    nodes.strong: _strong,
    nodes.emphasis: _emphasis,
    nodes.title_reference: _title_reference,
    nodes.reference: _reference,
    nodes.abbreviation: _abbreviation,
}
