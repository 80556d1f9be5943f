"""The pages, line by line: of a document, of a folder with all below it, of the project."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.export.markdown.escape import code, link, text
from sphinxcontrib_kwindex.export.markdown.links import Links, Sources
from sphinxcontrib_kwindex.export.markdown.ours import MARK, page_of_document, page_of_folder
from sphinxcontrib_kwindex.export.markdown.parts import Part, cut
from sphinxcontrib_kwindex.export.markdown.rows import Rows, heading
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.subjects import folders_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.index import ProjectIndex


class Pages:
    """Writes all pages."""

    def __init__(
        self,
        index: ProjectIndex,
        out: Path,
        project: str,
        sources: Sources,
        original: Callable[[str], tuple[str, str, Path | None]],
    ) -> None:
        self._index = index
        self._out = out
        self._project = project
        self._sources = sources
        #: docname -> path, address, and the file if there is one, of what the document is about
        self._original = original
        #: folder -> how many keywords there are below it
        self._counts: dict[str, int] = {}

    def __iter__(self) -> Iterator[tuple[str, Iterator[str]]]:
        """Give each page with its lines."""
        for docname in self._docnames:
            yield page_of_document(docname), _finished(self._document(docname))
        for folder in sorted(folders_of(self._docnames) | {''}, reverse=True):
            yield from self._folder(folder)

    @cached_property
    def _docnames(self) -> list[str]:
        return [docname for docname, record in self._index.documents.items() if not record.skip]

    def _document(self, docname: str) -> Iterator[str]:
        record, entries = self._index.documents[docname], self._index.listed(docname)
        links = Links(self._out, page_of_document(docname), self._sources)
        rows = Rows(self._index, links)
        folder = docname.rpartition('/')[0]
        name = self._sources.path_of(docname).name
        yield _title(code(f'{folder}/{name}' if folder else name))
        yield from heading(2, _('File Information'))
        yield _fact(_('Original File'), self._original_file(docname, links))
        yield _fact(_('Document'), links.section(text(record.title), docname))
        yield _fact(_('Folder'), links.page(code(f'{folder}/'), page_of_folder(folder)))
        yield _fact(_('Project'), links.page(_('Keyword index'), page_of_folder('')))
        yield from heading(2, _('Keywords'))
        yield _('%(keywords)s %(in_sections)s.') % {
            'keywords': labels.keywords(len(entries)),
            'in_sections': labels.in_sections(len(record.sections) - 1),
        }
        yield from rows.by_kind(entries, rows.sections)
        yield from heading(2, _('Keyword → Section Map'))
        yield from rows.section_map(docname, entries)

    def _original_file(self, docname: str, links: Links) -> str:
        path, url, file = self._original(docname)
        if url:
            return link(code(path), url)
        return links.file(code(path), file) if file else code(path)

    def _folder(self, folder: str) -> Iterator[tuple[str, Iterator[str]]]:
        """Give the page of a folder or of the project, and more pages if its list is too long."""
        inside = self._inside(folder)
        entries = self._entries(folder, inside)
        self._counts[folder] = len(entries)
        links = Links(self._out, page_of_folder(folder), self._sources)
        parts = cut(self._folder_list(folder, inside, entries, Rows(self._index, links)))
        for number, part in enumerate(parts, 1):
            head = self._folder_head(folder, len(inside), len(entries), links)
            others = _other_parts(folder, parts, number, links)
            page = page_of_folder(folder, number)
            yield page, _finished(chain(head, others, part.lines))

    def _inside(self, folder: str) -> list[str]:
        below = f'{folder}/' if folder else ''
        return [docname for docname in self._docnames if docname.startswith(below)]

    def _entries(self, folder: str, inside: Iterable[str]) -> tuple[Entry, ...]:
        """Give what is listed: all of a folder, of the project what is defined or explained."""
        return self._index.merged(inside) if folder else self._index.glossary

    def _folder_head(
        self, folder: str, documents: int, keywords: int, links: Links
    ) -> Iterator[str]:
        yield _title(code(f'{folder}/') if folder else text(self._project))
        if folder:
            above = folder.rpartition('/')[0]
            yield from heading(2, _('Folder Information'))
            yield _fact(_('Parent folder'), links.page(code(f'{above}/'), page_of_folder(above)))
            yield _fact(_('Project'), links.page(_('Keyword index'), page_of_folder('')))
        yield from heading(2, _('Keywords'))
        yield _('%(keywords)s %(in_documents)s.') % {
            'keywords': labels.keywords(keywords),
            'in_documents': labels.in_documents(documents),
        }

    def _folder_list(
        self, folder: str, inside: list[str], entries: Iterable[Entry], rows: Rows
    ) -> Iterator[str]:
        grouped = rows.by_kind if folder else rows.by_letter
        yield from self._subfolders(folder, inside, rows.links)
        yield from grouped(entries, rows.documents)
        yield from heading(3, _('Keyword → Document Map'))
        yield from rows.document_map(inside)

    def _subfolders(self, folder: str, inside: list[str], links: Links) -> Iterator[str]:
        below = [f for f in sorted(folders_of(inside)) if f and f.rpartition('/')[0] == folder]
        if below:
            yield from heading(3, _('Folders'))
        for subfolder in below:
            page = links.page(code(f'{subfolder}/'), page_of_folder(subfolder))
            yield f'- {page}: {labels.keywords(self._counts[subfolder])}'


def _title(name: str) -> str:
    return f'# {_("Keyword Index")}: {name}'


def _fact(label: str, value: str) -> str:
    return f'- **{label}**: {value}'


def _other_parts(folder: str, parts: list[Part], number: int, links: Links) -> Iterator[str]:
    """Link to the other pages of a list that is cut into several."""
    if len(parts) > 1:
        yield ''
        for other, part in enumerate(parts, 1):
            words = part.first if part.first == part.last else f'{part.first} – {part.last}'
            page = page_of_folder(folder, other)
            yield f'{other}. {words if other == number else links.page(words, page)}'


def _finished(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f'{line}\n'
    yield f'\n---\n\n{MARK}\n'
