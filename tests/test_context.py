"""Context of pages: keywords for templates, links up, and no link to a source."""

import json

import pytest
from project import ALWAYS_WRITTEN, CONF
from trees import page_of

THEMES = ['alabaster', 'furo', 'pydata_sphinx_theme', 'sphinx_book_theme', 'sphinx_rtd_theme']

FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   dir/sub/a\n',
    'dir/sub/a.rst': 'A page\n======\n\n.. py:class:: Client\n\n``first_name`` ``<i>``\n',
    'b.rst': ':orphan:\n\nB page\n======\n\n``second_name``\n',
}

#: all that leads from a page to its source in one of the themes
OFFERS = {
    'html_show_sourcelink': True,
    'html_context': {
        'display_github': True, 'github_user': 'u', 'github_repo': 'r', 'github_version': 'main',
        'doc_path': 'doc', 'conf_py_path': '/doc/',
    },
}  # fmt: skip
OPTIONS = {
    'furo': {
        'source_repository': 'https://github.com/u/r',
        'source_branch': 'main',
        'source_directory': 'doc/',
    },
    'pydata_sphinx_theme': {'use_edit_page_button': True},
    'sphinx_book_theme': {
        'repository_url': 'https://github.com/u/r',
        'use_edit_page_button': True,
        'use_source_button': True,
    },
}
SOURCES = ('_sources/', '/edit/', '/blob/', '/raw/')


def sources_of(result, page):
    links = [a.attrs.get('href') or '' for a in page_of(result, page).all('a')]
    return [href for href in links if any(part in href for part in SOURCES)]


@pytest.mark.filterwarnings("ignore:'sphinx_book_theme")
@pytest.mark.parametrize('theme', THEMES)
def test_generated_pages_lead_to_no_source(make, theme):
    pytest.importorskip(theme)
    config = {**OFFERS, 'html_theme': theme, 'html_theme_options': OPTIONS.get(theme, {})}
    conf = "extensions = ['sphinxcontrib_kwindex']\n"
    result = make({**FILES, 'conf.py': conf + ''.join(f'{k} = {v!r}\n' for k, v in config.items())})
    assert sources_of(result, 'dir/sub/a.html'), 'this theme shows no source at all'
    generated = ['kwindex/index', 'kwindex/glossary', 'kwindex/folder/dir', 'kwindex/doc/dir/sub/a']
    for page in generated:
        assert sources_of(result, f'{page}.html') == [], page
    assert not list((result.out / '_sources').rglob('*kwindex*'))


@pytest.mark.parametrize('theme', ['pydata_sphinx_theme', 'sphinx_rtd_theme'])
def test_breadcrumbs_lead_up_to_the_glossary(make, theme):
    pytest.importorskip(theme)
    result = make({**FILES, 'conf.py': f'{CONF}html_theme = {theme!r}\n'})
    page = page_of(result, 'kwindex/doc/dir/sub/a.html')
    crumbs = [a for li in page.all('li', class_='breadcrumb-item') for a in li.all('a')]
    found = {a.text: a.attrs['href'] for a in crumbs if a.text}
    assert found == {
        'Keyword index': '../../../index.html',
        'dir/': '../../../folder/dir.html',
        'sub/': '../../../folder/dir/sub.html',
    }
    assert page.one('title').text.startswith('Keywords in A page')


def test_up_is_a_link_of_the_page(make):
    result = make(FILES)
    ups = {
        page: [e.attrs['href'] for e in page_of(result, f'{page}.html').all('link', rel='up')]
        for page in ('kwindex/index', 'kwindex/glossary', 'kwindex/folder/dir/sub', 'dir/sub/a')
    }
    assert ups == {
        'kwindex/index': [],
        'kwindex/glossary': ['index.html'],
        'kwindex/folder/dir/sub': ['../dir.html'],
        'dir/sub/a': [],
    }


def with_sidebar(files, value='{"**": ["kwindex.html"]}'):
    return {**files, 'conf.py': f'{CONF}html_sidebars = {value}\n'}


