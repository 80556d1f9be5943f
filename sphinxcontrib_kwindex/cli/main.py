"""Parser of the command line.

Exit status: 0 for success; 1 if ``check`` has findings, if nothing matches, or if ``--fail-on``
matches a change; 2 for wrong usage, for input that cannot be read, or if the build fails.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.check.changes import CHANGES
from sphinxcontrib_kwindex.cli import diff, explain, impact, query
from sphinxcontrib_kwindex.cli.jsonl import BadInputError, find_usual
from sphinxcontrib_kwindex.index.matching import NoMatchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: flags of the commands that take a keyword; all else that begins with "-" is a keyword ("--port")
_FLAGS: Final = {'explain': {}, 'query': {'--json': 'print one JSON object per line'}}
#: the same that take a value
_OPTIONS: Final = {'explain': {'--document': 'explain only the places in this document'}}
_EXPORT: Final = 'output directory of kwindex build; by default, the usual ones are tried'

#: where the sources of a documentation usually are
_DOCS: Final = ('.', 'docs', 'doc', 'docs/source', 'doc/source', 'source')
#: options that are passed on to Sphinx -> their values
_PASSED: Final = {
    '-c': 'DIRECTORY', '-d': 'DIRECTORY', '-D': 'SETTING=VALUE', '-j': 'NUMBER', '-t': 'TAG',
    '-E': '', '-n': '', '-q': '', '-v': '', '-W': '',
}  # fmt: skip


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
    _add_build(commands.add_parser('build', help='export the index'), 'kwindex', '_build/kwindex')
    _add_build(commands.add_parser('check', help='report names that do not exist'), 'kwcheck', '')
    _add_diff(commands.add_parser('diff', help='compare two builds'))
    _add_explain(commands.add_parser('explain', help='explain why a name is a keyword or not'))
    _add_impact(commands.add_parser('impact', help='find what a change of sources concerns'))
    _add_query(commands.add_parser('query', help='find the places of a keyword'))
    return parser


def _add_build(parser: argparse.ArgumentParser, builder: str, out: str) -> None:
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
    for flag, value in _PASSED.items():
        passed = partial(add, flag, dest='passed', default=[], help=f'see sphinx-build {flag}')
        if value:
            passed(action='append', metavar=value, type=f'{flag}{{}}'.format)
        else:
            passed(action='append_const', const=flag)


def _build(builder: str, options: argparse.Namespace) -> tuple[int, Iterator[str]]:
    """Run Sphinx and return its exit status; without a directory, leave nothing behind."""
    sys.dont_write_bytecode = True  # of what conf.py and Sphinx import: it may be in the repository
    from sphinx.cmd.build import main as sphinx_build  # noqa: PLC0415  the others need no Sphinx

    docs = options.docs or str(find_usual('conf.py', _DOCS, 'Name the folder of conf.py.'))
    with TemporaryDirectory(prefix='kwindex-') as temporary:
        # without reports, no message tells where they are
        passed = options.passed if options.out else [*options.passed, '-Dkwcheck_format=']
        command = ['-b', builder, *passed, docs, options.out or temporary]
        return sphinx_build(command), iter(())


def _add_diff(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=diff.run)
    add = parser.add_argument
    export = f'{_EXPORT}, or a file documents.jsonl or keywords.jsonl'
    add('old', metavar='OLD', help=export)
    add('new', metavar='NEW', nargs='?', help='the same of the later build')
    formats = 'text (default), Markdown for a comment, annotations of GitHub, JSON, redirects'
    add('--format', choices=sorted([*diff.FORMATS, diff.REDIRECTS]), default='text', help=formats)
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
