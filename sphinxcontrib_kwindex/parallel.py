"""The lists of documents, derived by as many processes as may read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.parallel import ParallelTasks, make_chunks, parallel_available

from sphinxcontrib_kwindex.messages import info

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinxcontrib_kwindex.index import ProjectIndex

#: fewer lists are derived sooner than processes begin
_MANY = 50


def derive_lists(app: Sphinx, index: ProjectIndex) -> None:
    """Derive all lists that are not kept, unless one process will do."""
    docnames = index.stale() if _may_fork(app) else []
    if len(docnames) >= _MANY:
        tasks = ParallelTasks(app.parallel)
        for chunk in make_chunks(docnames, app.parallel):
            tasks.add_task(index.derive, chunk, lambda _chunk, lists: index.kept.take(lists))
        try:
            tasks.join()
        except (EOFError, OSError):  # it was killed, or could not begin
            info('kwindex: another process could not derive its keywords, this one does')


def _may_fork(app: Sphinx) -> bool:
    """Tell what Sphinx tells of reading, which it says again of each extension in a warning."""
    are_safe = all(extension.parallel_read_safe for extension in app.extensions.values())
    return parallel_available and app.parallel > 1 and are_safe
