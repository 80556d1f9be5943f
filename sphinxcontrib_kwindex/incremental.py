"""Incremental builds: which pages and documents show something new.

One state file for each builder and output directory has digests for each generated page, and for
each document that shows keywords. A page that shows what it has shown, and whose file is there, is
not written. Without a state file that can be read, everything is written.
"""

from __future__ import annotations

import filecmp
import json
import os
import sys
from hashlib import sha256
from itertools import chain
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.display import progress_message

from sphinxcontrib_kwindex.config import OPTIONS
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.i18n import info
from sphinxcontrib_kwindex.index.conditions import is_shown
from sphinxcontrib_kwindex.index.ranking import digest
from sphinxcontrib_kwindex.pages.context import PageId
from sphinxcontrib_kwindex.pages.files import output_file
from sphinxcontrib_kwindex.pages.generated import data_file, page_digest
from sphinxcontrib_kwindex.pages.selection import digest_of
from sphinxcontrib_kwindex.pages.toctrees import documents_in_order
from sphinxcontrib_kwindex.pages.uses import objects_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.pages.context import PageContext


#: most file systems allow no longer names, in bytes
_LONGEST: Final = 255


class State(NamedTuple):
    """What a builder wrote into an output directory."""

    #: digest of records, settings and templates; empty if a build was not completed
    inputs: str = ''
    #: name of each generated file -> digest of what it depends on, digest of what it shows, and
    #: path from the output directory
    pages: dict[str, list[str]] = {}  # noqa: RUF012  never changed
    #: document -> digest of the keywords that it shows
    documents: dict[str, str] = {}  # noqa: RUF012  never changed
    #: the page that the relation bar of each HTML page links to
    home: str = ''
    #: whether templates show the keywords of a page
    uses_keywords: bool = False

    @classmethod
    def load(cls, builder: Builder) -> State:
        """Read the state of a builder and output directory."""
        try:
            state = cls(**json.loads(state_file(builder).read_text(encoding='utf-8')))
            state.check()
        except (OSError, ValueError, TypeError, RecursionError):
            return cls()
        return state

    def check(self) -> None:
        """Raise an exception if values are not of the types above."""
        for value, default in zip(self, State(), strict=True):
            _check_type(type(default), value)
        _check_type(list, *self.pages.values())
        files = [file for _depends, _shown, file in self.pages.values()]
        _check_type(str, *self.documents.values(), *chain(*self.pages.values()))
        parts = {part for file in files for part in os.fsencode(file).split(b'/')}
        if '\0' in ''.join(files) or max(map(len, parts), default=0) > _LONGEST:
            message = 'not a name of a file'
            raise ValueError(message)

    def save(self, builder: Builder) -> None:
        """Write the state; where that is impossible, the next build writes all pages."""
        try:
            write_if_changed(state_file(builder), [json.dumps(self._asdict(), sort_keys=True)])
        except OSError as error:
            info('kwindex: the next build writes all keyword pages: %s', error)


def _check_type(expected: type, *values: object) -> None:
    if not all(isinstance(value, expected) for value in values):
        message = f'not a {expected.__name__}'
        raise TypeError(message)


def state_file(builder: Builder) -> Path:
    """Return the state file; it moves together with the doctrees and the output directory."""
    outdir = relpath(builder.outdir, builder.doctreedir)
    name = sha256(os.fsencode(outdir)).hexdigest()[:8]
    return Path(builder.doctreedir, f'kwindex-{builder.name}-{name}.json')


