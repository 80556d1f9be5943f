"""Measure the extractors against an independent truth: ``python tests/quality/run.py``.

``--family python`` (may be repeated) measures one family; ``--misses 20`` prints some of the names
that are wrong or missing. The exit status is 1 if a family misses one of its targets. How to add
a family is told in ``scores.py``.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from scores import ARCHIVE, Scores, corpus, missed, table

FAMILIES = ('python', 'c_family', 'languages', 'handwritten', 'noise')


def main() -> int:
    options = arguments()
    sources = corpus()
    if not sources:
        print(f'{ARCHIVE} is missing: families that need the 500 documents have nothing to do')
    late = False
    for family in options.family or FAMILIES:
        if importlib.util.find_spec(family) is None:
            print(f'== {family}: not there')
            continue
        module = importlib.import_module(family)
        targets = getattr(module, 'TARGETS', {})
        scores = Scores()
        module.measure(sources, scores)
        print(f'== {family}', *table(scores, targets), sep='\n')
        show_misses(scores, options.misses)
        late |= bool(missed(scores, targets))
    return int(late)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--family', action='append', choices=FAMILIES)
    parser.add_argument('--misses', type=int, default=0, help='how many misses to print per cell')
    return parser.parse_args()


def show_misses(scores: Scores, most: int) -> None:
    for (row, kind, cut), misses in scores.misses.items():
        for miss in misses[:most]:
            print(f'   {row}/{kind}/{cut}: {miss}')


if __name__ == '__main__':
    sys.exit(main())
