"""Parser of the command line.

Exit status: 0 for success; 1 if ``check`` has findings, if nothing matches, or if ``--fail-on``
matches a change; 2 for wrong usage, for input that cannot be read, or if the build fails.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.cli import diff, explain, query
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
#: packages and modules at the root that are no part of a program
_NO_SOURCES: Final = re.compile(
    r'(?:.*[._-])?(?:(?:run)?tests?|testing|docs?|examples?|bench(?:marks?)?|tools|scripts|ci)'
    r'(?:[._-].*)?|'
    r'(?:setup|conf|conftest|noxfile|tasks|manage|fabfile|versioneer)\.py'
)
_SETTING: Final = 'kwcheck_sources'
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

    docs = options.docs or str(find_usual('conf.py', _DOCS, 'Name the folder of conf.py.'))
    passed, lines = options.passed, []
    if builder == 'kwcheck' and (sources := _usual_sources(Path(docs), passed)):
        passed = [*passed, f'-D{_SETTING}={",".join(sources)}']
        names = ', '.join(sources)
        lines = [f'kwcheck looked for names in {names}; set {_SETTING} for other sources.']
    with TemporaryDirectory(prefix='kwindex-') as temporary:
        # without reports, no message tells where they are
        passed = passed if options.out else [*passed, '-Dkwcheck_format=']
        status = sphinx_build(['-b', builder, *passed, docs, options.out or temporary])
    return status, iter(lines if status == 1 and '-q' not in passed else ())


def _usual_sources(docs: Path, passed: Sequence[str]) -> list[str]:
    """Return the sources of the project around a documentation, unless the user names them."""
    confdir = next((Path(one[2:]) for one in passed if one.startswith('-c')), docs).resolve()
    with suppress(OSError):
        conf = (confdir / 'conf.py').read_text(encoding='utf-8', errors='replace')
        if _SETTING in f'{conf} {passed}':
            return []
    for inner, folder in pairwise((confdir, *confdir.parents)):
        if (inner / '.git').exists():  # the documentation has a repository of its own
            break
        if any((folder / file).exists() for file in _ROOT) and (found := _sources_in(folder)):
            return [os.path.relpath(path, confdir) for path in found]
    return []


def _sources_in(root: Path) -> list[Path]:
    """Return the folders, packages and modules of a project; a setting cannot have a comma."""
    found = [path for pattern in _SOURCES for path in sorted(root.glob(pattern))]
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
    'query': ('find the places of a keyword', _add_query),
}
