"""What of the list of a document is shown on pages about several: its digest sees that alone."""

from __future__ import annotations

import pytest

from sphinxcontrib_kwindex.entries import Entry, Spot
from sphinxcontrib_kwindex.model import Definition, Kind, Place, Position, Role
from sphinxcontrib_kwindex.shared import digest_of_shared
from sphinxcontrib_kwindex.view.limits import PER_PAGE

USED = Place(1, 10, Position.CODE_USE)
AGAIN = Place(1, 20, Position.LITERAL)
BELOW = Place(2, 30, Position.LITERAL)
SAID = Definition('What it is.', 'description', 1)


def entry(*places, name='name', kind=Kind.FUNCTION, role=Role.USES, score=2.0, said=()):
    spots = tuple(Spot('doc', place) for place in places)
    return Entry(name, kind, role, score, spots, tuple(('doc', one) for one in said))


LIST = [entry(USED, AGAIN, BELOW, said=[SAID]), entry(BELOW, name='other', score=1.0)]
LOCAL = entry(Place(1, 5, Position.LOCAL), name='i', kind=Kind.VARIABLE, score=0)
ALL_LOCAL = entry(Place(1, 5, Position.LOCAL), name='f', score=0)


def first(*places, **more):
    """Replace the first entry of the list."""
    return [entry(*(places or (USED, AGAIN, BELOW)), **{'said': [SAID], **more}), LIST[1]]


@pytest.mark.parametrize(
    'same',
    [
        first(USED._replace(line=11), AGAIN._replace(line=21), BELOW._replace(line=31)),
        first(USED._replace(times=9), AGAIN, BELOW),
        first(USED, BELOW),
        first(USED, AGAIN._replace(anchor='there'), BELOW),
        first(score=3.0),
        [*LIST, LOCAL],
    ],
    ids=['lines', 'times', 'once more in a section', 'a later anchor', 'score', 'local'],
)
def test_what_is_not_shown_makes_no_difference(same):
    assert same != LIST
    assert digest_of_shared(same) == digest_of_shared(LIST)


@pytest.mark.parametrize(
    'other',
    [
        first(name='named'),
        first(kind=Kind.CLASS),
        first(role=Role.MENTIONS),
        first(AGAIN, BELOW),
        first(USED, AGAIN),
        first(BELOW, USED, AGAIN),
        first(USED._replace(anchor='here'), AGAIN, BELOW),
        first(USED, AGAIN, BELOW._replace(anchor='there')),
        first(said=[]),
        first(said=[SAID._replace(text='Something else.')]),
        first(said=[SAID._replace(section=2)]),
        first(score=0.5),
        LIST[:1],
        LIST[::-1],
        [*LIST, ALL_LOCAL],
    ],
)
def test_what_is_shown_makes_a_difference(other):
    assert digest_of_shared(other) != digest_of_shared(LIST)


def test_only_the_most_important_are_shown_by_their_importance():
    entries = [entry(USED, name=f'name{n}', score=9.0 - n / 10) for n in range(PER_PAGE + 2)]
    digest = digest_of_shared(entries)
    last = entries[-1]._replace(score=0.1)
    assert digest_of_shared([*entries[:-1], last]) == digest
    assert digest_of_shared([*entries[:-1], last._replace(score=99.0)]) != digest
    assert digest_of_shared([*entries, ALL_LOCAL]) != digest, 'one more is left'
