"""``-b kwcheck``: how sure its findings are, and what it says of names that it cannot judge."""

import zlib

import pytest

from sphinxcontrib_kwindex.check.python_symbols import State
from sphinxcontrib_kwindex.check.sources import Sources

CONF = """
extensions = ['sphinxcontrib_kwindex']
exclude_patterns = ['src']
kwcheck_sources = ['src']
"""


@pytest.fixture
def check(make):
    """Check a text beside sources; return the build, with the levels of what it lists."""

    def check(text, sources, conf='', accepted='', **config):
        pages = {'conf.py': CONF + conf, 'index.rst': f'Index\n=====\n\n{text}\n'}
        pages['accepted.jsonl'] = accepted
        result = make(pages | {f'src/{file}': code for file, code in sources.items()}, 'kwcheck',
                      config={'kwcheck_level': 'warning'} | config)  # fmt: skip
        result.levels = {one['name']: one['level'] for one in result.lines('kwcheck.jsonl')}
        result.messages = {one['name']: one['message'] for one in result.lines('kwcheck.jsonl')}
        return result

    return check


def literals(names):
    return ' '.join(f'``{name}``' for name in names.split())


# -- never blind without a word


DYNAMIC = {
    'acme/__init__.py': 'from .client import send\nglobals().update(made="other")\n',
    'acme/client.py': 'def send(): ...\n\ndef inner():\n    other = 1\n',
    'acme/free.py': 'from third import *\nfrom third import Base\nclass Free(Base): ...\n',
}


def test_a_module_that_makes_names_hides_only_those_that_sources_have_elsewhere(check):
    names = 'acme.client acme.send acme.made acme.inner acme.gone'
    names += ' acme.client.gone acme.client.other'
    result = check(literals(names), DYNAMIC)
    assert result.levels == dict.fromkeys(
        ['acme.gone', 'acme.client.gone', 'acme.client.other'], 'error'
    )
    assert result.messages['acme.client.other'] == 'is not in the module acme.client'
    assert result.messages['acme.gone'] == 'is in no source'
    assert 'Not judged: 2 names, because:\n  2: acme makes names when it runs' in result.status


def test_names_of_others_cannot_be_judged_and_this_is_said(check):
    result = check(literals('acme.free.gone acme.free.Free.gone'), DYNAMIC)
    assert result.levels == {}
    assert 'Judged: 0 names, by 3 sources.' in result.status
    assert '1: third is not in the sources' in result.status
    assert '1: third.Base is not in the sources' in result.status
    assert 'no name could be judged: ' in result.warning


COMPILED = {
    'acme/__init__.py': 'from ._fast import load\nfrom .quick import Gauge\n',
    'acme/quick.pyx': 'cdef class Gauge:\n    cpdef read(self):\n        pass\n',
}


def test_modules_of_cython_have_their_words_and_compiled_ones_may_have_any(check):
    names = 'acme.load acme._fast.gone acme.Gauge acme.quick.Gauge acme.quick.gone acme.gone'
    result = check(literals(names), COMPILED)
    assert result.levels == {'acme.quick.gone': 'error', 'acme.gone': 'error'}
    assert 'acme._fast is compiled or generated' in result.status


def test_members_of_classes_come_from_their_bases(check):
    code = (
        'import enum, third\nclass A(dict): ...\nclass B(third.B): ...\n'
        'class C(enum.Enum):\n    RED = 1\n\ndef elsewhere(): ...\n'
    )
    names = 'acme.A acme.A.items acme.A.gone acme.B acme.B.gone acme.C acme.C.RED acme.C.name'
    names += ' acme.C.LOST acme.C.elsewhere'
    result = check(literals(names), {'acme/__init__.py': code})
    assert result.levels == {
        'acme.A.gone': 'error', 'acme.C.LOST': 'error', 'acme.C.elsewhere': 'warning',
    }  # fmt: skip


# -- descriptions


C = {'json.h': ''.join(f'int json_{name}(void);\n' for name in 'abcdefgh') + '#define JSON_MAX 1\n'}


