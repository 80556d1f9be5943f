"""Roles that refer to the objects of all domains, for the buttons that copy a reference."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.collect.domain_objects import kind_of
from sphinxcontrib_kwindex.extract.names import sanitize
from sphinxcontrib_kwindex.pages.context import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.domains import Domain
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.model import Kind
    from sphinxcontrib_kwindex.pages.view import Link

#: types of the standard domain that are no names
_NO_NAMES: Final = frozenset({'doc', 'label'})

#: how ids of objects begin if they do not end with the name
_PREFIX: Final = re.compile(r'_CPPv\d|\w+-|')


def role_of(domain: Domain, objtype: str) -> str:
    """Return the first role for a type of objects that authors can write; empty if there is none.

    Domains also name roles that they use internally, such as ``identifier`` of C.
    """
    known = domain.object_types.get(objtype)
    names = (domain.role_for_objtype(objtype), *(known.roles if known else ()))
    return next((name for name in names if name in domain.roles), '')


def described(env: BuildEnvironment) -> dict[tuple[str, str], set[str]]:
    """Return the names that other domains describe at each document and anchor, to compare."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for domain in env.domains.sorted():
        if domain.name != 'kw':
            for name, _shown, objtype, docname, anchor, _priority in domain.get_objects():
                if objtype not in _NO_NAMES:
                    found[docname, anchor].add(comparable(name))
    return found


def comparable(name: str) -> str:
    """Return a name as it is compared: options follow their programs in several forms."""
    return re.sub(r'[ .]', '-', name.casefold())


class ObjectRoles:
    """Roles that refer to the objects of all domains."""

    def __init__(self, env: BuildEnvironment) -> None:
        #: document and anchor -> role and target
        self._objects: dict[tuple[str, str], tuple[str, str]] = {}
        #: prefix of anchors -> domain -> slug of a kind -> role
        found: dict[str, dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
        sizes: Counter[tuple[str, str]] = Counter()
        for domain in env.domains.sorted():
            for name, _shown, objtype, docname, anchor, _priority in domain.get_objects():
                role = role_of(domain, objtype)
                if not role or not anchor or objtype in _NO_NAMES or domain.name == 'kw':
                    continue
                role = role if domain.name == 'std' else f'{domain.name}:{role}'
                target = '' if role == 'option' else name
                self._objects.setdefault((docname, anchor), (role, target))
                match = _PREFIX.match(anchor)
                assert match
                prefix = anchor.removesuffix(name) if anchor.endswith(name) else match[0]
                found[prefix][domain.name].setdefault(slug(kind_of(objtype, name)), role)
                sizes[prefix, domain.name] += 1
        self._rules = [
            (kind, prefix, role)
            for prefix, domains in sorted(found.items(), reverse=True)
            for name in [max(sorted(domains), key=lambda name: sizes[prefix, name])]
            for default in ['py:obj' if (prefix, name) == ('', 'py') else '']
            for kind, role in _by_kind(domains[name], default)
        ]
        paths = [str(env.doc2path(docname)) for docname in env.found_docs]
        suffixes = env.config.source_suffix
        parsers = Counter(suffixes.get(Path(path).suffix) for path in paths)
        #: the kinds of markup of this documentation, the most frequent first
        self.forms = ' '.join(
            form
            for parser, _n in parsers.most_common()
            if (form := {'restructuredtext': 'rst', 'markdown': 'md'}.get(parser or ''))
        )

    @property
    def rules(self) -> str:
        """The roles that a script may guess: ``kind|prefix of the anchor|role``, if it fits first.

        Without a prefix, the anchor is the name.
        """
        return sanitize(' '.join(map('|'.join, self._rules)))

    def exception(self, link: Link, name: str, kind: Kind) -> str | None:
        """Return role and target of a link that the rules do not tell; empty if it has none."""
        role, target = self._objects.get((link.docname, link.anchor), ('', ''))
        guess = next((role for role in self._guesses(link.anchor, name, kind)), '')
        if role == guess and target in {'', name}:
            return None
        return sanitize(f'{role} {target or name}') if role else ''

    def _guesses(self, anchor: str, name: str, kind: Kind) -> Iterator[str]:
        for wanted, prefix, role in self._rules:
            if wanted in {'', slug(kind)} and (
                anchor.startswith(prefix) if prefix else anchor == name
            ):
                yield role


def _by_kind(roles: dict[str, str], default: str) -> Iterator[tuple[str, str]]:
    """Yield kinds with their roles, the default last; without kinds if there is one role."""
    if len(set(roles.values())) == 1 and not default:
        yield '', next(iter(roles.values()))
        return
    yield from sorted(roles.items())
    if default:
        yield '', default
