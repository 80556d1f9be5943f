"""The table of contents beside generated pages: made once for many, the same as made for each."""

from __future__ import annotations

import pytest
from project import CONF, digests

from sphinxcontrib_kwindex.view.site import Toctrees

ALABASTER = CONF + "html_theme = 'alabaster'\n"

FILES = {
    'conf.py': ALABASTER,
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   a\n   dir/b\n   dir/sub/c\n   dir/sub/d\n',
    'a.rst': 'A\n=\n\n``a_name``\n\n.. toctree::\n\n   kwindex/index\n   kwindex/all\n',
    'dir/b.rst': 'B\n=\n\n``b_name``\n',
    'dir/sub/c.rst': 'C\n=\n\n``c_name``\n',
    'dir/sub/d.rst': 'D\n=\n\n``d_name``\n',
}

DEEP = 'kwindex/doc/dir/b'

#: lists of several pages
LONG = FILES | {
    'conf.py': f'{ALABASTER}\nkwindex_page_size = 10\n',
    'dir/sub/c.rst': 'C\n=\n\n'
    + ''.join(f'.. py:function:: {x}{n}\n\n   Makes it.\n\n' for x in 'abc' for n in range(9)),
}


@pytest.fixture(params=['html', 'dirhtml'])
def builder(request):
    return request.param


@pytest.mark.parametrize('named', ['', f'   {DEEP}\n'], ids=['nothing deep', 'a page in a toctree'])
def test_a_shared_table_is_what_each_page_would_have(make, monkeypatch, builder, named):
    files = FILES | {'a.rst': FILES['a.rst'] + named}
    shared = digests(make(files, builder, out='shared', doctrees='one').out)
    monkeypatch.setattr(Toctrees, 'at', lambda _self, _depth, toctree: toctree)
    assert digests(make(files, builder, out='own', doctrees='two').out) == shared


@pytest.mark.parametrize('named', ['', '   kwindex/all-2\n'], ids=['no range', 'a range'])
def test_ranges_share_a_table(make, monkeypatch, builder, named):
    files = LONG | {'a.rst': LONG['a.rst'] + named}
    shared = make(files, builder, out='shared', doctrees='one')
    assert {'kwindex/all-2', 'kwindex/all-3', 'kwindex/index-2'} <= shared.written
    monkeypatch.setattr(Toctrees, 'at', lambda _self, _depth, toctree: toctree)
    assert digests(make(files, builder, out='own', doctrees='two').out) == digests(shared.out)


@pytest.mark.parametrize('files', [FILES, LONG], ids=['short', 'long'])
def test_one_table_is_made_for_all_pages_of_a_depth(make, monkeypatch, builder, files):
    made, asked = [], []
    at = Toctrees.at

    def counted(self, depth, toctree):
        asked.append(depth)
        return at(self, depth, lambda **options: made.append(depth) or toctree(**options))

    monkeypatch.setattr(Toctrees, 'at', counted)
    result = make(files, builder)
    pages = {page for page in result.written if page.startswith('kwindex/')}
    assert len(asked) == len(pages - {'kwindex/index', 'kwindex/all'}) > len(made)
    assert len(made) == len(set(made)) >= 3
