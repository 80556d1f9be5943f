"""``kwcheck_base``: names that the sources had at a revision, and that documents still use."""

import json
import re
import subprocess

import pytest
from project import build_files, write

from sphinxcontrib_kwindex.check.revisions import GitError, Repository, source_filter

CONF = """
extensions = ['sphinxcontrib_kwindex']
exclude_patterns = ['src']
kwcheck_sources = ['src']
kwcheck_findings = ['removed', 'unknown']
"""
SOURCES = {
    'src/acme/__init__.py': 'from .io import load, Store\n',
    'src/acme/io.py': """
def load(path):
    with open(path) as file:
        return file.read()


class Store:
    def put_all(self, items):
        for item in items:
            self.put(item)

    def put(self, item):
        self.items.append(item)
""",
    'src/engine.h': 'int engine_start(int speed);\nint engine_stop(void);\n',
}


def git(folder, *words):
    author = ('-c', 'user.name=a', '-c', 'user.email=a@example.org')
    command = ['git', '-C', folder, '-c', 'init.defaultBranch=main', *author, *words]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path):
    """Make a repository with the sources below the documentation."""
    write(tmp_path / 'source', SOURCES)
    git(tmp_path, 'init', '-q')
    git(tmp_path, 'add', '.')
    git(tmp_path, 'commit', '-q', '-m', 'One')
    return tmp_path


@pytest.fixture
def check(repository):
    """Rename in the sources, and check documents."""

    def check(documents, renamed, **config):
        sources = {}
        for path, code in SOURCES.items():
            words = re.split(r'(\W+)', code)
            sources[path] = ''.join(renamed.get(word, word) for word in words)
        files = {'conf.py': CONF, 'index.rst': 'Index\n=====\n', **sources, **documents}
        return build_files(repository, files, 'kwcheck', config={'kwcheck_base': 'main', **config})

    return check


def found(result):
    keys = ('file', 'line', 'finding', 'name', 'suggestion')
    return [tuple(one[key] for key in keys) for one in result.lines('kwcheck.jsonl')]


RENAMED = {'load': 'read', 'put_all': 'extend', 'engine_start': 'engine_run'}
USE = """Use
===

Call ``acme.load()``, or :py:func:`acme.io.load`.

It was called ``acme.load()`` before. ``Store.put_all`` is there.

.. py:currentmodule:: acme

:py:meth:`Store.put_all` and :py:func:`load`.

.. code-block:: python

   from acme import load
   import acme as a
   a.load(3)

.. py:function:: load(path)

   Loads.

.. c:function:: int engine_start(int speed)

:c:func:`engine_start`, ``engine_start()``, ``engine_start``

Changes
-------

Call ``acme.load()``.
"""


def test_each_use_of_a_name_that_is_gone_is_found(check):
    old = ':orphan:\n\n' + USE.partition('.. py:function')[0]
    result = check({'index.rst': USE, 'changes.rst': old}, RENAMED)
    assert result.warning == ''
    assert found(result) == [
        ('index.rst', 4, 'removed', 'acme.io.load', 'acme.io.read'),
        ('index.rst', 4, 'removed', 'acme.load', 'acme.read'),
        ('index.rst', 6, 'removed', 'Store.put_all', 'Store.extend'),
        ('index.rst', 10, 'removed', 'Store.put_all', 'Store.extend'),
        ('index.rst', 10, 'removed', 'load', 'acme.read'),
        ('index.rst', 14, 'removed', 'acme.load', 'acme.read'),
        ('index.rst', 16, 'removed', 'acme.load', 'acme.read'),
        ('index.rst', 18, 'removed', 'acme.load', 'acme.read'),
        ('index.rst', 22, 'removed', 'engine_start', 'engine_run'),
        ('index.rst', 24, 'removed', 'engine_start', 'engine_run'),
    ]
    text = (result.out / 'kwcheck.txt').read_text(encoding='utf-8')
    line = "index.rst:4: error: [removed] 'acme.load' is gone since main; now 'acme.read'?\n"
    assert line in text


def test_a_member_is_wrong_only_where_its_lost_class_is_written(check):
    page = (
        'Index\n=====\n\n.. py:class:: acme.Store\n\n   Call :py:meth:`put_all`, and'
        ' :py:meth:`acme.Store.put`.\n'
    )
    result = check({'index.rst': page}, {'Store': 'Shop'}, kwcheck_findings=['removed'])
    assert [one[3:] for one in found(result)] == [
        ('acme.Store', 'acme.Shop'), ('acme.Store.put', 'acme.Shop.put'),
    ]  # fmt: skip


