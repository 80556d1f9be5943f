"""The files that lines are counted in, named so that they are the same on every machine."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes

#: a source directory is no deeper in its project
_MOST_ABOVE = 3
#: what Sphinx puts behind the name of a file for a text of a translator
_TRANSLATED = re.compile(r'(?::\d*)?:<translated>$')


class Sources:
    """Numbers the files that lines are counted in, named from the source directory on."""

    def __init__(self, srcdir: Path, path: Path) -> None:
        self._srcdir, self._path = srcdir, path
        self._numbers = {'': 0, str(path): 0}
        self.names = ['']

    def number(self, source: str) -> int:
        """Give the number of a source as docutils names it."""
        if source not in self._numbers:
            self._numbers[source] = self._add(_TRANSLATED.sub('', source))
        return self._numbers[source]

    def _add(self, file: str) -> int:
        if file in self._numbers:
            return self._numbers[file]
        name = self._relative(file)
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def path(self, number: int) -> str:
        """Tell where a source is, for those who are to mend it."""
        return str(self._srcdir / self.names[number] if number else self._path)

    def _relative(self, source: str) -> str:
        """Name a source so that it is the same on every machine."""
        file, colon, rest = source.partition(':docstring of ')
        path = Path(os.path.normpath(Path(file).absolute()))  # docutils counts from where it runs
        if path.is_relative_to(self._srcdir):
            return PurePosixPath(path.relative_to(self._srcdir)).as_posix() + colon + rest
        return path.name + colon + rest


def source_of(node: nodes.Node) -> str:
    """Name the source of a node, if it knows it: some extensions put a path there."""
    return str(node.source or '')


def module_path(file: str, srcdir: Path) -> str:
    """Name the module in a file by all folders that are known: ``src/package/module``."""
    try:
        path = Path(os.path.relpath(file, srcdir))
    except ValueError:  # on another drive
        path = Path(Path(file).name)
    parts = path.with_suffix('').parts
    above = parts.count(os.pardir)
    parts = parts[above:] if above <= _MOST_ABOVE else parts[-1:]  # the project's files, not others
    return '/'.join(parts[:-1] if parts[-1] == '__init__' else parts)


def lines_of(source: str) -> list[str]:
    """Read a source again; what is no file has no lines."""
    return _lines(source, _changed(source))


def _changed(source: str) -> int:
    try:
        return Path(source).stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


@lru_cache(maxsize=4)
def _lines(source: str, _changed: int) -> list[str]:
    """Remember a source as long as it is one that is asked for many times in a row."""
    try:
        return Path(source).read_text(encoding='utf-8').splitlines()
    except (OSError, ValueError):
        return []
