"""``sphinx-build -b kwmarkdown``: writes the pages, and nothing else into the same directory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.locale import __

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export.builder import WholeBuilder
from sphinxcontrib_kwindex.export.files import write_if_changed
from sphinxcontrib_kwindex.export.markdown import ours
from sphinxcontrib_kwindex.export.markdown.links import Sources
from sphinxcontrib_kwindex.export.markdown.pages import Pages
from sphinxcontrib_kwindex.messages import Trouble, info, warn

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


class MarkdownBuilder(WholeBuilder):
    """Writes keyword pages that a code host shows."""

    name = 'kwmarkdown'
    epilog = __('The keyword pages are in %(outdir)s.')

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Write what is other than before, remove what is no more, leave what somebody changed."""
        out = Path(self.outdir)
        before = set(ours.listed(out))
        changed = {page for page in before if ours.is_changed(out / page)}
        pages: set[str] = set()
        written = 0
        for page, lines in self._pages(out):
            if page in changed:
                _warn_of_changed(page)
            elif _is_free(out / page):
                written += write_if_changed(out / page, lines)
            else:
                _warn_of_other(page)
                continue
            pages.add(page)
        for page in sorted(changed - pages):
            _warn_of_left(page)
        ours.remove(out, sorted(before - pages))
        ours.write_list(out, pages | changed)
        info('kwindex: %d keyword pages, %d of them written anew', len(pages), written)

    def _pages(self, out: Path) -> Pages:
        index = KeywordDomain.of(self.env).site(self).index
        sources = Sources(index, lambda docname: Path(self.env.doc2path(docname)))
        return Pages(index, out, self.config.project, sources, self._original)

    def _original(self, docname: str) -> tuple[str, str, Path | None]:
        path, url = KeywordDomain.of(self.env).original(docname)
        file = Path(self.srcdir, path)
        is_there = os.path.isfile(file)  # noqa: PTH113  a Path raises where a name is too long
        return path, url, file if is_there else None


def _warn_of_other(page: str) -> None:
    warn(
        Trouble.NAME_CLASH,
        f'{page} is not written: there is another file of that name in the output directory, '
        'which kwindex did not write.',
    )


def _warn_of_changed(page: str) -> None:
    warn(
        Trouble.NAME_CLASH,
        f'{page} is not written: kwindex wrote it once, but somebody has changed it, and it no '
        'longer ends as generated pages do. Move it elsewhere, or delete it, to have it anew.',
    )


def _warn_of_left(page: str) -> None:
    warn(
        Trouble.NAME_CLASH,
        f'{page} is not removed: what it was about is gone, but somebody has changed it since '
        f'kwindex wrote it. Delete it, or strike it from {ours.LIST} to keep it.',
    )


def _is_free(path: Path) -> bool:
    return not (path.exists() or path.is_symlink()) or ours.is_ours(path)
