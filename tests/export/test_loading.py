"""The exports load elsewhere as they are; these tests need what loads them."""

import json
import re
from pathlib import Path

import project
import pytest


@pytest.fixture(scope='module')
def export(built):
    return built('test-export', 'kwindex').out


@pytest.fixture(scope='module')
def expected(export):
    lines = (export / 'documents.jsonl').read_text(encoding='utf-8').splitlines()
    return [json.loads(line) for line in lines]


def test_duckdb_loads_documents(export, expected):
    duckdb = pytest.importorskip('duckdb')
    documents = str(export / 'documents.jsonl')
    rows = duckdb.execute(
        """
        SELECT document, k.name, k.role, p.section, p.line, p.count
        FROM (SELECT document, unnest(keywords) AS k FROM read_json(?)), unnest(k.places) AS t(p)
        ORDER BY ALL
        """,
        [documents],
    ).fetchall()
    assert rows == sorted(
        (d['document'], k['name'], k['role'], p['section'], p['line'], p['count'])
        for d in expected
        for k in d['keywords']
        for p in k['places']
    )


@pytest.mark.parametrize('name', ['keywords.jsonl', 'records.jsonl'])
def test_duckdb_loads_all_lines(export, name):
    duckdb = pytest.importorskip('duckdb')
    query = 'SELECT count(name) FROM read_json(?)'
    (count,) = duckdb.execute(query, [str(export / name)]).fetchone()
    assert count == len((export / name).read_text(encoding='utf-8').splitlines())


#: a part that defines something, and others that use that, define some of it themselves, or take
#: it for something of another kind
PARTS = {
    'api': {
        'index.rst': 'Api\n===\n\n.. py:class:: Pool\n\n.. py:class:: Both\n\n'
        '.. py:function:: call\n\n.. envvar:: API_KEY\n'
    },
    'guide': {
        'index.rst': 'Guide\n=====\n\n:py:class:`Pool`, :py:class:`Both`, :envvar:`API_KEY`\n\n'
        '.. py:class:: Both\n\n.. py:class:: Own\n\n.. py:method:: Own.call\n\n:py:func:`call`\n',
        'more.rst': ':orphan:\n\nMore\n====\n\n:py:class:`Pool`\n',
    },
    'shop': {'index.rst': 'Shop\n====\n\n:py:class:`Pool` :envvar:`call`\n'},
}


def test_the_queries_of_the_guide_join_parts(tmp_path, monkeypatch):
    duckdb = pytest.importorskip('duckdb')
    for part, files in PARTS.items():
        out = tmp_path / 'exports' / part
        project.build_files(tmp_path / part, files, 'kwindex', out=out)
    monkeypatch.chdir(tmp_path)
    used, several, table = queries('large.md')
    assert duckdb.execute(used).fetchall() == [
        ('Pool', 'class', 3, ['api: index']),
        ('API_KEY', 'environment variable', 1, ['api: index']),
        ('call', 'function', 1, ['api: index']),
    ]
    assert [(*rest, sorted(parts)) for *rest, parts in duckdb.execute(several).fetchall()] == [
        ('Both', 'class', ['api', 'guide'])
    ]
    [(lines,)] = duckdb.execute(table).fetchall()
    paths = tmp_path.glob('exports/*/records.jsonl')
    assert lines == sum(len(path.read_text(encoding='utf-8').splitlines()) for path in paths)


def queries(page):
    guide = project.REPOSITORY.joinpath('example', 'guide', page).read_text(encoding='utf-8')
    return re.findall(r'```sql\n(.*?)```', guide, re.DOTALL)


#: more lines than DuckDB looks at to find the types of columns, unless it is told to look at all
MANY = 30_000


def test_the_queries_of_the_guide_see_what_only_the_last_line_has(tmp_path, monkeypatch):
    duckdb = pytest.importorskip('duckdb')
    monkeypatch.chdir(tmp_path)
    write_lines('exports/part/records.jsonl', {'means': None}, {'means': {'name': 'a'}})
    without = {'kind': 'class', 'definition': None}
    write_lines('keywords.jsonl', without, {'definition': {'text': 'b'}})
    *_, table = queries('large.md')
    duckdb.execute(table)
    assert duckdb.execute("SELECT count(means) FROM 'records.parquet'").fetchone() == (1,)
    explained, _ = queries('ci.md')
    assert duckdb.execute(explained).fetchall() == [('class', MANY, 1)]


def write_lines(path, most, last):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    lines = [most] * (MANY - 1) + [most | last]
    Path(path).write_text('\n'.join(map(json.dumps, lines)), encoding='utf-8')


def test_pandas_loads_documents(export, expected):
    pandas = pytest.importorskip('pandas')
    frame = pandas.read_json(export / 'documents.jsonl', lines=True)
    assert list(frame['document']) == [d['document'] for d in expected]
    keywords = frame.explode('keywords').dropna(subset=['keywords'])
    table = pandas.json_normalize(keywords['keywords'].tolist())
    assert list(table['name']) == [k['name'] for d in expected for k in d['keywords']]
    scores = [k['score'] for d in expected for k in d['keywords']]
    assert table['score'].sum() == pytest.approx(sum(scores))
