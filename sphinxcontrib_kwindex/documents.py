"""The generated pages: documents to Sphinx in every way, but for a file in the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.environment import CONFIG_OK
from sphinx.parsers import Parser

from sphinxcontrib_kwindex import reading
from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.extract.names import tame
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.model import Listing
from sphinxcontrib_kwindex.project import KeywordProject
from sphinxcontrib_kwindex.subjects import Subject, page_of, subject_of, wanted_pages
from sphinxcontrib_kwindex.suffix import FILETYPE

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

#: leads to the glossary, as ``genindex`` leads to the general index
LABEL = 'kwindex'


class KeywordParser(Parser):
    """Makes a title and a placeholder; it looks at the name of the document, not at the text."""

    supported: ClassVar[tuple[str, ...]] = (FILETYPE,)

    def parse(self, _inputstring: str, document: nodes.document) -> None:
        """Fill the doctree of a generated document."""
        fill(document)


def fill(document: nodes.document) -> None:
    """Fill the doctree of a generated document: its name says with what."""
    env: BuildEnvironment = document.settings.env
    # others look for sources below the source directory
    document['source'] = str(Path(env.srcdir, env.doc2path(env.docname, base=False)))
    project = project_of(env)
    subject = subject_of(env.docname, project.root)
    docinfo = nodes.docinfo()
    for name in ('orphan', 'nosearch'):
        body = nodes.field_body('', nodes.paragraph())
        docinfo += nodes.field('', nodes.field_name('', name), body)
    title = title_of(subject, env)
    section = nodes.section(ids=[f'kwindex-{subject.page}'], names=[])
    # what labels sections by what their authors wrote gets a name that nobody else has
    section += nodes.title(env.docname, title, translatable=False)
    style = 'glossary' if subject.page == 'glossary' else 'page'
    section += kwindex_listing(listing=Listing(env.docname, subject.patterns, style))
    document += [docinfo, section]


def title_of(subject: Subject, env: BuildEnvironment) -> str:
    """Give a generated document its title; the titles of all others must have been read."""
    if subject.part > 1:
        first, project = subject._replace(part=1), project_of(env)
        label = project.ranges[page_of(first, project.root)][subject.part - 1]
        return f'{title_of(first, env)} ({label})'
    if subject.page == 'glossary':
        return _('Keyword index')
    if subject.page == 'folder':
        return _('Keywords in %s') % f'{tame(subject.name)}/' if subject.name else _('All keywords')
    return _('Keywords in %s') % title_of_document(env, subject.name)


def title_of_document(env: BuildEnvironment, docname: str) -> str:
    """Give the title of an author's document; of one without a title, its name."""
    title = tame(env.titles[docname].astext()) if docname in env.titles else ''
    return title if title not in {'', '<no title>'} else tame(docname)


def project_of(env: BuildEnvironment) -> KeywordProject:
    """Give the project, which is ours once a build has begun."""
    project = env.project
    assert isinstance(project, KeywordProject)
    return project


def install(app: Sphinx) -> None:
    """Put our project in the place of Sphinx's."""
    env, config = app.env, app.config
    project = KeywordProject(
        app.project, config.kwindex_root, config.kwindex_pages, _ending(app.builder)
    )
    if env.config_status == CONFIG_OK:
        project.ranges = env.domaindata['kw'].get('ranges', {})
        project.known = set(env.domaindata['kw']['records'])
        project.generated = set(env.all_docs) - project.known
    app.project = env.project = project


def _ending(builder: Builder) -> str:
    """Tell what makes a file of the name of a document, for builders that write one for each."""
    suffix = '' if builder.name == 'singlehtml' else getattr(builder, 'out_suffix', '')
    return f'/index{suffix}' if isinstance(builder, DirectoryHTMLBuilder) else suffix


def taken_over(
    _app: Sphinx, env: BuildEnvironment, _added: set[str], _changed: set[str], _removed: set[str]
) -> list[str]:
    """Name the documents of authors that were generated ones, whatever the age of their files."""
    project = project_of(env)
    project.changed = env.config_status != CONFIG_OK  # Sphinx takes note of it as it reads
    authored = project.docnames - project.generated
    return sorted(authored & env.all_docs.keys() - set(env.domaindata['kw']['records']))


def purge_what_is_generated_again(app: Sphinx) -> None:
    """Forget the documents of authors that have given their names back to us."""
    for page in sorted(project_of(app.env).generated & set(app.env.domaindata['kw']['records'])):
        app.emit('env-purge-doc', app.env, page)
        app.env.clear_doc(page)


def read_them_last(_app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Leave the generated documents out of the reading: they are read when all titles are known.

    Our label goes, so that an author who has just begun to use it may; it comes back if none does.
    """
    generated = project_of(env).generated
    docnames[:] = [docname for docname in docnames if docname not in generated]
    std = env.domains.standard_domain
    if LABEL in std.labels and std.labels[LABEL][0] in generated:
        del std.labels[LABEL], std.anonlabels[LABEL]


def generate(
    app: Sphinx, skipped: AbstractSet[str], labels: Callable[[Subject], tuple[str, ...]] | None
) -> list[str]:
    """Settle, when all others are read, which documents are generated; name those that it reads.

    ``labels`` tells into which ranges a list is cut; builders that show nothing cut nothing anew.
    """
    env, project = app.env, project_of(app.env)
    authored = project.docnames - project.generated
    if labels:
        pages = wanted_pages(authored - skipped, project.root, project.pages)
        found = {page: labels(subject_of(page, project.root)) for page in sorted(pages)}
        project.ranges = {page: ranges for page, ranges in found.items() if ranges}
        env.domaindata['kw']['ranges'] = project.ranges
    project.generate(project.wanted(authored - skipped), authored)
    project.known = authored
    is_unsure = reading.was_interrupted(env)
    new = [page for page in sorted(project.generated) if is_unsure or _is_new(page, env)]
    known = set(env.all_docs)  # to forget the others, Sphinx would look through all objects
    for page in sorted(known.intersection(new) | known - project.docnames):
        app.emit('env-purge-doc', env, page)
        env.clear_doc(page)
    reading.read(app, new, fill)
    _note_label(env, page_of(Subject('glossary'), project.root))
    return new


def _is_new(page: str, env: BuildEnvironment) -> bool:
    """Tell whether a generated document has not been read, or not with its present title."""
    if page not in env.all_docs:
        return True
    return env.titles[page].astext() != title_of(subject_of(page, project_of(env).root), env)


def _note_label(env: BuildEnvironment, glossary: str) -> None:
    """Make ``:ref:`kwindex``` lead to the glossary, unless an author uses that label."""
    std = env.domains.standard_domain
    if glossary in project_of(env).generated and LABEL not in std.anonlabels:
        std.note_hyperlink_target(LABEL, glossary, '', _('Keyword index'))
