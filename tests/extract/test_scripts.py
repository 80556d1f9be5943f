"""Ruby, Lua, shell and its sessions, CMake, SQL."""

import pytest
from listing import case, listing, names

from sphinxcontrib_kwindex.extract import extract
from sphinxcontrib_kwindex.model import Usage


@pytest.mark.parametrize('language', ['cmake', 'console', 'lua', 'ruby', 'shell', 'sql'])
def test_all_of_a_source(language):
    code, expected = case(language)
    assert listing(extract(code, language)) == expected


DEFINITIONS = {
    # shell
    ('shell', 'a() { :; }\nfunction b { :; }\nfunction c() ( : )\nd-e.f () {'): [
        'function a', 'function b', 'function c', 'function d-e.f',
    ],
    ('shell', 'AA=1 cmd\nBB+=2\nCC[1]=3\nreadonly DD=4\nexport EE\nEE=5\nff=6 _=7 G=8'): [
        'environment variable AA', 'constant BB', 'constant CC', 'constant DD',
        'environment variable EE',
    ],
    ('shell', 'f() {\nAA=1\nlocal BB=2\ng() { CC=3; }\n}\nDD=4'): [
        'function f', 'function g', 'constant DD',
    ],
    ('shell', 'echo "a() {" \'b() {\' # c() {\ncat <<\'X\'\nd() { :; }\nAA=1\nX\ne() { :; }'): [
        'function e',
    ],
    ('shell', 'case $x in\n  a) AA=1 ;;\n  b()) : ;;\n  (c) BB=2;;\nesac\nCC=3'): [
        'constant AA', 'constant BB', 'constant CC',
    ],
    ('shell', "alias a='b -c' d=e"): ['command a', 'command d'],
    # CMake
    ('cmake', 'FUNCTION(f a)\nset(B 1)\nendfunction()\nmacro(g)\nset(CC 1)\nendmacro()\nset(DD)'): [
        'function f', 'macro g', 'constant CC', 'constant DD',
    ],
    ('cmake', 'set(${A} 1)\nset("B C" 1)\n#set(D 1)\n[[set(E 1)]]\nx("set(F 1)")\nset(g (h))'): [
        'variable g',
    ],
    # Ruby
    ('ruby', 'class A\ndef a; b if c; end\ndef d() = e\ndef f\nx = if y; end\nend\ndef g; end'): [
        'class A', 'method A.a', 'method A.d', 'method A.f', 'method A.g',
    ],
    ('ruby', 'module A::B\nC = 1\ndef self.d; E = 2; end\nend\nF = 3'): [
        'namespace A::B', 'constant A::B::C', 'method A::B.d', 'constant F',
    ],
    ('ruby', 'for a in b do c end\nuntil d do e end\nf do |g| h end\nloop { |i| j }\ndef k; end'): [
        'function k',
    ],
    ('ruby', 'x = "def a" + %w[class B] + /class C/.to_s + :def # class D\ndef e; end'): [
        'function e',
    ],
    ('ruby', 'end\nend\nclass A\ndef b\nclass C\ndef d; end\nend'): [
        'class A', 'method A.b', 'class C', 'method C.d',
    ],
    # Lua
    ('lua', 'function a.b:c() end\na.d = function() end\nlocal function e() local function f()'): [
        'method a.b.c', 'method a.d', 'function e', 'function e.f',
    ],
    ('lua', 'x = "function a()" --function b\n--[[\nfunction c()\n]] y = [=[function d()]]]=]'): [
        'variable x',
    ],
    ('lua', 'A = { b = 1, c = function() d = 2 end }\nM.e = 3\nF = 4; f = g == h'): [
        'variable A', 'method A.c', 'attribute M.e', 'variable F', 'variable f',
    ],
    ('lua', 'function a()\n  b = 1\n  local function c() end\nend\nd = 2'): [
        'function a', 'function a.c', 'variable d',
    ],
    # SQL
    ('sql', 'create temp table if not exists "A".b (c int, key (c), d text); drop table e;'): [
        'class A.b', 'attribute A.b.c', 'attribute A.b.d',
    ],
    ('sql', "-- create table a\ninsert into b values ('create view c'); create index d on e (f)"): [
        'name d',
    ],
    ('sql', 'CREATE SCHEMA a; CREATE DOMAIN b AS int; CREATE PROCEDURE c() BEGIN END;'): [
        'namespace a', 'type b', 'function c',
    ],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), DEFINITIONS)
def test_definitions(language, code):
    assert names(extract(code, language), Usage.DEFINITION) == DEFINITIONS[language, code]