def test_reports_and_the_baseline_have_them(check, repository):
    options = {'kwcheck_format': ['sarif', 'gitlab', 'jsonl'], 'kwcheck_baseline': 'accepted'}
    page = {'index.rst': 'Index\n=====\n\n``acme.load()``\n'}
    check(page, RENAMED, **options, kwcheck_write_baseline=True)
    assert '"finding": "removed"' in (repository / 'source/accepted').read_text(encoding='utf-8')
    page |= {'accepted': (repository / 'source/accepted').read_text(encoding='utf-8')}
    assert found(check(page, RENAMED, **options)) == []
    accepted = {**page, 'accepted': ''}
    result = check(accepted, RENAMED, **options)
    sarif = json.loads((result.out / 'kwcheck.sarif').read_text(encoding='utf-8'))
    assert [one['ruleId'] for one in sarif['runs'][0]['results']] == ['removed']
    gitlab = json.loads((result.out / 'kwcheck-gitlab.json').read_text(encoding='utf-8'))
    assert [(one['check_name'], one['severity']) for one in gitlab] == [('removed', 'major')]


def test_nothing_is_found_without_a_change_or_without_the_check(check):
    assert found(check({'index.rst': USE}, {})) == []
    page = {'index.rst': 'Index\n=====\n\n``acme.load()``\n'}
    assert found(check(page, RENAMED, kwcheck_findings=['undefined'])) == []
    assert [one[2] for one in found(check(page, RENAMED, kwcheck_base=''))] == ['unknown']


def test_names_that_the_branch_does_not_have_yet_are_not_gone(check, repository):
    git(repository, 'checkout', '-q', '-b', 'change')
    git(repository, 'checkout', '-q', 'main')
    (repository / 'source/src/acme/newer.py').write_text('def find(): ...\n')
    git(repository, 'add', '.')
    git(repository, 'commit', '-q', '-a', '-m', 'Two')
    git(repository, 'checkout', '-q', 'change')
    page = {'index.rst': 'Index\n=====\n\n``acme.newer.find()``, ``acme.load()``\n'}
    assert [one[2:4] for one in found(check(page, RENAMED))] == [
        ('removed', 'acme.load'), ('unknown', 'acme.newer.find'),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ('base', 'message'),
    [('nothing', "there is no revision 'nothing'. Fetch it, or name a branch"),
     ('--help', "there is no revision '--help'")],
)  # fmt: skip
def test_a_revision_that_is_not_there(repository, base, message):
    with pytest.raises(GitError, match=message):
        Repository(repository, base)


def test_the_build_tells_it_and_fails(check):
    with pytest.raises(Exception, match=r"kwcheck_base: .*there is no revision 'nothing'"):
        check({}, {}, kwcheck_base='nothing')


def test_a_shallow_clone(repository, tmp_path):
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'Two')
    git(tmp_path, 'clone', '-q', '--depth', '1', f'file://{repository}', 'clone')
    with pytest.raises(GitError, match=r'the clone is shallow\. Fetch the history'):
        Repository(tmp_path / 'clone', 'HEAD^')
    assert Repository(tmp_path / 'clone', 'origin/main').commit


def test_no_repository_and_no_git(tmp_path, monkeypatch):
    with pytest.raises(GitError, match='this is in no git repository'):
        Repository(tmp_path, 'main')
    monkeypatch.setenv('PATH', str(tmp_path))
    with pytest.raises(GitError, match=r'git cannot be run: .* Install it'):
        Repository(tmp_path, 'main')


def test_both_sides(repository):
    folder = repository / 'source'
    (folder / 'src/acme/new.py').write_text('x = 1\n')
    (folder / 'src/é.py').write_text('y = 2\r\n')
    (folder / 'src/engine.h').unlink()
    (folder / 'src/link.py').symlink_to('acme/io.py')
    before = {f'source/{path}' for path in SOURCES}
    added = {'source/src/acme/new.py', 'source/src/é.py'}
    sides = Repository(folder, 'main').sides(source_filter(['src'], 'source'))
    assert sides.changed == {*added, 'source/src/engine.h', 'source/src/link.py'}
    assert set(sides.old) == before
    assert set(sides.new) == before - {'source/src/engine.h'} | added
    assert sides.old['source/src/engine.h'] == SOURCES['src/engine.h']
    assert sides.new['source/src/acme/io.py'] == SOURCES['src/acme/io.py']
    assert sides.new['source/src/é.py'] == 'y = 2\n'
    assert 'source/src/link.py' not in sides.new


@pytest.mark.parametrize(
    ('patterns', 'folder', 'sources', 'others'),
    [
        (['../src'], 'docs', ['src/a.py', 'src/b/c.py'], ['srcs/a.py', 'docs/src/a.py']),
        (['src/**/*.py'], '', ['src/a.py', 'src/b/c.py'], ['src/a.c', 'x/src/a.py']),
        (['*.[ch]', 'a?.py'], '.', ['a.c', 'a.h', 'ab.py'], ['a.cc', 'b/a.c', 'abc.py']),
        (['.'], '', ['a.py', 'tests/a.py'], []),
        ([], 'docs', ['src/a.py', 'a/test/b.py', 'testing.py'],
         ['tests/a.py', 'a/tests/b.py', 'a/test_b.py', 'a_test.go', 'docs/conf.py', 'a.spec.ts']),
    ],
)  # fmt: skip
def test_which_files_are_sources(patterns, folder, sources, others):
    is_source = source_filter(patterns, folder)
    assert [one for one in sources + others if is_source(one)] == sources
