"""Which documents cannot both be written: their files are one, or one is a folder. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Places:
    """The files that documents are written to, and the folders that these need."""

    def __init__(
        self, docnames: Iterable[str], files_of: Callable[[str], tuple[str, ...]]
    ) -> None:
        self._files_of = files_of
        #: file -> the first document that is written to it
        self.files: dict[str, str] = {}
        #: folder -> the first document that is written somewhere below it
        self.folders: dict[str, str] = {}
        for docname in docnames:
            for file in files_of(docname):
                self.files.setdefault(file, docname)
                for folder in _above(file):
                    if self.folders.setdefault(folder, docname) != docname:
                        break  # what is above is known, too

    def clash(self, docname: str) -> str:
        """Name the document that cannot be written beside this one, which is none of these."""
        files = self._files_of(docname)
        found = (self.files.get(file) or self.folders.get(file) for file in files)
        return next(filter(None, found), '') or self._around(docname)

    def first(self, docname: str) -> str:
        """Name the document that keeps this one of them out: it is there first, or below."""
        for file in self._files_of(docname):
            if (found := self.files[file]) != docname:
                return found
            if below := self.folders.get(file):
                return below
        return ''

    def _around(self, docname: str) -> str:
        """Name a document whose file would be a folder for this one."""
        folders = (folder for file in self._files_of(docname) for folder in _above(file))
        return next((self.files[folder] for folder in folders if folder in self.files), '')


def _above(file: str) -> Iterator[str]:
    """Give the folders above a file, the innermost first."""
    while file := file.rpartition('/')[0]:
        yield file
