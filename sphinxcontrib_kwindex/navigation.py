"""The table of contents that themes show beside generated pages, made once for all that share it.

Sphinx makes it anew for each page, from all documents: in a large documentation that costs more
than all else on a generated page. On one that is in no toctree, nothing in it is open or current,
and its links differ only by how deep the page is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.subjects import is_seldom_in_toctrees
from sphinxcontrib_kwindex.view.site import Toctrees

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def share_toctree(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Let pages of the same depth have the same table of contents."""
    project = project_of(app.env)
    if 'toctree' not in context or pagename not in project.generated:
        return
    site = KeywordDomain.of(app.env).site(app.builder)
    if site.toctrees is None:
        site.toctrees = Toctrees(is_shared=not _leads_to_one(app.env, project.root))
    if site.toctrees.is_shared and is_seldom_in_toctrees(pagename, project.root):
        depth = app.builder.get_target_uri(pagename).count('/')
        context['toctree'] = site.toctrees.at(depth, context['toctree'])


def _leads_to_one(env: BuildEnvironment, root: str) -> bool:
    """Tell whether a toctree leads to one of the pages that share theirs: it would be current."""
    included = (docname for docnames in env.toctree_includes.values() for docname in docnames)
    return any(is_seldom_in_toctrees(docname, root) for docname in included)
