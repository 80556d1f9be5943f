"""What Sphinx's search and ``objects.inv`` hold of the index: nothing, unless asked.

At the end of a build of HTML, Sphinx writes all documents, labels and objects into both, the
search first. Ours are out of its sight meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.inventory import InventoryFile

from sphinxcontrib_kwindex.documents import LABEL, project_of
from sphinxcontrib_kwindex.domain import KeywordDomain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_FILE = 'objects.inv'


class Concealment:
    """Takes our pages and their label out of an environment, and puts them back."""

    def __init__(self) -> None:
        self._pages: dict[str, int] = {}
        self._label: tuple[str, str, str] | None = None

    def before_search_and_inventory(self, app: Sphinx) -> list[tuple[str, dict[str, object], str]]:
        """Show Sphinx what the search is to have; add no pages."""
        if app.builder.name != 'epub':  # it has neither, and still has references to resolve
            self._offer(app.env, offered=app.config.kwindex_search)
        return []

    def after_search_and_inventory(self, app: Sphinx, exception: Exception | None) -> None:
        """Put everything back; an inventory that is not to be like the search is written anew."""
        config, written = app.config, app.outdir / _FILE
        differ = config.kwindex_inventory != config.kwindex_search
        if differ and exception is None and app.builder.format == 'html' and written.exists():
            self._offer(app.env, offered=config.kwindex_inventory)
            InventoryFile.dump(written, app.env, app.builder)
        self._put_back(app.env)

    def _offer(self, env: BuildEnvironment, *, offered: bool) -> None:
        KeywordDomain.of(env).offers_objects = offered
        if offered:
            self._put_back(env)
        else:
            self._take_out(env)

    def _take_out(self, env: BuildEnvironment) -> None:
        pages = project_of(env).generated & env.all_docs.keys()
        self._pages |= {page: env.all_docs.pop(page) for page in pages}
        std = env.domains.standard_domain
        if std.labels.get(LABEL, ('',))[0] in pages:
            self._label = std.labels.pop(LABEL)
            del std.anonlabels[LABEL]

    def _put_back(self, env: BuildEnvironment) -> None:
        env.all_docs |= self._pages
        if self._label:
            docname, _anchor, title = self._label
            env.domains.standard_domain.note_hyperlink_target(LABEL, docname, '', title)
        self._pages, self._label = {}, None


def register(app: Sphinx) -> None:
    """Be the last before Sphinx writes both, and the first after."""
    concealment = Concealment()
    app.connect('html-collect-pages', concealment.before_search_and_inventory, priority=900)
    app.connect('build-finished', concealment.after_search_and_inventory, priority=100)
