"""Texts, names and addresses as Markdown writes them."""

from __future__ import annotations

import re
from urllib.parse import quote

_SPECIAL = re.compile(r'[\\`*_{}\[\]<>#|~&!$]')
_LINE_START = re.compile(r'^(\d+)([.)])(?=\s|$)|^([-+=:])')


def text(words: str) -> str:
    """Write words so that they are shown as they are."""
    escaped = _SPECIAL.sub(r'\\\g<0>', ' '.join(words.split()))
    return _LINE_START.sub(_escaped_start, escaped)


def _escaped_start(match: re.Match[str]) -> str:
    return f'{match[1]}\\{match[2]}' if match[1] else f'\\{match[3]}'


def code(name: str) -> str:
    """Write a name as code, whatever is in it."""
    name = ' '.join(name.split())
    fence = '`' * (1 + max(map(len, re.findall('`+', name)), default=0))
    padding = ' ' if name[:1] == '`' or name[-1:] == '`' else ''
    return f'{fence}{padding}{name}{padding}{fence}'


def address(path: str, fragment: str = '') -> str:
    """Write a relative address."""
    target = quote(path, safe='/~', errors='surrogateescape')
    return f'{target}#{quote(fragment, safe="~")}' if fragment else target


def link(words: str, target: str) -> str:
    """Write a link; its words are Markdown already."""
    return f'[{words}]({target})'
