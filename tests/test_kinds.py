"""Kinds of names that documents disagree about."""

import pytest

from sphinxcontrib_kwindex.index.kinds import Kinds
from sphinxcontrib_kwindex.index.ranking import Ranked
from sphinxcontrib_kwindex.model import Kind, Position

SHOWN = {
    'key': (Kind.SETTING, Position.EXAMPLE_SETTING),
    'local': (Kind.VARIABLE, Position.PASSING_NAME),
    'variable': (Kind.VARIABLE, Position.EXAMPLE_DEFINITION),
    'example': (Kind.FUNCTION, Position.EXAMPLE_DEFINITION),
    'class': (Kind.CLASS, Position.EXAMPLE_USE),
    'call': (Kind.FUNCTION, Position.LITERAL),
    'literal': (Kind.NAME, Position.LITERAL),
    'capitals': (Kind.CONSTANT, Position.LITERAL),
    'directory': (Kind.FILE, Position.LITERAL),
    'heading': (Kind.SETTING, Position.OWN_HEADING),
    'object': (Kind.SETTING, Position.OBJECT),
    'acronym': (Kind.ACRONYM, Position.PASSING_ACRONYM),
}


@pytest.mark.parametrize(
    ('name', 'documents', 'kind'),
    [
        # a key of a sample, or one example, gives no kind to what most examples have
        ('item_id', 'key local local local', Kind.VARIABLE),
        ('app', 'directory variable variable example', Kind.VARIABLE),
        ('app', 'variable example example', Kind.FUNCTION),
        ('user', 'key local local local literal', Kind.NAME),
        ('server', 'key local', Kind.SETTING),
        # what the text states holds, and what is described
        ('timeout', 'heading local local local local', Kind.SETTING),
        ('timeout', 'object variable variable', Kind.SETTING),
        # a class is called like a function
        ('Request', 'class call call', Kind.CLASS),
        ('LIMIT', 'capitals key', Kind.SETTING),
        ('VALUE', 'literal acronym acronym', Kind.NAME),
    ],
)
def test_kind_of_a_name_of_several(name, documents, kind):
    kinds = Kinds({})
    for document in documents.split():
        said, position = SHOWN[document]
        kinds.add([name], [Ranked(name, said, ((position, 1),), ())])
    kinds.choose()
    assert kinds.of(name) is kind
