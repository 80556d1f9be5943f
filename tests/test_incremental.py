"""After an edit only what moved is written; what is gone is deleted; every end is a clean build."""

import json
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from links import Crawl
from project import ALWAYS_WRITTEN, CONF, digests, snapshot, write
from sphinx.errors import ExtensionError, SphinxError

from sphinxcontrib_kwindex.incremental import State, remove, state_file

#: Sphinx itself leaves links to neighbours stale: pages are compared without them
LAYOUT = '{{ title }} {{ body }} {% for file in css_files %}{{ css_tag(file) }}{% endfor %}'

BARE = {
    'conf.py': CONF + "templates_path = ['templates']\nhtml_copy_source = False\n",
    'templates/layout.html': LAYOUT,
}

BODY = {'templates/layout.html': '{{ body }}'}

PROJECT = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n\n   a\n   dir/b\n   list\n',
    'a.rst': '\nAbout\n=====\n\nA ``name_in_a``. Some prose.\n\n'
    'One\n---\n\n.. py:class:: InA\n\nTwo\n---\n',
    'dir/b.rst': '\nBecause\n=======\n\n.. py:class:: InB\n',
    'list.rst': 'List\n====\n\n.. kwindex:: /dir/\n',
}

#: pages of documents, of a folder, of the whole project; a document with a list of ``dir/``
A, B, C = 'kwindex/doc/a', 'kwindex/doc/dir/b', 'kwindex/doc/dir/c'
DIR, INDEX, GLOSSARY, LIST = 'kwindex/folder/dir', 'kwindex/index', 'kwindex/glossary', 'list'
ALL = {A, B, DIR, INDEX, GLOSSARY, 'kwindex/doc/index', 'kwindex/doc/list'}

ADDED = ':orphan:\n\nCome\n====\n\n``name_in_c``\n'

#: what is edited -> from what, to what, in which document -> what is written of ours
EDITS = {
    'nothing': ('', '', 'a', set()),
    'touch only': (None, None, 'a', set()),
    'prose only': ('Some prose', 'Other prose', 'a', set()),
    'add a mention': ('name_in_a``', 'name_in_a`` and ``new_in_a``', 'a', {A, INDEX}),
    'add a definition': (
        'Two\n---\n', 'Two\n---\n\n.. py:class:: NewA\n', 'a', {A, INDEX, GLOSSARY},
    ),
    'edit a mention': ('name_in_a', 'name_in_A', 'a', {A, INDEX}),
    'edit a definition': ('InB', 'InC', 'dir/b', {B, DIR, INDEX, GLOSSARY, LIST}),
    'add a description': ('InB\n', 'InB\n\n   It is.\n', 'dir/b', {B, DIR, INDEX, GLOSSARY, LIST}),
    'change a section title': ('One\n---', 'Uno\n---', 'a', {A, INDEX, GLOSSARY}),
    'change the title of a section without keywords': (
        'Two\n---', 'Due\n---', 'a', {A},
    ),
    'move a definition': (
        '.. py:class:: InA\n\nTwo\n---\n', 'Two\n---\n\n.. py:class:: InA\n', 'a',
        {A, INDEX, GLOSSARY},
    ),
    'change a title': ('About\n=====', 'After\n=====', 'a', {A, INDEX, GLOSSARY}),
    'add a mention elsewhere': (  # pages of what is mentioned link elsewhere then
        'prose.\n', 'prose. :py:class:`InB`\n', 'a', {A, B, DIR, INDEX, GLOSSARY},
    ),
}  # fmt: skip


def ours(result):
    return {name for name in result.written if name.startswith('kwindex/') or name == LIST}


def edited(old, new, docname):
    name = f'{docname}.rst'
    if old is None:
        return PROJECT
    assert old in PROJECT[name]
    return {**PROJECT, name: PROJECT[name].replace(old, new)}


