"""What classes of other languages than Python inherit from, as far as their text tells."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: stands for what nobody can tell
ANYTHING = '?'

#: the head of a class up to its body: "class A<T>(val x: Int) : public B<T>, C {"
_HEAD = re.compile(
    r"""
    \b(?:class|enum|extension|interface|object|protocol|record|struct|trait|union)\s+
    (?:[A-Z][A-Z\d_]+\s+)?(?P<name>[A-Za-z_]\w*)(?P<rest>[^{};=]{0,200})[{;]
    """,
    re.VERBOSE,
)
_INSIDE = re.compile(r'<[^<>]*>|\([^()]*\)')
_WORD = re.compile(r'[A-Za-z_][\w.:\\]*')
#: what a head has beside names
_KEYWORDS = frozenset(
    str.split("""
    abstract class const extends final implements internal open override permits private protected
    public sealed static throws virtual where with
    """)
)
_RUST = re.compile(r'\bimpl\b(?:<[^{};]{0,200}?>)?\s+([\w:]+)(?:<[^{};]{0,200}?>)?\s+for\s+(\w+)')
_DERIVED = re.compile(
    r'#\[derive\b[^\]]{0,200}\]\s*(?:#\[[^\]]{0,200}\]\s*){0,9}(?:pub\S{0,20}\s+)?\w+\s+(\w+)'
)
_GO = re.compile(r'\btype\s+(\w+)(?:\[[^\]]*\])?\s+(?:(?:struct|interface)\s*\{([^{}]*)|(\w+))')
_EMBEDDED = re.compile(r'^[ \t]*+\*?([\w.]+)\s*(?:`[^`]*`)?\s*(?://.*)?$', re.MULTILINE)
_RUBY = re.compile(r'^[ \t]*+class\s+(?:\w+::)*(\w+)[ \t]*<[ \t]*([\w:]+)', re.MULTILINE)
_SCRIPT = re.compile(
    r'\bObject\.(?:assign|define\w+)\(\s*(\w+)|\binherits\(\s*(\w+)'
    r'|\b(\w+)\.prototype\s*=\s*(?:new|Object)\b|\b(\w+)\s*=\s*setmetatable\b'
)
#: members of Ruby and Lua that no text has, and those of macros
_DYNAMIC = re.compile(
    r'\b(?:method_missing|define_method|delegate|def_delegators?|setmetatable|__index|__get'
    r'|__call(?:Static)?|include\s+[A-Z]|extend\s+[A-Z]|prepend\s+[A-Z]|[sS]truct\.new|new\s+Proxy)\b'
)
_GO_KEYWORDS = frozenset({'struct', 'interface', 'func', 'map', 'chan'})


def bases_of(code: str, language: str) -> Iterator[tuple[str, str]]:
    """Give the classes of a source, each with the last part of the name of a base."""
    for name, base in _bases(code, language):
        yield name, re.split(r'[.:\\]+', base)[-1] or ANYTHING


def is_dynamic(code: str) -> bool:
    """Tell whether the scopes of a source have members that its text does not name."""
    return _DYNAMIC.search(code) is not None


def _bases(code: str, language: str) -> Iterator[tuple[str, str]]:
    if language == 'go':
        yield from _embedded(code)
    elif language in {'ruby', 'rb'}:
        yield from ((match[1], match[2]) for match in _RUBY.finditer(code))
    else:
        yield from _in_heads(code)
        yield from ((match[2], match[1]) for match in _RUST.finditer(code))
        yield from ((name, ANYTHING) for name in _DERIVED.findall(code))
        yield from ((m[m.lastindex or 0], ANYTHING) for m in _SCRIPT.finditer(code))


def _in_heads(code: str) -> Iterator[tuple[str, str]]:
    for match in _HEAD.finditer(code):
        rest = match['rest']
        while (shorter := _INSIDE.sub(' ', rest)) != rest:
            rest = shorter
        for word in _WORD.findall(rest):
            if word not in _KEYWORDS:
                yield match['name'], word


def _embedded(code: str) -> Iterator[tuple[str, str]]:
    for name, body, other in _GO.findall(code):
        if other and other not in _GO_KEYWORDS:
            yield name, other
        yield from ((name, inner) for inner in _EMBEDDED.findall(body))
