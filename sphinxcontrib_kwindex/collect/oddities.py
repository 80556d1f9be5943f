"""What is odd about the texts of a document that the index shows: said once for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.characters import is_marked
from sphinxcontrib_kwindex.messages import Trouble, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinxcontrib_kwindex.collect.sources import Sources
    from sphinxcontrib_kwindex.model import DocumentRecord


def tell(record: DocumentRecord, sources: Sources, docname: str) -> None:
    """Warn of names and titles with characters that cannot be printed, or would deceive."""
    for text, location in dict(reversed([*_odd_texts(record, sources, docname)])).items():
        warn(
            Trouble.CONTROL_CHAR,
            f'the keyword index shows {text!r} for a text with characters that cannot be printed, '
            'or that change the order in which it is read.',
            location,
        )


def _odd_texts(
    record: DocumentRecord, sources: Sources, docname: str
) -> Iterator[tuple[str, str]]:
    for keyword in record.keywords:
        if is_marked(keyword.name):
            place = keyword.places[0]
            yield keyword.name, f'{sources.path(place.source)}:{place.line}'
    for section in record.sections if record.keywords else ():
        if is_marked(section.title):
            yield section.title, docname
