"""Checksums of everything that the builders write, to compare two states of this project.

    python tests/freeze.py write before.json            (the guide, all test roots, the corpus)
    python tests/freeze.py write after.json --projects example --builders html text
    python tests/freeze.py compare before.json after.json
"""

import argparse
import json
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import project

sys.path.insert(0, str(Path(__file__).parent / 'benchmark'))

import corpora

BUILDERS = ['html', 'dirhtml', 'text', 'latex', 'kwindex', 'kwmarkdown', 'kwcheck']


def projects(wanted, cache):
    """Yield (name, source directory, configuration directory) of each project."""
    if 'example' in wanted:
        yield 'example', project.REPOSITORY / 'example', None
    if 'roots' in wanted:
        for conf in sorted(project.ROOTS.glob('*/conf.py')):
            root = conf.parent
            languages = [root / name for name in ('rst', 'md') if (root / name).is_dir()]
            for source in languages or [root]:
                yield source.relative_to(project.ROOTS).as_posix(), source, root
    if 'repo500' in wanted:
        if corpora.SHARED.is_file():
            yield 'repo500', corpora.prepare('repo500', cache), None
        else:
            print(f'{corpora.SHARED} is missing: the corpus is skipped')


def write(arguments):
    """Build all projects with all builders and write a checksum for each file."""
    warnings.simplefilter('ignore')
    sums = {}
    with tempfile.TemporaryDirectory() as folder:
        cache = arguments.cache or folder
        for name, source, confdir in projects(arguments.projects, cache):
            config = {
                'repo500': {'extensions': 'myst_parser,sphinxcontrib_kwindex'},
                'example': {'html_theme': 'alabaster'},
            }.get(name, {})
            for builder in arguments.builders:
                out, doctrees = Path(folder, 'out', name, builder), Path(folder, 'doctrees', name)
                built = project.build(
                    source, out, doctrees, builder, confdir=confdir, config=config
                )
                warned = built.warning.replace(str(project.REPOSITORY), '').replace(folder, '')
                sums[f'{name}/{builder}: warnings'] = sorted(warned.splitlines())
                digests = project.digests(out).items()
                sums |= {f'{name}/{builder}/{file}': digest for file, digest in digests}
            print(name, flush=True)
    arguments.output.write_text(json.dumps(sums, indent=0, sort_keys=True), encoding='utf-8')


def compare(arguments):
    """Print which files differ, and count them by project and builder."""
    before, after = (
        json.loads(path.read_text(encoding='utf-8')) for path in (arguments.before, arguments.after)
    )
    both = before.keys() | after.keys()
    built = {_group(name) for name in before} & {_group(name) for name in after}
    both = {name for name in both if _group(name) in built}
    odd = sorted(name for name in both if before.get(name) != after.get(name))
    for name in odd:
        how = 'new' if name not in before else 'gone' if name not in after else 'differs'
        print(f'{how:8}{name}')
    print(f'{len(odd)} of {len(both)} differ')
    for group, number in sorted(Counter(map(_group, odd)).items()):
        print(f'{number:8} {group}')
    return bool(odd)


def _group(name):
    """Return project and builder."""
    parts = name.partition(': ')[0].split('/')
    at = next(n for n, part in enumerate(parts) if part in BUILDERS)
    return '/'.join(parts[: at + 1])


def main():
    """Run a command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser('write')
    command.add_argument('output', type=Path)
    command.add_argument('--projects', nargs='+', default=['example', 'roots', 'repo500'])
    command.add_argument('--builders', nargs='+', default=BUILDERS)
    command.add_argument('--cache', help='where the corpus is unpacked')
    command.set_defaults(run=write)
    command = commands.add_parser('compare')
    command.add_argument('before', type=Path)
    command.add_argument('after', type=Path)
    command.set_defaults(run=compare)
    arguments = parser.parse_args()
    sys.exit(arguments.run(arguments))


if __name__ == '__main__':
    main()
