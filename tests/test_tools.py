"""Entry points, the commands ``check`` and ``build``, hooks, and jobs of continuous integration."""

import json
import os
import re
import subprocess
import sys
import tomllib

import pytest
import yaml
from project import REPOSITORY, snapshot, write

from sphinxcontrib_kwindex.cli.main import main

PROJECT = tomllib.loads((REPOSITORY / 'pyproject.toml').read_text(encoding='utf-8'))['project']
API = 'API\n===\n\n.. py:module:: acme\n\n.. py:function:: {}\n\n   Connects to a server.\n'
USE = 'Use\n===\n\nCall ``acme.connect()``.\n\n``acme.connect()`` is quick.\n'
#: a documentation that does not know the extension, and imports a module of its own
DOCS = {
    'docs/conf.py': "import sys\nsys.path.insert(0, '.')\nsys.path.insert(0, 'docs')\nimport own\n",
    'docs/own.py': '',
    'docs/index.rst': 'Index\n=====\n\n.. toctree::\n\n   api\n   use\n',
    'docs/api.rst': API.format('connect'),
    'docs/use.rst': USE,
}
#: what a change renames, but not everywhere
CHANGED = {
    'docs/api.rst': API.format('open'),
    'docs/conf.py': DOCS['docs/conf.py'] + "kwcheck_sources = ['../code']\n",
    'code/acme.py': 'def open(): ...\n',
}


@pytest.fixture(scope='module')
def installed(tmp_path_factory):
    """Install this package as far as others see it: its scripts and entry points."""
    folder = tmp_path_factory.mktemp('installed')
    points = {**PROJECT['entry-points'], 'console_scripts': PROJECT['scripts']}
    lines = [line for group, names in points.items()
             for line in (f'[{group}]', *(f'{k} = {v}' for k, v in names.items()))]  # fmt: skip
    info = 'sphinxcontrib_kwindex-0.dist-info'
    metadata = 'Metadata-Version: 2.1\nName: sphinxcontrib-kwindex\nVersion: 0\n'
    files = {f'{info}/METADATA': metadata, f'{info}/entry_points.txt': '\n'.join(lines)}
    module, _colon, function = PROJECT['scripts']['kwindex'].partition(':')
    start = f'from {module} import {function}; import sys; sys.exit({function}())'
    files['kwindex'] = f'#!{sys.executable}\n{start}\n'
    files['sphinx-build'] = f'#!/bin/sh\nexec {sys.executable} -m sphinx "$@"\n'
    write(folder, files)
    for script in ('kwindex', 'sphinx-build'):
        (folder / script).chmod(0o755)
    return folder


@pytest.fixture
def docs(tmp_path, installed, monkeypatch):
    """Change to the folder of a documentation, with the package installed."""
    write(tmp_path / 'repo', DOCS)
    monkeypatch.chdir(tmp_path / 'repo')
    monkeypatch.setenv('PATH', str(installed), prepend=os.pathsep)
    monkeypatch.setenv('PYTHONPATH', f'{installed}{os.pathsep}{REPOSITORY}')
    monkeypatch.setenv('TMPDIR', str(tmp_path))
    monkeypatch.setenv('NO_COLOR', '1')
    monkeypatch.delenv('PYTHONDONTWRITEBYTECODE', raising=False)
    return tmp_path / 'repo'


def run(*command, status=0):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    assert 'WARNING' not in done.stderr
    return done.stdout


@pytest.mark.parametrize('builder', PROJECT['entry-points']['sphinx.builders'])
def test_each_builder_works_on_an_untouched_configuration(docs, tmp_path, builder):
    before = snapshot(docs)
    run(sys.executable, '-B', '-m', 'sphinx', '-b', builder, 'docs', tmp_path / 'out')
    assert (tmp_path / 'out/.doctrees').is_dir()
    assert len(list((tmp_path / 'out').iterdir())) > 2
    assert snapshot(docs) == before


def test_every_builder_has_an_entry_point(make):
    builders = make({'index.rst': 'Index\n=====\n'}, 'dummy').app.registry.builders
    own = {name for name, builder in builders.items()
           if builder.__module__.startswith('sphinxcontrib_kwindex.')}  # fmt: skip
    assert own == PROJECT['entry-points']['sphinx.builders'].keys()


