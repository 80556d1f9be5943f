"""Measure in the browser: ``python tests/browser/timing.py [KEYWORDS ...]``.

Builds glossaries of so many keywords (5,000, 20,000 and 50,000) and prints medians of three: until
a page is ready, until its filter has answered and that is painted, the same with a processor a
quarter as fast. Then each key of a name until it is painted, beside a field whose handler does
nothing. Nothing is asserted: the first line tells how much the machine itself varies.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

import sample
from chromium import SWITCHES, executable
from playwright.sync_api import sync_playwright
from project import build_files

RUNS = 3
QUERIES = ['name', 'b_name_0', 'jj', 'no such name']

NOISE = """() => {
  const begin = performance.now();
  for (let n = 0, sum = 0; n < 2e7; n++) sum += n % 7;
  return performance.now() - begin;
}"""

#: two frames after loading
READY = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
  () => done(performance.now()))))"""

#: from the last letter until two frames after the count has changed
ASK = """query => new Promise(done => {
  const box = document.querySelector('.kwx [type=search]');
  const out = document.querySelector('.kwx-count');
  const begin = performance.now();
  new MutationObserver((changes, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin)));
  }).observe(out, {childList: true, characterData: true, subtree: true});
  box.value = query;
  box.dispatchEvent(new Event('input'));
})"""

#: a key typed into the box or into an empty field, until the frame after it is painted
KEY = """([query, isEmpty]) => new Promise(done => {
  const box = document.querySelector(isEmpty ? '#empty' : '.kwx [type=search]');
  box.value = query;
  const begin = performance.now();
  box.dispatchEvent(new Event('input'));
  setTimeout(() => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - begin);
    channel.port2.postMessage(0);
  }));
})"""
EMPTY = """() => {
  const box = document.createElement('input');
  box.id = 'empty';
  box.oninput = () => {};
  document.body.prepend(box);
}"""

LOAD = """() => new Promise(done => {
  const begin = performance.now();
  document.querySelector('.kwx [type=search]').focus();
  const wait = () => window.kwindexData?.names
    ? done(performance.now() - begin) : setTimeout(wait, 1);
  wait();
})"""


def main(sizes):
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable(), args=SWITCHES)
        page = browser.new_page()
        noise = [page.evaluate(NOISE) for _ in range(RUNS * 3)]
        print(f'noise: the same loop takes {min(noise):.0f} to {max(noise):.0f} ms')
        for size in sizes:
            out = build(Path(folder, str(size)), size)
            pages = sorted((out / 'kwindex').glob('glossary*.html'))
            total = sum(path.stat().st_size for path in pages) / 1e6
            data = [path.stat().st_size / 1e6 for path in (out / '_static').glob('kwindex-data-*')]
            print(f'{size} keywords: {len(pages)} pages, {total:.2f} MB, data {sum(data):.2f} MB')
            keys(browser, pages[0])
            for rate, width in ((1, 1280), (4, 390)):
                times = [measure(browser, pages[0], rate, width) for _ in range(RUNS)]
                report(rate, width, times)
        browser.close()


def build(folder, size):
    begin = time.perf_counter()
    conf = "extensions = ['sphinxcontrib_kwindex']\nkwindex_pages = ['glossary']\n"
    files = sample.many(size, max(50, size // 200))
    built = build_files(folder, {'conf.py': conf, **files})
    print(f'built in {time.perf_counter() - begin:.0f} s', built.warning)
    return built.out


def measure(browser, path, rate, width):
    context = browser.new_context(viewport={'width': width, 'height': 900})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send('Emulation.setCPUThrottlingRate', {'rate': rate})
    page.goto(path.as_uri())
    times = {'ready': page.evaluate(READY)}
    if page.locator('[data-src]').count():
        times['load of the data'] = page.evaluate(LOAD)
    times['filter, the slowest'] = max(page.evaluate(ASK, query) for query in QUERIES)
    memory = page.evaluate('performance.memory.usedJSHeapSize') / 1e6
    context.close()
    return {**times, 'JS heap, MB': memory}


def keys(browser, path):
    """Print how long each key of some words takes, alternating with keys in an empty field."""
    page = browser.new_page()
    page.goto(path.as_uri())
    page.evaluate(EMPTY)
    page.locator('.kwx [type=search]').fill('ready')
    page.locator('.kwx.kwx-on').wait_for()
    times = {False: [], True: []}
    for word in ['aa_name_0', 'name', 'N0', 'aa_name_01230', 'no_such_name', 'ab_nmae_00010']:
        for end in range(1, len(word) + 1):
            for is_empty, found in times.items():
                found.append(page.evaluate(KEY, [word[:end], is_empty]))
    page.close()
    middle = {is_empty: statistics.median(found) for is_empty, found in times.items()}
    print(
        f'  a key until painted: {middle[False]:.0f} ms, the slowest of {len(times[False])} '
        f'{max(times[False]):.0f}; empty handler {middle[True]:.0f}, {max(times[True]):.0f}; '
        f'ratio {middle[False] / middle[True]:.1f}'
    )


def report(rate, width, times):
    for name in times[0]:
        values = [time[name] for time in times]
        unit = '' if 'MB' in name else ' ms'
        print(
            f'  processor / {rate}, {width} px: {name}: {statistics.median(values):.0f}{unit} '
            f'({min(values):.0f} to {max(values):.0f})'
        )


if __name__ == '__main__':
    main([int(argument) for argument in sys.argv[1:]] or [5000, 20_000, 50_000])
