"""``query``: the places of a keyword, found by its name, the end of its name, or a pattern."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sphinxcontrib_kwindex.cli.jsonl import changes_of, locate, open_objects
from sphinxcontrib_kwindex.export import DOCUMENTS, RECORDS
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.index.matching import NoMatchError, best_matches
from sphinxcontrib_kwindex.index.versions import in_words
from sphinxcontrib_kwindex.model import Role

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    Object = dict[str, Any]

_ROLES: Final = list(Role)
_ROLE_WIDTH: Final = 1 + max(map(len, Role))


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Return the exit status and the lines to print."""
    name, export = locate(options.name, options.directory)
    answers = find(export, name)
    if options.json:
        return 0, (json.dumps(answer, ensure_ascii=False) for answer in answers)
    return 0, _as_text(answers)


def find(export: Path, pattern: str) -> list[Object]:
    """Return the keywords that match a name or a pattern best, what is only in code last."""
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
            if 'changes' in answer:
                known.setdefault('changes', answer['changes'])
    for answer in answers.values():
        answer['places'].sort(key=partial(_order, answer['name']))
    return sorted(answers.values(), key=_rank)


def _rank(answer: Object) -> tuple[bool, bool, Any, str]:
    """Return what sorts answers: what is listed and defined first, then by name."""
    return not answer['listed'], not _is_defined(answer), sort_key(answer['name']), answer['kind']


def _order(name: str, place: Object) -> tuple[bool, int]:
    """Return what sorts places: the section about the name first, then by role."""
    is_about = place['section_title'].removesuffix('()') in {name, last_component(name)}
    return not is_about, _ROLES.index(Role(place['role']))


def _find(export: Path, pattern: str) -> list[Object]:
    """Return the keywords of each document that match best.

    If none of them is listed, or none is defined, the best that is comes with them: what a bare
    name is the last part of.
    """
    found = _matches(export, pattern, lambda _keyword: True)
    for is_wanted in (_is_listed, _is_defined):
        if not any(map(is_wanted, found)):
            with suppress(NoMatchError):
                found += _matches(export, pattern, is_wanted)
    return found


def _is_listed(keyword: Object) -> bool:
    return bool(keyword.get('listed', True))


def _is_defined(keyword: Object) -> bool:
    return any(place['role'] == Role.DEFINES for place in keyword['places'])


def _matches(
    export: Path, pattern: str, is_wanted: Callable[[Object], bool]
) -> list[Object]:
    with open_objects(export / DOCUMENTS) as documents:
        keywords = (
            ([keyword['name']], (keyword, document))
            for document in documents
            for keyword in (*document['keywords'], *document.get('not_shown', ()))
            if is_wanted(keyword)
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
    changes = {'changes': keyword['changes']} if 'changes' in keyword else {}
    return answer | {'listed': _is_listed(keyword), **changes, 'places': places}


def _as_text(answers: Iterable[Object]) -> Iterator[str]:
    for number, answer in enumerate(answers):
        if number:
            yield ''
        where = '' if answer['listed'] else ', not listed: only in code or in passing'
        yield f'{answer["name"]} ({answer["kind"]}{where})'
        if answer['definition']:
            yield f'  {answer["definition"]}'
        yield from (f'  {in_words(change)}' for change in changes_of(answer))
        for place in answer['places']:
            anchor = f'{place["document"]}#{place["section"]}'.removesuffix('#')
            title = place['section_title']
            yield f'  {place["role"]:{_ROLE_WIDTH}} {location(place)}  {title} ({anchor})'


def location(place: Object) -> str:
    """Return "file:line" of a place, the form that editors understand."""
    file = place.get('file') or place['source']
    return f'{file}:{place["line"]}' if place['line'] else str(file)
