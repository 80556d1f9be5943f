"""Projects with next to nothing in them, files that are not what they seem, and odd nodes."""

import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import sphinx
from docutils import nodes
from links import Crawl
from project import CONF, build, write
from sphinx.builders import Builder

from sphinxcontrib_kwindex.incremental import write_if_changed

BUILDERS = [
    'html', 'dirhtml', 'singlehtml', 'latex', 'text', 'man', 'texinfo', 'xml', 'pseudoxml', 'json',
    'gettext', 'kwindex', 'kwmarkdown', 'kwcheck',
]  # fmt: skip
TITLED = 'Start\n=====\n\n'


@pytest.mark.parametrize('builder', BUILDERS)
@pytest.mark.parametrize('text', ['', '.. A comment.\n', 'Words.\n', TITLED])
def test_a_project_of_nothing(make, builder, text):
    first = make({'index.rst': text}, builder)
    assert first.app.statuscode == 0
    assert '[kwindex' not in first.warning
    again = make({'index.rst': text}, builder)
    assert again.read == set()


#: a writer of Sphinx fails at surrogates by itself where it does not write them as numbers
@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'singlehtml', 'kwindex', 'kwmarkdown'])
def test_lone_surrogates(make, builder):
    """Of the pages, ours can be read as UTF-8 by anybody."""
    if sphinx.version_info < (9,) and 'html' in builder:
        pytest.skip('this Sphinx cannot write the page of the author')
    odd = '.. |s| unicode:: 0xD800\n\n.. glossary::\n\n   te\\ |s|\\ rm\n      So |s| it is.\n'
    result = make({'index.rst': TITLED + odd}, builder)
    assert result.warning.count('[kwindex.control_char]') == 1
    ours = result.out / 'kwindex' if 'html' in builder else result.out
    texts = [path.read_text(encoding='utf-8') for path in ours.rglob('*.*')]
    assert builder == 'singlehtml' or any('te\ufffdrm' in text for text in texts)


class Unreadable(nodes.Element, nodes.Inline):
    def astext(self):
        message = 'it has no text'
        raise ValueError(message)


UNREADABLE = f"""{CONF}
from docutils import nodes
from test_projects import Unreadable

def add(app, doctree):
    if app.env.docname == 'odd':
        doctree += nodes.paragraph('', '', Unreadable())

def setup(app):
    app.add_node(Unreadable, html=(lambda self, node: None, lambda self, node: None))
    app.connect('doctree-read', add, priority=100)
"""


def test_a_node_that_breaks_the_rules_costs_its_document_only(make):
    odd = ':orphan:\n\nOdd\n===\n\n``in_odd``\n'
    result = make({'conf.py': UNREADABLE, 'index.rst': f'{TITLED}``in_index``\n', 'odd.rst': odd})
    [line] = result.warning.splitlines()
    assert line.endswith(
        'odd.rst: WARNING: its keywords are left out of the index: '
        'ValueError: it has no text [kwindex.document]'
    )
    assert result.names('odd') == set()
    assert 'in_index' in result.names()
    assert Crawl(result.out).broken == []


def test_a_document_that_cannot_be_checked_costs_no_other_its_findings(make):
    conf = UNREADABLE.replace("'', Unreadable()", "'', nodes.literal_block('a', 'a', language=5)")
    odd = ':orphan:\n\nOdd\n===\n'
    unused = '.. glossary::\n\n   unused term\n      Nobody says so.\n'
    files = {'index.rst': TITLED + unused, 'odd.rst': odd}
    result = make({'conf.py': conf, **files}, 'kwcheck', config={'kwcheck_level': 'warning'})
    assert re.search(r'odd\.rst: WARNING: it is not checked: \w+Error: .*\]', result.warning)
    assert 'unused term' in result.text('kwcheck.txt')


