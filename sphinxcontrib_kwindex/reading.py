"""How generated documents are read: the first as Sphinx reads any, the others without its detours.

Sphinx makes a parser of command lines, looks for configuration files and applies forty transforms
to each document; that is four fifths of what a document costs that holds a title and a placeholder.

What was read stands in files at once, and in Sphinx's environment when that is saved. After a build
that was interrupted between, these differ: a note beside the files says so, for all builders.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import DoctreeReadEvent, SphinxSmartQuotes, SphinxTransformer
from sphinx.transforms.i18n import TranslationProgressTotaliser
from sphinx.transforms.references import SphinxDomains

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from docutils.transforms import Transform
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: what Sphinx's own transforms do to a title and write into every document, and those by which
#: extensions see a document
_NEEDED = (SphinxSmartQuotes, SphinxDomains, DoctreeReadEvent, TranslationProgressTotaliser)

#: where those are that look for what a generated document does not have
_SPHINX = ('sphinx.transforms', 'sphinx.domains', 'sphinx.builders')


def read(app: Sphinx, pages: Sequence[str], fill: Callable[[nodes.document], None]) -> None:
    """Read generated documents; ``fill`` makes what is in them."""
    if pages:
        _note(app.env).touch()
        for page in pages:
            _make_room(Path(app.doctreedir), Path(app.doctreedir, f'{page}.doctree'))
        first, *others = pages
        app.builder.read_doc(first)
        model = app.env.get_doctree(first)
        transforms = _transforms(app)
        for page in others:
            _read(app, page, fill, model, transforms)
        app.env.temp_data.clear()
        app.env.ref_context.clear()


def was_interrupted(env: BuildEnvironment) -> bool:
    """Tell whether generated documents may have been read that the environment does not know."""
    return _note(env).is_file()


def end(app: Sphinx, exception: Exception | None) -> None:
    """Take note that what was read is saved."""
    if exception is None:
        _note(app.env).unlink(missing_ok=True)


def _note(env: BuildEnvironment) -> Path:
    return Path(env.doctreedir, 'kwindex.unfinished')


def _make_room(top: Path, path: Path) -> None:
    """Remove what was read long ago where there is a folder now, or a file where one was."""
    if path.is_dir():
        shutil.rmtree(path)
    for folder in path.relative_to(top).parents:
        if (top / folder).is_file():
            (top / folder).unlink()


def _read(
    app: Sphinx,
    page: str,
    fill: Callable[[nodes.document], None],
    model: nodes.document,
    transforms: Sequence[type[Transform]],
) -> None:
    """Read one document with the settings of another."""
    app.env.prepare_settings(page)
    app.emit('source-read', page, [''])  # some keep a list of documents by this event
    document = nodes.document(model.settings.copy(), model.reporter, source=model['source'])
    document.transformer = transformer = SphinxTransformer(document)
    transformer.set_environment(app.env)
    fill(document)
    transformer.add_transforms(transforms)
    transformer.apply_transforms()
    app.env.all_docs[page] = time.time_ns() // 1_000
    app.builder.write_doctree(page, document, _cache=False)
    # what Sphinx has loaded of it in an earlier build of the same application
    app.env._pickled_doctree_cache.pop(page, None)  # noqa: SLF001  it forgets none itself


def _transforms(app: Sphinx) -> list[type[Transform]]:
    """Choose what is applied to each document: our few of Sphinx's, and those of extensions."""
    return [
        transform
        for transform in app.registry.get_transforms()
        if issubclass(transform, _NEEDED) or not transform.__module__.startswith(_SPHINX)
    ]
