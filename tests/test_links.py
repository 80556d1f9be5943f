"""Links, each with its target, in every test project and every format with links."""

import re
from urllib.parse import unquote

import pytest
from links import Crawl
from project import CONF, ROOTS

#: each test project, in each of its languages
PROJECTS = sorted(
    path.relative_to(ROOTS).as_posix()
    for root in ROOTS.iterdir()
    for path in [root / 'rst', root / 'md', root]
    if path.is_dir() and (path != root or not (root / 'rst').is_dir())
)

#: where Sphinx's own links are whole as well; elsewhere its general index leads to what is hidden
WHOLE = ['test-domains/rst', 'test-links/rst', 'test-links/md', 'test-pages/rst', 'test-pages/md']

#: Texts have no links: a test of their own compares them word for word.
BUILDERS = ['html', 'dirhtml', 'epub']

#: what Sphinx itself does not quote in the addresses of folders and of parts of a page
UNQUOTED = ['test-odd-names', 'test-export']


@pytest.mark.parametrize('builder', BUILDERS)
@pytest.mark.parametrize('project', PROJECTS)
def test_every_link_has_its_target(built, project, builder):
    crawl = Crawl(built(project, builder).out)
    assert crawl.ours or builder == 'epub'
    broken = crawl.broken
    if builder == 'dirhtml' and project in UNQUOTED:  # links between pages are Sphinx's own there
        broken = [link for link in broken if '#' in link.partition(': ')[2]]
    assert broken == []
    if project in WHOLE:
        assert crawl.broken_of_any == []
    assert crawl.doubled == []


COLONS = f"""{CONF}
from sphinx import addnodes


def add_colons(app, doctree):
    for node in doctree.findall(addnodes.desc_signature):
        node['ids'] = ['command:' + node['ids'][0]]


def setup(app):
    app.add_object_type('command', 'cmd')
    app.connect('doctree-read', add_colons, priority=100)
"""


def test_ids_with_colons_have_hyphens_in_an_epub(make):
    text = 'Start\n=====\n\n.. kwindex::\n\n.. command:: add_widget\n'
    result = make({'conf.py': COLONS, 'index.rst': text}, 'epub')
    assert Crawl(result.out).broken == []
    assert 'href="#command-' in result.text('index.xhtml')


@pytest.mark.parametrize('project', [p for p in PROJECTS if p not in UNQUOTED])
def test_every_link_of_ours_on_a_single_page_has_its_target(built, project):
    """Sphinx's own links to sections have none there: ours lead to the documents."""
    broken = Crawl(built(project, 'singlehtml').out).broken
    # what a toctree has, as Sphinx leaves ``genindex`` in it
    assert set(broken) <= {'index.html: kwindex/index.html'}


def test_a_single_page_has_no_link_to_what_it_does_not_hold(make):
    orphan = ':orphan:\n\nOrphan\n======\n\n.. envvar:: OF_AN_ORPHAN\n'
    start = 'Start\n=====\n\n.. envvar:: OF_START\n\n.. kwindex:: /\n'
    built = make({'index.rst': start, 'orphan.rst': orphan}, 'singlehtml')
    assert 'OF_AN_ORPHAN' in built.text('index.html')
    assert Crawl(built.out).broken == []


def test_a_dead_link_is_found(built, tmp_path):
    page = tmp_path / 'page.html'
    links = ['page.html', '#here', '#gone', 'gone.html', 'page.html#gone', 'https://example.org']
    anchors = ''.join(f'<a href="{link}">x</a>' for link in links)
    page.write_text(f'<div data-kwx><p id="here">{anchors}</div><a href="none">y</a>')
    crawl = Crawl(tmp_path)
    assert crawl.ours == len(links)
    assert crawl.broken == [
        'page.html: #gone', 'page.html: gone.html', 'page.html: page.html#gone'
    ]  # fmt: skip
    assert crawl.broken_of_any == [*crawl.broken, 'page.html: none']


@pytest.mark.parametrize(('name', 'escaped'), [('b', 'b'), ('b&"c', 'b&amp;&quot;c')])
def test_headings_of_ours_have_ids_of_their_own_on_a_single_page(make, name, escaped):
    words = '.. kwindex:: /\n   :style: glossary\n\n'
    text = f'Start\n=====\n\n.. toctree::\n\n   {name}\n\n.. envvar:: HOME\n\n{words}{words}'
    other = f'Other\n=====\n\n.. envvar:: PATH\n\n{words}'
    built = make({'index.rst': text, f'{name}.rst': other}, 'singlehtml')
    ids = re.findall(r' id="([^"]*letter-[^"]*)"', built.text('index.html'))
    assert len(ids) == 6
    assert len(set(ids)) == len(ids)
    for identity in 'index-kwindex2-letter-h', f'{escaped}-kwindex1-letter-p':
        assert identity in ids
        assert f'href="#{identity}"' in built.text('index.html')
    assert (Crawl(built.out).broken == []) is (name == escaped)  # Sphinx escapes no such name


LASTING = {
    'index.rst': 'Start\n=====\n\n{0}.. _my-label:\n\nПривет\n------\n\n``in_section``\n',
    'index.md': '# Start\n\n{0}## Привет\n\n`in_section`\n',
}
MORE = {'index.rst': 'Мир\n---\n\nWords.\n\n', 'index.md': '## Мир\n\nWords.\n\n'}


@pytest.mark.parametrize(('name', 'lasts'), [('index.rst', 'my-label'), ('index.md', 'привет')])
def test_a_link_takes_the_id_that_lasts(make, name, lasts):
    """Numbers of headings without a letter of the alphabet move with each that is added."""
    conf = CONF
    if name.endswith('.md'):
        conf = CONF.replace("['", "['myst_parser', '") + 'myst_heading_anchors = 3\n'
    for more in ('', MORE[name]):
        built = make({'conf.py': conf, name: LASTING[name].format(more)})
        assert [s.id for s in built.record('index').sections if s.title == 'Привет'] == [lasts]
        assert f'index.html#{lasts}' in unquote(built.text('kwindex/doc/index.html'))
