"""Builds that are killed at any moment: the next one completes our pages to those of a clean one.

What Sphinx wrote of its own is its business: documents, its indices, what it copies.

Few moments in CI, and on demand as many as ``KWINDEX_KILLS`` says: so many that are drawn by lot,
and so many between two operations on files; 1000 are more than there are of these.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from moments import all_moments, is_killed
from project import CONF, REPOSITORY, build, digests, write

KILLS = int(os.environ.get('KWINDEX_KILLS', '4'))

DOCUMENTS = 8

def document(number, version):
    if number == 6:
        return 'Included\n========\n\n.. literalinclude:: included.txt\n'
    code = f'.. py:class:: Class{number}\n\n   Number *{version}* of ``name_{number % 7}``.\n'
    listing = '.. kwindex:: /\n   :limit: 9\n' if number % 5 == 0 else ''
    words = ' '.join(f'``word_{number}_{n}``' for n in range(40))
    return f'Document {number}\n===========\n\n{code}\n{words}\n\n:kw:ref:`Class0`\n\n{listing}'


def files(version):
    result = {
        f'dir{n % 3}/d{n}.rst': document(n, version if n % 4 == 0 else 1) for n in range(DOCUMENTS)
    }
    if version > 1:
        image = '.. image:: new.png\n'
        result |= {'dir0/new.rst': document(100, version) + image, 'dir0/new.png': 'no image'}
    toctree = '.. toctree::\n   :glob:\n\n   */*\n'
    conf = CONF + "templates_path = ['templates']\nkwindex_page_size = 100\n"
    layout = '{{ title }} {{ body }}'  # Sphinx itself leaves links to neighbours stale
    return {
        **result,
        'dir0/included.txt': f'text of version {version}\n',
        'conf.py': conf + "suppress_warnings = ['kwindex']\n",
        'index.rst': f'Start\n=====\n\n{toctree}',
        'templates/layout.html': layout,
    }


def command(base, parallel):
    options = ['-b', 'html', '-j', str(parallel), '-d', base / 'doctrees']
    return [sys.executable, '-m', 'sphinx', *options, base / 'source', base / 'out']


def killed(base, parallel, seconds):
    """Start a build and kill it, as nobody can catch; return its number, and what it printed."""
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
    return process.pid, log.read_text(encoding='utf-8', errors='replace')


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

    return restored, seconds, ours(clean.out)


def ours(out):
    """Digest all pages of ours, and the data of their filter."""
    folders = ('kwindex/', '_static/kwindex-')
    return {name: digest for name, digest in digests(out).items() if name.startswith(folders)}


@pytest.mark.parametrize('parallel', [1, 2])
@pytest.mark.parametrize('from_nothing', [True, False])
def test_the_next_build_completes_what_a_killed_one_began(prepared, parallel, from_nothing):
    restored, seconds, expected = prepared
    draw = random.Random(f'{parallel} {from_nothing} {os.environ.get("KWINDEX_SEED", "")}')
    for _ in range(-(-KILLS // 4)):
        base = restored()
        if from_nothing:
            shutil.rmtree(base / 'out')
            shutil.rmtree(base / 'doctrees')
        moment = draw.uniform(0, 0.8 if from_nothing else 0.4) * seconds
        group, printed = killed(base, parallel, moment)
        completed = build(base / 'source', base / 'out', base / 'doctrees')
        with suppress(ProcessLookupError):  # the workers that lost their parent live on
            os.killpg(group, signal.SIGKILL)
        assert ours(completed.out) == expected, printed[-500:]
        assert build(base / 'source', base / 'out', base / 'doctrees').written == set()


@pytest.mark.slow
def test_the_next_build_completes_one_that_was_killed_between_two_files(prepared):
    restored, _seconds, expected = prepared
    moments = all_moments(restored())
    known = [
        next(m for m in reversed(moments) if m.path.startswith(path) and m.is_cut is is_cut)
        for path in ('doctrees/kwindex-html-', 'out/_static/kwindex-data-', 'out/kwindex/')
        for is_cut in (False, True)
    ]
    for moment in [*known, *moments[:: -(-len(moments) // KILLS)]]:
        base = restored()
        assert is_killed(base, moment)
        completed = build(base / 'source', base / 'out', base / 'doctrees')
        assert ours(completed.out) == expected, moment
        assert build(base / 'source', base / 'out', base / 'doctrees').written == set()


@pytest.fixture
def base(tmp_path):
    (tmp_path / 'base' / 'source').mkdir(parents=True)
    return tmp_path / 'base'


def versions(base, before, after):
    """Build one version of a project, and write another; give the directories of both."""
    directories = [base / name for name in ('source', 'out', 'doctrees')]
    write(base / 'source', {'conf.py': CONF} | before)
    build(*directories)
    write(base / 'source', {'conf.py': CONF} | after)
    return directories


def killed_at(base, path, what='open'):
    """Build and die where a file would be written or put in its place."""
    kept = shutil.copytree(base, base.with_name('kept'))
    moment = next(m for m in all_moments(base) if m.path.startswith(path) and m.what == what)
    shutil.rmtree(base)
    kept.rename(base)
    assert is_killed(base, moment)


def test_pages_of_a_killed_build_are_removed_with_their_document(base):
    before = {'index.rst': 'Start\n=====\n\n.. toctree::\n   :glob:\n\n   a*\n'}
    directories = versions(base, before, before | {'a.rst': 'New\n===\n\n``new_name``\n'})
    killed_at(base, 'out/search.html')
    page = base / 'out' / 'kwindex' / 'doc' / 'a.html'
    assert page.is_file()
    (base / 'source' / 'a.rst').unlink()
    build(*directories)
    assert not page.exists()


def test_half_a_file_of_a_killed_build_is_removed_though_nobody_wants_it_now(base):
    documents = {'index.rst': 'Start\n=====\n\n``some_name`` ``other_name``\n'}
    conf = f'{CONF}kwindex_page_size = 1\n'
    directories = versions(base, documents, documents | {'conf.py': conf})
    killed_at(base, 'out/_static/kwindex-data-', 'os.rename')
    assert list((base / 'out').rglob('*.part'))
    write(base / 'source', {'conf.py': CONF} | documents)
    build(*directories)
    assert not list((base / 'out').rglob('*.part'))
