"""What templates know of the keywords of a page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.entries import most_important
from sphinxcontrib_kwindex.messages import _, ngettext
from sphinxcontrib_kwindex.outputs import is_of_data
from sphinxcontrib_kwindex.render.markup import Links
from sphinxcontrib_kwindex.subjects import Subject
from sphinxcontrib_kwindex.view.limits import KEY_TERMS
from sphinxcontrib_kwindex.view.rows import keyword_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.view import KeywordLink, Link, Site

TEMPLATE = 'kwindex'

#: where our own is
TEMPLATES = Path(__file__).parent / 'templates'

#: what templates know, or the template that shows it: no address of a page, such as kwindex/index
_DATA = re.compile(rb'(?<![-\w])kwindex(?![-/\w])')


def is_used(builder: Builder) -> bool:
    """Tell whether authors' pages show keywords: by a template, or in an output of all data."""
    if is_of_data(builder):
        return True
    values = [builder.config.html_sidebars, builder.config.html_theme_options]
    if any(name.strip().removesuffix('.html') == TEMPLATE for name in _words(values)):
        return True
    domain = KeywordDomain.of(builder.env)
    if domain.is_in_templates is None:
        domain.is_in_templates = any(map(_asks_for_keywords, _templates(builder)))
    return domain.is_in_templates


def _templates(builder: Builder) -> Iterator[Path]:
    """Give the templates of project and theme, as Sphinx looks for new ones; not our own."""
    for folder in map(Path, getattr(getattr(builder, 'templates', None), 'pathchain', ())):
        if folder != TEMPLATES:
            yield from folder.rglob('*.html')


def _asks_for_keywords(template: Path) -> bool:
    return template.is_file() and bool(_DATA.search(template.read_bytes()))


def _words(value: object) -> Iterator[str]:
    """Give all words of a value; themes take lists of templates, by page, or in one text."""
    if isinstance(value, str):
        yield from value.split(',')
    elif isinstance(value, dict):
        yield from _words(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)


class Top(NamedTuple):
    """The keywords of a page that matter most, and where to find all."""

    keywords: tuple[KeywordLink, ...]
    page: Link | None
    glossary: Link | None


def top(docname: str, site: Site) -> Top:
    """Choose what is shown beside a page."""
    record = site.index.documents.get(docname)
    entries = site.index.listed(docname) if record and not record.skip else ()
    keywords = tuple(
        keyword_link(entry, entry.spots[0], site) for entry in most_important(entries, KEY_TERMS)
    )
    words = ngettext('The keyword of this page', 'All %(n)d keywords of this page', len(entries))
    text = words % {'n': len(entries)}
    page = site.page(Subject('document', docname), text) if keywords else None
    return Top(keywords, page, site.page(Subject('glossary'), _('Keyword index')))


def data(page: str, glossary: Link | None, builder: Builder) -> dict[str, Any]:
    """Give what templates know as ``kwindex``: texts and addresses."""
    domain = KeywordDomain.of(builder.env)
    site = domain.site(builder)
    keywords, own, _same = top(page, site) if page in domain.records else Top((), None, None)
    uri = Links(builder, page).uri
    return {
        'keywords': [
            {'name': name, 'kind': labels.singular(kind), 'href': uri(link.docname, link.anchor)}
            for name, kind, link in keywords
        ],
        'page': uri(own.docname, own.anchor) if own else '',
        'glossary': uri(glossary.docname, glossary.anchor) if glossary else '',
        'labels': {
            'keywords': _('Keywords on this page'),
            'page': own.text if own else '',
            'glossary': _('Keyword index'),
        },
    }
