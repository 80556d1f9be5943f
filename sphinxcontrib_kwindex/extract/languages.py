"""From the name of a language to its extractor.

Languages go by the aliases of Pygments' lexers, and by the endings of file names that Markdown
writers use. A language that is not known gives the words that look like identifiers; what is no
code at all (plain text, output, tracebacks) gives nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract import bare
from sphinxcontrib_kwindex.model import Found

if TYPE_CHECKING:
    from types import ModuleType

#: what an extractor is, also one of ``kwindex_extractors``
Extractor = Callable[[str], list[Found]]


def extract(code: str, language: str) -> list[Found]:
    """Give the names in a text of a language."""
    extractor = _EXTRACTORS.get(language.strip().lower(), bare.extract)
    return extractor(code.removeprefix('\ufeff').replace('\r\n', '\n'))


def reader_of(language: str) -> str:
    """Name what reads a language: what one of its texts says holds for others of the same."""
    extractor = _EXTRACTORS.get(language.strip().lower())
    if language == 'default':
        return 'python'
    return '.'.join(extractor.args) if isinstance(extractor, partial) else language


def is_far_from_python(language: str) -> bool:
    """Tell whether what a text of a language names can be no module and no class of Python."""
    return language.strip().lower() in _FAR


@cache
def _family(name: str) -> ModuleType:
    """Import the extractors of a family when its first text comes: many builds have none."""
    return import_module(f'{__package__}.{name}')


def _in_language(family: str, language: str, code: str) -> list[Found]:
    found: list[Found] = _family(family).extract(code, language)
    return found


def _in_family(family: str, code: str) -> list[Found]:
    found: list[Found] = _family(family).extract(code)
    return found


def _nothing(_: str) -> list[Found]:
    return []


def _default(code: str) -> list[Found]:
    """Read a block whose language nobody has told: it is Python if it can be, as for Sphinx."""
    if _family('python.sessions').is_session(code):
        return _in_family('python', code)
    if code.lstrip().startswith('$ '):
        return _in_language('scripts', 'console', code)
    found: list[Found] | None = _family('python').read_tree(code)
    return bare.extract(code) if found is None else found


#: what else a language is called than in the tables of the extractors
_BRACES: Final = {
    'csharp': 'c# cs',
    'go': 'golang',
    'java': '',
    'javascript': 'cjs js jsx mjs node react',
    'kotlin': 'kt kts',
    'php': 'html+php php3 php4 php5',
    'rust': 'rs',
    'scala': 'sbt',
    'swift': '',
    'typescript': 'cts mts ts tsx',
}
_SCRIPTS: Final = {
    'cmake': '',
    'console': """
        bash-session doscon ps1con pwsh-session sh-session shell-session tcshcon terminal
    """,
    'lua': 'luau',
    'ruby': 'cr crystal duby rb',
    'shell': 'bash csh fish fishshell ksh openrc sh tcsh zsh',
    'sql': """
        googlesql mysql pgsql plpgsql postgres postgresql psql sql+jinja sqlite t-sql tsql zetasql
    """,
}
_DATA: Final = {
    'ini': """
        cfg conf desktop dosini dotenv editorconfig env gitconfig jproperties properties systemd
    """,
    'json': 'json-ld json-object json5 jsonc jsonl jsonld ndjson',
    'toml': '',
    'yaml': 'salt sls yaml+jinja yml',
}
_PYTHON: Final = """
    python bazel cython doctest ipython ipython2 ipython3 ipythonconsole numpy py py2 py3 pycon
    pycon3 pyi pyrex python-console python2 python3 pyx sage starlark
"""
_C_FAMILY: Final = """
    c arduino c++ cc cpp cpp-objdump cu cuda cuh cxx glsl h h++ hh hip hlsl hpp hxx metal obj-c
    obj-c++ objc objc++ objective-c objective-c++ objectivec objectivec++ opencl sycl
"""
_NO_CODE: Final = """
    ascii log none output plain plaintext postgres-explain py2tb py3tb pycontraceback pytb raw text
    txt
"""


def _named(aliases: dict[str, str], family: str) -> dict[str, Extractor]:
    return {
        name: partial(_in_language, family, language)
        for language, more in aliases.items()
        for name in (language, *more.split())
    }


_FAR: Final = frozenset(
    ' '.join(
        [_C_FAMILY, *_BRACES, *_BRACES.values(), 'lua ruby', _SCRIPTS['lua'], _SCRIPTS['ruby']]
    ).split()
)

_EXTRACTORS: Final[dict[str, Extractor]] = {
    'default': _default,
    **dict.fromkeys(_NO_CODE.split(), _nothing),
    **dict.fromkeys(_PYTHON.split(), partial(_in_family, 'python')),
    **dict.fromkeys(_C_FAMILY.split(), partial(_in_family, 'cfamily')),
    **_named(_BRACES, 'braces'),
    **_named(_SCRIPTS, 'scripts'),
    **_named(_DATA, 'data'),
}
