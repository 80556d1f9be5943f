"""What the programs of a project are called: the files by which it is installed tell."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

#: how far above a source they are looked for
_HIGHEST = 6
_ENTRY = re.compile(r'^[ \t"\']*([\w.-]+)\s*=\s*[\w.]+:', re.MULTILINE)
_SCRIPTS = re.compile(r'console_scripts["\']?\s*[=:]\s*\[([^\]]*)\]')


def programs_of(files: Iterable[str], root: Path) -> frozenset[str]:
    """Give the programs of the projects that sources belong to."""
    folders = {_project_of((root / file).resolve().parent) for file in files}
    return frozenset(name for folder in folders if folder for name in _programs_in(folder))


def _project_of(folder: Path) -> Path | None:
    """Find the innermost folder with such a file."""
    chain = [folder, *folder.parents][:_HIGHEST]
    return next((one for one in chain if any((one / name).is_file() for name in _READERS)), None)


def _programs_in(folder: Path) -> Iterator[str]:
    for name, read in _READERS.items():
        try:
            yield from read((folder / name).read_text(encoding='utf-8'))
        except (OSError, ValueError, AttributeError, TypeError, configparser.Error):
            continue  # there is none, or it is not for us to complain


def _of_pyproject(text: str) -> list[str]:
    told = tomllib.loads(text)
    project, poetry = told.get('project', {}), told.get('tool', {}).get('poetry', {})
    tables: list[dict[str, Any]] = [
        project.get('scripts', {}), project.get('gui-scripts', {}), poetry.get('scripts', {})
    ]  # fmt: skip
    return [name for table in tables for name in table]


def _of_setup_cfg(text: str) -> list[str]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return _ENTRY.findall(parser.get('options.entry_points', 'console_scripts', fallback=''))


def _of_setup_py(text: str) -> list[str]:
    entries = [entry for found in _SCRIPTS.findall(text) for entry in found.split(',')]
    return [name for entry in entries for name in _ENTRY.findall(entry.strip())]


def _of_cargo(text: str) -> list[str]:
    told = tomllib.loads(text)
    programs = [told.get('package', {}), *told.get('bin', [])]
    return [program['name'] for program in programs if 'name' in program]


def _of_package_json(text: str) -> list[str]:
    told = json.loads(text)
    programs = told.get('bin', {})
    return list(programs) if isinstance(programs, dict) else [told.get('name', '')]


_READERS: dict[str, Callable[[str], list[str]]] = {
    'pyproject.toml': _of_pyproject,
    'setup.cfg': _of_setup_cfg,
    'setup.py': _of_setup_py,
    'Cargo.toml': _of_cargo,
    'package.json': _of_package_json,
}
