"""``query``: the places of a keyword, found by its name, the end of its name, or a pattern."""

from __future__ import annotations

import difflib
import json
import re
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.cli.jsonl import find_export, open_objects
from sphinxcontrib_kwindex.export import DOCUMENTS, RECORDS
from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.model import Role

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Object = dict[str, Any]

_ROLES: Final = list(Role)
_ROLE_WIDTH: Final = 1 + max(map(len, Role))

#: "./cats.service", "node:fs": such names are recorded without this
_RELATIVE = re.compile(r'(?:\.\.?/)+|node:')
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
    if not pattern:
        return []
    name = pattern if pattern.endswith('operator()') else pattern.removesuffix('()') or pattern
    if re.search(r'[*?[]', pattern):
        return [lambda other: other == name, lambda other: fnmatchcase(other, pattern)]
    path = _RELATIVE.sub('', name) or name
    caseless = name.casefold()
    return [
        lambda other: other in (name, path),
        lambda other: other.endswith((f'.{name}', f'::{name}', f' {name}', f'/{path}')),
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
    """Return the keywords that match a name or a pattern best, what is only in code last."""
    export = find_export(folder, other=pattern)
    try:
        found = _find(export, pattern)
    except NoMatchError:
        with open_objects(export / RECORDS) as records:
            others = best_matches(pattern, ((names_of(record), record) for record in records))
        meanings = {names_of(record)[-1] for record in others}
        found = [answer for name in sorted(meanings) for answer in _find(export, name)]
    answers: dict[tuple[str, str], Object] = {}
    for answer in found:
        known = answers.setdefault((answer['name'], answer['kind']), answer)
        if known is not answer:
            known['definition'] = known['definition'] or answer['definition']
            known['places'] += answer['places']
            known['listed'] = known['listed'] or answer['listed']
    for answer in answers.values():
        answer['places'].sort(key=lambda place: _ROLES.index(Role(place['role'])))
    return sorted(answers.values(), key=lambda a: (not a['listed'], sort_key(a['name']), a['kind']))


def _find(export: Path, pattern: str) -> list[Object]:
    """Return the keywords of each document that match best; among them the best that is listed."""
    found = _matches(export, pattern)
    if not any(answer['listed'] for answer in found):
        with suppress(NoMatchError):
            found += _matches(export, pattern, only_listed=True)
    return found


def _matches(export: Path, pattern: str, *, only_listed: bool = False) -> list[Object]:
    with open_objects(export / DOCUMENTS) as documents:
        keywords = (
            ([keyword['name']], (keyword, document))
            for document in documents
            for keyword in (*document['keywords'], *document.get('not_shown', ()))
            if keyword.get('listed', True) or not only_listed
        )
        return best_matches(pattern, keywords, _answer)


def names_of(record: Object) -> list[str]:
    """Return the name of a record, and the name of what it stands for."""
    return [named['name'] for named in (record, record['means']) if named]


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
    answer = {key: keyword[key] for key in ('name', 'kind', 'definition')}
    return answer | {'listed': keyword.get('listed', True), 'places': places}


def _as_text(answers: Iterable[Object]) -> Iterator[str]:
    for number, answer in enumerate(answers):
        if number:
            yield ''
        where = '' if answer['listed'] else ', not listed: only in code or in passing'
        yield f'{answer["name"]} ({answer["kind"]}{where})'
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
