"""Files of the generated pages: which pages a builder generates, and which names are free."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinxcontrib_kwindex.config import root_of
from sphinxcontrib_kwindex.pages.context import PageId, folders_of

if TYPE_CHECKING:
    from sphinx.builders import Builder


def page_kinds(builder: Builder) -> list[str]:
    """Return the kinds of pages that a builder generates."""
    kinds = builder.config.kwindex_pages
    if builder.name == 'kwmarkdown':
        return list(kinds)
    if not isinstance(builder, StandaloneHTMLBuilder) or builder.name == 'singlehtml':
        return []
    return [kind for kind in kinds if not builder.embedded or kind in {'index', 'glossary'}]


class FileNames:
    """Names of files that generated pages may have."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._root = root = root_of(builder.config)
        near = (d for d in builder.env.found_docs if d == root or d.startswith(f'{root}/'))
        #: the documents of authors in the folder of the generated pages, by output file
        self._documents = {output_file(builder, docname): docname for docname in sorted(near)}
        self._folders = {folder for file in self._documents for folder in file.parents}
        # a page about ``a`` has the name of the folder of pages about what is in ``a.html/``
        ending = str(output_file(builder, 'x')).removeprefix(str(Path(builder.outdir, 'x')))
        folders = folders_of(builder.env.found_docs)
        self._hidden = {f.removesuffix(ending) for f in folders if f.endswith(ending)}

    @property
    def may_clash(self) -> bool:
        """Whether any page may have a name that is not free."""
        return bool(self._documents or self._hidden)

    def are_free(self, page: PageId) -> bool:
        """Check whether no document and no folder has the name of a page."""
        if page.page == 'folder' and page.name in self._hidden:
            return False
        if not self._documents:
            return True
        file = output_file(self._builder, page.pagename(self._root))
        is_taken = file in self._documents or file in self._folders
        return not is_taken and self._documents.keys().isdisjoint(file.parents)

    def document(self, page: PageId) -> str:
        """Return the document that has the name of a page, if one has."""
        file = output_file(self._builder, page.pagename(self._root))
        return self._documents.get(file, '')


def output_file(builder: Builder, pagename: str) -> Path:
    """Return the file of a page; by its name where a builder has no such method."""
    path_of = getattr(builder, 'get_output_path', None) or getattr(builder, 'get_outfilename', None)
    return Path(path_of(pagename)) if path_of else Path(builder.outdir, pagename)


def page_size(builder: Builder) -> int:
    """Return the number of keywords on a page of a long list; 0 for books, which divide none."""
    return 0 if getattr(builder, 'embedded', False) else int(builder.config.kwindex_page_size)
