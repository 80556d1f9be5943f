"""What exists: the objects of the documentation, the inventories of others, the sources."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.export.check.python import Answer
from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.model import WEIGHTS, Kind, Position, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinxcontrib_kwindex.export.check.sources import Sources
    from sphinxcontrib_kwindex.model import DocumentRecord

_SEPARATOR = re.compile(r'\.|::')

#: what is defined or used in examples is no name of the project, but it exists
_EXAMPLE = frozenset(
    {Position.EXAMPLE_DEFINITION, Position.EXAMPLE_USE, Position.CODE_IMPORT, Position.LOCAL,
     Position.PARAMETER, Position.CODE_USE}
)  # fmt: skip
#: a name of these is known by its full name
_FULL = frozenset({Position.OBJECT, Position.MODULE, Position.SOURCE_DEFINITION})

#: how near a name must be to be what was meant
_NEAR = 0.7


class Known:
    """All names that there are."""

    def __init__(
        self,
        records: Mapping[str, DocumentRecord],
        objects: Iterable[str],
        inventory: Iterable[str],
        sources: Sources,
    ) -> None:
        self._sources = sources
        #: the full names of what is documented
        self.objects = frozenset(objects) | _documented(records)
        self._inventory = frozenset(inventory)
        self._defined = frozenset(d.name for d in sources.definitions)
        every = self.objects | self._inventory | self._defined
        #: last component -> the full names that end in it
        self._tails: dict[str, list[str]] = {}
        for name in sorted(every):
            self._tails.setdefault(last_component(name), []).append(name)
        self._scopes = {name[: m.start()] for name in every for m in _SEPARATOR.finditer(name)}
        self.tops = self._own_tops(records)

    def _own_tops(self, records: Mapping[str, DocumentRecord]) -> frozenset[str]:
        """Name the modules and the namespaces of the project that nothing else contains."""
        modules = {
            keyword.name
            for record in records.values()
            for keyword in record.keywords
            if any(p.position is Position.MODULE for p in keyword.places)
            or (keyword.kind in {Kind.MODULE, Kind.NAMESPACE} and _is_object(keyword.places))
        }
        namespaces = {
            d.name.split('::')[0] for d in self._sources.definitions if '::' in d.name
        } | {d.name for d in self._sources.definitions if d.kind is Kind.NAMESPACE}
        tops = {_SEPARATOR.split(name)[0] for name in modules | namespaces}
        return frozenset(tops | self._sources.modules.tops) - {''}

    def exists(self, name: str) -> bool:
        """Tell whether there is anything of a full name, or whether nobody can tell."""
        if name in self.objects or name in self._inventory or name in self._defined:
            return True
        first = _SEPARATOR.split(name)[0]
        if '::' not in name and (
            first in self._sources.modules.tops or first in self._sources.modules.classes
        ):
            return self._sources.modules.find(name) is not Answer.NO
        return self._has_ending(name) or not self._is_in_known_scope(name)

    def _has_ending(self, name: str) -> bool:
        """Tell whether a longer name ends in this one, or this one in a shorter one."""
        return any(
            full.endswith((f'.{name}', f'::{name}')) or name.endswith((f'.{full}', f'::{full}'))
            for full in self._tails.get(last_component(name), ())
        )

    def _is_in_known_scope(self, name: str) -> bool:
        """Tell whether something else is known in the scope of a name."""
        return _SEPARATOR.sub('.', name).rpartition('.')[0] in {
            _SEPARATOR.sub('.', scope) for scope in self._scopes
        }

    def is_word(self, name: str) -> bool:
        """Tell whether there is anything that ends in a name, or whether the sources use it."""
        return name in self._tails or name in self._sources.words

    def nearest(self, name: str) -> str:
        """Give the existing name that was probably meant."""
        scope, tail = name[: -len(last_component(name))], last_component(name)
        siblings = {
            last_component(full): full for full in self._siblings(scope) if last_component(full)
        }
        if near := difflib.get_close_matches(tail, sorted(siblings), 1, _NEAR):
            return siblings[near[0]]
        near = difflib.get_close_matches(tail, sorted(self._tails), 1, 0.8)
        return self._tails[near[0]][0] if near else ''

    def _siblings(self, scope: str) -> list[str]:
        every: set[str] = set(self.objects) | self._defined
        return sorted(name for name in every if scope and name.startswith(scope))

    @property
    def options(self) -> frozenset[str]:
        """All options that are documented, or that stand in the sources."""
        return self._sources.options


def _documented(records: Mapping[str, DocumentRecord]) -> frozenset[str]:
    """Give what the records define under full names."""
    return frozenset(
        keyword.name
        for record in records.values()
        for keyword in record.keywords
        if any(place.position in _FULL for place in keyword.places)
    )


def _is_object(places: Iterable[Any]) -> bool:
    return any(place.position is Position.OBJECT for place in places)


def words_of(record: DocumentRecord) -> frozenset[str]:
    """Give the last components of what a document defines itself, or has in its examples."""
    return frozenset(
        last_component(keyword.name)
        for keyword in record.keywords
        if any(
            place.position in _EXAMPLE or WEIGHTS[place.position].role is Role.DEFINES
            for place in keyword.places
        )
    )
