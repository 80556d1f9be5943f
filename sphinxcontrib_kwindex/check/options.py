"""Options of the project's programs that these do not have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.check.known import Known
    from sphinxcontrib_kwindex.check.occurrences import Command, Page, Written

_LONG_OPTION = re.compile(r'(?<!\S)--[a-z][\w-]*(?=[\s=]|$)')
#: what may stand before the name of a program
_BEFORE = re.compile(r'sudo|\w+=\S*')


def is_unknown_option(one: Written, page: Page, known: Known) -> bool:
    """Tell whether an option by itself is one of the project's, which it does not have.

    It is if the page is about the project's programs, and nothing tells that it is another's.
    """
    return (
        not one.is_code
        and _LONG_OPTION.fullmatch(one.name) is not None
        and not known.has_option(one.name)
        and one.name not in page.defined
        and not any(one.name in _options(c) for c in page.commands if not _is_ours(c, known))
        and all(_is_program(name, known) for name in one.programs)
        and (bool(known.programs) or any(_is_ours(command, known) for command in page.commands))
    )


def unknown_options(page: Page, known: Known) -> Iterator[tuple[str, Command]]:
    """Give the options in commands that are the project's, and that these do not have."""
    for command in page.commands:
        if _is_ours(command, known):
            for option in _options(command):
                if not known.has_option(option) and option not in page.defined:
                    yield option, command


def _is_ours(command: Command, known: Known) -> bool:
    """Tell whether a command is one of the project's programs."""
    words = command.text.split()
    while words and _BEFORE.fullmatch(words[0]):
        words = words[1:]
    if words[1:2] == ['-m']:
        words = words[2:]
    return bool(words) and _is_program(words[0], known)


def _is_program(name: str, known: Known) -> bool:
    """Tell whether a program is one of the project: it has a name there, or that of a module."""
    return name.replace('-', '_') in {p.replace('-', '_') for p in known.programs | known.tops}


def _options(command: Command) -> list[str]:
    """Give the long options of a command; what follows two dashes is another's."""
    return _LONG_OPTION.findall(command.text.partition(' -- ')[0])
