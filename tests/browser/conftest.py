"""Chromium, driven by Playwright, and the pages that it is shown.

Without either, these tests are skipped with a word of what is missing; with ``KWINDEX_BROWSER``
set, as ``.ci/run`` sets it, they fail instead.
"""

import os
from pathlib import Path

import pytest
from chromium import NAMES, SWITCHES, executable
from project import build_files


@pytest.fixture(scope='session')
def chromium():
    path = executable()
    if path is None:
        pytest.skip(f'no browser: none of {", ".join(NAMES)} is installed')
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  it may be missing
    except ImportError:
        if 'KWINDEX_BROWSER' in os.environ:
            raise
        pytest.skip('Playwright is not installed: pip install playwright')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium):
    """Open a page of a build; errors in scripts and dialogs fail the test."""
    contexts, wrong = [], []

    def open_page(path, query='', *, width=1280, height=900, dark=False, **options):
        context = chromium.new_context(
            viewport={'width': width, 'height': height},
            color_scheme='dark' if dark else 'light',
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)  # on a busy machine a page takes its time
        page.on('pageerror', lambda error: wrong.append(str(error)))
        page.on('dialog', lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
        address = path.as_uri() if isinstance(path, Path) else path
        page.goto(f'{address}{query}')
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope='session')
def site(tmp_path_factory):
    """Build a project once; give its output directory."""
    known = {}

    def site(name, files, theme='alabaster', **config):
        if (name, theme) not in known:
            conf = {
                'extensions': ['sphinxcontrib_kwindex'],
                'project': 'Words',
                'html_theme': theme,
                'templates_path': ['templates'],
                **config,
            }
            text = ''.join(f'{key} = {value!r}\n' for key, value in conf.items())
            built = build_files(tmp_path_factory.mktemp(name), {'conf.py': text, **files})
            assert built.warning == ''
            known[name, theme] = built.out
        return known[name, theme]

    return site
