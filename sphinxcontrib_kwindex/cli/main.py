"""Parser of the command line.

Exit status: 0 for success; 1 if ``check`` has findings, if nothing matches, or if ``--fail-on``
matches a change; 2 for wrong usage, for input that cannot be read, or if the build fails.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.check.changes import CHANGES
from sphinxcontrib_kwindex.cli import diff, explain, impact, query
from sphinxcontrib_kwindex.cli.jsonl import BadInputError, find_usual
from sphinxcontrib_kwindex.index.matching import NoMatchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

#: flags of the commands that take a keyword; all else that begins with "-" is a keyword ("--port")
_FLAGS: Final = {'explain': {}, 'query': {'--json': 'print one JSON object per line'}}
#: the same that take a value
_OPTIONS: Final = {'explain': {'--document': 'explain only the places in this document'}}
_EXPORT: Final = 'output directory of kwindex build; by default, the usual ones are tried'

#: where the sources of a documentation usually are
_DOCS: Final = ('.', 'docs', 'doc', 'docs/source', 'doc/source', 'source')
#: files at the root of a project
_ROOT: Final = ('.git', 'pyproject.toml', 'setup.py', 'package.json', 'Cargo.toml', 'go.mod')
#: where its sources usually are, relative to it: folders, packages and modules
_SOURCES: Final = ('src', 'lib', 'include', '*/__init__.py', '*.py', '*.go', '*.h')
#: the same beside a conf.py, where folders and modules of the documentation are, too
_BESIDE_CONF: Final = ('src', 'lib', '*/__init__.py')
#: packages and modules at the root that are no part of a program
_NO_SOURCES: Final = re.compile(
    r'_?(?:(?:run)?tests?|testing|docs?|examples?|bench(?:marks?)?|tools|scripts|ci|exts?)(?:\.\w+)?|'
    r'test_.*\.\w+|.*_tests?\.\w+|'
    r'(?:setup|conf|conftest|noxfile|tasks|manage|fabfile|versioneer)\.py'
)
_SETTING: Final = 'kwcheck_sources'
_ASSIGNMENT: Final = re.compile(rf'^[ \t]*{_SETTING}\b[^#\n]*=', re.MULTILINE)
_PACKAGE: Final = 'sphinxcontrib_kwindex'
_NAME_FOLDER: Final = 'Name the folder of conf.py.'
#: options that are passed on to sphinx-build -> their values, and what they do
_PASSED: Final = {
    '-c': ('DIRECTORY', 'folder of conf.py, if it is not DOCS'),
    '-d': ('DIRECTORY', 'folder of the cache'),
    '-D': ('SETTING=VALUE', 'override a setting of conf.py'),
    '-j': ('NUMBER', 'number of processes, or auto'),
    '-t': ('TAG', 'define a tag'),
    '-E': ('', 'read all documents again'),
    '-n': ('', 'warn of all missing references'),
    '-q': ('', 'print only findings and warnings'),
    '-v': ('', 'print more'),
    '-W': ('', 'turn warnings into errors'),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    options = _parser().parse_args(_escape_names(sys.argv[1:] if arguments is None else arguments))
    if hasattr(sys.stdout, 'reconfigure'):
        sys.stdout.reconfigure(encoding='utf-8', errors='backslashreplace')
    try:
        status, lines = options.run(options)
        sys.stdout.writelines(f'{line}\n' for line in lines)
        sys.stdout.flush()
    except (BadInputError, NoMatchError) as error:
        sys.stderr.write(f'{error}\n')
        return 2 if isinstance(error, BadInputError) else 1
    except BrokenPipeError:  # "| head"; without this, Python fails to flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return int(status)


def _escape_names(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments with "--" between the flags of a command and its names."""
    command, rest = ''.join(arguments[:1]), arguments[1:]
    if command not in _FLAGS or '--' in rest:
        return arguments
    flags = {'-h', '--help', *_FLAGS[command]}
    valued = _OPTIONS.get(command, {})
    known: list[str] = []
    names: list[str] = []
    for word in rest:
        is_value = bool(known) and known[-1] in valued
        is_flag = word in flags or word.partition('=')[0] in valued
        (known if is_value or is_flag else names).append(word)
    return [command, *known, '--', *names]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='kwindex',
        description='Check the names of a documentation; build, query and compare its index.',
        epilog='exit status: 0: success; 1: findings, nothing matches, or --fail-on matches; '
        '2: wrong usage, input that cannot be read, or a build that fails',
    )
    commands = parser.add_subparsers(required=True)
    for name, (does, add_arguments) in _COMMANDS.items():
        add_arguments(commands.add_parser(name, help=does, description=f'{does.capitalize()}.'))
    return parser


