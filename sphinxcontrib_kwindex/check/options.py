"""Options of the project's programs that these do not have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.check.known import Known
    from sphinxcontrib_kwindex.check.occurrences import Command, Page, Written

#: also in brackets: it may be left out
_LONG_OPTION = re.compile(r'\[?(--[a-z][\w-]*)(?=[=\[\]]|$)')


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
        and not one.is_beside_link
        and (bool(known.programs) or _is_about_programs(page, known))
    )


def _is_about_programs(page: Page, known: Known) -> bool:
    """Tell whether a page calls a program of the project, or names one that is no module."""
    return any(_is_ours(command, known) for command in page.commands) or any(
        one.name.replace('-', '_') in known.declared_programs - known.tops for one in page.written
    )


def unknown_options(page: Page, known: Known) -> Iterator[tuple[str, Command, int]]:
    """Give the options in commands of the project that these do not have, each with its line."""
    for command in page.commands:
        if _is_ours(command, known):
            for option, line in _options(command).items():
                if not known.has_option(option) and option not in page.defined:
                    yield option, command, line


def _is_ours(command: Command, known: Known) -> bool:
    """Tell whether a command is one of the project's programs."""
    return _is_program(command.words[0].text, known)


def _is_program(name: str, known: Known) -> bool:
    """Tell whether a program is one of the project: it has a name there, or that of a module."""
    return name.replace('-', '_') in known.program_names


def _options(command: Command) -> dict[str, int]:
    """Give the long options of a command with their lines; what follows two dashes is another's."""
    found: dict[str, int] = {}
    for word in command.words[1:]:
        if word.text == '--':
            break
        if match := _LONG_OPTION.match(word.text):
            found.setdefault(match[1], command.line + word.line)
    return found
