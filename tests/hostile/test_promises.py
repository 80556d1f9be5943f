"""What README promises that no other test holds: see the table in ``tests/README.rst``."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cures import CURES
from project import CONF, REPOSITORY, write

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.model import Kind

README = (REPOSITORY / 'README.rst').read_text(encoding='utf-8')
PROJECT = tomllib.loads((REPOSITORY / 'pyproject.toml').read_text(encoding='utf-8'))
PACKAGE = Path(sphinxcontrib_kwindex.__file__).parent

#: watches a build: what it opens to write, removes, starts, and where it connects to
WATCHED = """
import json, os, sys
base, builder, parallel = sys.argv[1:]
log = os.open(f'{base}/seen', os.O_WRONLY | os.O_CREAT | os.O_APPEND)  # for all processes
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

def see(event, what):
    os.write(log, (json.dumps([event, str(what)]) + chr(10)).encode())

def watch(event, arguments):
    if event == 'open' and isinstance(arguments[2], int) and arguments[2] & WRITING:
        see(event, arguments[0])
    elif event in {'os.remove', 'os.rename', 'os.mkdir', 'os.rmdir', 'os.symlink', 'shutil.rmtree'}:
        see(event, arguments[0])
    elif event.startswith(('socket.connect', 'socket.getaddrinfo', 'subprocess', 'os.system')):
        see(event, arguments)
    elif event.startswith(('os.exec', 'os.spawn', 'os.posix_spawn', 'urllib', 'ctypes.dlopen')):
        see(event, arguments)

sys.dont_write_bytecode = True
from sphinx.cmd.build import main
import sphinxcontrib_kwindex
sys.addaudithook(watch)
sys.exit(main(['-q', '-b', builder, '-j', parallel, '-d', f'{base}/doctrees', f'{base}/source',
               f'{base}/out-{builder}']))
