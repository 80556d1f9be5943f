"""A setting that makes no sense is named, with what to write instead; a good one is obeyed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from project import CONF, REPOSITORY

from sphinxcontrib_kwindex.config import OPTIONS
from sphinxcontrib_kwindex.messages import Trouble

FILES = {
    'index.rst': (
        'Start\n=====\n\n.. py:class:: Widget\n\n   Draws.\n\n'
        '.. envvar:: WIDGET_SIZE\n\n   How big.\n'
        '\nA ``my_name`` and a ``plain``.\n'
    )
}


@pytest.mark.parametrize(
    ('name', 'value', 'message'),
    [
        ('kwindex_pages', ['glosary'], "there is no 'glosary', only glossary, documents, folders."),
        ('kwindex_kinds', ['clas'], "there is no 'clas', only term, setting, option"),
        ('kwindex_root', '../up', "'../up' is no folder below the source directory: 'kwindex' is"),
        ('kwindex_page_size', -1, '-1 is no number of keywords: write 0 for pages without limit.'),
        ('kwindex_source_url', 'https://example.org/', 'leads to one file for all: write {path}'),
        ('kwindex_source_path', {'(a': 'b'}, "'(a': 'b' is left out: missing ), unterminated"),
        ('kwindex_source_path', {'a': r'\1'}, r"'a': '\\1' is left out: invalid group reference 1"),
        ('kwindex_source_path', {'a': 1}, "'a': 1 is left out: write a dictionary of texts."),
        ('kwindex_source_path', [('a', 'b')], "[('a', 'b')] is no dictionary of texts: write"),
        ('kwindex_kinds', ['clas'], "Did you mean 'class'?"),
        ('kwindex_exclude', [3], '3 is left out: write a list of texts.'),
        ('kwindex_exclude', ['[z-a]', 'b'], "'[z-a]' is left out: bad character range z-a."),
        ('kwindex_keep', [['a']], "['a'] is left out: write a list of texts."),
        ('kwindex_threshold', float('nan'), 'nan is no score: write something like 1.'),
        ('kwindex_threshold', float('-inf'), '-inf is no score: write something like 1.'),
        pytest.param('kwindex_threshold', 10**400, 'so great a number is no score', id='great'),
        pytest.param('kwindex_threshold', -(10**400), 'so great a number is no', id='small'),
        ('kwindex_root', 'a\0b', r"'a\x00b' is no folder below the source directory: 'kwindex' is"),
        ('kwindex_root', 'a' * 300, "more than 255 bytes are too many: 'kwindex' is used."),
        ('kwindex_root', 'ä' * 128, "more than 255 bytes are too many: 'kwindex' is used."),
        ('kwindex_root', '\ud800', r"'\ud800' cannot be written: write something like 'kwindex'."),
        ('kwindex_source_url', '{path}\ud800', r"'{path}\ud800' cannot be written: write some"),
        ('kwindex_source_path', {'(.*)': '\ud800'}, r"'(.*)': '\ud800' is left out: write a dict"),
        ('kwindex_keep', ['\ud800'], r"'\ud800' is left out: write a list of texts."),
        ('kwindex_inventory', 1, '1 is no truth value: write something like False.'),
        ('kwindex_extractors', {3: 4}, '3: 4 is left out: write a dictionary of texts.'),
        ('kwindex_extractors', {'nix': 'no.such:thing'}, 'cannot be imported as package.module:f'),
        ('kwindex_extractors', {'nix': 'json.loads'}, 'cannot be imported as package.module:f'),
        pytest.param('kwindex_page_size', 10**5000, 'cannot be shown, of type int', id='digits'),
        pytest.param('kwindex_page_size', -(10**5000), 'cannot be shown, of type int', id='minus'),
        pytest.param('kwindex_page_size', 10**50, 'is no number of keywords: write 0', id='50'),
        ('kwindex_page_size', float('nan'), 'nan is no number: write something like 5000.'),
        ('kwindex_page_size', True, 'True is no number: write something like 5000.'),
        pytest.param('kwindex_root', 10**5000, 'cannot be shown, of type int', id='root'),
        pytest.param('kwindex_keep', [10**5000], 'cannot be shown, of type int', id='keep'),
        pytest.param('kwindex_source_path', {'a': 10**5000}, "'a': what cannot be shown", id='map'),
        ('kwcheck_baseline', 'a\0b', r"'a\x00b' cannot be the name of a file."),
        ('kwcheck_baseline', f'a/{"b" * 300}', "b' cannot be the name of a file."),
        ('kwindex_root', 'genindex', "'genindex' is the name of a page that Sphinx makes"),
        ('kwindex_root', 'Search', "'Search' is the name of a page that Sphinx makes"),
        ('kwindex_root', 'objects.inv', "'objects.inv' may be a file that Sphinx writes"),
        ('kwindex_root', '/searchindex.js', "'searchindex.js' may be a file that Sphinx writes"),
        ('kwindex_root', 'index.html/', "'index.html' may be a file that Sphinx writes"),
        ('kwindex_root', './Genindex.HTML', "'Genindex.HTML' may be a file that Sphinx writes"),
        ('kwindex_root', 'index.html/a', "'index.html/a' may be a file that Sphinx writes"),
        ('kwindex_root', '_static/a.css', "'_static/a.css' may be a file that Sphinx writes"),
        ('kwindex_root', '.buildinfo', "'.buildinfo' may be a file that Sphinx writes"),
        ('kwindex_root', 'environment.pickle', "'environment.pickle' may be a file that Sphinx"),
        ('kwindex_root', 'py-modindex', "'py-modindex' is the name of a page that Sphinx makes"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(make, name, value, message):
    built = make(FILES, config={name: value})
    warning = f'WARNING: conf.py: {name}: '
    assert built.warning.count(warning) == 1, built.warning
    assert message in built.warning
    assert '[kwindex.bad_config]' in built.warning
    assert (built.out / 'kwindex').is_dir() is (name != 'kwindex_pages')


@pytest.mark.parametrize('error', ['SystemExit', 'GeneratorExit'])
def test_a_module_that_ends_python_is_none(make, tmp_path, monkeypatch, error):
    module = f'module_with_{error.lower()}'
    (tmp_path / f'{module}.py').write_text(f'raise {error}(3)\n', encoding='utf-8')
    monkeypatch.syspath_prepend(tmp_path)
    built = make(FILES, config={'kwindex_extractors': {'nix': f'{module}:at_once'}})
    assert 'cannot be imported as package.module:function: 3 [kwindex.bad' in built.warning


def test_a_bad_pattern_of_documents_leaves_the_others_as_they_are(make):
    built = make(FILES, config={'kwindex_exclude': ['[z-a]', 'gone']})
    assert built.warning.count('WARNING') == 1
    assert built.record('index').keywords
    assert make(FILES, config={'kwindex_exclude': ['[z-a]', 'index']}).record('index').skip


@pytest.mark.parametrize(
    ('setting', 'message'),
    [
        ("kwindex_page_size = 'many'", "'many' is no number: write something like 5000."),
        ("kwindex_pages = 'glossary'", "'glossary' is no list of texts: write something like ['gl"),
        ('kwindex_pages = None', "None is no list of texts: write something like ['glossary', "),
        ("kwindex_threshold = '1'", "'1' is no number: write something like 1."),
        ('kwindex_extractors = {"python": len}', "'python': <built-in function len> is left out"),
    ],
)
def test_a_value_of_another_type_is_named_once_and_not_used(make, setting, message):
    conf = f"extensions = ['sphinxcontrib_kwindex']\n{setting}\n"
    built = make(FILES | {'conf.py': conf}, 'text')
    assert message in built.warning
    assert built.warning.count('WARNING') == 1
    assert '"Widget"' in built.text('kwindex/index.txt')


def test_a_folder_may_have_the_longest_name(make):
    built = make(FILES, config={'kwindex_root': 'a' * 255})
    assert built.warning == ''
    assert (built.out / ('a' * 255) / 'index.html').is_file()


@pytest.mark.parametrize('root', ['..words', 'words-1.0', 'a/objects.inv'])
def test_a_folder_may_have_dots_in_its_name(make, root):
    built = make(FILES, config={'kwindex_root': root})
    assert built.warning == ''
    assert (built.out / root / 'index.html').is_file()


def test_a_misspelt_name_is_reported_with_its_meaning(make):
    conf = "extensions = ['sphinxcontrib_kwindex']\nkwindex_stopword = []\nkwindex_quux = 1\n"
    built = make(FILES | {'conf.py': conf})
    assert (
        "conf.py: there is no configuration value 'kwindex_stopword'. "
        "Did you mean 'kwindex_stopwords'? [kwindex.unknown_config]"
    ) in built.warning
    assert (
        "conf.py: there is no configuration value 'kwindex_quux'. [kwindex.unknown_config]"
    ) in built.warning


def test_only_the_kinds_that_are_asked_for_are_listed(make):
    everything = make(FILES, 'text').text('kwindex/index.txt')
    assert '"Widget"' in everything
    assert '"WIDGET_SIZE"' in everything
    classes = make(FILES, 'text', config={'kwindex_kinds': ['class']})
    assert '"Widget"' in classes.text('kwindex/index.txt')
    for page in ('index', 'doc/index', 'all'):
        assert 'WIDGET_SIZE' not in classes.text(f'kwindex/{page}.txt')


@pytest.mark.parametrize(('threshold', 'listed'), [(0.1, {'my_name', 'plain'}), (99, set())])
def test_the_threshold_decides_what_is_listed_that_nothing_else_speaks_for(
    make, threshold, listed
):
    built = make(FILES, 'text', config={'kwindex_threshold': threshold})
    text = built.text('kwindex/doc/index.txt')
    assert {name for name in ('my_name', 'plain') if f'"{name}"' in text} == listed
    assert '"Widget"' in text


@pytest.mark.parametrize('page', ['README.rst', 'example/reference/configuration.rst'])
def test_every_setting_is_described(page):
    text = Path(REPOSITORY, page).read_text(encoding='utf-8')
    assert [name for name in OPTIONS if name not in text] == []


def test_every_type_of_warning_is_described():
    text = Path(REPOSITORY, 'example/guide/ci.md').read_text(encoding='utf-8')
    rows = [f'| `kwindex.{trouble}` | {trouble.sentence} |' for trouble in Trouble]
    assert [row for row in rows if row not in text] == []


NOT_DEFAULT = {
    'kwindex_kinds': {'class', 'function', 'term'},
    'kwindex_pages': ['glossary', 'folders'],
    'kwindex_stopwords': {'one', 'two', 'three'},
    'kwindex_keep': ('one', 'two'),
    'kwindex_common_prefix': ['a.', 'b.'],
    'kwindex_source_path': {'b': 'c', 'a': 'd'},
    'kwindex_exclude': {'x', 'y', 'z'},
    'kwindex_extractors': {'lang': 'json:loads'},
    'kwcheck_sources': ['*.py'],
}


def test_values_are_the_same_under_another_hash_seed(tmp_path):
    """A set that is written into conf.py must not make every build a build from nothing."""
    settings = ''.join(f'{name} = {value!r}\n' for name, value in NOT_DEFAULT.items())
    (tmp_path / 'conf.py').write_text(CONF + settings, encoding='utf-8')
    (tmp_path / 'index.rst').write_text('Start\n=====\n', encoding='utf-8')
    command = [sys.executable, '-m', 'sphinx', '-b', 'text', tmp_path, tmp_path / 'out']
    for seed in ('1', '2', '3'):
        environment = os.environ | {'PYTHONPATH': str(REPOSITORY), 'PYTHONHASHSEED': seed}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        assert 'config.cache' not in done.stderr
    assert '0 added, 0 changed, 0 removed' in done.stdout
