"""The documentations to measure on: prepared by the benchmark itself, kept out of the project."""

import re
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SHARED = REPOSITORY.parent / 'shared' / 'corpora' / 'repo-docs-500.tar.xz'

CORPORA = ['repo500', 'django', 'sphinx']

#: package -> its docs
_SDISTS = {'django': 'docs', 'sphinx': 'doc'}

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

#: what a multiplied corpus has otherwise: a root of its own, and no table of all documents beside
#: each of them, which costs Sphinx the square of their number
_MULTIPLIED = """
root_doc = master_doc = 'index'
html_sidebars = {'**': []}
"""

#: what documents may be written in; Django's are .txt
_SUFFIXES = ['.md', '.rst', '.txt']

#: how the folders at the top are called that hold no documents, but what the conf.py needs
_BESIDE = '_'

#: the directives of objects, up to the name
_OBJECT = re.compile(
    r'^ *\.\. (?:\w+:)?(?:class|exception|function|method|attribute|data|module|envvar|setting'
    r'|confval|directive|role|event|program|templatetag|templatefilter|fieldlookup):: +',
    re.MULTILINE,
)

#: extensions that are not needed to read the documents, and not always installed
_DROPPED = ['sphinx_copybutton', 'sphinx.ext.intersphinx', 'sphinxcontrib.websupport']


def default():
    """Prefer the shared corpus, else what the package index has."""
    return 'repo500' if SHARED.is_file() else 'sphinx'


def prepare(name, cache):
    """Make a source directory whose conf.py lets the benchmark add extensions and values."""
    source = Path(cache) / f'corpus-{name}'
    if not source.is_dir():
        with _whole(source) as part:
            conf = _unpack(part) if name == 'repo500' else _copy(_download(name, Path(cache)), part)
            (part / 'conf.py').write_text(conf + _HOOK.format(drop=_DROPPED), encoding='utf-8')
    return source


@contextmanager
def _whole(folder):
    """Give a folder to fill; it gets its name when that is done, so that half of one is none."""
    part = folder.with_name(f'{folder.name}.part')
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    yield part
    part.rename(folder)


def _unpack(target):
    """Unpack the shared corpus; give its conf.py."""
    with tarfile.open(SHARED) as archive:
        archive.extractall(target, filter='data')
    names = sorted(p.relative_to(target).with_suffix('') for p in target.rglob('*.md'))
    entries = ''.join(f'   {name.as_posix()}\n' for name in names)
    (target / 'index.rst').write_text(f'Corpus\n======\n\n.. toctree::\n\n{entries}')
    return _PLAIN_CONF


def _copy(docs, target):
    """Copy the docs of a package; give their conf.py."""
    shutil.copytree(docs, target, dirs_exist_ok=True)
    return (target / 'conf.py').read_text(encoding='utf-8')


def _download(name, cache):
    """Unpack the docs of a package's source distribution."""
    folder = cache / f'sdist-{name}'
    if not folder.is_dir():
        command = [sys.executable, '-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', ':all:']
        with _whole(folder) as part:
            subprocess.run([*command, '-d', part, name], check=True)
            (archive,) = part.glob('*.tar.gz')
            with tarfile.open(archive) as file:
                file.extractall(part, filter='data')
    (root,) = (path for path in folder.iterdir() if path.is_dir())
    return root / _SDISTS[name]


def _documents(source):
    """Give the sources in the format that most of them have: the rest is no document, or a few."""
    files = sorted(
        path
        for suffix in _SUFFIXES
        for path in source.rglob(f'*{suffix}')
        if not path.relative_to(source).parts[0].startswith(_BESIDE) and path.stem != 'requirements'
    )
    (suffix, _), *_ = Counter(path.suffix for path in files).most_common()
    return [path for path in files if path.suffix == suffix]


def some_document(source):
    """Choose the document to edit: one in the middle, not the root."""
    documents = _documents(source)
    return documents[(len(documents) - 1) // 2]


def _conf_of(source, target):
    """Copy the conf.py of a corpus, with the modules, themes and templates that it needs."""
    target.mkdir(parents=True)
    for path in [*source.glob('*.py'), *source.glob(f'{_BESIDE}*')]:
        (shutil.copytree if path.is_dir() else shutil.copy)(path, target / path.name)
    with (target / 'conf.py').open('a', encoding='utf-8') as conf:
        conf.write(_MULTIPLIED)


def _renamed(text, copy):
    """Give most of what a copy defines a name of its own."""
    text = text.replace('class ', f'class C{copy}_').replace('def ', f'def f{copy}_')
    return _OBJECT.sub(rf'\g<0>c{copy}_', text)


def multiply(source, target, documents):
    """Copy a corpus until it has so many documents, each copy with names of its own."""
    originals = _documents(source)
    shutil.rmtree(target, ignore_errors=True)
    _conf_of(source, target)
    names = []
    for number in range(documents):
        copy, which = divmod(number, len(originals))
        path = target / f'copy{copy}' / originals[which].relative_to(source)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = originals[which].read_text(encoding='utf-8')
        path.write_text(_renamed(text, copy), encoding='utf-8')
        names.append(path.relative_to(target).with_suffix('').as_posix())
    # no copy stands beside the root, thus none is in its place
    entries = ''.join(f'   {name}\n' for name in names)
    suffix = '.txt' if originals[0].suffix == '.txt' else '.rst'
    (target / f'index{suffix}').write_text(f'Corpus\n======\n\n.. toctree::\n\n{entries}')
    return target
