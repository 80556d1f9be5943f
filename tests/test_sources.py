"""Files, documents, pages and toctrees of authors, which stay as they are."""

import re

import pytest
from project import CONF


@pytest.mark.parametrize('syntax', ['rst', 'md'])
def test_a_glob_finds_no_generated_page(make, syntax):
    toctree = ':glob:\n\n*\nkwindex/*\n*/doc/*\n**\n'
    files = {
        'conf.py': CONF.replace("['", "['myst_parser', '"),
        'index.md': f'# Index\n\n```{{toctree}}\n{toctree}```\n',
        'index.rst': 'Index\n=====\n\n.. toctree::\n   ' + toctree.replace('\n', '\n   '),
        'a.rst': 'A\n=\n',
        'sub/b.rst': 'B\n=\n',
    }
    del files['index.md' if syntax == 'rst' else 'index.rst']
    built = make(files)
    unmatched = [line.rpartition(' pattern ')[2] for line in built.warning.splitlines()]
    assert unmatched == [f"{p!r} didn't match any documents" for p in ('kwindex/*', '*/doc/*')]
    assert set(built.app.env.toctree_includes['index']) == {'a', 'sub/b'}


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
        '_static/kwindex.css', '_static/kwindex.js', '_static/kwindex-links.css'
    }  # fmt: skip
