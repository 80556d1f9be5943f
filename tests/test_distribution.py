"""What is in the distributions that ``python -m build`` makes."""

import tarfile
import tomllib
import zipfile
from contextlib import chdir
from email.parser import Parser

import pytest
from project import REPOSITORY

flit = pytest.importorskip('flit_core.buildapi')

PACKAGE = 'sphinxcontrib_kwindex'
PROJECT = tomllib.loads((REPOSITORY / 'pyproject.toml').read_text(encoding='utf-8'))['project']
#: what tools leave behind
LEFT_BEHIND = ('__pycache__/', '.pyc', '_cache/', '_build/', '.hypothesis/')


def files(*folders):
    """Return the files of folders of the project."""
    paths = (path for folder in folders for path in (REPOSITORY / folder).rglob('*'))
    names = {path.relative_to(REPOSITORY).as_posix() for path in paths if path.is_file()}
    return {name for name in names if not any(left in name for left in LEFT_BEHIND)}


@pytest.fixture(scope='module')
def distributions(tmp_path_factory):
    folder = tmp_path_factory.mktemp('dist')
    with chdir(REPOSITORY):
        return folder / flit.build_wheel(str(folder)), folder / flit.build_sdist(str(folder))


def test_the_wheel_has_the_package_with_its_data_and_nothing_else(distributions):
    with zipfile.ZipFile(distributions[0]) as wheel:
        names = {name for name in wheel.namelist() if '.dist-info/' not in name}
    assert names == files(PACKAGE)


def test_the_source_distribution_has_all_that_its_tests_need(distributions):
    with tarfile.open(distributions[1]) as archive:
        names = {m.name.partition('/')[2] for m in archive.getmembers() if m.isfile()}
    own = {'CHANGES.rst', 'LICENSE', 'README.rst', 'pyproject.toml'}
    assert files(PACKAGE, 'tests', 'example', '.ci') | own <= names


def test_metadata(distributions):
    with zipfile.ZipFile(distributions[0]) as wheel:
        [name] = [name for name in wheel.namelist() if name.endswith('/METADATA')]
        metadata = Parser().parsestr(wheel.read(name).decode())
    assert metadata['Name'] == 'sphinxcontrib-kwindex'
    assert metadata['Summary'] == PROJECT['description']
    assert metadata['License-Expression'] == 'BSD-2-Clause'
    assert metadata['Description-Content-Type'] == 'text/x-rst'
    assert set(metadata.get_all('Classifier')) == set(PROJECT['classifiers'])
    assert metadata.get_payload().strip().startswith('sphinxcontrib-kwindex\n')
    assert 'example.org' not in ''.join(metadata.get_all('Project-URL', []))
