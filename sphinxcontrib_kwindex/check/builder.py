"""Builder ``kwcheck``, its findings, their files and the baseline."""

from __future__ import annotations

import hashlib
import json
import posixpath
import sys
from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinx.util.console import colorize
from sphinx.util.logging import suppress_logging

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.export.json import WholeBuilder, as_lines
from sphinxcontrib_kwindex.i18n import WarningType, counted, info, warn
from sphinxcontrib_kwindex.incremental import write_if_changed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinxcontrib_kwindex.check.checker import Summary

_logger = logging.getLogger('sphinxcontrib_kwindex')


_NO_SOURCES: Final = (
    'kwcheck knows no source files, so nothing is an error. Set kwcheck_sources, for example '
    'with -D kwcheck_sources=../src (relative to conf.py).'
)


class Check(StrEnum):
    """A check that can be turned on by ``kwcheck_findings``."""

    REMOVED = 'removed'
    UNKNOWN = 'unknown'
    UNDEFINED = 'undefined'
    UNUSED = 'unused'
    UNMENTIONED = 'unmentioned'
    SPELLING = 'spelling'


class Level(StrEnum):
    """How sure a finding is."""

    #: the sources prove it; the build fails
    ERROR = 'error'
    WARNING = 'warning'


class Finding(NamedTuple):
    """A fault and its location."""

    #: relative to the source directory
    file: str
    #: 0 if it is not known
    line: int
    check: Check
    name: str
    message: str
    #: the document in which it was found; empty: a source
    document: str = ''
    #: the name that was probably meant
    suggestion: str = ''
    level: Level = Level.WARNING

    @property
    def text(self) -> str:
        """The message with the name and the suggestion."""
        question = 'now' if self.check is Check.REMOVED else 'did you mean'
        hint = f'; {question} {self.suggestion!r}?' if self.suggestion else ''
        return f'{self.name!r} {self.message}{hint}'

    @property
    def where(self) -> str:
        """File and line in the format of compilers."""
        return f'{self.file}:{self.line}' if self.line else self.file

    @property
    def key(self) -> Accepted:
        """The key in the baseline."""
        return Accepted(self.file, self.check, self.name)


#: value of ``kwcheck_level`` -> the levels that are listed
LEVELS: Final = {Level.ERROR: {Level.ERROR}, Level.WARNING: {Level.ERROR, Level.WARNING}}