def same_as_clean(make, files, *builders, **options):
    """Whether what lies in the output is what a build from nothing writes there."""
    for builder in builders or ['html']:
        folders = {'out': f'clean-{builder}', 'doctrees': f'clean-{builder}-doctrees'}
        old, new = (make(files, builder, **given, **options) for given in ({}, folders))
        assert pages_of(old) == pages_of(new)


def pages_of(result):
    """Give the digests of all pages; Sphinx leaves scripts of other languages behind."""
    return {name: d for name, d in result.digests.items() if not name.startswith('_static/')}


@pytest.fixture
def project(make):
    return lambda files, builder='html', **options: make({**BARE, **files}, builder, **options)


#: each defines more names, so that lists that are cut get other ranges
GROWING = [
    {**PROJECT, 'dir/b.rst': PROJECT['dir/b.rst'] + '\n.. py:class:: '.join(['', *names])}
    for names in ('', 'ZYXWVU', 'ZYXWVUEDC', 'ZYXWVUEDCBA')
]


def change(app, files):
    write(Path(app.srcdir), {**BARE, **files})


def test_an_application_may_build_again_and_again(project):
    def again(app):
        for files in states[1:]:
            change(app, files)
            app.build()
            for page, title in app.env.titles.items():
                html = Path(app.builder.get_outfilename(page)).read_text(encoding='utf-8')
                assert f'<h1>{title.astext()}' in html

    # Sphinx itself gives pages the styles of the last page of the build before
    states, config = [{**files, **BODY} for files in GROWING], {'kwindex_page_size': 2}
    project(states[0], config=config, then=again)
    same_as_clean(project, states[-1], config=config)


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_an_application_that_builds_again_after_no_change_writes_nothing(project, builder):
    def again(app):
        found = Path(app.outdir).rglob(f'*{app.builder.out_suffix}')
        paths = [path for path in found if path.stem not in {'genindex', 'search'}]
        assert len(paths) == {'html': 11, 'text': 4}[builder]
        times = [path.stat().st_mtime_ns for path in paths]
        app.build()
        assert [path.stat().st_mtime_ns for path in paths] == times

    project(PROJECT, builder, then=again)


def test_an_application_sees_what_its_templates_have_come_to_show(project):
    layout = '{{ body }}{% for word in kwindex().keywords %}{{ word.kind }}{% endfor %}'
    defined = edited('InB\n', 'InB\n\n.. py:class:: name_in_a\n', 'dir/b')
    states = [{**files, 'templates/layout.html': layout} for files in (PROJECT, defined)]

    def again(app):
        for files in states:
            change(app, files)
            app.build()

    built = project({**PROJECT, **BODY}, then=again)
    clean = project(states[-1], out='clean', doctrees='clean-doctrees')
    assert built.text('a.html') == clean.text('a.html')
    assert 'class' in built.text('a.html').partition('</section>')[2]


@pytest.mark.parametrize('failing', ['dir/b', 'kwindex/index'])
def test_an_application_completes_its_own_build_that_failed(project, failing):
    def again(app):
        def fail(_app, page, *_context):
            if page == failing:
                raise ValueError(page)

        change(app, {**GROWING[1], **BODY})
        listener = app.connect('html-page-context', fail)
        with pytest.raises(ExtensionError):
            app.build()
        app.disconnect(listener)
        app.build()

    project({**GROWING[0], **BODY}, then=again)
    same_as_clean(project, {**GROWING[1], **BODY})


@pytest.mark.parametrize('edit', EDITS)
@pytest.mark.parametrize('builder', ['html', 'text'])
def test_only_what_moved_is_written(project, tmp_path, edit, builder):
    old, new, docname, expected = EDITS[edit]
    project(PROJECT, builder)
    if old is None:
        os.utime(tmp_path / f'source/{docname}.rst')
    result = project(edited(old, new, docname), builder)
    assert result.warning == ''
    assert ours(result) == (expected if builder == 'html' else expected & {LIST})
    assert result.read == ({docname} if edit != 'nothing' else set())
    assert (result.written == set()) is (edit == 'nothing')
    assert project(edited(old, new, docname), builder).written == set()
    same_as_clean(project, edited(old, new, docname), builder)


