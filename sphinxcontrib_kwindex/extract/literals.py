"""What stands inside a literal beside the name that it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

_CALL = re.compile(r'@?[\w.:]+\((.*)\)')
#: "eq=False", as an argument: not "==", not what stands in a string
_ARGUMENT = re.compile(r'(?:^|(?<=[(,]))\s*([^\W\d]\w*)\s*=(?!=)')
#: "$HOME/.config", "${HOME}", "%APPDATA%\\pip"
#: "pip install --upgrade pip": a command with what it is given
_COMMAND = re.compile(r'([a-z][\w.-]+(?: [a-z][a-z-]+){1,2}) (?=-|<|\[|[A-Z]|\.\.\.|\S*[/.])')
_OPTION = re.compile(r'(?<= )--[a-z][\w-]+')
_VARIABLE = re.compile(r'\$\{?([A-Z][A-Z\d_]+)\b|%([A-Z][A-Z\d_]+)%')

#: every system sets these
_EVERYWHERE: Final = frozenset({'HOME', 'PATH', 'PWD', 'USER', 'USERPROFILE'})
#: "pkg>=1.0", "['a']", "a|b"; "**strong**", "``code``", ":sup:`2`"; but "<div>" and "operator[]"
_EXPRESSION = re.compile(
    r"""(?!</?[\w-]+/?>$|.*\boperator\b)(?:[^\[\]<>="'`|;,()]*[\[\]<>="'`|;,()]|\*+\w[^*]*\*+$).*"""
)


def is_expression(literal: str) -> bool:
    """Tell whether a literal, cleaned, is code or markup that holds names rather than is one."""
    return _EXPRESSION.fullmatch(literal) is not None


def inner_names(text: str) -> Iterator[tuple[str, Kind]]:
    """Give the arguments of a call, command and options of a command line, variables of a path."""
    if call := _CALL.fullmatch(text):
        for name in _ARGUMENT.findall(call[1]):
            yield name, Kind.NAME
    elif command := _COMMAND.match(text):
        yield command[1], Kind.COMMAND
        for option in _OPTION.findall(text):
            yield option, Kind.OPTION
    elif '$' in text or '%' in text:
        for match in _VARIABLE.finditer(text):
            name = match[1] or match[2]
            if len(match[0]) < len(text) and name not in _EVERYWHERE:
                yield name, Kind.ENVIRONMENT_VARIABLE
