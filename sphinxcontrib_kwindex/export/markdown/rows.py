"""The lists on the pages: keywords by kind or from A to Z, and maps the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.export.markdown.escape import code, text
from sphinxcontrib_kwindex.export.markdown.ours import page_of_document
from sphinxcontrib_kwindex.letters import letter
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.model import Kind, Role
from sphinxcontrib_kwindex.view import shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinxcontrib_kwindex.entries import Entry
    from sphinxcontrib_kwindex.export.markdown.links import Links
    from sphinxcontrib_kwindex.index import ProjectIndex

    Places = Callable[[Entry], list[str]]

#: of how many documents the page of a folder gives links for one keyword
_MOST = 8


class Rows:
    """Writes the lists of one page."""

    def __init__(self, index: ProjectIndex, links: Links) -> None:
        self._index = index
        self.links = links

    def by_kind(self, entries: Iterable[Entry], places: Places) -> Iterator[str]:
        """Write keywords in the useful order of kinds."""
        groups: dict[Kind, list[Entry]] = {}
        for entry in entries:
            groups.setdefault(entry.kind, []).append(entry)
        for kind in (kind for kind in Kind if kind in groups):
            yield from heading(3, labels.plural(kind))
            yield from (_row(_name(entry), entry, places) for entry in groups[kind])

    def by_letter(self, entries: Iterable[Entry], places: Places) -> Iterator[str]:
        """Write keywords from A to Z."""
        last = ''
        for entry in entries:
            if (first := letter(entry.name)) != last:
                yield from heading(3, text(first))
                last = first
            yield _row(f'{_name(entry)} ({labels.singular(entry.kind)})', entry, places)

    def sections(self, entry: Entry) -> list[str]:
        """Link to each section of the one document where a keyword stands, the definition first."""
        numbers = dict.fromkeys((spot.docname, spot.place.section) for spot in entry.spots)
        return [self._section(docname, number) for docname, number in numbers]

    def documents(self, entry: Entry) -> list[str]:
        """Link to each document in which a keyword stands, to where it is defined first."""
        first = {spot.docname: spot.place.section for spot in reversed(entry.spots)}
        documents = list(dict.fromkeys(spot.docname for spot in entry.spots))
        shown = [self._document(docname, first[docname]) for docname in documents[:_MOST]]
        more = len(documents) - _MOST
        return [*shown, _('%d more') % more] if more > 0 else shown

    def section_map(self, docname: str, entries: Iterable[Entry]) -> Iterator[str]:
        """Turn keywords with sections into sections with keywords."""
        standing: dict[int, dict[str, None]] = {}
        for entry in entries:
            if entry.kind is not Kind.VARIABLE:
                for spot in entry.spots:
                    standing.setdefault(spot.place.section, {})[code(shown_name(entry))] = None
        for number, section in enumerate(self._index.documents[docname].sections):
            if number or 0 in standing:
                indent = '  ' * max(section.level - 1, 0)
                where = self._section(docname, number)
                yield f'{indent}- **{where}**{_enumeration(standing.get(number, {}))}'

    def document_map(self, docnames: Iterable[str]) -> Iterator[str]:
        """Name documents, each with its page and with what it defines."""
        for docname in docnames:
            page = self.links.page(_('keywords'), page_of_document(docname))
            defined = dict.fromkeys(
                code(shown_name(entry))
                for entry in self._index.listed(docname)
                if entry.role is Role.DEFINES
            )
            yield f'- **{self._document(docname)}** ({page}){_enumeration(defined)}'

    def _section(self, docname: str, number: int) -> str:
        sections = self._index.documents[docname].sections
        title = sections[number].title or sections[0].title
        return self.links.section(text(title), docname, number)

    def _document(self, docname: str, section: int = 0) -> str:
        return self.links.section(text(self._index.documents[docname].title), docname, section)


def heading(level: int, words: str) -> Iterator[str]:
    """Write a heading."""
    yield from ('', f'{"#" * level} {words}', '')


def _row(name: str, entry: Entry, places: Places) -> str:
    definition = f' – {text(entry.definitions[0][1].text)}' if entry.definitions else ''
    return f'- {name}: {", ".join(places(entry))}{definition}'


def _name(entry: Entry) -> str:
    return f'**{code(shown_name(entry))}**'


def _enumeration(names: Iterable[str]) -> str:
    listed = ', '.join(names)
    return f': {listed}' if listed else ''
