"""Visitors of nodes: each adds the keywords of one type of node to the recorder.

A visitor returns whether the walk descends into its node.
"""

from __future__ import annotations

import re
from functools import lru_cache, singledispatch
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect import domain_objects, explained
from sphinxcontrib_kwindex.collect.code_blocks import block_of
from sphinxcontrib_kwindex.collect.locations import (
    DOCSTRING,
    at_docstring,
    at_module,
    at_node,
    at_term,
    lines_of,
    source_of,
)
from sphinxcontrib_kwindex.collect.recorder import SCOPES, Recorder
from sphinxcontrib_kwindex.extract.literals import (
    CALL,
    fits,
    guess_kind,
    inner_names,
    literal_names,
    passing_names,
    precedes_value,
    stated_after,
    stated_before,
)
from sphinxcontrib_kwindex.extract.names import clean, is_identifier_shaped
from sphinxcontrib_kwindex.extract.prose import (
    is_address,
    is_link_name,
    is_term,
)
from sphinxcontrib_kwindex.extract.prose.sentences import first_sentence
from sphinxcontrib_kwindex.extract.prose.wordlists import is_vague
from sphinxcontrib_kwindex.model import Kind, Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.collect.walker import Context

#: before marked text: "a *single process*" and "*a single process*" are the same
_ARTICLE = re.compile(r'^(?:an?|the) ', re.IGNORECASE)
#: marked text with more spaces is no name
_MOST_SPACES = 3
#: roles and classes of literals that are keys and samples, not names
_NO_NAMES = frozenset({'kbd', 'samp', 'regexp', 'mimetype', 'guilabel', 'menuselection'})
#: no identifier, but no ordinary word either: "Content-Type"
_MARKED = re.compile(r'[A-Za-z]\w*(?:[-/.]\w+)+|[a-z]\w+')
#: ":file:`src/main.c`", ":issue:`the text <12>`"
_UNKNOWN_ROLE = re.compile(r':[\w:+-]+:`([^`<]+?)\s*(?:<[^`<>]*>)?`')
#: what a term may begin with that has visitors of its own
_MARKUP = (nodes.literal, nodes.reference, nodes.problematic, addnodes.pending_xref)
#: between the literals of a list
_SEPARATOR = re.compile(r'\s*+(?:[,/&]|(?:,\s*+)?(?:and|or))\s*+')
#: the noun of a literal is within so many characters
_REACH = 60
#: the level of a heading that makes no section
_RUBRIC = 6
#: what a text calls a name before or after it; a variable is an argument, a key or a field
_CALLED = '|'.join(
    f'(?P<{kind.name}>{words})'
    for kind, words in {
        Kind.ATTRIBUTE: 'attribute|property|member',
        Kind.CLASS: 'class(?:es)?|exception|struct',
        Kind.COMMAND: '(?:sub)?command|program',
        Kind.DIRECTIVE: 'directive',
        Kind.ENVIRONMENT_VARIABLE: r'environment\s+variable',
        Kind.FUNCTION: 'function|decorator|macro',
        Kind.METHOD: 'method',
        Kind.MODULE: 'module|package|extension',
        Kind.ROLE: 'role',
        Kind.SETTING: r'setting|conf(?:ig(?:uration)?)?\s+(?:value|variable|option)|confval',
        Kind.VARIABLE: 'arg(?:ument)?|param(?:eter)?|kwarg|keyword|key|field|variable',
    }.items()
)
#: "… argument", "… keyword argument"; but not "… of a class"
_CALLED_AFTER = re.compile(
    r'\A\s+(?:(?!(?:an?|and|as|by|for|from|has|in|is|of|on|or|that|the|this|to|with'
    r'|conf\w*|environment)\s)[a-z-]+\s)?'
    rf'(?:{_CALLED})s?\b'
)
#: "… and … directives"
_AND = re.compile(r',?\s+(?:and|or)\s+|,\s+|/')
#: "…: what it is", "… – what it is", "… (use something else)"
_TOLD = re.compile(r'\s*(?::|\((?:to|use)\b|[(-][^)]*\)?:|\s[-–—]+\s)')
_CALLED_BEFORE = re.compile(rf'\b(?:{_CALLED})s?:?\s+\Z', re.IGNORECASE)
#: nodes whose ids are in no output
_WITHOUT_IDS = (
    addnodes.acks,
    addnodes.glossary,
    addnodes.highlightlang,
    addnodes.hlist,
    addnodes.tabular_col_spec,
    nodes.raw,
)


