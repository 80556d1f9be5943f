"""Modules by their qualified names, and the paths of files and documents that are theirs. Pure."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: what stands between the parts of a name
SEPARATOR = re.compile(r'\.|::|\\')


def splits(name: str) -> Iterator[tuple[Sequence[str], str]]:
    """Cut a qualified name at each separator, the longest rest first."""
    for separator in SEPARATOR.finditer(name):
        yield SEPARATOR.split(name[: separator.start()]), name[separator.end() :]


def parts_near(docname: str, files: Iterable[str], packages: Iterable[str]) -> set[str]:
    """Give all parts of names of modules that a document shows, or may be about."""
    paths = (file.split('/') for file in files)
    names = (SEPARATOR.split(package) for package in packages)
    return {*_parts(docname), *chain.from_iterable(paths), *chain.from_iterable(names)}


def is_within(path: Sequence[str], module: Sequence[str]) -> bool:
    """Tell whether a file is that of a module, or of its package."""
    length = len(module)
    return any(path[n : n + length] == module for n in range(len(path) - length + 1))


def is_about(docname: str, module: Sequence[str]) -> bool:
    """Tell whether a document is about a module, or one of its package, by its path alone."""
    path = iter(_parts(docname))
    return all(part in path for part in module)


def _parts(docname: str) -> list[str]:
    return re.split(r'[/.]', docname)
