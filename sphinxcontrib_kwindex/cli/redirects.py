"""``diff --format redirects``: where the documents and anchors of an older export stand now.

Several kinds of evidence say that a part of the older export is one of the newer: its id, its
labels, its title, its keywords, its definitions, and its position among the other sections. Each
has a weight, and the confidence is the probability that not all of them are wrong.

An object or a term is found by its name and kind, a label by its section.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from math import prod, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from sphinxcontrib_kwindex.cli.jsonl import NUMBERED, anchors_of, open_objects
from sphinxcontrib_kwindex.export import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    Object = dict[str, Any]

_Key = TypeVar('_Key')

#: a target with less confidence is none
_CERTAIN: Final = 0.5
#: weights of evidence: the same title or id
_TITLE: Final = 0.8
#: the title of a part that was there before: it may replace a section that only led to it
_OLDER_TITLE: Final = 0.7
_KEYWORDS: Final = 0.8
_DEFINITIONS: Final = 0.8
_ORDER: Final = 0.4
#: added to that of the order, if all keywords of the smaller part are in both
_ORDER_SHARED: Final = 0.4
#: a label in both
_LABEL: Final = 0.9
#: an object of the same name and kind
_OBJECT: Final = 0.95
#: titles that are less alike are different
_ALIKE: Final = 0.5
#: names in more parts than this suggest no target
_COMMON: Final = 50


class Part(NamedTuple):
    """A section, or a document without an id."""

    document: str
    id: str
    title: str
    names: frozenset[str]
    defined: frozenset[str]
    #: title of the section around it
    parent: str = ''
    #: its other ids
    ids: frozenset[str] = frozenset()

    @property
    def anchor(self) -> str:
        """Its address without the suffix of files."""
        return f'{self.document}#{self.id}'.removesuffix('#')

    @property
    def labels(self) -> frozenset[str]:
        """What remains the same if it only moves: its title, its id or file name, its parent."""
        own = self.id or posixpath.basename(self.document)
        title = _words(self.title)
        around = f'{_words(self.parent)} › {title}' if self.parent else ''
        return frozenset({title, '' if NUMBERED.fullmatch(own) else _words(own), around} - {''})


class Redirect(NamedTuple):
    """A dead address, and where it stands now, if that is known."""

    old: str
    new: str | None
    confidence: float


class Export(NamedTuple):
    """The parts and anchors of one export."""

    documents: dict[str, Part]
    #: docname -> sections in their order
    sections: dict[str, list[Part]]
    #: docname -> ids of its sections, labels, objects and terms
    ids: dict[str, frozenset[str]]
    #: name and kind of an object or a term -> its anchors
    objects: dict[tuple[str, str], list[str]]

    @property
    def parts(self) -> dict[str, Part]:
        """All parts by their anchors."""
        return {part.anchor: part for found in self.sections.values() for part in found}

    @property
    def anchors(self) -> set[str]:
        """All addresses of documents and in documents."""
        inner = {f'{docname}#{i}' for docname, ids in self.ids.items() for i in ids if i}
        return inner | self.documents.keys()


def lines(old: Path, new: Path, builder: str) -> Iterator[str]:
    """Yield one JSON object; schema.json describes it."""
    before = load(old)
    found = find(before, load(new))
    pages = {
        one.old: _relative(one.old, one.new, builder)
        for one in found
        if one.new and one.old in before.documents
    }
    redirects = [one._asdict() for one in found]
    yield json.dumps({'schema': SCHEMA, 'redirects': redirects, 'pages': pages}, indent=1)


def _relative(old: str, new: str, builder: str) -> str:
    """Return the address of a page, relative to another."""
    if builder == 'dirhtml':
        here, there = (f'/{name}'.removesuffix('/index') or '/' for name in (old, new))
        return f'{posixpath.relpath(there, here)}/'
    return posixpath.relpath(f'{new}.html', posixpath.dirname(old) or '.')


def load(path: Path) -> Export:
    """Load the parts of an export from its documents."""
    export = Export({}, {}, {}, defaultdict(list))
    with open_objects(path) as objects:
        for one in objects:
            names: dict[str, set[str]] = defaultdict(set)
            defined: dict[str, set[str]] = defaultdict(set)
            docname = one['document']
            for keyword in (*one['keywords'], *one.get('not_shown', ())):
                for place in keyword['places']:
                    anchors = [f'{docname}#{anchor}' for anchor in place.get('anchors', ())]
                    if anchors:
                        export.objects[keyword['name'], keyword['kind']] += anchors
                    names[place['section']].add(keyword['name'])
                    if place.get('role', keyword['role']) == 'defines':
                        defined[place['section']].add(keyword['name'])
            export.ids[docname] = anchors_of(one)
            everything = frozenset().union(*names.values()), frozenset().union(*defined.values())
            export.documents[docname] = Part(docname, '', one['title'], *everything)
            export.sections[docname] = [
                Part(docname, s['id'], s['title'], frozenset(names[s['id']]),
                     frozenset(defined[s['id']]), parent,
                     frozenset(s.get('ids', ())) - {s['id']})
                for s, parent in zip(one['sections'], _parents(one['sections']), strict=True)
            ]  # fmt: skip
    return export


def _parents(sections: Iterable[Object]) -> Iterator[str]:
    """Yield the title of the section around each section, or nothing."""
    path: list[Object] = []
    for section in sections:
        while path and path[-1]['level'] >= section['level']:
            path.pop()
        yield path[-1]['title'] if path else ''
        path.append(section)


def find(old: Export, new: Export) -> list[Redirect]:
    """Return a redirect for each document and anchor that is gone, sorted by address."""
    alive = new.anchors
    documents = _Search(old.documents, new.documents, alive)
    pages = list(documents.redirects(documents.gone))
    homes = {docname: {docname} for docname in old.documents.keys() & new.documents.keys()}
    for one in (*pages, *documents.redirects(_remains(old, new))):
        if one.new:
            homes.setdefault(one.old, set()).add(one.new)
    order = _same_positions(old, new, homes)
    sections = _Search(old.parts, new.parts, alive, homes, order)
    for one in list(sections.redirects(sections.gone)):
        if one.new:  # others of the same document may be there, too
            homes.setdefault(_document(one.old), set()).add(_document(one.new))
    found = [*pages, *sections.redirects(sections.gone)]
    return sorted([*found, *_other_anchors(old, new, homes, found)])


def _other_anchors(
    old: Export, new: Export, homes: Mapping[str, AbstractSet[str]], found: Iterable[Redirect]
) -> Iterator[Redirect]:
    """Yield a redirect for each label, object and term that is gone."""
    redirects = {one.old: one for one in found}
    before, after = old.anchors, new.anchors
    objects = _inverted((frozenset(anchors), key) for key, anchors in old.objects.items())
    added = _inverted(({_id(anchor)}, anchor) for anchor in after - before)
    sections = {f'{part.document}#{i}': part for part in old.parts.values() for i in part.ids}
    for anchor in before - after - redirects.keys():
        own = homes.get(_document(anchor), frozenset())
        same = {one for key in objects.get(anchor, ()) for one in new.objects.get(key, ())}
        ranked = [
            _nearest(same, _OBJECT, before, own),
            _nearest(added.get(_id(anchor), ()), _TITLE, before, own),
        ]
        if section := sections.get(anchor):
            ids = (section.id, *sorted(section.ids))
            kept = [one for i in ids if (one := f'{section.document}#{i}') in after]
            moved = redirects.get(section.anchor)
            ranked += [(_LABEL, one) for one in kept[:1]]
            ranked += [(moved.confidence, moved.new)] if moved and moved.new else []
        yield _redirect(anchor, *max(ranked, key=lambda one: one[0]))


def _nearest(
    anchors: Iterable[str], weight: float, before: AbstractSet[str], homes: AbstractSet[str]
) -> tuple[float, str]:
    """Return one of the anchors, a new one or in the same document first, and how sure it is."""
    ranks = {one: (one in before, _document(one) not in homes) for one in anchors}
    first = min(ranks.values(), default=None)
    best = sorted(one for one, rank in ranks.items() if rank == first)
    return (weight / len(set(map(_document, best))), best[0]) if best else (0.0, '')


def _redirect(old: str, confidence: float, new: str) -> Redirect:
    """Return a redirect, without a target if that is not sure enough."""
    is_known = confidence >= _CERTAIN
    return Redirect(old, new if is_known else None, round(confidence, 2) if is_known else 0.0)


def _id(anchor: str) -> str:
    return anchor.partition('#')[2]


def _document(anchor: str) -> str:
    return anchor.partition('#')[0]


def _remains(old: Export, new: Export) -> Iterator[Part]:
    """Yield what documents have lost that still exist: their sections may be in another one."""
    for docname in old.documents.keys() & new.documents.keys():
        before, after = old.documents[docname], new.documents[docname]
        if {part.id for part in old.sections[docname]} - {p.id for p in new.sections[docname]}:
            names, defined = before.names - after.names, before.defined - after.defined
            yield before._replace(names=names, defined=defined)


def _same_positions(
    old: Export, new: Export, homes: Mapping[str, AbstractSet[str]]
) -> dict[tuple[str, str], float]:
    """Return how surely one section stands in the place of another, 0 to 1: anchors -> weight."""
    weights = {}
    pairs = [(docname, home) for docname, found in homes.items() for home in found]
    for docname, home in pairs:
        before, after = old.sections[docname], new.sections[home]
        old_ids, new_ids = [part.id for part in before], [part.id for part in after]
        matcher = SequenceMatcher(None, old_ids, new_ids, autojunk=False)
        for tag, i, i_end, j, j_end in matcher.get_opcodes():
            if tag == 'replace':
                is_even = i_end - i == j_end - j
                for a, one in enumerate(before[i:i_end]):
                    for b, other in enumerate(after[j:j_end]):
                        weight = float(a == b) if is_even else 1 / (j_end - j)
                        weights[one.anchor, other.anchor] = weight
    return weights


class _Search:
    """Search for the parts of a newer export that those of an older one have become."""

    def __init__(
        self,
        old: Mapping[str, Part],
        new: Mapping[str, Part],
        alive: AbstractSet[str],
        homes: Mapping[str, AbstractSet[str]] | None = None,
        order: Mapping[tuple[str, str], float] | None = None,
    ) -> None:
        self._homes, self._order = homes or {}, order or {}
        self.gone = [part for anchor, part in old.items() if anchor not in alive]
        #: new parts, and what is new in the others
        self._new = {anchor: _gain(part, old.get(anchor)) for anchor, part in new.items()}
        self._added = new.keys() - old.keys()
        self._number = Counter(name for part in self._new.values() for name in part.names)
        self._by_name = _inverted((p.names, anchor) for anchor, p in self._new.items())
        self._by_label = _inverted((self._new[a].labels, a) for a in sorted(self._added))
        self._by_id = _inverted(({part.id, *part.ids}, a) for a, part in new.items() if part.ids)
        self._labels = _inverted((part.labels, anchor) for anchor, part in new.items())
        self._by_document = _inverted(({self._new[a].document}, a) for a in sorted(self._added))

    def redirects(self, gone: Iterable[Part]) -> Iterator[Redirect]:
        """Yield a redirect for each of these older parts."""
        for part in gone:
            ranked = [
                (self._confidence(part, self._new[anchor]), anchor)
                for anchor in sorted(self._candidates(part))
            ]
            yield _redirect(part.anchor, *max(ranked, default=(0.0, '')))

    def _candidates(self, part: Part) -> set[str]:
        found = {anchor for label in part.labels for anchor in self._labels.get(label, ())}
        for ident in (part.id, *part.ids):
            found.update(self._by_id.get(ident, ()))
        for home in self._homes.get(part.document, ()):
            found.update(self._by_document.get(home, ()))
        for name in part.names:
            if self._number[name] <= _COMMON:
                found.update(self._by_name.get(name, ()))
        return found

    def _confidence(self, old: Part, new: Part) -> float:
        evidence = (
            self._title(old, new),
            _KEYWORDS * self._keywords(old, new),
            _DEFINITIONS * len(old.defined & new.defined) / max(len(old.defined), 1),
            self._position(old, new),
            _LABEL * bool(old.ids & {new.id, *new.ids} or {old.id} & new.ids),
        )
        return 1 - prod(1 - one for one in evidence)

    def _position(self, old: Part, new: Part) -> float:
        """Return how much the same position says: more if keywords are the same."""
        shared = len(old.names & new.names) / max(min(len(old.names), len(new.names)), 1)
        return self._order.get((old.anchor, new.anchor), 0) * (_ORDER + _ORDER_SHARED * shared)

    def _title(self, old: Part, new: Part) -> float:
        """Return how much the titles say: less if several parts elsewhere have the same."""
        if new.anchor not in self._added:
            number = min((len(self._labels[one]) for one in old.labels & new.labels), default=0)
            return _OLDER_TITLE / number if number else 0
        homes = self._homes.get(old.document, set())
        is_home = bool(new.id) and new.document in homes
        if same := old.labels & new.labels:
            rivals = [[self._new[a].document for a in self._by_label[label]] for label in same]
            return _TITLE / min(
                sum(not is_home or document in homes for document in documents)
                for documents in rivals
            )
        alike = SequenceMatcher(None, _words(old.title), _words(new.title)).ratio()
        is_alike = is_home and alike > _ALIKE
        return _TITLE * (alike - _ALIKE) / (1 - _ALIKE) if is_alike else 0

    def _keywords(self, old: Part, new: Part) -> float:
        """Return how alike the keywords are: rare names count more, few names less."""
        shared = self._weight(old.names & new.names)
        if not shared:
            return 0
        cosine = shared / sqrt(self._weight(old.names) * self._weight(new.names))
        return cosine * (1 - 2**-shared)

    def _weight(self, names: Iterable[str]) -> float:
        return sum(1 / sqrt(max(self._number[name], 1)) for name in names)


def _gain(part: Part, before: Part | None) -> Part:
    """Return a part with what it did not have before."""
    if before is None:
        return part
    return part._replace(names=part.names - before.names, defined=part.defined - before.defined)


def _inverted(pairs: Iterable[tuple[AbstractSet[str], _Key]]) -> dict[str, list[_Key]]:
    found: dict[str, list[_Key]] = defaultdict(list)
    for words, key in pairs:
        for word in words:
            found[word].append(key)
    return found


def _words(title: str) -> str:
    """Return the words of a title or id, in lower case."""
    return ' '.join(re.findall(r'\w+', title.replace('_', ' ').lower()))
