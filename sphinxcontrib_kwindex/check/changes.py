"""Changes of names between two trees of sources: removed, renamed, moved, another signature.

Only files that differ are compared. A name that is gone from one file and that the newer tree has
elsewhere, by an import, a base class or another definition, is not removed.
"""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.check.trees import ANY, Symbol, Tree, likeness, parts_of
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped, last_component
from sphinxcontrib_kwindex.index.matching import is_short_for
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

#: the least likeness of what is the same under another name or in another file
_ALIKE: Final = 0.6
#: the least difference to the next best, so that there is no doubt
_CLEAR: Final = 0.05
#: a text of fewer pairs of tokens shows little: the names must be alike as well
_SHORT: Final = 8
_ALIKE_NAMES: Final = 0.5
#: kinds of which one can become another
_FAMILIES: Final = {
    Kind.METHOD: Kind.FUNCTION, Kind.MACRO: Kind.FUNCTION, Kind.VARIABLE: Kind.CONSTANT,
    Kind.ATTRIBUTE: Kind.CONSTANT, Kind.ENUM: Kind.CLASS, Kind.TYPE: Kind.CLASS,
}  # fmt: skip

#: all changes, the worst first; the last on request
CHANGES: Final = ('removed', 'renamed', 'moved', 'signature', 'body')


class Change(NamedTuple):
    """What has happened to a name."""

    change: str
    name: str
    kind: Kind
    #: of the newer tree, or of the older one if the name is gone
    file: str
    line: int
    #: the new name, or the empty string
    to: str = ''
    old_signature: str = ''
    new_signature: str = ''


class Meaning(NamedTuple):
    """The change that concerns a name as documentation writes it."""

    change: Change
    #: the name to write now, or the empty string
    now: str = ''