def test_the_check_leaves_nothing_behind(docs):
    before = snapshot(docs.parent)
    printed = run('kwindex', 'check', 'docs')
    assert printed.endswith('Nothing is wrong with names and terms.\nbuild succeeded.\n')
    write(docs, DOCS | CHANGED)
    before = snapshot(docs.parent)
    printed = run('kwindex', 'check', status=1)
    assert "use.rst:4: error: unknown 'acme.connect' is not in the module acme" in printed
    assert '\n2 findings (2 unknown).\n' in printed
    printed = run('kwindex', 'check', '-D', 'kwcheck_sources=')
    assert '\n2 warnings: list them with -D kwcheck_level=warning.\nkwcheck knows no' in printed
    assert snapshot(docs.parent) == before


def test_sources_on_the_command_line(docs):
    sources = {'docs/use.rst': USE + '``acme.gone``', 'lib/acme.py': 'def connect(): ...\n'}
    write(docs, DOCS | sources)
    printed = run('kwindex', 'check', '-D', 'kwcheck_sources=../lib', status=1)
    assert '1 finding (1 unknown).' in printed
    assert 'knows no source files' not in printed


@pytest.mark.parametrize(
    ('files', 'named'),
    [
        ({'src/acme.py': ''}, '../src'),
        ({'lib/acme.py': '', 'include/acme.h': ''}, '../lib, ../include'),
        ({'acme/__init__.py': '', 'tests/__init__.py': '', 'setup.py': ''}, '../acme'),
        ({'acme.py': '', 'more/__init__.py': '', 'runtests.py': ''}, '../more, ../acme.py'),
        ({'docs/package.json': '{}', 'src/acme.py': ''}, '../src'),
        ({'tests/acme.py': '', 'tools/acme.py': ''}, ''),
        ({'acme/__init__.py': '', 'py_benchmark/__init__.py': '', 'test_it.py': '',
          'tools/__init__.py': ''}, '../acme, ../py_benchmark'),
    ],
)
def test_the_check_finds_sources_by_itself(docs, files, named):
    code = 'def connect(): ...\n'
    files = {path: text or code for path, text in files.items()}
    own = {'docs/api.rst': API.format('open'), 'docs/use.rst': USE + '``acme.gone``'}
    own['docs/conf.py'] = DOCS['docs/conf.py'] + '# kwcheck_sources = is not needed\n'
    write(docs, DOCS | own | {'.git/HEAD': ''} | files)
    printed = run('kwindex', 'check', 'docs', status=int(bool(named)))
    if named:
        assert '2 findings (2 unknown).\n' in printed
        what = f'kwcheck looked for names in {named}; set kwcheck_sources for other sources.'
        assert printed.endswith(f'\n{what}\n')
    else:
        assert 'kwcheck_level=warning.\nkwcheck knows no source files' in printed


def test_the_check_finds_sources_beside_conf(docs):
    own = {'docs/api.rst': API.format('open'), 'docs/use.rst': USE + '``acme.gone``'}
    sources = {'docs/src/acme.py': 'def connect(): ...\n', 'docs/ext/__init__.py': ''}
    write(docs, DOCS | own | sources | {'docs/pyproject.toml': '', 'src/other.py': ''})
    printed = run('kwindex', 'check', 'docs', status=1)
    assert printed.endswith('\nkwcheck looked for names in src; set kwcheck_sources for other '
                            'sources.\n')  # fmt: skip


@pytest.mark.parametrize('where', ['conf.py', 'command', 'other project'])
def test_sources_that_are_named_or_of_others_are_not_looked_for(docs, where):
    setting = ['-D', 'kwcheck_sources=../other'] if where == 'command' else []
    conf = "kwcheck_sources = ['../other']\n" if where == 'conf.py' else ''
    root = 'docs/.git/HEAD' if where == 'other project' else '.git/HEAD'
    files = {
        'docs/api.rst': API.format('open'), 'docs/conf.py': DOCS['docs/conf.py'] + conf, root: '',
        'src/acme.py': 'def connect(): ...\n', 'other/acme.py': 'def open(): ...\n',
    }  # fmt: skip
    write(docs, DOCS | files)
    printed = run('kwindex', 'check', *setting, 'docs', status=int(where != 'other project'))
    assert ('2 warnings: ' if where == 'other project' else '2 findings (2 unknown).') in printed
    assert 'looked for names' not in printed


def test_the_check_writes_reports_where_it_is_told(docs):
    write(docs, DOCS | CHANGED)
    printed = run('kwindex', 'check', 'docs', 'out', '-D', 'kwcheck_format=text,sarif', status=1)
    assert 'they are in ' in printed
    assert printed.count('out/kwcheck.') == 2
    assert {path.name for path in (docs / 'out').glob('kw*')} == {'kwcheck.txt', 'kwcheck.sarif'}


