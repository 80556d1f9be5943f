"""Word lists in text files."""

from pathlib import Path

import pytest

from sphinxcontrib_kwindex.extract import names
from sphinxcontrib_kwindex.extract.names import word_lists

FILES = sorted(path.stem for path in Path(names.__file__).parent.glob('data/*.txt'))
assert FILES


@pytest.mark.parametrize('name', FILES)
def test_each_list_has_entries(name):
    lists = word_lists(name)
    assert lists
    assert all(lists.values())
    entries = [entry for entries in lists.values() for entry in entries]
    assert not [entry for entry in entries if not entry or set('[],#') & set(entry)]


def test_entries_of_one_word_and_of_several():
    lists = word_lists('stopwords')
    assert {'mmHg', 'GiB'} <= lists['units']
    assert {'see also', 'common use cases', "what's new"} <= lists['section titles']


def test_irregular_plurals_have_one_singular():
    irregular = word_lists('plurals')['irregular']
    assert {len(entry.split()) for entry in irregular} == {2}
