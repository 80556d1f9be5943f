"""Real files to measure on: published packages, fetched by name into a cache and unpacked there.

Each kind of package is fetched by its own tool (pip, npm, apt-get), configured as it is on this
machine; what a machine cannot fetch is left out, and said.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LARGEST = 400_000
_TIMEOUT = 600


class Package(NamedTuple):
    """A published package, and which of its files to take."""

    tool: str
    name: str
    suffix: str
    #: only below this folder
    under: str = ''


def files(packages: list[Package], cache: Path) -> Iterator[tuple[str, Path]]:
    """Give all files to measure, in an order that is always the same."""
    for package in packages:
        folder = unpacked(package, cache)
        for path in sorted(folder.rglob(f'*{package.suffix}')) if folder else ():
            inside = path.relative_to(folder).as_posix()
            if package.under in f'/{inside}' and _is_fit(path, folder):
                yield f'{package.name}/{inside}', path


def _is_fit(path: Path, folder: Path) -> bool:
    """Take sources that a person wrote, and each only once."""
    parts = path.relative_to(folder).parts
    links = any(folder.joinpath(*parts[: n + 1]).is_symlink() for n in range(len(parts)))
    generated = path.name.endswith('.d.ts') or '.min.' in path.name
    return path.is_file() and not links and not generated and path.stat().st_size < _LARGEST


def unpacked(package: Package, cache: Path) -> Path | None:
    """Fetch a package, unless it is there already, and return the folder that it is in."""
    folder = cache / f'{package.tool}-{package.name.strip("@").replace("/", "-")}'
    if not folder.exists():
        loading = folder.with_suffix('.loading')
        shutil.rmtree(loading, ignore_errors=True)
        loading.mkdir(parents=True)
        try:
            _FETCH[package.tool](package.name, loading)
        except (OSError, subprocess.SubprocessError) as error:
            print(f'{package.name} is left out: {error}')
            return None
        loading.rename(folder)
    return folder


def _npm(name: str, folder: Path) -> None:
    _run(['npm', 'pack', '--silent', name], folder)
    _untar(folder, '*.tgz')


def _pypi(name: str, folder: Path) -> None:
    pip = [sys.executable, '-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:']
    _run([*pip, name], folder)
    _untar(folder, '*.tar.gz')


def _debian(name: str, folder: Path) -> None:
    _run(['apt-get', 'download', '--quiet=2', name], folder)
    for archive in folder.glob('*.deb'):
        _run(['dpkg-deb', '--extract', archive.name, '.'], folder)
        archive.unlink()


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=_TIMEOUT)


def _untar(folder: Path, pattern: str) -> None:
    for archive in folder.glob(pattern):
        with tarfile.open(archive) as members:
            members.extractall(folder, filter='data')
        archive.unlink()


_FETCH = {'npm': _npm, 'pypi': _pypi, 'debian': _debian}
