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
    from sphinx.environment import BuildEnvironment

#: with fewer documents, there is little to look through
_MANY = 100

#: so many documents are set aside together: docutils keeps some of the parsers of the last ones
_TOGETHER = 50

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
    """Keeps out of all searches, while documents are read and written, what is no garbage.

    Sphinx keeps the doctrees that it has read until it writes them, and the environment and our
    lists to the end: millions of objects, among which Python would look for garbage again each time
    that there are a quarter more. The processes that read or write in parallel share what is there
    when they begin, as long as nobody touches it. Some of it becomes garbage after all, so that all
    is looked through now and then.
    """

    def __init__(self) -> None:
        #: from when on it is worth while to look through everything again
        self._due = math.inf
        self._read = 0

    def begin_reading(self, _app: Sphinx, _env: BuildEnvironment, docnames: list[str]) -> None:
        """Set aside what is there when many documents are about to be read."""
        if len(docnames) >= _MANY and _is_free():
            self._set_aside()

    def go_on_reading(self, _app: Sphinx, _docname: str, _source: list[str]) -> None:
        """Set aside what has been read, but for what parsers have dropped."""
        if self._due < math.inf:
            self._read += 1
            if self._read % _TOGETHER == 0:
                self._add()

    def end_reading(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Set aside the last of it, before lists take the place of what was dropped."""
        if self._due < math.inf:
            self._add()

    def begin_writing(self, app: Sphinx, _builder: Builder) -> None:
        """Set aside what is there when pages begin to be written, if anything new is shown."""
        domain = KeywordDomain.of(app.env)
        is_large = domain.current_site and len(domain.records) >= _MANY
        if self._due < math.inf or (is_large and _is_free()):
            self._set_aside()

    def go_on_writing(self, _app: Sphinx, _doctree: nodes.document, _docname: str) -> None:
        """Find, now and then, what has become garbage of it."""
        if time.process_time() >= self._due:
            self._look_through()

    def end(self, _app: Sphinx, _exception: Exception | None) -> None:
        """Look for garbage everywhere again."""
        if self._due < math.inf:
            self._due = math.inf
            gc.unfreeze()

    def _look_through(self) -> None:
        gc.unfreeze()
        self._add()

    def _add(self) -> None:
        gc.collect()
        self._set_aside()

    def _set_aside(self) -> None:
        gc.freeze()
        self._due = time.process_time() + gc.get_freeze_count() * _WAIT


def _is_free() -> bool:
    """Tell whether Python looks for garbage, and nobody else has set anything aside."""
    return gc.isenabled() and hasattr(gc, 'freeze') and gc.get_freeze_count() < _IMMORTAL
