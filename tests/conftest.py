"""Fixtures for all tests: projects built in a process of their own or in this one."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ['sphinx.testing.fixtures']

TESTS = Path(__file__).parent
REPOSITORY = TESTS.parent


@pytest.fixture(scope='session')
def rootdir():
    return TESTS / 'roots'
