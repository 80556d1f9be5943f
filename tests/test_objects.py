"""Uses of the methods of objects whose class the document makes evident."""

import pytest

from sphinxcontrib_kwindex.model import Position, Role


def uses(records, name):
    """Tell where a name is used in examples."""
    return [
        place.line
        for record in records
        for keyword in record.keywords
        if keyword.name == name
        for place in keyword.places
        if place.position in (Position.EXAMPLE_USE, Position.CODE_USE)
    ]
