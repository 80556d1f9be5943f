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
_HOSTILE = re.compile(f'\ufffd|{_UNPRINTABLE.pattern}|{_DECEPTIVE.pattern}')


def tame(text: str) -> str:
    """Make a text printable: composed, white space folded, no controls, no soft hyphens."""
    text = ' '.join(text.replace('\N{SOFT HYPHEN}', '').split())
    if text.isascii() and text.isprintable():
        return text
    return _UNPRINTABLE.sub('\N{REPLACEMENT CHARACTER}', unicodedata.normalize('NFC', text))


def visible(text: str) -> str:
    """Show characters that would deceive a reader by their numbers: ``⟨U+202E⟩``."""
    return _DECEPTIVE.sub(lambda match: f'⟨U+{ord(match[0]):04X}⟩', text)


def is_hostile(text: str) -> bool:
    """Tell whether a text holds, or held, what cannot be printed or would deceive a reader."""
    return not (text.isascii() and text.isprintable()) and _HOSTILE.search(text) is not None
