"""What we wrote is removed with the folders that are empty then, and never through a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def remove(path: Path, top: Path) -> None:
    """Delete a file below a folder, and those of the folders between that hold nothing else."""
    if not path.is_relative_to(top) or path.resolve() != path:
        return
    path.unlink(missing_ok=True)
    for folder in path.parents:
        if folder == top or not _is_removed(folder):
            return


def _is_removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError:  # it is not empty
        return False
    return True
