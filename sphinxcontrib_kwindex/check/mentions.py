"""Mentions of names in a document: text that is written as code, each with its line.

Sections, lists and sentences about the past are left out: names in them need not exist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.check.cli_options import commands
from sphinxcontrib_kwindex.check.past import is_about_changes, is_about_past
from sphinxcontrib_kwindex.collect.code_blocks import (
    LONGEST,
    Aliases,
    Block,
    Document,
    block_of,
    names_in,
)
from sphinxcontrib_kwindex.collect.domain_objects import names_of
from sphinxcontrib_kwindex.collect.locations import DOCSTRING, lines_of, source_of
from sphinxcontrib_kwindex.collect.walker import Walker
from sphinxcontrib_kwindex.extract import find_language
from sphinxcontrib_kwindex.extract.names import SEPARATOR, clean
from sphinxcontrib_kwindex.model import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.check.cli_options import Word
    from sphinxcontrib_kwindex.collect.code_blocks import Block
    from sphinxcontrib_kwindex.collect.walker import Context
    from sphinxcontrib_kwindex.model import Found

    Extractors = Mapping[str, Callable[[str], list[Found]]]

#: domains whose references are to no names of code, or to those of another documentation
_OTHER_DOMAINS = frozenset({'', 'kw', 'std', 'math', 'citation', 'changeset', 'rst'})
_QUOTED_OPTION = re.compile(r"""(?<=["'])--\w[\w-]*(?=["'=])""")
_QUOTED = re.compile(r"""["'`]([^\W\d]\w*)["'`]""")
#: a literal that is a command: "$" is a prompt
_COMMAND = re.compile(r'(?:\([\w.-]+\) ?)?[$%>] +\S|(?:\w+=\S+ )*[a-z./][\w./-]* ')
#: all blocks are examples
_DOCUMENT = Document(characters=2 * LONGEST, is_about_file=False)
_USED = frozenset(
    {Position.CODE_IMPORT, Position.EXAMPLE_IMPORT, Position.CODE_USE, Position.EXAMPLE_USE}
)
_DEFINED = frozenset(
    {Position.EXAMPLE_DEFINITION, Position.SOURCE_DEFINITION, Position.SOURCE_DETAIL,
     Position.LOCAL}
)  # fmt: skip

#: the end of a sentence, unless the next one goes on about the same
_SENTENCE_END = re.compile(
    r"""
    (?<!e\.g)(?<!i\.e)(?<!\betc)(?<!\bvs) [.!?][)"”’]?\s+
    (?=[^\W\da-z_]|[\ufffc"“(]) (?!(?:It|They|This|These|That|Those)\b)
    """,
    re.VERBOSE,
)
#: stands for code in a sentence
_CODE = '\ufffc'
#: blocks that hold sentences
_BLOCKS = (nodes.paragraph, nodes.term, nodes.title)
_NAMES = (nodes.literal, addnodes.pending_xref, nodes.title_reference)
_VERSIONS = frozenset({'deprecated', 'versionchanged', 'versionremoved'})

#: a directive that finds an object by itself
_GENERATED = re.compile(r'\W*(?:auto|doxygen)')

#: the least distance below the start of a block in which its names are searched: fields have no
#: lines of their own
_BLOCK_LINES = 60


class Mention(NamedTuple):
    """A name that is written as code."""

    name: str
    #: as the author wrote it
    text: str
    #: the first line of its block
    line: int
    #: the file as docutils names it
    source: str
    #: the reference, if it is one
    reference: addnodes.pending_xref | None = None
    #: it stands in a block of code
    is_code: bool = False
    #: of a block of code
    language: str = ''
    #: of an option: the programs that its block names
    programs: tuple[str, ...] = ()
    #: of an option: its block links to another site
    is_beside_link: bool = False
    #: the text before it in its sentence
    before: str = ''
    #: the domain, if an author describes an object of this name
    described: str = ''

    @property
    def scopes(self) -> list[str]:
        """The scopes that a domain has set for the reference, the innermost first."""
        if self.reference is None:
            return []
        domain = self.reference['refdomain']
        keys = (f'{domain}:module', f'{domain}:class')
        module, cls = (self.reference.get(key) or '' for key in keys)
        inner = f'{module}.{cls}' if module and cls else cls
        return [scope for scope in (inner, module) if scope]


class Command(NamedTuple):
    """A command for a shell."""

    #: the program first; lines are counted from that of the command on
    words: list[Word]
    line: int
    source: str
    is_code: bool = False


class TextBlock(NamedTuple):
    """A block of prose, without code in it."""

    text: str
    line: int
    source: str


@dataclass
class DocumentMentions:
    """All mentions of a document that are about the present."""

    names: list[Mention] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    #: the last components of names that examples define, and options in their strings
    defined: set[str] = field(default_factory=set)
    #: single names in strings of examples
    quoted: set[str] = field(default_factory=set)
    texts: list[TextBlock] = field(default_factory=list)
    #: references to terms
    terms: list[TextBlock] = field(default_factory=list)


def mentions_of(
    document: nodes.document, language: str, extractors: Extractors, env: BuildEnvironment
) -> DocumentMentions:
    """Return the mentions of a document; ``language`` is that of code blocks without one."""
    mentions = DocumentMentions()
    walk = Walker(document, '')
    for node, context in walk:
        if isinstance(node, addnodes.highlightlang):
            language = node['lang']
        elif isinstance(node, (nodes.literal_block, nodes.doctest_block)):
            if block := block_of(node, language, context):
                is_past = _is_past(node, context, walk)
                _add_block(block, mentions, extractors, is_past=is_past)
        elif isinstance(node, _NAMES):
            if not _is_past(node, context, walk):
                _add_name(node, context, mentions)
        elif isinstance(node, addnodes.desc_signature):
            _add_description(node, context, mentions, env)
        elif isinstance(node, nodes.Element) and not isinstance(node, addnodes.index):
            walk.descend(node, context)
            _add_text(node, context, mentions)
    return mentions


def _add_block(
    block: Block, mentions: DocumentMentions, extractors: Extractors, *, is_past: bool
) -> None:
    """Add the names and commands in a block of code, and what it defines."""
    source = block.context.source
    mentions.defined.update(_QUOTED_OPTION.findall(block.code))
    mentions.quoted.update(_QUOTED.findall(block.code))
    for found, position, line in names_in(block, _DOCUMENT, extractors, Aliases()):
        if position in _DEFINED:
            mentions.defined.add(SEPARATOR.split(found.name)[-1])
        elif position in _USED and not (is_past or _is_local(found.name, block.code)):
            one = Mention(found.name, found.name, line, source, is_code=True)
            mentions.names.append(one._replace(language=block.language))
    if find_language(block.language).has_commands and not is_past:
        for words in commands(block.code):
            if block.included:
                words = [word._replace(line=0) for word in words]  # noqa: PLW2901
            mentions.commands.append(Command(words, block.context.line, source, is_code=True))


def _is_local(name: str, code: str) -> bool:
    """Check whether a name begins with a variable of its block, or is a part of a file name."""
    places = [match.start() for match in re.finditer(rf'(?<!\w){re.escape(name)}(?!\w)', code)]
    if places and all(code[max(at - 1, 0) : at] in {'.', '/', '-', '~'} for at in places):
        return True
    first = re.escape(SEPARATOR.split(name)[0])
    # "print(acme.run())" passes on a member, and binds nothing
    is_bound = rf'(?:\b(?:lambda|for|as)\s|[,(*])\s*{first}\b(?!\.|::)|\b{first}\s*:?=[^=]'
    return re.search(is_bound, code) is not None


def _add_name(node: nodes.Element, context: Context, mentions: DocumentMentions) -> None:
    """Add a literal or a reference."""
    line, source = context.line, context.source
    text = node.astext()
    if isinstance(node, addnodes.pending_xref):
        _add_reference(node, context, mentions)
    elif ' ' in text.strip() and _COMMAND.match(text):
        mentions.commands.extend(Command(words, line, source) for words in commands(text))
    elif text.startswith('--'):
        one = Mention(clean(text), text, line, source, programs=tuple(_programs_beside(node)))
        is_beside_link = any(map(_is_external, node.parent.findall(nodes.reference)))
        mentions.names.append(one._replace(is_beside_link=is_beside_link))
    elif name := clean(text):
        before = _around(node)[0] if text.endswith(')') else ''
        mentions.names.append(Mention(name, text, line, source, before=before))


def _add_description(
    node: addnodes.desc_signature,
    context: Context,
    mentions: DocumentMentions,
    env: BuildEnvironment,
) -> None:
    """Add an object that the author describes, not one that an extension has found."""
    desc = node.parent
    if not isinstance(desc, addnodes.desc):
        return
    domain = desc.get('domain', '')
    if domain in _OTHER_DOMAINS or DOCSTRING in (source := source_of(node) or context.source):
        return
    lines = lines_of(source)
    start = (node.line or context.line) - 1
    end = next((n for n in range(max(start, 0), len(lines)) if not lines[n].strip()), len(lines))
    written = '\n'.join(lines[max(start, 0) : end])
    for name in names_of(node, desc, env):
        last = re.escape(SEPARATOR.split(name)[-1])
        if re.search(rf'(?<!\w){last}(?!\w)', written) and not _GENERATED.match(written):
            line = start + 1
            mentions.names.append(Mention(name, name, line, source, described=domain))


def _add_reference(
    node: addnodes.pending_xref, context: Context, mentions: DocumentMentions
) -> None:
    target, text, line, source = node['reftarget'], node.astext(), context.line, context.source
    if node['reftype'] == 'term':
        mentions.terms.append(TextBlock(target, line, source))
    elif node['reftype'] == 'any':
        mentions.names.append(Mention(clean(target), text, line, source))
    is_option = node['reftype'] == 'option'
    if not node.get('intersphinx') and (is_option or node['refdomain'] not in _OTHER_DOMAINS):
        name = target if is_option else clean(target)
        mentions.names.append(Mention(name, text, line, source, node))


def _is_external(link: nodes.reference) -> bool:
    return '://' in link.get('refuri', '') and not link.get('internal')


def _programs_beside(node: nodes.Element) -> Iterator[str]:
    """Yield the programs that are named in the same block of text."""
    for other in node.parent.findall(nodes.strong):
        if {'command', 'program'} & set(other['classes']):
            yield other.astext().partition(' ')[0]


def _add_text(node: nodes.Element, context: Context, mentions: DocumentMentions) -> None:
    """Add a whole block of text; a term of a glossary is no use of it."""
    if not isinstance(node, nodes.TextElement) or isinstance(node.parent, nodes.TextElement):
        return
    is_term = isinstance(node, nodes.term)
    if not (is_term and isinstance(node.parent.parent.parent, addnodes.glossary)):
        mentions.texts.append(TextBlock(_prose(node), context.line, context.source))


def _prose(node: nodes.Node) -> str:
    """Return the text of a node without names; references can show words of their author."""
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, _NAMES) and not (
        node.get('reftype') == 'term'
        or (node.get('refdomain') == 'std' and node.get('refexplicit'))
    ):
        return ' '
    return ''.join(map(_prose, node.children))


def is_for_contributors(docname: str) -> bool:
    """Check whether a document tells how to change the project, by its name."""
    return 'contribut' in docname.casefold()


def _is_past(node: nodes.Element, context: Context, walk: Walker) -> bool:
    """Check whether a node stands in a section, a list or a sentence about the past."""
    return any(map(is_about_changes, _titles(walk, context.section))) or _is_in_past(node)


def _titles(walk: Walker, number: int) -> Iterator[str]:
    """Yield the titles of a section and of those that it is in."""
    level = walk.sections[number].level + 1
    for section in reversed(walk.sections[: number + 1]):
        if section.level < level:
            yield section.title
            level = section.level


def _is_in_past(node: nodes.Node) -> bool:
    parent = node.parent
    is_in_block = False
    while parent is not None:
        if isinstance(parent, addnodes.versionmodified) and parent['type'] in _VERSIONS:
            return True
        is_item = isinstance(parent, nodes.list_item)
        if is_item and is_about_past(_introduction(parent.parent)):
            return True
        is_in_block = is_in_block or isinstance(parent, _BLOCKS)
        parent = parent.parent
    return is_in_block and is_about_past(_CODE.join(_around(node)))


def _introduction(items: nodes.Node) -> str:
    """Return the sentence with a colon that precedes a list."""
    above = items.parent.children[: items.parent.index(items)]
    if not above or not isinstance(above[-1], nodes.paragraph):
        return ''
    text = ''.join(text for text, _is_node in _texts(above[-1], items))
    return _last_sentence(text) if text.rstrip().endswith(':') else ''


def _around(node: nodes.Node) -> tuple[str, str]:
    """Return the text before and after a node in its sentence, without code."""
    block = node.parent
    while not isinstance(block, (*_BLOCKS, nodes.document)):
        block = block.parent
    texts = list(_texts(block, node))
    at = next((n for n, (_text, is_node) in enumerate(texts) if is_node), len(texts))
    before = ''.join(text for text, _is_node in texts[:at])
    after = ''.join(text for text, _is_node in texts[at + 1 :])
    end = _SENTENCE_END.search(f'{after} ')
    return _last_sentence(before, _CODE), after[: end.start()] if end else after


def _last_sentence(text: str, following: str = '') -> str:
    starts = [match.end() for match in _SENTENCE_END.finditer(text + following)]
    return text[starts[-1] if starts else 0 :]


def _texts(inside: nodes.Node, node: nodes.Node) -> Iterator[tuple[str, bool]]:
    """Yield the texts in a block, and which of them is a given node; code has a placeholder."""
    if inside is node or isinstance(inside, _NAMES):
        yield _CODE, inside is node
    elif isinstance(inside, nodes.Text):
        yield inside.astext(), False
    else:
        for child in inside.children:
            yield from _texts(child, node)


def find_lines(
    texts: Sequence[str],
    source: str,
    line: int,
    *,
    is_exact: bool = False,
    is_prose: bool = False,
) -> tuple[str, list[int]]:
    """Return the path of a source and the lines of a block in which one of some texts stands.

    ``source`` is what docutils names it, which may be the docstring of an object; ``line`` is that
    of the block. Code is preferred to plain text, and an earlier text to a later one. If no line of
    the paragraph has any, the first one below counts, else the line itself. An exact line counts
    if it has one of the texts. Prose can be in capitals, and go on in the next line.
    """
    file, colon, name = source.removesuffix(':<translated>').partition(':docstring of ')
    lines = lines_of(file)
    start = line - 1 if line else 0
    if colon:
        start = _definition(name, lines) + max(line - 1, 0)
    patterns = list(_prose_patterns(texts) if is_prose else _code_patterns(texts))
    if is_exact and _matching(patterns, lines[: start + 1], start):
        return file, [start + 1]
    end = next((n for n in range(start, len(lines)) if not lines[n].strip()), len(lines))
    if found := _matching(patterns, lines[:end], start):
        return file, found
    for part, first in ((start + _BLOCK_LINES, end), (len(lines), end)):
        if found := _matching(patterns, lines[:part], first):
            return file, found[:1]
    return file, [start + 1 if colon else line]


def _matching(patterns: Sequence[re.Pattern[str]], lines: Sequence[str], start: int) -> list[int]:
    """Return the lines, from one on, in which the first pattern begins that matches any."""
    both = [*lines[start:], '']
    for pattern in patterns:
        found = [
            number + 1
            for number, (line, further) in enumerate(pairwise(both), start)
            if any(match.start() < len(line) for match in pattern.finditer(f'{line}\n{further}'))
        ]
        if found:
            return found
    return []


def _code_patterns(texts: Sequence[str]) -> Iterator[re.Pattern[str]]:
    words = [rf'(?<!\w){re.escape(text)}(?!-?\w)' for text in texts]
    yield from (re.compile(f'`[^`\\n]*{word}[^`\\n]*`') for word in words)
    yield from map(re.compile, words)


def _prose_patterns(texts: Sequence[str]) -> Iterator[re.Pattern[str]]:
    for text in texts:
        words = r'\s+'.join(map(re.escape, text.split()))
        case = re.NOFLAG if text.isupper() else re.IGNORECASE
        yield re.compile(rf'(?<!\w){words}(?:e?s)?(?!\w)', case)


def _definition(name: str, lines: Sequence[str]) -> int:
    """Return the line of an object by its full name: the last part that is found counts."""
    found = 0
    for part in name.split('.'):
        pattern = re.compile(rf'\s*(?:(?:async\s+)?def|class)\s+{re.escape(part)}\b')
        found = next((n for n in range(found, len(lines)) if pattern.match(lines[n])), found)
    return found
