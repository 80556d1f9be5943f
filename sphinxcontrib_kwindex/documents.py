"""The generated pages: documents to Sphinx in every way, but for a file in the source tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.environment import CONFIG_OK
from sphinx.parsers import Parser
from sphinx.project import Project
from sphinx.util._pathlib import _StrPath

from sphinxcontrib_kwindex import reading
from sphinxcontrib_kwindex.directive import kwindex_listing
from sphinxcontrib_kwindex.export.markdown.ours import pages_among
from sphinxcontrib_kwindex.extract.names import tame
from sphinxcontrib_kwindex.messages import Trouble, _, warn
from sphinxcontrib_kwindex.model import Listing
from sphinxcontrib_kwindex.subjects import Subject, page_of, subject_of, wanted_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet
    from os import PathLike

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

SUFFIX = '.kwindex'
FILETYPE = 'kwindex'

#: leads to the glossary, as ``genindex`` leads to the general index
LABEL = 'kwindex'

#: the file that all generated documents are "read" from: it never changes
_FILE = Path(__file__).parent / f'generated{SUFFIX}'


class KeywordProject(Project):
    """A project that also has our generated documents."""

    def __init__(
        self, other: Project, root: str, pages: Iterable[str], *, in_folders: bool = False
    ) -> None:
        super().__init__(other.srcdir, other.source_suffix)
        self.root = root
        #: whether the builder makes a folder of each document
        self._in_folders = in_folders
        self.pages = tuple(pages)
        self.restore(other)
        #: docnames of the generated documents, among all docnames
        self.generated: set[str] = set()
        #: pages that are left out -> the pages that are written to their files instead
        self.left_out: dict[str, str] = {}
        #: files of authors with our suffix, as the search for documents comes upon them
        self._strays: set[Path] = set()
        #: the authors' documents of the last build
        self.known: set[str] = set()
        #: whether the last build had another configuration, so that everything is written anew
        self.changed = True
        #: page -> labels of its ranges, for lists that are too long for one page
        self.ranges: dict[str, tuple[str, ...]] = {}

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ('**',)
    ) -> set[str]:
        """Find all documents, and foretell which ones will be generated.

        What turns out otherwise when all documents are read is put right by :meth:`generate`.
        """
        generated, self.generated, self._strays = self.generated, set(), set()
        found = super().discover(exclude_paths, include_paths)
        for path in sorted(self._strays):
            what = 'this file is no document, since its suffix is that of generated pages'
            warn(Trouble.NAME_CLASH, f'{self.srcdir / path}: {what}: rename it.')
        found -= pages_among(found, lambda docname: Path(self.doc2path(docname, absolute=True)))
        authored = set(found)
        new = self.wanted(authored - self.known)
        self.generate(self.wanted(authored) & (generated | new), authored)
        return self.docnames

    def path2doc(self, filename: str | PathLike[str]) -> str | None:
        """Name the document of a file: with our suffix, there are just the generated ones."""
        docname = super().path2doc(filename)
        if Path(filename).name.endswith(SUFFIX) and docname not in self.generated:
            self._strays.add(Path(filename))
            return None
        return docname

    def wanted(self, authored: AbstractSet[str]) -> set[str]:
        """Name the pages for these documents, as the configuration has it."""
        pages = wanted_pages(authored, self.root, self.pages)
        return pages | {
            page_of(subject_of(page, self.root)._replace(part=part), self.root)
            for page in self.ranges.keys() & pages
            for part in range(2, len(self.ranges[page]) + 1)
        }

    def generate(self, pages: set[str], authored: AbstractSet[str]) -> None:
        """Make just these pages the generated documents; an author's own of that name wins."""
        self.docnames -= self.generated - authored
        taken = {self.file(docname) for docname in authored}
        free = {self.file(page): page for page in sorted(pages, reverse=True)}
        found = {page for file, page in free.items() if file not in taken}
        self.generated = {page for page in found if self._first(page) in found}
        self.left_out = {
            page: first
            for page in pages - self.generated
            if (first := free[self.file(page)]) in self.generated
        }
        self.docnames |= self.generated

    def _first(self, page: str) -> str:
        """Name the first page of the list of which a page shows a part."""
        return page_of(subject_of(page, self.root)._replace(part=1), self.root)

    def taken(self, authored: Iterable[str]) -> set[str]:
        """Name the files among those of our pages that documents of authors are written to."""
        folder = self.file(f'{self.root}/x')[:-1]
        return {file for file in map(self.file, authored) if file.startswith(folder)}

    def file(self, docname: str) -> str:
        """Tell in which file a document is written: on some disks, case makes no difference."""
        folded = docname.casefold()
        return folded.removesuffix('/index') if self._in_folders else folded

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
        return _('Keywords in %s') % f'{subject.name}/' if subject.name else _('All keywords')
    return _('Keywords in %s') % title_of_document(env, subject.name)


def title_of_document(env: BuildEnvironment, docname: str) -> str:
    """Give the title of an author's document; of one without a title, its name."""
    title = tame(env.titles[docname].astext()) if docname in env.titles else ''
    return title if title not in {'', '<no title>'} else docname


def project_of(env: BuildEnvironment) -> KeywordProject:
    """Give the project, which is ours once a build has begun."""
    project = env.project
    assert isinstance(project, KeywordProject)
    return project


def keep_suffix(_app: Sphinx, config: Config) -> None:
    """Let no author have our suffix; Sphinx adds it when it has read what they say."""
    given = config.source_suffix
    named = (given,) if isinstance(given, str) else given
    if not isinstance(named, (list, tuple, dict)):
        return  # as Sphinx says next
    types = named if isinstance(named, dict) else dict.fromkeys(named, 'restructuredtext')
    if types.get(SUFFIX, FILETYPE) == FILETYPE:  # Sphinx adds it to its default for good
        return
    warn(
        Trouble.NAME_CLASH,
        f'conf.py: source_suffix: {SUFFIX!r} is the suffix of generated pages and is left out: '
        'take another one, and rename the files.',
    )
    others = {suffix: type_ for suffix, type_ in types.items() if suffix != SUFFIX}
    config.source_suffix = others or {'.rst': 'restructuredtext'}


def install(app: Sphinx) -> None:
    """Put our project in the place of Sphinx's."""
    env, config = app.env, app.config
    in_folders = isinstance(app.builder, DirectoryHTMLBuilder)
    project = KeywordProject(
        app.project, config.kwindex_root, config.kwindex_pages, in_folders=in_folders
    )
    if env.config_status == CONFIG_OK:
        project.changed = False
        project.ranges = env.domaindata['kw'].get('ranges', {})
        project.known = set(env.domaindata['kw']['records'])
        project.generated = set(env.all_docs) - project.known
    app.project = env.project = project


def taken_over(
    _app: Sphinx, env: BuildEnvironment, _added: set[str], _changed: set[str], _removed: set[str]
) -> list[str]:
    """Name the documents of authors that were generated ones, whatever the age of their files."""
    authored = project_of(env).docnames - project_of(env).generated
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
) -> None:
    """Settle, when all others are read, which documents are generated, and read them.

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
    new = [page for page in sorted(project.generated) if _is_new(page, env)]
    known = set(env.all_docs)  # to forget the others, Sphinx would look through all objects
    for page in sorted(known.intersection(new) | known - project.docnames):
        app.emit('env-purge-doc', env, page)
        env.clear_doc(page)
    reading.read(app, new, fill)
    _note_label(env, page_of(Subject('glossary'), project.root))


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
