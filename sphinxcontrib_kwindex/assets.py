"""What HTML pages need beside the listing: style and script where one is, links, no source."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinxcontrib_kwindex import sidebar
from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.documents import project_of, title_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.outputs import is_of_data
from sphinxcontrib_kwindex.subjects import Subject, above, page_of, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config

    from sphinxcontrib_kwindex.project import KeywordProject

_HERE = Path(__file__).parent

STYLE = 'kwindex.css'
SCRIPT = 'kwindex.js'

#: where ``viewcode`` has pages that it keeps until a module changes: a link to us would die there
_KEPT = '_modules/'


def add_paths(_app: Sphinx, config: Config) -> None:
    """Have our files found, though a project's own of the same names win.

    The lists are made anew: their defaults are the same objects in every build of a process.
    """
    config.html_static_path = [str(_HERE / 'static'), *config.html_static_path]
    config.templates_path = [*config.templates_path, str(sidebar.TEMPLATES)]


def add_to_page(
    app: Sphinx,
    pagename: str,
    _template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Complete the context of an HTML page.

    Files that the application is given, not the builder, would be on all pages of its next build.
    """
    project, site = project_of(app.env), KeywordDomain.of(app.env).site(app.builder)
    is_kept = doctree is None and pagename.startswith(_KEPT)
    glossary = None if is_kept else site.page(Subject('glossary'), _('Keyword index'))
    if glossary:
        link = (glossary.docname, glossary.text, '', _('keywords'))
        links = context.get('rellinks', [])  # builders of data have no relation bar
        context['rellinks'] = [*links[:1], link, *links[1:]]
    context['kwindex'] = sidebar.data(pagename, glossary, app.builder)
    if pagename in project.generated:
        _complete_generated(app.builder, project, pagename, context)
    if is_of_data(app.builder) or not isinstance(app.builder, StandaloneHTMLBuilder):
        return  # builders of data would add the files to all pages, and have no use for them
    is_listing = doctree is not None and next(doctree.findall(kwindex_listing), None)
    if is_listing or sidebar.is_used(app.builder):
        app.builder.add_css_file(STYLE)
    if pagename in project.generated:
        app.builder.add_js_file(SCRIPT)


def forget_those_of_a_page(app: Sphinx, exception: Exception | None) -> None:
    """Take back what a page was given that failed: the next build would give it to all."""
    if exception and isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.init_css_files()
        app.builder.init_js_files()


def _complete_generated(
    builder: Builder, project: KeywordProject, page: str, context: dict[str, Any]
) -> None:
    """Lead upwards and to the neighbours, but not to a source, which there is none."""
    context.update(sourcename='', show_source=False, has_source=False, page_source_suffix='')
    context['display_vcs_links'] = False  # sphinx_rtd_theme looks at nothing else
    links = Neighbours(builder, project, page)
    context['parents'] = context.get('parents') or list(links.above())
    for name, offset in {'prev': -1, 'next': 1}.items():
        context[name] = context.get(name) or links.beside(offset)
    if context['parents']:
        up = context['parents'][-1]
        tag = f'<link rel="up" title="{escape(up["title"])}" href="{escape(up["link"])}" />'
        context['metatags'] = f'{context.get("metatags", "")}{tag}\n'


class Neighbours:
    """The pages around a generated one, as themes know them: dicts of link and title."""

    def __init__(self, builder: Builder, project: KeywordProject, page: str) -> None:
        self._builder = builder
        self._project = project
        self._page = page
        self._subject = subject_of(page, project.root)

    def above(self) -> Iterator[dict[str, str]]:
        """Lead from the glossary through the folders to this page."""
        for subject in above(self._subject):
            is_folder_above = subject.page == 'folder' and subject.name != self._subject.name
            last = f'{subject.name.rpartition("/")[2]}/'
            title = last if is_folder_above else title_of(subject, self._builder.env)
            yield from self._link(subject, title)

    def beside(self, offset: int) -> dict[str, str] | None:
        """Lead to the next range of a list, or the last one."""
        subject = self._subject._replace(part=self._subject.part + offset)
        first = page_of(subject._replace(part=1), self._project.root)
        if not 1 <= subject.part <= len(self._project.ranges.get(first, ())):
            return None
        return next(self._link(subject, title_of(subject, self._builder.env)), None)

    def _link(self, subject: Subject, title: str) -> Iterator[dict[str, str]]:
        page = page_of(subject, self._project.root)
        if page in KeywordDomain.of(self._builder.env).site(self._builder).generated:
            yield {'link': self._builder.get_relative_uri(self._page, page), 'title': title}
