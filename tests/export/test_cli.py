"""``kwindex``: diff, explain, query."""

import glob
import json
import subprocess
import sys

import jsonschema
import pytest
from project import build_files, code_block
from test_exports import validator

from sphinxcontrib_kwindex.cli import diff
from sphinxcontrib_kwindex.cli.main import main
from sphinxcontrib_kwindex.cli.query import find, names_of
from sphinxcontrib_kwindex.index.matching import NoMatchError

CALLS = '\nUse\n===\n\nCall ``pkg.connect()``, and ``pkg.{}_name``. See ``pkg.Client``.\n\n'
OLD = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n\n   api\n   guide/use\n   guide/gone\n',
    'api.rst': '\nAPI\n===\n\n.. py:function:: pkg.connect\n\n   Connects to a server.\n\n'
    '.. py:class:: pkg.Client\n\n   Talks: to, 100 % of `them`.\n\n'
    '.. py:data:: pkg.limit\n\n.. py:function:: pkg.stay\n',
    'guide/use.rst': CALLS.format('old') + 'Details\n-------\n\n'
    '``small_detail`` again: ``small_detail``.\n',
    'guide/gone.rst': 'API\n===\n\n.. py:function:: pkg.moved\n',
}
NEW = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n\n   api\n   guide/use\n',
    'api.rst': '\nAPI\n===\n\n.. py:function:: pkg.connect\n\n   Connects to any server.\n\n'
    '.. py:function:: pkg.limit\n\n.. py:function:: pkg.stay\n\nNew:\n\n'
    '.. py:function:: pkg.fresh\n\n   New here.\n',
    'guide/use.rst': CALLS.format('new') + 'More details\n------------\n\n'
    '.. py:function:: pkg.moved\n\n' + code_block('c', 'only_in_code(1);'),
}


@pytest.fixture(scope='module')
def exports(tmp_path_factory):
    """Export two versions of one project."""
    folder = tmp_path_factory.mktemp('exports')
    for name, files in {'old': OLD, 'new': NEW}.items():
        build_files(folder / f'{name}-project', files, 'kwindex', out=folder / name)
    return folder


@pytest.fixture
def run(exports, capsys):
    """Run a command; names of directories are those of the two exports."""

    def run(*arguments):
        words = [str(exports / word) if word.startswith(('old', 'new')) else word
                 for word in arguments]  # fmt: skip
        try:
            status = main(words)
        except SystemExit as error:
            status = error.code
        out, err = capsys.readouterr()
        return status, out.replace(str(exports), ''), err.replace(str(exports), '')

    return run


def test_a_difference_as_text(run):
    assert run('diff', 'old', 'new') == (
        0,
        """\
1 added, 1 removed, 1 moved, 1 of another kind, 1 with another definition, 3 anchors that are gone,\
 1 mentioned for the first time, 2 no longer mentioned

added:
  pkg.fresh (function) in api.rst:15 – New here.

removed:
  pkg.Client (class) in api.rst, still mentioned in guide/use#use

moved:
  pkg.moved (function) in guide/use.rst:10: guide/gone#api → guide/use#more-details

of another kind:
  pkg.limit (function) in api.rst:9: variable → function

with another definition:
  pkg.connect (function) in api.rst:5: “Connects to a server.” → “Connects to any server.”

anchors that are gone:
  api#pkg.Client
  guide/gone
  guide/use#details

mentioned for the first time:
  pkg.new_name (name) in guide/use.rst:5

no longer mentioned:
  pkg.old_name (name) in guide/use.rst
  small_detail (name) in guide/use.rst
""",
        '',
    )


def test_a_difference_as_markdown(run):
    _status, out, _err = run('diff', 'old', 'new', '--format', 'markdown', '--fail-on', 'removed')
    assert '### Keyword index: 1 added, 1 removed' in out
    assert '**Removed: 1 ❌**\n\n- `pkg.Client` (class) in api.rst, still mentioned' in out
    assert '<details><summary>No longer mentioned: 2</summary>\n\n- `pkg.old_name` (name)' in out
    assert out.count('</details>') == 2


def test_a_long_comment_is_cut():
    found = [diff.Change('added', f'name{n}', 'class', diff.Location('d')) for n in range(100)]
    lines = list(diff.as_markdown(found, frozenset(), ''))
    assert lines[-1] == '- … and 60 more'
    assert len(lines) == 45