def _add_build(builder: str, out: str, parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=partial(_build, builder))
    add = parser.add_argument
    usual = f'folder of conf.py; by default, the first of {", ".join(_DOCS)}'
    add('docs', metavar='DOCS', nargs='?', help=usual)
    directory = f'output directory; {out} by default' if out else 'directory of reports'
    add('out', metavar='DIR', nargs='?', default=out, help=directory)
    if builder == 'kwcheck':
        base = 'report names that the sources had in this branch, tag or commit, and have not now'
        add('--base', dest='passed', default=[], action='append', metavar='REV',
            type='-Dkwcheck_base={}'.format, help=base)  # fmt: skip
    for flag, (value, description) in _PASSED.items():
        passed = partial(add, flag, dest='passed', default=[], help=description)
        if value:
            passed(action='append', metavar=value, type=f'{flag}{{}}'.format)
        else:
            passed(action='append_const', const=flag)


def _build(builder: str, options: argparse.Namespace) -> tuple[int, Iterator[str]]:
    """Run Sphinx and return its exit status; without a directory, leave nothing behind."""
    sys.dont_write_bytecode = True  # of what conf.py and Sphinx import: it may be in the repository
    from sphinx.cmd.build import main as sphinx_build  # noqa: PLC0415  the others need no Sphinx

    docs = options.docs or str(find_usual('conf.py', _DOCS, _NAME_FOLDER))
    passed, lines = options.passed, []
    confdir = next((Path(one[2:]) for one in passed if one.startswith('-c')), Path(docs))
    conf = _read_conf(confdir, builder)
    is_set = _ASSIGNMENT.search(conf) or any(one.startswith(f'-D{_SETTING}=') for one in passed)
    if builder == 'kwcheck' and not is_set and (sources := _usual_sources(confdir.resolve())):
        passed = [*passed, f'-D{_SETTING}={",".join(sources)}']
        names = ', '.join(sources)
        lines = [f'kwcheck looked for names in {names}; set {_SETTING} for other sources.']
    with TemporaryDirectory(prefix='kwindex-') as temporary:
        # without reports, no message tells where they are
        passed = passed if options.out else [*passed, '-Dkwcheck_format=']
        status = sphinx_build(['-b', builder, *passed, docs, options.out or temporary])
    return status, iter(lines if status == 1 and '-q' not in passed else ())


def _read_conf(confdir: Path, builder: str) -> str:
    """Return the text of conf.py; check that there is one, and that Sphinx can find the builder."""
    try:
        conf = (confdir / 'conf.py').read_text(encoding='utf-8', errors='replace')
    except OSError as error:
        what = 'there is no conf.py in it.' if confdir.is_dir() else 'there is no such directory.'
        raise BadInputError(confdir, what, advice=_NAME_FOLDER) from error
    if _PACKAGE not in conf and not entry_points(group='sphinx.builders', name=builder):
        what = f'Sphinx does not know the builder {builder}.'
        advice = f"Install the package with pip, or add '{_PACKAGE}' to extensions."
        raise BadInputError(confdir / 'conf.py', what, advice=advice)
    return conf