def test_an_export_is_found_where_it_is_built(docs, capsys):
    run('kwindex', 'build', '-q')
    assert (docs / '_build/kwindex/keywords.jsonl').is_file()
    assert main(['query', 'connect']) == main(['explain', 'connect']) == 0
    assert main(['diff', '_build/kwindex']) == 0
    assert capsys.readouterr().out.startswith('acme.connect (function)\n')
    export = docs / '_build'
    for place in ('docs/_build', 'doc/_build', 'build', 'docs/build', 'doc/build'):
        (docs / place).parent.mkdir(exist_ok=True)
        export = export.rename(docs / place)
        assert main(['query', 'connect', '--json']) == 0


@pytest.mark.parametrize('command', ['build', 'check', 'diff', 'explain', 'query'])
def test_help_says_what_a_command_and_its_options_do(command, capsys):
    with pytest.raises(SystemExit):
        main([command, '--help'])
    usage, purpose, *_rest = capsys.readouterr().out.split('\n\n')
    assert usage.startswith(f'usage: kwindex {command} ')
    assert re.fullmatch(r'[A-Z].*[a-z]\.', purpose)
    with pytest.raises(SystemExit):
        main(['--help'])
    listed = ' '.join(capsys.readouterr().out.split()).lower()
    assert f'{command} {purpose.rstrip(".").lower()}' in listed


def test_what_to_do_is_said_where_nothing_is_found(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(['query', 'connect']) == main(['explain', 'connect']) == main(['check']) == 2
    *exports, conf = capsys.readouterr().err.splitlines()
    make = 'Make an export with: kwindex build [DOCS [DIR]]'
    places = (
        '_build/kwindex, docs/_build/kwindex, doc/_build/kwindex, build/kwindex, '
        'docs/build/kwindex, doc/build/kwindex'
    )
    message = f'{tmp_path}: there is no documents.jsonl here, nor in {places}. {make}'
    assert exports == [message, message]
    assert conf.endswith('doc/source, source. Name the folder of conf.py.')
    for command in ('check', 'build'):
        for words, name, what in (
            (['.'], '.', 'there is no conf.py in it.'),
            (['nosuch'], 'nosuch', 'there is no such directory.'),
            (['.', '-c', 'nosuch'], 'nosuch', 'there is no such directory.'),
        ):
            assert main([command, *words]) == 2
            assert capsys.readouterr().err == f'{name}: {what} Name the folder of conf.py.\n'


def test_what_to_do_is_said_where_sphinx_does_not_know_the_builder(tmp_path, monkeypatch, capsys):
    write(tmp_path, {'conf.py': '', 'index.rst': 'Index\n=====\n'})
    monkeypatch.setattr('sphinxcontrib_kwindex.cli.main.entry_points', lambda **_which: ())
    assert main(['check', str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f'{tmp_path}/conf.py: Sphinx does not know the builder kwcheck. Install the package with '
        "pip, or add 'sphinxcontrib_kwindex' to extensions.\n"
    )


def test_options_are_passed_on(docs):
    out = ('out', '-c', 'docs', '-d', 'trees', '-j', '2', '-t', 'some', '-E', '-n', '-W', '-v')
    printed = run('kwindex', 'build', 'docs', *out, '-D', 'suppress_warnings=x,y')
    assert (docs / 'trees/environment.pickle').is_file()
    assert (docs / 'out/kwindex.json').is_file()
    assert '[config changed' not in printed
    assert run('kwindex', 'build', 'docs', 'out', '-d', 'trees', '-q') == ''


def test_the_hook_runs(docs):
    [hook] = yaml.safe_load((REPOSITORY / '.pre-commit-hooks.yaml').read_text(encoding='utf-8'))
    assert hook['pass_filenames'] is False
    command = [*hook['entry'].split(), *hook['args']]
    run(*command)
    write(docs, DOCS | CHANGED)
    run(*command, status=1)


# -- jobs


def jobs():
    """Yield the jobs of the README and of the guide: page, its shell lines, and the whole job."""
    for page in ('README.rst', 'example/guide/ci.md'):
        text = (REPOSITORY / page).read_text(encoding='utf-8')
        for block in re.findall(
            r'(?:```yaml|code-block:: yaml\n)\n((?:(?: {3})?.*\n)+?)(?=```|\n\S)', text
        ):
            job = yaml.safe_load(block)
            job = job.get('jobs', job)['docs']
            steps = [step.get('run', '') for step in job.get('steps', ())] or job['script']
            yield page, steps, block


JOBS = list(jobs())
#: values of GitHub and GitLab
VARIABLES = {'GITHUB_BASE_REF': 'main', 'CI_MERGE_REQUEST_DIFF_BASE_SHA': ''}
NOT_HERE = re.compile(r'^(pip|curl|gh) ', re.MULTILINE)


def git(*words):
    author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org']
    return run('git', '-c', 'init.defaultBranch=main', *author, *words).strip()


def test_the_jobs_are_short():
    assert [page for page, *_rest in JOBS] == 2 * ['README.rst'] + 2 * ['example/guide/ci.md']
    assert [len(block.strip().splitlines()) for _page, _steps, block in JOBS[:2]] == [10, 10]


@pytest.mark.parametrize('number', range(len(JOBS)))
def test_the_shell_lines_of_a_job_run_on_two_branches(docs, monkeypatch, number):
    _page, steps, block = JOBS[number]
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'One')
    base = git('rev-parse', 'HEAD')
    git('clone', '-q', '.', '../clone')
    monkeypatch.chdir(docs.parent / 'clone')
    git('checkout', '-q', '-b', 'change')
    for folder in ('docs', 'code'):
        write(docs.parent / 'clone' / folder, {
            name.removeprefix(f'{folder}/'): text
            for name, text in (DOCS | CHANGED).items() if name.startswith(folder)
        })  # fmt: skip
    git('commit', '-q', '-a', '-m', 'Two')
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value or base)
    statuses, printed = {}, ''
    for step in steps:
        shell = re.sub(r'\$\{\{ \S*base\.sha \}\}', base, NOT_HERE.sub('true ', step))
        assert '${{' not in shell.replace('${{ github.event.number }}', '')
        shell = shell.replace('${{ github.event.number }}', '1')
        done = subprocess.run(
            ['bash', '-eo', 'pipefail', '-c', shell], capture_output=True, text=True, check=False
        )
        statuses[shell] = done.returncode
        printed += done.stdout + done.stderr
    failed = [re.findall(r'kwindex (\w+)', shell)[-1] for shell in statuses if statuses[shell]]
    assert failed == (['check', 'diff'] if '--fail-on' in block else ['check']), printed
    assert 'acme.open (function)' in printed
    report = re.search(r'_\S*/kwcheck(?:\.sarif|-gitlab\.json)', block)[0]
    found = json.loads((docs.parent / 'clone' / report).read_text(encoding='utf-8'))
    assert json.dumps(found).count('"docs/use.rst"') == 2