def test_what_refers_to_a_keyword_is_written_when_it_moves(project):
    """There is no glossary here, so that the role leads to the definition itself."""
    config = {'kwindex_pages': [], 'suppress_warnings': ['toc']}
    refers = {**PROJECT, 'ref.rst': ':orphan:\n\nRef\n===\n\n:kw:ref:`InB`\n'}
    moved = {**refers, 'dir/b.rst': 'B\n=\n', 'a.rst': PROJECT['dir/b.rst']}
    project(refers, config=config)
    for files in (moved, refers):
        result = project(files, config=config)
        assert 'ref' in result.written - result.read
        same_as_clean(project, files, config=config)
    assert project(refers, config=config).written == set()


def test_what_refers_to_a_page_is_written_when_its_title_changes(project):
    refers = {**PROJECT, 'ref.rst': ':orphan:\n\nRef\n===\n\n:kw:doc:`a`\n'}
    project(refers)
    files = {**refers, 'a.rst': PROJECT['a.rst'].replace('About', 'After')}
    result = project(files)
    assert 'ref' in result.written - result.read
    assert 'Keywords in After' in result.text('ref.html')


def test_add_and_delete_a_document(project, tmp_path):
    project(PROJECT)
    (tmp_path / 'html/kwindex/doc/dir/own.html').write_text('not ours')
    added = project({**PROJECT, 'dir/c.rst': ADDED})
    assert added.read == {'dir/c'}
    assert added.written == {'dir/c', C, DIR, INDEX, GLOSSARY, LIST, 'index'}
    assert (tmp_path / 'html/kwindex/doc/dir/c.html').exists()
    deleted = project(PROJECT)
    assert deleted.warning == ''
    assert deleted.written == {DIR, INDEX, GLOSSARY, LIST, 'index'}
    left = {path.name for path in (tmp_path / 'html/kwindex/doc/dir').iterdir()}
    assert left == {'b.html', 'own.html'}
    assert project(PROJECT).written == set()


def test_delete_the_last_document_of_a_folder(project, tmp_path):
    both = {**PROJECT, 'new/c.rst': ADDED}
    for builder in ('html', 'text', 'dirhtml'):
        project(both, builder)
    for builder in ('html', 'text', 'dirhtml'):
        result = project(PROJECT, builder)
        assert result.warning == ''
        found = [p for p in (tmp_path / builder / 'kwindex').rglob('*') if p.is_file()]
        assert not [p for p in found if 'new' in p.relative_to(tmp_path).parts]
        assert 'new' not in [p.stem for p in found]
        assert empty_folders(tmp_path / builder / 'kwindex') == []


def empty_folders(out):
    return [path for path in out.rglob('*') if path.is_dir() and not any(path.iterdir())]


@pytest.mark.parametrize('change', [{'kwindex_page_size': 0}, {'kwindex_pages': []}])
def test_no_folder_stays_when_its_pages_go(project, change):
    config = {'kwindex_page_size': 2, 'kwindex_root': 'all/words', 'suppress_warnings': ['toc']}
    more = {'dir/sub/c.rst': ADDED + '``one_name`` ``two_names`` ``three_names``\n'}
    files = {**PROJECT, **more}
    before = project(files, config=config)
    assert list((before.out / 'all/words').glob('folder-*/dir/sub.html'))
    result = project(files, config=config | change)
    assert empty_folders(result.out / 'all') == []
    assert (result.out / 'all').exists() is ('kwindex_pages' not in change)


def test_what_lies_behind_a_link_to_a_folder_stays(project, tmp_path):
    result = project({**PROJECT, 'new/c.rst': ADDED})
    folder, other = result.out / 'kwindex/doc/new', tmp_path / 'other'
    folder.rename(other)
    folder.symlink_to(other)
    project(PROJECT)
    assert [path.name for path in other.iterdir()] == ['c.html']
    assert folder.is_symlink()