def test_descriptions_of_what_the_sources_have_not_are_findings(check):
    text = (
        '.. c:function:: int json_a(void)\n\n.. c:function:: int json_gone(void)\n\n'
        '.. c:macro:: JSON_MAX\n\n.. c:macro:: JSON_MIN\n\nCall :c:func:`json_gone`.'
    )
    result = check(text, C)
    assert result.levels == {'json_gone': 'error', 'JSON_MIN': 'error'}
    assert result.messages['json_gone'] == 'is described, but not in the sources'
    found = result.lines('kwcheck.jsonl')
    assert [(one['line'], one['suggestion']) for one in found] == [(6, 'json_g'), (10, None)]
    js = '.. js:class:: Gauge\n\n   .. js:method:: read()\n\n   .. js:method:: gone()\n'
    result = check(js, {'gauge.js': 'class Gauge { read() {} }\n'})
    assert result.levels == {'Gauge.gone': 'error'}


def test_descriptions_that_extensions_make_are_no_findings(check, tmp_path):
    code = 'def shown():\n    """Show."""\n\nsetattr(__import__(__name__), "ma" + "de", shown)\n'
    conf = (
        'extensions += ["sphinx.ext.autodoc"]\nimport sys\n'
        f'sys.path.insert(0, {str(tmp_path / "source" / "src")!r})\n'
    )
    result = check('.. autofunction:: trust_made.made\n', {'trust_made.py': code}, conf)
    assert 'autodoc' not in result.warning
    assert result.levels == {}


def test_sources_that_lack_most_of_what_is_described_prove_nothing(check):
    text = ''.join(f'.. c:function:: int other_{n}(void)\n\n' for n in range(5))
    result = check(text, C)
    assert set(result.levels.values()) == {'warning'}
    assert 'neither are most names of the c domain' in result.messages['other_1']
    assert check(text, {'acme.py': 'x = 1\n'}).levels == {}


def test_a_description_in_a_module_of_another_project_is_a_warning(check):
    names = ['pytest_acme.made', 'acme.lost', 'Lost.it', 'acme.x', 'acme.y']
    text = ''.join(f'.. py:data:: {name}\n\n' for name in names)
    result = check(text, {'acme.py': 'x = 1\ny = 2\n'})
    levels = {'pytest_acme.made': 'warning', 'acme.lost': 'error', 'Lost.it': 'error'}
    assert result.levels == levels


def test_docstrings_of_compiled_modules_are_no_sources(check):
    conf = (
        'extensions += ["sphinx.ext.autodoc"]\n'
        'def setup(app):\n'
        '    app.connect("autodoc-process-docstring", lambda *a: a[-1].append("``acme.gone``"))\n'
    )
    text = '.. autofunction:: math.sqrt\n'
    assert check(text, {'acme.py': 'x = 1\n'}, conf).levels == {}
    assert check(text + literals('acme.lost'), {'acme.py': 'x = 1\n'}).levels == {
        'acme.lost': 'error'
    }


def test_many_names_of_one_missing_scope_are_one_reason_for_doubt(check):
    names = ' '.join(f'acme::gone::name{n}' for n in range(9))
    result = check(literals(f'acme::run {names}'), {'acme.hpp': 'namespace acme { void run(); }\n'})
    assert set(result.levels.values()) == {'error'}


# -- whose name it is


def test_a_prefix_that_the_sources_share_is_the_projects(check):
    names = 'json_gone() json_lost json_a json_foo json_ json_set* jsonb_gone getenv_gone JSON_GONE'
    levels = {'json_gone': 'error', 'json_lost': 'warning'}
    assert check(literals(names), C).levels == levels
    block = '.. code-block:: c\n\n   json_gone(json_a(), json_lost());\n'
    assert set(check(block, C).levels) <= set(levels)


def test_a_namespace_that_belongs_to_others_proves_nothing(check):
    own = ''.join(f'void call{n}();\n' for n in range(120))
    code = f'namespace Other {{ struct Traits {{}}; }}\nnamespace acme {{\n{own}}}\n'
    result = check(literals('acme::gone Other::gone acme::call1'), {'acme.hpp': code})
    assert result.levels == {'acme::gone': 'error', 'Other::gone': 'warning'}


def test_names_that_are_almost_others_are_misspelt(check):
    code = 'package acme\nfunc SetHelpGroupID() {}\n'
    result = check(literals('SetHelpGroupId() SetOtherThing()'), {'acme.go': code})
    assert result.levels == {'SetHelpGroupId': 'error', 'SetOtherThing': 'warning'}


def test_names_that_differ_in_digits_are_not_misspelt(check):
    code = 'package acme\nfunc SetHelpGroup() {}\n'
    assert check(literals('SetHelpGroup2()'), {'acme.go': code}).levels == {
        'SetHelpGroup2': 'warning'
    }
    text = '.. py:module:: acme\n\n:py:obj:`acme2` :py:obj:`gone`\n'
    assert check(text, {'acme.py': 'x = 1\n'}).levels == {'gone': 'error'}


