"""A build that is killed at any moment is completed by the next one, to the bytes of a clean one.

Few moments in CI, and as many as ``KWINDEX_KILLS`` says on demand: 40 of them take some minutes.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress

import pytest
from project import CONF, REPOSITORY, build, write

KILLS = int(os.environ.get('KWINDEX_KILLS', '4'))

DOCUMENTS = 20
PHASES = {
    'building [': 'read',
    'reading sources': 'read',
    'indexing keywords': 'index',
    'looking for now-outdated': 'index',
    'pickling environment': 'save',
    'checking consistency': 'save',
    'preparing documents': 'write',
    'copying assets': 'write',
    'writing output': 'write',
    'generating indices': 'finish',
    'dumping': 'finish',
    'build succeeded': 'after',
}


def document(number, version):
    code = f'.. py:class:: Class{number}\n\n   Number *{version}* of ``name_{number % 7}``.\n'
    listing = '.. kwindex:: /\n   :limit: 9\n' if number % 5 == 0 else ''
    words = ' '.join(f'``word_{number}_{n}``' for n in range(40))
    return f'Document {number}\n===========\n\n{code}\n{words}\n\n:kw:ref:`Class0`\n\n{listing}'


def files(version):
    result = {
        f'dir{n % 3}/d{n}.rst': document(n, version if n % 4 == 0 else 1) for n in range(DOCUMENTS)
    }
    if version > 1:
        result['dir0/new.rst'] = document(100, version)
    toctree = '.. toctree::\n   :glob:\n\n   */*\n'
    conf = CONF + "templates_path = ['templates']\nkwindex_json = True\nkwindex_page_size = 100\n"
    layout = '{{ title }} {{ body }}'  # Sphinx itself leaves links to neighbours stale
    return {
        **result,
        'conf.py': conf + "suppress_warnings = ['kwindex']\n",
        'index.rst': f'Start\n=====\n\n{toctree}',
        'templates/layout.html': layout,
    }


def command(base, parallel):
    options = ['-b', 'html', '-j', str(parallel), '-d', base / 'doctrees']
    return [sys.executable, '-m', 'sphinx', *options, base / 'source', base / 'out']


def killed(base, parallel, seconds):
    """Start a build and kill it, as nobody can catch; say what it was doing."""
    environment = os.environ | {'PYTHONPATH': str(REPOSITORY), 'PYTHONUNBUFFERED': '1'}
    log = base / 'log'
    with log.open('w', encoding='utf-8') as output:
        process = subprocess.Popen(
            command(base, parallel), stdout=output, stderr=output, env=environment,
            start_new_session=True,
        )  # fmt: skip
        while process.poll() is None and 'building [' not in log.read_text('utf-8', 'replace'):
            time.sleep(0.01)  # so long it starts and loads
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    text = log.read_text(encoding='utf-8', errors='replace')
    found = [(text.rfind(marker), phase) for marker, phase in PHASES.items()]
    return process.pid, max(found)[1] if max(found)[0] >= 0 else 'start'


def duration(base):
    environment = os.environ | {'PYTHONPATH': str(REPOSITORY)}
    begin = time.monotonic()
    subprocess.run(command(base, 1), check=True, capture_output=True, env=environment)
    return time.monotonic() - begin


@pytest.fixture(scope='module')
def prepared(tmp_path_factory):
    """Build two versions of a project, and measure how long that takes."""
    base = tmp_path_factory.mktemp('killed') / 'base'
    (base / 'source').mkdir(parents=True)
    write(base / 'source', files(1))
    seconds = duration(base)
    write(base / 'source', files(2))
    clean = build(base / 'source', base.with_name('clean'), base.with_name('clean-doctrees'))
    kept = base.with_name('kept')
    base.rename(kept)

    def restored():
        """Put everything back, to the same place: Sphinx reads all anew in another one."""
        shutil.rmtree(base, ignore_errors=True)
        return shutil.copytree(kept, base)

    return restored, seconds, clean.digests


AT_THE_END = """
import os, signal, sys
from sphinxcontrib_kwindex import {module}
{module}.{name} = lambda *arguments: os.kill(os.getpid(), signal.SIGKILL)
from sphinx.cmd.build import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize('step', ['filterdata.write', 'rewrite.save_written', 'summary.tell'])
def test_the_next_build_completes_one_that_was_killed_at_its_end(prepared, step):
    restored, _seconds, expected = prepared
    base = restored()
    module, _dot, name = step.partition('.')
    script = AT_THE_END.format(module=module, name=name)
    environment = os.environ | {'PYTHONPATH': str(REPOSITORY)}
    arguments = [sys.executable, '-c', script, *command(base, 1)[3:]]
    done = subprocess.run(arguments, env=environment, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    completed = build(base / 'source', base / 'out', base / 'doctrees')
    assert completed.digests == expected


@pytest.mark.parametrize('parallel', [1, 2])
@pytest.mark.parametrize('from_nothing', [True, False])
def test_the_next_build_completes_what_a_killed_one_began(prepared, parallel, from_nothing):
    restored, seconds, expected = prepared
    draw = random.Random(f'{parallel} {from_nothing} {os.environ.get("KWINDEX_SEED", "")}')
    phases = Counter()
    for _ in range(-(-KILLS // 4)):
        base = restored()
        if from_nothing:
            shutil.rmtree(base / 'out')
            shutil.rmtree(base / 'doctrees')
        moment = draw.uniform(0, 0.8 if from_nothing else 0.4) * seconds
        group, phase = killed(base, parallel, moment)
        phases[phase] += 1
        completed = build(base / 'source', base / 'out', base / 'doctrees')
        with suppress(ProcessLookupError):  # the workers that lost their parent live on
            os.killpg(group, signal.SIGKILL)
        assert completed.digests == expected, phases
        assert build(base / 'source', base / 'out', base / 'doctrees').written == set()
    print(dict(phases))
