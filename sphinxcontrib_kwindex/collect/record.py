"""From observations to the record of a document: one keyword for each name and kind."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.names import identity
from sphinxcontrib_kwindex.model import WEIGHTS, Definition, Keyword, Kind, Place, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sphinxcontrib_kwindex.collect.observe import Observation


class Sources:
    """Numbers the files that lines are counted in, named from the source directory on."""

    def __init__(self, srcdir: Path, path: Path) -> None:
        self._srcdir = srcdir
        self._numbers = {'': 0, str(path): 0}
        self.names = ['']

    def number(self, source: str) -> int:
        """Give the number of a source as docutils names it."""
        if source not in self._numbers:
            name = self._relative(source)
            if name not in self.names:
                self.names.append(name)
            self._numbers[source] = self.names.index(name)
        return self._numbers[source]

    def _relative(self, source: str) -> str:
        """Name a source so that it is the same on every machine."""
        source = source.removesuffix(':<translated>')
        file, colon, rest = source.partition(':docstring of ')
        path = Path(file).absolute()
        if path.is_relative_to(self._srcdir):
            return PurePosixPath(path.relative_to(self._srcdir)).as_posix() + colon + rest
        return path.name + colon + rest


def keywords(observations: Iterable[Observation], sources: Sources) -> tuple[Keyword, ...]:
    """Merge what was observed: by name, and by kind where the document defines several."""
    by_name = defaultdict(list)
    observed = list(observations)
    defined = {o.name for o in observed if _defines(o) and o.kind is not Kind.TERM}
    for observation in observed:
        by_name[identity(observation.name, observation.name in defined)].append(observation)
    merged = [
        _keyword(kind, group, sources)
        for group in by_name.values()
        for kind, group in _by_kind(group).items()
    ]
    return tuple(sorted(merged))


def _defines(observation: Observation) -> bool:
    return WEIGHTS[observation.position].role is Role.DEFINES


def _by_kind(group: Sequence[Observation]) -> dict[Kind, list[Observation]]:
    """Give each observation to the kind that it says, if the name is defined as that kind."""
    kinds = {o.kind for o in group if _defines(o)} or {_likeliest_kind(group)}
    order = [kind for kind in Kind if kind in kinds]
    result: dict[Kind, list[Observation]] = {kind: [] for kind in order}
    for observation in group:
        result[observation.kind if observation.kind in kinds else order[0]].append(observation)
    return result


def _likeliest_kind(group: Sequence[Observation]) -> Kind:
    """Believe the strongest position that says more than that it is a name."""
    ranked = sorted(group, key=lambda o: (o.kind is Kind.NAME, -WEIGHTS[o.position].weight))
    return ranked[0].kind


def _keyword(kind: Kind, group: Sequence[Observation], sources: Sources) -> Keyword:
    spellings: dict[str, int] = defaultdict(int)
    places: dict[tuple[object, ...], Place] = {}
    definitions = []
    for o in group:
        spellings[o.name] += o.times
        place = Place(
            o.context.section,
            o.context.line,
            o.position,
            o.times,
            o.anchor,
            o.context.condition,
            sources.number(o.context.source),
        )
        same = (place.section, place.position, *place[4:])
        if same in places:
            place = place._replace(
                line=min(place.line, places[same].line), times=place.times + places[same].times
            )
        places[same] = place
        text, source = o.definition
        if text:
            definitions.append(
                Definition(text, source, o.context.section, o.anchor, o.context.condition)
            )
    name = min(spellings, key=lambda spelling: (-spellings[spelling], spelling))
    return Keyword(
        name, kind, tuple(sorted(places.values())), tuple(dict.fromkeys(definitions))
    )
