"""Measure the order of hits: ``python tests/browser/ranking.py NAME=OUT [NAME=OUT ...]``.

``OUT`` is the HTML output of a real documentation, ``NAME`` a table of ``queries.toml``, which was
written before the ranking. Each query is typed into the find box of the keyword index. Prints
how often the keyword meant is the first hit, and one of the first five, and all other queries.
"""

import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

from chromium import SWITCHES, executable
from playwright.sync_api import sync_playwright

#: the names of the first hits, when the query is answered
ASK = """query => new Promise(done => {
  const box = document.querySelector('.kwx [type=search]');
  box.value = query;
  box.dispatchEvent(new Event('input'));
  setTimeout(() => done(
    [...document.querySelectorAll('.kwx-hits dt a')].slice(0, 5).map(link => link.textContent)));
})"""


def is_right(hit, target):
    """Check whether a hit is a name or ends with it after a separator."""
    return bool(re.search(rf'(?:^|[.:/ ]){re.escape(target)}$', hit.removesuffix('()')))


def main(arguments):
    queries = tomllib.loads(Path(__file__).with_name('queries.toml').read_text(encoding='utf-8'))
    total, first, five = Counter(), Counter(), Counter()
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=executable(), args=SWITCHES).new_page()
        for argument in arguments:
            name, _is, out = argument.partition('=')
            page.goto((Path(out).resolve() / 'kwindex/index.html').as_uri())
            page.locator('.kwx [type=search]').fill('ready')
            page.locator('.kwx.kwx-on').wait_for()
            for sort, table in queries[name].items():
                for query, target in table.items():
                    hits = page.evaluate(ASK, query)
                    right = [is_right(hit, target) for hit in hits]
                    total[sort] += 1
                    first[sort] += right[:1] == [True]
                    five[sort] += any(right)
                    if right[:1] != [True]:
                        print(f'{name} {sort}: {query!r} for {target!r} finds {hits}')
    for sort in [*total, '']:
        n, a, b = (t[sort] if sort else t.total() for t in (total, first, five))
        print(f'{sort or "all":10} {n:3} queries: first {a / n:.3f}, among five {b / n:.3f}')


if __name__ == '__main__':
    main(sys.argv[1:])
