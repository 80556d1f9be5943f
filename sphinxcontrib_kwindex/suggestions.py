"""Suggestions in Sphinx's warnings about references without a target."""

from __future__ import annotations

import logging
import posixpath
import re
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinx.addnodes import pending_xref

from sphinxcontrib_kwindex.pages.roles import role_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx.application import Sphinx
    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

EVENT = 'warn-missing-reference'

#: the loggers of Sphinx's warnings about references
_LOGGERS: Final = ('sphinx.sphinx.transforms.post_transforms', 'sphinx.sphinx.domains.std')
#: the attribute of a reference that has what is near
_HINT: Final = 'kwindex_hint'
#: between the parts of a name: modules and members, folders, the document and section of a label
_SEPARATOR = re.compile(r'::|[./#:]')
#: between the words of a label or term
_WORD_END = re.compile(r'[-_ ]')
#: shorter last parts are compared with the part before them: ``release-1.2``
_SHORTEST = 3
#: the length from which on a last part may have one edit, and two
_ONE, _TWO = 3, 8
#: the same for what follows the first word of a label or term
_TAIL = 4
#: so many suggestions are read at a glance; more names that are equally near are no help
_MOST = 3

# costs: an edit of the last part costs 1
_OTHER_CASE = 0.25
#: a part before the last one that is neither equal nor one or two edits away
_OTHER_PART = 2.5
_SURPLUS_PART = 1.0
_LEFT_OUT_PART = 0.05
_OTHER_ROLE = 0.75
_OTHER_DOMAIN = 1.5
#: an object that the role cannot reach must be nearer than this
_OTHER_ROLE_LIMIT = 1.25
#: types of objects that no role of another domain means
_PLACES: Final = frozenset({'doc', 'label'})
_FAR = 100.0
_OTHER_WORD = 2.0
#: so much may differ before the last part if that is not equal either
_LIMIT_BEFORE = 2.5

#: roles whose targets are objects of other roles
_ROLES: Final = {
    ('std', 'numref'): ('std', 'ref'),
    ('kw', 'doc'): ('std', 'doc'),
    ('kw', 'ref'): ('', 'any'),
}


class Parts(NamedTuple):
    """A name as it is compared: without case, divided at its separators."""

    before: tuple[str, ...]
    last: str

    @classmethod
    def of(cls, name: str) -> Parts:
        """Return the parts of a name."""
        whole = name.casefold()
        ends = [(match.start(), match.end()) for match in _SEPARATOR.finditer(whole)]
        for start, end in reversed(ends):
            if len(whole) - end >= _SHORTEST:
                before = tuple(part for part in _SEPARATOR.split(whole[:start]) if part)
                return cls(before, whole[end:])
        return cls((), whole)


class Target(NamedTuple):
    """An object that a reference may mean."""

    name: str
    domain: str
    objtype: str
    docname: str
    parts: Parts


class Names:
    """The names of all objects, by their last parts."""

    def __init__(self, targets: Iterable[Target]) -> None:
        #: last part -> targets
        self._targets: dict[str, list[Target]] = defaultdict(list)
        #: length of last parts -> last parts with the sets of their letters
        self._lengths: dict[int, list[tuple[int, str]]] = defaultdict(list)
        #: last part, or what follows its first word -> last parts
        self._tails: dict[str, list[str]] = defaultdict(list)
        for target in targets:
            self._targets[target.parts.last].append(target)
        for last in self._targets:
            self._lengths[len(last)].append((_letters(last), last))
            for tail in _tails(last):
                self._tails[tail].append(last)

    def near(self, parts: Parts) -> Iterator[tuple[float, Target]]:
        """Yield the targets that are near to a name, with their distances."""
        return self._with_costs(parts, [(0.0, parts.last), *self._edited(parts.last)])

    def renamed(self, parts: Parts) -> Iterator[tuple[float, Target]]:
        """Yield targets whose last part has another first word, or one word more or less."""
        found = [last for tail in _tails(parts.last) for last in self._tails.get(tail, ())]
        costs = (_OTHER_WORD + abs(len(last) - len(parts.last)) / 100 for last in found)
        return self._with_costs(parts, zip(costs, found, strict=True))

    def _with_costs(
        self, parts: Parts, lasts: Iterable[tuple[float, str]]
    ) -> Iterator[tuple[float, Target]]:
        for cost, last in lasts:
            for target in self._targets.get(last, ()):
                before = _cost_before(parts.before, target.parts.before)
                if not cost or before <= _LIMIT_BEFORE:
                    yield cost + before, target

    def _edited(self, last: str) -> Iterator[tuple[float, str]]:
        most = (len(last) >= _ONE) + (len(last) >= _TWO)
        letters = _letters(last)
        for length in range(len(last) - most, len(last) + most + 1):
            # an edit changes two letters of the set at most
            similar = [
                other
                for others, other in self._lengths.get(length, ())
                if (letters ^ others).bit_count() <= 2 * most
            ]
            for other in similar:
                if 0 < (edits := distance(last, other, most)) <= most:
                    yield edits, other


