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
_VARIABLE = re.compile(r'\$\{?([A-Z][A-Z\d_]+)\b|%([A-Z][A-Z\d_]+)%')

#: every system sets these
_EVERYWHERE: Final = frozenset({'HOME', 'PATH', 'PWD', 'USER', 'USERPROFILE'})


def inner_names(text: str) -> Iterator[tuple[str, Kind]]:
    """Give the arguments that a call sets, and the environment variables in a path."""
    if call := _CALL.fullmatch(text):
        for name in _ARGUMENT.findall(call[1]):
            yield name, Kind.NAME
    elif '$' in text or '%' in text:
        for match in _VARIABLE.finditer(text):
            name = match[1] or match[2]
            if len(match[0]) < len(text) and name not in _EVERYWHERE:
                yield name, Kind.ENVIRONMENT_VARIABLE
