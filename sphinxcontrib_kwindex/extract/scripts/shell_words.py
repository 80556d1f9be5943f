"""How the words of a shell look, and what they do."""

from __future__ import annotations

import re
from typing import Final

HEREDOC = re.compile(r'<<-?[ \t]*["\'\\]?(?P<word>[A-Za-z_]\w*+)["\']?')
TOKEN = re.compile(
    r"""
      \n
    | \\\n
    | (?<![^\s;|&(){}])\#[^\n]*+                              # a comment
    | (?:[^\s;|&(){}<>'"`$\\]|\\.|\$(?!['"(])(?:\{[^{}\n]{0,200}+\})?)++       # a word
    | '[^']*+'?
    | "[^"\\$`]*+(?:(?:\\[\s\S]|\$\([^()"]{0,500}+\)|\$|`)[^"\\$`]*+)*+"?
    | \$?\(\([^\n]{0,300}?\)\)                                 # arithmetic
    | \$\( | ;;&? | && | \|\|? | [;&(){}`]
    """,
    re.VERBOSE,
)
ASSIGNMENT = re.compile(r'([A-Za-z_]\w*+)(?:\[[^]=]{0,200}\])?\+?=')
NAME = re.compile(r'[A-Za-z_][\w:.+-]*')
COMMAND = re.compile(r'(?:[\w.+-]*+[/~])*+(?:(?![A-Za-z])[\w.+-])*+[A-Za-z][\w.+-]*+')
OPTION = re.compile(r'--[A-Za-z][\w-]*')
VARIABLE = re.compile(r'\$\{?[#!]?([A-Z_][A-Z0-9_]+)')

#: behind one of these stands a command
BEFORE_COMMANDS: Final = frozenset(
    ('\n', ';', '&', '&&', '||', '|', '(', '$(', '{', '`', ';;', ';&', ';;&')
)
#: behind one of these, in a case, stands a pattern
PATTERN_NEXT: Final = frozenset({';;', ';&', ';;&'})
KEYWORDS: Final = frozenset(
    str.split('! [[ [ ]] ] case do done elif else esac fi for if in select then time until while')
)
BEFORE_MORE: Final = frozenset(str.split('! do elif else if then time until while'))
#: commands whose first argument is a command
RUNNERS: Final = frozenset(str.split('builtin command env exec nice nohup sudo time xargs'))
DECLARING: Final = frozenset(str.split('declare export local readonly setenv typeset'))
BUILTIN: Final = frozenset(
    str.split("""
    . : alias break cd continue echo eval exit false getopts hash let popd printf pushd pwd read
    return set shift shopt source test trap true type ulimit umask unalias unset wait
    """)
)