class Changes:
    """All changes between two trees, and their lookup by the names that documentation uses."""

    def __init__(
        self,
        old: Mapping[str, str],
        new: Mapping[str, str],
        changed: Iterable[str],
        *,
        with_bodies: bool = False,
    ) -> None:
        """Compare the files that have changed, maybe also what is inside of definitions."""
        changed = frozenset(changed)
        self.old = Tree(old, changed)
        self.new = Tree(new, changed, self.old)
        both = (self.old, self.new), (self.new, self.old)
        #: name -> what is gone
        self._gone: dict[str, Symbol] = {}
        added: list[Symbol] = []
        altered: list[Change] = []
        for path in sorted(changed):
            before, after = (_by_tail(*trees, path) for trees in both)
            self._gone.update((before[t].name, before[t]) for t in before.keys() - after.keys())
            added += (after[tail] for tail in after.keys() - before.keys())
            altered += _bodies(before, after) if with_bodies else ()
            altered += _signatures(self.old.symbols(path), self.new.symbols(path))
        found = {
            name: (one, self._found(one))
            for name, one in self._gone.items()
            if one.kind is not Kind.IMPORT or self.old.find(name) not in {'', ANY}
        }
        self._gone = {name: one for name, (one, now) in found.items() if now in {'', ANY}}
        #: members that a base of another project may have
        self._doubtful = {name for name, (_one, now) in found.items() if now == ANY}
        #: what was taken from a module that no longer has it -> its full name there
        self._aliases = {
            name: meant
            for name, one in self._gone.items()
            if one.kind is Kind.IMPORT and (meant := self.old.find(name)) in self._gone
        }
        for name in self._aliases:
            del self._gone[name]
        #: full name of what is gone -> its change, without what is inside of it
        self._changes = dict(self._compared(added))
        self._gone = {name: one for name, one in self._gone.items() if self._is_certain(name)}
        self._altered = {one.name: one for one in altered}
        #: last part -> names that are gone, or that are altered
        self._endings: dict[str, list[str]] = defaultdict(list)
        for name in sorted(self._gone.keys() | self._altered.keys()):
            self._endings[last_component(name)].append(name)
        for name, meant in self._aliases.items():
            self._endings[last_component(name)].append(meant)

    def __iter__(self) -> Iterator[Change]:
        """Yield all changes, the worst first; none of what is inside of something that is gone."""
        found = {*self._changes.values(), *self._altered.values()}
        return iter(sorted(found, key=lambda one: (CHANGES.index(one.change), one.name)))

    # -- comparison

    def _found(self, symbol: Symbol) -> str:
        """Return what the name of an older symbol means in the newer tree."""
        if symbol.file in self.old.files:
            return self.new.find(symbol.name)
        endings = self.new.ending_in(symbol.name)
        return symbol.name if any(one.name == symbol.name for one in endings) else ''

    def _compared(self, added: list[Symbol]) -> Iterator[tuple[str, Change]]:
        """Yield full name and change of what is gone, without what is inside of it."""
        outermost = [one for one in self._gone.values() if self._above(one.name) == one.name]
        pairs = dict(self._moved_modules(added))
        rest = [one for one in outermost if one.name not in pairs]
        pairs |= _paired(_with_key(rest, added, _place_and_kind))
        rest = [one for one in rest if one.name not in pairs]
        pairs |= _paired(_with_key(rest, added, attrgetter('tail')))
        for one in outermost:
            other = pairs.get(one.name)
            if other is None:
                if one.name not in self._doubtful:
                    yield one.name, Change('removed', one.name, one.kind, one.file, one.line)
            else:
                change = 'renamed' if one.file == other.file else 'moved'
                found = Change(change, one.name, one.kind, other.file, other.line, other.name)
                yield one.name, found

    def _is_certain(self, name: str) -> bool:
        """Check whether a name is gone: what a base may have is gone if it has another name."""
        return self._above(name) in self._changes

    def _above(self, name: str) -> str:
        """Return the outermost name that is gone, of a name and those that it is in."""
        parts, ends = name, [at for at, char in enumerate(name) if char in '.:\\']
        return next((name[:end] for end in ends if name[:end] in self._gone), parts)

    def _moved_modules(self, added: Iterable[Symbol]) -> Iterator[tuple[str, Symbol]]:
        """Yield modules that are gone, with those that have most of their names now."""
        modules = {one.file: one for one in added if one.kind is Kind.MODULE and not one.tail}
        tails = defaultdict(set)
        for one in added:
            tails[one.file].add(one.tail)
        for name, module in self._gone.items():
            if module.tail or module.kind is not Kind.MODULE:
                continue
            own = {one.tail for one in self._gone.values() if one.file == module.file} - {''}
            shared = [(len(own & tails[file]), file) for file in sorted(modules)]
            best, file = max(shared, default=(0, ''))
            if best > len(own) / 2:
                yield name, modules[file]

    # -- lookup

    def lost(self, name: str, *, is_marked: bool = False) -> Meaning | None:
        """Return what has happened to a name that the older tree has and the newer one has not.

        A name without a scope counts if it is marked as a name by its author, such as a call.
        """
        parts = parts_of(name)
        if not any(part in self._endings for part in parts):
            return None
        if len(parts) == 1:
            return self._lost_word(name, is_marked=is_marked)
        if '::' not in name and parts[0] in self.old.tops:
            full, now = self.old.find(name), self.new.find(name)
            full = name if name in self._gone else full
            if full in self._gone:
                is_lost = not now or (now == ANY and full in self._doubtful)
                return self._meaning(name, full) if is_lost else None
            if now or full not in {'', ANY}:
                return None
        gone = next(self._candidates(parts), '')
        if gone and not self.new.has_ending(name):
            return self._meaning(name, gone)
        return None if gone else self._lost_member(name, parts)

    def _candidates(self, parts: tuple[str, ...]) -> Iterator[str]:
        """Yield the names that are gone and end in some parts, or are meant by them."""
        for tail in dict.fromkeys([parts, (self.old.typedefs.get(parts[0], parts[0]), *parts[1:])]):
            for gone in self._endings.get(tail[-1], ()):
                full = parts_of(gone)
                is_end = full[-len(tail) :] == tail
                symbol = self._gone.get(gone)
                # a package can have the names of its modules
                is_below = symbol and full[0] == tail[0] and parts_of(symbol.tail) == tail[1:]
                if symbol and (is_end or is_below):
                    yield gone
        for owner in self.old.ending_in('.'.join(parts[:-1])):
            if owner.file in self.old.files:  # it may have the name from a base
                full_name = self.old.find(f'{owner.name}.{parts[-1]}')
                if full_name in self._gone:
                    yield full_name

    def _lost_member(self, name: str, parts: tuple[str, ...]) -> Meaning | None:
        """Return what has happened to a member of a variable, such as ``cmd.run_all``.

        The variable is named after its class, and a namespace can have a short name, too.
        """
        gone = [self._gone[one] for one in self._endings.get(parts[-1], ()) if one in self._gone]
        is_one = len(parts) == len(('variable', 'member')) and parts[0] not in self.old.tops
        if is_one and any(_may_be_member(one, parts[0]) for one in gone):
            return None if self.old.ending_in(parts[0]) else self._lost_word(name, is_marked=False)
        return None

    def _lost_word(self, name: str, *, is_marked: bool) -> Meaning | None:
        """Return what has happened to a name by its last part alone."""
        from sphinxcontrib_kwindex.check.known import external_names  # noqa: PLC0415  slow

        word = last_component(name)
        gone = [one for one in self._endings.get(word, ()) if self._is_defined(one)]
        is_clear = is_marked or is_identifier_shaped(word)
        if not gone or not is_clear or word[0] == '_' or word in external_names():
            return None
        if self.new.ending_in(word) if is_marked else self.new.files_with(word):
            return None
        found = [self._meaning(word, one) for one in gone]
        ends = {last_component(one.now) for one in found}
        now = f'{name[: -len(word)]}{ends.pop()}' if len(ends) == 1 and all(ends) else ''
        return found[0]._replace(now=found[0].now if name == word and now else now)

    def _is_defined(self, name: str) -> bool:
        """Check whether a name is gone that the older tree defined itself."""
        return name in self._gone and self._gone[name].kind is not Kind.IMPORT

    def _change(self, gone: str) -> Change:
        return self._changes[self._above(gone)]

    def _meaning(self, name: str, gone: str) -> Meaning:
        """Return the change of a name that is gone, and the name as it would be written now."""
        change, above = self._change(gone), self._above(gone)
        if not change.to:
            return Meaning(change)
        full = change.to + gone[len(above) :]
        word = rf'(?<!\w){re.escape(last_component(above))}(?!\w)'
        near = re.sub(word, lambda _match: last_component(change.to), name)
        is_there = self.new.find(near) not in {'', ANY} or self.new.has_ending(near)
        return Meaning(change, near if near != name and is_there else full)

    def altered(self, name: str) -> Meaning | None:
        """Return the change of the parameters or the text of a name that is still there."""
        if last_component(name) not in self._endings:
            return None
        parts = parts_of(name)
        found = self.new.find(name) if len(parts) > 1 and '::' not in name else ''
        if found in self._altered:
            return Meaning(self._altered[found], name)
        alike = [one for one in self._endings[parts[-1]] if one in self._altered]
        alike = [one for one in alike if parts_of(one)[-len(parts) :] == parts]
        is_clear = len(parts) > 1 or is_identifier_shaped(name)
        if found not in {'', ANY} or len(alike) != 1 or not is_clear:
            return None
        others = {one.name for one in self.new.ending_in(name)}
        return Meaning(self._altered[alike[0]], name) if others <= {alike[0]} else None

    def arrived(self, name: str) -> Meaning | None:
        """Return the change that has given something its present name."""
        if last_component(name) not in self._arrived:
            return None
        found = self.new.find(name) if '::' not in name else ANY
        change = self._arrived[last_component(name)].get(name if found in {'', ANY} else found)
        return Meaning(change, name) if change else None

    @cached_property
    def _arrived(self) -> dict[str, dict[str, Change]]:
        """Last part -> new name -> change."""
        found: dict[str, dict[str, Change]] = defaultdict(dict)
        for one in self._changes.values():
            if one.to:
                found[last_component(one.to)][one.to] = one
        return found


