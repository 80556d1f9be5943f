"""The roles ``kw:ref`` and ``kw:doc``, the label ``kwindex``, and the anchors that they lead to."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from links import Crawl

from sphinxcontrib_kwindex.model import Kind
from sphinxcontrib_kwindex.pages.context import anchor_of

INDEX = 'kwindex/index.html'

#: what stands in a list item -> where it leads, and the words of the link
LINKS = {
    'index': {
        'exact': (f'{INDEX}#kw-class-lib.Client', 'lib.Client'),
        'titled': (f'{INDEX}#kw-class-lib.Client', 'the client'),
        'ending': (f'{INDEX}#kw-class-lib.Client', 'Client'),
        'caseless': (f'{INDEX}#kw-term-Server', 'SERVER'),
        'exact-before-caseless': (f'{INDEX}#kw-term-Server', 'server'),
        'called': (f'{INDEX}#kw-function-connect', 'connect()'),
        'unique-ending': (f'{INDEX}#kw-method-lib.Client.send', 'Client.send'),
        'explained': (f'{INDEX}#kw-acronym-LIFO', 'LIFO'),
        'document': ('kwindex/doc/sub/page.html', 'Keywords in The page'),
        'absolute': ('kwindex/doc/sub/page.html', 'Keywords in The page'),
        'titled-document': ('kwindex/doc/sub/page.html', 'that page'),
        'itself': ('kwindex/doc/index.html', 'Keywords in References'),
        'glossary': (INDEX, 'Keyword index'),
        'titled-glossary': (INDEX, 'all of it'),
    },
    'sub/page': {
        'relative': ('../kwindex/doc/sub/page.html', 'Keywords in The page'),
        'up': ('../kwindex/doc/index.html', 'Keywords in References'),
        'absolute': ('../kwindex/doc/index.html', 'Keywords in References'),
    },
}


@pytest.mark.parametrize('syntax', ['rst', 'md'])
@pytest.mark.parametrize(('docname', 'item'), [(d, i) for d, items in LINKS.items() for i in items])
def test_where_a_role_leads(built, syntax, docname, item):
    result = built(f'test-references/{syntax}')
    assert result.warning == ''
    html = result.text(f'{docname}.html')
    [(href, words)] = re.findall(rf'<p>{item} <a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', html)
    target = href.removesuffix('#')
    assert (target, re.sub('<[^>]*>', '', words)) == LINKS[docname][item]


@pytest.mark.parametrize('builder', ['html', 'dirhtml', 'epub', 'singlehtml', 'latex', 'texinfo'])
@pytest.mark.parametrize('syntax', ['rst', 'md'])
def test_no_format_loses_the_words_of_a_role(built, builder, syntax):
    result = built(f'test-references/{syntax}', builder)
    outputs = [p for p in result.out.rglob('*') if p.suffix in {'.html', '.xhtml', '.tex', '.texi'}]
    text = ''.join(path.read_text(encoding='utf-8') for path in outputs)
    text = ' '.join(re.sub('<[^>]*>', '', text).split())
    for words in ('the client', 'that page', 'all of it', 'SERVER', 'Keywords in The page'):
        assert words in text
    assert result.warning == ''


DANGLING = {
    ':kw:ref:`missing`': "no keyword 'missing' is defined or explained in this documentation",
    ':kw:ref:`named_only`': "no keyword 'named_only' is defined or explained",
    ':kw:ref:`twin`': "no keyword 'twin' is defined or explained in this documentation",
    ':kw:ref:`TWICE`': "no keyword 'TWICE' is defined or explained in this documentation",
    ':kw:doc:`gone`': "no keyword page for a document 'gone'",
    ':kw:doc:`/dir/gone`': "no keyword page for a document '/dir/gone'",
    ':kw:doc:`skipped`': "no keyword page for a document 'skipped'",
}
NAMED = ('one.twin', 'two.twin', 'Twice', 'tWice')
CLASSES = ''.join(f'\n.. py:class:: {name}\n' for name in NAMED)
OTHERS = {
    'a.rst': f':orphan:\n\nA\n=\n\n``named_only``\n{CLASSES}',
    'skipped.rst': ':orphan:\n:kwindex: skip\n\nS\n=\n',
}


@pytest.mark.parametrize('role', DANGLING)
def test_a_role_that_leads_nowhere_warns(make, role):
    result = make({'index.rst': f'Index\n=====\n\nA {role}.\n', **OTHERS})
    [warning] = result.warning.splitlines()
    assert 'index.rst:4: WARNING: ' in warning
    assert DANGLING[role] in warning
    assert role.partition('`')[2].strip('`') in result.text('index.html')


def test_an_exact_name_comes_before_one_of_another_case(make):
    text = 'Index\n=====\n\n:kw:ref:`Twice` :kw:ref:`tWice`\n'
    html = make({'index.rst': text, **OTHERS}).text('index.html')
    assert re.findall(r'#kw-class-(\w+)', html) == ['Twice', 'tWice']


@pytest.mark.parametrize(
    ('pages', 'target', 'label'),
    [
        (['index', 'glossary'], 'kwindex/index.html#kw-class-Twice', 'kwindex/index.html'),
        (['glossary'], 'kwindex/glossary.html#kw-class-Twice', 'kwindex/glossary.html'),
        (['folders'], 'a.html#Twice', None),
    ],
)
def test_a_role_leads_to_the_index_or_the_glossary_or_the_definition(make, pages, target, label):
    text = 'Index\n=====\n\n:kw:ref:`Twice`\n\n:ref:`kwindex`\n'
    result = make({'index.rst': text, **OTHERS}, config={'kwindex_pages': pages})
    assert result.warning == ''
    assert f'href="{target}"' in result.text('index.html')
    assert label is None or f'href="{label}"' in result.text('index.html')
    assert re.search('std-ref">(Keyword index|Glossary)</span>', result.text('index.html'))


@pytest.mark.parametrize('text', ['Mine\n----\n\n:ref:`kwindex`', 'Text, :ref:`mine <kwindex>`.'])
def test_a_label_of_the_authors_own_wins(make, text):
    result = make({'index.rst': f'Index\n=====\n\n.. _kwindex:\n\n{text}\n'})
    assert result.warning == ''
    assert 'href="#kwindex"' in result.text('index.html')


def test_a_label_that_an_author_adds_later_wins_and_goes_again(make):
    link, own = ':orphan:\n\nA\n=\n\n:ref:`kwindex`\n', '.. _kwindex:\n\nMine\n----\n'
    for label in ['', own, '', own]:
        result = make({'index.rst': f'Index\n=====\n\n{label}', 'a.rst': link}, all_=True)
        assert result.warning == ''
        target = 'index.html#kwindex' if label else 'kwindex/index.html'
        assert f'href="{target}"' in result.text('a.html')


def test_any_and_unknown_targets_are_left_to_others(make):
    text = 'Index\n=====\n\n.. py:class:: Thing\n\n:any:`Thing` :any:`index`\n'
    result = make({'index.rst': text})
    assert result.warning == ''
    assert 'href="#Thing"' in result.text('index.html')


def test_a_role_is_no_place_of_the_keyword(built):
    result = built('test-references/rst')
    assert result.names() <= {'References'}


NAMES = st.text(min_size=1) | st.text(alphabet='ab-x2d:._ é𝐀\u00e9e\u0301', min_size=1, max_size=8)

NCNAME = re.compile(r'[A-Za-z_][A-Za-z0-9._-]*')


@given(NAMES, st.sampled_from(Kind))
def test_an_anchor_may_stand_in_xml(name, kind):
    assert NCNAME.fullmatch(anchor_of(name, kind))


@given(st.tuples(NAMES, st.sampled_from(Kind)), st.tuples(NAMES, st.sampled_from(Kind)))
def test_different_keywords_have_different_anchors(one, other):
    assert (anchor_of(*one) == anchor_of(*other)) is (one == other)


@pytest.mark.parametrize(
    ('name', 'kind', 'anchor'),
    [
        ('lib.Client', Kind.CLASS, 'kw-class-lib.Client'),
        ('net::io', Kind.NAMESPACE, 'kw-namespace-net-x3a--x3a-io'),
        ('make --jobs', Kind.OPTION, 'kw-option-make-x20---jobs'),
        ('HOME', Kind.ENVIRONMENT_VARIABLE, 'kw-environment-variable-HOME'),
        ('naïve', Kind.TERM, 'kw-term-na-xef-ve'),
        ('a-x3a-b', Kind.NAME, 'kw-name-a-x2d-x3a-b'),
    ],
)
def test_anchors_never_change(name, kind, anchor):
    """Others link to these: they are a promise."""
    assert anchor_of(name, kind) == anchor


def test_each_entry_of_the_glossary_has_its_anchor(built):
    ids = Crawl(built('test-domains/rst').out).pages['kwindex/index.html'].ids
    assert ids['kw-class-pkg.Client'] == ids['kw-option-make-x20--j'] == 1
