import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from linear import assert_linear

from sphinxcontrib_kwindex.extract import names
from sphinxcontrib_kwindex.extract.names import has_escapes, word_lists

IDENTIFIERS = str.split(
    """
    snake_case _private __init__ CONSTANT_CASE W_q X86 conv2d FA4 CamelCase camelCase HTMLParser
    GitHub PyTorch iOS LaTeX os.path torch.nn.Module a.bc Foo::bar std::vector conf.py naïveCase
    IOError
    """
)
NO_IDENTIFIERS = str.split(
    """
    word Word WORD w I URLs APIs IDs foo_ _ __ e.g i.e a.b docs.python.org example.com
    www.foo_bar.de 1.2 py3.11 2d kB MHz GHz foo-bar a..b .a a. :: Ångström don't
    """
)


NO_IDENTIFIERS += ['', ' ', 'foo bar_baz', 'a\ud800_b']


@pytest.mark.parametrize('word', [*IDENTIFIERS, *NO_IDENTIFIERS])
def test_identifier_shaped(word):
    assert names.is_identifier_shaped(word) is (word in IDENTIFIERS)


CLEANED = {
    'foo()': 'foo', 'foo().': 'foo', '@app.route': 'app.route', '@app.route("/x")': 'app.route',
    '~a.b.C': 'a.b.C', '!foo': 'foo', '.foo': 'foo', '.Foo.bar': 'Foo.bar', '.append()': 'append',
    '$HOME': 'HOME', '${HOME}': 'HOME', '$$': '$$', '"foo",': 'foo', '`foo`': 'foo', 'foo:': 'foo',
    '--output=': '--output', '--output=/a/b': '--output', 'timeout=60': 'timeout',
    'super().__init__()': '__init__', 'print(a, f(b))': 'print', 'index(es)': 'index',
    '**kwargs': 'kwargs', '  foo \n bar ': 'foo bar', 'foo\u200b.bar\ufeff': 'foo.bar',
    'foo\xadbar': 'foobar', 'Cafe\u0301': 'Caf\u00e9', 'a\x00b': 'a\ufffdb',
    'a\ud800b\uffff': 'a\ufffdb\ufffd', '\ufb01le': '\ufb01le', 'std::vector<int>': 'std::vector',
    'Map<K, List<V>>': 'Map', 'A<T>::b': 'A::b',
    # these are parts of names
    '.gitignore': '.gitignore', '.pre-commit-config.yaml': '.pre-commit-config.yaml', '.py': '.py',
    '.ci/run': '.ci/run', '.github/workflows/': '.github/workflows/',
    '.NET': '.NET', 'C++': 'C++', 'C#': 'C#', 'println!': 'println!', 'empty?': 'empty?',
    ':func:': ':func:', 'operator()': 'operator()', 'Foo::operator()(int)': 'Foo::operator()',
    'operator!': 'operator!', 'operator=': 'operator=', 'operator==': 'operator==', 'a==b': 'a==b',
    '$HOME/.config': '$HOME/.config', 'Foo::~Foo': 'Foo::~Foo', 'lib<name>.so': 'lib<name>.so',
    'Long Form (LF)': 'Long Form (LF)', '*.py': '*.py', '$(cmd)': '$(cmd)', '-o': '-o',
    'می\u200cخواهم': 'می\u200cخواهم',
    # nothing else is there
    '...': '...', '>>>': '>>>', '()': '()', '': '', ' \u200b ': '',
}  # fmt: skip


@pytest.mark.parametrize(('name', 'cleaned'), CLEANED.items())
def test_clean(name, cleaned):
    assert names.clean(name) == cleaned


SIGNS = st.lists(
    st.sampled_from(
        [
            'a', 'B', '_', '.', '()', '(', ')', '"', "'", '$', '{', '}', '@', '~', '!', '<', '>',
            '::', ':', '*', ' ', '\u200b', '\u200d', 'operator', '?', '=', '\u0301', 'é',
        ]
    )
)  # fmt: skip


