"""What Sphinx's search and ``objects.inv`` hold of the index: nothing, unless asked.

Sphinx writes all documents, labels and objects into both, at the end of a build of HTML. Ours are
out of its sight meanwhile.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import INVENTORY_FILENAME, StandaloneHTMLBuilder

from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.domain import KeywordDomain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    _Scope = Callable[[BuildEnvironment], AbstractContextManager[None]]


def guard_writers(app: Sphinx) -> None:
    """Let Sphinx write search and inventory as the configuration has it.

    There is no event just before and after; and what some builders do then needs our pages.
    """
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder):
        writers = {
            'dump_search_index': ('kwindex_search', builder.searchindex_filename),
            'dump_inventory': ('kwindex_inventory', INVENTORY_FILENAME),
        }
        for method, (setting, file) in writers.items():
            write, path = getattr(builder, method), Path(app.outdir, file)
            scope = offered if app.config[setting] else concealed
            setattr(builder, method, _within(scope, write, app.env, path))


def _within(
    scope: _Scope, write: Callable[[], None], env: BuildEnvironment, path: Path
) -> Callable[[], None]:
    domain = KeywordDomain.of(env)

    def guarded() -> None:
        if scope is offered and domain.is_same and not domain.done and path.is_file():
            return  # it has our keywords, which would all be derived to write them again
        with scope(env):
            write()

    return guarded


@contextmanager
def offered(env: BuildEnvironment) -> Iterator[None]:
    """Offer our keywords as objects."""
    domain = KeywordDomain.of(env)
    domain.offers_objects = True
    try:
        yield
    finally:
        domain.offers_objects = False


@contextmanager
def concealed(env: BuildEnvironment) -> Iterator[None]:
    """Take our pages and their labels out of an environment."""
    std, pages = env.domains.standard_domain, project_of(env).generated
    all_docs, labels, anonymous = env.all_docs, std.labels, std.anonlabels
    env.all_docs = {docname: read for docname, read in all_docs.items() if docname not in pages}
    std.data['labels'] = {n: label for n, label in labels.items() if label[0] not in pages}
    std.data['anonlabels'] = {n: label for n, label in anonymous.items() if label[0] not in pages}
    try:
        yield
    finally:
        env.all_docs, std.data['labels'], std.data['anonlabels'] = all_docs, labels, anonymous
