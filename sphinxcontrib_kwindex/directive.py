"""The ``.. kwindex::`` directive, and the placeholder node that it leaves."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from sphinxcontrib_kwindex.i18n import WarningType, warn
from sphinxcontrib_kwindex.model import Kind, Listing, Role
from sphinxcontrib_kwindex.patterns import glob_escape, pattern_error

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

    from sphinx.util.typing import OptionSpec

STYLES = ('compact', 'list', 'sections', 'glossary')


class kwindex_listing(nodes.General, nodes.Element):  # noqa: N801  docutils names nodes so
    """Placeholder of a listing until the builder is known; its ``listing`` says what to show."""


def _members_of(
    enumeration: type[StrEnum], word: str
) -> Callable[[str | None], tuple[StrEnum, ...]]:
    """Return a validator of lists of members of an enumeration."""

    def validate(argument: str | None) -> tuple[StrEnum, ...]:
        names = [name.strip() for name in (argument or '').split(',') if name.strip()]
        if not names:
            message = f'it names no {word}'
            raise ValueError(message)
        known = ', '.join(member.value for member in enumeration)
        for name in names:
            if name not in {member.value for member in enumeration}:
                message = f'there is no {word} {name!r}; the {word}s are: {known}'
                raise ValueError(message)
        return tuple(enumeration(name) for name in names)

    return validate


def _style(argument: str | None) -> str:
    return str(directives.choice(argument or '', STYLES))


class KeywordIndexDirective(SphinxDirective):
    """List of the keywords of this document, or of the documents that match patterns."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {
        'kinds': _members_of(Kind, 'kind'),
        'roles': _members_of(Role, 'role'),
        'style': _style,
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
            docname=self.env.docname,
            patterns=absolute,
            style=self.options.get('style', 'compact'),
            kinds=self.options.get('kinds', ()),
            roles=self.options.get('roles', ()),
            limit=self.options.get('limit', 0),
            title=self.options.get('title', ''),
            serial=self.env.new_serialno('kwindex') + 1,
            line=line or 0,
            source=self._relative(source or ''),
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
