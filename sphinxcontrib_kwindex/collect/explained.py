"""Names that the text itself explains: in headings, definition lists, tables and list items.

A heading, a term, a first table cell or the start of a list item is the name, and the sentence that
follows is its definition.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.domain_objects import parameters_of
from sphinxcontrib_kwindex.collect.walker import text_of
from sphinxcontrib_kwindex.extract.literals import ATTRIBUTE, CALL, guess_kind, literal_names
from sphinxcontrib_kwindex.extract.names import (
    OPTION,
    clean,
    is_identifier_shaped,
    option_names,
)
from sphinxcontrib_kwindex.extract.prose.definitions import (
    ARTICLE,
    KINDS,
    NOUN,
    SENTENCE_END,
    THIS_THING,
    accepted,
    begins_with,
    defines,
    has_other_subject,
    says_what,
    sentences_of,
    without_remarks,
)
from sphinxcontrib_kwindex.extract.prose.sentences import first_sentence
from sphinxcontrib_kwindex.extract.prose.wordlists import (
    ANY_FIRST,
    FUNCTION_WORDS,
    HEADS,
    LITERAL_NOISE,
    LONE_HEADS,
    SECTION_TITLES,
    is_generic,
    is_placeholder,
)
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence


class Explanation(NamedTuple):
    """Names that an element consists of, and what the text says of them."""

    #: casefolded
    names: frozenset[str]
    text: str = ''
    #: the kind that a heading states: "The ``build`` command", "run()", "opt-level"
    kind: Kind | None = None
    #: a name in it that no markup and no shape tells from other words: "The Visitor trait"
    word: str = ''


#: a definition in a cell or an item has so many words, but for a sentence
_LEAST_WORDS: Final = 3
#: in the list of properties below a heading, so many
_LEAST_IN_LIST: Final = 6
#: a marked name has less spaces
_MOST_SPACES: Final = 4

_MARKED: Final = frozenset({nodes.literal, nodes.strong, nodes.emphasis})

#: "The build command", "Class Client", "Static method: Buffer.from(array)"
_WITHNOUN: Final = re.compile(
    rf'(?:the\s+)?(?:(?:[a-z]+ )?(?P<before>{NOUN}):?\s+)?'
    rf'(?P<name>\S+?(?:\(.*\))?)(?:\s+(?P<after>{NOUN})s?)?',
    re.IGNORECASE,
)
#: a heading that is one word without capitals is a name: "opt-level"
_LOWER: Final = re.compile(r'(?!v\d)[a-z][a-z0-9]*(?:[-_./][a-z0-9]+)*')
_COMMAND: Final = re.compile(r'[a-z][\w.-]*(?: [a-z][\w-]*){1,3}')
#: what may stand beside the only name in a heading: "Import ``Client``"
_LIGHT: Final = HEADS | LONE_HEADS | FUNCTION_WORDS | ANY_FIRST | {'built-in', *KINDS}
_ATTRIBUTES: Final = re.compile(r'\{ ?[#.:][^{}]*\}$')
#: what became of the two hyphens of an option
_SMART_DASH: Final = re.compile(r'(?<!\S)–(?=\w)')
#: behind a name, "(integer)"; the parameters in a heading
_ASIDE: Final = re.compile(r'\(([^()]*)\)$')

#: between several names: "-o, --output", "min and max"
_BETWEEN: Final = frozenset({'', ',', '/', '|', '·', 'and', 'or', 'vs', 'vs.', '&'})
#: between a name at the start of an item and what is said of it, with the type that some put there
_DASH: Final = re.compile(
    r'\s*(?:\([^()]{0,60}\)\s*)?(?:[-–—]{1,2}\s|:(?:\s|$))\s*(?:\{[^{}]{0,60}\}\s*)?'
)
#: a property of what a section is about: "Type: float", "Added in 2.0", "Returns 0 on success"
_LABEL: Final = re.compile(
    r'[\w ]{1,24}:(?: (?:[^.]|\.\b)+\.?)?|(?:added|changed|introduced|new) (?:in|since) .{1,30}'
    r'|returns? .{1,40} (?:on success|succeeded)\b.*',
    re.IGNORECASE,
)
#: "Type: float The size of it", "{number} The size of it"
_TYPED: Final = re.compile(r'(?:[Tt]ype: \S+|\{[^{}]{1,60}\})\s+(?=[A-Z])')
#: "Handlers: running operations on change", "Singletons (Autoload)"
_SUBTITLE: Final = re.compile(r'[:(–—]|\s-+\s')
#: the end of such a heading: "Understanding privilege escalation: become"
_AFTER_COLON: Final = re.compile(r'[^:]+: (\S+)')

#: what may stand between a heading and its first paragraph: also a list of properties
_BETWEEN_HEADING_AND_TEXT: Final = (
    nodes.Admonition,
    nodes.block_quote,
    nodes.bullet_list,
    nodes.comment,
    nodes.field_list,
    nodes.image,
    nodes.raw,
    nodes.target,
    addnodes.highlightlang,
    addnodes.index,
    addnodes.versionmodified,
)
#: sections that a page about a name may begin with
_OPENING: Final = frozenset({'about', 'description', 'introduction', 'overview', 'summary'})
#: the head of a column with names, which may be any words
_NAMING: Final = {'concept', 'key', 'name', 'term', *KINDS} - {'object', 'parameter', 'type'}
#: the head of a column with values or samples, not with names
_VALUES: Final = frozenset(
    {
        'code', 'date', 'default', 'example', 'format', 'input', 'level', 'pattern', 'platform',
        'release', 'result', 'status', 'status code', 'type', 'value', 'values', 'version',
    }
)  # fmt: skip


def of_heading(title: nodes.Element) -> Explanation | None:
    """Return what a section explains whose heading is a name, or a phrase that it defines."""
    text, paragraph = clean_title(text_of(title)), _following(title)
    below = _text_of(paragraph) if paragraph is not None else ''
    return (
        _of_name(title, text, below)
        or _of_noun(title, text, below)
        or _of_command(title, text, below)
        or _of_only_name(title, text, below)
        or _of_subject(text, below)
    )


def _said(title: nodes.Element, below: str) -> str:
    """Return the first sentence below a heading, if it may be a definition."""
    return accepted(first_sentence(below), _folded(_names(title)))


def _of_name(title: nodes.Element, text: str, below: str) -> Explanation | None:
    """Return what a heading explains that consists of names: "connect()", "opt-level"."""
    is_plain = not any(title.findall(nodes.literal))
    if is_plain and (is_generic(text.lower()) or text.lower() in SECTION_TITLES):
        return None
    if names := _names(title):
        folded = _folded(names)
        said = _said(title, below)
        is_topic = is_plain and text.isalnum() and text[0].isupper()
        is_one = names[0].startswith('-') or len(folded) == 1
        is_of_all = is_one or begins_with(said, names)
        if not is_of_all or (is_topic and has_other_subject(said, names[0])):
            said = ''
        if is_plain and names[0].startswith('-'):
            return Explanation(folded, said, Kind.OPTION, names[0])
        return Explanation(folded, said, Kind.FUNCTION if CALL.fullmatch(text) else None)
    if call := CALL.fullmatch(text):
        return Explanation(_folded([call[1]]), _said(title, below), Kind.FUNCTION)
    if _LOWER.fullmatch(text):
        return Explanation(_folded([text]), _said(title, below), Kind.NAME)
    return None


def _of_noun(title: nodes.Element, text: str, below: str) -> Explanation | None:
    """Return what a heading explains that says what it is: "The Visitor trait"."""
    match = _WITHNOUN.fullmatch(text)
    if not match or bool(match['before']) == bool(match['after']):
        return None
    name, noun = clean(match['name']), (match['before'] or match['after']).lower()
    is_code = _is_code(name, title)
    if not is_code and not _is_in_text(name, title):
        return None
    said = _said(title, below)
    said = '' if has_other_subject(said, name) else said
    return Explanation(_folded([name]), said, KINDS.get(noun), '' if is_code else name)


def _of_command(title: nodes.Element, text: str, below: str) -> Explanation | None:
    """Return what a heading explains that is a command of a block below it: "docker build".

    Or the text says what it does: "Installs it".
    """
    if not _COMMAND.fullmatch(text) or text.partition(' ')[0] in HEADS:
        return None
    said = _said(title, below)
    is_typed = re.compile(rf'\b{text}(?!\S)').search
    if defines(f'{text} {said[:1].lower()}{said[1:]}', text) or any(
        is_typed(block.astext()) for block in title.parent.findall(nodes.literal_block)
    ):
        return Explanation(_folded([text]), said, Kind.COMMAND, text)
    return None


def _of_only_name(title: nodes.Element, text: str, below: str) -> Explanation | None:
    """Return what a heading explains by its only name: "Implementing a Serializer"."""
    after_colon = _AFTER_COLON.fullmatch(text)
    if name := _only_name(title):
        word = ''
    elif after_colon and _is_in_text(clean(after_colon[1]), title):
        return Explanation(_folded([clean(after_colon[1])]), '', Kind.NAME, clean(after_colon[1]))
    else:
        name = word = clean(text.rpartition(' ')[2])
        is_name = word[:1].isupper() and _are_light(text.split(), word)
        if not is_name or not _is_in_text(word, title):
            return None
    said = _said(title, below)
    is_said = defines(said, name) or (name == text and THIS_THING.match(said))
    return Explanation(_folded([name]), said if is_said else '', None, word)


def _of_subject(text: str, below: str) -> Explanation | None:
    """Return what a heading explains that a sentence below it defines: "Guards"."""
    words = ' '.join(below.casefold().split())
    for subject in dict.fromkeys((text, _SUBTITLE.split(text)[0].rstrip())):
        folded = subject.casefold()
        if folded and folded.removesuffix('s') in words:  # of few headings
            for sentence in sentences_of(below):
                if defines(sentence, subject) and accepted(sentence, [folded]):
                    return Explanation(_folded([subject]), sentence)
    return None


def of_definition(node: nodes.Element) -> Explanation:
    """Return what a term explains that its author marks as defined there: its sentence."""
    paragraph, before = node.parent.astext(), ''
    for child in node.parent.children[: node.parent.index(node)]:
        before += child.astext()
    start = max((match.end() for match in SENTENCE_END.finditer(before)), default=0)
    return Explanation(_folded([node.astext()]), first_sentence(paragraph[start:]))


def of_term(term: nodes.Element) -> Explanation | None:
    """Return what an item of a definition list explains."""
    item = term.parent
    if not isinstance(item.parent, nodes.definition_list) or _is_link(term):
        return None
    text = term.astext().strip()
    following = next((c for c in item.children if isinstance(c, nodes.definition)), None)
    if following is None:
        return None
    said = accepted(sentence_in(following))
    if names := _names(term):
        return None if _are_parameters(names, term) else Explanation(_folded(names), said)
    return Explanation(_folded([text]), said) if said and _is_topic(text) else None


def _is_topic(text: str) -> bool:
    """Check whether a term of a list may be a term, and not a condition or a heading."""
    words = text.casefold().split()
    is_plain = FUNCTION_WORDS.isdisjoint(words) and not is_generic(text)
    return bool(words) and is_plain and words[0] not in HEADS


def _is_link(term: nodes.Element) -> bool:
    """Check whether a term of a list is a link to what the list recommends to read."""
    return isinstance(term.parent.parent.parent, addnodes.seealso) or (
        len(term.children) == 1
        and isinstance(term.children[0], (nodes.reference, addnodes.pending_xref))
        and not any(term.findall(nodes.literal))
    )


def of_row(row: nodes.row) -> Explanation | None:
    """Return what a row of a table explains: the name in its first cell."""
    cells = row.children
    if not isinstance(row.parent, nodes.tbody) or len(cells) < 2:  # noqa: PLR2004
        return None
    # a cell that spans rows is a child of the first of them only
    is_whole = len(cells) == row.parent.parent.get('cols', 0)
    if not is_whole or len(cells[0].children) != 1:
        return None
    first, head = cells[0].children[0], _head_of(row)
    if head in _VALUES:
        return None
    said = accepted(sentence_in(max(cells[1:], key=_words_of)))
    if names := _names(first):
        is_name = LITERAL_NOISE.isdisjoint(names) and not _are_parameters(names, row)
        return _said_of(names, said) if is_name else None
    text = first.astext().strip()
    is_plain = head in _NAMING and not text.count('\n') and len(text.split()) < _MOST_SPACES
    if is_plain and FUNCTION_WORDS.isdisjoint(text.casefold().split()):
        found = _said_of([text], said)
        return found._replace(kind=KINDS.get(head), word=text) if found else None
    return None


def _head_of(row: nodes.row) -> str:
    """Return the head of the first column of a table, in the singular."""
    group = row.parent.parent
    head = next((c for c in group.children if isinstance(c, nodes.thead)), None)
    if head is None or not head.children or not head.children[-1].children:
        return ''
    text = head.children[-1].children[0].astext().strip().casefold()
    return text if text in _VALUES else text.rpartition(' ')[2].removesuffix('s')


def of_paragraph(paragraph: nodes.Element) -> Explanation | None:
    """Return what a paragraph explains that begins with a marked name."""
    # MyST begins paragraphs with an empty text
    children = [c for c in paragraph.children if not isinstance(c, nodes.Text) or c.astext()]
    if children and isinstance(children[0], nodes.Text) and ARTICLE.fullmatch(children[0]):
        children = children[1:]
    if len(children) < 2 or type(children[0]) not in _MARKED:  # noqa: PLR2004
        return None
    first = children[0]
    name, colon, _ = first.astext().strip().partition(':')
    rest = colon + ''.join(child.astext() for child in children[1:])
    if name.count(' ') >= _MOST_SPACES or isinstance(paragraph.parent, nodes.entry):
        return None
    if is_placeholder(name) or _is_of_object(paragraph) or _are_parameters([name], paragraph):
        return None
    is_item = isinstance(paragraph.parent, nodes.list_item)
    is_name = _is_shaped(clean(name))
    if is_item and is_name and (dash := _DASH.match(rest)):
        return _said_of([name], accepted(first_sentence(without_remarks(rest[dash.end() :]))))
    text = paragraph.astext().rstrip()
    said = first_sentence(text)
    is_whole = said.endswith('.') or not text.endswith(':')
    is_first = is_name and paragraph.parent.index(paragraph) == 1
    does = is_item or (is_first and isinstance(paragraph.parent, nodes.section))
    if is_whole and says_what(said, name, does=does):
        return Explanation(_folded([name]), said)
    return None


def of_item(paragraph: nodes.Element) -> Explanation | None:
    """Return what the first paragraph of a list item explains: names alone, with text below."""
    item = paragraph.parent
    if not isinstance(item, nodes.list_item) or paragraph is not item.children[0]:
        return None
    if len(item.children) == 1 or not (names := _names(paragraph)):
        return None
    if _is_of_object(item) or _are_parameters(names, item):
        return None
    following = item.children[1]
    if isinstance(following, nodes.bullet_list):
        following = following.children[0]
        first = following.next_node(nodes.paragraph)
        if first is None or type(next(iter(first.children), None)) in _MARKED:  # a name of its own
            return None
        said = sentence_in(following)
    else:
        said = first_sentence(_text_of(following)) if isinstance(following, nodes.paragraph) else ''
    return _said_of(names, accepted(said))


def _said_of(names: Collection[str], said: str) -> Explanation | None:
    """Return an explanation, unless the text is too short to be one, or a name is made up."""
    number = len(said.split())
    if any(map(is_placeholder, map(clean, names))):
        return None
    is_said = number >= _LEAST_WORDS or (number > 1 and said.endswith('.'))
    return Explanation(_folded(names), said) if is_said else None


def _is_of_object(node: nodes.Node) -> bool:
    """Check whether a node is in the description of an object, of its parameters or values."""
    return any(isinstance(above, (nodes.field_body, addnodes.desc)) for above in _within(node))


def _are_parameters(names: Iterable[str], node: nodes.Node) -> bool:
    """Check whether the object or heading above a node has some names as parameters."""
    known: set[str] = set()
    for above in _within(node):
        if isinstance(above, addnodes.desc):
            for signature in above.findall(addnodes.desc_signature):
                known.update(parameters_of(signature))
        elif isinstance(above, nodes.section) and (aside := _ASIDE.search(above[0].astext())):
            known.update(re.findall(r'\w+', aside[1]))
    return known.issuperset(map(clean, names))


def _within(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the nodes around a node, up to its section."""
    while node.parent is not None and not isinstance(node, nodes.section):
        node = node.parent
        yield node


