"""What documentation says of the past, and of what never was: names in it need not exist."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    r"""\b(?:
        removed | renamed | deprecat\w+ | formerly | previously | obsolete[sd]? | legacy
      | no\ longer | used\ to\ be | was\ (?:called|named) | (?:old|former)\ names?
      | (?:before|until|prior\ to|since|as\ of|in)\ (?:version\ )?v?\d+\.\d
      | (?:earlier|older|previous|prior)\ (?:\w+\ )?(?:versions?|releases?) | superseded
      | replaced\ by | declined | rejected | hypothetical | there\ (?:is|was)\ no
      | do(?:es)?(?:\ not|n['’]t)\ exist
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
_VERSIONS = frozenset({'deprecated', 'versionchanged', 'versionremoved'})


def is_document_of_changes(docname: str) -> bool:
    """Tell whether a document is about earlier versions, by its name."""
    return bool(_DOCUMENT.search(docname))


def is_about_changes(titles: Iterable[str]) -> bool:
    """Tell whether a section is about earlier versions, by its title and those above it."""
    return any(_TITLE.search(title) for title in titles)


def is_past(node: nodes.Node) -> bool:
    """Tell whether a node stands where the text speaks of what has changed."""
    parent = node.parent
    block: nodes.Node | None = None
    while parent is not None:
        if isinstance(parent, addnodes.versionmodified) and parent['type'] in _VERSIONS:
            return True
        if block is None and isinstance(parent, (nodes.paragraph, nodes.term, nodes.title)):
            block = parent
        parent = parent.parent
    return block is not None and bool(_SENTENCE.search(block.astext()))
