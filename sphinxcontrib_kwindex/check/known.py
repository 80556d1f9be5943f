"""What exists: the objects of the documentation, the inventories of others, the sources."""

from __future__ import annotations

import difflib
import re
import sys
from functools import cached_property
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.extract.names import last_component
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.check.sources import Sources

SEPARATOR = re.compile(r'\.|::')

#: their objects are no names of code
_NO_CODE = frozenset({'kw', 'std', 'rst', 'math', 'citation', 'changeset', 'index'})

#: modules and namespaces of languages
_FOREIGN = sys.stdlib_module_names | {'std'}

#: options that every program has
_EVERY_PROGRAM = frozenset({'--help', '--version'})

#: how near a name must be to be what was meant
_NEAR = 0.6
_NEAR_ELSEWHERE = 0.8


class Known:
    """All names that there are."""

    def __init__(
        self,
        objects: Mapping[str, str],
        inventory: Iterable[str],
        options: Collection[tuple[str, str]],
        sources: Sources,
        project: str = '',
    ) -> None:
        self.sources = sources
        self._project = project
        #: object -> its domain
        self._domains = objects
        self.objects = frozenset(objects)
        self._inventory = frozenset(inventory)
        self._defined = frozenset(d.name for d in sources.definitions)
        self._every = self.objects | self._inventory | self._defined | sources.named
        #: last component -> the full names that end in it
        self._tails: dict[str, list[str]] = {}
        for name in sorted(self._every - sources.named):
            self._tails.setdefault(last_component(name), []).append(name)
        self.programs = frozenset(program for program, _name in options if program)
        self.options = frozenset(name for _program, name in options) | sources.options

    @cached_property
    def tops(self) -> AbstractSet[str]:
        """The modules and namespaces of the project that nothing else contains.

        The sources know best: documentation also has objects of other projects.
        """
        return self._python_tops | self._other_tops

    @cached_property
    def _python_tops(self) -> AbstractSet[str]:
        documented = (name for name, domain in self._domains.items() if domain == 'py')
        return self.sources.python.tops or frozenset(_tops(documented)) - _FOREIGN

    @cached_property
    def _other_tops(self) -> AbstractSet[str]:
        documented = (name for name, domain in self._domains.items() if domain != 'py')
        return frozenset(_tops(documented)) - _FOREIGN

    @cached_property
    def declared_programs(self) -> AbstractSet[str]:
        """What is said to be a program, with underscores for hyphens."""
        return frozenset(name.replace('-', '_') for name in self.programs | self.sources.programs)

    @cached_property
    def program_names(self) -> AbstractSet[str]:
        """What the project's programs are called, in all ways, with underscores for hyphens."""
        names = self.tops | self.sources.others.spaces
        return self.declared_programs | {name.replace('-', '_') for name in names}

    @cached_property
    def own_names(self) -> AbstractSet[str]:
        """What the project and its parts may be called in a sentence, in small letters."""
        return {name.casefold() for name in self.words | self.program_names | {self._project}}

    @cached_property
    def has_shouted(self) -> bool:
        """Tell whether the project has functions or macros in capitals."""
        kinds = {Kind.FUNCTION, Kind.MACRO, Kind.METHOD}
        return any(
            one.kind in kinds and last_component(one.name).isupper()
            for one in self.sources.definitions
        )

    def is_own(self, name: str, *, is_far: bool = False) -> bool:
        """Tell whether a name begins with a module, a namespace or a class of the project.

        What is far from Python, or has "::", may begin as its modules do, and is none of them.
        """
        first = SEPARATOR.split(name)[0]
        if not (is_far or '::' in name) and (
            first in self._python_tops or first in self.sources.python.classes
        ):
            return True
        return first in self._other_tops or (
            first not in _FOREIGN and self.sources.others.is_own(name)
        )

    def exists(self, name: str) -> bool:
        """Tell whether there is anything of a full name, or whether nobody can tell."""
        if name in self._every or self._is_ending(name):
            return True
        python, others = self.sources.python, self.sources.others
        is_there = '::' not in name and python.knows(name) and python.exists(name)
        return is_there or (others.is_own(name) and others.exists(name))

    def is_value(self, name: str) -> bool:
        """Tell whether a name of the sources is no module and no class, as far as they tell."""
        python = self.sources.python
        return python.knows(name) and python.exists(name) and not python.is_scope(name)

    def _is_ending(self, name: str) -> bool:
        """Tell whether a longer name ends in this one, or this one in what is documented."""
        return any(
            full.endswith((f'.{name}', f'::{name}'))
            or (full in self.objects and name.endswith((f'.{full}', f'::{full}')))
            for full in self._tails.get(last_component(name), ())
        )

    @property
    def words(self) -> AbstractSet[str]:
        """What names end in, also those of modules and scopes."""
        scopes = (part for name in self._every for part in SEPARATOR.split(name))
        return self.sources.words.union(scopes)

    def is_word(self, name: str) -> bool:
        """Tell whether there is anything that ends in a name."""
        return name in self._tails or name in self.sources.words

    def has_option(self, name: str) -> bool:
        """Tell whether there is an option, in whichever program."""
        return name in self.options or name in _EVERY_PROGRAM

    def nearest(self, name: str) -> str:
        """Give the existing name that was probably meant."""
        if name.startswith('-'):
            return _nearest(name, self.options, _NEAR)
        tail = last_component(name)
        scope = name[: -len(tail)]
        own = self._own
        siblings = {full[len(scope) :]: full for full in own if scope and full.startswith(scope)}
        if near := _nearest(tail, siblings, _NEAR):
            return siblings[near]
        tails = self._own_tails
        near = _nearest(tail, tails, _NEAR_ELSEWHERE)
        return tails.get(near, '') if scope else near

    @cached_property
    def _own(self) -> list[str]:
        return sorted(self.objects | self._defined)

    @cached_property
    def _own_tails(self) -> dict[str, str]:
        return {last_component(name): name for name in reversed(self._own)}


def _nearest(name: str, names: Iterable[str], least: float) -> str:
    return next(iter(difflib.get_close_matches(name, sorted(names), 1, least)), '')


def _tops(names: Iterable[str]) -> Iterator[str]:
    """Give what qualified names begin with."""
    for name in names:
        if (match := SEPARATOR.search(name)) and name[: match.start()].isidentifier():
            yield name[: match.start()]


def known_in(env: BuildEnvironment, sources: Sources) -> Known:
    """Gather what the domains and the inventories of an environment know."""
    objects = {
        name: domain_name
        for domain_name, domain in env.domains.items()
        if domain_name not in _NO_CODE
        for name, *_rest in domain.get_objects()
    }
    inventory = {
        name
        for kind, names in getattr(env, 'intersphinx_inventory', {}).items()
        if kind.partition(':')[0] not in _NO_CODE
        for name in names
    }
    options = [
        (program or '', name) for program, name in env.domains.standard_domain.progoptions
    ]
    return Known(objects, inventory, options, sources, env.config.project)