def _folded(names: Iterable[str]) -> frozenset[str]:
    found = [one.casefold() for name in names for one in _named_by(name)]
    return frozenset(found + [ARTICLE.sub('', one, count=1) for one in found])


def _named_by(text: str) -> list[str]:
    """Return what a literal is about: "flatten" of "#[serde(flatten)]"."""
    if attribute := ATTRIBUTE.fullmatch(text):
        return [attribute[2] or attribute[1]]
    if option := OPTION.match(text):
        return [clean(text), option[0], *option_names(text)]
    found = literal_names(text) if text[:1] in {'#', '['} else []  # "#define LIMIT 2", "[tool]"
    return [clean(name) for name, _kind in found] or [clean(text)]


def _names(element: nodes.Node) -> list[str]:
    """Return the names that an element consists of; none if it has other words."""
    names: list[str] = []
    for child in element.children:
        text = '' if isinstance(child, nodes.raw) else clean_title(child.astext())
        inside: Sequence[nodes.Node] = child.children
        is_code = isinstance(child, nodes.literal) or (
            bool(inside) and all(isinstance(c, nodes.literal) for c in inside)
        )
        is_plain = isinstance(child, (nodes.Text, nodes.strong, nodes.emphasis))
        words = [] if '(' in text else text.split()
        if is_code or (is_plain and (CALL.fullmatch(text) or _is_shaped(clean(text)))):
            names.append(text)
        elif len(words) > 1 and is_plain and all(map(_is_name_or_between, words)):
            names += [word.rstrip(',') for word in words if word not in _BETWEEN]
        elif text not in _BETWEEN and not (names and _ASIDE.fullmatch(text)):
            return []
    return names


