"""What one document imports by its full name and another one embeds by its own is one entry."""

import pytest
from project import CONF, build, code_block, listed_in, write

PYTHON = 'class Crate:\n    def lift(self):\n        pass\n\n\ndef pack():\n    pass\n'
#: language, the source that a document embeds, the example of another -> what that lists of it
SOURCES = {
    'Java': (
        'java', 'package a.b;\n\npublic class Crate {\n    public void lift() {\n    }\n}\n',
        'import a.b.Crate;\n\nvar c = new Crate();\nc.lift();', 'Crate Crate.lift',
    ),
    'another package': (
        'java', 'package a.b;\n\npublic class Crate {\n    public void lift() {\n    }\n}\n',
        'import c.Crate;\n\nvar c = new Crate();\nc.lift();', 'c.Crate c.Crate.lift',
    ),
    'Kotlin': (
        'kotlin', 'package a.b\n\nclass Crate {\n    fun lift() {\n    }\n}\n\nfun pack() {\n}\n',
        'import a.b.Crate\nimport a.b.pack\n\npack(Crate())', 'Crate pack',
    ),
    'C#': (
        'csharp', 'namespace A.B;\n\npublic class Crate {\n    public void Lift() {\n    }\n}\n',
        'using C = A.B.Crate;\n\nC c = new C();\nc.Lift();', 'Crate Crate.Lift',
    ),
    'PHP': (
        'php', '<?php\nnamespace A\\B;\n\nclass Crate {\n    function lift() {\n    }\n}\n',
        'use A\\B\\Crate;\n\n$c = new Crate();\n$c->lift();', 'Crate Crate::lift',
    ),
    'Go': (
        'go', 'package box\n\ntype Crate struct {\n\tn int\n}\n\nfunc Pack() {\n}\n',
        'import "example.org/x/box"\n\nbox.Pack(box.Crate{})', 'Crate Pack',
    ),
    'C++': (
        'cpp', 'namespace box {\n\nclass Crate {\n  public:\n    void lift();\n};\n\n}\n',
        'using namespace box;\n\nCrate c;\nc.lift();', 'box::Crate box::Crate::lift',
    ),
}  # fmt: skip
#: an example is shorter
LONG = '\n' + '// …\n' * 9
ENDS = ('Crate', 'lift', 'Lift', 'pack', 'Pack')


def described(folder, files, language, example):
    """Build documents; return what an example uses of what they define."""
    code = f':orphan:\n\nUse\n===\n\nSee how.\n\n{code_block(language, example)}'
    found = listed_in(folder, {**files, 'example.rst': code}, only_in_code=True)['example']
    return ' '.join(sorted(name for name in found if name.endswith(ENDS)))


@pytest.mark.parametrize('name', SOURCES)
def test_package(name, tmp_path):
    language, source, example, expected = SOURCES[name]
    cargo = f':orphan:\n\nCargo\n=====\n\n{code_block(language, source + LONG)}'
    assert described(tmp_path, {'source.rst': cargo}, language, example) == expected


@pytest.mark.parametrize(
    ('path', 'code', 'expected'),
    [
        ('src/box/cargo.py', 'from box.cargo import Crate', 'Crate'),
        ('src/box/cargo.py', 'from box import Crate, pack', 'Crate pack'),
        ('src/box/cargo.py', 'import box.cargo as c\nc.Crate().lift()', 'Crate Crate.lift'),
        ('src/box/__init__.py', 'from box import Crate', 'Crate'),
        ('src/box/cargo.py', 'from lid.cargo import Crate', 'lid.cargo.Crate'),
        ('src/box/cargo.py', 'from cargo.box import Crate', 'cargo.box.Crate'),
    ],
)
def test_file_of_a_module(path, code, expected, tmp_path):
    write(tmp_path, {path: PYTHON})
    it = f':orphan:\n\nIt\n==\n\n.. literalinclude:: ../{path}\n'
    assert described(tmp_path, {'source.rst': it}, 'python', code) == expected


def test_where_the_file_is_says_nothing_of_the_machine(tmp_path):
    included = '.. literalinclude:: /../../../../../m.py\n'
    far = 'a/b/c/d/docs'
    write(tmp_path, {f'{far}/conf.py': CONF, f'{far}/index.rst': included, 'm.py': PYTHON})
    result = build(tmp_path / far, tmp_path / 'out', tmp_path / 'doctrees', 'kwindex')
    assert result.record('index').embedded == ('m',)
