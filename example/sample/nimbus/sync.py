"""Copies of readings on a server."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Copier:
    """Connection of one station to the server."""

    def __init__(self, url: str, retries: int = 0) -> None:
        self.url = url
        self.retries = retries

    def copy_all(self, readings: Iterable[object]) -> int:
        """Copy all readings, and return how many there were."""
        return len(list(readings))


def parser() -> ArgumentParser:
    """Return the parser of the arguments of ``nimbus-sync``."""
    result = ArgumentParser('nimbus-sync')
    result.add_argument('--dry-run', action='store_true')
    return result