def _is_name_or_between(word: str) -> bool:
    return word in _BETWEEN or _is_shaped(clean(word))


def _only_name(title: nodes.Element) -> str:
    """Return the one name in a heading that has only verbs and function words beside it."""
    names = {clean(node.astext()) for node in title.findall(nodes.literal)}
    words = clean_title(text_of(title)).replace('`', '').split()
    names |= {word for word in map(clean, words) if is_identifier_shaped(word)}
    if len(names) != 1:
        return ''
    [name] = names
    return name if _are_light(words, name) else ''


def _are_light(words: Iterable[str], name: str) -> bool:
    """Check whether a heading has only verbs and function words beside a name."""
    others = {word.strip('.,:;').lower() for word in words if clean(word) != name}
    return all(word in _LIGHT or word.endswith(("'s", '’s')) for word in others)


def clean_title(text: str) -> str:
    """Return a heading without the attributes of other Markdown parsers, ``{#id}``."""
    return _SMART_DASH.sub('--', _ATTRIBUTES.sub('', text)).strip()


def _is_code(name: str, element: nodes.Element | None) -> bool:
    """Check whether a name is written as code in a heading or a paragraph, or looks like it."""
    return _is_shaped(name) or _is_literal(name, element)


def _is_in_text(name: str, title: nodes.Element) -> bool:
    """Check whether a name stands as a literal in a paragraph below its heading."""
    paragraphs = (child for child in title.parent.children if isinstance(child, nodes.paragraph))
    return any(_is_literal(name, paragraph) for paragraph in paragraphs)


