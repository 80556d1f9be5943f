"""What is worth listing: small documents, each with what a reader finds on its page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project import CONF, listed_in, store_of

from sphinxcontrib_kwindex.index.project import ProjectIndex
from sphinxcontrib_kwindex.index.ranking import Boilerplate, without_boilerplate
from sphinxcontrib_kwindex.model import (
    DocumentRecord,
    Keyword,
    Kind,
    Place,
    Position,
    Ranked,
    Section,
    Trait,
    positions_with,
)

#: what is written -> what is listed of it, and what is not
RULES = {
    'links': (
        ('See `cattrs <https://a.org>`_, `here <https://b.org>`_, the `builder pattern'
        ' <https://c.org>`_ and the `issue tracker <https://d.org>`_.'),
        'cattrs; builder pattern',
        'here; issue tracker',
    ),
    'standards': (
        ':pep:`681` and :rfc:`9106`, also ISO 8601.',
        'PEP 681; RFC 9106; ISO 8601',
        '9106',
    ),
    'emphasis': (
        ('This is a *named constructor*, and *very much* needed. It must be *frozen*, **do not**\n'
        'melt it, **do not** thaw it.\n\nAnd do not heat it.\n\n'
        'What is frozen stays as it is.\n\nA frozen one stays, too.'),
        'named constructor; frozen',
        'very much; do not',
    ),
    'literals': (
        ('``@define(eq=False)``, ``pip install --upgrade pip``, ``$XDG_HOME/x``, ``**strong**``, '
        '``a|b``, ``because``.'),
        'define; pip install; --upgrade; XDG_HOME',
        '**strong**; a|b; because; False; eq',
    ),
    'literals that any text may have': (
        ('The ``path`` and the ``path``, pins ``B4``, ``B4`` and ``PD2``, ``int index``, '
        '``for every single request``, version ``1.2.0-alpha``, ``MyCrate`` and ``other_crate``.'
        '\n\nSend ``Content-Type``, ``MySQL``, ``path()``.'),
        'Content-Type; MySQL',
        'B4; PD2; int index; for every; 1.2.0-alpha; MyCrate',
    ),
    'acronyms': (
        ('The address is a URL, and the device a GPU. Some have a URL, others a GPU.\n\n'
        'So look for one more URL and for one more GPU.'),
        'GPU',
        'URL',
    ),
    'phrases of headings': (
        ('The wheel cache.\n\nClearing the wheel cache of old packages\n'
        '----------------------------------------\n\nPlugins\n-------\n\nAll plugins.\n\n'
        'Flags\n-----\n\nFlags are the options of a run.'),
        'wheel cache; Flags',
        'old packages; Plugins',
    ),
    'default role': (
        'With `gzip`, `gzip`, `xz`, `because`, `The Title`.', 'gzip', 'xz; because; The Title',
    ),
    'labels': (
        (':ref:`pip download` and :any:`os.devnull`, not :ref:`some-label`.\n\n'
        '.. _pip download:\n\nOne\n---\n\n.. _some-label:\n\nTwo\n---'),
        'pip download; os.devnull',
        'some-label',
    ),
    'names in prose': (
        'Once CamelCase, once snake_case.',
        'snake_case',
        'CamelCase',
    ),
    'parameters': (
        ('.. py:function:: send(data, timeout_of=1)\n\n   Sends ``data``, and ``data``. '
        'Not ``later_on``. The ``timeout_of``.'),
        'send; later_on',
        'data; timeout_of',
    ),
    'parameters in plain text': (
        ('.. py:function:: send(data_in, timeout_of=1)\n\n   Fills data_in, but later_on.\n\n'
        '   :param data_in: The data.\n   :param timeout_of: How long data_in waits.'),
        'send; later_on',
        'data_in; timeout_of',
    ),
    'examples': (
        ('Here ``flag`` is set, ``np.array`` used, and ``fruit`` too.\n\n.. code-block:: python\n\n'
        '   import numpy as np\n\n   flag = np.zeros(1)\n\n.. code-block:: console\n\n'
        '   $ tool --with-this -x\n\n.. code-block:: ini\n\n   [tool]\n   log_format = 1\n'
         '   name = 2'),
        'flag; numpy.array',
        'fruit; numpy; numpy.zeros; --with-this; -x; tool.log_format; tool.name',
    ),
    'headings': (
        ('How to store raw data\n---------------------\n\nThe ``plate`` fixture\n'
        '---------------------\n\nOrder of execution\n------------------\n\n'
        'Raw data has an order of execution.\n\nNo raw data, no order of execution.'),
        'Raw data; plate; Order of execution',
        'plate fixture; fixture; store raw data; execution',
    ),
    'headings of one word': (
        ('Precedence\n----------\n\nThe precedence. Its precedence. A precedence.\n\n'
        'Description\n-----------\n\n'
        'A description.\n\nValues\n------\n\nValues.\n\nRemoval\n-------\n\nFine.'),
        'Precedence',
        'Description; Values; Removal',
    ),
    'nouns': (
        4 * 'The wheel is here.\n\n' + 'Every wheel of it.\n\nSome wheels.\n\nThe engine of it.',
        'wheel',
        'engine; Every',
    ),
    'what only links make a name': (
        (':class:`str` and :func:`next`, ``str``, ``next``, :class:`plate`.\n\n'
        '.. py:function:: next\n   :no-index-entry:'),
        'next; plate',
        'str',
    ),
    'what its author chooses': (
        '.. index:: for, class\n\n:index:`any`, ``all``',
        'for; class; any',
        'all',
    ),
    'the project itself': ('With ``acme`` and **acme**, ``acme.run``.', 'acme.run', 'acme'),
    'recurring': (
        (3 * 'The wheel cache is full now.\n\nNobody fills a wheel cache by hand.\n\n' +
        '- Wheel size\n- Wheel size\n- Wheel size'),
        'wheel cache',
        'Wheel size; cache',
    ),
}
NAMES = sorted(RULES)


@pytest.fixture(scope='module')
def listed(tmp_path_factory):
    conf = f"{CONF}\nproject = 'acme'\nsuppress_warnings = ['ref']\n"
    documents = {
        f'd{number}.rst': f':orphan:\n\nTitled\n======\n\n{RULES[name][0]}\n'
        for number, name in enumerate(NAMES)
    }
    return listed_in(tmp_path_factory.mktemp('rules'), {'conf.py': conf, **documents})


@pytest.mark.parametrize('name', NAMES)
def test_rule(listed, name):
    _text, wanted, unwanted = RULES[name]
    found = listed[f'd{NAMES.index(name)}'].keys()
    assert set(wanted.split('; ')) <= found
    assert found.isdisjoint(unwanted.split('; '))


TEMPLATED, STRESSED = positions_with(Trait.TEMPLATED), positions_with(Trait.STRESSED)


def keyword(*positions):
    return Ranked('word', Kind.TERM, tuple((position, 1) for position in positions), ())


@pytest.mark.parametrize(
    ('documents', 'position', 'most'),
    [
        (49, Position.STRONG, {}),
        (50, Position.STRONG, {TEMPLATED: 10, STRESSED: 10}),
        (200, Position.STRONG, {TEMPLATED: 40, STRESSED: 25}),
        (1000, Position.STRONG, {TEMPLATED: 200, STRESSED: 50}),
        (1000, Position.TITLE_PHRASE, {TEMPLATED: 200}),
        (1000, Position.LITERAL, {}),
    ],
)
def test_a_word_is_a_templates_in_more_documents_than(documents, position, most):
    for number in {*most.values(), documents - 1}:
        for having in (number, number + 1):
            boilerplate = Boilerplate()
            for n in range(documents):
                boilerplate.add([keyword(position)] if n < having else [])
            exceeded = [positions for positions in most if having > most[positions]]
            expected = {' word': max(exceeded, key=len)} if exceeded else {}
            assert boilerplate.words() == expected


@pytest.mark.parametrize(
    ('positions', 'ignored', 'left', 'scores'),
    [
        ((Position.LITERAL,), TEMPLATED, None, False),
        ((Position.TITLE_PHRASE,), TEMPLATED, (Position.TITLE_PHRASE,), False),
        ((Position.TITLE_PHRASE, Position.LITERAL), TEMPLATED, (Position.LITERAL,), True),
        ((Position.TITLE_PHRASE, Position.STRONG), STRESSED, (Position.TITLE_PHRASE,), True),
    ],
)
def test_what_a_template_writes_does_not_count(positions, ignored, left, scores):
    found = without_boilerplate([keyword(*sorted(positions))], {' word': ignored}, frozenset())
    assert {n: tuple(p for p, _times in k.times) for n, k in found.items()} == (
        {0: left} if left else {}
    )
    assert any(k.score for k in found.values()) is scores


#: names of one document that may mean each other
_NAMES = [
    'box', 'Box', 'pkg.Box', 'pkg.Box.open', 'Box.open', 'open', 'str', 'two words', 'BOX_SIZE',
    'box_size', 'a/b.cfg', '--box', 'ValueError', 'if',
]  # fmt: skip
_TIMES = st.dictionaries(st.sampled_from(Position), st.integers(1, 9), min_size=1, max_size=4)


@st.composite
def documents(draw):
    """Return the keywords of a document, by name, with how often they stand at each position."""
    keys = st.tuples(st.sampled_from(_NAMES), st.sampled_from(Kind))
    return draw(st.dictionaries(keys, _TIMES, min_size=1, max_size=6))


def listed_of(*found):
    """Return score of each keyword of the first document, and whether it is listed."""
    records = [
        (docname, DocumentRecord('T', (Section('', 'T', 0),), tuple(
            Keyword(*key, tuple(Place(0, 1, position, n) for position, n in sorted(times.items())))
            for key, times in sorted(keywords.items())
        )))
        for docname, keywords in zip('abc', found, strict=False)
    ]  # fmt: skip
    judged = ProjectIndex(store_of(records)).judged('a')
    return {one.keyword[:2]: (one.keyword.score, bool(one.reasons)) for one in judged}


@given(documents(), documents(), st.data())
def test_a_new_place_never_lowers_a_score(own, other, data):
    """Nor does it take a keyword from the list."""
    before = listed_of(own, other)
    key = data.draw(st.sampled_from(sorted(own)))
    position = data.draw(st.sampled_from(Position))
    times = {position: own[key].get(position, 0) + 1}
    after = listed_of(own | {key: own[key] | times}, other)
    assert after[key] >= before[key], position
    assert after[key][1] >= before[key][1], position