#: what docutils' types forbid, and other extensions do all the same
LOOSE = """
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

class Loose(SphinxDirective):
    def run(self):
        given = ['.. py:function:: in_nested(x)', '', '   Text ``in_text``.']
        nested = nodes.container()
        lines = StringList(given, source=Path(self.env.srcdir, 'made.txt'))
        self.state.nested_parse(lines, 0, nested)
        short = nodes.abbreviation('HTML', 'HTML', explanation=None)
        code = nodes.literal_block('in_code()', 'in_code()', language=None)
        return [nested, nodes.paragraph('', '', short), code]

def setup(app):
    app.add_directive('loose', Loose)
"""


@pytest.mark.parametrize('builder', ['kwindex', 'kwcheck'])
def test_loose_types_cost_nothing(make, builder):
    files = {'conf.py': CONF + LOOSE, 'index.rst': f'{TITLED}``in_index``\n\n.. loose::\n'}
    result = make(files, builder)
    assert result.warning == ''
    assert result.names() >= {'in_index', 'in_nested', 'in_text', 'in_code', 'HTML'}


class All(Builder):
    """Is used with ``-a`` alone, and knows nothing of what is out of date."""

    name = format = 'all'

    def get_target_uri(self, docname, _typ=None):
        return docname

    def write_doc(self, docname, doctree):
        name = docname.replace('/', '-')
        Path(self.outdir, name).write_text(doctree.astext(), encoding='utf-8')


def test_a_builder_may_know_nothing_of_what_is_out_of_date(make, monkeypatch):
    builders = SimpleNamespace(setup=lambda app: app.add_builder(All))
    monkeypatch.setitem(sys.modules, 'builder_of_all', builders)
    conf = f'{CONF}extensions = ["sphinxcontrib_kwindex", "builder_of_all"]\n'
    listing = '.. kwindex::\n   :title: All of it\n'
    result = make({'conf.py': conf, 'index.rst': f'{TITLED}``a_b``\n\n{listing}'}, 'all', all_=True)
    assert 'All of it' in result.text('index')


@pytest.mark.parametrize('parallel', [1, 2])
def test_links_among_the_sources(tmp_path, parallel):
    """A folder that holds itself: Sphinx reads a document under each of its names."""
    files = {'index.rst': f'{TITLED}``in_index``\n', 'sub/a.rst': f':orphan:\n\n{TITLED}``in_a``\n'}
    source, out = tmp_path / 'source', tmp_path / 'out'
    write(source, {'conf.py': CONF, **files})
    (source / 'sub' / 'loop').symlink_to(source / 'sub', target_is_directory=True)
    (source / 'dead.rst').symlink_to(source / 'nowhere.rst')
    config = {'exclude_patterns': ['sub/loop/loop/loop']}
    result = build(source, out, tmp_path / 'doctrees', config=config, parallel=parallel)
    assert '[kwindex' not in result.warning
    having = [docname for docname in result.records if 'in_a' in result.names(docname)]
    assert having == ['sub/a', 'sub/loop/a', 'sub/loop/loop/a']
    assert Crawl(out).broken == []


def test_nothing_is_written_through_a_link(make, tmp_path):
    """Where a page of ours was, somebody put a link to a file of his own."""
    files = {'index.rst': f'{TITLED}``in_index``\n', 'b.rst': f':orphan:\n\n{TITLED}``in_b``\n'}
    page = make(files).out / 'kwindex' / 'doc' / 'b.html'
    precious = tmp_path / 'precious.txt'
    precious.write_text('mine', encoding='utf-8')
    page.unlink()
    page.symlink_to(precious)
    make({'index.rst': files['index.rst']})
    assert precious.read_text(encoding='utf-8') == 'mine'
    assert page.is_symlink()


