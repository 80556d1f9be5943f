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


@pytest.fixture(params=['html', 'dirhtml'])
def builder(request):
    return request.param


@pytest.mark.parametrize('named', ['', f'   {DEEP}\n'], ids=['nothing deep', 'a page in a toctree'])
def test_a_shared_table_is_what_each_page_would_have(make, monkeypatch, builder, named):
    files = FILES | {'a.rst': FILES['a.rst'] + named}
    shared = digests(make(files, builder, out='shared', doctrees='one').out)
    monkeypatch.setattr(Toctrees, 'at', lambda _self, _depth, toctree: toctree)
    assert digests(make(files, builder, out='own', doctrees='two').out) == shared


def test_one_table_is_made_for_all_pages_of_a_depth(make, monkeypatch, builder):
    made = []
    at = Toctrees.at
    monkeypatch.setattr(
        Toctrees,
        'at',
        lambda self, depth, toctree: at(
            self, depth, lambda **options: made.append(depth) or toctree(**options)
        ),
    )
    result = make(FILES, builder)
    assert len([page for page in result.written if page.startswith('kwindex/')]) > len(made)
    assert len(made) == len(set(made)) >= 3
