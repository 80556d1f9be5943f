"""``diff --format redirects``: where dead addresses stand now; and which addresses are dead."""

import json
import posixpath

import pytest
from test_exports import validator

from sphinxcontrib_kwindex.cli.main import main

#: titles of sections in the section before
NESTED = {'Bug fixes'}


def section(title, *names, ident=None, defines=()):
    return title, ident or title.lower().replace(' ', '-'), names, defines


def write(folder, documents):
    """Write an export with these documents: docname -> title and sections."""
    folder.mkdir()
    lines = []
    for docname, (title, *sections) in documents.items():
        keywords = [
            {
                'name': name, 'kind': 'function', 'role': 'uses', 'listed': True, 'score': 1.0,
                'definition': None,
                'places': [{
                    'section': ident, 'line': 1, 'count': 1,
                    'role': 'defines' if name in defines else 'uses',
                }],
            }
            for _title, ident, names, defines in sections
            for name in (*names, *defines)
        ]  # fmt: skip
        ids = [
            {'id': ident, 'title': title, 'level': 1 + (title in NESTED)}
            for title, ident, *_names in sections
        ]
        lines.append(
            {
                'document': docname, 'title': title, 'source': f'{docname}.rst',
                'sections': ids, 'keywords': keywords, 'not_shown': [],
            }
        )  # fmt: skip
    text = ''.join(json.dumps(one) + '\n' for one in lines)
    (folder / 'documents.jsonl').write_text(text)


@pytest.fixture
def redirects(tmp_path, capsys):
    """Return the output of the command for two versions: redirects by address, and pages."""

    def run(old, new, *options):
        for name, documents in {'old': old, 'new': new}.items():
            write(tmp_path / name, documents)
        command = ['diff', '--format', 'redirects', str(tmp_path / 'old'), str(tmp_path / 'new')]
        assert main([*command, *options]) == 0
        found = json.loads(capsys.readouterr().out)
        validator('redirects').validate(found)
        targets = {one['old']: one['new'] for one in found['redirects']}
        for one in found['redirects']:
            assert one['confidence'] >= 0.5 if one['new'] else one['confidence'] == 0
        return targets, found['pages']

    return run


SETUP = section('Setting up', 'connect', 'retry', 'timeout')
OTHER = section('Other', 'draw', 'paint', 'erase')


def test_nothing_is_gone(redirects):
    same = {'use': ('Use', SETUP, OTHER)}
    assert redirects(same, same) == ({}, {})


def test_a_renamed_section_is_found_by_its_keywords(redirects):
    renamed = section('First steps', 'connect', 'retry', 'timeout', 'port')
    old, new = {'use': ('Use', SETUP, OTHER)}, {'use': ('Use', OTHER, renamed)}
    assert redirects(old, new) == ({'use#setting-up': 'use#first-steps'}, {})


def test_a_renamed_section_is_found_by_its_title_alone(redirects):
    old = {'use': ('Use', section('Setting up the server'), OTHER)}
    new = {'use': ('Use', OTHER, section('Set up the server'))}
    assert redirects(old, new)[0] == {'use#setting-up-the-server': 'use#set-up-the-server'}


def test_a_section_in_the_same_position_needs_less_other_evidence(redirects):
    renamed = section('First steps', 'connect', 'port')
    old = {'use': ('Use', section('Begin', 'connect'), OTHER)}
    assert redirects(old, {'use': ('Use', renamed, OTHER)})[0] == {'use#begin': 'use#first-steps'}


def test_generated_ids_say_nothing(redirects):
    old = {'use': ('Use', section('Cats', ident='id1'), OTHER), 'more': ('More',)}
    new = {'use': ('Use', OTHER), 'more': ('More', section('Dogs', ident='id1'))}
    assert redirects(old, new)[0] == {'use#id1': None}


def test_a_moved_section_is_found_in_another_document(redirects):
    old = {'use': ('Use', SETUP, OTHER), 'more': ('More',)}
    new = {'use': ('Use', OTHER), 'more': ('More', SETUP)}
    assert redirects(old, new)[0] == {'use#setting-up': 'more#setting-up'}


def test_a_section_is_found_in_one_that_took_its_content(redirects):
    bigger = section('Other', 'draw', 'paint', 'erase', 'connect', 'retry', 'timeout')
    old, new = {'use': ('Use', SETUP, OTHER)}, {'use': ('Use', bigger)}
    assert redirects(old, new)[0] == {'use#setting-up': 'use#other'}


