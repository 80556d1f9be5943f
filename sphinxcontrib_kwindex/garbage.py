"""When Python looks for garbage: not again and again where there is known to be none."""

from __future__ import annotations

import gc
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sphinx.application import ENV_PICKLE_FILENAME

from sphinxcontrib_kwindex.domain import KeywordDomain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

#: with fewer documents, there is little to look through
_MANY = 100

#: so many documents are set aside together: docutils keeps some of the parsers of the last ones,
#: and the one that is being written goes with what is to stay
_TOGETHER = 50

#: while an environment is loaded, while others read, and until so many documents are written, after
#: an edit all that there are, so many objects may come before garbage is looked for: an environment
#: is none, and one long table of contents makes more than it is worth
_FEW, _OBJECTS = 10, 500_000

#: Fewer objects than these nobody has set aside: Python 3.12 does so itself with some hundred that
#: are immortal, whenever it looks through all. Even a bare Python has thousands.
_IMMORTAL = 1000


@contextmanager
def no_collection(*, stays: bool = False) -> Iterator[None]:
    """Keep Python from looking for garbage while very many small objects are made and dropped.

    It would go through everything that Sphinx has in memory, again and again, and find nothing. Nor
    would it as soon as it may again, if what was made stays.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if stays:
                SetAside.add_lists()
            gc.enable()


class SetAside:
    """Keeps out of all searches, while documents are read and written, what is no garbage.

    Sphinx keeps the doctrees that it has read until it writes them, and the environment, loaded or
    made, its search index and our lists to the end: millions of objects, among which Python would
    look for garbage whenever there are a quarter more. Processes that read in parallel keep none of
    their doctrees; they share what is there when they begin, and Python would look through that,
    too.

    A doctree becomes garbage once it is written, so that all is looked through when half of them
    are, by the process that has read them: all others get them from files. Where they are written
    in parallel, one process holds doctrees until another has written them: Python finds them then.
    """

    #: who has set something aside: Sphinx does not say that a build ends with Ctrl-C
    _by: ClassVar[SetAside | None] = None

    #: how many there have been: one for each application of this process
    _made: ClassVar[int] = 0

    def __init__(self) -> None:
        SetAside._made += 1
        #: the process that sets aside what it reads, if one does
        self._reader: int | None = None
        #: whether many documents are read in this build
        self.reads_many = False
        #: the documents that this process has read and not written yet
        self._held: set[str] = set()
        #: so many of them are left when half is written
        self._half = 0
        #: how many documents have been written, generated ones and all
        self._written = 0
        #: whether other processes may write what this one holds
        self._is_parallel = False
        #: after how many objects Python looks for garbage, if we have changed that
        self._threshold: tuple[int, int, int] | None = None

    def begin_loading(self, app: Sphinx, _config: Config) -> None:
        """Look for no garbage in what is loaded of an earlier build."""
        if SetAside._by:
            SetAside._by.end()
        if Path(app.doctreedir, ENV_PICKLE_FILENAME).is_file() and _is_free():
            if SetAside._made > 1:
                gc.collect()  # or what an earlier build of this process has left would stay, too
            self._look_seldom()

    def end_loading(self, _app: Sphinx) -> None:
        """Make it old, before Python may look through it as through what is new."""
        if SetAside._by is self:
            gc.freeze()
            gc.unfreeze()  # what comes back is old; an application may never build
            self._restore_threshold()

    def begin_reading(self, _app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        """Set aside what is there when many documents are about to be read, or have been."""
        self.reads_many = len(docnames) >= _MANY
        if self.reads_many and (SetAside._by is self or _is_free()):
            self._reader = os.getpid()
            self._begin()
        elif SetAside._by is self and len(KeywordDomain.of(env).records) >= _MANY:
            gc.freeze()
        else:
            self.end()

    def go_on_reading(self, _app: Sphinx, docname: str, _source: list[str]) -> None:
        """Set aside what has been read, but for what parsers have dropped."""
        if self._reader:
            self._restore_threshold()
            if os.getpid() != self._reader:  # this one keeps no doctree
                self._reader = None
                gc.freeze()
                return
            self._held.add(docname)
            if len(self._held) % _TOGETHER == 0:
                _add()

    def end_reading(self, _app: Sphinx, _env: BuildEnvironment) -> None:
        """Set aside the last of it, before lists take the place of what was dropped."""
        if self._reader:
            self._reader = None
            self._restore_threshold()
            _add()

    @classmethod
    def add_lists(cls) -> None:
        """Set aside what has been derived, unless parsers have just dropped much."""
        if cls._by and not cls._by.reads_many:
            gc.freeze()

    def begin_writing(self, app: Sphinx, builder: Builder) -> None:
        """Set aside what is there when pages begin to be written, if anything new is shown."""
        domain = KeywordDomain.of(app.env)
        is_large = domain.current_site and len(domain.records) >= _MANY
        if SetAside._by is self or (is_large and _is_free()):
            self._half = (len(self._held) + 1) // 2
            self._is_parallel = builder.parallel_ok
            self._begin()

    def go_on_writing(self, _app: Sphinx, _doctree: nodes.document, docname: str) -> None:
        """Set aside what has come, and look through everything when half of it is written."""
        if SetAside._by is self:
            self._written += 1
            is_half = docname in self._held and len(self._held) == self._half
            self._held.discard(docname)
            if self._written == _FEW:
                self._restore_threshold()
            if is_half:
                gc.unfreeze()
            if not self._is_parallel and (is_half or self._written % _TOGETHER == 0):
                _add()

    def end(self, *_event: object) -> None:
        """Look for garbage everywhere again."""
        if SetAside._by is self:
            SetAside._by = None
            self._reader = None
            self._held.clear()
            self._written = 0
            self._restore_threshold()
            gc.unfreeze()

    def _begin(self) -> None:
        self._look_seldom()
        gc.freeze()

    def _look_seldom(self) -> None:
        SetAside._by = self
        self._restore_threshold()
        self._threshold = gc.get_threshold()
        gc.set_threshold(*_seldom(self._threshold))

    def _restore_threshold(self) -> None:
        if self._threshold:
            if gc.get_threshold() == _seldom(self._threshold):  # else somebody has chosen another
                gc.set_threshold(*self._threshold)
            self._threshold = None


def register(app: Sphinx) -> None:
    """Have set aside what an application makes, from when it is loaded until a build ends."""
    set_aside = SetAside()
    app.connect('config-inited', set_aside.begin_loading, priority=900)
    app.connect('builder-inited', set_aside.end_loading)
    app.connect('env-before-read-docs', set_aside.begin_reading, priority=900)
    app.connect('source-read', set_aside.go_on_reading)
    app.connect('env-updated', set_aside.end_reading)
    app.connect('write-started', set_aside.begin_writing)
    app.connect('doctree-resolved', set_aside.go_on_writing)
    app.connect('build-finished', set_aside.end, priority=900)


def _add() -> None:
    """Set aside what has come since the last time, and is no garbage."""
    gc.collect()
    gc.freeze()


def _seldom(threshold: tuple[int, int, int]) -> tuple[int, int, int]:
    return max(_OBJECTS, threshold[0]), *threshold[1:]


def _is_free() -> bool:
    """Tell whether Python looks for garbage, and nobody else has set anything aside."""
    looks = gc.isenabled() and gc.get_threshold()[0] > 0
    return looks and hasattr(gc, 'freeze') and gc.get_freeze_count() < _IMMORTAL
