"""The suffix of generated documents, which nobody else may have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.messages import Trouble, warn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.config import Config

SUFFIX = '.kwindex'
FILETYPE = 'kwindex'


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


def warn_of_files(paths: Iterable[Path]) -> None:
    """Name the files of authors that have our suffix."""
    for path in paths:
        what = 'this file is no document, since its suffix is that of generated pages'
        warn(Trouble.NAME_CLASH, f'{path}: {what}: rename it.')
