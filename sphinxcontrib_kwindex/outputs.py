"""Which generated documents a builder shows, and which documents its output holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.subjects import Subject, page_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


def page_size(builder: Builder) -> int:
    """Give the number of keywords to which a page of a builder is limited; 0 means no limit."""
    if builder.format != 'html' or builder.name in {'singlehtml', 'epub'}:
        return 0
    return int(builder.config.kwindex_page_size)


#: builders that make one document of what toctrees lead to
_OF_TOCTREES = frozenset({'singlehtml', 'latex', 'texinfo', 'man'})


def shown(env: BuildEnvironment, builder: Builder) -> frozenset[str]:
    """Name the generated documents that a builder shows: all, or some, or none."""
    project = project_of(env)
    if not builder.format:
        return frozenset()
    if builder.name == 'epub':
        return frozenset({page_of(Subject('glossary'), project.root)} & project.generated)
    if builder.name in _OF_TOCTREES:
        return frozenset(project.generated & _below(env, env.config.root_doc))
    return frozenset(project.generated)


def writes_all(builder: Builder) -> bool:
    """Tell whether a builder writes everything each time, whatever has changed."""
    try:
        return isinstance(builder.get_outdated_docs(), str)
    except NotImplementedError:  # a builder that is used with ``-a`` alone
        return False


def is_of_data(builder: Builder) -> bool:
    """Tell builders of JSON and pickles, which alone write a file of what all pages share."""
    return hasattr(builder, 'globalcontext_filename')


def in_one_page(builder: Builder) -> set[str] | None:
    """Name the documents of an output that is one page; there is none of other outputs."""
    return _below(builder.env, builder.config.root_doc) if builder.name == 'singlehtml' else None


def _below(env: BuildEnvironment, docname: str) -> set[str]:
    """Name the documents that toctrees lead to."""
    found, new = {docname}, [docname]
    while new:
        reached = set(env.toctree_includes.get(new.pop(), ())) - found
        found |= reached
        new += sorted(reached)
    return found


def leave_out_what_is_not_shown(app: Sphinx, _builder: Builder | None = None) -> None:
    """Keep generated documents from builders that show nothing.

    Once before Sphinx looks for outputs that are out of date, once when all is read and saved.
    """
    if app.builder.name != 'singlehtml':  # it writes what toctrees lead to, whatever there is
        project = project_of(app.env)
        project.docnames -= project.generated - shown(app.env, app.builder)