def _by_tail(tree: Tree, other: Tree, path: str) -> dict[str, Symbol]:
    """Return tail -> symbol or import of a file; of several, the one with the longest text."""
    found: dict[str, Symbol] = {}
    for one in (*tree.symbols(path), *tree.imports(path, other)):
        known = found.setdefault(one.tail, one)
        if one.body.total() > known.body.total():
            found[one.tail] = one
    return found


def _bodies(old: Mapping[str, Symbol], new: Mapping[str, Symbol]) -> Iterator[Change]:
    """Yield what has another text."""
    for tail in old.keys() & new.keys():
        one = new[tail]
        if one.body != old[tail].body:
            yield Change('body', one.name, one.kind, one.file, one.line)


def _signatures(old: Iterable[Symbol], new: Iterable[Symbol]) -> Iterator[Change]:
    """Yield what has other parameters; overloads count together."""
    before, after = _callables(old), _callables(new)
    for tail in before.keys() & after.keys():
        gone = [text for text in before[tail] if text not in after[tail]]
        come = [text for text in after[tail] if text not in before[tail]]
        if gone or come:
            text = (come or [*after[tail]])[0]
            one = after[tail][text]
            was = (gone or [*before[tail]])[0]
            yield Change('signature', one.name, one.kind, one.file, one.line, '', was, text)