class Suggester:
    """Handler of the event: what is near follows the warning that Sphinx decides to emit."""

    def __init__(self) -> None:
        self._names: Names | None = None
        for name in _LOGGERS:
            logging.getLogger(name).addFilter(_complete)

    def forget(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Return to the state before the first warning: the objects have changed."""
        self._names = None

    def suggest(self, app: Sphinx, domain: Domain | None, node: pending_xref) -> None:
        """Store what is near at a reference. Sphinx and other handlers decide on the warning."""
        if domain and node['reftype'] not in domain.roles:
            return  # no reference of an author: a name in a signature of C or C++
        if self._names is None:
            self._names = Names(objects_of(app.env))
        reference = _Reference(app.env, domain, node)
        best = reference.nearest(self._names.near) or reference.nearest(self._names.renamed)
        if 0 < len(best) <= _MOST:
            node[_HINT] = f'; did you mean {" or ".join(best)}?'


def _complete(record: logging.LogRecord) -> bool:
    """Add what is near to a warning about a reference; keep every message."""
    node = getattr(record, 'location', None)
    if isinstance(node, pending_xref) and _HINT in node:
        record.msg, record.args = record.getMessage() + node[_HINT], ()
    return True


class _Reference:
    """What a reference means, in the names that ``get_objects`` has."""

    def __init__(self, env: BuildEnvironment, domain: Domain | None, node: pending_xref) -> None:
        self._env = env
        self._docname = node.get('refdoc', '')
        key = domain.name if domain else '', node['reftype']
        self._domain, self._role = _ROLES.get(key, key)
        self._name = _NAMES.get((self._domain, self._role), _as_written)(node)
        self._parts = Parts.of(self._name)
        context = (node.get(f'{self._domain}:{scope}') for scope in ('module', 'class', 'object'))
        self._context = {part for name in context if name for part in _all_parts(name)}

    def nearest(self, near: Callable[[Parts], Iterable[tuple[float, Target]]]) -> list[str]:
        """Return what to write instead: all that is equally near."""
        least = _FAR
        best: list[tuple[Target, bool]] = []
        for edits, target in near(self._parts):
            is_own = self._domain in {'', target.domain}
            if not is_own and target.objtype in _PLACES:
                continue
            is_reached = is_own and self._reaches(target)
            if is_reached and target.name == self._name:
                return []  # it exists, and lacks something else: a title, a number
            if edits < (_FAR if is_reached else _OTHER_ROLE_LIMIT if is_own else _OTHER_CASE):
                cost = edits + self._cost(target)
                cost += 0 if is_reached else _OTHER_ROLE if is_own else _OTHER_DOMAIN
                if cost <= least:
                    best = [*(best if cost == least else ()), (target, is_reached)]
                    least = cost
        return sorted({self._shown(target, is_reached=reached) for target, reached in best})

    def _reaches(self, target: Target) -> bool:
        domain = self._env.domains[target.domain] if self._domain else None
        types = domain.objtypes_for_role(self._role) if domain else None
        return not types or target.objtype in types

    def _cost(self, target: Target) -> float:
        last = self._parts.last
        is_other_case = target.parts.last == last and (
            target.name[-len(last) :] != self._name[-len(last) :]
        )
        shared = len(self._context.intersection(target.parts.before))
        return (
            _OTHER_CASE * is_other_case
            - 0.01 * (shared / len(self._context) if self._context else 0)
            - 0.001 * (target.docname == self._docname)
        )

    def _shown(self, target: Target, *, is_reached: bool) -> str:
        name = _SHOWN.get((target.domain, target.objtype), str)(target.name)
        if is_reached and self._domain:
            return repr(name)
        role = role_of(self._env.domains[target.domain], target.objtype)
        prefix = '' if target.domain == 'std' else f'{target.domain}:'
        return f':{prefix}{role}:`{name}`'


def _as_written(node: pending_xref) -> str:
    return str(node['reftarget'])


def _document(node: pending_xref) -> str:
    folder = posixpath.dirname(node.get('refdoc', ''))
    return posixpath.normpath(posixpath.join('/', folder, node['reftarget'])).lstrip('/')


def _option(node: pending_xref) -> str:
    """Return the name of an option after that of its program."""
    *commands, option = re.split(r'\s+(?=[-/+])', node['reftarget'].strip(), maxsplit=1)
    program = '-'.join(commands[0].split()) if commands else node.get('std:program')
    option = re.split(r'\[?=| ', option)[0]
    return f'{program}.{option}' if program else option


#: domain and role -> the name that ``get_objects`` has for what is written
_NAMES: Final = {('std', 'doc'): _document, ('std', 'option'): _option}
#: domain and type of object -> what to write for a name
_SHOWN: Final = {
    ('std', 'doc'): '/{}'.format,
    ('std', 'cmdoption'): lambda name: ' '.join(name.rsplit('.-', 1)).replace(' ', ' -', 1),
}


def objects_of(env: BuildEnvironment) -> Iterator[Target]:
    """Yield the objects of all domains that a role can refer to."""
    for domain in env.domains.values():
        if domain.name != 'kw':  # has the names of all others again
            for name, _shown, objtype, docname, _anchor, _priority in domain.get_objects():
                if role_of(domain, objtype):
                    yield Target(name, domain.name, objtype, docname, Parts.of(name))


def _all_parts(name: str) -> Iterator[str]:
    return filter(None, _SEPARATOR.split(name.casefold()))


def _tails(last: str) -> Iterator[str]:
    """Yield a last part, and what follows its first word."""
    yield last
    match = _WORD_END.search(last)
    if match and len(last) - match.end() >= _TAIL:
        yield last[match.end() :]


def _cost_before(written: tuple[str, ...], parts: tuple[str, ...]) -> float:
    """Return the cost of other parts before the last one, from the end."""
    cost = 0.0
    for one, other in zip(reversed(written), reversed(parts), strict=False):
        if one != other:
            most = (len(one) >= _ONE) + (len(one) >= _TWO)
            edits = distance(one, other, most)
            cost += edits if edits <= most else _OTHER_PART
    surplus = len(written) - len(parts)
    return cost + (surplus * _SURPLUS_PART if surplus > 0 else -surplus * _LEFT_OUT_PART)


def _letters(text: str) -> int:
    """Return the characters of a text as bits: one for the first of a character, one for more."""
    bits = 0
    for letter in text:
        bit = 1 << (ord(letter) & 31)
        bits |= bit << 32 if bits & bit else bit
    return bits


@lru_cache(maxsize=8192)
def distance(one: str, other: str, most: int) -> int:
    """Return the number of edits between two texts, or more than ``most``.

    An edit inserts, removes or replaces a character, or swaps two neighbours.
    """
    if not most or abs(len(one) - len(other)) > most:
        return most + (one != other)
    start = len(posixpath.commonprefix([one, other]))
    one, other = one[start:], other[start:]
    if not one or not other:
        return len(one or other)
    edits = [(1, 0), (0, 1), (1, 1)]
    if one[:2] == other[1::-1]:
        edits.append((2, 2))
    return 1 + min(distance(one[i:], other[j:], most - 1) for i, j in edits)
