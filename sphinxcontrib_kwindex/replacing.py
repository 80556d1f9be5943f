"""Files that are replaced as a whole: who reads one, or is interrupted, never sees half of it."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

#: how many bytes a name may have in most file systems
_LONGEST: Final = 255


def replace(path: Path, chunks: Iterable[bytes]) -> None:
    """Make a file hold just this. A link in its place is replaced too, and not followed."""
    discard_part(path)  # or somebody's link
    new = _part(path)
    with new.open('xb') as file:
        file.writelines(chunks)
    new.replace(path)


def discard_part(path: Path) -> None:
    """Remove what a build that was killed had of a file."""
    _part(path).unlink(missing_ok=True)


def _part(path: Path) -> Path:
    """Name what is being written; of a name that is too long with more at its end, by a digest."""
    name = f'{path.name}.part'
    given = os.fsencode(name)
    return path.with_name(name if len(given) <= _LONGEST else f'{sha256(given).hexdigest()}.part')
