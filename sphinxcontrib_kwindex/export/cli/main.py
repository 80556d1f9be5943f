"""The commands and their options.

Exit status: 0 if all is well; 1 if there is no answer, or ``--fail-on`` found what it names; 2 if
a command was called wrongly, or could not read what it was given.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from sphinxcontrib_kwindex.export.cli import diff, explain, query
from sphinxcontrib_kwindex.export.cli.names import NoAnswerError
from sphinxcontrib_kwindex.export.cli.reading import BadInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

#: options of the commands that take a name
_OURS = {'explain': {'-h', '--help'}, 'query': {'-h', '--help', '--json'}}
_EXPORT = 'a directory that sphinx-build -b kwindex, or kwindex_json, has written'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit status."""
    options = _parser().parse_args(_protected(sys.argv[1:] if arguments is None else arguments))
    if hasattr(sys.stdout, 'reconfigure'):
        sys.stdout.reconfigure(encoding='utf-8', errors='backslashreplace')
    try:
        status, lines = options.run(options)
        sys.stdout.writelines(f'{line}\n' for line in lines)
        sys.stdout.flush()
    except (BadInputError, NoAnswerError) as error:
        sys.stderr.write(f'{error}\n')
        return 2 if isinstance(error, BadInputError) else 1
    except BrokenPipeError:  # of "| head"; nothing more can be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return int(status)


def _protected(arguments: Sequence[str]) -> Sequence[str]:
    """Keep a keyword that is an option, as "--port", from being taken for one of ours."""
    command, rest = ''.join(arguments[:1]), arguments[1:]
    if command not in _OURS or '--' in rest:
        return arguments
    ours = [word for word in rest if word in _OURS[command]]
    return [command, *ours, '--', *(word for word in rest if word not in ours)]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='python -m sphinxcontrib_kwindex',
        description='Compare and query what sphinx-build -b kwindex has written.',
        epilog='exit status: 0: all is well; 1: there is no answer, or --fail-on found what it '
        'names; 2: wrong usage, or input that cannot be read',
    )
    commands = parser.add_subparsers(metavar='COMMAND', required=True)
    _add_diff(commands.add_parser('diff', help='tell what has changed between two builds'))
    _add_explain(commands.add_parser('explain', help='tell why a name is a keyword or none'))
    _add_query(commands.add_parser('query', help='tell where a keyword is'))
    return parser


def _add_diff(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=diff.run)
    export = f'{_EXPORT}, or a file documents.jsonl or keywords.jsonl'
    parser.add_argument('old', metavar='OLD', help=export)
    parser.add_argument('new', metavar='NEW', help='the same, later')
    parser.add_argument(
        '--format',
        choices=sorted(diff.FORMATS),
        default='text',
        help='text (default), Markdown for a comment, annotations of GitHub Actions, JSON',
    )
    parser.add_argument(
        '--fail-on',
        type=diff.changes_named,
        default=frozenset(),
        metavar='CHANGE,...',
        help=f'exit with status 1 if there are such changes: {", ".join(diff.CHANGES)}',
    )
    parser.add_argument(
        '--sources',
        default='',
        metavar='DIRECTORY',
        help='where the sources of the documentation are in the repository, for annotations',
    )


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=explain.run)
    parser.add_argument('name', metavar='NAME', help='a name, or its last part')
    parser.add_argument('directory', metavar='DIR', help=_EXPORT)


def _add_query(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=query.run)
    parser.add_argument('directory', metavar='DIR', help=_EXPORT)
    parser.add_argument(
        'name',
        metavar='NAME|PATTERN',
        help='a name, its last part, or a pattern with *, ? or [...]',
    )
    parser.add_argument('--json', action='store_true', help='answer with one object a line')
