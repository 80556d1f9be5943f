"""What a document costs is the same in a large documentation as in a small one."""

from __future__ import annotations

import cProfile
import gc
import pstats
import weakref
from pathlib import Path

import pytest
from linear import assert_linear
from project import CONF, store_of
from sphinx.environment import BuildEnvironment
from sphinx.project import Project

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.index import ProjectIndex
from sphinxcontrib_kwindex.model import (
    Definition,
    DocumentRecord,
    Keyword,
    Kind,
    Place,
    Position,
    Section,
)
from sphinxcontrib_kwindex.project import KeywordProject
from sphinxcontrib_kwindex.remembered import remembered
from sphinxcontrib_kwindex.subjects import Subject, folders_of, page_of
from sphinxcontrib_kwindex.view import Shelf, Site
from sphinxcontrib_kwindex.view.pages import page_view

HERE = str(Path(sphinxcontrib_kwindex.__file__).parent)

#: so many times as many documents must cost no more than so many times as much
FACTOR = 4


def calls_of_ours(profile):
    """Count how often functions of the extension were called: no noise can change that."""
    stats = pstats.Stats(profile).stats
    return sum(calls for (file, *_), (_, calls, *_) in stats.items() if file.startswith(HERE))


def files(documents):
    """Make documents that define and use names, by tens in folders, with the same words in all."""
    names = [f'part{n // 10}/d{n}' for n in range(documents)]
    toctree = ''.join(f'   {name}\n' for name in names)
    sources = {
        f'{name}.rst': f'D{n}\n===\n\n.. py:class:: Class{n}\n\n   Is number {n}.\n\n'
        f'Uses ``Class{(n + 1) % documents}`` and ``shared_{n % 7}``.\n'
        for n, name in enumerate(names)
    }
    return {'conf.py': CONF, 'index.rst': f'Start\n=====\n\n.. toctree::\n\n{toctree}', **sources}


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_building_more_documents_costs_no_more_for_each(make, builder):
    calls = []
    for documents in (30, 30 * FACTOR):
        with cProfile.Profile() as profile:
            make(files(documents), builder, out=str(documents), doctrees=f'doctrees{documents}')
        calls.append(calls_of_ours(profile))
    assert calls[1] < calls[0] * FACTOR, calls


def test_what_all_documents_say_is_derived_once_whoever_asks(make, monkeypatch):
    calls = []

    def counted(function):
        def count(*given):
            calls.append((function.__name__, given[1:]))
            return function(*given)

        return count

    index = sphinxcontrib_kwindex.index
    monkeypatch.setattr(index, 'survey', counted(index.survey))
    merged = remembered(counted(ProjectIndex._merged.__wrapped__))
    monkeypatch.setattr(ProjectIndex, '_merged', merged)
    listings = {f'list{n}.rst': f'L{n}\n==\n\n.. kwindex:: /\n' for n in range(3)}
    make({**files(20), **listings}, config={'kwindex_json': True})
    assert len(calls) == len(set(calls)) > 3
    assert sum(name == 'survey' for name, _given in calls) == 1


MAIN = Keyword('main', Kind.FUNCTION, (Place(0, 3, Position.SOURCE_DEFINITION),))


@pytest.mark.parametrize(
    'keywords',
    [
        lambda n: [MAIN, Keyword(f'cli{n}.main', Kind.NAME, (Place(0, 5, Position.CODE_USE),))],
        lambda n: [MAIN._replace(definitions=(Definition(f'{n}', 'docstring', 0),) * (n % 2))],
    ],
    ids=['used of each of their modules', 'explained by half of them'],
)
def test_a_name_that_all_documents_define_costs_no_more_for_each(keywords):
    calls = []
    for documents in (50, 50 * FACTOR):
        top = (Section('', 'Top', 0),)
        store = store_of(
            (f'cli{n}', DocumentRecord('Top', top, tuple(keywords(n)))) for n in range(documents)
        )
        with cProfile.Profile() as profile:
            index = ProjectIndex(store, lambda _chain: True)
            definitions = [entry.definitions for d in store for entry in index.listed(d)]
            assert index.everything
        assert sum(map(len, definitions)) <= documents * 2
        calls.append(calls_of_ours(profile))
    assert calls[1] <= calls[0] * FACTOR * 1.1, calls


def test_foretelling_the_pages_of_many_documents_takes_time_with_their_number(
    tmp_path, monkeypatch
):
    def foretell(text):
        docnames = {f'd{n}' for n in range(len(text))}
        monkeypatch.setattr(Project, 'discover', lambda *_paths: set(docnames))
        project = KeywordProject(Project(tmp_path, {'.rst': 'rst'}), 'k', ['documents'])
        project.discover()
        assert len(project.generated) == len(docnames)

    assert_linear(foretell, 'x')


