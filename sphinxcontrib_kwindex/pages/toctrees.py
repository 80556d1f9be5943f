"""Toctrees: index and glossary as entries, and the order of the documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.addnodes import toctree
from sphinx.domains.std import StandardDomain

from sphinxcontrib_kwindex.config import root_of
from sphinxcontrib_kwindex.i18n import _
from sphinxcontrib_kwindex.pages.context import PageId

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: the pages that Sphinx generates
_SPHINX_PAGES = dict(StandardDomain._virtual_doc_names)  # noqa: SLF001


def documents_in_order(env: BuildEnvironment) -> Iterator[str]:
    """Yield the documents that toctrees lead to, in their order."""
    waiting, seen = [env.config.root_doc], set()
    while waiting:
        docname = waiting.pop()
        if docname not in seen:
            seen.add(docname)
            yield docname
            waiting += reversed(env.toctree_includes.get(docname, []))


def name_pages(_app: Sphinx, env: BuildEnvironment, _docnames: list[str]) -> None:
    """Allow index and glossary in toctrees, as Sphinx allows ``genindex``.

    The table has no public name. Seen in Sphinx 8.1 to 9.0; without it, a toctree warns of these
    pages. It can go when an extension may name pages that it generates.
    """
    titles = {'index': _('Keyword index'), 'glossary': _('Glossary')}
    root = root_of(env.config)
    kinds = [kind for kind in titles if kind in env.config.kwindex_pages]
    names = {PageId(kind).pagename(root): titles[kind] for kind in kinds}
    StandardDomain._virtual_doc_names = {  # type: ignore[misc]  # noqa: SLF001
        **_SPHINX_PAGES,
        # a document of an author has precedence
        **{name: (name, title) for name, title in names.items() if name not in env.found_docs},
    }


def forget_pages() -> None:
    """Leave only Sphinx's own pages to toctrees."""
    StandardDomain._virtual_doc_names = _SPHINX_PAGES  # type: ignore[misc]  # noqa: SLF001


def read_toctrees_again(
    _app: Sphinx, env: BuildEnvironment, added: set[str], _changed: set[str], removed: set[str]
) -> set[str]:
    """Return all documents if one has taken the name of index or glossary, or given it back.

    Toctrees with that name have another entry then.
    """
    root = root_of(env.config)
    names = {PageId(kind).pagename(root) for kind in ('index', 'glossary')}
    return set() if names.isdisjoint(added | removed) else set(env.found_docs)


def complete_toctrees(app: Sphinx, doctree: nodes.document) -> None:
    """Add the titles of index and glossary to toctrees, and keep these pages out of books.

    Some themes look up the title of each entry, and builders of one document insert the included
    files. These pages are no documents.
    """
    pages = StandardDomain._virtual_doc_names  # noqa: SLF001
    names = pages.keys() - _SPHINX_PAGES.keys() - app.env.found_docs
    ours = {name: str(pages[name][1]) for name in names}
    for node in doctree.findall(toctree):
        node['entries'] = [(title or ours.get(name), name) for title, name in node['entries']]
        node['includefiles'] = [name for name in node['includefiles'] if name not in ours]
