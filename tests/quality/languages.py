"""The other languages against universal-ctags, PyYAML and TypeScript's parser, on real packages.

``python tests/quality/languages.py --cache FOLDER`` fetches the packages named below once (default:
into a temporary folder) and prints the table; ``--language Java`` (may be repeated) measures one,
``--misses 20`` prints some of what is wrong or missing. Rows:

* *raw*: what ctags says, as it is.
* *definition*: ctags without the errors that `truths` names, each with its reason; for JavaScript
  and TypeScript, where ctags takes most functions for constants and local variables for global
  ones, the truth is TypeScript's own parser, and names are compared as qualified as they are.
* *key*: keys of YAML, qualified, against PyYAML.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import truths
from packages import Package, files, unpacked
from scores import WHOLE, Scores, Source, missed, table

from sphinxcontrib_kwindex.extract import extract
from sphinxcontrib_kwindex.model import Found, Kind, Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE = 'KWINDEX_QUALITY_CACHE'

npm, pypi, debian = (partial(Package, tool) for tool in ('npm', 'pypi', 'debian'))
_PARSER = npm('typescript@5', 'package/lib/typescript.js')


class Measured(NamedTuple):
    """A language: what ctags calls it, which of its kinds count, and where its files are from."""

    ctags: str
    kinds: str
    packages: list[Package]


LANGUAGES = {
    'java': Measured(
        'Java',
        'acefgimp',
        [
            *(pypi(name, '.java') for name in ('jpype1', 'py4j', 'pyjnius')),
            npm('react-native', '.java'),
        ],
    ),
    'javascript': Measured(
        'JavaScript',
        'fcmpCvgGSM',
        [
            *(npm(name, '.js') for name in ('commander', 'eslint', 'express', 'lodash-es')),
            npm('luxon', '.js', '/src/'),
            npm('mocha', '.js', '/lib/'),
            npm('three', '.js', '/src/'),
        ],
    ),
    'typescript': Measured(
        'TypeScript',
        'fcigemnpvCGa',
        [npm(name, '.ts') for name in ('@reduxjs/toolkit', '@tanstack/query-core', 'rxjs', 'zod')],
    ),
    'go': Measured(
        'Go',
        'pfctvsimna',
        [
            debian(f'golang-{name}-dev', '.go')
            for name in (
                'github-gorilla-mux', 'github-pelletier-go-toml', 'github-sirupsen-logrus',
                'github-spf13-cobra', 'github-spf13-pflag', 'golang-x-net',
            )
        ],
    ),
    'rust': Measured(
        'Rust',
        'nsifgtvMmeP',
        [
            debian(f'librust-{name}-dev', '.rs')
            for name in ('clap-3', 'hyper', 'nix', 'rayon', 'regex', 'serde-json')
        ],
    ),
    'bash': Measured(
        'Sh',
        'af',
        [
            debian('bash-completion', '', '/completions/'),
            *(
                debian(name, '')
                for name in ('autopkgtest', 'debootstrap', 'devscripts', 'initramfs-tools-core')
            ),
            debian('lxc-templates', '', '/templates/'),
        ],
    ),
    'cmake': Measured(
        'CMake',
        'fmtvDp',
        [
            debian(name, suffix)
            for name in ('cmake-data', 'extra-cmake-modules')
            for suffix in ('.cmake', 'CMakeLists.txt')
        ],
    ),
    'yaml': Measured(
        '', '', [debian('ansible-core', suffix) for suffix in ('.yml', '.yaml')]
    ),
}  # fmt: skip
TARGETS = {
    (language, 'key' if language == 'yaml' else 'definition', WHOLE): (0.95, 0.90)
    for language in LANGUAGES
}

_GROUPS = {
    Kind.CLASS: 'type',
    Kind.ENUM: 'type',
    Kind.TYPE: 'type',
    Kind.FUNCTION: 'function',
    Kind.METHOD: 'function',
    Kind.ATTRIBUTE: 'value',
    Kind.CONSTANT: 'value',
    Kind.ENVIRONMENT_VARIABLE: 'value',
    Kind.MACRO: 'value',
    Kind.SETTING: 'value',
    Kind.VARIABLE: 'value',
    Kind.MODULE: 'module',
    Kind.NAMESPACE: 'module',
}


def measure(_: list[Source], scores: Scores, languages: list[str] | None = None) -> None:
    """Measure some languages, or all."""
    if folder := os.environ.get(CACHE):
        _measure(Path(folder), scores, languages)
        return
    with tempfile.TemporaryDirectory() as temporary:
        _measure(Path(temporary), scores, languages)


def _measure(cache: Path, scores: Scores, languages: list[str] | None) -> None:
    for language in languages or LANGUAGES:
        sources = list(_sources(language, cache))
        if not sources:
            print(f'{language}: no files')
            continue
        found = _found(language, sources, scores)
        if language == 'yaml':
            _compare_keys(language, sources, found, scores)
            continue
        _compare_tags(language, sources, found, scores)
        if language in ('javascript', 'typescript'):
            _compare_parsed(language, sources, found, scores, cache)


def _sources(language: str, cache: Path) -> Iterator[tuple[str, Path, str]]:
    for where, path in files(LANGUAGES[language].packages, cache):
        code = path.read_bytes().decode(errors='replace').replace('\r\n', '\n')
        if language != 'bash' or _is_shell(where, code):
            yield where, path, code


def _is_shell(where: str, code: str) -> bool:
    head = code.partition('\n')[0].split()[:2]
    named = where.endswith('.sh') or '/completions/' in where
    return named or (bool(head) and head[0].startswith('#!') and head[0].endswith('sh'))


def _found(
    language: str, sources: list[tuple[str, Path, str]], scores: Scores
) -> dict[Path, list[Found]]:
    begin = time.process_time()
    found = {path: extract(code, language) for _, path, code in sources}
    seconds = time.process_time() - begin
    scores.speed(language, f'{len(sources)} files', sum(len(code) for *_, code in sources), seconds)
    return {
        path: [one for one in all_found if one.usage is Usage.DEFINITION]
        for path, all_found in found.items()
    }


def _compare_tags(
    language: str,
    sources: list[tuple[str, Path, str]],
    found: dict[Path, list[Found]],
    scores: Scores,
) -> None:
    ctags, kinds, _ = LANGUAGES[language]
    tags = truths.tags(ctags, kinds, [path for _, path, _ in sources])
    for where, path, code in sources:
        ours = {(_group(language, one), _bare(language, one)): one.line for one in found[path]}
        ours.pop(('', ''), None)
        groups = [(truths.group_of(ctags, tag), tag) for tag in tags.get(path, ())]
        raw = {(group, _plain(tag.name)): tag for group, tag in groups if group}
        add = partial(scores.add, language, cut=WHOLE, where=where)
        add('raw', found=set(ours), truth=set(raw))
        if language in ('javascript', 'typescript'):
            continue
        text = truths.text_of(ctags, code)
        wrong, unknown = truths.WRONG.get(ctags, ()), truths.UNKNOWN.get(ctags, ())
        truth = {name for name, tag in raw.items() if not any(rule(tag, text) for rule in wrong)}
        right = {
            name
            for name, line in ours.items()
            if name in truth or not any(rule(line, text) for rule in unknown)
        }
        add('definition', found=right, truth=truth)


def _compare_parsed(
    language: str,
    sources: list[tuple[str, Path, str]],
    found: dict[Path, list[Found]],
    scores: Scores,
    cache: Path,
) -> None:
    parser = unpacked(_PARSER, cache)
    if parser is None:
        return
    truth = truths.ecma_names(parser / _PARSER.suffix, [path for _, path, _ in sources])
    for where, path, _ in sources:
        names = {(_group(language, one), one.name) for one in found[path]}
        scores.add(
            language, 'definition', WHOLE, found=names, truth=truth.get(path, set()), where=where
        )


def _compare_keys(
    language: str,
    sources: list[tuple[str, Path, str]],
    found: dict[Path, list[Found]],
    scores: Scores,
) -> None:
    for where, path, code in sources:
        try:
            keys = truths.yaml_keys(code)
        except truths.yaml.YAMLError:
            continue  # a template
        # keys without a letter are no names
        truth = {key for key in keys if any(map(str.isalpha, key.rpartition('.')[2] or key))}
        names = {one.name for one in found[path]}
        scores.add(language, 'key', WHOLE, found=names, truth=truth, where=where)


def _group(language: str, found: Found) -> str:
    if language == 'bash':
        return 'function' if found.kind in (Kind.FUNCTION, Kind.COMMAND) else ''
    if language == 'cmake':
        return 'function' if found.kind in (Kind.FUNCTION, Kind.MACRO) else 'value'
    return _GROUPS.get(found.kind, '')


def _bare(language: str, found: Found) -> str:
    if not _group(language, found):
        return ''
    if language in ('bash', 'cmake') or found.kind in (Kind.MODULE, Kind.NAMESPACE):
        return _plain(found.name)
    return _plain(found.name.replace('::', '.').rpartition('.')[2])


def _plain(name: str) -> str:
    """Strip the sign of private names."""
    return name.removeprefix('#')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--cache', help='where the packages are kept')
    parser.add_argument('--language', action='append', choices=LANGUAGES)
    parser.add_argument('--misses', type=int, default=0, help='how many misses to print per row')
    options = parser.parse_args()
    if options.cache:
        os.environ[CACHE] = options.cache
    scores = Scores()
    measure([], scores, options.language)
    print(*table(scores, TARGETS), sep='\n')
    for (language, row, _), misses in scores.misses.items():
        for miss in misses[: options.misses]:
            print(f'   {language}/{row}: {miss}')
    return int(bool(missed(scores, TARGETS)))


if __name__ == '__main__':
    sys.exit(main())
