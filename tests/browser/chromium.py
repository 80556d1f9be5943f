"""The browser that is tested: Chromium, as the system has it."""

import os
import shutil

#: nothing but the page: no updates, no first steps
SWITCHES = [
    '--no-sandbox', '--disable-gpu', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run',
]  # fmt: skip
NAMES = ('chromium', 'chromium-browser', 'google-chrome')


def executable():
    """Find a browser, which ``KWINDEX_BROWSER`` may name."""
    found = [os.environ.get('KWINDEX_BROWSER'), *map(shutil.which, NAMES)]
    return next(filter(None, found), None)
