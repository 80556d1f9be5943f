"""How much is shown at once."""

from __future__ import annotations

from typing import Final

#: a compact listing shows so many keywords of a kind
COMPACT: Final = 12

#: a page of a document with more keywords than this begins with the most important: so many
LONG: Final = 60
KEY_TERMS: Final = 20

#: a folder shows so many keywords of each page
PER_PAGE: Final = 12

#: a folder with more pages than this lists only those that are in no folder of their own
PAGES: Final = 200

#: so many places stand beside a keyword before the rest is folded
PLACES: Final = 2

#: so many definitions stand beside a keyword, the best of them
DEFINITIONS: Final = 2

#: a page with more keywords than this is laid out piece by piece, as the reader comes to it
PLAIN: Final = 1000

#: so many rows make a piece, which is about as high as the style sheet guesses
CHUNK: Final = 25

#: the bytes of HTML to which a page should be limited
BUDGET: Final = 1_500_000
