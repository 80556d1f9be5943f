"""When Python looks for garbage: not again and again where there is known to be none."""

from __future__ import annotations

import gc
import math
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.domain import KeywordDomain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

#: with fewer documents, there is little to look through
_MANY = 100

#: seconds for each object between searches through all: one takes about a tenth of that
_WAIT = 1e-5

#: Fewer objects than these nobody has set aside: Python 3.12 does so itself with some hundred that
#: are immortal, whenever it looks through all. Even a bare Python has thousands.
_IMMORTAL = 1000


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


class SetAside:
    """Keeps out of all searches, while pages are written, what was found to be no garbage.

    Our lists are hundreds of thousands of objects which are needed to the end, and what Sphinx
    itself has in memory are more. The processes that write in parallel share them, as long as
    nobody touches them. Sphinx drops doctrees as it goes, so that all is looked through now and
    then.
    """

    def __init__(self) -> None:
        #: from when on it is worth while to look through everything again
        self._due = math.inf

    def begin(self, app: Sphinx, _builder: Builder) -> None:
        """Set aside what is there when pages begin to be written, if anything new is shown."""
        can_freeze = gc.isenabled() and hasattr(gc, 'freeze')
        is_ours = can_freeze and gc.get_freeze_count() < _IMMORTAL  # what others hold stays there
        domain = KeywordDomain.of(app.env)
        if is_ours and domain.current_site and len(domain.records) >= _MANY:
            self._set_aside()

    def go_on(self, _app: Sphinx, _doctree: nodes.document, _docname: str) -> None:
        """Find, now and then, what has become garbage of it."""
        if time.process_time() >= self._due:
            gc.unfreeze()
            gc.collect()
            self._set_aside()

    def end(self, _app: Sphinx, _exception: Exception | None) -> None:
        """Look for garbage everywhere again."""
        if self._due < math.inf:
            self._due = math.inf
            gc.unfreeze()

    def _set_aside(self) -> None:
        gc.freeze()
        self._due = time.process_time() + gc.get_freeze_count() * _WAIT
