"""Findings that a project has accepted: a file of them, which is to become shorter."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinx.errors import ConfigError

from sphinxcontrib_kwindex.export.files import as_lines, write_if_changed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sphinxcontrib_kwindex.check.findings import Finding


class BrokenError(ConfigError):
    """A line of the file is none that was written, as what a merge leaves."""


class Accepted(NamedTuple):
    """What all occurrences of a finding in one file have in common; lines move too often."""

    file: str
    finding: str
    name: str


#: the baseline of who has none
NOTHING: Final[Counter[Accepted]] = Counter()


def accepted_of(finding: Finding) -> Accepted:
    """Tell as what a finding is accepted."""
    return Accepted(finding.file, finding.check, finding.name)


def load(path: Path) -> Counter[Accepted]:
    """Read how often each finding is accepted; a file that does not exist accepts none."""
    accepted: Counter[Accepted] = Counter()
    if path.is_dir():
        message = f'kwcheck_baseline: {path} is a directory; name a file.'
        raise ConfigError(message)
    if path.is_file():
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            try:
                entry = json.loads(line)
                accepted[Accepted(entry['file'], entry['finding'], entry['name'])] += entry['count']
            except (ValueError, TypeError, KeyError) as error:
                message = (
                    f'kwcheck_baseline: {path}:{number}: this is no accepted finding ({error!r}). '
                    'Mend the line, or write the file anew with -D kwcheck_write_baseline=1.'
                )
                raise BrokenError(message) from error
    return accepted


def write(path: Path, findings: Iterable[Finding]) -> None:
    """Accept these findings and no other."""
    counts = Counter(map(accepted_of, findings))
    write_if_changed(
        path, as_lines({**entry._asdict(), 'count': n} for entry, n in sorted(counts.items()))
    )


def not_accepted(
    findings: Sequence[Finding], accepted: Counter[Accepted]
) -> Iterator[Finding]:
    """Give the findings that are more than what is accepted."""
    left = accepted.copy()
    for finding in findings:
        key = accepted_of(finding)
        if left[key] > 0:
            left[key] -= 1
        else:
            yield finding
