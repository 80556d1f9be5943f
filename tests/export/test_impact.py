"""``impact``: sections that a change of the sources concerns, and which of them it edits."""

import json
import subprocess
from pathlib import Path

import pytest
from project import build_files, write
from test_exports import validator

from sphinxcontrib_kwindex.cli.main import main

LIBRARY = """
def load(path, mode):
    with open(path, mode) as file:
        return file.read()


def save_all(path, items):
    for item in items:
        path.write(item)


def connect(host):
    return Connection(host, 80)


def unknown_here(a):
    return a.thing[3]
"""
API = """
API
===

.. py:module:: acme

load
----

.. py:function:: load

connect
-------

.. py:function:: connect
"""
GUIDE = """
Guide
=====

First, use ``acme.load()``.

Store
-----

``acme.save_all()``, and ``acme.load`` again.

Changes
-------

``acme.load()``

1.0
~~~

``acme.save_all()``
"""
DOCUMENTS = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n',
    'api.rst': API, 'guide.rst': GUIDE, 'changes.rst': 'All of it\n=========\n\n``acme.load()``\n',
    **{f'part{n}.rst': f'Part {n}\n======\n\n``acme.connect()``\n' for n in range(12)},
}  # fmt: skip


@pytest.fixture(scope='module')
def export(tmp_path_factory):
    folder = tmp_path_factory.mktemp('export')
    build_files(folder, DOCUMENTS, 'kwindex')
    return folder / 'kwindex'


@pytest.fixture
def impact(tmp_path, export, monkeypatch, capsys):
    """Change files of a repository, and run the command."""

    def git(*words):
        author = ('-c', 'user.name=a', '-c', 'user.email=a@example.org')
        subprocess.run(['git', *author, *words], check=True, capture_output=True)

    def impact(files, *options, directory=export):
        for name, text in files.items():
            (repository / name).write_text(text, encoding='utf-8')
        status = main(['impact', *map(str, [directory] if directory else []), '--base', 'HEAD',
                       *options])  # fmt: skip
        out, err = capsys.readouterr()
        return status, out, err

    repository = tmp_path / 'repository'
    repository.mkdir()
    write(repository, {f'doc/{name}': text for name, text in DOCUMENTS.items()})
    (repository / 'acme.py').write_text(LIBRARY)
    monkeypatch.chdir(repository)
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'One')
    return impact


def changed(*pairs, text=LIBRARY):
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


READ = {'acme.py': changed(('load', 'read'))}


@pytest.mark.parametrize(
    'files',
    [
        {}, {'acme.py': LIBRARY + '\n\ndef newer(): ...\n'}, {'doc/guide.rst': GUIDE + '\nMore.\n'},
        {'acme.py': changed(('unknown_here(a)', 'unknown_there(a)'))},
        {'acme.py': changed(('Connection(host, 80)', 'Connection(host, 90)'))},
        {'acme.py': changed(('unknown_here(a)', 'unknown_here(a, b)'))},
    ],
)  # fmt: skip
def test_nothing_is_printed_where_there_is_nothing_to_tell(impact, files):
    for format_ in ('text', 'markdown', 'github', 'json'):
        assert impact(files, '--format', format_, '--fail-on', 'removed,renamed') == (0, '', '')


def test_sections_of_a_name_that_is_gone(impact):
    assert impact(READ) == (
        0,
        """\
3 sections of 1 renamed since HEAD

acme.load is now acme.read (acme.py:2)
  [ ] defines  doc/api.rst:10  load (api#load)
  [ ] mentions doc/guide.rst:5  Guide (guide#guide)
  [ ] mentions doc/guide.rst:10  Store (guide#store)
""",
        '',
    )


def test_sections_that_are_edited_are_ticked_off(impact):
    status, out, _err = impact({
        **READ,
        'doc/api.rst': changed((':: load', ':: read'), text=API),
        'doc/guide.rst': changed(('Store\n-', 'Stores\n-'), text=GUIDE),
    }, '--fail-on', 'renamed')  # fmt: skip
    assert '[x] defines  doc/api.rst:10' in out
    assert '[ ] mentions doc/guide.rst:5' in out
    assert '[ ] mentions doc/guide.rst:10' in out  # an older export has the older heading
    assert status == 1


