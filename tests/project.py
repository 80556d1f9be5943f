"""Small projects made of data, built in this process, and compared file by file."""

from __future__ import annotations

import ast
import hashlib
import json
import logging
import os
import re
import time
import warnings
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sphinx
from sphinx.application import Sphinx
from sphinx.locale import translators
from sphinx.util.console import strip_colors
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.index.ranking import make_header
from sphinxcontrib_kwindex.records import RecordStore

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.model import DocumentRecord

TESTS = Path(__file__).parent
REPOSITORY = TESTS.parent
ROOTS = TESTS / 'roots'

#: what this Sphinx writes whenever it writes anything
ALWAYS_WRITTEN = {'index'} if sphinx.version_info < (8, 2) else set()

#: the least that a project needs
CONF = """
extensions = ['sphinxcontrib_kwindex']
html_theme = 'basic'
"""

#: these hold times, or remember earlier builds even without this extension
_CHANGING = {
    '.buildinfo', '.buildinfo.bak', 'environment.pickle', 'genindex.html', 'objects.inv',
    'searchindex.js',
}  # fmt: skip


#: the list of extensions in a ``conf.py``
_EXTENSIONS = re.compile(r'^extensions = (\[.*\])$', re.MULTILINE)


class Built:
    """What a build said and returned."""

    def __init__(self, app: Sphinx, status: str, warning: str) -> None:
        self.app = app
        self.status = status
        self.warning = warning

    @property
    def out(self) -> Path:
        """Where it was built."""
        return Path(self.app.outdir)

    @property
    def read(self) -> set[str]:
        """The documents that the build read."""
        return self._documents('reading sources... [')

    @property
    def written(self) -> set[str]:
        """The documents and generated pages that the build wrote."""
        pages = self._documents('writing keyword pages... [')
        return self._documents('writing output... [') | pages

    def _documents(self, marker: str) -> set[str]:
        lines = (line for line in self.status.splitlines() if line.startswith(marker))
        return {line.partition('] ')[2].strip() for line in lines}

    def record(self, docname: str) -> DocumentRecord:
        """What is remembered of a document."""
        return KeywordDomain.of(self.app.env).records[docname]

    def names(self, docname: str = 'index') -> set[str]:
        """The names of the keywords of a document."""
        return {keyword.name for keyword in self.record(docname).keywords}

    @property
    def records(self) -> list[str]:
        """The documents that are remembered."""
        return list(KeywordDomain.of(self.app.env).records)

    @property
    def digests(self) -> dict[str, str]:
        """A digest of every file that was written."""
        return digests(self.out)

    def text(self, name: str) -> str:
        """The text of an output file."""
        return (self.out / name).read_text(encoding='utf-8')

    def lines(self, name: str) -> list[dict[str, Any]]:
        """The objects of a file of JSON lines."""
        return [json.loads(line) for line in self.text(name).splitlines()]


@contextmanager
def without_debug():
    """Make no records of messages that nobody reads."""
    logging.disable(logging.DEBUG)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def build(
    source, out, doctrees, builder='html', *, confdir=None, parallel=1, tags=(), config=None,
    fresh=False, all_=False, filenames=(), then=None,
):
    """Build a project in this process, and do something else with the application."""
    status, warning = StringIO(), StringIO()
    confdir = confdir or source
    config = without_myst(source, confdir) | (config or {})
    translators.clear()  # Sphinx keeps those of earlier builds in this process
    # hundreds of messages for those who mend Sphinx: only processes send each other all of them
    quiet = without_debug() if parallel == 1 else nullcontext()
    with patch_docutils(confdir), docutils_namespace(), warnings.catch_warnings(), quiet:
        for others in ('myst_parser', 'sphinxcontrib.serializinghtml'):  # deprecations are theirs
            warnings.filterwarnings('ignore', f"'{others}")
            warnings.filterwarnings('ignore', category=PendingDeprecationWarning, module=others)
        app = Sphinx(
            source, confdir, out, doctrees, builder, config, status, warning,
            freshenv=fresh, tags=list(tags), parallel=parallel, verbosity=1,
        )
        app.build(force_all=all_, filenames=filenames)
        if then:
            then(app)
    return Built(app, strip_colours(status.getvalue()), strip_colours(warning.getvalue()))


def without_myst(source, confdir):
    """Leave MyST out where it is not installed: what is written in Markdown is skipped, no more."""
    text = (confdir / 'conf.py').read_text(encoding='utf-8')
    if 'myst_parser' not in text or find_spec('myst_parser'):
        return {}
    if any(source.rglob('*.md')):
        pytest.skip('myst_parser is not installed')
    names = ast.literal_eval(_EXTENSIONS.search(text)[1])
    return {'extensions': [name for name in names if name != 'myst_parser']}


def build_root(root, out, doctrees, builder='html', **options):
    """Build a test root; one that is the same in two languages is named with the language."""
    config = root if (root / 'conf.py').is_file() else root.parent
    return build(root, out, doctrees, builder, confdir=config, **options)


def build_files(folder, files, builder='html', *, out='', doctrees='doctrees', **options):
    """Build a project of these files in a folder; what is the same as before stays untouched."""
    source = folder / 'source'
    write(source, {'conf.py': CONF, **files})
    return build(source, folder / (out or builder), folder / doctrees, builder, **options)


def snapshot(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Describe all files of a folder: time, mode and content of each."""
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mtime_ns,
            path.stat().st_mode,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else '',
        )
        for path in sorted(folder.rglob('*'))
    }


def strip_colours(text):
    return strip_colors(text).replace('\r', '\n')


def write(source: Path, files: dict[str, str]) -> None:
    """Make the files of a source directory be just these; what is the same stays untouched."""
    for path in sorted(source.rglob('*')):
        if path.is_file() and path.relative_to(source).as_posix() not in files:
            path.unlink()
    for name, text in files.items():
        path = source / name
        if path.is_file() and path.read_text(encoding='utf-8') == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')
        now = time.time_ns()  # the clock of a file system is coarser than a quick test
        os.utime(path, ns=(now, now))


def digests(out: Path) -> dict[str, str]:
    """Digest every file of an output directory."""
    return {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob('*'))
        if path.is_file() and path.name not in _CHANGING
    }


def store_of(records: Iterable[tuple[str, DocumentRecord]]) -> RecordStore:
    """Store records as if documents had been read."""
    store = RecordStore()
    for docname, record in records:
        store.put(docname, make_header(record, ()), record)
    return store


def listed_in(
    folder: Path, files: dict[str, str], *, only_in_code: bool = False
) -> dict[str, dict[str, str]]:
    """Build a project; return names and kinds of the keywords that each document lists."""
    result = build_files(folder, {'index.rst': 'Index\n=====\n', **files}, 'kwindex')
    records = result.lines('documents.jsonl')
    return {
        record['document']: {
            k['name']: k['kind'] for k in record['keywords'] if k['listed'] or only_in_code
        }
        for record in records
    }


def code_block(language: str, code: str) -> str:
    """Write a block of code in reStructuredText."""
    indented = code.replace('\n', '\n   ')
    return f'.. code-block:: {language}\n\n   {indented}\n'