def test_nothing_above_or_outside_is_removed(tmp_path):
    top, file = tmp_path / 'top', tmp_path / 'top/a/b/page'
    file.parent.mkdir(parents=True)
    file.touch()
    for outside in (tmp_path / 'top/a/../../kept', tmp_path / 'kept'):
        (tmp_path / 'kept').touch()
        remove(outside, top)
        assert (tmp_path / 'kept').exists()
    remove(file, top)
    assert list(top.iterdir()) == []


@pytest.mark.parametrize('to', ['dir/c', 'dir/B', 'c'])
def test_rename_a_document(project, to):
    project(PROJECT)
    files = {f'{to}.rst' if name == 'dir/b.rst' else name: text for name, text in PROJECT.items()}
    files['index.rst'] = files['index.rst'].replace('dir/b', to)
    files['list.rst'] = files['list.rst'].replace('/dir/', f'/{to}')
    result = project(files)
    assert result.warning == ''
    assert f'kwindex/doc/{to}' in result.written
    assert not (result.out / f'{B}.html').exists()
    crawl = Crawl(result.out)
    assert [link for link in crawl.broken if not link.startswith('dir/b.html')] == []
    clean = project(files, out='clean', doctrees='clean-d').digests
    assert {n: d for n, d in result.digests.items() if n != 'dir/b.html'} == clean


def test_a_document_becomes_skipped_and_comes_back(project):
    skipped = {**PROJECT, 'a.rst': ':kwindex: skip\n' + PROJECT['a.rst']}
    project(PROJECT)
    for files in (skipped, PROJECT, skipped):
        result = project(files)
        assert result.warning == ''
        assert (result.out / f'{A}.html').exists() is (files is PROJECT)
        assert project(files).written == set()
        same_as_clean(project, files)


@pytest.mark.parametrize('builder', ['singlehtml', 'latex', 'man', 'texinfo', 'html', 'epub'])
def test_after_no_change_nothing_is_saved_and_no_page_of_ours_written(project, builder):
    conf = {'conf.py': BARE['conf.py'] + 'copyright = version = "1"\n'}
    result = project({**PROJECT, **conf}, builder)
    folders = Path(result.app.doctreedir), result.out / 'kwindex'
    before = [snapshot(folder) for folder in folders]
    assert builder != 'html' or before[1]
    project({**PROJECT, **conf}, builder)
    assert [snapshot(folder) for folder in folders] == before


def test_no_page_of_ours_stays_when_the_suffix_of_files_changes(project):
    for suffix in ('.htm', None, '.htm'):
        config = {'html_file_suffix': suffix}
        out = project(PROJECT, config=config).out
        assert {path.suffix for path in (out / 'kwindex').rglob('*.*')} == {suffix or '.html'}
        clean = project(PROJECT, config=config, out=f'clean{suffix}', doctrees=f'new{suffix}').out
        assert digests(out / 'kwindex') == digests(clean / 'kwindex')


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'json'])
def test_all_pages_are_written_where_sphinx_writes_all_documents(project, builder):
    first = project(PROJECT, builder)
    theme = {'config': {'html_theme': 'alabaster'}} if builder != 'json' else {'all_': True}
    for change in ({'all_': True}, theme):
        again = project(PROJECT, builder, **change)
        assert again.warning == ''
        assert again.written == first.written >= ALL


def test_two_builders_share_one_doctree_directory(project):
    for builder in ('html', 'text', 'dirhtml', 'xml'):
        project(PROJECT, builder)
    files = edited('InB', 'InC', 'dir/b')
    for builder in ('text', 'html', 'xml', 'dirhtml'):
        result = project(files, builder)
        pages = {B, DIR, INDEX, GLOSSARY} if 'html' in builder else set()
        assert ours(result) == pages | {LIST}
        same_as_clean(project, files, builder)
    for builder in ('html', 'text', 'xml', 'dirhtml'):
        assert project(files, builder).written == set()


