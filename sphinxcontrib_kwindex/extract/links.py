"""What the text of a link, or an emphasised one, says: a name, a term, or only "here"."""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.phrases import is_vague

#: what the texts of links say of their targets, and what they are put on
_NO_NAMES: Final = frozenset(
    str.split("""
    announcement article blog book bug bugs changelog chapter chat code comment commit contact demo
    discussion docs documentation download downloads email faq feature file forum gist github
    guide help homepage issue issues license link list locally manual notes page paper post project
    readme recording reference release releases repo repository request roadmap site slides source
    specification spec support survey talk there thread ticket tracker tutorial video website
    website wiki pr read see visit
    """)
)
_ADDRESS = re.compile(r'\S*(?:://|@|#\d)\S*|[\w.-]+\.(?:com|dev|edu|gov|io|net|org)(?:/\S*)?')
_STANDARD = re.compile(r'(?:PEP|RFC)[ -]?\d+')
_MOST_WORDS: Final = 3
_TOKEN = re.compile(r'[^\W\d][\w.+-]*\w')


def is_address(text: str) -> bool:
    """Tell whether the text of a link is the link itself, or the number of an issue."""
    return _ADDRESS.fullmatch(text) is not None


def is_link_name(text: str) -> bool:
    """Tell whether the text of a link is a term or one name: of a project, a tool, a standard."""
    if _STANDARD.fullmatch(text):
        return True
    words = text.casefold().split()
    if not words or _NO_NAMES.intersection((words[0], words[-1])):
        return False
    return is_term(text) if len(words) > 1 else bool(_TOKEN.fullmatch(text)) and not is_vague(text)


def is_term(text: str) -> bool:
    """Tell whether a text is two or three words that make a term."""
    words = text.split()
    return (
        1 < len(words) <= _MOST_WORDS
        and all(map(_TOKEN.fullmatch, words))
        and not any(map(is_vague, words))
    )
