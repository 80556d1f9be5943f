"""YAML, JSON, TOML, INI."""

import pytest
from listing import case, listing, names

from sphinxcontrib_kwindex.extract import extract
from sphinxcontrib_kwindex.model import Usage


@pytest.mark.parametrize('language', ['ini', 'json', 'toml', 'yaml'])
def test_all_of_a_source(language):
    code, expected = case(language)
    assert listing(extract(code, language)) == expected


SETTINGS = {
    # YAML: what is a key
    ('yaml', 'a: 1\n"b c": 2\n\'d\'\'e\': 3\nf g : 4\n-h: 5\n:i: 6'): [
        'a', 'b c', "d'e", 'f g', '-h', ':i',
    ],
    ('yaml', 'a:b\nhttp://x\n# c: 1\n- d\n- e: f\n1: 2\n"": 3'): ['e'],
    ('yaml', '&x a: 1\n!t b: 2\n*c : 3\n<<: *d'): ['a', 'b'],
    # YAML: what it stands in
    ('yaml', 'a:\n  b:\n    c: 1\n  d: 2\ne: 3'): ['a', 'a.b', 'a.b.c', 'a.d', 'e'],
    ('yaml', 'a:\n- b: 1\n  c:\n  - d: 2\n- e: 3\nf: 4'): ['a', 'a.b', 'a.c', 'a.c.d', 'a.e', 'f'],
    ('yaml', '- - a: 1\n    b: 2\n  - c: 3'): ['a', 'b', 'c'],
    ('yaml', 'a: 1\n--- # x\nb: 2\n...\n---\nc:\n d: 3'): ['a', 'b', 'c', 'c.d'],
    # YAML: values that go on
    ('yaml', 'a: |\n  b: 1\n\n  c: 2\nd: >- # x\n e: 3\nf: |2\n   g: 4\nh: 5'): [
        'a', 'd', 'f', 'h',
    ],
    ('yaml', '- |\n a: 1\n- b: 2'): ['b'],
    ('yaml', 'a: "b\n  c: 1"\nd: \'e\n\n  f: 2\'\ng: 3'): ['a', 'd', 'g'],
    ('yaml', 'a: {b: 1, "c":2, d: [e, {f: 3}],\n  g: 4\n}\nh: 5'): [
        'a', 'a.b', 'a.c', 'a.d', 'a.d.f', 'a.g', 'h',
    ],
    ('yaml', 'a: [b, c: 1]\nd: {e, f: {}}'): ['a', 'a.c', 'd', 'd.f'],
    # YAML: what is broken goes on at the next key that is no deeper
    ('yaml', 'a: {b: 1\nc: 2\nd: "e\nf: 3'): ['a', 'a.b', 'c', 'd', 'f'],
    # JSON
    ('json', '{"a": {"b": [{"c": 1}, [{"d": 2}]]}, "e": "f: g"}'): [
        'a', 'a.b', 'a.b.c', 'a.b.d', 'e',
    ],
    ('json', '{"a": 1}\n{"b": {}}\n// "c": 1\n/* "d": 2 */ {e: 3, \'f\': 4}'): ['a', 'b', 'e', 'f'],
    ('json', '["a", "b"]'): [],
    ('json', '}}{"a": {"b": ...}'): ['a', 'a.b'],
    # TOML
    ('toml', 'a = 1\nb.c = 2\n"d.e" = 3\n[f.g]\nh = 4\n[[i]]\nj = 5'): [
        'a', 'b.c', 'd.e', 'f.g', 'f.g.h', 'i', 'i.j',
    ],
    ('toml', 'a = {b = 1, c.d = {e = 2}, f = [{g = 3}]}\nh = 4'): [
        'a', 'a.b', 'a.c.d', 'a.c.d.e', 'a.f', 'a.f.g', 'h',
    ],
    ('toml', 'a = [\n  "b=1", # c = 2\n  [3, 4],\n]\nd = 5'): ['a', 'd'],
    ('toml', 'a = """\nb = 1\n"""\nc = \'\'\'\n[d]\'\'\'\ne = 2'): ['a', 'c', 'e'],
    # INI
    ('ini', 'a = 1\n[b c]\nd: 2\ne=3 ; f = 4\n# g = 5\n; h = 6'): ['a', 'b c', 'b c.d', 'b c.e'],
    ('ini', '[a]\n\tb = 1\n\tc = 2\nd =\n  e = 3\n  f\ng = 4'): ['a', 'a.b', 'a.c', 'a.d', 'a.g'],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), SETTINGS)
def test_settings(language, code):
    found = names(extract(code, language), Usage.DEFINITION)
    assert found == [f'setting {name}' for name in SETTINGS[language, code]]


@pytest.mark.parametrize(
    ('language', 'code'),
    [
        ('yaml', 'a: some_name # other_name\nb: "third.name"\nc: two some_words'),
        ('yaml', 'a: [some_name, {b: other_name}, "third.name"]'),
        ('json', '{"a": "some_name", "b": ["other_name", "third.name", "two some_words"]}'),
        ('toml', 'a = "some_name" # other_name\nb = ["third.name", "two some_words"]'),
        ('ini', 'a = some_name\n# other_name\nb = "third.name"\nc = two some_words'),
    ],
)
def test_mentions(language, code):
    assert names(extract(code, language), Usage.MENTION) == [
        'name some_name', 'name other_name', 'name third.name',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ('language', 'opening'),
    [('yaml', '{abcdefgh: '), ('json', '{"abcdefgh":'), ('toml', '{abcdefgh=')],
)
def test_names_do_not_grow_without_end(language, opening):
    found = extract(f'a={opening * 100}' if language == 'toml' else opening * 100, language)
    assert 20 < len(found) < 35
    assert max(len(one.name) for one in found) <= 256


def test_lines_are_exact():
    found = extract('\n\na:\n  b: |\n    c\n    d\n  e: {f: 1,\n    g: 2}\n', 'yaml')
    assert [(one.name, one.line) for one in found] == [
        ('a', 3), ('a.b', 4), ('a.e', 7), ('a.e.f', 7), ('a.e.g', 8),
    ]  # fmt: skip


def test_environment_variables():
    code = '# some_name\nPORT=80\nexport DATA_DIR = "x"\n[no section]\n'
    found = extract(code, 'dotenv')
    assert names(found, Usage.DEFINITION) == [
        'environment variable PORT', 'environment variable DATA_DIR',
    ]  # fmt: skip
    assert names(found, Usage.MENTION) == ['name some_name']


def test_names_in_expressions_of_templates():
    code = 'a: |\n  {{ item.path | basename("b c") }}\nd: "{% if f.g %}"\n'
    found = names(extract(code, 'yaml'), Usage.MENTION)
    assert found == ['variable item.path', 'variable basename', 'variable if', 'variable f.g']


@pytest.mark.parametrize(
    'code',
    [
        '- run: |\n\n    shop sell --all  # now\n\n  env: x --no',
        'a:\n  script:\n    - shop sell --all\n  b: --no',
        'shell: shop sell --all\nb: --no',
    ],
)
def test_commands_of_a_shell_in_yaml(code):
    found = {(one.name, one.kind): one.line for one in extract(code, 'yaml')}
    commands = {name: line for (name, kind), line in found.items() if kind != 'setting'}
    line = code[: code.index('shop')].count('\n') + 1
    assert commands == {'shop': line, 'shop sell': line, '--all': line}


def test_files_in_values():
    found = extract('main: "./src/main.py"\nname: src/main', 'yaml')
    assert names(found, Usage.MENTION) == ['file src/main.py']
