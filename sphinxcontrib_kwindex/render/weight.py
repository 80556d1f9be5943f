"""Pages that load slowly, and what makes them shorter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.subjects import subject_of
from sphinxcontrib_kwindex.view.limits import BUDGET

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinxcontrib_kwindex.view import View


def weigh(html: str, view: View, builder: StandaloneHTMLBuilder) -> None:
    """Warn of a page that has too much HTML."""
    size = len(html.encode())
    if size > BUDGET and not builder.embedded:
        shown = sum(len(group.rows) for group in view.groups)
        page = subject_of(view.docname, project_of(builder.env).root).page
        less = max(100, shown * BUDGET // size // 100 * 100)
        warn(
            Trouble.PAGE_SIZE,
            f'the page {view.docname!r} has {shown} keywords in {size / 1e6:.1f} MB of HTML, '
            f'which loads slowly. {advice(page, less, builder.config.kwindex_page_size)}',
        )


def advice(page: str, less: int, now: int) -> str:
    """Say what makes a kind of page shorter, where lists may have ``now`` keywords (0: any)."""
    if page == 'document':
        return 'Split the document, or leave keywords out with kwindex_kinds or kwindex_exclude.'
    if 0 < now <= less:
        return 'Leave keywords out with kwindex_kinds, or documents with kwindex_exclude.'
    return (
        f'Set kwindex_page_size = {less} in conf.py, or leave documents out with kwindex_exclude.'
    )
