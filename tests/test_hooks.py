"""Hooks of projects: extractors for their languages, and the event that edits keywords."""

import pytest
from project import CONF
from sphinx.errors import ExtensionError

from sphinxcontrib_kwindex.collect import code_blocks
from sphinxcontrib_kwindex.extract.prose.sentences import LENGTH
from sphinxcontrib_kwindex.model import Found, Kind, Usage

DOCUMENT = """
Recipes
=======

.. code-block:: recipe

   {lines}

.. code-block:: python

   import pantry

The word ``given_name``.
"""
#: so long that it is embedded source
LINES = '\n   '.join(['dish soup', *['stir'] * 40])
INDEX = DOCUMENT.format(lines=LINES)

CONNECTED = f"""{CONF}
def edit(app, docname, keywords):
    keywords[:] = [
        keyword._replace(name=docname) if keyword.name == 'given_name' else keyword
        for keyword in keywords
        if keyword.name != 'pantry'
    ]


def setup(app):
    app.connect('kwindex-keywords', edit)
"""


def dishes(text: str) -> list[Found]:
    """Find what a recipe calls itself."""
    return [
        Found(line.removeprefix('dish '), Kind.COMMAND, Usage.DEFINITION, number, 1, 'A dish.')
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith('dish ')
    ]


def fails(error: BaseException):
    def extract(_text: str) -> list[Found]:
        raise error

    return extract


def returns(*found: object):
    return lambda _text: [*found]


COMMAND, DEFINITION = Kind.COMMAND, Usage.DEFINITION
burnt = fails(ValueError('the recipe is burnt'))
gone = fails(SystemExit(3))
closed = fails(GeneratorExit())
stopped = fails(KeyboardInterrupt())
odd = returns('soup', None)
nameless = returns(Found(None, COMMAND, DEFINITION, 1))
unplaced = returns(Found('soup', COMMAND, DEFINITION, '1'))
uncounted = returns(Found('soup', COMMAND, DEFINITION, 1, None))
undescribed = returns(Found('soup', COMMAND, DEFINITION, 1, 1, None))
#: names, lines and descriptions that no page could show as they are
untidy = returns(
    Found(' pea\n soup\t', COMMAND, DEFINITION, 900, 0, 'A dish.\n\n' + 'Hot. ' * 99),
    Found('broth', COMMAND, DEFINITION, -3, 1, 'stock ' * 99),
    Found(' \n', COMMAND, DEFINITION, 1),
    Found('s' * 999, COMMAND, DEFINITION, 1),
)


@pytest.fixture
def build(make, monkeypatch):
    """Build the recipes with an extractor of this module."""
    monkeypatch.setattr('sphinx.highlighting.logger.warning', lambda *_args, **_more: None)

    def build(extractor, **options):
        config = {'kwindex_extractors': {'recipe': extractor}}
        return make({'index.rst': INDEX}, 'kwindex', config=config, **options)

    return build


def kinds(result):
    return {keyword.name: keyword.kind for keyword in result.record('index').keywords}


def test_an_extractor_of_the_projects_own(build):
    result = build('test_hooks:dishes')
    assert result.warning == ''
    [soup] = [keyword for keyword in result.record('index').keywords if keyword.name == 'soup']
    assert soup.kind is Kind.COMMAND
    assert [place.line for place in soup.places] == [7]
    assert [definition.text for definition in soup.definitions] == ['A dish.']
    assert '"name": "soup"' in result.text('keywords.jsonl')


