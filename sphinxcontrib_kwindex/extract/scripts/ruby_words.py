"""How the tokens of Ruby look, and what its words do."""

from __future__ import annotations

import re
from typing import Final

HEREDOC = re.compile(r'<<[~-]?["\']?(?P<word>[A-Z_]\w*+)["\']?')
TOKEN = re.compile(
    r"""
      \n=begin\b(?>[\s\S]*?\n=end\b[^\n]*+|[\s\S]*+)
    | \n[ \t]*+
    | \#[^\n]*+
    | (?<![\w.:@$])def[ \t]++[^\s(;\#]++
    | (?<![\w.:@$])end\b(?![?!:])
    | [@$]{0,2}+[A-Za-z_]\w*+[?!]?+(?:(?:::|&?\.)[A-Za-z_]\w*+[?!]?+)*+
    | (?:::|&?\.)[A-Za-z_]\w*+[?!]?+(?:(?:::|&?\.)[A-Za-z_]\w*+[?!]?+)*+
    | (?<![\w:]):(?:[A-Za-z_]\w*+[?!=]?|"[^"\n]*+"?)
    | "[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?
    | '[^'\\]*+(?:\\[\s\S][^'\\]*+)*+'?
    | `[^`]*+`?
    | %[wWiIqQrsx]?(?:\[[^]]{0,2000}+\]|\([^()]{0,2000}+\)|\{[^{}]{0,2000}+\})
    | (?:(?<=[=(,~!&|?{;+])|(?<=[=(,~!&|?{;+][ ])|(?<=if[ ])|(?<=when[ ])|(?<=unless[ ]))
      /(?![\s=])(?:[^/\\\n]|\\.){1,1000}+/\w*+
    | \d[\w.]*+
    | [=!<>]=++ | => | =~ | <<?+ | && | \|\|? | [-=(){}[\],;.!+?:]
    """,
    re.VERBOSE,
)
NAME = re.compile(r'\w++[?!=]?')
METHOD = re.compile(r'\w++[?!=]?|\[\]=?|[<=>~!+*/%^&|-]{1,3}@?')

#: words that open what ``end`` closes
OPENING: Final = frozenset(str.split('begin case class def do for if module unless until while'))
#: those that only do if they stand before their condition
MODIFIERS: Final = frozenset(str.split('if unless until while'))
#: those that may be followed by a ``do`` of their own
LOOPS: Final = frozenset(str.split('for until while'))
#: a value is expected behind one of these
EXPECTS_VALUE: Final = frozenset(
    str.split("""
    = == != ( [ { , => || && | << < + - ; ! ? : then else elsif do begin ensure rescue and or
    not if unless while until when in
    """)
)
RESERVED: Final = OPENING | frozenset(
    str.split("""
    BEGIN END __FILE__ __LINE__ alias and break defined? else elsif end ensure extend false in
    include prepend next nil not or private protected public raise redo rescue retry
    return self super then true undef when yield
    """)
)
#: behind so many tokens, the end of parameters is not looked for
AHEAD: Final = 200
