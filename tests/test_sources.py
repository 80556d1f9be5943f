"""What is the authors' stays as it is: their files, documents, pages and toctrees."""

from __future__ import annotations

import re

import pytest
from links import Crawl
from project import CONF, ROOTS, build_root, snapshot

BUILDERS = ['html', 'dirhtml', 'latex', 'text', 'gettext', 'epub', 'kwindex']


@pytest.mark.parametrize('builder', BUILDERS)
def test_nothing_is_written_outside_of_the_output(tmp_path, builder):
    """A mode would not stop root: the whole tree is listed instead, before and after."""
    (tmp_path / 'project').mkdir()
    out, doctrees = tmp_path / 'out', tmp_path / 'doctrees'
    outside = {'roots': ROOTS, 'parent': tmp_path / 'project'}
    before = {name: snapshot(path) for name, path in outside.items()}
    for parallel in (1, 2):
        for root in ('test-pages/rst', 'test-include/md', 'test-autodoc/rst'):
            build_root(ROOTS / root, out, doctrees, builder, parallel=parallel, fresh=True)
    assert {name: snapshot(path) for name, path in outside.items()} == before
    assert {path.name for path in tmp_path.iterdir()} == {'project', 'out', 'doctrees'}


CLASH = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   **\n',
    'a.rst': 'A\n=\n\n.. py:class:: InA\n\n:kw:ref:`InA` :kw:doc:`index`\n',
}
OWN = 'Mine\n====\n\nWhat I wrote.\n'


@pytest.mark.parametrize('own', ['kwindex/index', 'kwindex/doc/a', 'kwindex/all', 'kwindex/Doc/A'])
@pytest.mark.parametrize('builder', ['html', 'text', 'epub'])
def test_an_authors_document_of_the_same_name_wins(make, builder, own):
    files = {'conf.py': CONF + 'copyright = version = "1"\n', **CLASH, f'{own}.rst': OWN}
    result = make(files, builder)
    [warning] = result.warning.splitlines()
    wanted = own.replace('Doc/A', 'doc/a')
    assert warning.endswith(
        f'source/{own}.rst: WARNING: this document takes the name of the generated page '
        f'{wanted!r}, which is left out. Rename it, or set kwindex_root in conf.py. '
        '[kwindex.name_clash]'
    )
    suffix = {'html': 'html', 'text': 'txt', 'epub': 'xhtml'}[builder]
    assert 'What I wrote.' in result.text(f'{own}.{suffix}')
    if builder == 'html':
        assert Crawl(result.out).broken == []
        everything = ''.join(p.read_text(encoding='utf-8') for p in result.out.rglob('*.html'))
        assert '#InA' in everything
    again = make(files, builder)
    assert again.written == set()


def test_a_clash_comes_and_goes(make):
    own = {**CLASH, 'kwindex/doc/a.rst': OWN}
    for files in (CLASH, own, CLASH, own):
        result = make(files)
        assert ('name_clash' in result.warning) is (files is own)
        assert ('What I wrote' in result.text('kwindex/doc/a.html')) is (files is own)
        assert ('#InA' in result.text('kwindex/doc/a.html')) is (files is CLASH)
        assert Crawl(result.out).broken == []
        assert make(files).written == set()


def test_another_folder_ends_a_clash(make):
    files = {**CLASH, 'kwindex/index.rst': OWN}
    result = make(files, config={'kwindex_root': 'keywords'})
    assert result.warning == ''
    assert 'What I wrote.' in result.text('kwindex/index.html')
    assert '#InA' in result.text('keywords/index.html')


@pytest.mark.parametrize('pattern', ['*', '**', '*/*', 'kwindex/*', '*/doc/*', 'kwindex/**'])
@pytest.mark.parametrize('parallel', [1, 2])
def test_a_glob_finds_no_generated_page(make, pattern, parallel):
    files = {
        'index.rst': f'Index\n=====\n\n.. toctree::\n   :glob:\n\n   a\n   {pattern}\n',
        'a.rst': 'A\n=\n',
        'sub/b.rst': ':orphan:\n\nB\n=\n',
    }
    config = {'suppress_warnings': ['toc']}
    result = make(files, parallel=parallel, config=config)
    toctree = result.app.env.toctree_includes['index']
    plain = make(files, out='off', doctrees='off', config={**config, 'extensions': []})
    assert toctree == plain.app.env.toctree_includes['index']
    assert plain.warning == result.warning


