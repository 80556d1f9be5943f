"""An extractor for a language in which ``{% block name %}`` defines a name."""

import re

from sphinxcontrib_kwindex.model import Found, Kind, Usage

BLOCK = re.compile(r'{% block (\w+) %}')


def extract(code: str) -> list[Found]:
    """Find the blocks in a template."""
    return [
        Found(match[1], Kind.FUNCTION, Usage.DEFINITION, code.count('\n', 0, match.start()) + 1)
        for match in BLOCK.finditer(code)
    ]