class CheckBuilder(WholeBuilder):
    """Builder that reports names that no longer exist, and faults in terms."""

    name = 'kwcheck'
    epilog = ''

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        super().__init__(app, env)
        self._sphinx = app  # its status code is the only way to fail a build

    def init(self) -> None:
        """Load the baseline and the older sources before anything is built: both may fail."""
        from sphinxcontrib_kwindex.check.removed import changes_since  # noqa: PLC0415  slow
        from sphinxcontrib_kwindex.check.sources import files_of  # noqa: PLC0415  it is slow to import

        for pattern in self.config.kwcheck_sources:
            if not files_of([pattern], Path(self.confdir)):
                message = f'conf.py: kwcheck_sources: there is no file {pattern!r}.'
                warn(WarningType.BAD_CONFIG, message)
        #: of the sources since ``kwcheck_base``
        self.changes = changes_since(self.config, Path(self.confdir))
        name = self.config.kwcheck_baseline
        self._writes = bool(self.config.kwcheck_write_baseline)
        if self._writes and not name:
            message = 'kwcheck_write_baseline: name the file in kwcheck_baseline.'
            raise ConfigError(message)
        self._baseline = Path(self.confdir, name)
        if name and not self._baseline.exists() and not self._writes:
            advice = 'Write it with: kwindex check DOCS -D kwcheck_write_baseline=1'
            warn(WarningType.BASELINE, f'kwcheck_baseline: there is no file {name!r}. {advice}')
        self._accepted = self._load_baseline() if name else Counter()

    def _load_baseline(self) -> Counter[Accepted]:
        """Load the baseline; a broken one can be written anew."""
        try:
            return load_baseline(self._baseline)
        except BrokenBaselineError as error:
            if not self._writes:
                raise
            warn(WarningType.BASELINE, str(error))
            return Counter()

    def write_documents(self, _docnames: AbstractSet[str]) -> None:
        """Check all documents, whatever has changed."""
        from sphinxcontrib_kwindex.check.checker import Checker  # noqa: PLC0415  likewise

        with suppress_logging():  # other builders warn of references
            checker = Checker(self)
            wanted = set(self.config.kwcheck_findings)
            found = sorted(one for one in checker.findings() if one.check in wanted)
        version = '.'.join(map(str, sys.version_info[:2]))
        for file in checker.unread:
            warn(
                WarningType.SOURCE,
                f'kwcheck_sources: Python {version} cannot parse {file}: only names that no '
                'source has are findings in its module. Build with the Python that it is written '
                'for, or leave it out.',
            )
        for docname, error in checker.left_out.items():
            warn(WarningType.DOCUMENT, f'it is not checked: {error}', docname)
        # several documents can include one file: the first finding at a place counts
        found = sorted({one[:4]: one for one in reversed(found)}.values())
        levels = LEVELS[self.config.kwcheck_level]
        new = [one for one in not_accepted(found, self._accepted) if one.level in levels]
        self._tell(checker.summary)
        if self._writes:
            self._write_baseline([one for one in found if one.level in levels], new)
        else:
            self._report(found, new)

    def _tell(self, summary: Summary) -> None:
        """Print what could be judged, and warn if nothing could."""
        for line in summary.lines():
            info('%s', line)
        if summary.doubts and not summary.checked:
            why, _names = max(summary.doubts.items(), key=lambda doubt: len(doubt[1]))
            warn(WarningType.SOURCE, f'no name could be judged: {why}.')

    def _report(self, found: list[Finding], new: list[Finding]) -> None:
        for one in new:
            if self._sphinx.quiet:  # only warnings are printed
                _logger.warning(one.text, location=one.where, type='kwcheck', subtype=one.check)
            else:
                color = 'red' if one.level is Level.ERROR else 'brown'
                info('%s: %s: %s %s', one.where, colorize(color, one.level), one.check, one.text)
        reports = ', '.join(map(str, self._write_reports(new)))
        left = not_accepted(found, self._accepted)
        if hidden := len(left) - len(new):
            info('%s: list them with -D kwcheck_level=warning.', counted(hidden, 'warning'))
        if not self.config.kwcheck_sources and Check.UNKNOWN in {one.check for one in left}:
            info('%s', _NO_SOURCES)
        gone = self._accepted.total() - len(found) + len(left)
        if gone:
            verb = 'is' if gone == 1 else 'are'
            info('%s %s gone; write the baseline anew.', counted(gone, 'accepted finding'), verb)
        if new:
            info('%s%s.', summary(new), f'; they are in {reports}' if reports else '')
            self._sphinx.statuscode = int(Level.ERROR in {one.level for one in new})
        elif accepted := len(found) - len(left):
            info('Nothing is wrong but what is accepted: %s.', counted(accepted, 'finding'))
        else:
            info('Nothing is wrong with names and terms.')

    def _write_reports(self, findings: Sequence[Finding]) -> list[Path]:
        """Write the reports of ``kwcheck_format``, and return their files."""
        root = path_in_repository(Path(self.srcdir))
        written = []
        for name in dict.fromkeys(self.config.kwcheck_format):
            file, lines = REPORTS[name]
            written.append(Path(self.outdir, file))
            write_if_changed(written[-1], lines(findings, root))
        return written

    def _write_baseline(self, found: list[Finding], new: list[Finding]) -> None:
        """Write the baseline, and warn of each finding that it did not accept before."""
        write_baseline(self._baseline, found)
        info('%s accepted, in %s.', summary(found), self._baseline)
        self._write_reports([])
        for one in new:
            warn(WarningType.BASELINE, f'accepted: {one.text}', one.where)


def summary(findings: Iterable[Finding]) -> str:
    """Return the number of findings, also by check."""
    counts = Counter(one.check for one in findings)
    parts = ', '.join(f'{counts[check]} {check}' for check in Check if counts[check])
    number = counts.total()
    return f'{number} finding{"" if number == 1 else "s"}' + (f' ({parts})' if parts else '')


# -- reports


_SARIF_SCHEMA: Final = (
    'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
)


#: check -> what reports say of all its findings, and their usual level
RULES: Final = {
    Check.REMOVED: ('The sources no longer have the name.', Level.ERROR),
    Check.UNKNOWN: ('The name does not exist.', Level.ERROR),
    Check.UNDEFINED: ('The term is not defined.', Level.WARNING),
    Check.UNUSED: ('The term is not used.', Level.WARNING),
    Check.UNMENTIONED: ('The public name is not in the documentation.', Level.WARNING),
    Check.SPELLING: ('The keyword is mostly spelled differently.', Level.WARNING),
}
#: of GitLab
SEVERITIES: Final = {Level.ERROR: 'major', Level.WARNING: 'minor'}


def path_in_repository(folder: Path) -> str:
    """Return the path of a folder in its repository; empty if there is none."""
    root = next((one for one in (folder, *folder.parents) if (one / '.git').exists()), folder)
    return folder.relative_to(root).as_posix()


