"""The generated pages: documents to Sphinx in every way, but for a file in the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from docutils import nodes
from sphinx.parsers import Parser
from sphinx.project import Project
from sphinx.util._pathlib import _StrPath

from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.extract.names import tame
from sphinxcontrib_kwindex.messages import _
from sphinxcontrib_kwindex.model import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

SUFFIX = '.kwindex'
FILETYPE = 'kwindex'

#: leads to the glossary, as ``genindex`` leads to the general index
LABEL = 'kwindex'

#: the file that all generated documents are "read" from: it never changes
_FILE = Path(__file__).parent / f'generated{SUFFIX}'


class Subject(NamedTuple):
    """What a generated page is about."""

    #: glossary, document or folder
    page: str
    #: the docname or the folder; empty for the whole project
    name: str = ''

    @property
    def patterns(self) -> tuple[str, ...]:
        """Whose keywords the page shows."""
        if self.page == 'document':
            return (f'/{glob_escape(self.name)}',)
        return (f'/{glob_escape(self.name)}/' if self.name else '/',)


def glob_escape(docname: str) -> str:
    """Make a pattern that matches just this name."""
    return ''.join(f'[{char}]' if char in '*?[' else char for char in docname)


def page_of(subject: Subject, root: str) -> str:
    """Name the generated document of a subject."""
    if subject.page == 'glossary':
        return f'{root}/index'
    if subject.page == 'document':
        return f'{root}/doc/{subject.name}'
    return f'{root}/folder/{subject.name}' if subject.name else f'{root}/all'


def subject_of(page: str, root: str) -> Subject:
    """Tell what a generated document is about."""
    rest = page.removeprefix(f'{root}/')
    first, _slash, name = rest.partition('/')
    if first == 'doc':
        return Subject('document', name)
    if first == 'folder':
        return Subject('folder', name)
    return Subject('folder' if rest == 'all' else 'glossary')


def folders_of(docnames: Iterable[str]) -> set[str]:
    """Name all folders that hold documents, at any depth; the empty name is the source root."""
    folders = set()
    for docname in docnames:
        while docname:
            docname = docname.rpartition('/')[0]  # noqa: PLW2901  from folder to folder
            folders.add(docname)
    return folders


def wanted_pages(docnames: AbstractSet[str], root: str, pages: Iterable[str]) -> set[str]:
    """Name the pages to generate for these documents."""
    subjects = {
        'glossary': [Subject('glossary')],
        'documents': [Subject('document', docname) for docname in docnames],
        'folders': [Subject('folder', folder) for folder in folders_of(docnames)],
    }
    return {page_of(subject, root) for page in pages for subject in subjects.get(page, ())}


class KeywordProject(Project):
    """A project that also has our generated documents."""

    def __init__(self, other: Project, root: str, pages: Iterable[str]) -> None:
        super().__init__(other.srcdir, other.source_suffix)
        self.root = root
        self.pages = tuple(pages)
        self.restore(other)
        #: docnames of the generated documents, among all docnames
        self.generated: set[str] = set(getattr(other, 'generated', ()))

    def restore(self, other: Project) -> None:
        """Take over a result of the last build."""
        super().restore(other)
        self.generated = set(getattr(other, 'generated', ()))

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ('**',)
    ) -> set[str]:
        """Find all documents, and foretell which ones will be generated.

        What turns out otherwise when all documents are read is put right by :meth:`generate`.
        """
        before = self.docnames - self.generated if self.generated else set()
        generated = self.generated
        authored = set(super().discover(exclude_paths, include_paths))
        new = self.wanted(authored - before)
        self.generate({page for page in self.wanted(authored) if page in generated | new}, authored)
        return self.docnames

    def wanted(self, authored: AbstractSet[str]) -> set[str]:
        """Name the pages for these documents, as the configuration has it."""
        return wanted_pages(authored, self.root, self.pages)

    def generate(self, pages: set[str], authored: AbstractSet[str]) -> None:
        """Make just these pages the generated documents; an author's own of that name wins."""
        self.docnames -= self.generated - authored
        taken = {docname.casefold() for docname in authored}
        self.generated = {page for page in pages if page.casefold() not in taken}
        self.docnames |= self.generated

    def doc2path(self, docname: str, absolute: bool) -> _StrPath:  # noqa: FBT001  Sphinx's signature
        """Give the path of a document: one constant file for all that have none."""
        if docname not in self.generated:
            return super().doc2path(docname, absolute)
        return _StrPath(_FILE if absolute else f'{docname}{SUFFIX}')


