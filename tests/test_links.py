"""Every link has its target: in every test project, every format with links, however built."""

from __future__ import annotations

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


@pytest.mark.parametrize('parallel', [1, 2])
@pytest.mark.parametrize('builder', BUILDERS)
@pytest.mark.parametrize('project', PROJECTS)
def test_every_link_has_its_target(built, project, builder, parallel):
    crawl = Crawl(built(project, builder, parallel=parallel).out)
    assert crawl.ours or builder == 'epub'
    broken = crawl.broken
    if builder == 'dirhtml' and project in UNQUOTED:  # links between pages are Sphinx's own there
        broken = [link for link in broken if '#' in link.partition(': ')[2]]
    assert broken == []
    if project in WHOLE:
        assert crawl.broken_of_any == []
    assert crawl.doubled == []


@pytest.mark.parametrize('project', [p for p in PROJECTS if p not in UNQUOTED])
def test_every_link_of_ours_on_a_single_page_has_its_target(built, project):
    """Sphinx's own links to sections have none there: ours lead to the documents."""
    assert Crawl(built(project, 'singlehtml').out).broken == []


def test_a_single_page_has_no_link_to_what_it_does_not_hold(make):
    orphan = ':orphan:\n\nOrphan\n======\n\n.. envvar:: OF_AN_ORPHAN\n'
    start = 'Start\n=====\n\n.. toctree::\n\n   kwindex/index\n\n.. envvar:: OF_START\n'
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


def test_headings_of_ours_have_ids_of_their_own_on_a_single_page(make):
    pages = '\n'.join(f'   kwindex/{page}' for page in ('index', 'all', 'doc/index', 'doc/b'))
    text = f'Start\n=====\n\n.. toctree::\n\n   b\n{pages}\n\n``a_name`` and :envvar:`HOME`\n'
    other = 'Other\n=====\n\n``a_name`` and :envvar:`HOME`\n'
    out = make({'index.rst': text, 'b.rst': other}, 'singlehtml').out
    html = (out / 'index.html').read_text(encoding='utf-8')
    ids = re.findall(r'<h2 class="kwx-h" id="([^"]*)"', html)
    assert len(ids) > 3
    assert len(set(ids)) == len(ids)
    assert Crawl(out).broken == []


def test_ids_of_a_single_page_are_escaped(make):
    text = 'Start\n=====\n\n.. toctree::\n\n   kwindex/doc/b&"c\n'
    out = make({'index.rst': text, 'b&"c.rst': 'B\n=\n\n``a_name``\n'}, 'singlehtml').out
    html = (out / 'index.html').read_text(encoding='utf-8')
    assert 'id="kwindex-doc-b&amp;&quot;c-kind-name"' in html
    assert 'href="#kwindex-doc-b&amp;&quot;c-kind-name"' in html


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
