"""Benchmark: builds of real documentations with and without the extension, as ratios.

``python tests/benchmark/bench.py all`` prints the whole table; ``builds``, ``rebuilds``, ``places``,
``scale`` and ``django`` print a part of it. All variants of a round are built one after the other,
each in a process of its own, with the same settings of the garbage collector: ``--gc off`` shows the
share of our own code, ``--gc default`` what users see. The table has medians of the ratios within
each round.
"""

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
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
    'uses': ([EXTENSION], {'kwindex_used_in': ['class', 'function', 'method', 'setting']}),
    'collector line': ([], {'probe_gc_threshold': True}),
    'everything, collector line': ([EXTENSION], {'probe_gc_threshold': True}),
}
BASE = 'sphinx alone'
MEASURES = ['reading', 'updating', 'writing', 'cpu', 'wall', 'memory', 'environment', 'output']

#: what must be reached, printed at the end
RESULTS = []
#: the settings of the garbage collector in all variants: off or default
GC = ['off']


def result(what, ratio, most):
    """Add a figure to the table, with its limit."""
    RESULTS.append(f'{what:76} {ratio:7.3f}   {"≤" if ratio <= most else "MISSED: >"} {most}')


def ratio_of(results, variant, *measures):
    """Return the median ratio of the sum of measures to that of Sphinx alone."""
    sums = [{v: sum(costs[v][m] for m in measures) for v in costs} for costs in results]
    return median(costs[variant] / costs[BASE] for costs in sums)


def uses(results):
    """Add what the uses at objects cost, compared with everything else."""
    for measure, most in {'cpu': 1.05, 'output': 1.03}.items():
        ratio = median(costs['uses'][measure] / costs['everything'][measure] for costs in results)
        result(f'uses at objects, with / without: {measure}', ratio, most)


def build(source, work, variant, *, builder='html', clean=True):
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
        'BENCH_GC': GC[0],
        'PYTHONPATH': os.pathsep.join([str(HERE), *sys.path[1:]]),
        'PYTHONHASHSEED': '0',
    }
    command = [sys.executable, '-m', 'sphinx', '-Q', '-b', builder]
    command += ['-d', folder / 'doctrees', source, folder / 'out']
    os.sync()  # what the build before has written is on disk
    whole = costs_of(command, environment)
    found = json.loads(report.read_text())
    size = sum(path.stat().st_size for path in (folder / 'out').rglob('*') if path.is_file())
    environment_size = (folder / 'doctrees' / 'environment.pickle').stat().st_size
    return found | whole | {'environment': environment_size, 'output': size}


def costs_of(command, environment):
    """Run a process; return what it and its children have cost, with the memory of the largest."""
    begin = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        _pid, status, usage = os.wait4(process.pid, 0)
    except BaseException:
        process.kill()  # it would go on in folders that are about to be removed
        process.wait()
        raise
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    wall, cpu = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
    return {'cpu': cpu, 'wall': wall, 'memory': usage.ru_maxrss / 1024}


def rounds(count, variants, run):
    """Yield the costs of each round by variant."""
    for number in range(count):
        print(f'round {number + 1} of {count}', file=sys.stderr)
        costs = {}
        for variant in variants:
            costs[variant] = run(variant)
            print(f'{variant}: {costs[variant]}', file=sys.stderr)  # at once
        yield costs


def table(results, measures=MEASURES):
    """Print the median ratio of each variant to Sphinx alone."""
    print(f'{"":24}' + ''.join(f'{measure:>12}' for measure in measures))
    for variant in results[0]:
        cells = []
        for measure in measures:
            both = [(costs[variant][measure], costs[BASE][measure]) for costs in results]
            ratios = [cost / base for cost, base in both if base]
            cells.append(f'{median(ratios):12.3f}' if ratios else f'{"–":>12}')
        print(f'{variant:24}' + ''.join(cells))
    base = {m: median(costs[BASE][m] for costs in results) for m in measures}
    print(f'{"(alone, s, MB, bytes)":24}' + ''.join(f'{base[m]:12.4g}' for m in measures))


def builds(options, source, work):
    """Clean builds."""
    # all ratios are to the base, asked for or not
    variants = [BASE, *(v for v in options.variants if v != BASE)]
    run = lambda variant: build(source, work, variant)
    results = list(rounds(options.rounds, variants, run))
    table(results)
    if 'everything' in variants:
        result('reading, with / without', ratio_of(results, 'everything', 'reading'), 1.20)
        result('whole build, everything on', ratio_of(results, 'everything', 'cpu'), 1.25)
        result('peak memory, everything on', ratio_of(results, 'everything', 'memory'), 1.15)
    if {'uses', 'everything'} <= set(variants):
        uses(results)
    if 'glossary only' in variants:
        result('whole build, glossary only', ratio_of(results, 'glossary only', 'cpu'), 1.12)
    return results


