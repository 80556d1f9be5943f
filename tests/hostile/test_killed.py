"""A build that is killed at any moment is completed by the next one, to the bytes of a clean one.

Few moments in CI, and on demand as many as ``KWINDEX_KILLS`` says: so many that are drawn by lot,
and so many between two operations on files; 1000 are more than there are of these.
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
from moments import all_moments, is_killed
from project import CONF, REPOSITORY, build, differences, write

KILLS = int(os.environ.get('KWINDEX_KILLS', '4'))

DOCUMENTS = 8
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
    conf = CONF + "templates_path = ['templates']\nkwindex_json = True\nkwindex_page_size = 100\n"
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

    return restored, seconds, clean.out


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
        found = differences(completed.out, expected)
        assert not found, f'{dict(phases)}\n{found}'
        assert build(base / 'source', base / 'out', base / 'doctrees').written == set()
    print(dict(phases))


#: where Sphinx, or an earlier version of ours, forgot something; the last ones are of ours
FORGOTTEN = [
    ('doctrees/environment.pickle', True),
    ('out/dir1/d4.html', True),
    ('out/_sources/dir1/d4.rst.txt', False),
    ('out/_images/new.png', False),
    ('out/.buildinfo', True),
    ('out/_static/kwindex-data-', False),
    ('doctrees/kwindex-html.json', False),
    ('doctrees/kwindex-html-', False),
]


def test_the_next_build_completes_one_that_was_killed_between_two_files(prepared):
    restored, _seconds, expected = prepared
    moments = all_moments(restored())
    known = [[m for m in moments if m.path.startswith(p) and m.is_cut == c] for p, c in FORGOTTEN]
    some = moments[:: -(-len(moments) // KILLS)]
    for moment in [*(found[-1] for found in known), *some]:
        base = restored()
        assert is_killed(base, moment)
        completed = build(base / 'source', base / 'out', base / 'doctrees')
        found = differences(completed.out, expected)
        assert not found, f'{moment}\n{found}'
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


def killed_at(base, path, what='open', *, is_cut=False, builder='html'):
    """Build and die where a file would be written, or put in its place, or is just empty."""
    kept = shutil.copytree(base, base.with_name('kept'))
    wanted = (what, is_cut)
    moments = all_moments(base, builder)
    moment = next(m for m in moments if m.path.startswith(path) and (m.what, m.is_cut) == wanted)
    shutil.rmtree(base)
    kept.rename(base)
    assert is_killed(base, moment, builder)


INCLUDING = {'index.rst': 'Start\n=====\n\n.. literalinclude:: included.txt\n'}


def test_what_was_read_is_written_though_no_keyword_has_changed(base):
    before, after = (INCLUDING | {'included.txt': f'{word}\n'} for word in ('old', 'new'))
    directories = versions(base, before, after)
    killed_at(base, 'out/')
    assert 'new' in build(*directories).text('index.html')


def test_what_is_written_without_being_read_is_written_again(base):
    layout = {'index.rst': 'Start\n=====\n', 'conf.py': f"{CONF}templates_path = ['templates']\n"}
    before, after = (
        {**layout, 'templates/layout.html': f'{n} {{{{ body }}}}'} for n in ('old', 'new')
    )
    directories = versions(base, before, after)
    killed_at(base, 'out/kwindex/index.html')
    (base / 'out' / 'index.html').write_text('cut', encoding='utf-8')
    assert build(*directories).text('index.html').startswith('new')


def test_pages_of_a_killed_build_are_removed_with_their_document(base):
    before = {'index.rst': 'Start\n=====\n\n.. toctree::\n   :glob:\n\n   a*\n'}
    directories = versions(base, before, before | {'a.rst': 'New\n===\n\n``new_name``\n'})
    killed_at(base, 'out/.buildinfo')
    page = base / 'out' / 'kwindex' / 'doc' / 'a.html'
    assert page.is_file()
    (base / 'source' / 'a.rst').unlink()
    build(*directories)
    assert not page.exists()


def test_a_build_of_single_documents_completes_no_other(base):
    document = 'Title\n=====\n\n``name_{n}``\n\n.. toctree::\n   :glob:\n\n   a*\n'
    before, after = (
        {'index.rst': document.format(n=n), 'a.rst': document.format(n=n)} for n in range(2)
    )
    directories = versions(base, before, after)
    clean = build(base / 'source', base.with_name('clean'), base.with_name('clean-doctrees'))
    killed_at(base, 'out/kwindex/doc/')
    (base / 'out' / 'a.html').write_text('cut', encoding='utf-8')
    build(*directories, filenames=[base / 'source' / 'index.rst'])
    completed = build(*directories)
    assert not differences(completed.out, clean.out)


@pytest.mark.parametrize('file', ['_static/kwindex-data-', 'kwindex/kwindex.json'])
def test_half_a_file_of_a_killed_build_is_removed_though_nobody_wants_it_now(base, file):
    documents = {'index.rst': 'Start\n=====\n\n``some_name`` ``other_name``\n'}
    conf = f'{CONF}kwindex_page_size = 1\nkwindex_json = True\n'
    directories = versions(base, documents, documents | {'conf.py': conf})
    killed_at(base, f'out/{file}', 'os.rename')
    assert list((base / 'out').rglob('*.part'))
    write(base / 'source', {'conf.py': CONF} | documents)
    build(*directories)
    assert not list((base / 'out').rglob('*.part'))


@pytest.mark.parametrize('builder', ['html', 'text'])
@pytest.mark.parametrize(
    ('path', 'is_cut'),
    [('doctrees/environment.pickle', False), ('doctrees/kwindex/doc/a.doctree', True)],
)
def test_what_was_read_is_read_again_when_its_source_is_put_back(base, builder, path, is_cut):
    start = {'index.rst': 'Start\n=====\n\n.. toctree::\n\n   a\n'}
    before, after = (start | {'a.rst': f'{n}\n===\n\n``a_name``\n'} for n in ('Old', 'New'))
    directories = versions(base, before, after)
    killed_at(base, path, is_cut=is_cut)
    write(base / 'source', {'conf.py': CONF} | before)
    clean = build(base / 'source', base.with_name('clean'), base.with_name('new'), builder)
    completed = build(base / 'source', base / builder, base / 'doctrees', builder)
    assert not differences(completed.out, clean.out)
    assert build(*directories).text('kwindex/doc/a.html').count('<h1>Keywords in Old') == 1
    assert not list((base / 'doctrees').glob('*.unfinished'))


def test_a_build_into_another_directory_completes_no_other(base):
    source, out, doctrees = (base / name for name in ('source', 'out', 'doctrees'))
    files = {'conf.py': CONF, 'index.rst': 'Start\n=====\n\nWords\n'}
    write(source, files)
    build(source, out, doctrees, 'text')
    write(source, files | {'index.rst': 'Start\n=====\n\nOther words\n'})
    killed_at(base, 'out/index.txt', is_cut=True, builder='text')
    other = build(source, base / 'other', doctrees, 'text')
    assert not differences(build(source, out, doctrees, 'text').out, other.out)


def test_a_build_of_nothing_that_was_killed_is_completed(base):
    files = {'conf.py': CONF, 'index.rst': 'Start\n=====\n'}
    directories = versions(base, files, files)
    killed_at(base, 'out/.buildinfo', is_cut=True)
    write(base / 'source', files | {'conf.py': f"{CONF}html_title = 'Other title'\n"})
    completed = build(*directories)
    assert 'Other title' in completed.text('index.html')
    assert 'Other title' in completed.text('kwindex/index.html')
    assert 'config: ' in completed.text('.buildinfo')
    assert build(*directories).written == set()
