"""Characters that cannot be printed, or that make a text look like another one."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: what no output format can print: control characters, lone surrogates, noncharacters
_UNPRINTABLE = re.compile(
    '[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff'
    + ''.join(chr(plane << 16 | 0xFFFE) + chr(plane << 16 | 0xFFFF) for plane in range(1, 17))
    + ']'
)

#: Scripts and emoji in which a zero-width joiner or non-joiner belongs to the spelling.
_JOINED: Final = '[\u0600-\u1fff\u2600-\u27bf\ufb50-\ufdcf\ufe0f\ufe70-\ufefc\U00010a00-\U0001faff]'
_ZERO_WIDTH: Final = (
    f'[\u200b\u2060\ufeff]|(?<!{_JOINED})[\u200c\u200d]|[\u200c\u200d](?!{_JOINED})'
)
ZERO_WIDTH: Final = re.compile(_ZERO_WIDTH)

#: controls of the writing direction can show a text in another order than it is read
_DECEPTIVE = re.compile(f'[\u202a-\u202e\u2066-\u2069]|{_ZERO_WIDTH}')
_DIRECTION = re.compile('[\u202a-\u202e\u2066-\u2069]')
_ISOLATES: Final = '\u2066\u2067\u2068'
_END_OF_ISOLATE: Final = '\u2069'
_END_OF_EMBEDDING: Final = '\u202c'

#: what is left of them when a text has been tamed and made visible
_MARK = re.compile('\ufffd|⟨U\\+[0-9A-F]{4}⟩')


def tame(text: str) -> str:
    """Make a text printable: composed, white space folded, no controls, no soft hyphens."""
    text = ' '.join(text.replace('\N{SOFT HYPHEN}', '').split())
    if text.isascii() and text.isprintable():
        return text
    text = _UNPRINTABLE.sub('\N{REPLACEMENT CHARACTER}', unicodedata.normalize('NFC', text))
    return text if _is_closed(text) else _DIRECTION.sub(_number, text)


def visible(name: str) -> str:
    """Show characters that would deceive the reader of a name by their numbers: ``⟨U+202E⟩``."""
    return name if name.isascii() else _DECEPTIVE.sub(_number, name)


def is_marked(text: str) -> bool:
    """Tell whether a text, tamed and visible, held what cannot be printed or would deceive."""
    return not text.isascii() and _MARK.search(text) is not None


def _number(match: re.Match[str]) -> str:
    return f'⟨U+{ord(match[0]):04X}⟩'


def _is_closed(text: str) -> bool:
    """Tell whether each change of the writing direction ends in this text, and not behind it."""
    opened = ['']
    for sign in _DIRECTION.findall(text):
        if sign not in (_END_OF_ISOLATE, _END_OF_EMBEDDING):
            opened.append(_END_OF_ISOLATE if sign in _ISOLATES else _END_OF_EMBEDDING)
        elif opened.pop() != sign:
            return False
    return opened == ['']
