"""Search and inventory: unchanged, unless ``kwindex_objects`` adds the keywords."""

import json
import zlib

import pytest
import sphinx
from project import CONF

FILES = {
    'index.rst': (
        'Start\n=====\n\n.. toctree::\n\n   guide\n\n'
        '.. py:class:: pkg.Widget\n\n   Draws.\n\n.. py:function:: widget()\n\n   Other.\n'
    ),
    'guide.rst': (
        'Guide\n=====\n\nA guide to ``pkg.Widget``.\n\n.. envvar:: HOME_OF\n\n'
        '.. program:: draw\n\n.. option:: --wide\n\n'
        'The ``depth`` setting\n---------------------\n\nThe depth of the drawing.\n'
    ),
}


def inventory_of(built):
    *_head, body = (built.out / 'objects.inv').read_bytes().split(b'\n', 4)
    return zlib.decompress(body).decode().splitlines()


def search_of(built):
    text = built.text('searchindex.js')
    found = json.loads(text.removeprefix('Search.setIndex(').removesuffix(')'))
    del found['envversion']  # the versions of all extensions
    return found


@pytest.mark.parametrize('edited', [False, True])
def test_by_default_search_and_inventory_are_as_without_us(make, edited):
    other = FILES | {'guide.rst': FILES['guide.rst'] + 'More.\n'}
    built = {}
    for name in ('with', 'without'):
        us = {} if name == 'with' else {'conf.py': CONF.replace("'sphinxcontrib_kwindex'", '')}
        for files in [FILES, other, FILES] if edited else [FILES]:
            built[name] = make(files | us, out=name, doctrees=f'doctrees-{name}')
    assert built['with'].warning == built['without'].warning == ''
    assert inventory_of(built['with']) == inventory_of(built['without'])
    assert search_of(built['with']) == search_of(built['without'])


def keywords_of(built):
    return [line for line in inventory_of(built) if ' kw:' in line]


def test_objects_lead_to_the_definitions_of_authors(make):
    built = make(FILES, config={'kwindex_objects': True})
    assert built.warning == ''
    assert keywords_of(built) == [
        'HOME_OF kw:environment-variable:envvar -1 guide.html#envvar-$ -',
        'depth kw:setting 1 guide.html#the-depth-setting -',
        'draw --wide kw:option -1 guide.html#cmdoption-draw-wide -',
        'pkg.Widget kw:class -1 index.html#$ -',
        'widget kw:function -1 index.html#$ -',
    ]
    found = search_of(built)
    labels = {one: found['objnames'][number][2] for number, one in found['objtypes'].items()}
    assert {one: label for one, label in labels.items() if one.startswith('kw:')} == {
        'kw:setting': 'setting'  # what another domain describes is found once
    }
    assert sorted(found['docnames']) == ['guide', 'index']


def test_other_projects_refer_to_keywords_of_all_kinds(make, tmp_path):
    """``:external:`` and plain roles resolve what the inventory has under any kind."""
    definitions = {
        'py:class:: pkg.Widget': 'index.html#pkg.Widget',
        'envvar:: HOME_OF': 'index.html#envvar-HOME_OF',
        'py:function:: draw()': 'index.html#draw',
        'confval:: depth': 'index.html#confval-depth',
        'rst:directive:: chart': 'index.html#directive-chart',
    }
    text = 'Start\n=====\n\n' + ''.join(f'.. {one}\n\n   Is it.\n\n' for one in definitions)
    theirs = make({'index.rst': text}, config={'kwindex_objects': True}, out='theirs')
    names = ['pkg.Widget', 'HOME_OF', 'draw', 'depth', 'chart']
    roles = ''.join(f'* :external+x:kw:ref:`{n}`\n* :kw:ref:`{n}`\n' for n in names)
    config = {
        'extensions': ['sphinxcontrib_kwindex', 'sphinx.ext.intersphinx'],
        'intersphinx_mapping': {'x': ('https://x.example/', str(theirs.out / 'objects.inv'))},
    }
    built = make({'index.rst': f'Start\n=====\n\n{roles}'}, config=config, doctrees='ours')
    assert built.warning == ''
    for address in definitions.values():
        assert built.text('index.html').count(f'href="https://x.example/{address}"') == 2


def test_they_follow_the_keywords_and_a_lost_inventory_comes_back(make):
    config = {'kwindex_objects': True}
    make(FILES, config=config)
    files = FILES | {'guide.rst': FILES['guide.rst'] + '\n.. py:class:: pkg.Added\n'}
    built = make(files, config=config)
    found, inventory = search_of(built), inventory_of(built)
    assert any(line.startswith('pkg.Added kw:class') for line in inventory)
    assert "'Added'" in str(found['objects'])
    (built.out / 'objects.inv').unlink()  # Sphinx itself fails without its search index
    edited = files | {'guide.rst': files['guide.rst'].replace('A guide', 'Some words')}
    # Sphinx 8.1 ends a build after no change before it writes either
    for again in (edited,) if sphinx.version_info < (8, 2) else (files, edited):
        built = make(again, config=config)
        assert inventory_of(built) == inventory
    assert 'word' in search_of(built)['terms']


def test_they_follow_the_configuration(make):
    for value in (False, True, False):
        config = {'kwindex_objects': value}
        built = make(FILES, config=config)
        clean = make(FILES, config=config, out='clean', doctrees='clean', fresh=True, all_=True)
        assert inventory_of(built) == inventory_of(clean)
        assert bool(keywords_of(built)) is value
        assert search_of(built)['objects'] == search_of(clean)['objects']
    assert make(FILES, config=config).written == set()