def rebuilds(options, source, work):
    """Builds after no change, after one edit, and after ten."""
    variants = [BASE, 'everything']
    source = shutil.copytree(source, work / 'edited')
    for variant in variants:
        build(source, work, variant)
    print('after no change')
    again = lambda variant: build(source, work, variant, clean=False)
    results = list(rounds(options.rounds, variants, again))
    table(results)
    result('build after no change', ratio_of(results, 'everything', 'cpu'), 1.05)
    print('after one edit')
    edited = corpora.some_document(source)
    results = []
    for number in range(options.rounds):
        with edited.open('a', encoding='utf-8') as file:
            file.write(f'\n\nOnce more ``edited_{number}``.\n')
        results.append({variant: again(variant) for variant in variants})
    table(results)
    result('build after one edit', ratio_of(results, 'everything', 'cpu'), 1.15)
    grown = {variant: growth(edited, lambda: again(variant)) for variant in variants}  # noqa: B023
    print('environment after ten builds / after two:', grown)
    what = 'environment after ten incremental builds / after two of them'
    result(what, grown['everything'], max(1.0, grown[BASE]))


def growth(edited, again):
    """Return how much the environment grows while an edit is written and taken back in turns."""
    text = edited.read_text(encoding='utf-8')
    sizes = []
    for number in range(10):
        edit = '' if number % 2 else '\n\nTo be ``taken_back``.\n'
        edited.write_text(text + edit, encoding='utf-8')
        sizes.append(again()['environment'])
    # both of them without the edit, and by a build that had loaded the environment
    return sizes[9] / sizes[1]


def places(_options, source, work):
    """Bytes of environment and memory for each place of a keyword."""
    folder = work / 'everything'
    if not folder.is_dir():
        build(source, work, 'everything', builder='dummy')
    command = [sys.executable, HERE / 'places.py', folder / 'doctrees']
    costs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(costs)
    result('bytes pickled for each place of a keyword', costs['pickled'], 15)
    result('bytes in memory for each place of a keyword', costs['memory'], 40)


def scale(options, source, work):
    """The cost of a document in a project of N and of 8 N."""
    small, large = sizes = options.documents, options.documents * 8
    sources = {n: corpora.multiply(source, work / f'source-{n}', n) for n in sizes}
    kinds = [(n, variant) for n in sizes for variant in (BASE, 'everything')]
    run = lambda which: build(sources[which[0]], work, which[1])
    results = list(rounds(options.rounds, kinds, run))
    for measure in ['reading', 'updating', 'writing', 'cpu', 'memory']:
        costs = [{which: costs[which][measure] for which in kinds} for costs in results]
        # without a difference there is nothing to compare
        extra = [{n: c[n, 'everything'] - c[n, BASE] for n in sizes} for c in costs]
        growth = {
            'with': [c[large, 'everything'] / c[small, 'everything'] / 8 for c in costs],
            'Sphinx alone': [c[large, BASE] / c[small, BASE] / 8 for c in costs],
            'the difference': [e[large] / e[small] / 8 for e in extra if min(e.values()) > 0],
        }
        whole = median(c[large, 'everything'] / c[large, BASE] for c in costs)
        cells = [f'{median(ratios):.2f} ({name})' for name, ratios in growth.items() if ratios]
        print(
            f'{measure:10} each document, of {large} / of {small}: {", ".join(cells)}; '
            f'with / without at {large}: {whole:.3f}'
        )
        if measure in {'reading', 'updating', 'writing'}:
            what = f'{measure} for each document with the extension, of {large} / of {small}'
            result(what, median(growth['with']), 1.1)


def django(options, _source, work):
    """The documentation of Django."""
    source = corpora.prepare('django', options.cache or work)
    variants = [BASE, 'everything', 'uses']
    results = list(rounds(options.rounds, variants, lambda v: build(source, work, v)))
    table(results)
    result('Django: whole build', ratio_of(results, 'everything', 'cpu'), 1.20)
    result('Django: reading', ratio_of(results, 'everything', 'reading'), 1.10)
    uses(results)


def everything(options, source, work):
    """Print the whole table."""
    for part in (builds, places, rebuilds, django, scale):
        print(f'\n== {part.__name__}: {part.__doc__}')
        part(options, source, work)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = (builds, rebuilds, places, scale, django)
    commands = {f.__name__: f for f in parts} | {'all': everything}
    parser.add_argument('command', choices=commands)
    parser.add_argument('--corpus', choices=corpora.CORPORA, default=corpora.default())
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--variants', nargs='+', choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument('--documents', type=int, default=1000, help='for scale')
    parser.add_argument('--gc', choices=['off', 'default'], default='off', help='in all variants')
    parser.add_argument('--cache', type=Path, help='where corpora are kept between runs')
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    GC[0] = options.gc
    # as an installer does; in a checkout, Python may be told to write no such files
    compileall.compile_dir(corpora.REPOSITORY / EXTENSION, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        source = corpora.prepare(options.corpus, options.cache or work)
        commands[options.command](options, source, work)
    print('\n'.join(['', *RESULTS]))


if __name__ == '__main__':
    main()
