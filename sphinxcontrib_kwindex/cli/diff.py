"""``diff``: the changes from one export to another, as text, Markdown, annotations or JSON."""

from __future__ import annotations

import argparse
import difflib
import json
import re
from collections import Counter
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sphinxcontrib_kwindex.cli import redirects
from sphinxcontrib_kwindex.cli.jsonl import (
    BadInputError,
    anchors_of,
    changes_of,
    find_export,
    open_objects,
)
from sphinxcontrib_kwindex.export import DOCUMENTS, KEYWORDS, SCHEMA, SUMMARY
from sphinxcontrib_kwindex.index.collation import sort_key
from sphinxcontrib_kwindex.index.versions import in_order, in_words
from sphinxcontrib_kwindex.model import Status
from sphinxcontrib_kwindex.render.code_host import code, text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from sphinxcontrib_kwindex.model import Change as Note

    Object = dict[str, Any]


class ChangeType(NamedTuple):
    """What is the same in all changes of one type."""

    #: its words in a summary
    words: str
    #: what a line says of the old and the new value, where there is one
    details: str = ''
    #: of annotations
    level: str = 'notice'
    #: of little interest: folded in a comment, left out of annotations
    is_folded: bool = False


#: the first seven are of keywords that are defined or explained
CHANGES: Final = {
    'added': ChangeType('added', ' – {new}'),
    'removed': ChangeType('removed', ', still mentioned in {new}', 'warning'),
    'moved': ChangeType('moved', ': {old} → {new}'),
    'kind': ChangeType('of another kind', ': {old} → {new}'),
    'definition': ChangeType('with another definition', ': “{old}” → “{new}”'),
    'deprecated': ChangeType('deprecated or removed', ': {new}', 'warning'),
    'version': ChangeType('new or changed in a version', ': {new}'),
    'anchors': ChangeType('anchors that are gone', level='warning'),
    'mentioned': ChangeType('mentioned for the first time', is_folded=True),
    'unmentioned': ChangeType('no longer mentioned', is_folded=True),
}
_ORDER: Final = list(CHANGES)
_ENDS: Final = frozenset({Status.DEPRECATED, Status.REMOVAL, Status.REMOVED})


def run(options: argparse.Namespace) -> tuple[int, Iterator[str]]:
    """Return the exit status and the lines to print."""
    old = find_file(Path(options.old))
    new = find_file(Path(options.new) if options.new else find_export(None))
    if old.name != new.name:
        what = f'it cannot be compared with {new}: one has documents, one just keywords.'
        raise BadInputError(Path(options.old), what, advice='Name two directories.')
    if options.format == REDIRECTS and old.name != DOCUMENTS:
        advice = f'Name {DOCUMENTS}, or its directory.'
        raise BadInputError(old, 'it has no sections.', advice=advice)
    found = compare(load(old), load(new))
    status = int(any(change.change in options.fail_on for change in found))
    if options.format == REDIRECTS:
        return status, redirects.lines(old, new, options.builder)
    return status, FORMATS[options.format](found, options.fail_on, options.sources)


def parse_changes(words: str, known: Collection[str] = CHANGES) -> frozenset[str]:
    """Parse the value of ``--fail-on``."""
    named = frozenset(filter(None, (word.strip() for word in words.split(','))))
    if unknown := sorted(named.difference(known)):
        near = difflib.get_close_matches(unknown[0], known, 1)
        hint = f' (did you mean {near[0]!r}?)' if near else ''
        message = f'there is no change {unknown[0]!r}{hint}, only {", ".join(known)}'
        raise argparse.ArgumentTypeError(message)
    return named


# -- snapshots


class Location(NamedTuple):
    """A place in a document and in its source."""

    document: str = ''
    section: str = ''
    source: str = ''
    line: int = 0

    @property
    def anchor(self) -> str:
        """The place without its line, which changes with every edit."""
        return f'{self.document}#{self.section}'.removesuffix('#')


