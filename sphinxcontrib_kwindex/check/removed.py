"""Names that the sources had at an earlier revision and no longer have, in a document."""

from __future__ import annotations

from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import addnodes
from sphinx.errors import ConfigError

from sphinxcontrib_kwindex.check.changes import Changes
from sphinxcontrib_kwindex.check.mentions import Mention
from sphinxcontrib_kwindex.check.revisions import GitError, Repository, source_filter
from sphinxcontrib_kwindex.check.trees import parts_of
from sphinxcontrib_kwindex.collect.domain_objects import names_of
from sphinxcontrib_kwindex.collect.locations import DOCSTRING, source_of
from sphinxcontrib_kwindex.extract.names import last_component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.check.mentions import DocumentMentions


def changes_since(config: Config, confdir: Path) -> Changes | None:
    """Return the changes of the sources since ``kwcheck_base``, if it is set."""
    base = config.kwcheck_base
    if not base:
        return None
    try:
        repository = Repository(confdir, base)
        folder = Path(relpath(confdir.resolve(), repository.root)).as_posix()
        return Changes(*repository.sides(source_filter(config.kwcheck_sources, folder)))
    except GitError as error:
        message = f'kwcheck_base: {error}'
        raise ConfigError(message) from error


def removed_names(
    mentions: DocumentMentions, doctree: nodes.document, env: BuildEnvironment, changes: Changes
) -> Iterator[tuple[Mention, str]]:
    """Yield mentions of names that are gone, each with the name that stands for it now."""
    for one in (*_descriptions(doctree, env), *mentions.names):
        if last_component(one.name) in mentions.defined and one.name.isidentifier():
            continue
        is_marked = one.reference is not None or one.text.endswith(')')
        for name in (one.name, *(f'{scope}.{one.name}' for scope in _scopes(one))):
            lost = changes.lost(name, is_marked=is_marked)
            # a member of what is gone is only wrong if it is written with its scope
            if lost and last_component(lost.change.name) in parts_of(one.name):
                yield one, lost.now
                break


def _descriptions(doctree: nodes.document, env: BuildEnvironment) -> Iterator[Mention]:
    """Yield the objects that a document describes itself, not by the docstring of a source."""
    for desc in doctree.findall(addnodes.desc):
        for signature in desc.findall(addnodes.desc_signature):
            source = source_of(signature) or source_of(desc)
            if signature.parent is desc and DOCSTRING not in source:
                for name in names_of(signature, desc, env):
                    yield Mention(name, f'{name}()', signature.line or desc.line or 0, source)


def _scopes(one: Mention) -> Iterator[str]:
    """Yield the scopes that a domain has set for a reference, the innermost first."""
    if one.reference is not None:
        domain = one.reference['refdomain']
        module, cls = (one.reference.get(f'{domain}:{key}') or '' for key in ('module', 'class'))
        if cls:
            yield f'{module}.{cls}' if module else cls
        if module:
            yield module