def test_a_builder_that_shows_nothing_spoils_nothing(project):
    project(PROJECT)
    for builder in ('dummy', 'kwindex', 'epub', 'singlehtml', 'latex', 'linkcheck'):
        project(PROJECT, builder)
        assert project(PROJECT).written == set()
    files = edited('InB', 'InC', 'dir/b')
    for builder in ('dummy', 'kwindex', 'html'):
        project(files, builder)
    same_as_clean(project, files)


@pytest.mark.parametrize('builder', ['epub', 'dummy', 'linkcheck', 'changes', 'singlehtml'])
def test_what_a_builder_does_not_show_it_never_writes(project, builder):
    files = {**PROJECT, 'conf.py': BARE['conf.py'] + 'copyright = version = "1"\n'}
    more = {**files, 'dir/c.rst': ADDED}
    for edit, everything in [(files, False), (files, False), (more, False), (more, True)]:
        result = project(edit, builder, all_=everything)
        shown = {GLOSSARY, INDEX} if builder == 'epub' else set()
        assert ours(result) - {LIST} <= shown
        assert result.warning == ''


def test_two_output_directories_of_one_builder(project):
    project(PROJECT)
    other = project(PROJECT, out='other')
    assert ours(other) == ALL | {LIST}
    files = edited('InB', 'InC', 'dir/b')
    project(files, out='other')
    same_as_clean(project, files)


def test_a_lost_output_is_written_again(project):
    result = project(PROJECT)
    (result.out / f'{DIR}.html').unlink()
    assert project(PROJECT).written == {DIR} | ALWAYS_WRITTEN
    shutil.rmtree(result.out / 'kwindex')
    without = {name: text for name, text in PROJECT.items() if name != 'dir/b.rst'}
    without |= {'index.rst': 'Index\n=====\n\n.. toctree::\n\n   a\n', 'list.rst': ':orphan:\n'}
    assert project(without).written >= {A, INDEX, GLOSSARY}
    same = project(without, out='clean', doctrees='new').out / 'kwindex'
    assert digests(result.out / 'kwindex') == digests(same)


def test_a_build_of_some_documents(project, tmp_path):
    project(PROJECT)
    files = edited('InB', 'InC', 'dir/b')
    some = project(files, filenames=[tmp_path / 'source/a.rst'])
    assert some.warning == ''
    assert some.written == {'a', 'index', B, DIR, INDEX, GLOSSARY}
    assert ours(project(files)) == {LIST}
    same_as_clean(project, {**files})


@pytest.mark.parametrize('parallel', [1, 2])
def test_switching_the_extension_on_and_off_and_on(project, parallel):
    off = {'extensions': []}
    files = {n: text for n, text in PROJECT.items() if n != 'list.rst'}
    files['index.rst'] = files['index.rst'].replace('   list\n', '')
    plain = project(files, config=off, parallel=parallel)
    on = project(files, parallel=parallel)
    assert (on.warning, plain.warning) == ('', '')
    if parallel == 1:
        assert ours(on) == ALL - {'kwindex/doc/list'}
    edit = {**files, 'dir/b.rst': PROJECT['dir/b.rst'].replace('InB', 'InC')}
    assert project(edit, config=off, parallel=parallel).warning == ''
    again = project(edit, parallel=parallel)
    assert again.warning == ''
    same_as_clean(project, edit)


@pytest.mark.parametrize('taken', ['kwindex/folder/api', 'kwindex/folder/api/core'])
def test_breadcrumbs_lead_to_the_folders_that_have_a_page(project, taken):
    """An author's page may take the name of one for good or give it back."""
    layout = LAYOUT + '{% for page in parents %}{{ page.link }} {{ page.title }} {% endfor %}'
    deep = {f'api/core/{name}.rst': ADDED for name in ('c', 'deep/c', 'deep/d')}
    files = {**PROJECT, **deep, 'templates/layout.html': layout}
    more = {**files, f'{taken}.rst': ':kwindex: skip\n:orphan:\n\nMine\n====\n'}
    project(files)
    for change in (more, files):
        result = project(change)
        assert 'kwindex/doc/api/core/deep/c' in result.written
        same_as_clean(project, change)
        assert project(change).written == set()