# -- the pull request of the guide

BRANCH = {
    'docs/conf.py': '',
    'docs/index.rst': 'Acme\n====\n\n.. toctree::\n\n   api\n   guide\n',
    'docs/api.rst': 'API\n===\n\n.. py:module:: acme\n\n'
    '.. py:function:: load(path)\n\n   Loads.\n\n.. py:function:: connect(host)\n\n   Connects.\n',
    'docs/guide.rst': 'Guide\n=====\n\nRead a file with ``acme.load()``:\n\n'
    '.. code-block:: python\n\n   import acme\n   acme.load("x")\n\n'
    'Servers\n-------\n\nCall :py:func:`acme.connect`.\n',
    'src/acme/__init__.py': 'from .io import load, connect\n',
    'src/acme/io.py': 'def load(path):\n    """Load a file."""\n    with open(path) as file:\n'
    '        return file.read()\n\n\ndef connect(host):\n    return Connection(host)\n',
}


@pytest.fixture
def branch(docs):
    """Change to a branch that renames in the sources, and in the descriptions alone."""
    write(docs, BRANCH)
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'One')
    git('checkout', '-q', '-b', 'change')
    for path, (old, new) in {
        'docs/api.rst': ('load(path)', 'read(path)'),
        'src/acme/__init__.py': ('load', 'read'),
        'src/acme/io.py': ('load', 'read'),
    }.items():
        text = BRANCH[path].replace(old, new).replace('(host)', '(host, port=80)')
        (docs / path).write_text(text)
    git('commit', '-q', '-a', '-m', 'Two')
    return docs


def test_the_pull_request_of_the_guide(branch):
    text = (REPOSITORY / 'example/guide/ci.md').read_text(encoding='utf-8')
    [shown] = re.findall(r'```console\n(.*?--base.*?)```', text, re.DOTALL)
    commands = re.findall(r'^\$ (.*)\n((?:(?!\$ ).*\n)*)', shown, re.MULTILINE)
    assert [command.split()[1] for command, _printed in commands] == ['check', 'build', 'impact']
    for command, expected in commands:
        printed = run(*command.split(), status=int(' check ' in command))
        if ' check ' in command:  # Sphinx prints its progress as well
            assert expected in printed
        else:
            assert printed == expected
    assert not (branch / '.git/index.lock').exists()
