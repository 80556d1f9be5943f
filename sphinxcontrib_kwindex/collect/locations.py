"""Source locations: files under names that are the same on every machine, and lines in them.

Nodes do not always know their line. The functions for terms, modules and objects find it.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.collect.walker import Context

#: a source directory is at most so many levels below the root of its project
_LEVELS_ABOVE = 3
#: what Sphinx appends to the source of a translated text
_TRANSLATED = re.compile(r'(?::\d*)?:<translated>$')
#: autodoc's name for a source: the file, this, and the full name of the object
DOCSTRING = ':docstring of '
#: a module is declared at most so many lines below its heading
_LINES_TO_MODULE = 20


class SourceTable:
    """Numbered files of one document, with paths relative to the source directory."""

    def __init__(self, srcdir: Path, path: Path) -> None:
        self._srcdir, self._path = srcdir, path
        self._numbers = {'': 0, str(path): 0}
        self.names = ['']

    def number(self, source: str) -> int:
        """Return the number of a source, given as docutils names it."""
        if source not in self._numbers:
            file = _TRANSLATED.sub('', source)
            if file not in self._numbers:
                name = self._relative(file)
                if name not in self.names:
                    self.names.append(name)
                self._numbers[file] = self.names.index(name)
            self._numbers[source] = self._numbers[file]
        return self._numbers[source]

    def path(self, number: int) -> str:
        """Return the path of a source, for messages."""
        return str(self._srcdir / self.names[number] if number else self._path)

    def _relative(self, source: str) -> str:
        file, colon, rest = source.partition(DOCSTRING)
        path = Path(os.path.normpath(Path(file).absolute()))  # relative to the current directory
        if path.is_relative_to(self._srcdir):
            return PurePosixPath(path.relative_to(self._srcdir)).as_posix() + colon + rest
        return path.name + colon + rest


def source_of(node: nodes.Node) -> str:
    """Return the source of a node as text, empty if unknown. Some extensions set a path."""
    return str(node.source or '')


def module_path(file: str, srcdir: Path) -> str:
    """Return the path of a module from the project's root on, without suffix: ``src/pkg/mod``."""
    try:
        path = Path(os.path.relpath(file, srcdir))
    except ValueError:  # on another drive
        path = Path(Path(file).name)
    parts = path.with_suffix('').parts
    above = parts.count(os.pardir)
    parts = parts[above:] if above <= _LEVELS_ABOVE else parts[-1:]  # outside of the project
    return '/'.join(parts[:-1] if parts[-1] == '__init__' else parts)


def lines_of(path: str) -> tuple[str, ...]:
    """Return the lines of a file, cached until it changes; none if it cannot be read."""
    try:
        modified = Path(path).stat().st_mtime_ns
    except (OSError, ValueError):
        return ()
    return _read_lines(path, modified)


@lru_cache(maxsize=8)
def _read_lines(path: str, _modified: int) -> tuple[str, ...]:
    try:
        return tuple(Path(path).read_text(encoding='utf-8', errors='replace').splitlines())
    except OSError:
        return ()


def at_node(node: nodes.Element, context: Context) -> Context:
    """Return the location of a node; of its block if the node is in no file, as autodoc's."""
    if not (node.line and node.source):
        return context
    return context._replace(line=node.line, source=source_of(node))


def at_term(term: nodes.term, context: Context) -> Context:
    """Return the location of a glossary's term.

    Its line is relative: rST counts from 0, MyST from 0 at the first term.
    """
    first = term.parent.parent[0]
    terms = [child for child in first.children if isinstance(child, nodes.term)]
    text = first.next_node(nodes.paragraph)
    if not terms or text is None or not text.line:
        return context
    above = text.line - len(terms) - (terms[0].line or 0)
    return context._replace(line=(term.line or 0) + above)


def at_docstring(around: Iterable[nodes.Node | None], context: Context) -> Context:
    """Return the start of a docstring among some nodes: autodoc's signatures are in no file."""
    known = [node for node in around if node is not None]
    sources = [source_of(node) for node in (*known, *(known[-1].children if known else ()))]
    source = next((source for source in sources if DOCSTRING in source), None)
    return context._replace(line=1, source=source) if source else context


def at_module(section: nodes.Element, node_id: str, context: Context) -> Context:
    """Return the location of a module's declaration if a section has taken over its target."""
    for child in section.children:
        if isinstance(child, addnodes.index) and any(
            target == node_id for _type, _value, target, *_rest in child['entries']
        ):
            located = at_docstring((child,), context)
            return located if located != context else _below_heading(node_id, context)
    return context


def _below_heading(node_id: str, context: Context) -> Context:
    module = node_id.removeprefix('module-')
    lines = lines_of(context.source)[context.line : context.line + _LINES_TO_MODULE]
    for number, line in enumerate(lines, context.line + 1):
        if module in line.split() and 'module' in line:
            return context._replace(line=number)
    return context
