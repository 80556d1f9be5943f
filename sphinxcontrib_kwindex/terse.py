"""Pages in Sphinx's log of events: how long they are, not all that is on them.

Sphinx puts what an event is about into words, whoever reads its log. A process that writes pages
for another sends it all of that when it is done: each page once more, and keyword pages are long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


class Body(str):
    """The HTML of a page, of which a log says little."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Say how long it is."""
        return f'<{len(self)} characters>'


def shorten_log(app: Sphinx) -> None:
    """Let pages be described shortly; builders of data keep what they write as it is."""
    builder = app.builder
    is_of_data = hasattr(builder, 'globalcontext_filename')
    if isinstance(builder, StandaloneHTMLBuilder) and not is_of_data:
        # there is no event before the one that tells of a whole page
        method = 'get_doc_context'
        setattr(builder, method, _terse(getattr(builder, method)))


def _terse(give: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    def get_doc_context(docname: str, body: str, *more: str) -> dict[str, Any]:
        return give(docname, Body(body), *more)

    return get_doc_context
