"""Where names stand in a document that are written as code: one by one, with their lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.check.history import is_about_changes, is_past, text_before
from sphinxcontrib_kwindex.check.shell import commands
from sphinxcontrib_kwindex.collect.aliases import Aliases
from sphinxcontrib_kwindex.collect.code import block_of, names_in
from sphinxcontrib_kwindex.collect.walk import Walk
from sphinxcontrib_kwindex.extract.names import clean
from sphinxcontrib_kwindex.model import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sphinxcontrib_kwindex.check.shell import Word
    from sphinxcontrib_kwindex.collect.code import Block
    from sphinxcontrib_kwindex.collect.walk import Context
    from sphinxcontrib_kwindex.model import Found

#: links by these are of no domain's objects, or of those of another documentation
_OTHER_DOMAINS = frozenset({'', 'kw', 'std', 'math', 'citation', 'changeset', 'rst'})
_SHELLS = frozenset(
    str.split("""
    bash bash-session bat batch console csh default docker dockerfile doscon fish ksh make makefile
    none powershell ps1 ps1con pwsh pwsh-session sh sh-session shell shell-session tcsh terminal
    text yaml zsh
    """)
)
_QUOTED_OPTION = re.compile(r"""(?<=["'])--\w[\w-]*(?=["'=])""")
#: a literal that is a command: "$" is a prompt
_COMMAND = re.compile(r'(?:\([\w.-]+\) ?)?[$%>] +\S|(?:\w+=\S+ )*[a-z./][\w./-]* ')
_OWN_POSITIONS = frozenset({Position.CODE_IMPORT, Position.CODE_USE, Position.EXAMPLE_USE})
_DEFINED = frozenset(
    {Position.EXAMPLE_DEFINITION, Position.SOURCE_DEFINITION, Position.SOURCE_DETAIL,
     Position.LOCAL}
)  # fmt: skip


class Written(NamedTuple):
    """A name that is written as code, and how."""

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
    #: of a block of code: in what it is written
    language: str = ''
    #: of an option: the programs that its block names
    programs: tuple[str, ...] = ()
    #: of an option: its block links to something outside of the documentation
    is_beside_link: bool = False
    #: what is said just before it, in its block
    before: str = ''


class Command(NamedTuple):
    """A command for a shell."""

    #: the name of the program first, each with its line from that of the command on
    words: list[Word]
    line: int
    source: str
    is_code: bool = False


class Text(NamedTuple):
    """A block of prose, without what is written as code in it."""

    text: str
    line: int
    source: str


class Page(NamedTuple):
    """What is to be checked of a document."""

    written: list[Written]
    commands: list[Command]
    #: the last components of what its examples define, and the options in their strings
    defined: set[str]
    texts: list[Text]
    #: what it refers to as a term
    terms: list[Text]


def page_of(
    document: nodes.document,
    language: str,
    extractors: Mapping[str, Callable[[str], list[Found]]],
) -> Page:
    """Give all names and commands of a document that are about the present."""
    page = Page([], [], set(), [], [])
    walk = Walk(document, '')
    for node, context in walk:
        if isinstance(node, addnodes.highlightlang):
            language = node['lang']
        elif isinstance(node, (nodes.literal_block, nodes.doctest_block)):
            block = block_of(node, language, context)
            if block:
                _read_code(block, page, extractors, is_past=_is_past(node, context, walk))
        elif isinstance(node, nodes.Element) and not _is_name(node):
            if not isinstance(node, (addnodes.desc_signature, addnodes.index)):
                walk.descend(node, context)
                _read_text(node, context, page)
        elif isinstance(node, nodes.Element) and not _is_past(node, context, walk):
            _read_name(node, context, page)
    return page


def _is_name(node: nodes.Element) -> bool:
    return isinstance(node, (nodes.literal, addnodes.pending_xref, nodes.title_reference))


def _is_past(node: nodes.Element, context: Context, walk: Walk) -> bool:
    return is_about_changes(_titles(walk, context.section)) or is_past(node)


def _titles(walk: Walk, number: int) -> Iterator[str]:
    """Give the titles of a section and of those that it is in."""
    level = walk.sections[number].level + 1
    for section in reversed(walk.sections[: number + 1]):
        if section.level < level:
            yield section.title
            level = section.level


def _read_text(node: nodes.Element, context: Context, page: Page) -> None:
    """Take a block as a whole; a term of a glossary is no use of it."""
    if not isinstance(node, nodes.TextElement) or isinstance(node.parent, nodes.TextElement):
        return
    if not (isinstance(node, nodes.term) and _is_in_glossary(node)):
        page.texts.append(Text(_prose(node), context.line, context.source))


def _says(node: nodes.Element) -> bool:
    """Tell whether a reference shows words of its author, and no name or label."""
    return node.get('reftype') == 'term' or (
        node.get('refdomain') == 'std' and bool(node.get('refexplicit'))
    )


def _is_in_glossary(term: nodes.term) -> bool:
    return isinstance(term.parent.parent.parent, addnodes.glossary)


def _prose(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, nodes.Element) and _is_name(node) and not _says(node):
        return ' '
    return ''.join(map(_prose, node.children))


def _read_name(node: nodes.Element, context: Context, page: Page) -> None:
    line, source = context.line, context.source
    text = node.astext()
    if isinstance(node, addnodes.pending_xref):
        if node['reftype'] == 'term':
            page.terms.append(Text(node['reftarget'], line, source))
        if node['reftype'] == 'any':
            page.written.append(Written(clean(node['reftarget']), text, line, source))
        is_option = node['reftype'] == 'option'
        if node.get('intersphinx') or (node['refdomain'] in _OTHER_DOMAINS and not is_option):
            return
        name = node['reftarget'] if is_option else clean(node['reftarget'])
        page.written.append(Written(name, text, line, source, node))
    elif ' ' in text.strip() and _COMMAND.match(text):
        page.commands.extend(Command(words, line, source) for words in commands(text))
    elif text.startswith('--'):
        one = Written(clean(text), text, line, source)
        is_beside_link = any(map(_leads_out, node.parent.findall(nodes.reference)))
        programs = tuple(_programs_beside(node))
        page.written.append(one._replace(programs=programs, is_beside_link=is_beside_link))
    elif name := clean(text):
        before = text_before(node) if text.endswith(')') else ''
        page.written.append(Written(name, text, line, source, before=before))


def _leads_out(link: nodes.reference) -> bool:
    return '://' in link.get('refuri', '') and not link.get('internal')


def _is_local(name: str, code: str) -> bool:
    """Tell whether what a name begins with is a variable of its block, or a part of a file name."""
    places = [match.start() for match in re.finditer(rf'(?<!\w){re.escape(name)}(?!\w)', code)]
    if places and all(code[max(at - 1, 0) : at] in {'.', '/', '-', '~'} for at in places):
        return True
    first = re.escape(re.split(r'\.|::', name)[0])
    # "print(acme.run())" passes on a member, and binds nothing
    is_bound = rf'(?:\b(?:lambda|for|as)\s|[,(*])\s*{first}\b(?!\.|::)|\b{first}\s*:?=[^=]'
    return re.search(is_bound, code) is not None


def _programs_beside(node: nodes.Element) -> Iterator[str]:
    """Give the programs that are named in the same block of text."""
    for other in node.parent.findall(nodes.strong):
        if {'command', 'program'} & set(other['classes']):
            yield other.astext().partition(' ')[0]


def _read_code(
    block: Block,
    page: Page,
    extractors: Mapping[str, Callable[[str], list[Found]]],
    *,
    is_past: bool,
) -> None:
    source = block.context.source
    page.defined.update(_QUOTED_OPTION.findall(block.code))
    for found, position, line in names_in(block, 1_000_000, extractors, Aliases()):
        if position in _DEFINED:
            page.defined.add(re.split(r'\.|::', found.name)[-1])
        elif position in _OWN_POSITIONS and not (is_past or _is_local(found.name, block.code)):
            one = Written(found.name, found.name, line, source, is_code=True)
            page.written.append(one._replace(language=block.language))
    if block.language in _SHELLS and not is_past:
        for words in commands(block.code):
            if block.included:
                words = [word._replace(line=0) for word in words]  # noqa: PLW2901
            page.commands.append(Command(words, block.context.line, source, is_code=True))
