"""``explain``: positions and scores of a keyword, why it is listed, and where it is a link."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import chain
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.cli.jsonl import (
    BadInputError,
    changes_of,
    locate,
    open_objects,
    read_summary,
)
from sphinxcontrib_kwindex.cli.query import location, names_of
from sphinxcontrib_kwindex.export import DOCUMENTS, RECORDS
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.index.matching import best_matches
from sphinxcontrib_kwindex.index.versions import in_words

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    Object = dict[str, Any]


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Return the exit status and the lines to print."""
    name, folder = locate(options.name, options.directory)
    wanted = options.document
    terms: list[Object] = []
    if wanted is not None:
        with open_objects(folder / DOCUMENTS) as objects:
            docnames = []
            for one in objects:
                docnames.append(one['document'])
                terms += _terms(one) if one['document'] == wanted else ()
        if wanted not in docnames:
            advice = _near(wanted, docnames)
            raise BadInputError(folder, f'it has no document {wanted!r}.', advice=advice)
    with open_objects(folder / RECORDS) as objects:
        named = (
            (names_of(record), record)
            for record in objects
            if wanted is None or record['document'] == wanted
        )
        records = best_matches(name, chain(named, (([term['name']], term) for term in terms)))
    summary = read_summary(folder)
    named_in = {record['document'] for record in records}
    with open_objects(folder / DOCUMENTS) as objects:
        documents = {one['document']: one for one in objects if one['document'] in named_in}
    return 0, _explain(records, documents, summary, folder, has_links=wanted is not None)


def _near(wanted: str, docnames: Sequence[str]) -> str:
    """Return a question with the documents that are probably meant; empty if none is near."""
    ends = {name.rpartition('/')[2]: name for name in docnames} | {name: name for name in docnames}
    near = dict.fromkeys(ends[end] for end in get_close_matches(wanted, ends, cutoff=0.75))
    return f'Did you mean {" or ".join(near)}?' if near else ''


def _explain(
    records: Iterable[Object],
    documents: dict[str, Object],
    summary: Object,
    folder: Path,
    *,
    has_links: bool,
) -> Iterator[str]:
    for number, record in enumerate(records):
        if number:
            yield ''
        try:
            document = documents[record['document']]
            if 'role' not in record:
                yield from _explain_term(record, document)
                continue
            yield from _explain_record(record, document, summary, has_links=has_links)
        except KeyError as error:
            what = f'its files are not of one build: {error} is missing in one of them.'
            raise BadInputError(folder, what, advice='Build the export anew.') from error


def _explain_record(
    record: Object, document: Object, summary: Object, *, has_links: bool
) -> Iterator[str]:
    listed = 'listed' if record['listed'] else 'not listed'
    yield f'{record["name"]} ({record["kind"]}) in {record["document"]}: {listed}'
    yield f'  role {record["role"]}, score {record["score"]:g}'
    yield from (f'  {in_words(change)}' for change in changes_of(record))
    shown = record['means'] or record
    if record['means'] and 'meaning' not in record['reasons']:
        yield f'  shown as {shown["name"]} ({shown["kind"]})'
    if {shown['name'], last_component(shown['name'])} & summary.get('kind_of', {}).keys():
        yield '  its kind is set by kwindex_kind_of'
    elif record['role'] != 'defines' and shown['kind'] != 'term':
        yield '  its kind is guessed; kwindex_kind_of can correct it'
    least = summary['listed_from']
    if not record['listed']:
        yield f'  because {_why_not(record, least)}'
    for reason in record['reasons']:
        yield f'  because {_why(reason, record, least)}'
    titles = {section['id']: section['title'] for section in document['sections']}
    for place in record['places']:
        position = summary['positions'][place['position']]
        title = titles.get(place['section'], document['title'])
        times = f', {place["count"]} times' if place['count'] > 1 else ''
        yield (
            f'    {location({"source": document["source"], **place})}  {title}: '
            f'{place["position"]} ({position["role"]}, weight {position["weight"]:g}){times}'
        )
        yield from _verdict(place, summary) if has_links else ()


def _terms(document: Object) -> list[Object]:
    """Return the terms that sentences of a document have links to, with the places of these."""
    terms: dict[str, Object] = {}
    for place in document.get('term_links', ()):
        name = place['link']['name']
        term = {'name': name, 'document': document['document'], 'places': []}
        terms.setdefault(name, term)['places'].append(place)
    return [*terms.values()]


def _explain_term(term: Object, document: Object) -> Iterator[str]:
    yield f'{term["name"]} (term) in {term["document"]}: links from sentences'
    titles = {section['id']: section['title'] for section in document['sections']}
    for place in term['places']:
        title = titles.get(place['section'], document['title'])
        yield f'    {location({"source": document["source"], **place})}  {title}'
        yield from _verdict({'count': 1, **place}, {})


def _verdict(place: Object, summary: Object) -> Iterator[str]:
    """Yield where a place is linked to, or why it is not; nothing where links are switched off."""
    if link := place.get('link'):
        which = 'only the first is linked' if place['count'] > 1 else 'linked'
        yield f'      {which} to {link["document"]}#{link["anchor"]} ({link["name"]})'
    elif rule := place.get('rule'):
        yield f'      no link: {summary["rules"][rule]}'


def _why_not(record: Object, least: float) -> str:
    if record.get('boilerplate'):
        return 'it stands in so many documents that a template must have written it'
    if record['score'] >= least:
        return 'kwindex_kinds does not have its kind'
    if record['score']:
        return f'its score is less than {least:g}'
    return 'none of its places is a reason by itself to list it'


def _why(reason: str, record: Object, least: float) -> str:
    if reason == 'meaning':
        if meaning := record['means']:
            return f'it stands for {meaning["name"]} ({meaning["kind"]}), which is defined'
        return f'it is defined {"here" if record["role"] == "defines" else "in this project"}'
    return {
        'score': f'its score is at least {least:g}',
        'import': 'embedded source uses it by way of an import',
        'kept': 'kwindex_keep has it',
    }[reason]
