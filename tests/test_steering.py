"""Control by authors: what they leave out and add, and what stands under conditions."""

import re
import shutil

import pytest
from links import Crawl
from project import ROOTS, build_root
from trees import page_of

SYNTAXES = ['rst', 'md']


@pytest.fixture(params=SYNTAXES)
def steered(request, built):
    return lambda builder='html': built(f'test-steering/{request.param}', builder)


def test_what_an_author_leaves_out_is_not_collected(steered):
    result = steered()
    assert result.warning == ''
    assert not [name for name in result.names() if 'idden' in name]
    assert {'seen_name', 'seen_again'} <= result.names()


def test_what_an_author_leaves_out_is_in_no_output_of_ours(steered):
    for builder in ('html', 'text', 'kwindex'):
        result = steered(builder)
        for path in [*(result.out / 'kwindex').rglob('*.*'), *result.out.glob('*.json*')]:
            text = path.read_text(encoding='utf-8').replace(' hidden>', '>')
            assert not re.search('hidden|skipped', text, re.IGNORECASE), path


def test_sections_left_out_are_not_in_the_map(steered):
    sections = [section.title for section in steered().record('index').sections]
    assert sections == ['Steering', 'Steering', 'Shown again']


def test_the_authors_own_keywords_are_taken(steered):
    own = {'own_one', 'own_two', 'second phrase', 'third phrase'}
    assert own <= steered().names()
    page = page_of(steered(), 'kwindex/doc/index.html')
    assert own <= {dt.one('a').text for dl in page.all(class_='kwx-list') for dt in dl.all('dt')}


def test_a_skipped_document_has_no_keywords_and_no_page(steered):
    result = steered()
    assert result.record('skipped').keywords == ()
    assert not (result.out / 'kwindex/doc/skipped.html').exists()
    assert (result.out / 'kwindex/doc/shown.html').exists()
    assert Crawl(result.out).broken == []


def test_a_skipped_document_may_show_the_keywords_of_others(steered):
    assert '"shown_name" (name)' in steered('text').text('skipped.txt')


#: name -> (builder, tags) -> whether it is shown
SHOWN = {
    'always_name': {'html', 'latex', 'internal', 'text'},
    'last_name': {'html', 'latex', 'internal', 'text'},
    'html_name': {'html', 'internal'},
    'latex_name': {'latex'},
    'internal term': {'internal'},
    'internal.Thing': {'internal'},
    'internal_html_name': {'internal'},
    'internal_section_name': {'internal'},
    'Internal section': {'internal'},
    'An internal secret': {'internal'},
    'An internal thing': {'internal'},
    'high_level_name': {'html', 'latex', 'internal', 'text'},
    'highest_level_name': set(),
}
BUILDS = [
    ('html', 'html', ()),
    ('latex', 'latex', ()),
    ('text', 'text', ()),
    ('internal', 'html', ('internal',)),
]


def ours(result, builder):
    """Give all the text that we put into an output."""
    if builder == 'latex':
        return ''.join(result.text(path.name) for path in result.out.glob('*.tex'))
    pages = [path for path in (result.out / 'kwindex').rglob('*.*') if path.is_file()]
    text = ''.join(path.read_text(encoding='utf-8') for path in pages)
    index = result.text(f'index.{builder.replace("text", "txt")}')
    return text + index.partition('Keywords on this page')[2].partition('<footer')[0]


@pytest.mark.parametrize('order', [BUILDS, BUILDS[::-1]], ids=['forwards', 'backwards'])
@pytest.mark.parametrize('syntax', SYNTAXES)
def test_what_stands_under_a_condition_is_shown_where_it_holds(tmp_path, syntax, order):
    """All builds share one doctree directory, so that each document is read once."""
    for name, builder, tags in [*order, *order]:
        out, doctrees = tmp_path / name, tmp_path / 'doctrees'
        result = build_root(ROOTS / f'test-conditions/{syntax}', out, doctrees, builder, tags=tags)
        assert result.warning == ''
        text = ours(result, builder).replace(r'\_', '_').replace(r'\sphinxhyphen{}', '-')
        for keyword, where in SHOWN.items():
            assert (keyword in text) is (name in where), (keyword, name)
        if builder == 'html':
            assert Crawl(out).broken == []


