"""Toctrees with ``:glob:`` hold what authors wrote; a generated page must be named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils.parsers.rst import directives
from sphinx.directives.other import TocTree
from sphinx.util import docname_join

from sphinxcontrib_kwindex.documents import project_of

if TYPE_CHECKING:
    from sphinx import addnodes
    from sphinx.application import Sphinx


class AuthoredTocTree(TocTree):
    """A toctree whose patterns do not match generated pages, just as they do not match genindex."""

    def parse_content(self, toctree: addnodes.toctree) -> None:
        """Hide from patterns what they should not match."""
        project = project_of(self.env)
        named = {self._docname(entry) for entry in self.content}
        hidden = project.generated - named if toctree.get('glob') else set()
        project.docnames -= hidden
        super().parse_content(toctree)
        project.docnames |= hidden

    def _docname(self, entry: str) -> str:
        explicit = re.fullmatch(r'.*<(.+)>', entry.strip())
        return docname_join(self.env.docname, explicit[1] if explicit else entry.strip())


def register(app: Sphinx) -> None:
    """Take the place of Sphinx's directive; that of another extension is left alone."""
    if directives._directives.get('toctree') is TocTree:  # type: ignore[attr-defined]  # noqa: SLF001
        app.add_directive('toctree', AuthoredTocTree, override=True)
