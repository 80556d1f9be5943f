"""What HTML pages need beside the listing: style and script where one is, links, no source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.documents import Subject, page_of, project_of
from sphinxcontrib_kwindex.messages import _

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config

STATIC = Path(__file__).parent / 'static'

STYLE = 'kwindex.css'
SCRIPT = 'kwindex.js'


def add_static_path(_app: Sphinx, config: Config) -> None:
    """Have our files copied; first in the list, so that a project's own file of that name wins."""
    config.html_static_path.insert(0, str(STATIC))


def add_to_page(
    app: Sphinx,
    pagename: str,
    _template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Complete the context of an HTML page."""
    project = project_of(app.env)
    glossary = page_of(Subject('glossary'), project.root)
    if glossary in project.docnames:
        link = (glossary, _('Keyword index'), '', _('keywords'))
        links = context.get('rellinks', [])  # builders of data have no relation bar
        context['rellinks'] = [*links[:1], link, *links[1:]]
    if pagename in project.generated:
        context.update(sourcename='', show_source=False, has_source=False, page_source_suffix='')
    if doctree is not None and next(doctree.findall(kwindex_listing), None):
        app.add_css_file(STYLE)
        app.add_js_file(SCRIPT)
