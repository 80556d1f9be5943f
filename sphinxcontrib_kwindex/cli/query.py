"""``query``: the places of a keyword, found by its name, the end of its name, or a pattern."""

from __future__ import annotations

import difflib
import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.cli.jsonl import find_export, open_objects
from sphinxcontrib_kwindex.export import DOCUMENTS
from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.model import Role

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Object = dict[str, Any]

_ROLES: Final = list(Role)
_ROLE_WIDTH: Final = 1 + max(map(len, Role))

#: how many similar names a message suggests, and how similar they must be
_SUGGESTIONS = 3
_SIMILARITY = 0.75


class NoMatchError(Exception):
    """No keyword matches; the message suggests similar names."""

    def __init__(self, name: str, names: Iterable[str]) -> None:
        near = difflib.get_close_matches(name, sorted(set(names)), _SUGGESTIONS, _SIMILARITY)
        hint = f' Did you mean {" or ".join(near)}?' if near else ''
        super().__init__(f'There is nothing called {name!r}.{hint}')


def _tests(pattern: str) -> Sequence[Callable[[str], bool]]:
    """Return tests of whether a name is the one that a user typed, the strictest first."""
    if not (name := pattern.removesuffix('()')):
        return []
    if re.search(r'[*?[]', pattern):
        return [lambda other: other == name, lambda other: fnmatchcase(other, pattern)]
    caseless = name.casefold()
    return [
        lambda other: other == name,
        lambda other: other.endswith((f'.{name}', f'::{name}', f' {name}')),
        lambda other: other.casefold() == caseless,
        lambda other: other.casefold().endswith((f'.{caseless}', f'::{caseless}')),
    ]


def best_matches(
    pattern: str,
    candidates: Iterable[tuple[Sequence[str], Any]],
    answer: Callable[[Any], Object] = lambda candidate: candidate,
) -> list[Object]:
    """Return answers made of those candidates, given with their names, that match best."""
    tests = _tests(pattern)
    #: number of the first test that is passed -> answers; the lower, the better the match
    answers: dict[int, list[Object]] = {}
    others: set[str] = set()
    for names, found in candidates:
        passed = [number for number, test in enumerate(tests) if any(map(test, names))]
        if passed:
            answers.setdefault(passed[0], []).append(answer(found))
        elif not answers:
            others.add(names[0])
    if not answers:
        raise NoMatchError(pattern, others)
    return answers[min(answers)]


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Return the exit status and the lines to print."""
    answers = find(Path(options.directory), options.name)
    if options.json:
        return 0, (json.dumps(answer, ensure_ascii=False) for answer in answers)
    return 0, _as_text(answers)


def find(folder: Path, pattern: str) -> list[Object]:
    """Return the keywords that match a name or a pattern best."""
    answers: dict[tuple[str, str], Object] = {}
    with open_objects(find_export(folder, other=pattern) / DOCUMENTS) as documents:
        keywords = (
            ([keyword['name']], (keyword, document))
            for document in documents
            for keyword in document['keywords']
        )
        for found in best_matches(pattern, keywords, _answer):
            known = answers.setdefault((found['name'], found['kind']), found)
            known['definition'] = known['definition'] or found['definition']
            if known is not found:
                known['places'] += found['places']
    for answer in answers.values():
        answer['places'].sort(key=lambda place: _ROLES.index(Role(place['role'])))
    return [answers[key] for key in sorted(answers, key=lambda key: (sort_key(key[0]), key))]


def _answer(found: tuple[Object, Object]) -> Object:
    """Return a keyword of a document with its places."""
    keyword, document = found
    titles = {section['id']: section['title'] for section in document['sections']}
    places = [
        {
            'document': document['document'],
            'title': document['title'],
            'source': document['source'],
            'section_title': titles.get(place['section'], document['title']),
            **place,
        }
        for place in keyword['places']
    ]
    return {key: keyword[key] for key in ('name', 'kind', 'definition')} | {'places': places}


def _as_text(answers: Iterable[Object]) -> Iterator[str]:
    for number, answer in enumerate(answers):
        if number:
            yield ''
        yield f'{answer["name"]} ({answer["kind"]})'
        if answer['definition']:
            yield f'  {answer["definition"]}'
        for place in answer['places']:
            anchor = f'{place["document"]}#{place["section"]}'.removesuffix('#')
            title = place['section_title']
            yield f'  {place["role"]:{_ROLE_WIDTH}} {location(place)}  {title} ({anchor})'


def location(place: Object) -> str:
    """Return "file:line" of a place, the form that editors understand."""
    file = place.get('file') or place['source']
    return f'{file}:{place["line"]}' if place['line'] else str(file)