def test_all_pages_lead_to_the_glossary_if_there_is_one(project):
    layout = LAYOUT + '{{ rellinks }}'
    files = {n: text for n, text in PROJECT.items() if n != 'list.rst'}
    files |= {'templates/layout.html': layout, 'index.rst': 'Index\n=====\n'}
    files |= {n: f':orphan:\n{files[n]}' for n in ('a.rst', 'dir/b.rst')}
    own = {**files, 'kwindex/index.rst': ':kwindex: skip\n:orphan:\n\nMine\n====\n'}
    project(files)
    for change in (own, files):
        result = project(change)
        assert {'a', 'dir/b'} <= result.written
        same_as_clean(project, change)
        assert project(change).written == set()


@pytest.mark.parametrize(
    'config',
    [
        {'project': 'Another'}, {'language': 'de'}, {'html_title': 'Another'},
        {'kwindex_source_url': 'https://example.org/{path}'}, {'kwindex_keep': ['prose']},
        {'kwindex_pages': ['glossary', 'folders']}, {'kwindex_root': 'words'},
    ],
    ids=lambda config: next(iter(config)),
)  # fmt: skip
def test_a_changed_configuration_shows_everywhere(project, config):
    """A generated page has a header too, which names the project and its language."""
    header = '{{ docstitle }} {{ project }} {{ language }} {{ rellinks }}'
    files = {**PROJECT, 'templates/layout.html': LAYOUT + header}
    project(files)
    for change in (config, {}):
        result = project(files, config=change)
        assert result.warning == ''
        same_as_clean(project, files, config=change)
        assert project(files, config=change).written == set()


def test_a_page_that_a_toctree_names_may_come_with_the_configuration(project):
    project(PROJECT, config={'kwindex_pages': []})
    toctree = PROJECT['index.rst'] + '   kwindex/index\n   kwindex/glossary\n'
    result = project({**PROJECT, 'index.rst': toctree})
    assert result.warning == ''


@pytest.mark.parametrize('sidebars', [{}, {'**': ['kwindex.html']}])
def test_pages_that_another_extension_keeps_have_no_link_that_dies(make, monkeypatch, sidebars):
    """``viewcode`` writes the page of a module anew only when the module has changed."""
    extensions = "['sphinx.ext.autodoc', 'sphinx.ext.viewcode', 'sphinxcontrib_kwindex']"
    path = 'import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n'
    files = {
        'conf.py': f'{CONF}{path}extensions = {extensions}\nhtml_sidebars = {sidebars}\n',
        'kept_module.py': 'class Kept:\n    """Is kept."""\n',
        'index.rst': 'Start\n=====\n\n.. automodule:: kept_module\n   :members:\n',
    }
    monkeypatch.setattr('sys.path', [*sys.path])
    monkeypatch.delitem(sys.modules, 'kept_module', raising=False)
    for pages in (['glossary', 'documents'], ['documents'], ['glossary']):
        built = make(files, config={'kwindex_pages': pages})
        assert Crawl(built.out).broken_of_any == []
    assert 'kwindex/glossary.html' in built.text('search.html')
    assert (built.out / '_modules/kept_module.html').is_file()


SCALARS = st.none() | st.booleans() | st.integers() | st.text()
FLAT = SCALARS | st.lists(SCALARS) | st.dictionaries(st.text(), SCALARS)
JSON = FLAT | st.lists(FLAT) | st.dictionaries(st.text(), FLAT)
#: any JSON, and states with any JSON in place of a value
STATES = JSON | st.builds(
    lambda key, value: {**State()._asdict(), 'inputs': 'x', key: value},
    st.sampled_from(State._fields),
    JSON | st.dictionaries(st.text(), st.lists(st.text(), max_size=3)) | st.lists(st.lists(JSON)),
)