def test_a_comment_has_room_on_a_code_host_for_something_of_each_sort():
    location = diff.Location('d')
    sorts = ('added', 'removed', 'moved')
    found = [
        diff.Change(sort, f'name{n}', 'class', location, old='O' * 600, new='N' * 600)
        for sort in sorts
        for n in range(60)
    ]
    comment = '\n'.join(diff.as_markdown(found, frozenset(), ''))
    assert 30_000 < len(comment) < 60_000
    for sort in sorts:
        title = f'**{diff.CHANGES[sort].words.capitalize()}: 60**'
        told = comment.partition(title)[2].partition('**')[0]
        shown, more = told.count('- `name'), int(told.partition('… and ')[2].split()[0])
        assert shown > 5
        assert shown + more == 60


def test_a_comment_calls_nobody_and_no_issue():
    location = diff.Location('d')
    found = [diff.Change('added', '@name', 'class', location, new='As @property of #12 and a #b.')]
    assert list(diff.as_markdown(found, frozenset(), ''))[-1] == (
        r'- `@name` (class) in d – As @&#8203;property of \#&#8203;12 and a \#b.'
    )


def test_a_difference_as_annotations(run):
    options = ['--format', 'github', '--fail-on', 'anchors', '--sources', 'docs/']
    status, out, _err = run('diff', 'old', 'new', *options)
    assert status == 1
    removed, kind, gone = (
        f'title=Keyword index%3A {words}'
        for words in ('removed', 'of another kind', 'anchors that are gone')
    )
    client = 'pkg.Client (class) in api.rst, still mentioned in guide/use#use'
    assert out.splitlines()[:4] == [
        f'::error {gone},file=docs/api.rst::api#pkg.Client',
        f'::error {gone}::guide/gone',
        f'::error {gone},file=docs/guide/use.rst::guide/use#details',
        f'::warning {removed},file=docs/api.rst::{client}',
    ]
    assert out.count('::notice ') == 4
    limit = 'pkg.limit (function) in api.rst:9: variable → function'
    assert f'::notice {kind},file=docs/api.rst,line=9::{limit}\n' in out
    assert 'small_detail' not in out


def test_an_annotation_holds_whatever_there_is():
    location = diff.Location('d', '', 'x:y,z.rst', 3)
    change = diff.Change('added', 'a:b,c%', 'term', location, '', 'é\n')
    (line,) = diff.as_github([change], frozenset(), '')
    assert 'file=x%3Ay%2Cz.rst,line=3::a:b,c%25 (term)' in line
    assert line.endswith('– é%0A')


def test_a_difference_as_json(run):
    _status, out, _err = run('diff', 'old', 'new', '--format', 'json')
    difference = json.loads(out)
    validator('difference').validate(difference)
    assert difference['counts'] == {
        'added': 1, 'removed': 1, 'moved': 1, 'kind': 1, 'definition': 1, 'deprecated': 0,
        'version': 0, 'anchors': 3, 'mentioned': 1, 'unmentioned': 2,
    }  # fmt: skip
    assert difference['changes'][2] == {
        'change': 'moved', 'name': 'pkg.moved', 'kind': 'function', 'document': 'guide/use',
        'section': 'more-details', 'source': 'guide/use.rst', 'line': 10,
        'old': 'guide/gone#api', 'new': 'guide/use#more-details',
    }  # fmt: skip
    wrong = difference | {'changes': [{'change': 'other'}]}
    with pytest.raises(jsonschema.ValidationError):
        validator('difference').validate(wrong)


def test_no_difference(run):
    assert run('diff', 'old', 'old', '--fail-on', 'added,removed,anchors') == (0, 'no change\n', '')


def test_files_can_be_compared_too(run):
    documents = run('diff', 'old/documents.jsonl', 'new/documents.jsonl')
    assert documents == run('diff', 'old', 'new') == run('diff', 'old/kwindex.json', 'new')
    _status, out, _err = run('diff', 'old/keywords.jsonl', 'new/keywords.jsonl')
    assert out.startswith('1 added, 1 removed, 1 moved, 1 of another kind, 1 with another defin')


API = 'API\n===\n\n.. py:function:: pkg.open\n\n   Opens.\n'
USES = ':orphan:\n\nUses\n====\n\nCall ``pkg.open()``.\n'
EXPLAINED = (
    '{}\n====\n\n``shut_down()``\n---------------\n\nShuts it down. Call :func:`shut_down`.\n'
)


