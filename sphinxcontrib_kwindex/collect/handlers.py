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
from sphinxcontrib_kwindex.collect.observe import Observer
from sphinxcontrib_kwindex.collect.sources import lines_of
from sphinxcontrib_kwindex.collect.walk import ByClass, text_of
from sphinxcontrib_kwindex.extract.links import is_address, is_link_name, is_term
from sphinxcontrib_kwindex.extract.literals import inner_names, is_expression
from sphinxcontrib_kwindex.extract.names import clean, is_identifier_shaped
from sphinxcontrib_kwindex.extract.phrases import is_vague
from sphinxcontrib_kwindex.extract.sentences import first_sentence
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.collect.walk import Context

#: by this the source of a docstring is named
_DOCSTRING = ':docstring of '

#: a module is declared no farther below its heading
_FAR_BELOW = 20

#: an emphasised text or a link of more words is no name
_MOST_WORDS = 4

#: their ids are in no output
_WITHOUT_IDS = (
    addnodes.acks,
    addnodes.glossary,
    addnodes.highlightlang,
    addnodes.hlist,
    addnodes.tabular_col_spec,
    nodes.raw,
)

#: roles and classes of literals that are keys and samples, not names
_SAYS_NOTHING = frozenset({'kbd', 'samp', 'regexp', 'mimetype', 'guilabel', 'menuselection'})

#: "pip cache purge"
_COMMAND = re.compile(r'[a-z][a-z0-9-]+(?: [a-z][a-z-]+){1,2}')

#: what is no identifier, and yet is marked because it is no ordinary word: "Content-Type"
_MARKED = re.compile(r'[A-Za-z]\w*(?:[-/.]\w+)+|[a-z]\w+')


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


#: found once for each class of nodes
_HANDLERS = ByClass(see.dispatch)


@see.register(addnodes.desc)
def _desc(node: addnodes.desc, observer: Observer, context: Context) -> bool:
    content = next((c for c in node if isinstance(c, addnodes.desc_content)), None)
    text = _first_paragraph(content)
    for signature in node:
        if isinstance(signature, addnodes.desc_signature):
            context = _at(signature, _described_at((node, content), context))
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
        _module(node, observer, _described_at((before, following), context))
    return False


@see.register(nodes.section)
def _module(node: nodes.Element, observer: Observer, context: Context) -> bool:
    """Note a module; a section that follows its declaration takes over the target."""
    for node_id, name, synopsis in objects.modules_of(node, observer.env):
        observer.note(
            name,
            Kind.MODULE,
            Position.MODULE,
            _declared_at(node, node_id, context),
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
            _at_term(node, context),
            anchor=node['ids'][0] if node['ids'] else '',
            definition=(_first_paragraph(description), 'glossary'),
        )
        return False
    if not isinstance(node.next_node(descend=True), nodes.literal):
        text = node.astext()
        kind = objects.guess_kind(text) if is_identifier_shaped(text) else Kind.TERM
        if text.count(' ') < _MOST_WORDS:
            observer.note(text, kind, Position.DEFINITION_LIST, context)
    return True


def _is_of_glossary(item: nodes.definition_list_item) -> bool:
    terms = item.parent
    return isinstance(terms, nodes.definition_list) and isinstance(terms.parent, addnodes.glossary)


def _at_term(term: nodes.term, context: Context) -> Context:
    """Give a term of a glossary its line: rST counts from 0, MyST from 0 at the first term."""
    first = term.parent.parent[0]
    terms = [child for child in first.children if isinstance(child, nodes.term)]
    text = first.next_node(nodes.paragraph)
    if not terms or text is None or not text.line:
        return context
    above = text.line - len(terms) - (terms[0].line or 0)
    return context._replace(line=(term.line or 0) + above)


@see.register(addnodes.index)
def _index(node: addnodes.index, observer: Observer, context: Context) -> bool:
    if not _belongs_to_object(node):
        for entry_type, value, target, *_rest in node['entries']:
            for name in _index_names(entry_type, value):
                kind = Kind.NAME if is_identifier_shaped(name) else Kind.TERM
                anchor = '' if _is_lost(target, node) else target
                observer.note(name, kind, Position.INDEX_ENTRY, context, anchor=anchor)
    return False


def _is_lost(target: str, index: addnodes.index) -> bool:
    """Tell whether the target of an entry has gone over to a node that does not show its ids."""
    node = index.next_node(nodes.target, descend=False, siblings=True)
    return (
        isinstance(node, nodes.target)
        and target not in node['ids']
        and isinstance(node.next_node(ascend=True), _WITHOUT_IDS)
    )