def _usual_sources(confdir: Path) -> list[str]:
    """Return the sources of the project that a documentation belongs to."""
    for folder in (confdir, *confdir.parents):
        patterns = _BESIDE_CONF if folder == confdir else _SOURCES
        is_root = any((folder / file).exists() for file in _ROOT)
        if is_root and (found := _sources_in(folder, patterns)):
            return [os.path.relpath(path, confdir) for path in found]
        if (folder / '.git').exists():  # what is above is another repository
            break
    return []


def _sources_in(root: Path, patterns: Sequence[str]) -> list[Path]:
    """Return the folders, packages and modules of a project; a setting cannot have a comma."""
    found = [path for pattern in patterns for path in sorted(root.glob(pattern))]
    paths = [path.parent if path.name == '__init__.py' else path for path in found]
    return [path for path in paths if not _NO_SOURCES.fullmatch(path.name) and ',' not in path.name]


def _add_diff(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=diff.run)
    add = parser.add_argument
    export = f'{_EXPORT}, or a file documents.jsonl or keywords.jsonl'
    add('old', metavar='OLD', help=export)
    add('new', metavar='NEW', nargs='?', help='the same of the later build')
    formats = 'text (default), Markdown for a comment, annotations of GitHub, JSON, redirects'
    add('--format', choices=sorted([*diff.FORMATS, diff.REDIRECTS]), default='text', help=formats)
    builder = 'builder of the pages that redirects lead to: html (default) or dirhtml'
    add('--builder', choices=('html', 'dirhtml'), default='html', help=builder)
    fail = f'exit with status 1 if there are such changes: {", ".join(diff.CHANGES)}'
    add('--fail-on', type=diff.parse_changes, default=frozenset(), metavar='CHANGE,...', help=fail)
    sources = 'path of the documentation sources in the repository, for annotations'
    add('--sources', default='', metavar='DIRECTORY', help=sources)


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=explain.run)
    parser.add_argument('name', metavar='NAME', help='a name, or its last part')
    parser.add_argument('directory', metavar='DIR', nargs='?', help=_EXPORT)
    for option, description in _OPTIONS['explain'].items():
        parser.add_argument(option, metavar='DOCUMENT', help=description)


def _add_impact(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=impact.run)
    add = parser.add_argument
    add('directory', metavar='DIR', nargs='?', help=_EXPORT)
    base = 'compare the working tree with the commit where it left this branch, tag or commit'
    add('--base', metavar='REV', required=True, help=base)
    sources = 'patterns of source files, relative to the repository; by default, all but tests'
    add('--sources', metavar='PATTERN', action='append', default=[], help=sources)
    formats = 'text (default), Markdown for a comment, annotations of GitHub, JSON'
    add('--format', choices=sorted(impact.FORMATS), default='text', help=formats)
    reread = 'also list the sections about code that has changed inside'
    add('--reread', action='store_true', help=reread)
    known = CHANGES[:-1]
    fail = f'exit with status 1 if sections are left to edit after: {", ".join(known)}'
    changes = partial(diff.parse_changes, known=known)
    add('--fail-on', type=changes, default=frozenset(), metavar='CHANGE,...', help=fail)


def _add_query(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=query.run)
    pattern = 'a name, its last part, or a pattern with *, ? or [...]'
    parser.add_argument('name', metavar='NAME|PATTERN', help=pattern)
    parser.add_argument('directory', metavar='DIR', nargs='?', help=_EXPORT)
    for flag, description in _FLAGS['query'].items():
        parser.add_argument(flag, action='store_true', help=description)


#: command -> what it does, and what adds its arguments
_COMMANDS: Final[dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]]] = {
    'build': ('export the index', partial(_add_build, 'kwindex', '_build/kwindex')),
    'check': (
        'report names that do not exist, and faults in terms',
        partial(_add_build, 'kwcheck', ''),
    ),
    'diff': ('compare two exports', _add_diff),
    'explain': ('explain why a name is a keyword or not', _add_explain),
    'impact': ('find the sections that a change of the sources concerns', _add_impact),
    'query': ('find the places of a keyword', _add_query),
}