def fingerprints(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield findings with digests of their keys in the baseline, numbered as it counts them."""
    counts: Counter[Accepted] = Counter()
    for one in findings:
        counts[one.key] += 1
        digest = hashlib.sha256(json.dumps(one.key).encode()).hexdigest()[:32]
        yield one, f'{digest}:{counts[one.key]}'


def _text(findings: Sequence[Finding], _root: str) -> Iterator[str]:
    """Yield lines for people."""
    return (f'{one.where}: {one.level}: [{one.check}] {one.text}\n' for one in findings)


def _json_lines(findings: Sequence[Finding], _root: str) -> Iterator[str]:
    """Yield lines for programs; schema.json describes them."""
    return as_lines(
        {
            'file': one.file,
            'line': one.line,
            'finding': one.check,
            'name': one.name,
            'message': one.message,
            'document': one.document or None,
            'suggestion': one.suggestion or None,
            'level': one.level,
        }
        for one in findings
    )


def _sarif(findings: Sequence[Finding], root: str) -> Iterator[str]:
    """Yield a log of SARIF 2.1.0, for the code scanning of GitHub and others."""
    rules = [
        {
            'id': check,
            'shortDescription': {'text': description},
            'defaultConfiguration': {'level': level},
        }
        for check, (description, level) in RULES.items()
    ]
    driver = {'name': 'kwcheck', 'version': sphinxcontrib_kwindex.__version__, 'rules': rules}
    results = [
        {
            'ruleId': one.check,
            'level': one.level,
            'message': {'text': one.text},
            'locations': [{'physicalLocation': _physical_location(one, root)}],
            # the only one that GitHub reads
            'partialFingerprints': {'primaryLocationLineHash': fingerprint},
        }
        for one, fingerprint in fingerprints(findings)
    ]
    run = {'tool': {'driver': driver}, 'results': results}
    log = {'$schema': _SARIF_SCHEMA, 'version': '2.1.0', 'runs': [run]}
    yield json.dumps(log, ensure_ascii=False, indent=1) + '\n'


def _physical_location(one: Finding, root: str) -> dict[str, Any]:
    location: dict[str, Any] = {'artifactLocation': {'uri': quote(_path(one, root))}}
    return location | ({'region': {'startLine': one.line}} if one.line else {})


def _gitlab(findings: Sequence[Finding], root: str) -> Iterator[str]:
    """Yield a report for the code quality of GitLab."""
    report = [
        {
            'description': one.text,
            'check_name': one.check,
            'fingerprint': fingerprint,
            'severity': SEVERITIES[one.level],
            'location': {'path': _path(one, root), 'lines': {'begin': one.line or 1}},
        }
        for one, fingerprint in fingerprints(findings)
    ]
    yield json.dumps(report, ensure_ascii=False, indent=1) + '\n'


def _path(one: Finding, root: str) -> str:
    return posixpath.normpath(posixpath.join(root, one.file))


#: value of ``kwcheck_format`` -> file, and what returns its text, given the path of the sources
REPORTS: Final[dict[str, tuple[str, Callable[[Sequence[Finding], str], Iterable[str]]]]] = {
    'text': ('kwcheck.txt', _text),
    'jsonl': ('kwcheck.jsonl', _json_lines),
    'sarif': ('kwcheck.sarif', _sarif),
    'gitlab': ('kwcheck-gitlab.json', _gitlab),
}


# -- baseline


class Accepted(NamedTuple):
    """Key of a finding in the baseline; it has no line, since lines change often."""

    file: str
    finding: str
    name: str


class BrokenBaselineError(ConfigError):
    """A line of the baseline cannot be read, such as a mark of a merge conflict."""


def load_baseline(path: Path) -> Counter[Accepted]:
    """Return how often each finding is accepted; a file that does not exist accepts none."""
    accepted: Counter[Accepted] = Counter()
    if path.is_dir():
        message = f'kwcheck_baseline: {path} is a directory; name a file.'
        raise ConfigError(message)
    for number, line in enumerate(path.read_bytes().splitlines() if path.is_file() else (), 1):
        try:
            entry = json.loads(line)
            accepted[Accepted(entry['file'], entry['finding'], entry['name'])] += entry['count']
        except (ValueError, TypeError, KeyError) as error:
            message = (
                f'kwcheck_baseline: {path}:{number}: this is no accepted finding ({error!r}). '
                'Mend the line, or write the file anew with -D kwcheck_write_baseline=1.'
            )
            raise BrokenBaselineError(message) from error
    return accepted


def write_baseline(path: Path, findings: Iterable[Finding]) -> None:
    """Write a baseline that accepts these findings and no other."""
    counts = Counter(one.key for one in findings)
    entries = ({**entry._asdict(), 'count': n} for entry, n in sorted(counts.items()))
    write_if_changed(path, as_lines(entries))


def not_accepted(findings: Iterable[Finding], accepted: Counter[Accepted]) -> list[Finding]:
    """Return the findings beyond those that are accepted."""
    left = accepted.copy()
    more = []
    for one in findings:
        if left[one.key] > 0:
            left[one.key] -= 1
        else:
            more.append(one)
    return more
