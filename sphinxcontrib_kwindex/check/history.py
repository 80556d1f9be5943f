"""What documentation says of the past, and of what never was: names in it need not exist."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DOCUMENT = re.compile(
    r"""(?:^|[/_-])(?:
        change(?:s|d|log)? | history | news | (?:pre)?release(?:s|notes?)? | announc\w* | upgrad\w+
      | whats[-_]?new | migrat\w+ | deprecat\w* | porting | proposals? | roadmap
      | backwards?[-_]compatibility
    )(?:[/_\-.]|\d|$)""",
    re.VERBOSE | re.IGNORECASE,
)
_TITLE = re.compile(
    r"""
      ^\W*(?:version|release|[\w-]+)?\s*v?\d+\.[\d.x]*\w*\b(?!\s*[-–]\s*\d+\.)
    | \b(?:change\s?log|changes|release\ notes?|what['’]s\ new|history|deprecat\w+|removed
      | upgrading|migrat\w+|porting|backwards?[- ](?:in)?compatib\w+|breaking|unreleased)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"""
      ^\W*(?:removed|renamed|deprecated|dropped|deleted)\b
    | \b(?:
        (?:was|were|been|got)\ (?:\w+\ )?(?:
            abandoned | absorbed | called | declined | deleted | discontinued | dropped | extracted
          | integrated | merged | moved | named | rejected | removed | renamed | replaced | retired
          | split | superseded | withdrawn )
      | (?:removed|renamed|dropped|deleted|gone|moved)\ (?:in|since|as\ of|from|to)\ (?!the\b|a\b)
      | deprecat\w+ | formerly | obsolete[sd]? | legacy | no\ longer | used\ to\ be
      | previously\ (?:called|named|known|available|was|were|used|had|did) | ^\W*previously
      | (?:old|former)\ names?
      | (?:before|until|prior\ to|since|as\ of|in)\ (?:version\ |release\ )?v?\d+\.\d
      | (?:earlier|older|previous|prior)\ (?:\w+\ )?(?:versions?|releases?) | superseded
      | replaced\ by | hypothetical | there\ (?:is|was)\ no | do(?:es)?(?:\ not|n['’]t)\ exist
    )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: the end of a sentence, unless the next one goes on with what it was about
_END = re.compile(
    r"""
    (?<!e\.g)(?<!i\.e)(?<!\betc)(?<!\bvs) [.!?][)"”’]?\s+
    (?=[^\W\da-z_]|[\ufffc"“(]) (?!(?:It|They|This|These|That|Those)\b)
    """,
    re.VERBOSE,
)
#: stands for what is no word of the sentence
_CODE = '\ufffc'
_NAMES = (nodes.literal, nodes.title_reference, addnodes.pending_xref)
_VERSIONS = frozenset({'deprecated', 'versionchanged', 'versionremoved'})


def is_document_of_changes(docname: str) -> bool:
    """Tell whether a document is about earlier versions, by its name."""
    return bool(_DOCUMENT.search(docname))


def is_about_changes(titles: Iterable[str]) -> bool:
    """Tell whether a section is about earlier versions, by its title and those above it."""
    return any(_TITLE.search(title) for title in titles)


def is_past(node: nodes.Node) -> bool:
    """Tell whether a node stands in a sentence that speaks of what has changed."""
    parent = node.parent
    block: nodes.Node | None = None
    while parent is not None:
        if isinstance(parent, addnodes.versionmodified) and parent['type'] in _VERSIONS:
            return True
        if block is None and isinstance(parent, (nodes.paragraph, nodes.term, nodes.title)):
            block = parent
        if isinstance(parent, nodes.list_item) and _SENTENCE.search(_introduction(parent.parent)):
            return True
        parent = parent.parent
    return block is not None and bool(_SENTENCE.search(_sentence_with(node, block)))


def _introduction(items: nodes.Node) -> str:
    """Give the sentence with a colon that a list comes after."""
    above = items.parent.children[: items.parent.index(items)]
    if not above or not isinstance(above[-1], nodes.paragraph):
        return ''
    text = ''.join(text for text, _is_node in _texts(above[-1], items))
    starts = [match.end() for match in _END.finditer(text)]
    return text[starts[-1] if starts else 0 :] if text.rstrip().endswith(':') else ''


def text_before(node: nodes.Node) -> str:
    """Give what stands before a node in its sentence, without what is written as code."""
    block = node.parent
    while not isinstance(block, (nodes.paragraph, nodes.term, nodes.title, nodes.document)):
        block = block.parent
    return _sentence_around(node, block)[0]


def _sentence_with(node: nodes.Node, block: nodes.Node) -> str:
    return _CODE.join(_sentence_around(node, block))


def _sentence_around(node: nodes.Node, block: nodes.Node) -> tuple[str, str]:
    """Give what stands before and after a node in its sentence, without what is written as code."""
    before, after, is_before = '', '', True
    for text, is_node in _texts(block, node):
        is_before = is_before and not is_node
        if is_before:
            before += text
        elif not is_node:
            after += text
    starts = [match.end() for match in _END.finditer(f'{before}{_CODE}')]
    end = _END.search(f'{after} ')
    return before[starts[-1] if starts else 0 :], after[: end.start()] if end else after


def _texts(inside: nodes.Node, node: nodes.Node) -> Iterator[tuple[str, bool]]:
    """Give the texts in a node, and which of them is the one in question."""
    if inside is node:
        yield _CODE, True
    elif isinstance(inside, nodes.Text):
        yield inside.astext(), False
    elif isinstance(inside, _NAMES):
        yield _CODE, False
    else:
        for child in inside.children:
            yield from _texts(child, node)
