"""After an edit only what moved is written; what is gone is deleted; every end is a clean build."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from links import Crawl
from project import ALWAYS_WRITTEN, CONF, REPOSITORY, snapshot, write
from sphinx.errors import ExtensionError

from sphinxcontrib_kwindex.removing import remove
from sphinxcontrib_kwindex.view import listing

#: Sphinx itself leaves links to neighbours stale: pages are compared without them
LAYOUT = '{{ title }} {{ body }} {% for file in css_files %}{{ css_tag(file) }}{% endfor %}'

BARE = {
    'conf.py': CONF + "templates_path = ['templates']\nhtml_copy_source = False\n",
    'templates/layout.html': LAYOUT,
}

PROJECT = {
    'index.rst': 'Index\n=====\n\n.. toctree::\n\n   a\n   dir/b\n   list\n',
    'a.rst': """
About
=====

A ``name_in_a``. Some prose.

One
---

.. py:class:: InA

Two
---
""",
    'dir/b.rst': """
Because
=======

.. py:class:: InB
""",
    'list.rst': 'List\n====\n\n.. kwindex:: /dir/\n',
}

#: The pages below name what they show: documents, folders, the glossary, a list of ``dir/``.
A, B, C = 'kwindex/doc/a', 'kwindex/doc/dir/b', 'kwindex/doc/dir/c'
ALL, DIR, GLOSSARY, LIST = 'kwindex/all', 'kwindex/folder/dir', 'kwindex/index', 'list'

ADDED = ':orphan:\n\nCome\n====\n\n``name_in_c``\n'

#: what is edited -> from what, to what, in which document -> what is written of ours
EDITS = {
    'nothing': ('', '', 'a', set()),
    'touch only': (None, None, 'a', set()),
    'prose only': ('Some prose', 'Other prose', 'a', set()),
    'add a mention': ('name_in_a``', 'name_in_a`` and ``new_in_a``', 'a', {A, ALL}),
    'add a definition': ('Two\n---\n', 'Two\n---\n\n.. py:class:: NewA\n', 'a', {A, ALL, GLOSSARY}),
    'edit a mention': ('name_in_a', 'name_in_A', 'a', {A, ALL}),
    'edit a definition': ('InB', 'InC', 'dir/b', {B, DIR, ALL, GLOSSARY, LIST}),
    'add a description': ('InB\n', 'InB\n\n   It is.\n', 'dir/b', {B, DIR, ALL, GLOSSARY, LIST}),
    'change a section title': ('One\n---', 'Uno\n---', 'a', {A, ALL, GLOSSARY}),
    'change the title of a section without keywords': ('Two\n---', 'Due\n---', 'a', {A}),
    'move a definition': (
        '.. py:class:: InA\n\nTwo\n---\n', 'Two\n---\n\n.. py:class:: InA\n', 'a',
        {A, ALL, GLOSSARY},
    ),
    'change a title': ('About\n=====', 'After\n=====', 'a', {A, ALL, GLOSSARY}),
    'add a mention elsewhere': (
        'prose.\n', 'prose. :py:class:`InB`\n', 'a', {A, ALL, GLOSSARY},
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
        for files in GROWING[1:]:
            change(app, files)
            app.build()
            for page, title in app.env.titles.items():
                html = Path(app.builder.get_outfilename(page)).read_text(encoding='utf-8')
                assert f'<h1>{title.astext()}' in html

    config = {'kwindex_page_size': 2}
    project(GROWING[0], config=config, then=again)
    same_as_clean(project, GROWING[-1], config=config)


def test_what_an_application_wrote_before_is_written_again(project):
    def again(app):
        change(app, GROWING[1])
        app.build(filenames=[str(Path(app.srcdir, 'a.rst'))])

    project(GROWING[0], 'text', then=again)
    same_as_clean(project, GROWING[1], 'text')


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_an_application_that_builds_again_after_no_change_writes_nothing(project, builder):
    def again(app):
        paths = [Path(app.outdir, f'{page}{app.builder.out_suffix}') for page in app.env.all_docs]
        times = [path.stat().st_mtime_ns for path in paths]
        app.build()
        assert [path.stat().st_mtime_ns for path in paths] == times

    project(PROJECT, builder, then=again)


def test_an_application_gives_a_page_no_file_that_only_others_of_its_last_build_need(project):
    def again(app):
        change(app, edited('Some prose', 'Other prose', 'a'))
        app.build()

    project(PROJECT, then=again)
    same_as_clean(project, edited('Some prose', 'Other prose', 'a'))


def test_an_application_sees_what_its_templates_have_come_to_show(project):
    layout = LAYOUT + '{% for word in kwindex.keywords %}{{ word.kind }}{% endfor %}'
    defined = edited('InB\n', 'InB\n\n.. py:class:: name_in_a\n', 'dir/b')
    states = [{**files, 'templates/layout.html': layout} for files in (PROJECT, defined)]

    def again(app):
        for files in states:
            change(app, files)
            app.build()

    built = project(PROJECT, then=again)
    clean = project(states[-1], out='clean', doctrees='clean-doctrees')
    assert built.text('a.html') == clean.text('a.html')


def test_an_application_that_builds_again_after_no_change_reads_nothing(project):
    """A page that might come makes Sphinx read again what lists all documents."""

    def again(app):
        read = []
        app.connect('source-read', lambda _app, docname, _source: read.append(docname))
        app.build()
        assert read == []

    glob = {'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n'}
    project({**PROJECT, **glob, 'a.rst': ':kwindex: skip\n' + PROJECT['a.rst']}, then=again)


@pytest.mark.parametrize('failing', ['dir/b', 'kwindex/all'])
def test_an_application_completes_its_own_build_that_failed(project, failing):
    def again(app):
        def fail(_app, page, *_context):
            if page == failing:
                raise ValueError(page)

        change(app, GROWING[1])
        listener = app.connect('html-page-context', fail)
        with pytest.raises(ExtensionError):
            app.build()
        app.disconnect(listener)
        Path(app.outdir, 'a.html').write_text('cut short', encoding='utf-8')
        app.build()

    project(GROWING[0], then=again)
    same_as_clean(project, GROWING[1])


@pytest.mark.parametrize('builder', ['html', 'text'])
def test_what_a_listing_shows_is_derived_once(project, monkeypatch, builder):
    found = []
    block = listing._block
    monkeypatch.setattr(
        listing, '_block', lambda what, *given: found.append(what.docname) or block(what, *given)
    )
    project(GROWING[0], builder)
    project(GROWING[1], builder)
    project(GROWING[1], builder)
    assert found == [LIST] * 2  # one for each build that has something to show


@pytest.mark.parametrize('edit', EDITS)
@pytest.mark.parametrize('builder', ['html', 'text'])
def test_only_what_moved_is_written(project, tmp_path, edit, builder):
    old, new, docname, expected = EDITS[edit]
    project(PROJECT, builder)
    if old is None:
        os.utime(tmp_path / f'source/{docname}.rst')
    result = project(edited(old, new, docname), builder)
    assert result.warning == ''
    assert ours(result) == expected
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
    assert added.written == {'dir/c', C, DIR, ALL, GLOSSARY, LIST, 'index'}
    assert (tmp_path / 'html/kwindex/doc/dir/c.html').exists()
    deleted = project(PROJECT)
    assert deleted.warning == ''
    assert deleted.written == {DIR, ALL, GLOSSARY, LIST, 'index'}
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
    assert (before.out / 'all/words/folder-2/dir/sub.html').is_file()
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


def test_skipped_documents_do_not_make_globs_be_read_again(project):
    files = {
        'index.rst': 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n',
        'a.rst': ':kwindex: skip\n\nA\n=\n',
    }
    project(files)
    again = project(files)
    assert (again.read, again.written) == (set(), set())


@pytest.mark.parametrize('builder', ['singlehtml', 'latex', 'man', 'texinfo', 'html'])
def test_after_no_change_nothing_is_remembered_anew(project, builder):
    """Some builders write everything each time, of which Sphinx tells only the first document."""
    result = project(PROJECT, builder)
    before = snapshot(Path(result.app.doctreedir))
    assert snapshot(Path(project(PROJECT, builder).app.doctreedir)) == before


def test_two_builders_share_one_doctree_directory(project):
    for builder in ('html', 'text', 'dirhtml', 'xml'):
        project(PROJECT, builder)
    files = edited('InB', 'InC', 'dir/b')
    for builder in ('text', 'html', 'xml', 'dirhtml'):
        result = project(files, builder)
        assert ours(result) == {B, DIR, ALL, GLOSSARY, LIST}
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
        shown = {GLOSSARY} if builder == 'epub' else set()
        assert ours(result) - {LIST} <= shown
        assert result.warning == ''


def test_two_output_directories_of_one_builder(project):
    project(PROJECT)
    other = project(PROJECT, out='other')
    assert ours(other) == {A, B, ALL, DIR, GLOSSARY, LIST, 'kwindex/doc/index', 'kwindex/doc/list'}
    files = edited('InB', 'InC', 'dir/b')
    project(files, out='other')
    same_as_clean(project, files)


def test_a_lost_output_is_written_again(project):
    result = project(PROJECT)
    (result.out / f'{DIR}.html').unlink()
    assert project(PROJECT).written == {DIR} | ALWAYS_WRITTEN


def test_a_build_of_some_documents(project, tmp_path):
    project(PROJECT)
    files = edited('InB', 'InC', 'dir/b')
    some = project(files, filenames=[tmp_path / 'source/a.rst'])
    assert some.warning == ''
    assert some.written == {'a', 'index'}
    rest = project(files)
    assert ours(rest) == {B, DIR, ALL, GLOSSARY, LIST}
    same_as_clean(project, {**files})


def test_a_build_of_everything(project):
    first = project(PROJECT)
    again = project(PROJECT, all_=True)
    assert again.warning == ''
    assert again.written == first.written
    assert again.digests == first.digests


@pytest.mark.parametrize('parallel', [1, 2])
def test_switching_the_extension_on_and_off_and_on(project, parallel):
    off = {'extensions': []}
    files = {n: text for n, text in PROJECT.items() if n != 'list.rst'}
    files['index.rst'] = files['index.rst'].replace('   list\n', '')
    plain = project(files, config=off, parallel=parallel)
    on = project(files, parallel=parallel)
    assert (on.warning, plain.warning) == ('', '')
    if parallel == 1:
        assert ours(on) == {A, B, ALL, DIR, GLOSSARY, 'kwindex/doc/index'}
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
        assert not {'kwindex/doc/a', 'kwindex/folder/dir', 'kwindex/index'} & result.written
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
        assert {'a', 'dir/b'} <= result.written - result.read
        same_as_clean(project, change)
        assert project(change).written == set()


@pytest.mark.parametrize(
    'config',
    [
        {'project': 'Another'},
        {'language': 'de'},
        {'html_title': 'Another'},
        {'kwindex_source_url': 'https://example.org/{path}'},
        {'kwindex_keep': ['prose']},
        {'kwindex_pages': ['glossary', 'folders']},
        {'kwindex_root': 'words'},
    ],
    ids=lambda config: next(iter(config)),
)
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
    project(PROJECT, config={'kwindex_pages': ['glossary']})
    toctree = PROJECT['index.rst'] + '   kwindex/folder/dir\n   kwindex/doc/a\n'
    result = project({**PROJECT, 'index.rst': toctree})
    assert result.warning == ''


def test_the_environment_does_not_grow(project, tmp_path):
    sizes = []
    for number in range(5):
        files = edited('InB', f'In{number}', 'dir/b')
        project(files, parallel=2)
        sizes.append((tmp_path / 'doctrees/environment.pickle').stat().st_size)
    assert max(sizes[1:]) - min(sizes[1:]) <= 8


SCRIPT = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = [{tests!r}]
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinxcontrib_kwindex import rewrite
from project import build

count = 0

def dies(original):
    def wrapper(*args, **kwargs):
        global count
        count += 1
        if count == {moment}:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*args, **kwargs)
    return wrapper

StandaloneHTMLBuilder.write_doc = dies(StandaloneHTMLBuilder.write_doc)
rewrite.save = dies(rewrite.save)
base = Path({base!r})
build(base / 'source', base / 'html', base / 'doctrees')
"""