class Keyword(NamedTuple):
    """A keyword of one kind."""

    #: where it is defined; if it is nowhere defined, where it is explained, as far as known
    defined: tuple[Location, ...] = ()
    definition: str = ''
    #: its first place
    mention: Location = Location()
    #: what notes tell of it in versions
    notes: frozenset[Note] = frozenset()

    @property
    def location(self) -> Location:
        """The place to show."""
        return self.defined[0] if self.defined else self.mention


class Snapshot:
    """The keywords and anchors of one export."""

    def __init__(self) -> None:
        #: name -> kind -> keyword
        self.keywords: dict[str, dict[str, Keyword]] = {}
        #: docname -> source file; empty for ``keywords.jsonl``, which has only docnames
        self.sources: dict[str, str] = {}
        #: docname -> ids of its sections, labels, objects and terms
        self.anchors: dict[str, frozenset[str]] = {}

    def defined(self, name: str) -> dict[str, Keyword]:
        """Return what a name is defined or explained as: kind -> keyword."""
        kinds = self.keywords.get(name, {})
        return {kind: kw for kind, kw in kinds.items() if kw.defined or kw.definition}

    def add(self, name: str, kind: str, keyword: Keyword) -> None:
        """Add a keyword of one document."""
        kinds = self.keywords.setdefault(name, {})
        before = kinds.get(kind, Keyword())
        kinds[kind] = Keyword(
            before.defined + keyword.defined,
            before.definition or keyword.definition,
            before.mention if before.mention.document else keyword.mention,
            before.notes | keyword.notes,
        )

    def without_line(self, location: Location) -> Location:
        """Return a location of an older export: its file if that is still there, and no line."""
        return location._replace(source=self.sources.get(location.document, ''), line=0)


def find_file(path: Path) -> Path:
    """Return the file to compare: the documents of an export, unless the path is another file."""
    if not path.is_file() or path.name == SUMMARY:
        return find_export(path.parent if path.is_file() else path) / DOCUMENTS
    if path.name not in {DOCUMENTS, KEYWORDS}:
        what = f'only {DOCUMENTS} and {KEYWORDS} can be compared.'
        raise BadInputError(path, what, advice='Name one of them, or their directory.')
    return path


def load(path: Path) -> Snapshot:
    """Load documents with the definitions in the file of keywords beside them, or keywords."""
    snapshot, keywords = Snapshot(), path.with_name(KEYWORDS)
    steps: dict[Path, Callable[[Object, Snapshot], None]] = {path: _add_keyword}
    if path != keywords:
        steps = {path: _add_document} | ({keywords: _add_explanation} if keywords.is_file() else {})
    for file, add in steps.items():
        with open_objects(file) as objects:
            for one in objects:
                add(one, snapshot)
    return snapshot


def _add_document(document: Object, snapshot: Snapshot) -> None:
    docname, source = document['document'], document['source']
    snapshot.sources[docname] = source
    snapshot.anchors[docname] = anchors_of(document)
    for keyword in document['keywords']:
        if not keyword.get('listed', True):  # older exports have no others
            continue
        if keyword['kind'] == 'variable' and keyword['role'] != 'defines':
            continue
        places = [
            (Location(docname, one['section'], one.get('file', source), one['line']), one['role'])
            for one in keyword['places']
        ]
        defined = tuple(location for location, role in places if role == 'defines')
        notes = frozenset(changes_of(keyword))
        known = Keyword(defined, keyword['definition'] or '', places[0][0], notes)
        snapshot.add(keyword['name'], keyword['kind'], known)


def _add_explanation(keyword: Object, snapshot: Snapshot) -> None:
    """Add the place of the definition of a keyword that is defined nowhere."""
    kinds = snapshot.keywords.get(keyword['name'], {})
    known, definition = kinds.get(keyword['kind']), keyword['definition']
    if known and definition and not known.defined:
        docname, section = definition['document'], definition['section']
        location = Location(docname, section, snapshot.sources.get(docname, ''))
        if known.mention.anchor == location.anchor:  # the mention has a line
            location = known.mention
        kinds[keyword['kind']] = known._replace(defined=(location,))


