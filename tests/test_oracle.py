"""Whatever is edited in whatever order: an incremental build gives what a clean build gives."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from project import build, digests, snapshot, write

from sphinxcontrib_kwindex.model import Kind

#: how many sequences to try: a few in CI, many on demand
SEQUENCES = int(os.environ.get('KWINDEX_SEQUENCES', '5'))

NAMES = ['Alpha', 'Beta.run', 'alpha', 'pkg.mod.Gamma', 'cool_name', 'MAX_SIZE']
#: what they are in versions
NOTES = ['versionadded:: 1.0', 'versionchanged:: 1.2', 'deprecated:: 2.0b1 Use *less*.']
#: what they mean depends on what other documents import and define
STATEMENTS = ['from pkg.mod import Gamma', 'Gamma.run(retries=1)', 'g = Gamma()', 'g.run()']
STATEMENTS += ['import pkg.mod as m', 'm.Gamma()', 'import Beta as m', 'm = 1', 'Gamma()']
#: the last ones are names of generated pages as long as nobody else has them
DOCNAMES = ['a', 'b', 'dir/a', 'dir/c', 'dir/sub/d', 'Dir2/e']
DOCNAMES += ['kwindex/index', 'kwindex/doc/a', 'kwindex/folder/dir']
ALL_PAGES = ['index', 'glossary', 'folders']
#: values of each setting that changes what is shown
SETTINGS = [
    (name, value)
    for name, values in {
        'kwindex_pages': (['glossary'], ['documents', 'index'], ['folders'], ALL_PAGES),
        'kwindex_exclude': ([], ['dir/*'], ['a']),
        'kwindex_source_url': ('', 'https://example.org/{path}'),
        'kwindex_root': ('words/all', 'kwindex'),
        'release': ('1', ''),
        'kwindex_kinds': (['class', 'term', 'name'], [str(kind) for kind in Kind]),
        'kwindex_keep': (['Alpha', 'Hidden'], []),
        'kwindex_kind_of': ({'Alpha': 'function', 'run': 'class'}, {}),
        'kwindex_footer': (True, False),
        'kwindex_stopwords': (['cool_name', 'Beta.run'], []),
        'kwindex_page_size': (2, 5000),
        'kwindex_objects': (True, False),
        'kwindex_used_in': (['class', 'function'], ['term', 'setting'], []),
        'html_context': ({'has_sidebar': True}, {}),
        'kwindex_links': ([], ['literals'], ['terms'], ['literals', 'code', 'terms']),
        'kwindex_links_skip': (['Al*', 'term *'], []),
        'modindex_common_prefix': (['pkg.', 'Be'], []),
        'html_file_suffix': ('.htm', None),
    }.items()
    for value in values
]


def rst_class(name):
    return f'.. py:class:: {name}\n\n   Makes a *{name}* of something.\n'


def rst_changed(both):
    name, note = both
    return rst_class(name) + f'\n   .. {note}\n'


def rst_term(name):
    return f'.. glossary::\n\n   term {name}\n      What a {name} is.\n'


PIECES = st.one_of(
    st.sampled_from(NAMES).map(rst_class),
    st.sampled_from(NAMES).map(rst_term),
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NOTES)).map(rst_changed),
    st.sampled_from(NAMES).map(lambda n: f'Uses ``{n}`` and :envvar:`{n}`.\n'),
    st.sampled_from(NAMES).map(lambda n: f'See :kw:ref:`{n}` and :kw:doc:`/a`.\n'),
    st.sampled_from(NAMES).map(lambda n: f'.. only:: draft\n\n   :abbr:`{n.upper()} (a draft)`.\n'),
    st.sampled_from(NAMES).map(lambda n: f'.. code-block:: python\n\n   class {n[0]}: pass\n'),
    st.sampled_from(STATEMENTS).map(lambda code: f'.. code-block:: python\n\n   {code}\n'),
    st.sampled_from(NAMES).map(lambda n: f'.. rst-class:: no-kwindex\n\nHidden ``{n}``.\n'),
    st.sampled_from(['', 'dir/', '*', '/**', '/a']).map(lambda p: f'.. kwindex:: {p}\n'),
    st.sampled_from(['sections', 'list', 'glossary']).map(
        lambda s: f'.. kwindex:: /\n   :style: {s}\n   :limit: 3\n'
    ),
    st.sampled_from(['Alpha', '*a*', 'RUN, Gamma', 'cool_name']).map(
        lambda n: f'.. kwindex:: /\n   :names: {n}\n   :style: uses\n'
    ),
    st.sampled_from(['Alpha', 'run']).map(lambda n: f'.. kwindex:: dir/\n   :names: {n}\n'),
    st.sampled_from(['status: new', 'since: 2']).map(lambda o: f'.. kwindex:: /\n   :{o}\n'),
    st.just('Only prose, that says nothing.\n'),
    st.sampled_from(NAMES).map(lambda n: f'A term {n} here, the ``{n}`` class and ``{n}()``.\n'),
    st.sampled_from(NAMES).map(lambda n: f'.. py:currentmodule:: pkg.mod\n\n``{n[-5:]}``.\n'),
    st.sampled_from(NAMES).map(lambda n: f'.. confval:: {n}\n'),
    st.sampled_from(NAMES).map(lambda n: f'Code::\n\n   from pkg.mod import *\n   {n}(Gamma)\n'),
    st.just('.. include:: /part.txt\n'),
    st.sampled_from(NAMES).map(lambda n: f'.. ifconfig:: release\n\n   In a release ``{n}``.\n'),
)
SECTIONS = st.lists(
    st.tuples(st.sampled_from(['One', 'Two', 'Zwölf', '``Alpha``']), st.lists(PIECES, max_size=3)),
    min_size=1,
    max_size=3,
)
DOCUMENT = st.tuples(
    st.booleans(),  # skipped by its author
    st.sampled_from(['Title', 'Other title', 'About *Beta*']),
    SECTIONS,
)


def heading(text, underline):
    return f'{text}\n{underline * (len(text) + 2)}\n\n'


def source_of(document):
    skip, title, sections = document
    text = ':kwindex: skip\n\n' if skip else ''
    text += heading(title, '=')
    for section, pieces in sections:
        text += heading(section, '-') + '\n'.join(pieces) + '\n'
    return text


class Editing(RuleBasedStateMachine):
    builder = 'html'

    @initialize(documents=st.dictionaries(st.sampled_from(DOCNAMES), DOCUMENT, min_size=1))
    def begin(self, documents):
        self.folder = Path(tempfile.mkdtemp())
        self.documents = documents
        self.ever = set()  # all documents that a build has seen
        self.config = {}
        self.tags = []
        self.part = '``in_part``\n'
        self.parallel = 1

    @rule(docname=st.sampled_from(DOCNAMES), document=DOCUMENT)
    def put(self, docname, document):
        self.documents[docname] = document

    @precondition(lambda self: self.documents)
    @rule(data=st.data())
    def remove(self, data):
        del self.documents[data.draw(st.sampled_from(sorted(self.documents)))]

    @precondition(lambda self: self.documents)
    @rule(data=st.data(), to=st.sampled_from(DOCNAMES))
    def rename(self, data, to):
        docname = data.draw(st.sampled_from(sorted(self.documents)))
        self.documents[to] = self.documents.pop(docname)

    @precondition(lambda self: self.documents)
    @rule(data=st.data())
    def move_keywords_to_another_section(self, data):
        docname = data.draw(st.sampled_from(sorted(self.documents)))
        skip, title, sections = self.documents[docname]
        bodies = [pieces for _section, pieces in sections]
        moved = [(s, bodies[n - 1]) for n, (s, _pieces) in enumerate(sections)]
        self.documents[docname] = (skip, title, moved)

    @rule(settings=st.lists(st.sampled_from(SETTINGS), min_size=1, max_size=4))
    def configure(self, settings):
        self.config |= settings

    @rule(text=st.sampled_from(['``in_part``\n', '``Alpha`` and ``in_all_parts``\n']))
    def put_part(self, text):
        self.part = text

    @rule(tags=st.sampled_from([[], ['draft']]))
    def tag(self, tags):
        self.tags = tags

    @rule(parallel=st.sampled_from([1, 2]))
    def use_processes(self, parallel):
        self.parallel = parallel

    @invariant()
    def incremental_is_clean(self):
        if not hasattr(self, 'folder'):
            return
        source = self.folder / 'source'
        source.mkdir(exist_ok=True)
        toctree = ''.join(f'   {docname}\n' for docname in sorted(self.documents))
        files = {f'{name}.rst': source_of(doc) for name, doc in self.documents.items()}
        root = f'Start\n=====\n\n.. toctree::\n\n{toctree}\n.. kwindex:: /\n\n.. kwindex::\n'
        files |= {'part.txt': self.part, 'conf.py': CONF, 'index.rst': root}
        files |= {'templates/layout.html': LAYOUT}
        write(source, files)
        incremental, clean = self.folder / 'incremental', self.folder / 'clean'
        shutil.rmtree(clean, ignore_errors=True)
        self.build(source, incremental, 'doctrees', self.parallel)
        self.build(source, clean, 'clean-doctrees', 1)
        shutil.rmtree(self.folder / 'clean-doctrees')
        self.ever |= self.documents.keys()
        expected, found = self.comparable(digests(clean)), self.comparable(digests(incremental))
        assert {p: d for p, d in found.items() if p in expected or self.is_ours(p)} == expected
        before = snapshot(self.folder)
        assert self.build(source, incremental, 'doctrees', self.parallel).written == set()
        after = snapshot(self.folder)
        changed = {path for path in before.keys() | after if before.get(path) != after.get(path)}
        assert not [path for path in changed if self.is_ours(path.removeprefix('incremental/'))]

    def build(self, source, out, doctrees, parallel):
        return build(
            source, out, self.folder / doctrees, self.builder,
            parallel=parallel, tags=self.tags, config=self.config,
        )

    def comparable(self, found):
        """Leave out what Sphinx alone does not write anew when it should."""
        stale = self.left_stale_by_sphinx()
        return {path: digest for path, digest in found.items() if not path.startswith(stale)}

    def is_ours(self, path):
        """Whether a file is ours; Sphinx leaves behind those of documents that are gone."""
        folders = ('kwindex/', 'words/all/', '_static/kwindex', 'doctrees/kwindex-')
        return path.startswith(folders) and path.rpartition('.')[0] not in self.ever

    def left_stale_by_sphinx(self):
        return ('genindex', 'search', 'py-modindex')

    def teardown(self):
        if hasattr(self, 'folder'):
            shutil.rmtree(self.folder)


class EditingText(Editing):
    builder = 'text'

    def left_stale_by_sphinx(self):
        """Other tags change what stands under ``only``; this builder does not look at tags."""
        documents = self.documents.items()
        return tuple(f'{name}.txt' for name, doc in documents if '.. only::' in source_of(doc))


#: Sphinx itself leaves links to neighbours stale: only those of our pages are compared
LAYOUT = """
{{ title }} {{ body }} {% if has_sidebar %}{{ kwindex().keywords }}{% endif %}
{% for file in css_files %}{{ css_tag(file) }}{% endfor %}
{% if kwindex_page %}{{ parents }} {{ prev }} {{ next }} {{ metatags }}{% endif %}
"""

CONF = """
extensions = ['sphinx.ext.ifconfig', 'sphinxcontrib_kwindex']
html_theme = 'basic'
html_copy_source = False
templates_path = ['templates']
suppress_warnings = ['kwindex', 'ref', 'toc']
kwindex_links = ['literals', 'code', 'terms']
"""


@pytest.mark.parametrize('machine', [Editing, EditingText])
def test_any_edits_then_an_incremental_build_is_a_clean_build(machine):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=6,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate],  # the rules read well enough as they come
        ),
    )
