"""The ``.. kwindex::`` directive, and the placeholder node that it leaves."""

from __future__ import annotations

import os
import posixpath
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.model import Kind, Listing, Role, Status
from sphinxcontrib_kwindex.patterns import glob_escape, pattern_error

if TYPE_CHECKING:
    from enum import StrEnum

    from sphinx.util.typing import OptionSpec

STYLES = ('compact', 'list', 'sections', 'glossary', 'uses')


class kwindex_listing(nodes.General, nodes.Element):  # noqa: N801  docutils names nodes so
    """Placeholder of a listing until the builder is known; its ``listing`` says what to show."""


def _names(argument: str | None) -> tuple[str, ...]:
    """Parse a list of names."""
    names = tuple(name.strip() for name in (argument or '').split(',') if name.strip())
    if not names:
        message = 'it has no name'
        raise ValueError(message)
    return names


def _members(enumeration: type[StrEnum], argument: str | None) -> tuple[StrEnum, ...]:
    """Parse a list of members of an enumeration."""
    word, known = enumeration.__name__.lower(), list(enumeration)
    names = [name.strip() for name in (argument or '').split(',') if name.strip()]
    if not names:
        message = f'it names no {word}'
        raise ValueError(message)
    plural = f'{word}es' if word.endswith('s') else f'{word}s'
    if wrong := next((name for name in names if name not in known), ''):
        message = f'there is no {word} {wrong!r}; the {plural} are: {", ".join(known)}'
        raise ValueError(message)
    return tuple(map(enumeration, names))


def _version(argument: str | None) -> str:
    """Parse a version."""
    version = (argument or '').strip()
    if not version:
        message = 'it has no version'
        raise ValueError(message)
    return version


class KeywordIndexDirective(SphinxDirective):
    """List of the keywords of this document, or of the documents that match patterns."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {
        'names': _names,
        'kinds': partial(_members, Kind),
        'roles': partial(_members, Role),
        'status': partial(_members, Status),
        'since': _version,
        'style': lambda argument: directives.choice(argument or '', STYLES),
        'limit': directives.nonnegative_int,
        'title': directives.unchanged,
        'class': directives.class_option,
        'name': directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return a placeholder."""
        patterns = self.arguments[0].split() if self.arguments else []
        absolute = tuple(filter(None, map(self._absolute, patterns)))
        if patterns and not absolute:
            return []
        source, line = self.get_source_info()
        listing = Listing(
            self.env.docname,
            absolute,
            serial=self.env.new_serialno('kwindex') + 1,
            line=line or 0,
            source=self._relative(source or ''),
            **{name: value for name, value in self.options.items() if name in Listing._fields},
        )
        node = kwindex_listing(listing=listing, classes=self.options.get('class', []))
        self.set_source_info(node)
        self.add_name(node)
        return [node]

    def _absolute(self, pattern: str) -> str:
        """Return a pattern relative to the source root; nothing if it is wrong."""
        here = glob_escape(posixpath.dirname(self.env.docname))
        folder = '' if pattern.startswith('/') else here
        path = posixpath.normpath(posixpath.join(folder, pattern.lstrip('/')))
        if path.split('/')[0] == '..':
            return self._left_out(pattern, 'leads out of the sources')
        if error := pattern_error(path):
            return self._left_out(pattern, f'matches nothing ({error})')
        if path == '.':
            return '/'
        return f'/{path}/' if pattern.endswith('/') else f'/{path}'

    def _left_out(self, pattern: str, why: str) -> str:
        message = f'the pattern {pattern!r} {why}: it is left out'
        warn(WarningType.BAD_PATTERN, message, self.get_location())
        return ''

    def _relative(self, source: str) -> str:
        """Return the file in which the directive stands; nothing for the file of the document."""
        if source in {'', str(self.env.doc2path(self.env.docname))}:
            return ''
        return Path(os.path.relpath(source, self.env.srcdir)).as_posix()
