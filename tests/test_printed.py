"""The index at the end of LaTeX and Texinfo, and listings in a chapter."""

from __future__ import annotations

import re

from project import CONF

TEXT = 'A\n=\n\n.. py:module:: pkg.alpha\n\n.. py:module:: other\n\n.. py:module:: pkg\n'


def test_a_common_prefix_does_not_count_in_print(make):
    conf = f"{CONF}project = 'Words'\nkwindex_pages = []\nkwindex_common_prefix = ['pkg.']\n"
    result = make({'index.rst': TEXT, 'conf.py': conf}, 'latex')
    assert result.warning == ''
    index = result.text('words.tex').partition(r'{Keyword index}')[2].partition(r'\end{')[0]
    found = re.findall(r'\\bigletter\{(.)\}|\\sphinxstyleindexentry\{(.*?)\}', index)
    assert [letter or name for letter, name in found] == [
        'A', 'pkg.alpha', 'O', 'other', 'P', 'pkg',
    ]  # fmt: skip


def environments(tex):
    """Give each line with the names of the environments that it stands in."""
    within = []
    for line in tex.splitlines():
        for step, name in re.findall(r'\\(begin|end)\{(\w+)\}', line):
            within = [*within, name] if step == 'begin' else within[:-1]
        yield line, within


def test_each_entry_is_a_line_and_stands_in_no_box(make):
    """TeX has no memory for thousands of entries in a box, nor for a line that holds them all."""
    names = [f'name{n}' for n in range(99)]
    functions = ''.join(f'.. py:function:: {name}\n\n   Does it.\n\n' for name in names)
    text = f'A\n=\n\n.. toctree::\n\n   kwindex/index\n\n{functions}'
    conf = f"{CONF}project = 'Words'\n"
    tex = make({'index.rst': text, 'conf.py': conf}, 'latex').text('words.tex')
    entries = [
        (re.findall(r'\{(name\d+)\(\)\}', line), within)
        for line, within in environments(tex)
        if '(function): Does it.' in line
    ]
    assert sorted(entries) == sorted(([name], ['document', 'itemize']) for name in names)
    assert tex.count(r'\index{') == 2 * len(names)  # of Sphinx: none of ours


def test_only_spaces_that_pdflatex_has_are_printed(make):
    """The numbers on pages are grouped by a space of which it knows nothing, and it stops there."""
    names = ' '.join(f'``name_{n}``' for n in range(1000))
    text = f'A\n=\n\n.. toctree::\n\n   kwindex/doc/index\n\n{names}\n'
    conf = f"{CONF}project = 'Words'\n"
    tex = make({'index.rst': text, 'conf.py': conf}, 'latex').text('words.tex')
    assert '1\N{NO-BREAK SPACE}000 keywords' in tex
    assert '\N{NARROW NO-BREAK SPACE}' not in tex