DESCRIPTIONS = {
    ('cmake', '#[==[ Some text of a thing ]==]\nadd_library(a b.c)'): '',
    ('cmake', '#[[ a hidden text ]]\nfunction(a)'): '',
    ('cmake', '# set the b c\nadd_library(a b.c)'): '',
    ('cmake', '# Holds all of b.\nadd_library(a b.c)'): 'Holds all of b.',
    ('cmake', '# a holds all of b\nadd_executable(a b.c)'): 'a holds all of b',
    ('shell', '# Builds all of it.\n# More.\nbuild() {'): 'Builds all of it.',
    ('shell', '# build does it all.\nbuild() {'): 'build does it all.',
    ('shell', '# old_build --all --fast\nbuild() {'): '',
    ('shell', '# Too short\nbuild() {'): '',
    ('shell', '# Far from it is this.\n\nbuild() {'): '',
    ('shell', 'x # Behind something is this.\nbuild() {'): '',
    ('shell', '# Copyright by somebody else.\nbuild() {'): '',
    ('ruby', '# Builds all of it.\ndef build; end'): 'Builds all of it.',
    ('ruby', '##\n# Builds all of it.\n#\n# More.\ndef build; end'): 'Builds all of it.',
    ('lua', '--- Builds all of it.\nfunction build() end'): 'Builds all of it.',
    ('cmake', '# Builds all of it.\nfunction(build)'): 'Builds all of it.',
    ('cmake', 'option(A "Build all of it" ON)'): 'Build all of it',
    ('cmake', 'set(A b c CACHE STRING "What it is")'): 'What it is',
    ('sql', '-- What they all are.\nCREATE TABLE a (b int);'): 'What they all are.',
}


@pytest.mark.parametrize(('language', 'code'), DESCRIPTIONS)
def test_descriptions(language, code):
    found = [one for one in extract(code, language) if one.usage is Usage.DEFINITION]
    assert found[0].definition == DESCRIPTIONS[language, code]


USES = {
    ('shell', 'sudo -E env A=1 make --jobs=4 all | tee "$LOG_FILE" && /usr/bin/true; "$x" y'): [
        'command sudo', 'option -E', 'command env', 'command make', 'option --jobs',
        'command make all', 'command tee', 'constant LOG_FILE', 'command true',
    ],
    ('shell', 'if ! test -f x; then a; elif b; then c; else d; fi; while e; do f; done < g'): [
        'command a', 'command b', 'command c', 'command d', 'command e', 'command f',
    ],
    ('shell', 'x=`a` y=$(b c) z="$(d)" w=$((e + f)); echo ${HOME_DIR:-g} \'$NOT_USED\''): [
        'command a', 'command b', 'constant HOME_DIR',
    ],
    ('console', '$ a --bee\nc --dee\n$ e \\\n> --eff\nuser@host:~$ g'): [
        'command a', 'option --bee', 'command e', 'option --eff', 'command g',
    ],
    ('cmake', 'my_command(Ab::cd ${some_var} "${OTHER}" word)\nif(word)\nendif()'): [
        'function my_command', 'name Ab::cd', 'name some_var', 'constant OTHER',
    ],
    ('ruby', 'class A; def b; self.c(1); D::E.f(2); g 3; end; end'): [
        'function A.c', 'function D::E.f',
    ],
    ('lua', 'local j = require("json")\nj.encode(a.b)'): ['function json.encode', 'name a.b'],
    ('sql', 'SELECT a_b, count_all(c) FROM d JOIN e.f ON x = y'): [
        'name a_b', 'name count_all', 'name d', 'name e.f',
    ],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), USES)
def test_uses(language, code):
    assert names(extract(code, language), Usage.USE) == USES[language, code]


IMPORTS = {
    ('shell', 'source ./a.sh; . "$(dirname "$0")/b.sh"\n. "${DIR}/lib/c.sh"; source "$d"'): [
        'file a.sh', 'file c.sh',
    ],
    ('cmake', 'include(a/b.cmake)\ninclude(C)\nfind_package(D)\ninclude(${E}/f.cmake)'): [
        'file a/b.cmake', 'module C', 'module D', 'file f.cmake',
    ],
    ('ruby', "require 'a/b'\nrequire_relative('../c')\nrequire d"): ['module a/b', 'module c'],
    ('lua', "local a = require 'b.c'\nrequire(d)"): ['module b.c'],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), IMPORTS)
def test_imports(language, code):
    assert names(extract(code, language), Usage.IMPORT) == IMPORTS[language, code]


