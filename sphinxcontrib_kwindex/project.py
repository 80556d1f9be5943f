"""Which documents there are, the generated ones among them, and in which files they are written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.project import Project
from sphinx.util._pathlib import _StrPath

from sphinxcontrib_kwindex.export.markdown.ours import pages_among
from sphinxcontrib_kwindex.places import Places
from sphinxcontrib_kwindex.subjects import page_of, subject_of, wanted_pages
from sphinxcontrib_kwindex.suffix import SUFFIX, warn_of_files

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet
    from os import PathLike

#: the file that all generated documents are "read" from: it never changes
_FILE = Path(__file__).parent / f'generated{SUFFIX}'


class KeywordProject(Project):
    """A project that also has our generated documents."""

    def __init__(
        self, other: Project, root: str, pages: Iterable[str], ending: str = ''
    ) -> None:
        super().__init__(other.srcdir, other.source_suffix)
        self.root = root
        #: what the builder makes a file of a document with: ``.html``, or ``/index.html``;
        #: empty if it does not make one of each
        self._ending = ending
        self.pages = tuple(pages)
        self.restore(other)
        #: docnames of the generated documents, among all docnames
        self.generated: set[str] = set()
        #: pages that are left out -> the documents that are written in their places instead
        self.left_out: dict[str, str] = {}
        #: files of authors with our suffix, as the search for documents comes upon them
        self._strays: set[Path] = set()
        #: the authors' documents of the last build
        self.known: set[str] = set()
        #: whether the last build had another configuration, so that everything is written anew
        self.changed = False
        #: page -> labels of its ranges, for lists that are too long for one page
        self.ranges: dict[str, tuple[str, ...]] = {}

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ('**',)
    ) -> set[str]:
        """Find all documents, and foretell which ones will be generated.

        What turns out otherwise when all documents are read is put right by :meth:`generate`.
        """
        generated, self.generated, self._strays = self.generated, set(), set()
        found = super().discover(exclude_paths, include_paths)
        warn_of_files(self.srcdir / path for path in sorted(self._strays))
        found -= pages_among(found, lambda docname: Path(self.doc2path(docname, absolute=True)))
        authored = set(found)
        new = self.wanted(authored - self.known)
        self.generate(self.wanted(authored) & (generated | new), authored)
        return self.docnames

    def path2doc(self, filename: str | PathLike[str]) -> str | None:
        """Name the document of a file: with our suffix, there are just the generated ones."""
        docname = super().path2doc(filename)
        if Path(filename).name.endswith(SUFFIX) and docname not in self.generated:
            self._strays.add(Path(filename))
            return None
        return docname

    def wanted(self, authored: AbstractSet[str]) -> set[str]:
        """Name the pages for these documents, as the configuration has it."""
        pages = wanted_pages(authored, self.root, self.pages)
        return pages | {
            page_of(subject_of(page, self.root)._replace(part=part), self.root)
            for page in self.ranges.keys() & pages
            for part in range(2, len(self.ranges[page]) + 1)
        }

    def generate(self, pages: set[str], authored: AbstractSet[str]) -> None:
        """Make just these pages the generated documents; an author's own of that name wins.

        Of two pages that cannot both be written, the one stays that is a folder for others.
        """
        self.docnames -= self.generated - authored
        taken = self.taken(authored)
        theirs = {page: taken.clash(page) for page in sorted(pages)}
        free = [page for page, author in theirs.items() if not author]
        places = Places(free, self.files)
        found = {page for page in free if not places.first(page)}
        self.generated = {page for page in found if self._first(page) in found}
        self.docnames |= self.generated
        instead = {page: theirs[page] or places.first(page) for page in pages - self.generated}
        self.left_out = {page: kept for page, kept in instead.items() if kept in self.docnames}

    def _first(self, page: str) -> str:
        """Name the first page of the list of which a page shows a part."""
        return page_of(subject_of(page, self.root)._replace(part=1), self.root)

    def taken(self, authored: Iterable[str]) -> Places:
        """Give the places of those documents of authors that may be in the way of our pages."""
        root = _folded(self.root)
        near = ((docname, _folded(docname)) for docname in authored)
        return Places(
            sorted(d for d, name in near if name.startswith(root) or root.startswith(name)),
            self.files,
        )

    def files(self, docname: str) -> tuple[str, ...]:
        """Name the files of a document: what Sphinx has read of it, and what is written."""
        read = f'doctrees/{_folded(docname)}.doctree'
        return (read, f'out/{self.file(docname)}') if self._ending else (read,)

    def file(self, docname: str) -> str:
        """Tell in which file a document is written."""
        name = _folded(docname)
        in_folders = self._ending.startswith('/')
        return f'{name.removesuffix("/index") if in_folders else name}{self._ending}'

    def doc2path(self, docname: str, absolute: bool) -> _StrPath:  # noqa: FBT001  Sphinx's signature
        """Give the path of a document: one constant file for all that have none."""
        if docname not in self.generated:
            return super().doc2path(docname, absolute)
        return _StrPath(_FILE if absolute else f'{docname}{SUFFIX}')


def _folded(docname: str) -> str:
    """On some disks, case makes no difference."""
    return docname.casefold()