def test_a_new_name_counts_where_the_change_edits_it(impact, tmp_path):
    pages = {
        name: text.replace(':: load', ':: read').replace('acme.load', 'acme.read')
        for name, text in DOCUMENTS.items()
    }
    build_files(tmp_path / 'new', pages, 'kwindex')
    files = {**READ, 'doc/api.rst': pages['api.rst']}
    status, out, _err = impact(
        files, '--fail-on', 'renamed', directory=tmp_path / 'new/kwindex'
    )
    assert out.splitlines()[2:] == [
        'acme.load is now acme.read (acme.py:2)', '  [x] defines  doc/api.rst:10  load (api#load)',
    ]  # fmt: skip
    assert status == 0


def test_ten_sections_are_shown_and_the_others_counted(impact):
    files = {'acme.py': changed(('load', 'read'), ('(host):', '(host, port=80):'))}
    _status, out, _err = impact(files)
    lines = out.splitlines()
    assert lines[0] == '16 sections of 1 renamed, 1 signature since HEAD'
    assert lines[2].startswith('acme.load is now')  # what is gone comes first
    assert lines[7] == 'acme.connect now has port=80 (acme.py:12)'
    assert lines[8].startswith('  [ ] defines  doc/api.rst:15')
    assert len([line for line in lines if line.startswith('  [')]) == 10
    assert lines[-1] == 'and 6 more sections'


@pytest.mark.parametrize(
    ('new', 'said'),
    [
        ('load(path, mode)', None), ('load(mode, path)', 'has its parameters in another order'),
        ('load(path)', 'no longer has mode'), ('load(path, *, mode="r")', "now has *, mode='r'"),
        ('load(path: str, mode: str)', None),
        ('load(path, kind=(1, 2))', 'no longer has mode and now has kind=(1, 2)'),
    ],
)  # fmt: skip
def test_what_is_said_of_parameters(impact, new, said):
    _status, out, _err = impact({'acme.py': changed(('load(path, mode)', new))})
    assert (said is None and out == '') or f'\nacme.load {said} (acme.py' in out


def test_definitions_that_have_changed_inside(impact):
    files = {'acme.py': changed(('Connection(host, 80)', 'Connection(host, 90)'))}
    _status, out, _err = impact(files, '--reread')
    assert '\nacme.connect has changed inside (acme.py:12)\n' in out


def test_markdown(impact):
    _status, out, _err = impact(READ, '--format', 'markdown')
    assert out.startswith('### Documentation: 3 sections of 1 renamed since `HEAD`\n\n`acme.load` ')
    assert '- [ ] Guide (`doc/guide.rst:5`) mentions `acme.load`\n' in out


def test_annotations_are_of_what_is_not_edited(impact):
    files = {**READ, 'doc/api.rst': changed((':: load', ':: read'), text=API)}
    _status, out, _err = impact(files, '--format', 'github')
    warning = '::warning title=Documentation%3A renamed,file=doc/guide.rst,line={}::{}{}'
    said = 'acme.load is now acme.read (acme.py:2) since HEAD; this section mentions '
    assert out.splitlines() == [warning.format(n, said, 'acme.load') for n in (5, 10)]


def test_json_is_as_the_schema_has_it(impact):
    files = {'acme.py': changed(('load', 'read'), ('(host):', '(host, port=80):'))}
    result = json.loads(impact(files, '--format', 'json')[1])
    validator('impact').validate(result)
    assert result['counts'] == {'removed': 0, 'renamed': 1, 'moved': 0, 'signature': 1, 'body': 0}
    renamed, signature = result['changes']
    assert [place['line'] for place in renamed['places']] == [10, 5, 10]
    assert (signature['old_signature'], signature['new_signature']) == ('(host)', '(host, port=80)')
    ranks = [place['rank'] for one in result['changes'] for place in one['places']]
    assert ranks == list(range(1, 17))


def test_sources_are_what_is_named(impact):
    assert impact(READ, '--sources', 'src/**', '--sources', 'lib') == (0, '', '')
    assert impact(READ, '--sources', '*.py')[1] != ''


def test_wrong_usage(impact, capsys):
    status, _out, err = impact({}, '--base', 'nothing')
    assert status == 2
    assert err.startswith(f"{Path.cwd()}: there is no revision 'nothing'. Fetch it")
    with pytest.raises(SystemExit):
        impact({}, '--fail-on', 'remove')
    error = capsys.readouterr().err
    assert "'remove' (did you mean 'removed'?), only removed, renamed, moved, signature\n" in error
    assert impact({}, directory=None)[2].endswith('kwindex build [DOCS [DIR]]\n')