def _belongs_to_object(index: addnodes.index) -> bool:
    """Tell whether this entry was written for an object or a link that is noted by itself."""
    if isinstance(index.parent, nodes.term) or _has_modules(index):
        return True
    following = index.next_node(descend=False, siblings=True)
    while isinstance(following, addnodes.index):
        following = following.next_node(descend=False, siblings=True)
    if isinstance(following, nodes.target):
        link = following.next_node(descend=False, siblings=True)
        return isinstance(link, (addnodes.pending_xref, nodes.reference)) or 'ismod' in following
    return isinstance(following, addnodes.desc)


def _has_modules(index: addnodes.index) -> bool:
    return any(target.startswith('module-') for _type, _value, target, *_rest in index['entries'])


def _index_names(entry_type: str, value: str) -> list[str]:
    parts = [part.strip() for part in value.split(';')]
    if entry_type == 'single':
        return [', '.join(parts)]
    if entry_type in {'see', 'seealso'}:
        return parts[:1]
    return parts


@see.register(addnodes.pending_xref)
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


@see.register(nodes.literal)
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


@see.register(nodes.strong)
def _strong(node: nodes.strong, observer: Observer, context: Context) -> bool:
    if {'command', 'program'} & set(node['classes']):
        observer.note(node.astext(), Kind.COMMAND, Position.ROLE_LITERAL, context)
        return False
    return _emphasised(observer, node, context, Position.STRONG)


@see.register(nodes.emphasis)
def _emphasis(node: nodes.emphasis, observer: Observer, context: Context) -> bool:
    return _emphasised(observer, node, context, Position.EMPHASIS)


def _is_plain(text: str) -> bool:
    return is_identifier_shaped(text) or is_vague(text)


def _emphasised(
    observer: Observer, node: nodes.Element, context: Context, position: Position
) -> bool:
    text = node.astext().strip()
    if text[:1].isalnum() and text.count(' ') < _MOST_WORDS and not _is_plain(text):
        observer.note(text, Kind.TERM, position, context)
        if position is Position.EMPHASIS and is_term(text):
            observer.note(text, Kind.TERM, Position.MARKED_TERM, context)
    return True


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


@see.register(nodes.title_reference)
def _title_reference(node: nodes.title_reference, observer: Observer, context: Context) -> bool:
    """Take the default role for code if what it marks looks like it."""
    text = clean(node.astext())
    if not (is_identifier_shaped(text) or _MARKED.fullmatch(text)) or is_vague(text):
        return True
    observer.note(text, objects.guess_kind(text), Position.LITERAL, context)
    return False


@see.register(nodes.reference)
def _reference(node: nodes.reference, observer: Observer, context: Context) -> bool:
    text = node.astext().strip()
    if node.get('refuri') and text.count(' ') < _MOST_WORDS and not is_address(text):
        kind = Kind.NAME if is_identifier_shaped(text) else Kind.TERM
        observer.note(text, kind, Position.LINK_TEXT, context)
        if is_link_name(text):
            observer.note(text, kind, Position.MARKED_TERM, context)
    return any(isinstance(child, nodes.literal) for child in node)


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


@see.register(nodes.abbreviation)
def _abbreviation(node: nodes.abbreviation, observer: Observer, context: Context) -> bool:
    explanation = node.get('explanation', '')
    observer.note(
        node.astext(),
        Kind.ACRONYM,
        Position.ABBREVIATION if explanation else Position.ACRONYM,
        context,
        definition=(first_sentence(explanation), 'abbr'),
    )
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


def _declared_at(section: nodes.Element, node_id: str, context: Context) -> Context:
    """Give a module whose section has taken over its target the place of its declaration."""
    for child in section.children:
        if isinstance(child, addnodes.index) and any(
            target == node_id for _type, _value, target, *_rest in child['entries']
        ):
            described = _described_at((child,), context)
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


def _described_at(around: Iterable[nodes.Node | None], context: Context) -> Context:
    """Give an object of autodoc its docstring: its signature stands on a line of no file."""
    known = [node for node in around if node is not None]
    sources = [node.source or '' for node in (*known, *(known[-1].children if known else ()))]
    source = next((source for source in sources if _DOCSTRING in source), None)
    return context._replace(line=1, source=source) if source else context


def _at(node: nodes.Element, context: Context) -> Context:
    """Stay where the block around is if a node does not know: autodoc's have a line of no file."""
    if not (node.line and node.source):
        return context
    return context._replace(line=node.line, source=node.source)