def test_definitions_lead_to_their_new_place(redirects):
    old = {'api': ('API', section('Client', defines=['Client'])), 'more': ('More', OTHER)}
    new = {'api': ('API',), 'more': ('More', OTHER, section('Classes', defines=['Client']))}
    assert redirects(old, new)[0] == {'api#client': 'more#classes'}


def test_what_is_removed_has_no_target(redirects):
    old = {'use': ('Use', SETUP, OTHER), 'gone': ('Gone', section('Past', 'old_name'))}
    new = {'use': ('Use', section('Entirely new', 'fresh', 'clean'), OTHER)}
    expected = {'use#setting-up': None, 'gone': None, 'gone#past': None}
    assert redirects(old, new) == (expected, {})


def test_content_that_was_there_before_is_no_target(redirects):
    same = section('Same', 'connect', 'retry', 'timeout')
    old, new = {'use': ('Use', SETUP, same)}, {'use': ('Use', same)}
    assert redirects(old, new)[0] == {'use#setting-up': None}


def test_sections_of_a_moved_document_go_with_it(redirects):
    """Many documents have *Examples*; these are those of the document."""
    more = {f'd{n}': (f'D{n}', section('Examples', f'name{n}')) for n in range(5)}
    page = ('Use', SETUP, section('Examples', 'demo'))
    old = {'guide/use': page, **more}
    new = {'tutorial/start': page, **more, 'last': ('Last', section('Examples', 'other'))}
    targets, pages = redirects(old, new)
    assert targets == {
        'guide/use': 'tutorial/start',
        'guide/use#setting-up': 'tutorial/start#setting-up',
        'guide/use#examples': 'tutorial/start#examples',
    }
    assert pages == {'guide/use': '../tutorial/start.html'}
    assert posixpath.normpath(posixpath.join('guide', pages['guide/use'])) == 'tutorial/start.html'


def test_sections_of_a_document_that_left_a_stub_are_found_in_its_new_place(redirects):
    """Its page is still there, so only its sections are dead; others have the same titles."""
    old, new = {}, {}
    for name in ('install', 'list', 'show'):
        page = (f'tool {name}', section(f'tool {name}', f'{name}_all'), section('Usage', 'tool'))
        old[f'reference/{name}'] = new[f'cli/{name}'] = page
        new[f'reference/{name}'] = ('',)
    targets = redirects(old, new)[0]
    assert targets['reference/list#usage'] == 'cli/list#usage'
    assert targets['reference/show#tool-show'] == 'cli/show#tool-show'


def test_a_renamed_section_is_found_where_others_of_its_document_are(redirects):
    big = section('Big', *(f'name{n}' for n in range(20)))
    old = {
        'use': ('Use', OTHER, big, SETUP, section('Ways to reduce the work')),
        'big': ('Big page',),
        'more': ('More',),
    }
    new = {
        'use': ('Use', OTHER),
        'big': ('Big page', big),
        'more': ('More', section('Ways to reduce work'), SETUP),
    }
    assert redirects(old, new)[0] == {
        'use#big': 'big#big',
        'use#setting-up': 'more#setting-up',
        'use#ways-to-reduce-the-work': 'more#ways-to-reduce-work',
    }


def test_sections_with_one_title_are_told_apart_by_those_around_them(redirects):
    def page(*versions):
        sections = []
        for version in versions:
            sections.append((f'Version {version}', f'v{version}', [], []))
            sections.append(('Bug fixes', f'id{90 + 7 * int(version) + len(versions)}', [], []))
        return {'news': ('News', *sections)}

    assert redirects(page('2', '1'), page('1', '3', '2'))[0] == {
        'news#id106': 'news#id107',
        'news#id99': 'news#id100',
    }


def test_a_section_that_led_to_another_is_replaced_by_it(redirects):
    target = ('Caching', section('Caching', 'connect', 'retry'))
    old = {'use': ('Use', OTHER, section('Caching')), 'topics/cache': target}
    new = {'use': ('Use', OTHER), 'topics/cache': target}
    assert redirects(old, new)[0] == {'use#caching': 'topics/cache#caching'}


#: common names, which say little
COMMON = [section(f'Part {n}', 'run', 'stop') for n in range(30)]


@pytest.mark.parametrize(('name', 'expected'), [('run', 'use#getting-started'), ('new', None)])
def test_a_section_in_the_same_position_may_share_a_common_keyword(redirects, name, expected):
    before = section('First steps', 'run', 'old_a', 'old_b')
    after = section('Getting started', name, 'new_a', 'new_b')
    old, new = ({'use': ('Use', SETUP, one, *COMMON)} for one in (before, after))
    assert redirects(old, new)[0] == {'use#first-steps': expected}


