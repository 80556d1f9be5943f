"""What the filter of a list that is cut into ranges finds in all of them: one file for the list.

It is a script, since browsers load no other data from a file system.
"""

from __future__ import annotations

import hashlib
import json
from itertools import accumulate
from pathlib import Path
from string import ascii_letters
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex import labels
from sphinxcontrib_kwindex.documents import project_of
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.replacing import replace
from sphinxcontrib_kwindex.subjects import page_of, subject_of
from sphinxcontrib_kwindex.view import anchor_of, shown_name, slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx

    from sphinxcontrib_kwindex.project import KeywordProject
    from sphinxcontrib_kwindex.subjects import Subject
    from sphinxcontrib_kwindex.view.shelf import Range

#: builders whose pages have a filter and static files
BUILDERS = frozenset({'html', 'dirhtml'})

_START = 'window.kwindexData = '

#: one character for each kind
_LETTERS = dict(zip(Kind, ascii_letters, strict=False))


def data_file(first: str) -> str:
    """Name the file of a list by its first page."""
    return f'kwindex-data-{hashlib.sha256(first.encode()).hexdigest()[:8]}.js'


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write what changed when all pages are written, and delete what no page asks for."""
    domain = KeywordDomain.of(app.env)
    if exception or app.builder.name not in BUILDERS:
        return
    folder = Path(app.outdir, '_static')
    project, site = project_of(app.env), domain.site(app.builder)
    lists = sorted(project.ranges.keys() & site.generated)
    for first in lists:
        subject, path = subject_of(first, site.root), folder / data_file(first)
        if path.is_file() and domain.done.isdisjoint(_parts(subject, project)):
            continue  # what is found is also shown, on one of its pages
        data = content(site.shelf.ranges(subject)).encode()
        if _read(path) != data:
            replace(path, [data])
    wanted = set(map(data_file, lists))
    for path in folder.glob('kwindex-data-*.js'):
        if path.name not in wanted and (_read(path) or b'').startswith(_START.encode()):
            path.unlink()
    for path in folder.glob('kwindex-data-*.js.part'):
        path.unlink()


def _parts(subject: Subject, project: KeywordProject) -> set[str]:
    """Name all pages of a list."""
    ranges = project.ranges[page_of(subject, project.root)]
    return {page_of(subject._replace(part=n), project.root) for n in range(1, len(ranges) + 1)}


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None


def content(ranges: Sequence[Range]) -> str:
    """Write names and kinds as two long texts: a browser reads them faster than short ones."""
    entries = [entry for part in ranges for entry in part.entries]
    kinds = [kind for kind in Kind if any(entry.kind is kind for entry in entries)]
    anchors = (anchor_of(entry).removeprefix(f'kw-{slug(entry.kind)}-') for entry in entries)
    data = {
        'names': '\n'.join(map(shown_name, entries)),
        'kinds': ''.join(_LETTERS[entry.kind] for entry in entries),
        # letter -> the kind, as readers know it and as anchors begin
        'words': {_LETTERS[k]: [labels.singular(k), f'#kw-{slug(k)}-'] for k in kinds},
        # where the anchor is not just kind and name, without parentheses
        'ids': {n: a for n, a in enumerate(anchors) if a != entries[n].name},
        'ends': list(accumulate(len(part.entries) for part in ranges)),
    }
    return f'{_START}{json.dumps(data, ensure_ascii=False, separators=(",", ":"))};\n'