class KeywordParser(Parser):
    """Makes a title and a placeholder; it looks at the name of the document, not at the text."""

    supported: ClassVar[tuple[str, ...]] = (FILETYPE,)

    def parse(self, _inputstring: str, document: nodes.document) -> None:
        """Fill the doctree of a generated document."""
        env: BuildEnvironment = document.settings.env
        project = project_of(env)
        subject = subject_of(env.docname, project.root)
        metadata = {'orphan': ''} if subject.page == 'glossary' else {'orphan': '', 'nosearch': ''}
        docinfo = nodes.docinfo()
        for name, value in metadata.items():
            body = nodes.field_body('', nodes.paragraph('', value))
            docinfo += nodes.field('', nodes.field_name('', name), body)
        title = title_of(subject, env)
        section = nodes.section(ids=[f'kwindex-{subject.page}'], names=[])
        section += nodes.title('', title, translatable=False)
        style = 'glossary' if subject.page == 'glossary' else 'page'
        section += kwindex_listing(listing=Listing(env.docname, subject.patterns, style))
        document += [docinfo, section]


def title_of(subject: Subject, env: BuildEnvironment) -> str:
    """Give a generated document its title; the titles of all others must have been read."""
    if subject.page == 'glossary':
        return _('Keyword index')
    if subject.page == 'folder':
        return _('Keywords in %s') % f'{subject.name}/' if subject.name else _('All keywords')
    title = env.titles.get(subject.name)
    return _('Keywords in %s') % (tame(title.astext()) if title else subject.name)


def project_of(env: BuildEnvironment) -> KeywordProject:
    """Give the project, which is ours once a build has begun."""
    project = env.project
    assert isinstance(project, KeywordProject)
    return project


def install(app: Sphinx) -> None:
    """Put our project in the place of Sphinx's."""
    project = KeywordProject(app.project, app.config.kwindex_root, app.config.kwindex_pages)
    app.project = app.env.project = project


def read_them_last(_app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Leave the generated documents out of the reading: they are read when all titles are known."""
    generated = project_of(env).generated
    docnames[:] = [docname for docname in docnames if docname not in generated]


def generate(app: Sphinx, skipped: AbstractSet[str]) -> None:
    """Settle, when all others are read, which documents are generated, and read them."""
    env, project = app.env, project_of(app.env)
    authored = project.docnames - project.generated
    project.generate(project.wanted(authored - skipped), authored)
    for page in sorted(project.generated):
        title = title_of(subject_of(page, project.root), env)
        if page not in env.all_docs or env.titles[page].astext() != title:
            app.emit('env-purge-doc', env, page)
            env.clear_doc(page)
            app.builder.read_doc(page)
    for page in sorted(set(env.all_docs) - project.docnames):
        app.emit('env-purge-doc', env, page)
        env.clear_doc(page)
    _note_label(env, page_of(Subject('glossary'), project.root))


def _note_label(env: BuildEnvironment, glossary: str) -> None:
    """Make ``:ref:`kwindex``` lead to the glossary, unless an author uses that label."""
    std = env.domains.standard_domain
    if glossary in project_of(env).generated and LABEL not in std.labels:
        std.note_hyperlink_target(LABEL, glossary, '', _('Keyword index'))


def shown(env: BuildEnvironment, builder: Builder) -> frozenset[str]:
    """Name the generated documents that a builder shows: all, or the glossary, or none."""
    project = project_of(env)
    if not builder.format:
        return frozenset()
    if builder.name == 'epub':
        return frozenset(
            page for page in project.generated if subject_of(page, project.root).page == 'glossary'
        )
    return frozenset(project.generated)


def leave_out_what_is_not_shown(app: Sphinx, builder: Builder) -> None:
    """Keep generated documents from builders that show nothing, once all is read and saved."""
    project = project_of(app.env)
    project.docnames -= project.generated - shown(app.env, builder)
