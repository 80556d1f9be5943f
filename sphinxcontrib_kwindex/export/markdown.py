"""``sphinx-build -b kwmarkdown``: keyword pages that a code host shows beside the sources.

The output directory may be in a repository, or among the sources. Therefore the builder overwrites
and deletes only files that end with its mark, and lists the pages it wrote in a manifest.
"""

from __future__ import annotations

import os
import posixpath
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.locale import __

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export.json import WholeBuilder
from sphinxcontrib_kwindex.i18n import WarningType, _, info, warn
from sphinxcontrib_kwindex.incremental import remove, write_if_changed
from sphinxcontrib_kwindex.index.collation import Alphabet
from sphinxcontrib_kwindex.pages.context import PageContext, PageId
from sphinxcontrib_kwindex.pages.generated import page_view
from sphinxcontrib_kwindex.render.code_host import address, code, fragments, headings_of, text
from sphinxcontrib_kwindex.render.markdown import MarkdownRenderer, is_generated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.pages.view import Link

#: file that lists the pages, one per line; it is committed with them
MANIFEST: Final = '.kwmarkdown'

#: keywords per page of a long list: code hosts show no file of more than half a megabyte
PAGE_SIZE: Final = 1500

#: names of pages begin with a slash, as no docname does
_ROOT: Final = ''


class MarkdownBuilder(WholeBuilder):
    """Builder of keyword pages for code hosts."""

    name = 'kwmarkdown'
    epilog = __('The keyword pages are in %(outdir)s.')

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Write the pages that have changed, and delete those of documents that are gone."""
        out = Path(self.outdir)
        pages: set[str] = set()
        written = 0
        for page, lines in self._pages():
            path = out / page
            if path.is_symlink() or (path.exists() and not is_generated(path)):
                warn(
                    WarningType.NAME_CLASH,
                    f'{page} is not written: there is another file of that name, which does not '
                    'end as generated pages do. Move it elsewhere, or delete it.',
                )
            else:
                written += write_if_changed(path, lines)
                pages.add(page)
        for page in sorted(_listed(out) - pages):
            if is_generated(out / page):
                remove(out / page, out)
        write_if_changed(out / MANIFEST, (f'{page}\n' for page in sorted(pages)))
        info('kwindex: %d keyword pages, %d of them written anew', len(pages), written)

    def _pages(self) -> Iterator[tuple[str, Iterator[str]]]:
        """Yield (file, lines) of each page."""
        context = self._context()
        files = {page.pagename(_ROOT): file_of(page) for page in context.all_pages}
        addresses = Addresses(self, context, files)
        for page in context.all_pages:
            file = file_of(page)
            renderer = MarkdownRenderer(page_view(page, context), page, addresses.of_page(file))
            yield file, renderer.render(self._title(page))

    def _context(self) -> PageContext:
        """Return all pages, in parts that code hosts show."""
        return PageContext(
            lambda: KeywordDomain.of(self.env).context(self).index,
            root=_ROOT,
            kinds=self.config.kwindex_pages,
            original=self._original,
            alphabet=Alphabet(self.config.modindex_common_prefix),
            page_size=PAGE_SIZE,
        )

    def _title(self, page: PageId) -> str:
        """Return the subject of a page as Markdown."""
        if page.page == 'document':
            title = code(self.source(page.name))
        elif page.page == 'folder':
            title = code(f'{page.name}/')
        else:
            title = text(self.config.project if page.page == 'index' else _('Glossary'))
        return f'{title} ({text(page.part.label)})' if page.part else title

    def _original(self, docname: str) -> tuple[str, str]:
        """Return path and address of the file that a document is about."""
        path, url = KeywordDomain.of(self.env).original(docname)
        file = os.path.join(self.srcdir, path)  # noqa: PTH118  its name may be too long for a Path
        if not url and os.path.isfile(file):  # noqa: PTH113
            page = file_of(PageId('document', docname))
            url = address(_relative(file, Path(self.outdir, page).parent))
        return path, url


class Addresses:
    """Addresses of pages and of the sections of sources, as a code host has them."""

    def __init__(
        self, builder: MarkdownBuilder, context: PageContext, files: Mapping[str, str]
    ) -> None:
        self._builder = builder
        self._context = context
        #: name of a page -> its file
        self._files = files
        #: docname -> id of a section -> its fragment
        self._fragments: dict[str, dict[str, str]] = {}

    def of_page(self, page: str) -> Callable[[Link], str]:
        """Return a function from links to addresses relative to a page."""
        folder = Path(self._builder.outdir, page).parent
        path = cache(lambda docname: _relative(self.path_of(docname), folder))
        return lambda link: address(path(link.docname), self.fragment(link))

    def path_of(self, docname: str) -> Path:
        """Return the file of a document or of a page."""
        if docname.startswith('/'):
            return Path(self._builder.outdir, self._files[docname])
        return Path(self._builder.env.doc2path(docname))

    def fragment(self, link: Link) -> str:
        """Return the fragment of the section that a link leads into, if the file has one."""
        docname = link.docname
        if docname.startswith('/'):
            return ''
        if docname not in self._fragments:
            sections = self._context.index.documents[docname].sections[1:]
            found = fragments([s.title for s in sections], headings_of(self.path_of(docname)))
            ids = (section.id for section in sections)
            self._fragments[docname] = dict(zip(ids, found, strict=True))
        return self._fragments[docname].get(link.section or link.anchor, '')


def file_of(page: PageId) -> str:
    """Return the file of a page, relative to the output directory."""
    if page.page == 'document':
        return f'{page.name}_kw.md'
    kind = '_glossary' if page.page == 'glossary' else ''
    part = f'-{page.part.slug}' if page.part else ''
    return posixpath.join(page.name, f'keywords{kind}{part}.md')


def ignore_pages(
    _app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Keep Sphinx from reading pages as documents, where the output is among the sources."""
    pages = {docname for docname in env.found_docs if is_generated(Path(env.doc2path(docname)))}
    for docnames in (env.project.docnames, added, changed):
        docnames.difference_update(pages)
    removed.update(pages & env.all_docs.keys())
    return []


def _listed(out: Path) -> set[str]:
    """Return the pages in the manifest of an output directory."""
    try:
        return set((out / MANIFEST).read_text(encoding='utf-8').split('\n')) - {''}
    except (OSError, UnicodeError):
        return set()


def _relative(path: str | Path, start: Path) -> str:
    relative = Path(os.path.relpath(path, start)).as_posix()
    return relative if relative.startswith('.') else f'./{relative}'
