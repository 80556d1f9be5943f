"""The same bytes for every hash seed, place of the sources and number of processes."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from project import REPOSITORY, ROOTS, digests

#: hash seed, place of the sources, number of processes
VARIANTS = [('0', 'here', 1), ('1', 'there', 1), ('2', 'here', 2), ('3', 'there', 4)]

#: Sphinx itself orders these by chance, or writes times and paths into them
OTHERS = ('.doctrees', '.buildinfo', 'searchindex.js', 'environment.pickle', 'last_build')


def many_documents(source):
    """Enough of them to be shared among four processes, with names that collide and sort."""
    shutil.copytree(ROOTS / 'test-pages/rst', source)
    conf = (ROOTS / 'test-pages/conf.py').read_text(encoding='utf-8')
    (source / 'conf.py').write_text(conf.replace("'myst_parser', ", ''), encoding='utf-8')
    names = ['alpha', 'Alpha', 'b_one', 'b_two', 'MAX', 'über', 'zeta']
    for number in range(8):
        text = [f'Chapter {number}', '==========', '']
        for name in names[number % 3 :]:
            text += [f'.. py:class:: m{number}.{name}', '', f'   Makes {name}.', '']
            text += [f'Uses ``{name}`` and :py:class:`{name}`, :envvar:`HOME_{number % 2}`.', '']
        (source / f'chapter-{number}.rst').write_text('\n'.join([':orphan:', '', *text]))


SCRIPT = """
import sys
from sphinx.cmd.build import build_main
source, out, *options = sys.argv[1:]
for builder in ('html', 'text', 'kwindex'):
    arguments = ['-q', '-b', builder, '-d', f'{out}/.doctrees', *options]
    if status := build_main([*arguments, source, f'{out}/{builder}']):
        sys.exit(status)
"""


def start(source, out, seed, jobs):
    command = [sys.executable, '-c', SCRIPT, str(source), str(out), f'-j{jobs}']
    environment = {**os.environ, 'PYTHONHASHSEED': seed, 'SOURCE_DATE_EPOCH': '1700000000'}
    done = subprocess.run(command, env=environment, cwd=out, capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, '')


def test_seed_place_and_processes_make_no_difference(tmp_path):
    for place in ('here', 'there'):
        many_documents(tmp_path / place / 'source')
    outs = [tmp_path / f'out-{number}' for number in range(len(VARIANTS))]
    with ThreadPoolExecutor(2) as pool:
        running = []
        for out, (seed, place, jobs) in zip(outs, VARIANTS, strict=True):
            out.mkdir()
            running.append(pool.submit(start, tmp_path / place / 'source', out, seed, jobs))
        for future in running:
            future.result()
    for builder in ('html', 'text', 'kwindex'):
        first, *others = (
            {n: d for n, d in digests(out / builder).items() if not n.startswith(OTHERS)}
            for out in outs
        )
        assert first
        for other in others:
            assert other == first
    folders = outs[0] / 'kwindex', outs[0] / 'html/kwindex'
    ours = [path for folder in folders for path in folder.rglob('*.*')]
    assert len(ours) > 10
    for path in ours:  # no output knows where it was built
        text = path.read_text(encoding='utf-8')
        assert str(REPOSITORY) not in text
        assert str(tmp_path) not in text
