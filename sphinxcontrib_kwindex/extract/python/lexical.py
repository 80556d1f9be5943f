"""The one expression that cuts a Python text into tokens, made for the machine that reads them.

A token is as much as can be taken at once: a line break together with the head of the statement
that follows, a whole import, a dotted name together with its bracket. What says nothing (operators,
white space, numbers) is skipped. Repetitions are possessive and end at the end of the line or of
the statement, so the time is linear.
"""

from __future__ import annotations

import re
from typing import Final

from sphinxcontrib_kwindex.extract.python.comments import STRING

_NAME: Final = r'[^\W\d]\w*+'
_DOTTED: Final = rf'{_NAME}(?:\.{_NAME})*+'
_GAP: Final = r'(?:[ \t]|\\\n)'
#: "a", "a.b", "a, *b", "(a, b)": what stands on the left of an equals sign
_LEFT: Final = rf'[(\[*]*+{_DOTTED}(?:[)\]]*+[ \t]*+,[ \t]*+[(\[*]*+{_DOTTED})*+,?+[)\]]*+'
_LOOP: Final = rf'[(\[*]*+{_NAME}(?:[)\]]*+[ \t]*+,[ \t]*+[(\[*]*+{_NAME})*+,?+[)\]]*+'
_ALIASED: Final = rf'{_DOTTED}(?:{_GAP}++as{_GAP}++{_NAME})?+'
#: words that begin a statement and nothing else, so that no bracket can be open before them
_SURE: Final = """assert|break|class|continue|def|del|elif|except|finally|global|nonlocal|pass
    |raise|return|try|while|with"""

TOKEN: Final = re.compile(
    rf"""
      (?P<line>\n\s*+|;[ \t]*+)
      (?:
          (?P<prompted>(?:>>>|\.\.\.(?=[ \n]))[^\n]*+)
        | @[ \t]*+(?P<decorator>{_DOTTED})
        | (?:async[ \t]++)?+def[ \t]++(?P<function>{_NAME})(?=[ \t]*+[(\[])
        | class[ \t]++(?P<klass>{_NAME})(?=[ \t]*+[(\[:])
        | type[ \t]++(?P<alias>{_NAME})(?=[ \t]*+(?:\[|=(?!=)))
        | (?P<sure>{_SURE})\b(?![ \t]*+[=.,)])
        | (?P<flow>async|await|else|if|match|yield)\b(?![ \t]*+[=.,)])
        | (?P<target>{_LEFT}(?:[ \t]*+=[ \t]*+{_LEFT}(?=[ \t]*+=(?!=)))*+)
          (?=[ \t]*+(?:=(?!=)|:[ \t]*+(?P<annotation>["'\w][^=\n#;]*+)(?P<valued>=)?+))
      )?+
    | (?P<string>[bBfFrRuU]{{0,2}}+(?:{STRING}))
    | \#[^\n]*+
    | from\b[ \t]*+(?P<package>\.*+(?:{_DOTTED})?+){_GAP}*+\bimport\b{_GAP}*+
      (?P<imported>\((?:[\w\s,]|\#[^\n]*+)*+\)?+|(?:[\w,*]|{_GAP})*+)
    | import{_GAP}++(?P<modules>{_ALIASED}(?:{_GAP}*+,{_GAP}*+{_ALIASED})*+)(?=[ \t]*+(?:[\n;#]|\Z))
    | for[ \t]++(?P<loop>{_LOOP})[ \t]++in\b
    | as[ \t]++(?P<bound>{_NAME})
    | lambda[ \t]++(?P<taken>[\w, \t*]++)
    | (?P<name>{_DOTTED})(?:(?P<call>[ \t]*+\()|(?P<argument>[ \t]*+:?+=(?!=)))?+
    | \.{_DOTTED}
    | \d[\w.]*+
    | (?P<open>[(\[{{])
    | (?P<close>[)\]}}])
    | (?P<comma>,)
    | (?P<joined>\\\n)
    """,
    re.VERBOSE | re.DOTALL,
)

#: each of the names in a piece of a token
NAMES: Final = re.compile(r'[^\W\d][\w.]*+')
#: the brackets of type parameters, then the one of the parameters or bases
_OPENS: Final = r'[ \t]*+(?:\[[^]\n;]*+\])?+[ \t]*+\('
#: what a class inherits from
BASES: Final = re.compile(rf'{_OPENS}([^()]*+)')
#: the first parameter of a function, if it is an object or a class
SELF: Final = re.compile(rf'{_OPENS}\s*+_?(?:self|cls|klass|mcs|metacls)_?\b')
SELF_ALONE: Final = re.compile(rf'{_OPENS}\s*+self\b')
#: a function's head of which the text shows no parameter
CUT_HEAD: Final = re.compile(r'[ \t]*+\(\s*+\Z')
#: "= None", "= [": a value that is written out
LITERAL: Final = re.compile(r'[ \t]*+=[ \t]*+(?:None|True|False|[-+\d.\'"([{])')
#: what a name is given that stands for an import which failed
NOTHING: Final = re.compile(r'[ \t]*+=[ \t]*+(?:None|False)\b')
#: "= maker('name'": what a value is made with
MADE: Final = re.compile(rf'[^=\n;]*+=[ \t]*+({_DOTTED})\(\s*+["\']({_NAME})["\']')
#: "= Thing(…)" on one line, and nothing else: what a value is an object of
OBJECT: Final = re.compile(
    rf'[^=\n;]*+=[ \t]*+(?:await[ \t]++)?+(?P<cls>(?:{_NAME}\.)*+_*[A-Z]\w*+)'
    r'\((?:[^()\n]++|\([^()\n]*+\))*+\)[ \t]*+(?=[\n;#]|\Z)'
)
#: ": Thing", ": 'Thing | None'": what a variable is said to be an object of
PROMISED: Final = re.compile(
    rf'[ \t]*+:[ \t]*+["\']?(?P<cls>{_DOTTED})(?:[ \t]*+\|[ \t]*+None)?+["\']?[ \t]*+(?=[,)=\n]|\Z)'
)
#: what may stand behind the colon of "name: type", where there is no value
TYPE: Final = re.compile(r'["\']|[\w.]++\s*+(?:\[|\||$)')
#: an expression in an f-string, as far as it is a name
FIELD: Final = re.compile(rf'\{{[ ]*+({_DOTTED})(\()?+')
#: the quotes of a string, with its prefix
QUOTES: Final = re.compile(r'[bBfFrRuU]*+("""|\'\'\'|["\'])')