def visit_document(document: nodes.document, env: BuildEnvironment, title: str) -> Recorder:
    """Return a recorder with all occurrences of keywords that readers of a document may see."""
    recorder = Recorder(document, env, title)
    visitor_of = lru_cache(visit.dispatch)
    for node, context in recorder.walker:
        cls: type = type(node)
        if visitor_of(cls)(node, recorder, context):
            recorder.walker.descend(node, context)
    recorder.finish()
    return recorder


@singledispatch
def visit(_node: nodes.Node, _recorder: Recorder, _context: Context) -> bool:
    """Visit a node; by default it has no keywords of its own."""
    return True


#: headings, links, stressed words and what is defined: nothing in them becomes a link
NEVER_LINKED = (
    addnodes.desc_signature,
    addnodes.download_reference,
    addnodes.number_reference,
    addnodes.pending_xref,
    nodes.caption,
    nodes.emphasis,
    nodes.field_name,
    nodes.problematic,
    nodes.reference,
    nodes.rubric,
    nodes.strong,
    nodes.subtitle,
    nodes.term,
    nodes.title,
)


# Objects, modules, terms and entries of the general index


@visit.register(addnodes.desc)
def _desc(node: addnodes.desc, recorder: Recorder, context: Context) -> bool:
    content = _content_of(node)
    text = _description(node)
    for signature in node.children:
        if isinstance(signature, addnodes.desc_signature):
            context = at_node(signature, at_docstring((node, content), context))
            recorder.parameters.update(domain_objects.parameters_of(signature))
            recorder.scopes.update(filter(None, [signature.get('module')]))
            for name in domain_objects.names_of(signature, node, recorder.env):
                recorder.add(
                    name,
                    domain_objects.kind_of_object(node, name),
                    Position.OBJECT,
                    context,
                    anchor=signature['ids'][0],
                    definition=(text, 'description'),
                )
            if 'allnames' in signature:  # each spelling of an option has an id
                recorder.walker.add_ids(context, signature['ids'][1:])
            for name, reftype in domain_objects.types_of_signature(signature):
                kind = domain_objects.kind_of(reftype, name)
                recorder.add(name, kind, Position.SIGNATURE, context)
    if content is not None:
        recorder.walker.descend(content, context)
    return False


def _content_of(desc: addnodes.desc) -> addnodes.desc_content | None:
    return next((c for c in desc.children if isinstance(c, addnodes.desc_content)), None)


def _description(desc: addnodes.desc) -> str:
    """Return the first sentence about an object.

    Descriptions by hand that stand in a row share what is under the last of them.
    """
    content, following = _content_of(desc), desc
    while content is not None and not content.children and DOCSTRING not in source_of(desc):
        after = _next_but_index(following)
        if not (isinstance(after, addnodes.desc) and _are_together(following, after)):
            break
        content, following = _content_of(after), after
    return explained.sentence_in(content)


def _are_together(desc: addnodes.desc, after: addnodes.desc) -> bool:
    """Check whether two descriptions are of one name, or have no blank line between them."""
    signatures = [
        one for one in (*desc, *after) if isinstance(one, addnodes.desc_signature) and one.line
    ]
    above, below = signatures[:1], signatures[-1:]
    if after.get('objtype') != desc.get('objtype') or above == below:
        return False
    names = {name.astext() for one in signatures for name in one.findall(addnodes.desc_name)}
    lines = lines_of(source_of(below[0]))[(above[0].line or 1) - 1 : below[0].line]
    return len(names) == 1 or (bool(lines) and all(map(str.strip, lines)))


def _next_but_index(node: nodes.Node) -> nodes.Node | None:
    """Return the next sibling that is no entry of the general index."""
    following = node.next_node(descend=False, siblings=True)
    while isinstance(following, addnodes.index):
        following = following.next_node(descend=False, siblings=True)
    return following


@visit.register(addnodes.versionmodified)
def _versionmodified(
    node: addnodes.versionmodified, recorder: Recorder, context: Context
) -> bool:
    for anchor, change in domain_objects.changes_of(node, context.condition, context.section):
        recorder.changes[anchor].append(change)
    return True


@visit.register(nodes.target)
def _target(node: nodes.target, recorder: Recorder, context: Context) -> bool:
    following = node.next_node(descend=False, siblings=True)
    if node.get('ismod') and not isinstance(following, nodes.section):
        before = node.parent[max(0, node.parent.index(node) - 1)]
        _module(node, recorder, at_docstring((before, following), context))
    return False


