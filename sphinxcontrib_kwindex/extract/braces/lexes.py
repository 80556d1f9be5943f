"""How the tokens of each language look: one expression each, every one of them linear.

What is not closed runs to the end of its line, or of the code, so that no character is read twice;
where an alternative can fail late, its length is limited. Operators that tell nothing are left out:
the expression passes over them.
"""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.braces.indented import with_braces
from sphinxcontrib_kwindex.extract.braces.tokens import Lexis
from sphinxcontrib_kwindex.extract.heredocs import without_heredocs

_NUMBER: Final = r'\d[\w.]*+'
_COMMENT: Final = r'//[^\n]*+|/\*(?>[\s\S]*?\*/|[\s\S]*+)|\A\#![^\[\n][^\n]*+'
_OPERATORS: Final = r'\n|[=!<>]=++|[-=]>|[{}()\[\];,=:<>@#*?]'

_DOUBLE: Final = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
_SINGLE: Final = r"'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?"
_MANY_LINES: Final = r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?', r"'[^'\\]*+(?:\\[\s\S][^'\\]*+)*+'?"
_TRIPLE: Final = r'"""(?>[\s\S]*?"""|[\s\S]*+)'
_BACKTICK: Final = r'`[^`]*+`?'
#: a character, but not the lifetime of Rust nor the symbol of Scala
_CHARACTER: Final = r"'(?:\\[^\n]{1,10}?|[^\\'\n])'"
_TEMPLATE: Final = (
    r'`(?:[^`\\$]++|\\[\s\S]|\$(?!\{)'
    r'|\$\{(?:[^{}`]{1,500}+|\{[^{}`]{0,500}+\}|`[^`]{0,500}+`){0,50}+\}'
    r'|\$)*+`?'
)
#: A pattern stands where a value is expected; what is in brackets of it may hold a slash.
_PATTERN: Final = (
    r'(?:(?<=[=(,:\[!&|?{};+])|(?<=[=(,:\[!&|?{};+>][ ])|(?<=[ ]{2})|(?<=\t)|(?<=return[ ]))'
    r'/(?![/*\s])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){1,300}+\]){1,1000}+/\w*+'
)


def _names(link: str, head: str = r'(?!\d)[\w$]++', lead: str = '') -> str:
    """Match names with their links, as in ``a.b.c``, or ``.b`` behind a bracket."""
    return rf'{head}(?:{link}{head})*+|{lead or link}{head}(?:{link}{head})*+'


def _lexis(names: str, *literals: str) -> Lexis:
    parts = (names, _COMMENT, *literals, _NUMBER, _OPERATORS)
    return Lexis(re.compile('|'.join(parts)))


_HEREDOC = re.compile(r'<<<[ \t]*["\']?(?P<word>[A-Za-z_]\w*+)["\']?[ \t\r]*(?=\n)')


def _php_alone(code: str) -> str:
    """Cut out what stands before the first PHP, and the contents of here documents."""
    before, opening, after = code.partition('<?')
    if opening:
        code = '\n' * before.count('\n') + after.removeprefix('php')
    return without_heredocs(code, _HEREDOC)


_DOTS: Final = r'(?:\.|::)'

#: where types stand before names, "a + b" must not look like one
_ARITHMETIC: Final = r'[-+](?!>)[-+]?|[&|]++|[/%^]|!(?!=)'

JAVA: Final = _lexis(_names(r'\.'), _TRIPLE, _DOUBLE, _SINGLE, _ARITHMETIC)
#: the name of an overloaded operator is one word
_OVERLOADED: Final = (
    r'(?<![\w$])operator(?:[ ]checked)?(?:[ ]?(?:>>>|<<|>>|\+\+|--|[=!<>]=|[-+*/%&|^~!<>])'
    r'|[ ](?:true|false))(?=[ ]?\()'
)
C_SHARP: Final = _lexis(
    _OVERLOADED + '|' + _names(r'\??\.'),
    r'(?<=@)"(?:[^"]|"")*+"?',
    r'(?<=@\$)"(?:[^"]|"")*+"?',
    _TRIPLE,
    _DOUBLE,
    _SINGLE,
    r'(?<![^\n \t])\#[^\n]*+',
    _ARITHMETIC,
)._replace(line_comments=('//', '#'))
SCRIPT: Final = _lexis(
    _names(r'\??\.\#?', r'\#?(?!\d)[\w$]++'),
    _DOUBLE,
    _SINGLE,
    _TEMPLATE,
    _PATTERN,
    r'\.\.\.|[|&]++',
)
GO: Final = _lexis(_names(r'\.'), _DOUBLE, _CHARACTER, _BACKTICK, r':=')._replace(
    described=('//', '/*')
)
RUST: Final = _lexis(
    _names(_DOTS, r'(?!\d)\w++', r'\.'),
    r'(?<=r)"[^"]*+"?',
    *(rf'(?<=r{"#" * n})"(?>[\s\S]*?"{"#" * n}|[\s\S]*+)' for n in (1, 2, 3)),
    _MANY_LINES[0],
    _CHARACTER,
    r"::|'\w++|\$\w++",
)
KOTLIN: Final = _lexis(_names(r'\??(?:\.|::)'), _TRIPLE, _DOUBLE, _CHARACTER, _BACKTICK)
SWIFT: Final = _lexis(_names(r'[?!]?\.'), _TRIPLE, _DOUBLE, _BACKTICK)
SCALA: Final = _lexis(_names(r'\.'), _TRIPLE, _DOUBLE, _CHARACTER, _BACKTICK)._replace(
    prepare=with_braces
)
PHP: Final = _lexis(
    _names(r'(?:\??->|::|\\)', r'(?!\d)\$?\w++'),
    r'\#(?!\[)[^\n]*+',
    r'\?>(?>[\s\S]*?<\?(?:php\b|=)?|[\s\S]*+)',
    *_MANY_LINES,
)._replace(line_comments=('//', '#'), described=('/**',), prepare=_php_alone)