def test_a_file_is_replaced_and_not_written_through_a_link(tmp_path):
    precious, file = tmp_path / 'precious.txt', tmp_path / 'file'
    for name in ('file', 'file.part'):
        precious.write_text('mine', encoding='utf-8')
        (tmp_path / name).unlink(missing_ok=True)
        (tmp_path / name).symlink_to(precious)
        assert write_if_changed(file, ['ours ', name])
        assert not write_if_changed(file, ['ours ', name])
        assert precious.read_text(encoding='utf-8') == 'mine'
        assert file.read_text(encoding='utf-8') == f'ours {name}'
        assert not file.is_symlink()


def test_data_of_the_filter_that_was_cut_is_written_again(make):
    words = ''.join(f'.. py:class:: Ключ{n}\n\n' for n in range(30))
    files = {'conf.py': f'{CONF}\nkwindex_page_size = 10\n', 'index.rst': TITLED + words}
    whole = make(files).digests
    (data, *_more) = (make(files).out / '_static').glob('kwindex-data-*.js')
    cut = data.read_bytes()
    data.write_bytes(cut[: cut.index('К'.encode()) + 1])
    (data.parent / 'kwindex-data-mine.js').write_bytes(b'// \xe9')
    result = make(files | {'index.rst': f'{TITLED}{words}.. py:class:: Last\n'})
    assert result.app.statuscode == 0
    assert (data.parent / 'kwindex-data-mine.js').read_bytes() == b'// \xe9'
    (data.parent / 'kwindex-data-mine.js').unlink()
    assert make(files).digests == whole


@pytest.mark.parametrize('all_', [False, True])
def test_data_of_the_filter_that_are_lost_come_back(make, all_):
    """Those that somebody has damaged come back where all is to be written."""
    words = ''.join(f'.. py:class:: Key{n}\n\n' for n in range(30))
    files = {'conf.py': f'{CONF}\nkwindex_page_size = 10\n', 'index.rst': TITLED + words}
    built = make(files)
    whole = built.digests
    for data in (built.out / '_static').glob('kwindex-data-*.js'):
        data.write_text('damaged', encoding='utf-8') if all_ else data.unlink()
    again = make(files, all_=all_)
    assert again.digests == whole
    assert ('index' in again.written) is all_


@pytest.mark.parametrize('builder', ['html', 'latex'])
def test_figures_are_numbered_beside_generated_pages(make, builder):
    conf = f'{CONF}\nnumfig = True\n'
    toctree = '.. toctree::\n   :numbered:\n\n   kwindex/index\n   a\n'
    table = 'A\n=\n\n.. table:: Some\n\n   == ==\n   a  b\n   == ==\n'
    result = make({'conf.py': conf, 'index.rst': TITLED + toctree, 'a.rst': table}, builder)
    assert result.app.statuscode == 0
    assert result.warning == ''


@pytest.mark.parametrize('builder', ['text', 'kwindex', 'kwmarkdown', 'kwcheck', 'man', 'latex'])
def test_names_of_files_are_any_bytes(make, tmp_path, builder):
    """Sphinx itself can write them in these formats only."""
    names = [b'\xff.rst', b'\xff/\xfe.rst']
    try:
        (tmp_path / os.fsdecode(names[0])).touch()
    except OSError:
        pytest.skip('there are no such names on this disk')
    files = {os.fsdecode(name): ':orphan:\n\n``odd_name``\n' for name in names}
    config = {'kwindex_source_url': 'https://example.org/{path}'}
    for warnings in (2, 0):
        listing = '.. kwindex:: /\n   :style: list\n'
        start = {'index.rst': f'{TITLED}``other_name``\n\n{listing}'}
        result = make(files | start, builder, config=config)
        assert result.app.statuscode == 0
        assert result.warning.count('WARNING') == warnings
        assert result.warning.count("the keyword index shows '\ufffd") == warnings
        assert len(result.records) == 3
    if builder == 'text':
        assert '"odd_name" (name) [\ufffd, \ufffd/\ufffd]' in result.text('index.txt')
    if builder == 'kwmarkdown':
        assert 'https://example.org/%FF/%FE.rst' in result.text(os.fsdecode(b'\xff/\xfe_kw.md'))
