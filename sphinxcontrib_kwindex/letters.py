"""A–Z groups."""

from __future__ import annotations


def letter(name: str) -> str:
    """Give the group of a name."""
    stripped = name.lstrip('_-.$@~:/')
    return stripped[:1].upper() if stripped[:1].isalpha() else '#'


def sort_key(name: str) -> tuple[object, ...]:
    """Sort by group, then by name."""
    group = letter(name)
    return (group == '#', group, name.lstrip('_-.$@~:/').casefold(), name)
