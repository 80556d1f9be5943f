"""Other extensions do what they do without us, and warn of nothing more."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest
from links import Crawl
from project import CONF, digests, write
from test_inventory import inventory_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

THEIRS = [
    'sphinx.ext.autodoc', 'sphinx.ext.autosectionlabel', 'sphinx.ext.intersphinx',
    'sphinx.ext.viewcode', 'sphinx_copybutton', 'sphinx_design', 'sphinx_codeautolink',
    'sphinxcontrib.bibtex', 'sphinx_needs', 'sphinx_tags', 'sphinxext.opengraph',
    'sphinx_sitemap', 'sphinx_last_updated_by_git', 'notfound.extension', 'myst_nb',
    'sphinx_llms_txt', 'sphinx_tojupyter',
]  # fmt: skip

#: lists of all pages, and the time that something took
MAY_DIFFER = {'sitemap.xml', '.doctrees/codeautolink-cache.json', 'schema_violations.json'}

#: what each of them needs in conf.py
SETTINGS = """
html_baseurl = ogp_site_url = 'https://example.org/'
bibtex_bibfiles = ['refs.bib']
nb_execution_mode = 'off'
tags_create_tags = True
suppress_warnings = ['git', 'config.cache']
import sys, pathlib
sys.path.insert(0, str(pathlib.Path(__file__).parent))
"""
FILES = {
    'refs.bib': '@book{knuth, author={Donald Knuth}, title={The Art}, year={1968}}\n',
    'crowd/__init__.py': '"""Many."""\n',
    'crowd/mod.py': '"""A module."""\n\n\nclass Widget:\n    """Draws MAX_SIZE."""\n',
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   api\n   words\n',
    'api.rst': 'API\n===\n\n.. automodule:: crowd.mod\n   :members:\n',
    'words.rst': 'Keyword index\n=============\n\nNot ours, with ``a_name``.\n',
}
TEXTS = {
    'sphinx_design': '.. grid:: 1\n\n   .. grid-item-card:: A card\n\n      With ``in_card``.\n',
    'sphinxcontrib.bibtex': 'See :cite:`knuth`.\n\n.. bibliography::\n',
    'sphinx_needs': '.. req:: A need\n   :id: REQ_01\n\n   Does ``a_thing``.\n\n.. needtable::\n',
    'sphinx_tags': '.. tags:: one, two\n',
    'sphinx_codeautolink': '.. code-block:: python\n\n   import crowd.mod\n   crowd.mod.Widget()\n',
}


def is_installed(extension):
    try:
        return importlib.util.find_spec(extension) is not None
    except ModuleNotFoundError:
        return False


def needed(extensions):
    missing = [name for name in extensions if not is_installed(name)]
    if missing:
        pytest.skip(f'not installed: {", ".join(missing)}')


class Result(NamedTuple):
    out: Path
    warning: str

    def text(self, name):
        return (self.out / name).read_text(encoding='utf-8')


def built_beside(folder, extensions, builder):
    """Build in a process of its own, where what others do is no error."""
    conf = CONF.replace("['sphinxcontrib_kwindex']", repr(extensions)) + SETTINGS
    texts = '\n'.join(TEXTS[name] for name in extensions if name in TEXTS)
    write(folder / 'source', FILES | {'conf.py': conf, 'api.rst': f'{FILES["api.rst"]}\n{texts}'})
    subprocess.run(['git', '-C', folder, 'init', '--quiet'], check=True)
    command = [sys.executable, '-m', 'sphinx', '-q', '-b', builder, 'source', 'out']
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Result(folder / 'out', done.stderr)


def compared(tmp_path, extensions, builder='html'):
    """Build with their extensions, without us and with us."""
    built = {}
    for name, ours in (('without', []), ('with', ['sphinxcontrib_kwindex'])):
        (tmp_path / 'source').mkdir(parents=True)
        result = built_beside(tmp_path, [*extensions, *ours], builder)
        built[name] = result._replace(out=tmp_path.with_name(f'{tmp_path.name}-{name}'))
        result.out.rename(built[name].out)
        shutil.rmtree(tmp_path)  # so that both have the same path
    return built


def assert_nothing_is_changed(built):
    without, ours = built['without'], built['with']
    assert ours.warning == without.warning
    before, after = digests(without.out), digests(ours.out)
    assert before.keys() - after.keys() == set()
    same = before.keys() & after.keys() - MAY_DIFFER
    changed = {name for name in same if before[name] != after[name]}
    assert {name for name in changed if not is_the_same_but_for_the_link(name, built)} == set()
    assert inventory_of(ours) == inventory_of(without)


def is_the_same_but_for_the_link(name, built):
    """Tell whether a page differs by the link to the keyword index among those to indices."""
    link = r'\s*<li class="right"\s*>\s*<a href="[^"]*kwindex[^"]*"[^>]*>.*?</li>'
    links = re.compile(rf'{link}|"SNCB-\w+"', re.DOTALL)  # sphinx-needs draws lots for its ids
    if not name.endswith('.html'):
        return False
    texts = [links.sub('', built[which].text(name)) for which in ('without', 'with')]
    return texts[0] == texts[1]


@pytest.mark.parametrize('extension', THEIRS)
def test_beside_one(tmp_path, extension):
    needed([extension, 'sphinx.ext.autodoc'])
    extensions = list(dict.fromkeys(['sphinx.ext.autodoc', extension]))
    assert_nothing_is_changed(compared(tmp_path, extensions))


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'text', 'latex'])
def test_beside_all(tmp_path, builder):
    needed(THEIRS)
    built = compared(tmp_path, THEIRS, builder)
    assert built['with'].warning == built['without'].warning
    if builder == 'html':
        assert_nothing_is_changed(built)


@pytest.mark.parametrize(
    ('extension', 'builder', 'written'),
    [('sphinx_llms_txt', 'dirhtml', 'llms*.txt'), ('sphinx_tojupyter', 'jupyter', '*.ipynb')],
)
def test_what_others_make_of_all_documents_has_none_of_our_pages(
    tmp_path, extension, builder, written
):
    needed([extension])
    built = compared(tmp_path, [extension], builder)
    assert built['with'].warning == built['without'].warning
    names = [{path.name for path in one.out.rglob(written)} for one in built.values()]
    assert names[0] == names[1] != set()
    for path in built['with'].out.rglob(written):
        assert 'kwindex' not in path.read_text(encoding='utf-8')
    if builder == 'dirhtml':
        assert Crawl(built['with'].out).broken == Crawl(built['without'].out).broken
