"""From the name of a language to what is found; and that no text at all does any harm."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listing import names
from pygments.lexers._mapping import LEXERS
from rules import PIECES, SPOKEN, check

from sphinxcontrib_kwindex import extract as extract_package
from sphinxcontrib_kwindex.extract import LANGUAGES, extract, find_language
from sphinxcontrib_kwindex.extract.collector import extract_words
from sphinxcontrib_kwindex.model import Usage

#: language -> the lexers of Pygments for it
LEXERS_OF = {
    'python': 'PythonLexer Python2Lexer PythonConsoleLexer NumPyLexer CythonLexer',
    'cpp': 'CLexer CppLexer CudaLexer ObjectiveCLexer ObjectiveCppLexer ArduinoLexer',
    'java': 'JavaLexer', 'csharp': 'CSharpLexer', 'javascript': 'JavascriptLexer JsxLexer',
    'typescript': 'TypeScriptLexer TsxLexer', 'go': 'GoLexer', 'rust': 'RustLexer',
    'kotlin': 'KotlinLexer', 'swift': 'SwiftLexer', 'scala': 'ScalaLexer', 'php': 'PhpLexer',
    'ruby': 'RubyLexer', 'lua': 'LuaLexer', 'shell': 'BashLexer TcshLexer FishShellLexer',
    'console': 'BashSessionLexer PowerShellSessionLexer MSDOSSessionLexer TcshSessionLexer',
    'gdscript': 'GDScriptLexer', 'cmake': 'CMakeLexer', 'sql': 'SqlLexer MySqlLexer PostgresLexer PlPgsqlLexer TransactSqlLexer',
    'yaml': 'YamlLexer YamlJinjaLexer', 'json': 'JsonLexer JsonLdLexer Json5Lexer',
    'toml': 'TOMLLexer', 'ini': 'IniLexer PropertiesLexer',
}  # fmt: skip
ALIASES = [
    (alias, language)
    for language, lexers in LEXERS_OF.items()
    for lexer in lexers.split()
    if lexer in LEXERS  # Pygments gets new ones
    for alias in LEXERS[lexer][2]
]


@pytest.mark.parametrize('language', SPOKEN)
def test_every_language(language):
    code, defined = SPOKEN[language]
    assert names(extract(code, language), Usage.DEFINITION) == defined


@pytest.mark.parametrize(('alias', 'language'), ALIASES)
def test_every_alias_of_pygments(alias, language):
    code, defined = SPOKEN[language]
    assert names(extract(code, alias), Usage.DEFINITION) == defined


ALONE = """
import sys, types
package = types.ModuleType('sphinxcontrib_kwindex')  # not its own code, which imports Sphinx
package.__path__ = [sys.argv[1]]
sys.modules[package.__name__] = package
from sphinxcontrib_kwindex.extract import extract
extract('def f(): pass', 'text')
print(*sorted(name for name in sys.modules if name.startswith(package.__name__ + '.')))
"""


def test_readers_are_imported_with_their_first_text():
    folder = str(Path(extract_package.__file__).parents[1])
    command = [sys.executable, '-c', ALONE, folder]
    imported = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert imported == ['sphinxcontrib_kwindex.extract', 'sphinxcontrib_kwindex.model']


def test_each_alias_is_of_one_language():
    names = [name for one in LANGUAGES for name in (one.name, *one.aliases.split())]
    assert sorted(names) == sorted(set(names))
    assert all(find_language(name.upper()) in LANGUAGES for name in names)


@pytest.mark.parametrize('language', LANGUAGES)
def test_each_reader_exists(language):
    assert language.read('') == []


@pytest.mark.parametrize(
    ('one', 'other', 'is_same'),
    [
        ('default', 'py', True), ('cuda', 'objc', True), ('js', 'ts', False),
        ('shell', 'console', False), ('one of mine', 'another', False),
    ],
)  # fmt: skip
def test_languages_of_one_family(one, other, is_same):
    assert (find_language(one).family == find_language(other).family) is is_same


@pytest.mark.parametrize('alias', ['PY', ' Python ', 'ipython3', 'pycon3', 'doctest', 'mjs', 'c++'])
def test_more_spellings(alias):
    assert extract('def f(): pass\nclass A { f() {} };', alias) or extract(
        '>>> def f(): pass', alias
    )


@pytest.mark.parametrize(
    'language', ['text', 'none', 'output', 'pytb', 'py3tb', 'pycontraceback', 'TXT']
)
def test_what_is_no_code(language):
    assert extract('class some_name: pass', language) == []


@pytest.mark.parametrize(
    'language', ['rst', 'rest', 'md', 'diff', 'haskell', '', 'no such language']
)
def test_unknown_languages(language):
    code = '+ some_name = other.name(HTMLParser, plain)\n'
    code += '- some_name, http://a.org/not_this, a/b_c/d.py\n'
    assert [(*one[:1], *one[3:5]) for one in extract(code, language)] == [
        ('some_name', 1, 2), ('other.name', 1, 1), ('HTMLParser', 1, 1),
    ]  # fmt: skip
    assert names(extract(code, language), *Usage) == names(extract(code, language), Usage.USE)


@pytest.mark.parametrize(
    ('code', 'found'),
    [
        ('class A:\n    b = 1', ['definition class A', 'definition attribute A.b']),
        ('>>> class A: pass\n>>> else', ['definition class A']),
        ('$ make --all\nclass B: pass', ['use command make', 'use option --all']),
        ('class some_name { }', ['use name some_name']),
    ],
)
def test_language_that_nobody_tells(code, found):
    assert [f'{one.usage} {one.kind} {one.name}' for one in extract(code, 'default')] == found


def test_beginnings_and_ends_of_lines():
    found = extract('\ufeff[a]\r\nb = some_name\r\n\r\nc = d\r\n', 'ini')
    assert [(one.name, one.line) for one in found] == [
        ('a', 1), ('a.b', 2), ('some_name', 2), ('a.c', 4),
    ]  # fmt: skip


@pytest.mark.parametrize(
    'prompt',
    [
        '$ ', '# ', '> ', '% ', '~$ ', '(venv) $ ', 'me@host:~/src$ ', '[me@host src]# ',
        'PS C:\\a> ', 'C:\\a> ',
    ],
)  # fmt: skip
def test_prompts(prompt):
    found = extract(f'{prompt}make --all\noutput --not-typed', 'console')
    assert names(found, Usage.USE) == ['command make', 'option --all']


@pytest.mark.parametrize('language', [*SPOKEN, 'default', 'unknown'])
@given(text=st.text())
@settings(max_examples=30)
def test_any_text(language, text):
    check(text, language)


@pytest.mark.parametrize('language', sorted({*SPOKEN, 'unknown'} - {'python', 'cpp'}))
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=50))
@settings(max_examples=80)
def test_any_code(language, pieces):
    check(' '.join(pieces), language)
    check(''.join(pieces), language)


HOSTILE = [  # "~" is a space
    *str.split(
        r"""
        { ( [ < > } () a_ a. a:: a, " ' ` / # \ =/[ =/a `${ `${` /* r#" (( $( ${ %w[ <<A <<<A - ?
        a<b< class~A{ class~A< class~A( fn~f(a: function~f( func~(a~b)~c( let( let{ const{ a=(
        const~a=(b)=>{ impl~A< type~A< use~a::{ import~{a, @a( #[a #[a] mod~a{ {a:{ this.a={ A~a(
        A~a{ enum~A{B{ case~a( var~a, a=[{b= {"a": [a. set( [=[ [==[ CREATE~TABLE~a( a={ a~<<A
        """
    ),
    *('<<A\n', '<<<A\n', 'a:\n ', 'a: "', 'a: {', '- - ', '? ', 'a: |\n', 'if x\n', 'def f\n'),
    *('class A\n', '/** a */\n', '// a ABC\n', '# Aa ABC d\n', '*\n', '\n', ' ', '\x00', '"""'),
    *('do\n', 'local function f()\n'),
]


#: those that share all their code with one of the others left out
DIFFERENT = {*SPOKEN, 'unknown'} - {
    'python', 'cpp', 'csharp', 'kotlin', 'swift', 'scala', 'console',
}  # fmt: skip


@pytest.mark.parametrize('language', sorted(DIFFERENT))
def test_time_is_linear(language):
    assert [piece for piece in HOSTILE if is_slow(piece, language)] == []


def is_slow(piece, language):
    whole = duration(piece, 10_000, language)
    if whole < 0.02:
        return False
    # twice as much takes twice as long, its square four times; a busy machine makes either longer
    half = min(duration(piece, 5_000, language) for _attempt in range(2))
    if whole < 2.6 * half:
        return False
    # six times as much takes six times as long; the best of three
    return all(duration(piece, 30_000, language) > 0.1 + half * 18 for _attempt in range(3))


def duration(piece, size, language):
    text = (piece.replace('~', ' ') * (size // len(piece) + 1))[:size]
    begin = time.process_time()
    extract(text, language)
    return time.process_time() - begin


@pytest.mark.parametrize(
    'language', ['java', 'typescript', 'rust', 'ruby', 'yaml', 'json', 'shell', 'cmake']
)
@pytest.mark.parametrize('piece', ['{', '[', '(', 'class A {\n', 'a: ', '{"a":', 'if a\n'])
def test_deep_nesting(language, piece):
    assert extract(piece * 20_000, language) is not None


def test_words_of_any_length():
    assert extract_words('a_' * 1000) == []