def difference(make, before, after, name=''):
    """Export two versions of a project, and compare them."""
    outs = []
    for out, pages in {'before': before, 'after': after}.items():
        outs.append(make(pages, 'kwindex', out=out, doctrees=f'{out}-doctrees').out)
        for page in pages.keys() - after.keys():
            (outs[0].parent / 'source' / page).unlink()
    return diff.compare(*(diff.load(diff.find_file(out / name)) for out in outs))


@pytest.mark.parametrize('file', ['', 'documents.jsonl', 'keywords.jsonl'])
def test_what_is_used_in_more_or_less_documents_is_not_moved(make, file):
    few = {'index.rst': API}
    many = few | {'a.rst': USES, 'z.rst': USES}
    assert difference(make, few, many, file) == []
    assert {one.change for one in difference(make, many, few, file)} <= {'anchors'}


def test_what_is_explained_and_nowhere_defined_is_where_it_is_explained(make):
    index = 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n'
    few = {'index.rst': index, 'm.rst': EXPLAINED.format('Here')}
    uses = 'Uses\n====\n\nCall ``shut_down()``.\n'
    assert difference(make, few, few | {'a.rst': uses, 'z.rst': uses}) == []
    moved, *_rest = difference(make, few, {'index.rst': index, 'y.rst': few['m.rst']})
    assert moved[:2] == ('moved', 'shut_down')
    assert moved[-2:] == ('m#shut-down', 'y#shut-down')


def test_what_is_defined_once_more_is_not_moved(make):
    before = {'index.rst': API.replace('py:function', 'envvar')}
    again = 'Again\n=====\n\n.. envvar:: pkg.open\n   :no-index:\n'
    after = before | {'again.rst': f':orphan:\n\n{again}'}
    assert [one.change for one in difference(make, before, after)] == []


@pytest.mark.parametrize(
    ('fail_on', 'status'),
    [('removed', 1), ('anchors', 1), ('added,kind', 1), (' moved ,', 1), ('', 0)],
)
def test_the_exit_status_tells_of_changes_that_must_not_be(run, fail_on, status):
    assert run('diff', 'old', 'new', '--fail-on', fail_on)[0] == status
    assert run('diff', 'new', 'new', '--fail-on', fail_on)[0] == 0


def test_an_answer(run):
    assert run('query', 'new', 'connect()') == (
        0,
        """\
pkg.connect (function)
  Connects to any server.
  defines   api.rst:5  API (api#api)
  mentions  guide/use.rst:5  Use (guide/use#use)
""",
        '',
    )


@pytest.mark.parametrize(
    ('question', 'names'),
    [
        ('pkg.Client', ['pkg.Client']),
        ('CLIENT', ['pkg.Client']),
        ('pkg.[cC]*', ['pkg.Client', 'pkg.connect']),
        ('*.limi?', ['pkg.limit']),
    ],
)
def test_a_question_may_be_a_part_of_a_name_or_a_pattern(run, question, names):
    status, out, _err = run('query', 'old', question, '--json')
    answers = [json.loads(line) for line in out.splitlines()]
    for answer in answers:
        validator('answer').validate(answer)
    assert (status, [answer['name'] for answer in answers]) == (0, names)


@pytest.mark.parametrize(
    ('question', 'name'),
    [
        ('./shop/till.js', 'shop/till.js'),
        ('../till.js', 'shop/till.js'),
        ('node:fs', 'fs'),
        ('A::operator()', 'A::operator()'),
    ],
)
def test_a_question_may_be_a_path_or_an_operator(make, question, name):
    code = "import a from './shop/till.js';\n   import fs from 'node:fs';"
    objects = '.. cpp:function:: int A::operator()(int x)'
    text = f'A\n=\n\n{objects}\n\n.. code-block:: js\n\n   {code}\n'
    out = make({'index.rst': text}, 'kwindex').out
    assert [answer['name'] for answer in find(out, question)] == [name]


def test_a_question_may_begin_with_an_alias(make):
    code = 'import numpy as np\n   np.arange(3)\n   np.zeros(3)\n   other.zeros()\n'
    text = f'A\n=\n\n.. code-block:: python\n\n   {code}\n'
    out = make({'index.rst': text}, 'kwindex').out
    assert [answer['name'] for answer in find(out, 'np.arange()')] == ['numpy.arange']
    for question in ('np.zeros', 'np.nothing', 'list.arange', 'numpy.ma.arange'):
        with pytest.raises(NoMatchError):
            find(out, question)


