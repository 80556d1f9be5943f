"""Measure ``kwcheck`` on published packages: as they are, and with ten names changed.

    python tests/check/real.py CACHE [PACKAGE ...]

fetches the source distribution of each package with pip and builds its documentation twice with
its own configuration, in an environment where the package and what its documentation needs are
installed. First untouched: every finding is printed, for a person to judge. Then with ten
functions, classes and options renamed in a copy of the sources: each must be reported at all
lines of the documentation where this program, which only searches the text, finds it as code.
Inventories of others are not fetched. Exit status 1: a renamed name was not reported.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

from sphinxcontrib_kwindex.check.symbol_index import external_names

REPOSITORY = Path(__file__).parent.parent.parent
CHANGED = 10
#: what is the project's: a role of a call or class, a call, or a name in a module
_MARKED = (
    r'[:{{](?:func|meth|class|exc)[:}}]`[~.!]?(?:[^`<]+<)?(?:[\w.]+\.)?{name}(?:\(\))?>?`'
    r'|`[\w.]*(?<!\w){name}\(\)`|`(?:[^`<]+<)?(?:{top})\.(?:[\w.]+\.)?{name}>?`'
)
_OPTION = r'`+[\w ]*{name}(?![\w-])'


class Package(NamedTuple):
    """A package, and where in it are what."""

    name: str
    docs: str
    sources: str
    #: for PYTHONPATH
    root: str
    #: whether its documentation can be built with other names in the sources: neither Sphinx
    #: nor the documentation itself may run them
    changes: bool = True


PACKAGES = [
    Package('flask', 'docs', 'src', 'src'), Package('click', 'docs', 'src', 'src', changes=False),
    Package('werkzeug', 'docs', 'src', 'src'),
    Package('jinja2', 'docs', 'src', 'src', changes=False), Package('attrs', 'docs', 'src', 'src'),
    Package('marshmallow', 'docs', 'src', 'src'),
    Package('urllib3', 'docs', 'src', 'src', changes=False),
    Package('sphinx', 'doc', 'sphinx', '.', changes=False),
    Package('aiohttp', 'docs', 'aiohttp', '.', changes=False),
    Package('tornado', 'docs', 'tornado', '.', changes=False),
    Package('falcon', 'docs', 'falcon', '.'),
    Package('coverage', 'doc', 'coverage', '.', changes=False),
    Package('zope.interface', 'docs', 'src', 'src', changes=False),
    Package('wtforms', 'docs', 'src', 'src'), Package('itsdangerous', 'docs', 'src', 'src'),
    Package('setuptools', 'docs', 'setuptools', '.', changes=False),
    Package('peewee', 'docs', '.', '.', changes=False), Package('arrow', 'docs', 'arrow', '.'),
    Package('invoke', 'sites/docs', 'invoke', '.'),
    Package('pyramid', 'docs', 'src', 'src', changes=False), Package('simpy', 'docs', 'src', 'src'),
    Package('mako', 'doc/build', 'mako', '.', changes=False),
    Package('watchdog', 'docs/source', 'src', 'src'),
]  # fmt: skip


def unpacked(package: Package, cache: Path) -> Path:
    folder = cache / package.name
    if not folder.exists():
        loading = cache / f'{package.name}.loading'
        loading.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, '-m', 'pip', 'download', '-q', '--no-deps', '--no-binary', ':all:']
        subprocess.run([*pip, package.name], cwd=loading, check=True)
        for archive in loading.glob('*.tar.gz'):
            with tarfile.open(archive) as members:
                members.extractall(loading, filter='data')
        (inside,) = (path for path in loading.iterdir() if path.is_dir())
        inside.rename(folder)
        shutil.rmtree(loading)
    return folder


def prepared(package: Package, cache: Path, version: str, conf: str) -> Path:
    """Copy a package, with more in the configuration of its documentation."""
    copy = cache / f'{package.name}-{version}'
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(unpacked(package, cache), copy, symlinks=True)
    with (copy / package.docs / 'conf.py').open('a', encoding='utf-8') as file:
        file.write(f'\n\nintersphinx_mapping = {{}}\n{conf}')
    return copy


def checked(package: Package, cache: Path, version: str) -> Path:
    """Copy a package, with the names in its sources known to the check."""
    sources = Path(os.path.relpath(package.sources, package.docs)).as_posix()
    conf = 'extensions = [*extensions, "sphinxcontrib_kwindex"]\nkwcheck_sources = ["{}/**/*.py"]\n'
    return prepared(package, cache, version, conf.format(sources))


def check(package: Package, copy: Path) -> list[dict[str, object]]:
    out = copy / '_kwcheck'
    path = os.pathsep.join([str(REPOSITORY), str(copy / package.root)])
    command = [sys.executable, '-m', 'sphinx', '-Q', '-b', 'kwcheck', package.docs, out]
    environment = os.environ | {'PYTHONPATH': path}
    subprocess.run(command, cwd=copy, env=environment, check=False)
    lines = (out / 'kwcheck.jsonl').read_text(encoding='utf-8').splitlines()
    return [json.loads(line) for line in lines]


def texts(folder: Path) -> dict[str, list[str]]:
    """Give the lines of all documents that are about the present."""
    paths = (p for suffix in ('*.rst', '*.md') for p in folder.rglob(suffix))
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding='utf-8').splitlines()
        for path in sorted(paths)
        if not re.search(r'change|histor|news|whats?[-_]?new|upgrad|deprecat', path.as_posix())
    }


def places(name: str, documents: dict[str, list[str]]) -> set[tuple[str, int]]:
    """Find the lines on which a name is marked as code."""
    form = _OPTION if name.startswith('--') else _MARKED
    pattern = re.compile(form.format(name=re.escape(name), top=r'[a-z]\w+'))
    return {
        (file, number)
        for file, lines in documents.items()
        for number, line in enumerate(lines, 1)
        if pattern.search(line)
    }


def candidates(code: str, documents: dict[str, list[str]]) -> list[str]:
    """Choose names that are defined once, and marked as code in the documentation."""
    defined = re.findall(r'^ *(?:def|class) ([A-Za-z]\w{4,})\b', code, re.MULTILINE)
    options = re.findall(r"""^ *["'](--[a-z][\w-]+)["'],""", code, re.MULTILINE)
    others = external_names()
    once = [n for n in dict.fromkeys([*options, *defined]) if (*options, *defined).count(n) == 1]
    return [name for name in once if name not in others and places(name, documents)]


def chosen(names: list[str]) -> list[str]:
    """Take some of each sort, from all over the sources."""
    sorts = [
        [n for n in names if n.startswith('--')][:2],
        [n for n in names if n[0].isupper()],
        [n for n in names if n[0].islower()],
    ]
    result = sorts[0]
    for sort, share in ((sorts[1], (CHANGED - len(result)) // 2), (sorts[2], CHANGED)):
        number = min(share, CHANGED - len(result), len(sort))
        result += [sort[i * len(sort) // number] for i in range(number)]
    return result


def change(names: list[str], folder: Path) -> None:
    """Rename all in the sources, and in nothing else."""
    for path in sorted(folder.rglob('*.py')):
        text = before = path.read_text(encoding='utf-8')
        for name in names:
            text = re.sub(rf'(?<![\w-]){re.escape(name)}(?![\w-])', renamed(name), text)
        if text != before:
            path.write_text(text, encoding='utf-8')


def renamed(name: str) -> str:
    return f'{name}-anew' if name.startswith('--') else f'{name}Anew'


def measure(package: Package, cache: Path) -> bool:
    plain = checked(package, cache, 'plain')
    documents = texts(plain / package.docs)
    findings = check(package, plain)
    print(f'\n{package.name}: {len(documents)} documents, {len(findings)} findings untouched')
    for one in findings:
        where = f'{one["file"]}:{one["line"]}'
        print(f'  {where}: {one["finding"]} {one["name"]} → {one["suggestion"]}')
    return package.changes and has_missed(package, cache, documents, findings)


def has_missed(package, cache, documents, findings) -> bool:
    plain = cache / f'{package.name}-plain'
    code = ''.join(
        path.read_text(encoding='utf-8') for path in sorted((plain / package.sources).rglob('*.py'))
    )
    wrong = {(one['file'], one['line']) for one in findings}
    names = chosen([n for n in candidates(code, documents) if places(n, documents) - wrong])
    copy = checked(package, cache, 'changed')
    change(names, copy / package.sources)
    known = {(one['file'], one['line'], one['name']) for one in findings}
    new = [f for f in check(package, copy) if (f['file'], f['line'], f['name']) not in known]
    missed = []
    for name in names:
        expected = places(name, documents)
        found = {
            (f['file'], f['line'])
            for f in new
            if re.search(rf'(?<![\w-]){re.escape(name)}$', str(f['name']))
        }
        at = len(expected & found)
        print(f'  {name}: reported at {at} of {len(expected)} lines, and at {len(found) - at} more')
        for file, line in sorted(expected - found):
            print(f'      not at {file}:{line}: {documents[file][line - 1].strip()[:90]}')
        missed += [name] * (not at)
    print(f'  {len(names) - len(missed)} of {len(names)} renamed names are reported')
    return bool(missed) or len(names) < CHANGED


def main() -> int:
    cache, *wanted = sys.argv[1:]
    packages = [p for p in PACKAGES if p.name in wanted or not wanted]
    missed = [measure(package, Path(cache).resolve()) for package in packages]
    return int(any(missed))


if __name__ == '__main__':
    sys.exit(main())