def test_an_alias_of_a_computed_type_may_have_any_member(check):
    script = (
        'type RootState = ReturnType<typeof read>\ntype Meter = { level: number }\n'
        'interface RootState { one: number }\ninterface Meter { two: number }\n'
    )
    result = check(literals('RootState.gone Meter.gone'), {'acme.ts': script})
    assert result.levels == {'Meter.gone': 'error'}


def test_extensions_of_a_project_share_its_namespace(check):
    block = '.. code-block:: cpp\n\n   #include <rain-python/gauge.hpp>\n\n'
    sources = {'rain/gauge.hpp': 'namespace rain { namespace io { void read(); } }\n'}
    names = literals('rain::made rain::made::inner rain::io::gone')
    assert set(check(names, sources).levels) == set(names.replace('`', '').split())
    assert check(block + names, sources).levels == {'rain::io::gone': 'error'}


@pytest.mark.parametrize(
    'name',
    ['acme.foo', 'acme.client.foo_bar()', 'acme.my_thing', 'acme.xxx', 'acme.client.send_*',
     '/tmp/acme.client', 'acme.client.inn_<x>', 'acme.sock', 'acme.client.a_setting'],
)  # fmt: skip
def test_placeholders_patterns_paths_and_settings_are_no_names(check, name):
    sources = {'acme/settings.py': 'read("acme.client.a-setting")\ndef inn_x(): ...\n'}
    assert check(literals(name), DYNAMIC | sources).levels == {}


def test_a_name_that_is_cut_off_is_not_judged(check):
    result = check(literals(f'acme.gone acme.{"x" * 256}'), DYNAMIC)
    assert list(result.levels) == ['acme.gone']


def test_pages_for_contributors_speak_of_what_may_be_written(make):
    pages = {'conf.py': CONF, 'index.rst': 'I\n=\n', 'src/acme/__init__.py': 'x = 1\n'}
    result = make(pages | {'contributing.rst': ':orphan:\n\n``acme.gone``'}, 'kwcheck')
    assert result.lines('kwcheck.jsonl') == []
    assert '1 warning: list' in result.status


def test_proposals_speak_of_what_may_be_written(make):
    pages = {'conf.py': CONF, 'index.rst': 'I\n=\n', 'src/acme/__init__.py': 'x = 1\n'}
    text = ':orphan:\n\n``acme.gone``'
    result = make(pages | {'nxep-0004.rst': text, 'step-1.rst': text}, 'kwcheck')
    assert [one['document'] for one in result.lines('kwcheck.jsonl')] == ['step-1']


def test_options_are_those_of_declared_programs(check):
    code = "parser = ArgumentParser('acmectl')\nparser.add_argument('--port')\nparser.dry_run = 1\n"
    block = (
        '.. code-block:: console\n\n   $ acmectl --gone\n   $ other serve acmectl --addr\n'
        '   $ acme --lost\n   $ acmectl --dry-run --port 1\n'
    )
    result = check(block, {'acme/__init__.py': code})
    assert result.levels == {'--gone': 'error', '--lost': 'warning'}
    assert result.messages['--gone'] == 'is no option of acmectl'


@pytest.mark.parametrize(
    ('file', 'code'),
    [
        ('cli.py', 'import typer\ndef run(force: bool, dry_run: bool): ...\n'),
        ('cli.rs', 'struct Cli {\n  #[arg(long)]\n  force: bool,\n  dry_run: bool }\n'),
    ],
)
def test_parsers_make_options_of_parameters(check, file, code):
    text = '.. program:: acme\n\n.. option:: --quiet\n\n'
    text += '.. code-block:: sh\n\n   acme --force --dry-run --gone\n'
    result = check(text, {file: code})
    assert set(result.levels) == {'--gone'}


def inventory(*lines):
    head = '# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# compressed with zlib\n'
    return head.encode() + zlib.compress('\n'.join([*lines, '']).encode())


def test_what_needs_an_inventory_that_cannot_be_read_is_not_judged(check):
    missing = (
        'extensions += ["sphinx.ext.intersphinx"]\n'
        'intersphinx_mapping = {"far": ("https://example.invalid", "nothing.inv")}\n'
    )
    text = ':term:`flux` :py:class:`Frame`'
    assert check(text, DYNAMIC).levels == {'flux': 'error', 'Frame': 'warning'}
    result = check(text, DYNAMIC, missing)
    assert result.levels == {}
    assert '2: the inventory far could not be read' in result.status
    near = ':py:class:`FrameReaders`'
    code = {'acme.py': 'class FrameReader: ...\n'}
    assert check(near, code).levels == {'FrameReaders': 'error'}
    assert check(near, code, missing).levels == {}


