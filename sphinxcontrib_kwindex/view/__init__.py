"""What a listing shows, as plain data that every renderer reads."""

from sphinxcontrib_kwindex.view.data import Fact, Group, KeywordLink, Link, MapRow, Row, View
from sphinxcontrib_kwindex.view.listing import view_of
from sphinxcontrib_kwindex.view.names import anchor_of, is_word, shown_name, slug
from sphinxcontrib_kwindex.view.select import select
from sphinxcontrib_kwindex.view.shelf import Shelf
from sphinxcontrib_kwindex.view.site import Site

__all__ = [
    'Fact',
    'Group',
    'KeywordLink',
    'Link',
    'MapRow',
    'Row',
    'Shelf',
    'Site',
    'View',
    'anchor_of',
    'is_word',
    'select',
    'shown_name',
    'slug',
    'view_of',
]