"""
EVIL = """
import os, pathlib
pathlib.Path('{path}').write_text('written by a code block')
os.system('touch {path}')
"""


def hostile_code(path):
    block = EVIL.format(path=path).replace('\n', '\n   ')
    languages = ['python', 'pycon', 'ipython', 'sh', 'console', 'php', 'yaml', 'cmake', 'default']
    return ''.join(f'.. code-block:: {name}\n{block}\n\n' for name in languages)


def events(folder):
    return [json.loads(line) for line in (folder / 'seen').read_text('utf-8').splitlines()]


@pytest.mark.parametrize(
    ('builder', 'parallel'),
    [
        ('html', '1'), ('html', '2'), ('latex', '1'), ('kwindex', '2'), ('kwmarkdown', '1'),
        ('kwcheck', '1'),
    ],
)
def test_a_build_touches_and_runs_nothing_else(tmp_path, builder, parallel):
    (tmp_path / 'source').mkdir()
    evil = tmp_path / 'evil'
    text = f'Start\n=====\n\n.. kwindex:: /\n\n{hostile_code(evil)}'
    more = {f'd{n}.rst': f':orphan:\n\n{text}' for n in range(3)}
    conf = f"{CONF}kwcheck_sources = ['*.py']\nkwindex_page_size = 5\n"
    code = f'{EVIL.format(path=evil)}\ndef public(): pass\n'
    write(tmp_path / 'source', {'conf.py': conf, 'index.rst': text, 'acme_module.py': code, **more})
    done = subprocess.run(
        [sys.executable, '-c', WATCHED, tmp_path, builder, parallel],
        env=os.environ | {'PYTHONPATH': str(REPOSITORY)}, cwd=tmp_path,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in {0, 1}, done.stderr
    seen = events(tmp_path)
    assert not evil.exists()
    allowed = (f'{tmp_path}/doctrees', f'{tmp_path}/out-', '/dev/null')
    touched = [event for event in seen if not event[1].startswith(allowed)]
    # Sphinx's own: the file name of a lock, numbers of files that are open already
    assert [event for event in touched if not event[1].isdigit()] == []
    assert any(event[1].startswith(f'{tmp_path}/out-') for event in seen)


def test_the_watch_sees(tmp_path):
    """So that the test above can fail."""
    (tmp_path / 'source').mkdir()
    conf = f"{CONF}import pathlib\npathlib.Path('{tmp_path}/evil').write_text('x')\n"
    write(tmp_path / 'source', {'conf.py': conf, 'index.rst': 'Start\n=====\n'})
    subprocess.run(
        [sys.executable, '-c', WATCHED, tmp_path, 'dummy', '1'],
        env=os.environ | {'PYTHONPATH': str(REPOSITORY)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ['open', f'{tmp_path}/evil'] in events(tmp_path)


#: what would load code or data from elsewhere, and who may use it for what
FORBIDDEN = {'pickle', 'marshal', 'shelve', 'socket', 'urllib.request', 'http', 'subprocess', 'ssl'}
IMPORTS = {'subprocess': {'check/revisions.py'}}  # git alone, for another revision's sources
CALLS = {
    'eval': {'index/conditions.py'},  # as ``sphinx.ext.ifconfig`` does, what stands in a document
    'exec': set(),
    '__import__': set(),
    'compile': set(),
}


def test_no_module_runs_or_loads_what_it_should_not():
    wrong = []
    for path in PACKAGE.rglob('*.py'):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
            imported = []
            if isinstance(node, ast.Import):
                imported = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                imported = [node.module or '']
            wrong += [
                f'{name}: {one}'
                for one in imported
                if FORBIDDEN & {one, one.split('.')[0]} and name not in IMPORTS.get(one, ())
            ]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = node.func.id
                if name not in CALLS.get(called, {name}):
                    wrong.append(f'{name}: {called}')
    assert wrong == []


def test_the_versions_that_are_promised_are_those_that_are_tried():
    project = PROJECT['project']
    pythons = re.findall(r'Python :: (3\.\d+)', ' '.join(project['classifiers']))
    assert f'Python {", ".join(pythons[:-1])} and {pythons[-1]}' in README
    assert project['requires-python'] == f'>={pythons[0]}'
    tox = PROJECT['tool']['tox']['legacy_tox_ini']
    assert [f'3.{minor}' for minor in re.findall(r'^    py3(\d+)-', tox, re.MULTILINE)] == pythons
    [sphinx] = [name for name in project['dependencies'] if name.startswith('sphinx')]
    oldest = sphinx.partition('>=')[2]
    assert f'Sphinx {oldest} and newer' in README
    assert f'sphinx{oldest.replace(".", "")}' in tox


def test_the_version_is_semantic():
    assert re.fullmatch(r'\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?', sphinxcontrib_kwindex.__version__)
    assert 'Versions are semantic' in README


def test_what_is_public_stays():
    """Raise the major version before a name is taken away from here."""
    kinds = """
        acronym attribute class command constant directive enum environment-variable file function
        import macro method module name namespace option role setting term type variable
    """
    assert {kind.value.replace(' ', '-') for kind in Kind} >= set(kinds.split())


def test_every_test_that_the_list_names_is_there():
    """The list of failures and promises, with what holds each of them."""
    tests = REPOSITORY / 'tests'
    text = (tests / 'README.rst').read_text(encoding='utf-8')
    names = set(re.findall(r'``((?:\w+/)?(?:test_|published/)\w+)(?:\.py)?``', text))
    assert len(names) > 20
    assert [name for name in sorted(names) if not (tests / f'{name}.py').is_file()] == []
    assert [mode for mode in {cure.mode.split()[0] for cure in CURES} if mode not in text] == []


@pytest.mark.parametrize('cure', CURES, ids=lambda cure: cure.mode)
def test_what_cures_a_failure_is_there(cure):
    """``cures.py`` shows by hand that its tests fail without it; this, that it still can."""
    assert cure.text in (PACKAGE / cure.file).read_text(encoding='utf-8')
    for test in cure.tests.split():
        file, _colons, name = test.partition('::')
        text = (REPOSITORY / file).read_text(encoding='utf-8')
        assert f'def {name}' in text