def write_if_changed(path: Path, chunks: Iterable[str]) -> bool:
    """Write a file as a whole unless it has this content; return whether it was written.

    A link in its place is replaced, not followed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f'{path.name}.part')
    part.unlink(missing_ok=True)
    with part.open('x', encoding='utf-8', errors='backslashreplace', newline='') as file:
        file.writelines(chunks)
    if path.is_file() and not path.is_symlink() and filecmp.cmp(part, path, shallow=False):
        part.unlink()
        return False
    try:
        part.replace(path)
    except OSError:  # a directory has the name
        part.unlink()
        raise
    return True


class Build:
    """What one build has to write; the state file has no other writer."""

    def __init__(self) -> None:
        self._before = State()
        #: the state when everything is written; None if nothing has changed
        self._after: State | None = None
        #: documents that the build has written
        self._written: set[str] = set()
        #: digest of what does not come from the documents
        self._settings = ''
        #: whether Sphinx has written all documents
        self.is_whole = False
        #: whether a template has asked for the keywords of its page
        self.uses_keywords = False

    def begin(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Return the documents to write because keywords on them have changed."""
        builder = app.builder
        KeywordDomain.of(env).start(builder)
        self._settings = _settings(app)
        self._before, self._after, self._written = State(), None, set()
        self.uses_keywords = is_configured(builder)
        if not builder.format or _writes_everything(builder):
            return []
        self._before = State.load(builder)
        self.uses_keywords |= self._before.uses_keywords
        if self._is_unchanged(app):
            return []
        self.uses_keywords |= app.parallel > 1  # processes that write cannot tell what they ask
        with progress_message('indexing keywords'):
            self._after = after = self._plan(app)
        return self._prepare(app, after)

    def _is_unchanged(self, app: Sphinx) -> bool:
        """Check whether all records and settings are the same, and all pages are there."""
        before = self._before
        if not before.inputs or before.inputs != self._inputs(app):
            return False
        return all(Path(app.outdir, page[-1]).is_file() for page in before.pages.values())

    def _inputs(self, app: Sphinx) -> str:
        """Return a digest of everything that is shown and of the settings."""
        domain = KeywordDomain.of(app.env)
        holds = [is_shown(app.builder, chain) for chain in domain.records.conditions()]
        originals = [domain.original(docname) for docname in domain.records]
        order = list(documents_in_order(app.env))
        return digest(self._settings, domain.records.digest(), holds, originals, order)

    def _plan(self, app: Sphinx) -> State:
        """Return the state when everything is written."""
        builder, context = app.builder, KeywordDomain.of(app.env).context(app.builder)
        is_html = isinstance(builder, StandaloneHTMLBuilder)
        found = KeywordDomain.of(app.env).roles_of_objects if is_html else None
        roles = [found.rules, found.forms] if found else []
        settings = digest(self._settings, context.replaced, roles)
        home = context.link(context.home, '') if is_html else None
        return State(
            self._inputs(app),
            {
                name: [digest(settings, depends), self._shown(name), relpath(file, builder.outdir)]
                for name, depends, file in _generated(context, builder)
            },
            dict(self._documents(app, context, settings)),
            home.docname if home else '',
            self.uses_keywords,
        )

    def _shown(self, name: str) -> str:
        """Return the digest of what a page has shown."""
        return self._before.pages[name][1] if name in self._before.pages else ''

    def _documents(
        self, app: Sphinx, context: PageContext, settings: str
    ) -> Iterator[tuple[str, str]]:
        """Yield the documents that show keywords, with a digest of these."""
        domain = KeywordDomain.of(app.env)
        for docname, record in context.index.documents.items():
            shown: list[object] = [digest_of(listing, context) for listing in record.listings]
            for role, target in record.references:
                shown.append(domain.link(role, target, docname, app.builder))
            if self.uses_keywords and isinstance(app.builder, StandaloneHTMLBuilder):
                shown.append(context.index.digest_of(docname))
                shown.append(list(context.elsewhere(PageId('document', docname)).items()))
            if app.config.kwindex_used_in and (uses := objects_digest(docname, context)):
                shown.append(uses)
            if app.config.kwindex_links and not record.skip:
                shown.append(list(domain.links(app.builder).targets(docname)))
            if app.config.kwindex_footer:
                shown.append(context.has(PageId('document', docname)))
            if shown:
                yield docname, digest(settings, shown)

    def _prepare(self, app: Sphinx, after: State) -> list[str]:
        """Remove the files of pages that are no more; return the documents to write."""
        before, outdir = self._before, Path(app.outdir)
        kept = {outdir / page[-1] for page in after.pages.values()}
        kept |= {output_file(app.builder, docname) for docname in app.env.found_docs}
        for _depends, _shown, file in before.pages.values():
            if outdir / file not in kept:
                remove(outdir / f'{file}.part', outdir)  # of an interrupted build
                remove(outdir / file, outdir)
        stale = self._stale_documents(after)
        if before.home != after.home:
            stale = set(app.env.found_docs)
        pages = set(self._stale_pages(outdir, after))
        self._save_unfinished(app, after, pages, stale)
        if pages and sphinx.version_info < (8, 2):  # it writes no pages where no document is stale
            stale.add(app.config.root_doc)
        return sorted(stale)

    def _save_unfinished(
        self, app: Sphinx, after: State, pages: AbstractSet[str], documents: AbstractSet[str]
    ) -> None:
        """Save what holds if the build is interrupted: not these pages and documents."""
        State(
            pages={
                name: ['', '', page[-1]] if name in pages else page
                for name, page in after.pages.items()
            },
            documents={d: after.documents[d] for d in sorted(after.documents.keys() - documents)},
            home=self._before.home,
            uses_keywords=self.uses_keywords,
        ).save(app.builder)

    def _stale_documents(self, after: State) -> set[str]:
        """Return the documents that show something new and are not written yet."""
        unknown = {docname for docname in after.documents if not self._is_known(docname, after)}
        return unknown - self._written

    def _is_known(self, docname: str, after: State) -> bool:
        return self._before.documents.get(docname) == after.documents[docname]

    def _stale_pages(self, outdir: Path, after: State) -> Iterator[str]:
        for name, page in after.pages.items():
            if self._before.pages.get(name) != page or not (outdir / page[-1]).is_file():
                yield name

    def note_written(self, _app: Sphinx, _doctree: nodes.document, docname: str) -> None:
        """Record that a document is written; Sphinx resolves all doctrees in this process."""
        self._written.add(docname)

    def begin_pages(self, app: Sphinx) -> set[str]:
        """Return the generated pages to write: all of them if Sphinx has written all documents."""
        self.is_whole = is_whole = self._written >= set(app.env.found_docs)
        if is_whole and self._after is None:
            self._after = after = self._plan(app)
            self._prepare(app, after)
        if self._after is None:
            return set()
        stale = set(self._stale_pages(Path(app.outdir), self._after))
        pages = set(self._after.pages) if is_whole else stale
        self._save_unfinished(app, self._after, pages, self._stale_documents(self._after))
        return pages

    def is_new(self, app: Sphinx, name: str, context: dict[str, Any]) -> bool:
        """Check whether a generated page shows something new; it is about to be written then."""
        assert self._after is not None
        page = self._after.pages[name]
        known, page[1] = page[1], digest(self._settings, self._after.home, context)
        return self.is_whole or page[1] != known or not Path(app.outdir, page[-1]).is_file()

    def end(self, app: Sphinx, exception: Exception | None) -> None:
        """Save what is written, if the build has succeeded."""
        known = self._after or self._before
        is_new = self.uses_keywords and not known.uses_keywords
        if exception is None and is_new and isinstance(app.builder, StandaloneHTMLBuilder):
            self._after = self._plan(app)
        if exception is None and self._after is not None:
            self._save(app, self._after)
        self._after = None
        KeywordDomain.of(app.env).end()

    def _save(self, app: Sphinx, after: State) -> None:
        left = self._stale_documents(after)
        documents = {d: shown for d, shown in after.documents.items() if d not in left}
        inputs = '' if left else after.inputs
        after._replace(inputs=inputs, documents=documents).save(app.builder)


