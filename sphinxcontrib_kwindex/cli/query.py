"""``query``: the places of a keyword, found by its name, the end of its name, or a pattern."""

from __future__ import annotations

import difflib
import json
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.cli.jsonl import find_export, read_objects, report_errors
from sphinxcontrib_kwindex.export import DOCUMENTS
from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.model import Role

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Object = dict[str, Any]
    #: tests of a name, the strictest first
    Matchers = Sequence[Callable[[str], bool]]

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


def matchers(pattern: str) -> Matchers:
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


def rank(name: str, tests: Matchers) -> int | None:
    """Return the number of the first test that a name passes; the lower, the better the match."""
    return next((number for number, test in enumerate(tests) if test(name)), None)


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Return the exit status and the lines to print."""
    answers = find(Path(options.directory), options.name)
    if options.json:
        return 0, (json.dumps(answer, ensure_ascii=False) for answer in answers)
    return 0, _as_text(answers)


def find(folder: Path, pattern: str) -> list[Object]:
    """Return the keywords that match a name or a pattern best."""
    path, tests = find_export(folder, other=pattern) / DOCUMENTS, matchers(pattern)
    # rank -> (name, kind) -> answer
    found: dict[int, dict[tuple[str, str], Object]] = {}
    others: set[str] = set()
    for number, document in read_objects(path):
        with report_errors(path, number):
            for keyword in document['keywords']:
                ranked = rank(keyword['name'], tests)
                if ranked is not None:
                    _add(found.setdefault(ranked, {}), keyword, document)
                elif not found:
                    others.add(keyword['name'])
    if not found:
        raise NoMatchError(pattern, others)
    best = found[min(found)]
    for answer in best.values():
        answer['places'].sort(key=lambda place: _ROLES.index(Role(place['role'])))
    return [best[key] for key in sorted(best, key=lambda key: (sort_key(key[0]), key))]


def _add(answers: dict[tuple[str, str], Object], keyword: Object, document: Object) -> None:
    """Add the places of a keyword in a document."""
    name, kind = keyword['name'], keyword['kind']
    new = {'name': name, 'kind': kind, 'definition': None, 'places': []}
    answer = answers.setdefault((name, kind), new)
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
