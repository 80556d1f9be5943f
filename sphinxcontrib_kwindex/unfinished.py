"""Whether the last build into a directory was interrupted: a file beside the doctrees says so.

Sphinx does not know. It takes a page that was cut short for newer than its source, and has
forgotten what it was about to write: images, copies of sources, documents that show what others
have become. Whatever was interrupted is therefore written again as a whole, but not read again.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.outputs import writes_all
from sphinxcontrib_kwindex.written import outdir

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


#: of Sphinx's ``.buildinfo``, which it writes after no change, too
_LINES = 4


def guard_info(app: Sphinx) -> None:
    """Look whether Sphinx's note of the configuration was cut short by an interruption."""
    note, info = _path(app.builder), Path(app.outdir, '.buildinfo')
    if app.builder.format == 'html' and _is_cut(info):
        note.touch()  # nobody knows for which configuration the pages were written
        info.unlink()  # it would stop Sphinx


def _is_cut(path: Path) -> bool:
    return path.is_file() and path.read_bytes().count(b'\n') < _LINES


def look(
    app: Sphinx, env: BuildEnvironment, _added: set[str], _changed: set[str], _removed: set[str]
) -> list[str]:
    """Look whether the last build was interrupted, of this application or of an earlier one."""
    KeywordDomain.of(env).is_unfinished = _path(app.builder).is_file()
    return []


def begin(builder: Builder) -> None:
    """Take note that something is about to change; builders that write all anyway need no note."""
    if builder.format and not writes_all(builder):
        _path(builder).touch()


def begin_reading(app: Sphinx, _env: BuildEnvironment, docnames: list[str]) -> None:
    """Take note before documents are read: what was read does not look outdated any more."""
    if docnames:
        begin(app.builder)


def begin_writing(app: Sphinx, _doctree: nodes.document, _docname: str) -> None:
    """Take note before the first document is written, for whatever reason it is."""
    if not KeywordDomain.of(app.env).done:
        begin(app.builder)


def documents(app: Sphinx) -> set[str]:
    """Name the documents of authors that must be written, since we do not know which were."""
    project = project_of(app.env)
    is_unfinished = KeywordDomain.of(app.env).is_unfinished
    return project.docnames - project.generated if is_unfinished else set()


def end(app: Sphinx, exception: Exception | None) -> None:
    """Take note that the build is complete; one of single documents completes no other."""
    if exception is None and documents(app) <= KeywordDomain.of(app.env).done:
        _path(app.builder).unlink(missing_ok=True)


def _path(builder: Builder) -> Path:
    where = hashlib.sha256(os.fsencode(outdir(builder))).hexdigest()[:8]
    return Path(builder.doctreedir, f'kwindex-{builder.name}-{where}.unfinished')
