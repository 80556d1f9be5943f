"""Glossary of 5,000 keywords in print, in a chapter and as the index at the end.

It takes minutes and needs what Debian calls texlive-latex-recommended, texlive-latex-extra,
texlive-luatex, texlive-fonts-recommended, tex-gyre, fonts-freefont-otf, latexmk, xindy, texinfo
and poppler-utils: ``KWINDEX_TEX=1 pytest tests/test_tex.py``.
"""

import os
import re
import shutil
import subprocess
import sys

import pytest
from project import CONF, TESTS

sys.path.append(str(TESTS / 'browser'))

import sample

NUMBER = 5000
NEEDED = ('latexmk', 'pdflatex', 'lualatex', 'xindy', 'makeinfo', 'pdftotext')

pytestmark = [
    pytest.mark.skipif('KWINDEX_TEX' not in os.environ, reason='it takes minutes: set KWINDEX_TEX'),
    pytest.mark.skipif(
        not all(map(shutil.which, NEEDED)), reason=f'not all are installed: {", ".join(NEEDED)}'
    ),
]

#: what TeX takes for something else
ODD = r"""

.. glossary::

   50% & #1 of $x_y^z ~ {brace} \\end
      Is odd.

.. py:class:: größe.Straße_with.a_very_long_name.that_no_line.of_two_columns.can_hold.at_all

   Is long.
"""


def files(*, included):
    result = sample.many(NUMBER, 50)
    result['part000.rst'] += ODD
    result['index.rst'] += '\n\n.. kwindex:: /\n   :style: glossary\n' if included else ''
    return result


def run(folder, *command):
    result = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    output = (result.stdout + result.stderr).decode(errors='replace')
    assert result.returncode == 0, output[-3000:]
    return output


@pytest.mark.parametrize('included', [False, True])
@pytest.mark.parametrize('engine', ['pdflatex', 'lualatex'])
def test_it_prints(make, engine, included):
    conf = f"{CONF}project = 'Words'\nlatex_engine = '{engine}'\n"
    result = make({**files(included=included), 'conf.py': conf}, 'latex')
    assert result.warning == ''
    options = 'LATEXMKOPTS=-interaction=nonstopmode -halt-on-error'
    run(result.out, 'make', options)
    run(result.out, 'pdftotext', '-layout', 'words.pdf')
    text = result.text('words.txt')
    chapter, _heading, index = text.rpartition('KEYWORD INDEX')
    function = r'[a-j]{2}_name_\d{5}\(\) \(function\)'
    assert len(re.findall(rf'{function}, \d+', index)) == NUMBER
    assert len(re.findall(rf'{function}: Does', chapter)) == NUMBER * included
    assert '50% & #1 of $x_y^z ~ {brace}' in index


@pytest.mark.parametrize('included', [False, True])
def test_texinfo_takes_it(make, included):
    conf = f"{CONF}project = 'Words'\n"
    result = make({**files(included=included), 'conf.py': conf}, 'texinfo')
    said = run(result.out, 'makeinfo', '--no-split', 'words.texi')
    assert not [line for line in said.splitlines() if 'kwindex' in line.lower()]
    info = result.text('words.info')
    assert len(re.findall(r'[a-j]{2}_name_\d{5}\(\)', info)) >= 2 * NUMBER
