"""When Python looks for garbage: not again and again where there is known to be none."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.domain import KeywordDomain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.builders import Builder

#: with fewer documents, one more search costs as much as it saves
_MANY = 100


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep Python from looking for garbage while very many small objects are made and dropped.

    It would go through everything that Sphinx has in memory, again and again, and find nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def set_aside(app: Sphinx, _builder: Builder) -> None:
    """Keep what is there when pages begin to be written out of all searches until they are.

    Our lists are hundreds of thousands of objects which are needed to the end. The processes that
    write in parallel share them, as long as nobody touches them.
    """
    can_freeze = gc.isenabled() and hasattr(gc, 'freeze') and not gc.get_freeze_count()
    if can_freeze and len(KeywordDomain.of(app.env).records) >= _MANY:
        gc.collect()  # what is garbage by now is not to be kept
        gc.freeze()
        app.connect('build-finished', _take_back, priority=900)


def _take_back(_app: Sphinx, _exception: Exception | None) -> None:
    """Look for garbage everywhere again."""
    gc.unfreeze()