@pytest.mark.parametrize('moment', [1, 2, 4, 6, 9, 11])
def test_an_interrupted_build_is_completed(project, tmp_path, moment):
    """A process of its own kills itself while it writes: at the first document, in the middle…"""
    files = edited('InB', 'InC', 'dir/b')
    project(PROJECT)
    write(tmp_path / 'source', {**BARE, **files, 'dir/c.rst': ADDED})
    script = SCRIPT.format(
        tests=str(REPOSITORY / 'tests'), moment=moment, base=str(tmp_path)
    )
    command = [sys.executable, '-c', script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode in {-signal.SIGKILL, 0}, done.stderr.decode()
    files = {**files, 'dir/c.rst': ADDED}
    assert project(files).warning == ''
    same_as_clean(project, files)
    assert project(files).written == set()


@pytest.mark.parametrize('damaged', [lambda text: text[:50], lambda _text: '[' * 100_000])
def test_a_state_file_that_was_damaged_costs_nothing_but_time(project, tmp_path, damaged):
    project(PROJECT)
    [state] = (tmp_path / 'doctrees').glob('kwindex-html.json')
    state.write_text(damaged(state.read_text(encoding='utf-8')), encoding='utf-8')
    result = project(PROJECT)
    assert result.warning == ''
    assert result.read == set()
    assert {A, B, GLOSSARY} <= result.written
    assert project(PROJECT).written == set()


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
    assert 'kwindex/index.html' in built.text('search.html')
    assert (built.out / '_modules/kept_module.html').is_file()