METHODS = 'API\n===\n\n' + ''.join(
    f'.. py:method:: {name}\n\n' for name in ('acme.Client.get', 'acme.Client.put', 'acme.Box.get')
)


@pytest.mark.parametrize(
    ('question', 'names'),
    [
        # the definitions first, and then what nothing defines
        ('get', ['acme.Box.get', 'acme.Client.get', 'get']),
        ('Client.*', ['acme.Client.get', 'acme.Client.put']),
        (':py:meth:`~acme.Client.put`', ['acme.Client.put']),
        ('acme.Client.put ', ['acme.Client.put']),
    ],
)
def test_a_question_may_be_an_ending_a_pattern_or_a_role(make, question, names):
    use = ':orphan:\n\nUse\n===\n\nThe ``get`` method, then ``get()``.\n'
    out = make({'index.rst': METHODS, 'use.rst': use}, 'kwindex').out
    assert [answer['name'] for answer in find(out, question)] == names


def test_every_recorded_name_has_an_answer(built):
    result = built('test-export', 'kwindex')
    for record in result.lines('records.jsonl'):
        meant = (record['means'] or record)['name'].casefold()
        for name in {record['name'], meant} - {'*'}:
            answers = find(result.out, glob.escape(name))
            assert meant in {answer['name'].casefold() for answer in answers}, name


def test_a_term_is_found_by_each_of_its_spellings(make):
    glossary = 'Title\n=====\n\n.. glossary::\n\n   wheel cache\n      A store.\n'
    other = ':orphan:\n\nOther\n=====\n\nSome *Wheel caches* here.\n'
    out = make({'index.rst': glossary, 'other.rst': other}, 'kwindex').out
    assert [answer['name'] for answer in find(out, 'Wheel caches')] == ['wheel cache']


def test_what_is_listed_is_answered_before_what_is_only_in_code(make, capsys):
    api = ':orphan:\n\nAPI\n===\n\n.. py:function:: pkg.connect\n'
    files = {'index.rst': f'Use\n===\n\n{code_block("c", "connect(1);")}', 'api.rst': api}
    assert main(['query', str(make(files, 'kwindex').out), 'connect']) == 0
    answers = [line for line in capsys.readouterr().out.splitlines() if line[:1].strip()]
    assert answers == [
        'pkg.connect (function)', 'connect (function, not listed: only in code or in passing)',
    ]  # fmt: skip


def test_the_section_about_a_name_is_the_first_answer(make):
    files = {'a.rst': ':orphan:\n\nA\n=\n\n' + code_block('python', 'make_it()')}
    files['index.rst'] = 'Z\n=\n\n``make_it()``\n-------------\n\nMakes it.\n'
    [answer] = find(make(files, 'kwindex').out, 'make_it')
    assert [place['section'] for place in answer['places']] == ['make-it', 'a']


def test_there_may_be_no_answer(run):
    assert run('query', 'old', 'pkg.conect') == (
        1,
        '',
        "There is nothing called 'pkg.conect'. Did you mean pkg.connect?\n",
    )
    assert run('query', 'old', 'zzz', '--json') == (1, '', "There is nothing called 'zzz'.\n")
    assert run('explain', 'zzz', 'old') == (1, '', "There is nothing called 'zzz'.\n")


def test_a_document_that_is_missing_is_named(run):
    status, out, err = run('explain', 'pkg.connect', 'old', '--document', 'guide/us')
    assert (status, out) == (2, '')
    assert err == "/old: it has no document 'guide/us'. Did you mean guide/use?\n"
    _status, _out, err = run('explain', 'pkg.connect', 'old', '--document', 'zzz')
    assert err == "/old: it has no document 'zzz'.\n"
    _status, _out, err = run('explain', 'pkg.conect', 'old', '--document', 'guide/use')
    assert err.startswith("There is nothing called 'pkg.conect'.")


def test_every_recorded_name_is_answered_and_explained(built, capsys):
    for root in ('test-domains/rst', 'test-markup/rst', 'test-odd-names', 'test-export'):
        out = built(root, 'kwindex').out
        names = {
            name
            for line in (out / 'records.jsonl').read_text().splitlines()
            for name in names_of(json.loads(line))
        }
        assert names
        for name in sorted(names):
            assert find(out, name), name
            assert main(['explain', '--', name, str(out)]) == 0, name
            assert name in capsys.readouterr().out


