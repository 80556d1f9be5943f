"""Ruby, Lua, shell, CMake, SQL: languages without braces, or without declarations.

Modules of Ruby are namespaces; tables and views of SQL are classes, their columns attributes;
libraries of CMake are modules, its other targets commands, its cached variables and options
settings. A shell's variables are constants if they are written in capitals, environment variables
if they are exported; all others are local.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.scripts import cmake, lua, ruby, sessions, shell, sql

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinxcontrib_kwindex.model import Found

LANGUAGES: Final[dict[str, Callable[[str], list[Found]]]] = {
    'cmake': cmake.extract,
    'console': sessions.extract,
    'lua': lua.extract,
    'ruby': ruby.extract,
    'shell': shell.extract,
    'sql': sql.extract,
}


def extract(code: str, language: str) -> list[Found]:
    """Find the names in a code of one of these languages."""
    return LANGUAGES[language](code)