@pytest.mark.parametrize(
    ('extractor', 'says'),
    [
        ('test_hooks:burnt', 'ValueError: the recipe is burnt [kwindex.extractor]'),
        ('test_hooks:gone', 'SystemExit: 3 [kwindex.extractor]'),
        ('test_hooks:closed', 'GeneratorExit:  [kwindex.extractor]'),
        ('math:pi', "TypeError: 'float' object is not callable [kwindex.extractor]"),
        ('os:getpid', 'takes no arguments (1 given) [kwindex.extractor]'),
        ('test_hooks:odd', 'TypeError: '),
        ('test_hooks:nameless', 'TypeError: None of Found('),
        ('test_hooks:unplaced', "TypeError: '1' of Found("),
        ('test_hooks:uncounted', 'is no int [kwindex.extractor]'),
        ('test_hooks:undescribed', 'is no str [kwindex.extractor]'),
    ],
)
def test_an_extractor_that_fails_costs_its_block(build, extractor, says):
    result = build(extractor)
    assert result.warning.count('\n') == 1
    assert 'index.rst:7: WARNING: the names in this recipe block are left out: ' in result.warning
    assert says in result.warning
    assert {'pantry', 'given_name'} <= kinds(result).keys()


def test_a_build_can_be_stopped_while_an_extractor_works(build):
    with pytest.raises(KeyboardInterrupt):
        build('test_hooks:stopped')


def test_what_an_extractor_returns_is_tidied(build):
    result = build('test_hooks:untidy')
    assert result.warning == ''
    found = {k.name: k for k in result.record('index').keywords if k.kind is Kind.COMMAND}
    assert found.keys() == {'pea soup', 'broth'}
    [soup], [broth] = found['pea soup'].places, found['broth'].places
    assert (soup.line, soup.times, broth.line) == (7 + 40, 1, 7)
    assert [definition.text for definition in found['pea soup'].definitions] == ['A dish.']
    [text] = [definition.text for definition in found['broth'].definitions]
    assert len(text) <= LENGTH
    assert text.endswith('…')


def test_a_reader_of_ours_that_fails_costs_its_block(make, monkeypatch):
    def fail(text, _language):
        raise RecursionError(text[:6])

    monkeypatch.setattr(code_blocks, 'extract', fail)
    result = make({'index.rst': 'Title\n=====\n\n::\n\n   import a\n\n``given_name``'})
    assert 'RecursionError: import [kwindex.extractor]' in result.warning
    assert kinds(result) == {'Title': Kind.TERM, 'given_name': Kind.NAME}


def test_a_project_edits_the_keywords(make):
    files = {'conf.py': CONNECTED, 'index.rst': INDEX.replace('recipe', 'none')}
    result = make(files, 'kwindex')
    assert kinds(result) == {'Recipes': Kind.TERM, 'index': Kind.NAME}
    assert 'pantry' not in result.text('records.jsonl')


PLAIN = INDEX.replace('recipe', 'none')
EDITED = f"""{CONF}
def edit(app, docname, keywords):
    given = [keyword for keyword in keywords if keyword.name == 'given_name'][0]
    keywords.append(GIVEN)


def setup(app):
    app.connect('kwindex-keywords', edit)
"""


@pytest.mark.parametrize(
    ('given', 'says'),
    [
        ("'soup'", "'str' object has no attribute 'name'"),
        ('given._replace(name="")', "Keyword(name='', "),
        ('given._replace(name=None)', "'NoneType' object"),
        ('given._replace(places=())', 'places=(), '),
        ('given._replace(kind="recipe")', "'recipe' is not a valid Kind"),
        ('given._replace(places=(given.places[0]._replace(section=9),))', '(Place(section=9, '),
    ],
)
def test_a_handler_that_gives_no_keyword_is_told_so(make, given, says):
    files = {'conf.py': EDITED.replace('GIVEN', given), 'index.rst': PLAIN}
    with pytest.raises(ExtensionError) as raised:
        make(files)
    message = str(raised.value)
    assert message.startswith("kwindex-keywords: a handler leaves no valid keywords for 'index': ")
    assert says in message


def test_keywords_that_a_handler_makes_alike_are_one(make):
    given = 'given._replace(kind="name", places=(given.places[0]._replace(line=3),))'
    files = {'conf.py': EDITED.replace('GIVEN', given), 'index.rst': PLAIN}
    result = make(files)
    [keyword] = [k for k in result.record('index').keywords if k.name == 'given_name']
    assert keyword.kind is Kind.NAME
    assert len(keyword.places) == 2
