"""Replay commits of a project: does ``impact`` name the documents that they edit?

    python tests/quality/impact.py CLONE EXPORT SOURCES DOCS [NUMBER]

``CLONE`` is a clone that this program may check out (``git clone --shared --no-checkout``), and
``EXPORT`` one of ``kwindex build`` of its documentation at a commit before those that are replayed.
``SOURCES`` and ``DOCS`` are regular expressions of paths. The last NUMBER (70) commits that touch
sources and documents, and as many that touch sources alone, are checked out one after the other,
and compared with their parents. Printed is, for each, what was found; at the end, in how many a
document that the commit edits is among the first ten sections, by default and with ``--reread``;
and in how many of the others something was printed.
"""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import time

from sphinxcontrib_kwindex.check.past import is_changelog
from sphinxcontrib_kwindex.cli.impact import SHOWN
from sphinxcontrib_kwindex.cli.main import main


def git(*words):
    return subprocess.run(
        ['git', *words], check=True, capture_output=True, text=True, errors='replace'
    ).stdout


def commits(sources, docs, number):
    """Return the last commits that touch documents, and those that do not: hash -> documents."""
    found = {True: {}, False: {}}
    log = git('log', '--no-merges', '--first-parent', '--format=%x00%H', '--name-only', 'HEAD')
    for commit in log.split('\0')[1:]:
        name, *files = filter(None, commit.splitlines())
        if any(re.match(sources, one) for one in files):
            touched = {one for one in files if re.match(docs, one) and not is_changelog(one)}
            group = found[bool(touched)]
            if len(group) < number:
                group[name] = touched
        if len(found[True]) == number:
            break
    return found[True], found[False]


def impact(export, sources):
    """Return the result for what is checked out, and the seconds of the processor that it took."""
    out, began = io.StringIO(), time.process_time()
    with contextlib.redirect_stdout(out):
        main(['impact', export, '--base', 'HEAD^', '--format', 'json', '--reread',
              '--sources', sources])  # fmt: skip
    return json.loads(out.getvalue() or '{"changes": []}'), time.process_time() - began


def first(result, *, reread):
    """Return the files of the first sections."""
    places = sorted(
        (place['rank'], place['document'], place['section'], place['file'])
        for change in result['changes']
        if reread or change['change'] != 'body'
        for place in change['places']
    )
    files = {}
    for _rank, document, section, file in places:
        files.setdefault((document, section), file)
    return list(files.values())[:SHOWN]


def run(clone, export, sources, docs, number='70'):
    export = os.path.abspath(export)  # noqa: PTH100  before the directory changes
    os.chdir(clone)
    top = re.match(r'[\w/]*\w', sources)[0]
    with_docs, without = commits(sources, docs, int(number))
    counts = dict.fromkeys(('default', 'default hit', 'reread', 'reread hit', 'alone'), 0)
    seconds = []
    for name, touched in [*with_docs.items(), *without.items()]:
        git('checkout', '-q', '-f', name)
        result, took = impact(export, top)
        seconds.append(took)
        for mode in ('default', 'reread'):
            files = first(result, reread=mode == 'reread')
            if touched:
                counts[mode] += bool(files)
                counts[f'{mode} hit'] += not touched.isdisjoint(files)
            elif mode == 'default':
                counts['alone'] += bool(files)
        said = ' '.join(f'{one["change"]}:{one["name"]}' for one in result['changes'])
        print(name[:10], f'{took:.1f} s', *sorted(touched), '|', said[:300], flush=True)
    print(f'{len(with_docs)} commits with documents, {len(without)} without:', counts)
    print(f'{max(seconds):.1f} s at most, {sum(seconds) / len(seconds):.1f} s on average')


if __name__ == '__main__':
    run(*sys.argv[1:])