def test_a_sidebar_shows_the_keywords_of_its_page(make):
    result = make(with_sidebar(FILES))
    assert result.warning == ''
    side = page_of(result, 'dir/sub/a.html').one(class_='kwx-side')
    links = {a.text: a.attrs['href'] for a in side.all('a')}
    assert links['Client'] == '#Client'
    assert links['first_name'] == '#a-page'
    assert links['Keyword index'] == '../../kwindex/index.html'
    assert '../../kwindex/doc/dir/sub/a.html' in links.values()
    assert side.one('h3').text == 'Keywords on this page'
    assert 'kwindex.css' in result.text('dir/sub/a.html')
    assert not list(page_of(result, 'genindex.html').one(class_='kwx-side').all('h3'))


def test_pages_with_a_sidebar_follow_their_keywords(make):
    make(with_sidebar(FILES))
    defined = {**FILES, 'b.rst': FILES['b.rst'] + '\n.. py:class:: first_name\n'}
    result = make(with_sidebar(defined))
    assert 'dir/sub/a' not in result.read
    clean = make(with_sidebar(defined), out='clean', doctrees='other')
    assert result.digests == clean.digests
    assert make(with_sidebar(defined)).written == set()


#: what shows keywords in a template, and what does not
OWN = {
    'data': '{% for word in kwindex().keywords %}{{ word.name }} {{ word.kind }} {% endfor %}',
    'our template': '{% include "kwindex.html" %}',
    'a link': '<a href="{{ pathto("kwindex/index") }}">Keywords</a>',
    'a style': '<style>:root { --kwindex-top: 3rem }</style>',
}


@pytest.mark.parametrize('own', OWN)
def test_pages_with_a_template_of_the_project_follow_their_keywords(make, own):
    shows = own in {'data', 'our template'}
    layout = '{{ body }}{% for file in css_files %}{{ file }}{% endfor %}{% include "mine.html" %}'
    files = {
        **FILES,
        'conf.py': f"{CONF}templates_path = ['templates']\nhtml_copy_source = False\n",
        'templates/layout.html': layout,
        'templates/mine.html': OWN[own],
    }
    make(files)
    defined = {**files, 'b.rst': FILES['b.rst'] + '\n.. py:class:: first_name\n'}
    result = make(defined)
    assert ('dir/sub/a' in result.written - result.read) is shows
    assert 'kwindex.css' not in result.text('dir/sub/a.html')  # the project adds it
    assert result.digests == make(defined, out='clean', doctrees='other').digests
    assert make(defined).written == set()


def test_pages_without_a_sidebar_stay_as_they_are(make):
    files = {**FILES, 'conf.py': f'{CONF}kwindex_pages = []\n'}
    make(files)
    result = make({**files, 'b.rst': FILES['b.rst'] + '\n.. py:class:: first_name\n'})
    assert result.written == {'b'} | ALWAYS_WRITTEN


@pytest.mark.parametrize(
    'options', [{'secondary_sidebar_items': 'page-toc, kwindex'}, {'x': {'**': ['kwindex.html']}}]
)
def test_a_sidebar_of_a_theme_counts_too(make, options):
    pytest.importorskip('pydata_sphinx_theme')
    conf = f"{CONF}html_theme = 'pydata_sphinx_theme'\nhtml_theme_options = {options!r}\n"
    result = make({**FILES, 'conf.py': conf})
    assert 'kwindex.css' in result.text('dir/sub/a.html')


def test_other_programs_find_the_same_in_json(make):
    result = make(FILES, 'json')
    data = json.loads(result.text('dir/sub/a.fjson'))['kwindex']
    client = {'name': 'Client', 'kind': 'class', 'href': '#Client', 'elsewhere': ''}
    assert client in data['keywords']
    assert data['page'] == '../../../kwindex/doc/dir/sub/a/'
    assert data['index'] == '../../../kwindex/'
    assert json.loads(result.text('kwindex/doc/b.fjson'))['title'] == 'Keywords in B page'


def test_a_projects_own_template_wins(make):
    files = {'templates/kwindex.html': 'mine', **with_sidebar(FILES)}
    files['conf.py'] += "templates_path = ['templates']\n"
    assert 'kwx-side' not in make(files).text('b.html')
