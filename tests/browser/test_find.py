"""The find box: the order of hits, kinds, members, jumps, references to copy, and the sidebar."""

import pytest
import sample

BOX = '.kwx [type=search]'
COUNT = '.kwx-count'
HITS = '.kwx-hits dt a'

API = sample.page(
    'API',
    *(
        f'.. py:{kind}:: {name}\n\n   Does it.'
        for name, kind in {
            'acme.Client': 'class', 'acme.Client.send()': 'method', 'acme.Client.Meta.name': 'attribute',
            'acme.ClientError': 'exception', 'acme.old_client()': 'function', 'acme.HTTPClient': 'class',
            'acme.log_file': 'data', 'acme.LogFile': 'class', 'acme.catalogue()': 'function',
            'acme.set_log_level()': 'function', 'client.run()': 'function', 'acme.reclient()': 'function',
        }.items()
    ),
    '.. option:: --client-name\n\n   Names it.',
    '.. glossary::\n\n   client name\n      How it is called.',
    'Exotic\n------\n\nAn exotic is a thing.',
)  # fmt: skip
TOOL = ':orphan:\n\n' + sample.page(
    'Tool',
    '.. program:: tool run',
    *(f'.. option:: {name}\n\n   Does it.' for name in ['--station', '--keep-going', '-s', '-W']),
    '.. program:: other',
    '.. option:: --keep-going\n\n   Does it.',
    '.. envvar:: TOOL_HOME\n\n   Where it is.',
    *(
        f'.. py:{kind}:: {name}\n\n   Does it.'
        for name, kind in {
            'station': 'data', 'tool.Station': 'class', '_shown': 'data', 'tool.Twice': 'class',
            'other.Twice': 'class', 'twice': 'data', 'Folder': 'class', 'tool.folder': 'data',
        }.items()
    ),
)  # fmt: skip


@pytest.fixture(params=[5000, 4], ids=['one page', 'divided'])
def out(request, site):
    other = ':orphan:\n\nOther\n=====\n\nSee :py:class:`acme.Client`.\n'
    files = {'index.rst': API, 'other.rst': other, 'tool.rst': TOOL}
    return site(
        f'find{request.param}', files, kwindex_page_size=request.param, kwindex_pages=['index', 'documents'],
        html_sidebars={'**': ['kwindex.html']},
    )


@pytest.fixture
def ask(out, open_page):
    page = open_page(out / 'kwindex/index.html', '?kw=ready')
    page.locator('.kwx-on').wait_for()
    page.wait_for_function("() => !document.querySelector('[data-src]') || window.kwindexData")

    def ask(query):
        page.locator(BOX).fill(query)
        page.wait_for_timeout(50)
        return page.locator(HITS).all_inner_texts()

    return ask


def test_exact_then_last_part_then_prefixes_then_inside(ask):
    hits = ask('client')
    assert hits[0] == 'acme.Client'
    assert hits.index('acme.ClientError') < hits.index('acme.HTTPClient') < hits.index('acme.reclient()')
    assert hits.index('--client-name') < hits.index('acme.old_client()') < hits.index('acme.reclient()')
    assert ask('acme.Client')[0] == 'acme.Client'
    assert ask('log file') == ['acme.log_file', 'acme.LogFile']


def test_initials(ask):
    assert set(ask('LF')) == {'acme.log_file', 'acme.LogFile'}
    assert ask('sll') == ['acme.set_log_level()']
    assert ask('HC') == ['acme.HTTPClient']


@pytest.mark.parametrize('typo', ['catalgue', 'cataloguee', 'catalohue', 'cataolgue'])
def test_one_edit_away_if_nothing_else_is_found(ask, typo):
    assert ask(typo) == ['acme.catalogue()']
    assert ask('catolagoe') == []


def test_a_kind_before_a_colon_limits_to_it(ask):
    assert set(ask('class:client')) == {'acme.Client', 'acme.HTTPClient', 'acme.ClientError'}
    assert ask('func:client') == ['acme.old_client()', 'client.run()', 'acme.reclient()']
    assert set(ask('function:')) > {'acme.catalogue()'}
    assert ask('nokind:client') == []


def test_a_kind_may_have_a_space_and_any_case(ask):
    assert ask('environment variable:') == ['TOOL_HOME']
    assert ask('Environment-Variable:tool') == ['TOOL_HOME']


@pytest.mark.parametrize(('language', 'kind'), [('de', 'funktion'), ('de', 'function'), ('ja', '関数'), ('zh_CN', '函')])
def test_kinds_are_found_in_other_languages(site, open_page, language, kind):
    out = site(f'kinds-{language}', {'index.rst': API}, language=language)
    page = open_page(out / 'kwindex/index.html', f'?kw={kind}:catalog')
    page.locator(HITS).first.wait_for()
    assert page.locator(HITS).all_inner_texts() == ['acme.catalogue()']


@pytest.mark.parametrize(
    ('query', 'hits'),
    {
        '--station': ['tool run --station'],
        '"--station"': ['tool run --station'],
        'option:--station': ['tool run --station'],
        '-W': ['tool run -W'],
        '-s': ['tool run -s', 'tool run --station'],
        'run -W': ['tool run -W'],
        '--keep-going': ['other --keep-going', 'tool run --keep-going'],
        'tool run --keep-going': ['tool run --keep-going'],
        '--keep-goig': ['other --keep-going', 'tool run --keep-going'],
        '--client-name': ['--client-name'],
        'tool run.': ['tool run --keep-going', 'tool run --station', 'tool run -s', 'tool run -W'],
    }.items(),
)
def test_options_are_found_as_they_are_written(ask, query, hits):
    assert ask(query) == hits