@pytest.mark.parametrize(
    ('language', 'code', 'found'),
    [
        ('shell', 'f() { local aa=1 bb; cc=2; for dd in x; do :; done; }; ee=3', 'aa bb cc dd ee'),
        ('cmake', 'function(f aa)\nset(bb 1)\nforeach(cc IN LISTS dd)', 'aa bb cc'),
        ('ruby', 'def f(aa, bb = 1, *cc)\ndd = 2\nx { |ee, ff| }\nend', 'aa bb cc dd ee ff'),
        ('lua', 'local function f(aa, bb) local cc, dd = 1 end', 'aa bb cc dd'),
    ],
)
def test_locals(language, code, found):
    told = names(extract(code, language), Usage.LOCAL)
    assert sorted(told) == [f'variable {name}' for name in found.split()]


@pytest.mark.parametrize(
    ('language', 'comment', 'quote'),
    [
        ('shell', '#', "'"),
        ('cmake', '#', '"'),
        ('ruby', '#', "'"),
        ('lua', '--', '"'),
        ('sql', '--', "'"),
    ],
)
def test_mentions(language, comment, quote):
    code = f'f( {quote}some_name{quote} , {quote}two words{quote}) {comment} other_name\n'
    found = [one for one in extract(code, language) if one.usage is Usage.MENTION]
    assert sorted(one.name for one in found) == ['other_name', 'some_name']


OTHERS = {
    ('console', 'pip install -U shop\nSuccessfully installed shop\nX=5 shop --all src/a.py'): [
        'command pip', 'command pip install', 'option -U', 'command shop', 'option --all',
        'environment variable X', 'file src/a.py',
    ],
    ('console', '$ shop run\nrun --not-typed'): ['command shop', 'command shop run'],
    ('bash', '  $ shop item add\nadded --not-typed'): [
        'command shop', 'command shop item', 'command shop item add',
    ],
    ('console', 'C:\\> set X_Y=5\nPS C:\\> $env:FOO = "x"\n> echo %DATA_DIR%'): [
        'environment variable X_Y', 'environment variable FOO', 'constant DATA_DIR', 'command set',
        'command echo',
    ],
    ('powershell', '$env:X = 5\n$page = Get-Page -Path a.txt\nif ($a -eq $page.Count) { Exit-It }'): [
        'environment variable X', 'command Get-Page', 'option -Path', 'command Exit-It',
        'file a.txt', 'attribute Count', 'variable page', 'name page.Count',
    ],
    ('batch', '@rem a_b\nset XY=5\nshop.exe --opt %XY%'): [
        'environment variable XY', 'command shop.exe', 'option --opt', 'name XY', 'name a_b',
        'command set',
    ],
    ('docker', 'FROM x AS y\nARG V=1\nENV A_B 1\nRUN apt-get update && \\\n  shop --all\nCMD ["a"]'): [
        'environment variable V', 'environment variable A_B', 'command apt-get',
        'command apt-get update', 'command shop', 'option --all', 'command a', 'constant A_B',
    ],
    ('make', 'CC ?= gcc\nLAYER_LOCK = yes\n.PHONY: all\nall clean: $(OBJ)\n\t@$(CC) -o $@ --fast'): [
        'constant CC', 'constant LAYER_LOCK', 'constant LAYER_LOCK', 'command all', 'command clean',
        'name CC', 'option -o', 'option --fast',
    ],
}  # fmt: skip


@pytest.mark.parametrize(('language', 'code'), OTHERS)
def test_sessions_and_other_files_with_commands(language, code):
    found = [f'{one.kind} {one.name}' for one in extract(code, language)]
    assert sorted(found) == sorted(OTHERS[language, code])


#: language, code -> what it has
SIMPLE = [
    ('ruby', 'belongs_to :a, class_name: "B"', 'function belongs_to; name class_name'),
    ('ruby', 'render json: @it', 'function render; name json'),
    ('ruby', 'x = good ? fine : bad', ''),
    ('ruby', 'total if good', ''),
    ('lua', 'setup { silent = true, inner = { deep = 1 } }', (
        'function setup; name silent; name inner; name deep'
    )),
    ('shell', 'make -j4 DESTDIR=/tmp/x install', (
        'command make; option -j; option -j4; constant DESTDIR; command make install'
    )),
    ('docker', 'ENTRYPOINT ["frobd", "--fast"]', 'command frobd; option --fast'),
    ('console', 'frob ps\nNAME   STATE\nweb    up\n\nfrob up', (
        'command frob; command frob ps; command frob up'
    )),
]  # fmt: skip


@pytest.mark.parametrize(('language', 'code', 'expected'), SIMPLE)
def test_simple_statements(language, code, expected):
    found = {f'{one.kind} {one.name}' for one in extract(code, language) if one.usage != 'local'}
    assert found == set(filter(None, expected.split('; ')))
