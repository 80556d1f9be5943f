"""Files that lines are counted in, and the lines in them."""

import os

from sphinxcontrib_kwindex.collect.locations import SourceTable, lines_of, module_path


def test_lines_of_a_file_that_changes(tmp_path):
    path = tmp_path / 'index.rst'
    path.write_text('first\nsecond\n', encoding='utf-8')
    assert lines_of(str(path)) == ('first', 'second')
    assert lines_of(str(path)) is lines_of(str(path))
    path.write_text('other\n', encoding='utf-8')
    os.utime(path, ns=(1, 1))
    assert lines_of(str(path)) == ('other',)


def test_lines_of_a_file_in_another_encoding(tmp_path):
    path = tmp_path / 'index.rst'
    path.write_bytes('Café\nname\n'.encode('latin-1'))
    assert lines_of(str(path)) == ('Caf\N{REPLACEMENT CHARACTER}', 'name')


def test_what_is_no_file_has_no_lines(tmp_path):
    for path in ('', 'none.rst', '<generated text>', 'a\0b', str(tmp_path)):
        assert lines_of(path) == ()


def test_sources_are_numbered_by_their_names(tmp_path):
    sources = SourceTable(tmp_path, tmp_path / 'index.rst')
    docstring = f'{tmp_path}/shop.py:docstring of shop.Shop'
    given = ['', f'{tmp_path}/index.rst', docstring, f'{tmp_path}/x/../part.txt', '/else/part.txt']
    assert [sources.number(source) for source in given] == [0, 0, 1, 2, 2]
    assert [sources.number(source) for source in given] == [0, 0, 1, 2, 2]
    assert sources.names == ['', 'shop.py:docstring of shop.Shop', 'part.txt']
    assert sources.path(0) == f'{tmp_path}/index.rst'
    assert sources.path(2) == f'{tmp_path}/part.txt'


def test_the_path_of_a_module(tmp_path):
    srcdir = tmp_path / 'docs'
    paths = {
        f'{srcdir}/shop.py': 'shop',
        f'{tmp_path}/src/acme/__init__.py': 'src/acme',
        f'{tmp_path}/src/acme/shop.py': 'src/acme/shop',
        f'{tmp_path}/../../../other/shop.py': 'shop',
    }
    assert {path: module_path(path, srcdir) for path in paths} == paths