def _generated(context: PageContext, builder: Builder) -> Iterator[tuple[str, str, Path]]:
    """Yield the generated files: name, digest, path. The first page of a file counts."""
    seen = set()
    for page in context.all_pages:
        name = page.pagename(context.root)
        file = output_file(builder, name)
        if file not in seen:
            seen.add(file)
            yield name, page_digest(page, context), file
        if not page.part and has_data(page, context, builder):
            name = data_file(page, context)
            yield name, page_digest(page, context), Path(builder.outdir, name)


def _settings(app: Sphinx) -> str:
    """Return a digest of what does not come from the documents."""
    config, templates = app.config, getattr(app.builder, 'templates', None)
    return digest(
        templates.newest_template_mtime() if templates else 0,
        app.extensions['sphinxcontrib_kwindex'].version,
        sys.version_info[:2],  # each has Unicode tables and a grammar of its own
        config.language,
        config.modindex_common_prefix,
        [(name, config[name]) for name in OPTIONS],
        relpath(output_file(app.builder, 'page'), app.outdir),
    )


def _writes_everything(builder: Builder) -> bool:
    """Check whether a builder writes all documents each time."""
    try:
        return isinstance(builder.get_outdated_docs(), str)
    except NotImplementedError:  # a builder that is used with ``-a`` alone
        return False


def is_configured(builder: Builder) -> bool:
    """Check whether pages show their keywords: by the sidebar, or as data of each page."""
    if is_of_data(builder):
        return True
    names = theme_texts(builder.config)
    return any(name.strip().removesuffix('.html') == 'kwindex' for name in names)


def theme_texts(config: Config) -> Iterator[str]:
    """Yield all texts in what a project says about sidebars and to its theme."""
    return _texts([config.html_sidebars, config.html_theme_options])


def has_data(page: PageId, context: PageContext, builder: Builder) -> bool:
    """Check whether a list has a file with its names: a divided one, and that of the sidebar."""
    if context.parts(page):
        return True
    is_html = isinstance(builder, StandaloneHTMLBuilder) and not is_of_data(builder)
    return is_html and page == context.home and is_configured(builder)


def is_of_data(builder: Builder) -> bool:
    """Check whether a builder writes the context of pages, as JSON or pickle."""
    return hasattr(builder, 'globalcontext_filename')


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value; themes take lists of templates, by page, or in one text."""
    if isinstance(value, str):
        yield from value.split(',')
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def remove(path: Path, top: Path) -> None:
    """Remove a file below a folder, and the folders that are empty then; follow no links."""
    if not path.is_relative_to(top) or path.resolve() != path or not path.is_file():
        return
    path.unlink()
    for folder in path.parents:
        is_there = folder.is_dir()
        if folder == top or (is_there and any(folder.iterdir())):
            return
        if is_there:
            folder.rmdir()
