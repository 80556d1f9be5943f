"""The commands in lines for a shell, each with its words and their lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
      (?P<join>[\\^`]\n[ \t]*(?:>[ \t]+)?)          # a line that goes on, perhaps with a prompt
    | (?P<comment>(?<!\S)\#[^\n]*)
    | (?P<end>\n|\|\|?|&&?|;;?|[()`]|\$\()
    | (?P<word>(?:\\[^\n]|'[^'\n]*'|"(?:\\.|[^"\\])*"|\$(?!\()|[^\s\\|&;()`$])+)
    """,
    re.VERBOSE | re.DOTALL,
)
#: a command in quotes
_QUOTED = re.compile(r'\$\(([^()]*)\)|`([^`]*)`')
_PROMPT = re.compile(
    r'^[ \t]*(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.-]+[^\s$%#>]*)?(?:PS )?(?:[A-Z]:[^\n>]*>|[$%>❯])'
    r' +(?=\S)'
)
#: what stands before the command in the files of other programs
_OTHER = re.compile(r'^(?:RUN|CMD|ENTRYPOINT)[ \t]+|^\t@|^[ \t]*(?:-[ \t]+)?(?:[\w-]+:[ \t]+)?')

_ASSIGNMENT = re.compile(r'\w+\+?=.*', re.DOTALL)
#: after these words comes a command
_BEFORE = frozenset(
    str.split("""
    ! { builtin chroot command do doas elif else env eval exec if nice nohup stdbuf sudo then time
    timeout until while xargs
    """)
)
#: their options that have a value of their own
_VALUED = frozenset({'-C', '-I', '-L', '-P', '-g', '-k', '-n', '-p', '-s', '-u'})
#: programs that run another one: after any of these words comes its name
_RUNNERS = {
    'bundle': 'exec', 'hatch': 'run', 'npm': 'exec', 'pdm': 'run', 'pipenv': 'run', 'pipx': 'run',
    'pnpm': 'exec', 'poetry': 'run', 'rye': 'run', 'uv': 'run', 'yarn': 'run',
}  # fmt: skip
_DIRECT = frozenset({'bunx', 'npx', 'uvx'})
_INTERPRETER = re.compile(r'(?:python|pypy|ruby|node|perl|php|py)[\d.]*(?:\.exe)?')


class Word(NamedTuple):
    """A word of a command."""

    text: str
    #: counted from 0
    line: int


def commands(code: str) -> Iterator[list[Word]]:
    """Give the words of each command, its name first; in a session, only of what is typed."""
    yield from _in(_typed(code), 0)


def _typed(code: str) -> str:
    """Leave out prompts, and what a session shows; lines stay where they are."""
    lines = code.split('\n')
    if not any(map(_PROMPT.match, lines)):
        return '\n'.join(_OTHER.sub('', line, count=1) for line in lines)
    typed: list[str] = []
    goes_on = False
    for line in lines:
        prompt = _PROMPT.match(line)
        typed.append(line[prompt.end() :] if prompt else line if goes_on else '')
        goes_on = (goes_on or prompt is not None) and line.endswith(('\\', '^'))
    return '\n'.join(typed)


def _in(code: str, line: int) -> Iterator[list[Word]]:
    """Give the commands in a text that begins on a line."""
    words: list[Word] = []
    at = 0
    for match in _TOKEN.finditer(code):
        line += code.count('\n', at, match.start())
        at = match.start()
        if match['word']:
            words.append(Word(match['word'], line))
            for inner in _QUOTED.finditer(match['word']) if '"' in match['word'] else ():
                yield from _in(inner[1] or inner[2] or '', line)
        elif match['end']:
            yield from _named(words)
            words = []
    yield from _named(words)


def _named(words: list[Word]) -> Iterator[list[Word]]:
    """Leave out what stands before the name of the program that a command runs."""
    while words:
        first, *rest = words
        name = first.text.rpartition('/')[2]
        if _ASSIGNMENT.fullmatch(first.text):
            words = rest
        elif first.text in _BEFORE:
            words = _without_options(rest)
        elif name in _DIRECT or (rest and rest[0].text == _RUNNERS.get(name)):
            words = _without_options(rest[name not in _DIRECT :])
        elif _INTERPRETER.fullmatch(name) and rest and rest[0].text == '-m':
            words = rest[1:]
        elif _INTERPRETER.fullmatch(name) and rest and not rest[0].text.startswith('-'):
            words = rest
        else:
            yield [first._replace(text=re.sub(r'\.(?:exe|py|js|sh)$', '', name)), *rest]
            return


def _without_options(words: list[Word]) -> list[Word]:
    while words and words[0].text.startswith('-'):
        words = words[2 if words[0].text in _VALUED else 1 :]
    return words
