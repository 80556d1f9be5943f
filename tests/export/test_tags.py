"""``tags``: the format of Universal Ctags, as ``readtags`` and Vim read it."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from project import REPOSITORY

from sphinxcontrib_kwindex.export.tags import tag_lines

TAGS = {'kwindex_tags': True}
FILES = {
    'index.rst': (
        'Start\n=====\n\n.. toctree::\n\n   guide\n\n'
        '``pkg.Widget`` draws, as the ``big picture``.\n'
    ),
    'guide.rst': (
        'Guide\n=====\n\nReference\n---------\n\n.. py:class:: pkg.Widget\n\n   Draws.\n\n'
        '.. envvar:: HOME_OF\n\n   The home.\n\n.. glossary::\n\n   big picture\n      All.\n'
    ),
}

needs = {
    tool: pytest.mark.skipif(not shutil.which(tool), reason=f'{tool} is not installed')
    for tool in ('readtags', 'vim', 'doc2dash')
}


def document(*keywords, source='a.rst'):
    return {'document': 'a', 'source': source, 'keywords': list(keywords)}


def keyword(name, *, kind='class', listed=True, **place):
    place = {'section': 's', 'line': 3, 'role': 'defines'} | place
    return {'name': name, 'kind': kind, 'listed': listed, 'places': [place]}


def tags_of(*keywords, explained=frozenset(), source='a.rst'):
    lines = list(tag_lines([document(*keywords, source=source)], explained, '../{}'.format))
    return [line.rstrip('\n') for line in lines if not line.startswith('!_TAG_')]


def test_a_tag_has_kind_line_section_and_roles(make):
    built = make(FILES, builder='kwindex', config=TAGS)
    lines = built.text('tags').splitlines()
    assert lines[0] == '!_TAG_FILE_ENCODING\tutf-8\t//'
    assert '!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/' in lines
    assert [line for line in lines if line.startswith('pkg.Widget\t')] == [
        'pkg.Widget\t../source/guide.rst\t7;"\tkind:class\tline:7\tsection:reference\troles:def',
        'pkg.Widget\t../source/index.rst\t8;"\tkind:class\tline:8\tsection:start\troles:mention',
    ]
    assert any(
        line.startswith('HOME_OF\t') and '\tkind:environment-variable\t' in line for line in lines
    )


def test_they_are_written_on_request_only(make):
    assert not (make(FILES, builder='kwindex').out / 'tags').exists()


def test_names_are_sorted_by_bytes_and_definitions_come_first():
    names = ['b', 'B', 'é', 'z', 'a b', 'a']
    found = tags_of(*map(keyword, names), keyword('a', role='mentions', line=1))
    assert [line.split('\t')[0] for line in found] == ['B', 'a', 'a', 'a b', 'b', 'z', 'é']
    assert [line.split('\t')[-1] for line in found][1:3] == ['roles:def', 'roles:mention']


def test_special_characters_are_escaped():
    found = tags_of(
        keyword('a\tb\\c\nd\x01'), keyword('!_TAG_x'), keyword(' x'), source='o\\p\tq.rst'
    )
    assert [line.split('\t')[:2] for line in found] == [
        ['\\x20x', '../o\\\\p\\tq.rst'],
        ['\\x21_TAG_x', '../o\\\\p\\tq.rst'],
        ['a\\tb\\\\c\\nd\\x01', '../o\\\\p\\tq.rst'],
    ]


def test_an_explanation_counts_as_a_definition():
    explained = {('x', 'name', 'a', 's')}
    (found,) = tags_of(keyword('x', kind='name', role='mentions'), explained=explained)
    assert found.endswith('\troles:def')


def test_an_unknown_line_is_the_first_and_docstrings_have_no_lines():
    (unknown,) = tags_of(keyword('x', line=0))
    (docstring,) = tags_of(keyword('x', file='m.py:docstring of m.x', line=4))
    assert unknown == docstring == 'x\t../a.rst\t1;"\tkind:class\tsection:s\troles:def'


def test_what_is_not_listed_has_no_tag():
    assert tags_of(keyword('x', listed=False)) == []


# -- other programs


@pytest.fixture(scope='module')
def guide(tmp_path_factory):
    """The guide's export with tags, and what its glossary defines: name -> kinds."""
    folder = tmp_path_factory.mktemp('guide')
    command = ['-m', 'sphinx', '-q', '-b', 'kwindex', '-d', folder / 'doctrees', '-D']
    build([*command, 'kwindex_tags=1', REPOSITORY / 'example', folder / 'out'])
    lines = (folder / 'out' / 'keywords.jsonl').read_text(encoding='utf-8').splitlines()
    defined = {}
    for one in map(json.loads, lines):
        defined.setdefault(one['name'], set()).add(one['kind'].replace(' ', '-'))
    return folder / 'out', defined


