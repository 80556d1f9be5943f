"""What all documents say together, which must be known before a keyword of any can be judged."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.boilerplate import Boilerplate
from sphinxcontrib_kwindex.entries import distinct
from sphinxcontrib_kwindex.resolve import Names, key_of
from sphinxcontrib_kwindex.view.limits import DEFINITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinxcontrib_kwindex.model import Definition, DocumentRecord, Kind, Position


class Survey(NamedTuple):
    """What is kept of all records when each of them has been looked at once."""

    #: the records without their keywords, which are most of them
    outlines: dict[str, DocumentRecord]
    #: what the documents define
    names: Names
    #: what the documentation says that its keywords are, for documents that do not say it: no more
    #: than they show, since what all explain and all name would grow with the square of both
    definitions: Mapping[tuple[str, Kind], tuple[tuple[str, Definition], ...]]
    #: what a template says again and again
    boilerplate: Mapping[frozenset[Position], frozenset[str]]


def survey(records: Iterable[tuple[str, DocumentRecord]]) -> Survey:
    """Look at each record once, and keep none."""
    outlines: dict[str, DocumentRecord] = {}
    names, boilerplate = Names(), Boilerplate()
    found: dict[tuple[str, Kind], list[tuple[str, Definition]]] = defaultdict(list)
    for docname, record in records:
        outlines[docname] = record._replace(keywords=())
        names.add(docname, record.keywords, record.embedded)
        boilerplate.add(record.keywords)
        for keyword in record.keywords:
            if keyword.definitions:
                known = found[key_of(keyword.name, keyword.kind), keyword.kind]
                known += [(docname, definition) for definition in keyword.definitions]
    definitions = {key: tuple(distinct(said))[:DEFINITIONS] for key, said in found.items()}
    return Survey(outlines, names, definitions, boilerplate.words())
