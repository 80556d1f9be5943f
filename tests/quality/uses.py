"""Measure where objects are used against what was judged by hand: ``python tests/quality/uses.py``.

``uses.py TRUTH EXPORT`` prints precision and recall of the sections that use each object of a truth
file, errors by class, and all errors. ``EXPORT`` is a directory that
``sphinx-build -b kwindex`` wrote; the head of a truth file tells what to fetch and to build.
Uses of an object are the sections that have it, without those that define it.

``uses.py --draw py:class,py:method OBJECTS.INV`` draws the objects of another truth file: 50 of
these types, from a build without the extension.

A truth file has the full name of an object in a line, then its sections (``document#section``),
each in an indented line. A ``?`` marks sections that count neither as right nor as wrong. All
sections were judged in the text of the doctrees, with the targets of references, before any export
was read. The rules:

* A use is the name, or the end of it, in code, in a literal, as the target of a reference, in a
  signature of another object, or as an identifier of the text, if it means this object.
* A call on a variable is a use if the example, or the text around it, tells that the variable has
  that class or a class that inherits the method. Templates call methods without parentheses.
* Classes of the same name in other modules are other objects, and methods that another object
  describes are other methods. An import of an alias (``django.db.models.When``) is the object.
* An option is used only with its command, or where the text speaks about this command.
* Neither right nor wrong: ``Class.member`` for the class, further signatures and own members of the
  object itself, the section that has the object as its heading, and examples that define a class
  of that name once more.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util.inventory import InventoryFile

if TYPE_CHECKING:
    from collections.abc import Iterator

#: so many objects are drawn
DRAWN = 50
SEED = 20261120

#: positions that are no uses of an object, as in pages/uses.py: something else of its name, words
OTHERS = {
    'acronym',
    'argument',
    'heading phrase',
    'heading word',
    'local',
    'marked term',
    'parameter',
    'passing name',
    'passing phrase',
    'passing acronym',
    'recurring phrase',
    'title phrase',
    'topic',
}

#: document and section
Place = tuple[str, str]


class Judged(NamedTuple):
    """What was judged by hand about an object."""

    name: str
    right: set[Place]
    #: sections that count neither way
    neutral: set[Place]


class Export:
    """The places of all names in an export."""

    def __init__(self, path: Path) -> None:
        #: name -> place -> roles
        self.shown: dict[str, dict[Place, set[str]]] = defaultdict(lambda: defaultdict(set))
        #: place -> recorded name, position, and the name that it means
        self.recorded: dict[Place, list[tuple[str, str, str]]] = defaultdict(list)
        for document in _objects(path / 'documents.jsonl'):
            for keyword in document['keywords']:
                for place in keyword['places']:
                    where = document['document'], place['section']
                    self.shown[keyword['name']][where].add(place['role'])
        for record in _objects(path / 'records.jsonl'):
            means = (record['means'] or {}).get('name', '')
            for place in record['places']:
                where = record['document'], place['section']
                self.recorded[where].append((record['name'], place['position'], means))

    def uses(self, name: str) -> set[Place]:
        """Return the sections that have a name and do not define it."""
        return {
            where
            for where, roles in self.shown[name].items()
            if 'defines' not in roles and not self._is_something_else(name, where)
        }

    def _is_something_else(self, name: str, where: Place) -> bool:
        """Check whether a name is only that of something else in a section, or a word."""
        positions = {known[1] for known in self.recorded[where] if name in {known[0], known[2]}}
        return bool(positions) and positions <= OTHERS

    def why_missing(self, name: str, where: Place) -> str:
        """Return what is known of a use that the index lacks."""
        if 'defines' in self.shown[name].get(where, ()):
            return 'taken for a definition'
        end = _end(name)
        alike = [known for known in self.recorded[where] if _end(known[0]) == end]
        if not alike:
            return 'not recorded'
        recorded, position, means = alike[0]
        if means:
            return f'another meaning: {recorded} ({position}) as {means}'
        return f'no meaning: {recorded} ({position})'

    def why_found(self, name: str, where: Place) -> str:
        """Return as what a wrong use is recorded."""
        alike = [known for known in self.recorded[where] if name in {known[0], known[2]}]
        recorded, position, _means = (alike or [(name, 'imported elsewhere', '')])[0]
        return f'{position}: {recorded}'


def _objects(path: Path) -> Iterator[dict[str, object]]:
    with path.open(encoding='utf-8') as file:
        yield from map(json.loads, file)


def _end(name: str) -> str:
    return re.split(r'[. ]|::', name)[-1]


def judged(path: Path) -> Iterator[Judged]:
    """Yield the objects of a truth file."""
    found: Judged | None = None
    for line in path.read_text(encoding='utf-8').splitlines():
        if line.startswith('#') or not line:
            continue
        if not line.startswith(' '):
            if found:
                yield found
            found = Judged(line, set(), set())
        elif found:
            is_neutral = line.lstrip().startswith('?')
            document, _, section = line.strip(' ?').partition('#')
            (found.neutral if is_neutral else found.right).add((document, section))
    if found:
        yield found


def drawn(path: Path, types: list[str]) -> list[str]:
    """Return the objects of these types that are drawn from an inventory."""
    objects = InventoryFile.loads(path.read_bytes(), uri='').data
    rows = [(name, sort, item.uri) for sort in types for name, item in objects[sort].items()]
    return sorted(name for name, _sort, _uri in random.Random(SEED).sample(sorted(rows), DRAWN))


def compare(truth: Path, export: Export) -> Iterator[str]:
    """Yield the figures, the classes of errors, and all errors."""
    right = found = expected = neutral = 0
    classes: Counter[str] = Counter()
    errors = []
    for name, true, either in judged(truth):
        uses = export.uses(name)
        neutral += len(uses & either)
        right += len(uses & true)
        found += len(uses - either)
        expected += len(true)
        for sort, places, why in (
            ('wrong', uses - true - either, export.why_found),
            ('missing', true - uses, export.why_missing),
        ):
            for where in sorted(places):
                reason = why(name, where)
                classes[f'{sort}, {reason.partition(":")[0]}'] += 1
                errors.append(f'{sort}  {name}  {"#".join(where)}  {reason}')
    yield f'precision {right / (found or 1):.3f} ({right}/{found}, and {neutral} neither)'
    yield f'recall    {right / (expected or 1):.3f} ({right}/{expected})'
    yield from (f'{number:6}  {sort}' for sort, number in classes.most_common())
    yield from errors


def main() -> None:
    """Print what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('file', type=Path, help='the truth, or with --draw an inventory')
    parser.add_argument('export', type=Path, nargs='?')
    parser.add_argument('--draw', metavar='TYPES', help='types of objects: a,b')
    options = parser.parse_args()
    if options.draw:
        print(*drawn(options.file, options.draw.split(',')), sep='\n')
    else:
        print(*compare(options.file, Export(options.export)), sep='\n')


if __name__ == '__main__':
    main()
