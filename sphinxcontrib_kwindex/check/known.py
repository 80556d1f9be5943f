"""Names that exist: in the documentation, in inventories, in the sources.

External names are those that documentation uses without their being its project's.
"""

from __future__ import annotations

import builtins
import difflib
import importlib
import keyword
import sys
import warnings
from functools import cache, cached_property
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.check.sources import NO_CODE, Sources
from sphinxcontrib_kwindex.extract.names import SEPARATOR, last_component, word_lists
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from sphinx.environment import BuildEnvironment

#: modules and namespaces of languages
_LANGUAGE_MODULES = sys.stdlib_module_names | {'std'}
#: options that every program has
_EVERY_PROGRAM = frozenset({'--help', '--version'})
#: a module without a package, or a namespace, has at least so much of what the sources define;
#: otherwise others may have the rest
_LARGE, _SMALL = 0.2, 0.02
#: the least similarity of a suggestion from another scope
_NEAR_ELSEWHERE = 0.8


class Known:
    """All names that exist, and those with which names of the project begin."""

    def __init__(self, env: BuildEnvironment, sources: Sources) -> None:
        """Collect the names of all domains and inventories of an environment."""
        self.sources = sources
        self.project = str(env.config.project)
        #: object -> its domain
        self._domains = {
            name: domain_name
            for domain_name, domain in env.domains.items()
            if domain_name not in NO_CODE
            for name, *_rest in domain.get_objects()
        }
        self.objects = self._domains.keys()
        own = self.objects | {one.name for one in sources.definitions}
        inventory = {
            name
            for kind, names in getattr(env, 'intersphinx_inventory', {}).items()
            if kind.partition(':')[0] not in NO_CODE
            for name in names
        }
        #: inventories that could not be read
        self.unread = sorted(
            getattr(env.config, 'intersphinx_mapping', {}).keys()
            - getattr(env, 'intersphinx_named_inventory', {}).keys()
        )
        self._all = own | inventory | sources.named
        self._documented = self.objects | inventory
        words = sources.words
        #: what may have been meant
        self._own = sorted(name for name in own if not words or last_component(name) in words)
        #: last component -> the full names that end in it
        self._by_ending: dict[str, list[str]] = {}
        for name in sorted(self._all - sources.named):
            self._by_ending.setdefault(last_component(name), []).append(name)
        options = env.domains.standard_domain.progoptions
        self.programs = {program for program, _name in options if program}
        self.options = sources.options.union(name for _program, name in options)
        self.nearest = cache(self._nearest)

    @cached_property
    def tops(self) -> AbstractSet[str]:
        """Top-level modules and namespaces of the project.

        Sources are preferred: documentation also has objects of other projects.
        """
        return self._python_tops | self._other_tops

    @cached_property
    def _python_tops(self) -> AbstractSet[str]:
        documented = (name for name, domain in self._domains.items() if domain == 'py')
        return self.sources.python.tops or set(_tops(documented)) - _LANGUAGE_MODULES

    @cached_property
    def _other_tops(self) -> AbstractSet[str]:
        documented = (name for name, domain in self._domains.items() if domain != 'py')
        return set(_tops(documented)) - _LANGUAGE_MODULES

    @cached_property
    def declared_programs(self) -> AbstractSet[str]:
        """Names of programs by documentation and sources, with underscores for hyphens."""
        return {name.replace('-', '_') for name in self.programs | self.sources.programs}

    @cached_property
    def program_names(self) -> AbstractSet[str]:
        """All names by which the project's programs can be called, with underscores for hyphens."""
        names = self.tops | self.sources.spaces
        return self.declared_programs | {name.replace('-', '_') for name in names}

    @cached_property
    def own_names(self) -> AbstractSet[str]:
        """Names of the project and its parts in a sentence, in small letters."""
        return {name.casefold() for name in self.words | self.program_names | {self.project}}

    @cached_property
    def has_upper_functions(self) -> bool:
        """Check whether the project has functions or macros in capitals."""
        kinds = {Kind.FUNCTION, Kind.MACRO, Kind.METHOD}
        return any(
            one.kind in kinds and last_component(one.name).isupper()
            for one in self.sources.definitions
        )

    def is_python(self, name: str) -> bool:
        """Check whether a name begins with a module or a class of the sources of Python."""
        return '::' not in name and self.sources.python.knows(name)

    def is_own(self, name: str) -> bool:
        """Check whether a name begins with something else of the project.

        In sources of other languages, or in the documentation, or it is called so itself.
        """
        first = SEPARATOR.split(name)[0]
        return (
            (first in self._python_tops and '::' not in name)
            or first in self._other_tops
            or (first not in _LANGUAGE_MODULES and self.sources.is_own(name))
            or (first == self.project.casefold() and not self.sources.python.tops and '.' in name)
        )

    def is_main(self, first: str) -> bool:
        """Check whether what a name begins with is all the project's."""
        if first.casefold() == self.project.casefold():
            return True
        sources = self.sources
        if first in sources.python.tops:
            is_package = first in sources.python.packages and sources.python.is_module(first)
            return is_package or sources.share(first) > _LARGE
        is_alias = not sources.share(first)
        return first not in sources.spaces or is_alias or sources.share(first) > _SMALL

    def is_documented(self, name: str) -> bool:
        """Check whether the documentation or an inventory has a name, or one that ends so."""
        return name in self._documented or any(
            (full in self._documented and full.endswith((f'.{name}', f'::{name}')))
            or (full in self.objects and name.endswith((f'.{full}', f'::{full}')))
            for full in self._by_ending.get(last_component(name), ())
        )

    def is_defined(self, name: str) -> bool:
        """Check whether a definition in the sources or a string in them has a name."""
        return name in self._all or any(
            full.endswith((f'.{name}', f'::{name}'))
            for full in self._by_ending.get(last_component(name), ())
        )

    def is_value(self, name: str) -> bool:
        """Check whether a name of the sources is no module and no class, as far as they show."""
        python = self.sources.python
        return python.knows(name) and bool(python.look_up(name).state) and not python.is_scope(name)

    @property
    def words(self) -> AbstractSet[str]:
        """All parts of names, also those of modules and scopes."""
        parts = (part for name in self._all for part in SEPARATOR.split(name))
        return self.sources.defined.union(parts)

    def is_word(self, name: str) -> bool:
        """Check whether any source has a word, or any name ends in it."""
        return name in self.sources.words or name in self._by_ending

    def is_family(self, name: str) -> bool:
        """Check whether names of the sources begin with a name: "json_set" stands for them."""
        return any(word.startswith(name) for word in self.sources.defined)

    def has_option(self, name: str) -> bool:
        """Check whether any program has an option, also as a variable in the sources."""
        words = name.lstrip('-').split('-')
        camel = words[0] + ''.join(map(str.capitalize, words[1:]))
        variables = {'_'.join(words), camel, camel[:1].upper() + camel[1:]}
        return (
            name in self.options
            or name in _EVERY_PROGRAM
            or (len(words) > 1 and not variables.isdisjoint(self.sources.words))
        )

    def _nearest(self, name: str) -> str:
        """Return the existing name that was probably meant, or the empty string."""
        if name.startswith('-'):
            return nearest(name, self.options)
        tail = last_component(name)
        scope = name[: -len(tail)]
        siblings = {
            full[len(scope) :]: full for full in self._own if scope and full.startswith(scope)
        }
        if near := nearest(tail, siblings):
            return siblings[near]
        near = nearest(tail, self._own_endings, _NEAR_ELSEWHERE)
        return self._own_endings.get(near, '') if scope else near

    @cached_property
    def _own_endings(self) -> dict[str, str]:
        return {last_component(name): name for name in reversed(self._own)}


def _tops(names: Iterable[str]) -> Iterator[str]:
    """Yield the first parts of qualified names."""
    for name in names:
        if (match := SEPARATOR.search(name)) and name[: match.start()].isidentifier():
            yield name[: match.start()]


@cache
def external_names() -> frozenset[str]:
    """Return names of Python and its library, of other languages, and of examples."""
    words = word_lists('external_names')
    found = set(dir(builtins)) | sys.stdlib_module_names | set(keyword.kwlist)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        for name in words['python modules']:
            found |= _names_in(name)
    return words['functions and examples'] | found


def _names_in(name: str) -> set[str]:
    """Return the names in a module of the standard library, and in the classes in it."""
    try:
        module = importlib.import_module(name)
    except ImportError:  # on another system
        return set()
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    return set(dir(module)).union(*map(dir, classes))


def nearest(name: str, names: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the name that is most similar to another one, or the empty string."""
    return next(iter(difflib.get_close_matches(name, sorted(names), 1, cutoff)), '')
