"""What the extension costs: builds of real documentations with and without it, as ratios.

Run as ``python tests/benchmark/bench.py builds`` (or ``rebuilds``, ``page``, ``places``, ``scale``).
All variants of a round are built one after the other on the same machine; the table shows medians
of the ratios within each round, so that a slow minute of the machine spoils one round and no more.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import corpora

HERE = Path(__file__).parent
EXTENSION = 'sphinxcontrib_kwindex'

#: name -> (extensions, configuration)
VARIANTS = {
    'sphinx alone': ([], {}),
    'no pages': ([EXTENSION], {'kwindex_pages': []}),
    'glossary only': ([EXTENSION], {'kwindex_pages': ['glossary']}),
    'everything': ([EXTENSION], {}),
    'without search index': ([], {'probe_no_search': True}),
    'sphinx-codeautolink': (['sphinx_codeautolink'], {}),
}
BASE = 'sphinx alone'
MEASURES = ['reading', 'updating', 'writing', 'cpu', 'wall', 'memory', 'environment', 'output']


def build(source, work, variant, *, builder='html', jobs=1, clean=True, hash_seed='0'):
    """Build once in a process of its own; return what it cost."""
    extensions, config = VARIANTS[variant]
    folder = work / variant.replace(' ', '-')
    if clean:
        shutil.rmtree(folder, ignore_errors=True)
    report = folder.with_suffix('.json')
    environment = os.environ | {
        'BENCH_EXTENSIONS': ' '.join(['probe', *extensions]),
        'BENCH_CONFIG': json.dumps(config),
        'BENCH_REPORT': str(report),
        'PYTHONPATH': str(HERE),
        'PYTHONHASHSEED': hash_seed,
    }
    command = [sys.executable, '-m', 'sphinx', '-Q', '-b', builder, '-j', str(jobs)]
    command += ['-d', folder / 'doctrees', source, folder / 'out']
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return json.loads(report.read_text())


def available(names):
    """Leave out variants whose extension is not installed, and say so."""
    from importlib.util import find_spec

    for name in names:
        if all(find_spec(extension) for extension in VARIANTS[name][0]):
            yield name
        else:
            print(f'({name}: not installed, left out)')


def rounds(count, variants, run):
    """Give the costs of each round, variant by variant, in turns."""
    for number in range(count):
        print(f'round {number + 1} of {count}', file=sys.stderr)
        yield {variant: run(variant) for variant in variants}


def table(results, measures=MEASURES):
    """Print the median ratio of each variant to Sphinx alone."""
    print(f'{"":24}' + ''.join(f'{measure:>12}' for measure in measures))
    for variant in results[0]:
        cells = []
        for measure in measures:
            ratios = [
                costs[variant][measure] / costs[BASE][measure]
                for costs in results
                if costs[BASE][measure]
            ]
            cells.append(f'{median(ratios):12.3f}' if ratios else f'{"–":>12}')
        print(f'{variant:24}' + ''.join(cells))
    base = {m: median(costs[BASE][m] for costs in results) for m in measures}
    print(f'{"(alone, s, MB, bytes)":24}' + ''.join(f'{base[m]:12.4g}' for m in measures))


def builds(options, source, work):
    """Clean builds."""
    variants = list(available(options.variants))
    run = lambda variant: build(source, work, variant, builder=options.builder, jobs=options.jobs)
    table(list(rounds(options.rounds, variants, run)))


def rebuilds(options, source, work):
    """Builds after no change, and after one edit."""
    variants = [v for v in available(options.variants) if v != 'without search index']
    for variant in variants:
        build(source, work, variant, builder=options.builder)
    print('after no change')
    again = lambda variant: build(source, work, variant, builder=options.builder, clean=False)
    table(list(rounds(options.rounds, variants, again)))
    print('after one edit')
    edited = corpora.some_document(source)
    results = []
    for number in range(options.rounds):
        with edited.open('a', encoding='utf-8') as file:
            file.write(f'\n\nOnce more ``edited_{number}``.\n')
        results.append({variant: again(variant) for variant in variants})
    table(results)


def page(options, _source, work):
    """One generated page of 200 keywords, and an ordinary page with as many links."""
    source = corpora.page_of_keywords(work / 'source', keywords=200, pages=options.pages)
    results = []
    for number in range(options.rounds):
        costs = build(source, work, 'everything')
        results.append(costs['pages'])
        print(f'round {number + 1}: {costs["pages"]}', file=sys.stderr)
    ratio = median(r['generated'] / r['ordinary'] for r in results)
    print(f'writing a generated page / an ordinary page with as many links: {ratio:.3f}')


def places(_options, source, work):
    """Bytes of environment and memory for each place of a keyword."""
    build(source, work, 'everything', builder='dummy')
    doctrees = work / 'everything' / 'doctrees'
    subprocess.run([sys.executable, HERE / 'places.py', doctrees], check=True)


def scale(options, source, work):
    """The cost of a document in a project of N and of 8 N."""
    costs = {}
    for documents in (options.documents, options.documents * 8):
        many = corpora.multiply(source, work / f'source-{documents}', documents)
        for variant in ('sphinx alone', 'everything'):
            costs[documents, variant] = build(many, work, variant, jobs=options.jobs)
        shutil.rmtree(many)
    small, large = options.documents, options.documents * 8
    for measure in ['reading', 'updating', 'writing', 'cpu', 'memory']:
        extra = {
            n: (costs[n, 'everything'][measure] - costs[n, BASE][measure]) / n
            for n in (small, large)
        }
        print(
            f'{measure:10} each document, of {large} / of {small}: '
            f'{extra[large] / extra[small]:.2f} (ours), '
            f'{costs[large, BASE][measure] / costs[small, BASE][measure] / 8:.2f} (Sphinx alone); '
            f'whole build with / without at {large}: '
            f'{costs[large, "everything"][measure] / costs[large, BASE][measure]:.3f}'
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = {f.__name__: f for f in (builds, rebuilds, page, places, scale)}
    parser.add_argument('command', choices=commands)
    parser.add_argument('--corpus', choices=corpora.CORPORA, default=corpora.default())
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--variants', nargs='+', choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument('--builder', default='html')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--documents', type=int, default=1000, help='for scale')
    parser.add_argument('--pages', type=int, default=40, help='for page')
    parser.add_argument('--cache', type=Path, help='where corpora are kept between runs')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        source = corpora.prepare(options.corpus, options.cache or work)
        commands[options.command](options, source, work)


if __name__ == '__main__':
    main()
