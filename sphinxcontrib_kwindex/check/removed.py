"""Names that the sources had at an earlier revision and no longer have, in a document."""

from __future__ import annotations

from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ConfigError

from sphinxcontrib_kwindex.check.changes import Changes
from sphinxcontrib_kwindex.check.revisions import GitError, Repository, source_filter
from sphinxcontrib_kwindex.check.trees import parts_of
from sphinxcontrib_kwindex.extract.names import last_component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.config import Config

    from sphinxcontrib_kwindex.check.mentions import DocumentMentions, Mention


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
    mentions: DocumentMentions, changes: Changes
) -> Iterator[tuple[Mention, str]]:
    """Yield mentions of names that are gone, each with the name that stands for it now."""
    for one in mentions.names:
        if last_component(one.name) in mentions.defined and one.name.isidentifier():
            continue
        is_marked = bool(one.reference is not None or one.described or one.text.endswith(')'))
        for name in (one.name, *(f'{scope}.{one.name}' for scope in one.scopes)):
            lost = changes.lost(name, is_marked=is_marked)
            # a member of what is gone is only wrong if it is written with its scope
            if lost and last_component(lost.change.name) in parts_of(one.name):
                yield one, lost.now
                break
