"""Fixtures for all tests: projects built in a process of their own or in this one."""

import gc
import sys
from functools import cache, partial

import project
import pytest
from hypothesis import HealthCheck, settings
from jinja2 import Environment
from project import ROOTS
from sphinx import theming

# a change must not be stopped by what other processes do, or by lot: to look for more than what
# CI looks at, choose ``--hypothesis-profile=lot``
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile('lot', UNHURRIED)
settings.register_profile('same', UNHURRIED, derandomize=True)
settings.load_profile('same')


@pytest.fixture(scope='session', autouse=True)
def _no_bytecode():
    """What autodoc imports leaves nothing in a source tree."""
    sys.dont_write_bytecode = True


#: what of Jinja's environments, beside their extensions, makes a difference to a compiled template
_OF_TEMPLATES = ('block_start_string', 'autoescape', 'trim_blocks', 'lstrip_blocks')


@pytest.fixture(scope='session', autouse=True)
def _quick():
    """Hundreds of builds compile the same templates, and leave much that must be collected.

    Each looks for the same themes among all that is installed.
    """
    known, compile_ = {}, Environment.compile

    def compiled(self, *arguments, **options):
        how = [getattr(self, name) for name in _OF_TEMPLATES]
        key = (*how, *self.extensions, arguments, *sorted(options.items()))
        if key not in known:
            known[key] = compile_(self, *arguments, **options)
        return known[key]

    thresholds = gc.get_threshold()
    gc.set_threshold(100_000, 50, 100)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Environment, 'compile', compiled)
        patch.setattr(theming, 'entry_points', cache(theming.entry_points))
        yield
    gc.set_threshold(*thresholds)


@pytest.fixture(scope='session')
def built(tmp_path_factory):
    """Build a test root, once for all tests that ask for the same; its files stay as they are."""
    known = {}

    def get(root, builder='html', **options):
        key = repr((root, builder, sorted(options.items())))
        if key not in known:
            folder = tmp_path_factory.mktemp('built')
            before = project.snapshot(ROOTS)
            known[key] = project.build_root(
                ROOTS / root, folder / 'out', folder / 'doctrees', builder, **options
            )
            assert project.snapshot(ROOTS) == before, 'a build wrote into its sources'
        return known[key]

    return get


@pytest.fixture
def make(tmp_path):
    """Build a project of these files; what is the same as before stays untouched."""
    (tmp_path / 'source').mkdir()
    return partial(project.build_files, tmp_path)