@pytest.mark.parametrize('setting', ['', 'kwindex_json', 'kwindex_search', 'kwindex_inventory'])
def test_a_build_after_no_change_decodes_no_record(make, monkeypatch, setting):
    config = {setting: True} if setting else {}
    before = make(files(40), config=config)
    decoded = []
    decode = sphinxcontrib_kwindex.store.decode
    monkeypatch.setattr(
        sphinxcontrib_kwindex.store, 'decode', lambda data: decoded.append(data) or decode(data)
    )
    again = make(files(40), config=config)
    assert (again.written, again.digests) == (set(), before.digests)
    assert decoded == []


def records(documents):
    """Give records of documents that share most of their names."""
    for n in range(documents):
        keywords = [
            Keyword(f'mod{n}.name_{k}', Kind.FUNCTION, (Place(0, k, Position.OBJECT),))
            for k in range(20)
        ]
        keywords += [
            Keyword(f'mod{n + k}.name_{k}', Kind.NAME, (Place(0, k, Position.LITERAL),))
            for k in range(1, 20)
        ]
        keywords.append(Keyword(f'a phrase {n % 9}', Kind.TERM, (Place(0, 1, Position.STRONG),)))
        sections = (Section('', 'Title', 0),)
        yield f'f{n // 10:04}/d{n}', DocumentRecord('Title', sections, tuple(keywords))


def derive(documents):
    """Derive all lists of so many documents."""
    index = ProjectIndex(store_of(records(documents)), lambda _chain: True)
    shelf = Shelf(index, 100)
    for folder in folders_of(index.documents):
        shelf.ranges(Subject('folder', folder))
    assert len(index.glossary) >= documents * 20


def test_merging_more_documents_costs_no_more_for_each():
    calls = []
    for documents in (60, 60 * FACTOR):
        with cProfile.Profile() as profile:
            derive(documents)
        calls.append(calls_of_ours(profile))
    assert calls[1] < calls[0] * FACTOR * 1.1, calls  # a larger glossary is cut into more ranges


def test_the_pages_of_a_longer_list_cost_no_more_for_each_keyword():
    calls = []
    for documents in (60, 60 * FACTOR):
        shelf = Shelf(ProjectIndex(store_of(records(documents)), lambda _chain: True), 100)
        site = Site(lambda shelf=shelf: shelf, 'k', frozenset(), lambda _docname: ('', ''))
        parts = range(1, len(shelf.ranges(Subject('glossary'))) + 1)
        assert len(parts) > documents / 5
        with cProfile.Profile() as profile:
            for part in parts:
                page_view(page_of(Subject('glossary', part=part), 'k'), 'glossary', site)
        calls.append(calls_of_ours(profile))
    assert calls[1] < calls[0] * FACTOR * 1.1, calls  # a page names its neighbours


def test_nothing_grows_over_ten_incremental_builds(make, tmp_path):
    sources = files(12)
    texts = [sources['part0/d3.rst'], sources['part0/d3.rst'].replace('Class3', 'Other3')]
    sizes = []
    for number in range(12):
        sources['part0/d3.rst'] = texts[number % 2]
        assert make(sources).read >= ({'part0/d3'} if number else set())
        if number % 2:
            sizes.append(
                [
                    (tmp_path / 'doctrees' / name).stat().st_size
                    for name in ('environment.pickle', 'kwindex-html.json', 'kwindex-html.lists')
                ]
            )
    assert sizes[1:] == [sizes[1]] * (len(sizes) - 1)


def test_what_was_never_read_is_not_forgotten(make, monkeypatch):
    """Sphinx would look through all objects of the documentation for each generated page."""
    forgotten = []
    clear = BuildEnvironment.clear_doc
    monkeypatch.setattr(
        BuildEnvironment, 'clear_doc', lambda env, name: forgotten.append(name) or clear(env, name)
    )
    built = make(files(3))
    assert built.out.joinpath('kwindex', 'doc', 'part0', 'd0.html').is_file()
    assert [name for name in forgotten if name.startswith('kwindex/')] == []


def test_what_lists_are_made_from_is_found_once_and_let_go(make, monkeypatch):
    surveys = []
    found = sphinxcontrib_kwindex.index.survey
    monkeypatch.setattr(
        sphinxcontrib_kwindex.index,
        'survey',
        lambda records: surveys.append(found(records)) or surveys[-1],
    )
    app = make(files(3)).app
    assert len(surveys) == 1
    names = weakref.ref(surveys.pop().names)
    gc.collect()
    assert names() is None
    index = KeywordDomain.of(app.env).site(app.builder).index
    assert list(index.judged('part0/d0'))  # it is found again where it is needed
    assert len(surveys) == 1
