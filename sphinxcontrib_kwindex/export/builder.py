"""``sphinx-build -b kwindex``: the index as JSON Lines; ``kwindex_json``: the same beside HTML."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.locale import __

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export.files import as_lines, write_if_changed
from sphinxcontrib_kwindex.export.objects import document_object, keyword_object, summary
from sphinxcontrib_kwindex.export.records import record_objects
from sphinxcontrib_kwindex.removing import remove
from sphinxcontrib_kwindex.replacing import discard_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.application import Sphinx


#: what is written, the summary first
FILES = ('kwindex.json', 'documents.jsonl', 'keywords.jsonl', 'records.jsonl')


class WholeBuilder(Builder):
    """A builder that derives everything from the index in one go, each time."""

    format = ''
    allow_parallel = True

    def get_outdated_docs(self) -> str:
        """Write everything."""
        return 'all documents'

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:  # noqa: ARG002  Sphinx's
        """Name documents by themselves: this output has no addresses."""
        return docname

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Nothing is written for a document alone."""


class KeywordBuilder(WholeBuilder):
    """Writes what the index knows, sorted, one object a line."""

    name = 'kwindex'
    epilog = __('The keyword index is in %(outdir)s.')

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Write all files."""
        write_exports(self, Path(self.outdir))


def write_beside(app: Sphinx, exception: Exception | None) -> None:
    """Write the exports into the folder of the generated pages, if ``kwindex_json`` is set.

    Books have no use for them: builders that pack their pages get none.
    """
    domain, builder = KeywordDomain.of(app.env), app.builder
    written, packs = domain.written, getattr(builder, 'embedded', False)
    if exception is None and written and builder.format == 'html' and not packs:
        root = app.config.kwindex_root
        wanted = root if app.config.kwindex_json else ''
        if wanted and not (domain.is_same and _is_whole(Path(app.outdir, wanted))):
            write_exports(builder, Path(app.outdir, wanted))
        for folder in sorted({root, written.exports} - {wanted, ''}):
            _remove_exports(Path(app.outdir), Path(app.outdir, folder))
        domain.written = written._replace(exports=wanted)


def _is_whole(folder: Path) -> bool:
    return all((folder / name).is_file() for name in FILES)


def _remove_exports(out: Path, folder: Path) -> None:
    """Remove what an earlier build wrote, or began to; the summary last, since it tells."""
    is_ours = _is_ours(folder / FILES[0])
    for path in (folder / name for name in reversed(FILES) if folder.is_dir()):
        discard_part(path)
        if is_ours:
            remove(path, out)


def _is_ours(path: Path) -> bool:
    """Tell whether a file is the summary of an export."""
    try:
        return bool(json.loads(path.read_text(encoding='utf-8'))['generator'])
    except (OSError, ValueError, LookupError, TypeError):
        return False


def write_exports(builder: Builder, folder: Path) -> None:
    """Write what has changed of the exports."""
    for name, objects in _exports(builder):
        write_if_changed(folder / name, as_lines(objects))


def _exports(builder: Builder) -> Iterator[tuple[str, Iterable[dict[str, Any]]]]:
    """Give each file with its objects, which are made one by one."""
    index = KeywordDomain.of(builder.env).site(builder).index
    shown = [docname for docname, record in index.documents.items() if not record.skip]
    yield 'kwindex.json', [summary(builder.config, index)]
    yield (
        'documents.jsonl',
        (document_object(docname, source_of(docname, builder), index) for docname in shown),
    )
    yield 'keywords.jsonl', (keyword_object(entry, index) for entry in index.glossary)
    yield (
        'records.jsonl',
        chain.from_iterable(record_objects(docname, index) for docname in shown),
    )


def source_of(docname: str, builder: Builder) -> str:
    """Name the file of a document, from the source directory on."""
    return Path(builder.env.doc2path(docname, base=False)).as_posix()
