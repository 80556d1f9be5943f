"""A setting that makes no sense is named, with what to write instead; a good one is obeyed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from project import CONF, REPOSITORY
from trees import page_of

from sphinxcontrib_kwindex.config import OPTIONS
from sphinxcontrib_kwindex.i18n import WarningType
from sphinxcontrib_kwindex.model import Kind

FILES = {
    'index.rst': (
        'Start\n=====\n\n.. py:class:: Widget\n\n   Draws.\n\n'
        '.. envvar:: WIDGET_SIZE\n\n   How big.\n'
        '\nA ``my_name`` and a ``plain``.\n'
    )
}


WRONG = [
    ('kwindex_pages', ['glosary'], "there is no 'glosary', only index, glossary, documents, fol"),
    ('kwindex_pages', ['glosary'], "Did you mean 'glossary'?"),
    ('kwindex_pages', 'glossary', "'glossary' is not a list of texts: write something like ['gl"),
    ('kwindex_pages', None, "None is not a list of texts: write something like ['index', 'gloss"),
    ('kwindex_kinds', ['clas'], "there is no 'clas', only class, enum, type"),
    ('kwindex_kinds', ['clas'], "Did you mean 'class'?"),
    ('kwindex_root', '../up', "'../up' is no folder below the source directory: 'kwindex' is"),
    ('kwindex_root', 'a\0b', r"'a\x00b' is no folder below the source directory: 'kwindex' is"),
    ('kwindex_root', 'genindex', "'genindex' is the name of a page or folder that Sphinx writes"),
    ('kwindex_root', 'Search', "'Search' is the name of a page or folder that Sphinx writes"),
    ('kwindex_root', '_static/a', "'_static/a' is the name of a page or folder that Sphinx writ"),
    ('kwindex_page_size', -1, '-1 is no number of keywords: 5000 is used.'),
    ('kwindex_page_size', 'many', "'many' is not a number: write something like 5000."),
    ('kwindex_page_size', float('nan'), 'nan is not a number: write something like 5000.'),
    ('kwindex_page_size', True, 'True is not a number: write something like 5000.'),
    ('kwindex_source_url', 'https://example.org/', "'https://example.org/' has no {path}: '' is"),
    ('kwindex_source_path', {'(a': 'b'}, "'(a': 'b' is left out: missing ), unterminated"),
    ('kwindex_source_path', {'a': r'\1'}, r"'a': '\\1' is left out: invalid group reference 1"),
    ('kwindex_source_path', {'a': 1}, "'a': 1 is left out: write texts."),
    ('kwindex_source_path', [('a', 'b')], "[('a', 'b')] is not a dictionary of texts: write"),
    ('kwindex_exclude', [3], '3 is left out: write a text.'),
    ('kwindex_exclude', ['[z-a]', 'b'], "'[z-a]' is left out: bad character range z-a."),
    ('kwindex_kind_of', {'app': 'clas'}, "'app': there is no 'clas', only class, "),
    ('kwindex_kind_of', {'app': 'clas'}, "Did you mean 'class'?"),
    ('kwindex_kind_of', {'app': 1}, "'app': 1 is left out: write texts."),
    ('kwindex_footer', 'yes', "'yes' is not True or False: write something like False."),
    ('kwindex_keep', [['a']], "['a'] is left out: write a text."),
    ('kwindex_objects', 1, '1 is not True or False: write something like False.'),
    ('kwindex_extractors', {3: 4}, '3: 4 is left out: write texts.'),
    ('kwindex_extractors', {'nix': 'no.such:thing'}, 'cannot be imported as package.module:f'),
    ('kwindex_extractors', {'nix': 'json:nothing'}, 'cannot be imported as package.module:f'),
    ('kwindex_extractors', {'nix': 'json.loads'}, 'cannot be imported as package.module:f'),
    ('kwcheck_findings', ['speling'], "there is no 'speling', only removed, unknown"),
    ('kwcheck_findings', ['speling'], "Did you mean 'spelling'?"),
]


@pytest.mark.parametrize(('name', 'value', 'message'), WRONG)
def test_a_wrong_value_is_named_and_not_used(make, name, value, message):
    conf = f"{CONF}nan = float('nan')\n{name} = {value!r}\n"
    built = make(FILES | {'conf.py': conf})
    assert built.warning.count('WARNING') == 1, built.warning
    assert f'WARNING: conf.py: {name}: ' in built.warning
    assert message in built.warning
    assert '[kwindex.bad_config]' in built.warning
    listed = built.out / 'kwindex/index.html'
    assert listed.is_file() is (value != ['glosary'])


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


@pytest.mark.parametrize('root', ['..words', 'words-1.0', 'a/objects.inv', 'a' * 255, '/a//b/'])
def test_pages_may_be_in_any_folder(make, root):
    built = make(FILES, config={'kwindex_root': root})
    assert built.warning == ''
    assert (built.out / root.strip('/') / 'index.html').is_file()


def test_a_misspelt_name_is_reported_with_its_meaning(make):
    conf = f'{CONF}kwindex_stopword = []\nkwindex_quux = 1\nkwcheck_source = []\n'
    built = make(FILES | {'conf.py': conf})
    assert built.warning.splitlines() == [
        f'WARNING: conf.py: there is no configuration value {text} [kwindex.unknown_config]'
        for text in (
            "'kwcheck_source'. Did you mean 'kwcheck_sources'?",
            "'kwindex_quux'.",
            "'kwindex_stopword'. Did you mean 'kwindex_stopwords'?",
        )
    ]


#: what ``-D`` says -> the value
COMMAND_LINE = {
    'kwindex_root': ('a/b', 'a/b'),
    'kwindex_page_size': ('30', 30),
    'kwindex_source_url': ('https://example.org/{path}', 'https://example.org/{path}'),
    'kwindex_objects': ('1', True),
    'kwindex_tags': ('1', True),
    'kwindex_footer': ('1', True),
    'kwcheck_base': ('main', 'main'),
    'kwcheck_baseline': ('a.txt', 'a.txt'),
    'kwcheck_level': ('warning', 'warning'),
    'kwcheck_write_baseline': ('1', True),
}


def test_the_command_line_sets_every_scalar_value(make):
    assert {name for name, o in OPTIONS.items() if {str, int, bool} & {*o.types}} == {*COMMAND_LINE}
    given = {name: text for name, (text, _value) in COMMAND_LINE.items()}
    built = make(FILES, config=given | {'kwindex_pages': 'index,glossary'})
    assert built.warning == ''
    for name, (_text, value) in COMMAND_LINE.items():
        assert built.app.config[name] == value
        assert type(built.app.config[name]) is type(value)
    assert {path.name for path in (built.out / 'a/b').iterdir()} == {'index.html', 'glossary.html'}


def test_only_the_kinds_that_are_asked_for_are_listed(make):
    files = {'index.rst': FILES['index.rst'] + '\n.. kwindex::\n'}
    for kinds, shown in (list(Kind), True), (['class'], False):
        built = make(files, config={'kwindex_kinds': [str(kind) for kind in kinds]})
        for page in ('index', 'kwindex/index', 'kwindex/glossary', 'kwindex/doc/index'):
            listing = page_of(built, f'{page}.html').one(class_='kwx').text
            assert 'Widget' in listing
            assert ('WIDGET_SIZE' in listing) is shown


@pytest.mark.parametrize('page', ['README.rst', 'example/reference/configuration.rst'])
def test_every_setting_is_described(page):
    text = Path(REPOSITORY, page).read_text(encoding='utf-8')
    assert [name for name in OPTIONS if name not in text] == []


def test_every_type_of_warning_is_given_and_described():
    package = Path(REPOSITORY, 'sphinxcontrib_kwindex')
    code = ''.join(path.read_text(encoding='utf-8') for path in package.rglob('*.py'))
    assert [trouble for trouble in WarningType if f'WarningType.{trouble.name}' not in code] == []
    text = Path(REPOSITORY, 'example/guide/ci.md').read_text(encoding='utf-8')
    rows = [f'| `kwindex.{one.name.lower()}` | {one.value} |' for one in WarningType]
    assert [row for row in rows if row not in text] == []


NOT_DEFAULT = {
    'kwindex_kinds': {'class', 'function', 'term'}, 'kwindex_pages': {'glossary', 'folders'},
    'kwindex_stopwords': {'one', 'two', 'three'}, 'kwindex_keep': ('one', 'two'),
    'kwindex_source_path': {'b': 'c', 'a': 'd'}, 'kwindex_exclude': {'x', 'y', 'z'},
    'kwindex_extractors': {'lang': 'json:loads'}, 'kwcheck_sources': ['*.py'],
}  # fmt: skip


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
