"""Files are written line by line, and only if they change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_kwindex.incremental import write_if_changed

LINES = st.lists(st.text('aé\n', max_size=3).map('{}\n'.format), max_size=6)


@pytest.fixture(scope='module')
def path(tmp_path_factory):
    return tmp_path_factory.mktemp('files') / 'below' / 'file.txt'


@given(before=st.none() | LINES, after=LINES)
def test_a_file_holds_what_it_was_given(path, before, after):
    path.unlink(missing_ok=True)
    if before is not None:
        write_if_changed(path, before)
    changed = write_if_changed(path, iter(after))
    assert path.read_bytes().decode() == ''.join(after)
    assert changed == (before is None or ''.join(before) != ''.join(after))
    assert [file.name for file in path.parent.iterdir()] == ['file.txt']


def test_what_is_the_same_stays_untouched(path):
    write_if_changed(path, ['a\n', 'b\n'])
    before = path.stat().st_mtime_ns, path.stat().st_ino
    assert not write_if_changed(path, ['a\n', 'b\n'])
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_lines_are_taken_one_by_one(path):
    write_if_changed(path, ['a\n'])
    size = path.parent.joinpath('file.txt.part')

    def lines():
        yield 'x\n' * 100_000
        assert size.stat().st_size >= 100_000
        yield 'y\n'

    assert write_if_changed(path, lines())


def test_a_failure_leaves_the_file_as_it_was(path):
    write_if_changed(path, ['a\n', 'b\n'])

    def lines():
        yield 'a\n'
        yield 'c\n'
        _ = 1 / 0

    with pytest.raises(ZeroDivisionError):
        write_if_changed(path, lines())
    assert path.read_text(encoding='utf-8') == 'a\nb\n'
