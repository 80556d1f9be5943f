"""``sphinx-build -b kwcheck``: looks for what is wrong, prints it, and fails if there is any."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ConfigError
from sphinx.util.logging import suppress_logging

from sphinxcontrib_kwindex.check import baseline, report
from sphinxcontrib_kwindex.export.builder import WholeBuilder
from sphinxcontrib_kwindex.messages import Trouble, info, warn
from sphinxcontrib_kwindex.summary import counted

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.check.baseline import Accepted
    from sphinxcontrib_kwindex.check.findings import Finding


class CheckBuilder(WholeBuilder):
    """Looks for names that no longer exist, and for what is wrong with terms."""

    name = 'kwcheck'

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        super().__init__(app, env)
        self._sphinx = app  # who alone can let a build fail

    def init(self) -> None:
        """Read what is accepted before anything is built: the file may be broken."""
        from sphinxcontrib_kwindex.check.sources import files_of  # noqa: PLC0415  just this builder

        for pattern in self.config.kwcheck_sources:
            if not files_of([pattern], Path(self.confdir)):
                warn(Trouble.BAD_CONFIG, f'conf.py: kwcheck_sources: there is no file {pattern!r}.')
        name = self.config.kwcheck_baseline
        self._baseline = Path(self.confdir, name) if name else None
        if self.config.kwcheck_write_baseline and not self._baseline:
            message = 'kwcheck_write_baseline: name the file in kwcheck_baseline.'
            raise ConfigError(message)
        if self._baseline and not self._baseline.exists() and not self._writes:
            advice = (
                'Write it with: sphinx-build -b kwcheck -D kwcheck_write_baseline=1 SOURCES OUTPUT'
            )
            warn(Trouble.BASELINE, f'kwcheck_baseline: there is no file {name!r}. {advice}')
        self._accepted = self._load(self._baseline) if self._baseline else baseline.NOTHING

    def _load(self, path: Path) -> Counter[Accepted]:
        """Read the baseline; one that is broken may be written anew."""
        try:
            return baseline.load(path)
        except baseline.BrokenError as error:
            if not self._writes:
                raise
            warn(Trouble.BASELINE, str(error))
            return baseline.NOTHING

    @property
    def _writes(self) -> bool:
        return bool(self.config.kwcheck_write_baseline)

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Check everything, whatever has changed."""
        from sphinxcontrib_kwindex.check.search import Search  # noqa: PLC0415  just this builder

        with suppress_logging():  # what is wrong with references, other builders say
            search = Search(self)
            found = search.findings()
            wanted = set(self.config.kwcheck_findings)
            places = {one[:4]: one for one in sorted(found, reverse=True) if one.check in wanted}
        for file in search.unread:
            self._warn_of(file)
        for docname, what in search.left_out.items():
            warn(Trouble.DOCUMENT, f'it is not checked: {what}', docname)
        findings = sorted(places.values())  # what several documents include stands in one place
        new = list(baseline.not_accepted(findings, self._accepted))
        if self._writes:
            self._accept(findings, new)
        else:
            self._tell(findings, new)

    @staticmethod
    def _warn_of(file: str) -> None:
        version = '.'.join(map(str, sys.version_info[:2]))
        warn(
            Trouble.SOURCE,
            f'kwcheck_sources: Python {version} cannot parse {file}: its module may have any name, '
            'and none is a finding. Build with the Python that it is written for, or leave it out.',
        )

    def _tell(self, findings: list[Finding], new: list[Finding]) -> None:
        report.show(new, quiet=self._sphinx.quiet)
        report.write(Path(self.outdir), new)
        gone = self._accepted.total() - len(findings) + len(new)
        if gone:
            info('%s gone; write the baseline anew.', _accepted(gone))
        if new:
            info('%s; they are in %s.', report.counted(new), Path(self.outdir, 'kwcheck.txt'))
            self._sphinx.statuscode = 1
        elif findings:
            info('Nothing is wrong but what is accepted: %s.', counted(len(findings), 'finding'))
        else:
            info('Nothing is wrong with names and terms.')

    def _accept(self, findings: list[Finding], new: list[Finding]) -> None:
        """Write the baseline; if it grows, say by what."""
        assert self._baseline is not None
        baseline.write(self._baseline, findings)
        info('%s accepted, in %s.', report.counted(findings), self._baseline)
        report.write(Path(self.outdir), [])
        for one in new:
            warn(Trouble.BASELINE, f'accepted: {one.text}', one.where)


def _accepted(number: int) -> str:
    return f'{counted(number, "accepted finding")} {"is" if number == 1 else "are"}'
