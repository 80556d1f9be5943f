"""What has changed from one export to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.export.cli.states import Known, Spot, State
from sphinxcontrib_kwindex.letters import sort_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: what may change, and how it is said; the first six are of keywords that are defined or explained
CHANGES: Final = {
    'added': 'added',
    'removed': 'removed',
    'moved': 'moved',
    'kind': 'of another kind',
    'definition': 'with another definition',
    'anchors': 'anchors that are gone',
    'mentioned': 'mentioned for the first time',
    'unmentioned': 'no longer mentioned',
}
_ORDER = list(CHANGES)


class Change(NamedTuple):
    """One difference."""

    change: str
    name: str
    kind: str
    spot: Spot
    old: str = ''
    new: str = ''


def changes(old: State, new: State) -> list[Change]:
    """Compare two builds."""
    found = [*_dead_anchors(old, new)]
    for name in old.keywords.keys() | new.keywords.keys():
        found += _changes_of(name, old, new)
    return sorted(found, key=lambda c: (_ORDER.index(c.change), sort_key(c.name), c))


def _changes_of(name: str, old: State, new: State) -> Iterator[Change]:
    before, after = old.defined(name), new.defined(name)
    for kind in before.keys() & after.keys():
        yield from _differences(name, kind, before[kind], after[kind])
    gone = sorted(before.keys() - after.keys())
    come = sorted(after.keys() - before.keys())
    for was, is_ in zip(gone, come, strict=False):
        yield Change('kind', name, is_, after[is_].spot, was, is_)
    for kind in come[len(gone) :]:
        yield Change('added', name, kind, after[kind].spot, '', after[kind].definition)
    for kind in gone[len(come) :]:
        still = _mention(new.keywords.get(name, {}).values())
        yield Change('removed', name, kind, _left(before[kind].spot, new), '', still)
    if not before and not after:
        yield from _mentions(name, old, new)


def _differences(name: str, kind: str, old: Known, new: Known) -> Iterator[Change]:
    left = {_place(spot) for spot in old.defined} - {_place(spot) for spot in new.defined}
    if left and new.defined:  # to be defined once more is no move
        yield Change('moved', name, kind, new.spot, _where(old.defined), _where(new.defined))
    if old.definition != new.definition:
        yield Change('definition', name, kind, new.spot, old.definition, new.definition)


def _mentions(name: str, old: State, new: State) -> Iterator[Change]:
    before, after = old.keywords.get(name, {}), new.keywords.get(name, {})
    if before and not after:
        kind, known = min(before.items())
        yield Change('unmentioned', name, kind, _left(known.mention, new))
    elif after and not before:
        kind, known = min(after.items())
        yield Change('mentioned', name, kind, known.mention)


def _dead_anchors(old: State, new: State) -> Iterator[Change]:
    for docname, sections in old.sections.items():
        if docname not in new.sections:
            yield Change('anchors', docname, '', Spot(docname), docname)
        for section in sections - new.sections.get(docname, sections):
            spot = Spot(docname, section, new.sources[docname])
            yield Change('anchors', f'{docname}#{section}', '', spot, f'{docname}#{section}')


def _where(spots: Iterable[Spot]) -> str:
    return ', '.join(sorted(set(map(_place, spots))))


def _place(spot: Spot) -> str:
    """Name a place without its line, which moves with every edit."""
    return f'{spot.document}#{spot.section}'.removesuffix('#')


def _mention(knowns: Iterable[Known]) -> str:
    spots = sorted(known.mention for known in knowns)
    return _where(spots[:1])


def _left(spot: Spot, new: State) -> Spot:
    """Name the file where something was, if it is still there; its lines are others now."""
    source = new.sources.get(spot.document, '')
    return Spot(spot.document, spot.section, source)
