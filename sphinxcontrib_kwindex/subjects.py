"""What generated pages are about, and what they are called. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.patterns import glob_escape

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet


class Subject(NamedTuple):
    """What a generated page is about."""

    #: glossary, document or folder
    page: str
    #: the docname or the folder; empty for the whole project
    name: str = ''
    #: which range of a list that is too long for one page
    part: int = 1

    @property
    def patterns(self) -> tuple[str, ...]:
        """Whose keywords the page shows."""
        if self.page == 'document':
            return (f'/{glob_escape(self.name)}',)
        return (f'/{glob_escape(self.name)}/' if self.name else '/',)


def page_of(subject: Subject, root: str) -> str:
    """Name the generated document of a subject."""
    if subject.page == 'document':
        return f'{root}/doc/{subject.name}'
    range_ = f'-{subject.part}' if subject.part > 1 else ''
    if subject.page == 'glossary':
        return f'{root}/index{range_}'
    return f'{root}/folder{range_}/{subject.name}' if subject.name else f'{root}/all{range_}'


def subject_of(page: str, root: str) -> Subject:
    """Tell what a generated document is about."""
    first, _slash, name = page.removeprefix(f'{root}/').partition('/')
    if first == 'doc':
        return Subject('document', name)
    word, _dash, part = first.partition('-')
    return Subject('glossary' if word == 'index' else 'folder', name, int(part or 1))


def above(subject: Subject) -> list[Subject]:
    """Give what leads to a page: the glossary, the folders above, the first page of its list."""
    parts = subject.name.split('/')
    found = [Subject('glossary')] if subject != Subject('glossary') else []
    found += [Subject('folder', '/'.join(parts[:depth])) for depth in range(1, len(parts))]
    is_later = subject.page == 'folder' and subject.part > 1
    return [*found, subject._replace(part=1)] if is_later else found


def is_seldom_in_toctrees(docname: str, root: str) -> bool:
    """Tell whether a name is one of a page that hardly anybody puts into a toctree.

    These are the pages about a document or a folder, and all but the first of a long list.
    """
    deep = ('doc/', 'folder', 'all-', 'index-')
    return docname.startswith(tuple(f'{root}/{start}' for start in deep))


def folders_of(docnames: Iterable[str]) -> set[str]:
    """Name all folders that hold documents, at any depth; the empty name is the source root."""
    folders = set()
    for docname in docnames:
        while docname:
            docname = docname.rpartition('/')[0]  # noqa: PLW2901  from folder to folder
            folders.add(docname)
    return folders


def wanted_pages(docnames: AbstractSet[str], root: str, pages: Iterable[str]) -> set[str]:
    """Name the pages to generate for these documents."""
    subjects = {
        'glossary': [Subject('glossary')],
        'documents': [Subject('document', docname) for docname in docnames],
        'folders': [Subject('folder', folder) for folder in folders_of(docnames)],
    }
    return {page_of(subject, root) for page in pages for subject in subjects.get(page, ())}