def test_an_option_is_a_keyword_like_any_other(make, capsys):
    out = str(make({'index.rst': 'I\n=\n\n.. option:: --port\n\n   A number.\n'}, 'kwindex').out)
    for words in (['query', out, '--port'], ['query', out, '--port', '--json'],
                  ['explain', '--port', out], ['query', out, '--', '--port']):  # fmt: skip
        assert main(words) == 0
        assert '--port' in capsys.readouterr().out


def test_a_keyword_is_explained(run):
    status, out, _err = run('explain', 'small_detail', 'old')
    assert (status, out) == (
        0,
        """\
small_detail (name) in guide/use: listed
  role mentions, score 3.03
  its kind is guessed; kwindex_kind_of can correct it
  because its score is at least 1
    guide/use.rst:10  Details: literal (mentions, weight 2.2), 2 times
""",
    )


def test_the_kind_that_the_configuration_gives_is_explained(make, capsys):
    config = {'kwindex_kind_of': {'small_detail': 'class'}}
    out = make({'index.rst': 'I\n=\n\n``pkg.small_detail``\n'}, 'kwindex', config=config).out
    assert main(['explain', 'small_detail', str(out)]) == 0
    printed = capsys.readouterr().out
    assert 'shown as pkg.small_detail (class)\n  its kind is set by kwindex_kind_of\n' in printed


def test_what_is_not_listed_is_explained_too(make, capsys):
    out = make({'index.rst': 'I\n=\n\n**some phrase**\n'}, 'kwindex').out
    assert main(['explain', 'some phrase', str(out)]) == 0
    assert capsys.readouterr().out == (
        'some phrase (term) in index: not listed\n'
        '  role mentions, score 0\n'
        '  because none of its places is a reason by itself to list it\n'
        '    index.rst:4  I: strong (mentions, weight 1.5)\n'
    )


def test_what_stands_for_another_name_is_explained_by_it(run):
    _status, out, _err = run('explain', 'pkg.connect', 'old')
    assert 'pkg.connect (function) in api: listed\n  role defines' in out
    assert 'because it is defined in this project' in out


BAD = {
    'no JSON': (b'{"document": "a"\n', "1: this is no JSON: Expecting ',' delimiter (column 1"),
    'nothing': (b'', ' it is empty, and no kwindex.json beside it says that it should be.'),
    'no UTF-8': (b'{"document": "\xff"}\n', '1: this is no UTF-8 (byte 15 of the line).'),
    'no object': (b'[1]\n', '1: an object is expected, and this is none.'),
    'a member missing': (b'{"document": "a"}\n', "1: 'source' is missing. Is it the right file?"),
    'another type': (
        b'{"document": "a", "source": "", "sections": [], "keywords": 3}\n',
        "1: a value is not of its type: 'int' object is not iterable.",
    ),
}


@pytest.mark.parametrize('case', BAD)
def test_bad_input_is_named_with_its_line(tmp_path, capsys, case):
    content, message = BAD[case]
    path = tmp_path / 'documents.jsonl'
    path.write_bytes(content)
    status = main(['diff', str(path), str(path)])
    err = capsys.readouterr().err
    assert status == 2
    assert err.startswith(f'{path}:{message}')
    assert err.count('\n') == 1


@pytest.mark.parametrize('name', ['documents.jsonl', 'keywords.jsonl', 'records.jsonl'])
def test_what_is_cut_short_is_not_taken_for_all(exports, tmp_path, capsys, name):
    for file in (exports / 'old').glob('*.json*'):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    lines = (tmp_path / name).read_text().splitlines(keepends=True)
    for rest in (lines[:-1], []):
        (tmp_path / name).write_text(''.join(rest))
        message = f'{name}: it has {len(rest)} lines, and kwindex.json counts {len(lines)}. Was'
        commands = [['explain', 'pkg.connect', str(tmp_path)]]
        if name != 'records.jsonl':
            commands = [['diff', str(tmp_path / name), str(exports / 'old' / name)]]
        if name == 'documents.jsonl':
            commands.append(['query', str(tmp_path), 'pkg.connect'])
        for command in commands:
            assert main(command) == 2
            assert message in capsys.readouterr().err