def _is_literal(name: str, element: nodes.Element | None) -> bool:
    """Check whether a name stands as a literal in an element."""
    literals = element.findall(nodes.literal) if element is not None else ()
    return any(clean(node.astext()) == name for node in literals)


def _is_shaped(text: str) -> bool:
    return is_identifier_shaped(text) or (guess_kind(text) is not Kind.NAME and ' ' not in text)


def _following(title: nodes.Element) -> nodes.paragraph | None:
    """Return the paragraph that follows a heading and what stands between them, else an item."""
    properties: nodes.bullet_list | None = None
    node = title.next_node(descend=False, siblings=True)
    while (
        isinstance(node, _BETWEEN_HEADING_AND_TEXT)
        or (isinstance(node, nodes.paragraph) and _is_label(node))
        or (isinstance(node, nodes.literal_block) and _is_part_of_heading(node, title))
    ):
        properties = node if isinstance(node, nodes.bullet_list) else properties
        node = node.next_node(descend=False, siblings=True)
    if isinstance(node, nodes.paragraph):
        return node
    opening = node.next_node(nodes.title) if isinstance(node, nodes.section) else None
    if opening is not None and opening.astext().casefold() in _OPENING:
        return _following(opening)
    if properties is None or not (node is None or isinstance(node, nodes.section)):
        return None
    paragraphs = list(properties.findall(nodes.paragraph))
    texts = [p for p in paragraphs if p is paragraphs[0] or p.parent.index(p)]
    return next(filter(_is_sentence, texts), None)


