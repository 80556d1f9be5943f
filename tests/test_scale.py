"""What a document costs is the same in a large documentation as in a small one."""

import cProfile
import pstats
from pathlib import Path

import pytest
from project import CONF, store_of

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex import records as stored
from sphinxcontrib_kwindex.index.project import ProjectIndex
from sphinxcontrib_kwindex.model import (
    Definition,
    DocumentRecord,
    Keyword,
    Kind,
    Place,
    Position,
    Section,
)
from sphinxcontrib_kwindex.pages.context import PageContext, PageId, folders_of
from sphinxcontrib_kwindex.pages.generated import page_view

HERE = str(Path(sphinxcontrib_kwindex.__file__).parent)

#: so many times as many documents must cost no more than so many times as much
FACTOR = 4


def assert_same_cost(work, documents, more=1.1):
    """Compare calls of our functions for some and for many documents: no noise changes them."""
    calls = []
    for number in (documents, documents * FACTOR):
        run = work(number)
        with cProfile.Profile() as profile:
            run()
        stats = pstats.Stats(profile).stats.items()
        calls.append(sum(calls for (file, *_), (_, calls, *_) in stats if file.startswith(HERE)))
    assert calls[1] <= calls[0] * FACTOR * more, calls


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


@pytest.mark.slow
@pytest.mark.parametrize('builder', ['html', 'text'])
def test_building_more_documents_costs_no_more_for_each(make, builder):
    def work(n):
        return lambda: make(files(n), builder, out=str(n), doctrees=f'doctrees{n}')

    assert_same_cost(work, 30, more=1)


def test_the_index_is_made_once_in_a_build(make, monkeypatch):
    made = []
    init = ProjectIndex.__init__
    monkeypatch.setattr(
        ProjectIndex, '__init__', lambda index, *given: made.append(index) or init(index, *given)
    )
    listings = {f'list{n}.rst': f'L{n}\n==\n\n.. kwindex:: /\n' for n in range(3)}
    make({**files(20), **listings})
    assert len(made) == 1


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
    def work(documents):
        top = (Section('', 'Top', 0),)
        store = store_of(
            (f'cli{n}', DocumentRecord('Top', top, tuple(keywords(n)))) for n in range(documents)
        )

        def run():
            index = ProjectIndex(store, lambda _chain: True)
            definitions = [entry.definitions for d in store for entry in index.listed(d)]
            assert index.everything
            assert sum(map(len, definitions)) <= documents * 2

        return run

    assert_same_cost(work, 50)


def test_a_build_after_no_change_decodes_no_record(make, monkeypatch):
    before = make(files(40))
    decoded = []
    for name in ('_decode_header', '_decode_places'):
        decode = getattr(stored, name)
        monkeypatch.setattr(
            stored, name, lambda data, decode=decode: decoded.append(data) or decode(data)
        )
    again = make(files(40))
    assert (again.written, again.digests) == (set(), before.digests)
    assert decoded == []
    assert make({**files(40), 'index.rst': 'Start\n=====\n\n``new_name``\n'}).written
    assert decoded


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


def context_of(documents, page_size=100):
    index = ProjectIndex(store_of(records(documents)), lambda _chain: True)
    return PageContext(lambda: index, kinds=('index', 'glossary', 'folders'), page_size=page_size)


def test_merging_more_documents_costs_no_more_for_each():
    def work(documents):
        context = context_of(documents)

        def run():
            for folder in folders_of(context.index.documents):
                assert context.parts(PageId('folder', folder))
            glossary = PageId('glossary')
            shown = [context.entries(glossary._replace(part=p)) for p in context.parts(glossary)]
            assert sum(map(len, shown)) >= documents * 20

        return run

    assert_same_cost(work, 60)


def test_the_pages_of_a_longer_list_cost_no_more_for_each_keyword():
    def work(documents):
        context = context_of(documents, 10 * documents)  # each page links to all others
        pages = [page for page in context.all_pages if page.page == 'glossary' and page.part]
        assert len(pages) > 2
        return lambda: [page_view(page, context).groups for page in pages]

    assert_same_cost(work, 60)


def test_a_page_of_any_size_gives_no_warning(make):
    names = ' '.join(f'``name_{n}``' for n in range(3_000))
    result = make({'index.rst': f'Start\n=====\n\n{names}\n'}, config={'kwindex_page_size': 0})
    assert result.warning == ''
    assert result.text('kwindex/index.html').count('id="kw-name-') == 3_000


def test_nothing_grows_over_ten_incremental_builds(make, tmp_path):
    sources = files(12)
    texts = [sources['part0/d3.rst'], sources['part0/d3.rst'].replace('Class3', 'Other3')]
    sizes, folder = [], tmp_path / 'doctrees'
    for number in range(12):
        sources['part0/d3.rst'] = texts[number % 2]
        assert make(sources).read >= ({'part0/d3'} if number else set())
        if number % 2:
            paths = [folder / 'environment.pickle', *folder.glob('kwindex-*')]
            sizes.append([path.stat().st_size for path in paths])
    assert [len(of_build) for of_build in sizes] == [2] * len(sizes)
    assert sizes[1:] == [sizes[1]] * (len(sizes) - 1)
