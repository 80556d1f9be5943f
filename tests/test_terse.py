"""Sphinx's log of events holds no whole pages, and builders of data know nothing of that."""

from __future__ import annotations

import pickle

import pytest

LOGGED = """
import logging

class Handler(logging.Handler):
    sizes = []

    def emit(self, record):
        if 'html-page-context' in str(record.args[:1]):
            self.sizes.append(len(record.getMessage()))

handler = Handler(logging.DEBUG)

def begin(app):
    logging.disable(logging.NOTSET)  # the tests build without these messages
    logging.getLogger('sphinx').addHandler(handler)

def end(app, exception):
    logging.getLogger('sphinx').removeHandler(handler)
    (app.outdir / 'sizes.txt').write_text(' '.join(map(str, handler.sizes)))

def setup(app):
    app.connect('builder-inited', begin)
    app.connect('build-finished', end)
"""
NAMES = '\n\n'.join(f'``a_name_{n}``' for n in range(400))
FILES = {'index.rst': f'Index\n=====\n\n{NAMES}\n'}


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'singlehtml', 'epub'])
def test_no_page_is_logged_word_for_word(make, builder):
    conf = f'extensions = ["sphinxcontrib_kwindex"]\nepub_copyright = ""\n{LOGGED}'
    built = make({**FILES, 'conf.py': conf, 'page.rst': ':orphan:\n\nPage\n====\n'}, builder)
    sizes = [int(size) for size in built.text('sizes.txt').split()]
    assert sizes
    assert max(sizes) < 20_000 < len(NAMES) + 400 * len('<p><code class="docutils"></code></p>')


def test_builders_of_data_write_text_that_anybody_can_read(make):
    built = make(FILES, 'pickle')
    data = (built.out / 'kwindex/doc/index.fpickle').read_bytes()
    assert type(pickle.loads(data)['body']) is str
    assert b'sphinxcontrib_kwindex.terse' not in data


USED = """
import copy
import pickle

def use(app, pagename, templatename, context, doctree):
    if doctree:
        give = app.builder.get_doc_context
        context['title'] = [
            type(pickle.loads(pickle.dumps(context['body']))) is str,
            type(copy.deepcopy(context['body'])) is str,
            give(pagename, {}, {})['body'] == {},
            give(docname=pagename, body='', metatags='')['body'] == '',
        ]

def setup(app):
    app.connect('html-page-context', use)
"""


def test_other_extensions_use_it_as_before(make):
    built = make({**FILES, 'conf.py': f'extensions = ["sphinxcontrib_kwindex"]\n{USED}'})
    assert str([True] * 4) in built.text('index.html')
