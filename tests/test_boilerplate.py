"""Which words are a template's: by the number of documents, and by where they stand in them."""

from __future__ import annotations

import pytest

from sphinxcontrib_kwindex.boilerplate import Boilerplate
from sphinxcontrib_kwindex.model import Keyword, Kind, Place, Position
from sphinxcontrib_kwindex.standing import SPOKEN, TEMPLATED

WORD = 'word'


@pytest.mark.parametrize(
    ('documents', 'position', 'most'),
    [
        (49, Position.STRONG, {}),
        (50, Position.STRONG, {TEMPLATED: 10, SPOKEN: 10}),
        (200, Position.STRONG, {TEMPLATED: 40, SPOKEN: 25}),
        (1000, Position.STRONG, {TEMPLATED: 200, SPOKEN: 50}),
        (1000, Position.TITLE_PHRASE, {TEMPLATED: 200}),
        (1000, Position.LITERAL, {}),
    ],
)
def test_a_word_is_a_templates_in_more_documents_than(documents, position, most):
    for number in {*most.values(), documents - 1}:
        for having in (number, number + 1):
            boilerplate = Boilerplate()
            for n in range(documents):
                places = (Place(0, 0, position),)
                boilerplate.add([Keyword(WORD, Kind.TERM, places)] if n < having else [])
            found = {where for where, words in boilerplate.words().items() if WORD in words}
            assert found == {where for where in most if having > most[where]}
