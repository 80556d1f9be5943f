"""Words of a template: by the number of documents, and by where they stand in them."""

from __future__ import annotations

import pytest

from sphinxcontrib_kwindex.index.ranking import Boilerplate, without_boilerplate
from sphinxcontrib_kwindex.model import Kind, Position, Ranked, Trait, positions_with

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
            expected = {'word': max(exceeded, key=len)} if exceeded else {}
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
    found = without_boilerplate([keyword(*sorted(positions))], {'word': ignored}, frozenset())
    assert {n: tuple(p for p, _times in k.times) for n, k in found.items()} == (
        {0: left} if left else {}
    )
    assert any(k.score for k in found.values()) is scores
