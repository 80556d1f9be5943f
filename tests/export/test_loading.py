"""The exports load elsewhere as they are; these tests need what loads them."""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import project
import pytest

CORPUS = Path('/work/shared/corpora/repo-docs-500.tar.xz')
CONF = """
project = 'corpus'
extensions = ['myst_parser', 'sphinxcontrib_kwindex']
suppress_warnings = ['myst', 'toc', 'misc.highlighting_failure', 'ref', 'kwindex']
"""


@pytest.fixture(scope='module')
def export(built, tmp_path_factory):
    """Export the corpus of 500 documents if KWINDEX_CORPUS is set, else a small project."""
    if not (os.environ.get('KWINDEX_CORPUS') and CORPUS.is_file()):
        return built('test-export', 'kwindex').out
    folder = tmp_path_factory.mktemp('corpus')
    with tarfile.open(CORPUS) as archive:
        archive.extractall(folder / 'source', filter='data')
    (folder / 'source' / 'conf.py').write_text(CONF)
    (folder / 'source' / 'index.rst').write_text('Corpus\n======\n')
    return project.build(folder / 'source', folder / 'out', folder / 'doctrees', 'kwindex').out


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


def test_pandas_loads_documents(export, expected):
    pandas = pytest.importorskip('pandas')
    frame = pandas.read_json(export / 'documents.jsonl', lines=True)
    assert list(frame['document']) == [d['document'] for d in expected]
    keywords = frame.explode('keywords').dropna(subset=['keywords'])
    table = pandas.json_normalize(keywords['keywords'].tolist())
    assert list(table['name']) == [k['name'] for d in expected for k in d['keywords']]
    scores = [k['score'] for d in expected for k in d['keywords']]
    assert table['score'].sum() == pytest.approx(sum(scores))
