"""The shape of names: what looks like an identifier, and what one name is."""

from __future__ import annotations

import re

#: Shapes that no ordinary word has: an underscore or a digit inside, two humps, a dotted or
#: qualified name. Each alternative is linear in the length of the word.
_IDENTIFIER = re.compile(
    r"""
      \w*_\w*[^\W_]\w*              # snake_case, _private, CONSTANT_CASE
    | [^\W\d_]+\d\w*                # letters, then a digit: X86, conv2d
    | [^\W_]*[a-z][A-Z][^\W_]*      # two humps: CamelCase, camelCase
    | [A-Z]{2,}[a-z][^\W_]*         # an acronym and a hump: HTMLParser
    """,
    re.VERBOSE,
)


def is_identifier_shaped(word: str) -> bool:
    """Tell whether a word looks like an identifier rather than like an ordinary word."""
    parts = re.split(r'\.|::', word)
    if not all(part.isidentifier() for part in parts):
        return False
    return len(parts) > 1 or _IDENTIFIER.fullmatch(word) is not None