@visit.register(nodes.section)
def _module(node: nodes.Element, recorder: Recorder, context: Context) -> bool:
    """Visit the target of a module, or the section that follows it and has taken over its id."""
    for node_id, name, synopsis in domain_objects.modules_of(node, recorder.env):
        recorder.add(
            name,
            Kind.MODULE,
            Position.MODULE,
            at_module(node, node_id, context),
            anchor=node_id,
            definition=(first_sentence(synopsis), 'synopsis'),
        )
    return True


@visit.register(nodes.term)
def _term(node: nodes.term, recorder: Recorder, context: Context) -> bool:
    item, text = node.parent, node.astext()
    if domain_objects.is_of_glossary(item):
        description = next((c for c in item if isinstance(c, nodes.definition)), None)
        recorder.add(
            text,
            Kind.TERM,
            Position.TERM,
            at_term(node, context),
            anchor=node['ids'][0] if node['ids'] else '',
            definition=(explained.sentence_in(description), 'glossary'),
        )
        return False
    found = explained.of_term(node)
    context = context._replace(explained=found)
    first = node.next_node(descend=True)
    is_marked = isinstance(first, _MARKUP)
    if not is_marked and text.count(' ') <= _MOST_SPACES:
        kind = guess_kind(text) if is_identifier_shaped(text) else Kind.TERM
        if kind is not Kind.TERM or (found and clean(text).casefold() in found.names):
            recorder.add(text, kind, Position.DEFINITION_LIST, context)
    recorder.walker.descend(node, context)
    return False


@visit.register(nodes.row)
def _row(node: nodes.row, recorder: Recorder, context: Context) -> bool:
    found = explained.of_row(node)
    if found and found.word:
        at = context._replace(explained=found)
        recorder.add(found.word, _name_or_term(found.word), Position.DEFINITION_LIST, at)
    recorder.walker.descend(node, context, found)
    return False


@visit.register(addnodes.index)
def _index(node: addnodes.index, recorder: Recorder, context: Context) -> bool:
    if not _belongs_to_object(node):
        for entry_type, value, target, *_rest in node['entries']:
            for name in _names_of_entry(entry_type, value):
                anchor = '' if _is_lost(target, node) else target
                kind, position, where = _name_or_term(name), Position.INDEX_ENTRY, context
                if objtype := domain_objects.target_type(name, target, recorder.env):
                    kind, position = domain_objects.kind_of(objtype, name), Position.OBJECT
                    where = _after_target(node, recorder, context)
                recorder.add(name, kind, position, where, anchor=anchor)
    return False


def _after_target(index: addnodes.index, recorder: Recorder, context: Context) -> Context:
    """Return the context of what a target is before: it may be a section, the next to enter."""
    following: nodes.Node | None = index
    while isinstance(following, (addnodes.index, nodes.target, nodes.comment)):
        following = following.next_node(descend=False, siblings=True, ascend=True)
    if isinstance(following, nodes.section):
        return context._replace(section=len(recorder.walker.sections))
    return context


def _name_or_term(text: str) -> Kind:
    return Kind.NAME if is_identifier_shaped(text) else Kind.TERM


def _names_of_entry(entry_type: str, value: str) -> list[str]:
    parts = [part.strip() for part in value.split(';')]
    if entry_type == 'single':
        return [', '.join(parts)]
    if entry_type in {'see', 'seealso'}:
        return parts[:1]
    return parts


def _belongs_to_object(index: addnodes.index) -> bool:
    """Return whether an entry is that of an object or a link, which have visitors of their own."""
    if isinstance(index.parent, nodes.term) or _has_modules(index):
        return True
    following = _next_but_index(index)
    if isinstance(following, nodes.target):
        link = following.next_node(descend=False, siblings=True)
        return isinstance(link, (addnodes.pending_xref, nodes.reference)) or 'ismod' in following
    return isinstance(following, addnodes.desc)


def _has_modules(index: addnodes.index) -> bool:
    return any(target.startswith('module-') for _type, _value, target, *_rest in index['entries'])


def _is_lost(target: str, index: addnodes.index) -> bool:
    """Return whether a node that does not show its ids has taken over the target of an entry."""
    node = index.next_node(nodes.target, descend=False, siblings=True)
    return (
        isinstance(node, nodes.target)
        and target not in node['ids']
        and isinstance(node.next_node(ascend=True), _WITHOUT_IDS)
    )


# Texts and blocks of code