@given(data=STATES)
@settings(max_examples=100, suppress_health_check=list(HealthCheck))
def test_a_state_of_another_shape_is_no_state(tmp_path_factory, data):
    """What is loaded has the types of a state, whatever stands in the file."""
    builder = SimpleNamespace(doctreedir=tmp_path_factory.getbasetemp(), outdir='out', name='any')
    state_file(builder).write_text(json.dumps(data), encoding='utf-8')
    state = State.load(builder)
    if state != State():
        assert state._asdict() == {**State()._asdict(), **data}
    texts = [state.inputs, state.home, *state.documents, *state.documents.values(), *state.pages]
    for page in state.pages.values():
        assert type(page) is list
        texts += page
    assert {type(text) for text in texts} == {str}
    assert [type(pages) for pages in (state.pages, state.documents)] == [dict, dict]
    assert all(len(page) == 2 for page in state.pages.values())
    assert type(state.uses_keywords) is bool


@pytest.mark.parametrize('moment', ['kwindex/doc/a', 'kwindex/index'])
def test_a_page_that_was_being_written_is_written_again(project, moment):
    """Sphinx has written all documents, and nothing has changed: only the state tells it."""
    conf = f"""{BARE['conf.py']}
def fail(app, page, template, context, doctree):
    if page == (app.srcdir / 'fails.at').read_text():
        raise ValueError(page)


def setup(app):
    app.connect('html-page-context', fail)
"""
    files = {**PROJECT, 'conf.py': conf, 'fails.at': ''}
    first = project(files)
    page, environment = first.out / f'{moment}.html', first.out / '../doctrees/environment.pickle'
    saved = environment.read_bytes()
    with pytest.raises(SphinxError):
        project({**files, 'fails.at': moment}, all_=True)
    environment.write_bytes(saved)  # Sphinx removes it after an exception, and keeps it when killed
    page.write_text('', encoding='utf-8')
    project(files)
    same_as_clean(project, files)


def test_a_template_that_changes_while_a_build_fails_shows_everywhere(project):
    files = {**PROJECT, 'templates/layout.html': LAYOUT}
    first = project(files)
    files['templates/layout.html'] = LAYOUT + '<p>new</p>'
    project(files, filenames=[str(first.app.srcdir / 'a.rst')])
    result = project(files)
    assert '<p>new</p>' in result.text('kwindex/doc/dir/b.html')


def test_processes_that_write_ask_for_keywords(project):
    """A template calls ``kwindex()`` on a page that another process writes."""
    layout = LAYOUT + '{% if pagename == "z" %}{{ kwindex().keywords }}{% endif %}'
    more = {f'm{n}.rst': f':orphan:\n\nPage {n}\n======\n' for n in range(9)}
    user = ':orphan:\n\nUser\n====\n\n``alpha_one``\n'
    definition = ':orphan:\n\nX\n=\n\n.. py:function:: {}()\n'
    files = {**PROJECT, **more, 'templates/layout.html': layout, 'z.rst': user}
    for name in ('alpha_one', 'pkg.alpha_one'):
        result = project({**files, 'x.rst': definition.format(name)}, parallel=2)
    assert 'pkg.alpha_one' in result.text('z.html')


@pytest.mark.parametrize(
    'damage',
    [
        lambda text: text[:50],
        lambda text: '[' * 100_000 + text,
        lambda text: text.replace('false', '"x"'),
        lambda text: text.replace('kwindex/', '../'),
        lambda text: text.replace('.html', '\\u0000'),
        lambda text: text.replace('.html', '\\ud800'),
        lambda _text: None,
    ],
)
def test_a_damaged_state_file_costs_nothing_but_time(project, tmp_path, damage):
    app = project(PROJECT).app
    path = state_file(app.builder)
    damaged = damage(path.read_text(encoding='utf-8'))
    path.unlink()
    path.write_text(damaged, encoding='utf-8') if damaged else path.mkdir()
    before = snapshot(tmp_path / 'source')
    result = project(PROJECT)
    assert (result.warning, result.read) == ('', set())
    assert result.written >= {A, B, INDEX, GLOSSARY}
    same_as_clean(project, PROJECT)
    assert snapshot(tmp_path / 'source') == before
    assert project(PROJECT).written == (set() if damaged else result.written)
