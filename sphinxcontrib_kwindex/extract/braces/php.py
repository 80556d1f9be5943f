"""What is PHP's own: variables with their sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.machine import Machine


def property_(machine: Machine, i: int) -> bool:
    """Find the properties of a class."""
    if machine.words[i][0] == '$' and machine.words[i + 1] in '=;,':
        machine.variable(i)
        return True
    return False


def assignment(machine: Machine, i: int) -> bool:
    """Find the variables that are assigned."""
    if machine.words[i][0] == '$' and machine.words[i + 1] == '=' and machine.is_name(i):
        machine.variable(i)
        return True
    return False


def parameter(machine: Machine, i: int) -> bool:
    """Tell whether this is a parameter."""
    return machine.words[i][0] == '$' and machine.words[i - 1] != '='
