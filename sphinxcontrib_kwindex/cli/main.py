"""Parser of the command line.

Exit status: 0 for success; 1 if nothing matches, or if ``--fail-on`` matches a change; 2 for wrong
usage, or for input that cannot be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.cli import diff, explain, query
from sphinxcontrib_kwindex.cli.jsonl import BadInputError
from sphinxcontrib_kwindex.index.resolve import NoMatchError

if TYPE_CHECKING:
    from collections.abc import Sequence

#: flags of the commands that take a keyword; all else that begins with "-" is a keyword ("--port")
_FLAGS: Final = {'explain': {}, 'query': {'--json': 'print one JSON object per line'}}
#: the same that take a value
_OPTIONS: Final = {'explain': {'--document': 'explain only the places in this document'}}
_EXPORT: Final = 'output directory of sphinx-build -b kwindex'


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
        prog='python -m sphinxcontrib_kwindex',
        description='Compare and query the exports of sphinx-build -b kwindex.',
        epilog='exit status: 0: success; 1: nothing matches, or --fail-on matches a change; '
        '2: wrong usage, or input that cannot be read',
    )
    commands = parser.add_subparsers(metavar='COMMAND', required=True)
    _add_diff(commands.add_parser('diff', help='compare two builds'))
    _add_explain(commands.add_parser('explain', help='explain why a name is a keyword or not'))
    _add_query(commands.add_parser('query', help='find the places of a keyword'))
    return parser


def _add_diff(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=diff.run)
    add = parser.add_argument
    export = f'{_EXPORT}, or a file documents.jsonl or keywords.jsonl'
    add('old', metavar='OLD', help=export)
    add('new', metavar='NEW', help='the same of the later build')
    formats = 'text (default), Markdown for a comment, annotations of GitHub Actions, JSON'
    add('--format', choices=sorted(diff.FORMATS), default='text', help=formats)
    fail = f'exit with status 1 if there are such changes: {", ".join(diff.CHANGES)}'
    add('--fail-on', type=diff.parse_changes, default=frozenset(), metavar='CHANGE,...', help=fail)
    sources = 'path of the documentation sources in the repository, for annotations'
    add('--sources', default='', metavar='DIRECTORY', help=sources)


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=explain.run)
    parser.add_argument('name', metavar='NAME', help='a name, or its last part')
    parser.add_argument('directory', metavar='DIR', help=_EXPORT)
    for option, description in _OPTIONS['explain'].items():
        parser.add_argument(option, metavar='DOCUMENT', help=description)


def _add_query(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=query.run)
    parser.add_argument('directory', metavar='DIR', help=_EXPORT)
    pattern = 'a name, its last part, or a pattern with *, ? or [...]'
    parser.add_argument('name', metavar='NAME|PATTERN', help=pattern)
    for flag, description in _FLAGS['query'].items():
        parser.add_argument(flag, action='store_true', help=description)