@given(st.text() | SIGNS.map(''.join))
@example('A\u200b\u0300')
@example('م' * (names.LONGEST - 1) + '\u200cم')
def test_clean_is_idempotent_and_printable(name):
    cleaned = names.clean(name)
    assert names.clean(cleaned) == cleaned
    assert cleaned == unicodedata.normalize('NFC', cleaned)
    assert len(cleaned) <= names.LONGEST
    cleaned.encode()


VISIBLE = {
    'a\u202eb': 'a⟨U+202E⟩b', '\u2066x\u2069': '⟨U+2066⟩x⟨U+2069⟩', 'a\u200bb': 'a⟨U+200B⟩b',
    'a\u200db': 'a⟨U+200D⟩b', '\ufeffa': '⟨U+FEFF⟩a', 'می\u200cخواهم': 'می\u200cخواهم',
    '👩\u200d🔬': '👩\u200d🔬', 'plain <name>': 'plain <name>',
}  # fmt: skip


@pytest.mark.parametrize(('name', 'shown'), VISIBLE.items())
def test_visible(name, shown):
    assert names.escape_invisible(name) == shown
    assert has_escapes(names.escape_invisible(name)) == (shown != name)


MARKED = ['a\x00', 'a\x1b', 'a\ud800', 'a\uffff', '\U0001fffe', '\ufffd', 'a\x7f', 'a\u202eb']
NOT_MARKED = ['', 'a', 'naïve', '漢字', 'a\xa0b', 'Δ', '😀', '한글', 'a\u200bb']


@pytest.mark.parametrize('name', [*MARKED, *NOT_MARKED])
def test_marked(name):
    assert has_escapes(names.clean(name)) is (name in MARKED)


DIRECTIONS = {
    'a \u202bשלום\u202c b': 'a \u202bשלום\u202c b',
    'a \u2067\u2066x\u2069\u2069 b': 'a \u2067\u2066x\u2069\u2069 b',
    'a \u202e b': 'a ⟨U+202E⟩ b',
    'a \u2069 b': 'a ⟨U+2069⟩ b',
    'a \u2067\u202e\u2069 b': 'a ⟨U+2067⟩⟨U+202E⟩⟨U+2069⟩ b',
}


@pytest.mark.parametrize(('text', 'shown'), DIRECTIONS.items())
def test_a_direction_that_goes_on_behind_a_text_is_shown(text, shown):
    assert names.sanitize(text) == shown


SINGULARS = """
    classes class, statuses status, analyses analysis, buses bus, queries query, boxes box,
    branches branch, hashes hash, caches cache, processes process, databases database, uses use,
    sizes size, keys key, ties tie, cookies cookie, heroes hero, shoes shoe, metrics metric,
    indices index, indexes index, matrices matrix, vertices vertex, axes axis, aliases alias,
    parentheses parenthesis, children child, criteria criterion, menus menu, apis api, ids id,
    leaves leaf, directives directive, archives archive, quizzes quiz, schemas schema, macros
    macro, Classes Class, Indices Index, URLs URL, APIs API, files file, releases release, views
    view
"""
SAME = str.split(
    """
    class status analysis bus series species alias bias canvas physics semantics DNS CLASSES
    HTTPS os cafés v2s css is its has news always virus process file data pandas kubernetes Straßen
    vis-à-vis nodejs
    """
)


@pytest.mark.parametrize('pair', re.split(r',\s', SINGULARS.strip()))
def test_singular(pair):
    plural, singular = pair.split()
    assert names.singular(plural) == singular
    assert names.singular(singular) == singular


@pytest.mark.parametrize('word', [*SAME, '', ' '])
def test_singular_already(word):
    assert names.singular(word) == word


def test_singular_of_a_phrase_is_that_of_its_last_word():
    assert names.singular('settings files') == 'settings file'
    assert names.singular('command-lines') == 'command-line'