def test_a_summary_that_is_none_is_said(exports, tmp_path, capsys):
    for file in (exports / 'old').glob('*.json*'):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / 'kwindex.json').write_text('')
    assert main(['query', str(tmp_path), 'pkg.connect']) == 2
    assert 'kwindex.json: it should have one line, and has 0.' in capsys.readouterr().err


def test_a_project_without_documents_has_empty_files(make, run):
    out = str(make({'index.rst': ':kwindex: skip\n\nI\n=\n'}, 'kwindex').out)
    assert run('diff', out, out) == (0, 'no change\n', '')


def test_keywords_are_not_compared_with_documents(run):
    status, _out, err = run('diff', 'old/documents.jsonl', 'new/keywords.jsonl')
    assert status == 2
    assert 'one has documents, one just keywords. Name two directories.' in err


@pytest.mark.parametrize('command', ['query', 'explain'])
@pytest.mark.parametrize('file', ['documents.jsonl', 'kwindex.json'])
def test_a_file_of_an_export_stands_for_its_directory(run, command, file):
    expected = run(command, 'pkg.Client', 'old')
    assert expected[0] == 0
    assert run(command, 'pkg.Client', f'old/{file}') == expected
    assert run(command, f'old/{file}', 'pkg.Client') == expected


@pytest.mark.parametrize('command', ['query', 'explain'])
def test_the_directory_may_come_first(run, command):
    status, out, err = run(command, 'old', 'pkg.Client')
    assert (status, out, err) == run(command, 'pkg.Client', 'old')
    assert out.startswith('pkg.Client (class)')


def test_what_was_probably_meant_is_said(run):
    _status, _out, err = run('query', '/', 'pkg.Client')
    assert err == 'pkg.Client: there is no such directory. Write the name first.\n'
    _status, _out, err = run('diff', 'old', 'new', '--fail-on', 'remove')
    assert "there is no change 'remove' (did you mean 'removed'?), only" in err


def test_what_is_not_there_is_named(run, tmp_path):
    advice = 'Make an export with: kwindex build [DOCS [DIR]]\n'
    message = f'/new-not: there is no such directory. {advice}'
    assert run('query', 'x', 'new-not') == (2, '', message)
    (tmp_path / 'file').touch()
    _status, _out, err = run('diff', str(tmp_path / 'file'), 'new')
    assert 'only documents.jsonl and keywords.jsonl can be compared.' in err
    _status, _out, err = run('explain', 'x', str(tmp_path))
    assert err == f'{tmp_path}: there is no documents.jsonl in it. {advice}'


def test_a_later_schema_is_refused(exports, tmp_path, capsys):
    (tmp_path / 'kwindex.json').write_text('{"schema": 2}')
    (tmp_path / 'documents.jsonl').touch()
    for name in ('', 'documents.jsonl'):
        assert main(['diff', str(exports / 'old'), str(tmp_path / name)]) == 2
        assert 'it has schema 2, and this program reads schema 1.' in capsys.readouterr().err


@pytest.mark.parametrize(
    'words',
    [[], ['diff'], ['diff', 'old', 'new', '--fail-on', 'all'], ['query'], ['other']],
)
def test_wrong_usage(run, words):
    status, _out, err = run(*words)
    assert status == 2
    assert 'usage: kwindex' in err


def test_no_command_at_all(run):
    assert '{build,check,diff,explain,impact,query}' in run()[2]


NO_SPHINX = """
import runpy, sys
from contextlib import suppress
out = sys.argv[1]
for words in ['query', '*', out], ['explain', 'pkg.connect', out], ['diff', out, out], ['-h']:
    sys.argv[1:] = words
    try:
        runpy.run_module('sphinxcontrib_kwindex', run_name='__main__')
    except SystemExit as end:
        assert not end.code
imported = {name.partition('.')[0] for name in sys.modules}
sys.exit(', '.join(imported & {'sphinx', 'docutils', 'jinja2', 'pygments', 'babel'}) or None)
"""


def test_the_commands_import_no_sphinx(exports):
    command = [sys.executable, '-c', NO_SPHINX, exports / 'old']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, '')


def test_the_module_runs_and_may_be_cut_off(exports):
    command = [sys.executable, '-m', 'sphinxcontrib_kwindex', 'query', exports / 'old', '*']
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b''
    assert process.returncode == 0
