"""Pages in Sphinx's log of events: how long they are, not all that is on them.

Sphinx puts what an event is about into words, whoever reads its log. A process that writes pages
for another sends it all of that when it is done: each page once more, and keyword pages are long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinxcontrib_kwindex.outputs import is_of_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


class Body(str):
    """The HTML of a page, of which a log says little."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Say how long it is."""
        return f'<{len(self)} characters>'

    def __reduce_ex__(self, _protocol: object) -> tuple[type[str], tuple[str]]:
        """Let whoever keeps it in a file keep plain text, which needs nothing of ours."""
        return str, (str(self),)


def shorten_log(app: Sphinx) -> None:
    """Let pages be described shortly; builders of data keep what they write as it is."""
    builder = app.builder
    if isinstance(builder, StandaloneHTMLBuilder) and not is_of_data(builder):
        # there is no event before the one that tells of a whole page
        method = 'get_doc_context'
        setattr(builder, method, _terse(getattr(builder, method)))


def _terse(give: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Complete what a builder gives; other extensions ask for it with what is no text, too."""

    def get_doc_context(*arguments: Any, **named: Any) -> dict[str, Any]:  # noqa: ANN401  Sphinx's
        context = give(*arguments, **named)
        if type(context.get('body')) is str:
            context['body'] = Body(context['body'])
        return context

    return get_doc_context