@pytest.mark.parametrize('syntax', SYNTAXES)
@pytest.mark.parametrize('tags', [(), ('internal',)])
def test_the_export_has_what_is_shown(tmp_path, syntax, tags):
    root = ROOTS / f'test-conditions/{syntax}'
    result = build_root(root, tmp_path / 'out', tmp_path / 'doctrees', 'kwindex', tags=tags)
    [document] = result.lines('documents.jsonl')
    names = {keyword['name'] for keyword in document['keywords']}
    assert ('internal.Thing' in names) is bool(tags)
    assert ('Internal section' in [s['title'] for s in document['sections']]) is bool(tags)
    assert 'highest_level_name' not in names
    assert ('secret' in result.text('keywords.jsonl')) is bool(tags)


def test_a_changed_tag_shows_in_every_listing(tmp_path):
    """The doctrees do not change with a tag: what is shown does."""
    source = tmp_path / 'source'
    shutil.copytree(ROOTS / 'test-conditions/rst', source)
    shutil.copy(ROOTS / 'test-conditions/conf.py', source)
    for tags, expected in [((), False), (('internal',), True), ((), False)]:
        result = build_root(source, tmp_path / 'out', tmp_path / 'doctrees', tags=tags)
        for name in 'index', 'kwindex/index', 'kwindex/glossary':
            assert ('internal.Thing' in result.text(f'{name}.html')) is expected


def test_a_spelling_that_is_not_shown_is_not_used(make):
    text = """
        Index
        =====

        A ``signer``, and :index:`one thing`.

        .. only:: internal

           Some ``Signers``, ``Signers``, ``Signers``, :index:`One Things`, :index:`One Things`.

        .. kwindex::
           :style: list
    """
    lines = [line.removeprefix(' ' * 8) for line in text.strip('\n').splitlines()]
    source = {'index.rst': '\n'.join(lines), 'other.rst': ':orphan:\n\nO\n=\n\n``signer``\n'}
    for tags in [(), ('internal',)]:
        result = make(source, 'text', tags=tags)
        shown = ''.join(p.read_text(encoding='utf-8') for p in result.out.rglob('*.txt'))
        assert ('Signers' in shown) is ('One Thing' in shown) is bool(tags)


def test_a_name_is_kept_by_its_last_part(make):
    code = '.. code-block:: python\n\n   pd.DataFrame()\n   pd.Series()\n'
    files = {'index.rst': f'Title\n=====\n\n{code}'}
    result = make(files, 'kwindex', config={'kwindex_keep': ['DataFrame']})
    listed = {r['name']: r['listed'] for r in result.lines('records.jsonl')}
    assert (listed['pd.DataFrame'], listed['pd.Series']) == (True, False)


def test_the_project_corrects_the_kinds_of_names(make):
    code = '.. code-block:: python\n\n   import web\n   shop = web.make()\n   cart = web.serve()\n'
    text = f'Title\n=====\n\n``shop`` and ``cart.run()`` and ``web.serve``.\n\n{code}'
    files = {'index.rst': text}
    given = {'shop': 'class', 'cart.run': 'command', 'serve': 'constant', 'none.such': 'role'}

    def shown(**config):
        text = make(files, config=config).text('kwindex/index.html')
        return {f'id="kw-{kind}-' in text for kind in ('class', 'command', 'constant')}

    before = make(files, 'kwindex').text('documents.jsonl')
    after = make(files, 'kwindex', config={'kwindex_kind_of': given})
    found = {
        word['name']: word['kind']
        for line in after.lines('documents.jsonl')
        for word in (*line['keywords'], *line['not_shown'])
    }
    assert found['shop'] == 'class'
    assert found['cart.run'] == 'command'
    assert found['web.serve'] == 'constant'
    assert 'role' not in found.values()
    assert make(files, 'kwindex').text('documents.jsonl') == before
    assert shown() == {False}
    assert shown(kwindex_kind_of=given) == {True}
    assert shown() == {False}


def test_words_that_are_never_keywords_are_none_in_code_either(make):
    code = '.. code-block:: python\n\n   retry(cart(1))\n'
    files = {'index.rst': f'Title\n=====\n\n``retry``, ``retry``.\n\n{code}'}

    def names(**config):
        return {keyword.name for keyword in make(files, config=config).record('index').keywords}

    assert names() == {'Title', 'retry', 'cart'}
    assert names(kwindex_stopwords=['retry']) == {'Title', 'cart'}
