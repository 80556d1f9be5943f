"""Extraction of names from code and prose: pure functions that do not know Sphinx.

This module has the table of languages. To add a language, add a row and a reader.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from sphinxcontrib_kwindex.model import Found

if TYPE_CHECKING:
    from types import ModuleType

#: an extractor, also one of ``kwindex_extractors``
Extractor = Callable[[str], list[Found]]


class Language(NamedTuple):
    """A language, or several that are read alike."""

    name: str
    #: other names: aliases of Pygments' lexers, endings of file names as in Markdown
    aliases: str
    #: module of this package, maybe with a function: "config_files:extract_json"; empty if no code
    reader: str
    #: between a class and its member
    separator: str = '.'
    #: classes and namespaces have members that are named with them
    has_scopes: bool = False
    #: names in a file are qualified with its package
    is_packaged: bool = False
    #: packages and namespaces are separated by full stops
    is_dotted: bool = False
    #: modules are imported by a string and named after their files
    is_script: bool = False
    #: a text may contain commands of a shell
    has_commands: bool = False

    @property
    def family(self) -> str:
        """The language whose aliases hold in a block of this one as well."""
        return 'python' if self.name == 'default' else self.name

    def read(self, code: str) -> list[Found]:
        """Return the names in a text."""
        if not self.reader:
            return []
        module, _colon, function = self.reader.partition(':')
        reader = getattr(_import(module), function or 'extract')
        found: list[Found] = reader(code, self.name) if module == 'curly' else reader(code)
        return found


LANGUAGES: Final = (
    Language('default', '', 'python:extract_default', has_commands=True),
    Language('text', 'none plain plaintext txt', '', has_commands=True),
    Language('output', 'ascii log postgres-explain py2tb py3tb pycontraceback pytb raw', ''),
    Language(
        'python',
        'bazel cython doctest ipython ipython2 ipython3 ipythonconsole numpy py py2 py3 pycon'
        ' pycon3 pyi pyrex python-console python2 python3 pyx sage starlark',
        'python',
    ),
    Language(
        'c',
        'arduino c++ cc cpp cpp-objdump cu cuda cuh cxx glsl h h++ hh hip hlsl hpp hxx metal obj-c'
        ' obj-c++ objc objc++ objective-c objective-c++ objectivec objectivec++ opencl sycl',
        'c_family',
        separator='::',
        has_scopes=True,
    ),
    Language('csharp', 'c# cs', 'curly', has_scopes=True, is_packaged=True, is_dotted=True),
    Language('go', 'golang', 'curly', has_scopes=True, is_packaged=True),
    Language('java', '', 'curly', has_scopes=True, is_packaged=True, is_dotted=True),
    Language('javascript', 'cjs js jsx mjs node react', 'curly', has_scopes=True, is_script=True),
    Language('kotlin', 'kt kts', 'curly', has_scopes=True, is_packaged=True, is_dotted=True),
    Language('php', 'html+php php3 php4 php5', 'curly', '::', has_scopes=True, is_packaged=True),
    Language('rust', 'rs', 'curly', '::', has_scopes=True),
    Language('scala', 'sbt', 'curly', has_scopes=True, is_packaged=True, is_dotted=True),
    Language('swift', '', 'curly', has_scopes=True, is_dotted=True),
    Language(
        'typescript', 'cts mts ts tsx', 'curly', has_scopes=True, is_dotted=True, is_script=True
    ),
    Language('lua', 'luau', 'scripts.lua', has_scopes=True),
    Language('ruby', 'cr crystal duby rb', 'scripts.ruby', has_scopes=True),
    Language('cmake', '', 'scripts.cmake'),
    Language(
        'console',
        'bash-session doscon ps1con pwsh-session sh-session shell-session tcshcon terminal',
        'scripts.shell:extract_session',
        has_commands=True,
    ),
    Language(
        'shell',
        'bash csh fish fishshell ksh openrc sh tcsh zsh',
        'scripts.shell',
        has_commands=True,
    ),
    Language(
        'sql',
        'googlesql mysql pgsql plpgsql postgres postgresql psql sql+jinja sqlite t-sql tsql'
        ' zetasql',
        'scripts.sql',
    ),
    Language(
        'ini',
        'cfg conf desktop dosini editorconfig gitconfig jproperties properties systemd',
        'config_files:extract_ini',
    ),
    Language('dotenv', 'env', 'config_files:extract_environment'),
    Language(
        'json', 'json-ld json-object json5 jsonc jsonl jsonld ndjson', 'config_files:extract_json'
    ),
    Language('toml', '', 'config_files:extract_toml'),
    Language('yaml', 'salt sls yaml+jinja yml', 'config_files:extract_yaml', has_commands=True),
    # without a reader of their own
    Language('batch', 'bat', 'scripts.shell:extract_batch', has_commands=True),
    Language('gdscript', 'gd', 'python:extract_gdscript', has_scopes=True),
    Language('docker', 'dockerfile', 'scripts.shell:extract_docker', has_commands=True),
    Language('make', 'makefile', 'scripts.shell:extract_make', has_commands=True),
    Language('markup', 'css html xml', 'collector:extract_words'),
    Language('powershell', 'ps1 pwsh', 'scripts.shell:extract_powershell', has_commands=True),
)

_BY_ALIAS: Final = {
    alias: language
    for language in LANGUAGES
    for alias in (language.name, *language.aliases.split())
}


def find_language(alias: str) -> Language:
    """Return the language of a name or an alias; an unknown one is read word by word.

    Attributes of a block may follow the name, as in ``rust,ignore``.
    """
    name = alias.strip().lower()
    known = _BY_ALIAS.get(name) or _BY_ALIAS.get(name.partition(',')[0])
    return known or Language(alias, '', 'collector:extract_words')


def extract(code: str, language: str) -> list[Found]:
    """Return the names in a text of a language."""
    code = code.removeprefix('\ufeff').replace('\r\n', '\n')
    found: list[Found] = find_language(language).read(code)
    return _import('collector').with_evident_kinds(found, code) if found else found


@cache
def _import(module: str) -> ModuleType:
    """Import a reader with the first text of its language: many builds have none."""
    return import_module(f'{__name__}.{module}')
