"""The guide: the tree of the package, the files of each change, and the output of commands."""

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from project import REPOSITORY, build

from sphinxcontrib_kwindex.cli.main import main

PACKAGE = REPOSITORY / 'sphinxcontrib_kwindex'
GUIDE = (REPOSITORY / 'example/how-it-works.rst').read_text(encoding='utf-8')


def tree():
    """Return the files and folders in the tree of the package."""
    lines = GUIDE.partition('   sphinxcontrib_kwindex/\n')[2].partition('\n\n')[0].splitlines()
    folders, found = [], set()
    for line in lines:
        indent, name = re.match(r'( +)(\S+)', line).groups()
        depth = (len(indent) - 5) // 2
        path = Path(*folders[:depth], name)
        if name.endswith('/'):
            folders[depth:] = [name]
        found.add(path.as_posix())
    return found


def test_the_tree_of_the_package_is_complete():
    files = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob('*.py')
        # a package with nothing but a docstring needs no line
        if path.name != '__init__.py' or 'import ' in path.read_text(encoding='utf-8')
    }
    assert files - tree() == set()
    assert [path for path in tree() if not (PACKAGE / path).exists()] == []


TABLE = GUIDE.partition('Where to change what')[2].partition('\n.. kwindex::\n')[0]


def words_of(*paths):
    return set(re.findall(r'\w+', '\n'.join(path.read_text(encoding='utf-8') for path in paths)))


def test_the_files_and_names_of_each_change_exist():
    literals = set(re.findall(r'``([^`]+)``', TABLE))
    files = {name for name in literals if re.search(r'\w\.(?:py|css|js|json|md|rst)$', name)}
    names = {name.rpartition('.')[2] for name in literals if re.fullmatch(r'[\w.]+', name)}
    words = words_of(*PACKAGE.rglob('*.py'))
    assert len(files) > 20
    assert [
        name for name in files if not any((d / name).exists() for d in (PACKAGE, REPOSITORY))
    ] == []
    assert names - {name.rpartition('.')[2] for name in files} - words == set()


def test_the_names_of_each_file_are_in_it():
    """Names in parentheses belong to the file before them."""
    groups = re.findall(r'``([\w/]+\.\w+)``\s+\(([^()]*)\)', TABLE)
    named = [(file, n) for file, group in groups for n in re.findall(r'``([\w.]+)``', group)]
    assert len(named) > 40
    assert [
        (file, name)
        for file, name in named
        if name.rpartition('.')[2] not in words_of(PACKAGE / file)
    ] == []


def test_the_files_and_names_for_contributors_exist():
    text = (REPOSITORY / 'example/contributing.rst').read_text(encoding='utf-8')
    literals = set(re.findall(r'``(?:python )?([^`]+)``', text))
    files = {name for name in literals if re.search(r'^\w.*/|\w\.(?:py|json|rst)$', name)}
    names = {name for name in literals if re.fullmatch(r'_?[A-Z]\w+', name)}
    words = words_of(*PACKAGE.rglob('*.py'), *REPOSITORY.glob('tests/**/*.py'))
    assert len(files) > 15
    assert [
        name for name in files if not any((d / name).exists() for d in (PACKAGE, REPOSITORY))
    ] == []
    assert len(names) > 5
    assert names - words == set()


def test_each_change_has_pages_of_the_guide_to_update():
    _head, _titles, *rows = TABLE.split('\n   * - ')
    assert len(rows) > 10
    assert [row for row in rows if '* Guide: :doc:`' not in row] == []


@pytest.fixture(scope='module')
def export(tmp_path_factory):
    """The folder in which the guide has been exported."""
    folder = tmp_path_factory.mktemp('guide')
    build(REPOSITORY / 'example', folder / '_build/kwindex', folder / 'doctrees', 'kwindex')
    return folder


def test_commands_print_what_the_guide_shows(export, monkeypatch, capsys):
    monkeypatch.chdir(export)
    text = (REPOSITORY / 'example/guide/listed.rst').read_text(encoding='utf-8')
    output = r'\n\n.. code-block:: text\n\n((?:   .*\n|\n(?= ))+)'
    shown = re.findall(rf'   kwindex (.*){output}', text)
    assert len(shown) > 1
    for arguments, printed in shown:
        main(shlex.split(arguments))
        assert capsys.readouterr().out == dedent(printed)


def test_the_readme_shows_entries_of_the_index(export, monkeypatch, capsys):
    """Each row of its first table: name, kind, definition and first section."""
    monkeypatch.chdir(export)
    readme = publish_doctree((REPOSITORY / 'README.rst').read_text(encoding='utf-8'))
    rows = next(iter(readme.findall(nodes.tbody))).children
    assert len(rows) > 3
    for row in rows:
        name, kind, definition, section = (cell.astext().replace('\n', ' ') for cell in row)
        main(['query', name])
        head, explained, *lines = capsys.readouterr().out.splitlines()
        assert head == f'{name} ({kind})'
        assert explained == f'  {definition}'
        assert f'  {section} (' in next(line for line in lines if line.startswith('  defines '))
