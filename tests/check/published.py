"""Measure ``kwcheck`` on published projects: how many findings are true, how many renames it finds.

    python tests/check/published.py findings CACHE [PROJECT ...]
    python tests/check/published.py renames CACHE [PROJECT ...]

``CACHE/NAME`` is the source tree of a project of ``projects.toml``, which says where it comes from.
``findings`` builds each documentation, and counts the findings that ``verdicts.jsonl`` calls true;
those without a verdict are printed, to be judged by hand. ``renames`` renames public names in a
copy of the sources, which the documentation mentions qualified, described or with a role, and
prints which of them are reported. Inventories are not fetched.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
VERDICTS = HERE / 'verdicts.jsonl'
RENAMED, FEWEST = 10, 7

PAST = re.compile(r'(?i)change|histor|news|whats?[-_]?new|release|upgrad|migrat|deprecat')
_OBJECTS = (
    'func|function|meth|method|class|exc|exception|attr|attribute|data|obj|macro|type|struct|member'
    '|enum|enumerator|mod|module|property'
)
#: how documentation says that something is a name of its project
MENTIONED = [
    re.compile(rf':(?:[a-z]+:)?(?:{_OBJECTS}):`(?:[^`<]+<)?[~.!]*([\w.:]+)(?:\(\))?>?`'),
    re.compile(rf'^ *\.\. (?:[a-z]+:)?(?:{_OBJECTS}):: .*?([\w.:]+)(?:\(|;|$)', re.MULTILINE),
    re.compile(r'`((?:\w+(?:\.|::))+\w+)(?:\(\))?`'),
]
_DEFINITION = (
    r'\b(?:def|class|fn|struct|enum|trait|type|func|function|interface|const|define|mod|typedef'
    r'|union|namespace)\s+(?:\([^)]*\)\s*)?{name}\b'
    r'|^(?:static |extern |inline |const |export )*\w[\w *<>:]*'
    r'[ *&]{name}\s*\(|^ *{name}(?:: [^=\n]+)? =|^  (?:async )?{name}\([^)]*\).*\{{$'
)
_SCOPE = re.compile(r'\b(?:class|struct|namespace|trait|interface|enum|mod|package)\s+(\w+)')
_WORDS = str.split('amber basalt cobalt dahlia ember fjord garnet hazel indigo jasper')


class Project(NamedTuple):
    """A row of ``projects.toml``."""

    name: str
    #: folder of the documentation; with ``conf``, its configuration is replaced
    docs: str
    sources: list[str]
    #: of Python, imported by autodoc
    root: str = ''
    #: replaces the project's own configuration
    conf: str = ''
    #: is appended to it
    more: str = ''
    #: one that was not looked at before the check was finished
    is_new: bool = False


def projects(wanted: list[str]) -> list[Project]:
    """Return the projects of some names, all, or those that are ``new``."""
    table = tomllib.loads((HERE / 'projects.toml').read_text(encoding='utf-8'))
    rows = [Project(name, **row) for name, row in table.items()]
    if 'new' in wanted:
        wanted = [one.name for one in rows if one.is_new]
    return [one for one in rows if not wanted or one.name in wanted]


def prepared(project: Project, cache: Path, version: str) -> Path:
    """Copy the tree of a project, and configure the check."""
    copy = cache / 'work' / f'{project.name}-{version}'
    shutil.rmtree(copy, ignore_errors=True)
    left_out = shutil.ignore_patterns('node_modules', 'deps')
    shutil.copytree(cache / project.name, copy, symlinks=True, ignore=left_out)
    docs = copy / project.docs
    sources = [os.path.relpath(copy / one, docs) for one in project.sources]
    conf = docs / 'conf.py'
    text = project.conf or conf.read_text(encoding='utf-8')
    conf.write_text(
        f'{text}\n\n{project.more}\nhtml_theme = "basic"\n'
        'extensions = [*globals().get("extensions", []), "sphinxcontrib_kwindex"]\n'
        f'kwcheck_sources = {sources!r}\n',
        encoding='utf-8',
    )
    return copy


def check(project: Project, copy: Path) -> tuple[list[dict[str, Any]], str]:
    """Build a documentation, and return all findings, with what the build says."""
    out = copy / '_kwcheck'
    package = Path(os.environ.get('KWINDEX', HERE.parent.parent))
    path = os.pathsep.join(map(str, [package, *([copy / project.root] if project.root else [])]))
    settings = ['kwcheck_findings=unknown,undefined', 'kwcheck_level=warning']
    if 'kwcheck_level' not in (package / 'sphinxcontrib_kwindex' / 'config.py').read_text():
        settings.pop()  # an earlier version
    command = [sys.executable, '-m', 'sphinx', '-b', 'kwcheck', project.docs, out]
    command += [part for setting in settings for part in ('-D', setting)]
    environment = os.environ | {'PYTHONPATH': path}
    done = subprocess.run(
        command, cwd=copy, env=environment, check=False, capture_output=True, text=True
    )
    report = out / 'kwcheck.jsonl'
    if not report.exists():
        sys.exit(f'{project.name}: {done.stderr[-3000:]}')
    lines = report.read_text(encoding='utf-8').splitlines()
    return [json.loads(line) for line in lines], done.stdout


def texts(folder: Path) -> dict[str, str]:
    """Return the text of all documents that are about the present."""
    paths = (p for end in ('*.rst', '*.md') for p in folder.rglob(end))
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding='utf-8', errors='replace')
        for path in sorted(paths)
        if not PAST.search(path.relative_to(folder).as_posix())
    }


def verdicts() -> dict[tuple[str, str], bool]:
    lines = VERDICTS.read_text(encoding='utf-8').splitlines() if VERDICTS.exists() else []
    return {(one['project'], one['name']): one['true'] for one in map(json.loads, lines)}


def measure(project: Project, cache: Path, known: dict[tuple[str, str], bool]) -> Counter[str]:
    copy = prepared(project, cache, 'plain')
    began = time.monotonic()
    findings, output = check(project, copy)
    counts = Counter(documents=len(texts(copy / project.docs)))
    print(f'\n{project.name}: {counts["documents"]} documents, {time.monotonic() - began:.0f} s')
    said = [line for line in output.splitlines() if 'udged: ' in line or line.startswith('  ')]
    print(*said, sep='\n')
    for one in findings:
        level = one.get('level', 'error')
        if one['finding'] == 'undefined' and 'referred' not in one['message']:
            continue  # an acronym: not about names
        verdict = known.get((project.name, one['name']))
        counts[f'{level}:{verdict}'] += 1
        if verdict is None or '-v' in sys.argv:
            where, near = f'{one["file"]}:{one["line"]}', one['suggestion']
            print(f'  {verdict} {level} {where}: {one["name"]} {one["message"]} → {near}')
    print('  ', dict(sorted(counts.items())))
    return counts


def candidates(project: Project, copy: Path) -> dict[str, set[str]]:
    """Return names that sources define and documents mention -> how they are mentioned."""
    found: dict[str, set[str]] = {}
    for text in texts(copy / project.docs).values():
        for pattern in MENTIONED:
            for name in pattern.findall(text):
                found.setdefault(re.split(r'[.:]+', name)[-1], set()).add(name)
    paths = files(project, copy)
    code = '\n'.join(path.read_text(encoding='utf-8', errors='replace') for path in paths)
    counts = Counter(re.findall(r'\w+', code))
    scopes = set(_SCOPE.findall(code)) | {project.name.lower()}
    modules = {path.stem for path in paths if path.suffix in {'.py', '.pyx'}}
    modules |= {path.parent.name for path in paths if path.suffix in {'.py', '.pyx', '.go'}}
    scopes |= modules
    for full in found.values():  # others may have what a variable or another package has
        parts = {one: re.split('[.:]+', one) for one in full}
        full -= {one for one, (first, *rest) in parts.items() if rest and first not in scopes}
    return {
        name: full for name, full in found.items()
        if full and len(name) > 4 and name not in modules
        and not name.startswith('_') and 0 < counts[name] < 150
        and re.search(_DEFINITION.format(name=re.escape(name)), code, re.MULTILINE)
    }  # fmt: skip


def files(project: Project, copy: Path) -> list[Path]:
    found: set[Path] = set()
    for pattern in project.sources:
        paths = [copy / pattern] if (copy / pattern).exists() else copy.glob(pattern)
        for path in paths:
            found.update(path.rglob('*') if path.is_dir() else [path])
    return sorted(path for path in found if path.is_file() and b'\0' not in path.read_bytes())


def renamed(name: str, draw: random.Random) -> str:
    """Replace a part of a name, in its case."""
    parts = re.findall(r'[A-Z]+(?![a-z])|[A-Z]?[a-z\d]+|_+|\d+', name)
    words = [n for n, part in enumerate(parts) if not part.startswith('_')]
    at, word = draw.choice(words), draw.choice(_WORDS)
    part = parts[at]
    parts[at] = word.upper() if part.isupper() else word.title() if part[0].isupper() else word
    return ''.join(parts)


def measure_renames(project: Project, cache: Path) -> Counter[str]:
    copy = prepared(project, cache, 'renamed')
    plain = cache / 'work' / f'{project.name}-plain' / '_kwcheck' / 'kwcheck.jsonl'  # of "findings"
    before = {json.loads(line)['name'] for line in plain.read_text(encoding='utf-8').splitlines()}
    draw = random.Random(23)
    mentioned = candidates(project, copy)
    last = {re.split(r'[.:]+', name)[-1] for name in before}
    names = sorted(mentioned.keys() - last)
    number = min(max(len(names) // 4, FEWEST), RENAMED, len(names))
    chosen = {name: renamed(name, draw) for name in draw.sample(names, number)}
    pattern = re.compile(rf'(?<!\w)(?:{"|".join(chosen)})(?!\w)')
    for path in files(project, copy):
        text = path.read_text(encoding='utf-8', errors='replace')
        if (new := pattern.sub(lambda match: chosen[match[0]], text)) != text:
            path.write_text(new, encoding='utf-8')
    findings, _output = check(project, copy)
    levels = {}
    for one in sorted(findings, key=lambda one: one.get('level', ''), reverse=True):
        if one['name'] not in before:
            levels[re.split(r'[.:]+', one['name'])[-1]] = one.get('level', 'error')
    print(f'\n{project.name}: {len(names)} names to choose from')
    for name, new in chosen.items():
        print(f'  {levels.get(name, "-"):8} {name} → {new}: {sorted(mentioned[name])[:4]}')
    extra = {name: level for name, level in levels.items() if name not in chosen}
    print('  also:', extra)
    return Counter(levels.get(name, 'missed') for name in chosen)


def main() -> None:
    command, folder, *wanted = (one for one in sys.argv[1:] if not one.startswith('-'))
    cache, known = Path(folder).resolve(), verdicts()
    total: dict[str, Counter[str]] = {}
    for project in projects(wanted):
        if command == 'findings':
            total[project.name] = measure(project, cache, known)
        else:
            total[project.name] = measure_renames(project, cache)
    print()
    for name, counts in total.items():
        print(name, dict(sorted(counts.items())))
    print('all', dict(sorted(sum(total.values(), Counter()).items())))


if __name__ == '__main__':
    main()
