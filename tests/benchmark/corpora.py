"""The documentations to measure on: prepared by the benchmark itself, kept out of the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SHARED = REPOSITORY.parent / 'shared' / 'corpora' / 'repo-docs-500.tar.xz'

CORPORA = ['repo500', 'django', 'sqlalchemy', 'sphinx']

#: package -> (its docs, names of extensions that the package index does not have)
_SDISTS = {'django': 'docs', 'sqlalchemy': 'doc/build', 'sphinx': 'doc'}

_PLAIN_CONF = """
project = 'corpus'
extensions = ['myst_parser']
suppress_warnings = ['myst', 'toc', 'misc.highlighting_failure', 'ref']
"""

_HOOK = """

import json as _json, os as _os
extensions = [e for e in globals().get('extensions', []) if e not in {drop!r}]
extensions += _os.environ.get('BENCH_EXTENSIONS', '').split()
globals().update(_json.loads(_os.environ.get('BENCH_CONFIG', '{{}}')))
intersphinx_mapping = {{}}
"""

#: extensions that are not needed to read the documents, and not always installed
_DROPPED = [
    'zzzeeksphinx', 'changelog', 'sphinx_paramlinks', 'sphinx_copybutton',
    'sphinx.ext.intersphinx', 'sphinxcontrib.websupport',
]  # fmt: skip


#: where extensions are installed that are measured too
PACKAGES = Path(tempfile.gettempdir()) / f'kwindex-bench-packages-{sys.version_info[1]}'


def install(packages):
    """Install packages where nobody else finds them; say whether that went well."""
    command = [sys.executable, '-m', 'pip', 'install', '-qq', '--no-deps', '--upgrade', '--target', PACKAGES]
    return subprocess.run([*command, *packages], check=False).returncode == 0


def default():
    """Prefer the shared corpus, else what the package index has."""
    return 'repo500' if SHARED.is_file() else 'sphinx'


def prepare(name, cache):
    """Make a source directory whose conf.py lets the benchmark add extensions and values."""
    source = Path(cache) / f'corpus-{name}'
    if source.is_dir():
        return source
    if name == 'repo500':
        source.mkdir(parents=True)
        with tarfile.open(SHARED) as archive:
            archive.extractall(source, filter='data')
        names = sorted(p.relative_to(source).with_suffix('') for p in source.rglob('*.md'))
        entries = ''.join(f'   {name.as_posix()}\n' for name in names)
        (source / 'index.rst').write_text(f'Corpus\n======\n\n.. toctree::\n\n{entries}')
        conf = _PLAIN_CONF
    else:
        docs = _download(name, Path(cache))
        shutil.copytree(docs, source)
        conf = (source / 'conf.py').read_text(encoding='utf-8')
    (source / 'conf.py').write_text(conf + _HOOK.format(drop=_DROPPED), encoding='utf-8')
    return source


def _download(name, cache):
    """Unpack the docs of a package's source distribution."""
    folder = cache / f'sdist-{name}'
    if not folder.is_dir():
        command = [sys.executable, '-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', ':all:']
        subprocess.run([*command, '-d', folder, name], check=True)
        (archive,) = folder.glob('*.tar.gz')
        with tarfile.open(archive) as file:
            file.extractall(folder, filter='data')
    (root,) = (path for path in folder.iterdir() if path.is_dir())
    return root / _SDISTS[name]


def some_document(source):
    """Choose the document to edit: one in the middle, not the root."""
    documents = sorted(p for p in source.rglob('*') if p.suffix in {'.md', '.txt', '.rst'})
    return documents[len(documents) // 2]


def multiply(source, target, documents):
    """Copy a corpus until it has so many documents, each copy with names of its own."""
    originals = sorted(p for p in source.rglob('*.md'))
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    # a table of all documents beside each of them costs Sphinx the square of their number
    conf = (source / 'conf.py').read_text(encoding='utf-8')
    (target / 'conf.py').write_text(f"{conf}html_sidebars = {{'**': []}}\n", encoding='utf-8')
    names = []
    for number in range(documents):
        original = originals[number % len(originals)]
        copy = number // len(originals)
        path = target / f'copy{copy}' / original.relative_to(source)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = original.read_text(encoding='utf-8')
        # a name of its own for most of what a copy defines
        path.write_text(text.replace('class ', f'class C{copy}_').replace('def ', f'def f{copy}_'))
        names.append(path.relative_to(target).with_suffix('').as_posix())
    entries = ''.join(f'   {name}\n' for name in names)
    (target / 'index.rst').write_text(f'Corpus\n======\n\n.. toctree::\n\n{entries}')
    return target


def page_of_keywords(target, *, keywords, pages):
    """Make documents that define so many keywords, and link to as many."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    (target / 'conf.py').write_text('extensions = []\n' + _HOOK.format(drop=_DROPPED))
    names = [f'page{number}' for number in range(pages)]
    for number, name in enumerate(names):
        links = '\n'.join(
            f'* :envvar:`NAME_{(number + 1) % pages}_{k}` is used' for k in range(keywords)
        )
        defined = '\n\n'.join(f'.. envvar:: NAME_{number}_{k}' for k in range(keywords))
        (target / f'{name}.rst').write_text(f'Page\n====\n\n{links}\n')
        (target / f'{name}_defs.rst').write_text(f'Definitions\n===========\n\n{defined}\n')
    entries = ''.join(f'   {name}\n   {name}_defs\n' for name in names)
    (target / 'index.rst').write_text(f'Index\n=====\n\n.. toctree::\n\n{entries}')
    return target
