"""Index at the end of LaTeX and Texinfo, and listings in a chapter."""

from __future__ import annotations

import re

from project import CONF

CONF_OF_BOOK = f"{CONF}project = 'Words'\n"
TEXT = 'A\n=\n\n.. py:module:: pkg.alpha\n\n.. py:module:: other\n\n.. py:module:: pkg\n'


def test_a_common_prefix_does_not_count_in_print(make):
    conf = f"{CONF_OF_BOOK}modindex_common_prefix = ['pkg.']\n"
    result = make({'index.rst': TEXT, 'conf.py': conf}, 'latex')
    assert result.warning == ''
    index = result.text('words.tex').partition(r'{Keyword index}')[2].partition(r'\end{')[0]
    found = re.findall(r'\\bigletter\{(.)\}|\\sphinxstyleindexentry\{(.*?)\}', index)
    assert [letter or name for letter, name in found] == [
        'A', 'pkg.alpha', 'O', 'other', 'P', 'pkg',
    ]  # fmt: skip


def environments(tex):
    """Yield each line with the names of the environments that it stands in."""
    within = []
    for line in tex.splitlines():
        for step, name in re.findall(r'\\(begin|end)\{(\w+)\}', line):
            within = [*within, name] if step == 'begin' else within[:-1]
        yield line, within


def test_each_entry_is_a_line_and_stands_in_no_box(make):
    """TeX has no memory for thousands of entries in a box, nor for a line that holds them all."""
    names = [f'name{n}' for n in range(99)]
    functions = ''.join(f'.. py:function:: {name}\n\n   Does it.\n\n' for name in names)
    text = f'A\n=\n\n.. kwindex:: /\n   :style: glossary\n\n{functions}'
    tex = make({'index.rst': text, 'conf.py': CONF_OF_BOOK}, 'latex').text('words.tex')
    entries = [
        (re.findall(r'\{(name\d+)\(\)\}', line), within)
        for line, within in environments(tex)
        if '(function): Does it.' in line
    ]
    assert sorted(entries) == sorted(([name], ['document', 'itemize']) for name in names)
    assert tex.count(r'\index{') == 2 * len(names)  # of Sphinx: none of ours
