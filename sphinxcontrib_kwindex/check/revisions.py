"""Source files of a git revision and of the working tree, and the lines that differ.

Nothing is checked out, and files that are the same on both sides are read from the disk.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: modes of links and of submodules
_NO_FILES: Final = frozenset({'120000', '160000'})
_HUNK: Final = re.compile(r'^@@ -\S+ \+(\d+)(?:,(\d+))? @@', re.MULTILINE)
#: without patterns, these are no sources of the project: its tests, and what it only shows
_NO_SOURCES: Final = re.compile(
    r'^(?:test|testing|docs?|examples?|benchmarks?)/|(?:^|/)(?:tests|__tests__|node_modules|'
    r'vendor|third_party)/|(?:^|/)(?:test_[^/]*|[^/]*[._](?:test|spec)\.\w+|conftest\.py)$'
)


class GitError(Exception):
    """A revision cannot be read; the message tells why, and what to do."""


class Sides(NamedTuple):
    """The files of an older and of a newer tree, by their paths in the repository."""

    old: Mapping[str, str]
    new: Mapping[str, str]
    #: the paths of files that differ, that are new or that are gone
    changed: frozenset[str]


class Repository:
    """The repository around a folder, and what differs from a revision in it."""

    def __init__(self, folder: Path, revision: str) -> None:
        """Find the commit from which the working tree has come: others have come to it since."""
        self._folder = folder
        self.root = Path(self._git('rev-parse', '--show-toplevel').rstrip('\n')).resolve()
        self._folder = self.root
        self.commit = self._commit(revision)

    def _commit(self, revision: str) -> str:
        try:
            named = self._git('rev-parse', '--verify', '--quiet', f'{revision}^{{commit}}').strip()
        except GitError:
            raise GitError(self._unknown(revision)) from None
        try:
            return self._git('merge-base', named, 'HEAD').strip()
        except GitError:  # a shallow clone, or nothing in common
            return named

    def _unknown(self, revision: str) -> str:
        """Return the message for a revision that is not there."""
        message = f'{self.root}: there is no revision {revision!r}'
        if self._git('rev-parse', '--is-shallow-repository').strip() == 'true':
            return (
                f'{message}; the clone is shallow. Fetch the history (git fetch --unshallow, or '
                'fetch-depth: 0 in a workflow), or the revision alone.'
            )
        return f'{message}. Fetch it, or name a branch, a tag or a commit (git branch --all).'

    def sides(self, is_source: Callable[[str], bool]) -> Sides:
        """Return both trees of sources."""
        blobs = dict(self._old_blobs(is_source))
        changed = {path for path in self.changed_files() if path in blobs or is_source(path)}
        unchanged = blobs.keys() - changed
        gone = {path for path in changed if not self._is_file(path)}
        wanted = {path: blobs[path] for path in sorted(changed & blobs.keys())}
        old = _Files(self.root, unchanged, dict(zip(wanted, self._read(wanted), strict=True)))
        new = _Files(self.root, unchanged | (changed - gone), {})
        return Sides(old, new, frozenset(changed))

    def _is_file(self, path: str) -> bool:
        return (self.root / path).is_file() and not (self.root / path).is_symlink()

    def _old_blobs(self, is_source: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
        """Yield path and blob of the sources of the revision."""
        for line in self._git('ls-tree', '-r', '-z', self.commit).split('\0')[:-1]:
            head, _tab, path = line.partition('\t')
            mode, _type, blob = head.split()
            if mode not in _NO_FILES and is_source(path):
                yield path, blob

    def changed_files(self) -> set[str]:
        """Return the paths of all files that differ from the revision, but ignored ones."""
        tracked = self._git('diff', '--name-only', '--no-renames', '-z', self.commit, '--')
        others = self._git('ls-files', '--others', '--exclude-standard', '-z')
        return {path for path in (tracked + others).split('\0') if path}

    def files(self) -> list[str]:
        """Return the paths of all files that git tracks."""
        return self._git('ls-files', '-z').split('\0')[:-1]

    def text(self, path: str) -> str:
        """Return the present text of a file."""
        return _Files(self.root, {path}, {})[path]

    def _read(self, blobs: Mapping[str, str]) -> Iterator[str]:
        """Yield the texts of blobs."""
        names = ''.join(f'{blob}\n' for blob in blobs.values()).encode()
        output, at = self._run('cat-file', '--batch', given=names), 0
        for _blob in blobs:
            end = output.index(b'\n', at)
            size = int(output[at:end].split()[-1])
            yield _decoded(output[end + 1 : end + 1 + size])
            at = end + size + 2

    def changed_lines(self, path: str) -> list[range]:
        """Return the lines of a changed file that differ; of lines that are gone, those around."""
        found = []
        for first, number in _HUNK.findall(
            self._git('diff', '-U0', '--no-renames', '--no-color', self.commit, '--', path)
        ):
            start, count = int(first), int(number or 1)
            found.append(range(start, start + count) if count else range(start, start + 2))
        is_new = not found and self._is_file(path)
        return [range(1, 1 << 60)] if is_new else found

    def _git(self, *arguments: str) -> str:
        return os.fsdecode(self._run(*arguments))

    def _run(self, *arguments: str, given: bytes | None = None) -> bytes:
        command = ['git', '-C', str(self._folder), *arguments]
        environment = os.environ | {'LC_ALL': 'C', 'GIT_OPTIONAL_LOCKS': '0'}
        try:
            done = subprocess.run(  # noqa: S603  the arguments are no commands
                command, input=given, capture_output=True, check=False, env=environment
            )
        except OSError as error:
            message = f'git cannot be run: {error.strerror or error}. Install it.'
            raise GitError(message) from error
        if done.returncode:
            said = done.stderr.decode(errors='replace').strip().removeprefix('fatal: ')
            message = f'{self._folder}: git {arguments[0]} failed: {said}.'
            if 'not a git repository' in said:
                message = f'{self._folder}: this is in no git repository, so nothing is older.'
            raise GitError(message)
        return done.stdout


class _Files(Mapping[str, str]):
    """Texts of files; those that are not given are read from the disk."""

    def __init__(self, root: Path, paths: Iterable[str], texts: dict[str, str]) -> None:
        self._root, self._texts = root, texts
        self._paths = frozenset(paths) | texts.keys()

    def __getitem__(self, path: str) -> str:
        if path not in self._paths:
            raise KeyError(path)
        if path not in self._texts:
            try:
                self._texts[path] = _decoded((self._root / path).read_bytes())
            except OSError:
                self._texts[path] = ''
        return self._texts[path]

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._paths))

    def __len__(self) -> int:
        return len(self._paths)


def _decoded(text: bytes) -> str:
    return text.decode('utf-8-sig', errors='replace').replace('\r\n', '\n')


def source_filter(patterns: Iterable[str], folder: str = '') -> Callable[[str], bool]:
    """Return the check of whether a path in a repository is a source, by patterns in a folder.

    The name of a folder stands for all files in it. Without patterns, tests and the like are none.
    """
    names = [os.path.normpath(os.path.join(folder, one)) for one in patterns]  # noqa: PTH118
    if not names:
        return lambda path: not _NO_SOURCES.search(path)
    regex = re.compile('|'.join(f'(?:{_translated(name)})(?:/.*)?' for name in names))
    return lambda path: regex.fullmatch(path) is not None


def _translated(pattern: str) -> str:
    """Return a regular expression for a pattern of paths."""
    if pattern == '.':
        return '.*'
    regex = re.escape(pattern.replace(os.sep, '/'))
    for written, meant in (
        (r'\*\*/', '(?:.*/)?'), (r'\*\*', '.*'), (r'\*', '[^/]*'), (r'\?', '[^/]'),
    ):  # fmt: skip
        regex = regex.replace(written, meant)
    return re.sub(r'\\\[(!?)(.+?)\\\]', lambda one: f'[{"^" * bool(one[1])}{one[2]}]', regex)