def _callables(symbols: Iterable[Symbol]) -> dict[str, dict[str, Symbol]]:
    """Return tail -> signature -> symbol."""
    found: dict[str, dict[str, Symbol]] = {}
    for one in symbols:
        if one.signature:
            found.setdefault(one.tail, {}).setdefault(one.signature, one)
    return found


def _place_and_kind(one: Symbol) -> tuple[str, ...]:
    """Return what a symbol keeps under another name."""
    return one.file, one.owner, _FAMILIES.get(one.kind, one.kind)


def _with_key(
    gone: Iterable[Symbol], added: Iterable[Symbol], key: Callable[[Symbol], Hashable]
) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield what is gone with what is new and has the same key."""
    by_key: dict[Hashable, list[Symbol]] = defaultdict(list)
    for other in added:
        by_key[key(other)].append(other)
    yield from ((one, other) for one in gone if one.tail for other in by_key.get(key(one), ()))


def _may_be_member(symbol: Symbol, variable: str) -> bool:
    """Check whether a symbol may be a member of a variable: in scripts, objects have any name."""
    owner = parts_of(symbol.name)[-2:-1]
    is_script = symbol.file.endswith(('.js', '.mjs', '.cjs', '.ts', '.mts', '.jsx', '.tsx'))
    return is_script or (bool(owner) and is_short_for(variable, owner[0]))


def _size(one: Symbol) -> int:
    return one.body.total()


def _paired(candidates: Iterable[tuple[Symbol, Symbol]]) -> dict[str, Symbol]:
    """Return the pairs in which each is clearly the best for the other."""
    scores: dict[tuple[str, str], tuple[float, Symbol]] = {}
    for one, other in candidates:
        alike = likeness(one, other)
        names = difflib.SequenceMatcher(
            None, last_component(one.name), last_component(other.name)
        ).ratio()
        is_short = one.kind is not Kind.IMPORT and min(map(_size, (one, other))) < _SHORT
        if alike >= _ALIKE and (not is_short or names >= _ALIKE_NAMES):
            scores[one.name, f'{other.file}:{other.name}'] = (alike + names / 4, other)
    best: dict[str, list[float]] = defaultdict(list)
    for pair, (score, _other) in scores.items():
        for side, name in enumerate(pair):
            best[f'{side}{name}'].append(score)
    tops = {name: sorted(found, reverse=True)[:2] for name, found in best.items()}
    return {
        pair[0]: other
        for pair, (score, other) in scores.items()
        if all(
            score == tops[f'{side}{name}'][0]
            and (len(tops[f'{side}{name}']) == 1 or score - tops[f'{side}{name}'][1] >= _CLEAR)
            for side, name in enumerate(pair)
        )
    }