@visit.register(nodes.Text)
def _text(node: nodes.Text, recorder: Recorder, context: Context) -> bool:
    recorder.prose.texts.append((str(node), context))
    return False


@visit.register(nodes.title)
def _title(node: nodes.title, recorder: Recorder, context: Context) -> bool:
    return _heading(node, recorder, context)


def _heading(node: nodes.Element, recorder: Recorder, context: Context) -> bool:
    if context.heading:
        found = explained.of_heading(node)
        context = context._replace(explained=found)
        if found and found.word:
            recorder.add(found.word, Kind.NAME, Position.HEADING_NAME, context)
    text = explained.clean_title(_without_literals(node))
    call = CALL.fullmatch(text)
    if context.explained and context.explained.kind is Kind.OPTION and '…' not in text:
        return False
    if call and not is_identifier_shaped(call[1]):  # else the text has it as well
        recorder.add(call[1], Kind.FUNCTION, Position.HEADING_NAME, context)
    else:
        recorder.prose.blocks.append((text, context))
    recorder.walker.descend(node, context)
    return False


@visit.register(nodes.rubric)
def _rubric(node: nodes.rubric, recorder: Recorder, context: Context) -> bool:
    return _heading(node, recorder, context._replace(heading=_RUBRIC))


@visit.register(nodes.paragraph)
@visit.register(nodes.caption)
def _paragraph(node: nodes.Element, recorder: Recorder, context: Context) -> bool:
    recorder.prose.blocks.append((_without_literals(node), context))
    if item := explained.of_item(node):
        recorder.walker.descend(node, context._replace(explained=item))
    else:
        recorder.walker.descend(node, context, explained.of_paragraph(node))
    return False


def _without_literals(node: nodes.Element) -> str:
    """Return the text of a block with an ellipsis for each literal, which is not prose."""
    return ''.join(map(_prose_of, node.children))


def _prose_of(node: nodes.Node) -> str:
    """Return the text of a node; an ellipsis for a literal, and for a link that shows one."""
    if isinstance(node, nodes.Text):
        return node.astext() if '\0' in node else str(node)  # astext is slow
    inside = node.children
    is_code = inside and all(isinstance(child, nodes.literal) for child in inside)
    is_code = is_code or isinstance(node, (nodes.literal, nodes.problematic))
    return '…' if is_code else node.astext()


@visit.register(addnodes.highlightlang)
def _highlightlang(node: addnodes.highlightlang, recorder: Recorder, _context: Context) -> bool:
    recorder.language = node['lang']
    return False


@visit.register(nodes.literal_block)
@visit.register(nodes.doctest_block)
def _code_block(node: nodes.Element, recorder: Recorder, context: Context) -> bool:
    block = block_of(node, recorder.language, context)
    if block:
        recorder.blocks.append(block)
    return False


@visit.register(nodes.meta)
def _meta(node: nodes.Element, recorder: Recorder, context: Context) -> bool:
    if node.get('name') == 'keywords':
        add_author_keywords(recorder, node.get('content', ''), context)
    return False


def add_author_keywords(recorder: Recorder, keywords: str, context: Context) -> None:
    """Add what an author lists as the keywords of a document."""
    for word in re.split(r'[,\n]', keywords.strip().strip('[]')):
        name = word.strip().strip('"\'')
        recorder.add(name, _name_or_term(name), Position.AUTHOR, context)


@visit.register(nodes.field_name)
def _field_name(_node: nodes.Node, _recorder: Recorder, _context: Context) -> bool:
    return False


# Markup within a text


@visit.register(addnodes.pending_xref)
def _pending_xref(node: addnodes.pending_xref, recorder: Recorder, context: Context) -> bool:
    reftype = node.get('reftype', '')
    recorder.scopes.update(filter(None, map(node.get, SCOPES)))
    if node.get('refdomain') == 'kw':
        recorder.references.add((reftype, node['reftarget']))
        return False
    if _names_document(node.astext(), recorder):
        recorder.add(node.astext(), Kind.FILE, Position.PASSING_NAME, context)
        return False
    if not domain_objects.names_something(node):
        return domain_objects.has_own_text(node)
    names = [node.get('reftarget', '')]
    if reftype == 'option':
        program = node.get('std:program')
        name = f'{program} {names[0]}' if program and ' ' not in names[0] else names[0]
        names = domain_objects.option_spellings(name)
    position = Position.HEADING_NAME if context.heading else Position.CROSS_REFERENCE
    for name in names:
        recorder.add(name, domain_objects.kind_of(reftype, name), position, context)
    return False