SAME_THING = [
    ('Code Blocks', 'code block'), ('code-block', 'Code block'), ('URLs', 'url'),
    ('Signers', 'signer'), ('UTF-8', 'utf-8'), ('Stra\u00dfe', 'STRASSE'),
    ('user\u2019s guide', "User's Guide"), ('cafe\u0301', 'Caf\u00e9'), ('Ἀρχή', 'ἀρχή'),
    ('git commit --amend', 'git-commit --amend'),
]  # fmt: skip
OTHER_THING = [
    ('HTMLParser', 'htmlparser'), ('foo_bar', 'FOO_BAR'), ('os.Path', 'os.path'), ('-A', '-a'),
    ('$HOME', '$home'), ('GitHub actions', 'Github actions'), ('\ufb01le', 'file_'),
    ('class', 'clas'), ('make -J', 'make -j'), ('make -j', '-j'),
]  # fmt: skip


@pytest.mark.parametrize('pair', [*SAME_THING, *OTHER_THING])
def test_identity(pair):
    one, other = (names.identity(name, defined=False) for name in pair)
    assert (one == other) is (pair in SAME_THING)


def test_defined_names_are_told_apart_by_case_and_number():
    signers = {'Signer', 'signer', 'signers'}
    assert {names.identity(name, defined=True) for name in signers} == signers


LAST = {
    'a.b.c': 'c', 'a::b': 'b', 'ns::Foo::~Foo': '~Foo', 'Foo::operator->': 'operator->',
    'ns::Foo::operator()': 'operator()', 'x.operators': 'operators', 'cooperator.x': 'x',
    'name': 'name', '--a.b': '--a.b', '.gitignore': '.gitignore', 'prog --a.b': 'prog --a.b',
    'a/b.c': 'a/b.c', '...': '...', '': '', 'a.': 'a.',
}  # fmt: skip


@pytest.mark.parametrize(('name', 'last'), LAST.items())
def test_last_component(name, last):
    assert names.last_component(name) == last


OPTIONS = {
    '-o FILE, --output=FILE': ['-o', '--output'], '-o FILE': ['-o'], '--output': ['--output'],
    '--[no-]color': ['--color', '--no-color'], '-f[no-]inline': ['-finline', '-fno-inline'],
    '--color[=WHEN]': ['--color'], '-j<N>, --jobs <N>': ['-j', '--jobs'],
    '--type {a,-b}': ['--type'], '-h | --help': ['-h', '--help'], '-x or --xyz': ['-x', '--xyz'],
    '-p --port PORT': ['-p', '--port'], '--shout/--no-shout': ['--shout', '--no-shout'],
    '-n -5': ['-n'], '-I/usr/include': ['-I/usr/include'], '/V': ['/V'], '+x': ['+x'], '-': ['-'],
    '--': ['--'], '--files...': ['--files'], '-v, -v': ['-v'], 'dest_dir': ['dest_dir'], '': [],
}  # fmt: skip


@pytest.mark.parametrize(('text', 'options'), OPTIONS.items())
def test_option_names(text, options):
    assert names.option_names(text) == options


@given(st.text())
def test_never_raises(text):
    for function in (names.singular, names.last_component, names.escape_invisible, names.sanitize):
        function(text)
    names.is_identifier_shaped(text)
    names.identity(text, defined=False)
    assert all(names.option_names(text))
    assert bool(names.last_component(text)) == bool(text)


PIECES = [
    '(', 'a', '_', 'aB', 'a(', '<a', '-', '[', '-[', '\u200c', '${', '.', '::', 'A', 'a1', ' ',
    '-a ', "'", '.()',
]  # fmt: skip
FUNCTIONS = [
    names.clean, names.singular, names.last_component, names.option_names, names.escape_invisible,
    names.is_identifier_shaped, names.sanitize, lambda text: names.identity(text, defined=False),
]  # fmt: skip


@pytest.mark.parametrize('piece', PIECES)
def test_is_linear(piece):
    for function in FUNCTIONS:
        assert_linear(lambda text, function=function: function(f'{text}\n'), piece)


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
