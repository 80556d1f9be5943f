"""Build the documentations of published packages without and with the extension, and compare.

    python tests/published/pages.py CACHE [PACKAGE ...]

in an environment where the packages, the themes and what their documentations need are installed.
They are written in reStructuredText and in Markdown, with and without autodoc; each is built in
one of five themes. With the extension: the same exit status, no new warning, no page changed but
for the link to the keyword index beside that to the general index; every link of ours has its
target; a build after no change writes nothing more than without, and a build after one edit leaves
what a clean build leaves. Exit status 1: one of these does not hold.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / 'check'), str(TESTS.parent)]

from links import Crawl  # noqa: E402  after its folder is known
from real import Package, prepared  # noqa: E402

THEMES = ['furo', 'pydata_sphinx_theme', 'sphinx_book_theme', 'sphinx_rtd_theme', 'alabaster']
PACKAGES = [
    Package('flask', 'docs', 'src', 'src'), Package('click', 'docs', 'src', 'src'),
    Package('svcs', 'docs', 'src', 'src'), Package('jinja2', 'docs', 'src', 'src'),
    Package('attrs', 'docs', 'src', 'src'), Package('marshmallow', 'docs', 'src', 'src'),
    Package('tornado', 'docs', 'tornado', '.'), Package('flit', 'doc', 'flit', '.'),
    Package('urllib3', 'docs', 'src', 'src'), Package('pluggy', 'docs', 'src', 'src'),
    Package('werkzeug', 'docs', 'src', 'src'),
]  # fmt: skip

#: lists of all pages and of all extensions, dates, and what the order of a set decides
_OTHERS = {'searchindex.js', 'sitemap.xml', '.buildinfo', '.buildinfo.bak', 'environment.pickle'}
_LINK = re.compile(
    r'\s*<li[^>]*>\s*<a href="[^"]*kwindex[^"]*"[^>]*>.*?</li>'
    r'|<(?:link|script)[^>]*kwindex[^>]*>(?:</script>)?|0x[0-9a-f]{8,}',
    re.DOTALL,
)
#: what warnings say with the extension only
_HINT = re.compile(r'; did you mean .*\?(?=$| \[)', re.MULTILINE)


def built(package: Package, copy: Path, name: str, *, ours: bool) -> tuple[int, list[str], str]:
    """Build into a folder; give the exit status, the warnings, and what was written."""
    setting = 'sphinxcontrib_kwindex' if ours else ''
    environment = os.environ | {
        'PYTHONPATH': os.pathsep.join([str(TESTS.parent), str(copy / package.root)]),
        'KWINDEX_EXTENSION': setting,
        'SOURCE_DATE_EPOCH': '1700000000',
        'PYTHONHASHSEED': '0',
    }
    folders = ['-d', copy / f'_doctrees-{name}', package.docs, copy / f'_out-{name}']
    done = subprocess.run(
        [sys.executable, '-m', 'sphinx', '-b', 'html', '--keep-going', *folders],
        cwd=copy, env=environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    warnings = _HINT.sub('', done.stderr)
    return done.returncode, sorted(set(warnings.splitlines())), done.stdout


CONF = """
import os as _os
extensions = [*extensions, *filter(None, [_os.environ["KWINDEX_EXTENSION"]])]
html_theme_options = {}
html_sidebars = {}
"""


def pages(out: Path) -> dict[str, str]:
    """Give all files that are texts, without what may differ."""
    return {
        path.relative_to(out).as_posix(): _LINK.sub('', path.read_text(encoding='utf-8'))
        for path in out.rglob('*.html')
        if path.name not in _OTHERS
    }


def written(status: str) -> set[str]:
    return set(re.findall(r'writing output\.\.\. \[ *\d+%\] (\S+)', status))


def measure(package: Package, cache: Path, theme: str) -> list[str]:
    """Name what does not hold."""
    copy, wrong = prepared(package, cache, 'pages', f'{CONF}html_theme = {theme!r}\n'), []
    code, warnings, _status = built(package, copy, 'without', ours=False)
    code_with, warnings_with, _status = built(package, copy, 'with', ours=True)
    before, after = pages(copy / '_out-without'), pages(copy / '_out-with')
    if code != code_with:
        wrong.append(f'exit status {code_with}, not {code}')
    wrong += [f'new warning: {line}' for line in warnings_with if line not in warnings]
    wrong += [f'changed: {name}' for name, text in before.items() if after.get(name) != text]
    broken = Crawl(copy / '_out-with').broken
    broken = [link for link in broken if not link.startswith('404.html')]  # for a server's root
    wrong += [f'dead: {link}' for link in broken[:5]]
    always = written(built(package, copy, 'without', ours=False)[2])
    again = written(built(package, copy, 'with', ours=True)[2])
    wrong += [f'written again: {name}' for name in sorted(again - always)]
    wrong += edited(package, copy)
    print(f'{package.name} in {theme}: status {code}, {len(before)} pages, ', end='')
    print(f'{len(after) - len(before)} of ours; {len(warnings)} warnings; {len(wrong)} wrong')
    print(*(f'    {line}\n' for line in wrong[:12]), sep='', end='', flush=True)
    return wrong


def edited(package: Package, copy: Path) -> list[str]:
    """Edit the longest document; compare an incremental build with a clean one."""
    docs = copy / package.docs
    sources = (path for suffix in ('*.rst', '*.md') for path in docs.rglob(suffix))
    longest = max(sources, key=lambda path: path.stat().st_size)
    with longest.open('a', encoding='utf-8') as file:
        file.write('\n\nA last word on **a_new_name.of_kwindex**.\n')
    built(package, copy, 'with', ours=True)
    built(package, copy, 'clean', ours=True)
    incremental, clean = pages(copy / '_out-with'), pages(copy / '_out-clean')
    names = {name for name in clean.keys() | incremental.keys() if name.startswith('kwindex/')}
    return [f'not clean: {name}' for name in names if clean.get(name) != incremental.get(name)]


def main() -> int:
    cache, *wanted = sys.argv[1:]
    results = [
        measure(package, Path(cache).resolve(), THEMES[number % len(THEMES)])
        for number, package in enumerate(PACKAGES)
        if package.name in wanted or not wanted
    ]
    return int(any(results))


if __name__ == '__main__':
    sys.exit(main())