def _add_keyword(keyword: Object, snapshot: Snapshot) -> None:
    definition, documents = keyword['definition'] or {}, keyword['documents']
    defining = [one['document'] for one in documents if one['role'] == 'defines']
    defining = defining or ([definition['document']] if definition else [])
    mention = Location(documents[0]['document'])
    notes = frozenset(changes_of(keyword))
    known = Keyword(tuple(map(Location, defining)), definition.get('text', ''), mention, notes)
    snapshot.add(keyword['name'], keyword['kind'], known)


# -- comparison


class Change(NamedTuple):
    """One difference between two exports."""

    change: str
    name: str
    kind: str
    location: Location
    old: str = ''
    new: str = ''


def compare(old: Snapshot, new: Snapshot) -> list[Change]:
    """Return all changes, sorted by type and name."""
    found = [*_removed_anchors(old, new)]
    for name in old.keywords.keys() | new.keywords.keys():
        found += _compare_name(name, old, new)
    return sorted(found, key=lambda c: (_ORDER.index(c.change), sort_key(c.name), c))


def _compare_name(name: str, old: Snapshot, new: Snapshot) -> Iterator[Change]:
    before, after = old.defined(name), new.defined(name)
    for kind in before.keys() & after.keys():
        yield from _compare_keyword(name, kind, before[kind], after[kind])
    removed = sorted(before.keys() - after.keys())
    added = sorted(after.keys() - before.keys())
    for was, kind in zip(removed, added, strict=False):
        yield Change('kind', name, kind, after[kind].location, was, kind)
    for kind in added[len(removed) :]:
        yield Change('added', name, kind, after[kind].location, '', after[kind].definition)
    for kind in removed[len(added) :]:
        mentions = sorted(kw.mention for kw in new.keywords.get(name, {}).values())
        mentioned = mentions[0].anchor if mentions else ''
        location = new.without_line(before[kind].location)
        yield Change('removed', name, kind, location, '', mentioned)
    if not before and not after:
        yield from _compare_mentions(name, old, new)


def _compare_keyword(name: str, kind: str, old: Keyword, new: Keyword) -> Iterator[Change]:
    before, after = (sorted({one.anchor for one in known.defined}) for known in (old, new))
    if after and not set(before) <= set(after):  # a further definition is no move
        yield Change('moved', name, kind, new.location, ', '.join(before), ', '.join(after))
    if old.definition != new.definition:
        yield Change('definition', name, kind, new.location, old.definition, new.definition)
    known = {note[:3] for note in old.notes}
    for note in in_order(note for note in new.notes if note[:3] not in known):
        is_end = note.status in _ENDS and not note.part
        change = 'deprecated' if is_end else 'version'
        yield Change(change, name, kind, new.location, '', in_words(note))


def _compare_mentions(name: str, old: Snapshot, new: Snapshot) -> Iterator[Change]:
    before, after = old.keywords.get(name, {}), new.keywords.get(name, {})
    if before and not after:
        kind, keyword = min(before.items())
        yield Change('unmentioned', name, kind, new.without_line(keyword.mention))
    elif after and not before:
        kind, keyword = min(after.items())
        yield Change('mentioned', name, kind, keyword.mention)


