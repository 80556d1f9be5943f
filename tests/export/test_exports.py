"""``-b kwindex``: the exports are valid by the schema, and the same whatever build wrote them."""

import json
from functools import cache
from importlib.resources import files

import jsonschema
import project
import pytest

ROOT = 'test-export'
SCHEMA = json.loads(files('sphinxcontrib_kwindex.export').joinpath('schema.json').read_text())
NAMES = {
    'kwindex.json': 'summary',
    'documents.jsonl': 'document',
    'keywords.jsonl': 'keyword',
    'records.jsonl': 'record',
}


@cache  # the schema is checked against its own once, not for every line
def validator(name):
    schema = {**SCHEMA, '$ref': f'#/$defs/{name}'}
    del schema['anyOf']
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture(scope='module')
def exported(built):
    result = built(ROOT, 'kwindex')
    assert (result.warning, result.app.statuscode) == ('', 0)
    return result


@pytest.mark.parametrize('name', NAMES)
@pytest.mark.parametrize('root', [ROOT, 'test-domains/rst', 'test-markup/rst', 'test-pages/md'])
def test_every_line_is_as_the_schema_has_it(built, root, name):
    lines = built(root, 'kwindex').lines(name)
    assert lines
    for line in lines:
        validator(NAMES[name]).validate(line)


@pytest.mark.parametrize(
    ('name', 'change'),
    [
        ('documents.jsonl', {'keywords': None}), ('documents.jsonl', {'document': 1}),
        ('keywords.jsonl', {'kind': 'thing'}), ('keywords.jsonl', {'documents': []}),
        ('records.jsonl', {'places': [{'section': ''}]}), ('kwindex.json', {'schema': '1'}),
    ],
)  # fmt: skip
def test_the_schema_refuses_what_is_wrong(exported, name, change):
    line = exported.lines(name)[0] | change
    with pytest.raises(jsonschema.ValidationError):
        validator(NAMES[name]).validate(line)


def test_every_section_of_a_place_is_a_section_of_its_document(exported):
    for document in exported.lines('documents.jsonl'):
        ids = {'', *(section['id'] for section in document['sections'])}
        assert {p['section'] for k in document['keywords'] for p in k['places']} <= ids


def test_a_place_has_the_strongest_role_and_its_first_line(exported):
    documents = {d['document']: d for d in exported.lines('documents.jsonl')}
    keywords = {k['name']: k for k in documents['guide/install']['keywords']}
    assert keywords['pkg.Client.send']['places'] == [
        {'section': 'options', 'line': 10, 'count': 2, 'role': 'mentions'},
        {'section': 'id1', 'line': 17, 'count': 1, 'role': 'mentions'},
        {'section': 'send', 'line': 33, 'count': 1, 'role': 'mentions'},
    ]
    assert keywords['included_name']['places'] == [
        {'section': 'included', 'line': 4, 'count': 1, 'role': 'mentions', 'file': 'inc/part.rst'}
    ]


def test_what_is_recorded_says_why_it_is_listed(exported):
    records = {(r['document'], r['name']): r for r in exported.lines('records.jsonl')}
    assert records['guide/deep/more', 'pkg.Client']['reasons'] == ['meaning', 'score']
    assert ('index', 'never_shown_name') not in records
    assert not any(docname == 'skipped' for docname, _name in records)
    listed = {
        (d['document'], k['name']): k['listed']
        for d in exported.lines('documents.jsonl')
        for k in (*d['keywords'], *d['not_shown'])
    }
    meant = [(r['document'], (r['means'] or r)['name']) for r in records.values() if r['listed']]
    assert {key for key, is_listed in listed.items() if is_listed} == set(meant)
    assert {(r['document'], (r['means'] or r)['name']) for r in records.values()} == set(listed)


def test_an_incremental_build_writes_what_a_clean_one_writes(make):
    paths = [p for p in (project.ROOTS / ROOT).rglob('*') if p.suffix in {'.py', '.rst', '.md'}]
    files = {p.relative_to(project.ROOTS / ROOT).as_posix(): p.read_text('utf-8') for p in paths}
    other = files | {'guide/install.rst': 'Other\n=====\n\n``other_name``\n'}
    assert 'other_name' in make(other, 'kwindex').text('documents.jsonl')
    again, clean = make(files, 'kwindex'), make(files, 'kwindex', out='clean', doctrees='new')
    assert {name: again.text(name) for name in NAMES} == {name: clean.text(name) for name in NAMES}


def test_they_are_written_again_only_if_they_change(make):
    pages = {'index.rst': 'Index\n=====\n\n``first_name``\n'}
    out = make(pages, 'kwindex').out
    before = project.snapshot(out)
    make(pages, 'kwindex')
    assert {name: project.snapshot(out)[name] for name in NAMES} == {n: before[n] for n in NAMES}
    make({'index.rst': 'Index\n=====\n\n``other_name``\n'}, 'kwindex')
    after = project.snapshot(out)
    assert before['documents.jsonl'] != after['documents.jsonl']
    assert before['kwindex.json'] == after['kwindex.json']
    assert not list(out.glob('*.part'))


def test_they_name_the_file_that_a_document_is_in_now(make):
    suffixes = {'.rst': 'restructuredtext', '.txt': 'restructuredtext'}
    config = {'source_suffix': suffixes, 'kwindex_source_path': {'.*': 'x'}}
    text = 'Start\n=====\n\n``a_name``\n'
    make({'index.rst': text}, 'kwindex', config=config)
    result = make({'index.txt': text}, 'kwindex', config=config)
    [document] = result.lines('documents.jsonl')
    assert document['source'] == 'index.txt'


@pytest.mark.parametrize(
    ('text', 'name', 'count'),
    [
        (':rfc:`2046`', 'RFC 2046', 1),
        (':rfc:`2046`, RFC 2046 and :rfc:`2046`', 'RFC 2046', 3),
        ('It is a *named constructor* here', 'named constructor', 1),
        ('Tagged Image File Format (TIFF) is one', 'TIFF', 1),
        ('TIFF is Tagged Image File Format (TIFF)', 'TIFF', 2),
        ('In ``some_name`` is *some name*, some_name', 'some_name', 2),
    ],
)
def test_what_stands_somewhere_once_is_counted_once(make, text, name, count):
    result = make({'index.rst': f'Title\n=====\n\n{text}.\n'}, 'kwindex')
    [document] = result.lines('documents.jsonl')
    counts = {k['name']: [place['count'] for place in k['places']] for k in document['keywords']}
    assert counts[name] == [count]
