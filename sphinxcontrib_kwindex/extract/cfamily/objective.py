"""The statements that Objective-C adds: interfaces, methods, properties."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.cfamily import heads
from sphinxcontrib_kwindex.extract.cfamily.tokens import Tokens, is_name
from sphinxcontrib_kwindex.extract.cfamily.what import Declared, What

if TYPE_CHECKING:
    from collections.abc import Iterator

#: an interface with its category, superclass and protocols; ``@protocol A, B;`` is none
INTERFACE = re.compile(
    r"""@(?:interface|implementation|protocol)\s++(\w++)\s*+
        (?:\([^()]*+\)\s*+)?+(?::\s*+\w++\s*+)?+(?:<[^<>]*+>\s*+)?+(?![;,])
    """,
    re.VERBOSE,
)
END = re.compile(r'@end\b')
_PROPERTY = re.compile(r'@property\s*+(?:\([^()]*+\))?+')
_LABEL = re.compile(r'(?:@(?:optional|required)\s*+)++')


def opened(head: str, owner: str) -> Declared | None:
    """Say which method begins with a brace behind this head."""
    return _method(head, owner, What.FUNCTION) if head[:1] in {'-', '+'} else None


def ended(head: str, owner: str) -> Iterator[Declared]:
    """Say what a statement of an interface declares."""
    head = _LABEL.sub(lambda match: ' ' * len(match[0]), head)
    stripped = head.lstrip()
    if stripped[:1] in {'-', '+'}:
        if found := _method(head, owner, What.PROTOTYPE):
            yield found
    elif match := _PROPERTY.match(stripped):
        start = len(head) - len(stripped) + match.end()
        for found in heads.ended(' ' * start + head[start:], '', 'namespace'):
            yield found._replace(what=What.FIELD, name=f'{owner}.{found.name}')


def _method(head: str, owner: str, what: What) -> Declared | None:
    """Read ``- (type)first:(type)a second:(type)b``."""
    tokens = Tokens(head)
    words = tokens.words
    names = [at for at, word in enumerate(words) if is_name(word)]
    keys = [at for at in names if words[at + 1 : at + 2] == [':']]
    if not names:
        return None
    selector = ''.join(f'{words[at]}:' for at in keys) or words[names[0]]
    first = (keys or names)[0]
    return Declared(what, f'{owner}.{selector}', tokens.span(first))
