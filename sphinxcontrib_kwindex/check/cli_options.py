"""Commands in texts for a shell, and the programs that a project installs."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TOKEN = re.compile(
    r"""
      (?P<join>[\\^`]\n[ \t]*(?:>[ \t]+)?)          # a continued line, perhaps with a prompt
    | (?P<comment>(?<!\S)\#[^\n]*)
    | (?P<end>\n|\|\|?|&&?|;;?|[()`]|\$\()
    | (?P<word>(?:\\[^\n]|'[^'\n]*'|"(?:\\.|[^"\\])*"|\$(?!\()|[^\s\\|&;()`$])+)
    """,
    re.VERBOSE | re.DOTALL,
)
#: a command substitution in quotes
_SUBSTITUTION = re.compile(r'\$\(([^()]*)\)|`([^`]*)`')
_PROMPT = re.compile(
    r'^[ \t]*(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.-]+[^\s$%#>]*)?(?:PS )?(?:[A-Z]:[^\n>]*>|[$%>❯])'
    r' +(?=\S)'
)
#: text before the command in Dockerfiles, makefiles and YAML
_LINE_PREFIX = re.compile(
    r'^(?:RUN|CMD|ENTRYPOINT)[ \t]+|^\t@|^[ \t]*(?:-[ \t]+)?(?:[\w-]+:[ \t]+)?'
)
_ASSIGNMENT = re.compile(r'\w+\+?=.*', re.DOTALL)
#: words that are followed by a command
_WRAPPERS = frozenset(
    str.split("""
    ! { builtin chroot command do doas elif else env eval exec if nice nohup stdbuf sudo then time
    timeout until while xargs
    """)
)
#: options of theirs that have a value
_VALUED = frozenset({'-C', '-I', '-L', '-P', '-g', '-k', '-n', '-p', '-s', '-u'})
#: programs that run another one -> their subcommand that does
_RUNNERS = {
    'bundle': 'exec', 'hatch': 'run', 'npm': 'exec', 'pdm': 'run', 'pipenv': 'run', 'pipx': 'run',
    'pnpm': 'exec', 'poetry': 'run', 'rye': 'run', 'uv': 'run', 'yarn': 'run',
}  # fmt: skip
_DIRECT_RUNNERS = frozenset({'bunx', 'npx', 'uvx'})
_INTERPRETER = re.compile(r'(?:python|pypy|ruby|node|perl|php|py)[\d.]*(?:\.exe)?')
#: a long option, also in brackets: it may be left out
_LONG_OPTION = re.compile(r'\[?(--[a-z][\w-]*)(?=[=\[\]]|$)')

_ENTRY_POINT = re.compile(r'^[ \t"\']*([\w.-]+)\s*=\s*[\w.]+:', re.MULTILINE)
_CONSOLE_SCRIPTS = re.compile(r'console_scripts["\']?\s*[=:]\s*\[([^\]]*)\]')


class Word(NamedTuple):
    """A word of a command."""

    text: str
    #: counted from 0
    line: int


def commands(code: str) -> Iterator[list[Word]]:
    """Yield the words of each command, its program first; of a session, only what is typed."""
    yield from _commands_in(_typed(code), 0)


def is_long_option(text: str) -> bool:
    """Check whether a text is a long option and nothing more."""
    return _LONG_OPTION.fullmatch(text) is not None


def long_options(command: list[Word]) -> dict[str, int]:
    """Return the long options of a command -> line; those after ``--`` are another program's."""
    found: dict[str, int] = {}
    for word in command[1:]:
        if word.text == '--':
            break
        if match := _LONG_OPTION.match(word.text):
            found.setdefault(match[1], word.line)
    return found


def _typed(code: str) -> str:
    """Remove prompts, and the output in a session; lines keep their numbers."""
    lines = code.split('\n')
    if not any(map(_PROMPT.match, lines)):
        return '\n'.join(_LINE_PREFIX.sub('', line, count=1) for line in lines)
    typed: list[str] = []
    continues = False
    for line in lines:
        prompt = _PROMPT.match(line)
        typed.append(line[prompt.end() :] if prompt else line if continues else '')
        continues = (continues or prompt is not None) and line.endswith(('\\', '^'))
    return '\n'.join(typed)


def _commands_in(code: str, line: int) -> Iterator[list[Word]]:
    words: list[Word] = []
    at = 0
    for match in _TOKEN.finditer(code):
        line += code.count('\n', at, match.start())
        at = match.start()
        if match['word']:
            words.append(Word(match['word'], line))
            for inner in _SUBSTITUTION.finditer(match['word']) if '"' in match['word'] else ():
                yield from _commands_in(inner[1] or inner[2] or '', line)
        elif match['end']:
            yield from _unwrapped(words)
            words = []
    yield from _unwrapped(words)


def _unwrapped(words: list[Word]) -> Iterator[list[Word]]:
    """Yield a command from the program that it really runs, unless there is none."""
    while words:
        first, *rest = words
        name = first.text.rpartition('/')[2]
        if _ASSIGNMENT.fullmatch(first.text):
            words = rest
        elif first.text in _WRAPPERS:
            words = _without_options(rest)
        elif name in _DIRECT_RUNNERS or (rest and rest[0].text == _RUNNERS.get(name)):
            words = _without_options(rest[name not in _DIRECT_RUNNERS :])
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


def programs_of(name: str, text: str) -> list[str]:
    """Return the names of the programs that a file with metadata installs; a broken one none."""
    try:
        return METADATA[name](text) if name in METADATA else []
    except (ValueError, AttributeError, TypeError, configparser.Error):
        return []  # other tools report it


def _in_pyproject(text: str) -> list[str]:
    data = tomllib.loads(text)
    project, poetry = data.get('project', {}), data.get('tool', {}).get('poetry', {})
    scripts = [project.get('scripts', {}), project.get('gui-scripts', {})]
    return [name for table in (*scripts, poetry.get('scripts', {})) for name in table]


def _in_setup_cfg(text: str) -> list[str]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return _ENTRY_POINT.findall(parser.get('options.entry_points', 'console_scripts', fallback=''))


def _in_setup_py(text: str) -> list[str]:
    entries = [entry for found in _CONSOLE_SCRIPTS.findall(text) for entry in found.split(',')]
    return [name for entry in entries for name in _ENTRY_POINT.findall(entry.strip())]


def _in_cargo(text: str) -> list[str]:
    data = tomllib.loads(text)
    programs = [data.get('package', {}), *data.get('bin', [])]
    return [program['name'] for program in programs if 'name' in program]


def _in_package_json(text: str) -> list[str]:
    data: dict[str, Any] = json.loads(text)
    programs = data.get('bin', {})
    return list(programs) if isinstance(programs, dict) else [data.get('name', '')]


METADATA: dict[str, Callable[[str], list[str]]] = {
    'pyproject.toml': _in_pyproject,
    'setup.cfg': _in_setup_cfg,
    'setup.py': _in_setup_py,
    'Cargo.toml': _in_cargo,
    'package.json': _in_package_json,
}