@visit.register(nodes.literal)
def _literal(node: nodes.literal, recorder: Recorder, context: Context) -> bool:
    text = node.astext().strip()
    name = clean(text)
    role = node.get('role', '')
    if role == 'file':
        recorder.add(text, Kind.FILE, Position.ROLE_LITERAL, context)
    elif not _NO_NAMES & {role, *node['classes']}:
        position = Position.HEADING_NAME if context.heading else Position.LITERAL
        whole = literal_names(text)
        stated = _stated_kind(node, text) if len(whole) == 1 else None
        if stated is None and position is Position.LITERAL and _is_value(node, text):
            position = Position.PASSING_NAME
        alone, called = linkable_name(node) if recorder.links_literals else NO_NAME
        for name, kind in whole:
            recorder.add(
                name,
                stated or kind,
                position,
                context,
                called=called if clean(name) == alone else '',
                is_stated=stated is not None,
            )
        for name in passing_names(text, [name for name, _kind in whole]):
            recorder.add(name, Kind.NAME, Position.PASSING_NAME, context)
    for name, kind in inner_names(text):
        recorder.add(name, kind, Position.LITERAL, context)
    return False


def _stated_kind(node: nodes.Element, literal: str) -> Kind | None:
    """Return the kind that the words beside a literal state, or beside the list it is in."""
    while isinstance(node.parent, nodes.reference) and len(node.parent.children) == 1:
        node = node.parent
    siblings, index = node.parent.children, node.parent.index(node)
    before, _previous = _beside(siblings, index, -1)
    found = _stated_by(siblings, index, 1) or _stated_by(siblings, index, -1)
    return found if found and fits(literal, found, before) else None


def _is_value(node: nodes.Element, literal: str) -> bool:
    """Return whether a literal, or the list it is in, is what a setting may be."""
    siblings, index = node.parent.children, node.parent.index(node)
    text, index = _beside(siblings, index, -1)
    while index >= 0 and _SEPARATOR.fullmatch(text):
        text, index = _beside(siblings, index, -1)
    return guess_kind(literal) is Kind.NAME and literal.islower() and precedes_value(text)


def _stated_by(siblings: Sequence[nodes.Node], index: int, step: int) -> Kind | None:
    """Return the kind that the words after a literal state, or those before it."""
    state = stated_after if step > 0 else stated_before
    is_listed, is_last = False, _SEPARATOR.fullmatch(_beside(siblings, index, -step)[0])
    while True:
        text, index = _beside(siblings, index, step)
        is_literal = 0 <= index < len(siblings) and _is_literal(siblings[index])
        if stated := state(text, beside_literal=is_literal):
            # "the ``a`` and ``b`` functions", "the functions ``a`` and ``b``"
            is_of_all = stated.is_plural if is_listed else not stated.is_plural or is_last
            return stated.kind if is_of_all else None
        if not (is_literal and _SEPARATOR.fullmatch(text)):
            return None
        is_listed = True


def _beside(siblings: Sequence[nodes.Node], index: int, step: int) -> tuple[str, int]:
    """Return the text beside a node, and the number of what follows it or stands before it."""
    text = ''
    index += step
    while 0 <= index < len(siblings) and isinstance(siblings[index], nodes.Text):
        piece = str(siblings[index])
        text = text + piece if step > 0 else piece + text
        index += step
    return (text[:_REACH] if step > 0 else text[-_REACH:]), index


def _is_literal(node: nodes.Node) -> bool:
    return isinstance(node, nodes.literal) or (
        isinstance(node, nodes.reference) and isinstance(node.next_node(), nodes.literal)
    )


def _is_key(first: nodes.literal, text: nodes.Node | None) -> bool:
    """Return whether an item of a list begins with a name and tells what it is."""
    is_item = isinstance(first.parent.parent, nodes.list_item)
    return is_item and isinstance(text, nodes.Text) and _TOLD.match(str(text)) is not None


#: of a literal that may not become a link
NO_NAME = ('', Kind.NAME)


def linkable_name(literal: nodes.literal) -> tuple[str, Kind]:
    """Return the name that is all of a literal, and what the text calls it.

    The name is empty where no link may be.
    """
    text = literal.astext()
    name = clean(text)
    if text not in {name, f'{name}()', f'${name}'}:
        return NO_NAME
    if _NO_NAMES & {literal.get('role', ''), *literal['classes']}:
        return NO_NAME
    parent = literal.parent
    while isinstance(parent, nodes.TextElement):
        if isinstance(parent, NEVER_LINKED):
            return NO_NAME
        parent = parent.parent
    return name, _called(literal)