def build(arguments):
    subprocess.run([sys.executable, *map(str, arguments)], check=True, cwd=REPOSITORY)


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=True, **options)
    return done.stdout


def is_definition(fields):
    return 'roles:def' in fields


@needs['readtags']
def test_readtags_finds_what_the_guide_defines(guide):
    out, defined = guide
    missing = []
    for name, kinds in defined.items():
        # readtags takes a name that begins with "-" for an option
        query = ['-Q', f'(eq? $name "{name}")', '-l'] if name.startswith('-') else [name]
        printed = run('readtags', '-t', out / 'tags', '-e', *query)
        found = [line.split('\t') for line in printed.split('\n')]
        known = {
            field.removeprefix('kind:')
            for fields in found
            if fields[0] == name and is_definition(fields)
            for field in fields
            if field.startswith('kind:')
        }
        missing += [(name, kind) for kind in kinds - known]
    assert len(missing) <= len(defined) / 100, missing


@needs['vim']
def test_vim_finds_and_opens_what_the_guide_defines(guide, tmp_path):
    out, defined = guide
    names = sorted(name for name in defined if '\\' not in name)
    script = tmp_path / 'find.vim'
    script.write_text(
        f'set nocompatible tagrelative tags={out}/tags nomore\nlet result = []\n'
        f'for name in json_decode({json.dumps(json.dumps(names))})\n'
        "  let kinds = map(taglist('\\C^\\V' .. escape(name, '\\') .. '\\$'), 'v:val.kind')\n"
        '  enew!\n  try\n    execute "tag " .. escape(name, "\\\\|")\n'
        '    call add(result, [name, kinds, expand("%:p"), line(".")])\n'
        '  catch\n    call add(result, [name, kinds, v:exception, 0])\n  endtry\nendfor\n'
        f"call writefile([json_encode(result)], '{tmp_path}/result')\nqall!\n"
    )
    run('vim', '-u', 'NONE', '-i', 'NONE', '-n', '-es', '-S', script, stdin=subprocess.DEVNULL)
    results = json.loads((tmp_path / 'result').read_text(encoding='utf-8'))
    assert [name for name, *_rest in results] == names
    good = [
        name
        for name, kinds, file, line in results
        if defined[name] <= set(kinds) and line and (REPOSITORY / 'example') in Path(file).parents
    ]
    assert len(good) >= 0.99 * len(defined), sorted(set(defined) - set(good))


#: the types that doc2dash has for kinds; all others are words
DASH = {
    'attribute': 'Attribute', 'class': 'Class', 'constant': 'Constant', 'enum': 'Type',
    'environment-variable': 'Environment', 'function': 'Function', 'import': 'Module',
    'macro': 'Macro', 'method': 'Method', 'module': 'Module', 'namespace': 'Module',
    'option': 'Option', 'setting': 'Setting', 'type': 'Type', 'variable': 'Variable',
}  # fmt: skip


@needs['doc2dash']
def test_doc2dash_finds_what_the_guide_defines(guide, tmp_path):
    _out, defined = guide
    command = ['-m', 'sphinx', '-q', '-b', 'html', '-d', tmp_path / 'doctrees', '-D']
    options = ['kwindex_objects=1', '-D', 'html_theme=basic']
    build([*command, *options, REPOSITORY / 'example', tmp_path / 'html'])
    run('doc2dash', '-d', tmp_path, '-n', 'guide', tmp_path / 'html')
    database = tmp_path / 'guide.docset' / 'Contents' / 'Resources' / 'docSet.dsidx'
    with closing(sqlite3.connect(database)) as connection:
        found = set(connection.execute('select name, type from searchIndex'))
    wanted = {(name, DASH.get(kind, 'Word')) for name in defined for kind in defined[name]}
    assert len(wanted & found) >= 0.99 * len(wanted), wanted - found
