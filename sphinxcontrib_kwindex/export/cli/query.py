"""``query``: where a keyword is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.export.cli.names import NoAnswerError, rank_of, ways
from sphinxcontrib_kwindex.export.cli.reading import DOCUMENTS, export_at, objects, reading
from sphinxcontrib_kwindex.letters import sort_key
from sphinxcontrib_kwindex.model import Role

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

_ROLES = list(Role)
#: the longest role, and a space
_WIDTH = 9


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Answer a question."""
    answers = find(Path(options.directory), options.name)
    if options.json:
        return 0, (json.dumps(answer, ensure_ascii=False) for answer in answers)
    return 0, _told(answers)


def find(folder: Path, pattern: str) -> list[dict[str, Any]]:
    """Give what is meant by a name or a pattern."""
    path, matches = export_at(folder, other=pattern) / DOCUMENTS, ways(pattern)
    found: dict[int, dict[tuple[str, str], dict[str, Any]]] = {}
    names: set[str] = set()
    for number, document in objects(path):
        with reading(path, number):
            for keyword in document['keywords']:
                rank = rank_of(keyword['name'], matches)
                if rank is not None:
                    _add(found.setdefault(rank, {}), keyword, document)
                elif not found:
                    names.add(keyword['name'])
    if not found:
        raise NoAnswerError(pattern, names)
    best = found[min(found)]
    return [_answer(best[key]) for key in sorted(best, key=lambda key: (sort_key(key[0]), key))]


def _add(
    answers: dict[tuple[str, str], dict[str, Any]],
    keyword: dict[str, Any],
    document: dict[str, Any],
) -> None:
    name, kind = keyword['name'], keyword['kind']
    answer = answers.setdefault(
        (name, kind), {'name': name, 'kind': kind, 'definition': None, 'places': []}
    )
    answer['definition'] = answer['definition'] or keyword['definition']
    titles = {section['id']: section['title'] for section in document['sections']}
    answer['places'] += [
        {
            'document': document['document'],
            'title': document['title'],
            'source': document['source'],
            'section_title': titles.get(place['section'], document['title']),
            **place,
        }
        for place in keyword['places']
    ]


def _answer(answer: dict[str, Any]) -> dict[str, Any]:
    """Put the places that define a keyword first."""
    answer['places'].sort(key=lambda place: _ROLES.index(Role(place['role'])))
    return answer


def _told(answers: list[dict[str, Any]]) -> Iterator[str]:
    for number, answer in enumerate(answers):
        if number:
            yield ''
        yield f'{answer["name"]} ({answer["kind"]})'
        if answer['definition']:
            yield f'  {answer["definition"]}'
        for place in answer['places']:
            anchor = f'{place["document"]}#{place["section"]}'.removesuffix('#')
            title = place['section_title']
            yield f'  {place["role"]:{_WIDTH}} {location(place)}  {title} ({anchor})'


def location(place: dict[str, Any]) -> str:
    """Give file and line of a place, as editors read them."""
    file = place.get('file') or place['source']
    return f'{file}:{place["line"]}' if place['line'] else str(file)
