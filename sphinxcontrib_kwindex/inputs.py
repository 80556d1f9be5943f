"""What keyword pages are made from, digested: if it is the same, they need not be looked at.

This is much cheaper than to derive what a page shows. It may change where the page does not: that
a name stands one line further down is shown nowhere.
"""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import sidebar
from sphinxcontrib_kwindex.conditions import is_shown
from sphinxcontrib_kwindex.config import OPTIONS
from sphinxcontrib_kwindex.digest import digest
from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.remembered import remembered
from sphinxcontrib_kwindex.subjects import Subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx.application import Sphinx

    from sphinxcontrib_kwindex.index import ProjectIndex


def settings(app: Sphinx) -> str:
    """Digest what does not come from the documents."""
    config = app.config
    return digest(
        app.extensions[__package__].version,
        sys.version_info[:2],  # each has tables of Unicode, and a grammar, of its own
        config.language,
        [(name, config[name]) for name in OPTIONS],
        sidebar.is_used(app.builder),
    )


def project(app: Sphinx, conditions: Iterable[Iterable[str]]) -> str:
    """Digest all records as they are stored, and which of these conditions hold."""
    domain = KeywordDomain.of(app.env)
    answers = [is_shown(app.builder, tuple(chain)) for chain in conditions]
    paths = [(*domain.original(d), str(app.env.doc2path(d, base=False))) for d in domain.records]
    return digest(settings(app), domain.records.digest(), answers, paths)


class Contents:
    """What the keyword pages of documents and folders are about."""

    def __init__(self, app: Sphinx, index: ProjectIndex) -> None:
        domain = KeywordDomain.of(app.env)
        # a list is not cut where an author has taken the name of a page
        self._settings = digest(settings(app), project_of(app.env).taken(domain.records).files)
        self._index = index
        self._original = domain.original

    @cached_property
    def everything(self) -> str:
        """Digest what a page about all documents is made from."""
        return self._list(Subject('folder').patterns)

    def of(self, subject: Subject) -> str:
        """Digest all that a page, or the list of which it is a part, is made from."""
        if subject.page == 'document':
            return self._document(subject.name)
        return self._list(subject.patterns)

    @remembered
    def _list(self, patterns: tuple[str, ...]) -> str:
        documents = self._index.matching(patterns)
        return digest(self._settings, [(name, self._shared(name)) for name in documents])

    @remembered
    def _document(self, docname: str) -> str:
        """Digest what the page of a document is made from."""
        listed, original = self._index.digest_of(docname), self._original(docname)
        return digest(self._settings, self._shared(docname), listed, original)

    @remembered
    def _shared(self, docname: str) -> str:
        """Digest what pages about several documents are made from, of one of them."""
        record, shared = self._index.documents[docname], self._index.digest_of_shared(docname)
        return digest(record.title, record.sections, shared, list(self._elsewhere(docname)))

    def _elsewhere(self, docname: str) -> Iterator[object]:
        """Give what others say of names that this document lists, and where they say it."""
        for entry in self._index.listed(docname):
            for where, definition in entry.definitions:
                if where != docname:
                    record = self._index.documents[where]
                    section = record.sections[definition.section]
                    yield entry[:2], where, definition, record.title, section
