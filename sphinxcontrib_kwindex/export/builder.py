"""``sphinx-build -b kwindex``: the index as JSON Lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.locale import __

from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.export.objects import document_object, keyword_object, summary

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from docutils import nodes


class KeywordBuilder(Builder):
    """Writes what the index knows, sorted, one object a line."""

    name = 'kwindex'
    format = ''
    epilog = __('The keyword index is in %(outdir)s.')
    allow_parallel = True

    def get_outdated_docs(self) -> str:
        """Write everything in one go."""
        return 'all documents'

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:  # noqa: ARG002  Sphinx's
        """Name documents by themselves: this output has no addresses."""
        return docname

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Write the three files."""
        site = KeywordDomain.of(self.env).site(self)
        index = site.index
        shown = [docname for docname, record in index.documents.items() if not record.skip]
        self._write('kwindex.json', [summary(self.config, len(shown), index)])
        self._write(
            'documents.jsonl',
            (document_object(docname, self._source(docname), index) for docname in shown),
        )
        self._write('keywords.jsonl', (keyword_object(entry, index) for entry in index.glossary))

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Nothing is written for a document alone."""

    def _source(self, docname: str) -> str:
        return Path(self.env.doc2path(docname, base=False)).as_posix()

    def _write(self, name: str, objects: Iterable[dict[str, Any]]) -> None:
        with Path(self.outdir, name).open('w', encoding='utf-8', newline='\n') as file:
            file.writelines(json.dumps(obj, ensure_ascii=False) + '\n' for obj in objects)
