"""Builds that are killed between two operations on files, of which Python tells us each."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from typing import TYPE_CHECKING, NamedTuple

from project import build

if TYPE_CHECKING:
    from pathlib import Path

#: forks of a process that has loaded Sphinx, and has no threads: they begin at once
_FORKS = multiprocessing.get_context('forkserver')
_FORKS.set_forkserver_preload(['project', 'sphinx.builders.html', 'sphinxcontrib_kwindex'])

_CHANGES = {'os.rename': 1, 'os.remove': 0, 'os.mkdir': 0, 'os.rmdir': 0}


class Moment(NamedTuple):
    """Just before the nth change of a file, or when it has just been emptied to be written."""

    number: int
    what: str
    #: from the directory of the project on
    path: str
    is_cut: bool = False


class _Watch:
    """Sees all changes of files below a directory."""

    def __init__(self, base: Path, log: int, moment: Moment | None) -> None:
        self._base, self._log, self._moment = f'{base}{os.sep}', log, moment
        self._number = 0

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        path = _changed(event, arguments)
        if self._log and path.startswith(self._base):
            self._number += 1
            os.write(self._log, f'{event}\t{path.removeprefix(self._base)}\n'.encode())
            if self._moment and self._number == self._moment.number:
                if self._moment.is_cut:
                    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC))
                os.kill(os.getpid(), signal.SIGKILL)

    def end(self) -> None:
        self._log = 0  # a hook stays for good


def _changed(event: str, arguments: tuple[object, ...]) -> str:
    """Give the path that is about to be changed."""
    if event == 'open':
        path, mode, flags = arguments
        writes = set('wax+') & set(mode or '') or int(flags or 0) & (os.O_WRONLY | os.O_RDWR)
        return os.fspath(path) if writes and not isinstance(path, int) else ''
    path = arguments[_CHANGES[event]] if event in _CHANGES else ''
    return os.fspath(path)


def _build(base: Path, log: Path, moment: Moment | None) -> None:
    with log.open('wb', buffering=0) as file:
        watch = _Watch(base, file.fileno(), moment)
        sys.addaudithook(watch)
        build(base / 'source', base / 'out', base / 'doctrees')
        watch.end()


def _run(base: Path, moment: Moment | None) -> tuple[int, list[list[str]]]:
    log = base.with_name('log')
    process = _FORKS.Process(target=_build, args=(base, log, moment))
    process.start()
    process.join()
    lines = log.read_text(encoding='utf-8').splitlines()
    return process.exitcode, [line.split('\t') for line in lines]


def is_killed(base: Path, moment: Moment) -> bool:
    """Build, and die at a moment; tell whether it came."""
    code, _changes = _run(base, moment)
    assert code in {0, -signal.SIGKILL}
    return code != 0


def all_moments(base: Path) -> list[Moment]:
    """Build, and name all moments of that."""
    code, changes = _run(base, None)
    assert code == 0
    found = [Moment(n, what, path) for n, (what, path) in enumerate(changes, 1)]
    return found + [moment._replace(is_cut=True) for moment in found if moment.what == 'open']
