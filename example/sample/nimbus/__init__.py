"""Read the sensors of a weather station."""

import json
from dataclasses import dataclass
from pathlib import Path

#: Readings that are older than this many seconds are dropped.
MAX_AGE = 900


@dataclass
class Reading:
    """One value of one sensor, with its time."""

    sensor: str
    value: float
    age: float = 0


class Station:
    """A weather station: a folder with one file for each sensor."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def readings(self) -> list[Reading]:
        """Read all sensors, and drop what is too old."""
        found = [self._read(path) for path in sorted(self.folder.glob('*.json'))]
        return [reading for reading in found if reading.age <= MAX_AGE]

    def _read(self, path: Path) -> Reading:
        return Reading(path.stem, **json.loads(path.read_text(encoding='utf-8')))


def mean(readings: list[Reading]) -> float:
    """Average some readings; no readings give zero."""
    return sum(reading.value for reading in readings) / max(len(readings), 1)
