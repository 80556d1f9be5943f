"""The index at the end of LaTeX and Texinfo."""

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
