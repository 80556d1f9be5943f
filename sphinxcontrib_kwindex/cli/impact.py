"""``impact``: the sections of a documentation that a change of the sources concerns."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter, defaultdict
from functools import cached_property
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sphinxcontrib_kwindex.check.changes import CHANGES, Changes
from sphinxcontrib_kwindex.check.past import is_about_changes, is_changelog
from sphinxcontrib_kwindex.check.revisions import GitError, Repository, source_filter
from sphinxcontrib_kwindex.check.trees import parts_of
from sphinxcontrib_kwindex.cli.diff import annotation, escaped
from sphinxcontrib_kwindex.cli.jsonl import BadInputError, find_export, open_objects
from sphinxcontrib_kwindex.export import DOCUMENTS, SCHEMA
from sphinxcontrib_kwindex.model import WORDS, Kind, Role
from sphinxcontrib_kwindex.render.code_host import code

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sphinxcontrib_kwindex.check.changes import Change, Meaning

    Object = dict[str, Any]

#: so many sections are shown
SHOWN: Final = 10
_ROLES: Final = {Role.DEFINES: 4.0, Role.USES: 2.0, Role.MENTIONS: 1.0}
#: a section that has the older name is wrong now; one with other parameters only may be
_CHANGES: Final = {'removed': 4.0, 'renamed': 4.0, 'moved': 3.0, 'signature': 1.0, 'body': 0.5}
_MARKED: Final = frozenset({Kind.CLASS, Kind.FUNCTION, Kind.MACRO, Kind.METHOD, Kind.TYPE})
_ADORNMENT: Final = re.compile(r'([^\w\s])\1+\s*')


def run(options: Namespace) -> tuple[int, Iterator[str]]:
    """Return the exit status and the lines to print."""
    export = find_export(Path(options.directory) if options.directory else None)
    try:
        repository = Repository(Path.cwd(), options.base)
        changes = Changes(
            *repository.sides(source_filter(options.sources)), with_bodies=options.reread
        )
        places = list(concerned(export / DOCUMENTS, repository, changes)) if any(changes) else []
    except GitError as error:
        here = Path.cwd()
        raise BadInputError(here, str(error).removeprefix(f'{here}: ')) from error
    status = any(p.change.change in options.fail_on and not p.is_touched for p in places)
    lines = FORMATS[options.format](places, options.base) if places else iter(())
    return int(status), lines


class Place(NamedTuple):
    """A section that has something to do with a change."""

    change: Change
    #: as the section has it
    name: str
    #: what to write now, if it is known
    now: str
    document: str
    section: str
    title: str
    #: in the repository, if it is known there
    file: str
    line: int
    role: Role
    #: the same change edits it
    is_touched: bool
    score: float

    @property
    def anchor(self) -> str:
        """Its address without the suffix of files."""
        return f'{self.document}#{self.section}'.removesuffix('#')

    @property
    def where(self) -> str:
        """File and line in the format of compilers."""
        return f'{self.file}:{self.line}' if self.line else self.file


def concerned(documents: Path, repository: Repository, changes: Changes) -> Iterator[Place]:
    """Yield the sections that changes of sources concern, the most important first."""
    with open_objects(documents) as objects:
        found = list(_found(objects, changes))
    files = _DocumentFiles(repository, {one.document['document']: one.document for one in found})
    frequency = Counter(one.keyword['name'] for one in found for _place in one.places)
    best: dict[tuple[str, str], Place] = {}
    for document, keyword, places, (change, now), is_new in found:
        titles = {one['id']: one['title'] for one in document['sections']}
        weight = _CHANGES[change.change] / sqrt(frequency[keyword['name']] or 1)
        for place in places:
            is_touched = files.is_touched(document, place)
            if is_new and not is_touched:
                continue
            section, role = place['section'], Role(place['role'])
            one = Place(
                change, keyword['name'], now, document['document'], section,
                str(titles.get(section) or document['title']), files.path(document, place),
                place['line'], role, is_touched, _ROLES[role] * weight,
            )  # fmt: skip
            known = best.setdefault((one.anchor, change.name), one)
            if one.score > known.score:
                best[one.anchor, change.name] = one
    yield from sorted(best.values(), key=lambda one: (-one.score, one.anchor, one.change.name))


class _Match(NamedTuple):
    """A keyword of a document that a change concerns."""

    document: Object
    keyword: Object
    #: without those about the past
    places: list[Object]
    meaning: Meaning
    #: the keyword is the new name
    is_new: bool


def _found(documents: Iterable[Object], changes: Changes) -> Iterator[_Match]:
    meanings: dict[tuple[str, bool], tuple[Meaning | None, bool]] = {}
    for document in documents:
        if is_changelog(document['document']):
            continue
        past = set(_past_sections(document['sections']))
        for keyword in (*document['keywords'], *document.get('not_shown', ())):
            if keyword['kind'] in WORDS:
                continue
            key = keyword['name'], keyword['kind'] in _MARKED
            if key not in meanings:
                meanings[key] = _meaning(changes, keyword['name'], is_marked=key[1])
            meaning, is_new = meanings[key]
            if meaning:
                places = [one for one in keyword['places'] if one['section'] not in past]
                yield _Match(document, keyword, places, meaning, is_new)


def _meaning(changes: Changes, name: str, *, is_marked: bool) -> tuple[Meaning | None, bool]:
    """Return the change that concerns a name, and whether it is its new one."""
    if found := changes.lost(name, is_marked=is_marked) or changes.altered(name):
        return found, False
    return changes.arrived(name), True


def _past_sections(sections: Iterable[Object]) -> Iterator[str]:
    """Yield the ids of the sections about earlier versions, and of those in them."""
    level = 0
    for one in sections:
        if level and one['level'] > level:
            yield one['id']
        elif is_about_changes(one['title']):
            level = one['level']
            yield one['id']
        else:
            level = 0


class _DocumentFiles:
    """Files of documents in a repository, and the lines of them that a change edits."""

    def __init__(self, repository: Repository, documents: dict[str, Object]) -> None:
        self._repository, self._documents = repository, documents
        self._changed = repository.changed_files() if documents else set()
        #: path -> the lines that the change edits
        self._edited: dict[str, list[range]] = {}
        #: path -> id of a section -> its lines
        self._sections: dict[str, dict[str, range]] = {}

    @cached_property
    def _folder(self) -> str:
        """The folder of the documentation: most documents are there."""
        names = {f'/{one["source"]}' for one in self._documents.values()}
        found: Counter[str] = Counter()
        for path in self._repository.files():
            for name in names:
                if f'/{path}'.endswith(name):
                    found[f'/{path}'.removesuffix(name).lstrip('/')] += 1
        best = found.most_common(1)
        return best[0][0] if best else ''

    def path(self, document: Object, place: Object) -> str:
        """Return the path of a place in the repository."""
        name = place.get('file') or document['source']
        return posixpath.normpath(posixpath.join(self._folder, name))

    def is_touched(self, document: Object, place: Object) -> bool:
        """Check whether the change edits the section of a place."""
        path = self.path(document, place)
        if path not in self._changed:
            return False
        if path not in self._edited:
            self._edited[path] = self._repository.changed_lines(path)
            text = self._repository.text(path)
            self._sections[path] = _section_lines(document, text) if 'file' not in place else {}
        lines = self._sections[path].get(place['section'])
        line = place['line']
        # without its heading, the section is gone, or it stands in another file
        lines = lines or range(line, line + 1)
        return any(
            edited.start < lines.stop and lines.start < edited.stop for edited in self._edited[path]
        )


def _section_lines(document: Object, text: str) -> dict[str, range]:
    """Return the lines of each section, up to the next heading."""
    headings = [(0, ''), *_headings(text, is_markdown=document['source'].endswith('.md'))]
    ends = [line for line, _letters in headings[1:]] + [text.count('\n') + 2]
    found = {'': range(1, ends[0])}
    at = 1
    for section in document['sections']:
        words = _letters(section['title'])
        for number in range(at, len(headings)):
            if headings[number][1] == words:
                found[section['id']] = range(headings[number][0], ends[number])
                at = number + 1
                break
    return found


def _headings(text: str, *, is_markdown: bool) -> Iterator[tuple[int, str]]:
    """Yield lines and letters of headings."""
    is_fenced = False
    for number, (line, below) in enumerate(pairwise([*text.splitlines(), '']), 1):
        is_fenced ^= is_markdown and line.lstrip().startswith(('```', '~~~'))
        is_above = line.strip() and _ADORNMENT.fullmatch(below) and not _ADORNMENT.fullmatch(line)
        if not is_fenced and (is_above or (is_markdown and line.startswith('#'))):
            yield number, _letters(line)


def _letters(text: str) -> str:
    return ''.join(re.findall(r'\w', re.sub(r':[\w:-]+:`|<[^<>]*>`|\{[\w:-]+\}`', '`', text)))


# -- formats


def _shown(places: Sequence[Place]) -> tuple[dict[Change, list[Place]], int]:
    """Return the first sections by their change, and the number of the others."""
    anchors = list(dict.fromkeys(one.anchor for one in places))
    first = set(anchors[:SHOWN])
    groups: dict[Change, list[Place]] = defaultdict(list)
    for one in places:
        if one.anchor in first:
            groups[one.change].append(one)
    return groups, len(anchors) - len(first)


def as_text(places: Sequence[Place], base: str) -> Iterator[str]:
    """Yield the lines for a terminal."""
    groups, others = _shown(places)
    yield f'{_summary(places)} since {base}'
    for group in groups.values():
        yield ''
        yield _said(group)
        for one in group:
            mark = 'x' if one.is_touched else ' '
            yield f'  [{mark}] {one.role:8} {one.where}  {one.title} ({one.anchor})'
    if others:
        yield ''
        yield f'and {others} more section{"s" * (others > 1)}'


def as_markdown(places: Sequence[Place], base: str) -> Iterator[str]:
    """Yield the lines of a comment on a code host."""
    groups, others = _shown(places)
    yield f'### Documentation: {_summary(places)} since {code(base)}'
    for group in groups.values():
        yield ''
        yield _said(group, code)
        yield ''
        for one in group:
            mark = 'x' if one.is_touched else ' '
            yield f'- [{mark}] {escaped(one.title)} ({code(one.where)}) {one.role} {code(one.name)}'
    if others:
        yield ''
        yield f'… and {others} more section{"s" * (others > 1)}'


def as_github(places: Sequence[Place], base: str) -> Iterator[str]:
    """Yield annotations of GitHub Actions for what the change does not edit."""
    groups, _others = _shown([one for one in places if not one.is_touched])
    for change, group in groups.items():
        level = 'notice' if change.change == 'signature' else 'warning'
        for one in group:
            text = f'{_said(group)} since {base}; this section {one.role} {one.name}'
            yield annotation(level, f'Documentation: {change.change}', one.file, one.line, text)


def as_json(places: Sequence[Place], base: str) -> Iterator[str]:
    """Yield one JSON object; schema.json describes it."""
    groups: dict[Change, list[tuple[int, Place]]] = defaultdict(list)
    for rank, one in enumerate(places, 1):
        groups[one.change].append((rank, one))
    changes = [
        {
            'change': change.change,
            'name': change.name,
            'kind': change.kind,
            'to': change.to or None,
            'file': change.file,
            'line': change.line,
            'old_signature': change.old_signature or None,
            'new_signature': change.new_signature or None,
            'places': [
                {
                    'name': one.name,
                    'now': one.now or None,
                    'document': one.document,
                    'section': one.section,
                    'file': one.file,
                    'line': one.line,
                    'role': one.role,
                    'touched': one.is_touched,
                    'rank': rank,
                }
                for rank, one in group
            ],
        }
        for change, group in groups.items()
    ]
    counts = Counter(change['change'] for change in changes)
    result = {
        'schema': SCHEMA,
        'base': base,
        'counts': {name: counts[name] for name in CHANGES},
        'changes': changes,
    }
    yield json.dumps(result, ensure_ascii=False, indent=1)


FORMATS: Final[dict[str, Callable[[Sequence[Place], str], Iterator[str]]]] = {
    'github': as_github, 'json': as_json, 'markdown': as_markdown, 'text': as_text,
}  # fmt: skip


def _summary(places: Sequence[Place]) -> str:
    changes = {one.change for one in places}
    counts = Counter(one.change for one in changes)
    parts = ', '.join(f'{counts[name]} {name}' for name in CHANGES if counts[name])
    return f'{len({one.anchor for one in places})} sections of {parts}'


def _said(group: Sequence[Place], mark: Callable[[str], str] = str) -> str:
    """Return what has happened to a name, as the documentation writes it."""
    change = group[0].change
    # the most qualified name says most
    best = max(group, key=lambda one: (not one.is_touched, len(parts_of(one.name))))
    is_new = best.name == best.now and bool(change.to)
    name, to = (change.name, change.to) if is_new else (best.name, best.now)
    where = f'{change.file}:{change.line}'
    if change.change == 'signature':
        before, after = map(_parameters, (change.old_signature, change.new_signature))
        names = set(map(_parameter_name, after))
        gone = ', '.join(one for one in before if _parameter_name(one) not in names)
        come = ', '.join(one for one in after if one not in before)
        what = ' and '.join(filter(None, [
            gone and f'no longer has {mark(gone)}', come and f'now has {mark(come)}'
        ])) or 'has its parameters in another order'  # fmt: skip
    elif change.change == 'body':
        what = 'has changed inside'
    else:
        what = f'is now {mark(to)}' if to else 'is gone'
    return f'{mark(name)} {what} ({mark(where)})'


def _parameter_name(parameter: str) -> str:
    """Return the name of a parameter, with its default value or its type."""
    words = re.findall(r'\w+', re.split('[=:]', parameter)[0])
    return words[-1] if words else parameter


def _parameters(signature: str) -> list[str]:
    """Return the parts of a signature between the outermost commas."""
    depth, parts = 0, ['']
    for char in signature[1:-1] if signature[:1] == '(' and signature[-1:] == ')' else signature:
        depth += (char in '([{') - (char in ')]}')
        if char == ',' and not depth:
            parts.append('')
        else:
            parts[-1] += char
    return [part.strip() for part in parts]
