"""What is wrong across documents: said once all are read, in a fixed order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.matching import Matcher

from sphinxcontrib_kwindex.conditions import is_shown
from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export.builder import FILES
from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.outputs import shown
from sphinxcontrib_kwindex.rewrite import output_file
from sphinxcontrib_kwindex.subjects import subject_of
from sphinxcontrib_kwindex.view import select

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.model import Listing


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of documents in our way, and of directives that show nothing."""
    if app.builder.format:  # others show nothing, and say nothing
        _check_names(env)
        _check_pages(env)
        if app.builder.format == 'html' and app.builder.name != 'singlehtml':  # it has one file
            _check_templates(env, app.builder)
            _check_copies(app)
        _check_listings(app, env)


def _check_names(env: BuildEnvironment) -> None:
    project = project_of(env)
    pages = {kept: page for page, kept in sorted(project.left_out.items(), reverse=True)}
    for docname in sorted(pages.keys() - project.generated):
        warn(
            Trouble.NAME_CLASH,
            f'this document takes the name of the generated page {pages[docname]!r}, which is left '
            'out. Rename it, or set kwindex_root in conf.py.',
            docname,
        )


def _check_templates(env: BuildEnvironment, builder: Builder) -> None:
    """Warn of pages that are made from a template and written over ours."""
    project = project_of(env)
    ours = {project.file(page): page for page in shown(env, builder)}
    for page in sorted(env.config.html_additional_pages):
        if clash := ours.get(project.file(page)):
            warn(
                Trouble.NAME_CLASH,
                f'conf.py: html_additional_pages: {page!r} is written over the generated page '
                f'{clash!r}. Rename it, or set kwindex_root.',
            )


def _check_copies(app: Sphinx) -> None:
    """Warn of files that are copied to where ours are; which of them stays is left to chance."""
    ours = {output_file(app.builder, page) for page in shown(app.env, app.builder)}
    if app.config.kwindex_json:
        ours |= {Path(app.outdir, app.config.kwindex_root, name) for name in FILES}
    for entry in app.config.html_extra_path:
        for path, name in _copied(app, Path(app.confdir, entry)):
            if Path(app.outdir, name) in ours:
                warn(
                    Trouble.NAME_CLASH,
                    f'conf.py: html_extra_path: {path} has the name of the generated file {name}, '
                    'and only one of them is there in the end. Rename it, or set kwindex_root.',
                )


def _copied(app: Sphinx, extra: Path) -> Iterator[tuple[Path, str]]:
    """Give the files that are copied into our folder, and their names in the output."""
    is_left_out = Matcher(app.config.exclude_patterns)
    folder = extra / app.config.kwindex_root
    for path in sorted(folder.rglob('*')) if extra.is_dir() else ():
        name = path.relative_to(extra)
        if not any(is_left_out(part.as_posix()) for part in [name, *name.parents]):
            yield path, name.as_posix()


def _check_pages(env: BuildEnvironment) -> None:
    project = project_of(env)
    for page, kept in sorted(project.left_out.items()):
        subject = subject_of(page, project.root)
        if subject.part > 1 or kept not in project.generated:
            continue  # the first page of the list is left out, too; or its document is named
        is_same = project.file(page) == project.file(kept)
        what = 'that of' if is_same else 'a folder for'
        warn(
            Trouble.NAME_CLASH,
            f'the generated page {page!r} is left out, since its file is also {what} {kept!r} '
            '(case does not count). Rename one of the documents or folders that they are about.',
            subject.name if subject.page == 'document' else None,
        )


def _check_listings(app: Sphinx, env: BuildEnvironment) -> None:
    domain = KeywordDomain.of(env)
    index = domain.site(app.builder).index
    for record in index.documents.values():
        for listing in record.listings:
            reason = select(listing, index).emptied_by
            if reason and is_shown(app.builder, listing.conditions):
                warn(Trouble.EMPTY, f'kwindex shows nothing: {reason}.', _location(listing, env))


def _location(listing: Listing, env: BuildEnvironment) -> str:
    path = Path(env.srcdir, listing.source) if listing.source else env.doc2path(listing.docname)
    return f'{path}:{listing.line}'
