"""Files that are replaced as a whole: who reads one, or is interrupted, never sees half of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def replace(path: Path, chunks: Iterable[bytes]) -> None:
    """Make a file hold just this. A link in its place is replaced too, and not followed."""
    new = path.with_name(f'{path.name}.part')
    new.unlink(missing_ok=True)  # of a build that was killed, or somebody's link
    with new.open('xb') as file:
        file.writelines(chunks)
    new.replace(path)