def test_a_glob_with_a_named_page_keeps_it(make):
    toctree = '.. toctree::\n   :glob:\n\n   *\n   Words <kwindex/index>\n   kwindex/doc/a\n'
    result = make({'index.rst': f'Index\n=====\n\n{toctree}', 'a.rst': 'A\n=\n'})
    assert result.warning == ''
    assert result.app.env.toctree_includes['index'] == ['a', 'kwindex/index', 'kwindex/doc/a']


def test_a_glob_in_markdown_finds_no_generated_page(make):
    files = {
        'conf.py': CONF.replace("['", "['myst_parser', '"),
        'index.md': '# Index\n\n```{toctree}\n:glob:\n\n**\n```\n',
        'a.md': '# A\n',
    }
    result = make(files)
    assert result.warning == ''
    assert result.app.env.toctree_includes['index'] == ['a']


def test_what_a_project_copies_is_left_alone(make):
    files = {
        'conf.py': CONF
        + "html_extra_path = ['extra']\nhtml_static_path = ['static']\n"
        + "html_additional_pages = {'more': 'more.html'}\ntemplates_path = ['templates']\n",
        'extra/kwindex/extra.html': 'extra page',
        'extra/robots.txt': 'robots',
        'static/kwindex.css': '/* my own */',
        'static/own.css': '/* own */',
        'templates/more.html': 'more {{ pagename }}',
        'index.rst': 'Index\n=====\n\n.. kwindex::\n\n``a_b``\n',
    }
    for _ in range(2):
        result = make(files)
        assert result.warning == ''
        assert result.text('kwindex/extra.html') == 'extra page'
        assert result.text('robots.txt') == 'robots'
        assert result.text('_static/kwindex.css') == '/* my own */'
        assert result.text('_static/own.css') == '/* own */'
        assert result.text('more.html') == 'more more'
        assert 'href="_static/own.css' not in result.text('index.html')
    assert result.written == set()


#: what the extension adds to an existing page: a link in the relation bar
RELATION = re.compile(
    rb' *<li class="right" >\n *<a href="[^"]*" title="Keyword index"\s*>keywords</a> \|</li>\n'
)


#: what it adds to a book: the index at its end, where all indices are
PRINTED = re.compile(
    rb'\\renewcommand\{\\indexname\}\{Keyword index\}\n.*?\\end\{sphinxtheindex\}\n', re.DOTALL
)


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'text', 'man', 'xml', 'latex'])
def test_existing_pages_stay_as_they_are(built, builder):
    """But for the link in the relation bar, which Sphinx's own indices have as well."""
    plain = built('test-no-listing', builder, config={'extensions': []})
    result = built('test-no-listing', builder)
    assert (plain.warning, result.warning) == ('', '')
    assert plain.digests
    for name in plain.digests:
        old, new = ((r.out / name).read_bytes() for r in (plain, result))
        if name.endswith('.html'):
            new = RELATION.sub(b'', new)
        if name.endswith('.xml'):  # it names all domains
            new = new.replace(b' xmlns:kw="https://www.sphinx-doc.org/"', b'')
        if name == 'p.tex':
            new = PRINTED.sub(b'', new)
        assert old == new, name
    added = set(result.digests) - set(plain.digests)
    assert {name for name in added if not name.startswith('kwindex/')} <= {
        '_static/kwindex.css', '_static/kwindex.js'
    }  # fmt: skip


def test_no_style_and_no_script_on_a_page_without_a_listing(built):
    html = built('test-no-listing').text('index.html')
    assert 'kwindex.css' not in html
    assert 'kwindex.js' not in html