# -- tags and inventories as sources


TAGS = (
    '!_TAG_FILE_FORMAT\t2\t//\n'
    'Gauge\tg.cpp\t/^class Gauge$/;"\tc\tline:3\tnamespace:rain\n'
    'read\tg.cpp\t/^void read();$/;"\tf\tline:4\tclass:rain::Gauge\n'
)


def test_tags_and_inventories_say_what_exists(check, tmp_path):
    names = 'rain::Gauge rain::Gauge::read rain::Gauge::gone Gauge::gone'
    assert check(literals(names), {'tags': TAGS}).levels == {
        'rain::Gauge::gone': 'error', 'Gauge::gone': 'error',
    }  # fmt: skip
    (tmp_path / 'objects.inv').write_bytes(inventory('rain.read py:function 1 x.html -'))
    config = {'kwcheck_sources': [str(tmp_path / 'objects.inv')]}
    result = check(literals('rain.read rain.gone'), {}, **config)
    assert result.levels == {'rain.gone': 'error'}


def test_sources_are_read_from_paths_and_texts_alone():
    files = [
        ('src/acme/__init__.py', 'from .client import send\n'),
        ('src/acme/client.py', 'class Gauge:\n    def read(self): ...\n\ndef send(): ...\n'),
        ('lib/Cargo.toml', '[package]\nname = "my-crate"\n'),
        ('lib/src/lib.rs', 'pub fn run() {}\n'), ('tags', TAGS),
    ]  # fmt: skip
    sources = Sources(files, {})
    assert {(one.name, one.file) for one in sources.definitions} >= {
        ('acme.client.send', 'src/acme/client.py'), ('run', 'lib/src/lib.rs'),
        ('acme.client.Gauge.read', 'src/acme/client.py'), ('rain::Gauge', 'tags'),
    }  # fmt: skip
    assert sources.python.look_up('acme.send').state is State.EXISTS
    assert sources.python.look_up('acme.Gauge').state is State.MISSING
    assert sources.look_up('my_crate::run').state is State.EXISTS
    assert sources.is_own('my_crate::gone')


# -- levels


def test_the_build_lists_errors_and_warnings_on_request(check):
    text = literals('acme.client.gone gone()')
    everything = ['text', 'jsonl', 'sarif', 'gitlab']
    result = check(text, DYNAMIC, kwcheck_level='error', kwcheck_format=everything)
    assert (result.levels, result.app.statuscode) == ({'acme.client.gone': 'error'}, 1)
    assert '"level": "error"' in result.text('kwcheck.sarif')
    assert '"severity": "major"' in result.text('kwcheck-gitlab.json')
    result = check(literals('gone()'), DYNAMIC, kwcheck_format=everything)
    assert (result.levels, result.app.statuscode) == ({'gone': 'warning'}, 0)
    assert 'index.rst:4: warning: [unknown]' in result.text('kwcheck.txt')
    assert '"level": "warning"' in result.text('kwcheck.sarif')
    assert '"severity": "minor"' in result.text('kwcheck-gitlab.json')


def test_a_warning_that_is_accepted_is_not_called_gone(check):
    line = '{"file": "index.rst", "finding": "unknown", "name": "gone", "count": 1}\n'
    config = {'kwcheck_level': 'error', 'kwcheck_baseline': 'accepted.jsonl'}
    result = check(literals('gone()'), DYNAMIC, accepted=line, **config)
    assert 'accepted finding is gone' not in result.status


def test_an_alias_of_a_namespace_on_any_page_is_the_projects(check):
    code = 'namespace acme { void run(); }\n'
    alias = '.. code-block:: cpp\n\n   namespace ac = acme;\n   namespace os = others;\n\n'
    result = check(alias + literals('ac::run ac::gone os::gone'), {'acme.hpp': code})
    assert result.levels == {'ac::gone': 'error'}


def test_imports_in_circles_prove_nothing(check):
    sources = {'acme/__init__.py': '', 'acme/a.py': 'from acme.a.x import y as x\n'}
    text = literals('acme.a.x.gone') + '\n\n.. py:class:: acme.a.x.y\n\n   :py:meth:`gone`\n'
    assert check(text, sources).levels == {'gone': 'warning'}
