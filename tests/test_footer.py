"""Links to the keyword pages at the end of each page, and advice where nothing leads to them."""

import pytest
from trees import page_of

FOOTER = {'kwindex_footer': True}
INDEX = 'Start\n=====\n\n.. toctree::\n\n   dir/a\n   b\n'
FILES = {
    'index.rst': INDEX,
    'dir/a.rst': 'A\n=\n\n.. py:class:: Client\n\n   Talks.\n',
    'b.rst': ':kwindex: skip\n\nB\n=\n\n``some_name``\n',
}
ADVICE = 'kwindex: if the theme does not link to kwindex/index.html, add kwindex/index to a toctree'


def footer(built, name):
    shown = list(page_of(built, name).all('p', class_='kwx-foot'))
    return [(a.text, a.attrs['href']) for p in shown for a in p.all('a')]


@pytest.mark.parametrize('builder', ['html', 'dirhtml'])
def test_each_page_of_an_author_ends_with_links(make, builder):
    built = make(FILES, builder, config=FOOTER)
    assert built.warning == ''
    path, doc, index = ('dir/a.html', 'kwindex/doc/dir/a.html', 'kwindex/index.html')
    if builder == 'dirhtml':
        path, doc, index = ('dir/a/index.html', '../kwindex/doc/dir/a/', '../kwindex/')
    links = [('Keywords of this page', f'../{doc}'), ('Keyword index', f'../{index}')]
    assert footer(built, path) == links
    html = built.text(path)
    assert html.count('kwindex.css') == 1
    assert html.index('Talks.') < html.index('kwx-foot')


def test_a_page_without_keyword_page_links_to_the_index_only(make):
    built = make(FILES, config=FOOTER)
    assert footer(built, 'b.html') == [('Keyword index', 'kwindex/index.html')]
    built = make(FILES, config={**FOOTER, 'kwindex_pages': ['documents']})
    assert footer(built, 'b.html') == []
    assert footer(built, 'dir/a.html') == [('Keywords of this page', '../kwindex/doc/dir/a.html')]


@pytest.mark.parametrize('builder', ['html', 'singlehtml', 'epub', 'json', 'text'])
def test_no_other_page_gets_it(make, builder):
    files = {**FILES, 'conf.py': "extensions = ['sphinxcontrib_kwindex']\nversion = '1'\n"}
    built = make(files, builder, config=FOOTER)
    pages = [p for p in built.out.rglob('*') if p.suffix in {'.html', '.xhtml', '.fjson', '.txt'}]
    texts = {p.relative_to(built.out).as_posix(): p.read_text(encoding='utf-8') for p in pages}
    have = {name for name, text in texts.items() if 'kwx-foot' in text}
    assert have == ({'index.html', 'dir/a.html', 'b.html'} if builder == 'html' else set())


def test_it_comes_and_goes_with_the_setting_and_with_the_pages(make):
    taken = {**FILES, 'kwindex/doc/dir/a.rst': ':orphan:\n\nMine\n====\n'}
    steps = [(FILES, {}), (FILES, FOOTER), (taken, FOOTER), (FILES, FOOTER), (FILES, {})]
    for number, (files, config) in enumerate(steps):
        built = make(files, config=config)
        clean = make(files, config=config, out=f'clean{number}', doctrees=f'clean{number}-trees')
        for name in ('index.html', 'dir/a.html', 'b.html', 'kwindex/index.html'):
            assert built.text(name) == clean.text(name), (number, name)
    assert make(FILES).written == set()


def advised(make, files=FILES, **options):
    built = make(files, **options)
    assert built.status.count('the theme does not link to') == built.status.count(ADVICE)
    return ADVICE in built.status


@pytest.mark.parametrize('parallel', [1, 2])
def test_the_build_says_how_to_link_to_the_index(make, parallel):
    assert advised(make, parallel=parallel)
    # only where pages are written
    assert not advised(make, parallel=parallel)


LINKED = {
    'toctree': ({'index.rst': f'{INDEX}   kwindex/index\n'}, {}),
    'hidden toctree': ({'b.rst': 'B\n=\n\n.. toctree::\n   :hidden:\n\n   /kwindex/index\n'}, {}),
    'reference': ({'b.rst': 'B\n=\n\n:ref:`kwindex`\n'}, {}),
    'role': ({'b.rst': 'B\n=\n\n:kw:ref:`Client`\n'}, {}),
    'footer': ({}, FOOTER),
    'sidebar': ({}, {'html_sidebars': {'**': ['kwindex.html']}}),
    'theme': ({}, {'html_theme_options': {'extra_nav_links': {'Words': 'kwindex/index.html'}}}),
    'no index': ({}, {'kwindex_pages': ['documents']}),
}


@pytest.mark.parametrize('parallel', [1, 2])
@pytest.mark.parametrize('name', LINKED)
def test_where_something_links_to_the_index_the_build_says_nothing(make, name, parallel):
    files, config = LINKED[name]
    config = {'html_theme': 'alabaster', **config}
    built = make({**FILES, **files}, config=config, parallel=parallel)
    assert (built.warning, 'the theme does not link to' in built.status) == ('', False)


@pytest.mark.parametrize('parallel', [1, 2])
def test_a_template_that_asks_for_the_keywords_is_a_link(make, parallel):
    template = '{% extends "!layout.html" %}{% block footer %}{{ kwindex().index }}{% endblock %}'
    files = {**FILES, 'templates/layout.html': template}
    config = {'html_theme': 'alabaster'}
    assert advised(make, files, config=config, parallel=parallel)
    config['templates_path'] = ['templates']
    assert not advised(make, files, config=config, parallel=parallel)


def test_without_an_index_the_glossary_is_named(make):
    config = {'html_theme': 'alabaster', 'kwindex_pages': ['glossary'], 'kwindex_root': 'words'}
    assert (
        'link to words/glossary.html, add words/glossary to' in make(FILES, config=config).status
    )
