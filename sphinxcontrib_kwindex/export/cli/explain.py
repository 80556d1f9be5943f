"""``explain``: where a keyword comes from, and why it is listed or not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.export.cli.names import NoAnswerError, rank_of, ways
from sphinxcontrib_kwindex.export.cli.query import location
from sphinxcontrib_kwindex.export.cli.reading import (
    DOCUMENTS,
    RECORDS,
    BadInputError,
    export_at,
    objects,
    reading,
    summary_of,
)

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator

    Object = dict[str, Any]


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Explain a keyword."""
    folder = export_at(Path(options.directory), other=options.name)
    records, names = _find(folder / RECORDS, options.name)
    if not records:
        raise NoAnswerError(options.name, names)
    summary = summary_of(folder)
    documents = _documents(folder / DOCUMENTS, {record['document'] for record in records})
    return 0, _explained(records, documents, summary, folder)


def _find(path: Path, name: str) -> tuple[list[Object], set[str]]:
    """Give the records of a name, or of what stands for it, else all names that there are."""
    matches = ways(name)
    found: dict[int, list[Object]] = {}
    names: set[str] = set()
    for number, record in objects(path):
        with reading(path, number):
            ranks = [rank_of(called, matches) for called in _names(record)]
            rank = min((rank for rank in ranks if rank is not None), default=None)
            if rank is not None:
                found.setdefault(rank, []).append(record)
            elif not found:
                names.add(record['name'])
    return found[min(found)] if found else [], names


def _names(record: Object) -> list[str]:
    return [record['name'], record['means']['name']] if record['means'] else [record['name']]


def _documents(path: Path, docnames: set[str]) -> dict[str, Object]:
    """Give what is to be known of some documents, beside their keywords."""
    found = {}
    for number, document in objects(path):
        with reading(path, number):
            if document['document'] in docnames:
                found[document['document']] = {
                    'source': document['source'],
                    'title': document['title'],
                    'sections': {part['id']: part['title'] for part in document['sections']},
                }
    return found


def _explained(
    records: Iterable[Object], documents: dict[str, Object], summary: Object, folder: Path
) -> Iterator[str]:
    for number, record in enumerate(records):
        if number:
            yield ''
        try:
            yield from _record(record, documents[record['document']], summary)
        except KeyError as error:
            what = f'its files are not of one build: {error} is missing in one of them.'
            raise BadInputError(folder, what, advice='Build the export anew.') from error


def _record(record: Object, document: Object, summary: Object) -> Iterator[str]:
    listed = 'listed' if record['listed'] else 'not listed'
    yield f'{record["name"]} ({record["kind"]}) in {record["document"]}: {listed}'
    yield f'  role {record["role"]}, score {record["score"]:g}'
    yield from (f'  {reason}' for reason in _reasons(record, summary))
    for place in record['places']:
        position = summary['positions'][place['position']]
        title = document['sections'].get(place['section'], document['title'])
        times = f', {place["count"]} times' if place['count'] > 1 else ''
        yield (
            f'    {location({"source": document["source"], **place})}  {title}: '
            f'{place["position"]} ({position["role"]}, weight {position["weight"]:g}){times}'
        )


def _reasons(record: Object, summary: Object) -> Iterator[str]:
    least = summary['listed_from']
    if not record['listed']:
        yield f'because {_against(record, least)}'
    for reason in record['reasons']:
        yield f'because {_why(reason, record, least)}'


def _against(record: Object, least: float) -> str:
    if record.get('boilerplate'):
        return 'it stands in so many documents that a template must have written it'
    if record['score']:
        return f'its score is less than {least:g}'
    return 'it stands only where a name must also stand elsewhere to count'


def _why(reason: str, record: Object, least: float) -> str:
    if reason == 'meaning':
        return _meaning(record)
    return {
        'score': f'its score is at least {least:g}',
        'import': 'embedded source uses it by way of an import',
        'kept': 'kwindex_keep has it, or it is part of embedded source',
    }[reason]


def _meaning(record: Object) -> str:
    if meant := record['means']:
        return f'it stands for {meant["name"]} ({meant["kind"]}), which is defined'
    if record['role'] == 'defines':
        return 'it is defined here'
    return 'it is defined in this project'