@pytest.mark.parametrize(
    ('old', 'new', 'expected'),
    [
        ('use', 'guide/start', '../guide/start/'), ('a/use', 'a/start', '../start/'),
        ('a/index', 'b/index', '../b/'), ('a/use', 'index', '../../'),
        ('use/index', 'use/start', 'start/'),
    ],
)  # fmt: skip
def test_pages_may_be_directories(redirects, old, new, expected):
    page = ('Use', SETUP, OTHER)
    found = redirects({old: page}, {new: page}, '--builder', 'dirhtml')
    assert found[1] == {old: expected}


# -- of real documents

LABELLED = """\
Guide
=====

{above}

.. _{install}:

{title}
{line}

Call ``acme.setup()``.

.. _{cfg}:

Configuration
-------------

Set ``acme.level``.

.. _{para}:

A paragraph.

.. program:: acme

.. option:: {options}

   Talk.

.. glossary::

   {term}
     A thing.
"""
FORM = {
    'above': '.. _top:\n\nText.', 'install': 'install', 'title': 'Install', 'line': '-' * 12,
    'cfg': 'cfg', 'para': 'para', 'options': '--verbose', 'term': 'widget',
}  # fmt: skip
CLASS = '.. py:class:: acme.Client\n\n   Talks.\n\n   .. py:method:: send\n'


@pytest.fixture
def compare(make, capsys):
    """Return the dead addresses of two versions of a documentation, with where they stand now."""

    def compare(old, new):
        outs = []
        for name, pages in {'old': old, 'new': new}.items():
            index = 'Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n'
            made = make({'index.rst': index} | pages, 'kwindex', out=name, doctrees=f'd-{name}')
            outs.append(str(made.out))
        assert main(['diff', '--format', 'json', *outs]) == 0
        changes = json.loads(capsys.readouterr().out)['changes']
        gone = {one['name'] for one in changes if one['change'] == 'anchors'}
        assert main(['diff', '--format', 'redirects', *outs]) == 0
        found = json.loads(capsys.readouterr().out)
        validator('redirects').validate(found)
        targets = {one['old']: one['new'] for one in found['redirects']}
        assert targets.keys() == gone
        return targets

    return compare


@pytest.mark.parametrize(
    ('change', 'expected'),
    [
        ({'title': 'Set it up'}, {}),
        ({'cfg': 'config'}, {'page#cfg': 'page#configuration'}),
        ({'install': 'setup'}, {}),
        ({'install': 'setup', 'title': 'Set it up'}, {'page#install': 'page#set-it-up'}),
        ({'above': 'Text.', 'para': 'other'}, {'page#top': None, 'page#para': None}),
        ({'options': '-v, --verbose'}, {}),
        ({'options': '--loud'}, {'page#cmdoption-acme-verbose': None}),
        ({'term': 'gadget'}, {'page#term-widget': None}),
        ({'term': 'widget\n   gadget'}, {}),
    ],
)
def test_the_addresses_of_a_page_are_those_of_all_that_has_an_id(compare, change, expected):
    old, new = ({'page.rst': LABELLED.format(**FORM | more)} for more in ({}, change))
    assert compare(old, new) == expected


def test_a_retitled_section_is_found_by_its_label(compare):
    old, new = (
        {'page.rst': f'Page\n====\n\n.. _start:\n\n{title}\n{"-" * 20}\n\nText.\n'}
        for title in ('First steps', 'Ways to begin')
    )
    assert compare(old, new) == {'page#first-steps': 'page#ways-to-begin'}


def test_objects_and_terms_are_found_where_they_are_defined_now(compare):
    term = '.. glossary::\n\n   widget\n     A thing.\n'
    api, more = 'API\n===\n\n', 'More\n====\n\n'
    old = {'api.rst': f'{api}{CLASS}', 'more.rst': f'{more}{term}'}
    new = {'api.rst': f'{api}{term}', 'more.rst': f'{more}{CLASS}'}
    assert compare(old, new) == {
        'api#acme.Client': 'more#acme.Client',
        'api#acme.Client.send': 'more#acme.Client.send',
        'more#term-widget': 'api#term-widget',
    }


def test_lists_of_keywords_have_no_sections(tmp_path, capsys):
    for name in ('old', 'new'):
        (tmp_path / name).mkdir()
        (tmp_path / name / 'keywords.jsonl').write_text('{}\n')
    files = [str(tmp_path / name / 'keywords.jsonl') for name in ('old', 'new')]
    assert main(['diff', '--format', 'redirects', *files]) == 2
    assert 'it has no sections. Name documents.jsonl, or its directory.' in capsys.readouterr().err
