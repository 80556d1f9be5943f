"""Ten names change in the sources of a small package, and none of them in its documentation.

``tests/check/published.py`` does the same with published packages.
"""

import re

CONF = """
extensions = ['sphinxcontrib_kwindex']
exclude_patterns = ['src']
kwcheck_level = 'warning'
kwcheck_sources = ['src']
"""

SOURCES = {
    'src/rain/__init__.py': """
from .gauge import Gauge, measure_all
from . import errors

__all__ = ['Gauge', 'measure_all']
""",
    'src/rain/gauge.py': '''
"""Gauges."""
from .errors import DryError


class Instrument:
    unit = 'mm'

    def calibrate(self): ...


class Gauge(Instrument):
    """Measures rain."""

    def __init__(self, place):
        self.location = place

    def read_level(self):
        return self.unit


def measure_all(gauges): ...


def empty_all(gauges): ...
''',
    'src/rain/errors.py': 'class DryError(Exception):\n    """No rain."""\n',
    'src/rain/cli.py': """
import argparse


def run_program():
    parser = argparse.ArgumentParser('rain')
    parser.add_argument('-s', '--since')
    parser.add_argument('--as-table', action='store_true')
""",
    'src/drops.hpp': 'namespace drops {\nvoid count_drops(int n);\n}\n',
}

DOCUMENTS = {
    'index.rst': """Rain
====

.. toctree::

   guide
   cpp

A :py:class:`rain.Gauge` measures, ``measure_all()`` asks all
of them, and :py:func:`rain.gauge.empty_all` empties them.

* ``rain.Gauge.read_level()`` returns what ``Gauge.location`` has,
  in ``rain.Gauge.unit``.
* What raises ``rain.errors.DryError`` must be calibrated:
  call :py:meth:`~rain.Gauge.calibrate`.

.. code-block:: python

   from rain import Gauge

   import rain.cli
   rain.cli.run_program()
""",
    'guide.rst': """Guide
=====

.. code-block:: console

   $ rain --as-table
   $ pip install --upgrade rain

Since when? Say so with ``--since``.
""",
    'cpp.rst': """C++
===

Rain drops: ``drops::count_drops()``.
""",
}

PLACES = {
    'Gauge': {('index.rst', line) for line in (9, 12, 13, 15, 19)},
    'measure_all': {('index.rst', 9)}, 'empty_all': {('index.rst', 10)},
    'read_level': {('index.rst', 12)}, 'location': {('index.rst', 12)},
    'DryError': {('index.rst', 14)}, 'calibrate': {('index.rst', 15)},
    'run_program': {('index.rst', 22)}, '--as-table': {('guide.rst', 6)},
    '--since': {('guide.rst', 9)}, 'count_drops': {('cpp.rst', 4)},
}  # fmt: skip


def found(make, sources):
    result = make({'conf.py': CONF, **DOCUMENTS, **sources}, 'kwcheck')
    assert result.warning == ''
    findings = result.lines('kwcheck.jsonl')
    assert {one['finding'] for one in findings} <= {'unknown'}
    return findings


def renamed(names):
    pattern = re.compile('|'.join(rf'(?<![\w-]){re.escape(name)}(?![\w-])' for name in names))
    return {file: pattern.sub(lambda match: f'{match[0]}2', code) for file, code in SOURCES.items()}


def test_nothing_is_found_before(make):
    assert found(make, SOURCES) == []


def test_each_name_by_itself_is_reported_where_it_stands(make):
    for name, places in PLACES.items():
        findings = found(make, renamed([name]))
        assert {(one['file'], one['line']) for one in findings} == places, name
        assert all(f'{name}2' in one['suggestion'] for one in findings if name != 'Gauge'), name


def test_all_together_are_reported_where_they_stand(make):
    findings = found(make, renamed(PLACES))
    assert {(one['file'], one['line']) for one in findings} == set.union(*PLACES.values())
