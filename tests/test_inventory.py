"""Search and inventory: as they are without us, unless the configuration asks for our keywords."""

import json
import zlib

import pytest
import sphinx
from project import CONF

FILES = {
    'index.rst': (
        'Start\n=====\n\n.. toctree::\n\n   guide\n   kwindex/index\n\n'
        '.. py:class:: pkg.Widget\n\n   Draws.\n\n.. py:function:: widget()\n\n   Other.\n'
    ),
    'guide.rst': 'Guide\n=====\n\nA guide to ``pkg.Widget``.\n',
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
    unlisted = FILES | {'index.rst': FILES['index.rst'].replace('   kwindex/index\n', '')}
    other = unlisted | {'guide.rst': FILES['guide.rst'] + 'More.\n'}
    built = {}
    for name in ('with', 'without'):
        us = {} if name == 'with' else {'conf.py': CONF.replace("'sphinxcontrib_kwindex'", '')}
        for files in [unlisted, other, unlisted] if edited else [unlisted]:
            built[name] = make(files | us, out=name, doctrees=f'doctrees-{name}')
    assert built['with'].warning == built['without'].warning == ''
    assert inventory_of(built['with']) == inventory_of(built['without'])
    assert search_of(built['with']) == search_of(built['without'])


KEYWORD = 'pkg.Widget kw:keyword 1 kwindex/index.html#kw-class-$ -'


@pytest.mark.parametrize('search', [False, True])
@pytest.mark.parametrize('inventory', [False, True])
def test_search_and_inventory_have_keywords_where_that_is_asked_for(make, search, inventory):
    built = make(FILES, config={'kwindex_search': search, 'kwindex_inventory': inventory})
    assert built.warning == ''
    assert (KEYWORD in inventory_of(built)) is inventory
    assert any(line.startswith('kwindex std:label') for line in inventory_of(built)) is inventory
    found = search_of(built)
    assert ('kw' in str(found['objtypes'].values())) is search
    assert ('kwindex/index' in found['docnames']) is search


def test_they_follow_the_keywords_and_a_lost_inventory_comes_back(make):
    config = {'kwindex_search': True, 'kwindex_inventory': True}
    make(FILES, config=config)
    files = FILES | {'guide.rst': FILES['guide.rst'] + '\n.. py:class:: pkg.Added\n'}
    built = make(files, config=config)
    found, inventory = search_of(built), inventory_of(built)
    assert any(line.startswith('pkg.Added kw:keyword') for line in inventory)
    assert 'pkg.Added' in str(found['objects'])
    (built.out / 'objects.inv').unlink()  # Sphinx itself fails without its search index
    edited = files | {'guide.rst': files['guide.rst'].replace('A guide', 'Some words')}
    # Sphinx 8.1 ends a build after no change before it writes either
    for again in (edited,) if sphinx.version_info < (8, 2) else (files, edited):
        built = make(again, config=config)
        assert inventory_of(built) == inventory
    assert 'word' in search_of(built)['terms']


def test_what_was_hidden_is_there_again_for_others(make):
    env = make(FILES).app.env
    assert {'kwindex/index', 'kwindex/doc/guide'} <= env.all_docs.keys()
    std = env.domains.standard_domain
    assert std.labels['kwindex'] == ('kwindex/index', '', 'Keyword index')
    assert std.anonlabels['kwindex'] == ('kwindex/index', '')


def test_keywords_without_a_glossary_lead_to_their_definition(make):
    config = {'kwindex_inventory': True, 'kwindex_pages': ['documents']}
    files = FILES | {'index.rst': FILES['index.rst'].replace('   kwindex/index\n', '')}
    lines = inventory_of(make(files, config=config))
    assert 'pkg.Widget kw:keyword 1 index.html#$ -' in lines


@pytest.mark.parametrize(
    ('setting', 'content'), [('kwindex_search', search_of), ('kwindex_inventory', inventory_of)]
)
def test_they_follow_the_configuration(make, setting, content):
    for config in ({setting: False}, {setting: True}, {setting: False}):
        built = make(FILES, config=config)
        clean = make(FILES, config=config, out='clean', doctrees='clean', fresh=True, all_=True)
        assert content(built) == content(clean)
    assert make(FILES, config=config).written == set()