def _removed_anchors(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    for docname, anchors in old.anchors.items():
        if docname not in new.anchors:
            yield Change('anchors', docname, '', Location(docname), docname)
        for anchor in anchors - new.anchors.get(docname, anchors):
            location = Location(docname, anchor, new.sources[docname])
            yield Change('anchors', location.anchor, '', location, location.anchor)


# -- formats

#: a comment shows so many changes of one type
_MOST: Final = 40
#: code hosts limit comments to some 65,000 characters
_LARGEST: Final = 50_000
_LEVELS: Final = ('error', 'warning', 'notice')


def as_text(found: Sequence[Change], _fatal: AbstractSet[str], _sources: str) -> Iterator[str]:
    """Yield the lines for a terminal."""
    yield _summary(found)
    for change, group in groupby(found, lambda change: change.change):
        yield ''
        yield f'{CHANGES[change].words}:'
        yield from (f'  {_line(one)}' for one in group)


def as_markdown(found: Sequence[Change], fatal: AbstractSet[str], _sources: str) -> Iterator[str]:
    """Yield the lines of a comment on a code host."""
    yield f'### Keyword index: {_summary(found)}'
    groups = [(c, list(group)) for c, group in groupby(found, lambda change: change.change)]
    for change, members in groups:
        mark = ' ❌' if change in fatal else ''
        title = f'{CHANGES[change].words.capitalize()}: {len(members)}{mark}'
        is_folded = CHANGES[change].is_folded
        yield ''
        yield f'<details><summary>{title}</summary>' if is_folded else f'**{title}**'
        yield ''
        shown = _limit([f'- {_markdown_line(one)}' for one in members[:_MOST]], len(groups))
        yield from shown
        if len(members) > len(shown):
            yield f'- … and {len(members) - len(shown)} more'
        if is_folded:
            yield ''
            yield '</details>'


def _limit(lines: Sequence[str], groups: int) -> Sequence[str]:
    """Return as many lines as fit, if a comment is divided evenly among so many groups."""
    ends = accumulate(len(line) + 1 for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= _LARGEST // groups]


def as_github(found: Sequence[Change], fatal: AbstractSet[str], sources: str) -> Iterator[str]:
    """Yield annotations of GitHub Actions, the worst first: it shows only some of them."""
    for one in sorted(found, key=lambda one: _LEVELS.index(_level(one, fatal))):
        if not CHANGES[one.change].is_folded or one.change in fatal:
            source, line = one.location.source, one.location.line
            file = source and '/'.join(filter(None, (sources.rstrip('/'), source)))
            title = f'Keyword index: {CHANGES[one.change].words}'
            yield annotation(_level(one, fatal), title, file, line, _line(one))


def annotation(level: str, title: str, file: str, line: int, message: str) -> str:
    """Return an annotation of GitHub Actions."""
    properties = {'title': title, 'file': file, 'line': file and line and str(line)}
    pairs = ','.join(f'{key}={_escape(value, ":,")}' for key, value in properties.items() if value)
    return f'::{level} {pairs}::{_escape(message)}'


def as_json(found: Sequence[Change], _fatal: AbstractSet[str], _sources: str) -> Iterator[str]:
    """Yield one JSON object; schema.json describes it."""
    counts = Counter(change.change for change in found)
    changes = [
        {
            'change': one.change,
            'name': one.name,
            'kind': one.kind or None,
            **one.location._asdict(),
            'old': one.old or None,
            'new': one.new or None,
        }
        for one in found
    ]
    result = {'schema': SCHEMA, 'counts': {c: counts[c] for c in CHANGES}, 'changes': changes}
    yield json.dumps(result, ensure_ascii=False, indent=1)


#: the format that is made of the exports, not of the changes
REDIRECTS: Final = 'redirects'
FORMATS: Final = {'github': as_github, 'json': as_json, 'markdown': as_markdown, 'text': as_text}


def _summary(found: Iterable[Change]) -> str:
    counts = Counter(change.change for change in found)
    parts = [f'{counts[name]} {one.words}' for name, one in CHANGES.items() if counts[name]]
    return ', '.join(parts) or 'no change'


def _line(one: Change) -> str:
    if one.change == 'anchors':
        return one.name
    kind = f' ({one.kind})' if one.kind else ''
    where = one.location.source or one.location.document
    if one.location.line and one.location.source:
        where = f'{where}:{one.location.line}'
    details = CHANGES[one.change].details.format(**one._asdict()) if one.old or one.new else ''
    return f'{one.name}{kind} in {where}{details}'


def _markdown_line(one: Change) -> str:
    rest = _line(one).removeprefix(one.name)
    return f'{code(one.name)}{" " * rest.startswith(" ")}{escaped(rest)}'


def escaped(words: str) -> str:
    """Return Markdown of a text without links of "@name" and "#1", which would notify people."""
    return re.sub(r'@(?=\w)|\\#(?=\d)', r'\g<0>&#8203;', text(words))


def _level(one: Change, fatal: AbstractSet[str]) -> str:
    return 'error' if one.change in fatal else CHANGES[one.change].level


def _escape(words: str, special: str = '') -> str:
    """Return words with their special characters as annotations need them."""
    return re.sub(rf'[%\r\n{special}]', lambda found: f'%{ord(found[0]):02X}', words)