def _called(literal: nodes.literal) -> Kind:
    """Return what the text calls a literal: "the … directive", "function …", "…()"."""
    siblings = literal.parent.children
    at = next(number for number, sibling in enumerate(siblings) if sibling is literal)
    texts = (
        (_CALLED_AFTER, siblings[at + 1] if at + 1 < len(siblings) else None),
        (_CALLED_BEFORE, siblings[at - 1] if at else None),
    )
    if not at and _is_key(literal, texts[0][1]):
        return Kind.VARIABLE
    if isinstance(texts[0][1], nodes.Text) and _AND.fullmatch(str(texts[0][1])):
        following = siblings[at + 2] if at + 2 < len(siblings) else None
        return _called(following) if isinstance(following, nodes.literal) else Kind.NAME
    for pattern, text in texts:
        if isinstance(text, nodes.Text) and (match := pattern.search(str(text))):
            return Kind[match.lastgroup or 'NAME']
    return Kind.FUNCTION if literal.astext().endswith('()') else Kind.NAME


@visit.register(nodes.problematic)
def _problematic(node: nodes.problematic, recorder: Recorder, context: Context) -> bool:
    """Visit text in a role that this build does not know: it is read as in the default role."""
    if match := _UNKNOWN_ROLE.fullmatch(node.astext()):
        text = clean(match[1])
        if is_identifier_shaped(text) or _MARKED.fullmatch(text):
            recorder.add(text, guess_kind(text), Position.LITERAL, context)
    return False


@visit.register(nodes.title_reference)
def _title_reference(node: nodes.title_reference, recorder: Recorder, context: Context) -> bool:
    """Visit text in the default role, which is code if it looks like code."""
    text = clean(node.astext())
    if not (is_identifier_shaped(text) or _MARKED.fullmatch(text)) or is_vague(text):
        return True
    recorder.add(text, guess_kind(text), Position.LITERAL, context)
    return False


@visit.register(nodes.strong)
@visit.register(nodes.emphasis)
def _emphasized(node: nodes.Element, recorder: Recorder, context: Context) -> bool:
    if {'command', 'program'} & set(node['classes']):
        recorder.add(node.astext(), Kind.COMMAND, Position.ROLE_LITERAL, context)
        return False
    text = _ARTICLE.sub('', node.astext().strip())
    if 'dfn' in node['classes']:
        context = context._replace(explained=explained.of_definition(node))
        recorder.add(text, _name_or_term(text), Position.EMPHASIS, context)
        return False
    is_plain = is_identifier_shaped(text) or is_vague(text)
    if text[:1].isalnum() and text.count(' ') <= _MOST_SPACES and not is_plain:
        is_strong = isinstance(node, nodes.strong)
        position = Position.STRONG if is_strong else Position.EMPHASIS
        recorder.add(text, Kind.TERM, position, context)
        if not is_strong and is_term(text):
            recorder.add(text, Kind.TERM, Position.MARKED_TERM, context)
    return True


@visit.register(nodes.reference)
def _reference(node: nodes.reference, recorder: Recorder, context: Context) -> bool:
    text = node.astext().strip()
    if _names_document(text, recorder):
        recorder.add(text, Kind.FILE, Position.PASSING_NAME, context)
        return False
    if node.get('refuri') and text.count(' ') <= _MOST_SPACES and not is_address(text):
        kind = _name_or_term(text)
        recorder.add(text, kind, Position.LINK_TEXT, context)
        if is_link_name(text):
            recorder.add(text, kind, Position.MARKED_TERM, context)
    return any(isinstance(child, nodes.literal) for child in node)


def _names_document(text: str, recorder: Recorder) -> bool:
    """Return whether the text of a link is the name of a document: "guide.md"."""
    suffix = text.rpartition('.')[2]
    return ' ' not in text and suffix != text and f'.{suffix}' in recorder.env.config.source_suffix


@visit.register(nodes.abbreviation)
def _abbreviation(node: nodes.abbreviation, recorder: Recorder, context: Context) -> bool:
    explanation = node.get('explanation') or ''
    recorder.add(
        node.astext(),
        Kind.ACRONYM,
        Position.ABBREVIATION if explanation else Position.ACRONYM,
        context,
        definition=(first_sentence(explanation), 'abbr'),
    )
    return False