def _is_sentence(paragraph: nodes.paragraph) -> bool:
    """Check whether a paragraph of a list is not a property, nor about a name of its own."""
    is_text = _words_of(paragraph) >= _LEAST_IN_LIST and isinstance(paragraph[0], nodes.Text)
    text = _text_of(paragraph)
    return is_text and bool(text) and not _LABEL.fullmatch(text)


def _is_label(paragraph: nodes.paragraph) -> bool:
    """Check whether a paragraph states a property, or has hardly a word: a link, a signature."""
    text = _text_of(paragraph)
    return not text or _LABEL.fullmatch(text) is not None or _words_of(paragraph) < 2  # noqa: PLR2004


def _is_part_of_heading(block: nodes.literal_block, title: nodes.Element) -> bool:
    """Check whether a block is a signature of the heading, or follows a label: "Request:"."""
    before = block.parent[block.parent.index(block) - 1]
    line = block.astext().partition('\n')[0]
    return isinstance(before, nodes.paragraph) or any(clean(name) in line for name in _names(title))


def _words_of(element: nodes.Node) -> int:
    """Return the number of words outside of literals and links."""
    if isinstance(element, nodes.Text):
        return sum(word[:1].isalnum() for word in element.split())
    if isinstance(element, (nodes.literal, nodes.literal_block, nodes.reference, nodes.raw)):
        return 0
    return sum(map(_words_of, element.children))


def sentence_in(element: nodes.Node | None) -> str:
    """Return the first sentence of the paragraphs among the children that is no remark."""
    children = element.children if element is not None else ()
    texts = (_text_of(child) for child in children if isinstance(child, nodes.paragraph))
    return first_sentence(next(filter(None, texts), ''))


def _text_of(paragraph: nodes.Element) -> str:
    """Return the text of a paragraph without its type and other remarks at its beginning."""
    return without_remarks(_TYPED.sub('', paragraph.astext()))