def test_the_same_case_comes_first(ask):
    assert ask('Station')[:2] == ['tool.Station', 'station']
    assert ask('station')[0] == 'station'


def test_quotes_find_whole_names_and_last_parts_only(ask):
    assert ask('"client"') == ['acme.Client']
    assert ask('"acme.client"') == ['acme.Client']
    assert ask('"clien"') == []


def test_a_separator_at_the_end_lists_members(ask):
    assert ask('Client.') == ['acme.Client.send()', 'client.run()']
    assert ask('acme.Client.') == ['acme.Client.send()']
    assert ask('Client.Meta.') == ['acme.Client.Meta.name']


@pytest.mark.parametrize(
    ('query', 'end'),
    {
        'HTTPClient': 'index.html#acme.HTTPClient',
        'Station': 'tool.html#tool.Station',
        'station': 'tool.html#station',
        'tool.Station': 'tool.html#tool.Station',
        'twice': 'tool.html#twice',
        'folder': 'tool.html#tool.folder',
        '-W': 'tool.html#cmdoption-tool-run-W',
        'class:Station': 'tool.html#tool.Station',
    }.items(),
)
def test_go_jumps_to_the_definition_of_the_only_exact_hit(out, open_page, query, end):
    page = open_page(out / 'kwindex/index.html', f'?kw={query}&go')
    page.wait_for_url(lambda url: url.endswith(f'/{end}') and 'kwindex' not in url)


@pytest.mark.parametrize('words', ['LogF', 'nothing-at-all', 'httpclient', 'HTTPCl', 'Twice', '--keep-going', 'class:', '-w'])
def test_go_shows_the_hits_otherwise(out, open_page, words):
    page = open_page(out / 'kwindex/index.html', f'?kw={words}&go')
    page.locator('.kwx-on').wait_for()
    page.wait_for_function("() => !document.querySelector('[data-src]') || window.kwindexData")
    page.wait_for_timeout(100)
    assert '/kwindex/index' in page.evaluate('location.href')


def test_the_sidebar_has_the_box(out, open_page):
    page = open_page(out / 'other.html')
    box = page.get_by_label('Find keywords')
    assert page.evaluate('window.kwindexData') is None
    box.fill('httpclient')
    page.locator(HITS).first.wait_for()
    assert page.locator(HITS).all_inner_texts() == ['acme.HTTPClient']
    assert '?' not in page.evaluate('location.href')
    box.press('Enter')
    page.keyboard.press('Enter')
    page.wait_for_url('**/kwindex/index*.html#kw-class-acme.HTTPClient')
    assert page.locator('.kwx-find').count() == 0, 'the page has its own'


def test_the_sidebar_has_no_box_without_scripts(out, open_page):
    page = open_page(out / 'other.html', java_script_enabled=False)
    assert not page.locator('.kwx-find input').is_visible()


COPIES = {
    'kw-class-acme.Client': ':py:class:`acme.Client`',
    'kw-method-acme.Client.send': ':py:meth:`acme.Client.send`',
    'kw-term-client-x20-name': ':term:`client name`',
    'kw-option---client-name': ':option:`--client-name`',
}


@pytest.mark.parametrize('name', ['doc/index', 'index'])
def test_a_row_offers_the_reference_to_write(site, open_page, name):
    out = site('copy', {'index.rst': API}, kwindex_pages=['index', 'documents'])
    page = open_page(out / f'kwindex/{name}.html', permissions=['clipboard-read', 'clipboard-write'])
    for anchor, text in COPIES.items():
        row = page.locator(f'[id="{anchor}"]')
        row.locator('dt a').focus()
        page.keyboard.press('Tab')
        assert page.evaluate('document.activeElement.textContent') == 'Copy reference'
        page.keyboard.press('Enter')
        assert page.evaluate('document.activeElement.textContent') == text
        assert page.evaluate('navigator.clipboard.readText()') == text
    assert page.locator('.kwx-copy').count() == 1


def test_what_is_explained_elsewhere_than_at_an_object_has_the_role_of_keywords(site, open_page):
    out = site('copy', {'index.rst': API}, kwindex_pages=['index', 'documents'])
    page = open_page(out / 'kwindex/index.html')
    row = page.locator('.kwx-list > div', has=page.get_by_text('Exotic', exact=True)).first
    row.hover()
    row.locator('.kwx-copy').click()
    assert row.locator('.kwx-copy').inner_text() == ':kw:ref:`Exotic`'


def test_markdown_comes_first_where_most_documents_are_in_it(site, open_page):
    pytest.importorskip('myst_parser')
    files = {
        'index.md': '# Start\n\n```{py:class} acme.Client\nDoes it.\n```\n',
        'more.md': '---\norphan: true\n---\n# More\n',
        'rest.rst': ':orphan:\n\nRest\n====\n',
    }
    out = site('copy-md', files, extensions=['myst_parser', 'sphinxcontrib_kwindex'])
    page = open_page(out / 'kwindex/index.html')
    page.locator('#kw-class-acme\\.Client').hover()
    button = page.locator('.kwx-copy')
    button.click()
    assert button.inner_text() == '{py:class}`acme.Client`'
    button.click()
    assert button.inner_text() == ':py:class:`acme.Client`'
